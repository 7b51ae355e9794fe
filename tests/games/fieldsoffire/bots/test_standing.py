"""The commander's own reckoning, and what comes of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable import registry
from sandtable.bots import make
from sandtable.games.fieldsoffire.bots.standing import value
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.kernel import Refusal, SeededDice
from sandtable.kernel.state import successor
from sandtable.sim.driver import Players

GAME = registry.game("fieldsoffire")


def opening(mission: str = "keep_up_the_fire") -> FieldsState:
    return successor(GAME.start(GAME.open(mission), SeededDice(b"x")).state, turn=1)  # type: ignore[return-value]


def with_unit(state: FieldsState, **fields: object) -> FieldsState:
    """The same with one of the company's rifle squads changed."""
    key = max((key for key, unit in state.units.items() if unit.at), key=lambda key: state.units[key].steps)
    return successor(state, units={**state.units, key: replace(state.units[key], **fields)})


def test_men_count_and_pinned_men_less() -> None:
    state = opening()
    assert value(with_unit(state, steps=0), "company") < value(with_unit(state, pinned=True), "company")
    assert value(with_unit(state, pinned=True), "company") < value(state, "company")


def test_nearer_to_the_objective_is_better() -> None:
    state = opening()
    goal = state.controls["primary"]
    assert value(with_unit(state, at=goal), "company") > value(state, "company")


def played(mission: str, seed: bytes, most: int) -> FieldsState:
    dice, board = SeededDice(seed), GAME.open(mission)
    players = Players(GAME, {seat: make("greedy", seed, "fieldsoffire") for seat in board.seats}, seed)
    state = GAME.start(board, dice).state
    for _ in range(most):
        if not GAME.prompts(state):
            break
        seat, action = players.answer(state)
        step = GAME.apply(state, seat, action, dice)
        assert not isinstance(step, Refusal)
        state = step.state
    return state  # type: ignore[return-value]


def test_it_leaves_the_plan_and_gives_orders() -> None:
    assert played("keep_up_the_fire", b"t1", 4).turn >= 1


@pytest.mark.slow
def test_it_takes_objectives_that_chance_never_takes() -> None:
    done = [GAME.outcome(played("keep_up_the_fire", b"t%d" % n, 5_000)) for n in range(4)]
    assert any(outcome is not None and outcome.winners for outcome in done)
