"""Rule 25.1: flights with troops in the advanced game: who sees them, who attacks them, and who gets there."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.nextwar.model import (
    CONTESTED,
    HOME,
    IN_THE_AIR,
    READY,
    KoreaState,
    Mission,
    Run,
    Transport,
    Units,
    Wing,
    enemy,
)
from sandtable.games.nextwar.rules.air_defences import detecting, guns, interception, network
from sandtable.games.nextwar.rules.air_points import points
from sandtable.games.nextwar.rules.air_points.points import airmobile_left
from sandtable.games.nextwar.rules.air_war import display
from sandtable.games.nextwar.rules.movement import air_transport, airmobile, carrying, paradrops, stacking
from sandtable.games.nextwar.rules.strikes.attacks import next_aircraft
from sandtable.games.nextwar.rules.strikes.missions import why_not_escort, why_not_weasel
from sandtable.games.nextwar.rules.strikes.targets import TRANSPORT
from sandtable.games.nextwar.rules.terms.stacks import holders, there
from sandtable.games.nextwar.rules.terms.units import DIE, at, ref
from sandtable.games.nextwar.scenario.files import chart, table
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Refusal, SomeOf, Sum, pick_some, refuse

FLIGHT, DROP = BY_PLANE = detecting.PLANES
AIRMOBILE, LIFT = detecting.AIRMOBILE, "lift"
NEAR = 2
MOST_COMPANY = 2
IMMUNE, LOCAL, RADAR, EARLY_ONLY = "", detecting.LOCAL, "radar", "early_only"
"""Who looks for a flight: nobody, the troops near it, the radar with missiles and guns, or the radar alone."""


# -- who looks for it ------------------------------------------------------------------------------------------------


def is_near_enemy(state: KoreaState, side: str, place: int) -> bool:
    """Whether enemy units stand within two hexes of a place."""
    held, foe = holders(state), enemy(side)
    return is_hex(place) and any(held.get(h) == foe for h in state.board.map.within(place, NEAR))


def is_abroad(state: KoreaState, side: str, place: int) -> bool:
    """Whether a place lies in the enemy's country."""
    return state.board.ground[place].country == HOME[enemy(side)]


# rule: NW-25.1.b, NW-25.1.c, NW-25.1.e
def exposure(state: KoreaState, side: str, way: str, start: int, to: int) -> str:
    """Who looks for a flight from place to place."""
    ends = (start, to)
    if way in BY_PLANE and any(is_abroad(state, side, place) for place in ends):
        return RADAR
    if any(is_near_enemy(state, side, place) or is_abroad(state, side, place) for place in ends):
        return LOCAL
    # rule: NW-25.1.d
    led = state.air_side == enemy(side) and state.air_level != CONTESTED
    return EARLY_ONLY if led and way in BY_PLANE else IMMUNE


# -- who goes along --------------------------------------------------------------------------------------------------


# rule: NW-25.1.g
def why_not_along(state: KoreaState, seat: str, way: str, to: int, key: int) -> Refusal | None:
    """Why a unit cannot fly along with others of its hex."""
    ask = {FLIGHT: air_transport.why_not_fly, DROP: paradrops.why_not_drop}.get(way, airmobile.why_not_fly)
    return ask(state, seat, key) or carrying.why_not_land(state, key, to)


# rule: NW-25.1.g
def why_too_many(state: KoreaState, seat: str, way: str, keys: Units) -> Refusal | None:
    """Why so many units cannot be carried at once."""
    units = state.board.units
    if way == AIRMOBILE:
        fits = sum(airmobile.price(state, key) for key in keys) <= airmobile_left(state, seat)
        return None if fits else refuse("NW-8.5.4.2", "refuse.no_airmobile_points", ref(keys[0]), unit=ref(keys[0]))
    if way == DROP:
        most: int | None = chart("transport")["drop"][seat]
        fits = most is None or state.accounts[seat].dropped2 + stacking.stack2(state, keys) <= most
        return None if fits else refuse("NWK-5.3", "refuse.no_transport_left", ref(keys[0]), unit=ref(keys[0]))
    for nation in {units[key].nation for key in keys}:
        own = tuple(key for key in keys if air_transport.fleet(units[key].nation) == air_transport.fleet(nation))
        if stacking.stack2(state, own) > air_transport.left2(state, nation):
            return refuse("NWK-5.2", "refuse.no_transport_left", ref(keys[0]), unit=ref(keys[0]))
    return None


def along(state: KoreaState, seat: str, way: str, key: int, to: int) -> SomeOf | None:
    """Units of the same hex that fly along in the same mission."""
    if not state.board.flies_units:
        return None
    others = [one for one in there(state, state.units[key].hex) if one != key]

    def why_not(one: int) -> Refusal | None:
        return why_not_along(state, seat, way, to, one) or why_too_many(state, seat, way, (key, one))

    if all(why_not(one) is not None for one in others):
        return None

    def check(keys: Units) -> Refusal | None:
        no = why_too_many(state, seat, way, (key, *keys))
        if no is not None or way != AIRMOBILE:
            return no
        # rule: NW-8.2.2.e
        return airmobile.why_not_to(state, key, to, airmobile.reach(state, key, tuple(keys)))

    return pick_some("piece", others, why_not, check=check, default=())


# rule: NW-25.1.a
def escorts(state: KoreaState, seat: str, way: str, start: int, to: int) -> SomeOf | None:
    """Air units of the air superiority box that protect a flight, where anybody could attack it."""
    if not _needs_company(state, seat, way, start, to):
        return None
    able = display.wing(state, seat, IN_THE_AIR)
    if all(why_not_escort(state, seat, to, key) is not None for key in able):
        return None
    return display.pick_wing(
        state,
        able,
        lambda key: why_not_escort(state, seat, to, key),
        most=MOST_COMPANY,
        rule="NW-25.1.a",
        default=(),
    )


# rule: NW-25.1.a
def weasels(state: KoreaState, seat: str, way: str, start: int, to: int, taken: Wing) -> SomeOf | None:
    """Wild Weasels that suppress the air defences; with the escorts two at most."""
    if not _needs_company(state, seat, way, start, to) or len(taken) >= MOST_COMPANY:
        return None
    able = display.wing(state, seat, READY)
    if all(why_not_weasel(state, seat, to, key) is not None for key in able):
        return None
    return display.pick_wing(
        state,
        able,
        lambda key: why_not_weasel(state, seat, to, key),
        most=MOST_COMPANY - len(taken),
        rule="NW-25.1.a",
        default=(),
    )


def _needs_company(state: KoreaState, seat: str, way: str, start: int, to: int) -> bool:
    return state.board.flies_units and exposure(state, seat, way, start, to) != IMMUNE


# -- the flight ------------------------------------------------------------------------------------------------------


# rule: NW-25.1.a, NW-25.1.g
def begin(
    d: Draft[KoreaState], way: str, keys: Units, to: int, protectors: Wing, suppressors: Wing, ship: int = 0
) -> None:
    """Units take off together as one mission, with what goes along."""
    side, start = d.seat, d.now.units[keys[0]].hex
    # rule: NWT-ADVAD.transport
    paid = tuple(-key for key in keys if way == AIRMOBILE and airmobile.price(d.now, key))
    for key in keys:
        _pay(d, way, key, ship)
    flight = Mission(
        side,
        TRANSPORT,
        to,
        ship,
        strikers=tuple(-key for key in keys),
        escorts=protectors,
        weasels=suppressors,
        way=way,
        start=start,
        exposure=exposure(d.now, side, way, start, to),
        paid=paid,
    )
    number = max(d.now.missions, default=0) + 1
    d.put("missions", number, flight)
    d.call("transport", Transport(number))


def _pay(d: Draft[KoreaState], way: str, key: int, ship: int) -> None:
    """A unit uses up the room or the points that carry it, and its own movement."""
    match way:
        case "flight":
            air_transport.pay(d, key)
            d.edit("units", key, moved=True)
        case "drop":
            paradrops.pay(d, key)
        case "airmobile":
            airmobile.pay(d, key)
        case _:
            airmobile.pay_lift(d, ship, key)


def flight(state: KoreaState) -> Mission:
    """The flight at hand."""
    return state.missions[state.subject(Transport).mission]


# rule: NW-25.1.b, NW-25.1.c, NW-25.1.d
def look(d: Draft[KoreaState]) -> None:
    """One roll decides whether the mission is seen, where anybody looks for it."""
    if flight(d.now).exposure != IMMUNE:
        detecting.detect(d, d.now.subject(Transport).mission)


# rule: NW-25.1.c, NW-25.1.d
def interceptor(state: KoreaState) -> tuple[str, ...]:
    """The enemy, where he saw the flight early and has fighters left."""
    return interception.interceptor(state, enemy(flight(state).side), weasels=False)


def fight(d: Draft[KoreaState]) -> None:
    """Interceptors meet the flight."""
    if flight(d.now).interceptors:
        interception.fight(d, d.now.subject(Transport).mission)


# rule: NW-25.1.d, NW-25.1.f
def is_fired_at(state: KoreaState) -> bool:
    """Whether missiles and guns may fire at the flight at all: not far behind one's own lines."""
    return flight(state).exposure in (LOCAL, RADAR)


# rule: NW-25.1.g, NW-25.1.d
def next_under_fire(state: KoreaState) -> int | None:
    """The next unit, or aircraft that suppresses, that has to brave the fire."""
    return next_aircraft(state, state.subject(Transport).mission) if is_fired_at(state) else None


def begin_run(d: Draft[KoreaState]) -> None:
    """One of them comes under fire."""
    if (aircraft := next_under_fire(d.now)) is not None:
        d.call("attack_run", Run(mission=d.now.subject(Transport).mission, aircraft=aircraft))


def goes_on(state: KoreaState) -> bool:
    """Whether somebody has still to brave the fire."""
    return next_under_fire(state) is not None


# rule: NW-25.1.a
def land(d: Draft[KoreaState]) -> None:
    """Whoever got through comes down; the others are where they were."""
    number, found = d.now.subject(Transport).mission, flight(d.now)
    for cargo in found.strikers:
        _set_down(d, found, -cargo)
    # rule: NW-25.1.f
    if found.exposure == LOCAL and not detecting.is_seen(found):
        for cargo in found.strikers:
            if cargo in found.paid:
                _fire_late(d, found)
    for key in (*found.escorts, *found.weasels):
        display.land(d, key)
    d.drop("missions", number)


def _set_down(d: Draft[KoreaState], found: Mission, key: int) -> None:
    match found.way:
        case "flight":
            air_transport.set_down(d, key, found.place)
        case "drop":
            paradrops.jump(d, key, found.place)
        case "airmobile":
            airmobile.set_down(d, key, found.place)
        case _:
            airmobile.set_down_from(d, found.unit, key, found.place)


# rule: NW-25.1.f
def _fire_late(d: Draft[KoreaState], found: Mission) -> None:
    """Guns fire at helicopters that nobody saw come: only the best result counts, and only against their point.

    As against strikes that nobody saw they fire on the column of their track in their own country, else as troops do.
    """
    abroad = is_abroad(d.now, found.side, found.place)
    where = guns.column(d.now, replace(found, exposure=RADAR if abroad else LOCAL), network.AAA)
    if not where:
        return
    total = Sum.of(guns.aaa_modifiers(d.now, found, found.strikers[0]))
    roll = d.draw("roll.aaa", DIE)
    result = table(guns.CHART).look(roll.faces[0] + total.total, where).value or "-"
    d.log(
        "log.aaa_late",
        "NW-25.1.f",
        at(found.place),
        rolls=[roll],
        modifiers=total,
        by=enemy(found.side),
        column=where,
        result=result,
    )
    if result == guns.HIT:
        points.lose_airmobile(d, found.side, "NW-25.1.f", in_use=True)
