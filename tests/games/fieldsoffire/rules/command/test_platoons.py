"""Orders to a whole platoon."""

from __future__ import annotations

import pytest

from tests.games.fieldsoffire.board import board, card, key, play, why

UNITS = {
    "1 PLT HQ": "R1C1",
    "1/1 PLT": "R1C1",
    "2/1 PLT": {"at": "R1C1", "pinned": True},
    "3/1 PLT": {"at": "R1C1", "exposed": True},
    "1/2 PLT": "R1C1",
    "Assault Team 1": "R1C1",
}
COMMANDS = {"1 PLT HQ": {}, "CO HQ": {}}


@pytest.mark.rule("FF-4.2.2b", "FF-4.2.2b.to", "FF-4.2.2b.dest", "FF-4.2.e")
def test_good_order_units_of_the_platoon_go_along_with_their_headquarters() -> None:
    state = board(UNITS, commands=COMMANDS, hq="1 PLT HQ")
    step = play(state, {"move_platoon": "1 PLT HQ", "to": "R1C2"})
    there = card(state, "R1C2")
    gone = [name for name in UNITS if step.state.units[key(state, name)].at == there]
    assert gone == ["1 PLT HQ", "1/1 PLT"]
    assert all(step.state.units[key(state, name)].exposed for name in gone)
    assert step.state.impulse is not None
    assert step.state.impulse.left == 4


@pytest.mark.rule("FF-4.2.2b.to")
def test_who_does_not_hear_the_headquarters_stays() -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "cover": 1}, "2/1 PLT": "R1C1"}
    state = board(units, commands=COMMANDS, hq="1 PLT HQ", covers={1: {"at": "R1C1"}})
    after = play(state, {"move_platoon": "1 PLT HQ", "to": "R1C2"}).state
    assert [name for name in units if after.units[key(state, name)].at == card(state, "R1C1")] == ["1/1 PLT"]


@pytest.mark.rule("FF-4.2.2b.who")
def test_only_the_platoons_own_headquarters_gives_it() -> None:
    units = {**UNITS, "CO HQ": "R1C1"}
    state = board(units, commands=COMMANDS, hq="CO HQ")
    for name in ("1 PLT HQ", "CO HQ"):
        assert why(state, {"move_platoon": name, "to": "R1C2"}).rule == "FF-4.2.2b.who"
    general = board(units, commands=COMMANDS)
    assert play(general, {"move_platoon": "1 PLT HQ", "to": "R1C2"})
    turned = board({**UNITS, "1 PLT HQ": {"at": "R1C1", "flipped": True}}, commands=COMMANDS, hq="1 PLT HQ")
    assert why(turned, {"move_platoon": "1 PLT HQ", "to": "R1C2"}).rule == "FF-4.2.2b.who"
    assert (
        why(board(UNITS, commands=COMMANDS, hq="1 PLT HQ", left=1), {"move_platoon": "1 PLT HQ", "to": "R1C2"}).rule
        == "FF-4.1.a"
    )


@pytest.mark.rule("FF-5.1.5.a1", "FF-4.2.2b.dest")
def test_the_last_ones_stay_where_there_is_no_room_for_all() -> None:
    crowd = {f"{n}/{p} PLT": "R1C2" for p in (2, 3) for n in (1, 2)}
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1", "2/1 PLT": "R1C1", **crowd}
    after = play(board(units, commands=COMMANDS, hq="1 PLT HQ"), {"move_platoon": "1 PLT HQ", "to": "R1C2"}).state
    assert sum(unit.steps for unit in after.units.values() if unit.at == card(after, "R1C2")) == 16


@pytest.mark.rule("FF-4.2.2d", "FF-4.2.2d.to", "FF-4.2.2d.fail")
def test_each_unit_of_a_platoon_infiltrates_by_its_own_cards() -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1", "1/LMG (.30 cal)": "R1C1"}
    state = board(units, commands=COMMANDS, hq="1 PLT HQ", markers={1: {"kind": "incoming", "at": "R1C1", "value": -3}})
    after = play(state, {"infiltrate_platoon": "1 PLT HQ", "to": "R1C2"}, deck=[1, 2, 3, 4]).state
    found = {name: (after.units[key(state, name)].at, after.units[key(state, name)].exposed) for name in units}
    assert found == {
        "1 PLT HQ": (card(state, "R1C2"), False),
        "1/1 PLT": (card(state, "R1C2"), True),
        "1/LMG (.30 cal)": (card(state, "R1C1"), False),
    }


@pytest.mark.rule("FF-4.2.2b.to", "FF-4.3.5.C")
def test_who_hears_his_headquarters_by_handheld_goes_along_from_another_cover() -> None:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "cover": 1}, "2/1 PLT": {"at": "R1C1", "cover": 1}}
    fields = {"covers": {1: {"at": "R1C1"}}, "commands": COMMANDS, "hq": "1 PLT HQ"}
    order = {"move_platoon": "1 PLT HQ", "to": "R1C2"}
    deaf = play(board(units, **fields), order).state
    assert deaf.units[key(deaf, "1/1 PLT")].at == card(deaf, "R1C1")
    handheld = {1: {"kind": "ICOM", "holder": "1 PLT HQ", "net": "net.co_tac"}}
    heard = play(board(units, assets=handheld, **fields), order).state
    assert {heard.units[key(heard, name)].at for name in units} == {card(heard, "R1C2")}


@pytest.mark.rule("FF-4.2.2b.to", "FF-4.2.e")
def test_neither_a_pinned_gun_with_a_set_nor_one_on_its_fire_team_side_goes_along() -> None:
    gun = {"at": "R1C1", "platoon": 1}
    units = {"CO HQ": "R2C2", "1 PLT HQ": "R1C1", "1/LMG (.30 cal)": {**gun, "pinned": True}, "2/LMG (.30 cal)": gun}
    sets = {n: {"kind": "SCR300", "holder": one, "net": "net.co_tac"} for n, one in enumerate(units, start=1)}
    order = {"move_platoon": "1 PLT HQ", "to": "R1C2"}
    after = play(board(units, assets=sets, commands=COMMANDS, hq="1 PLT HQ"), order).state
    assert [after.units[key(after, name)].at == card(after, "R1C2") for name in units] == [False, True, False, True]
    turned = {**units, "2/LMG (.30 cal)": {**gun, "flipped": True}, "1/1 PLT": "R1C2"}
    left = play(board(turned, commands=COMMANDS, hq="1 PLT HQ"), order).state
    assert left.units[key(left, "2/LMG (.30 cal)")].at == card(left, "R1C1")
    assert left.units[key(left, "1 PLT HQ")].at == card(left, "R1C2")
