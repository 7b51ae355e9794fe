"""The strategist of Crimea: plans are played out with a staff on either side, and the best is taken."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

from sandtable.games.eastfront.bots import moving
from sandtable.games.eastfront.bots.foresight import score
from sandtable.games.eastfront.bots.ideas import Plan
from sandtable.games.eastfront.bots.planner import FORESIGHT, IMAGINED, CrimeaPlanner, length, phase_of
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import SIDES, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import on_map
from sandtable.kernel import SeededDice, View
from sandtable.planning import Budget, Paced, foresight

GAMES = 24
"""Games that are played in the mind for one phase of movement where the table says nothing else."""
AFFORDED, AFFORDED_FAR, LEAST = 600, 150, 6
"""Games times units that there is time for, near the end and far from it, and the fewest games that say anything."""
A_SECOND = 2
"""Games that are played in a second, on an ordinary machine."""
AHEAD = 1
"""Turns that are played after the one at hand where the end is far."""
PER_STEP = 0.003
"""What a step more or less of either side counts where a game is broken off."""
BETTER = 0.02
"""What another plan must promise more than the usual one: so little may be chance."""
NEVER = 99.0
"""A score that nothing reaches: where the end is far, nothing is won for sure."""


class CrimeaStrategist(Paced, CrimeaPlanner):
    """Plays one side like the planner, but tries its plans against an enemy who plans as well."""

    def __init__(self, seed: bytes, thinking: Budget | None = None) -> None:
        super().__init__(seed)
        self._thinking = thinking or Budget(GAMES)

    def pace(self, seconds: int) -> None:
        """So many games a second."""
        self._thinking.judgements = max(1, min(GAMES, seconds * A_SECOND))

    def _moves(self, view: View[Any], seat: str) -> Plan:
        state: CrimeaState = view.state
        if self._style is not None:
            return super()._moves(view, seat)
        style = moving.usual(state, seat)
        if self._thinking.judgements < LEAST:
            return moving.plan(state, seat, style)
        # A game in the mind costs as much as there are units: with a whole front there is no time for any.
        far = length(state) > FORESIGHT
        units = max(1, sum(len(on_map(state, side)) for side in SIDES))
        games = min(self._thinking.judgements, (AFFORDED_FAR if far else AFFORDED) // units)
        if games < LEAST:
            return super()._moves(view, seat)
        plans: dict[Plan, moving.Style] = {moving.plan(state, seat, style): style}
        for other in (*moving.STYLES, *moving.TASTES):
            plans.setdefault(moving.plan(state, seat, other), other)
        plans.setdefault(Plan(), style)
        first, *others = plans.items()
        others.sort(key=lambda found: -moving.promise(state, seat, found[0]))
        found = [first, *others[: games // 3 - 1]]
        if len(found) == 1:
            return first[0]
        # All twice, and with what is left of the budget the best three more often.
        left = max(0, games - 2 * len(found))
        rounds = ((99, 2), (3, 2 + left // 3))
        chosen = foresight.choose(
            len(found),
            rounds,
            lambda n, trial: self._tried(view, seat, *found[n], trial, far) - (BETTER if n else 0.0),
            NEVER if far else 1.0,
        )
        best, self._style = found[chosen]
        return best

    def _tried(self, view: View[Any], seat: str, plan: Plan, style: moving.Style, trial: int, far: bool) -> float:
        """What comes of a plan when both sides go on like a staff, with the dice of a trial."""
        dice = SeededDice(blake2b(b"trial %d" % trial, key=self._seed[:64]).digest())
        state: CrimeaState = GAME.imagine(view, dice)
        mind = CrimeaPlanner(self._seed, foresees=False)
        mind.follow(plan, style, phase_of(state), IMAGINED - 1)
        enemies = {side: CrimeaPlanner(self._seed, foresees=False) for side in SIDES if side != seat}
        last = state.turn + AHEAD
        end = foresight.play_out(
            GAME, state, seat, mind, dice, enemies=enemies, is_far=(lambda now: now.turn > last) if far else None
        )
        return score(end, seat) + PER_STEP * _balance(end, seat)


def _balance(state: CrimeaState, seat: str) -> int:
    """Steps that the enemy has lost, less one's own."""
    return sum(state.tracks.get(f"{side}_steps", 0) * (-1 if side == seat else 1) for side in SIDES)
