"""All moves of a phase are simultaneous: whichever of two legal steps comes first, both are legal and come to the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from sandtable.games.axisallies.actions import Fly
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Refusal, ScriptedDice
from sandtable.kernel.actions import Action
from tests.games.axisallies.board import position


def played(state: GlobalState, seat: str, actions: Sequence[Action]) -> GlobalState | Refusal:
    """The position after some actions, or why one of them was refused."""
    for action in actions:
        step = GAME.apply(state, seat, action, ScriptedDice(()))
        if isinstance(step, Refusal):
            return step
        state = step.state
    return state


def outcomes(state: GlobalState, seat: str, *actions: Action) -> list[Any]:
    """What comes of the actions in every order: the board, or the refusal."""
    found: list[Any] = []
    for order in permutations(actions):
        end = played(state, seat, order)
        one = (end.rule, end.key) if isinstance(end, Refusal) else (end.units, end.territories, end.battles)
        if one not in found:
            found.append(one)
    return found


def assert_legal_in_any_order(state: GlobalState, seat: str, *actions: Action) -> None:
    found = outcomes(state, seat, *actions)
    assert len(found) == 1, found
    assert isinstance(found[0][0], dict), found


@pytest.mark.rule("AA-9.2.air.carrier-landing", "AA-10.air.no-suicide.b")
def test_fighters_that_need_a_carrier_are_sent_before_or_after_one_another() -> None:
    state = position(
        at="usa.combat_move.moves",
        wars={"japan-usa": 1},
        territories={name: {"holder": "japan"} for name in ("Midway", "Wake Island", "Marshall Islands")},
        units={
            1: {"kind": "fighter", "owner": "usa", "at": "Johnston Island"},
            2: {"kind": "carrier", "owner": "usa", "at": 25},
            3: {"kind": "destroyer", "owner": "japan", "at": 16},
            4: {"kind": "strategic_bomber", "owner": "usa", "at": "Aleutian Islands"},
        },
    )
    assert_legal_in_any_order(state, "usa", Fly((1,), 16, "attack"), Fly((4,), 16, "attack"))
