"""Who may order whom, and who hears whom."""

from __future__ import annotations

import pytest

from tests.games.fieldsoffire.board import board, card, key, play, why


@pytest.mark.rule("FF-4.1.b6", "FF-1.2.6.chain", "FF-4.0.lat")
def test_a_platoon_headquarters_orders_its_own_platoon_and_any_team() -> None:
    units = dict.fromkeys(("1 PLT HQ", "1/1 PLT", "1/2 PLT", "Assault Team 1", "CO HQ", "1/LMG (.30 cal)"), "R1C1")
    state = board(units, hq="1 PLT HQ")
    assert play(state, {"move": "1/1 PLT", "to": "R1C2"})
    assert play(state, {"move": "Assault Team 1", "to": "R1C2"})
    assert play(state, {"move": "1 PLT HQ", "to": "R1C2"})
    assert why(state, {"move": "1/2 PLT", "to": "R1C2"}).rule == "FF-4.1.b6"
    assert why(state, {"move": "1/LMG (.30 cal)", "to": "R1C2"}).rule == "FF-4.1.b6"
    assert why(state, {"move": "CO HQ", "to": "R1C2"}).rule == "FF-1.2.6.chain"


@pytest.mark.rule("FF-4.1.b2", "FF-4.1.b3", "FF-4.1.b4", "FF-4.0.gen")
def test_the_company_and_its_staff_order_all_below_them() -> None:
    units = dict.fromkeys(("CO HQ", "CO XO", "CO 1st SGT", "1 PLT HQ", "1/1 PLT", "1/LMG (.30 cal)"), "R1C1")
    for name in ("1 PLT HQ", "1/1 PLT", "1/LMG (.30 cal)", "CO XO", "CO 1st SGT"):
        assert play(board(units, hq="CO HQ"), {"move": name, "to": "R1C2"})
    assert why(board(units, hq="CO XO"), {"move": "CO HQ", "to": "R1C2"}).rule == "FF-1.2.6.chain"
    assert play(board(units, hq="CO XO"), {"move": "CO 1st SGT", "to": "R1C2"})
    assert why(board(units, hq="CO 1st SGT"), {"move": "CO XO", "to": "R1C2"}).rule == "FF-4.1.b4"


@pytest.mark.rule("FF-4.3", "FF-4.3.1.a", "FF-4.3.1.c")
def test_by_voice_both_must_be_unpinned_and_in_the_same_area() -> None:
    covers = {1: {"at": "R1C1"}}
    for hq, squad, heard in (
        ({}, {}, True),
        ({"cover": 1}, {"cover": 1}, True),
        ({"cover": 1}, {}, False),
        ({}, {"cover": 1}, False),
        ({"pinned": True}, {}, False),
        ({}, {"pinned": True}, False),
        ({}, {"at": "R1C2"}, False),
    ):
        state = board(
            {"1 PLT HQ": {"at": "R1C1", **hq}, "1/1 PLT": {"at": "R1C1", **squad}}, covers=covers, hq="1 PLT HQ"
        )
        action = {"move": "1/1 PLT", "to": "R2C2"}
        if heard:
            assert play(state, action).state.units[key(state, "1/1 PLT")].at == card(state, "R2C2")
        else:
            assert why(state, action).rule == "FF-4.3.1.a"


@pytest.mark.rule("FF-4.1.1.gi", "FF-4.1.1.gi.a")
def test_general_initiative_needs_neither_headquarters_nor_voice() -> None:
    state = board({"1/1 PLT": "R1C1", "1/2 PLT": "R4C4"}, left=2)
    assert play(
        play(state, {"move": "1/1 PLT", "to": "R1C2"}).state, {"move": "1/2 PLT", "to": "R4C3"}, deck=[44, 1, 2]
    )


@pytest.mark.rule("FF-4.1.a", "FF-4.0")
def test_every_order_costs_a_command_and_none_is_given_without() -> None:
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C1", "German Litter Team 1": "R4C4"}, left=3)
    once = play(state, {"move": "1/1 PLT", "to": "R1C2"}).state
    assert once.impulse is not None
    assert (once.impulse.left, once.impulse.spent) == (2, 1)
    assert why(state, {"move": "German Litter Team 1", "to": "R4C3"}).rule == "FF-4.0"


@pytest.mark.rule("FF-4.1.4.a")
def test_a_headquarters_on_its_fire_team_side_orders_itself_only() -> None:
    state = board({"1 PLT HQ": {"at": "R1C1", "flipped": True}, "1/1 PLT": "R1C1", "2/1 PLT": "R1C2"}, hq="1 PLT HQ")
    assert why(state, {"move": "1/1 PLT", "to": "R2C2"}).rule == "FF-4.1.4.a"
    assert play(state, {"move": "1 PLT HQ", "to": "R1C2"})


@pytest.mark.rule("FF-4.0.lat", "FF-4.1.b6")
def test_a_unit_on_its_fire_team_side_is_a_team_and_obeys_any_platoon() -> None:
    turned = {"at": "R1C1", "flipped": True}
    units = {"1 PLT HQ": "R1C1", "1/LMG (.30 cal)": {**turned, "platoon": 2}, "2 PLT HQ": turned, "CO HQ": turned}
    state = board(units, hq="1 PLT HQ")
    assert play(state, {"to_front": "1/LMG (.30 cal)"})
    assert play(state, {"to_front": "2 PLT HQ"})
    assert why(state, {"to_front": "CO HQ"}).rule == "FF-1.2.6.chain"


@pytest.mark.rule("FF-5.1.3.b", "FF-4.2.a", "FF-4.2.e", "FF-4.2.2b.to")
def test_nobody_changes_his_card_twice_in_an_impulse_alone_or_with_his_platoon() -> None:
    units = dict.fromkeys(("1 PLT HQ", "1/1 PLT", "2/1 PLT"), "R0C1")
    state = board(units, hq="1 PLT HQ", commands={"1 PLT HQ": {}})
    together = play(state, {"move_platoon": "1 PLT HQ", "to": "R0C2"}).state
    assert why(together, {"move": "1/1 PLT", "to": "R0C3"}).rule == "FF-4.2.a"
    alone = play(state, {"move": "1/1 PLT", "to": "R0C2"}).state
    assert why(alone, {"move": "1/1 PLT", "to": "R0C3"}).rule == "FF-4.2.a"
    followed = play(play(alone, {"move": "2/1 PLT", "to": "R0C2"}).state, {"move": "1 PLT HQ", "to": "R0C2"}).state
    assert why(followed, {"move_platoon": "1 PLT HQ", "to": "R0C3"}).rule == "FF-4.2.2b.to"


@pytest.mark.rule("FF-5.1.3.b")
def test_who_has_infiltrated_unseen_moves_again_in_a_later_impulse_only() -> None:
    fire = {1: {"kind": "incoming", "at": "R1C2", "value": -3}}
    units = {"1/1 PLT": "R1C1", "1 PLT HQ": "R1C2"}
    state = play(board(units, markers=fire), {"infiltrate": "1/1 PLT", "to": "R1C2"}, deck=[2, 3]).state
    assert not state.units[key(state, "1/1 PLT")].exposed
    assert why(state, {"move": "1/1 PLT", "to": "R1C3"}).rule == "FF-5.1.3.b"
    assert why(state, {"infiltrate": "1/1 PLT", "to": "R1C3"}).rule == "FF-4.2.a"
    later = board({"1/1 PLT": "R1C2", "1 PLT HQ": "R1C2"}, markers=fire, hq="1 PLT HQ")
    assert play(later, {"move": "1/1 PLT", "to": "R1C3"})


@pytest.mark.rule("FF-4.2.a", "FF-4.2.e")
def test_what_a_platoon_does_together_none_of_it_does_again_alone() -> None:
    german = "German Grenadier squad 4/Gp"
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1", "2/1 PLT": "R1C1", german: "R1C1"}
    state = board(units, hq="1 PLT HQ", commands={"1 PLT HQ": {}})
    thrown = play(state, {"grenade_platoon": "1 PLT HQ", "target": german}, deck=[3, 7, 11, 15, 19, 23, 27, 31]).state
    assert why(thrown, {"grenade": "1/1 PLT", "target": german}).rule == "FF-4.2.a"
    aimed = play(
        state, {"do": "concentrate_platoon", "hq": "1 PLT HQ", "card": "R1C1", "cover": 0}, deck=[1, 5, 9, 13]
    ).state
    assert why(aimed, {"do": "concentrate", "unit": "1/1 PLT", "cover": 0}).rule == "FF-4.2.a"
    once = play(state, {"grenade": "1/1 PLT", "target": german}, deck=[3, 7, 11, 15]).state
    both = play(once, {"grenade_platoon": "1 PLT HQ", "target": german}, deck=[19, 23, 27, 31]).state
    assert both.impulse is not None
    done = [f"{key(state, name)}:4.2.4d" in both.impulse.done for name in ("1/1 PLT", "2/1 PLT", "1 PLT HQ")]
    assert done == [True, True, False]
    assert both.impulse.done.count(f"{key(state, '1/1 PLT')}:4.2.4d") == 1


@pytest.mark.rule("FF-4.1.3.c", "FF-4.2.1d.gi")
def test_in_general_initiative_the_headquarters_that_must_order_can_do_so_by_radio() -> None:
    sets = {
        n: {"kind": "SCR300", "holder": who, "net": "net.co_tac"} for n, who in ((1, "CO HQ"), (2, "1/LMG (.30 cal)"))
    }
    fallen = {"box": "removed", "platoon": 1}
    units = {"CO HQ": "R1C1", "1/LMG (.30 cal)": {"at": "R1C3", "platoon": 1}, "1 PLT HQ": fallen}
    order = {"lead_platoon": "1 PLT HQ", "unit": "1/LMG (.30 cal)"}
    assert play(board(units, assets=sets), order)
    assert why(board(units), order).rule == "FF-4.1.3.c"
    turned = {**units, "CO HQ": {"at": "R1C1", "flipped": True}}
    assert why(board(turned, assets=sets), order).rule == "FF-4.1.3.c"


@pytest.mark.rule("FF-4.1.3.c")
def test_in_general_initiative_only_staff_whom_the_unit_obeys_will_do() -> None:
    fallen = {"box": "removed"}
    units = {
        "CO HQ": fallen,
        "CO XO": {"at": "R1C2"},
        "CO 1st SGT": "R1C1",
        "1 PLT HQ": {"box": "removed", "platoon": 1},
    }
    assert why(board(units), {"lead_company": "CO 1st SGT"}).rule == "FF-4.2.1e.order"
    assert play(board(units), {"lead_company": "CO XO"})


@pytest.mark.rule("FF-4.1.3.c")
def test_in_the_impulse_of_another_headquarters_it_does_not_help_that_the_right_one_is_near() -> None:
    units = {"CO HQ": "R1C1", "1 PLT HQ": "R1C1", "1/1 PLT": "R1C1"}
    assert why(board(units, hq="1 PLT HQ"), {"make_runner": "1/1 PLT"}).rule == "FF-4.1.3.c"
    assert play(board(units, hq="CO HQ"), {"make_runner": "1/1 PLT"})
    assert play(board(units), {"make_runner": "1/1 PLT"})


@pytest.mark.rule("FF-4.1.3.c")
def test_in_general_initiative_a_section_is_laid_by_those_whom_it_obeys() -> None:
    units = {"60mm Mtr Sec": {"at": "R1C1", "ammo": 6}, "1 PLT HQ": "R1C1", "German Litter Team 1": "R2C1"}
    order = {"indirect": "60mm Mtr Sec", "card": "R2C1"}
    assert why(board(units, scenario="normandy_1"), order).rule == "FF-4.1.3.c"
    assert play(board({**units, "CO XO": "R1C1"}, scenario="normandy_1"), order)
    own = {**units, "60mm Mtr Sec": {"at": "R1C1", "ammo": 6, "platoon": 1}}
    assert play(board(own, scenario="normandy_1"), order)
