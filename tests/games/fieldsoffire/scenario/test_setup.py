"""The opening position of a mission."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import NO_CONTACT, FieldsState
from sandtable.games.fieldsoffire.rules.ground.loads import is_too_much, load_of
from sandtable.games.fieldsoffire.scenario.board import SCENARIOS
from sandtable.games.fieldsoffire.scenario.ground import row_of
from sandtable.games.fieldsoffire.scenario.setup import as_supplied, contact_letter
from sandtable.kernel import SeededDice
from sandtable.kernel.state import bind


def opening(name: str, **options: object) -> FieldsState:
    scenario = GAME.open(name, options)
    return GAME.setup(scenario, SeededDice(b"setup"))


@pytest.mark.rule("FF-2.2", "FF-2.2.1.c", "FF-1.2.1", "FF-5.2.a")
@pytest.mark.parametrize(("name", "rows", "columns"), [("keep_up_the_fire", 4, 4), ("normandy_1", 3, 4)])
def test_the_map_is_a_grid_of_cards_with_a_staging_area_below_it(name: str, rows: int, columns: int) -> None:
    state = opening(name)
    ground = [card for card, row in state.cards.items() if not row.kind]
    assert len(ground) == rows * columns
    assert [row_of(card) for card, row in state.cards.items() if row.kind == "staging"] == [0] * columns
    assert all(not state.cards[card].terrain for card in ground), "both missions lay their cards face down"


@pytest.mark.rule("FF-2.2.2.b", "FF-8.2.1.a")
def test_every_row_has_the_contact_markers_of_its_mission() -> None:
    state = opening("keep_up_the_fire")
    letters = {row_of(card): row.contact for card, row in state.cards.items() if not row.kind}
    assert letters == {1: "C", 2: "B", 3: "A", 4: "B"}
    assert all(row.contested for row in state.cards.values() if not row.kind)


@pytest.mark.rule("FF-2.3.1", "FF-2.3.5.a", "FF-2.3.5.b", "FF-2.3.2.b", "FF-2.2.2.c")
def test_the_company_starts_in_the_staging_area_with_experience_and_ammunition_of_the_briefing() -> None:
    from sandtable.kernel.naming import find

    state = bind(opening("normandy_1"), GAME.open("normandy_1"))
    scenario = state.board

    def unit(name: str) -> object:
        return state.units[int(find(scenario, "unit", name))]

    assert {row_of(one.at) for one in state.units.values()} == {0}
    assert unit("CO HQ").experience == -1  # type: ignore[attr-defined]
    assert unit("CO 1st SGT").experience == 1  # type: ignore[attr-defined]
    assert unit("1/LMG (.30 cal)").ammo == 4  # type: ignore[attr-defined]
    assert unit("ARTY FO").experience == 0  # type: ignore[attr-defined]
    assert state.activity == NO_CONTACT
    assert len(state.commands) == 6
    assert not any(one.activated or one.saved for one in state.commands.values())


@pytest.mark.rule("FF-2.1.b")
def test_the_mortars_of_normandy_come_as_a_section_or_as_teams() -> None:
    section, teams = opening("normandy_1"), opening("normandy_1", mortar_teams=True)
    assert len(teams.units) == len(section.units) + 2


@pytest.mark.rule("FF-8.2.1.b", "FF-8.2.1.b1")
def test_hidden_letters_come_from_a_pool_of_sixteen_of_each() -> None:
    plan = {"pc": {"mode": "random", "letters": ["A", "B", "C"]}}
    scenario = GAME.open("keep_up_the_fire", {}, {"mission": {"setup": plan}, "map": {"rows": 5, "columns": 5}})
    state = GAME.setup(scenario, SeededDice(b"letters"))
    assert {row.contact for row in state.cards.values() if not row.kind} == {"?"}
    assert state.piles["contacts"].rest == (1,) * 16 + (2,) * 16 + (3,) * 16
    assert contact_letter(scenario, scenario.ground[0]) == "?"


@pytest.mark.rule("FF-2.3.4.a")
@pytest.mark.parametrize("name", ["keep_up_the_fire", "normandy_1"])
def test_radios_are_with_those_on_their_net_and_nobody_carries_more_than_he_can(name: str) -> None:
    scenario = GAME.open(name)
    state = bind(opening(name), scenario)
    assert all(asset.net in scenario.types[asset.holder].nets for asset in state.assets.values() if asset.net)
    assert not any(is_too_much(state, key, load_of(state, key)) for key in state.units)


@pytest.mark.rule("FF-2.4.1.A.points", "FF-2.4.1.A.lod")
def test_objectives_and_attack_position_stand_in_the_rows_of_the_mission() -> None:
    state = opening("keep_up_the_fire")
    rows = {name: row_of(place) for name, place in state.controls.items()}
    assert rows == {"primary": 4, "secondary": 4, "attack_position": 3, "ccp": 0}
    assert state.controls["primary"] != state.controls["secondary"]


@pytest.mark.rule("FF-2.2.1.a", "FF-2.2.1.d")
def test_cards_lie_face_up_unless_the_mission_says_otherwise_and_hills_take_a_card() -> None:
    terrain = {"terrain": {"deck": "normandy", "face": "up"}}
    scenario = GAME.open("normandy_1", {}, {"mission": {"setup": terrain}, "map": {"rows": 6, "columns": 7}})
    state = GAME.setup(scenario, SeededDice(b"hills"))
    ground = [row for row in state.cards.values() if not row.kind]
    assert all(row.terrain and not scenario.terrain[row.terrain].is_hill for row in ground)
    assert any(row.hills for row in ground)


@pytest.mark.rule("FF-5.2.c")
def test_cards_that_the_briefing_names_lie_face_up_from_the_start() -> None:
    known = bind(opening("naktong_river_1"), GAME.open("naktong_river_1"))
    rows = {row_of(card) for card, row in known.cards.items() if not row.kind and row.terrain}
    assert rows == {1}
    assert all(known.cards[card].terrain for card in known.board.ground if row_of(card) == 1)


@pytest.mark.rule("FF-9.2.e")
@pytest.mark.parametrize(
    ("name", "lamps"),
    [("normandy_1", 0), ("normandy_3", 8), ("heartbreak_ridge_2", 8), ("heartbreak_ridge_1", 0), ("vietnam_3", 0)],
)
def test_lights_are_handed_out_where_a_turn_is_as_dark_as_night(name: str, lamps: int) -> None:
    state = opening(name)
    kinds = [asset.kind for asset in state.assets.values()]
    assert (kinds.count("illum"), "smoke" in kinds) == (lamps, True)


@pytest.mark.rule("FF-1.2.5.c")
def test_every_headquarters_and_staff_unit_has_one_command_marker() -> None:
    state = bind(opening("normandy_1"), GAME.open("normandy_1"))
    leaders = {key for key in state.units if state.board.types[key].commands}
    assert set(state.commands) == leaders
    assert {state.board.types[key].kind for key in leaders} == {"co_hq", "co_staff", "plt_hq"}
    assert all(row.saved == 0 and not row.activated for row in state.commands.values())


@pytest.mark.rule("FF-7.18.b", "FF-2.3.1")
@pytest.mark.parametrize("name", [name for name in SCENARIOS if name != "keep_up_the_fire"])
def test_every_weapon_that_counts_its_ammunition_starts_with_some(name: str) -> None:
    state, kinds = opening(name), GAME.open(name, {}).types
    empty = [key for key, unit in state.units.items() if kinds[key].ammo and not unit.ammo]
    assert {kinds[key].name for key in empty} <= {"Engineers"}, "they have charges and fuel"


@pytest.mark.rule("FF-7.18.1.G")
def test_a_tank_lent_to_a_mission_that_does_not_know_it_has_what_others_of_its_campaign_give() -> None:
    scenario = GAME.open("normandy_1", {}, {"mission": {"attachments": ["Tank"]}})
    tank = next(key for key, kind in scenario.types.items() if kind.ammo_key == "Tank")
    assert as_supplied(scenario, tank).ammo == 5
