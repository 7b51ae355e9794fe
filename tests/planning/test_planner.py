"""The planner: plans once a phase, keeps to the plan, finds a way out."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from sandtable.kernel import Action, SeededDice, Step, View
from sandtable.planning import Planner, SeatAtTable, Verbs, first_legal, is_legal
from tests.small.skirmish import BLUE, GAME, MOVE, Done, Move, Position

START = GAME.start(GAME.open("meeting"), SeededDice(b"plan")).state
UNITS = tuple(MOVE.choice(START, BLUE, []).legal)  # type: ignore[union-attr]


class Scout(Planner[Position]):
    """Moves each of its pieces a step, then ends the phase."""

    most_answers = 2

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.begun = 0

    def phase(self, state: Position, seat: str, verbs: Verbs) -> Hashable | None:
        return state.here.at if "move" in verbs else None

    def begin(self, state: Position, seat: str) -> None:
        self.begun += 1
        self._ideas = [(Move(99, (1,)),), *((Move(unit, (at,)),) for unit in UNITS for at in _steps(state, unit)[:1])]

    def propose(self, view: View[Any], seat: str, verbs: Verbs) -> Action | None:
        return self.next_step(view.state, seat, verbs) or first_legal(view.state, seat, verbs, ())

    def way_out(self, state: Position, seat: str, verbs: Verbs) -> Action | None:
        return Done() if is_legal(state, seat, verbs, Done()) else None


def _steps(state: Position, unit: int) -> tuple[Any, ...]:
    return tuple(MOVE.choice(state, BLUE, [unit]).steps(()))  # type: ignore[union-attr]


def test_it_plans_once_drops_what_is_not_allowed_and_ends_the_phase_when_its_patience_does() -> None:
    scout, state, told = Scout(b"x"), START, []
    while state.here.at == START.here.at and BLUE in state.here.waiting:
        told.append(scout.decide(SeatAtTable(GAME, state, BLUE)))
        step = GAME.apply(state, BLUE, told[-1], SeededDice(b"y"))
        assert isinstance(step, Step), step
        state = step.state
    assert [type(action) for action in told] == [Move, Done]
    assert told[0].unit == UNITS[0], "the piece that is not there was passed over"  # type: ignore[attr-defined]
    assert scout.begun == 1


class Mute(Scout):
    """Has no idea and knows no way out."""

    def begin(self, state: Position, seat: str) -> None:
        self._ideas = []

    def way_out(self, state: Position, seat: str, verbs: Verbs) -> Action | None:
        return None


def test_without_an_idea_it_takes_what_the_umpire_proposes() -> None:
    answer = Mute(b"x").decide(SeatAtTable(GAME, START, BLUE))
    assert GAME.why_not(START, BLUE, answer) is None
