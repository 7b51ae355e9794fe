"""The planner of Fields of Fire: a captain who weighs what is worth a thought, and says what it is for."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from sandtable.games.fieldsoffire.bots.explaining import aim
from sandtable.games.fieldsoffire.bots.ideas import orders
from sandtable.games.fieldsoffire.bots.standing import value
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState, Impulse
from sandtable.kernel import Action, Refusal
from sandtable.kernel.offers import last_resort, leaves
from sandtable.kernel.queries import Phrase
from sandtable.kernel.state import successor
from sandtable.planning.greedy import Greedy
from sandtable.planning.protocol import SeatAtTable

FIRST, MORE, FINALISTS = 2, 6, 4
"""How often an order that draws cards is tried at first, how often again among the best, and how many those are."""
LEAST_GAIN = 0.01
"""An order that brings less is not given: the command is worth more when it is kept."""
TO_SPARE = 3
"""Commands that an impulse has left over in the mind."""


class Weighed(NamedTuple):
    """An order and how things look after it, on average over its trials."""

    worth: float
    is_chancy: bool
    """Cards are drawn for it: one trial says little."""
    action: Action


class FieldsPlanner(Greedy[FieldsState]):
    """Commands the company: weighs each order by what it leads to before anything else happens.

    Questions outside an impulse (the plan, whom to call first, vehicles) are answered like the greedy commander's.
    """

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed, GAME, value)
        self.aims: tuple[Phrase, ...] = ()
        """What the last order was for, to be said in the reader's language."""

    def decide(self, table: SeatAtTable) -> Action:
        """The order after which things look best; the end of the impulse where none makes them better."""
        state: FieldsState = table.state
        if state.impulse is None:
            self.aims = ()
            return super().decide(table)
        action = self._best(table)
        if action is None:
            ends = (one for verb in table.verbs if verb.ends for one in leaves(verb, state, table.seat, 1))
            action = next(ends, None) or last_resort(table.verbs, state, table.seat, self._dice)
        self.aims = aim(state, action)
        return action

    def _best(self, table: SeatAtTable) -> Action | None:
        # Nothing is hidden in this game: one imagined position serves all orders, which share what is known of it.
        imagined = _with_time(GAME.imagine(table.view, self._dice))
        found = [
            weighed
            for verb in table.verbs
            if not verb.ends
            for action in orders(verb, table.state, table.seat)
            if (weighed := self._weigh(imagined, table.seat, action, FIRST)) is not None
        ]
        found.sort(key=lambda one: -one.worth)
        finalists = [self._weighed_again(imagined, table.seat, one) for one in found[:FINALISTS]]
        best = max(finalists, key=lambda one: one.worth, default=None)
        now = value(imagined, table.seat)
        return best.action if best is not None and best.worth > now + LEAST_GAIN else None

    def _weighed_again(self, state: FieldsState, seat: str, one: Weighed) -> Weighed:
        again = self._weigh(state, seat, one.action, MORE) if one.is_chancy else None
        if again is None:
            return one
        return one._replace(worth=(FIRST * one.worth + MORE * again.worth) / (FIRST + MORE))

    def _weigh(self, state: FieldsState, seat: str, action: Action, trials: int) -> Weighed | None:
        """How things look after an order, tried in an imagined position; nothing where the rules forbid it."""
        total = 0.0
        for _ in range(trials):
            step = GAME.apply(state, seat, action, self._dice)
            if isinstance(step, Refusal):
                return None
            worth = value(step.state, seat)
            if not step.rolls:
                return Weighed(worth, False, action)
            total += worth
        return Weighed(total / trials, True, action)


def _with_time(state: FieldsState) -> FieldsState:
    """The position with commands to spare: the last order does not end the impulse, so that what the enemy does next,
    which is nobody's merit, is not mixed into what the order is worth."""
    flow = tuple(
        replace(frame, subject=replace(frame.subject, left=frame.subject.left + TO_SPARE))
        if isinstance(frame.subject, Impulse)
        else frame
        for frame in state.flow
    )
    return successor(state, flow=flow)
