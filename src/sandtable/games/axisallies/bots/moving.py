"""Noncombat Move: aircraft come down, armies close up to the front, transports and fleets follow the war."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axisallies.actions import Fly, Load, Move, Unload
from sandtable.games.axisallies.bots import routes
from sandtable.games.axisallies.bots.attacking import landing
from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.bots.ideas import Idea
from sandtable.games.axisallies.bots.threats import danger, holders
from sandtable.games.axisallies.bots.values import capitals, is_friendly_land, pull, sea_pull
from sandtable.games.axisallies.model import World
from sandtable.games.axisallies.rules import air, land, sea
from sandtable.games.axisallies.rules.powers import alliance
from sandtable.games.axisallies.rules.spaces import (
    cargo_of,
    friendly_since_start,
    is_hostile_zone,
    is_neutral_land,
    leans_to,
    type_of,
    units_at,
    units_of,
)

ALTERNATIVES = 6
BOLD = 0.5
"""The chance of being overrun at which armies no longer move up."""
LOST = 0.7
"""The chance of being overrun at which they fall back."""
FERRY = 4.0
"""The pull of a front that troops are shipped to."""


def plan(state: World, power: str) -> list[Idea]:
    """All moves of a Noncombat Move, in the order they are made."""
    return [
        *_landings(state, power),
        *_neutrals(state, power),
        *_marches(state, power),
        *_ferries(state, power),
        *_convoys(state, power),
    ]


# -- aircraft --------------------------------------------------------------------------------------------------------


def _landings(state: World, power: str) -> Iterator[Idea]:
    """Those in the air come down where they are safe and of use; idle ones close up."""
    for key in units_of(state, power, "air"):
        unit = state.units[key]
        at_home = not state.board.is_sea(unit.at) and not unit.task and friendly_since_start(state, unit.at, power)
        if unit.aboard:
            continue
        fields = _fields(state, power, key)
        if not at_home:
            yield tuple(Fly((key,), at) for at in (*fields[:ALTERNATIVES], *_decks(state, power, key)))
        elif fields and not unit.spent and unit.at not in capitals(state, power):
            best = fields[0]
            if _rest(state, power, best) > 1.3 * _rest(state, power, unit.at) + 1.0:
                yield (Fly((key,), best),)


def _fields(state: World, power: str, key: int) -> list[int]:
    """The airfields an aircraft can get to, the best first."""
    unit = state.units[key]
    near = air.flights(state, power, unit.at, max(0, air.left(state, key)))
    fields = [at for at in near if at in state.territories and friendly_since_start(state, at, power)]
    return sorted(fields, key=lambda at: (-_rest(state, power, at), near[at], at))


def _rest(state: World, power: str, at: int) -> float:
    """How good it is to have aircraft in a territory."""
    held = holders(state, power, at)
    guarded = sum(n for kind, n in held.items() if state.board.kinds[kind].domain == "land")
    if not guarded:
        return 0.0
    safe = 1.0 - danger(state, power, at)
    own = 1.5 if state.territories[at].holder == power else 1.0
    return safe * own * (2.0 + pull(state, power).get(at, 0.0) + (4.0 if at in capitals(state, power) else 0.0))


def _decks(state: World, power: str, key: int) -> list[int]:
    """Zones in reach with carriers of the power."""
    near = air.flights(state, power, state.units[key].at, max(0, air.left(state, key)))
    carriers = [u.at for u in state.units.values() if u.owner == power and type_of(state, u).deck_room]
    reached = [zone for zone in near if zone in carriers]
    around = [z for zone in carriers for z in state.board.sea_next[zone] if z in near]
    return list(dict.fromkeys((*reached, *around)))


def rescues(state: World, power: str) -> Iterator[Idea]:
    """Carriers sail to aircraft that wait over the sea."""
    waiting = [state.units[key].at for key in units_of(state, power, "air") if not state.units[key].aboard]
    for key in units_of(state, power, "sea"):
        unit = state.units[key]
        if type_of(state, unit).deck_room and not unit.moved:
            ways = routes.sea_ways(state, power, unit.at, sea.left(state, key), unit.kind)
            goals = [zone for zone in waiting if zone in ways and zone != unit.at]
            yield tuple(Move((key,), ways.path(zone)) for zone in dict.fromkeys(goals))


# -- armies ----------------------------------------------------------------------------------------------------------


def _neutrals(state: World, power: str) -> Iterator[Idea]:
    """Neutrals that favour us join whoever comes first."""
    for at in state.territories:
        if is_neutral_land(state, at) and leans_to(state.territories[at]) == alliance(state, power):
            troops = [
                key
                for near in state.board.land_next[at]
                for key, unit in units_at(state, near)
                if unit.owner == power and unit.kind == "infantry" and not unit.moved and not unit.aboard
            ]
            if troops:
                yield tuple(Move((key,), (at,)) for key in troops[:3])


def _marches(state: World, power: str) -> Iterator[Idea]:
    """Stack by stack towards what draws it, as far as it is safe; away from what would crush it."""
    free = spared(state, power)
    arriving: dict[int, dict[str, int]] = {}
    draw = pull(state, power)
    stacks: dict[tuple[int, int], list[int]] = {}
    for key in units_of(state, power, "land"):
        unit = state.units[key]
        if key in free and not unit.aboard and land.left(state, key) > 0 and not unit.landed:
            stacks.setdefault((unit.at, land.left(state, key)), []).append(key)
    for (at, left), keys in sorted(stacks.items(), key=lambda item: (-draw.get(item[0][0], 0.0), item[0])):
        goal = _goal(state, power, at, left, keys, arriving)
        if goal:
            for key in keys:
                there = arriving.setdefault(goal[-1], {})
                there[state.units[key].kind] = there.get(state.units[key].kind, 0) + 1
            yield (Move(tuple(sorted(keys)), goal),)
            for key in keys:
                yield (Move((key,), goal),)


def _goal(
    state: World, power: str, at: int, left: int, keys: list[int], arriving: dict[int, dict[str, int]]
) -> tuple[int, ...]:
    """The way a stack should go; empty when it should stay."""
    draw = pull(state, power)
    here = danger(state, power, at)
    in_peril = here > LOST and at not in capitals(state, power)
    best: tuple[float, tuple[int, ...]] = (draw.get(at, 0.0) * 1.02 if not in_peril else -1.0, ())
    for path in _ways(state, power, at, left):
        to = path[-1]
        held = holders(state, power, to)
        for kinds in (arriving.get(to, {}), _kinds(state, keys)):
            for kind, count in kinds.items():
                held[kind] = held.get(kind, 0) + count
        peril = danger(state, power, to, held)
        if peril > BOLD and not (in_peril and peril < here):
            continue
        score = draw.get(to, 0.0) * (1.0 - 0.3 * peril)
        if score > best[0] + 1e-9:
            best = (score, path)
    return best[1]


def _kinds(state: World, keys: list[int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for key in keys:
        kind = state.units[key].kind
        found[kind] = found.get(kind, 0) + 1
    return found


def _ways(state: World, power: str, at: int, left: int) -> list[tuple[int, ...]]:
    """The ways through friendly country of one or two steps."""
    found: dict[int, tuple[int, ...]] = {}
    near = state.board.land_next
    for step in near[at]:
        if is_friendly_land(state, power, step):
            found[step] = (step,)
    if left > 1:
        for step in tuple(found):
            for to in near[step]:
                if to != at and is_friendly_land(state, power, to):
                    found.setdefault(to, (step, to))
    return list(found.values())


# -- transports and fleets ---------------------------------------------------------------------------------------------


def _ferries(state: World, power: str) -> Iterator[Idea]:
    """Troops from where there is no front are shipped to where there is one, within one turn."""
    draw = pull(state, power)
    free = _ready(state, power)
    if not any(type_of(state, state.units[key]).hold for key in free):
        return
    fronts = [at for at in state.territories if draw.get(at, 0.0) >= FERRY and is_friendly_land(state, power, at)]
    coasts = [at for at in fronts if state.board.sea_next[at] and danger(state, power, at) < BOLD]
    for at in sorted(coasts, key=lambda at: (-draw[at], at))[:8]:
        idle = frozenset(key for key in free if not _is_near_front(state, power, key, draw[at]))
        for lift in routes.lifts(state, power, at, idle):
            yield from landing(state, lift)
            free = free - frozenset((lift.ship, *lift.units))


def _ready(state: World, power: str) -> frozenset[int]:
    """Units that may still be moved, garrisons left out."""
    free = spared(state, power)
    return frozenset(key for key in free if not state.units[key].spent or type_of(state, state.units[key]).hold)


def _is_near_front(state: World, power: str, key: int, goal: float) -> bool:
    """Whether troops already stand where they are drawn nearly as much as where a ship would bring them."""
    unit = state.units[key]
    return (
        type_of(state, unit).domain == "land" and not unit.aboard and pull(state, power).get(unit.at, 0.0) > 0.6 * goal
    )


def _convoys(state: World, power: str) -> Iterator[Idea]:
    """Transports that cannot land anywhere this turn load and sail with the fleet towards enemy coasts."""
    free = _ready(state, power)
    for zone in dict.fromkeys(state.units[key].at for key in units_of(state, power, "sea")):
        if is_hostile_zone(state, power, zone):
            continue
        ships = [k for k, u in units_at(state, zone) if u.owner == power and type_of(state, u).domain == "sea"]
        transports = [key for key in ships if key in free and type_of(state, state.units[key]).hold]
        loaded: list[int] = []
        idle = frozenset(key for key in free if not _is_near_front(state, power, key, FERRY))
        for ship in transports:
            troops = () if cargo_of(state).get(ship) else routes.troops_near(state, ship, zone, idle)
            for key in troops:
                yield (Load(key, ship, zone),)
            idle = idle - frozenset(troops)
            if troops or cargo_of(state).get(ship):
                loaded.append(ship)
        if loaded:
            yield from _under_way(state, power, zone, loaded, ships, free)
        yield from _home_run(state, power, zone, [key for key in transports if key not in loaded])


def _under_way(
    state: World,
    power: str,
    zone: int,
    loaded: list[int],
    ships: list[int],
    free: frozenset[int],
) -> Iterator[Idea]:
    """The next leg of a convoy with its escort."""
    pulls = sea_pull(state, power)
    escort = [key for key in ships if key in free and type_of(state, state.units[key]).surface_warship]
    group = [*loaded, *escort]
    budget = min(sea.left(state, key) for key in group)
    ways = routes.sea_ways(state, power, zone, budget, "transport")
    fleet = _kinds(state, group)

    def safe(to: int) -> bool:
        held = holders(state, power, to)
        for kind, count in fleet.items():
            held[kind] = held.get(kind, 0) + count
        return danger(state, power, to, held) < BOLD

    goals = sorted(ways.costs, key=lambda to: (-pulls.get(to, 0.0), to))
    better = [to for to in goals if pulls.get(to, 0.0) > pulls.get(zone, 0.0)]
    chosen = [to for to in better[:ALTERNATIVES] if safe(to)][:2]
    if chosen:
        yield tuple(Move(tuple(sorted(group)), ways.path(to)) for to in chosen)


def _home_run(state: World, power: str, zone: int, empty: list[int]) -> Iterator[Idea]:
    """Empty transports go back to where troops wait."""
    for key in empty:
        ways = routes.sea_ways(state, power, zone, sea.left(state, key), "transport")

        def waiting(at: int) -> int:
            return sum(
                u.owner == power and bool(type_of(state, u).cargo) and pull(state, power).get(u.at, 0.0) < FERRY
                for shore in state.board.land_next[at]
                for _, u in units_at(state, shore)
            )

        best = max(ways.costs, key=lambda at: (waiting(at), -ways.costs[at], -at))
        if best != zone and waiting(best) > waiting(zone):
            yield (Move((key,), ways.path(best)),)


def strays(state: World, power: str) -> Iterator[Idea]:
    """Cargo that is still aboard next to a friendly front goes ashore."""
    draw = pull(state, power)
    for key, unit in state.units.items():
        if unit.owner == power and unit.aboard and type_of(state, unit).domain == "land":
            shores = [at for at in state.board.land_next[unit.at] if draw.get(at, 0.0) >= FERRY]
            yield tuple(Unload((key,), at) for at in sorted(shores, key=lambda at: (-draw[at], at)))
