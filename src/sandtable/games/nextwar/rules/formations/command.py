"""Rules 18.2.1 and 18.2.4, Korea 3.2: column shifts and chemical support from headquarters and artillery."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import DPRK, ROK, Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.formations import capabilities
from sandtable.games.nextwar.rules.formations.subordination import is_under
from sandtable.games.nextwar.rules.movement.distances import distance
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.rules.terms.units import at, face, ref, refs
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, Modifier, Refusal, SomeOf, pick_some, refuse

CHART = "advanced/headquarters"


def of_side(battle: Battle, side: str) -> tuple[int, ...]:
    """The headquarters and brigades that shift columns for a side."""
    return battle.attack_command if side == battle.side else battle.defence_command


def fighters(state: KoreaState, battle: Battle, side: str) -> tuple[int, ...]:
    """The units of a side in a combat."""
    units = battle.attackers if side == battle.side else battle.defenders
    return tuple(key for key in units if state.units[key].hex)


# rule: NW-18.2.1.b, NW-18.2.1.d, NWK-3.2.d
def is_in_range(state: KoreaState, key: int, place: int) -> bool:
    """Whether a place lies within the printed range of a headquarters or brigade."""
    return distance(state, state.units[key].hex, place) <= state.board.units[key].range


# rule: NW-18.2.1.a, NWK-8.0.f
def leads_any(state: KoreaState, hq: int, units: tuple[int, ...]) -> bool:
    """Whether units of its own, not isolated and within its range, are among some; itself counts."""
    return any(
        (key == hq or is_under(state, key, hq))
        and not state.units[key].isolated
        and is_in_range(state, hq, state.units[key].hex)
        for key in units
    )


def why_not_back(state: KoreaState, hq: int, target: int, units: tuple[int, ...], rule: str) -> Refusal | None:
    """Why a headquarters cannot stand behind units that fight for a hex: range, by some rule, or no unit of its own."""
    # rule: NW-18.2.1.b, NW-18.2.1.d
    if not is_in_range(state, hq, target):
        return refuse(rule, "refuse.beyond_range", ref(hq), at(target), unit=ref(hq), place=at(target))
    # rule: NW-18.2.1.a, NW-18.2.1.e
    if not leads_any(state, hq, units):
        return refuse("NWK-8.0.f", "refuse.not_its_units", ref(hq), unit=ref(hq))
    return None


def why_not_shift(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a headquarters or brigade cannot shift columns in the combat at hand."""
    battle, counter = state.subject(Battle), state.board.units[key]
    # rule: NW-18.2.1.c, NW-18.3
    if counter.supreme:
        return refuse("NW-18.2.1.c", "refuse.supreme_no_support", ref(key), unit=ref(key))
    if (no := capabilities.why_not_use(state, key)) is not None:
        return no
    if counter.is_artillery:
        return why_no_barrage(state, key, battle)
    rule = "NW-18.2.1.b" if seat == battle.side else "NW-18.2.1.d"
    return why_not_back(state, key, battle.target, fighters(state, battle, seat), rule)


def why_no_barrage(state: KoreaState, key: int, battle: Battle) -> Refusal | None:
    """Why an artillery brigade cannot help in a combat."""
    # rule: NWK-3.2.d
    if not is_in_range(state, key, battle.target):
        place = at(battle.target)
        return refuse("NWK-3.2.d", "refuse.beyond_range", ref(key), place, unit=ref(key), place=place)
    # rule: NWK-3.2.b
    units = fighters(state, battle, state.board.units[key].side)
    own2 = sum(face(state, k).stack2 for k in units if state.board.units[k].nation == DPRK)
    if own2 * 2 < sum(face(state, k).stack2 for k in units):
        return refuse("NWK-3.2.b", "refuse.too_few_dprk", ref(key), unit=ref(key))
    return None


def candidates(state: KoreaState, side: str) -> tuple[int, ...]:
    """Headquarters and artillery brigades of a side on the board."""
    counters = state.board.units
    return tuple(k for k in on_board(state, side) if counters[k].is_hq or counters[k].is_artillery)


# rule: NWS-ADV-9.2.a
def commander(state: KoreaState, attacks: bool) -> tuple[str, ...]:
    """The side that is asked for shifts, if anybody could give it one."""
    if not state.board.is_advanced:
        return ()
    battle = state.subject(Battle)
    side = battle.side if attacks else enemy(battle.side)
    return (side,) if any(why_not_shift(state, side, key) is None for key in candidates(state, side)) else ()


def choice(state: KoreaState, seat: str) -> SomeOf:
    """Headquarters and brigades that can shift columns."""
    return pick_some("piece", candidates(state, seat), lambda key: why_not_shift(state, seat, key), default=())


# rule: NW-18.2.a
def commit(d: Draft[KoreaState], units: tuple[int, ...]) -> None:
    """Use a capability of each for the combat."""
    battle = d.now.subject(Battle)
    for key in units:
        capabilities.use(d, key)
    field = "attack_command" if d.seat == battle.side else "defence_command"
    d.edit_subject(Battle, **{field: tuple(sorted(units))})
    if units:
        d.log("log.command", "NW-18.2.1.a", *refs(units), units=refs(units), place=at(battle.target))


# rule: NW-18.2.1.a, NW-18.4.a
def columns(state: KoreaState, key: int) -> int:
    """How many columns a headquarters or brigade shifts."""
    counter, printed = state.board.units[key], chart(CHART)
    # rule: NWK-3.2.a
    if counter.is_artillery:
        return int(printed["artillery"]["shift"])
    return int(printed["shifts"]["full" if state.units[key].steps == counter.steps else "reduced"])


# rule: NW-18.2.1.a
def shifts(state: KoreaState, battle: Battle) -> Iterator[Modifier]:
    """The columns that headquarters and artillery of both sides shift."""
    for side, sign in ((battle.side, 1), (enemy(battle.side), -1)):
        for key in of_side(battle, side):
            yield Modifier("NW-18.2.1.a", "modifier.command", sign * columns(state, key), points=(ref(key),))


# -- chemical support --------------------------------------------------------------------------------------------------


def why_no_chemicals(state: KoreaState, hq: int, target: int, units: tuple[int, ...]) -> Refusal | None:
    """Why a headquarters cannot support an attack of some units on a hex with chemical weapons."""
    # rule: NW-18.2.4.b
    if state.board.units[hq].supreme:
        return refuse("NW-18.2.4.b", "refuse.supreme_no_support", ref(hq), unit=ref(hq))
    # rule: NW-18.2.4.a
    if not state.board.units[hq].is_hq:
        return refuse("NW-18.2.4.a", "refuse.no_capability", ref(hq), unit=ref(hq))
    # rule: NWK-6.2.1
    if state.board.units[hq].nation not in (DPRK, ROK):
        return refuse("NWK-6.2.1", "refuse.no_chemical_nation", ref(hq), unit=ref(hq))
    return capabilities.why_unable(state, hq) or why_not_back(state, hq, target, units, "NW-18.2.4.a")
