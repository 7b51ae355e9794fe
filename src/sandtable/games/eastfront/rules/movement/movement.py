"""Chapter 10: who moves when, how far, through what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import floor

from msgspec.structs import replace

from sandtable.games.eastfront.model import (
    ARCTIC,
    AXIS,
    FROST,
    OUT_OF_SUPPLY,
    CrimeaState,
    Piece,
    enemy,
    phase,
    side_key,
)
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.crimea_units import batteries
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.movement.ground import Prices, closing_rule, mover_of, prices, surcharge
from sandtable.games.eastfront.rules.naval import landings
from sandtable.games.eastfront.rules.scenarios import last_assault, winter_siege
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_movement import special_movement, untried
from sandtable.games.eastfront.rules.special_movement.special_movement import is_winter
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    holders,
    is_train,
    lines,
    ref,
    stack_points,
    values,
    zoc,
)
from sandtable.games.eastfront.scenario import BAY, CAVALRY, Counter
from sandtable.kernel import Draft, Modifier, Path, Refusal, Sum, Way, derived, refuse
from sandtable.kernel.graph import Reach, cheapest

MOVEMENT, MOTORISED, REACTION = "movement", "motorised", "reaction"
COLUMNS = {MOVEMENT: 0, MOTORISED: 1, REACTION: 2}
CLOSED = (None, None)
EXTRA = 2
"""Half movement points for an enemy zone of control, and for enemy works."""
BY_OTHER_MEANS = {
    "axis_base": "EF-6.91",
    "naval_base": "EF-PB8.47",
    "railway_artillery": "EF-11.12.c",
    "flotilla": "EF-11.21",
}
"""Units that never march: a Base stays or goes by ship, the others have their rails and their waters."""
SIVASH_POINTS = 2
"""Stacking points that may cross one Sivash hexside in a phase."""


# rule: EF-10.11, EF-10.21, EFT-movement-phases
def category(counter: Counter, piece: Piece) -> str:
    """The line of the movement phase table that a unit reads."""
    if counter.is_hq:
        return "headquarters"
    # rule: EF-10.24.b
    if is_train(counter):
        return "armoured_train"
    if counter.mobility in ("motorised", CAVALRY):
        return counter.mobility
    if piece.activated:
        return "activated_foot"
    # rule: EF-10.58
    return "orange_or_green" if counter.colour in ("orange", "green") else "foot"


def share(state: CrimeaState, key: int) -> int:
    """How many halves of its allowance a unit has in the phase at hand."""
    now = phase(state)
    if now not in COLUMNS:
        return 0
    counter = state.board.units[key]
    table = state.board.charts["movement"][counter.side]
    halves: int = table[category(counter, state.pieces[key])][COLUMNS[now]]
    return halves


# rule: EF-10.0.b
def allowance(state: CrimeaState, key: int) -> Sum:
    """A unit's half movement points in the phase at hand, with the reasons."""
    return _allowance(*_conditions(state, key))


def _conditions(state: CrimeaState, key: int) -> tuple[int, bool, bool, int]:
    """What an allowance comes from: the printed one in half points, hunger, cold, and the phase's share of it."""
    counter, piece, now = state.board.units[key], state.pieces[key], phase(state)
    starves = piece.supply == OUT_OF_SUPPLY and counter.mobility != CAVALRY
    is_cold = state.weather == FROST or (state.weather == ARCTIC and now == MOVEMENT)
    is_cold = is_cold or (is_winter(state) and now == REACTION)
    suffers = is_cold and counter.side == AXIS and counter.pays_motorised
    halves = 0 if is_snowed_in(state, counter) else share(state, key)
    return 2 * values(counter, piece).allowance, starves, suffers, halves


# rule: EFT-cold-ma
def is_snowed_in(state: CrimeaState, counter: Counter) -> bool:
    """Whether snow keeps a unit from moving in this phase, as it does motorised units of the Axis in theirs."""
    return counter.side == AXIS and counter.is_motorised and phase(state) == MOTORISED and is_winter(state)


@cache
def _allowance(printed: int, starves: bool, is_cold: bool, halves: int) -> Sum:
    """The sum for some conditions: there are few of them, and every unit that might move is asked."""
    parts = [Modifier("EF-10.52", "modifier.allowance", printed)]
    # rule: EF-6.71
    if starves:
        parts.append(Modifier("EF-6.71", "modifier.out_of_supply", -4))
    # rule: EFT-cold-ma
    if is_cold:
        parts.append(Modifier("EFT-cold-ma", "modifier.cold", -2))
    if halves < 2:
        parts.append(Modifier("EFT-movement-phases", "modifier.share", halves, 2, "times"))
    parts.append(Modifier("EF-10.52", "modifier.least", 2 if halves and printed == 2 else 0, op="least"))
    return Sum.of(parts)


@cache
def _halves(printed: int, starves: bool, is_cold: bool, halves: int) -> int:
    return floor(_allowance(printed, starves, is_cold, halves).exact)


def half_mp(state: CrimeaState, key: int) -> int:
    """The half movement points as a number; super-heavy artillery keeps no fractions."""
    # rule: EF-10.0.c, EFT-ma-conversion
    total = _halves(*_conditions(state, key))
    return total - total % 2 if state.board.units[key].is_super_heavy else total


# rule: EF-10.0.a, EF-10.52, EF-22.81
def why_pinned(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit may not move by any means now: it has, or a marker forbids it."""
    piece = state.pieces.get(key)
    if piece is None or not piece.hex or state.board.units[key].side != seat:
        no = map_t.why_stays(state, seat, key)
        return no or refuse("EF-10.0.a", "refuse.not_yours", ref(key), unit=ref(key))
    if piece.moved:
        return refuse("EF-10.52", "refuse.moved", ref(key), unit=ref(key))
    if (no := landings.why_not_march(state, key)) is not None:
        return no
    # rule: EF-22.52
    if untried.is_untried(state, key):
        return refuse("EF-22.52", "refuse.untried_stays", ref(key), unit=ref(key))
    # rule: EF-10.56
    if piece.no_move:
        return refuse("EF-10.56", "refuse.no_move", ref(key), unit=ref(key), turns=piece.no_move)
    if piece.garrison:
        return refuse("EF-22.81", "refuse.garrison", ref(key), unit=ref(key))
    # rule: EF-11.72
    if piece.landed:
        return refuse("EF-11.72", "refuse.landed", ref(key), unit=ref(key))
    # rule: EF-7.41.a, EF-10.12, EF-10.22
    if piece.receiving:
        rule = "EF-10.12" if seat == AXIS else "EF-10.22"
        return refuse(rule, "refuse.receiving", ref(key), unit=ref(key))
    return None


def why_not_move(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit may not begin to move now."""
    if (no := why_pinned(state, seat, key)) is not None:
        return no
    piece = state.pieces[key]
    # rule: EF-22.31
    if is_train(state.board.units[key]):
        return refuse("EF-22.31", "refuse.rails_only", ref(key), unit=ref(key))
    # rule: EF-6.91, EF-11.12.c, EF-PB8.47
    if (rule := BY_OTHER_MEANS.get(state.board.units[key].kind)) is not None:
        return refuse(rule, "refuse.other_means", ref(key), unit=ref(key))
    if (no := batteries.why_fixed(state.board.units[key]) or last_assault.why_staff_stays(state, key)) is not None:
        return no
    if half_mp(state, key) == 0:
        rule = "EFT-cold-ma" if is_snowed_in(state, state.board.units[key]) else "EFT-movement-phases"
        return refuse(rule, "refuse.not_this_phase", ref(key), unit=ref(key))
    if not piece.spent and (no := soviet_units.why_not_start(state, key)) is not None:
        return no
    return None


# rule: EF-18.12
@derived("strongpoints", "razed")
def works_against(state: CrimeaState, side: str) -> dict[int, tuple[int, ...] | None]:
    """Hexes with enemy works: ``None`` where every side counts, else the hexes across the fortified sides."""
    found: dict[int, tuple[int, ...] | None] = dict(lines(state)) if side == AXIS else {}
    # rule: EF-PB5.85
    if side == AXIS and state.board.has_works:
        found |= dict.fromkeys(h for h in state.board.ground if works.works_at(state, h))
    for h, point in state.strongpoints.items():
        if point.side != side and not point.building:
            found[h] = None
    return found


@dataclass(frozen=True, slots=True)
class Walk:
    """How far a path has come: the least spent when the last hex was entered off the road, and along it."""

    place: int
    off: int | None
    on: int | None = None
    paid: int = 0
    ended: bool = False

    @property
    def spent(self) -> int:
        """The least spent so far."""
        if self.off is None:
            return self.on or 0
        return self.off if self.on is None or self.off < self.on else self.on


WALKED = (
    *("pieces", "weather", "frozen", "past", "razed", "strongpoints"),
    *("crossings", "attacks", "flow", "bridges", "tracks", "turn"),
)
"""What the ways of units hang on."""


INFILTRATION = ("EF-11.54", "EF-11.56")
"""What keeps a unit from infiltrating that could otherwise do so now."""


class Mover:
    """A unit about to move: its budget and the ground before it."""

    def __init__(self, state: CrimeaState, key: int, budget: int | None = None) -> None:
        self.state, self.key = state, key
        self.counter = state.board.units[key]
        self.side = self.counter.side
        self.mover = mover_of(self.counter)
        self.prices: Prices = prices(state, self.mover)
        self.budget = half_mp(state, key) if budget is None else budget
        self.enemy_zoc = zoc(state, enemy(self.side))
        self.held = holders(state)
        self.start = Walk(state.pieces[key].hex, state.pieces[key].spent)
        self.phase = phase(state)
        self.near = state.board.grid.neighbours
        self.works = works_against(state, self.side)
        self.pays_zones = self.phase != REACTION
        self.barred = winter_siege.barred(state, key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mover) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.key, self.phase, self.budget))

    def _facts(self) -> tuple[object, ...]:
        """All that its answers come from."""
        ground = (self.enemy_zoc, self.held, self.works, self.prices, self.barred)
        return (self.key, self.phase, self.budget, self.start, *ground)

    # rule: EF-10.64, EF-10.61, EF-18.12
    def extra(self, a: int, b: int) -> int:
        """Half points beyond the terrain: an enemy zone of control, enemy works."""
        total = EXTRA if self.pays_zones and b in self.enemy_zoc else 0
        if b in self.works and (self.works[b] is None or a in (self.works[b] or ())):
            total += EXTRA
        return total

    def after(self, walk: Walk, to: int) -> Walk | None:
        """The walk one hex further at any cost, or ``None`` where the ground is closed."""
        along, across = self.prices.get((walk.place, to), CLOSED)
        if along is None and across is None:
            return None
        extra = self.extra(walk.place, to)
        on = walk.spent + along + extra if along is not None else None
        off = None
        if across is not None:
            leaving = walk.off
            if walk.on is not None:
                owed = 0 if along is not None else surcharge(self.state, self.mover, walk.place, walk.paid)
                if owed is not None and (leaving is None or walk.on + owed < leaving):
                    leaving = walk.on + owed
            off = leaving + across + extra if leaving is not None else None
        if on is None and off is None:
            return None
        return Walk(to, off, on, along or 0, to in self.enemy_zoc)

    # rule: EF-10.62, EF-10.67
    def why_not(self, walk: Walk, to: int) -> Refusal | None:
        """Why the zones and units of the enemy forbid a step, whatever it costs."""
        # rule: EF-10.55
        if to not in self.near:
            no = map_t.why_not_off_the_map(self.state.board, self.side, walk.place)
            return no or refuse("EF-10.55", "refuse.off_map", at(walk.place), start=at(walk.place), unit=ref(self.key))
        if to not in self.near.get(walk.place, ()):
            return refuse("EF-10.4", "refuse.not_next", at(to), place=at(to), start=at(walk.place))
        # rule: EF-10.54
        if self.held.get(to) == enemy(self.side):
            return refuse("EF-10.54", "refuse.enemy_there", at(to), place=at(to), unit=ref(self.key))
        if self.counter.home and (no := untried.why_strays(self.state, self.key, to)) is not None:
            return no
        if to in self.barred:
            return winter_siege.why_barred(self.state, self.key, to)
        # rule: EF-10.65
        if walk.ended:
            return refuse("EF-10.65", "refuse.zoc_stops", at(walk.place), place=at(walk.place), unit=ref(self.key))
        if self.phase == REACTION and (no := landings.why_no_reaction(self.state, self.side, to)) is not None:
            return no
        # rule: EF-10.63.c, EF-14.13
        if self.phase == REACTION and self._is_beside_enemy(to):
            return self._why_not_react_into(to)
        # rule: EF-11.92
        if walk.place in self.enemy_zoc and to in self.enemy_zoc:
            no = special_movement.why_no_infiltration_into(self.state, self.key, to)
            # rule: EF-11.54, EF-11.56
            if no is not None and no.rule in INFILTRATION:
                return no
            # rule: EF-10.66
            if no is not None:
                return refuse("EF-10.66", "refuse.zoc_to_zoc", at(to), place=at(to), unit=ref(self.key))
        return None

    def _is_beside_enemy(self, place: int) -> bool:
        foe = enemy(self.side)
        return any(self.held.get(n) == foe for n in self.near[place])

    def _why_not_react_into(self, to: int) -> Refusal | None:
        """Why a unit does not react into a hex beside the enemy, whether he has it in his zone or not."""
        if self.held.get(to) != self.side and to in self.enemy_zoc:
            return refuse("EF-10.63.c", "refuse.react_zoc", at(to), place=at(to), unit=ref(self.key))
        if self.held.get(to) != self.side:
            return refuse("EF-14.13", "refuse.react_beside", at(to), place=at(to), unit=ref(self.key))
        attacked = any(to in attack.hexes for attack in self.state.attacks.values())
        if self.counter.exerts and not attacked:
            return refuse("EF-14.13", "refuse.react_undeclared", at(to), place=at(to), unit=ref(self.key))
        return None

    def step(self, walk: Walk, to: int) -> Walk | Refusal:
        """The walk one hex further, or why it cannot go there."""
        if (no := self.why_not(walk, to)) is not None:
            return no
        following = self.after(walk, to)
        is_first = walk is self.start
        if is_first and walk.place in self.enemy_zoc and to in self.enemy_zoc and following is not None:
            return Walk(to, self.budget, ended=True)  # infiltration takes the whole allowance
        if following is not None and following.spent <= self.budget:
            return following
        if is_first and (self._may_cross(to) or self._may_flounder(to)):
            return Walk(to, self.budget, ended=True)
        if following is None:
            return refuse("EF-10.71", "refuse.closed", at(to), place=at(to), unit=ref(self.key))
        if is_first and special_movement.may_go_one_hex(self.state, self.key):
            return Walk(to, self.budget, ended=True)
        need, left = following.spent - walk.spent, self.budget - walk.spent
        return refuse("EF-10.52", "refuse.too_far", at(to), need=points(need), left=points(left), place=at(to))

    # rule: EF-10.76.c, EF-PB8.26.b
    def _may_cross(self, to: int) -> bool:
        """Whether the unit may spend its whole allowance to get over a wide water without a bridge."""
        state, start = self.state, self.start.place
        border = state.board.border(start, to)
        sivash = border.is_shallow
        if not (sivash or border.river == "major") or self.phase != MOVEMENT or self.start.spent:
            return False
        if self.counter.armour or self.counter.artillery or not state.board.ground[to].is_land:
            return False
        if not sivash:
            return True
        # rule: EF-PB8.26.c
        if border.water == BAY and self.counter.nation != "german":
            return False
        crossed = state.crossings.get(side_key(start, to), 0)
        engineers = any(state.board.units[k].engineer and state.pieces[k].company == start for k in state.pieces)
        return self.side == AXIS and engineers and crossed + stack_points(state, self.key) <= SIVASH_POINTS

    # rule: EF-10.78.c
    def _may_flounder(self, to: int) -> bool:
        """Whether vehicles that the thaw caught in a swamp without a way can make the one-hex move to firm ground."""
        board, start = self.state.board, self.start.place
        caught = board.ground[start].terrain == "swamp" and self.counter.pays_motorised
        if not caught or any(board.border(start, n).is_way for n in self.near[start]):
            return False
        firm = board.ground[to].is_land and board.ground[to].terrain != "swamp"
        border = board.border(start, to)
        wet = bool(border.water) or border.river == "major"
        return firm and not wet and special_movement.may_go_one_hex(self.state, self.key)

    def walk(self, path: tuple[int, ...]) -> Walk | Refusal:
        """The walk along a path."""
        walk = self.start
        for to in path:
            following = self.step(walk, to)
            if isinstance(following, Refusal):
                return following
            walk = following
        return walk

    def steps(self, path: tuple[int, ...]) -> dict[int, int]:
        """The hexes that may follow a path, each with what the path then costs."""
        walk = self.walk(path)
        if isinstance(walk, Refusal):
            return {}
        found = {}
        for to in self.near[walk.place]:
            if to == self.start.place or to in path:
                continue
            following = self.step(walk, to)
            if isinstance(following, Walk):
                found[to] = following.spent
        return found

    def why(self, path: tuple[int, ...], to: int) -> Refusal | None:
        """Why a hex may not follow a path."""
        walk = self.walk(path)
        if isinstance(walk, Refusal):
            return walk
        following = self.step(walk, to)
        if not isinstance(following, Refusal):
            return None
        if following.key == "refuse.closed":
            return replace(following, rule=closing_rule(self.state, walk.place, to))
        return following

    def reach(self) -> Reach[tuple[int, int]]:
        """Everywhere the unit can get; nodes are a hex and what was paid for the road into it, 0 off the road."""

        def edges(node: tuple[int, int]) -> list[tuple[tuple[int, int], int]]:
            if node == start:
                return list(self._first_steps())
            return [] if node[0] in self.enemy_zoc else self._further_steps(*node)

        start = (self.start.place, 0)
        return cheapest([start], edges, self.budget - self.start.spent)

    def ways(self) -> dict[int, Way]:
        """The cheapest way to every hex of the reach."""
        reach = self.reach()
        best: dict[int, tuple[int, int]] = {}
        for node, cost in reach.costs.items():
            place = node[0]
            if place != self.start.place and (place not in best or cost < reach.costs[best[place]]):
                best[place] = node
        spent = self.start.spent
        found = {place: (reach.path(node), reach.costs[node] + spent) for place, node in best.items()}
        return {place: Way(tuple(h for h, _ in nodes), cost) for place, (nodes, cost) in found.items()}

    def danger(self, place: int) -> str:
        """What the enemy has at a hex that costs more, or ends the move."""
        if place in self.enemy_zoc:
            return "zone"
        return "works" if place in self.works else ""

    def _first_steps(self) -> Iterator[tuple[tuple[int, int], int]]:
        """The nodes after the first, each with its cost: here are the moves that take the whole allowance."""
        walk = self.start
        for to in self.near[walk.place]:
            if self.why_not(walk, to) is not None:
                continue
            following = self.step(walk, to)
            if isinstance(following, Walk) and following.ended and (following.off, following.on) == (self.budget, None):
                yield (to, 0), self.budget - walk.spent
                continue
            further = self.after(walk, to)
            if further is not None and further.on is not None:
                yield (to, further.paid), further.on - walk.spent
            if further is not None and further.off is not None:
                yield (to, 0), further.off - walk.spent

    def _further_steps(self, place: int, paid: int) -> list[tuple[tuple[int, int], int]]:
        """The same from a hex outside of enemy zones: what ``why_not`` and ``after`` say there, without a word."""
        foe, reacts, strays = enemy(self.side), self.phase == REACTION, bool(self.counter.home)
        owed = surcharge(self.state, self.mover, place, paid) if paid else 0
        found: list[tuple[tuple[int, int], int]] = []
        for to in self.near[place]:
            along, across = self.prices.get((place, to), CLOSED)
            if (along is None and across is None) or self.held.get(to) == foe:
                continue
            if to in self.barred or (strays and untried.why_strays(self.state, self.key, to) is not None):
                continue
            if reacts and self._is_beside_enemy(to) and self._why_not_react_into(to) is not None:
                continue
            if reacts and landings.why_no_reaction(self.state, self.side, to) is not None:
                continue
            extra = self.extra(place, to)
            if along is not None:
                found.append(((to, along), along + extra))
            leaving = owed if along is None else 0
            if across is not None and leaving is not None:
                found.append(((to, 0), leaving + across + extra))
        return found


@derived(*WALKED)
def mover(state: CrimeaState, key: int) -> Mover:
    """A unit about to move, ready to be asked about paths."""
    return Mover(state, key)


def destinations(state: CrimeaState, key: int) -> dict[int, int]:
    """Where a unit can get in this phase, each hex with its least cost in half movement points."""
    if why_not_move(state, state.board.units[key].side, key) is not None:
        return {}
    found: dict[int, int] = {}
    guide = mover(state, key)
    for (place, _), cost in guide.reach().costs.items():
        total = cost + guide.start.spent
        if place != guide.start.place and (place not in found or total < found[place]):
            found[place] = total
    return dict(sorted(found.items()))


def way_to(state: CrimeaState, key: int, place: int) -> tuple[int, ...]:
    """The cheapest way of a unit to a hex of its reach; empty where it stands there."""
    guide = mover(state, key)
    return () if place == guide.start.place else tuple(map(int, guide.ways()[place].path))


def ways(state: CrimeaState, seat: str, key: int) -> Path:
    """The paths of a unit, hex by hex, and its whole reach."""
    guide = mover(state, key)

    def search(path: tuple[int, ...]) -> dict[int, Way] | None:
        return None if path else guide.ways()

    return Path(
        "place",
        guide.start.place,
        guide.steps,
        bool,
        guide.why,
        search=search,
        budget=guide.budget,
        per=2,
        danger=guide.danger,
    )


def can_go_anywhere(state: CrimeaState, key: int) -> bool:
    """Whether there is a hex that a unit could enter now."""
    guide = mover(state, key)
    if guide.phase != REACTION and special_movement.may_go_one_hex(state, key):
        # One hex is always possible where neither ground nor enemies forbid it; no need to add up costs.
        here, zones, foe = guide.start.place, guide.enemy_zoc, enemy(guide.side)
        for to in guide.near[here]:
            open_ground = guide.prices.get((here, to), CLOSED) != CLOSED
            shut = (here in zones and to in zones) or to in guide.barred
            if open_ground and guide.held.get(to) != foe and not shut:
                return True
    return any(isinstance(guide.step(guide.start, to), Walk) for to in guide.near[guide.start.place])


def points(halves: int) -> str:
    """Movement points as a person writes them."""
    return str(halves // 2) if halves % 2 == 0 else f"{halves}/2"


# rule: EF-10.4, EF-10.51, EF-11.54
def carry_out(d: Draft[CrimeaState], key: int, path: tuple[int, ...]) -> None:
    """Move a unit to the end of its path."""
    guide = mover(d.now, key)
    start, piece = guide.start.place, d.now.pieces[key]
    walk = guide.walk(path)
    assert isinstance(walk, Walk)
    if not piece.spent:
        soviet_units.count_start(d, key, start)
    _count_crossing(d, guide, path[0])
    winter_siege.charge(d, key)
    travelled = piece.travelled or guide.phase == MOVEMENT
    # rule: EFS-10.44.i
    kept = walk.spent if path[-1] == map_t.bridgehead(d.now) else 0
    d.edit("pieces", key, hex=path[-1], moved="move", spent=kept, travelled=travelled)
    d.log(
        "log.moved",
        "EF-10.4",
        ref(key),
        *map(at, (start, *path)),
        unit=ref(key),
        start=at(start),
        to=at(path[-1]),
        spent=points(walk.spent),
    )
    fortifications.trample(d, path, guide.side)


def _count_crossing(d: Draft[CrimeaState], guide: Mover, to: int) -> None:
    """Note stacking points that crossed the Sivash or the bay."""
    start = guide.start.place
    if d.now.board.border(start, to).is_shallow and guide.after(guide.start, to) is None:
        side = side_key(start, to)
        d.put("crossings", side, d.now.crossings.get(side, 0) + stack_points(d.now, guide.key))


# rule: EF-10.52, EF-4.2.B1, EF-4.2.B5
def begin_phase(d: Draft[CrimeaState]) -> None:
    """All units of a movement phase can move again."""
    for key, piece in d.now.pieces.items():
        # Whoever was activated has moved in the motorised phase already.
        # rule: EF-4.2.C5
        fresh = "" if not (piece.activated and phase(d.now) == MOVEMENT) else "activated"
        company = piece.hex
        left = (piece.moved, piece.spent, piece.starts, piece.company, piece.shown)  # equivalent: spares idle changes
        if left != (fresh, 0, 0, company, False):  # equivalent[always|element]: spares idle changes
            d.edit("pieces", key, moved=fresh, spent=0, starts=0, company=company, shown=False)
    for side in tuple(d.now.crossings):
        d.drop("crossings", side)
    for key, unit in d.now.supplies.items():
        if unit.moved:  # equivalent[always]: spares idle changes
            d.edit("supplies", key, moved=False)
