"""The greedy bot: tries every single answer in the mind and gives the one after which things look best.

It looks one answer ahead and no further; what "best" means, a game tells it as a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from sandtable.kernel import Action, Game, Refusal, SeededDice, State, Verb
from sandtable.kernel.offers import last_resort, leaves, sample
from sandtable.planning.protocol import SeatAtTable

S = TypeVar("S", bound=State)

Value = Callable[[S, str], float]
"""How well a position stands for a seat."""

LEAVES = 24
"""Answers of one verb that are tried: of many a sample."""
TRIALS = 2
"""How often an answer that rolls dice is tried."""
PATIENCE = 60
"""Answers in one phase after which it only looks for its end."""
DIGITS = 6
"""Places to which positions are told apart: what sums of fractions differ by is no gain."""


class Greedy(Generic[S]):
    """Plays one seat by looking at what each answer leads to at once."""

    def __init__(self, seed: bytes, game: Game[S], value: Value[S]) -> None:
        self._dice, self._game, self._value = SeededDice(seed), game, value
        self._phase: Any = None
        self._answers = 0

    def decide(self, table: SeatAtTable) -> Action:
        """The answer after which things look best; the end of the phase where nothing makes them better."""
        seat, verbs, here = table.seat, table.verbs, table.state.here
        phase = (here.at, getattr(table.state, "turn", 0))
        self._answers = self._answers + 1 if phase == self._phase else 0
        self._phase = phase
        ends = [verb for verb in verbs if verb.ends]
        if ends and self._answers > PATIENCE:
            return last_resort(verbs, table.state, seat, self._dice)
        now = round(self._value(table.state, seat), DIGITS)
        best: tuple[float, bool, Action] | None = None
        for verb in verbs:
            for action in self._tried(verb, table.state, seat):
                found = self._outlook(table, action)
                if found is None:
                    continue
                worth, leaves_phase = found
                if verb.ends or leaves_phase:
                    # What comes after a phase is nobody's merit: ending one leaves things as they are.
                    worth = now if verb.ends else max(worth, now)
                if best is None or (worth, leaves_phase) > best[:2]:
                    best = (worth, leaves_phase, action)
        return best[2] if best is not None else last_resort(verbs, table.state, seat, self._dice)

    def _tried(self, verb: Verb[Any, Any], state: State, seat: str) -> Iterator[Action]:
        found = list(leaves(verb, state, seat, LEAVES * 4))
        if len(found) > LEAVES:
            step = len(found) / LEAVES
            found = [found[int(n * step)] for n in range(LEAVES)]
        if verb.args:
            drawn = (sample(verb, state, seat, self._dice) for _ in range(4))
            found += [action for action in drawn if action is not None and action not in found]
        yield from found

    def _outlook(self, table: SeatAtTable, action: Action) -> tuple[float, bool] | None:
        """How things look after an answer, on average over a few imagined positions, and whether the phase is over."""
        total, trials, now = 0.0, 0, table.state
        for _ in range(TRIALS):
            state = self._game.imagine(table.view, self._dice)
            step = self._game.apply(state, table.seat, action, self._dice)
            if isinstance(step, Refusal):
                return None
            now = step.state
            total, trials = total + self._value(now, table.seat), trials + 1
            if not step.rolls:
                break
        leaves_phase = not now.flow or [frame.at for frame in now.flow] != [frame.at for frame in table.state.flow]
        return round(total / trials, DIGITS), leaves_phase
