"""Whatever is asked of a game is answered or refused, at a cost that has a bound: every question, every verb."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import pytest

from sandtable import registry
from sandtable.kernel import Game, SeededDice, State, View, codec
from sandtable.kernel.match import read_action
from tests.contracts.attacks import NONSENSE, crowds, hostile, ids_of, names_asked
from tests.contracts.playing import play

GAMES = tuple(one.id for one in registry.games() if one.is_playable)
QUERIES = [(game, name) for game in GAMES for name in registry.game(game).queries]
SECONDS = 2.0
"""CPU time that one question may cost."""
REFUSALS = (LookupError, ValueError, TypeError)
"""How a game says that a question makes no sense; anything else is a stumble."""


def asked_at(game: Game[Any], state: State) -> str:
    return next((prompt.seat for prompt in game.prompts(state)), state.scenario.seats[0])


def ask_all(game: Game[Any], query: str, state: State, samples: int) -> int:
    """Put every hostile question; gives how many there were."""
    seat = asked_at(game, state)
    view = View(seat=seat, state=game.seen(state, seat))
    count = 0
    for params in hostile(names_asked(game, state, seat, query), state, samples):
        started = time.process_time()
        with contextlib.suppress(*REFUSALS):
            codec.encode(game.query(view, query, params))
        spent = time.process_time() - started
        assert spent < SECONDS, f"{game.id} {query} took {spent:.1f} s for {str(params)[:200]}"
        count += 1
    return count


@pytest.mark.parametrize(("game_id", "query"), QUERIES)
def test_every_question_of_every_game_is_answered_or_refused_in_time(game_id: str, query: str) -> None:
    game = registry.game(game_id)
    scenario = game.open(game.scenarios()[0].name)
    assert ask_all(game, query, game.start(scenario, SeededDice(b"asked")).state, 20) > 25


def positions(game: Game[Any]) -> Iterator[State]:
    """Positions of several scenarios, from their beginning into the game."""
    known = game.scenarios()
    for info in {known[0].name: None, known[len(known) // 2].name: None, known[-1].name: None}:
        yield from play(game, info, b"attacked", 60).positions(4)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_questions_in_the_midst_of_a_game_are_answered_or_refused_in_time(game_id: str) -> None:
    game = registry.game(game_id)
    for state in positions(game):
        for query in game.queries:
            ask_all(game, query, state, 40)


@pytest.mark.slow
@pytest.mark.parametrize("game_id", GAMES)
def test_verbs_with_nonsense_are_refused_in_time_and_never_stumble(game_id: str) -> None:
    """Offers and reasons are worked out in the server's own process, so here nothing may be raised at all."""
    game = registry.game(game_id)
    for state in positions(game):
        seat = asked_at(game, state)
        values = [*NONSENSE, *crowds(ids_of(state))]
        for verb in game.open_verbs(state, seat):
            names = [name for name, _ in verb.args]
            for given in (
                {},
                *({name: value} for name in names for value in values),
                *(dict.fromkeys(names, value) for value in values),
            ):
                started = time.process_time()
                game.offers(state, seat, {"do": verb.name, **given})
                try:
                    action = read_action(game, {"do": verb.name, **given})
                except codec.Malformed:
                    continue
                game.why_not(state, seat, action)
                spent = time.process_time() - started
                assert spent < SECONDS, f"{verb.name} took {spent:.1f} s for {str(given)[:200]}"
