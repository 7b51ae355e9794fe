"""Strengths, odds and modifiers of an attack."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from sandtable.games.eastfront.model import Attack, CrimeaState
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.combat.combat import Force
from tests.games.eastfront.board import board, key

RIFLES = {"106 Rifle Div": 3605}


def force(
    state: CrimeaState, units: list[str], guns: tuple[str, ...] = (), engineers: bool = False, **attack: Any
) -> Force:
    """An attack of the first unit's side on 3605."""
    keys = tuple(key(state, name) for name in units)
    side = state.board.units[keys[0]].side
    if "support" in attack:
        attack["support"] = tuple(key(state, name) for name in attack["support"])
    hexes = attack.pop("hexes", (3605,))
    return Force(Attack(side, hexes, keys, **attack), keys, tuple(key(state, g) for g in guns), engineers)


def drm(
    pieces: Mapping[str, Any], units: list[str], name: str, more: Mapping[str, Any] | None = None, **how: Any
) -> int:
    """The part of one modifier in an attack on 3605."""
    state = board("axis.declaration", pieces, **(more or {}))
    parts = combat.drms(state, force(state, units, **how))
    return sum(part.amount for part in parts if part.key == f"modifier.{name}")


@pytest.mark.rule("EF-15.51", "EF-15.52.b")
def test_units_attacking_across_a_major_river_are_halved_one_by_one() -> None:
    sides = {"sides": {"3604-3605": {"river": "major"}}}
    units = {"73 Inf Div": 3604, "46 Inf Div": {"hex": "3604", "steps": 1}, "SS LAH Rcn Bn": 3505, "49 Art Rgt": 3603}
    state = board("axis.declaration", {**units, **RIFLES}, facts=sides)
    total = combat.attack_strength(state, force(state, ["73 Inf Div", "46 Inf Div", "SS LAH Rcn Bn"], ("49 Art Rgt",)))
    assert total.total == 4 + 1 + 2 + 3  # guns are not halved
    frozen = board("axis.declaration", {**units, **RIFLES}, facts=sides, weather="snow")
    assert combat.attack_strength(frozen, force(frozen, ["73 Inf Div"])).total == 8


@pytest.mark.rule("EF-15.51", "EF-15.52.a", "EF-15.52.c")
def test_halvings_add_up_fractions_drop_and_one_is_left() -> None:
    hexes = {"hexes": {"3604": {"terrain": "swamp"}, "3605": {"place": "city"}}}
    units = {"190 AG Bn": 3604, "SS LAH Rcn Bn": 3604, **RIFLES}
    state = board("axis.declaration", units, facts=hexes)
    # assault guns: 2 out of a swamp and against a city, a half; reconnaissance: 1
    assert combat.attack_strength(state, force(state, ["190 AG Bn", "SS LAH Rcn Bn"])).exact == 1
    assert combat.attack_strength(state, force(state, ["190 AG Bn"])).total == 1


@pytest.mark.rule("EF-15.4", "EF-15.55.b")
def test_support_is_no_more_than_the_strength_it_supports() -> None:
    units = {
        "SS LAH Rcn Bn": 3604,
        "49 Art Rgt": 3603,
        "106 Rifle Div": {"hex": "3605", "steps": 1},
        "44 Army Art": 3606,
    }
    state = board("axis.declaration", {**units, "24 Art Rgt": 3606})
    assert combat.attack_strength(state, force(state, ["SS LAH Rcn Bn"], ("49 Art Rgt",))).total == 4
    defended = force(state, ["SS LAH Rcn Bn"], support=("44 Army Art", "24 Art Rgt"))
    assert combat.defence_strength(state, defended).total == 4


@pytest.mark.rule("EF-15.53.a", "EF-15.53.b", "EF-15.52.a")
def test_mud_and_swamp_halve_guns() -> None:
    units = {"73 Inf Div": 3604, "49 Art Rgt": 3603, **RIFLES}
    mud = board("axis.declaration", units, weather="mud")
    assert combat.attack_strength(mud, force(mud, ["73 Inf Div"], ("49 Art Rgt",))).total == 9
    woods = {"hexes": {"3605": {"woods": True}}}
    lingering = board("axis.declaration", units, facts=woods, past=["mud"])
    assert combat.attack_strength(lingering, force(lingering, ["73 Inf Div"], ("49 Art Rgt",))).total == 9
    swamp = board("axis.declaration", units, facts={"hexes": {"3605": {"terrain": "swamp"}}})
    assert combat.attack_strength(swamp, force(swamp, ["73 Inf Div"], ("49 Art Rgt",))).total == 9


@pytest.mark.rule("EF-15.24", "EF-15.54.a")
def test_a_gun_under_attack_gives_support_or_defence() -> None:
    state = board("axis.declaration", {"73 Inf Div": 3604, **RIFLES, "44 Army Art": 3605})
    assert combat.defence_strength(state, force(state, ["73 Inf Div"])).total == 4 + 1
    assert combat.defence_strength(state, force(state, ["73 Inf Div"], support=("44 Army Art",))).total == 4 + 2


@pytest.mark.rule("EF-PB7.31")
def test_romanian_guns_fire_at_half_strength_from_outside() -> None:
    guns = {"units": {"787 Art Rgt": {"nation": "romanian"}}}
    units = {"156 Rifle Div": 3604, "46 Inf Div": 3605, "787 Art Rgt": 3606}
    state = board("soviet.declaration", units, facts=guns)
    assert combat.defence_strength(state, force(state, ["156 Rifle Div"], support=("787 Art Rgt",))).total == 9 + 1


@pytest.mark.rule("EF-15.57.a", "EF-15.57.b")
@pytest.mark.parametrize(
    ("attack", "defence", "odds"),
    [(29, 10, "2-1"), (27, 6, "4-1"), (4, 4, "1-1"), (3, 4, "3-4"), (1, 4, "1-4"), (1, 5, "below"), (99, 2, "10-1")],
)
def test_odds_round_in_the_defenders_favour(attack: int, defence: int, odds: str) -> None:
    assert combat.odds(board(), attack, defence) == odds


@pytest.mark.rule("EF-15.57.b")
@pytest.mark.parametrize(
    ("attack", "shift", "odds"), [(1, -1, "below"), (1, 1, "1-3"), (40, 1, "10-1"), (40, -1, "9-1")]
)
def test_shifts_go_to_the_ends_of_the_table_and_only_down_beyond_them(attack: int, shift: int, odds: str) -> None:
    assert combat.odds(board(), attack, 4, shift) == odds


@pytest.mark.rule("EF-15.57.b", "EFS-10.74.e4")
def test_an_attack_below_the_table_destroys_itself() -> None:
    assert combat.cell(board(), "below", 5, 0) == "e/-"
    assert combat.cell(board(scenario="7"), "below", 5, 0) == "4R/-"


@pytest.mark.rule("EFT-crt", "EF-15.81")
@pytest.mark.parametrize(
    ("odds", "die", "modifier", "cell"),
    [
        ("4-1", 5, -2, "-/2R"),
        ("1-1", 10, 1, "2R/-"),
        ("1-4", 10, 3, "e/-"),
        ("10-1", 1, -3, "-/e"),
        ("3-1", 4, 0, "1/1"),
    ],
)
def test_cells_of_the_table(odds: str, die: int, modifier: int, cell: str) -> None:
    assert combat.cell(board(), odds, die, modifier) == cell


@pytest.mark.rule("EF-15.61.a", "EF-15.61.d", "EF-15.61.e", "EFT-terrain")
@pytest.mark.parametrize(
    ("ground", "weather", "name", "amount"),
    [
        ({"terrain": "hill"}, "dry", "hill", 1),
        ({"place": "town"}, "dry", "town", 0),
        ({"place": "town"}, "mud", "town", 1),
        ({"place": "town"}, "snow", "town", 1),
        ({"place": "city", "terrain": "hill"}, "dry", "hill", 0),
        ({"place": "city", "terrain": "hill"}, "dry", "city", 1),
        ({"place": "city"}, "dry", "city", 1),
        ({"place": "major_city"}, "dry", "major_city", 2),
        ({"terrain": "open"}, "dry", "hill", 0),
    ],
)
def test_terrain_in_the_hex(ground: dict[str, str], weather: str, name: str, amount: int) -> None:
    more = {"facts": {"hexes": {"3605": ground}}, "weather": weather}
    assert drm({"73 Inf Div": 3604, **RIFLES}, ["73 Inf Div"], name, more) == amount


@pytest.mark.rule("EF-15.61.a")
def test_only_the_highest_terrain_of_all_hexes_counts() -> None:
    hexes = {"hexes": {"3605": {"terrain": "hill"}, "3704": {"place": "major_city"}}}
    state = board("axis.declaration", {"73 Inf Div": 3604, **RIFLES, "271 Rifle Div": 3704}, facts=hexes)
    found = combat.fortress(state, force(state, ["73 Inf Div"], hexes=(3605, 3704)))
    assert found == {"major_city": 2}
    axis = board("soviet.declaration", {"106 Rifle Div": 3604, "73 Inf Div": 3704}, facts=hexes)
    assert combat.fortress(axis, force(axis, ["106 Rifle Div"], hexes=(3704,))) == {"major_city": 1}


@pytest.mark.rule("EF-15.61.b", "EF-15.61.c")
def test_a_river_counts_when_all_attack_across_it() -> None:
    facts = {"hexes": {"3605": {"terrain": "hill"}}, "sides": {"3604-3605": {"river": "minor"}}}
    units = {"73 Inf Div": 3604, "46 Inf Div": 3505, **RIFLES}
    more = {"facts": facts}
    assert drm(units, ["73 Inf Div"], "river", more) == 1
    assert drm(units, ["73 Inf Div"], "hill", more) == 1
    assert drm(units, ["73 Inf Div", "46 Inf Div"], "river", more) == 0
    assert drm(units, ["73 Inf Div"], "river", {**more, "weather": "snow"}) == 0
    # A major river halves the attackers and has no modifier of its own.
    wide = {"facts": {"sides": {"3604-3605": {"river": "major"}}}}
    assert drm(units, ["73 Inf Div"], "river", wide) == 0


@pytest.mark.rule("EF-18.21", "EF-18.36", "EF-18.37", "EF-15.61.e")
def test_a_line_counts_when_all_cross_it_and_a_strongpoint_from_any_side() -> None:
    sides = {"3604-3605": {"fortified": {"defender": "3605"}}}
    more = {"facts": {"sides": sides}, "strongpoints": {"3605": {"side": "soviet"}}}
    units = {"73 Inf Div": 3604, "46 Inf Div": 3505, **RIFLES}
    assert drm(units, ["73 Inf Div"], "fortified_line", more) == 1
    assert drm(units, ["73 Inf Div", "46 Inf Div"], "fortified_line", more) == 0
    assert drm(units, ["73 Inf Div", "46 Inf Div"], "strongpoint", more) == 1
    built = {"strongpoints": {"3605": {"side": "soviet", "building": True}}}
    assert drm(units, ["73 Inf Div"], "strongpoint", built) == 0
    # lines serve the Soviets only
    lines = board("soviet.declaration", {"106 Rifle Div": 3604, "73 Inf Div": 3605}, facts={"sides": sides})
    assert not combat.fortress(lines, force(lines, ["106 Rifle Div"]))


@pytest.mark.rule("EF-18.24")
def test_a_destroyed_line_counts_no_more() -> None:
    sides = {"sides": {"3604-3605": {"fortified": {"defender": "3605"}}}}
    more = {"facts": sides, "razed": {36043605: 48}}
    assert drm({"73 Inf Div": 3604, **RIFLES}, ["73 Inf Div"], "fortified_line", more) == 0


@pytest.mark.rule("EF-15.63", "EFT-attacker-effects")
def test_engineers_undo_one_point_of_works_or_rivers_and_nothing_else() -> None:
    units = {"690 Eng Rgt": 3604, **RIFLES}
    river = {"facts": {"sides": {"3604-3605": {"river": "minor"}}}}
    hill = {"facts": {"hexes": {"3605": {"terrain": "hill"}}}}
    assert drm(units, ["690 Eng Rgt"], "engineers", river, engineers=True) == -1
    assert drm(units, ["690 Eng Rgt"], "engineers", hill, engineers=True) == 0
    assert drm(units, ["690 Eng Rgt"], "engineers", river) == 0


@pytest.mark.rule("EF-15.64", "EF-23.43.e")
def test_guns_and_engineers_undo_no_more_than_the_works_give() -> None:
    units = {"73 Inf Div": 3604, "690 Eng Rgt": 3604, "641 S-H Art Bn": 3603, "I-814 S-H Art Bn": 3603, **RIFLES}
    guns = ("641 S-H Art Bn", "I-814 S-H Art Bn")
    point = {"strongpoints": {"3605": {"side": "soviet"}}}
    team = ["73 Inf Div", "690 Eng Rgt"]
    assert drm(units, team, "super_heavy", point, guns=guns, engineers=True) == -1
    assert drm(units, team, "engineers", point, guns=guns, engineers=True) == 0
    assert drm(units, team, "engineers", point, guns=guns[:0], engineers=True) == -1


@pytest.mark.rule("EF-15.62")
def test_an_order_to_hold_helps_the_defender() -> None:
    assert drm({"73 Inf Div": 3604, **RIFLES}, ["73 Inf Div"], "no_retreat", order="no_retreat") == 1
    assert drm({"73 Inf Div": 3604, **RIFLES}, ["73 Inf Div"], "no_retreat", order="additional") == 0


@pytest.mark.rule("EF-15.65")
@pytest.mark.parametrize(("points", "amount"), [(2, -2), (-1, 1), (0, 0)])
def test_each_net_point_of_air_support_is_one(points: int, amount: int) -> None:
    assert drm({"73 Inf Div": 3604, **RIFLES}, ["73 Inf Div"], "cas", cas=points) == amount


@pytest.mark.rule("EF-15.66", "EF-6.75", "EF-6.8", "EFS-10.14.b", "EF-15.32", "EF-15.31.a")
def test_supply_counts_on_both_sides() -> None:
    starved = {"73 Inf Div": 3604, "106 Rifle Div": {"hex": "3605", "supply": 2}}
    assert drm(starved, ["73 Inf Div"], "defender_out_of_supply") == -1
    last = {"turn": 51}
    assert drm(starved, ["73 Inf Div"], "no_attack_supply", last) == 2
    assert drm(starved, ["73 Inf Div"], "no_attack_supply", {"turn": 50}) == 0


@pytest.mark.rule("EF-11.44", "EFT-attacker-effects")
def test_defenders_who_were_overrun_are_worse_off() -> None:
    overrun = {"73 Inf Div": 3604, "106 Rifle Div": {"hex": "3605", "overrun": True}}
    assert drm(overrun, ["73 Inf Div"], "overrun") == -1


ARMS = {"190 AG Bn": 3604, "SS LAH Rcn Bn": 3604}
TEAM = ["190 AG Bn", "SS LAH Rcn Bn"]


@pytest.mark.rule("EF-15.67.a", "EFT-cab-integrity-attrition")
def test_armour_with_other_arms_has_a_bonus_against_soft_defenders() -> None:
    assert drm({**ARMS, **RIFLES}, TEAM, "combined_arms") == -1
    assert drm({**ARMS, **RIFLES}, TEAM[:1], "combined_arms") == 0
    assert drm({**ARMS, **RIFLES, "5(+) Tank Rgt": 3605}, TEAM, "combined_arms") == 0
    assert drm({**ARMS, **RIFLES, "13 AT Rgt": 3605}, TEAM, "combined_arms") == 0


@pytest.mark.rule("EF-15.67.a")
@pytest.mark.parametrize(
    ("kind", "amount"), [("engineer", -1), ("motorised_engineer", -1), ("armoured_engineer", -1), ("infantry", 0)]
)
def test_engineers_of_every_kind_work_together_with_tanks(kind: str, amount: int) -> None:
    facts = {"units": {"690 Eng Rgt": {"type": kind}}}
    units = {"190 AG Bn": 3604, "690 Eng Rgt": 3604, **RIFLES}
    assert drm(units, ["190 AG Bn", "690 Eng Rgt"], "combined_arms", {"facts": facts}) == amount
    assert drm(units, ["690 Eng Rgt"], "combined_arms", {"facts": facts}) == 0  # nobody is two arms by himself


@pytest.mark.rule("EF-15.67.b", "EF-18.22")
@pytest.mark.parametrize(
    "more",
    [
        {"facts": {"sides": {"3604-3605": {"river": "minor"}}}},
        {"facts": {"hexes": {"3605": {"terrain": "swamp"}}}},
        {"facts": {"hexes": {"3605": {"place": "city"}}}},
        {"strongpoints": {"3605": {"side": "soviet"}}},
        {"facts": {"sides": {"3604-3605": {"fortified": {"defender": "3605"}}}}},
    ],
)
def test_ground_that_takes_the_bonus_away(more: dict[str, Any]) -> None:
    assert drm({**ARMS, **RIFLES}, TEAM, "combined_arms", more) == 0


@pytest.mark.rule("EF-15.67.c")
@pytest.mark.parametrize(("weather", "amount"), [("frost", -1), ("mud", 0), ("snow", 0), ("arctic", 0)])
def test_weather_and_the_bonus(weather: str, amount: int) -> None:
    assert drm({**ARMS, **RIFLES}, TEAM, "combined_arms", {"weather": weather}) == amount


@pytest.mark.rule("EF-PB7.54")
def test_the_brigade_counts_as_all_arms_by_itself() -> None:
    assert drm({"Groddeck Bde": 3604, **RIFLES}, ["Groddeck Bde"], "combined_arms") == -1
    attacked = {"39 Tank Bde": 3604, "54 Mot Rgt": 3604, "Groddeck Bde": 3605}
    assert drm(attacked, ["39 Tank Bde", "54 Mot Rgt"], "combined_arms") == 0


@pytest.mark.rule("EF-PB7.51", "EF-6.73", "EF-15.31.b")
def test_a_panzer_battalion_with_its_own_infantry() -> None:
    panzers = {"I Bn/204 Pz": 3604, "129 Mot Rgt/22 Pz": 3604, "II Bn/204 Pz": 3604, **RIFLES}
    assert drm(panzers, ["I Bn/204 Pz", "129 Mot Rgt/22 Pz"], "integrity") == -1
    assert drm(panzers, ["I Bn/204 Pz", "II Bn/204 Pz"], "integrity") == 0
    starved = {**panzers, "129 Mot Rgt/22 Pz": {"hex": "3604", "supply": 2}}
    team = ["I Bn/204 Pz", "129 Mot Rgt/22 Pz"]
    assert drm(starved, team, "integrity") == -1  # attack supply makes good for it
    assert drm(starved, team, "integrity", {"turn": 51}) == 0


@pytest.mark.rule("EF-15.7", "EFT-attacker-effects")
def test_the_net_modifier_is_three_at_most() -> None:
    state = board("axis.declaration", {"73 Inf Div": 3604, **RIFLES})
    assert combat.net_drm(state, force(state, ["73 Inf Div"], cas=5)).total == -3
    assert combat.net_drm(state, force(state, ["73 Inf Div"], cas=-5)).total == 3
    assert combat.net_drm(state, force(state, ["73 Inf Div"], cas=-2)).total == 2


@pytest.mark.rule("EF-16.31", "EF-6.8")
def test_an_asterisk_costs_a_step_for_each_reason() -> None:
    works = {"strongpoints": {"3605": {"side": "soviet"}}}
    state = board("axis.declaration", {"73 Inf Div": 3604, **RIFLES}, turn=51, **works)
    assert combat.asterisk_losses(state, force(state, ["73 Inf Div"])).total == 2
    assert combat.asterisk_losses(state, force(state, ["73 Inf Div"], mandated=True)).total == 3
    supplied = board("axis.declaration", {"73 Inf Div": 3604, **RIFLES})
    assert combat.asterisk_losses(supplied, force(supplied, ["73 Inf Div"])).total == 0


def test_the_distribution_adds_up_to_one() -> None:
    state = board("axis.declaration", {"73 Inf Div": 3604, **RIFLES})
    found = combat.distribution(state, combat.estimate(state, force(state, ["73 Inf Div"])))
    assert sum(found.values()) == 1
    assert found["1*/2"] == Fraction(1, 10)


@pytest.mark.rule("EF-10.79", "EF-15.61.a")
@pytest.mark.parametrize(("defender", "drm"), [("axis", 1), ("soviet", 2)])
def test_a_major_city_helps_soviet_defenders_twice_as_much(defender: str, drm: int) -> None:
    state = board("axis.combat", {}, facts={"hexes": {"3605": {"place": "major_city"}}})
    assert combat.hex_drm(state, (3605,), defender) == (drm, "major_city")
