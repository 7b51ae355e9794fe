"""Submarines that may dive or strike, and those that a destroyer keeps from it."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import submarines
from sandtable.games.axisallies.rules.combat.sides import ATTACKER, DEFENDER
from tests.games.axisallies.board import draft, position


def duel(hunter: str) -> GlobalState:
    units = {
        1: {"kind": "submarine", "owner": "germany", "at": 110, "task": "attack"},
        2: {"kind": hunter, "owner": "uk", "at": 110},
        3: {"kind": "submarine", "owner": "uk", "at": 110},
    }
    battles = {110: {"kind": "sea", "attacker": "germany"}}
    return position(at=["germany.combat.battles", {"phase": "battle", "ref": 110}], units=units, battles=battles)


@pytest.mark.rule("AA-9.3.sub.destroyer")
@pytest.mark.rule("AA-10.destroyer.cancel")
def test_a_destroyer_binds_the_enemys_submarines_alone() -> None:
    assert submarines.free_submarines(duel("cruiser"), ATTACKER) == (1,)
    assert submarines.free_submarines(duel("destroyer"), ATTACKER) == ()
    assert submarines.free_submarines(duel("destroyer"), DEFENDER) == (3,)


@pytest.mark.rule("AA-9.3.sub.submerge")
@pytest.mark.rule("AA-10.sub.submerge")
def test_nothing_is_told_of_submarines_that_stay_up() -> None:
    d = draft(duel("cruiser"), seat="germany")
    submarines.submerge(d, ())
    assert d.entries == []
