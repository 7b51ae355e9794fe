"""Play-book 8.32 and 8.76: guns of the coast that reach ships which pass, end their movement or land troops."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, CrimeaState, Ship
from sandtable.games.eastfront.rules.crimea_units.batteries import COASTAL, is_gun
from sandtable.games.eastfront.rules.naval.landings import beaches, is_landing
from sandtable.games.eastfront.rules.naval.zones import hexes_of
from sandtable.games.eastfront.rules.scenarios.winter_freeze import why_frozen_hex
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map, stacks, strength
from sandtable.games.eastfront.scenario import CrimeaScenario

DOUBLE = 2
"""How often guns count that stand where troops are about to land."""


def _is_sea(board: CrimeaScenario, place: int) -> bool:
    return board.ground[place].terrain == "sea"


# rule: EF-PB8.32.a
def exposed(state: CrimeaState, ship: Ship) -> tuple[int, ...]:
    """Hexes where guns may reach a ship that has moved: where it began, where it is now, the straits it passed."""
    board = state.board
    found = [ship.hex] if ship.hex else []
    if ship.left.isdigit():
        found.append(int(ship.left))
    for passed in dict.fromkeys(ship.way):
        if passed.isdigit():
            found.append(int(passed))
        elif board.zones[passed].strait:
            # rule: EFS-10.44.h
            found += [h for h in hexes_of(board, passed) if why_frozen_hex(state, h) is None]
    return tuple(dict.fromkeys(found))


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


def batteries(state: CrimeaState) -> tuple[int, ...]:
    """Axis guns of the coast on the map that can fire."""
    units = state.board.units
    return tuple(key for key in on_map(state, AXIS) if units[key].kind == COASTAL and is_gun(state, key))


# rule: EF-PB8.32.a, EF-PB8.76.a
def commands(state: CrimeaState, gun: int, place: int) -> bool:
    """Whether a gun has a hex in range and in sight."""
    board, start = state.board, state.pieces[gun].hex
    return board.span(start, place) <= board.units[gun].range and sees(board, start, place)


# rule: EF-PB8.32.a, EF-PB8.76.a, EF-PB8.76.c
def points_against(state: CrimeaState, ship: Ship) -> int:
    """Support points of Axis guns of the coast in reach of a ship that has moved, supplied or not.

    Those on the beach that its men are about to assault count twice; any gun counts against every ship that it reaches.
    """
    return points_at(state, exposed(state, ship), _beaches(state, ship))


# rule: EF-PB8.32.a, EF-PB8.76.a
def points_at(state: CrimeaState, hexes: tuple[int, ...], near: tuple[int, ...] = ()) -> int:
    """Support points of Axis guns of the coast that reach some hexes; those near count twice."""
    total = 0
    for key in batteries(state):
        if any(commands(state, key, h) for h in hexes):
            total += strength(state, key).attack * (DOUBLE if state.pieces[key].hex in near else 1)
    return total


# rule: EF-PB8.76.a
def _beaches(state: CrimeaState, ship: Ship) -> tuple[int, ...]:
    """The coast before a ship whose men are placed for an assault."""
    if not (ship.zone and ship.hex) or not any(is_landing(state, key) for key in stacks(state).get(ship.hex, ())):
        return ()
    return beaches(state.board, ship.hex)
