"""Schemes of a Noncombat Move on land: where every stack goes, judged as a whole by what the enemy could do to it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axisallies.actions.moving import Move
from sandtable.games.axisallies.bots import moving
from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.bots.outlook import moved, with_orders, worth
from sandtable.games.axisallies.bots.values import capitals, prize
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import land
from sandtable.games.axisallies.rules.spaces.spaces import units_of
from sandtable.kernel import Dice
from sandtable.planning import Idea

GATHERED = 5
"""Places that everybody might gather in."""
LARGE = 4
"""Units of a kind from which on a stack may go two ways."""

Scheme = tuple[int, ...]
"""For every stack the number of the way it goes; 0 is to stay."""


class Columns:
    """The stacks that may still march, and the ways they have."""

    def __init__(self, state: GlobalState, power: str) -> None:
        self.state, self.power = with_orders(state, power), power
        self.draw = moving.attraction(state, power)
        self.stacks: list[tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]] = []
        """Units that go together, and their ways; the first is to stay."""
        groups: dict[tuple[int, int, str], list[int]] = {}
        ready = spared(state, power, all_of_them=True)
        for key in units_of(state, power, "land"):
            unit = state.units[key]
            left = land.left(state, key)
            if key in ready and not unit.aboard and left > 0 and not unit.landed:
                groups.setdefault((unit.at, left, unit.kind), []).append(key)
        for (at, left, _), keys in groups.items():
            ways = ((), *moving.ways(state, power, at, left))
            parts = [keys] if len(keys) < LARGE else [keys[::2], keys[1::2]]
            if len(ways) > 1:
                self.stacks += [(tuple(sorted(part)), ways) for part in parts]

    def usual(self) -> Scheme:
        """What the planner would do."""
        planned: dict[int, tuple[int, ...]] = {}
        for idea in moving.marches(self.state, self.power):
            for action in idea:
                if isinstance(action, Move):
                    for key in action.units:
                        planned.setdefault(key, action.path)
        return tuple(ways.index(planned[keys[0]]) if planned.get(keys[0]) in ways else 0 for keys, ways in self.stacks)

    def stay(self) -> Scheme:
        """Nobody moves."""
        return (0,) * len(self.stacks)

    def gathered(self, to: int) -> Scheme:
        """Everybody who can goes to one place."""
        ends = [[way[-1] if way else self.state.units[keys[0]].at for way in ways] for keys, ways in self.stacks]
        return tuple(places.index(to) if to in places else 0 for places in ends)

    def first(self) -> list[Scheme]:
        """What the search begins with: the planner's way, to stay, and to gather where it matters most."""
        dear = [at for at, land in self.state.territories.items() if land.holder == self.power]
        dear.sort(key=lambda at: (at not in capitals(self.state, self.power), -prize(self.state, at), at))
        return [self.usual(), self.stay(), *(self.gathered(at) for at in dear[:GATHERED])]

    def value(self, scheme: Scheme) -> float:
        """How things stand after the marches."""
        return worth(self.after(scheme), self.power, self.draw)

    def after(self, scheme: Scheme) -> GlobalState:
        """The position after the marches."""
        goes = {
            key: ways[number][-1]
            for (keys, ways), number in zip(self.stacks, scheme, strict=True)
            if number
            for key in keys
        }
        return moved(self.state, goes)

    def vary(self, scheme: Scheme, dice: Dice) -> Scheme:
        """One stack goes elsewhere, or all of a place go the same way."""
        if not self.stacks:
            return scheme
        place = dice.draw(range(len(self.stacks)))
        keys, ways = self.stacks[place]
        number = dice.draw(range(len(ways)))
        changed = list(scheme)
        changed[place] = number
        if dice.draw(range(2)):
            at = self.state.units[keys[0]].at
            for other, (members, others) in enumerate(self.stacks):
                if self.state.units[members[0]].at == at and ways[number] in others:
                    changed[other] = others.index(ways[number])
        return tuple(changed)

    def cross(self, one: Scheme, other: Scheme, dice: Dice) -> Scheme:
        """Some stacks as in one scheme, some as in another."""
        return tuple(a if a == b or dice.draw(range(2)) else b for a, b in zip(one, other, strict=True))

    def written(self, scheme: Scheme) -> Iterator[Idea]:
        """The moves of a scheme."""
        together: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for (keys, ways), number in zip(self.stacks, scheme, strict=True):
            if number:
                together.setdefault((self.state.units[keys[0]].at, ways[number]), []).extend(keys)
        for (_, path), members in together.items():
            yield (Move(tuple(sorted(members)), path),)
            for key in members:
                yield (Move((key,), path),)
