"""Rules 9.2.2 and 9.4: strengths and odds."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.rules.combat.strength import attack_of, attack_strength, defence_strength, odds
from sandtable.games.nextwar.scenario.files import chart
from tests.games.nextwar.battles import TARGET, battle, standing
from tests.games.nextwar.board import ARM, INF, LIGHT, MECH, ROK_ARM, ROK_BDE, ROK_INF, ROK_MECH, board, key, reasons

FOUR = {INF: "N3010", ARM: "N3010", MECH: "N3110", LIGHT: "N2911"}


def strength(unit: str, defender: str = ROK_INF, *, side: dict[str, Any] | None = None, **ground: Any) -> int:
    """What a unit brings against a hex of some ground."""
    facts = {"sides": {f"N3010-{TARGET}": side}} if side else {}
    state = standing({unit: "N3010", defender: TARGET}, ground={"terrain": "flat", **ground}, facts=facts)
    return attack_of(state, key(state, unit), battle(state, unit)).amount


@pytest.mark.rule("NW-2.3.1", "NW-9.2.2.a", "NW-2.3.2", "NWS-STD-3.2.b")
def test_strengths_are_added() -> None:
    state = standing({**FOUR, ROK_INF: TARGET, ROK_BDE: TARGET}, ground={"terrain": "flat_woods"})
    fight = battle(state, INF, LIGHT)
    assert attack_strength(state, fight).total == 8 + 2
    assert defence_strength(state, fight).total == 8 + 2


@pytest.mark.rule("NW-9.4.2", "NW-9.4.3", "NWT-TEC.combat")
@pytest.mark.parametrize("terrain", ["flat", "rough"])
def test_armour_doubles_and_mechanised_units_gain_half_in_clean_ground(terrain: str) -> None:
    assert strength(ARM, terrain=terrain) == 10
    assert strength(MECH, terrain=terrain) == 8  # five and a half of it, rounded up
    assert strength(INF, terrain=terrain) == 8


@pytest.mark.rule("NW-2.3.1", "NW-9.4.2", "NW-9.4.3")
@pytest.mark.parametrize(("unit", "rule"), [(INF, "NW-2.3.1"), (ARM, "NW-9.4.2"), (MECH, "NW-9.4.3")])
def test_every_strength_names_its_paragraph(unit: str, rule: str) -> None:
    state = standing({unit: "N3010", ROK_INF: TARGET}, ground={"terrain": "flat"})
    assert attack_of(state, key(state, unit), battle(state, unit)).rule == rule


@pytest.mark.rule("NW-9.4.2", "NW-9.4.3")
@pytest.mark.parametrize(
    "ground",
    [
        {"terrain": "flat_woods"},
        {"terrain": "rough_woods"},
        {"terrain": "urban"},
        {"terrain": "flat", "features": ["city"]},
        {"terrain": "flat", "features": ["fort_rok"]},
    ],
)
def test_woods_cities_and_works_take_the_bonus_away(ground: dict[str, Any]) -> None:
    assert strength(ARM, **ground) == 5
    assert strength(MECH, **ground) == 5


@pytest.mark.rule("NW-9.4.2.a", "NW-9.4.2", "NW-9.4.3")
@pytest.mark.parametrize("defender", [ROK_ARM, ROK_MECH])
def test_one_armoured_or_mechanised_defender_takes_the_bonus_away(defender: str) -> None:
    assert strength(ARM, defender) == 5
    state = standing({ARM: "N3010", ROK_INF: TARGET, defender: TARGET})
    assert attack_of(state, key(state, ARM), battle(state, ARM)).amount == 5


@pytest.mark.rule("NW-9.4.1", "NW-9.4")
@pytest.mark.parametrize("side", [{"river": True}, {"river": True, "bridge": True}, {"river": True, "road": "highway"}])
def test_a_river_halves_those_who_attack_across_it_bridged_or_not(side: dict[str, Any]) -> None:
    assert strength(INF, side=side) == 4
    assert strength(MECH, side=side) == 3  # without the bonus, rounded up
    assert strength(ARM, side=side) == 3


@pytest.mark.rule("NW-9.4.1")
def test_only_those_across_the_river_are_halved() -> None:
    state = standing({INF: "N3010", LIGHT: "N3110", ROK_INF: TARGET}, facts={"sides": {"N3010-N3011": {"river": True}}})
    assert attack_strength(state, battle(state, INF, LIGHT)).total == 4 + 2


@pytest.mark.rule("NW-9.4.4", "NWT-TEC.combat")
@pytest.mark.parametrize("terrain", ["marsh", "mountain", "highland", "highland_woods"])
def test_difficult_ground_halves_vehicles_only(terrain: str) -> None:
    assert strength(ARM, terrain=terrain) == 3
    assert strength(MECH, terrain=terrain) == 3
    assert strength(INF, terrain=terrain) == 8
    assert strength("DPRK ?/PYG Mot Div 1", terrain=terrain) == 7


@pytest.mark.rule("NW-9.4", "NW-9.4.a")
def test_a_unit_is_halved_once_only() -> None:
    assert strength(MECH, side={"river": True}, terrain="marsh") == 3


@pytest.mark.rule("NWK-2.1", "NW-9.4.4")
def test_winter_marsh_is_open_ground_for_armour() -> None:
    units = {ARM: "N3010", ROK_INF: TARGET}
    state = standing(units, ground={"terrain": "marsh"}, options={"season": "winter"})
    assert attack_strength(state, battle(state, ARM)).total == 10


@pytest.mark.rule("NW-9.4.5", "NWT-TEC.combat")
def test_infantry_doubles_in_an_urban_hex_unless_it_mops_up() -> None:
    units = {INF: "N3010", ROK_INF: TARGET, ROK_ARM: TARGET, "ROK 2/CAP Mar Div": TARGET}
    state = standing(units, ground={"terrain": "urban"})
    assert reasons(defence_strength(state, battle(state, INF))) == {"defence_urban": 16 + 16, "defence": 4}
    state = standing(units, ground={"terrain": "urban"}, mopups={TARGET: {"side": "allied", "number": 4}})
    assert defence_strength(state, battle(state, INF)).total == 8 + 4 + 8


@pytest.mark.rule("NW-2.3.2.1")
def test_a_defence_in_parentheses_counts_only_among_its_like() -> None:
    guns = ("DPRK A/620 Art Bde", "DPRK M/620 Art Bde")
    state = board("initiative.reaction_combat", {ROK_INF: "N3010", **dict.fromkeys(guns, TARGET)})
    assert defence_strength(state, battle(state, ROK_INF, side="allied")).total == 2
    state = board("initiative.reaction_combat", {ROK_INF: "N3010", guns[0]: TARGET, LIGHT: TARGET})
    assert defence_strength(state, battle(state, ROK_INF, side="allied")).total == 2  # the light infantry alone


@pytest.mark.rule("NW-9.7.3", "NW-2.3.2")
def test_a_reduced_unit_fights_with_its_other_face() -> None:
    state = standing({INF: {"hex": "N3010", "steps": 1}, ROK_INF: {"hex": TARGET, "steps": 1}})
    fight = battle(state, INF)
    assert (attack_strength(state, fight).total, defence_strength(state, fight).total) == (4, 4)


# -- odds ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-9.2.2.a", "NW-9.2.2.b")
@pytest.mark.parametrize(
    ("attack", "defence", "name", "rounded"),
    [
        (9, 5, "1.5:1", True),  # 1.8 to 1
        (10, 5, "2:1", False),
        (11, 5, "2:1", True),
        (5, 9, "1:2", True),
        (4, 8, "1:2", False),
        (1, 9, "1:3", True),
        (8, 8, "1:1", False),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, name: str, rounded: bool) -> None:
    found = odds("rough", attack, defence)
    assert (found.name, found.rounded) == (name, rounded)


@pytest.mark.rule("NW-9.2.2.2.a", "NW-9.2.2.2.b", "NWT-CRT")
@pytest.mark.parametrize("terrain", [*chart("combat")["terrain_shift"]])
def test_each_terrain_has_its_row_of_odds(terrain: str) -> None:
    printed = chart("combat")
    highest = printed["highest_odds"][terrain]
    most = int(highest.partition(":")[0])
    assert odds(terrain, most, 1).name == odds(terrain, most * 3, 1).name == highest
    assert odds(terrain, most, 1).column == odds(terrain, most * 3, 1).column == 13
    assert odds(terrain, 1, 9).column == 1 + printed["terrain_shift"][terrain]


@pytest.mark.rule("NW-9.2.2.2.b", "NWT-CRT")
def test_eight_to_one_into_highland_is_the_last_column() -> None:
    assert (odds("highland", 8, 1).name, odds("highland_woods", 36, 1).name) == ("8:1", "8:1")
    assert odds("highland", 8, 1).rounded is False
    assert odds("highland", 36, 1).rounded is True


@pytest.mark.rule("NWT-CRT")
def test_the_combat_table_is_whole() -> None:
    printed = chart("combat")
    assert [int(row) for row in printed["rows"]] == [*range(-3, 13)]
    assert all(len(cells) == 13 for cells in printed["rows"].values())
    assert printed["rows"]["-3"][0] == "1/1R"
    assert printed["rows"]["12"][0] == "4/-"


@pytest.mark.rule("NW-9.4.2", "NW-9.4.3")
def test_across_a_river_there_is_no_bonus_to_be_halved() -> None:
    state = standing({ARM: "N3010", ROK_INF: TARGET}, facts={"sides": {f"N3010-{TARGET}": {"river": True}}})
    one = attack_of(state, key(state, ARM), battle(state, ARM))
    assert (one.rule, one.amount) == ("NW-9.4.1", 3)


@pytest.mark.rule("NW-2.3.1", "NW-2.3.2", "NW-2.3.2.1", "NW-9.4.5", "NW-9.4")
def test_every_part_of_a_strength_names_its_unit() -> None:
    urban = {"terrain": "urban", "country": "ROK", "features": ["urban"]}
    for ground, defender in ((None, ROK_INF), (urban, ROK_INF), (None, "ROK JFC HQ")):
        units = {INF: "N3010", defender: TARGET, ROK_MECH: TARGET}
        state = standing(units, ground=ground)
        fight = battle(state, INF)
        for parts in (attack_strength(state, fight).parts, defence_strength(state, fight).parts):
            named = [ref for part in parts for ref in part.points]
            assert len(named) == len(parts)
