"""The linear algebra of a battle: how probability flows through pairs of states.

A battle is a Markov chain on (attacker state, defender state) in which states only ever move forward, apart from
rounds that change nothing.  So one pass through the attacker's states in order suffices.  For a run of states with
equal losses, the mass that arrived is spread over the rounds in which the attacker loses nothing (a triangular system
in the defender's state, which also sums the endless series of empty rounds exactly), and the expected number of
rounds fought in each pair of states is then pushed on with one batched matrix product:

    flow[i', j'] = sum over i, j of visits[i, j] * P(j hurts i to i') * P(i hurts j to j').

With submarines a round is two such steps, a surprise strike and an exchange, with an array of mass between the two.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandtable.odds.clash import Clash
from sandtable.odds.dice import Floats
from sandtable.odds.losses import Bools, Kind
from sandtable.odds.operators import Hurt, Push, Spread, begins_of

_BLOCK = 16  # states solved for at once; larger systems cost more than the extra calls


@dataclass(eq=False)
class Flow:
    """Where the probability went."""

    final: Floats  # mass at the end of the battle per pair of states
    rounds: float  # expected number of rounds
    pruned: float  # mass dropped because it was too small to matter


class Sweep:
    """The operators of one clash, built run by run as they are needed."""

    def __init__(self, clash: Clash) -> None:
        self.clash = clash
        self.live = clash.ending.live
        width = clash.defender.size
        self.width = width
        self._exchange = [Spread(fire, width) for fire in clash.attack if fire.targets.size]
        self._strike = Spread(clash.attack_strike, width) if clash.attack_strike is not None else None
        self._shielded = np.flatnonzero(clash.defender.has_destroyer)
        self.runs = _runs(clash)
        run_of = np.repeat(np.arange(len(self.runs)), [run.stop - run.start for run in self.runs])
        self._hurt = [Hurt(fire, run_of) if fire.targets.size else None for fire in clash.defence]
        self._struck = Hurt(clash.defence_strike, run_of) if clash.defence_strike is not None else None

    def settled(self, arrived: Floats, prune: float) -> Flow:
        """Fight from the given mass to the end."""
        flow = Flow(np.zeros_like(arrived), 0.0, 0.0)
        arrived = arrived.copy()
        between = np.zeros_like(arrived) if self.clash.has_strikes else None
        for number in range(len(self.runs)):
            self._settle_run(number, arrived, between, flow, prune)
        return flow

    def _settle_run(self, number: int, arrived: Floats, between: Floats | None, flow: Flow, prune: float) -> None:
        run = self.runs[number]
        mass, live = arrived[run], self.live[run]
        small = live & (mass < prune)
        flow.pruned += float(mass[small].sum())
        mass[small] = 0.0
        some = (mass * live).any(axis=0)
        if between is not None:
            some |= between[run].any(axis=0)
        if not some.any():
            flow.final[run] += mass
            return
        start = int(np.argmax(some))
        flow.final[run, :start] += mass[:, :start]
        mass, live = mass[:, start:], live[:, start:]
        hurt, push = self.exchange(number, start)
        kept = push.chances(start)
        waiting = None if between is None else between[run, start:]
        if between is None or self._is_quiet(run):
            staying = (kept[:, 0] * live)[:, :, None] * hurt
            if waiting is not None:
                mass = mass + ((kept[:, 0] * waiting)[:, None, :] @ hurt)[:, 0]
            visits = solved(staying, mass)
            fought = visits * live
        else:
            strike, strike_push = self.strike(number, start)
            struck = live[:, :, None] * strike
            slots = None if strike_push is None else strike_push.chances(start)
            if slots is not None:
                struck *= slots[:, 0, :, None]
            stay = kept[:, 0, :, None] * hurt
            visits = solved(struck @ stay, mass + (between[run, None, start:] @ stay)[:, 0])
            fought = (visits[:, None, :] @ struck)[:, 0]
            if strike_push is not None and slots is not None:
                strike_push.deliver((slots[:, 1:] * (visits * live)[:, None, :]) @ strike, between, start)
        if waiting is not None:
            fought = fought + waiting
        flow.rounds += float((visits * live).sum())
        flow.final[run, start:] += visits * ~live
        push.deliver((kept[:, 1:] * fought[:, None, :]) @ hurt, arrived, start)

    def _is_quiet(self, run: slice) -> bool:
        """Whether nobody can strike by surprise while the attacker is in a state of the run."""
        if self._struck is not None and not self.clash.attacker.has_destroyer[run.start]:
            return False
        return self._strike is None or not self.clash.attacker.facts.armed[Kind.SUB][run].any()

    def one_round(self, mass: Floats, live: Bools) -> Floats:
        """The mass after one round for the live pairs; the others stay."""
        moving = mass * live
        resting = mass - moving
        if self.clash.has_strikes:
            moving = self._stepped(moving, strike=True)
        return resting + self._stepped(moving, strike=False)

    def _stepped(self, mass: Floats, *, strike: bool) -> Floats:
        after = np.zeros_like(mass)
        for number, run in enumerate(self.runs):
            here = mass[run]
            some = here.any(axis=0)
            if not some.any():
                continue
            start = int(np.argmax(some))
            hurt, push = self.strike(number, start) if strike else self.exchange(number, start)
            here = here[:, start:]
            if push is None:
                after[run, start:] += (here[:, None, :] @ hurt)[:, 0]
                continue
            flow = (push.chances(start) * here[:, None, :]) @ hurt
            after[run, start:] += flow[:, 0]
            push.deliver(flow[:, 1:], after, start)
        return after

    def exchange(self, number: int, start: int) -> tuple[Floats, Push]:
        """The exchange of fire: operator on defender states, and pushes on the attacker states of the run."""
        run = self.runs[number]
        hurt = np.zeros((run.stop - run.start, self.width, self.width))
        for spread in self._exchange:
            spread.into(hurt, run)
        by_defender = self._hurt[int(self.clash.attacker.has_destroyer[run.start])]
        assert by_defender is not None  # the run is among its targets
        return hurt[:, start:, start:], by_defender.push(number)

    def strike(self, number: int, start: int) -> tuple[Floats, Push | None]:
        """The surprise strikes: like an exchange, but a side with a destroyer is not struck."""
        run = self.runs[number]
        hurt = np.zeros((run.stop - run.start, self.width, self.width))
        if self._strike is None:
            hurt[:] = np.eye(self.width)
        else:
            self._strike.into(hurt, run)
            hurt[:, self._shielded, self._shielded] = 1.0
        hurt = hurt[:, start:, start:]
        if self._struck is None or self.clash.attacker.has_destroyer[run.start]:
            return hurt, None
        return hurt, self._struck.push(number)


def _runs(clash: Clash) -> list[slice]:
    """Maximal runs of attacker states with equal losses and equal destroyer flag."""
    side = clash.attacker
    key = side.lattice.levels(side.states) * 2 + side.has_destroyer
    begins = begins_of(key).tolist()
    return [slice(a, b) for a, b in zip(begins, [*begins[1:], side.size], strict=True)]


def solved(stay: Floats, arrived: Floats) -> Floats:
    """Solve visits = arrived + visits @ stay for upper triangular `stay`, row by row, in blocks.

    Transposed and turned round a block is upper triangular again, so its factorisation never pivots and no precision
    is lost.
    """
    visits = arrived.copy()
    width = visits.shape[1]
    for begin in range(0, width, _BLOCK):
        block = slice(begin, min(begin + _BLOCK, width))
        matrix = np.eye(block.stop - begin) - stay[:, block, block]
        turned = matrix[:, ::-1, ::-1].transpose(0, 2, 1)
        visits[:, block] = np.linalg.solve(turned, visits[:, block][:, ::-1, None])[:, ::-1, 0]
        if block.stop < width:
            visits[:, block.stop :] += (visits[:, None, block] @ stay[:, block, block.stop :])[:, 0]
    return visits
