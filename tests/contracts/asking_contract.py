"""Promises about questions that change nothing: they are answered to everybody, in plain data, at any time."""

from __future__ import annotations

from typing import Any

import msgspec

from sandtable.kernel import UnknownName
from sandtable.kernel.codec import encode, state_hash
from sandtable.kernel.queries import WHOLE, BattleBoard, Display, Menu, Odds, Overlay, Plan, Suggestion
from sandtable.kernel.views import OBSERVER
from tests.contracts.playing import Broken, Playthrough

POSITIONS = 6
PIECES = 3


def queries_are_answered(played: Playthrough) -> None:
    """Every query has an answer of a known shape for every seat, and leaves the position alone."""
    game = played.game
    for state in played.positions(POSITIONS):
        before = state_hash(state)
        for seat in (*state.scenario.seats, OBSERVER):
            view = game.view(state, seat)
            for name in game.queries:
                for params in _questions(state):
                    _check(state, name, game.query(view, name, params))
        if state_hash(state) != before:
            raise Broken("a question changed the position", state)


def _questions(state: Any) -> list[dict[str, Any]]:
    pieces = [key for table in ("pieces", "units") for key in list(getattr(state, table, {}))[:PIECES]]
    places = list(getattr(state, "control", None) or getattr(state, "territories", {}))[:PIECES]
    return [{}, *({"piece": key} for key in pieces), *({"place": place} for place in places)]


def _check(state: Any, name: str, answer: Any) -> None:
    if answer is None:
        return
    if not isinstance(answer, Overlay | Odds | Menu | Suggestion | BattleBoard | Plan | Display):
        raise Broken(f"{name} is answered with a {type(answer).__name__}", state)
    if encode(msgspec.json.decode(encode(answer), type=type(answer))) != encode(answer):
        raise Broken(f"the answer to {name} does not survive being sent", state)
    if isinstance(answer, Odds) and not all(0 <= chance.share <= WHOLE for chance in answer.outcomes):
        raise Broken(f"{name} gives a share that is none", state)


def strangers_are_told(played: Playthrough) -> None:
    """A query that the game does not have is named, whatever it is asked with."""
    state = played.match.state
    try:
        played.game.query(played.game.view(state, OBSERVER), "no such query", {})
    except UnknownName:
        return
    raise Broken("a query that is none was answered", state)


def statistics_are_counts(played: Playthrough) -> None:
    """Curves are made of whole numbers, of the same names from the first position to the last."""
    names = None
    for state in played.positions(POSITIONS):
        found = played.game.statistics(state)
        if not all(type(value) is int for row in found.values() for value in row.values()):
            raise Broken("a statistic is no whole number", state)
        if names not in (None, tuple(found)):
            raise Broken("statistics come and go", state)
        names = tuple(found)
