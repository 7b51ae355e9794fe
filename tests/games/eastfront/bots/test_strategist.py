"""The strategist of Crimea: legal, the same every time, and it thinks as long as it is told."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.bots.strategist import CrimeaStrategist
from sandtable.games.eastfront.game import GAME
from sandtable.kernel import Action, SeededDice, Step
from sandtable.planning import Budget, SeatAtTable, foresight


def phase(judgements: int) -> list[Action]:
    """What the Axis does in its first movement phase of the first scenario."""
    dice = SeededDice(b"war")
    state = GAME.start(GAME.open("1"), dice).state
    bot = CrimeaStrategist(b"seed", Budget(judgements))
    done: list[Action] = []
    while ".axis.combat" not in state.here.at and len(done) < 60:
        seat = state.here.waiting[0]
        action = bot.decide(SeatAtTable(GAME, state, seat))
        step = GAME.apply(state, seat, action, dice)
        assert isinstance(step, Step), step
        state = step.state
        done.append(action)
    return done


@pytest.mark.slow
def test_a_phase_is_played_the_same_every_time() -> None:
    assert phase(6) == phase(6)


def test_without_time_the_usual_plan_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object, **more: object) -> None:
        raise AssertionError("nothing is played out")

    monkeypatch.setattr(foresight, "play_out", never)
    assert phase(1)


def test_the_table_gives_it_seconds() -> None:
    bot = CrimeaStrategist(b"seed")
    bot.budget = 2
    assert (bot.budget, bot._thinking.judgements) == (2, 4)
    bot.budget = 60
    assert bot._thinking.judgements == 24
