"""Light, weather and illumination."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.ground.sight import sees
from sandtable.games.fieldsoffire.rules.visibility.light import illumination, is_limited
from tests.games.fieldsoffire.board import board, card


def night(light: str = "moon3", weather: str = "", markers: dict[int, Any] | None = None) -> FieldsState:
    return board(tracks={"turn": 1, "light": light, "weather": weather}, markers=markers or {})


@pytest.mark.rule("FF-9.0.d", "FF-9.0.e", "FF-9.0.a")
@pytest.mark.parametrize(
    ("light", "weather", "limited"),
    [
        ("daylight", "", False),
        ("twilight", "", False),
        ("twilight", "mist", True),
        ("daylight", "mist", False),
        ("daylight", "rain", True),
        ("daylight", "fog", True),
        ("daylight", "snow", True),
        ("moon2", "", True),
    ],
)
def test_visibility_is_limited_by_the_sum_of_light_and_weather(light: str, weather: str, limited: bool) -> None:
    assert is_limited(night(light, weather)) is limited


@pytest.mark.rule("FF-9.2.a", "FF-9.2.b", "FF-9.2.c")
def test_a_flare_lights_its_card_and_those_around_it_and_the_best_counts() -> None:
    flares = {
        1: {"kind": "illumination", "at": "R2C2", "form": "artillery"},
        2: {"kind": "illumination", "at": "R2C3", "form": "handheld"},
    }
    state = night(markers=flares)
    found = illumination(state)
    assert [found.get(card(state, name)) for name in ("R2C2", "R2C3", "R3C3", "R4C4", "R2C4")] == [
        -3,
        -1,
        -1,
        None,
        None,
    ]


@pytest.mark.rule("FF-9.2.d")
def test_nothing_is_illuminated_in_bad_weather() -> None:
    flare = {1: {"kind": "illumination", "at": "R2C2", "form": "artillery"}}
    assert illumination(night("moon3", "rain", flare)) == {}
    assert illumination(night("moon3", "mist", flare)) != {}


@pytest.mark.rule("FF-9.2.1", "FF-9.2.1.a", "FF-9.1.2")
def test_an_illuminated_card_is_seen_from_afar_and_sees_no_farther_itself() -> None:
    flare = {1: {"kind": "illumination", "at": "R4C1", "form": "handheld"}}
    state = night(markers=flare)
    here, lit = card(state, "R1C1"), card(state, "R4C1")
    assert sees(state, here, lit)
    assert not sees(state, lit, here)
    both = night(markers={**flare, 2: {"kind": "illumination", "at": "R1C1", "form": "handheld"}})
    assert sees(both, lit, here)
