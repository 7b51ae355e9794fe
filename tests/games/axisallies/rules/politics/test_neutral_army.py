"""The army of an attacked neutral."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.rules.combat.sides import voice
from sandtable.games.axisallies.rules.politics.neutral_army import rouse, stand_fast
from tests.games.axisallies.board import at, draft, position


@pytest.mark.rule("AA-6.neutral.army", "AA-6.hostile-neutral.activate")
def test_yugoslavia_raises_its_infantry_and_joins_the_allies() -> None:
    d = draft(position())
    rouse(d, at("Yugoslavia"), "germany")
    army = [unit for unit in d.now.units.values() if unit.at == at("Yugoslavia")]
    assert [(unit.kind, unit.owner) for unit in army] == [("infantry", "neutral")] * 5
    land = d.now.territories[at("Yugoslavia")]
    assert (land.roused, land.stance, land.holder) == (True, "pro_allies", "")


@pytest.mark.rule("AA-6.neutral.army")
def test_an_army_is_called_up_once() -> None:
    d = draft(position())
    rouse(d, at("Yugoslavia"), "germany")
    rouse(d, at("Yugoslavia"), "italy")
    assert len(d.now.units) == 5


@pytest.mark.rule("AA-6.strict-neutral.behaviour")
@pytest.mark.parametrize(("attacker", "stance"), [("germany", "pro_allies"), ("uk", "pro_axis")])
def test_a_strict_neutral_defends_itself_against_either_side(attacker: str, stance: str) -> None:
    d = draft(position())
    rouse(d, at("Sweden"), attacker)
    assert len(d.now.units) == d.now.board.spaces[at("Sweden")].army
    assert d.now.territories[at("Sweden")].stance == stance


@pytest.mark.rule("AA-6.hostile-neutral.controller")
def test_the_first_enemy_in_the_order_of_play_speaks_for_it() -> None:
    state = position()
    assert voice(state, "neutral", "germany") == "uk"
    assert voice(state, "neutral", "japan") == "china"
    assert voice(state, "neutral", "usa") == "germany"
    assert voice(state, "france", "germany") == "france"


@pytest.mark.rule("AA-6.hostile-neutral.repulse.a")
def test_survivors_may_not_move() -> None:
    units = {1: {"owner": "neutral", "at": "Yugoslavia"}, 2: {"owner": "germany", "at": "Germany"}}
    d = draft(position(units=units))
    stand_fast(d, at("Yugoslavia"))
    assert [unit.stuck for unit in d.now.units.values()] == [True, False]
