"""What the skirmish proves about procedures inside themselves."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import Frame, Match, Ref, Refusal, ScriptedDice, codec, records
from sandtable.kernel.state import successor
from tests.small.skirmish import BLUE, GAME, RED, Ambush, Exchange, Hold, Move, Piece, Position


def meeting(*faces: int) -> Match[Position]:
    """Two blue pieces that meet two red ones; nobody is a dummy."""
    setup = (1, 2, 3, 0, 0, 1, 2, 3, 0, 0)
    match = Match.new(GAME, GAME.open("meeting"), b"seed", dice=ScriptedDice((*setup, *faces)))
    pieces = {
        11: Piece(BLUE, 303, 1),
        12: Piece(BLUE, 402, 2),
        21: Piece(RED, 502, 1),
        22: Piece(RED, 503, 2),
    }
    match.state = successor(match.state, pieces=pieces)
    return match


def did(match: Match[Position], seat: str, action: Any) -> None:
    step = match.act(seat, action)
    assert not isinstance(step, Refusal), step


def in_an_exchange() -> Match[Position]:
    """Blue moves next to the enemy, Red fires and misses, Blue fires back and misses."""
    match = meeting(6, 6)
    did(match, BLUE, Move(11, (403,)))
    did(match, RED, Ambush(21))
    did(match, BLUE, Ambush(12))
    return match


def test_an_exchange_inside_an_exchange_inside_a_move() -> None:
    match = in_an_exchange()
    assert [frame.at for frame in match.state.flow] == ["turn.blue", "ambush", "ambush", "ambush"]
    assert [frame.subject for frame in match.state.flow] == [
        0,
        Exchange(11, 1, 1),
        Exchange(21, 2, 1),
        Exchange(12, 3),
    ]
    assert match.state.here.waiting == (RED,)
    (prompt,) = GAME.prompts(match.state)
    assert prompt.about == (Ref("piece", 12),)


def test_each_returns_to_the_one_it_was_called_in() -> None:
    match = in_an_exchange()
    did(match, RED, Hold())
    assert [frame.at for frame in match.state.flow] == ["turn.blue"]
    assert match.state.here.waiting == (BLUE,)


@pytest.mark.parametrize("played", [1, 2, 3])
def test_positions_inside_come_back_from_the_record(played: int) -> None:
    match = in_an_exchange()
    state = match.state_at(played)
    again = codec.decode_state(codec.encode(state), Position, match.scenario)
    assert codec.state_hash(again) == codec.state_hash(state)
    for record in match.records:
        assert records.write(records.read(records.write(record))) == records.write(record)


def test_a_frame_can_be_looked_into_from_inside() -> None:
    match = in_an_exchange()
    outer = successor(match.state, flow=match.state.flow[:-1])
    assert outer.subject(Exchange).target == 21
    assert outer.here == Frame("ambush", Exchange(21, 2, 1), (), outer.here.stage)
