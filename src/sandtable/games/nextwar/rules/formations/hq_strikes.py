"""Rule 18.2.2: strikes of headquarters, with their own guns, rockets and drones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.games.nextwar.model import STORM, US, KoreaState, Mission, enemy
from sandtable.games.nextwar.rules.damage import units as damaged
from sandtable.games.nextwar.rules.detection.spotting import is_detected
from sandtable.games.nextwar.rules.formations import capabilities
from sandtable.games.nextwar.rules.formations.command import is_in_range
from sandtable.games.nextwar.rules.formations.subordination import hqs_on_board, is_expeditionary
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.strikes import targets
from sandtable.games.nextwar.rules.strikes.targets import UNIT
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.games.nextwar.scenario.ground import LAND_BOXES, is_hex
from sandtable.kernel import Draft, Modifier, OneOf, Refusal, Sum, dead_end, pick, refuse

CHART = "advanced/strike"
MISS = "-"


def why_not_fire(state: KoreaState, seat: str, hq: int) -> Refusal | None:
    """Why a headquarters can strike nothing now."""
    counter = state.board.units[hq]
    if counter.side != seat or not counter.is_hq or not state.units[hq].hex:
        return refuse("NW-18.2.2.a", "refuse.not_yours", ref(hq), unit=ref(hq))
    # rule: NWK-3.3.a
    if is_expeditionary(counter):
        return refuse("NWK-3.3.a", "refuse.no_hq_strikes", ref(hq), unit=ref(hq))
    return capabilities.why_not_use(state, hq)


def why_not_at(state: KoreaState, hq: int, key: int) -> Refusal | None:
    """Why a headquarters cannot strike a unit."""
    unit, side = state.units[key], state.board.units[hq].side
    # rule: NW-18.2.2.c, NWK-5.5.1.b
    if state.board.units[key].side == side or not unit.hex or not state.board.ground[unit.hex].is_land:
        return refuse("NW-18.2.2.c", "refuse.no_enemy_unit", ref(key), unit=ref(key))
    # rule: NW-18.2.2.a, NW-16.2.5, NW-18.3
    if not is_in_range(state, hq, unit.hex):
        return refuse("NW-18.2.2.a", "refuse.beyond_range", ref(hq), at(unit.hex), unit=ref(hq), place=at(unit.hex))
    # rule: NW-18.2.2.b
    if key in state.units[hq].struck:
        return refuse("NW-18.2.2.b", "refuse.struck_already", ref(key), unit=ref(key))
    # rule: NW-18.2.2.a
    if not is_detected(state, key):
        return refuse("NW-18.2.2.a", "refuse.unit_not_detected", ref(key), unit=ref(key))
    if not column(state, hq, key):
        return refuse("NWT-STRIKE.hardened", "refuse.too_hard", ref(key), unit=ref(key))
    return None


# rule: NW-18.2.2.a, NWT-STRIKE.columns
def column(state: KoreaState, hq: int, key: int) -> str:
    """The column of the strike table for a headquarters against a unit; nothing where it can do no harm."""
    counter = state.board.units[hq]
    word = "supreme_hq" if counter.supreme else "us_hq" if counter.nation == US else "other_hq"
    return targets.column(state, Mission(counter.side, UNIT, state.units[key].hex, key), word)


def _targets(state: KoreaState, hq: int) -> tuple[int, ...]:
    return on_board(state, enemy(state.board.units[hq].side))


def _near(state: KoreaState, hq: int) -> Iterable[int]:
    """The same as far as they can be within its range at all: a look around a hex is quicker than one at everybody."""
    place, counter = state.units[hq].hex, state.board.units[hq]
    if not is_hex(place):
        return _targets(state, hq)
    held, foe = holders(state), enemy(counter.side)
    around = (*state.board.map.within(place, counter.range), *LAND_BOXES.values())
    return (key for h in around if held.get(h) == foe for key in there(state, h))


def shooters(state: KoreaState, seat: str) -> OneOf:
    """Headquarters that have something to strike."""

    def why_not(hq: int) -> Refusal | None:
        no = why_not_fire(state, seat, hq)
        if no is None and all(why_not_at(state, hq, key) is not None for key in _near(state, hq)):
            return dead_end("NW-18.2.2.a", "refuse.nothing_in_range", ref(hq), unit=ref(hq))
        return no

    return pick("piece", hqs_on_board(state, seat), why_not)


def victims(state: KoreaState, seat: str, hq: int) -> OneOf:
    """Units that a headquarters can strike."""
    return pick("piece", _targets(state, hq), lambda key: why_not_at(state, hq, key))


# rule: NWS-ADV-8.j
def shooter(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while it can strike and has not stopped."""
    return (side,) if side not in state.passed and shooters(state, side).is_possible() else ()


def modifiers(state: KoreaState, hq: int, key: int) -> Sum:
    """What is added to the die."""
    return Sum.of(_modifiers(state, hq, key))


def _modifiers(state: KoreaState, hq: int, key: int) -> Iterator[Modifier]:
    printed = chart(CHART)["modifiers"]
    # rule: NW-18.4.a, NW-18.2.2.a
    if state.units[hq].steps < state.board.units[hq].steps:
        yield Modifier("NW-18.4.a", "modifier.reduced_hq", printed["reduced_hq"])
    if stacking.excess(state, state.units[key].hex):
        yield Modifier("NWT-STRIKE.drm", "modifier.crowded_target", printed["overstacked"])
    if marker := state.units[key].targeted:
        yield Modifier("NWT-STRIKE.drm", "modifier.targeted", -marker)
    if state.weather == STORM:
        yield Modifier("NWT-STRIKE.drm", "modifier.storm", printed["hq_storm"])


# rule: NW-18.2.2.a, NWS-ADV-8.j
def strike(d: Draft[KoreaState], hq: int, key: int) -> None:
    """Strike a unit: a capability is used, and the effect comes at once."""
    counter = d.now.board.units[hq]
    capabilities.use(d, hq)
    d.edit("units", hq, struck=(*d.now.units[hq].struck, key))
    roll = d.draw("roll.hq_strike", DIE)
    total, found = modifiers(d.now, hq, key), column(d.now, hq, key)
    result = str(table(CHART).look(roll.faces[0] + total.total, found).value)
    d.log(
        "log.hq_strike",
        "NW-18.2.2.a",
        ref(hq),
        ref(key),
        rolls=[roll],
        modifiers=total,
        by=counter.side,
        hq=ref(hq),
        unit=ref(key),
        column=found,
        result=result,
    )
    if result != MISS:
        damaged.strike(d, key, result)


# rule: NW-18.2.2.b
def forget(d: Draft[KoreaState]) -> None:
    """A strike phase is over: what was struck can be struck again."""
    for key in [k for k, u in d.now.units.items() if u.struck]:  # equivalent[always]: nothing is forgotten twice
        d.edit("units", key, struck=())
