"""Bombing raids: the exact distribution of damage, losses and money.

One air battle (if anyone intercepts), anti-aircraft fire of each installation at its own bombers, then a bombing die
for each bomber left, capped by what the installation can still take.  The raids are small, so plain enumeration of
losses with a convolution of bombing dice is exact and quick.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import msgspec
import numpy as np

from sandtable.odds.battle import DIE_SIDES, OddsError, UnitType
from sandtable.odds.dice import Floats, hit_chance, hit_distribution

Counts = tuple[int, ...]  # per unit type of the raid


class RaidTarget(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An installation and the bombers meant for it; later targets go short when bombers are lost on the way."""

    name: str
    max_damage: int
    bombers: dict[str, int]
    damage: int = 0  # already on it
    aa_hit_on: int = 1


class Raid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A raid on the installations of one territory.  `order` is the attacker's order of loss, else cheapest first."""

    units: tuple[UnitType, ...]
    targets: tuple[RaidTarget, ...]
    escorts: dict[str, int] = {}
    interceptors: dict[str, int] = {}
    order: tuple[str, ...] = ()
    repair_cost: int = 1  # money for each point of damage


class RaidOdds(msgspec.Struct, frozen=True):
    """The raid in figures; `swing` is damage and interceptors' value minus the attacker's losses."""

    damage: dict[str, float]
    attacker_lost: dict[str, float]
    interceptors_lost: dict[str, float]
    swing: float
    swing_deviation: float


@dataclass(frozen=True, eq=False)
class RaidOutcome:
    """Chances of all cases.  What the interceptors lose does not depend on the rest, so it is kept apart."""

    raid: Raid
    types: tuple[UnitType, ...]
    cases: dict[tuple[Counts, Counts], float]  # attackers lost per type, damage per target
    interceptors: dict[Counts, float]  # interceptors lost per type

    def damage(self, target: str) -> dict[int, float]:
        """Chance of each amount of new damage on a target."""
        place = [t.name for t in self.raid.targets].index(target)
        table: dict[int, float] = defaultdict(float)
        for (_, damage), chance in self.cases.items():
            table[damage[place]] += chance
        return dict(sorted(table.items()))

    def lost(self, unit_id: str) -> dict[int, float]:
        """Chance of each number of attacking aircraft of a type lost."""
        place = [unit.id for unit in self.types].index(unit_id)
        table: dict[int, float] = defaultdict(float)
        for (lost, _), chance in self.cases.items():
            table[lost[place]] += chance
        return dict(sorted(table.items()))

    def swing_distribution(self) -> dict[int, float]:
        """Chance of each money swing."""
        ours: dict[int, float] = defaultdict(float)
        for (lost, damage), chance in self.cases.items():
            ours[sum(damage) * self.raid.repair_cost - self._value(lost)] += chance
        table: dict[int, float] = defaultdict(float)
        for lost, chance in self.interceptors.items():
            for swing, other in ours.items():
                table[swing + self._value(lost)] += chance * other
        return dict(sorted(table.items()))

    def odds(self) -> RaidOdds:
        """The figures most people want."""
        swings = self.swing_distribution()
        mean = sum(swing * chance for swing, chance in swings.items())
        variance = sum((swing - mean) ** 2 * chance for swing, chance in swings.items())
        return RaidOdds(
            damage={target.name: _mean(self.damage(target.name)) for target in self.raid.targets},
            attacker_lost={unit.id: _mean(self.lost(unit.id)) for unit in self.types},
            interceptors_lost={
                unit.id: sum(lost[place] * chance for lost, chance in self.interceptors.items())
                for place, unit in enumerate(self.types)
            },
            swing=mean,
            swing_deviation=variance**0.5,
        )

    def _value(self, lost: Counts) -> int:
        return sum(unit.cost * number for unit, number in zip(self.types, lost, strict=True))


def raid_outcome(raid: Raid) -> RaidOutcome:
    """All cases of a raid with their chances."""
    types = _checked(raid)
    escorts = _counts(types, raid.escorts)
    planned = [_counts(types, target.bombers) for target in raid.targets]
    bombers = tuple(map(sum, zip(*planned, strict=True)))
    interceptors = _counts(types, raid.interceptors)
    flying = tuple(a + b for a, b in zip(escorts, bombers, strict=True))
    ours, theirs = _air_battle(types, flying, interceptors)
    cases: dict[tuple[Counts, Counts], float] = defaultdict(float)
    for hits, chance in ours.items():
        lost = _lost(types, flying, hits, raid.order)
        # Escorts and bombers of one type share its losses; the escorts go first.
        through = tuple(b - max(0, n - e) for b, e, n in zip(bombers, escorts, lost, strict=True))
        for more, damage, p in _bombing(raid, types, planned, through):
            cases[tuple(map(sum, zip(lost, more, strict=True))), damage] += chance * p
    down: dict[Counts, float] = defaultdict(float)
    for hits, chance in theirs.items():
        down[_lost(types, interceptors, hits, ())] += chance
    return RaidOutcome(raid, types, dict(cases), dict(down))


def _checked(raid: Raid) -> tuple[UnitType, ...]:
    """The types that take part, in the order of the unit table."""
    known = {unit.id: unit for unit in raid.units}
    named = [raid.escorts, raid.interceptors, *(target.bombers for target in raid.targets)]
    for counts in named:
        for unit_id, number in counts.items():
            if unit_id not in known or known[unit_id].domain != "air":
                raise OddsError(f"{unit_id!r} is no aircraft of the unit table: a raid takes aircraft only")
            if number < 0:
                raise OddsError(f"{number} {unit_id}: use 0 or more")
    if not raid.targets:
        raise OddsError("a raid needs a target: name at least one installation")
    if len({target.name for target in raid.targets}) != len(raid.targets):
        raise OddsError("two targets have the same name: name each installation once")
    for target in raid.targets:
        if not 0 <= target.damage <= target.max_damage:
            raise OddsError(
                f"{target.name}: damage {target.damage} is not between 0 and max_damage {target.max_damage}"
            )
    for unit_id in raid.order:
        if unit_id not in known:
            raise OddsError(f"order of loss: unknown unit {unit_id!r}")
    present = {unit_id for counts in named for unit_id, number in counts.items() if number}
    return tuple(unit for unit in raid.units if unit.id in present)


def _counts(types: tuple[UnitType, ...], counts: dict[str, int]) -> Counts:
    return tuple(counts.get(unit.id, 0) for unit in types)


def _air_battle(
    types: tuple[UnitType, ...], flying: Counts, interceptors: Counts
) -> tuple[dict[int, float], dict[int, float]]:
    """Distributions of hits on the attacker and on the interceptors in the one round over the target."""
    if not sum(interceptors):
        return {0: 1.0}, {0: 1.0}
    attack = [(hit_chance(unit.raid_attack), n) for unit, n in zip(types, flying, strict=True)]
    defence = [(hit_chance(unit.raid_defence), n) for unit, n in zip(types, interceptors, strict=True)]
    return _hits(defence), _hits(attack)


def _hits(dice: list[tuple[float, int]]) -> dict[int, float]:
    """Chance of each number of hits that can happen."""
    counts: dict[float, int] = defaultdict(int)
    for chance, number in dice:
        counts[chance] += number
    pool = {chance: np.array([number], np.int64) for chance, number in counts.items()}
    return {hits: float(p) for hits, p in enumerate(hit_distribution(pool, 1, low_luck=False)[0]) if p > 0.0}


def _lost(types: tuple[UnitType, ...], present: Counts, hits: int, order: tuple[str, ...]) -> Counts:
    """Which aircraft go for a number of hits."""

    def place(index: int) -> tuple[int, int, int]:
        unit = types[index]
        named = order.index(unit.id) if unit.id in order else len(order)
        return (named, unit.cost, index)

    lost = [0] * len(types)
    for index in sorted(range(len(types)), key=place):
        lost[index] = min(hits, present[index])
        hits -= lost[index]
    return tuple(lost)


def _bombing(
    raid: Raid, types: tuple[UnitType, ...], planned: list[Counts], through: Counts
) -> list[tuple[Counts, Counts, float]]:
    """Bombers lost to anti-aircraft fire and damage per target, with chances, for the bombers that got through."""
    per_target = []
    left = list(through)
    for target, plan in zip(raid.targets, planned, strict=True):
        sent = tuple(min(a, b) for a, b in zip(plan, left, strict=True))
        left = [a - b for a, b in zip(left, sent, strict=True)]
        per_target.append(_bombed(target, types, sent, raid.order))
    cases = []
    for parts in product(*per_target):
        chance = 1.0
        for part in parts:
            chance *= part[2]
        lost = tuple(map(sum, zip(*(part[0] for part in parts), strict=True)))
        cases.append((lost, tuple(part[1] for part in parts), chance))
    return cases


def _bombed(
    target: RaidTarget, types: tuple[UnitType, ...], sent: Counts, order: tuple[str, ...]
) -> list[tuple[Counts, int, float]]:
    room = target.max_damage - target.damage
    cases = []
    for hits, chance in _hits([(hit_chance(target.aa_hit_on), sum(sent))]).items():
        lost = _lost(types, sent, hits, order)
        damage = np.ones(1)
        for unit, number, gone in zip(types, sent, lost, strict=True):
            for _ in range(number - gone):
                damage = _capped(np.convolve(damage, _bombs(unit.raid_rolls, unit.raid_bonus)), room)
        cases += [(lost, int(amount), chance * float(damage[amount])) for amount in np.flatnonzero(damage)]
    return cases


def _capped(distribution: Floats, most: int) -> Floats:
    if distribution.size <= most + 1:
        return distribution
    capped = distribution[: most + 1].copy()
    capped[most] += distribution[most + 1 :].sum()
    return capped


@lru_cache(maxsize=64)
def _bombs(rolls: int, bonus: int) -> Floats:
    """Distribution of the damage of one bomber: the best of its dice plus its bonus."""
    table = np.zeros(DIE_SIDES + bonus + 1)
    for face in range(1, DIE_SIDES + 1):
        table[face + bonus] = (face / DIE_SIDES) ** rolls - ((face - 1) / DIE_SIDES) ** rolls
    table.setflags(write=False)
    return table


def _mean(table: dict[int, float]) -> float:
    return sum(value * chance for value, chance in table.items())
