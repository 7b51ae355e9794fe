"""Each check finds the fault that it is for, and nothing in games that are right."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest
from msgspec.structs import force_setattr

from sandtable.kernel import Match, OneOf, Outcome, Phase, SeededDice, Sequence, Step, derived, refuse
from sandtable.sim.checks import position_fault, step_fault, undo_fault
from tests.small import skirmish
from tests.small.skirmish import BLUE, GAME, Done, Move, Position, Skirmish

SCENARIO = GAME.open("meeting")


def start(game: Skirmish = GAME) -> Position:
    return game.start(game.open("meeting"), SeededDice(b"checks")).state


def match() -> Match[Position]:
    return Match.new(GAME, SCENARIO, b"checks")


def altered(step: Step[Position], **facts: Any) -> Step[Position]:
    """A step that tells something else than what happened."""
    other = copy(step)
    other.__dict__.update(facts)
    return other


def act(one: Match[Position], seat: str, action: Any) -> Step[Position]:
    step = one.act(seat, action)
    assert isinstance(step, Step)
    return step


def test_a_good_position_has_no_fault() -> None:
    assert position_fault(GAME, start()) == ""


def test_a_broken_invariant_is_told() -> None:
    state = start()
    pieces = {**state.pieces, 12: skirmish.replace(state.pieces[12], hex=101)}
    broken = skirmish.Position(flow=state.flow, pieces=pieces, score=state.score)
    assert GAME.broken(broken) == "two pieces in one hex"
    assert position_fault(GAME, broken) == "two pieces in one hex"


def test_a_position_that_json_cannot_hold_is_told() -> None:
    state = start()
    force_setattr(state, "pieces", dict(reversed(state.pieces.items())))
    assert position_fault(GAME, state) == "equal positions have unequal fingerprints"


def test_a_position_that_changes_on_the_way_through_json_is_told() -> None:
    state = start()
    force_setattr(state, "flow", list(state.flow))
    assert position_fault(GAME, state) == "the position changes when it is written and read"


@derived("score")
def headcount(state: Position) -> int:
    return len(state.pieces)


class Forgetful(Skirmish):
    """Ends by a number that it remembers for too long."""

    def outcome(self, state: Position) -> Outcome | None:
        return None if headcount(state) else super().outcome(state)


def test_a_remembered_value_that_is_out_of_date_is_told() -> None:
    game = Forgetful()
    state = start(game)
    assert position_fault(game, state) == ""
    headcount(state)
    force_setattr(state, "pieces", {k: p for k, p in state.pieces.items() if k != 15})
    assert "headcount() is out of date" in position_fault(game, state)


class Stuck(Skirmish):
    sequence = Sequence(
        Phase(
            "blue",
            "SK-1.1",
            who=lambda s: (BLUE,),
            verbs=(skirmish.verb(skirmish.Ambush, "SK-3.1", skirmish.ambush, unit=lambda s, seat: OneOf("piece", ())),),
        )
    )


def test_a_question_without_an_answer_is_told() -> None:
    game = Stuck()
    assert position_fault(game, start(game)) == "blue is asked at blue and has no legal answer"


class Leaky(Skirmish):
    sequence = Sequence(
        Phase(
            "blue",
            "SK-1.1",
            who=lambda s: (BLUE,),
            verbs=(
                skirmish.verb(
                    skirmish.Ambush,
                    "SK-3.1",
                    skirmish.ambush,
                    unit=lambda s, seat: OneOf("piece", [k for k, p in s.pieces.items() if p.face]),
                ),
            ),
        )
    )


def test_offers_that_hang_on_secrets_are_told() -> None:
    game = Leaky()
    assert position_fault(game, start(game)) == "the offers to blue at blue hang on what it does not know"


def test_changes_that_do_not_tell_the_step_are_told() -> None:
    one = match()
    before = one.state
    step = act(one, BLUE, Move(11, (201,)))
    assert step_fault(GAME, before, step) == ""
    assert step_fault(GAME, before, altered(step, changes=())) == "the changes of the step do not lead to its position"


def test_dice_without_a_barrier_are_told() -> None:
    one = match()
    before = one.state
    step = act(one, BLUE, Move(11, (201,)))
    assert step_fault(GAME, before, altered(step, rolls=(3,))) == "dice were rolled and the step can be taken back"


def test_undo_and_redo_come_to_the_same() -> None:
    one = match()
    step = act(one, BLUE, Move(11, (201,)))
    assert undo_fault(one, step) == ""
    assert one.state == step.state
    assert len(one.records) == 2 + 3
    assert undo_fault(one, act(one, BLUE, Done())) == ""


def test_a_step_that_cannot_be_done_again_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    one = match()
    step = act(one, BLUE, Move(11, (201,)))
    monkeypatch.setattr(one, "redo", lambda seat: refuse("", "refuse.redo"))
    assert undo_fault(one, step) == "a step that was taken back cannot be done again: refuse.redo"


def test_an_undo_that_leads_elsewhere_is_told() -> None:
    one = match()
    step = act(one, BLUE, Move(11, (201,)))
    other = act(match(), BLUE, Move(12, (202,)))
    assert "leads to another position" in undo_fault(one, altered(step, state=other.state))


def test_a_barrier_that_does_not_hold_is_told() -> None:
    one = match()
    step = act(one, BLUE, Move(11, (201,)))
    assert undo_fault(one, altered(step, barrier="dice")) == "a step with the barrier 'dice' was taken back"


def test_a_step_that_cannot_be_taken_back_without_reason_is_told() -> None:
    one = match()
    act(one, BLUE, Move(11, (201,)))
    done = act(one, BLUE, Done())
    assert "cannot be taken back" in undo_fault(one, altered(done, barrier=""))
