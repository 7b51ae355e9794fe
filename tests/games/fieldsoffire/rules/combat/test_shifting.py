"""Cease Fire and Shift Fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.fieldsoffire.board import board, fire_of, firing, key, play, why

SQUAD, OTHER = "German Grenadier squad 4/Gp", "German Grenadier squad 1/Gp"
HELD = {"held": True}


@pytest.mark.rule("FF-4.2.4k", "FF-4.2.4k.eff", "FF-6.1.2.a1", "FF-6.3.3")
def test_the_whole_card_ceases_fire_and_opens_it_again_only_on_what_is_there() -> None:
    units: dict[str, Any] = {"1/1 PLT": "R1C1", "2/1 PLT": {"at": "R1C1", "pinned": True}}
    empty = board(units, fires={"1/1 PLT": {"at": "R3C1"}, "2/1 PLT": {"at": "R3C1"}})
    assert firing(play(empty, {"cease": "1/1 PLT"}).state) == {}
    there = board({**units, SQUAD: {"at": "R3C1", **HELD}})
    assert fire_of(play(there, {"cease": "1/1 PLT"}).state, "1/1 PLT") == "R3C1"


@pytest.mark.rule("FF-4.2.a", "FF-4.2.4k.eff", "FF-4.2.4l.eff")
@pytest.mark.parametrize("order", [{"cease": "1/1 PLT"}, {"shift": "1/1 PLT", "to": "R1C3"}])
def test_either_order_costs_one_command_however_many_carry_it_out(order: dict[str, Any]) -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1", "2/1 PLT": "R1C1", SQUAD: {"at": "R3C1", **HELD}}
    state = board(units, hq="1 PLT HQ", left=3)
    after = play(state, order).state
    assert after.impulse is not None
    assert (after.impulse.left, after.impulse.spent) == (2, 1)


@pytest.mark.rule("FF-4.2.4k", "FF-4.2.5.pinned.fire", "FF-4.2.4k.who")
def test_the_order_goes_to_an_unpinned_firer_who_hears_it_of_any_platoon() -> None:
    units = {"1 PLT HQ": "R1C1", "1/2 PLT": "R1C1", "2/2 PLT": {"at": "R1C1", "pinned": True}, "3/2 PLT": "R1C2"}
    fires = {name: {"at": "R3C3"} for name in ("3/2 PLT",)} | {n: {"at": "R3C1"} for n in ("1/2 PLT", "2/2 PLT")}
    state = board(
        units, fires={k: v for k, v in fires.items() if k != "3/2 PLT"} | {"3/2 PLT": {"at": "R3C2"}}, hq="1 PLT HQ"
    )
    assert firing(play(state, {"cease": "1/2 PLT"}).state) == {"3/2 PLT": "R3C2"}
    assert why(state, {"cease": "2/2 PLT"}).rule in ("FF-4.2.5.pinned.fire", "FF-4.3.1.a")
    assert why(state, {"cease": "3/2 PLT"}).rule == "FF-4.3.1.a"
    assert why(state, {"cease": "1 PLT HQ"}).rule == "FF-4.2.4k"


@pytest.mark.rule("FF-4.2.4l", "FF-4.2.4l.eff", "FF-4.2.4l.cond", "FF-6.3.3.a")
def test_fire_shifts_to_any_card_in_sight_even_an_empty_one() -> None:
    units = {"1/1 PLT": "R1C1", "2/1 PLT": {"at": "R1C1", "pinned": True}, SQUAD: {"at": "R3C1", **HELD}}
    state = board(units)
    after = play(state, {"shift": "1/1 PLT", "to": "R1C3"}).state
    assert fire_of(after, "1/1 PLT") == fire_of(after, "2/1 PLT") == "R1C3"
    assert why(state, {"shift": "1/1 PLT", "to": "R2C3"}).rule == "FF-4.2.4l.cond"
    assert why(state, {"shift": "1/1 PLT", "to": "R1C1"}).rule == "FF-4.2.4l.cond"


@pytest.mark.rule("FF-4.2.4l.cond")
def test_not_to_unspotted_enemies_nor_out_of_the_originators_sight_nor_out_of_range() -> None:
    units = {"1/1 PLT": "R1C1", SQUAD: {"at": "R3C1", **HELD}, OTHER: {"at": "R1C2", "unspotted": True, **HELD}}
    state = board(units)
    assert why(state, {"shift": "1/1 PLT", "to": "R1C2"}).rule == "FF-4.2.4l.cond"
    assert why(state, {"shift": "1/1 PLT", "to": "R4C4"}).rule == "FF-4.2.4l.cond"
    blind = board(
        {"1 PLT HQ": {"at": "R1C1"}, "1/1 PLT": "R1C1", SQUAD: {"at": "R2C1", **HELD}},
        hq="1 PLT HQ",
        cards={"R1C2": {"terrain": "N20"}},
    )
    assert why(blind, {"shift": "1/1 PLT", "to": "R1C3"}).rule == "FF-4.2.4l.cond"


@pytest.mark.rule("FF-4.2.4l.eff", "FF-6.1.2.a1")
def test_who_does_not_reach_the_new_card_ceases_and_opens_fire_for_himself() -> None:
    units = {"1/1 PLT": "R1C1", "1/AT (Bazooka)": "R1C1", SQUAD: {"at": "R2C1", **HELD}}
    after = play(board(units), {"shift": "1/1 PLT", "to": "R1C3"}).state
    assert fire_of(after, "1/1 PLT") == "R1C3"
    assert fire_of(after, "1/AT (Bazooka)") == "R2C1"


@pytest.mark.rule("FF-7.2.3.b", "FF-4.2.4l.eff")
def test_a_gun_shifts_its_fire_over_nearer_enemies_where_the_levels_allow() -> None:
    units = {".50 cal HMG": "R1C1", SQUAD: {"at": "R2C1", **HELD}, OTHER: {"at": "R3C1", **HELD}}
    high = board(units, cards={"R1C1": {"hills": 1}}, scenario="normandy_1")
    assert fire_of(high, ".50 cal HMG") == "R2C1"
    after = play(high, {"shift": ".50 cal HMG", "to": "R3C1"}).state
    assert fire_of(after, ".50 cal HMG") == "R3C1"
    assert after.fires[key(high, ".50 cal HMG")].over
    flat = board(units, scenario="normandy_1")
    assert why(flat, {"shift": ".50 cal HMG", "to": "R3C1"}).rule == "FF-4.2.4l.cond"


@pytest.mark.rule("FF-7.2.4.f", "FF-7.11.5.a")
def test_a_gun_that_ceases_fire_loses_its_protective_line_and_concentrated_fire_goes() -> None:
    gun = {"at": "R1C1", "protective": 1, "protecting": True}
    state = board({".50 cal HMG": gun}, scenario="normandy_1")
    unit = play(state, {"cease": ".50 cal HMG"}).state.units[key(state, ".50 cal HMG")]
    assert (unit.protective, unit.protecting) == (-1, False)
    aimed = board(
        {"1/1 PLT": "R1C1", SQUAD: {"at": "R2C1", **HELD}},
        markers={1: {"kind": "concentrated", "at": "R2C1", "unit": SQUAD, "by": "1/1 PLT"}},
    )
    after = play(aimed, {"cease": "1/1 PLT"}).state
    assert fire_of(after, "1/1 PLT") == "R2C1"
    assert after.markers == {}
