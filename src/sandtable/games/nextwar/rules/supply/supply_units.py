"""Rule 19.4: depots and mobile supply units, bought, founded and turned into one another in the supply phase."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.nextwar.model import TO_PLACE, UNUSED, KoreaState, Unit
from sandtable.games.nextwar.rules.supply import tracing
from sandtable.games.nextwar.rules.terms.stacks import holders, on_board, there
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Refusal, derived, pick, refuse

CHART = "advanced/supply"
MSU, FLIP, DEPOT = "msu", "msu_to_depot", "depot"
DAMAGED = 2
"""The strike marker under which a supply unit can be turned into nothing."""


# rule: NW-19.3.a
def cost(work: str) -> int:
    """Supply points for a new unit, or for turning one over."""
    return int(chart(CHART)["costs"][work])


# rule: NW-19.3.a
def why_not_pay(state: KoreaState, seat: str, points: int) -> Refusal | None:
    """Why a side cannot spend supply points: it has not got them."""
    have = state.accounts[seat].supply
    return refuse("NW-19.3.a", "refuse.no_supply", have=have) if have < points else None


def pay(d: Draft[KoreaState], side: str, points: int) -> None:
    """Spend supply points, or get some where they are negative."""
    d.edit("accounts", side, supply=d.now.accounts[side].supply - points)


# rule: NW-19.4.g
def spare(state: KoreaState, side: str) -> tuple[int, ...]:
    """Counters of supply units that a side can still bring into play."""
    return tuple(key for key in _counters(state, side) if not (key in state.units and _is_used(state.units[key])))


@derived()
def _counters(state: KoreaState, side: str) -> tuple[int, ...]:
    """The counters of supply units that a side has: they never change."""
    counters = state.board.units.items()
    return tuple(key for key, counter in counters if counter.is_supply and counter.side == side)


def _is_used(unit: Unit) -> bool:
    return bool(unit.hex) or unit.box == TO_PLACE


def why_no_counter(state: KoreaState, seat: str) -> Refusal | None:
    """Why a side can bring in no supply unit: all its counters are on the board."""
    return None if spare(state, seat) else refuse("NW-19.4.g", "refuse.no_supply_counter")


def is_damaged(state: KoreaState, key: int) -> bool:
    """Whether a supply unit is hit so hard that nothing can be made of it."""
    return state.units[key].strike >= DAMAGED


def _appear(d: Draft[KoreaState], side: str, place: int, mobile: bool, strike: int = 0) -> int:
    """Bring in a counter."""
    key = spare(d.now, side)[0]
    d.put("units", key, Unit(hex=place, steps=1, mobile=mobile, strike=strike))
    return key


# -- mobile supply units -----------------------------------------------------------------------------------------------


def why_not_buy(state: KoreaState, seat: str, place: int) -> Refusal | None:
    """Why no mobile supply unit can be bought in a place: it appears at a depot or in a friendly urban hex."""
    if (no := why_not_pay(state, seat, cost(MSU)) or why_no_counter(state, seat)) is not None:
        return no
    # rule: NW-19.4.b
    depots = [k for k in there(state, place) if k in tracing.supply_units(state, seat, False)]
    if place in tracing.urban_sources(state, seat) and holders(state).get(place, seat) == seat:
        return None
    if not depots:
        return refuse("NW-19.4.b", "refuse.no_depot", at(place), place=at(place))
    # rule: NW-27.3.2.c
    if all(is_damaged(state, key) for key in depots):
        return refuse("NW-27.3.2.c", "refuse.supply_damaged", ref(depots[0]), unit=ref(depots[0]))
    return None


def markets(state: KoreaState, seat: str) -> OneOf:
    """Where a mobile supply unit can be bought."""
    depots = (state.units[key].hex for key in tracing.supply_units(state, seat, False))
    places = sorted({*depots, *tracing.urban_sources(state, seat)})
    return pick("place", places, lambda place: why_not_buy(state, seat, place))


# rule: NW-19.4.b
def buy(d: Draft[KoreaState], place: int) -> None:
    """Buy a mobile supply unit."""
    pay(d, d.seat, cost(MSU))
    key = _appear(d, d.seat, place, mobile=True)
    d.log("log.msu_bought", "NW-19.4.b", ref(key), at(place), unit=ref(key), place=at(place))


def why_not_split(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a depot cannot be turned into two mobile supply units."""
    if key not in tracing.supply_units(state, seat, False):
        return refuse("NW-19.4.c", "refuse.no_depot_of_yours", ref(key), unit=ref(key))
    # rule: NW-27.3.2.c
    if is_damaged(state, key):
        return refuse("NW-27.3.2.c", "refuse.supply_damaged", ref(key), unit=ref(key))
    return why_no_counter(state, seat)


# rule: NW-19.4.c, NW-27.3.1.e
def split(d: Draft[KoreaState], key: int) -> None:
    """Turn a depot into two mobile supply units at no cost; a light hit stays with them."""
    unit = d.now.units[key]
    d.edit("units", key, mobile=True)
    _appear(d, d.seat, unit.hex, mobile=True, strike=unit.strike)
    d.log("log.depot_split", "NW-19.4.c", ref(key), at(unit.hex), unit=ref(key), place=at(unit.hex))


# -- depots ------------------------------------------------------------------------------------------------------------


def why_not_settle(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a mobile supply unit cannot become a depot where it stands."""
    if key not in tracing.supply_units(state, seat, True):
        return refuse("NW-19.4.d", "refuse.no_msu_of_yours", ref(key), unit=ref(key))
    # rule: NW-27.3.2.d
    if is_damaged(state, key):
        return refuse("NW-27.3.2.d", "refuse.supply_damaged", ref(key), unit=ref(key))
    # rule: NW-19.4.d
    if state.units[key].hex not in tracing.primary_places(state, seat):
        return refuse("NW-19.4.d", "refuse.hex_unsupplied", ref(key), unit=ref(key), place=at(state.units[key].hex))
    return why_not_pay(state, seat, cost(FLIP))


# rule: NW-19.4.d, NW-27.3.1.e
def settle(d: Draft[KoreaState], key: int) -> None:
    """Turn a mobile supply unit into a depot; a light hit stays with it."""
    pay(d, d.seat, cost(FLIP))
    d.edit("units", key, mobile=False)
    place = at(d.now.units[key].hex)
    d.log("log.depot_settled", "NW-19.4.d", ref(key), place, unit=ref(key), place=place)


def why_not_found(state: KoreaState, seat: str, place: int) -> Refusal | None:
    """Why no new depot can be founded in a hex."""
    return why_no_depot(state, seat) or why_not_site(state, seat, place)


def why_no_depot(state: KoreaState, seat: str) -> Refusal | None:
    """Why a side can found no depot anywhere: it has no points or no counter."""
    return why_not_pay(state, seat, cost(DEPOT)) or why_no_counter(state, seat)


def why_not_site(state: KoreaState, seat: str, place: int) -> Refusal | None:
    """Why a hex is no place for a new depot."""
    # rule: NW-19.4.f
    ground = state.board.ground[place]
    primary = tracing.primary_places(state, seat)
    if place not in primary or place in tracing.closed(state, seat) or not ground.is_land:
        return refuse("NW-19.4.f", "refuse.hex_unsupplied", at(place), place=at(place))
    return None


def sites(state: KoreaState, seat: str) -> OneOf:
    """Where a new depot can be founded."""
    places = sorted(tracing.primary_places(state, seat))
    nowhere = why_no_depot(state, seat)
    return pick("place", places, lambda place: nowhere or why_not_site(state, seat, place))


# rule: NW-19.4.f
def found(d: Draft[KoreaState], place: int) -> None:
    """Found a depot."""
    pay(d, d.seat, cost(DEPOT))
    key = _appear(d, d.seat, place, mobile=False)
    d.log("log.depot_founded", "NW-19.4.f", ref(key), at(place), unit=ref(key), place=at(place))


def _of(mobile: bool, why_not: Callable[[KoreaState, str, int], Refusal | None]) -> Callable[[KoreaState, str], OneOf]:
    def choice(state: KoreaState, seat: str) -> OneOf:
        keys = tracing.supply_units(state, seat, mobile)
        return pick("piece", keys, lambda key: why_not(state, seat, key))

    return choice


splittable = _of(False, why_not_split)
"""Depots that can be turned into mobile supply units."""
settleable = _of(True, why_not_settle)
"""Mobile supply units that can become depots."""


# rule: NWS-ADV-2.3, NW-19.4.h
def supplier(state: KoreaState, side: str) -> tuple[str, ...]:
    """The side, while there is anything that it could do."""
    choices = (splittable, markets, settleable, sites)
    return (side,) if any(choice(state, side).is_possible() for choice in choices) else ()


# -- back into points --------------------------------------------------------------------------------------------------


def why_not_cash(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a supply unit cannot be turned into points."""
    if state.board.units[key].side != seat or not state.board.units[key].is_supply or key not in on_board(state, seat):
        return refuse("NW-19.6.c", "refuse.no_supply_unit", ref(key), unit=ref(key))
    # rule: NW-19.6.f, NW-27.3.2.c, NW-27.3.2.d
    if is_damaged(state, key):
        return refuse("NW-19.6.f", "refuse.supply_damaged", ref(key), unit=ref(key))
    return None


def cashable(state: KoreaState, seat: str) -> OneOf:
    """Supply units that can be turned into points."""
    keys = [key for key in on_board(state, seat) if state.board.units[key].is_supply]
    return pick("piece", keys, lambda key: why_not_cash(state, seat, key))


# rule: NW-19.6.c, NW-19.3.b
def cash(d: Draft[KoreaState], key: int) -> None:
    """Turn a supply unit into points."""
    worth = int(chart(CHART)["worth"][MSU if d.now.units[key].mobile else DEPOT])
    d.put("units", key, Unit(box=UNUSED))
    pay(d, d.seat, -worth)
    d.log("log.supply_cashed", "NW-19.6.c", ref(key), unit=ref(key), points=worth)
