"""Light, weather and illumination."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.ground.sight import sees
from sandtable.games.fieldsoffire.rules.sequence.turns import begin_turn
from sandtable.games.fieldsoffire.rules.visibility.light import horizon, illumination, is_limited
from sandtable.kernel import Ref
from sandtable.kernel.state import bind
from tests.games.fieldsoffire.board import board, card, drafted, key


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


@pytest.mark.rule("FF-9.2.a", "FF-9.2.b", "FF-9.2.c")
@pytest.mark.parametrize("order", [("artillery", "mortar", "handheld"), ("handheld", "mortar", "artillery")])
def test_of_several_lights_the_strongest_counts_whichever_came_first(order: tuple[str, ...]) -> None:
    """Artillery 3 and 1, mortars 2 and 1, hand-held 1 on its own card; other markers light nothing up."""
    flares: dict[int, Any] = {
        number: {"kind": "illumination", "at": "R2C2", "form": form} for number, form in enumerate(order, 1)
    }
    state = night(markers={**flares, 9: {"kind": "smoke", "at": "R4C4", "value": 2}})
    assert [illumination(state).get(card(state, name)) for name in ("R2C2", "R2C3", "R4C4")] == [-3, -1, None]
    beside = {
        1: {"kind": "illumination", "at": "R2C3", "form": order[0]},
        2: {"kind": "illumination", "at": "R2C2", "form": order[2]},
    }
    lit = illumination(night(markers=beside))
    assert lit[card(state, "R2C2")] == (-1 if order[0] == "artillery" else -3)
    near = {
        1: {"kind": "illumination", "at": "R2C2", "form": "artillery"},
        2: {"kind": "illumination", "at": "R2C3", "form": "mortar"},
    }
    assert illumination(night(markers=near))[card(state, "R2C2")] == -3


@pytest.mark.rule("FF-9.2.c", "FF-9.0.a")
def test_light_never_makes_it_brighter_than_day() -> None:
    foe = "German Grenadier squad 1/Gp"
    for light, left, at in (("moon5", 2, "R2C1"), ("moon3", 0, "R2C1"), ("moon2", 0, "R2C1"), ("moon3", 3, "R4C4")):
        flare = {1: {"kind": "illumination", "at": at, "form": "artillery"}}
        units = {"1/1 PLT": "R1C1", foe: {"at": "R2C1", "held": True}}
        state = board(units, tracks={"turn": 1, "light": light}, markers=flare)
        reading = net_combat_modifier(state, key(state, foe))
        assert reading is not None
        assert sum(one.amount for one in reading.parts.parts if one.key == "modifier.light") == left


@pytest.mark.rule("FF-9.0.d")
def test_the_light_changes_in_the_turn_that_the_briefing_names() -> None:
    facts = {"mission": {"setup": {"light_turns": {"3": "twilight"}}}}
    for turn, light in ((2, "twilight"), (3, "moon3")):
        d = drafted(board(facts=facts, tracks={"turn": turn, "light": "moon3"}))
        begin_turn(d)
        assert d.now.light == light
        told = [entry.params for entry in d.entries if entry.key == "log.light_changes"]
        assert told == ([{"light": Ref("light", "twilight")}] if turn == 2 else [])


@pytest.mark.rule("FF-9.1.2")
def test_whoever_has_a_sight_sees_as_far_as_by_day() -> None:
    state = night()
    far, near = card(state, "R4C1"), card(state, "R2C1")
    assert [horizon(state, one) for one in (far, near)] == [1, 1]
    assert horizon(state, far, pierced=True) == 3
    assert horizon(night("twilight"), far) == 3


@pytest.mark.rule("FF-9.0.b", "FF-9.0.c")
def test_in_the_dark_a_grenade_is_worse_than_heavy_fire_of_the_same_value() -> None:
    """The printed example: at +1 a grenade of -3 ignores the light that takes one off heavy fire of -3."""
    foe = "German Grenadier squad 1/Gp"
    facts = {"mission": {"grenades": {"friendly": -3, "enemy": -3}}}
    thrown = {1: {"kind": "grenade", "at": "R2C1", "unit": foe, "value": -3, "by": "1/1 PLT"}}
    shells = {2: {"kind": "indirect", "at": "R2C1", "by": "1/1 PLT"}}
    for light, kind, total in (("daylight", "grenade", -3), ("twilight", "grenade", -3)):
        state = board(
            {"1/1 PLT": {"at": "R4C4", "held": True}, foe: {"at": "R2C1", "held": True}},
            facts=facts,
            tracks={"turn": 1, "light": light},
            markers={**thrown, **shells},
        )
        reading = net_combat_modifier(state, key(state, foe))
        assert reading is not None
        assert (reading.volume.kind, reading.parts.total) == (kind, total)
        only = structs.replace(state, markers={2: state.markers[2]})
        heavy = net_combat_modifier(bind(only, state.scenario), key(state, foe))
        assert heavy is not None
        assert heavy.parts.total == (-3 if light == "daylight" else -2)
