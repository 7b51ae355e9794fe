"""Night sights: what a unit sees and hits that others do not (9.3)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import Asset, FieldsState
from sandtable.games.fieldsoffire.rules.memory import unless_equipment
from sandtable.games.fieldsoffire.rules.visibility.light import LIMITED, illumination, weather_value
from sandtable.games.fieldsoffire.scenario.ground import distance
from sandtable.games.fieldsoffire.scenario.units import C, P
from sandtable.kernel import derived

PASSIVE, ACTIVE, THERMAL = "night_sight_ir", "night_sight_active", "night_sight_thermal"
"""Equipment: image intensifiers, infrared lamps with their receivers, thermal sights."""
SIGHTS = (THERMAL, PASSIVE, ACTIVE)
"""The best first."""
NO_LIGHT, NOTHING = "light", "all"
"""What does not count for fire through a sight: the light, or light and weather."""


def is_sight(asset: Asset) -> bool:
    """Whether a piece of equipment is a sight: of all that is carried, fire looks at nothing else."""
    return asset.kind in SIGHTS


@derived("assets", assets=unless_equipment(is_sight))
def sights(state: FieldsState) -> dict[int, tuple[str, ...]]:
    """The sights of every unit that has any."""
    found: dict[int, list[str]] = {}
    for asset in state.assets.values():
        if is_sight(asset) and asset.holder:
            found.setdefault(asset.holder, []).append(asset.kind)
    return {key: tuple(sorted(kinds, key=SIGHTS.index)) for key, kinds in found.items()}


# rule: FF-9.3.1.a
def is_dazzled(state: FieldsState, at: int, card: int) -> bool:
    """Whether light on either card makes an image intensifier useless."""
    lit = illumination(state)
    return at in lit or card in lit


# rule: FF-9.3.1, FF-9.3.3
def pierces(state: FieldsState, key: int, card: int) -> bool:
    """Whether a unit fires and spots as far as by day: through the dark, with thermal sights through weather too."""
    held = sights(state).get(key)
    if held is None:
        return False
    if THERMAL in held:
        return True
    at = state.units[key].at
    return PASSIVE in held and weather_value(state) < LIMITED and not is_dazzled(state, at, card)


# rule: FF-9.3.1, FF-9.3.2, FF-9.3.3
def unhindered(state: FieldsState, key: int, card: int) -> str:
    """What does not count against a unit's fire on a card: nothing at all, the light, or light and weather."""
    held = sights(state).get(key)
    if held is None:
        return ""
    if THERMAL in held:
        return NOTHING
    at = state.units[key].at
    if PASSIVE in held and not is_dazzled(state, at, card):
        return NO_LIGHT
    if ACTIVE in held and distance(at, card) <= reach_of_lamp(state, key):
        return NO_LIGHT
    return ""


# rule: FF-9.3.2.a
def reach_of_lamp(state: FieldsState, key: int) -> int:
    """How far infrared lamps light up a target: on the own card, those of vehicles to the next."""
    return P if state.board.types[key].is_infantry else C
