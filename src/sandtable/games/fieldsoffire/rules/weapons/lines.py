"""Lines of fire: grazing fire along level ground or a slope, fire over the heads of others, guns that lose theirs."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground.sight import level, sees, unit_level
from sandtable.games.fieldsoffire.rules.weapons.capability import Capability
from sandtable.games.fieldsoffire.scenario.ground import direction, distance, ray
from sandtable.kernel import Draft, Ref, derived


# rule: FF-7.2.2.a, FF-8.5.v
def grazed(state: FieldsState, at: int, up: bool, target: int, gun: Capability, out: int = 0) -> tuple[int, ...]:
    """The cards that the fire of a tripod gun lies on: along its line as far as it carries.

    The ground must stay level, or rise all the way, or fall all the way; the slope is that to the nearest target, so
    cards in front of the target and beyond it count while they keep to it. Fire at the gun's own card does not graze.
    """
    # rule: FF-7.2.2.e
    if at == target:
        return (at,)
    found = raked(state, at, direction(at, target), gun.most, up, out)
    return found if target in found else (target,)  # rule: FF-7.2.2.f


# rule: FF-7.2.2.a
def raked(state: FieldsState, at: int, towards: int, most: int, up: bool = False, out: int = 0) -> tuple[int, ...]:
    """The cards that grazing fire from a card lies on in a direction, while it keeps to the slope of the first."""
    # rule: FF-7.2.2.c
    cards = ray(at, towards)[:most]
    slope = slope_of(level(state, at), level(state, cards[0]))
    found: list[int] = []
    before = level(state, at)
    for card in cards:
        if card not in state.cards or not sees(state, at, card, up, out=out):
            break
        here = level(state, card)
        # rule: FF-7.2.2.d
        if slope_of(before, here) != slope:
            break
        found.append(card)
        before = here
    return tuple(found)


NO_LINE = -1
"""Where a gun has no protective line."""


def slope_of(a: int, b: int) -> int:
    """Down, level, up."""
    return (b > a) - (b < a)


# rule: FF-7.2.3.a
def clears(state: FieldsState, key: int, over: int, target: int) -> bool:
    """Whether fire from a unit at a card passes over everybody on a card between.

    Over those level with the target and below the gun; level with the gun and below the target; below both.
    """
    return is_over(unit_level(state, key), level(state, over), level(state, target))


# rule: FF-7.2.3.c, FF-7.2.3.d, FF-7.2.3.e
def is_over(gun: int, between: int, aim: int) -> bool:
    """The three cases by their levels."""
    return (between == aim and between < gun) or (between == gun and between < aim) or (between < gun and between < aim)


# rule: FF-7.3.1.d, FF-7.2.3.a
def passes_over(state: FieldsState, key: int, gun: Capability, over: int, target: int) -> bool:
    """Whether a weapon can fire past the units on a card: mortars always, guns with overhead fire by the levels."""
    return gun.over_own or (gun.overhead and clears(state, key, over, target))


def is_in_range(gun: Capability, at: int, target: int) -> bool:
    """Whether a card is neither too near nor too far for a weapon."""
    return gun.least <= distance(at, target) <= gun.most


# rule: FF-7.2.4.f
@derived("units")
def lost_lines(state: FieldsState) -> tuple[int, ...]:
    """Guns with a final protective line and no ammunition left, or with a crew who have become a Fire Team."""
    lost = [key for key, unit in state.units.items() if unit.empty or unit.flipped]
    return tuple(key for key in lost if state.units[key].protective > NO_LINE)


# rule: FF-7.2.4.f
def lift_lines(d: Draft[FieldsState]) -> None:
    """Take the markers off them; they behave like everybody else from now on."""
    for key in lost_lines(d.now):
        d.edit("units", key, protective=-1, protecting=False)
        d.log("log.line_lifted", "FF-7.2.4.f", Ref("unit", key), unit=Ref("unit", key))
