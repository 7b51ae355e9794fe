"""Seeking cover."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from tests.games.fieldsoffire.board import board, card, key, play, why

COPSE = {"terrain": {"copse": {"cover": {"potential": 1, "draw": 3, "kind": "basic"}}}}
CARDS = {"R1C1": {"terrain": "copse"}}


def seek(state: FieldsState, deck: list[int], name: str = "1/1 PLT") -> FieldsState:
    return play(state, {"seek_cover": name}, deck=deck).state


@pytest.mark.rule("FF-4.2.2e", "FF-4.2.2e.draw", "FF-4.2.2e.ok", "FF-2.8.2.cover", "FF-5.3.1")
def test_as_many_cards_as_the_terrain_prints_are_drawn_for_the_word() -> None:
    state = board({"1/1 PLT": "R1C1"}, facts=COPSE, cards=CARDS)
    found = seek(state, deck=[2, 3, 43])
    unit = found.units[key(state, "1/1 PLT")]
    cover = found.covers[unit.cover]
    assert (unit.exposed, cover.kind, cover.value, cover.found, cover.at) == (
        True,
        "basic",
        1,
        True,
        card(state, "R1C1"),
    )
    veteran = board({"1/1 PLT": {"at": "R1C1", "experience": 1}}, facts=COPSE, cards=CARDS)
    assert seek(veteran, deck=[2, 3, 4, 43]).covers


@pytest.mark.rule("FF-4.2.2e.fail")
def test_who_finds_nothing_is_neither_covered_nor_exposed() -> None:
    state = board({"1/1 PLT": "R1C1"}, facts=COPSE, cards=CARDS)
    unit = seek(state, deck=[2, 3, 4]).units[key(state, "1/1 PLT")]
    assert (unit.cover, unit.exposed) == (0, False)


@pytest.mark.rule("FF-4.2.2e.cond", "FF-5.1.1.c", "FF-5.3.a")
def test_nobody_seeks_from_under_cover_or_where_none_is_left() -> None:
    covers = {1: {"at": "R1C1", "found": True}}
    state = board({"1/1 PLT": {"at": "R1C1", "cover": 1}, "2/1 PLT": "R1C1"}, facts=COPSE, cards=CARDS, covers=covers)
    assert why(state, {"seek_cover": "1/1 PLT"}).rule == "FF-5.1.1.c"
    assert why(state, {"seek_cover": "2/1 PLT"}).rule == "FF-4.2.2e.cond"


@pytest.mark.rule("FF-4.2.2e.cond", "FF-5.1.2.d", "FF-4.2.5.pinned.mv")
def test_exposed_and_pinned_men_may_seek_and_paralyzed_ones_may_not() -> None:
    units: dict[str, Any] = {
        "1/1 PLT": {"at": "R1C1", "exposed": True},
        "2/1 PLT": {"at": "R1C1", "pinned": True},
        "Paralyzed Team 1": "R1C1",
    }
    state = board(units, facts=COPSE, cards=CARDS)
    for name in ("1/1 PLT", "2/1 PLT"):
        assert seek(state, deck=[2, 3, 43], name=name).covers
    assert why(state, {"seek_cover": "Paralyzed Team 1"}).rule == "FF-4.2.5.paralyzed"


@pytest.mark.rule("FF-5.3.3", "FF-5.3.3.ms", "FF-5.2.2.B.a", "FF-5.2.2.B.b", "FF-5.3.e")
@pytest.mark.parametrize(
    ("facts", "last", "kinds"),
    [
        ({}, 1, ["strong_building"]),
        ({}, 50, ["basic"]),
        ({"multi_story": True}, 1, ["strong_building", "upper_story"]),
        ({"multi_story": True}, 50, ["basic"]),
        ({"observation_post": True}, 1, ["strong_building", "church_tower"]),
    ],
)
def test_among_houses_a_table_says_what_is_found(facts: dict[str, bool], last: int, kinds: list[str]) -> None:
    town = {"terrain": {"town": {"type": "village", "cover": {"potential": 3, "draw": 1, "kind": "urban"}, **facts}}}
    state = board({"1/1 PLT": "R1C1"}, facts=town, cards={"R1C1": {"terrain": "town"}})
    found = seek(state, deck=[7, last]).covers
    assert [cover.kind for cover in found.values()] == kinds
    assert [cover.found for cover in found.values()] == [True, False][: len(kinds)]
    assert len({cover.value for cover in found.values()}) == 1


@pytest.mark.rule("FF-5.3.3", "FFT-urban-cover")
@pytest.mark.parametrize(("card_number", "kind"), [(1, "strong_building"), (22, "strong_building"), (50, "basic")])
def test_the_table_of_the_series_rules_can_be_chosen(card_number: int, kind: str) -> None:
    from sandtable.games.fieldsoffire.game import GAME
    from sandtable.games.fieldsoffire.rules.ground.seeking import urban_cover
    from sandtable.kernel import Draft, ScriptedDice, SeededDice

    scenario = GAME.open("normandy_1", {"seed_urban_cover": True})
    d = Draft(GAME.start(scenario, SeededDice(b"x")).state, ScriptedDice((), [card_number]), "company")
    assert urban_cover(d, "village")[0] == kind


@pytest.mark.rule("FF-4.2.2e.ok", "FF-5.1.6.A.cas")
def test_whom_a_squad_carries_comes_into_cover_with_it() -> None:
    hurt = {"at": "R1C1", "aboard": "1/1 PLT"}
    state = board({"1/1 PLT": "R1C1", "Casualty 1": hurt}, facts=COPSE, cards=CARDS)
    found = seek(state, deck=[2, 3, 43])
    assert found.units[key(state, "Casualty 1")].cover == found.units[key(state, "1/1 PLT")].cover == 1


@pytest.mark.rule("FF-7.9.1.f")
def test_who_looks_for_cover_in_a_minefield_is_checked_when_he_finds_it() -> None:
    mines = {1: {"kind": "mines", "at": "R1C1"}}
    state = board({"1/1 PLT": "R1C1"}, facts=COPSE, cards=CARDS, markers=mines)
    found = seek(state, deck=[2, 3, 43, 4, 1, 5])
    assert [marker.unit for marker in found.markers.values()] == [0, key(state, "1/1 PLT")]
    lost = seek(state, deck=[2, 3, 4])
    assert len(lost.markers) == 1


@pytest.mark.rule("FF-5.2.2.B.a", "FF-5.2.2.B.c", "FF-5.2.2.B.b")
@pytest.mark.parametrize(
    ("facts", "name", "up", "last", "kind"),
    [
        ({"multi_story": True}, "1/1 PLT", "yes", 1, "upper_story"),
        ({"multi_story": True}, "1/1 PLT", "no", 1, "strong_building"),
        ({"multi_story": True}, "1/1 PLT", "yes", 50, "basic"),
        ({"observation_post": True}, "1/1 PLT", "yes", 1, "strong_building"),
        ({"observation_post": True}, "1/LMG (.30 cal)", "yes", 1, "church_tower"),
    ],
)
def test_who_finds_a_house_may_go_straight_upstairs(
    facts: dict[str, bool], name: str, up: str, last: int, kind: str
) -> None:
    town = {"terrain": {"town": {"type": "village", "cover": {"potential": 3, "draw": 1, "kind": "urban"}, **facts}}}
    state = board({name: "R1C1"}, facts=town, cards={"R1C1": {"terrain": "town"}})
    found = play(state, {"seek_cover": name, "up": up}, deck=[7, last]).state
    assert found.covers[found.units[key(state, name)].cover].kind == kind
    plain = board({name: "R1C1"}, facts=COPSE, cards=CARDS)
    assert why(plain, {"seek_cover": name, "up": "yes"}).rule == "FF-4.2.2e"


@pytest.mark.rule("FF-5.2.2.B.a")
@pytest.mark.parametrize(
    ("cover", "storeys", "found"), [("urban", True, True), ("urban", False, False), ("basic", True, False)]
)
def test_only_houses_of_several_storeys_have_an_upstairs(cover: str, storeys: bool, found: bool) -> None:
    from sandtable.games.fieldsoffire.rules.ground.seeking import has_storeys
    from sandtable.games.fieldsoffire.rules.ground.sight import unit_level

    kind = {"type": "village", "cover": {"potential": 1, "draw": 1, "kind": cover}, "multi_story": storeys}
    cards = {"R1C1": {"terrain": "town"}, "R4C3": {"terrain": 0, "pile": "main"}}
    above = {1: {"at": "R1C1", "kind": "upper_story", "up": True}}
    units = {"1/1 PLT": {"at": "R1C1", "cover": 1}, "2/1 PLT": "R1C1"}
    state = board(units, facts={"terrain": {"town": kind}}, cards=cards, covers=above)
    assert has_storeys(state, card(state, "R1C1")) is found
    assert not has_storeys(state, card(state, "R4C3"))
    assert [unit_level(state, key(state, name)) for name in units] == [2, 1]
