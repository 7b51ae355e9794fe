"""Chapters 9.2, 9.4 and 10: where aircraft can land, and the proof that all of them can."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import sea
from sandtable.games.axisallies.rules.combat_move.consent import CARRIERS, TERRITORIES, may_use
from sandtable.games.axisallies.rules.index import index
from sandtable.games.axisallies.rules.memory import (
    AGREEMENTS,
    DECKS,
    place_by_place,
    unless_let_through,
    unless_shut_out,
)
from sandtable.games.axisallies.rules.mobilize.complexes import can_launch, complexes_of, open_orders, room, split
from sandtable.games.axisallies.rules.politics import dutch
from sandtable.games.axisallies.rules.politics.china import CHINA
from sandtable.games.axisallies.rules.politics.peace import why_not_enter
from sandtable.games.axisallies.rules.spaces.spaces import (
    cargo_of,
    friendly_since_start,
    hostile_zones,
    type_of,
    units_at,
    units_of,
)
from sandtable.games.axisallies.rules.turns.powers import alliance, members, paying, piece
from sandtable.games.axisallies.rules.units import air
from sandtable.games.axisallies.rules.units.carriers import is_trapped
from sandtable.kernel import Refusal, derived, refuse
from sandtable.kernel.graph import flood, matching
from sandtable.kernel.memory import Seen

Flight = tuple[int, int]
"""The space an aircraft is in and the movement it has left."""
Flights = Mapping[int, Flight]
"""Aircraft that must come down, by id."""
Users = dict[int, frozenset[int]]
"""The aircraft that get to each zone."""
Zones = frozenset[int]
NOWHERE: Mapping[str, tuple[int, ...]] = {}
BEYOND = 99
"""Farther than any aircraft flies."""


@dataclass(frozen=True)
class Deck:
    """Room for aircraft on one carrier, and the zones it can be in at the end of the turn."""

    carrier: int
    room: int
    zones: tuple[int, ...]
    yard: str = ""
    """The treasury that is about to launch it, where its complexes cannot do so in all zones at once."""


def is_airfield(state: GlobalState, power: str, at: int) -> bool:
    """Whether a power's aircraft may land in a territory: friendly since the turn began, or Dutch and open to them."""
    is_known = friendly_since_start(state, at, power) or dutch.may_land_aircraft(state, power, at)
    return is_known and why_not_enter(state, power, at) is None


def _with_new_guests(state: GlobalState, seen: Seen, before: Mapping[str, int | None]) -> Seen:
    """Bring the airfields of powers up to date that an ally has let into its territories or shut out of them."""
    fresh = dict(seen)
    for name in before:
        owner, guest, asset = name.split(".")
        if asset == TERRITORIES and (guest,) in fresh:
            held = [at for economy in state.board.powers[owner].economies for at in paying(state, economy)]
            fresh[(guest,)] = fresh[(guest,)].difference(held).union(_airfields_among(state, guest, held))
    return fresh


def _airfields_among(state: GlobalState, power: str, places: Iterable[int]) -> list[int]:
    """The territories among some in which a power's aircraft may land."""
    friends, spaces = members(state, alliance(state, power)), state.board.spaces
    found = []
    lets_in: dict[tuple[str, str, bool], bool] = {}
    for at in places:
        land = state.territories[at]
        if land.holder not in friends or land.since not in friends:
            if spaces[at].dutch and is_airfield(state, power, at):
                found.append(at)
            continue
        # All territories of one holder on one half of the board are open, or none; China's are a case of their own.
        alike = (land.holder, spaces[at].half, spaces[at].chinese)
        if power == CHINA or alike not in lets_in:
            lets_in[alike] = is_airfield(state, power, at)
        if lets_in[alike]:
            found.append(at)
    return found


# rule: AA-9.4.air.land-territory, AA-10.air.general, AA-6.uk.dutch.a
@derived("territories", "wars", "consents", territories=place_by_place(is_airfield), consents=_with_new_guests)
def airfields(state: GlobalState, power: str) -> frozenset[int]:
    """Territories a power's aircraft may land in: friendly since the start of the turn, and open to it."""
    return frozenset(_airfields_among(state, power, state.territories))


@derived("territories", "wars", "consents", consents=unless_shut_out)
def homeward(state: GlobalState, power: str) -> dict[int, int]:
    """How far every space is from the nearest airfield of a power, for all spaces from which there is a way."""
    return state.board.distances(airfields(state, power), air.open_sky(state, power))


def lands_near(state: GlobalState, power: str, at: int, range_: int) -> bool:
    """Whether an airfield lies within so many spaces."""
    return homeward(state, power).get(at, BEYOND) <= range_


# -- decks -------------------------------------------------------------------------------------------------------------


# rule: AA-9.2.air.carrier-landing, AA-9.4.air.land-carrier
@derived("units", "territories", "wars", "orders", "powers", "permits", "consents", "slips", units=DECKS, **AGREEMENTS)
def decks(state: GlobalState, power: str, may_sail: bool, cleared: Zones | None = None) -> list[Deck]:
    """All the room there is or can be for a power's aircraft at sea by the end of the turn.

    Without ``may_sail`` every carrier stays where it is. ``cleared`` are the hostile zones that are fought for, where
    they are not those of the position.
    """
    found = []
    aboard = cargo_of(state)
    for key in _carriers(state, power):
        unit = state.units[key]
        # rule: AA-10.carrier.damaged
        if unit.damaged:
            continue
        # The power's own aircraft aboard are not counted: they look for room themselves.
        guests = sum(state.units[one].owner != power for one in aboard.get(key, ()))
        room = type_of(state, unit).deck_room - guests
        # rule: AA-10.air.no-suicide.a
        busy = unit.moved or unit.fought or unit.task
        if not may_sail or unit.owner != power or busy:
            zones: tuple[int, ...] = (unit.at,)
        else:
            # rule: AA-9.2.carrier.landing
            zones = carrier_zones(state, power, unit.at, sea.left(state, key), cleared)
        found.append(Deck(key, room, zones))
    # rule: AA-9.4.air.new-carrier
    found += _ordered_decks(state, power)
    return [deck for deck in found if deck.room > 0 and deck.zones]


def _carriers(state: GlobalState, power: str) -> list[int]:
    """The carriers a power's aircraft may use."""
    found = [
        key
        for owner in members(state, alliance(state, power))
        for kind in state.board.carriers
        for key in index(state).by_kind.get((owner, kind), ())
        if may_use(state, power, owner, CARRIERS, state.units[key].at)
    ]
    return sorted(found)


@derived("units", "territories", "wars", "permits", units=DECKS, permits=unless_let_through)
def carrier_zones(state: GlobalState, power: str, start: int, left: int, cleared: Zones | None) -> tuple[int, ...]:
    """Where a carrier with so much movement left can be after Noncombat Move, if own attacks succeed."""

    # rule: AA-10.air.no-suicide.b
    closed = hostile_zones(state, power) - (sea.fought_zones(state, power) if cleared is None else cleared)

    def may_enter(a: int, b: int) -> bool:
        if b in closed:
            return False
        canal = state.board.canal_between(a, b)
        return canal is None or sea.why_not_pass(state, power, canal, ("carrier",)) is None

    found = flood((start,), state.board.sea_next, may_enter, left).costs
    return tuple(sorted(z for z in found if z == start or sea.why_not_end(state, power, ("carrier",), z) is None))


def _ordered_decks(state: GlobalState, power: str) -> list[Deck]:
    """Carriers that wait in the mobilization zone, each in any zone next to a complex that can launch it."""
    found: list[Deck] = []
    for order in open_orders(state, power):
        economy, kind = split(order)
        places = state.board.kinds[kind].deck_room if kind in state.board.kinds else 0
        sites = [at for at in complexes_of(state, power, economy) if state.board.sea_next[at]] if places else []
        if sites:
            zones = tuple(dict.fromkeys(zone for at in sites for zone in state.board.sea_next[at]))
            # rule: AA-9.5.capacity, AA-9.5.capacity-damage
            rooms = [room(state, at) for at in sites]
            ships = min(state.orders[order], sum(rooms))
            yard = economy if ships > min(rooms) else ""
            found += [Deck(-len(found) - n - 1, places, zones, yard) for n in range(ships)]
    return found


# rule: AA-9.4.air.land-carrier, AA-10.carrier.capacity, AA-10.carrier.damaged
def open_decks(state: GlobalState, power: str, zone: int) -> tuple[int, ...]:
    """The carriers in a zone with room for one more aircraft of a power, its own first."""
    aboard = cargo_of(state)
    found = []
    for key, unit in units_at(state, zone):
        kind = type_of(state, unit)
        usable = kind.deck_room and not unit.damaged and may_use(state, power, unit.owner, CARRIERS, zone)
        if usable and len(aboard.get(key, ())) < kind.deck_room:
            found.append(key)
    return tuple(sorted(found, key=lambda key: (state.units[key].owner != power, key)))


@derived("units", "territories", "wars", "orders", "powers", "permits", "consents", "slips")
def deck_zones(state: GlobalState, power: str, cleared: Zones | None = None) -> frozenset[int]:
    """The zones in which a carrier is, can be, or is about to be launched."""
    return frozenset(zone for deck in decks(state, power, True, cleared) for zone in deck.zones)


# -- the proof ---------------------------------------------------------------------------------------------------------


@derived("units", "territories", "wars", "powers")
def pending(state: GlobalState, power: str) -> dict[int, Flight]:
    """A power's aircraft that are not on the ground for good: they flew, or are on a deck that may leave."""
    found = {}
    for key in units_of(state, power, "air"):
        unit = state.units[key]
        is_down = not unit.task and not state.board.is_sea(unit.at)
        if is_down and (friendly_since_start(state, unit.at, power) or dutch.may_land_aircraft(state, power, unit.at)):
            continue
        if not is_trapped(state, key):
            found[key] = (unit.at, air.left(state, key))
    return found


@derived("units", "territories", "wars", "powers", "consents")
def needy(state: GlobalState, power: str) -> dict[int, Flight]:
    """The aircraft among those that no airfield is near enough for: they need a deck."""
    return at_sea(state, power, pending(state, power))


def at_sea(state: GlobalState, power: str, flights: Flights) -> dict[int, Flight]:
    """The flights that reach no airfield."""
    return {key: flight for key, flight in flights.items() if not lands_near(state, power, *flight)}


# rule: AA-9.2.air.reserve, AA-10.air.no-suicide.c, AA-10.carrier.ncm
def lost(
    state: GlobalState,
    power: str,
    flights: Flights,
    sailed: Mapping[int, int] | None = None,
    may_sail: bool = True,
    cleared: Zones | None = None,
) -> tuple[int, ...]:
    """Those of some aircraft in need of a deck that find none, with carriers moved so that they are the fewest.

    ``sailed`` are carriers taken to have moved to a zone for good; without ``may_sail`` none moves any more; for
    ``cleared`` see ``decks``. Where aircraft compete for a deck, the first ones get it.
    """
    if not flights:
        return ()
    near = {
        key: air.flights(state, power, *flight)
        for key, flight in flights.items()
        if type_of(state, state.units[key]).deck
    }
    users: Users = {}
    room: dict[int, int] = {}
    free: list[Deck] = []
    for deck in decks(state, power, may_sail, cleared):
        zones = (sailed[deck.carrier],) if sailed and deck.carrier in sailed else deck.zones
        for zone in zones:
            if zone not in users:
                users[zone] = frozenset([key for key, reached in near.items() if zone in reached])
        useful = _useful(zones, users)
        if deck.yard:
            # Which zone it is launched in decides where the others can be: all that serve anybody have to be tried.
            free.append(replace(deck, zones=tuple(zone for zone in zones if users[zone])))
        elif len(useful) == 1:
            room[useful[0]] = room.get(useful[0], 0) + deck.room
        elif useful:
            free.append(Deck(deck.carrier, deck.room, useful))
    served = frozenset().union(*users.values())
    askers = [key for key in near if key in served]
    # One aircraft alone competes with nobody: any deck in its reach will do.
    saved = _place(askers, users, room, free, partial(can_launch, state, power)) if len(askers) > 1 else askers
    return tuple(key for key in flights if key not in saved)


def _useful(zones: Sequence[int], users: Users) -> tuple[int, ...]:
    """The zones of a carrier that make a difference: none that only serves aircraft which another zone serves too."""
    first: dict[frozenset[int], int] = {}
    for zone in zones:
        if users[zone]:
            first.setdefault(users[zone], zone)
    return tuple(zone for served, zone in first.items() if not any(served < other for other in first))


def _place(
    askers: Sequence[int],
    users: Users,
    room: dict[int, int],
    free: Sequence[Deck],
    may_launch: Callable[[str, tuple[int, ...]], bool],
    launched: Mapping[str, tuple[int, ...]] = NOWHERE,
    first: int = 0,
) -> dict[int, int]:
    """A zone for every aircraft that can have one, trying the free carriers in all their zones.

    ``launched`` are the zones of new carriers so far, by the treasury whose complexes have to build them. Of carriers
    that are alike none goes to a zone before that of the last one (``first``): which of them goes where is all one.
    """
    best = matching({key: [zone for zone in room if key in users[zone]] for key in askers}, room)
    if len(best) == len(askers) or not free:
        return best
    deck, rest = free[0], free[1:]
    limit = min(len(askers), len(best) + sum(other.room for other in free))
    twins = [other for other in rest if (other.room, other.zones, other.yard) == (deck.room, deck.zones, deck.yard)]
    for number, zone in enumerate(deck.zones[first:], start=first):
        slips = (*launched.get(deck.yard, ()), zone)
        if deck.yard and not may_launch(deck.yard, slips):
            continue
        more = {**room, zone: room.get(zone, 0) + deck.room}
        after = {**launched, deck.yard: slips}
        found = _place(askers, users, more, rest, may_launch, after, number if rest[:1] == twins[:1] else 0)
        if len(found) > len(best):
            best = found
        if len(best) >= limit:
            return best
    if deck.yard:
        # No complex has room for it and its like: the carriers that come after them may do without.
        others = [other for other in rest if other not in twins]
        without = _place(askers, users, room, others, may_launch, launched)
        best = without if len(without) > len(best) else best
    return best


@derived("units", "territories", "wars", "orders", "powers", "permits", "consents", "slips")
def lost_anyway(state: GlobalState, power: str) -> int:
    """How many of a power's aircraft cannot be saved as things stand."""
    return len(lost(state, power, needy(state, power)))


def can_all_land(state: GlobalState, power: str, moved: Flights, attacked: int = 0) -> bool:
    """Whether all that could come down still can, with some aircraft moved as given, and those with them.

    ``attacked`` is the space they are sent to fight in: what they clear there is open to their carrier.
    """
    stranded = at_sea(state, power, moved)
    if not stranded:
        # They need no deck, so nobody else is worse off than before.
        return True
    cleared = None
    if attacked in hostile_zones(state, power) and attacked not in sea.fought_zones(state, power):
        cleared = sea.fought_zones(state, power) | {attacked}
    if any(not _may_reach_deck(state, power, key, flight, cleared) for key, flight in stranded.items()):
        return False
    others = {key: flight for key, flight in needy(state, power).items() if key not in moved}
    flights = {**stranded, **others}
    doomed = lost(state, power, flights, cleared=cleared)
    return len(doomed) <= lost_anyway(state, power) and not any(key in moved for key in doomed)


def _may_reach_deck(state: GlobalState, power: str, key: int, flight: Flight, cleared: Zones | None) -> bool:
    """Whether a carrier is or can be within reach of an aircraft; one that never lands at sea has none."""
    if not type_of(state, state.units[key]).deck:
        return False
    return not deck_zones(state, power, cleared).isdisjoint(air.flights(state, power, *flight))


# rule: AA-9.4.sea.carrier, AA-10.carrier.ncm, AA-10.air.carrier-promise
def why_not_abandon(
    state: GlobalState, power: str, carriers: tuple[int, ...], zone: int, combat: bool
) -> Refusal | None:
    """Why carriers may not sail to a zone, away from aircraft that have nowhere else to go."""
    riders = {} if combat else _riders(state, power, carriers, zone)
    others = {key: flight for key, flight in needy(state, power).items() if key not in riders}
    if not others and _all_go_along(state, carriers, riders, zone):
        return None
    flights = {**others, **at_sea(state, power, riders)}
    if not flights or (not riders and is_spare(state, power, carriers)):
        return None
    sailed = dict.fromkeys(carriers, zone)
    if len(lost(state, power, flights, sailed)) > lost_anyway(state, power):
        rule = "AA-10.air.carrier-promise" if combat else "AA-9.4.sea.carrier"
        return refuse(rule, "refuse.carrier_needed", *map(piece, carriers))
    return None


@derived("units", "territories", "wars", "orders", "powers", "permits", "consents", "slips")
def is_spare(state: GlobalState, power: str, carriers: tuple[int, ...]) -> bool:
    """Whether the aircraft of a power find room also without some of its carriers, wherever those go."""
    nowhere = dict.fromkeys(carriers, 0)
    return len(lost(state, power, needy(state, power), nowhere)) <= lost_anyway(state, power)


def _riders(state: GlobalState, power: str, carriers: tuple[int, ...], zone: int) -> dict[int, Flight]:
    """Own aircraft on carriers that sail to a zone, each where it is afterwards."""
    aboard = cargo_of(state)
    return {
        key: after_sailing(state, power, key, zone)
        for ship in carriers
        for key in aboard.get(ship, ())
        if state.units[key].owner == power
    }


def _all_go_along(state: GlobalState, carriers: tuple[int, ...], riders: Flights, zone: int) -> bool:
    """Whether all the aircraft on carriers that sail to a zone come with them and find their own decks again."""
    return all(at == zone for at, _ in riders.values()) and not any(state.units[key].damaged for key in carriers)


# rule: AA-10.carrier.independent
def after_sailing(state: GlobalState, power: str, key: int, zone: int) -> Flight:
    """Where an aircraft is when its own carrier has sailed to a zone: it flies along, or is left where it was."""
    unit = state.units[key]
    left = air.left(state, key)
    cost = air.flights(state, power, unit.at, max(left, 0)).get(zone)
    return (unit.at, left) if cost is None else (zone, left - cost)
