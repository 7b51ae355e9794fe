"""Play-book 8.32: guns of the coast that reach ships which pass or end their movement."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CrimeaState, Ship
from sandtable.games.eastfront.rules.crimea_units.batteries import COASTAL, is_gun
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map, strength
from sandtable.games.eastfront.scenario import CrimeaScenario


def _is_sea(board: CrimeaScenario, place: int) -> bool:
    return board.ground[place].terrain == "sea"


# rule: EF-PB8.32.a
def exposed(state: CrimeaState, ship: Ship) -> tuple[int, ...]:
    """Hexes where guns may reach a ship that has moved: the port it left, where it is now, the straits it passed."""
    board = state.board
    found = [ship.hex] if ship.hex else []
    if ship.left.isdigit():
        found.append(int(ship.left))
    for zone in dict.fromkeys(ship.way):
        if board.zones[zone].strait:
            found += _hexes(board, zone)
    return tuple(dict.fromkeys(found))


def _hexes(board: CrimeaScenario, zone: str) -> tuple[int, ...]:
    """The sea hexes of a zone, worked out once."""
    table: dict[str, tuple[int, ...]] = board.cache.setdefault("zone_hexes", {})
    if zone not in table:
        table[zone] = tuple(h for h, ground in board.ground.items() if ground.zone == zone and _is_sea(board, h))
    return table[zone]


# rule: EF-PB8.32.a
def sees(board: CrimeaScenario, gun: int, target: int) -> bool:
    """Whether a gun sees a hex of the sea: over the sea, across one shore at most and never over land."""
    if not _is_sea(board, target):
        return True
    fringe, far = {gun}, board.distance(gun, target)
    for left in range(far - 1, -1, -1):
        near = {n for h in fringe for n in board.grid.neighbours[h] if board.distance(n, target) == left}
        fringe = {n for n in near if _is_sea(board, n)}
    return target in fringe or far == 0


# rule: EF-PB8.32.a
def points_against(state: CrimeaState, ship: Ship) -> int:
    """Support points of Axis guns of the coast in reach of a ship that has moved, supplied or not."""
    hexes, board = exposed(state, ship), state.board
    total = 0
    for key in on_map(state, AXIS):
        unit = board.units[key]
        if unit.kind != COASTAL or not is_gun(state, key):
            continue
        place = state.pieces[key].hex
        if any(board.distance(place, h) <= unit.range and sees(board, place, h) for h in hexes):
            total += strength(state, key).attack
    return total
