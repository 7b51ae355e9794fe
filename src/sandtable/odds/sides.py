"""One side of a battle made ready: its states, what is left in each, and how it shoots.

Submarines strike before the others unless the enemy has a destroyer; then they fire with the others.  A side can be
struck by surprise only while it has no destroyer, so a strike never changes which side has one: the privileges are
constant within a round and a round is simply two steps, strike and exchange.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandtable.odds.battle import Battle, SideName
from sandtable.odds.dice import Floats, convolved, hit_chance, hit_distribution
from sandtable.odds.losses import Bools, Ints, Kind, Lattice

Dice = dict[float, Ints]  # number of units in each state, per chance to hit


@dataclass(frozen=True, eq=False)
class Facts:
    """What the end of a battle depends on, for any number of states in any shape."""

    has_destroyer: Bools
    armed: dict[Kind, Bools]  # has units of the kind with a combat value
    idle: Bools  # has units without a combat value
    combatants: Ints  # number of units with one

    def at(self, index: Ints | tuple[slice | None, ...]) -> Facts:
        """The facts of some states, or of all in another shape."""
        armed = {kind: has[index] for kind, has in self.armed.items()}
        return Facts(self.has_destroyer[index], armed, self.idle[index], self.combatants[index])


@dataclass(frozen=True, eq=False)
class Side:
    """The states of a side, each with its dice and its abilities."""

    lattice: Lattice
    states: Ints
    left: Ints  # units left, per state and group
    damaged: Ints
    facts: Facts
    dice: dict[Kind, Dice]
    low_luck: bool
    air_restricted: bool  # the enemy has submarines, so air needs a destroyer to hit them
    subs_restricted: bool  # the enemy has aircraft, which submarines cannot hit
    idle_groups: Bools  # groups without a combat value

    @property
    def size(self) -> int:
        """Number of states."""
        return int(self.states.size)

    @property
    def has_destroyer(self) -> Bools:
        """Whether each state has a destroyer."""
        return self.facts.has_destroyer


@dataclass(frozen=True, eq=False)
class Volley:
    """Hit vectors (open, air, sub) with their chance in each state of the side that fires."""

    hits: Ints
    chance: Floats


def side_of(battle: Battle, name: SideName, lattice: Lattice, states: Ints, enemy: Lattice) -> Side:
    """The side with the given states."""
    left, damaged = lattice.remaining(states)
    groups = lattice.groups
    value = [g.unit.attack if name == "attacker" else g.unit.defence for g in groups]
    idle_groups = np.array([v == 0 for v in value], np.bool_)
    present = left > 0

    def any_of(chosen: list[bool]) -> Bools:
        return np.asarray(present[:, np.array(chosen, np.bool_)].any(axis=1))

    enemy_kinds = {g.kind for g in enemy.groups}
    return Side(
        lattice=lattice,
        states=states,
        left=left,
        damaged=damaged,
        facts=Facts(
            has_destroyer=any_of([g.unit.anti_submarine for g in groups]),
            armed={k: any_of([g.kind is k and v > 0 for g, v in zip(groups, value, strict=True)]) for k in Kind},
            idle=any_of([v == 0 for v in value]),
            combatants=np.asarray(left[:, ~idle_groups].sum(axis=1)),
        ),
        dice=dice_of(battle, name, lattice, left),
        low_luck=battle.low_luck,
        air_restricted=Kind.SUB in enemy_kinds,
        subs_restricted=Kind.AIR in enemy_kinds,
        idle_groups=idle_groups,
    )


def dice_of(battle: Battle, name: SideName, lattice: Lattice, left: Ints) -> dict[Kind, Dice]:
    """Number of units per kind and chance to hit, with combined arms matched one to one."""
    by_id: dict[str, Ints] = {}
    for index, group in enumerate(lattice.groups):
        by_id[group.unit.id] = by_id.get(group.unit.id, np.zeros(len(left), np.int64)) + left[:, index]
    kinds = {group.unit.id: group.kind for group in lattice.groups}
    counts: dict[Kind, Dice] = {kind: {} for kind in Kind}

    def add(unit_id: str, value: int, number: Ints) -> None:
        chance = hit_chance(value, battle.unit(unit_id).rolls)
        bucket = counts[kinds[unit_id]]
        bucket[chance] = bucket[chance] + number if chance in bucket else number

    alone = dict(by_id)
    if name == "attacker":
        capacity: dict[str, Ints] = {}
        for support in battle.supports:
            if support.giver not in by_id or support.receiver not in by_id:
                continue
            # A giver's spare hands are counted in units of one pairing, whichever support uses them.
            spare = capacity.get(support.giver, by_id[support.giver] * support.per_giver)
            paired = np.minimum(spare, alone[support.receiver])
            capacity[support.giver] = spare - paired
            alone[support.receiver] = alone[support.receiver] - paired
            add(support.receiver, support.attack, paired)
    for unit_id, number in alone.items():
        unit = battle.unit(unit_id)
        add(unit_id, unit.attack if name == "attacker" else unit.defence, number)
    return counts


def pools_of(side: Side, *, with_submarines: bool) -> tuple[Dice, Dice, Dice]:
    """The dice of one exchange, pooled by what their hits may fall on: anything, not submarines, not aircraft.

    Submarines take part when the enemy's destroyer has kept them from striking first.
    """
    found = side.has_destroyer | (not side.air_restricted)
    air = side.dice[Kind.AIR]
    pool = _merged(side.dice[Kind.SURFACE], _masked(air, found))
    subs = side.dice[Kind.SUB] if with_submarines else {}
    if not side.subs_restricted:
        pool, subs = _merged(pool, subs), {}
    return pool, _masked(air, ~found), subs


def most_vectors(side: Side) -> int:
    """At most so many hit vectors can come of one exchange."""
    dice = {kind: int(sum(side.dice[kind].values(), np.zeros(1, np.int64)).max(initial=0)) for kind in Kind}
    restricted_air = dice[Kind.AIR] if side.air_restricted else 0
    restricted_subs = dice[Kind.SUB] if side.subs_restricted else 0
    return (sum(dice.values()) - restricted_subs + 1) * (restricted_air + 1) * (restricted_subs + 1)


def exchange_volley(side: Side, *, with_submarines: bool, shells: Floats | None = None) -> Volley:
    """The fire of one exchange, with the hits of a bombardment if there was one."""
    pools = pools_of(side, with_submarines=with_submarines)
    open_hits, air_hits, sub_hits = (distribution_of(side, pool) for pool in pools)
    if shells is not None:
        open_hits = convolved(open_hits, np.repeat(shells, side.size, axis=0))
    return _volley((open_hits[:, :, None, None] * air_hits[:, None, :, None]) * sub_hits[:, None, None, :])


def strike_volley(side: Side) -> Volley:
    """The surprise strike of the side's submarines, against an enemy without destroyer."""
    volley = _volley(distribution_of(side, side.dice[Kind.SUB])[:, None, None, :])
    return volley if side.subs_restricted else Volley(volley.hits[:, ::-1], volley.chance)


def distribution_of(side: Side, dice: Dice) -> Floats:
    """Distribution of hits of a pool of dice, per state."""
    return hit_distribution(dice, side.size, low_luck=side.low_luck)


def _masked(dice: Dice, mask: Bools) -> Dice:
    return {chance: number * mask for chance, number in dice.items()} if mask.any() else {}


def _merged(first: Dice, second: Dice) -> Dice:
    merged = dict(first)
    for chance, number in second.items():
        merged[chance] = merged[chance] + number if chance in merged else number
    return merged


def _volley(chance: Floats) -> Volley:
    """Drop the hit vectors that no state can roll; the vector of no hits always stays, as the first."""
    possible = np.asarray((chance > 0.0).any(axis=0))
    possible[0, 0, 0] = True
    return Volley(np.argwhere(possible), np.ascontiguousarray(chance[:, possible]))
