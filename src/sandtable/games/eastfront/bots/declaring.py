"""Which attacks to declare: the set of hexes, and who attacks which, that is worth most together.

Whoever attacks must have every enemy hex attacked that has him in its zone of control, so attacks are chosen as sets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from sandtable.games.eastfront.actions.fighting import Declare
from sandtable.games.eastfront.bots.appraisal import aim_at, value
from sandtable.games.eastfront.bots.flying import hopes
from sandtable.games.eastfront.bots.ground import FAR
from sandtable.games.eastfront.bots.ideas import Plan
from sandtable.games.eastfront.model import Attack, CrimeaState, enemy
from sandtable.games.eastfront.rules.combat.combat import ENGINEERS_HELP, Force, fortress
from sandtable.games.eastfront.rules.declaration.declaration import (
    MOST_HEXES,
    attackers,
    declared,
    neglected,
    pledged,
    threats,
    why_too_weak,
)
from sandtable.games.eastfront.rules.special_units.artillery import attacking_guns, why_too_many
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders, stacks, strength

MARGIN = 0.2
"""What a set of attacks must be worth to be declared at all: dice are a risk of their own."""
JOINS = 0.1
"""What attacks must gain to be made one."""
MOST_GUNS, IN_RANGE = 4, 8
"""Guns that any side may use in one attack, and how many of those in range are weighed for it."""
PATIENCE, LEAST_SETS = 60_000, 40
"""Units times targets times sets of attacks that are weighed in one position, and the fewest sets."""
ROUNDS = 4
"""How often a set of targets is improved by adding or leaving out one hex."""

Assignment = tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
"""Attacks in order: the hexes, and the units that attack them."""


@dataclass(frozen=True)
class Offensive:
    """A set of attacks and what it is worth."""

    attacks: Assignment = ()
    worth: float = 0.0


class Board:
    """One side's attacks in one position; what was once weighed is remembered."""

    def __init__(self, state: CrimeaState, side: str) -> None:
        self.state, self.side = state, side
        held, taken, marked = holders(state), pledged(state), declared(state)
        near = state.board.grid.neighbours
        fronts = dict.fromkeys(n for h in stacks(state) if held[h] == side for n in near[h])
        self.options: dict[int, list[int]] = {}
        self.targets: list[int] = []
        for target in sorted(fronts):
            if held.get(target) != enemy(side) or target in marked:
                continue
            fit = [k for k in attackers(state, side, target) if k not in taken]
            for key in fit:
                self.options.setdefault(key, []).append(target)
            if fit:
                self.targets.append(target)
        self.marked = frozenset(marked)
        places = sorted({state.pieces[k].hex for k in self.options})
        self.threats = {h: frozenset(threats(state, h, side)) for h in places}
        self.aims = {t: aim_at(state, side, (t,), state) for t in self.targets}
        self.hopes = hopes(state, side)
        self.patience = max(PATIENCE // max(len(self.options) * len(self.targets), 1), LEAST_SETS)
        self._known: dict[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int], float] = {}

    def worth(self, hexes: tuple[int, ...], units: tuple[int, ...], guns: tuple[int, ...] = (), cas: int = 0) -> float:
        """What one attack is worth."""
        key = (hexes, units, guns, cas)
        if key not in self._known:
            force = force_of(self.state, self.side, hexes, units, guns, cas)
            aim = self.aims[hexes[0]] if len(hexes) == 1 else aim_at(self.state, self.side, hexes, self.state)
            self._known[key] = value(self.state, force, aim)
        return self._known[key]

    def solve(self, chosen: frozenset[int]) -> Offensive | None:
        """The best use of the units against exactly these hexes; ``None`` where that cannot be done."""
        state, all_marked = self.state, chosen | self.marked
        fit = {
            key: [t for t in options if t in chosen]
            for key, options in self.options.items()
            if self.threats[state.pieces[key].hex] <= all_marked
        }
        # Who has no choice goes first; then the strong look where they help most.
        order = sorted((k for k in fit if fit[k]), key=lambda k: (len(fit[k]), -strength(state, k).attack, k))
        bound: dict[int, tuple[int, ...]] = dict.fromkeys(sorted(chosen), ())
        for key in order:
            best = max(fit[key], key=lambda t: (self._gain(t, bound[t], key), -t))
            bound[best] = tuple(sorted((*bound[best], key)))
        if any(not units or why_too_weak(state, (t,), units) is not None for t, units in bound.items()):
            return None
        guns, cas = self._guns(bound), self._cas(chosen)
        total = sum(self.worth((t,), units, guns[t], cas[t]) for t, units in bound.items())
        return Offensive(tuple(((t,), units) for t, units in bound.items()), total)

    def join(self, found: Offensive) -> Offensive:
        """The same with attacks made one where that is worth more: who must attack many hexes rolls once for them."""
        attacks = dict(found.attacks)
        support = self._cas(t for hexes in attacks for t in hexes)
        cas: dict[tuple[int, ...], int] = {(t,): points for t, points in support.items()}
        total = found.worth
        while joined := self._best_pair(attacks, cas):
            gain, first, second, units = joined
            hexes = tuple(sorted((*first, *second)))
            cas[hexes] = max(cas.pop(first), cas.pop(second))
            del attacks[first], attacks[second]
            attacks[hexes] = units
            total += gain
        return Offensive(tuple(sorted(attacks.items())), total)

    def _best_pair(
        self, attacks: Mapping[tuple[int, ...], tuple[int, ...]], cas: Mapping[tuple[int, ...], int]
    ) -> tuple[float, tuple[int, ...], tuple[int, ...], tuple[int, ...]] | None:
        """The two attacks that gain most by being made one, what they gain, and those who can take part in it."""
        found = None
        for first, second in combinations(sorted(attacks), 2):
            hexes = tuple(sorted((*first, *second)))
            both = sorted((*attacks[first], *attacks[second]))
            units = tuple(k for k in both if all(t in self.options[k] for t in hexes))
            if len(hexes) > MOST_HEXES or not units or why_too_weak(self.state, hexes, units) is not None:
                continue
            apart = sum(self.worth(part, attacks[part], (), cas[part]) for part in (first, second))
            gain = self.worth(hexes, units, (), max(cas[first], cas[second])) - apart
            if gain > (found[0] if found else JOINS):
                found = (gain, first, second, units)
        return found

    def _gain(self, target: int, units: tuple[int, ...], key: int) -> float:
        """How much a unit adds to an attack; the first to come is measured by the ground alone."""
        if not units:
            return self.aims[target].ground
        return self.worth((target,), tuple(sorted((*units, key)))) - self.worth((target,), units)

    def _guns(self, bound: dict[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
        attacks = {t: Attack(self.side, (t,), units) for t, units in bound.items()}
        cas = self._cas(bound)
        return share_guns(self.state, attacks, lambda t, guns: self.worth((t,), bound[t], guns, cas[t]))

    def _cas(self, chosen: Iterable[int]) -> dict[int, int]:
        ranked = sorted(chosen, key=lambda t: (-self.aims[t].ground, t))
        return {t: self.hopes[n] if n < len(self.hopes) else 0 for n, t in enumerate(ranked)}

    def sets(self) -> Iterator[frozenset[int]]:
        """Sets of hexes to begin with: each alone, each with all that its attackers must attack too, and all."""
        for target in self.targets:
            yield frozenset((target,))
            places = sorted({self.state.pieces[k].hex for k, options in self.options.items() if target in options})
            for place in places:
                yield frozenset((target, *self.threats[place])) & frozenset(self.targets)
        yield frozenset(self.targets)

    def best(self) -> Offensive:
        """The best set of attacks, improved hex by hex."""
        tried: dict[frozenset[int], Offensive | None] = {}

        def judged(chosen: frozenset[int]) -> Offensive | None:
            if chosen not in tried:
                tried[chosen] = self.solve(chosen) if len(tried) < self.patience else None
            return tried[chosen]

        owed = frozenset(h for h, _ in neglected(self.state, self.side)) & frozenset(self.targets)
        top, now = (judged(owed), owed) if owed else (None, owed)
        top = top or Offensive((), 0.0 if not owed else -FAR)
        for chosen in dict.fromkeys(self.sets()):
            chosen |= owed
            if chosen and (found := judged(chosen)) is not None and found.worth > max(top.worth, MARGIN):
                top, now = found, chosen
        for _ in range(ROUNDS):
            start = now
            beside = [start | (self.threats[h] & frozenset(self.targets)) for h in self.threats]
            for other in dict.fromkeys((*(start ^ {t} for t in self.targets), *beside)):
                chosen = other | owed
                if chosen and (found := judged(chosen)) is not None and found.worth > max(top.worth, MARGIN):
                    top, now = found, chosen
            if now == start:
                break
        return self.join(top)


def force_of(
    state: CrimeaState,
    side: str,
    hexes: tuple[int, ...],
    units: tuple[int, ...],
    guns: tuple[int, ...] = (),
    cas: int = 0,
) -> Force:
    """A force against some hexes, with engineers where they help."""
    force = Force(Attack(side, hexes, units, cas=cas), units, guns)
    if any(state.board.units[k].engineer for k in units) and any(w in ENGINEERS_HELP for w in fortress(state, force)):
        return Force(force.attack, units, guns, engineers=True)
    return force


def _strongest(state: CrimeaState, guns: Iterable[int]) -> frozenset[int]:
    """The guns of an attack that are worth a thought: where many are in range, the weak ones never get their turn."""
    ranked = sorted(guns, key=lambda k: (-strength(state, k).attack, k))
    return frozenset(ranked[:IN_RANGE])


def share_guns(
    state: CrimeaState, attacks: Mapping[int, Attack], worth: Callable[[int, tuple[int, ...]], float]
) -> dict[int, tuple[int, ...]]:
    """Guns for each attack: gun by gun, the strongest first, where it adds most."""
    found: dict[int, tuple[int, ...]] = dict.fromkeys(attacks, ())
    ranges = {number: _strongest(state, attacking_guns(state, attack)) for number, attack in attacks.items()}
    guns = dict.fromkeys(key for keys in ranges.values() for key in keys)
    for key in sorted(guns, key=lambda k: (-strength(state, k).attack, k)):
        best, gain = 0, 0.0
        for number, attack in attacks.items():
            if key not in ranges[number]:
                continue
            more = tuple(sorted((*found[number], key)))
            if len(more) > MOST_GUNS or why_too_many(state, attack.side, more, attack.hexes) is not None:
                continue
            added = worth(number, more) - worth(number, found[number])
            if added > gain:
                best, gain = number, added
        if best:
            found[best] = tuple(sorted((*found[best], key)))
    return found


def plan(state: CrimeaState, seat: str) -> Plan:
    """The declarations of a phase, all of them: one attack may be there only because another asks for it."""
    found = Board(state, seat).best()
    return Plan(tuple((Declare(hexes, units),) for hexes, units in found.attacks))
