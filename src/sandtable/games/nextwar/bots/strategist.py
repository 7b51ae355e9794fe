"""The strategist of Korea: orders for a segment are searched, each played out with a staff on either side."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from msgspec.structs import replace

from sandtable.games.nextwar.bots import moving, prospects
from sandtable.games.nextwar.bots.massing import Massing
from sandtable.games.nextwar.bots.orders import BOLD, CAUTIOUS, USUAL, Orders
from sandtable.games.nextwar.bots.planner import KoreaPlanner
from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import SIDES, KoreaState
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.kernel import Action, Dice, SeededDice, View
from sandtable.planning import Budget, Paced, Verbs, foresight, improve

GAMES = 24
"""Games that are played in the mind for one segment where the table says nothing else."""
AFFORDED = 700
"""Games times units on the map that there is time for in one segment."""
A_SECOND = 60
"""Games times units that are played in a second, on an ordinary machine."""
LEAST = 6
"""The fewest games that say anything."""
LARGE = 90
"""Units from which on only the turn at hand is played out, and not the next."""
TRIALS = 2
"""Games that each plan is judged by; the best and the usual one meet in as many again."""
BETTER = 1.5
"""What other orders must promise more than none: so little may be chance."""
UNGUARDED = 8.0
"""And what they must promise more that leave no guards: an enemy in the mind does not see every open door."""
TARGETS = 10
"""Attacks that orders speak of: those that promise most."""


class KoreaStrategist(Paced, KoreaPlanner):
    """Plays one side like the planner, but tries the orders for a segment against an enemy who plans as well."""

    def __init__(self, seed: bytes, thinking: Budget | None = None) -> None:
        super().__init__(seed)
        self._seed = seed
        self._thinking = thinking or Budget(GAMES)
        self._view: View[Any] | None = None

    def propose(self, view: View[Any], seat: str, verbs: Verbs) -> Action | None:
        """As the planner; a plan is made from what the seat knows."""
        self._view = view
        return super().propose(view, seat, verbs)

    def _plan(self, state: KoreaState, seat: str) -> moving.Plan:
        self._orders = self._searched(state, seat)
        return super()._plan(state, seat)

    def games(self, state: KoreaState) -> int:
        """Games that there is time for: one costs as much as there are units."""
        units = max(1, sum(len(on_board(state, side)) for side in SIDES))
        afforded = min(AFFORDED, self._seconds * A_SECOND) if self._seconds else AFFORDED
        return min(self._thinking.judgements, afforded // units)

    def _searched(self, state: KoreaState, seat: str) -> Orders:
        """The best orders that the budget finds."""
        games = self.games(state)
        if games < LEAST:
            return USUAL
        staff = Staff(state, seat)
        found = improve(
            staff.first(),
            lambda orders: self._judged(seat, orders, 0),
            staff.vary,
            staff.cross,
            Budget((games - 2 * TRIALS) // TRIALS),
            self._dice,
        )
        best = found[0]
        if best.plan == USUAL:
            return USUAL
        # Of many plans the luckiest looks best: it meets the usual one again with other dice.
        again = self._judged(seat, best.plan, TRIALS) + BETTER - self._judged(seat, USUAL, TRIALS)
        return best.plan if again >= 0.0 else USUAL

    def _judged(self, seat: str, orders: Orders, first: int) -> float:
        """What comes of orders on average over some games, always with the same dice."""
        games = range(first, first + TRIALS)
        doubt = (BETTER if orders != USUAL else 0.0) + (0.0 if orders.guards else UNGUARDED)
        return sum(self._tried(seat, orders, n) for n in games) / TRIALS - doubt

    def _tried(self, seat: str, orders: Orders, trial: int) -> float:
        """How things stand when both sides have gone on like a staff, with the dice of a trial."""
        assert self._view is not None  # whoever plans was asked
        dice = SeededDice(blake2b(b"trial %d" % trial, key=self._seed[:64]).digest())
        state: KoreaState = GAME.imagine(self._view, dice)
        mind = KoreaPlanner(self._seed)
        mind.follow(state, seat, orders)
        enemies = {side: KoreaPlanner(self._seed) for side in SIDES if side != seat}
        last = state.turn + (sum(len(on_board(state, side)) for side in SIDES) < LARGE)
        end = foresight.play_out(GAME, state, seat, mind, dice, enemies=enemies, is_far=lambda now: now.turn > last)
        return prospects.value(end, seat)


class Staff:
    """Orders that could be given for a segment, and what can be changed in them."""

    def __init__(self, state: KoreaState, seat: str) -> None:
        plan = moving.Plan(state, seat)
        massing = Massing(state, seat, plan.free)
        found = [(best.gain, h) for h in massing.targets() if (best := massing.best(h, plan.free, plan.crowd))]
        self.targets = tuple(h for _, h in sorted(found, key=lambda one: (-one[0], one[1]))[:TARGETS])

    def first(self) -> list[Orders]:
        """No orders; then more and less daring, and everybody forward or back."""
        return [USUAL, Orders(daring=1), Orders(advance=False, daring=-1), Orders(advance=True), Orders(guards=False)]

    def vary(self, orders: Orders, dice: Dice) -> Orders:
        """The same orders with one thing changed."""
        knob = dice.draw(range(6 if self.targets else 3))
        match knob:
            case 0:
                step = 1 if dice.draw(range(2)) else -1
                return replace(orders, daring=min(BOLD, max(CAUTIOUS, orders.daring + step)))
            case 1:
                return replace(orders, guards=not orders.guards)
            case 2:
                return replace(orders, advance=(None, True, False)[dice.draw(range(3))])
        target = frozenset((self.targets[dice.draw(range(len(self.targets)))],))
        if knob == 3:
            return replace(orders, spared=orders.spared ^ target, urged=orders.urged - target)
        return replace(orders, urged=orders.urged ^ target, spared=orders.spared - target)

    def cross(self, one: Orders, other: Orders, dice: Dice) -> Orders:
        """What is attacked from one, how from the other."""
        return replace(other, urged=one.urged, spared=one.spared)
