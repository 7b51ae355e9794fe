"""Answers, take-backs and repeats in any order: the match keeps to the path that a plain list of positions takes."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sandtable.kernel import Match, Refusal, SeededDice, Step
from sandtable.kernel.codec import state_hash
from sandtable.kernel.records import read, write
from tests.contracts.playing import SMALL, Wanderer, load

WHERE = tuple(f"{module}:GAME" for module in SMALL)


class TakeBacks(RuleBasedStateMachine):
    """A match beside a model of it: the fingerprints of all positions, and of those that were taken back."""

    @initialize(where=st.sampled_from(WHERE), seed=st.binary(min_size=1, max_size=4))
    def begin(self, where: str, seed: bytes) -> None:
        game = load(where)
        self.match: Match[Any] = Match.new(game, game.open(game.scenarios()[-1].name), seed)
        self.player = Wanderer(game, SeededDice(b"player" + seed))
        self.past = [state_hash(self.match.state)]
        self.open: list[tuple[str, bool]] = []
        self.future: list[tuple[str, str]] = []

    @precondition(lambda self: self.match.game.prompts(self.match.state))
    @rule()
    def answer(self) -> None:
        seat, action = self.player.answer(self.match.state)
        step = self.match.act(seat, action)
        assert isinstance(step, Step)
        self.past.append(step.hash)
        self.open.append((seat, not step.barrier))
        self.future.clear()

    @rule(number=st.integers(0, 2))
    def take_back(self, number: int) -> None:
        seats = self.match.scenario.seats
        seat = seats[number % len(seats)]
        over = self.match.game.outcome(self.match.state) is not None
        allowed = bool(self.open) and self.open[-1] == (seat, True) and not over
        assert isinstance(self.match.undo(seat), Refusal) != allowed
        if allowed:
            self.future.append((seat, self.past.pop()))
            self.open.pop()

    @rule(number=st.integers(0, 2))
    def do_again(self, number: int) -> None:
        seats = self.match.scenario.seats
        seat = seats[number % len(seats)]
        step = self.match.redo(seat)
        if not self.future or self.future[-1][0] != seat:
            assert isinstance(step, Refusal)
            return
        assert isinstance(step, Step)
        assert step.hash == self.future[-1][1]
        self.past.append(self.future.pop()[1])
        self.open.append((seat, True))

    @rule()
    def save_and_load(self) -> None:
        game = self.match.game
        told = Match.fold(game, [read(write(record)) for record in self.match.records])
        assert told.log() == self.match.log()
        assert told.seq == self.match.seq
        assert list(told.verify()) == []
        self.match = told
        self.future.clear()

    @invariant()
    def is_where_it_should_be(self) -> None:
        if hasattr(self, "match"):
            assert state_hash(self.match.state) == self.past[-1]
            assert len(self.match.steps) == len(self.past) - 1


TestTakeBacks = TakeBacks.TestCase
TestTakeBacks.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
