"""Order of loss: which units go when hits of several kinds arrive.

Three kinds of target: surface (ships and land units), submarines, aircraft.  Three kinds of hit: open (may fall on
anything), air (not on submarines) and sub (not on aircraft).  Hits must be assigned so that none is wasted, and among
the assignments the owner prefers his order of loss.  The sets of units that hits can destroy form a transversal
matroid, so the greedy walk through the order of loss gives exactly the preferred maximal set: take each unit in turn
unless its kind is already sated, where

    submarines lost <= open + sub,   aircraft lost <= open + air,   all lost <= open + air + sub.

Two consequences keep the state small.  Within a kind the losses are a prefix of that kind's own order, so the state
of a side is three integers (a point of a small lattice).  And open hits may be applied after the others, one at a
time, so that a table of the restricted hits and one successor array give every transition.  A capital ship is two
entries: its damage, and later the ship.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sandtable.odds.battle import Army, Battle, OddsError, SideName, UnitType
from sandtable.odds.kept import Kept, army_key

Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

_NEVER = 1 << 30  # rank of "nothing left of this kind"


class Kind(IntEnum):
    """What a unit is as a target."""

    SURFACE = 0
    SUB = 1
    AIR = 2


@dataclass(frozen=True)
class Group:
    """Units of one type (and one way of arrival) on one side."""

    unit: UnitType
    count: int
    damaged: int
    landed: bool

    @property
    def kind(self) -> Kind:
        """The kind of target these units are."""
        if self.unit.domain == "air":
            return Kind.AIR
        return Kind.SUB if self.unit.submarine else Kind.SURFACE


class Entry(NamedTuple):
    """One hit a side can absorb: damage to, or loss of, a unit of a group."""

    group: int
    damage: bool


def groups_of(battle: Battle, side: SideName) -> tuple[Group, ...]:
    """The army as groups in the order of the unit table; units landed from the sea are groups of their own."""
    army = battle.army(side)
    groups: list[Group] = []
    for unit in battle.units:
        count = army.units.get(unit.id, 0)
        landed = army.landed.get(unit.id, 0)
        damaged = army.damaged.get(unit.id, 0)
        if landed:
            groups.append(Group(unit, landed, 0, True))
        if count > landed:
            groups.append(Group(unit, count - landed, damaged, False))
    return tuple(groups)


def order_of_loss(battle: Battle, side: SideName, groups: tuple[Group, ...]) -> tuple[Entry, ...]:
    """Every hit the side can absorb, first to be taken first."""
    pending: dict[Entry, int] = {}
    for index, group in enumerate(groups):
        pending[Entry(index, False)] = group.count
        if group.unit.hits == 2:
            pending[Entry(index, True)] = group.count - group.damaged
    chosen: list[Entry] = []
    for token in battle.army(side).order:
        chosen += _taken(token, groups, pending, battle.army(side), battle)
    damage_named = {entry.group for entry in chosen if entry.damage}
    free = [e for e in _by_value(groups, side, pending) if e.damage and e.group not in damage_named]
    rest = [e for e in _by_value(groups, side, pending) if not (e.damage and e.group not in damage_named)]
    order = free + chosen + rest
    last = [e for e in order if groups[e.group].unit.chosen_last]
    order = [e for e in order if not groups[e.group].unit.chosen_last] + last
    if side == "attacker" and battle.keep_land_unit:
        order = _last_land_unit_last(order, groups)
    _check_damage_first(order, groups)
    return tuple(order)


def _taken(token: str, groups: tuple[Group, ...], pending: dict[Entry, int], army: Army, battle: Battle) -> list[Entry]:
    """The entries one token of `Army.order` stands for; they leave `pending`."""
    name, star, number = token.partition("*")
    unit_id, _, mark = name.partition(":")
    battle.unit(unit_id)
    if mark not in ("", "hit", "landed") or (star and not number.isdigit()):
        raise OddsError(f"order of loss: {token!r} is not understood: write unit, unit*2, unit:hit or unit:landed")
    left = int(number) if star else sum(army.units.values())
    taken: list[Entry] = []
    for index, group in enumerate(groups):
        if group.unit.id != unit_id or (mark == "landed" and not group.landed):
            continue
        entry = Entry(index, mark == "hit")
        count = min(left, pending.get(entry, 0))
        taken += [entry] * count
        if entry in pending:
            pending[entry] -= count
        left -= count
    return taken


def _by_value(groups: tuple[Group, ...], side: SideName, pending: dict[Entry, int]) -> list[Entry]:
    """What is pending, cheapest first; among equals the weaker, then the one that cannot retreat."""

    def worth(entry: Entry) -> tuple[int, int, bool, int]:
        unit = groups[entry.group].unit
        value = unit.attack if side == "attacker" else unit.defence
        # A damaged carrier strands its aircraft, a damaged battleship fights on: the stronger gun takes the hit first.
        return (-value if entry.damage else unit.cost, value, not groups[entry.group].landed, entry.group)

    return [entry for entry in sorted(pending, key=worth) for _ in range(pending[entry])]


def _last_land_unit_last(order: list[Entry], groups: tuple[Group, ...]) -> list[Entry]:
    land = [place for place, entry in enumerate(order) if groups[entry.group].unit.domain == "land"]
    if not land:
        return order
    return order[: land[-1]] + order[land[-1] + 1 :] + [order[land[-1]]]


def _check_damage_first(order: list[Entry], groups: tuple[Group, ...]) -> None:
    sunk: set[int] = set()
    for entry in order:
        if not entry.damage:
            sunk.add(entry.group)
        elif entry.group in sunk:
            unit_id = groups[entry.group].unit.id
            raise OddsError(
                f"order of loss: put {unit_id + ':hit'!r} before {unit_id!r}, a ship is damaged before it sinks"
            )


@dataclass(frozen=True, eq=False)
class Lattice:
    """All loss states of a side; a state is the number of entries lost per kind, flattened to one integer."""

    groups: tuple[Group, ...]
    order: tuple[Entry, ...]
    shape: tuple[int, int, int]
    ranks: tuple[Ints, Ints, Ints]  # place in the order of loss of the next entry of each kind

    @property
    def size(self) -> int:
        """Number of points."""
        return self.shape[0] * self.shape[1] * self.shape[2]

    def coordinates(self, states: Ints) -> tuple[Ints, Ints, Ints]:
        """Entries lost per kind."""
        surface, sub, air = np.unravel_index(states, self.shape)
        return surface, sub, air

    def levels(self, states: Ints) -> Ints:
        """Total entries lost."""
        surface, sub, air = self.coordinates(states)
        return surface + sub + air

    def remaining(self, states: Ints) -> tuple[Ints, Ints]:
        """Units left and damaged units left, per state and group."""
        lost = np.zeros((2, states.size, len(self.groups)), np.int64)
        for kind, coordinate in zip(Kind, self.coordinates(states), strict=True):
            entries = [entry for entry in self.order if self.groups[entry.group].kind is kind]
            counts = np.zeros((2, len(entries) + 1, len(self.groups)), np.int64)
            for place, entry in enumerate(entries):
                counts[:, place + 1] = counts[:, place]
                counts[int(entry.damage), place + 1, entry.group] += 1
            lost += counts[:, coordinate]
        left = np.array([group.count for group in self.groups], np.int64) - lost[0]
        whole = (
            np.array([g.count - g.damaged if g.unit.hits == 2 else g.count for g in self.groups], np.int64) - lost[1]
        )
        return left, left - np.minimum(left, whole)

    def after_one(self, states: Ints, *, subs: bool | Bools = True, air: bool | Bools = True) -> Ints:
        """The states after one more hit that may fall on the kinds allowed."""
        surface, sub, flown = self.coordinates(states)
        rank_surface = self.ranks[0][surface]
        rank_sub = np.where(subs, self.ranks[1][sub], _NEVER)
        rank_air = np.where(air, self.ranks[2][flown], _NEVER)
        first = np.minimum(np.minimum(rank_surface, rank_sub), rank_air)
        alive = first < _NEVER
        stride_surface, stride_sub = self.shape[1] * self.shape[2], self.shape[2]
        step = np.where(first == rank_surface, stride_surface, np.where(first == rank_sub, stride_sub, 1))
        return states + np.where(alive, step, 0)

    def after_restricted(self, states: Ints, air_hits: Ints, sub_hits: Ints) -> Ints:
        """The states after hits of aircraft that cannot find submarines and of submarines that cannot reach aircraft.

        States and numbers of hits are broadcast against each other.
        """
        _, start_sub, start_air = self.coordinates(states)
        hits = air_hits + sub_hits
        for step in range(int(hits.max(initial=0))):
            _, sub, air = self.coordinates(states)
            after = self.after_one(states, subs=sub - start_sub < sub_hits, air=air - start_air < air_hits)
            states = np.where(step < hits, after, states)
        return states


_LATTICES: Kept[Lattice] = Kept(1_000, lambda lattice: len(lattice.order))


def lattice_of(battle: Battle, side: SideName) -> Lattice:
    """The loss states of one side of a battle."""
    return _LATTICES.get(army_key(battle, side), lambda: _lattice_of(battle, side))


def _lattice_of(battle: Battle, side: SideName) -> Lattice:
    groups = groups_of(battle, side)
    order = order_of_loss(battle, side, groups)
    ranks: list[Ints] = []
    for kind in Kind:
        places = [place for place, entry in enumerate(order) if groups[entry.group].kind is kind]
        ranks.append(np.array([*places, _NEVER], np.int64))
    return Lattice(groups, order, (len(ranks[0]), len(ranks[1]), len(ranks[2])), (ranks[0], ranks[1], ranks[2]))


def reachable(lattice: Lattice, starts: Ints, enemy: Lattice) -> Ints:
    """The states that can follow from the starts under the fire of that enemy; sorted."""
    kinds, enemy_kinds = ({group.kind for group in side.groups} for side in (lattice, enemy))
    everything = np.arange(lattice.size)
    steps = [lattice.after_one(everything)]
    if Kind.SUB in kinds and Kind.AIR in enemy_kinds:
        steps.append(lattice.after_one(everything, subs=False))
    if Kind.AIR in kinds and Kind.SUB in enemy_kinds:
        steps.append(lattice.after_one(everything, air=False))
    seen = np.zeros(lattice.size, np.bool_)
    seen[starts] = True
    frontier = starts
    while frontier.size:
        found = np.concatenate([step[frontier] for step in steps])
        found = np.unique(found[~seen[found]])
        seen[found] = True
        frontier = found
    return np.flatnonzero(seen)


def loss_table(lattice: Lattice, states: Ints, hits: Ints) -> Ints:
    """The state after each hit vector (rows of `hits`: open, air, sub) from each state."""
    successor = lattice.after_one(np.arange(lattice.size))
    pairs, pair_of = np.unique(hits[:, 1:], axis=0, return_inverse=True)
    start = np.repeat(states[:, None], len(pairs), axis=1)
    by_open = [lattice.after_restricted(start, pairs[:, 0], pairs[:, 1])]
    for _ in range(int(hits[:, 0].max(initial=0))):
        by_open.append(successor[by_open[-1]])
    return np.asarray(np.stack(by_open)[hits[:, 0], :, pair_of].T)
