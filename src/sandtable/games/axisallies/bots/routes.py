"""How a power's units can get at a space in Combat Move: on foot, by air, by sea and from transports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sandtable.games.axisallies.bots.values import is_friendly_land, is_target
from sandtable.games.axisallies.model import GlobalState, Unit
from sandtable.games.axisallies.rules.combat_move import land, sea
from sandtable.games.axisallies.rules.noncombat.landing import homeward
from sandtable.games.axisallies.rules.politics.peace import why_not_end_at_sea, why_not_enter
from sandtable.games.axisallies.rules.spaces.spaces import (
    cargo_of,
    is_foe,
    is_hostile_zone,
    type_of,
    units_at,
    units_of,
    works_installation,
)
from sandtable.games.axisallies.rules.units import air
from sandtable.kernel import derived
from sandtable.kernel.graph import Reach, reach


class March(NamedTuple):
    """A land unit or ship and the way it would take."""

    unit: int
    path: tuple[int, ...]


class Lift(NamedTuple):
    """A transport, where it loads, what, its way from there, and where it lands."""

    ship: int
    zone: int
    units: tuple[int, ...]
    path: tuple[int, ...]
    to: int

    @property
    def end(self) -> int:
        """The zone it lands from."""
        return self.path[-1] if self.path else self.zone


# -- on land ---------------------------------------------------------------------------------------------------------


def marches(state: GlobalState, power: str, to: int, free: frozenset[int]) -> list[March]:
    """The land units that can attack a territory, the nearest first."""
    found: dict[int, March] = {}
    near = state.board.land_next

    def troops(at: int, steps: int) -> Iterator[tuple[int, Unit]]:
        for key, unit in units_at(state, at):
            fit = key in free and not unit.aboard and type_of(state, unit).domain == "land"
            if fit and not type_of(state, unit).noncombat_only and land.left(state, key) >= steps:
                yield key, unit

    for step in near[to]:
        for key, _ in troops(step, 1):
            found.setdefault(key, March(key, (to,)))
    for step in near[to]:
        through = is_friendly_land(state, power, step) and why_not_enter(state, power, step) is None
        blitz = not through and land.is_open_to_blitz(state, power, step)
        if not (through or blitz):
            continue
        for start in near[step]:
            for key, unit in troops(start, 2) if start != to else ():
                if through or type_of(state, unit).blitz == "alone":
                    found.setdefault(key, March(key, (step, to)))
    return list(found.values())


# -- by air ----------------------------------------------------------------------------------------------------------


def flyers(state: GlobalState, power: str, to: int, free: frozenset[int]) -> list[int]:
    """The aircraft that can attack a space and come down again, as far as distances tell."""
    found = []
    home = homeward(state, power).get(to, 99)
    decks = _deck_zones(state, power)
    for key in units_of(state, power, "air"):
        if key not in free:
            continue
        left = air.left(state, key)
        cost = air.flights(state, power, state.units[key].at, left).get(to, 99)
        if cost + home <= left or (type_of(state, state.units[key]).deck and cost <= left and decks):
            found.append(key)
    return found


@derived("units")
def _deck_zones(state: GlobalState, power: str) -> tuple[int, ...]:
    carriers = [u for u in state.units.values() if u.owner == power and type_of(state, u).deck_room and not u.damaged]
    return tuple(unit.at for unit in carriers)


# -- by sea ----------------------------------------------------------------------------------------------------------


@derived("units", "territories", "wars", "permits")
def sea_ways(state: GlobalState, power: str, start: int, budget: int, kind: str) -> Reach[int]:
    """The zones a ship can get to without meeting enemy warships."""

    def cost(a: int, b: int) -> int | None:
        canal = state.board.canal_between(a, b)
        if canal is not None and sea.why_not_pass(state, power, canal, (kind,)) is not None:
            return None
        return None if is_hostile_zone(state, power, b) else 1

    return reach(start, max(budget, 0), state.board.sea_next, cost)


def sailings(state: GlobalState, power: str, to: int, free: frozenset[int]) -> list[March]:
    """The warships that can attack a zone; those already there have no way to go."""
    found = []
    for key in units_of(state, power, "sea"):
        unit = state.units[key]
        kind = type_of(state, unit)
        if key not in free or not kind.attack:
            continue
        if unit.at == to:
            found.append(March(key, ()))
            continue
        left = sea.left(state, key)
        if left < 1:
            continue
        ways = sea_ways(state, power, unit.at, left - 1, unit.kind)
        best = min((zone for zone in state.board.sea_next[to] if zone in ways), key=lambda z: ways.costs[z], default=0)
        if best and _is_open(state, power, best, to, unit.kind):
            found.append(March(key, (*ways.path(best), to)))
    return found


def _is_open(state: GlobalState, power: str, a: int, b: int, kind: str) -> bool:
    canal = state.board.canal_between(a, b)
    open_way = canal is None or sea.why_not_pass(state, power, canal, (kind,)) is None
    return open_way and why_not_end_at_sea(state, power, kind, b) is None


# -- from transports -------------------------------------------------------------------------------------------------


def lifts(state: GlobalState, power: str, to: int, free: frozenset[int], bold: bool = False) -> list[Lift]:
    """Landings on a territory, each with a transport and troops of its own; ``bold`` ones where others may fight."""
    taken: dict[int, None] = {}
    found = []
    for ship in units_of(state, power, "sea"):
        if ship in free and type_of(state, state.units[ship]).hold:
            one = _lift(state, power, ship, to, frozenset(key for key in free if key not in taken), bold)
            if one is not None:
                found.append(one)
                taken.update(dict.fromkeys(one.units))
    return found


def _lift(state: GlobalState, power: str, ship: int, to: int, free: frozenset[int], bold: bool) -> Lift | None:
    """The best landing of one transport on a territory."""
    row = state.units[ship]
    aboard = tuple(
        k for k in cargo_of(state).get(ship, ()) if state.units[k].owner == power and not state.units[k].task
    )
    left = sea.left(state, ship)
    best: tuple[int, int, Lift] | None = None
    reached = sea_ways(state, power, row.at, left, row.kind)
    for zone in (row.at,) if aboard else tuple(reached.costs):
        spent = reached.costs[zone]
        onward = sea_ways(state, power, zone, left - spent, row.kind)
        near = state.board.sea_next[to]
        ends = {end: onward.path(end) for end in near if end in onward and (bold or is_landing_zone(state, power, end))}
        if bold:
            ends |= {end: way for end in near if (way := _into_battle(state, power, end, onward, left - spent))}
        if not ends:
            continue
        room = troops_near(state, ship, zone, free) if spent == 0 or not aboard else ()
        units = (*aboard, *room)
        if not units:
            continue
        end = min(ends, key=lambda z: (not is_landing_zone(state, power, z), len(ends[z]), z))
        worth = sum(type_of(state, state.units[key]).cost for key in units)
        lift = Lift(ship, zone, units, ends[end], to)
        rank = (worth, -spent - len(ends[end]))
        if best is None or rank > best[:2]:
            best = (*rank, lift)
    return None if best is None else best[2]


def _into_battle(state: GlobalState, power: str, end: int, onward: Reach[int], left: int) -> tuple[int, ...]:
    """The way into a hostile zone where a fleet of one's own is going to fight; empty where there is none."""
    fleet = any(u.owner == power and u.task and type_of(state, u).surface_warship for _, u in units_at(state, end))
    if not fleet or not is_hostile_zone(state, power, end):
        return ()
    doors = [zone for zone in state.board.sea_next[end] if zone in onward and onward.costs[zone] < left]
    return (*onward.path(min(doors, key=lambda z: (onward.costs[z], z))), end) if doors else ()


def troops_near(state: GlobalState, ship: int, zone: int, free: Iterable[int]) -> tuple[int, ...]:
    """The best load a transport can take aboard in a zone: something heavy and an infantry, from one shore or two."""
    hold = type_of(state, state.units[ship]).hold
    aboard = [type_of(state, state.units[key]) for key in cargo_of(state).get(ship, ())]
    places = sum(hold.values()) - len(aboard)
    heavy = hold.get("any", 0) - sum(kind.cargo != "infantry" for kind in aboard)
    allowed = free if isinstance(free, frozenset) else frozenset(free)
    shore = [
        key
        for at in state.board.land_next[zone]
        for key, unit in units_at(state, at)
        if key in allowed and not unit.spent and type_of(state, unit).cargo and not type_of(state, unit).noncombat_only
    ]
    shore.sort(key=lambda key: (-type_of(state, state.units[key]).attack, key))
    chosen: list[int] = []
    for key in shore:
        is_heavy = type_of(state, state.units[key]).cargo != "infantry"
        if len(chosen) < places and (heavy > 0 or not is_heavy):
            chosen.append(key)
            heavy -= is_heavy
    if places >= 2 and len(chosen) == 1:
        chosen += [k for k in shore if k not in chosen and type_of(state, state.units[k]).cargo == "infantry"][:1]
    return tuple(chosen)


def is_landing_zone(state: GlobalState, power: str, zone: int) -> bool:
    """Whether transports can land from a zone without a fight: no warships, submarines or aircraft that would rise."""
    if is_hostile_zone(state, power, zone) or why_not_end_at_sea(state, power, "transport", zone) is not None:
        return False
    lurking = any(is_foe(state, power, u) and type_of(state, u).submerges for _, u in units_at(state, zone))
    return not lurking and not pilots_over(state, power, zone)


def pilots_over(state: GlobalState, power: str, zone: int) -> int:
    """How many enemy aircraft could scramble over a zone."""
    count = 0
    for at in state.board.land_next[zone]:
        if is_target(state, power, at) and works_installation(state, at, "air_base"):
            ready = sum(type_of(state, u).scrambles and is_foe(state, power, u) for _, u in units_at(state, at))
            count += min(ready, state.board.installations["air_base"].scrambles)
    return count
