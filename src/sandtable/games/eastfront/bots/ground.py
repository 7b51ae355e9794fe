"""The lie of the land for a plan: how far it is to what matters, and where the enemy can strike."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.bots.goals import wanted
from sandtable.games.eastfront.bots.ideas import of_position
from sandtable.games.eastfront.model import CrimeaState, enemy
from sandtable.games.eastfront.rules.combat.combat import hex_drm
from sandtable.games.eastfront.rules.movement.ground import FOOT, prices
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import has_fortification, holders, on_map, strength, zoc
from sandtable.kernel import derived
from sandtable.kernel.graph import cheapest

ZONE = 6
"""Half movement points that an enemy zone is taken to cost: it ends a move, so about half a day's march."""
BLOCKED = 12
"""Half movement points that a hex held by the enemy is taken to cost: somebody has to fight for it."""
FAR = 99
"""The way to what cannot be reached."""
MOST_WAYS = 64
"""Maps of the way that are remembered."""
NEAR = {0: 1.0, 1: 1.0, 2: 0.7, 3: 0.3}
"""How much of an enemy's attack counts at a distance: he comes for certain, likely, or only if he hurries."""


@of_position
def way(state: CrimeaState, side: str) -> dict[int, int]:
    """How far it is from each hex to the nearest prize that a side has to take or hold, in half movement points."""
    return _way(state, side, wanted(state, side))


def _way(state: CrimeaState, side: str, goals: tuple[int, ...]) -> dict[int, int]:
    """The same with given goals, worked out once for all positions in which the enemy is in the same places."""
    steps, held = _steps(state), holders(state)
    foes, zones = frozenset(h for h, who in held.items() if who == enemy(side)), frozenset(zoc(state, enemy(side)))
    known: dict[object, dict[int, int]] = state.board.cache.setdefault("ways", {})
    key = (id(steps), goals, foes, zones)
    if (found := known.get(key)) is not None:
        return found

    def back(place: int) -> Iterator[tuple[int, int]]:
        extra = BLOCKED if place in foes else (ZONE if place in zones else 0)
        for before, cost in steps.get(place, ()):
            yield before, cost + extra

    if len(known) >= MOST_WAYS:
        known.clear()
    found = known[key] = cheapest(goals, back).costs
    return found


def _steps(state: CrimeaState) -> dict[int, list[tuple[int, int]]]:
    """For each hex those one can come from on foot, and what the cheaper way costs; worked out once."""
    table, cache = prices(state, FOOT), state.board.cache
    if (key := ("steps", id(table))) not in cache:
        found: dict[int, list[tuple[int, int]]] = {}
        for (before, place), both in table.items():
            if costs := [cost for cost in both if cost is not None]:
                found.setdefault(place, []).append((before, min(costs)))
        cache[key] = found
    steps: dict[int, list[tuple[int, int]]] = cache[key]
    return steps


@of_position
def distance_left(state: CrimeaState, side: str) -> int:
    """How far the nearest unit of a side with a zone of control is from what it wants, all obstacles counted."""
    far, units = way(state, side), state.board.units
    return min((far.get(state.pieces[k].hex, FAR) for k in on_map(state, side) if units[k].exerts), default=FAR)


@derived("pieces")
def menace(state: CrimeaState, side: str) -> dict[int, float]:
    """The enemy attack strength that could turn up against each hex."""
    found = dict.fromkeys(state.board.ground, 0.0)
    for key in on_map(state, enemy(side)):
        counter, power = state.board.units[key], strength(state, key).attack
        if not power or counter.artillery:
            continue
        for h, share in _reach(state, state.pieces[key].hex):
            found[h] += power * share
    return found


def _reach(state: CrimeaState, place: int) -> tuple[tuple[int, float], ...]:
    """The hexes that somebody in a hex could strike at, and how much of him counts there; worked out once."""
    cache, grid = state.board.cache, state.board.grid
    if (key := ("strikes", place)) not in cache:
        cache[key] = tuple((h, NEAR[grid.distance(place, h)]) for h in grid.within(place, max(NEAR)))
    found: tuple[tuple[int, float], ...] = cache[key]
    return found


def shelter(state: CrimeaState, side: str, place: int) -> int:
    """What the ground gives a defender: the die modifiers of terrain and works."""
    amount, _ = hex_drm(state, (place,), side)
    point = state.strongpoints.get(place)
    if (point is not None and point.side == side and not point.building) or has_fortification(
        state, place, enemy(side)
    ):
        amount += 1
    return amount
