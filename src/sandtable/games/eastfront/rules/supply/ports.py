"""Chapter 6.54: General Supply by sea, over any distance, through the ports that a card opens to a side.

``supply_sources: {soviet: {hexes: [], ports: {limit: none}}}`` opens every port of that side to all its units; with
``limit: chart`` each feeds as many stacking points as the table of ports says, and the owner chooses whom.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import SUPPLIED, CrimeaState
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.naval.harbours import supply_capacity
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.supply.harbours import harbours, is_limited
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, on_map, ref, stack_points
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, derived, pick, refuse


# rule: EFT-ports
def capacity(state: CrimeaState, place: int) -> int:
    """Stacking points that a port can feed."""
    return supply_capacity(state, place).total


def _used(place: int) -> str:
    return f"port_{place}"


def room(state: CrimeaState, place: int) -> int:
    """Stacking points that a port can still feed in this turn."""
    return capacity(state, place) - state.tracks.get(_used(place), 0)


@derived(*supply.TRACED, **supply.KEPT)
def waiting(state: CrimeaState, side: str) -> dict[int, tuple[int, ...]]:
    """Units that have a line to limited ports and to nothing else, each with those ports."""
    if not is_limited(state, side):
        return {}
    overland = supply.fed_from(state, side, supply.overland_sources(state, side))
    places = {key: state.pieces[key].hex for key in on_map(state, side)}
    afar = {key: h for key, h in places.items() if h not in overland and not works.feeds(state, side, h)}
    ports = harbours(state, side) if afar else ()
    reached = {port: supply.fed_from(state, side, (port,)) for port in ports}
    near = {key: tuple(port for port, hexes in reached.items() if h in hexes) for key, h in afar.items()}
    return {key: found for key, found in near.items() if found}


def berths(state: CrimeaState, side: str) -> dict[int, int]:
    """A port for every unit that waits, the biggest first and where there is most room; empty where some find none."""
    left = {port: room(state, port) for port in harbours(state, side)}
    found: dict[int, int] = {}
    queue = waiting(state, side)
    for key in sorted(queue, key=lambda k: (-stack_points(state, k), k)):
        port = max(queue[key], key=lambda p: (left[p], p))
        if left[port] < stack_points(state, key):
            return {}
        left[port] -= stack_points(state, key)
        found[key] = port
    return found


def reopen(d: Draft[CrimeaState], side: str) -> None:
    """A new turn: ports can feed their share again."""
    for port in harbours(d.now, side):
        if _used(port) in d.now.tracks:
            d.drop("tracks", _used(port))


# -- whom the owner feeds where there is not enough for all ------------------------------------------------------------


def _hungry(state: CrimeaState, seat: str, port: int) -> tuple[int, ...]:
    queue = waiting(state, seat)
    return tuple(key for key, ports in queue.items() if port in ports and state.pieces[key].supply != SUPPLIED)


def open_berths(state: CrimeaState, seat: str) -> OneOf:
    """Ports that can still feed somebody."""

    def why_not(port: int) -> Refusal | None:
        if port not in harbours(state, seat):
            return refuse("EF-6.54", "refuse.no_port", at(port), place=at(port))
        if any(stack_points(state, key) <= room(state, port) for key in _hungry(state, seat, port)):
            return None
        return refuse("EF-6.54", "refuse.port_full", at(port), place=at(port), left=room(state, port))

    return pick("place", harbours(state, seat) if is_limited(state, seat) else (), why_not)


# rule: EF-6.54
def fed_at(state: CrimeaState, seat: str, port: int) -> SomeOf:
    """Units that a port is to feed: no more stacking points than it has left."""
    left = room(state, port)

    def check(keys: tuple[int, ...]) -> Refusal | None:
        points = sum(stack_points(state, key) for key in keys)
        if points > left:
            return refuse("EF-6.54", "refuse.port_full", at(port), place=at(port), left=left)
        return None

    def why(key: int) -> Refusal | None:
        return refuse("EF-6.54", "refuse.no_line_to_port", ref(key), unit=ref(key), place=at(port))

    fit: list[int] = []
    hungry = _hungry(state, seat, port)
    for key in hungry:
        if sum(stack_points(state, k) for k in (*fit, key)) <= left:
            fit.append(key)
    return SomeOf("piece", hungry, least=1, check=check, why=why, default=tuple(fit))


def feeder(state: CrimeaState, side: str) -> tuple[str, ...]:
    """A side, while a port of its can feed somebody who starves."""
    return (side,) if is_limited(state, side) and open_berths(state, side).is_possible() else ()


def feed(d: Draft[CrimeaState], port: int, keys: tuple[int, ...]) -> None:
    """Put units in General Supply for the turn by sea."""
    for key in keys:
        d.edit("pieces", key, supply=SUPPLIED)
    points = sum(stack_points(d.now, key) for key in keys)
    d.put("tracks", _used(port), d.now.tracks.get(_used(port), 0) + points)
    shares = supply_capacity(d.now, port)
    d.log("log.fed_by_sea", "EF-6.54", at(port), modifiers=shares, place=at(port), units=tuple(map(ref, keys)))
