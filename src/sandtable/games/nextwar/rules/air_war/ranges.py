"""Korea, 11: where air units may fly from their bases, who flies together, and who may change base."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.nextwar.model import (
    COMMONWEALTH,
    DPRK,
    EAST_SEA,
    FLOWN,
    HOME,
    JAPAN,
    PRC,
    ROK,
    US,
    YELLOW_SEA,
    KoreaState,
    Wing,
)
from sandtable.games.nextwar.rules.air_war.display import is_ready, link, side_of
from sandtable.games.nextwar.rules.korean_terrain import busan
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX, ZONE_BOXES, is_hex
from sandtable.kernel import Draft, OneOf, Refusal, derived, pick, refuse

SHORT, MEDIUM, LONG = "S", "M", "L"
DEEP = 5
"""Hexes that a unit of limited range may fly into the enemy's country."""
FIGHT, ESCORT, STRIKE = "fight", "escort", "strike"
"""Missions: for the air, at the side of others, against the ground."""
INSHORE, AT_SEA = "inshore", "at_sea"
CARRIERS = (YELLOW_SEA, EAST_SEA)
OFFSHORE = (*(at_sea for at_sea, _ in ZONE_BOXES.values()), JAPAN_BOX)
"""Where a carrier lies no nearer to the coast than At Sea."""
COUNTRIES = frozenset(HOME.values())
NETWORK = 0
"""The place of what has none: tracks of the air defences, and the bases of the air war."""


def station(state: KoreaState, key: int) -> str:
    """Where a unit flies from: its country, or how near to the coast its carrier lies."""
    unit = state.aircraft[key]
    if unit.base not in CARRIERS:
        return unit.base
    # rule: NW-22.5.2
    own = state.ships[unit.ship].hex if unit.ship in state.ships else 0
    return carrier_station([own] if own else carriers(state, unit.base, side_of(state, key)))


# rule: NW-22.5.2
def carrier_station(places: list[int]) -> str:
    """Inshore if the carrier, or one of several, lies there or in a hex; At Sea, or beyond it, limits its wing.

    Without ships in play carriers lie inshore.
    """
    return AT_SEA if places and all(place in OFFSHORE for place in places) else INSHORE


def carriers(state: KoreaState, zone: str, side: str) -> list[int]:
    """Where the carriers of a side lie in a sea zone."""
    ships, ground = state.board.ships, state.board.ground
    places = [s.hex for key, s in state.ships.items() if ships[key].side == side and ships[key].kind == "carrier"]
    return [place for place in places if place and (place in ZONE_BOXES[zone] or ground[place].zone == zone)]


# rule: NW-22.7.d
def follow(d: Draft[KoreaState], ship: int) -> None:
    """The wing of a carrier uses the boxes of the sea zone in which the carrier is."""
    zone = d.now.board.ground[d.now.ships[ship].hex].zone
    for key, row in d.now.aircraft.items():
        if row.ship == ship:
            d.edit("aircraft", key, base=zone)


# rule: NW-22.6, NW-16.2.5, NW-22.10.1.c
def why_not_fly(state: KoreaState, key: int, mission: str, place: int = NETWORK) -> Refusal | None:
    """Why a unit cannot get to where a mission takes it."""
    rule = limit(state, key, mission, place)
    return refuse(rule, "refuse.air_range", link(key), unit=link(key)) if rule else None


def limit(state: KoreaState, key: int, mission: str, place: int) -> str:
    """The paragraph that keeps a unit from flying a mission to a place; nothing where it may."""
    counter, where = state.board.aircraft[key], station(state, key)
    # rule: NWK-11.2.2.e
    if counter.range == LONG or (counter.range == MEDIUM and where in (DPRK, ROK)):
        return ""
    # rule: NWK-11.2.1.d, NWK-11.2.2.c
    if where == INSHORE:
        return ""
    own = HOME[counter.side]
    abroad = place == NETWORK or state.board.ground[place].country != own
    if counter.range == SHORT:
        # rule: NWK-11.2.1.e
        if where == AT_SEA:
            return "NWK-11.2.1.e"
        # rule: NWK-11.2.1.a, NWK-11.2.1.c, NWK-11.2.1
        if where in (JAPAN, PRC):
            rule = "NWK-11.2.1.a" if where == JAPAN else "NWK-11.2.1.c"
            return "" if mission == STRIKE and not abroad else rule
        # rule: NWK-11.2.1.b
        return "" if mission == FIGHT or not abroad or is_near(state, place, "border") else "NWK-11.2.1.b"
    # rule: NWK-11.2.2, NWK-11.2.2.b
    if where == PRC:
        return "" if mission == FIGHT or not abroad or is_near(state, place, "border") else "NWK-11.2.2.b"
    rule, edge = ("NWK-11.2.2.a", "border") if where == JAPAN else ("NWK-11.2.2.d", "coast")
    # rule: NWK-11.2.2, NWK-11.2.2.a, NWK-11.2.2.d
    if mission == FIGHT:
        return rule
    return "" if not abroad or is_near(state, place, edge) else rule


# rule: NWK-11.2.4
def is_near(state: KoreaState, place: int, edge: str) -> bool:
    """Whether a place lies at most five hexes inside its country, from the border or from the coast.

    Tracks and the bases of the air war have no place, so nothing says that they are further away.
    """
    if place == NETWORK:
        return True
    if not is_hex(place):
        return edge == "coast"
    return place in _deep(state, edge)


def setting(state: KoreaState, place: int) -> tuple[object, ...]:
    """All of a place that says who gets there: units fly to one such place as well as to another."""
    return state.board.ground[place].country, is_near(state, place, "border"), is_near(state, place, "coast")


@derived()
def _deep(state: KoreaState, edge: str) -> frozenset[int]:
    """The hexes so near to the border or the coast of their country: they never change."""
    board = state.board
    found: set[int] = set()
    for h in board.grid.hexes:
        ground = board.ground[h]
        if h in board.map.frontier if edge == "border" else ground.coastal:
            around = board.map.within(h, DEEP)
            found.update(n for n in around if board.ground[n].country == ground.country)
    return frozenset(found)


# rule: NWK-11.2.3
def is_open_to(state: KoreaState, place: int) -> bool:
    """Whether missions can be flown to a place: never to China or Japan."""
    return state.board.ground[place].country in COUNTRIES


# rule: NWK-11.3.a, NWK-11.3.b
def why_not_together(state: KoreaState, keys: Wing, more: Callable[[], Wing] = tuple) -> Refusal | None:
    """Why air units cannot fly one mission against the ground together, whoever of ``more`` comes along yet."""
    if not keys:
        return None
    counters, bases = state.board.aircraft, {state.aircraft[key].base for key in keys}
    nations = {counters[key].nation for key in keys}
    if counters[keys[0]].side == DPRK:
        return refuse("NWK-11.3.a", "refuse.air_bases_differ", *map(link, keys)) if len(bases) > 1 else None
    if len(nations) == 1:
        return None
    led = nations <= {US, ROK, COMMONWEALTH} and (US in nations or any(counters[key].nation == US for key in more()))
    return None if led else refuse("NWK-11.3.b", "refuse.air_nations", *map(link, keys))


# -- changing base ---------------------------------------------------------------------------------------------------


# rule: NWK-11.4, NW-22.3
def bases_of(state: KoreaState, key: int) -> tuple[str, ...]:
    """The bases that a unit may use: its own country's, and of some those of their allies."""
    counter = state.board.aircraft[key]
    match counter.service:
        case "prc":
            return (PRC, DPRK)
        case "usn":
            return CARRIERS
        case "usmc":
            return (JAPAN, ROK, *CARRIERS)
        case "us" | "cw":
            return (JAPAN, ROK)
        case _:
            return (counter.nation,)


# rule: NWK-11.5
def why_not_rebase(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit may not change base."""
    if side_of(state, key) != seat:
        return refuse("NWK-11.5", "refuse.not_yours", link(key), unit=link(key))
    if state.board.aircraft[key].service == "usn" or not _others(state, key):
        no = refuse("NWK-11.5", "refuse.air_no_rebase", link(key), unit=link(key))
        return busan.why_full(state, key, ROK) or no
    if not is_ready(state, key):
        return refuse("NWS-ADV-14.02", "refuse.air_not_ready", link(key), unit=link(key))
    return None


def _others(state: KoreaState, key: int) -> tuple[str, ...]:
    """Bases that a unit can go to: those of carriers only where one lies."""
    side = side_of(state, key)
    return tuple(
        base
        for base in bases_of(state, key)
        if base != state.aircraft[key].base
        and (base not in CARRIERS or carriers(state, base, side))
        # rule: NWK-2.5.2.e
        and busan.why_full(state, key, base) is None
    )


def rebase_units(state: KoreaState, seat: str) -> OneOf:
    """Units that may change base."""
    return pick("air", state.aircraft, lambda key: why_not_rebase(state, seat, key))


def rebase_places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where a unit may go."""

    def why_not(base: str) -> Refusal | None:
        # rule: NWK-2.5.2.e, NWK-11.4
        no = refuse("NWK-11.4", "refuse.air_no_base", link(key), unit=link(key))
        return busan.why_full(state, key, base) or no

    return OneOf("base", _others(state, key), why=why_not)


# rule: NWS-ADV-14.02, NW-25.2
def rebase(d: Draft[KoreaState], key: int, base: str) -> None:
    """A Ready unit goes to the Flown box of another base."""
    d.edit("aircraft", key, base=base, box=FLOWN)
    d.log("log.air_rebased", "NWS-ADV-14.02", link(key), unit=link(key), base=base)


def rebaser(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while one of its units may change base."""
    return (side,) if rebase_units(state, side).is_possible() else ()
