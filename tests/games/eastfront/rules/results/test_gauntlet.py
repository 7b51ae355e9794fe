"""Slipping through an enemy zone: the owner leaves guns behind, chooses who loses the step, and rolls."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
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
