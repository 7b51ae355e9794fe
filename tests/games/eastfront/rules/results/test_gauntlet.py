"""Slipping through an enemy zone: the owner leaves guns behind, chooses who loses the step, and rolls."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.results import gauntlet
from sandtable.kernel import Draft, ScriptedDice
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

GROUP = ["106 Rifle Div", "156 Rifle Div", "24 Art Rgt"]
# Axis units on both flanks cover the hexes behind 3605, but none of those further back.
FLANKS = {
    "73 Inf Div": 3604,
    "47(+) Rgt/22 Div": 3504,
    "65(+) Rgt/22 Div": 3804,
    "46 Inf Div": 3505,
    "50 Inf Div": 3705,
}
SHORES = {"hexes": {"3506": {"terrain": "sea"}, "3706": {"terrain": "sea"}}}


def beaten(group: list[str], **more: Any) -> CrimeaState:
    pieces = {**FLANKS, **dict.fromkeys(group, 3605), **more.pop("pieces", {})}
    bare = board("axis.combat", pieces, facts=SHORES)
    units, defenders = [key(bare, "73 Inf Div")], [key(bare, name) for name in group]
    return board(
        [{"phase": "axis.combat", "waiting": ["axis"]}, "battle.result.defender_retreat"],
        pieces,
        facts=SHORES,
        attacks={"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}},
        battle={"attack": 3605, "units": units, "defenders": defenders, "retreat_defender": 2, "result": "-/R"},
        **more,
    )


def slip(state: CrimeaState, group: list[str], dice: list[int] | None = None) -> Any:
    return play(state, "soviet", {"retreat": group, "path": [3606, 3607]}, dice or [])


@pytest.mark.rule("EF-16.46")
def test_the_owner_chooses_who_loses_the_step() -> None:
    state = slip(beaten(GROUP[:2]), GROUP[:2]).state
    assert asked(state) == {"soviet": "gauntlet.toll"}
    assert why(state, "soviet", {"do": "lose", "unit": "73 Inf Div"}).rule == "EF-16.46"
    for name in GROUP[:2]:
        step = play(state, "soviet", {"do": "lose", "unit": name}, [3])
        assert step.state.pieces[key(state, name)].steps == 1
        assert logged(step, "gauntlet").rule == "EF-16.46"
        assert {where(step.state, n) for n in GROUP[:2]} == {3607}
    failed = play(state, "soviet", {"do": "lose", "unit": GROUP[0]}, [4]).state
    assert {where(failed, n) for n in GROUP[:2]} == {"cadre"}


@pytest.mark.rule("EF-16.46", "EFT-retreat")
def test_guns_may_be_left_behind_so_that_they_do_not_hold_the_others_up() -> None:
    state = slip(beaten(GROUP), GROUP).state
    assert asked(state) == {"soviet": "gauntlet.guns"}
    assert why(state, "soviet", {"do": "sacrifice", "unit": GROUP[0]}).rule == "EF-16.46"
    light = play(state, "soviet", {"do": "sacrifice", "unit": "24 Art Rgt"}).state
    assert where(light, "24 Art Rgt") == "eliminated"
    assert asked(light) == {"soviet": "gauntlet.toll"}
    through = play(light, "soviet", {"do": "lose", "unit": GROUP[0]}, [3])
    assert [m.key for m in logged(through, "gauntlet").modifiers] == []
    heavy = play(state, "soviet", {"do": "done"}).state
    stuck = play(heavy, "soviet", {"do": "lose", "unit": GROUP[0]}, [3])
    assert [m.amount for m in logged(stuck, "gauntlet").modifiers] == [2]
    assert where(stuck.state, GROUP[1]) == "cadre"


@pytest.mark.rule("EF-16.46", "EF-22.23")
def test_a_headquarters_that_slips_through_is_upset() -> None:
    group = ["106 Rifle Div", "51 Army HQ"]
    state = slip(beaten(group), group).state
    after = play(state, "soviet", {"do": "lose", "unit": "106 Rifle Div"}, [1]).state
    assert after.pieces[key(after, "51 Army HQ")].back
    assert where(after, "51 Army HQ") == 3607


@pytest.mark.rule("EF-16.46")
def test_one_unit_alone_has_no_choice() -> None:
    step = slip(beaten(["106 Rifle Div"]), ["106 Rifle Div"], [3])
    assert step.state.pieces[key(step.state, "106 Rifle Div")].steps == 1
    assert not may(step.state, "soviet", {"do": "lose", "unit": "106 Rifle Div"})


@pytest.mark.rule("EF-16.46", "EFT-retreat")
@pytest.mark.parametrize(
    ("names", "woods", "expected"),
    [
        (["73 Inf Div"], False, {"modifier.all_german"}),
        (["73 Inf Div", "Rom 10 Inf Div"], False, set()),
        (["Rom 10 Inf Div"], True, {"modifier.woods"}),
        (["106 Rifle Div"], False, set()),
        (["106 Rifle Div", "24 Art Rgt"], False, {"modifier.guns"}),
    ],
)
def test_only_where_all_are_german_they_slip_through_more_easily(
    names: list[str], woods: bool, expected: set[str]
) -> None:
    facts = {"hexes": {"3606": {"woods": woods}}}
    pieces = {**dict.fromkeys(names, 3607), "46 Inf Div": 3505}
    bare = board("axis.combat", pieces, facts=facts)
    fleeing = [key(bare, name) for name in names]
    battle = {"attack": 3605, "units": [], "defenders": fleeing, "fleeing": fleeing, "zone": 3606, "toll": False}
    state = board("axis.combat", pieces, facts=facts, battle=battle)
    d = Draft(state, ScriptedDice([10]))
    gauntlet.roll(d)
    (entry,) = [one for one in d.entries if one.key == "log.gauntlet"]
    assert {one.key for one in entry.modifiers} == expected
    assert [roll.sides for roll in entry.rolls] == [10]
    assert {where(d.now, name) for name in names} == {"cadre"}


@pytest.mark.rule("EF-16.46")
def test_nobody_rolls_when_nobody_is_left() -> None:
    battle = {"attack": 3605, "units": [], "defenders": [], "fleeing": [], "zone": 3606, "toll": False}
    d = Draft(board("axis.combat", {"46 Inf Div": 3505}, battle=battle), ScriptedDice([]))
    gauntlet.roll(d)
    assert not d.entries
