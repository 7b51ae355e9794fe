"""Rule 21.3 and Korea, 10: listening for enemy headquarters."""

from __future__ import annotations

from sandtable.games.nextwar.model import CLEAR, DPRK, JAPAN, PRC, SIDES, US, KoreaState, enemy
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.rules.terms.units import DIE, ref
from sandtable.games.nextwar.scenario.counters import HQ
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX
from sandtable.kernel import Draft, Modifier, OneOf, Refusal, Sum, pick, refuse

CHART = "advanced/electronic_detection"
US_ROK = "us_rok"
"""What the table calls the Allies without Japan."""


# rule: NWK-10.0
def attempts(state: KoreaState, side: str) -> int:
    """How often a side may listen in a turn: its own ears, and those of an ally who fights beside it."""
    printed = chart(CHART)["attempts"]
    if side == DPRK:
        return int(printed[DPRK]) + of_ally(state, side)
    key = "rok" if not _has_us(state) else "us_rok_clear" if state.weather == CLEAR else US_ROK
    return int(printed[key]) + of_ally(state, side)


# rule: NWK-10.0
def of_ally(state: KoreaState, side: str) -> int:
    """The attempts of China or Japan, once its ground forces are there."""
    ally = PRC if side == DPRK else JAPAN
    fights = any(state.board.units[key].nation == ally for key in on_board(state, side))
    return int(chart(CHART)["attempts"][ally]) if fights else 0


# rule: NWK-10.0, NWT-EDETECT
def who_listens(state: KoreaState, side: str) -> str:
    """Whose column of the table serves: a side tries with its own ears first, with those of its ally last."""
    if state.accounts[side].attempts > of_ally(state, side):
        return DPRK if side == DPRK else US_ROK
    return PRC if side == DPRK else JAPAN


def _has_us(state: KoreaState) -> bool:
    """Whether the scenario has any forces of the US."""
    ground, wings = state.board.units, state.board.aircraft
    return any(ground[key].nation == US for key in state.units) or any(wings[k].nation == US for k in state.aircraft)


# rule: NWS-ADV-4, NW-21.3.a
def begin(d: Draft[KoreaState]) -> None:
    """Both sides begin to listen."""
    for side in SIDES:
        d.edit("accounts", side, attempts=attempts(d.now, side))


# rule: NW-21.3.a
def why_not_listen(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot be listened for."""
    counter, unit = state.board.units[key], state.units[key]
    # rule: NW-21.3.a
    stands = bool(unit.hex) and unit.hex != JAPAN_BOX and state.board.ground[unit.hex].is_land
    if counter.side == seat or counter.kind != HQ or not stands:
        return refuse("NW-21.3.a", "refuse.no_enemy_hq", ref(key), unit=ref(key))
    if counter.supreme:
        return refuse("NW-21.3.a", "refuse.supreme_hq", ref(key), unit=ref(key))
    if unit.detected:
        return refuse("NW-21.3.b", "refuse.detected_already", ref(key), unit=ref(key))
    return None


def headquarters(state: KoreaState, seat: str) -> OneOf:
    """Enemy headquarters that can be tried."""
    candidates = [key for key in state.units if state.board.units[key].kind == HQ]
    return pick("piece", candidates, lambda key: why_not_listen(state, seat, key))


# rule: NW-21.3.b
def listener(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it has attempts left and somebody to listen for."""
    return (side,) if state.accounts[side].attempts and headquarters(state, side).is_possible() else ()


# rule: NWT-EDETECT
def modifiers(state: KoreaState, ears: str) -> tuple[Modifier, ...]:
    """What AWACS adds to an attempt of the US and the ROK."""
    printed = chart(CHART)["awacs"]
    if ears == US_ROK and state.awacs >= printed["least"]:
        return (Modifier("NWT-EDETECT", "modifier.awacs", printed["modifier"]),)
    return ()


# rule: NW-21.3.a, NW-21.3.b, NWT-EDETECT
def listen(d: Draft[KoreaState], key: int) -> None:
    """Try to find a headquarters by its signals."""
    side = enemy(d.now.board.units[key].side)
    ears = who_listens(d.now, side)
    up_to = chart(CHART)["up_to"][ears]
    roll = d.draw("roll.electronic", DIE, need=up_to)
    total = Sum.of((Modifier("NWT-EDETECT", "modifier.die", roll.faces[0]), *modifiers(d.now, ears)))
    found = total.total <= up_to
    d.edit("accounts", side, attempts=d.now.accounts[side].attempts - 1)
    if found:
        d.edit("units", key, detected=True)
    d.log(
        "log.electronic",
        "NWT-EDETECT",
        ref(key),
        rolls=[roll],
        modifiers=total.parts[1:],
        by=side,
        unit=ref(key),
        column=ears,
        found=int(found),
    )
