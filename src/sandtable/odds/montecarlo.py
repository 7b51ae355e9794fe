"""Sampled battles, for those too large to solve and as a check of the exact method.

All battles of a batch are fought at once.  A side's state is one integer; the hits of a pool of dice are drawn by one
search in the stacked cumulative distributions of all states, so a round costs a handful of array operations however
many units there are.
"""

from __future__ import annotations

import numpy as np

from sandtable.odds.battle import Battle, OddsError, SideName, TooLarge, check_battle
from sandtable.odds.dice import Floats
from sandtable.odds.ending import ending_of
from sandtable.odds.exact import landed_only
from sandtable.odds.losses import Bools, Ints, Kind, Lattice, lattice_of, reachable
from sandtable.odds.opening import anti_aircraft, bombardment
from sandtable.odds.outcome import Force, Outcome, joined
from sandtable.odds.sides import Dice, Side, distribution_of, pools_of, side_of

BATCH = 20_000
TABLE_LIMIT = 2_500_000
"""Cells that the table of one side's hits may have: states times dice."""


def monte_carlo(battle: Battle, *, battles: int = 100_000, seed: int = 1) -> Outcome:
    """The outcome of so many sampled battles; the same seed gives the same outcome."""
    check_battle(battle)
    if battle.retreat_below is not None:
        raise OddsError("retreat_below: a retreat by the chance to win is not sampled: make the forces smaller")
    chance = np.random.default_rng(seed)
    arena = _Arena(battle, (lattice_of(battle, "attacker"), lattice_of(battle, "defender")))
    parts: list[Outcome] = []
    for first in range(0, battles, BATCH):
        count = min(BATCH, battles - first)
        start = arena.shot_down.drawn(np.zeros(count, np.int64), chance)
        parts += arena.fought(arena.attacker.places(start), np.zeros(count, np.int64), battles, chance)
    return joined(parts)


class _Hits:
    """Draws from one distribution of hits per state."""

    def __init__(self, distribution: Floats) -> None:
        self.width = distribution.shape[1]
        rows = np.cumsum(distribution, axis=1)
        rows[:, -1] = 1.0
        self.stacked = (rows + np.arange(len(rows))[:, None]).ravel()

    def drawn(self, states: Ints, chance: np.random.Generator) -> Ints:
        """A number of hits for each state."""
        if self.width == 1:
            return np.zeros(states.size, np.int64)
        found = np.searchsorted(self.stacked, states + chance.random(states.size), side="right")
        return np.minimum(found - states * self.width, self.width - 1)


class _Fighter:
    """A side that can be sampled: states, dice and losses as tables."""

    def __init__(self, battle: Battle, name: SideName, own: Lattice, enemy: Lattice, starts: Ints) -> None:
        _check_size(own.size, 1)
        states = reachable(own, starts, enemy)
        _check_size(states.size, sum(group.count for group in own.groups) + 1)
        self.side: Side = side_of(battle, name, own, states, enemy)
        self.after_one = self.places(own.after_one(states))
        self.volleys = tuple(self._hits(pools_of(self.side, with_submarines=subs)) for subs in (False, True))
        self.strike = _Hits(distribution_of(self.side, self.side.dice[Kind.SUB]))
        self.jumps = [np.arange(states.size), self.after_one]
        self.table = np.zeros((0, 0), np.int64)

    def _hits(self, pools: tuple[Dice, Dice, Dice]) -> tuple[_Hits, _Hits, _Hits]:
        one, two, three = (_Hits(distribution_of(self.side, pool)) for pool in pools)
        return one, two, three

    def places(self, states: Ints) -> Ints:
        """Where lattice states stand in the tables."""
        return np.searchsorted(self.side.states, states)

    def hit(self, places: Ints, open_hits: Ints, air_hits: Ints, sub_hits: Ints) -> Ints:
        """The states after the hits of one volley."""
        restricted = np.flatnonzero(air_hits + sub_hits)
        if restricted.size:
            states = self.side.states[places[restricted]]
            after = self.side.lattice.after_restricted(states, air_hits[restricted], sub_hits[restricted])
            places = places.copy()
            places[restricted] = self.places(after)
        most = int(open_hits.max(initial=0))
        while len(self.jumps) <= most:
            self.jumps.append(self.after_one[self.jumps[-1]])
        if len(self.table) != len(self.jumps):
            self.table = np.stack(self.jumps)
        return np.asarray(self.table[open_hits, places])


def _check_size(states: int, dice: int) -> None:
    if states * dice > TABLE_LIMIT:
        raise TooLarge(f"{states} states of losses are too many even to sample: ask about fewer units")


class _Arena:
    """A battle ready to be fought many times."""

    def __init__(self, battle: Battle, lattices: tuple[Lattice, Lattice]) -> None:
        one, two = lattices
        self.battle = battle
        down = anti_aircraft(battle, one, two)
        self.shot_down = _Hits(down)
        self.shells = _Hits(bombardment(battle))
        self.attacker = _Fighter(battle, "attacker", one, two, np.arange(down.shape[1]))
        self.defender = _Fighter(battle, "defender", two, one, np.zeros(1, np.int64))

    def fought(self, ours: Ints, theirs: Ints, battles: int, chance: np.random.Generator) -> list[Outcome]:
        """Fight from given states to the end: cases, as parts of a sample of `battles`."""
        ours, theirs = ours.copy(), theirs.copy()
        active = np.arange(ours.size)
        rounds = fought = 0
        while active.size:
            facts = self.attacker.side.facts.at(ours[active]), self.defender.side.facts.at(theirs[active])
            ending = ending_of(self.battle, *facts)
            active = active[ending.live if rounds else ending.could_go_on]
            if rounds == self.battle.max_rounds:
                break
            rounds += 1
            fought += active.size
            ours[active], theirs[active] = self._round(ours[active], theirs[active], rounds == 1, chance)
        return self._parts(ours, theirs, fought / battles, battles, chance)

    def _round(self, ours: Ints, theirs: Ints, first: bool, chance: np.random.Generator) -> tuple[Ints, Ints]:
        hunted = self.defender.side.has_destroyer[theirs], self.attacker.side.has_destroyer[ours]
        zero = np.zeros(ours.size, np.int64)
        if self.attacker.strike.width + self.defender.strike.width > 2:
            struck = np.where(hunted[0], 0, self.attacker.strike.drawn(ours, chance))
            back = np.where(hunted[1], 0, self.defender.strike.drawn(theirs, chance))
            ours, theirs = self._struck(self.attacker, ours, back), self._struck(self.defender, theirs, struck)
        attack = _volley(self.attacker, ours, hunted[0], chance)
        defence = _volley(self.defender, theirs, hunted[1], chance)
        shells = self.shells.drawn(zero, chance) if first else zero
        return self.attacker.hit(ours, *defence), self.defender.hit(theirs, attack[0] + shells, attack[1], attack[2])

    def _struck(self, target: _Fighter, places: Ints, hits: Ints) -> Ints:
        zero = np.zeros_like(hits)
        return target.hit(places, zero, zero, hits)

    def _parts(
        self, ours: Ints, theirs: Ints, rounds: float, battles: int, chance: np.random.Generator
    ) -> list[Outcome]:
        """The cases; battles that the attacker broke off are continued by those who landed."""
        one, two = self.attacker.side, self.defender.side
        landed = np.array([group.landed for group in one.lattice.groups], np.bool_)
        ending = ending_of(self.battle, one.facts.at(ours), two.facts.at(theirs))
        stranded = ending.could_go_on & np.asarray(one.left[ours][:, landed].any(axis=1))
        parts = [self._cases(ours[~stranded], theirs[~stranded], rounds, battles)]
        for place in np.unique(ours[stranded]):
            parts += self._last_stand(int(place), theirs[stranded & (ours == place)], battles, chance)
        return parts

    def _cases(self, ours: Ints, theirs: Ints, rounds: float, battles: int) -> Outcome:
        one, two = self.attacker.side, self.defender.side
        pairs, counts = np.unique(ours * two.size + theirs, return_counts=True)
        mine, yours = np.divmod(pairs, two.size)
        ending = ending_of(self.battle, one.facts.at(mine), two.facts.at(yours))
        lost: Bools = ending.idle_lost[:, None] & two.idle_groups[None, :]
        return Outcome(
            attacker=Force(one.lattice.groups, one.left[mine], one.damaged[mine]),
            defender=Force(
                two.lattice.groups, np.where(lost, 0, two.left[yours]), np.where(lost, 0, two.damaged[yours])
            ),
            chance=counts / battles,
            rounds=rounds,
            battles=ours.size,
        )

    def _last_stand(self, place: int, theirs: Ints, battles: int, chance: np.random.Generator) -> list[Outcome]:
        side = self.attacker.side
        groups, left = side.lattice.groups, side.left[place]
        ashore = {group.unit.id: int(n) for group, n in zip(groups, left, strict=True) if group.landed and n}
        battle = landed_only(self.battle, ashore)
        stand = _Arena(battle, (lattice_of(battle, "attacker"), self.defender.side.lattice))
        parts = stand.fought(np.zeros_like(theirs), theirs, battles, chance)
        return [part.with_stranded(groups, left) for part in parts]


def _volley(shooter: _Fighter, places: Ints, hunted: Bools, chance: np.random.Generator) -> tuple[Ints, Ints, Ints]:
    """Hits of one exchange; submarines that an enemy destroyer keeps from striking fire with the others."""
    plain, full = shooter.volleys
    if not hunted.any():
        return plain[0].drawn(places, chance), plain[1].drawn(places, chance), plain[2].drawn(places, chance)
    hits = [full_pool.drawn(places, chance) for full_pool in full]
    free = np.flatnonzero(~hunted)
    for pool, drawn in zip(plain, hits, strict=True):
        drawn[free] = pool.drawn(places[free], chance)
    return hits[0], hits[1], hits[2]
