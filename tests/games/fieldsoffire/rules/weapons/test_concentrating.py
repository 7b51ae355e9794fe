"""Concentrated fire that is lost again."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.ground import movement
from tests.games.fieldsoffire.board import board, card, drafted, key

SQUAD = "German Grenadier squad 4/Gp"


def aimed(**marker: Any) -> FieldsState:
    row = {"kind": "concentrated", "at": "R2C1", "unit": SQUAD, "by": "1/1 PLT", **marker}
    return board(
        {"1/1 PLT": "R1C1", "2/1 PLT": "R4C4", SQUAD: {"at": "R2C1", "held": True}, "German Litter Team 1": "R2C1"},
        covers={1: {"at": "R2C1"}},
        markers={1: row},
    )


@pytest.mark.rule("FF-7.11.5", "FF-7.11.5.a")
def test_it_lasts_while_the_firer_fires_on_and_goes_when_he_moves_or_ceases() -> None:
    state = aimed()
    assert 1 in state.markers
    for change in ("move", "cease"):
        d = drafted(state)
        if change == "move":
            movement.move(d, key(state, "1/1 PLT"), card(state, "R1C2"))
        else:
            d.put("fires", key(state, "1/1 PLT"), type(d.now.fires[key(state, "1/1 PLT")])(card(state, "R3C1")))
            d.drop("units", key(state, SQUAD))
            d.drop("units", key(state, "German Litter Team 1"))
        settle(d)
        assert 1 not in d.now.markers


@pytest.mark.rule("FF-7.11.5", "FF-7.11.5.b")
def test_it_goes_when_the_target_changes_card_or_area() -> None:
    state = aimed()
    within = drafted(state)
    movement.move_within(within, key(state, SQUAD), 1)
    settle(within)
    assert 1 not in within.now.markers
    away = drafted(state)
    movement.move(away, key(state, SQUAD), card(state, "R3C1"))
    settle(away)
    assert 1 not in away.now.markers


@pytest.mark.rule("FF-7.11.5.b")
def test_on_a_cover_it_lasts_while_anybody_is_under_it() -> None:
    state = board(
        {
            "1/1 PLT": "R1C1",
            SQUAD: {"at": "R2C1", "held": True, "cover": 1},
            "German Litter Team 1": {"at": "R2C1", "cover": 1},
        },
        covers={1: {"at": "R2C1"}},
        markers={1: {"kind": "concentrated", "at": "R2C1", "cover": 1, "by": "1/1 PLT"}},
    )
    d = drafted(state)
    movement.move_within(d, key(state, SQUAD), 0)
    settle(d)
    assert 1 in d.now.markers
    movement.move_within(d, key(state, "German Litter Team 1"), 0)
    settle(d)
    assert 1 not in d.now.markers
