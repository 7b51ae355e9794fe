"""The planner of Korea: a joint staff that masses where the table pays, takes what counts and keeps what it has."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain
from typing import Any

from sandtable.games.nextwar.actions.moving import Done
from sandtable.games.nextwar.bots import (
    answering,
    attacking,
    explaining,
    fighting,
    flying,
    lifting,
    moving,
    politics,
    raiding,
)
from sandtable.games.nextwar.bots.orders import USUAL, Orders
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.korean_terrain import tunnels as digging
from sandtable.kernel import Action, View
from sandtable.kernel.queries import Phrase
from sandtable.planning import Planner, Verbs, first_legal, is_legal

PLANS = 1
"""Plans for one segment; a second one was never found to change anything."""
FLIGHTS = 6
"""Flights and steps after them in one segment."""
DIGS = 8
"""Tunnels of one segment."""
LANDINGS = 6
"""Voyages of one segment."""


class KoreaPlanner(Planner[KoreaState]):
    """Plays one side; plans a movement segment when it begins and answers everything else as it comes."""

    def __init__(self, seed: bytes) -> None:
        super().__init__(seed)
        self.aims: tuple[Phrase, ...] = ()
        """What it is after in the segment that it planned last, to be said in the reader's language."""
        self._plans = self._landings = self._digs = self._flights = 0
        self._orders = USUAL

    def phase(self, state: KoreaState, seat: str, verbs: Verbs) -> Hashable | None:
        """A segment: its turn and its place in the sequence; a battle leaves its plan as it is."""
        at = state.here.at
        return (state.turn, at) if at.startswith("game.") else None

    def begin(self, state: KoreaState, seat: str) -> None:
        """Nothing is planned yet."""
        self._plans, self._landings, self._digs, self._flights = PLANS, LANDINGS, DIGS, FLIGHTS
        self._orders = self.standing_orders

    standing_orders = USUAL
    """What it plans every segment by."""

    def follow(self, state: KoreaState, seat: str, orders: Orders) -> None:
        """March by these orders in the segment at hand, in which everything that comes before marches is done."""
        self._phase, self._answers, self._ideas = self.phase(state, seat, {}), 0, []
        self._plans, self._landings, self._digs, self._flights = PLANS, 0, 0, 0
        self._orders = orders

    def propose(self, view: View[Any], seat: str, verbs: Verbs) -> Action | None:
        """The next march, the next attack that pays, or what a department proposes."""
        state: KoreaState = view.state
        if "attack" in verbs:
            fights = chain(attacking.ideas(state, seat), answering.landings(state, seat, verbs))
            return first_legal(state, seat, verbs, fights)
        if "move" in verbs:
            return self._march(state, seat, verbs)
        departments = (fighting.ideas, flying.ideas, raiding.ideas, politics.ideas, answering.ideas)
        return first_legal(state, seat, verbs, chain.from_iterable(ideas(state, seat, verbs) for ideas in departments))

    def _march(self, state: KoreaState, seat: str, verbs: Verbs) -> Action | None:
        if self._digs and "tunnel" in verbs and digging.why_not_dig(state, seat) is None:
            self._digs -= 1
            if action := first_legal(state, seat, verbs, moving.tunnels(state, seat)):
                return action
        if self._landings and (action := first_legal(state, seat, verbs, answering.landings(state, seat, verbs))):
            self._landings -= 1
            return action
        if self._flights:
            self._flights -= 1
            if action := first_legal(state, seat, verbs, lifting.ideas(state, seat, verbs)):
                return action
            self._flights = 0
        while self._ideas or self._plans:
            if not self._ideas:
                plan = self._plan(state, seat)
                self._ideas, self._plans = list(plan.moves()), self._plans - 1
                self.aims = explaining.aims(plan)
            action = self.next_step(state, seat, verbs)
            if action is not None:
                return action
        return None

    def _plan(self, state: KoreaState, seat: str) -> moving.Plan:
        return moving.Plan(state, seat, self._orders)

    def way_out(self, state: KoreaState, seat: str, verbs: Verbs) -> Action | None:
        """The end of the segment, where one may end it."""
        return Done() if is_legal(state, seat, verbs, Done()) else None
