"""Light, weather and illumination: how far anybody sees, and what they add to the net combat modifier."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import ILLUMINATION, FieldsState
from sandtable.games.fieldsoffire.rules.memory import unless_markers
from sandtable.games.fieldsoffire.scenario.ground import FARTHEST, around
from sandtable.games.fieldsoffire.scenario.units import C
from sandtable.kernel import derived

LIMITED = 2
"""Light and weather together from which on visibility is limited."""


def light_value(state: FieldsState) -> int:
    """The modifier of the current light."""
    return state.board.marker(f"light.{state.light}", "ncm")


def weather_value(state: FieldsState) -> int:
    """The modifier of the current weather."""
    return state.board.marker(f"weather.{state.weather}", "ncm") if state.weather else 0


# rule: FF-9.0.d, FF-9.0.e
@derived("light", "weather")
def is_limited(state: FieldsState) -> bool:
    """Whether visibility is limited: by the sum of light and weather, never by their names."""
    return light_value(state) + weather_value(state) >= LIMITED


# rule: FF-9.2.a
@derived("markers", "weather", markers=unless_markers(ILLUMINATION))
def illumination(state: FieldsState) -> dict[int, int]:
    """What the strongest source of light takes off the modifier, on its own card and on those around it."""
    # rule: FF-9.2.d
    if weather_value(state) >= LIMITED:
        return {}
    found: dict[int, int] = {}
    for marker in state.markers.values():
        if marker.kind != ILLUMINATION:
            continue
        figures = state.board.markers[f"illum.{marker.form}"]
        # rule: FF-9.2.c
        found[marker.at] = min(found.get(marker.at, 0), figures["own"])  # equivalent[0 becomes 1]: lights are negative
        # rule: FF-9.2.b
        if figures["adjacent"]:
            for card in around(marker.at):
                found[card] = min(found.get(card, 0), figures["adjacent"])  # equivalent[0 becomes 1]: as above
    return found


# rule: FF-5.2.1.d
def horizon(state: FieldsState, to: int, *, pierced: bool = False) -> int:
    """From how far away a card can be seen: three cards, one in limited visibility unless it is illuminated.

    ``pierced``: by somebody whose sights see through it.
    """
    # rule: FF-9.1.2
    if pierced or not is_limited(state):
        return FARTHEST
    # rule: FF-9.2.1, FF-9.2.1.a
    return FARTHEST if to in illumination(state) else C
