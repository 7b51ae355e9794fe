"""The aimless bot: legal, the same for a seed, and not for ever."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import Game, Phase, Refusal, SeededDice, Sequence
from sandtable.planning import NoAnswer, RandomBot, SeatAtTable
from tests.small import market, patrol, skirmish

GAMES = [market.GAME, patrol.GAME, skirmish.GAME]


def answers(game: Game[Any], seed: bytes, steps: int, **how: int) -> list[tuple[str, Any]]:
    """What bots answer in the first steps of a game; every answer is judged."""
    state = game.start(game.open(game.scenarios()[0].name), dice := SeededDice(seed)).state
    bots = {seat: RandomBot(seed + seat.encode(), **how) for seat in state.scenario.seats}
    told: list[tuple[str, Any]] = []
    while len(told) < steps and game.prompts(state):
        seat = state.here.waiting[0]
        action = bots[seat].decide(SeatAtTable(game, state, seat))
        step = game.apply(state, seat, action, dice)
        assert not isinstance(step, Refusal), (seat, action, step)
        told.append((state.here.at, action))
        state = step.state
    return told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_answer_is_legal_and_the_same_for_a_seed(game: Game[Any]) -> None:
    first = answers(game, b"a", 40)
    assert len(first) > 5
    assert answers(game, b"a", 40) == first
    assert answers(game, b"b", 40) != first


def test_all_verbs_are_drawn() -> None:
    told = [action for n in range(20) for _, action in answers(market.GAME, b"%d" % n, 80)]
    assert {type(action).__name__ for action in told} == {"SealBid", "Pick", "Buy", "Sell", "Sail", "Answer", "Done"}


def test_zeal_makes_phases_longer() -> None:
    def moves(zeal: int) -> int:
        told = [action for n in range(10) for _, action in answers(skirmish.GAME, b"%d" % n, 8, zeal=zeal)]
        return sum(isinstance(action, skirmish.Move) for action in told)

    assert moves(9) > moves(1) * 3 // 2


class Dither(skirmish.Skirmish):
    """A skirmish in which a moved piece may move again, so that a phase need never end."""

    sequence = Sequence(
        Phase(
            "blue",
            "SK-1.1",
            who=lambda s: (skirmish.BLUE,),
            verbs=(
                skirmish.verb(
                    skirmish.Move,
                    "SK-2.0",
                    lambda d, action: d.edit("pieces", action.unit, hex=action.path[-1]),
                    unit=skirmish.movable,
                    path=skirmish.ways,
                ),
                skirmish.DONE,
            ),
        )
    )


def test_beyond_its_patience_it_looks_for_a_way_out() -> None:
    assert isinstance(answers(Dither(), b"z", 100, patience=7, zeal=10_000)[7][1], skirmish.Done)
    assert len(answers(Dither(), b"z", 100, patience=7, zeal=10_000)) == 8


def test_an_answer_that_ends_a_phase_starts_the_count_anew() -> None:
    told = answers(skirmish.GAME, b"q", 200, patience=2, zeal=10_000)
    blue = [action for at, action in told if at == "turn.blue"]
    assert [type(action).__name__ for action in blue[:6]] == ["Move", "Move", "Done"] * 2


def test_without_a_way_out_it_tries_something_new_in_the_same_position() -> None:
    state = patrol.GAME.start(patrol.GAME.open(patrol.GAME.scenarios()[0].name), SeededDice(b"p")).state
    seat = state.here.waiting[0]
    verbs = tuple(verb for verb in patrol.GAME.open_verbs(state, seat) if not verb.ends)
    bot = RandomBot(b"p", patience=0)
    chair = SeatAtTable(patrol.GAME, state, seat)
    told = [bot._something_new(verbs, chair) for _ in range(3)]
    assert len({repr(action) for action in told}) == 3


def test_its_memory_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.planning.random_bot.MEMORY", 2)
    state = skirmish.GAME.start(skirmish.GAME.open("meeting"), SeededDice(b"m")).state
    bot = RandomBot(b"m", patience=0)
    chair = SeatAtTable(skirmish.GAME, state, skirmish.BLUE)
    for _ in range(9):
        bot._something_new((skirmish.MOVE,), chair)
    assert len(bot._tried) == 2


class Stuck(skirmish.Skirmish):
    """A skirmish where a player can only move: once all have moved, there is nothing to say."""

    sequence = Sequence(
        Phase("blue", "SK-1.1", who=lambda s: (skirmish.BLUE,), verbs=(skirmish.MOVE,)),
        *skirmish.SEQUENCE.procedures,
    )


def test_a_dead_end_is_an_error_that_names_seat_and_phase() -> None:
    game = Stuck()
    with pytest.raises(NoAnswer, match="blue is asked at blue and has no legal answer"):
        answers(game, b"s", 100)
