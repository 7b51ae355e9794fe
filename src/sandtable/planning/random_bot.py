"""The bot that knows no plan: any legal answer, but not for ever."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.kernel import Action, Dice, SeededDice, State, Verb
from sandtable.kernel.codec import encode
from sandtable.planning.answers import anything
from sandtable.planning.protocol import NoAnswer, SeatAtTable

ANSWERS_PER_PHASE = 24
"""Answers within one phase after which it looks for a way out."""
DRAWS = 8
"""Draws for an answer that was not yet given in a position."""
MEMORY = 256
"""Answers it remembers having hesitated over."""
POSITIONS = 8
"""Positions it remembers for each of them."""


class RandomBot:
    """Draws a verb, then its arguments, each alike likely.

    Players without an aim walk in circles. So it counts its answers in each phase: beyond its patience it prefers a
    verb that ends the phase, and where there is none it does not give the same answer twice in the same position.
    """

    def __init__(self, seed: bytes, patience: int = ANSWERS_PER_PHASE, zeal: int = 1) -> None:
        """``zeal`` is how much likelier a verb is drawn that does not end the phase."""
        self.dice: Dice = SeededDice(seed)
        self.patience, self.zeal = patience, zeal
        self._answers: dict[str, int] = {}
        self._tried: dict[bytes, list[State]] = {}

    def decide(self, table: SeatAtTable) -> Action:
        """A random legal answer; raises :class:`NoAnswer` in a dead end."""
        state = table.state
        at = state.here.at
        verbs = table.verbs
        count = self._answers.get(at, 0)
        if count < self.patience:
            action = anything(verbs, state, table.seat, self.dice, self.zeal)
        else:
            action = self._way_out(verbs, table) or self._something_new(verbs, table)
        if action is None:
            raise NoAnswer(table.seat, at)
        kind = type(action)
        self._answers[at] = 0 if [verb for verb in verbs if verb.ends and verb.action is kind] else count + 1
        return action

    def _way_out(self, verbs: tuple[Verb[Any, Any], ...], table: SeatAtTable) -> Action | None:
        ends = tuple(verb for verb in verbs if verb.ends)
        return anything(ends, table.state, table.seat, self.dice, self.zeal)

    def _something_new(self, verbs: tuple[Verb[Any, Any], ...], table: SeatAtTable) -> Action | None:
        """An answer not yet given in this position, if a few draws find one."""
        # A bare copy: what was worked out about the position need not be kept.
        here = replace(table.state)
        action, word = None, b""
        for _ in range(DRAWS):
            action = anything(verbs, table.state, table.seat, self.dice, self.zeal)
            word = encode(action) if action is not None else b""
            if here not in self._tried.get(word, ()):
                break
        if action is not None:
            self._tried[word] = [*self._tried.get(word, [])[-POSITIONS:], here]
        if len(self._tried) > MEMORY:
            del self._tried[next(iter(self._tried))]
        return action
