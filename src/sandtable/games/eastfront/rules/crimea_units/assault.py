"""Play-book 7.42: one engineer unit more than a hex holds, for an assault on Soviet works."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.eastfront.model import AXIS, SOVIET, Attack, CrimeaState, phase, segment
from sandtable.games.eastfront.rules.enlarged_map import crowding
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    has_fortification,
    holders,
    overstacked,
    ref,
    stack_points,
    stacking,
    stacks,
)
from sandtable.kernel import Refusal, refuse


# rule: EF-PB7.42, EF-PB5.23.d, EF-PB5.52
def is_spared(state: CrimeaState, place: int) -> bool:
    """Whether a crowded Axis hex may stay so: without one engineer unit next to Soviet works there is room enough."""
    groups = crowding.groups_of(state.board, place)
    crowd = dict.fromkeys((place, *(h for group in groups for h in group)))
    engineers = [k for h in crowd for k in stacks(state).get(h, ()) if state.board.units[k].engineer]
    stormers = [k for k in engineers if _faces_works(state, state.pieces[k].hex)]
    return any(_has_room(state, place, groups, key) for key in stormers)


def _faces_works(state: CrimeaState, place: int) -> bool:
    """Whether Soviets in works stand next to a hex."""
    held, near = holders(state), state.board.grid.neighbours[place]
    return any(held.get(n) == SOVIET and has_fortification(state, n, AXIS) for n in near)


# rule: EF-PB5.23.a
def _has_room(state: CrimeaState, place: int, groups: Iterable[tuple[int, ...]], key: int) -> bool:
    """Whether a hex and all that face a hex of map Q with it would be within the limits without a unit."""
    held = holders(state)
    points = {h: stacked for h, stacked in stacking(state).items() if held[h] == AXIS}
    points[state.pieces[key].hex] -= stack_points(state, key)
    if points[place] > crowding.limit_at(place):
        return False
    return all(sum(points.get(h, 0) for h in group) <= crowding.FACING for group in groups)


# rule: EF-3.32.b, EF-PB7.42
def crowded(state: CrimeaState, side: str) -> tuple[int, ...]:
    """Hexes where a side has to give units up at the end of a phase; before its attacks the Axis may wait."""
    found = overstacked(state, side)
    if side != AXIS or (segment(state), phase(state)) != (AXIS, "movement"):
        return found
    return tuple(place for place in found if not is_spared(state, place))


# rule: EF-PB7.42
def extra_engineers(state: CrimeaState, attack: Attack, units: tuple[int, ...]) -> tuple[int, ...]:
    """Engineers of an attack on works who are too many in their hex: they help without being asked."""
    if attack.side != AXIS or not any(has_fortification(state, h, AXIS) for h in attack.hexes):
        return ()
    full = overstacked(state, AXIS)
    return tuple(k for k in units if state.board.units[k].engineer and state.pieces[k].hex in full)


# rule: EF-PB7.42
def why_left_out(
    state: CrimeaState, attack: Attack, able: tuple[int, ...], chosen: tuple[int, ...], key: str
) -> Refusal | None:
    """Why a choice of units will not do: the engineers who are too many in their hex have to be among them."""
    for engineer in extra_engineers(state, attack, able):
        place = state.pieces[engineer].hex
        mates = [k for k in chosen if state.pieces[k].hex == place]
        if mates and not any(state.board.units[k].engineer for k in mates):
            return refuse("EF-PB7.42", key, ref(engineer), unit=ref(engineer))
    return None


# rule: EF-PB7.42
def repulsed(state: CrimeaState) -> tuple[int, ...]:
    """Engineers who are too many in their hex and cannot advance, because every hex of the attack is still held."""
    battle = state.battle
    assert battle is not None
    attack = state.attacks[battle.attack]
    if any(not stacks(state).get(h) for h in attack.hexes):
        return ()
    return extra_engineers(state, attack, tuple(k for k in battle.units if state.pieces[k].hex))
