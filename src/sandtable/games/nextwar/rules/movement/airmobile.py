"""Rules 8.5.4 and 8.5.5: airmobile movement, and the helicopters of amphibious ships."""

from __future__ import annotations

from sandtable.games.nextwar.model import STACK, STEP_MP, KoreaState, enemy
from sandtable.games.nextwar.rules.air_points import air_defence
from sandtable.games.nextwar.rules.air_points.points import airmobile_left
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.movement import carrying, landings, naval
from sandtable.games.nextwar.rules.movement.control import controller, is_home
from sandtable.games.nextwar.rules.movement.distances import BEYOND, distance
from sandtable.games.nextwar.rules.movement.naval import link
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.sea.waters import is_sea_hex
from sandtable.games.nextwar.rules.supply import status
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, there
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import BUSAN, HAMHUNG, HIGH, MOUNTAIN, is_hex
from sandtable.kernel import Draft, Modifier, Number, OneOf, Refusal, Unasked, pick, refuse

RANGE, SHIP_RANGE = 24, 12
ZONE: int = chart("terrain")["enemy_zoc"] // STEP_MP
"""What it costs in flight to take off or land alone in an enemy zone."""


# rule: NW-8.5.4.2, NW-8.5.4.1.b
def price(state: KoreaState, key: int) -> int:
    """Airmobile points that a unit needs: one for each stack point, none if it has helicopters of its own."""
    # rule: NW-13.1.4.b, NW-19.5.c
    if state.board.units[key].is_airmobile and not status.lacks_supply(state, key):
        return 0
    return -(-face(state, key).stack2 // STACK)


# rule: NW-8.5.4.a, NW-13.2, NW-8.2.2.e
def reach(state: KoreaState, key: int, company: tuple[int, ...] = ()) -> int:
    """How far a unit can fly: with points of a base, as the option asks, less the way from the nearest whole one to it.

    A point goes for an enemy zone in which nobody stays but those who fly along.
    """
    side, here = state.board.units[key].side, state.units[key].hex
    is_left = all(one == key or one in company for one in there(state, here))
    most = RANGE - (ZONE if is_left and here in zoc(state, enemy(side)) else 0)
    if not state.board.settings.airmobile_bases or not price(state, key):
        return most
    held = holders(state)
    own = (b for b in state.board.map.airfields if controller(state, b) == side and held.get(b, side) == side)
    bases = (b for b in own if installations.serves_transport(state, b))
    return most - min((distance(state, base, here) for base in bases), default=BEYOND)


# rule: NW-8.5.4.1.a, NW-8.5.4.4.a
def why_not_fly(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot move airmobile."""
    unit, counter = state.units[key], state.board.units[key]
    if (no := carrying.why_not_carried(state, seat, key)) is not None:
        return no
    if not counter.is_light:
        return refuse("NW-8.5.4.1.a", "refuse.not_airmobile", ref(key), unit=ref(key))
    if not state.board.ground[unit.hex].is_land:
        return refuse("NW-8.5.5", "refuse.not_on_land", ref(key), unit=ref(key))
    if (no := carrying.why_no_base(state, unit.hex)) is not None:
        return no
    # rule: NW-8.5.4.2
    if price(state, key) > airmobile_left(state, seat):
        # rule: NW-13.1.4.b, NW-19.5.c
        if counter.is_airmobile:
            rule = "NW-19.5.c" if state.board.is_advanced else "NW-13.1.4.b"
            return refuse(rule, "refuse.unsupplied", ref(key), unit=ref(key))
        return refuse("NW-8.5.4.2", "refuse.no_airmobile_points", ref(key), unit=ref(key))
    return None


def flyers(state: KoreaState, seat: str) -> OneOf:
    """Units that can move airmobile."""
    units, rows = state.board.units, state.units
    light = [key for key in on_board(state, seat) if units[key].is_light and not rows[key].moved]

    def why_not(key: int) -> Refusal | None:
        if (no := why_not_fly(state, seat, key)) is not None:
            return no
        most = reach(state, key)
        likely = state.board.near.get(state.units[key].hex, ())
        if all(why_not_to(state, key, place, most) is not None for place in (*likely, *_places(state))):
            return refuse("NW-8.5.4.4.1", "refuse.stuck", ref(key), unit=ref(key))
        return None

    return pick("piece", light, why_not)


# rule: NW-8.5.4.4.1
def why_no_landing(state: KoreaState, key: int, place: int) -> Refusal | None:
    """Why helicopters cannot set a unit down in a hex."""
    korea, side = state.board, state.board.units[key].side
    ground = korea.ground[place]
    no = refuse("NW-8.5.4.4.1", "refuse.no_landing", ref(key), at(place), unit=ref(key), place=at(place))
    high = korea.terrain(place) in (MOUNTAIN, *HIGH)
    if high and not any(korea.border(place, h).road for h in korea.near.get(place, ())):
        return no
    if ground.is_hard and controller(state, place) != side:
        return no
    return carrying.why_not_land(state, key, place)


# rule: NW-8.5.4.a
def why_not_to(state: KoreaState, key: int, place: int, most: int) -> Refusal | None:
    """Why a unit cannot fly to a hex, so many hexes away at most, one less if it lands alone in an enemy zone."""
    start, foe = state.units[key].hex, enemy(state.board.units[key].side)
    way = distance(state, start, place)
    # rule: NW-8.2.2.d
    if way == most and place in zoc(state, foe) and place not in holders(state):
        return refuse("NW-8.2.2.d", "refuse.zone_too_far", ref(key), at(place), unit=ref(key), place=at(place))
    if place == start or way > most:
        return refuse("NW-8.5.4.a", "refuse.beyond_range", ref(key), at(place), unit=ref(key), place=at(place))
    return carrying.why_no_base(state, place) or why_no_landing(state, key, place)


def landing_places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Hexes where a unit can land."""
    most = reach(state, key)
    return pick("place", _places(state), lambda place: why_not_to(state, key, place, most))


# rule: NWK-5.5.1.e
def _places(state: KoreaState) -> tuple[int, ...]:
    """All hexes, and the boxes at the end of a line."""
    return (*state.board.grid.hexes, BUSAN, HAMHUNG)


def escorts(state: KoreaState, seat: str, key: int, to: int) -> Number | Unasked:
    """Air points that may escort the flight."""
    return carrying.escorts(state, seat, state.units[key].hex, to)


# rule: NW-8.5.4.4.a
def fly(d: Draft[KoreaState], key: int, to: int, points: int) -> None:
    """Fly a unit to its landing hex."""
    start, side, cost = d.now.units[key].hex, d.now.board.units[key].side, price(d.now, key)
    pay(d, key)
    more = air_defence.escort(d, side, points)
    if _under_fire(d, key, start, to, more, cost):
        set_down(d, key, to)


# rule: NW-8.5.4.2
def pay(d: Draft[KoreaState], key: int) -> None:
    """A unit uses the airmobile points that carry it."""
    side, cost = d.now.board.units[key].side, price(d.now, key)
    if cost:
        d.edit("accounts", side, airmobile_used=d.now.accounts[side].airmobile_used + cost)
    d.edit("units", key, moved=True)


def set_down(d: Draft[KoreaState], key: int, to: int) -> None:
    """Helicopters set a unit down."""
    start = d.now.units[key].hex
    d.log("log.airmobile", "NW-8.5.4.a", ref(key), at(start), at(to), unit=ref(key), start=at(start), place=at(to))
    landings.come_down(d, key, to)


# rule: NW-8.5.4.4.c, NW-6.6.c, NWK-3.1.1.g
def _under_fire(d: Draft[KoreaState], key: int, start: int, to: int, more: tuple[Modifier, ...], points: int) -> bool:
    """Fire at the unit where it takes off among the enemy, and where it lands; true if it gets there."""
    side = d.now.board.units[key].side
    foe = enemy(side)
    rises_in_danger = is_home(d.now, start, foe) or start in zoc(d.now, foe)
    if rises_in_danger and not carrying.comes_through(d, key, start, more, points):
        return False
    if air_defence.is_immune(d.now, side, start, to):
        return True
    if is_hex(start) and is_hex(to) and air_defence.overflies(d.now, start, to, RANGE, foe):
        cost = chart("air_defence")["modifiers"]["overflight"]
        more = (*more, Modifier("NWT-ADF.drm", "modifier.overflight", cost))
    return carrying.comes_through(d, key, to, more, points)


# -- from ships ------------------------------------------------------------------------------------------------------


# rule: NW-8.5.5, NW-2.4.1, NW-8.5.5.c
def why_no_lift(state: KoreaState, seat: str, ship: int) -> Refusal | None:
    """Why the helicopters of a ship cannot lift anybody."""
    row, counter = state.ships[ship], state.board.ships[ship]
    if counter.side != seat or not counter.helicopters:
        return refuse("NW-2.4.1", "refuse.no_helicopters", link(ship), unit=link(ship))
    if not is_sea_hex(state, row.hex):
        return refuse("NW-8.5.5", "refuse.ship_not_at_sea", link(ship), unit=link(ship))
    if row.lifted:
        return refuse("NW-8.5.5.c", "refuse.lifted", link(ship), unit=link(ship))
    return None


def carriers(state: KoreaState, seat: str) -> OneOf:
    """Ships whose helicopters can lift somebody."""

    def why_not(ship: int) -> Refusal | None:
        no = why_no_lift(state, seat, ship)
        if no is None and not liftable(state, seat, ship).is_possible():
            return refuse("NW-8.5.5.a", "refuse.nobody_to_lift", link(ship), unit=link(ship))
        return no

    return pick("ship", naval.own(state, seat), why_not)


# rule: NW-8.5.5.a, NW-8.5.5.d
def why_not_lift(state: KoreaState, seat: str, ship: int, key: int) -> Refusal | None:
    """Why the helicopters of a ship cannot lift a unit: marines on foot, a step for each point, aboard or near it."""
    unit, counter = state.units[key], state.board.units[key]
    here = state.ships[ship].hex
    aboard = unit.hex == here
    if (no := _why_not_carried_from_sea(state, seat, key, aboard)) is not None:
        return no
    if not counter.is_marine or not counter.is_light or unit.steps > _points(state, ship):
        return refuse("NW-8.5.5.a", "refuse.not_liftable", ref(key), unit=ref(key))
    if not is_hex(unit.hex) or state.board.map.distance(here, unit.hex) > SHIP_RANGE:
        return refuse("NW-8.5.5.d", "refuse.beyond_range", ref(key), unit=ref(key), place=at(unit.hex))
    if (no := carrying.why_no_base(state, unit.hex)) is not None:
        return no
    if all(why_not_lift_to(state, ship, key, place) is not None for place in state.board.grid.hexes):
        return refuse("NW-8.5.5.b", "refuse.stuck", ref(key), unit=ref(key))
    return None


def _why_not_carried_from_sea(state: KoreaState, seat: str, key: int, aboard: bool) -> Refusal | None:
    """As for all who are carried, but marines aboard may have come with their ship in this segment."""
    unit = state.units[key]
    if aboard and unit.moved and not unit.landed and state.board.units[key].side == seat:
        return None
    return carrying.why_not_carried(state, seat, key)


# rule: NW-2.4.1
def _points(state: KoreaState, ship: int) -> int:
    return state.board.ships[ship].helicopters


def liftable(state: KoreaState, seat: str, ship: int) -> OneOf:
    """Marines that the helicopters of a ship can lift."""
    marines = [key for key in on_board(state, seat) if state.board.units[key].is_marine]
    return pick("piece", marines, lambda key: why_not_lift(state, seat, ship, key))


# rule: NW-8.5.5.b
def why_not_lift_to(state: KoreaState, ship: int, key: int, place: int) -> Refusal | None:
    """Why marines cannot be set down in a hex by the helicopters of a ship."""
    start = state.units[key].hex
    if place == start or state.board.map.distance(state.ships[ship].hex, place) > SHIP_RANGE:
        return refuse("NW-8.5.5.b", "refuse.beyond_range", ref(key), at(place), unit=ref(key), place=at(place))
    return carrying.why_no_base(state, place) or why_no_landing(state, key, place)


def lift_places(state: KoreaState, seat: str, ship: int, key: int) -> OneOf:
    """Hexes where they can be set down."""
    return pick("place", state.board.grid.hexes, lambda place: why_not_lift_to(state, ship, key, place))


def lift_escorts(state: KoreaState, seat: str, ship: int, key: int, to: int) -> Number | Unasked:
    """Air points that may escort the flight."""
    return carrying.escorts(state, seat, state.units[key].hex, to)


# rule: NW-8.5.5, NW-8.5.5.e
def lift(d: Draft[KoreaState], ship: int, key: int, to: int, points: int) -> None:
    """Lift marines with the helicopters of a ship, whose own points cannot be lost."""
    start = d.now.units[key].hex
    pay_lift(d, ship, key)
    more = air_defence.escort(d, d.now.board.units[key].side, points)
    if _under_fire(d, key, start, to, more, 0):
        set_down_from(d, ship, key, to)


# rule: NW-8.5.5.c
def pay_lift(d: Draft[KoreaState], ship: int, key: int) -> None:
    """A ship uses its helicopters for a unit."""
    d.edit("ships", ship, lifted=True)
    d.edit("units", key, moved=True)


def set_down_from(d: Draft[KoreaState], ship: int, key: int, to: int) -> None:
    """The helicopters of a ship set marines down."""
    d.log("log.lifted", "NW-8.5.5", link(ship), ref(key), at(to), ship=link(ship), unit=ref(key), place=at(to))
    d.edit("units", key, assault=False)
    landings.come_down(d, key, to)
