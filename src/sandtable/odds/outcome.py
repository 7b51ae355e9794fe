"""The outcome of a battle: what is left on both sides, with which probability, and what that means."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from sandtable.odds.battle import SideName
from sandtable.odds.dice import Floats
from sandtable.odds.losses import Bools, Group, Ints


class Odds(msgspec.Struct, frozen=True):
    """The outcome in figures, ready to be sent or printed.

    The four chances add up to one but for `pruned`.  `undecided`: both sides have units left (a retreat, or units
    that cannot hit each other).  `captures`: the attacker wins and has a land unit left.  `swing` is the value the
    defender loses minus the value the attacker loses.  `error` is the standard error of the chance to win, 0 when
    exact.
    """

    method: str
    attacker_wins: float
    defender_wins: float
    both_destroyed: float
    undecided: float
    captures: float
    rounds: float
    swing: float
    swing_deviation: float
    attacker_loss: float
    defender_loss: float
    attacker_left: dict[str, float]
    defender_left: dict[str, float]
    pruned: float
    battles: int
    error: float
    swing_error: float


@dataclass(frozen=True, eq=False)
class Force:
    """What is left of one side in each case: units and damaged units per group."""

    groups: tuple[Group, ...]
    left: Ints
    damaged: Ints

    def value_lost(self) -> Ints:
        """Money lost, per case; damage is repaired free and costs nothing."""
        costs = np.array([group.unit.cost for group in self.groups], np.int64)
        counts = np.array([group.count for group in self.groups], np.int64)
        return np.asarray((counts - self.left) @ costs)

    def alive(self) -> Bools:
        """Whether anything is left, per case."""
        return np.asarray(self.left.any(axis=1))

    def holds_land(self) -> Bools:
        """Whether a land unit is left, per case."""
        land = np.array([group.unit.domain == "land" for group in self.groups], np.bool_)
        return np.asarray(self.left[:, land].any(axis=1))

    def count(self, unit_id: str, *, damaged: bool = False) -> Ints:
        """Units of a type left, per case."""
        chosen = np.array([group.unit.id == unit_id for group in self.groups], np.bool_)
        table = self.damaged if damaged else self.left
        return np.asarray(table[:, chosen].sum(axis=1))


@dataclass(frozen=True, eq=False)
class Outcome:
    """A list of cases with their chance; every figure is a weighted sum over it."""

    attacker: Force
    defender: Force
    chance: Floats
    rounds: float
    pruned: float = 0.0
    battles: int = 0  # sampled battles; 0 for an exact outcome

    def side(self, name: SideName) -> Force:
        """What is left of a side, case by case."""
        return self.attacker if name == "attacker" else self.defender

    def expected(self, per_case: npt.NDArray[Any]) -> float:
        """The mean of a figure given per case."""
        return float(self.chance @ per_case)

    def swing(self) -> Ints:
        """Money swing per case: the defender's losses minus the attacker's."""
        return self.defender.value_lost() - self.attacker.value_lost()

    def swing_distribution(self) -> dict[int, float]:
        """Chance of each money swing."""
        return self._distribution(self.swing())

    def survivors(self, name: SideName, unit_id: str, *, damaged: bool = False) -> dict[int, float]:
        """Chance of each number of units of a type left."""
        return self._distribution(self.side(name).count(unit_id, damaged=damaged))

    def joint(self) -> dict[tuple[tuple[int, ...], tuple[int, ...]], float]:
        """The full joint distribution: chance of each pair (attackers left, defenders left), counted per group."""
        table: dict[tuple[tuple[int, ...], tuple[int, ...]], float] = {}
        for ours, theirs, chance in zip(self.attacker.left, self.defender.left, self.chance, strict=True):
            key = (tuple(map(int, ours)), tuple(map(int, theirs)))
            table[key] = table.get(key, 0.0) + float(chance)
        return table

    def with_stranded(self, groups: tuple[Group, ...], left: Ints) -> Outcome:
        """This outcome of the landed units alone, as one of the whole force: the others left with what they had."""
        whole = np.repeat(left[None, :], self.chance.size, axis=0)
        for index, group in enumerate(groups):
            if group.landed:
                whole[:, index] = self.attacker.count(group.unit.id)
        return replace(self, attacker=Force(groups, whole, np.zeros_like(whole)))

    def odds(self) -> Odds:
        """The figures most people want."""
        ours, theirs = self.attacker.alive(), self.defender.alive()
        wins = self.expected(ours & ~theirs)
        swing, mean = self.swing(), self.expected(self.swing())
        variance = max(0.0, self.expected((swing - mean) ** 2))
        sampled = max(1, self.battles)
        return Odds(
            method="monte carlo" if self.battles else "exact",
            attacker_wins=wins,
            defender_wins=self.expected(~ours & theirs),
            both_destroyed=self.expected(~ours & ~theirs),
            undecided=self.expected(ours & theirs),
            captures=self.expected(self.attacker.holds_land() & ~theirs),
            rounds=self.rounds,
            swing=mean,
            swing_deviation=variance**0.5,
            attacker_loss=self.expected(self.attacker.value_lost()),
            defender_loss=self.expected(self.defender.value_lost()),
            attacker_left=self._means("attacker"),
            defender_left=self._means("defender"),
            pruned=self.pruned,
            battles=self.battles,
            error=(max(0.0, wins * (1.0 - wins)) / sampled) ** 0.5 if self.battles else 0.0,
            swing_error=(variance / sampled) ** 0.5 if self.battles else 0.0,
        )

    def _means(self, name: SideName) -> dict[str, float]:
        force = self.side(name)
        ids = list(dict.fromkeys(group.unit.id for group in force.groups))
        return {unit_id: self.expected(force.count(unit_id)) for unit_id in ids}

    def _distribution(self, per_case: Ints) -> dict[int, float]:
        values, place = np.unique(per_case, return_inverse=True)
        return dict(zip(map(int, values), map(float, np.bincount(place, self.chance, len(values))), strict=True))


def joined(parts: list[Outcome]) -> Outcome:
    """Several exclusive sets of cases of the same battle as one outcome; their rounds and pruned mass add up."""
    if len(parts) == 1:
        return parts[0]

    def stacked(forces: list[Force]) -> Force:
        return Force(
            forces[0].groups, np.concatenate([f.left for f in forces]), np.concatenate([f.damaged for f in forces])
        )

    return replace(
        parts[0],
        attacker=stacked([part.attacker for part in parts]),
        defender=stacked([part.defender for part in parts]),
        chance=np.concatenate([part.chance for part in parts]),
        rounds=sum(part.rounds for part in parts),
        pruned=sum(part.pruned for part in parts),
        battles=sum(part.battles for part in parts),
    )
