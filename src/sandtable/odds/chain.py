"""Plain battles: every hit may fall on anything, so each side walks down its order of loss and never leaves it.

That is every battle ashore without a landing, and at sea every one without submarines and carriers of the attacker. A
state is two numbers, the hits that each side has still to give, and the flow of probability is a convolution: few
states are walked one by one in plain Python, which costs less than one array; many are walked row by row, the
attacker's hits of a row as one Toeplitz matrix for all numbers of aircraft that the guns may have shot down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from math import comb

import numpy as np
from numpy.lib.stride_tricks import as_strided

from sandtable.odds.battle import Battle, SideName, Support, TooLarge
from sandtable.odds.dice import Floats, hit_chance, hit_distribution
from sandtable.odds.kept import Kept
from sandtable.odds.losses import Bools, Ints, Kind, Lattice
from sandtable.odds.outcome import Force, Outcome
from sandtable.odds.sides import Dice, dice_of

SMALL = 4_000
"""Transitions up to which plain Python is faster than arrays."""

Hits = tuple[float, ...]
"""The chance of each number of hits."""

_SERIES = 4  # rounds without a hit on the attacker that are added up before a system of equations is solved instead
_NOTHING = 1e-18  # what such a round may leave out, far less than what is pruned
_BLOCK = 16  # states solved for at once; larger systems cost more than the extra calls


def is_plain(battle: Battle, attacker: Lattice, defender: Lattice) -> bool:
    """Whether a battle is of this kind: fought to the end, with nobody whom a hit could not find."""
    if battle.bombard or battle.low_luck or battle.max_rounds is not None or battle.retreat_at is not None:
        return False
    for group in attacker.groups:
        if group.landed or group.unit.attack == 0 or group.unit.submarine:
            return False
    return not any(group.unit.submarine for group in defender.groups)


def fought(
    battle: Battle, attacker: Lattice, defender: Lattice, shot_down: Floats, prune: float, work_limit: int
) -> Outcome:
    """The outcome; the attacker begins without the aircraft that were shot down, so many with such a chance."""
    starts = [k for k, chance in enumerate(shot_down.tolist()) if chance > 0.0]
    rows, columns = len(starts) * (len(attacker.order) + 1), len(defender.order) + 1
    if work_limit and rows * columns**2 > work_limit:
        sizes = f"{rows} attacker and {columns} defender states"
        raise TooLarge(f"{sizes} are too many to solve: use monte_carlo, or raise work_limit to {rows * columns**2}")
    ours = [Walk.of(battle, "attacker", attacker, k) for k in starts]
    theirs = Walk.of(battle, "defender", defender, 0)
    most = len(ours[0].left) * len(theirs.left)
    stops = battle.retreat_below is not None and battle.can_retreat
    if most * most * len(starts) <= SMALL * 4 and not stops:
        return _stepped(battle, ours, theirs, shot_down[starts].tolist(), prune)
    return _swept(battle, (attacker, defender), ours, theirs, shot_down[starts], prune)


@dataclass(frozen=True, eq=False)
class Walk:
    """What is left of a side after each hit, and how many units of it then have a combat value."""

    lattice: Lattice
    side: SideName
    supports: tuple[Support, ...]
    left: list[list[int]]  # per state and group
    damaged: list[list[int]]
    armed: list[int]

    @classmethod
    def of(cls, battle: Battle, side: SideName, lattice: Lattice, shot_down: int) -> Walk:
        """The states of a side that has lost so many aircraft already."""
        supports = battle.supports if side == "attacker" else ()
        return _WALKS.get((lattice, supports, shot_down), lambda: cls._walked(supports, side, lattice, shot_down))

    @classmethod
    def _walked(cls, supports: tuple[Support, ...], side: SideName, lattice: Lattice, shot_down: int) -> Walk:
        groups = lattice.groups
        left = [group.count for group in groups]
        whole = [group.count - group.damaged if group.unit.hits == 2 else group.count for group in groups]
        value = [group.unit.attack if side == "attacker" else group.unit.defence for group in groups]
        walk = cls(lattice, side, supports, [], [], [])
        armed = sum(n for n, v in zip(left, value, strict=True) if v)

        def note() -> None:
            walk.left.append(left.copy())
            walk.damaged.append([n - w if w < n else 0 for n, w in zip(left, whole, strict=True)])
            walk.armed.append(armed)

        rest = []
        for entry in lattice.order:
            if shot_down and groups[entry.group].kind is Kind.AIR:
                shot_down -= 1
                left[entry.group] -= 1
                armed -= bool(value[entry.group])
            else:
                rest.append(entry)
        note()
        for entry in rest:
            if entry.damage:
                whole[entry.group] -= 1
            else:
                left[entry.group] -= 1
                armed -= bool(value[entry.group])
            note()
        return walk

    @cached_property
    def live(self) -> int:
        """The states that can still fight: the first so many."""
        return sum(1 for n in self.armed if n)

    @cached_property
    def states(self) -> tuple[Ints, Ints, Ints]:
        """What is left, what of it is damaged, and how many have a combat value, as arrays."""
        return np.array(self.left, np.int64), np.array(self.damaged, np.int64), np.array(self.armed, np.int64)

    @cached_property
    def hits(self) -> list[Hits]:
        """The chances of hits in each state."""
        groups = self.lattice.groups
        rolls = [
            (g.unit.id, g.unit.attack if self.side == "attacker" else g.unit.defence, g.unit.rolls) for g in groups
        ]
        there = {unit_id for unit_id, _, _ in rolls}
        supports = [support for support in self.supports if support.giver in there]
        return [hits_of(_pool(rolls, left, supports)) for left in self.left]


_WALKS: Kept[Walk] = Kept(256, lambda walk: len(walk.left) * len(walk.lattice.groups))
_TABLES: Kept[Floats] = Kept(64, lambda table: table.size)


def _pool(
    rolls: list[tuple[str, int, int]], left: list[int], supports: Sequence[Support]
) -> tuple[tuple[float, int], ...]:
    """The dice of a state, by their chance."""
    alone = {unit_id: n for (unit_id, _, _), n in zip(rolls, left, strict=True)}
    pool: dict[float, int] = {}
    if supports:
        best_of = {unit_id: best for unit_id, _, best in rolls}
        spare: dict[str, int] = {}
        for support in supports:
            giver, receiver = support.giver, support.receiver
            free = alone.get(receiver, 0)
            if not free:
                continue
            hands = spare.get(giver)
            if hands is None:
                hands = next(n for (u, _, _), n in zip(rolls, left, strict=True) if u == giver) * support.per_giver
            paired = min(free, hands)
            spare[giver] = hands - paired
            if paired:
                alone[receiver] = free - paired
                chance = hit_chance(support.attack, best_of[receiver])
                pool[chance] = pool.get(chance, 0) + paired
    for unit_id, value, best in rolls:
        n = alone[unit_id]
        if n and value:
            chance = hit_chance(value, best)
            pool[chance] = pool.get(chance, 0) + n
    return tuple(sorted(pool.items()))


@lru_cache(maxsize=20_000)
def hits_of(pool: tuple[tuple[float, int], ...]) -> Hits:
    """The chance of each number of hits of some dice."""
    total: Hits = (1.0,)
    for chance, number in pool:
        one = _binomial(number, chance)
        summed = [0.0] * (len(total) + number)
        for here, p in enumerate(total):
            for more, q in enumerate(one, here):
                summed[more] += p * q
        total = tuple(summed)
    return total


@lru_cache(maxsize=2_000)
def _binomial(number: int, chance: float) -> Hits:
    miss = 1.0 - chance
    return tuple(comb(number, k) * chance**k * miss ** (number - k) for k in range(number + 1))


# -- few states --------------------------------------------------------------------------------------------------------


def _stepped(battle: Battle, ours: list[Walk], theirs: Walk, starts: list[float], prune: float) -> Outcome:
    defence, live = theirs.hits, theirs.live
    last = len(theirs.left) - 1
    pruned = rounds = 0.0
    chances: list[float] = []
    attackers: list[int] = []
    defenders: list[int] = []
    offset = 0
    for walk, begins in zip(ours, starts, strict=True):
        attack, dead = walk.hits, len(walk.left) - 1
        mass = [[0.0] * (last + 1) for _ in range(dead + 1)]
        mass[0][0] = begins
        for i in range(dead):
            row, fire = mass[i], attack[i]
            for j in range(live):
                here = row[j]
                if here < prune:
                    pruned += here
                    row[j] = 0.0
                    continue
                back = defence[j]
                here /= 1.0 - fire[0] * back[0]
                rounds += here
                row[j] = 0.0
                reach = last - j
                for d, chance in enumerate(back):
                    onto, flow = mass[min(dead, i + d)], here * chance
                    for a, p in enumerate(fire):
                        if a or d:
                            onto[j + a if a < reach else last] += flow * p
        for i, row in enumerate(mass):
            for j, here in enumerate(row):
                if here:
                    chances.append(here)
                    attackers.append(offset + i)
                    defenders.append(j)
        offset += dead + 1
    places = (np.array(attackers, np.int64), np.array(defenders, np.int64))
    return _read(ours, theirs, *places, np.array(chances), rounds, pruned)


# -- many states -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class _Field:
    """The fire of both sides; walks of the attacker are aligned by the hits they have left, rows are those."""

    spread: Floats  # by walk and row a Toeplitz matrix of the attacker's hits
    beyond: Floats  # the chance to destroy everything, from each state of the defender
    back: Floats  # by number of hits, then state: the defender's fire
    tails: Floats  # so many hits or more
    ends: Ints  # rows of each walk
    live: int  # states in which the defender can fight

    def hurt(self, many: int, left: int, start: int) -> Floats:
        """Where the attacker's fire in a row takes the defender, from the states that fight."""
        found = self.spread[:many, left, start : self.live, start:].copy()
        found[:, :, -1] = self.beyond[:many, left, start : self.live]
        return found

    def blows(self, left: int, start: int) -> Floats:
        """The chances of the defender's hits on an attacker with so many to give, by number."""
        most = min(left, len(self.back) - 1)
        found = self.back[: most + 1, start:].copy()
        if most == left:
            found[left] = self.tails[left, start:]
        return found


def _field(battle: Battle, lattices: tuple[Lattice, Lattice], ours: list[Walk], theirs: Walk) -> _Field:
    live, width = theirs.live, len(theirs.left)
    defence = _table(battle, lattices[1], [theirs])[0, ::-1]  # by hits taken
    back = np.ascontiguousarray(defence[:live].T)
    tails = np.ascontiguousarray(back[::-1].cumsum(axis=0)[::-1])
    spread, beyond = _toeplitz(_table(battle, lattices[0], ours), width)
    return _Field(spread, beyond, back, tails, np.array([len(walk.left) for walk in ours]), live)


def _swept(
    battle: Battle, lattices: tuple[Lattice, Lattice], ours: list[Walk], theirs: Walk, starts: Floats, prune: float
) -> Outcome:
    """Row by row, from the whole attacker to the last of his hits."""
    field = _field(battle, lattices, ours, theirs)
    live, width, height, ends = field.live, len(theirs.left), len(ours[0].left), field.ends
    arrived = np.zeros((len(ours), height, width))
    arrived[np.arange(len(ours)), ends - 1, 0] = starts
    stops: Bools | None = None
    pruned = rounds = 0.0
    if battle.retreat_below is not None and battle.can_retreat and live:
        stops = _wins(field, len(ours), height, width)[:, :, :live] < battle.retreat_below
        rounds += _first_round(field, arrived, stops)
    for left in range(height - 1, 0, -1) if live else ():
        many = int(np.count_nonzero(ends > left))
        mass = arrived[:many, left, :live]
        halted = None
        if stops is not None:
            halted = mass * stops[:many, left]
            mass -= halted
        small = mass < prune
        pruned += float(mass[small].sum())
        mass[small] = 0.0
        some = np.asarray(mass.any(axis=0))
        start = int(some.argmax())
        if some[start]:
            hurt, blows = field.hurt(many, left, start), field.blows(left, start)
            staying = hurt[:, :, : live - start] * blows[0, :, None]
            if stops is not None:
                staying *= ~stops[:many, left, start:, None]
            visits = _solved(staying, mass[:, start:])
            mass[:] = 0.0
            if stops is not None:
                # Those who come into a state that is given up stay there.
                mass[:, start:] = visits * stops[:many, left, start:]
                visits *= ~stops[:many, left, start:]
            rounds += float(visits.sum())
            flow = (visits[:, None, :] * blows) @ hurt
            arrived[:many, left, live:] += flow[:, 0, live - start :]
            arrived[:many, left - len(blows) + 1 : left, start:] += flow[:, :0:-1]
        if halted is not None:
            mass += halted
    walks, rows, columns = np.nonzero(arrived)
    firsts = np.concatenate(([0], np.cumsum(ends)[:-1]))
    places = firsts[walks] + ends[walks] - 1 - rows
    return _read(ours, theirs, places, columns, arrived[walks, rows, columns], rounds, pruned)


def _solved(stay: Floats, arrived: Floats) -> Floats:
    """Solve visits = arrived + visits @ stay for upper triangular `stay`.

    Many defenders hardly ever miss all together, and then few rounds count.
    """
    visits, more = arrived.copy(), arrived
    for _ in range(_SERIES):
        more = (more[:, None] @ stay)[:, 0]
        visits += more
        if more.max() < _NOTHING:
            return visits
    return _by_rows(stay, arrived)


def _by_rows(stay: Floats, arrived: Floats) -> Floats:
    """The same row by row, in blocks.

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


def _wins(field: _Field, walks: int, height: int, width: int) -> Floats:
    """The attacker's chance to win from every pair of states, if both fight to the end."""
    wins = np.zeros((walks, height, width))
    wins[:, 1:, field.live :] = 1.0
    for left in range(1, height):
        many = int(np.count_nonzero(field.ends > left))
        hurt, blows = field.hurt(many, left, 0), field.blows(left, 0)
        weaker = wins[:many, left - len(blows) + 1 : left][:, ::-1]
        lost = (hurt @ weaker.transpose(0, 2, 1)) * blows[1:].T
        known = lost.sum(axis=2) + blows[0] * hurt[:, :, field.live :].sum(axis=2)
        matrix = np.eye(field.live) - blows[0][:, None] * hurt[:, :, : field.live]
        wins[:many, left, : field.live] = np.linalg.solve(matrix, known[:, :, None])[:, :, 0]
    return wins


def _first_round(field: _Field, arrived: Floats, stops: Bools) -> float:
    """Nobody breaks off before one round is fought: the round of those who will not fight another; how many did."""
    fought = 0.0
    for walk, end in enumerate(field.ends.tolist()):
        left = end - 1
        if left and stops[walk, left, 0]:
            mass, hurt, blows = float(arrived[walk, left, 0]), field.hurt(walk + 1, left, 0)[walk], field.blows(left, 0)
            arrived[walk, left, 0] = 0.0
            flow = mass * blows[:, :1] * hurt[:1]
            arrived[walk, left - len(blows) + 1 : left + 1] += flow[::-1]
            fought += mass
    return fought


def _table(battle: Battle, lattice: Lattice, walks: list[Walk]) -> Floats:
    """Chances of hits by walk, hits it has left, and number of hits."""
    return _TABLES.get(tuple(walks), lambda: _tabled(battle, lattice, walks))


def _tabled(battle: Battle, lattice: Lattice, walks: list[Walk]) -> Floats:
    lengths = [len(walk.left) for walk in walks]
    left: Ints = np.array([row for walk in walks for row in walk.left], np.int64)
    pools = dice_of(battle, walks[0].side, lattice, left)
    dice: Dice = {}
    for pool in pools.values():
        for chance, counts in pool.items():
            dice[chance] = dice[chance] + counts if chance in dice else counts
    found = hit_distribution(dice, len(left), low_luck=False)
    table = np.zeros((len(walks), lengths[0], found.shape[1]))
    for number, (begin, length) in enumerate(zip(accumulate(lengths, initial=0), lengths, strict=False)):
        table[number, :length] = found[begin : begin + length][::-1]
    return table


def _toeplitz(attack: Floats, width: int) -> tuple[Floats, Floats]:
    """By walk and row: a view in which [j, j + a] is the chance of a hits; the chance to destroy all from each j."""
    walks, rows, hits = attack.shape
    padded = np.zeros((walks, rows, 2 * width - 1))
    used = min(hits, width)
    padded[:, :, width - 1 : width - 1 + used] = attack[:, :, :used]
    one, two, step = padded.strides
    view = as_strided(padded[:, :, width - 1 :], (walks, rows, width, width), (one, two, -step, step), writeable=False)
    beyond = np.zeros((walks, rows, max(hits, width)))
    beyond[:, :, :hits] = attack[:, :, ::-1].cumsum(axis=2)[:, :, ::-1]
    return view, np.ascontiguousarray(beyond[:, :, width - 1 :: -1])


def _read(
    ours: list[Walk], theirs: Walk, attackers: Ints, defenders: Ints, chance: Floats, rounds: float, pruned: float
) -> Outcome:
    """The cases at the end; where the attacker still stands, what the defender has without a combat value is lost."""
    left, damaged, armed = ours[0].states
    if len(ours) > 1:
        left, damaged, armed = (np.concatenate(parts) for parts in zip(*(walk.states for walk in ours), strict=True))
    held, hit, _ = theirs.states
    lost = (armed[attackers] > 0) & (defenders >= theirs.live)
    remaining, broken = held[defenders], hit[defenders]
    idle = [index for index, group in enumerate(theirs.lattice.groups) if group.unit.defence == 0]
    for index in idle:
        remaining[lost, index] = 0
        broken[lost, index] = 0
    return Outcome(
        attacker=Force(ours[0].lattice.groups, left[attackers], damaged[attackers]),
        defender=Force(theirs.lattice.groups, remaining, broken),
        chance=chance,
        rounds=rounds,
        pruned=pruned,
    )
