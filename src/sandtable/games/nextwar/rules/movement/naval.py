"""Rules 8.5.6 and 8.5.8: the movement of ships, and of marines aboard them."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.air_war.ranges import follow
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.movement import contested, stacking
from sandtable.games.nextwar.rules.movement.beachheads import is_landing_place
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.sea.waters import INSHORE, is_sea_hex, links
from sandtable.games.nextwar.rules.sequence.segments import MOVEMENT, segment
from sandtable.games.nextwar.rules.terms.stacks import on_board, there
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.rules.weather.weather import is_storm
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, OneOf, Ref, Refusal, SomeOf, pick, pick_some, refuse

AMPHIBIOUS = "amphibious"


def link(key: int) -> Ref:
    """A link to a ship."""
    return Ref("ship", key)


def is_amphibious(state: KoreaState, key: int) -> bool:
    """Whether a ship carries marines."""
    return state.board.ships[key].kind == AMPHIBIOUS


# rule: NW-7.3.6
def ship_at(state: KoreaState, place: int) -> int:
    """The ship in a hex of the sea, where there is only one; 0 where there is none."""
    return next((key for key, ship in state.ships.items() if ship.hex == place), 0)


# rule: NW-8.5.8.4
def aboard(state: KoreaState, key: int) -> tuple[int, ...]:
    """The units that are aboard a ship for good: all that are in its hex of the sea."""
    place = state.ships[key].hex
    return there(state, place) if is_sea_hex(state, place) else ()


# rule: NW-8.5.8.4
def company(state: KoreaState, key: int) -> tuple[int, ...]:
    """Who goes along when a ship has to leave: all aboard, in a box the marines it has room for."""
    place, left = state.ships[key].hex, state.board.ships[key].capacity2
    if is_hex(place):
        return aboard(state, key)
    found = []
    for one in there(state, place):
        counter = state.board.units[one]
        if counter.is_marine and counter.side == state.board.ships[key].side and face(state, one).stack2 <= left:
            left -= face(state, one).stack2
            found.append(one)
    return tuple(found)


# rule: NW-2.4.4, NW-7.3.2
def room2(state: KoreaState, key: int) -> int:
    """Half stack points of marines that a ship can still take."""
    return state.board.ships[key].capacity2 - stacking.stack2(state, aboard(state, key))


# -- who sails -------------------------------------------------------------------------------------------------------


# rule: NW-8.5.6.4.a, NW-4.1.3.a
def why_no_sailing(state: KoreaState) -> Refusal | None:
    """Why nothing moves by sea or air in this segment."""
    now = segment(state)
    if now is None or now.kind != MOVEMENT:
        return refuse("NW-8.5.6.4.a", "refuse.no_movement")
    if now.elite:
        return refuse("NW-8.5.6.4.a", "refuse.elite_on_foot")
    if is_storm(state):
        return refuse("NW-4.1.3.a", "refuse.storm")
    return None


# rule: NW-8.5.6.1, NW-8.5.6.4.a
def why_not_sail(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a ship cannot move now."""
    ship = state.ships[key]
    if state.board.ships[key].side != seat or not ship.hex:
        return refuse("NW-8.5.6.1", "refuse.not_yours", link(key), unit=link(key))
    if ship.moved:
        return refuse("NW-8.5.6.4.c", "refuse.moved", link(key), unit=link(key))
    return why_no_sailing(state)


def sailors(state: KoreaState, seat: str) -> OneOf:
    """Ships that can move."""
    return pick("ship", own(state, seat), lambda key: why_not_sail(state, seat, key))


def own(state: KoreaState, side: str) -> list[int]:
    """The ships of a side that are in play."""
    return [key for key, ship in state.ships.items() if ship.hex and state.board.ships[key].side == side]


# rule: NW-8.5.6.4.a, NW-7.3.6
def why_not_to(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why a ship cannot go to a place in this segment."""
    ship, side = state.ships[key], state.board.ships[key].side
    if place not in links(state, ship.hex, side):
        return refuse("NW-8.5.6.4.a", "refuse.no_link", link(key), at(place), unit=link(key), place=at(place))
    if is_sea_hex(state, place) and ship_at(state, place):
        return refuse("NW-7.3.6", "refuse.sea_hex_taken", at(place), place=at(place))
    return None


def destinations(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where a ship can go."""
    side = state.board.ships[key].side
    near = links(state, state.ships[key].hex, side) if state.ships[key].hex else ()
    return pick("place", near, lambda place: why_not_to(state, key, place))


# rule: NW-8.5.8, NW-8.5.8.4
def passengers(state: KoreaState, seat: str, key: int, to: int) -> SomeOf | None:
    """Marines of a box that a ship may take along; those in its hex of the sea come anyhow."""
    place = state.ships[key].hex
    if not is_amphibious(state, key) or is_hex(place):
        return None
    here = [one for one in there(state, place) if state.board.units[one].side == seat]

    def why_not(one: int) -> Refusal | None:
        return why_not_board(state, one) or too_many((one,))

    def too_many(units: tuple[int, ...]) -> Refusal | None:
        if stacking.stack2(state, units) <= state.board.ships[key].capacity2:
            return None
        return refuse("NW-2.4.4", "refuse.no_room_aboard", link(key), unit=link(key))

    return pick_some("piece", here, why_not, check=too_many, default=()) if here else None


# rule: NW-8.5.8
def why_not_board(state: KoreaState, key: int) -> Refusal | None:
    """Why a unit cannot go aboard: only marines do, and only in a segment in which they have not moved."""
    if not state.board.units[key].is_marine:
        return refuse("NW-8.5.8", "refuse.not_marines", ref(key), unit=ref(key))
    if state.units[key].moved or state.units[key].carried:
        return refuse("NW-8.5.1.a", "refuse.moved", ref(key), unit=ref(key))
    return None


# rule: NW-8.5.6.4.b, NW-8.5.6.4.c, NW-8.5.8.1.a
def sail(d: Draft[KoreaState], key: int, to: int, units: tuple[int, ...]) -> None:
    """Move a ship with all that it carries; over a sea that is not its own it may be turned back."""
    start, side = d.now.ships[key].hex, d.now.board.ships[key].side
    cargo = tuple(sorted({*units, *aboard(d.now, key)}))
    d.edit("ships", key, moved=True)
    for one in cargo:
        d.edit("units", one, moved=True)
    result = contested.roll(d, contested.crossed(d.now, start, to), side, link(key), to)
    if result == contested.ABORT_AND_LOSS:
        # rule: NW-7.3.5
        for one in cargo:
            losses.lose_step(d, one, "NWT-CONTESTEDSEA")
    if result != contested.SUCCESS:
        return
    carry(d, key, to, cargo)
    # rule: NW-8.5.8, NW-8.5.8.1.a
    if start in INSHORE and is_sea_hex(d.now, to):
        for one in cargo:
            d.edit("units", one, assault=True)
    d.log("log.sailed", "NW-8.5.6.4.a", link(key), at(start), at(to), unit=link(key), start=at(start), place=at(to))


# rule: NW-8.5.8.4, NW-6.5.5.a
def carry(d: Draft[KoreaState], key: int, to: int, units: tuple[int, ...]) -> None:
    """Put a ship somewhere else, with marines and helicopters that are on it."""
    d.edit("ships", key, hex=to)
    for one in units:
        d.edit("units", one, hex=to)
    for number, helicopter in d.now.helicopters.items():
        if helicopter.ship == key:
            d.edit("helicopters", number, hex=to)
    follow(d, key)


# -- going aboard again ----------------------------------------------------------------------------------------------


# rule: NW-8.5.8.3, NW-8.5.8.4
def why_not_embark(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why marines cannot go aboard a ship off the coast where they stand."""
    unit, counter = state.units[key], state.board.units[key]
    if counter.side != seat or not is_hex(unit.hex):
        return refuse("NW-8.5.8.3", "refuse.not_yours", ref(key), unit=ref(key))
    if (no := why_no_sailing(state) or why_not_board(state, key)) is not None:
        return no
    now = segment(state)
    # rule: NW-8.5.1.f
    if now is not None and now.exploits and unit.hex in zoc(state, enemy(seat)):
        return refuse("NW-8.5.1.f", "refuse.starts_in_zoc", ref(key), unit=ref(key))
    if not is_landing_place(state, unit.hex, seat):
        return refuse("NW-8.5.8.3", "refuse.no_port_or_beachhead", ref(key), unit=ref(key), place=at(unit.hex))
    if not any(why_not_take(state, key, ship) is None for ship in state.ships):
        return refuse("NW-8.5.8.3", "refuse.no_ship_near", ref(key), unit=ref(key))
    return None


def why_not_take(state: KoreaState, key: int, ship: int) -> Refusal | None:
    """Why a ship cannot take marines aboard from the coast."""
    place, near = state.ships[ship].hex, state.board.near.get(state.units[key].hex, ())
    is_near = is_sea_hex(state, place) and place in near
    if not is_amphibious(state, ship) or state.board.ships[ship].side != state.board.units[key].side or not is_near:
        return refuse("NW-8.5.8.3", "refuse.no_ship_near", ref(key), link(ship), unit=ref(key))
    if face(state, key).stack2 > room2(state, ship):
        return refuse("NW-2.4.4", "refuse.no_room_aboard", link(ship), unit=link(ship))
    return None


def embarking(state: KoreaState, seat: str) -> OneOf:
    """Marines that can go aboard."""
    shores = {h for ship in own(state, seat) for h in state.board.near.get(state.ships[ship].hex, ())}
    marines = [key for key in on_board(state, seat) if state.units[key].hex in shores]
    return pick("piece", marines, lambda key: why_not_embark(state, seat, key))


def transports(state: KoreaState, seat: str, key: int) -> OneOf:
    """Ships that can take them."""
    return pick("ship", state.ships, lambda ship: why_not_take(state, key, ship))


def embark(d: Draft[KoreaState], key: int, ship: int) -> None:
    """Go aboard a ship in a hex of the sea next to the coast."""
    place = d.now.ships[ship].hex
    d.edit("units", key, hex=place, moved=True)
    d.log("log.embarked", "NW-8.5.8.3", ref(key), link(ship), unit=ref(key), ship=link(ship))
