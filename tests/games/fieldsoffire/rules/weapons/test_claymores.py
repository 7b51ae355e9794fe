"""Claymores."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from sandtable.games.fieldsoffire.rules.weapons.claymores import trigger
from tests.games.fieldsoffire.board import board, built, drafted, key

GERMAN, OTHER = "German Grenadier squad 1/Gp", "German Grenadier squad 2/Gp"
MINE = {1: {"kind": "claymore", "at": "R2C2"}}


def triggered(units: dict[str, Any], deck: list[int] | None = None, **fields: Any) -> FieldsState:
    d = drafted(board(units, markers=MINE, **fields), deck or [])
    trigger(d)
    return d.now


@pytest.mark.rule("FF-7.9.2")
def test_one_enemy_on_its_card_is_attacked_as_chance_has_it() -> None:
    held = {"at": "R2C2", "held": True}
    state = triggered({GERMAN: held, OTHER: held}, [26])
    assert (state.markers[1].unit, state.markers[1].value) == (key(state, OTHER), -4)
    assert not triggered({"1/1 PLT": "R2C2", GERMAN: {"at": "R2C3", "held": True}}).markers[1].unit


@pytest.mark.rule("FF-7.9.2.b")
def test_darkness_does_not_help_against_it() -> None:
    state = triggered({GERMAN: {"at": "R2C2", "held": True}}, tracks={"turn": 1, "light": "moon4"})
    reading = net_combat_modifier(state, key(state, GERMAN))
    assert reading is not None
    assert reading.total == -4


@pytest.mark.rule("FF-7.9.2", "FF-7.9.2.a")
def test_it_is_looked_at_after_the_contacts_and_goes_once_it_went_off() -> None:
    step = built(
        {GERMAN: {"at": "R2C2", "held": True}}, markers=MINE, at="mission.turn.combat.recovery", deck=list(range(1, 9))
    )
    assert "log.claymore" in [entry.key for entry in step.entries]
    waiting, gone = drafted(board({}, markers=MINE)), drafted(triggered({GERMAN: {"at": "R2C2", "held": True}}))
    for d in (waiting, gone):
        clear_markers(d)
    assert (1 in waiting.now.markers, 1 in gone.now.markers) == (True, False)
