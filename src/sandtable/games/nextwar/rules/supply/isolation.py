"""Rule 19.7: isolation and surrender."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.nextwar.model import ALLIED, SIDES, SURRENDERED, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.formations.subordination import hqs_on_board
from sandtable.games.nextwar.rules.movement import imaginary_hexes, lines
from sandtable.games.nextwar.rules.movement.control import controller, is_gone
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.supply import tracing
from sandtable.games.nextwar.rules.terms import memory
from sandtable.games.nextwar.rules.terms.efficiency import check
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board
from sandtable.games.nextwar.rules.terms.units import refs
from sandtable.games.nextwar.scenario.ground import BUSAN, JAPAN_BOX
from sandtable.kernel import Draft, derived


# rule: NW-19.7.1
def havens(state: KoreaState, side: str) -> tuple[int, ...]:
    """Where a path must lead: a supreme headquarters or a beachhead in supply; for the Allies Busan as well."""
    supreme = [state.units[k].hex for k in hqs_on_board(state, side) if state.board.units[k].supreme]
    found = [*supreme, *tracing.beach_sources(state, side)]
    # rule: NWK-2.5.2.1
    if side == ALLIED and controller(state, BUSAN) == ALLIED and not is_gone(state, BUSAN):
        found.append(BUSAN)
    # rule: NWS-ADV-13.2
    if not supreme:
        network = tracing.network(state, side)
        found += [state.units[key].hex for key in sorted(network.hqs)]
    return tuple(found)


def _paths(state: KoreaState) -> Mapping[int, tuple[int, ...]]:
    """What is beside each place: it never changes."""
    known, key = state.board.map.cache, ("paths", bool(state.board.card["area"]))
    if key not in known:
        known[key] = {place: beside(state, place) for place in state.board.ground}
    found: Mapping[int, tuple[int, ...]] = known[key]
    return found


def beside(state: KoreaState, place: int) -> tuple[int, ...]:
    """Places of land that touch a place, or that a line off the map joins to it."""
    board = state.board
    near = (n for n in board.near.get(place, ()) if board.ground[n].is_land)
    ends = [(start, to) for start, to, _ in lines.stretches(state) if place in (start, to)]
    return (
        *(n for n in near if not board.border(place, n).is_closed),
        *(b if place == a else a for a, b in ends),
    )


# rule: NW-19.7.1
def barred(state: KoreaState, side: str) -> frozenset[int]:
    """Places that no path of a side can pass: the enemy, and his zones where no friends stand."""
    held, foe = holders(state), enemy(side)
    enemies = (h for h, holder in held.items() if holder == foe)
    zones = (h for h in zoc(state, foe) if held.get(h) != side)
    imagined = (h for h in state.board.map.edges if imaginary_hexes.is_only_imagined(state, h, side))
    return frozenset((*enemies, *zones, *imagined, *tracing.shut_boxes(state, side)))


def joined(state: KoreaState, side: str, places: tuple[int, ...]) -> frozenset[int]:
    """All places that a path of a side, of any length, joins to some."""
    shut, paths = barred(state, side), _paths(state)
    ring = set(places).difference(shut)
    found = ring.union(shut)
    while ring:
        ring = {n for place in ring for n in paths[place]}.difference(found)
        found |= ring
    return frozenset(found - shut)


# rule: NW-19.7.1
@derived(*tracing.TRACED, *tracing.AFLOAT, units=memory.unless(memory.stood_otherwise))
def open_country(state: KoreaState, side: str) -> frozenset[int]:
    """All places from which a side's units can get back, however far it is."""
    return joined(state, side, havens(state, side))


# rule: NW-19.7.1
def is_cut_off(state: KoreaState, key: int) -> bool:
    """Whether a unit has no way back; who came down or landed in this turn, or waits in Japan, is never isolated."""
    unit, side = state.units[key], state.board.units[key].side
    if unit.landed or unit.by_air or not state.board.ground[unit.hex].is_land:
        return False
    # rule: NWK-5.5.3
    if unit.hex == JAPAN_BOX:
        return False
    return unit.hex not in open_country(state, side)


# rule: NW-19.7.3, NWS-ADV-13.1
def rejoin(d: Draft[KoreaState]) -> None:
    """Take the markers from units that are isolated no more, before anything else."""
    for side in SIDES:
        back = tuple(k for k in on_board(d.now, side) if d.now.units[k].isolated and not is_cut_off(d.now, k))
        for key in back:
            d.edit("units", key, isolated=False)
        if back:
            d.log("log.rejoined", "NW-19.7.3", *refs(back), by=side, units=refs(back))


# rule: NWS-ADV-13.2
def mark(d: Draft[KoreaState]) -> None:
    """Mark the units that are cut off."""
    for side in SIDES:
        cut = tuple(k for k in on_board(d.now, side) if not d.now.units[k].isolated and is_cut_off(d.now, k))
        for key in cut:
            d.edit("units", key, isolated=True)
        if cut:
            d.log("log.isolated", "NW-19.7.1", *refs(cut), by=side, units=refs(cut))


# rule: NW-19.7.4, NW-19.7.4.a, NWS-ADV-13.3
def surrender(d: Draft[KoreaState]) -> None:
    """Every isolated unit is checked; who fails surrenders for good."""
    for side in SIDES:
        for key in [k for k in on_board(d.now, side) if d.now.units[k].isolated]:
            if not check(d, key, "NW-19.7.4"):
                losses.eliminate(d, key, "NW-19.7.4", SURRENDERED)
