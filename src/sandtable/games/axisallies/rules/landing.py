"""Chapters 9.2, 9.4 and 10: where aircraft can land, and the proof that all of them can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sandtable.games.axisallies.model import World
from sandtable.games.axisallies.rules import air, sea
from sandtable.games.axisallies.rules.mobilize import complexes_of, open_orders, split
from sandtable.games.axisallies.rules.peace import may_share, why_not_enter
from sandtable.games.axisallies.rules.powers import piece
from sandtable.games.axisallies.rules.spaces import cargo_of, friendly_since_start, is_hostile_zone, type_of, units_at
from sandtable.kernel import Refusal, derived, refuse
from sandtable.kernel.graph import matching, reach


@dataclass(frozen=True)
class Deck:
    """Room for aircraft on one carrier, and the zones it can be in at the end of the turn."""

    carrier: int
    room: int
    zones: tuple[int, ...]


# rule: AA-9.4.air.land-territory, AA-10.air.general
@derived("territories", "wars")
def airfields(state: World, power: str) -> frozenset[int]:
    """Territories a power's aircraft may land in: friendly since the start of the turn, and open to it."""
    return frozenset(
        at
        for at in state.territories
        if friendly_since_start(state, at, power) and why_not_enter(state, power, at) is None
    )


@derived("territories", "wars")
def lands_near(state: World, power: str, at: int, range_: int) -> bool:
    """Whether an airfield lies within so many spaces."""
    fields = airfields(state, power)
    return any(place in fields for place in air.flights(state, power, at, range_))


# rule: AA-9.2.air.carrier-landing, AA-10.air.no-suicide.a, AA-10.air.no-suicide.b, AA-9.2.carrier.landing
# rule: AA-9.4.air.new-carrier, AA-9.4.air.land-carrier, AA-10.carrier.damaged
@derived("units", "territories", "wars", "orders", "powers", "permits")
def decks(state: World, power: str, may_sail: bool) -> list[Deck]:
    """All the room there is or can be for a power's aircraft at sea by the end of the turn.

    Without ``may_sail`` every carrier stays where it is.
    """
    found = []
    aboard = cargo_of(state)
    for key, unit in state.units.items():
        kind = type_of(state, unit)
        if not kind.deck_room or unit.damaged or not may_share(state, power, unit.owner):
            continue
        # The power's own aircraft aboard are not counted: they look for room themselves.
        room = kind.deck_room - sum(state.units[one].owner != power for one in aboard.get(key, ()))
        busy = unit.moved or unit.fought or unit.task or unit.spent
        stays = not may_sail or unit.owner != power or busy
        found.append(Deck(key, room, (unit.at,) if stays else carrier_zones(state, power, key)))
    found += _ordered_decks(state, power)
    return [deck for deck in found if deck.room > 0]


def carrier_zones(state: World, power: str, key: int) -> tuple[int, ...]:
    """Where a carrier that has not moved can be after Noncombat Move, taking for granted that own attacks succeed."""

    def cost(a: int, b: int) -> int | None:
        canal = state.board.canal_between(a, b)
        if canal is not None and sea.why_not_pass(state, power, canal, ("carrier",)) is not None:
            return None
        cleared = sea.own_fighters_in(state, power, b)
        return None if is_hostile_zone(state, power, b) and not cleared else 1

    found = reach(state.units[key].at, sea.left(state, key), state.board.sea_next, cost).costs
    return tuple(sorted(zone for zone in found if sea.why_not_end(state, power, (key,), zone) is None))


def _ordered_decks(state: World, power: str) -> list[Deck]:
    """Carriers that wait in the mobilization zone, each in any zone next to a complex that can launch it."""
    found: list[Deck] = []
    for order in open_orders(state, power):
        economy, kind = split(order)
        room = state.board.kinds[kind].deck_room if kind in state.board.kinds else 0
        if room:
            sites = complexes_of(state, power, economy)
            zones = tuple(dict.fromkeys(zone for at in sites for zone in state.board.sea_next[at]))
            found += [Deck(-len(found) - n - 1, room, zones) for n in range(state.orders[order])]
    return found


Flights = Mapping[int, tuple[int, int]]
"""Aircraft that must come down: id to (space they are in, movement left)."""


def pending(state: World, power: str) -> dict[int, tuple[int, int]]:
    """A power's aircraft that are not on the ground or on a deck for good: they flew, or their carrier may leave."""
    found = {}
    for key, unit in state.units.items():
        if unit.owner == power and type_of(state, unit).domain == "air":
            on_field = not state.board.is_sea(unit.at) and not unit.task and friendly_since_start(state, unit.at, power)
            if not on_field:
                found[key] = (unit.at, air.left(state, key))
    return found


# rule: AA-9.2.air.reserve, AA-10.air.no-suicide.c, AA-10.carrier.ncm
def most_landed(
    state: World, power: str, flights: Flights, sailed: Mapping[int, int] | None = None, may_sail: bool = True
) -> int:
    """The largest number of these aircraft that can come down safely, with carriers moved as well as possible.

    ``sailed`` are carriers taken to have moved to a zone for good; without ``may_sail`` none moves any more.
    """
    at_sea = {key: flight for key, flight in flights.items() if not lands_near(state, power, *flight)}
    sure = len(flights) - len(at_sea)
    if not at_sea:
        return sure
    zones_for = {
        key: tuple(z for z in air.flights(state, power, at, range_) if state.board.is_sea(z))
        for key, (at, range_) in at_sea.items()
        if type_of(state, state.units[key]).deck
    }
    wanted = {zone for zones in zones_for.values() for zone in zones}
    useful = [
        Deck(deck.carrier, deck.room, tuple(z for z in deck.zones if z in wanted) or deck.zones[:1])
        for deck in (_settled(one, sailed or {}) for one in decks(state, power, may_sail))
        if deck.zones
    ]
    return sure + _most_on_decks(zones_for, useful)


def _settled(deck: Deck, sailed: Mapping[int, int]) -> Deck:
    return Deck(deck.carrier, deck.room, (sailed[deck.carrier],)) if deck.carrier in sailed else deck


# rule: AA-9.4.air.land-carrier, AA-10.carrier.capacity
def open_decks(state: World, power: str, zone: int) -> tuple[int, ...]:
    """The carriers in a zone with room for one more aircraft of a power, its own first."""
    aboard = cargo_of(state)
    found = []
    for key, unit in units_at(state, zone):
        kind = type_of(state, unit)
        usable = kind.deck_room and not unit.damaged and may_share(state, power, unit.owner)
        if usable and len(aboard.get(key, ())) < kind.deck_room:
            found.append(key)
    return tuple(sorted(found, key=lambda key: (state.units[key].owner != power, key)))


def could_take(state: World, power: str, zone: int) -> bool:
    """Whether a carrier is, can be, or is about to be launched in a zone."""
    return any(zone in deck.zones for deck in decks(state, power, True))


def _most_on_decks(zones_for: Mapping[int, tuple[int, ...]], found: list[Deck]) -> int:
    """Choose a zone for every carrier so that the most aircraft find a deck: first the fixed ones, then the free."""
    if not zones_for or not found:
        return 0
    fixed: dict[int, int] = {}
    free = []
    for deck in found:
        if len(deck.zones) == 1:
            fixed[deck.zones[0]] = fixed.get(deck.zones[0], 0) + deck.room
        else:
            free.append(deck)
    return _choose(zones_for, fixed, free, 0)


def _choose(zones_for: Mapping[int, tuple[int, ...]], room: dict[int, int], free: list[Deck], best: int) -> int:
    landed = len(matching(zones_for, room))
    if landed == len(zones_for) or not free:
        return landed
    best = landed
    deck, rest = free[0], free[1:]
    tried: dict[tuple[int, ...], None] = {}
    for zone in deck.zones:
        # Zones that the same aircraft can reach are interchangeable; one of them is enough.
        users = tuple(key for key, zones in zones_for.items() if zone in zones)
        if not users or users in tried:
            continue
        tried[users] = None
        best = max(best, _choose(zones_for, {**room, zone: room.get(zone, 0) + deck.room}, rest, best))
        if best == len(zones_for):
            return best
    return max(best, _choose(zones_for, room, rest, best)) if not tried else best


def can_all_land(state: World, power: str, extra: Flights) -> bool:
    """Whether every aircraft in the air could come down, with some of them moved as given."""
    if all(lands_near(state, power, *flight) for flight in extra.values()):
        # They need no deck, so nobody else is worse off than before.
        return True
    flights = {**pending(state, power), **extra}
    return most_landed(state, power, flights) == len(flights)


# rule: AA-9.4.sea.carrier, AA-10.carrier.ncm, AA-10.air.carrier-promise
def why_not_abandon(state: World, power: str, keys: tuple[int, ...], path: tuple[int, ...]) -> Refusal | None:
    """Why a carrier may not sail away from aircraft that have nowhere else to go."""
    carriers = [key for key in keys if type_of(state, state.units[key]).deck_room]
    if not carriers or not path:
        return None
    flights = pending(state, power)
    moved = dict.fromkeys(carriers, path[-1])
    riders = _riders(state, power, moved)
    if most_landed(state, power, {**flights, **riders}, moved) < most_landed(state, power, flights):
        return refuse("AA-9.4.sea.carrier", "refuse.carrier_needed", *map(piece, carriers))
    return None


def _riders(state: World, power: str, moved: dict[int, int]) -> dict[int, tuple[int, int]]:
    """Own aircraft that sail with their carriers."""
    found = {}
    for key, unit in state.units.items():
        if unit.aboard in moved and unit.owner == power and type_of(state, unit).domain == "air":
            found[key] = (moved[unit.aboard], air.left(state, key))
    return found
