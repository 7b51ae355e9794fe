"""Noncombat Move at sea: troops are shipped to the front, convoys sail towards it, carriers fetch aircraft."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axisallies.actions.moving import Move
from sandtable.games.axisallies.actions.transport import Load, Unload
from sandtable.games.axisallies.bots import routes
from sandtable.games.axisallies.bots.appraisal import counted
from sandtable.games.axisallies.bots.attacking import landing
from sandtable.games.axisallies.bots.garrison import spared
from sandtable.games.axisallies.bots.threats import danger, holders
from sandtable.games.axisallies.bots.values import is_friendly_land, pull, sea_pull
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import sea
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of, is_hostile_zone, type_of, units_at, units_of
from sandtable.planning import Idea

BOLD = 0.5
"""The chance of being overrun or sunk at which nobody goes to a place any more."""
FERRY = 4.0
"""The pull of a front that troops are shipped to."""
FRONTS, GOALS = 8, 6
"""How many places are looked at: fronts to ship troops to, zones for the next leg of a convoy."""


def ferries(state: GlobalState, power: str) -> Iterator[Idea]:
    """Troops from where there is no front are shipped to where there is one, within one turn."""
    draw = pull(state, power)
    free = _ready(state, power)
    if not any(type_of(state, state.units[key]).hold for key in free):
        return
    fronts = [at for at in state.territories if draw.get(at, 0.0) >= FERRY and is_friendly_land(state, power, at)]
    coasts = [at for at in fronts if state.board.sea_next[at] and danger(state, power, at) < BOLD]
    for at in sorted(coasts, key=lambda at: (-draw[at], at))[:FRONTS]:
        idle = frozenset(key for key in free if not _is_near_front(state, power, key, draw[at]))
        for lift in routes.lifts(state, power, at, idle):
            yield from landing(state, lift)
            free = free - frozenset((lift.ship, *lift.units))


def _ready(state: GlobalState, power: str) -> frozenset[int]:
    """Units that may still be moved, garrisons left out."""
    free = spared(state, power)
    return frozenset(key for key in free if not state.units[key].spent or type_of(state, state.units[key]).hold)


def _is_near_front(state: GlobalState, power: str, key: int, goal: float) -> bool:
    """Whether troops already stand where they are drawn nearly as much as where a ship would bring them."""
    unit = state.units[key]
    return (
        type_of(state, unit).domain == "land" and not unit.aboard and pull(state, power).get(unit.at, 0.0) > 0.6 * goal
    )


def convoys(state: GlobalState, power: str) -> Iterator[Idea]:
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
    state: GlobalState,
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
    fleet = counted(state, group)

    def safe(to: int) -> bool:
        held = holders(state, power, to)
        for kind, count in fleet.items():
            held[kind] = held.get(kind, 0) + count
        return danger(state, power, to, held) < BOLD

    goals = sorted(ways.costs, key=lambda to: (-pulls.get(to, 0.0), to))
    better = [to for to in goals if pulls.get(to, 0.0) > pulls.get(zone, 0.0)]
    chosen = [to for to in better[:GOALS] if safe(to)][:2]
    if chosen:
        yield tuple(Move(tuple(sorted(group)), ways.path(to)) for to in chosen)


def _home_run(state: GlobalState, power: str, zone: int, empty: list[int]) -> Iterator[Idea]:
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


def strays(state: GlobalState, power: str) -> Iterator[Idea]:
    """Cargo that is still aboard next to a friendly front goes ashore."""
    draw = pull(state, power)
    for key, unit in state.units.items():
        if unit.owner == power and unit.aboard and type_of(state, unit).domain == "land":
            shores = [at for at in state.board.land_next[unit.at] if draw.get(at, 0.0) >= FERRY]
            yield tuple(Unload((key,), at) for at in sorted(shores, key=lambda at: (-draw[at], at)))


def rescues(state: GlobalState, power: str) -> Iterator[Idea]:
    """Carriers sail to aircraft that wait over the sea."""
    waiting = [state.units[key].at for key in units_of(state, power, "air") if not state.units[key].aboard]
    for key in units_of(state, power, "sea"):
        unit = state.units[key]
        if type_of(state, unit).deck_room and not unit.moved:
            ways = routes.sea_ways(state, power, unit.at, sea.left(state, key), unit.kind)
            goals = [zone for zone in waiting if zone in ways and zone != unit.at]
            yield tuple(Move((key,), ways.path(zone)) for zone in dict.fromkeys(goals))
