"""Rule 21.3 and Korea, 10: listening for enemy headquarters."""

from __future__ import annotations

from sandtable.games.nextwar.model import ALLIED, CLEAR, DPRK, SIDES, US, KoreaState, enemy
from sandtable.games.nextwar.rules.terms.units import DIE, ref
from sandtable.games.nextwar.scenario.counters import HQ
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Modifier, OneOf, Refusal, Sum, pick, refuse

CHART = "advanced/electronic_detection"


# rule: NWK-10.0
def attempts(state: KoreaState, side: str) -> int:
    """How often a side may listen in a turn."""
    printed = chart(CHART)["attempts"]
    if side == DPRK:
        return int(printed["dprk"])
    key = "rok" if not _has_us(state) else "us_rok_clear" if state.weather == CLEAR else "us_rok"
    return int(printed[key])


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
    if counter.side == seat or counter.kind != HQ or not is_hex(unit.hex):
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
def modifiers(state: KoreaState, side: str) -> tuple[Modifier, ...]:
    """What AWACS adds to an attempt of the Allies."""
    printed = chart(CHART)["awacs"]
    if side == ALLIED and state.awacs >= printed["least"]:
        return (Modifier("NWT-EDETECT", "modifier.awacs", printed["modifier"]),)
    return ()


# rule: NW-21.3.a, NW-21.3.b, NWT-EDETECT
def listen(d: Draft[KoreaState], key: int) -> None:
    """Try to find a headquarters by its signals."""
    side = enemy(d.now.board.units[key].side)
    up_to = chart(CHART)["up_to"]["dprk" if side == DPRK else "us_rok"]
    roll = d.draw("roll.electronic", DIE, need=up_to)
    total = Sum.of((Modifier("NWT-EDETECT", "modifier.die", roll.faces[0]), *modifiers(d.now, side)))
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
        found=int(found),
    )
