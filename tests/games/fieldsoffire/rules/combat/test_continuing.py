"""Fire that goes on: when it stops, shifts, is pulled back or follows."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.ground import movement
from tests.games.fieldsoffire.board import board, built, card, drafted, fire_of, firing, key, play

SQUAD = "German Grenadier squad 4/Gp"
OTHER = "German Grenadier squad 1/Gp"
MG = "German HMG team 1"


@pytest.mark.rule("FF-6.1.2.a4", "FF-6.1.2.a")
def test_a_spotted_opponent_on_the_own_card_draws_all_fire_there() -> None:
    state = board(
        {
            "1/1 PLT": "R1C1",
            "1/LMG (.30 cal)": "R1C1",
            SQUAD: {"at": "R3C1", "held": True},
            "German Assault Team 1": "R1C1",
        },
        fires={"1/1 PLT": {"at": "R3C1"}, "1/LMG (.30 cal)": {"at": "R3C1"}},
    )
    assert fire_of(state, "1/1 PLT") == fire_of(state, "1/LMG (.30 cal)") == "R1C1"


@pytest.mark.rule("FF-6.1.2.a4")
def test_an_unspotted_opponent_on_the_own_card_draws_no_fire_until_he_is_spotted() -> None:
    units = {
        "1/1 PLT": "R1C1",
        SQUAD: {"at": "R3C1", "held": True},
        "German Litter Team 1": {"at": "R1C1", "unspotted": True},
    }
    state = board(units, fires={"1/1 PLT": {"at": "R3C1"}})
    assert fire_of(state, "1/1 PLT") == "R3C1"
    d = drafted(state)
    d.edit("units", key(state, "German Litter Team 1"), unspotted=False)
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R1C1"


@pytest.mark.rule("FF-6.1.2.a6", "FF-5.3.2.c", "FF-5.3.2.f")
def test_a_gun_in_a_bunker_and_a_mortar_fire_on_when_opponents_enter_their_card() -> None:
    state = board(
        {
            "1/LMG (.30 cal)": {"at": "R1C1", "cover": 1},
            "60mm Mtr Sec": "R1C1",
            SQUAD: {"at": "R2C1", "held": True},
            "German Assault Team 1": "R1C1",
        },
        scenario="normandy_1",
        covers={1: {"at": "R1C1", "kind": "bunker", "value": 3, "capacity": 4, "facing": 0}},
        fires={"1/LMG (.30 cal)": {"at": "R2C1"}, "60mm Mtr Sec": {"at": "R2C1"}},
    )
    assert fire_of(state, "1/LMG (.30 cal)") == "R2C1"
    assert fire_of(state, "60mm Mtr Sec") == "R2C1"


@pytest.mark.rule("FF-5.3.2.c", "FF-5.3.2.d", "FF-6.1.2.a4", "FF-6.3.5.a", "FF-6.3.4.b")
def test_the_worked_example_of_the_bunker() -> None:
    """A machine gun in a bunker and a squad outside fire ahead; an Assault Team slips in, and later out again."""
    units = {
        "1/LMG (.30 cal)": {"at": "R1C2", "cover": 1},
        "2/1 PLT": "R1C2",
        SQUAD: {"at": "R2C2", "held": True},
        "German Assault Team 1": {"at": "R1C2"},
    }
    state = board(
        units,
        covers={1: {"at": "R1C2", "kind": "bunker", "value": 3, "capacity": 4, "facing": 0}},
        fires={"1/LMG (.30 cal)": {"at": "R2C2"}, "2/1 PLT": {"at": "R2C2"}},
    )
    assert fire_of(state, "2/1 PLT") == "R1C2"
    assert fire_of(state, "1/LMG (.30 cal)") == "R2C2"
    d = drafted(state)
    movement.move(d, key(state, "German Assault Team 1"), card(state, "R1C3"))
    settle(d)
    assert fire_of(d.now, "2/1 PLT") == "R2C2"


@pytest.mark.rule("FF-6.1.2.a2")
def test_a_unit_that_moves_breaks_off_and_opens_fire_anew() -> None:
    state = board(
        {"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True}, OTHER: {"at": "R1C3", "held": True}}, deck=[1]
    )
    assert fire_of(state, "1/1 PLT") == "R3C1"
    moved = play(state, {"move": "1/1 PLT", "to": "R1C2"}).state
    assert fire_of(moved, "1/1 PLT") == "R1C3"
    away = play(
        board({"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True}}), {"move": "1/1 PLT", "to": "R1C2"}
    ).state
    assert firing(away) == {}


@pytest.mark.rule("FF-6.1.2.a3", "FF-5.2.1.i")
def test_smoke_on_the_line_pulls_the_fire_back_to_it() -> None:
    state = board(
        {"1/LMG (.30 cal)": "R1C1", SQUAD: {"at": "R3C1", "held": True}},
        fires={"1/LMG (.30 cal)": {"at": "R3C1"}},
        markers={1: {"kind": "incoming", "at": "R2C1", "value": -3}},
    )
    assert fire_of(state, "1/LMG (.30 cal)") == "R2C1"


@pytest.mark.rule("FF-6.1.2.d")
def test_a_mortar_that_is_blinded_ceases_fire_because_it_cannot_fire_at_its_own_card() -> None:
    state = board(
        {"60mm Mtr Sec": "R1C1", SQUAD: {"at": "R2C1", "held": True}},
        scenario="normandy_1",
        fires={"60mm Mtr Sec": {"at": "R2C1"}},
        markers={1: {"kind": "smoke", "at": "R1C1", "value": 2}},
    )
    assert firing(state) == {}


@pytest.mark.rule("FF-6.1.2.a5")
def test_own_men_who_walk_into_the_line_take_the_fire_and_give_it_back_when_they_leave() -> None:
    state = board(
        {"1/1 PLT": "R1C1", "2/1 PLT": "R2C2", SQUAD: {"at": "R3C1", "held": True}}, fires={"1/1 PLT": {"at": "R3C1"}}
    )
    entered = play(state, {"move": "2/1 PLT", "to": "R2C1"}).state
    assert fire_of(entered, "1/1 PLT") == "R2C1"
    d = drafted(entered)
    movement.move(d, key(state, "2/1 PLT"), card(state, "R2C2"))
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R3C1"


@pytest.mark.rule("FF-6.3.4.a", "FF-6.3.4.d", "FF-6.3.4.c")
def test_fire_follows_along_the_line_and_stays_behind_when_the_target_leaves_it() -> None:
    state = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R2C1", "held": True}}, fires={"1/1 PLT": {"at": "R2C1"}})
    d = drafted(state)
    movement.move(d, key(state, SQUAD), card(state, "R3C1"))
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R3C1"
    d.edit("units", key(state, SQUAD), exposed=False)
    movement.move(d, key(state, SQUAD), card(state, "R4C1"))
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R3C1"
    aside = drafted(state)
    movement.move(aside, key(state, SQUAD), card(state, "R2C2"))
    settle(aside)
    assert fire_of(aside.now, "1/1 PLT") == "R2C1"


@pytest.mark.rule("FF-6.3.4.b")
def test_point_blank_fire_follows_the_last_opponent_in_any_direction() -> None:
    state = board({"1/1 PLT": "R2C2", SQUAD: {"at": "R2C2", "held": True}}, fires={"1/1 PLT": {"at": "R2C2"}})
    d = drafted(state)
    movement.move(d, key(state, SQUAD), card(state, "R1C3"))
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R1C3"
    told = [entry for entry in d.entries if entry.key == "log.fire_followed"]
    assert [entry.rule for entry in told] == ["FF-6.3.4.b"]


@pytest.mark.rule("FF-6.3.4.b")
def test_point_blank_fire_stays_while_another_opponent_is_there() -> None:
    units = {"1/1 PLT": "R2C2", SQUAD: {"at": "R2C2", "held": True}, "German Litter Team 1": "R2C2"}
    state = board(units, fires={"1/1 PLT": {"at": "R2C2"}})
    d = drafted(state)
    movement.move(d, key(state, SQUAD), card(state, "R1C3"))
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R2C2"


@pytest.mark.rule("FF-6.3.5", "FF-6.3.4.b", "FF-6.2.4.b", "FF-6.1.1.b3")
def test_the_worked_example_of_several_directions() -> None:
    """A German squad leaves the wood for the village: fire follows it, and it opens fire on the wood."""
    units = {
        "1/1 PLT": "R2C2",
        "1/LMG (.30 cal)": "R2C4",
        SQUAD: "R2C2",
    }
    state = board(units, fires={"1/1 PLT": {"at": "R2C2"}, "1/LMG (.30 cal)": {"at": "R2C2"}, SQUAD: {"at": "R2C2"}})
    d = drafted(state)
    movement.move(d, key(state, SQUAD), card(state, "R3C2"))
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R3C2"
    assert fire_of(d.now, "1/LMG (.30 cal)") == "R2C2"
    assert fire_of(d.now, SQUAD) == "R2C2"
    from sandtable.games.fieldsoffire.rules.combat.volume import is_crossfire

    assert is_crossfire(d.now, card(state, "R2C2"))


@pytest.mark.rule("FF-7.2.1.b", "FF-6.1.2.c")
def test_a_unit_that_can_fire_no_longer_ceases_fire() -> None:
    state = board(
        {MG: {"at": "R4C1", "exposed": True}, "1/1 PLT": {"at": "R2C1", "held": True}}, fires={MG: {"at": "R2C1"}}
    )
    assert firing(state) == {}


@pytest.mark.rule("FF-6.1.2.a", "FF-3.0.a")
def test_every_shift_is_told_with_its_paragraph() -> None:
    step = built(
        {"1/1 PLT": "R1C1", SQUAD: {"at": "R1C1", "held": True}},
        fires={"1/1 PLT": {"at": "R3C1"}},
    )
    (told,) = [entry for entry in step.entries if entry.key == "log.fire_shifted"]
    assert (told.rule, told.params["why"]) == ("FF-6.1.2.a4", "point_blank")


@pytest.mark.rule("FF-7.2.3.b")
def test_a_gun_ordered_to_fire_over_nearer_opponents_does_so_while_the_levels_allow() -> None:
    units = {"German 88mm 1": "R1C1", "1/1 PLT": {"at": "R2C1", "held": True}, "2/1 PLT": {"at": "R3C1", "held": True}}
    hill = {"R1C1": {"hills": 1}}
    by_itself = board(units, cards=hill, fires={"German 88mm 1": {"at": "R3C1"}})
    assert fire_of(by_itself, "German 88mm 1") == "R2C1"
    ordered = board(units, cards=hill, fires={"German 88mm 1": {"at": "R3C1", "over": True}})
    assert fire_of(ordered, "German 88mm 1") == "R3C1"
    flat = board(units, fires={"German 88mm 1": {"at": "R3C1", "over": True}})
    assert fire_of(flat, "German 88mm 1") == "R2C1"
