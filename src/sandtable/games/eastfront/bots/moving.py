"""The plan of a movement phase: masses for attacks first, then posts for everybody else."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b

from sandtable.games.eastfront.actions.moving import Enter, Move
from sandtable.games.eastfront.bots import cordon, deploying, overrunning, posting
from sandtable.games.eastfront.bots.appraisal import Aim, aim_at, value
from sandtable.games.eastfront.bots.declaring import MARGIN, Board, force_of
from sandtable.games.eastfront.bots.flying import hopes
from sandtable.games.eastfront.bots.goals import is_attacker, stakes
from sandtable.games.eastfront.bots.ground import FAR, way
from sandtable.games.eastfront.bots.ideas import Plan, posted
from sandtable.games.eastfront.model import AXIS, Attack, CrimeaState, enemy, phase
from sandtable.games.eastfront.rules.arrivals import arrivals
from sandtable.games.eastfront.rules.declaration.declaration import can_enter, threats
from sandtable.games.eastfront.rules.enlarged_map.crowding import limit_at
from sandtable.games.eastfront.rules.movement.movement import destinations, mover
from sandtable.games.eastfront.rules.special_units.artillery import attacking_guns, why_too_many
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    holders,
    on_map,
    stack_points,
    strength,
    zoc,
    zones,
)

SPARE = 0.12
"""What a point of attack strength must add to a mass to be bound there; on the last turn nothing is saved."""
LOOKS = 12
"""Posts of a unit that are looked at closely."""
NEAR = 2
"""How close an enemy must be to a prize for a guard to stay in it."""
TRIES = 120
"""Other spots for massed units that are tried in all."""
NO_DELAY = 4
"""Half movement points of the way that do not matter: a hex or two beside the road."""
DASH = 2.5
"""What a post must be better than where a fast unit stands to send it there rather than into a fight."""
ENCIRCLES = 2.0
"""What a cordon must be worth to be drawn."""
TIRED = 0.02
"""What it costs to send anybody into a fight who has nothing better to do."""
STRAY = 0.4
"""What it costs a mass to stand in the zone of a hex that it does not attack: that hex must be attacked as well."""


@dataclass(frozen=True)
class Style:
    """How a side goes about its attacks."""

    is_broad: bool
    """Whether all units are deployed together against all hexes, or mass by mass against one hex after the other."""
    saves: bool = False
    """Whether fast units are kept out of the fights, for the gap that others make."""
    whim: int = 0
    """A taste of its own for the enemy's hexes, so that plans differ; none where it is 0."""

    def taste(self, place: int) -> float:
        """What a hex is worth to it beyond what it is worth to everybody."""
        if not self.whim:
            return 0.0
        drawn = int.from_bytes(blake2b(b"%d %d" % (self.whim, place), digest_size=4).digest(), "big")
        return TASTE * (drawn / 2**31 - 1)


TASTE = 4.0
"""How far tastes differ, about what a few steps are worth."""
COMFORT = 0.1
"""How far they differ about posts, which are worth less than targets."""
NARROW, BROAD, LEAN = Style(False), Style(True), Style(False, saves=True)
STYLES = (NARROW, BROAD, LEAN)
TASTES = tuple(replace(style, whim=n) for n, style in enumerate(STYLES, 1))
"""The same with tastes of their own."""
STARTS = 20
"""Plans that are compared where there is no time to play them out."""
ARMY, FEW_STARTS = 40, 3
"""Units from which on a side is too many to compare so many plans, and how many it compares then."""
RESERVE = 0.5
"""What it is worth to keep a fast unit out of a broad attack."""


@dataclass(frozen=True)
class Mass:
    """Units brought up against a hex."""

    target: int
    worth: float
    posts: dict[int, int]


class Muster:
    """Who can go where in this phase, and what has been settled already."""

    def __init__(self, state: CrimeaState, side: str, style: Style = NARROW) -> None:
        self.state, self.side, self.stance, self.style = state, side, posting.stance_of(state, side), style
        self.reach = {k: {state.pieces[k].hex: 0, **destinations(state, k)} for k in on_map(state, side)}
        self.posts = {k: state.pieces[k].hex for k in self.reach}
        self.settled: dict[int, None] = {k: None for k, spots in self.reach.items() if len(spots) == 1}
        self.bound: dict[int, None] = {}
        self.spare = SPARE if state.turn < state.board.last_turn else 0.0
        self.targets: list[int] = []
        self.likely: list[int] = []
        """Hexes that would be attacked if they stood alone: to stand in their zones is no harm."""
        self._promises: dict[tuple[int, tuple[int, ...]], float] = {}

    def load(self, place: int) -> int:
        """Stacking points that are to stand in a hex."""
        return sum(stack_points(self.state, k) for k, h in self.posts.items() if h == place)

    def has_room(self, key: int, place: int, more: int = 0) -> bool:
        """Whether a unit fits into a hex, on top of what is planned."""
        if self.posts[key] == place:
            return True
        return self.load(place) + more + stack_points(self.state, key) <= limit_at(place)

    def now(self) -> CrimeaState:
        """The position as planned so far."""
        return posted(self.state, {k: h for k, h in self.posts.items() if h != self.state.pieces[k].hex})

    def settle(self, posts: dict[int, int]) -> None:
        """Fix the posts of units."""
        self.posts.update(posts)
        self.settled.update(dict.fromkeys(posts))

    # -- worth -----------------------------------------------------------------------------------------------------

    @cached_property
    def lanes(self) -> cordon.Lanes:
        """The ways by which the enemy is fed."""
        return cordon.Lanes(self.state, self.side)

    @cached_property
    def aims(self) -> dict[int, Aim]:
        """The enemy's hexes as targets, with everybody posted who is when it is first asked for."""
        state, side, planned = self.state, self.side, self.now()
        foes = [h for h, who in holders(state).items() if who == enemy(side)]
        return {h: aim_at(state, side, (h,), planned, self.style.taste(h)) for h in foes}

    def _score(self, now: CrimeaState, key: int, place: int) -> float:
        """How well a unit would stand in a hex, and what the position promises then."""
        if self.stance.fed is None or not self.stance.takes:
            return posting.score(now, self.stance, key, place)
        comfort = posting.comfort(now, self.stance, key, place) + COMFORT * self.style.taste(place)
        return self._promise(now, key, place) + comfort

    def _promise(self, now: CrimeaState, key: int, place: int) -> float:
        """What the position promises those who cut supply lines: the same with all posts that shut the same ways."""
        units, shut = self.state.board.units, 0
        posts = {**self.posts, key: place}
        for k, h in posts.items():
            shut |= self.lanes.covered(h, units[k].exerts)
        sign = shut, tuple(h for h in stakes(self.state).prizes if h in posts.values())
        if sign not in self._promises:
            self._promises[sign] = posting.outlook(posted(now, {key: place}), self.stance)
        return self._promises[sign]

    # -- prizes ----------------------------------------------------------------------------------------------------

    def occupy(self) -> None:
        """Send somebody into every open prize that is not firmly held, those not yet won first."""
        state, side = self.state, self.side
        held = holders(state)
        loose = [h for h in stakes(state).prizes if held.get(h) != enemy(side)]
        for place in sorted(loose, key=lambda h: (state.control.get(h) == side, h)):
            if posting.hold_on(self.now(), self.stance, place) >= posting.HELD:
                self._guard(place)
                continue
            fit = [k for k in self.reach if k not in self.settled and place in self.reach[k]]
            fit = [k for k in fit if state.board.units[k].exerts and self.has_room(k, place)]
            if fit:
                now = self.now()
                best = max(fit, key=lambda k: (self._score(now, k, place) - self._wanted_elsewhere(k), -k))
                self.settle({best: place})

    def _guard(self, place: int) -> None:
        """Keep somebody in a prize that an enemy is near to: who is missed least elsewhere."""
        state, grid = self.state, self.state.board.grid
        guards = [k for k, h in self.posts.items() if h == place and state.board.units[k].exerts]
        others = [h for h, side in holders(state).items() if side == enemy(self.side) and h in zones(state)]
        is_near = any(grid.distance(h, place) <= NEAR for h in others)
        if guards and is_near and not any(k in self.settled for k in guards):
            least = min(guards, key=lambda k: (strength(state, k).attack, k))
            self.settle({least: place})

    def _wanted_elsewhere(self, key: int) -> float:
        """What an attack misses without a unit."""
        return self.spare * strength(self.state, key).attack if is_before_combat(self.state, self.side) else 0.0

    def dash(self) -> None:
        """Let units go through a gap before anybody binds them: a line cut is worth more than a fight."""
        state = self.state
        far, units = self.stance.far, state.board.units
        free = [k for k in self.reach if k not in self.settled and units[k].exerts]
        for key in sorted(free, key=lambda k: (far.get(self.posts[k], FAR), k)):
            now, best = self.now(), self._post(key)
            if best == self.posts[key]:
                continue
            gain = self._score(now, key, best) - self._score(now, key, self.posts[key])
            if gain >= DASH:
                self.settle({key: best})

    def encircle(self) -> None:
        """Send several units at once where together they cut the enemy off."""
        if self.stance.fed is None:
            return
        spots: dict[int, list[int]] = {}
        for key in self.reach:
            if key not in self.settled and self.state.board.units[key].exerts:
                for h in self.reach[key]:
                    if self.has_room(key, h):
                        spots.setdefault(h, []).append(key)
        now = self.now()
        best, top = dict[int, int](), ENCIRCLES
        for chosen in cordon.cordons(now, self.side, spots):
            posts = self._garrisons(chosen, spots)
            gain = self._cordon_gain(now, posts) + self.style.taste(sum(chosen)) if posts else 0.0
            if gain > top:
                best, top = posts, gain
        self.settle(best)

    def _garrisons(self, chosen: tuple[int, ...], spots: dict[int, list[int]]) -> dict[int, int]:
        """Somebody for each hex of a cordon, the hexes with least choice first; empty where somebody is missing."""
        posts: dict[int, int] = {}
        for place in sorted(chosen, key=lambda h: (len(spots[h]), h)):
            fit = [k for k in spots[place] if k not in posts]
            if not fit:
                return {}
            best = max(fit, key=lambda k: (strength(self.state, k).defence - strength(self.state, k).attack, k))
            posts[best] = place
        return posts

    def _cordon_gain(self, now: CrimeaState, posts: dict[int, int]) -> float:
        """What a cordon brings: the enemies cut off, less the risk to those who stand there and what fights miss."""
        after, stance = posted(now, posts), self.stance
        gain = posting.outlook(after, stance) - posting.outlook(now, stance)
        for key, place in posts.items():
            gain -= posting.exposure(after, stance, key, place) - posting.exposure(now, stance, key, self.posts[key])
            gain -= self._wanted_elsewhere(key)
        return gain

    # -- masses ----------------------------------------------------------------------------------------------------

    def gather(self) -> None:
        """Bring up masses against one hex after the other, the best first."""
        state = self.state
        held = holders(state)
        near = [h for h in held if held[h] == enemy(self.side)]
        support = hopes(state, self.side)
        alone = [self._mass(h, 0) for h in near]
        self.likely = [mass.target for mass in alone if mass.worth >= MARGIN]
        while True:
            cas = support[len(self.targets)] if len(self.targets) < len(support) else 0
            found = [self._mass(h, cas) for h in near if h not in self.targets]
            best = max(found, key=lambda mass: (mass.worth, -mass.target), default=None)
            if best is None or best.worth < MARGIN:
                return
            self.targets.append(best.target)
            self.settle(best.posts)
            self.bound.update(dict.fromkeys(best.posts))

    def deploy(self) -> None:
        """Improve all masses together: other spots, other targets, those who stand idle."""
        state, units = self.state, self.state.board.units
        free = {k: spots for k, spots in self.reach.items() if k in self.bound or k not in self.settled}
        spots = {k: hexes for k, hexes in free.items() if not units[k].artillery}
        price = {k: RESERVE if self._is_fast(k) else TIRED for k in self.reach}
        found = deploying.Deployment(state, self.side, self.posts, spots, price, self.aims)
        found.improve(self.targets)
        self.targets, self.bound = sorted(found.targets), {}
        for key in free:
            if len(self.reach[key]) > 1:
                self.settled.pop(key, None)
                self.posts[key] = state.pieces[key].hex
        for key in (k for party in found.parties.values() for k, _ in party):
            self.settle({key: found.posts[key]})
            self.bound[key] = None
        self._site_guns()

    def _site_guns(self) -> None:
        """Bring the guns into range of as many attacks as they can, and not before the enemy alone."""
        state, units = self.state, self.state.board.units
        distance, front = state.board.grid.distance, zoc(state, enemy(self.side))
        manned = {self.posts[k] for k in self.bound}
        for key in [k for k in self.reach if units[k].artillery and k not in self.settled]:
            here = self.posts[key]
            # Those near the prize come first among equals, and who stands well stays.
            ranked = sorted(self.reach[key], key=lambda h: (h != here, self.stance.far.get(h, FAR), h))
            safe = [h for h in ranked if (h not in front or h in manned) and self.has_room(key, h)]
            served = {h: sum(distance(h, t) <= units[key].range for t in self.targets) for h in safe}
            best = max(safe, key=lambda h: served[h], default=here)
            if served.get(best):
                self.settle({key: best})
                self.bound[key] = None

    def _is_fast(self, key: int) -> bool:
        """Whether a unit could go through a gap and cut the enemy off there."""
        counter = self.state.board.units[key]
        return counter.mobility != "foot" and counter.exerts and self.stance.takes

    def polish(self) -> None:
        """Try other spots for those who mass, one by one, and keep what makes the attacks together worth more."""
        chosen = frozenset(self.targets)
        if not chosen:
            return
        best = self._together(chosen)
        near = self.state.board.grid.neighbours
        spots = sorted({h for t in chosen for h in near[t] if holders(self.state).get(h) != enemy(self.side)})
        tries = 0
        for key in sorted(self.bound, key=lambda k: (-strength(self.state, k).attack, k)):
            for place in spots:
                here = self.posts[key]
                if place == here or place not in self.reach[key] or not self.has_room(key, place):
                    continue
                if (tries := tries + 1) > TRIES:
                    return
                self.posts[key] = place
                found = self._together(chosen)
                if found > best:
                    best = found
                else:
                    self.posts[key] = here

    def _together(self, chosen: frozenset[int]) -> float:
        """What the attacks on some hexes are worth together, as planned."""
        found = Board(self.now(), self.side).solve(chosen)
        return found.worth if found is not None else -FAR

    def _mass(self, target: int, cas: int) -> Mass:
        """The best force that can be brought up against a hex."""
        state, side = self.state, self.side
        posts = self._foot(target)
        if not posts:
            return Mass(target, 0.0, {})
        planned = posted(state, {**self._moved(), **posts})
        guns_at = self._guns(target, posts)
        planned = posted(planned, guns_at)
        units = tuple(sorted(posts))
        attack = Attack(side, (target,), units)
        usable = [k for k in attacking_guns(planned, attack) if k not in self.bound]
        aim = self.aims[target]

        late = {k: self._delay(k, place) for k, place in posts.items()}

        def worth(keys: tuple[int, ...], guns: tuple[int, ...]) -> float:
            found = value(planned, force_of(planned, side, (target,), keys, guns, cas), aim)
            return found - sum(late[k] for k in keys)

        guns: tuple[int, ...] = ()
        total = worth(units, guns)
        for key in sorted(units, key=lambda k: (strength(state, k).attack, k)):
            rest = tuple(k for k in units if k != key)
            if rest and (less := worth(rest, guns)) >= total - self.spare * strength(state, key).attack:
                units, total = rest, less
        for key in sorted(usable, key=lambda k: (-strength(state, k).attack, k)):
            more = tuple(sorted((*guns, key)))
            if why_too_many(planned, side, more, (target,)) is None and worth(units, more) > total + self.spare:
                guns, total = more, worth(units, more)
        strays = {h for k in units for h in threats(state, posts[k], side)} - {target, *self.targets, *self.likely}
        kept = {k: posts[k] for k in units} | {k: h for k, h in guns_at.items() if k in guns}
        return Mass(
            target,
            total - STRAY * len(strays),
            {**kept, **{k: self.posts[k] for k in guns if k in self.posts and k not in kept}},
        )

    def _delay(self, key: int, place: int) -> float:
        """What it costs those who have somewhere to go to stand in a hex rather than as far forward as they can."""
        if not self.stance.takes:
            return 0.0
        far = self.stance.far
        nearest = min(far.get(h, FAR) for h in self.reach[key])
        return posting.PULL * max(far.get(place, FAR) - nearest - NO_DELAY, 0)

    def _moved(self) -> dict[int, int]:
        return {k: h for k, h in self.posts.items() if h != self.state.pieces[k].hex}

    def _foot(self, target: int) -> dict[int, int]:
        """Free units that can get next to a hex and attack it, each with its spot."""
        state, side = self.state, self.side
        held, near = holders(state), state.board.grid.neighbours[target]
        spots = [h for h in near if held.get(h) != enemy(side) and state.board.ground[h].is_land]
        stray = {
            h: len([e for e in threats(state, h, side) if e != target and e not in (*self.targets, *self.likely)])
            for h in spots
        }
        extra: dict[int, int] = {}
        posts: dict[int, int] = {}
        fit = [k for k in self.reach if k not in self.bound and not state.board.units[k].artillery]
        if self.style.saves:
            fit = [k for k in fit if not self._is_fast(k)]
        for key in sorted(fit, key=lambda k: (-strength(state, k).attack, k)):
            if not strength(state, key).attack or (key in self.settled and self.posts[key] not in spots):
                continue
            options = [
                h
                for h in spots
                if (h in self.reach[key] if key not in self.settled else h == self.posts[key])
                and (h in zones(state).get(target, ()) or can_enter(state, key, h, target))
                and self.has_room(key, h, extra.get(h, 0))
            ]
            if options:
                best = min(options, key=lambda h: (stray[h], self.reach[key].get(h, 0), h))
                posts[key] = best
                if self.posts[key] != best:
                    extra[best] = extra.get(best, 0) + stack_points(state, key)
        return posts

    def _guns(self, target: int, posts: dict[int, int]) -> dict[int, int]:
        """Guns that can be brought into range without standing alone before the enemy."""
        state, found = self.state, {}
        distance, front = state.board.grid.distance, zoc(state, enemy(self.side))
        extra: dict[int, int] = {}
        for key, place in posts.items():
            if self.posts[key] != place:
                extra[place] = extra.get(place, 0) + stack_points(state, key)
        for key in self.reach:
            counter = state.board.units[key]
            if not counter.artillery or key in self.settled:
                continue
            safe = [
                h
                for h in self.reach[key]
                if distance(h, target) <= counter.range
                and (h not in front or h in posts.values())
                and self.has_room(key, h, extra.get(h, 0))
            ]
            if safe:
                best = min(safe, key=lambda h: (h != state.pieces[key].hex, -distance(h, target), h))
                found[key] = best
                if best != state.pieces[key].hex:
                    extra[best] = extra.get(best, 0) + stack_points(state, key)
        return found

    # -- posts -----------------------------------------------------------------------------------------------------

    def spread(self) -> None:
        """Find a post for everybody who is not bound, those nearest to the prizes first."""
        state, side = self.state, self.side
        far = self.stance.far
        front = zoc(state, enemy(side))
        free = [k for k in self.reach if k not in self.settled]
        if not self.stance.takes:
            # Who holds the line stays in it: the enemy is next door.
            free = [k for k in free if state.pieces[k].hex not in front]
        for key in sorted(free, key=lambda k: (far.get(state.pieces[k].hex, FAR), k)):
            self.settle({key: self._post(key)})

    def _post(self, key: int) -> int:
        now, stance = self.now(), self.stance
        open_to = [h for h in self.reach[key] if self.has_room(key, h)]
        here = self.posts[key]
        likely = sorted(open_to, key=lambda h: (-posting.quick(now, stance, key, h), h))[:LOOKS]
        return max({here: None, **dict.fromkeys(likely)}, key=lambda h: (self._score(now, key, h), -h))


def is_before_combat(state: CrimeaState, side: str) -> bool:
    """Whether attacks follow on this phase: the Axis moves first and fights then, the Soviets the other way round."""
    return (phase(state) == "movement") == (side == AXIS)


def usual(state: CrimeaState, side: str) -> Style:
    """The style of a side that has no time to try others: those who win by the enemies they destroy attack broadly.

    Near the end gaps count: on the last turn but one somebody has to be left to go through, on the last all must fight.
    """
    hunts, left = stakes(state).counts_cut_off and is_attacker(state, side), state.board.last_turn - state.turn
    if not hunts or not left:
        return NARROW
    return LEAN if left == 1 else BROAD


def plan(state: CrimeaState, side: str, style: Style = NARROW) -> Plan:
    """The moves of a phase; who arrives comes on first, and overruns come before the moves that they make possible."""
    if arriving := tuple((Enter(k, h),) for k, h in entries(state, side)):
        return Plan(arriving, goes_on=True)
    if riding := tuple(overrunning.best(state, side)):
        return Plan(riding, goes_on=True)
    muster = Muster(state, side, style)
    muster.occupy()
    if muster.stance.takes:
        muster.encircle()
        muster.dash()
    if is_before_combat(state, side):
        muster.gather()
        if style.is_broad:
            muster.deploy()
        else:
            muster.polish()
    muster.spread()
    going = [(k, h) for k, h in muster.posts.items() if h != state.pieces[k].hex]
    # Who stayed looks again once the others stand where they were sent.
    return Plan(tuple(tuple(marches(state, k, h)) for k, h in going), goes_on=bool(going))


def variants(state: CrimeaState, side: str, style: Style) -> dict[Plan, Style]:
    """Plans of a style that begin with other tastes: a search that goes step by step ends elsewhere each time."""
    found: dict[Plan, Style] = {}
    own = len(on_map(state, side))
    for whim in range(STARTS if own <= ARMY else FEW_STARTS):
        varied = replace(style, whim=whim)
        found.setdefault(plan(state, side, varied), varied)
    return found


def promise(state: CrimeaState, side: str, found: Plan) -> float:
    """What the position after a plan promises: the attacks it makes possible, and where everybody stands then."""
    posts = {move.unit: move.path[-1] for idea in found.ideas for move in idea if isinstance(move, Move)}
    after = posted(state, posts)
    return Board(after, side).best().worth + posting.outlook(after, posting.stance_of(state, side))


def marches(state: CrimeaState, key: int, to: int) -> Iterator[Move]:
    """The cheapest way of a unit to a hex."""
    found = mover(state, key).reach()
    nodes = sorted((cost, node) for node, cost in found.costs.items() if node[0] == to)
    for _, node in nodes[:1]:
        yield Move(key, tuple(place for place, _ in found.path(node)))


def entries(state: CrimeaState, side: str) -> Iterator[tuple[int, int]]:
    """Reinforcements that wait at the edge; where they have a choice, the hex nearest to the prizes."""
    far = way(state, side)
    for key in map(int, arrivals.entering(state, side).legal):
        choice = arrivals.entry_hexes(state, side, key)
        if choice is None:
            yield key, 0
        else:
            yield from ((key, h) for h in sorted(map(int, choice.legal), key=lambda h: (far.get(h, FAR), h))[:1])
