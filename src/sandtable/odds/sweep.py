"""How probability flows through pairs of states.

A battle is a Markov chain on (attacker state, defender state) in which states only ever move forward, apart from
rounds that change nothing. So the pairs are visited once, in the order of the hits that both sides have taken together:
what arrives at a pair is complete when its turn comes, the endless series of empty rounds is a division, and all pairs
of one level are pushed on with one matrix product:

    flow[i', j'] = sum over pairs (i, j) of visits[i, j] * P(j hurts i to i') * P(i hurts j to j').

With submarines a round is two such steps, a surprise strike and an exchange, with an array of mass between the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandtable.odds.clash import Clash, Fires
from sandtable.odds.dice import Floats
from sandtable.odds.losses import Bools, Ints
from sandtable.odds.operators import Blows

_PUSHED = 128  # pairs pushed on at once: more would not be faster, and fill the memory in large battles
_ALONE = 1 << 18  # multiplications up to which OpenBLAS stays in one thread; on a busy machine two cost more than one


@dataclass(eq=False)
class Flow:
    """Where the probability went."""

    final: Floats  # mass at the end of the battle per pair of states
    rounds: float  # expected number of rounds
    pruned: float  # mass dropped because it was too small to matter


@dataclass(frozen=True, eq=False)
class Step:
    """Both sides' fire at the same time."""

    attack: Blows
    defence: Blows

    def unmoved(self) -> Floats:
        """The chance that nobody is hit, per pair of states."""
        return self.attack.unmoved() * self.defence.unmoved().T

    def push(self, pairs: Ints, visits: Floats, onto: Floats) -> None:
        """Add what comes of visits to pairs of states; those are ascending."""
        for begin in range(0, pairs.size, _PUSHED):
            ours, theirs = np.divmod(pairs[begin : begin + _PUSHED], onto.shape[1])
            top, left = int(ours[0]), int(theirs.min())
            hurt = self.defence.at(theirs, ours, slice(top, None))
            hurt *= visits[begin : begin + _PUSHED, None]
            hit = self.attack.at(ours, theirs, slice(left, None))
            band = max(1, _ALONE // hit.size)
            for row in range(0, hurt.shape[1], band):
                onto[top + row : top + row + band, left:] += hurt[:, row : row + band].T @ hit

    def push_all(self, mass: Floats, onto: Floats) -> None:
        """Add what comes of a mass on all pairs of states."""
        pairs = np.flatnonzero(mass)
        self.push(pairs, mass.ravel()[pairs], onto)


class Sweep:
    """The operators of one clash."""

    def __init__(self, clash: Clash) -> None:
        one, two = clash.attacker, clash.defender
        self.live = clash.ending.live
        self._levels = np.add.outer(one.lattice.levels(one.states), two.lattice.levels(two.states))
        self._exchange = _step(clash.attack, clash.defence, self.live.shape)
        self._strike: Step | None = None
        self._struck = np.zeros_like(self.live)
        if clash.strikes is not None:
            self._strike = _step(clash.strikes.attack, clash.strikes.defence, self.live.shape)
            self._struck = clash.strikes.struck

    def settled(self, arrived: Floats, prune: float) -> Flow:
        """Fight from the given mass to the end."""
        arrived = arrived.copy()
        between = np.zeros_like(arrived)
        mass, waiting, live, struck = arrived.ravel(), between.ravel(), self.live.ravel(), self._struck.ravel()
        missed, unstruck, series = self._empty_rounds()
        undone = np.ones(mass.size, np.bool_)
        rounds = 0.0
        for candidates in self._by_level():
            come, met = mass.take(candidates) * live.take(candidates), waiting.take(candidates)
            some = come + met > prune
            pairs = candidates[some]
            if not pairs.size:
                continue
            undone[pairs] = False
            met = met[some]
            visits = (come[some] + met * missed.take(pairs)) * series.take(pairs)
            rounds += float(visits.sum())
            if self._strike is not None:
                strikes = struck.take(pairs)
                self._strike.push(pairs[strikes], visits[strikes], between)
            self._exchange.push(pairs, met + visits * unstruck.take(pairs), arrived)
        # What pushes from a pair to itself is in the series already; what was too small to be pushed is left there.
        pruned = float(mass @ (live & undone)) + float(waiting @ undone)
        arrived[self.live] = 0.0
        return Flow(arrived, rounds, pruned)

    def _empty_rounds(self) -> tuple[Floats, Floats, Floats]:
        """Per pair the chance that an exchange hits nobody, that a strike hits nobody, and the visits that follow."""
        missed = self._exchange.unmoved()
        unstruck = np.ones_like(missed)
        if self._strike is not None:
            np.copyto(unstruck, self._strike.unmoved(), where=self._struck)
        series = np.divide(1.0, 1.0 - missed * unstruck, where=self.live, out=np.zeros_like(missed))
        return missed.ravel(), unstruck.ravel(), series.ravel()

    def _by_level(self) -> list[Ints]:
        """The pairs that may have to fight, by the hits that were taken to come there."""
        pairs = np.flatnonzero(self.live) if self._strike is None else np.arange(self.live.size)
        levels = self._levels.ravel()[pairs].astype(np.int16)  # short numbers are sorted in one go
        order = np.argsort(levels, kind="stable")
        return np.split(pairs[order], np.cumsum(np.bincount(levels)))

    def one_round(self, mass: Floats, live: Bools) -> Floats:
        """The mass after one round for the live pairs; the others stay."""
        moving = mass * live
        after = mass - moving
        if self._strike is not None:
            striking = moving * self._struck
            moving -= striking
            self._strike.push_all(striking, moving)
        self._exchange.push_all(moving, after)
        return after


def _step(attack: Fires, defence: Fires, shape: tuple[int, ...]) -> Step:
    ours, theirs = shape
    return Step(Blows(attack, ours, theirs), Blows(defence, theirs, ours))
