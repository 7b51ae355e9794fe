"""Rule 8.5.1: ground movement of a unit or a stack, hex by hex."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush

from sandtable.games.nextwar.model import STEP_MP, STORM, KoreaState, enemy
from sandtable.games.nextwar.rules.combat import contamination
from sandtable.games.nextwar.rules.movement import eligibility, imaginary_hexes, lines, mopup, stacking, supply_units
from sandtable.games.nextwar.rules.movement.control import forts, hard_hexes, has_fort, is_home
from sandtable.games.nextwar.rules.movement.terrain import Way as Exit
from sandtable.games.nextwar.rules.movement.terrain import across, least_to, river_cost, ways
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.scenarios import hovercraft
from sandtable.games.nextwar.rules.sequence.segments import is_early
from sandtable.games.nextwar.rules.supply import status
from sandtable.games.nextwar.rules.supply.standard import halved
from sandtable.games.nextwar.rules.terms.stacks import holders, points2, there
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.scenario.counters import VEHICLES
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import MOUNTAIN, OPEN
from sandtable.kernel import Path, Refusal, derived, refuse
from sandtable.kernel import Way as Route

ZONE: int = chart("terrain")["enemy_zoc"]
DMZ: int = chart("terrain")["dmz_first_turn"]
CROWD: int = chart("terrain")["overstack"]
READ = (
    *("units", "weather", "turn", "captured", "breached", "mopups", "crowded", "interdictions"),
    *("chemicals", "opening", "tunnels", "beachheads", "seas", "ferry_lost", "hovercraft", "flow"),
)
"""What of a position says where units can go."""


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a way has come: the least spent if the unit goes on from here, and if it ends here."""

    place: int
    onward: int | None
    """``None`` where it has to stop."""
    stop: int

    @property
    def spent(self) -> int:
        """The least spent so far."""
        return self.stop


# rule: NW-2.3.5
def budget(state: KoreaState, key: int) -> int:
    """Sixths of a movement point that a unit can spend in this segment."""
    # rule: NW-2.3.5
    allowance = supply_units.allowance(state, key)
    # rule: NWK-16.2.3.h
    if is_early(state):
        allowance = -(-allowance // 2)
    # rule: NW-13.1.4.a, NW-19.5.a, NW-19.7.2.b
    if status.halving(state, key):
        allowance = halved(allowance)
    return max(0, allowance * STEP_MP - state.units[key].spent)


class Walker:
    """A kind of unit about to leave a hex: what it may spend and the ground before it.

    Several units that leave together and move alike share one.
    """

    def __init__(self, state: KoreaState, key: int, company: tuple[int, ...]) -> None:
        counter, unit, shown = state.board.units[key], state.units[key], face(state, key)
        self.state, self.key, self.counter = state, key, counter
        self.side, self.foe = counter.side, enemy(counter.side)
        self.mobility = shown.mobility
        self.is_vehicle = shown.mobility in VEHICLES
        self.is_light = counter.is_light
        self.budget = budget(state, key)
        self.start = Walk(unit.hex, 0, 0)
        self.ways = ways(state, shown.mobility)
        self.zones = zoc(state, self.foe)
        self.held = holders(state)
        self.ground = state.board.ground
        self.toll = self._toll(company)
        self.passages = self._passages(unit.toward, len(company))
        self.hard = hard_hexes(state, self.side)
        self.no_road = no_roads(state, self.side)
        self.dmz = state.board.map.dmz if state.turn == 1 else frozenset[int]()
        self.bombed = state.interdictions
        self.gas = contamination.hexes(state, key)
        self.pinned = unit.hex in state.mopups
        self.carried = unit.carried
        self.outside = state.board.closed
        self.limited = eligibility.is_limited(state, key)
        self.halted = supply_units.is_halted(state, key)
        self.slips = self.start.place in self.zones and eligibility.is_bound_by_zones(state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Walker) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.key, self.budget))

    def _facts(self) -> tuple[object, ...]:
        """All that its answers come from."""
        around = (self.zones, self.held, self.hard, self.no_road, self.dmz, self.bombed, self.gas, self.pinned)
        return (self.key, self.start, *self.manner(), *around)

    def manner(self) -> tuple[object, ...]:
        """How it moves: units of a stack for which this is the same take the same ways."""
        own = self.key if self.limited else 0
        return (self.mobility, self.budget, self.is_light, self.toll, self.halted, self.carried, self.slips, own)

    # rule: NW-8.2.2.e, NW-8.1.1.1.f
    def _toll(self, company: tuple[int, ...]) -> tuple[int, int]:
        """What leaving the first hex costs: for crowding in any case, and for the enemy's zone if nobody stays."""
        here = self.start.place
        crowd = CROWD if here in self.state.crowded else 0
        stays = any(key not in company for key in there(self.state, here))
        return crowd, ZONE if here in self.zones and not stays else 0

    def _passages(self, toward: int, company: int) -> dict[int, tuple[Exit, ...]]:
        """Ways that do not lead over a hexside of the ground: ferries, and lines off the map."""
        found = dict(lines.ways(self.state, self.mobility))
        # rule: NWK-5.5.2
        if toward:
            here = self.start.place
            found[here] = tuple(
                way for way in found.get(here, ()) if imaginary_hexes.end_of(self.state, way[0]) == toward
            )
        for start, way in (*self._ferries(), *hovercraft.ways(self.state, self.key, company)):
            found[start] = (*found.get(start, ()), way)
        return found

    # rule: NW-8.3.1.8.a
    def _ferries(self) -> Iterator[tuple[int, Exit]]:
        """The ways by ferry: for friends of its country, at the cost of a river."""
        korea, storm = self.state.board, self.state.weather == STORM
        for a, b in () if self.state.ferry_lost else korea.map.ferries:
            ground, river = across(korea, b, self.mobility, storm), river_cost(self.mobility, storm)
            if is_home(self.state, a, self.side) and ground is not None:
                yield a, (b, ground + river, None)

    def beside(self, place: int) -> tuple[int, ...]:
        """The places one step from a place: its neighbours, and the ends of lines."""
        near = self.state.board.near.get(place, ())
        if place not in self.passages:
            return near
        return (*near, *(way[0] for way in self.passages[place] if way[0] not in near))

    def _out_of(self, place: int) -> tuple[Exit, ...]:
        """The ways out of a hex or a box, ferries and lines among them."""
        out = self.ways[place]
        if place not in self.passages:
            return out
        by_end = {way[0]: way for way in out}
        for to, off, on in self.passages[place]:
            _, ground, road = by_end.get(to, (to, None, None))
            by_end[to] = (to, cheaper(off, ground), cheaper(on, road))
        return tuple(by_end.values())

    # rule: NWK-3.1.1.a
    def ignores(self, place: int) -> bool:
        """Whether enemy zones do not exist for it in a hex, as long as it keeps off the roads."""
        return self.is_light and self.state.board.terrain(place) not in OPEN

    def blocked(self, start: int, to: int) -> Refusal | None:
        """Why a hex may not be entered at all, whatever it costs."""
        if to not in self.beside(start):
            return refuse("NW-8.5.1.a", "refuse.not_next", at(to), place=at(to), start=at(start))
        # rule: NW-8.2.2.a, NW-8.2.3.c
        if self.held.get(to) == self.foe:
            return refuse("NW-8.2.2.a", "refuse.enemy_there", at(to), place=at(to), unit=ref(self.key))
        # rule: NWK-16.0.b
        if to in self.outside and self.state.board.leads_out(start, to):
            return refuse("NWK-16.0.b", "refuse.outside", at(to), place=at(to), unit=ref(self.key))
        if (no := lines.why_closed(self.state, self.key, to)) is not None:
            return no
        return eligibility.why_not_enter(self.state, self.key, to) if self.limited else None

    def options(self, walk: Walk, to: int) -> Walk | None:
        """The walk one hex further at its true cost, or ``None`` where the ground is closed."""
        way = next((one for one in self._out_of(walk.place) if one[0] == to), None)
        if way is None or walk.onward is None:
            return None
        return self._after(walk.place, walk.onward, way, walk is self.start or walk.place == self.start.place)

    def _after(self, here: int, spent: int, way: tuple[int, int | None, int | None], is_first: bool) -> Walk | None:
        """What one step makes of the cost so far: by road, and across country."""
        to, off, on = way
        # rule: NWK-2.2.b
        extra = DMZ if to in self.dmz else 0
        # rule: NW-23.4.4
        extra += self.bombed.get(to, 0) * STEP_MP
        # rule: NWK-6.2.4
        if to in self.gas:
            if not self.is_vehicle:
                return None
            extra += contamination.toll()
        if is_first:
            extra += self.toll[0] + self.bombed.get(here, 0) * STEP_MP
        joins = self.held.get(to) == self.side
        in_zone = to in self.zones
        hard = to in self.hard
        wet = self.state.board.border(here, to).water
        # rule: NW-8.4.2
        if not is_first and wet and here in self.hard:
            return None
        onward: int | None = None
        stop: int | None = None
        if off is not None:
            # rule: NWK-3.1.1.c, NWK-3.1.1.d, NWK-3.1.1.e
            free = in_zone and self.ignores(to)
            leaving = self.toll[1] if is_first and not self.ignores(here) else 0
            cost = spent + off + extra + leaving + (ZONE if in_zone and not joins and not free else 0)
            stop = cost
            # rule: NW-8.2.2.b, NW-8.2.2.h, NW-8.3.1.5.b
            if (not in_zone or free) and not (hard and (self.ground[to].is_urban or wet)):
                onward = cost
        if on is not None and self._may_use_road(here, to, is_first):
            # rule: NW-8.2.2.d, NW-8.2.2.e
            cost = spent + on + extra + (self.toll[1] if is_first else 0) + (ZONE if in_zone and not joins else 0)
            stop = cost if stop is None or cost < stop else stop
            if not in_zone and not hard and (onward is None or cost < onward):
                onward = cost
        # rule: NWK-5.5.2.1.a
        if imaginary_hexes.is_imaginary(self.state, to):
            onward = None
        return Walk(to, onward, stop) if stop is not None else None

    # rule: NW-8.3.2.b, NW-8.3.1.10.a, NWK-3.1.1.b
    def _may_use_road(self, here: int, to: int, is_first: bool) -> bool:
        """Whether the road into a hex can be used: not into enemy works or a full hex, nor while slipping by a zone."""
        # rule: NW-23.4.4
        if here in self.bombed or to in self.bombed:
            return False
        # rule: NWK-3.1.1.b
        follows_rules = is_first and not self.slips
        return to not in self.no_road and (follows_rules or here not in self.zones)

    def step(self, walk: Walk, to: int) -> Walk | Refusal:
        """The walk one hex further, or why it cannot go there."""
        following = self._step(walk, to)
        # rule: NW-27.3.2.b, NW-27.3.2.d
        if self.halted and isinstance(following, Walk):
            return Walk(to, None, following.stop)
        return following

    def _step(self, walk: Walk, to: int) -> Walk | Refusal:
        """The walk one hex further, if it may go on at all."""
        if (no := self.blocked(walk.place, to)) is not None:
            return no
        if walk.onward is None:
            return self._why_stopped(walk)
        is_first = walk.place == self.start.place
        # rule: NWK-6.2.4
        if to in self.gas and not self.is_vehicle:
            if is_first and not self.state.units[self.key].spent:
                return Walk(to, None, self.budget)
            return refuse("NWK-6.2.4", "refuse.gas", at(to), place=at(to), unit=ref(self.key))
        following = self.options(walk, to)
        if is_first and (whole := self._whole(to, following)) is not None:
            return whole
        if following is None:
            return refuse(self._closing_rule(walk.place, to), "refuse.closed", at(to), place=at(to), unit=ref(self.key))
        if following.stop <= self.budget:
            onward = following.onward
            return following if onward is None or onward <= self.budget else Walk(to, None, following.stop)
        need, left = following.stop - walk.onward, self.budget - walk.onward
        return refuse("NW-2.3.5", "refuse.too_far", at(to), need=points(need), left=points(left), place=at(to))

    def _closing_rule(self, here: int, to: int) -> str:
        """The rule that closes a hex to it from a neighbour."""
        border, terrain = self.state.board.border(here, to), self.state.board.terrain(to)
        if border.is_closed or not self.ground[to].is_land:
            return "NW-8.3.3.b"
        # A bridge over wide water may not be used in passing by.
        if border.water:
            return "NW-8.4.2"
        # Enemy works in mountains take a whole allowance; else a road is no help where a full hex closes it.
        if border.road and not has_fort(self.state, to, self.foe):
            return "NW-8.3.2.b"
        return "NW-8.3.3.a" if terrain == MOUNTAIN else "NW-8.3.3.d"

    def _whole(self, to: int, following: Walk | None) -> Walk | None:
        """A first step that takes the whole allowance, if it is one."""
        here = self.start.place
        everything = Walk(to, None, self.budget)
        # rule: NW-8.3.3.a
        if following is None:
            return everything if self._may_storm(to) else None
        # rule: NW-8.4.1.i, NW-8.4.1.n
        if self.pinned:
            return everything
        # rule: NW-8.2.2.f
        zone_to_zone = here in self.zones and to in self.zones and not (self.ignores(here) or self.ignores(to))
        if zone_to_zone:
            return everything
        # rule: NW-8.5.1.e
        is_spared = not self.carried and to in self.state.board.near.get(here, ())
        return everything if following.stop > self.budget and is_spared else None

    # rule: NW-8.3.3.a
    def _may_storm(self, to: int) -> bool:
        """Whether those to whom a mountain hex is closed, vehicles, can force enemy works that a road leads into."""
        here = self.start.place
        is_way = bool(self.state.board.border(here, to).road) and self.state.board.terrain(to) == MOUNTAIN
        return is_way and has_fort(self.state, to, self.foe)

    def _why_stopped(self, walk: Walk) -> Refusal:
        """Why a unit cannot go on from a hex."""
        place = at(walk.place)
        # rule: NW-27.3.2.b, NW-27.3.2.d
        if self.halted:
            rule = "NW-27.3.2.d" if self.counter.is_supply else "NW-27.3.2.b"
            return refuse(rule, "refuse.one_hex_only", place, place=place, unit=ref(self.key))
        # rule: NW-8.4.1.n
        if self.pinned:
            return refuse("NW-8.4.1.n", "refuse.all_spent", place, place=place, unit=ref(self.key))
        if walk.place in self.zones:
            return refuse("NW-8.2.2.b", "refuse.zoc_stops", place, place=place, unit=ref(self.key))
        if walk.place in self.hard:
            return refuse("NW-8.4.2", "refuse.no_bypass", place, place=place, unit=ref(self.key))
        return refuse("NW-2.3.5", "refuse.all_spent", place, place=place, unit=ref(self.key))

    def reach(self, goal: int = 0) -> dict[int, int]:
        """Every hex the unit can end in, with its least cost: one search outward, cheapest first.

        With a goal it stops as soon as that is reached, and follows no way on which it cannot be.
        """
        budget, held, foe, outside = self.budget, self.held, self.foe, self.outside
        leads_out = self.state.board.leads_out
        beyond, start = budget + 1, self.start.place
        stops: dict[int, int] = {}
        best: dict[int, int] = {start: 0}
        buckets: list[list[int]] = [[] for _ in range(beyond)]
        hope = least_to(self.state, self.mobility, goal, budget) if goal and not lines.lines(self.state) else None
        for to in self.beside(start):
            walk = self.step(self.start, to)
            if isinstance(walk, Walk):
                stops[to] = walk.stop
                if hope is not None and (walk.onward or 0) + hope.get(to, beyond) > budget:
                    continue
                if walk.onward is not None and walk.onward < budget:
                    best[to] = walk.onward
                    buckets[walk.onward].append(to)
        table = self.ways.least
        zones, hard, no_road, dmz, bombed = self.zones, self.hard, self.no_road, self.dmz, self.bombed
        gas = self.gas
        for spent, bucket in enumerate(buckets):
            for here in bucket:
                if best[here] != spent:
                    continue
                if goal in stops:
                    return stops
                tricky = here in zones or here in hard or here in bombed or self.limited or here in self.passages
                others = [(way[0], 0) for way in self.passages.get(here, ())]
                for to, price in (*table[here], *others):
                    total = spent + price
                    if total > budget or total >= best.get(to, beyond):
                        continue
                    if held.get(to) == foe or to == start or (to in outside and leads_out(here, to)):
                        continue
                    if hope is not None and total + hope.get(to, beyond) > budget:
                        continue
                    if tricky or to in zones or to in hard or to in no_road or to in dmz or to in bombed or to in gas:
                        self._search_on(here, spent, to, best, stops, buckets)
                    else:
                        best[to] = total
                        buckets[total].append(to)
                        if total < stops.get(to, beyond):
                            stops[to] = total
        return dict(sorted(stops.items()))

    def _search_on(
        self, here: int, spent: int, to: int, best: dict[int, int], stops: dict[int, int], buckets: list[list[int]]
    ) -> None:
        """One step of the search into or out of a hex where more than the ground counts."""
        no = lines.why_closed(self.state, self.key, to) or eligibility.why_not_enter(self.state, self.key, to)
        if no is not None:
            return
        way = next(one for one in self._out_of(here) if one[0] == to)
        further = self._after(here, spent, way, False)
        if further is None or further.stop > self.budget:
            return
        if further.stop < stops.get(to, self.budget + 1):
            stops[to] = further.stop
        onward = further.onward
        if onward is not None and onward <= self.budget and onward < best.get(to, self.budget + 1):
            best[to] = onward
            buckets[onward].append(to)


# rule: NW-8.3.2.b, NW-8.3.1.10.a, NW-8.1.1.1.b
@derived("units", "captured", "breached", "tunnels", "beachheads", "flow")
def no_roads(state: KoreaState, side: str) -> frozenset[int]:
    """Hexes that a side cannot enter by road: enemy works, and hexes that are full of its own units."""
    held = holders(state)
    many = (
        h for h, stack2 in points2(state).items() if stack2 >= stacking.LEAST_LIMIT2
    )  # equivalent: none is full with less
    crowds = (h for h in many if held[h] == side)  # equivalent: nobody enters a hex of the enemy
    full = (h for h in crowds if stacking.is_full(state, h, side))
    return forts(state, enemy(side)).union(full)


def points(sixths: int) -> str:
    """Movement points as a person writes them."""
    whole, rest = divmod(sixths, STEP_MP)
    if not rest:
        return str(whole)
    shown = {1: "1/6", 2: "1/3", 3: "1/2", 4: "2/3", 5: "5/6"}[rest]
    return f"{whole} {shown}" if whole else shown


def cheaper(a: int | None, b: int | None) -> int | None:
    """The lesser of two costs, where there are two."""
    return min((cost for cost in (a, b) if cost is not None), default=None)


class March:
    """Units of one hex that move together: each pays its own costs, and all stop where one of them must."""

    # rule: NW-8.5.1.a, NW-8.5.1.d
    def __init__(self, state: KoreaState, units: tuple[int, ...]) -> None:
        self.start = state.units[units[0]].hex
        self.full = mopup.full_hexes(state, state.board.units[units[0]].side, stacking.stack2(state, units))
        self.walkers: list[Walker] = []
        for key in units:
            walker = Walker(state, key, units)
            if all(walker.manner() != other.manner() for other in self.walkers):
                self.walkers.append(walker)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, March) and (self.walkers, self.full) == (other.walkers, other.full)

    def __hash__(self) -> int:
        return hash(tuple(self.walkers))

    def walk(self, path: tuple[int, ...]) -> tuple[Walk, ...] | Refusal:
        """How far each has come along a way."""
        walks: list[Walk] = []
        for walker in self.walkers:
            walk = walker.start
            for to in path:
                following = walker.step(walk, to)
                if isinstance(following, Refusal):
                    return following
                walk = following
            walks.append(walk)
        return tuple(walks)

    def steps(self, path: tuple[int, ...]) -> dict[int, int]:
        """The hexes that may follow a way, each with what the dearest mover has spent then."""
        walks = self.walk(path)
        if isinstance(walks, Refusal):
            return {}
        found: dict[int, int] = {}
        here = path[-1] if path else self.start
        for to in self.walkers[0].beside(here):
            if to == self.start or to in path:
                continue
            following = self._all_walk(walks, to)
            if following is None or (to in self.full and not self.steps((*path, to))):
                continue
            found[to] = max(walk.stop for walk in following)
        return found

    def may_stop(self, path: tuple[int, ...]) -> bool:
        """Whether a way may end where it has come."""
        return bool(path) and self.why_stop(path) is None

    # rule: NW-8.4.1.j
    def why_stop(self, path: tuple[int, ...]) -> Refusal | None:
        """Why a way may not end where it has come: it would crowd a mop-up, which it can only pass by."""
        if not path or path[-1] not in self.full:
            return None
        return refuse("NW-8.4.1.j", "refuse.crowded_mopup", at(path[-1]), place=at(path[-1]))

    def _all_walk(self, walks: tuple[Walk, ...], to: int) -> tuple[Walk, ...] | None:
        """How far each has come one hex further; ``None`` where one of them cannot go."""
        following: list[Walk] = []
        for walker, walk in zip(self.walkers, walks, strict=True):
            further = walker.step(walk, to)
            if isinstance(further, Refusal):
                return None
            following.append(further)
        return tuple(following)

    def reach(self, path: tuple[int, ...] = ()) -> dict[int, Route]:
        """Every hex that all of them can end in beyond a way, cheapest first.

        A way into a hex is followed on unless one that is known already leaves each of them as much to spend.
        """
        walks = self.walk(path)
        if isinstance(walks, Refusal):
            return {}
        found: dict[int, Route] = {}
        known: dict[int, list[tuple[int, ...]]] = {}
        queue: list[tuple[int, int, tuple[int, ...], tuple[Walk, ...]]] = [(0, 0, path, walks)]
        count = 0
        while queue:
            _, _, way, walks = heappop(queue)
            for to in self.walkers[0].beside(walks[0].place):
                if to == self.start or to in way:
                    continue
                following = self._all_walk(walks, to)
                if following is None:
                    continue
                spent = max(walk.stop for walk in following)
                if to not in self.full and (to not in found or spent < found[to].cost):
                    found[to] = Route((*way, to), spent)
                onward = tuple(walk.onward for walk in following if walk.onward is not None)
                if len(onward) < len(following):
                    continue  # one of them has to stop here, and so do all
                rivals = known.setdefault(to, [])
                if not any(all(a <= b for a, b in zip(one, onward, strict=True)) for one in rivals):
                    rivals.append(onward)
                    count += 1
                    heappush(queue, (max(onward), count, (*way, to), following))
        return found

    def danger(self, place: int) -> str:
        """Whether the enemy's zone covers a hex."""
        return "zone" if place in self.walkers[0].zones else ""

    def why(self, path: tuple[int, ...], to: int) -> Refusal | None:
        """Why a hex may not follow a way."""
        walks = self.walk(path)
        if isinstance(walks, Refusal):
            return walks
        for walker, walk in zip(self.walkers, walks, strict=True):
            following = walker.step(walk, to)
            if isinstance(following, Refusal):
                return following
        return self.why_stop((*path, to))


@derived(*READ)
def march(state: KoreaState, units: tuple[int, ...]) -> March:
    """Units about to move together, ready to be asked about ways."""
    return March(state, units)


def destinations(state: KoreaState, key: int) -> dict[int, int]:
    """Where a unit can get in this segment, each hex with its least cost in sixths."""
    if eligibility.why_not_move(state, state.board.units[key].side, key) is not None:
        return {}
    group = march(state, (key,))
    return {to: cost for to, cost in group.walkers[0].reach().items() if to not in group.full}


def can_reach(state: KoreaState, key: int, goal: int) -> bool:
    """Whether a unit can get to a hex in this segment."""
    if eligibility.why_not_move(state, state.board.units[key].side, key) is not None:
        return False
    group = march(state, (key,))
    return goal not in group.full and goal in group.walkers[0].reach(goal)


def paths(state: KoreaState, seat: str, units: tuple[int, ...]) -> Path:
    """The ways of a stack, hex by hex."""
    group = march(state, tuple(sorted(units)))
    return Path(
        "place",
        group.start,
        group.steps,
        group.may_stop,
        group.why,
        search=group.reach,
        budget=min(walker.budget for walker in group.walkers),
        per=STEP_MP,
        danger=group.danger,
        why_stop=group.why_stop,
    )


def can_go(state: KoreaState, key: int) -> bool:
    """Whether there is a hex that a unit could enter now."""
    group = march(state, (key,))
    if group.full:
        return bool(group.steps(()))
    walker = group.walkers[0]
    return any(isinstance(walker.step(walker.start, to), Walk) for to in walker.beside(walker.start.place))
