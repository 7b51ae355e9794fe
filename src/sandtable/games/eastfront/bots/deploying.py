"""Deployment for attack: who stands where, so that the attacks of a turn are worth most together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sandtable.games.eastfront.bots.appraisal import GAUNTLET, Aim, value
from sandtable.games.eastfront.bots.declaring import force_of
from sandtable.games.eastfront.bots.flying import hopes
from sandtable.games.eastfront.bots.ground import FAR
from sandtable.games.eastfront.bots.ideas import posted
from sandtable.games.eastfront.model import CrimeaState, enemy
from sandtable.games.eastfront.rules.declaration.declaration import LEAST_ODDS, can_enter, declared_defence, threats
from sandtable.games.eastfront.rules.enlarged_map.crowding import limit_at
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    carried,
    holders,
    stack_points,
    strength,
    zones,
)

MOST_TRIES = 1500
"""Deployments that are weighed in one phase."""
GAIN = 0.05
"""What a change must add to be made."""
FIRST = 1.0
"""What it is worth to attack a hex at all, beyond its ground, when nobody does yet."""
NEVER = -float(FAR)

Party = tuple[tuple[int, int], ...]
"""Attackers of one hex, each with the hex it attacks from."""


class Deployment:
    """Posts of one side's units and the hexes they attack, improved step by step."""

    def __init__(
        self,
        state: CrimeaState,
        side: str,
        posts: Mapping[int, int],
        spots: Mapping[int, Iterable[int]],
        price: Mapping[int, float],
        aims: Mapping[int, Aim],
    ) -> None:
        """``spots`` are hexes that each unit may be sent to; ``price`` is what it costs besides to let it attack."""
        self.state, self.side, self.price, self.hopes = state, side, price, hopes(state, side)
        self.units, self.near = state.board.units, state.board.grid.neighbours
        self.posts, self.targets = dict(posts), frozenset[int]()
        self.parties: dict[int, Party] = {}
        self.tries = 0
        held, foe = holders(state), enemy(side)
        self.foes = tuple(sorted(h for h, who in held.items() if who == foe))
        front = sorted({h for t in self.foes for h in self.near[t] if held.get(h) != foe})
        self.spots = {k: [h for h in front if h in hexes] for k, hexes in spots.items()}
        self.attack = {k: strength(state, k).attack for k in posts}
        self.fighters = [k for k, power in self.attack.items() if power and self._may_fight(k)]
        self.threat = {h: frozenset(threats(state, h, side)) for h in front}
        self.defence = {t: declared_defence(state, (t,)) for t in self.foes}
        self.aims = aims
        self.load: dict[int, int] = {}
        for key, place in self.posts.items():
            self.load[place] = self.load.get(place, 0) + stack_points(self.state, key)
        self._worths: dict[tuple[int, Party, float, int], float] = {}
        self._open: dict[tuple[int, int], tuple[int, ...]] = {}

    def _may_fight(self, key: int) -> bool:
        return not self.units[key].artillery and not self.state.pieces[key].attacked

    # -- retreats --------------------------------------------------------------------------------------------------

    def _covered(self, posts: Mapping[int, int]) -> frozenset[int]:
        """Hexes in the zones of some posts."""
        strong = dict.fromkeys(h for k, h in posts.items() if self.units[k].exerts)
        return frozenset(n for h in strong for n in carried(self.state, h, motorised=False))

    def _flight(self, target: int, covered: frozenset[int], ours: frozenset[int], chosen: frozenset[int]) -> float:
        """The share of a garrison that is lost if it has to fall back: about what the rules of retreat would say."""
        ground, best = self.state.board.ground, 1.0
        for a in self.near[target]:
            if a in ours or not ground[a].is_land:
                continue
            for b in self.near[a]:
                if b == target or not ground[b].is_land or b in ours or b in covered or b in chosen:
                    continue
                if a not in covered or a in self.defence:
                    return 0.0
                best = GAUNTLET
        return best

    # -- worth -----------------------------------------------------------------------------------------------------

    def _targets_of(self, key: int, place: int) -> tuple[int, ...]:
        """Enemy hexes that a unit can attack from a hex."""
        if (key, place) not in self._open:
            into = zones(self.state)
            self._open[(key, place)] = tuple(
                t
                for t in self.near[place]
                if t in self.defence and (place in into.get(t, ()) or can_enter(self.state, key, place, t))
            )
        return self._open[(key, place)]

    def _worth(self, target: int, party: Party, flight: float, cas: int) -> float:
        """What one attack is worth."""
        key = (target, party, flight, cas)
        if key not in self._worths:
            state = posted(self.state, dict(party))
            force = force_of(state, self.side, (target,), tuple(sorted(k for k, _ in party)), (), cas)
            self._worths[key] = value(state, force, self.aims[target], flight)
        return self._worths[key]

    def total(self, posts: Mapping[int, int], chosen: frozenset[int]) -> tuple[float, dict[int, Party]]:
        """What attacks on exactly these hexes are worth together, and who makes them.

        Whoever attacks must have every hex attacked that has him in its zone, and every attack needs the least odds.
        """
        self.tries += 1
        options: dict[int, list[int]] = {}
        for key in self.fighters:
            place = posts[key]
            if place in self.threat and self.threat[place] <= chosen:
                options[key] = [t for t in self._targets_of(key, place) if t in chosen]
        covered, ours = self._covered(posts), frozenset(posts.values())
        flight = {t: self._flight(t, covered, ours, chosen) for t in chosen}
        ranked = sorted(chosen, key=lambda t: (-self.aims[t].ground, t))
        cas = {t: self.hopes[n] if n < len(self.hopes) else 0 for n, t in enumerate(ranked)}
        parties: dict[int, Party] = dict.fromkeys(sorted(chosen), ())
        worth = dict.fromkeys(chosen, 0.0)

        def gain(target: int, key: int) -> float:
            if not parties[target]:
                return self.aims[target].ground + FIRST
            more = tuple(sorted((*parties[target], (key, posts[key]))))
            return self._worth(target, more, flight[target], cas[target]) - worth[target]

        # Who has no choice goes first; then the strong look where they help most.
        able = [k for k in options if options[k]]
        for key in sorted(able, key=lambda k: (len(options[k]), -self.attack[k], k)):
            best = max(options[key], key=lambda t: (gain(t, key), -t))
            parties[best] = tuple(sorted((*parties[best], (key, posts[key]))))
            worth[best] = self._worth(best, parties[best], flight[best], cas[best])
        for t, party in parties.items():
            power = sum(self.attack[k] for k, _ in party)
            if not power or power < self.defence[t] * LEAST_ODDS:
                return NEVER, parties
        price = sum(self.price.get(k, 0.0) for party in parties.values() for k, _ in party)
        return sum(worth.values()) - price, parties

    # -- search ----------------------------------------------------------------------------------------------------

    def improve(self, targets: Iterable[int]) -> float:
        """Begin with some targets; move units and add or drop targets as long as that pays."""
        self.targets = frozenset(targets)
        best, self.parties = self.total(self.posts, self.targets)
        is_better = True
        while is_better and self.tries < MOST_TRIES:
            is_better = False
            for key in sorted(self.fighters, key=lambda k: (-self.attack[k], k)):
                found = self._relocate(key, best)
                if found is not None:
                    best, is_better = found, True
            for chosen in dict.fromkeys(self._other_sets()):
                worth, parties = self.total(self.posts, chosen)
                if worth > best + GAIN:
                    best, self.targets, self.parties, is_better = worth, chosen, parties, True
        return best

    def _other_sets(self) -> Iterator[frozenset[int]]:
        """Other sets of targets: one more or less, or all that some hex of ours has before it."""
        for target in self.foes:
            yield self.targets ^ {target}
        for place in sorted(set(self.posts.values())):
            yield self.targets | self.threat.get(place, frozenset())

    def _relocate(self, key: int, best: float) -> float | None:
        """Send a unit to its best other spot and say what that makes of the whole; ``None`` where it stands best."""
        top: tuple[float, dict[int, int], frozenset[int], dict[int, Party]] | None = None
        for place in self.spots.get(key, ()):
            moves = self._moves(key, place)
            if not moves or self.tries >= MOST_TRIES:
                continue
            for chosen in dict.fromkeys((self.targets, self.targets | self.threat[place])):
                worth, parties = self.total({**self.posts, **moves}, chosen)
                if worth > (top[0] if top else best) + GAIN:
                    top = (worth, moves, chosen, parties)
        if top is None:
            return None
        worth, moves, self.targets, self.parties = top
        for moved, place in moves.items():
            self.load[self.posts[moved]] -= stack_points(self.state, moved)
            self.load[place] = self.load.get(place, 0) + stack_points(self.state, moved)
            self.posts[moved] = place
        return worth

    def _moves(self, key: int, place: int) -> dict[int, int]:
        """A unit's move to a hex, with that of the weakest who makes room for it; empty where it cannot go."""
        here = self.posts[key]
        if place == here:
            return {}
        over = self.load.get(place, 0) + stack_points(self.state, key) - limit_at(place)
        if over <= 0:
            return {key: place}
        left = limit_at(here) - self.load[here] + stack_points(self.state, key)
        there = [k for k, h in self.posts.items() if h == place and k in self.spots]
        for other in sorted(there, key=lambda k: (self.attack[k], k)):
            may_go = here in self.spots[other] or here == self.state.pieces[other].hex
            if may_go and over <= stack_points(self.state, other) <= left:
                return {key: place, other: here}
        return {}
