"""Volumes of fire on cards, and where they come from."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.combat.volume import entries, is_crossfire, lines_of_fire, marked, volumes
from tests.games.fieldsoffire.board import board, card

SQUAD = "German Grenadier squad 4/Gp"
MG = "German HMG team 1"


def kinds(state, name):  # type: ignore[no-untyped-def]
    return [(one.kind, one.value, one.against) for one in volumes(state).get(card(state, name), ())]


@pytest.mark.rule("FF-6.2.1.a", "FF-6.2.2", "FF-6.2.2.s", "FF-6.2.2.a", "FF-6.2.2.h")
def test_fire_from_outside_lies_on_the_whole_card_with_its_printed_value() -> None:
    state = board(
        {"1/1 PLT": {"at": "R2C2", "held": True}, SQUAD: "R2C3", "German LMG team 1": "R3C3", "German 88mm 1": "R3C2"},
        deck=[1, 2],
    )
    assert kinds(state, "R2C2") == [("A", -1, ""), ("H", -3, ""), ("S", 0, "")]


@pytest.mark.rule("FF-6.2.1.b")
def test_fire_on_the_own_card_touches_the_other_side_only() -> None:
    state = board({"1/1 PLT": "R2C2", SQUAD: "R2C2"})
    assert kinds(state, "R2C2") == [("S", 0, "enemy"), ("S", 0, "friendly")]


@pytest.mark.rule("FF-6.2.2.as", "FF-7.1", "FF-7.1.a")
def test_assault_rifles_are_automatic_weapons_at_point_blank_only() -> None:
    rifles = "German Fallschirmjäger squad 5/Gp"
    near = board({rifles: "R2C2", "1/1 PLT": {"at": "R2C2", "held": True}})
    assert kinds(near, "R2C2") == [("A", -1, "friendly")]
    far = board({rifles: "R3C2", "1/1 PLT": {"at": "R2C2", "held": True}})
    assert kinds(far, "R2C2") == [("S", 0, "")]


@pytest.mark.rule("FF-6.2.2.pin", "FF-4.2.5.pinned.vof", "FF-6.4.2.B.a")
def test_a_pinned_unit_fires_a_pinned_volume() -> None:
    state = board({MG: {"at": "R3C2", "pinned": True}, "1/1 PLT": {"at": "R2C2", "held": True}})
    assert kinds(state, "R2C2") == [("pinned", 2, "")]


@pytest.mark.rule("FF-6.2.4.b", "FF-6.2.4.g")
def test_fire_from_two_directions_is_crossfire_and_from_one_it_is_not() -> None:
    target = {"1/1 PLT": {"at": "R2C2", "held": True}}
    one = board(
        {**target, SQUAD: "R2C3", "German LMG team 1": "R2C4"},
        fires={SQUAD: {"at": "R2C2"}, "German LMG team 1": {"at": "R2C2"}},
    )
    assert not is_crossfire(one, card(one, "R2C2"))
    two = board({**target, SQUAD: "R2C3", "German LMG team 1": {"at": "R2C1", "pinned": True}})
    assert is_crossfire(two, card(two, "R2C2"))
    above = board({**target, SQUAD: "R2C3"}, markers={1: {"kind": "indirect", "at": "R2C2", "by": SQUAD}})
    assert not is_crossfire(above, card(above, "R2C2"))
    inside = board({**target, SQUAD: "R2C2", "German LMG team 1": "R2C3"})
    assert not is_crossfire(inside, card(inside, "R2C2"))


@pytest.mark.rule("FF-6.2.4.b")
def test_fire_of_both_sides_makes_a_crossfire() -> None:
    state = board(
        {"1/1 PLT": {"at": "R2C2", "held": True}, "2/1 PLT": "R1C2", SQUAD: "R2C3"},
        fires={"2/1 PLT": {"at": "R2C2"}, SQUAD: {"at": "R2C2"}},
    )
    assert is_crossfire(state, card(state, "R2C2"))


@pytest.mark.rule("FF-7.3.2.e")
def test_the_line_of_a_mortar_team_counts_for_crossfire_without_any_fire() -> None:
    state = board(
        {"1/60mm Mtr Tm": "R1C2", "2/1 PLT": "R2C1", SQUAD: {"at": "R2C2", "held": True}},
        markers={1: {"kind": "fire_line", "at": "R2C2", "by": "1/60mm Mtr Tm"}},
    )
    assert len(entries(state, card(state, "R2C2"))) == 2


@pytest.mark.rule("FF-7.2.2.a", "FF-7.2.2.c", "FF-7.2.2.e")
def test_a_tripod_gun_lays_its_fire_on_every_card_of_its_line_but_not_at_point_blank() -> None:
    state = board({MG: "R4C1", "1/1 PLT": {"at": "R2C1", "held": True}})
    for name in ("R3C1", "R2C1", "R1C1"):
        assert kinds(state, name) == [("A", -1, "")]
    near = board({MG: "R4C1", "1/1 PLT": {"at": "R4C1", "held": True}})
    assert kinds(near, "R4C1") == [("A", -1, "friendly")]
    assert kinds(near, "R3C1") == []


@pytest.mark.rule("FF-7.2.4.b", "FF-7.2.4.g", "FF-7.2.4.b2")
def test_a_final_protective_line_is_heavy_fire_along_its_diagonal_even_at_night() -> None:
    gun = {"at": "R1C1", "protective": 1, "protecting": True}
    state = board({".50 cal HMG": gun}, scenario="normandy_1", tracks={"turn": 1, "light": "moon4"})
    for name in ("R2C2", "R3C3"):
        assert kinds(state, name) == [("protective", -3, "")]
    silent = board({".50 cal HMG": {**gun, "protecting": False}}, scenario="normandy_1")
    assert volumes(silent) == {}


@pytest.mark.rule("FF-6.2.3", "FF-6.2.1.c")
def test_markers_of_special_fire_mark_their_card() -> None:
    state = board(
        {"1/1 PLT": "R2C2"}, markers={1: {"kind": "mines", "at": "R2C2"}, 2: {"kind": "signal", "at": "R1C1"}}
    )
    assert marked(state) == {card(state, "R2C2")}


def test_lines_of_fire_join_neighbouring_cards_of_the_way() -> None:
    state = board({SQUAD: "R3C3", "1/1 PLT": {"at": "R1C1", "held": True}})
    a, b, c = (card(state, name) for name in ("R3C3", "R2C2", "R1C1"))
    assert lines_of_fire(state) == {(a, b), (b, a), (b, c), (c, b)}


@pytest.mark.rule("FF-6.2.4.b", "FF-7.3.2.e")
def test_other_markers_and_lines_laid_elsewhere_make_no_crossfire() -> None:
    units = {"1/60mm Mtr Tm": "R1C2", "2/1 PLT": "R2C1", SQUAD: {"at": "R2C2", "held": True}}
    elsewhere = board(units, markers={1: {"kind": "fire_line", "at": "R2C3", "by": "1/60mm Mtr Tm"}})
    assert not is_crossfire(elsewhere, card(elsewhere, "R2C2"))
    miss = board(units, markers={1: {"kind": "grenade_miss", "at": "R2C2", "by": "1/60mm Mtr Tm"}})
    assert not is_crossfire(miss, card(miss, "R2C2"))


@pytest.mark.rule("FF-6.2.4.b", "FF-7.3.2.e")
def test_the_line_of_a_mortar_team_that_has_left_makes_no_crossfire() -> None:
    line = {1: {"kind": "fire_line", "at": "R2C2", "by": "1/60mm Mtr Tm"}}
    units = {"1/1 PLT": "R2C2", "German Grenadier squad 4/Gp": "R3C2"}
    there = board({**units, "1/60mm Mtr Tm": "R1C2"}, markers=line)
    assert is_crossfire(there, card(there, "R2C2"))
    gone = board({**units, "1/60mm Mtr Tm": {"box": "off_map"}}, markers=line)
    assert not is_crossfire(gone, card(gone, "R2C2"))
