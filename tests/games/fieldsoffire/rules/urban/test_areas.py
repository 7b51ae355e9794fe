"""Areas of urban cards."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.rules.ground.cover import crowding, has_room, place_cover
from sandtable.games.fieldsoffire.rules.urban.areas import areas_on, default_area, is_covered, is_town, towns
from sandtable.games.fieldsoffire.scenario import ground
from sandtable.games.fieldsoffire.scenario import town as layout
from sandtable.kernel import SeededDice
from tests.games.fieldsoffire.board import act, board, card, drafted, key, play
from tests.games.fieldsoffire.town import (
    COMPLEX,
    GARDEN,
    HALL,
    HOUSES,
    OFFICES,
    TERRACE,
    VILLA,
    area,
    town,
    where,
    words,
)

STREETS = {"street_n", "street_e", "street_s", "street_w"}


def areas_of(terrain: str) -> dict[str, int]:
    state = town(cards={"R2C2": terrain})
    return {state.covers[one].area: state.covers[one].value for one in areas_on(state, card(state, "R2C2"))}


@pytest.mark.rule("FF-13.0", "FF-13.1.a", "FF-13.1.c", "FF-13.3.c", "FF-13.3.f", "FF-13.3.b")
def test_every_kind_of_block_has_its_areas_with_their_own_cover() -> None:
    streets = dict.fromkeys(STREETS, 0)
    assert areas_of(HALL) == {**streets, "building_1": 6}
    assert areas_of(COMPLEX) == {**streets, "building_1": 6, "building_2": 6, "upper_1": 6, "upper_2": 6}
    assert areas_of(TERRACE) == {**streets, "building_1": 4, "building_2": 4, "roof_1": 1, "roof_2": 1}
    assert areas_of(HOUSES) == {**streets, "building_1": 3, "building_2": 3}
    assert areas_of(VILLA) == {**streets, "building_1": 5, "upper_1": 5, "courtyard": 1}
    assert areas_of(GARDEN) == {**streets, "building_1": 4, "courtyard": 2}
    assert areas_of(OFFICES)["roof_2"] == 2
    state = town(cards={"R2C2": OFFICES})
    raised = {state.covers[one].area for one in areas_on(state, card(state, "R2C2")) if state.covers[one].up}
    assert raised == {"upper_1", "upper_2", "roof_1", "roof_2"}


@pytest.mark.rule("FF-13.0")
def test_urban_and_ordinary_cards_lie_side_by_side_and_ordinary_ones_keep_their_rules() -> None:
    state = town({"1/1 PLT": "R1C1"}, {"R2C2": COMPLEX}, covers={1: {"at": "R1C1"}})
    assert towns(state) == {card(state, "R2C2")}
    assert not areas_on(state, card(state, "R1C1"))
    assert (is_town(state, card(state, "R2C2")), is_town(state, card(state, "R1C1"))) == (True, False)
    d = drafted(state)
    assert place_cover(d, card(state, "R1C1"), "basic") == 2, "areas do not use up the numbers of cover markers"
    inside = play(state, {"move_within": "1/1 PLT", "cover": 1}).state
    assert inside.units[key(inside, "1/1 PLT")].cover == 1


@pytest.mark.rule("FF-13.0")
def test_missions_without_a_town_know_no_urban_cards() -> None:
    plain = GAME.open("normandy_1")
    assert not plain.is_urban
    assert "cover" not in plain.names
    assert not any(one.town for one in plain.terrain.values())
    assert not is_town(board({"1/1 PLT": "R1C1"}), 0)
    by_hand = GAME.open("normandy_1", facts={"terrain": {"block": {"town": {"kind": "interior", "buildings": [4]}}}})
    assert by_hand.is_urban
    other = GAME.open("normandy_1", facts={"terrain": {"rise": {"elevation": 1}}})
    assert not other.is_urban
    urban = GAME.open("street_fight")
    assert urban.is_urban
    step = GAME.start(urban, SeededDice(b"town"))
    blocks = towns(step.state)
    assert blocks
    assert all(areas_on(step.state, one) for one in blocks)


@pytest.mark.rule("FF-13.1.a", "FF-13.0")
def test_whoever_stands_on_an_urban_card_is_in_an_area_of_it() -> None:
    state = town({"1/1 PLT": "R2C2", "NVA squad 1": {"at": "R3C3", "held": True}}, {"R2C2": COMPLEX, "R3C3": HALL})
    assert where(state, "1/1 PLT") == "R2C2 street_s"
    assert where(state, "NVA squad 1") == "R3C3 street_n"
    joined = town(
        {"1/1 PLT": "R2C2"}, {"R1C2": HALL, "R2C2": HALL}, markers={1: {"kind": "joined", "at": "R2C2", "value": 4}}
    )
    assert where(joined, "1/1 PLT") == "R2C2 street_n", "there is no southern street where the house goes on"
    assert default_area(joined, card(joined, "R1C2"), "friendly") == area(joined, "R1C2 street_s")
    assert default_area(joined, card(joined, "R1C2"), "enemy") == area(joined, "R1C2 street_e"), "nor a northern one"
    lost = drafted(state)
    lost.edit("units", key(state, "1/1 PLT"), cover=0)
    assert "in no area" in (GAME.broken(lost.now) or "")
    strayed = drafted(state)
    strayed.edit("units", key(state, "1/1 PLT"), cover=area(state, "R3C3 street_n"))
    assert "another card" in (GAME.broken(strayed.now) or "")


@pytest.mark.rule("FF-13.1.b", "FF-13.1.e")
@pytest.mark.parametrize(
    ("spot", "covered"),
    [("street_n", False), ("courtyard", False), ("building_1", True), ("upper_1", True)],
)
def test_streets_and_courtyards_are_no_cover(spot: str, covered: bool) -> None:
    state = town({"1 PLT HQ": f"R2C2 {spot}"}, {"R2C2": VILLA})
    assert is_covered(state, state.units[key(state, "1 PLT HQ")]) is covered
    ground = town({"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "cover": 1}}, covers={1: {"at": "R1C1"}})
    assert not is_covered(ground, ground.units[key(ground, "1 PLT HQ")])
    assert is_covered(ground, ground.units[key(ground, "1/1 PLT")])


@pytest.mark.rule("FF-13.1.e")
@pytest.mark.parametrize(("spot", "bonus"), [("street_n", 0), ("building_1", 1)])
def test_a_headquarters_draws_one_more_command_in_a_building_not_in_the_street(spot: str, bonus: int) -> None:
    from sandtable.games.fieldsoffire.rules.command.commands import draw_modifiers

    state = town({"1 PLT HQ": f"R2C2 {spot}", "NVA squad 1": {"at": "R4C4", "held": True}}, {"R2C2": HALL})
    found = {one.key: one.value for one in draw_modifiers(state, key(state, "1 PLT HQ"))}
    assert found.get("modifier.cover", 0) == bonus


@pytest.mark.rule("FF-13.1.d", "FF-13.8.1.i", "FF-13.8.1.c", "FF-5.1.5.b")
def test_both_sides_may_hold_an_area_and_crowd_it_each_for_itself_but_not_a_street() -> None:
    units: dict[str, Any] = {
        "1/1 PLT": "R2C2 building_1",
        "2/1 PLT": "R2C2 building_1",
        "NVA squad 1": "R2C2 building_1",
        "3/1 PLT": "R2C2 street_n",
        "1/2 PLT": "R2C2 street_n",
        "2/2 PLT": "R2C2 street_e",
    }
    state = town(units, {"R2C2": HALL})
    house, street = area(state, "R2C2 building_1"), area(state, "R2C2 street_n")
    assert has_room(state, house, key(state, "2/2 PLT"))
    assert (crowding(state, house, "friendly"), crowding(state, house, "enemy")) == (-3, 0)
    assert crowding(state, street, "friendly") == 0
    shared = town({"1/1 PLT": {"at": "R1C1", "cover": 1}, "NVA squad 1": "R1C1"}, covers={1: {"at": "R1C1"}})
    assert not has_room(shared, 1, key(shared, "NVA squad 1")), "a cover marker has one side under it"


@pytest.mark.rule("FF-13.1.a", "FF-13.1.c")
@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({"kind": "palace", "buildings": [1]}, "palace"),
        ({"kind": "complex", "buildings": [1]}, "1 building areas"),
        ({"kind": "interior", "buildings": [1, 2]}, "2 building areas"),
        ({"kind": "compound"}, "0 building areas"),
    ],
)
def test_a_block_that_cannot_be_is_an_error_that_says_why(row: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        ground.town_of(row)


@pytest.mark.rule("FF-13.1.c", "FF-13.1.a")
def test_a_compound_has_a_wall_and_a_yard_and_other_blocks_have_neither() -> None:
    compound = ground.town_of({"kind": "compound", "buildings": [5]})
    assert (compound.wall, compound.courtyard, compound.street, compound.roof) == (True, 0, 0, None)
    hall = ground.town_of({"kind": "interior", "buildings": [6], "courtyard": 3, "street": 1, "roof": 2})
    assert (hall.wall, hall.courtyard, hall.street, hall.roof) == (False, None, 1, 2)
    assert not ground.town_of({"kind": "compound", "buildings": [5], "wall": False}).wall


def test_areas_have_names_and_numbers_that_lead_back_to_them() -> None:
    state = town(cards={"R2C2": COMPLEX})
    number = area(state, "R2C2 upper_2")
    assert (layout.card_of(number), layout.word_of(number)) == (card(state, "R2C2"), "upper_2")
    assert words(state, [number]) == {"R2C2 upper_2"}
    action = act(state, {"move": "1/1 PLT", "to": "R2C2", "cover": "R2C2 street_w"})
    assert action.cover == area(state, "R2C2 street_w")  # type: ignore[attr-defined]


@pytest.mark.rule("FF-13.2.3.a", "FF-4.3.1.c")
@pytest.mark.parametrize(
    ("spot", "hears"), [("building_1", True), ("building_2", False), ("upper_1", False), ("street_n", False)]
)
def test_every_area_is_one_of_its_own_for_the_voice(spot: str, hears: bool) -> None:
    from sandtable.games.fieldsoffire.rules.command.orders import is_in_earshot

    state = town({"1 PLT HQ": "R2C2 building_1", "1/1 PLT": f"R2C2 {spot}"}, {"R2C2": COMPLEX})
    assert is_in_earshot(state, key(state, "1 PLT HQ"), key(state, "1/1 PLT")) is hears


@pytest.mark.rule("FF-13.0", "FF-13.1.a")
def test_cards_that_are_turned_up_are_laid_out_once_if_they_are_urban() -> None:
    from sandtable.games.fieldsoffire.rules.combat.settle import settle
    from sandtable.games.fieldsoffire.rules.ground.terrain import turn_up

    down: dict[str, Any] = {"terrain": "face down", "pile": "main"}
    state = town({}, {"R2C2": down, "R4C4": down}, piles={"main": {"rest": [385, 394]}})
    d = drafted(state, (394, 385))
    for name in ("R4C4", "R2C2"):
        turn_up(d, card(state, name))
    assert towns(d.now) == {card(state, "R2C2")}
    assert not areas_on(d.now, card(state, "R4C4"))
    house = area(state, "R2C2 building_1")
    d.edit("covers", house, scored=True)
    settle(d)
    assert d.now.covers[house].scored, "it is not laid out anew"
