"""A bot's chair: it sees what its seat sees, and nothing else can be reached from it."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import SeededDice, State
from sandtable.planning import SeatAtTable
from tests.small.skirmish import BLUE, GAME, RED, Position

SCENARIO = GAME.open("meeting")
STATE = GAME.start(SCENARIO, SeededDice(b"chair")).state


def reachable(thing: Any, depth: int = 4) -> list[Any]:
    """What the attributes of a thing hold, and theirs."""
    if depth == 0:
        return [thing]
    inner = list(vars(thing).values()) if hasattr(thing, "__dict__") else []
    inner += [getattr(thing, name) for name in getattr(thing, "__struct_fields__", ())]
    return [thing, *(found for one in inner for found in reachable(one, depth - 1))]


def test_the_view_is_that_of_the_seat() -> None:
    chair = SeatAtTable(GAME, STATE, RED)
    assert chair.view.state == GAME.view(STATE, RED).state
    assert chair.view.state != STATE
    assert chair.view is chair.view


def test_offers_are_the_umpires() -> None:
    chair = SeatAtTable(GAME, STATE, BLUE)
    assert chair.offers() == GAME.offers(STATE, BLUE)
    assert chair.offers({"do": "move", "unit": 11}) == GAME.offers(STATE, BLUE, {"do": "move", "unit": 11})
    assert [verb.name for verb in chair.verbs] == ["move", "done"]
    assert SeatAtTable(GAME, STATE, RED).verbs == ()


def test_the_position_is_not_among_its_attributes() -> None:
    chair = SeatAtTable(GAME, STATE, RED)
    _ = chair.view
    held = [one for one in reachable(chair) if isinstance(one, State)]
    assert held
    hidden = [p.face for one in held if isinstance(one, Position) for p in one.pieces.values() if p.side == BLUE]
    assert hidden == [None] * len(hidden)
