"""Ways through the areas of an urban card: how the enemy and men in retreat get to a building (13.2)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.covering import protection
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.urban import entering
from sandtable.games.fieldsoffire.rules.urban.areas import is_covered, is_town
from sandtable.games.fieldsoffire.scenario.town import BUILDING
from sandtable.kernel import Draft


# rule: FF-13.2.3, FF-13.2.4
def way_to(state: FieldsState, key: int, goals: Callable[[int], bool]) -> tuple[int, ...]:
    """The shortest way through the areas of its urban card to one that will do, the best of those as near; or none."""
    unit = state.units[key]
    ways: list[tuple[int, ...]] = [(unit.cover,)]
    known: set[int] = set()
    while ways:
        found = [way[1:] for way in ways if goals(way[-1])]
        if found:
            return max(found, key=lambda way: protection(state, key, way[-1]) if way else 0)
        steps: list[tuple[int, ...]] = []
        for way in ways:
            is_exposed = unit.exposed or len(way) > 1
            for area in entering.next_to(state, way[-1], is_exposed):
                if area not in known and entering.is_open(state, key, area):
                    known.add(area)
                    steps.append((*way, area))
        ways = steps
    return ()


# rule: FF-13.2.3, FF-13.2.5
def walk(d: Draft[FieldsState], key: int, way: tuple[int, ...]) -> None:
    """Go through areas of a card one after the other, as far as no new fire stops it."""
    for area in way:
        if movement.why_not_stir(d.now, key) is None:
            movement.move_within(d, key, area)


# rule: FF-13.2.4, FF-13.2.4.a
def way_inside(state: FieldsState, key: int) -> tuple[int, ...]:
    """The way of somebody outdoors on an urban card to a building of it."""
    unit = state.units[key]
    if not is_town(state, unit.at) or is_covered(state, unit):
        return ()
    return way_to(state, key, lambda area: state.covers[area].kind == BUILDING)


def go_inside(d: Draft[FieldsState], key: int) -> None:
    """Whoever has come to an urban card goes on into a building, if there is one for him."""
    if key in d.now.units and d.now.units[key].at:
        walk(d, key, way_inside(d.now, key))
