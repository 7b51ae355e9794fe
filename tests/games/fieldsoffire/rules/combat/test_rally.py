"""Rally."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from tests.games.fieldsoffire.board import board, key, play, why

HE = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
STEPS = [
    ("to_litter", "Paralyzed Team 1", "Litter Team 1"),
    ("to_fire", "Litter Team 1", "Fire Team (rifle) 1"),
    ("to_assault", "Fire Team (rifle) 1", "Assault Team 1"),
    ("back_to_fire", "Assault Team 1", "Fire Team (rifle) 1"),
]


def stands(state: FieldsState, name: str) -> bool:
    return key(state, name) in state.units


@pytest.mark.rule("FF-6.5.1.c", "FF-4.2.3b", "FF-4.2.3c", "FF-4.2.3d", "FF-4.2.3e", "FF-6.5")
@pytest.mark.parametrize(("verb", "before", "after"), STEPS)
def test_a_generic_team_climbs_one_step_at_a_time(verb: str, before: str, after: str) -> None:
    state = board({before: "R1C1"}, assets={1: {"kind": "wp", "holder": before}})
    risen = play(state, {verb: before}).state
    assert not stands(risen, before)
    assert stands(risen, after)
    assert risen.assets[1].holder == key(state, after)


@pytest.mark.rule("FF-6.5.1.d", "FF-4.2.3b.cond", "FF-4.2.3c.cond", "FF-4.2.3d.cond", "FF-6.5.1.c")
@pytest.mark.parametrize(("verb", "before", "after"), STEPS)
def test_it_must_be_unpinned_and_the_right_team(verb: str, before: str, after: str) -> None:
    pinned = board({before: {"at": "R1C1", "pinned": True}})
    assert why(pinned, {verb: before}).rule == "FF-6.5.1.d"
    squad = board({"1/1 PLT": "R1C1", "1/LMG (.30 cal)": {"at": "R1C1", "flipped": True}})
    assert why(squad, {verb: "1/1 PLT"})
    assert why(squad, {verb: "1/LMG (.30 cal)"}), "a named Fire Team turns back to its front instead"


@pytest.mark.rule("FF-6.5.1.a", "FF-4.2.3a", "FF-4.2.3a.vof", "FF-4.2.3a.fail", "FF-2.8.2.rally")
def test_under_fire_the_word_decides_and_without_fire_it_always_succeeds() -> None:
    calm = board({"1/1 PLT": {"at": "R1C1", "pinned": True}})
    assert not play(calm, {"unpin": "1/1 PLT"}).state.units[key(calm, "1/1 PLT")].pinned
    fire = board({"1/1 PLT": {"at": "R1C1", "pinned": True}}, markers=HE)
    assert not play(fire, {"unpin": "1/1 PLT"}, deck=[1, 3]).state.units[key(fire, "1/1 PLT")].pinned
    step = play(fire, {"unpin": "1/1 PLT"}, deck=[1, 2])
    assert step.state.units[key(fire, "1/1 PLT")].pinned
    assert step.state.impulse is not None
    assert step.state.impulse.left == 5
    assert why(board({"1/1 PLT": "R1C1"}), {"unpin": "1/1 PLT"}).rule == "FF-4.2.3a"


@pytest.mark.rule("FF-4.2.3e", "FF-4.2.3j")
def test_going_down_needs_no_cards_even_under_fire() -> None:
    state = board({"Assault Team 1": "R1C1", "1/LMG (.30 cal)": "R1C1"}, markers=HE)
    assert stands(play(state, {"back_to_fire": "Assault Team 1"}).state, "Fire Team (rifle) 1")
    assert play(state, {"to_back": "1/LMG (.30 cal)"}).state.units[key(state, "1/LMG (.30 cal)")].flipped
    assert why(board({"1/1 PLT": "R1C1"}), {"to_back": "1/1 PLT"}).rule == "FF-4.2.3j"


@pytest.mark.rule("FF-6.5.1.b", "FF-4.2.3f", "FF-4.2.3f.self", "FF-6.5.1.d")
def test_a_named_fire_team_turns_back_at_its_own_experience_also_the_one_who_orders() -> None:
    row = {"at": "R1C1", "flipped": True, "experience": 1}
    state = board({"1 PLT HQ": row}, hq="1 PLT HQ")
    unit = play(state, {"to_front": "1 PLT HQ"}).state.units[key(state, "1 PLT HQ")]
    assert (unit.flipped, unit.experience) == (False, 1)
    pinned = board({"1 PLT HQ": {**row, "pinned": True}}, hq="1 PLT HQ")
    assert why(pinned, {"to_front": "1 PLT HQ"}).rule == "FF-6.5.1.d"


@pytest.mark.rule("FF-4.3.1.b", "FF-4.2.d", "FF-4.2.f")
def test_a_pinned_man_hears_what_unpins_him_and_the_experience_of_his_leader_counts() -> None:
    units: dict[str, Any] = {"1 PLT HQ": {"at": "R1C1", "experience": 1}, "1/1 PLT": {"at": "R1C1", "pinned": True}}
    state = board(units, hq="1 PLT HQ", markers=HE)
    assert not play(state, {"unpin": "1/1 PLT"}, deck=[1, 2, 3]).state.units[key(state, "1/1 PLT")].pinned
    general = board(units, markers=HE)
    assert play(general, {"unpin": "1/1 PLT"}, deck=[1, 2])
    apart = board({**units, "1/1 PLT": {"at": "R1C2", "pinned": True}}, hq="1 PLT HQ")
    assert why(apart, {"unpin": "1/1 PLT"}).rule == "FF-4.3.1.a"


@pytest.mark.rule("FF-6.2.1.c", "FF-5.1.3.a", "FF-7.9.1.e")
def test_men_who_rally_do_not_shake_off_what_lies_on_them() -> None:
    german = "German Grenadier squad 4/Gp"
    units = {"CO HQ": "R1C1", "Litter Team 1": {"at": "R1C1", "exposed": True}, german: "R1C1"}
    grenade = {"kind": "grenade", "at": "R1C1", "unit": "Litter Team 1", "value": -4, "by": german}
    mine = {"kind": "mines", "at": "R1C1", "unit": "Litter Team 1", "value": -3}
    state = board(units, hq="CO HQ", markers={1: grenade, 2: mine})
    after = play(state, {"to_fire": "Litter Team 1"}, deck=[3, 1]).state
    made = key(state, "Fire Team (rifle) 1")
    assert {(marker.kind, marker.unit) for marker in after.markers.values()} == {("grenade", made), ("mines", made)}
    assert after.units[made].exposed


@pytest.mark.rule("FF-4.2.3b.cond", "FF-4.2.3c.cond", "FF-4.2.3d.cond", "FF-4.2.3e")
@pytest.mark.parametrize(("verb", "name", "made"), STEPS)
def test_an_order_of_the_rally_menu_helps_one_kind_of_team_only(verb: str, name: str, made: str) -> None:
    units = dict.fromkeys(
        ("Paralyzed Team 1", "Litter Team 1", "Fire Team (rifle) 1", "Assault Team 1", "1/1 PLT"), "R1C1"
    )
    state = board(units)
    assert stands(play(state, {verb: name}).state, made)
    rules = {"to_litter": "b.cond", "to_fire": "c.cond", "to_assault": "d.cond", "back_to_fire": "e"}
    for other in units:
        if other != name:
            assert why(state, {verb: other}).rule == f"FF-4.2.3{rules[verb]}"
