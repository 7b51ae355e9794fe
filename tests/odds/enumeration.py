"""A slow oracle: battles fought unit by unit and die by die, by plain enumeration.

It shares nothing with the engine but the description of the battle and the order of loss.  Casualties are found by
trying each unit in that order and asking a bipartite matching whether the hits can still be dealt out.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import cache
from itertools import product

import msgspec

from sandtable.odds.battle import Battle, SideName, UnitType
from sandtable.odds.losses import groups_of, order_of_loss
from sandtable.odds.outcome import Outcome

Unit = tuple[str, bool, bool]  # id, damaged, landed
Force = tuple[Unit, ...]
Case = tuple[Force, Force]


class Enumeration:
    """One battle, enumerated."""

    def __init__(self, battle: Battle) -> None:
        self.battle = battle
        self.rows = {row.id: row for row in battle.units}
        self.orders: dict[SideName, list[tuple[str, bool, bool]]] = {}
        for side in ("attacker", "defender"):
            groups = groups_of(battle, side)
            self.orders[side] = [
                (groups[e.group].unit.id, groups[e.group].landed, e.damage) for e in order_of_loss(battle, side, groups)
            ]
        self.settle = cache(self._settle)

    def outcome(self) -> dict[Case, float]:
        """Chance of every pair of forces left."""
        attacker, defender = self.start("attacker"), self.start("defender")
        result: dict[Case, float] = defaultdict(float)
        planes = [u for u in attacker if self.rows[u[0]].domain == "air"]
        guns = defender if any(self.rows[u[0]].defence for u in defender) else ()
        shots = [self.rows[u[0]].aa_hit_on / 6 for u in guns for _ in range(self.rows[u[0]].aa_dice)][: len(planes)]
        shells = [self.rows[s].bombard / 6 for s, n in self.battle.bombard.items() for _ in range(n)]
        for down, chance in self.rolled(shots, "aa").items():
            left = self.struck("attacker", attacker, down)
            for case, p in self.first_round(left, defender, shells).items():
                result[case] += chance * p
        return result

    def start(self, side: SideName) -> Force:
        units: list[Unit] = []
        for group in groups_of(self.battle, side):
            units += [(group.unit.id, n < group.damaged, group.landed) for n in range(group.count)]
        return tuple(sorted(units))

    def first_round(self, attacker: Force, defender: Force, shells: list[float]) -> dict[Case, float]:
        if self.over(attacker, defender, fresh=True):
            return {self.cleared(attacker, defender): 1.0}
        after = self.round(attacker, defender, shells)
        if self.battle.max_rounds is None:
            return self.mixed(after, self.settle)
        for _ in range(self.battle.max_rounds - 1):
            after = self.mixed(after, self.one_more)
        return self.mixed(after, self.ended)

    def _settle(self, attacker: Force, defender: Force) -> dict[Case, float]:
        if self.over(attacker, defender, fresh=False):
            return self.ended(attacker, defender)
        after = self.round(attacker, defender, [])
        again = after.pop((attacker, defender), 0.0)
        return self.mixed({case: chance / (1.0 - again) for case, chance in after.items()}, self.settle)

    def one_more(self, attacker: Force, defender: Force) -> dict[Case, float]:
        if self.over(attacker, defender, fresh=False):
            return {(attacker, defender): 1.0}
        return self.round(attacker, defender, [])

    def mixed(self, cases: dict[Case, float], then: Callable[[Force, Force], dict[Case, float]]) -> dict[Case, float]:
        result: dict[Case, float] = defaultdict(float)
        for (one, two), chance in cases.items():
            for case, p in then(one, two).items():
                result[case] += chance * p
        return result

    def ended(self, attacker: Force, defender: Force) -> dict[Case, float]:
        """The end; where the attacker only broke off, those who landed fight on without him."""
        landed = tuple(u for u in attacker if u[2])
        if self.over(attacker, defender, fresh=True) or not landed:
            return {self.cleared(attacker, defender): 1.0}
        gone = tuple(u for u in attacker if not u[2])
        options = {"can_retreat": False, "retreat_at": None, "max_rounds": None}
        stand = Enumeration(msgspec.structs.replace(self.battle, **options))
        return {(tuple(sorted(one + gone)), two): p for (one, two), p in stand.settle(landed, defender).items()}

    def round(self, attacker: Force, defender: Force, shells: list[float]) -> dict[Case, float]:
        """One round: strikes, removal, exchange."""
        hunted = {"attacker": self.has_destroyer(defender), "defender": self.has_destroyer(attacker)}
        result: dict[Case, float] = defaultdict(float)
        first = self.shots("attacker", attacker, hunted, True), self.shots("defender", defender, hunted, True)
        for hits, p in self.volley(first[0]).items():
            for back, q in self.volley(first[1]).items():
                one, two = self.struck("attacker", attacker, back), self.struck("defender", defender, hits)
                guns = self.shots("attacker", one, hunted, False), self.shots("defender", two, hunted, False)
                guns[0]["open"] += shells
                for hits2, p2 in self.volley(guns[0]).items():
                    for back2, q2 in self.volley(guns[1]).items():
                        case = self.struck("attacker", one, back2), self.struck("defender", two, hits2)
                        result[case] += p * q * p2 * q2
        return result

    def shots(self, side: SideName, force: Force, hunted: dict[str, bool], strike: bool) -> dict[str, list[float]]:
        """Chances of the dice of a force, by class of hit."""
        guns: dict[str, list[float]] = defaultdict(list)
        for (unit_id, *_), value in zip(force, self.values(side, force), strict=True):
            row = self.rows[unit_id]
            if row.submarine:
                if strike == (not hunted[side]):
                    guns["sub" if self.enemy_has(side, "air") else "open"].append(self.chance(row, value))
            elif not strike:
                blind = row.domain == "air" and not self.has_destroyer(force) and self.enemy_has(side, "submarine")
                guns["air" if blind else "open"].append(self.chance(row, value))
        return guns

    def enemy_has(self, side: SideName, what: str) -> bool:
        """Whether the enemy came with any: dice are pooled (it matters to low luck) unless their hits can differ."""
        ids = self.battle.army("defender" if side == "attacker" else "attacker").units
        return any(
            self.rows[n].submarine if what == "submarine" else self.rows[n].domain == what for n in ids if ids[n]
        )

    def chance(self, row: UnitType, value: int) -> float:
        return 1.0 - (1.0 - value / 6) ** row.rolls

    def values(self, side: SideName, force: Force) -> list[int]:
        if side == "defender":
            return [self.rows[u[0]].defence for u in force]
        values = [self.rows[u[0]].attack for u in force]
        used: Counter[int] = Counter()
        helped: set[int] = set()
        for support in self.battle.supports:
            for n, unit in enumerate(force):
                if unit[0] != support.receiver or n in helped:
                    continue
                for m, giver in enumerate(force):
                    if giver[0] == support.giver and used[m] < support.per_giver:
                        used[m] += 1
                        helped.add(n)
                        values[n] = support.attack
                        break
        return values

    def volley(self, guns: dict[str, list[float]]) -> dict[tuple[str, ...], float]:
        result: dict[tuple[str, ...], float] = {(): 1.0}
        for name in sorted(guns):
            part = self.rolled(guns[name], name)
            result = {a + b: p * q for a, p in result.items() for b, q in part.items()}
        return result

    def rolled(self, chances: list[float], name: str) -> dict[tuple[str, ...], float]:
        result: dict[tuple[str, ...], float] = defaultdict(float)
        if self.battle.low_luck:
            whole, rest = divmod(round(sum(chances) * 6 * 36) / 36, 6)
            result[(name,) * int(whole)] += 1.0 - rest / 6
            if rest:
                result[(name,) * (int(whole) + 1)] += rest / 6
            return result
        for faces in product((False, True), repeat=len(chances)):
            p = 1.0
            for face, chance in zip(faces, chances, strict=True):
                p *= chance if face else 1.0 - chance
            if p:
                result[(name,) * sum(faces)] += p
        return result

    def struck(self, side: SideName, force: Force, hits: tuple[str, ...]) -> Force:
        """The force after hits, dealt so that none is wasted, along the order of loss."""
        if not hits:
            return force
        entries: list[tuple[str, bool, bool]] = []
        have = Counter((u[0], u[2]) for u in force)
        whole = Counter((u[0], u[2]) for u in force if not u[1] and self.rows[u[0]].hits == 2)
        for unit_id, landed, damage in reversed(self.orders[side]):  # the last places in the order are what is left
            pool = whole if damage else have
            if pool[unit_id, landed] > 0:
                pool[unit_id, landed] -= 1
                entries.append((unit_id, landed, damage))
        chosen: list[tuple[str, bool, bool]] = []
        for entry in reversed(entries):
            if self.matched([*chosen, entry], hits):
                chosen.append(entry)
        units = list(force)
        for unit_id, landed, damage in chosen:
            if damage:
                units.remove((unit_id, False, landed))
                units.append((unit_id, True, landed))
            else:
                units.remove((unit_id, self.rows[unit_id].hits == 2, landed))
        return tuple(sorted(units))

    def matched(self, entries: list[tuple[str, bool, bool]], hits: tuple[str, ...]) -> bool:
        owner: dict[int, int] = {}

        def place(n: int, tried: set[int]) -> bool:
            for m, hit in enumerate(hits):
                if m not in tried and self.may_fall(hit, self.rows[entries[n][0]]):
                    tried.add(m)
                    if m not in owner or place(owner[m], tried):
                        owner[m] = n
                        return True
            return False

        return all(place(n, set()) for n in range(len(entries)))

    def may_fall(self, hit: str, row: UnitType) -> bool:
        if hit == "aa":
            return row.domain == "air"
        return not (hit == "air" and row.submarine) and not (hit == "sub" and row.domain == "air")

    def has_destroyer(self, force: Force) -> bool:
        return any(self.rows[u[0]].anti_submarine for u in force)

    def hurts(self, side: SideName, force: Force, enemies: list[Unit]) -> bool:
        """Whether some unit of the force may hit some of those enemies."""
        for unit_id, *_ in force:
            row = self.rows[unit_id]
            if (row.attack if side == "attacker" else row.defence) == 0:
                continue
            for enemy, *_ in enemies:
                other = self.rows[enemy]
                if row.submarine and other.domain == "air":
                    continue
                if row.domain == "air" and other.submarine and not self.has_destroyer(force):
                    continue
                return True
        return False

    def over(self, attacker: Force, defender: Force, *, fresh: bool) -> bool:
        fighters = [u for u in defender if self.rows[u[0]].defence]
        threatened = self.hurts("defender", defender, list(attacker))
        if not fighters or not (self.hurts("attacker", attacker, fighters) or threatened):
            return True
        if not self.battle.can_retreat:
            return False
        if threatened and not self.hurts("attacker", attacker, list(defender)):
            return True
        few = sum(1 for u in attacker if self.rows[u[0]].attack)
        return not fresh and self.battle.retreat_at is not None and few <= self.battle.retreat_at

    def cleared(self, attacker: Force, defender: Force) -> Case:
        """Transports and guns left without escort are lost to an armed attacker."""
        fighters = [u for u in defender if self.rows[u[0]].defence]
        armed = any(self.rows[u[0]].attack for u in attacker)
        apart = not self.hurts("attacker", attacker, fighters) and not self.hurts("defender", defender, list(attacker))
        if armed and (not fighters or apart):
            defender = tuple(u for u in defender if self.rows[u[0]].defence)
        return attacker, defender


def cases(outcome: Outcome) -> dict[Case, float]:
    """The cases of an engine's outcome in the words of the enumeration."""
    table: dict[Case, float] = defaultdict(float)
    for case, chance in enumerate(outcome.chance):
        forces: list[Force] = []
        for force in (outcome.attacker, outcome.defender):
            units: list[Unit] = []
            for index, group in enumerate(force.groups):
                left, damaged = int(force.left[case, index]), int(force.damaged[case, index])
                units += [(group.unit.id, n < damaged, group.landed) for n in range(left)]
            forces.append(tuple(sorted(units)))
        table[forces[0], forces[1]] += float(chance)
    return table


def assert_same(battle: Battle, outcome: Outcome) -> None:
    """Every case has the chance that enumeration gives it, to 1e-12."""
    expected, found = Enumeration(battle).outcome(), cases(outcome)
    for case in sorted(set(expected) | set(found)):
        assert abs(found.get(case, 0.0) - expected.get(case, 0.0)) <= 1e-12, case
