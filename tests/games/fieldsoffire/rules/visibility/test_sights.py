"""Night sights."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.combat.shifting import why_not_shift_to
from sandtable.games.fieldsoffire.rules.enemy.spotting import why_not_spot_on
from sandtable.games.fieldsoffire.rules.visibility.sights import is_dazzled, reach_of_lamp
from sandtable.games.fieldsoffire.rules.weapons.indirect import why_not_lay_on
from sandtable.games.fieldsoffire.rules.weapons.support import table, why_not_target
from tests.games.fieldsoffire.board import board, card, firing, key

SQUAD, LMG, FOE = "1/1 PLT", "1/LMG (.30 cal)", "German Grenadier squad 1/Gp"
LEADER = "1 PLT HQ"
PASSIVE, ACTIVE, THERMAL = "night_sight_ir", "night_sight_active", "night_sight_thermal"
FLARE = {1: {"kind": "illumination", "at": "R3C1", "form": "handheld"}}


def night(
    sight: str = "", foe: str = "R3C1", light: str = "moon3", weather: str = "", at: str = "R1C1", **rest: Any
) -> FieldsState:
    """A squad that may have a sight, and an enemy who holds his fire."""
    assets = {1: {"kind": sight, "holder": SQUAD}} if sight else {}
    units = {SQUAD: at, FOE: {"at": foe, "held": True}}
    return board(units, assets=assets, tracks={"turn": 1, "light": light, "weather": weather}, **rest)


def counted(state: FieldsState) -> dict[str, int]:
    """What light and weather add to the modifier of the enemy under fire; empty where nobody fires."""
    reading = net_combat_modifier(state, key(state, FOE))
    parts = reading.parts.parts if reading is not None else ()
    return {one.key.removeprefix("modifier."): one.amount for one in parts if one.key.endswith(("light", "weather"))}


@pytest.mark.rule("FF-9.3.1", "FF-9.3.3")
@pytest.mark.parametrize(
    ("sight", "light", "weather", "fires"),
    [
        ("", "moon3", "", False),
        (PASSIVE, "moon3", "", True),
        (ACTIVE, "moon3", "", False),
        (THERMAL, "moon3", "", True),
        (PASSIVE, "moon3", "mist", True),
        (PASSIVE, "daylight", "fog", False),
        (THERMAL, "moon3", "fog", True),
    ],
)
def test_how_far_sights_carry_through_dark_and_weather(sight: str, light: str, weather: str, fires: bool) -> None:
    assert bool(firing(night(sight, light=light, weather=weather))) is fires


@pytest.mark.rule("FF-9.3.1", "FF-9.3.3")
def test_spotting_goes_as_far_as_the_sight() -> None:
    for sight, sees in (("", False), (PASSIVE, True), (THERMAL, True), (ACTIVE, False)):
        state = night(sight)
        hidden = board(
            {SQUAD: "R1C1", FOE: {"at": "R3C1", "unspotted": True}},
            assets={1: {"kind": sight, "holder": SQUAD}} if sight else {},
            tracks={"turn": 1, "light": "moon3"},
        )
        assert (why_not_spot_on(hidden, key(state, SQUAD), card(state, "R3C1")) is None) is sees


@pytest.mark.rule("FF-9.3.1", "FF-9.3.2", "FF-9.3.3")
@pytest.mark.parametrize(
    ("sight", "foe", "counts"),
    [
        ("", "R2C1", {"light": 3, "weather": 1}),
        ("", "R1C1", {"light": 3, "weather": 1}),
        (PASSIVE, "R2C1", {"weather": 1}),
        (PASSIVE, "R1C1", {"weather": 1}),
        (ACTIVE, "R2C1", {"light": 3, "weather": 1}),
        (ACTIVE, "R1C1", {"weather": 1}),
        (THERMAL, "R2C1", {}),
        (THERMAL, "R1C1", {}),
    ],
)
def test_what_counts_against_fire_through_a_sight(sight: str, foe: str, counts: dict[str, int]) -> None:
    assert counted(night(sight, foe, weather="mist")) == counts
    assert counted(night(sight, foe, light="daylight")) == {}


@pytest.mark.rule("FF-9.3.1", "FF-9.3.2", "FF-9.3.3")
def test_smoke_hides_from_every_sight() -> None:
    smoke = {1: {"kind": "smoke", "at": "R2C1", "value": 2}}
    for sight in (PASSIVE, ACTIVE, THERMAL):
        assert SQUAD not in firing(night(sight, markers=smoke))


@pytest.mark.rule("FF-9.3.3", "FFT-ncm-table", "FF-9.3.1", "FF-9.3.2")
def test_smoke_on_the_target_does_not_count_for_fire_through_thermal_sights() -> None:
    smoke = {1: {"kind": "smoke", "at": "R2C1", "value": 2}}
    for sight, amount in ((PASSIVE, 2), (ACTIVE, 2), (THERMAL, 0)):
        state = night(sight, "R2C1", light="daylight", markers=smoke)
        reading = net_combat_modifier(state, key(state, FOE))
        assert reading is not None
        assert sum(one.amount for one in reading.parts.parts if one.key == "modifier.smoke") == amount


@pytest.mark.rule("FF-9.3.1.a", "FF-9.3.1", "FF-9.3.2", "FF-9.3.3")
def test_light_on_either_card_blinds_an_image_intensifier() -> None:
    assert counted(night(PASSIVE)) == {}
    assert counted(night(PASSIVE, markers=FLARE)) == {"light": 2}
    lit = {1: {"kind": "illumination", "at": "R1C1", "form": "handheld"}}
    assert not firing(night(PASSIVE, markers=lit))
    assert counted(night(PASSIVE, "R2C1", markers=lit)) == {"light": 3}
    assert counted(night(THERMAL, markers=FLARE)) == {}


@pytest.mark.rule("FF-9.3.2.a")
def test_infrared_lamps_of_vehicles_reach_the_next_card() -> None:
    state = board({}, scenario="normandy_1")
    types = state.board.types
    foot = next(number for number, kind in types.items() if kind.is_infantry)
    assert reach_of_lamp(state, foot) == 0
    tank = board({}, facts={"mission": {"attachments": ["Tank"], "campaign": "Normandy"}})
    vehicle = next(number for number, kind in tank.board.types.items() if kind.kind == "vehicle")
    assert reach_of_lamp(tank, vehicle) == 1


@pytest.mark.rule("FF-9.3.3", "FF-9.3.1")
def test_the_best_sight_of_a_unit_counts() -> None:
    units = {SQUAD: "R1C1", FOE: {"at": "R1C1", "held": True}}
    both = {1: {"kind": PASSIVE, "holder": SQUAD}, 2: {"kind": THERMAL, "holder": SQUAD}}
    state = board(units, assets=both, tracks={"turn": 1, "light": "moon3", "weather": "fog"})
    assert counted(state) == {}


@pytest.mark.rule("FF-9.3.1", "FF-9.3.2", "FF-9.3.3", "FF-9.3.1.a")
def test_without_a_lamp_or_a_sight_of_its_own_nothing_is_lit_at_point_blank() -> None:
    """An image intensifier that is dazzled is no lamp; where no light falls it is not dazzled."""
    lit = {1: {"kind": "illumination", "at": "R1C1", "form": "handheld"}}
    assert counted(night(PASSIVE, "R1C1", markers=lit)) == {"light": 2}
    assert counted(night(ACTIVE, "R1C1", markers=lit)) == {}
    away = {1: {"kind": "illumination", "at": "R4C4", "form": "handheld"}}
    state = night(PASSIVE, markers=away)
    assert not is_dazzled(state, card(state, "R1C1"), card(state, "R3C1"))
    assert is_dazzled(state, card(state, "R4C4"), card(state, "R3C1"))
    assert is_dazzled(state, card(state, "R3C1"), card(state, "R4C4"))


@pytest.mark.rule("FF-9.3.1", "FF-9.3.3", "FF-4.2.4l.cond")
@pytest.mark.parametrize(("sight", "sees"), [("", False), (PASSIVE, True), (ACTIVE, False), (THERMAL, True)])
def test_the_sights_of_who_tells_others_where_to_fire_carry_him_as_far(sight: str, sees: bool) -> None:
    assets = {1: {"kind": THERMAL, "holder": SQUAD}} | ({2: {"kind": sight, "holder": LEADER}} if sight else {})
    units = {SQUAD: "R1C1", LEADER: "R1C1", "1/60mm Mtr Tm": "R1C1", FOE: {"at": "R3C1", "held": True}}
    state = board(units, assets=assets, fires={SQUAD: {"at": "R1C2"}}, tracks={"turn": 1, "light": "moon3"})
    leader, there = key(state, LEADER), card(state, "R3C1")
    assert (why_not_shift_to(state, leader, key(state, SQUAD), there) is None) is sees
    no = why_not_lay_on(state, leader, key(state, "1/60mm Mtr Tm"), there)
    assert (no is None or no.rule != "FF-7.3.2.c2") is sees
    no = why_not_target(state, leader, next(iter(table(state))), there)
    assert (no is None or no.rule != "FF-7.16.1.c") is sees
