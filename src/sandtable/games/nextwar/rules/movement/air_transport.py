"""Rule 8.5.2: transport by air, from base to base."""

from __future__ import annotations

from sandtable.games.nextwar.model import ROK, US, KoreaState
from sandtable.games.nextwar.rules.air_points import air_defence
from sandtable.games.nextwar.rules.movement import carrying, carrying_out
from sandtable.games.nextwar.rules.movement.control import is_home
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.scenario.counters import FOOT, LIGHT
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, Modifier, Number, OneOf, Refusal, Unasked, pick, refuse

TOGETHER = "us_rok"


# rule: NW-8.5.2.1, NWK-5.2
def fleet(nation: str) -> str:
    """Whose transports carry units of a nation: the US and the ROK share theirs."""
    return TOGETHER if nation in (US, ROK) else nation


def left2(state: KoreaState, nation: str) -> int:
    """Half stack points that a nation can still move by air in this segment."""
    limits: dict[str, int] = chart("transport")["air"]
    whose = fleet(nation)
    return limits.get(whose, limits["others"]) - state.flown.get(whose, 0)


# rule: NW-8.5.2.a
def why_not_fly(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot go by air transport."""
    unit, counter = state.units[key], state.board.units[key]
    if (no := carrying.why_not_carried(state, seat, key)) is not None:
        return no
    if face(state, key).mobility not in (FOOT, LIGHT):
        return refuse("NW-8.5.2.a", "refuse.not_on_foot", ref(key), unit=ref(key))
    if (no := carrying.why_no_base(state, unit.hex)) is not None:
        return no
    if not carrying.is_safe_base(state, unit.hex, seat):
        return refuse("NW-8.5.2.a", "refuse.no_base", ref(key), unit=ref(key), place=at(unit.hex))
    # rule: NWK-5.2
    if face(state, key).stack2 > left2(state, counter.nation):
        return refuse("NWK-5.2", "refuse.no_transport_left", ref(key), unit=ref(key))
    return None


def passengers(state: KoreaState, seat: str) -> OneOf:
    """Units that can go by air transport."""
    bases = state.board.map.airfields
    waiting = [key for key in on_board(state, seat) if state.units[key].hex in bases]

    def why_not(key: int) -> Refusal | None:
        no = why_not_fly(state, seat, key)
        if no is None and all(why_not_to(state, seat, key, base) is not None for base in bases):
            return refuse("NW-8.5.2.a", "refuse.stuck", ref(key), unit=ref(key))
        return no

    return pick("piece", waiting, why_not)


# rule: NW-8.5.2.a
def why_not_to(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a unit cannot be flown to a base."""
    if (no := carrying.why_no_base(state, place)) is not None:
        return no
    if place == state.units[key].hex or not carrying.is_safe_base(state, place, seat):
        return refuse("NW-8.5.2.a", "refuse.no_base", ref(key), at(place), unit=ref(key), place=at(place))
    return carrying.why_not_land(state, key, place)


def bases(state: KoreaState, seat: str, key: int) -> OneOf:
    """Bases that a unit can be flown to."""
    return pick("place", state.board.map.airfields, lambda place: why_not_to(state, seat, key, place))


def escorts(state: KoreaState, seat: str, key: int, to: int) -> Number | Unasked:
    """Air points that may escort the flight."""
    return carrying.escorts(state, seat, state.units[key].hex, to)


# rule: NW-8.5.2.c, NWT-ADF.drm
def at_home(state: KoreaState, to: int, side: str) -> tuple[Modifier, ...]:
    """What makes air defence worse against transports that land in the country of a side or of its ally."""
    if not is_home(state, to, side):
        return ()
    bonus = chart("air_defence")["modifiers"]["home_transport"]
    return (Modifier("NW-8.5.2.c", "modifier.home_transport", bonus),)


# rule: NW-8.5.2.b, NW-8.5.2.c
def fly(d: Draft[KoreaState], key: int, to: int, points: int) -> None:
    """Fly a unit to another base, where it has half its movement left."""
    start, counter = d.now.units[key].hex, d.now.board.units[key]
    pay(d, key)
    more = air_defence.escort(d, counter.side, points)
    immune = air_defence.is_immune(d.now, counter.side, start, to)
    if immune or carrying.comes_through(d, key, to, (*more, *at_home(d.now, to, counter.side))):
        set_down(d, key, to)
    elif d.now.units[key].hex:
        d.edit("units", key, moved=True)


# rule: NW-8.5.2.1, NWK-5.2
def pay(d: Draft[KoreaState], key: int) -> None:
    """A unit uses up room in the transports of its nation."""
    whose = fleet(d.now.board.units[key].nation)
    d.put("flown", whose, d.now.flown.get(whose, 0) + face(d.now, key).stack2)


# rule: NW-8.5.2.b
def set_down(d: Draft[KoreaState], key: int, to: int) -> None:
    """A unit is at its new base, with half its movement left."""
    start = d.now.units[key].hex
    d.edit("units", key, hex=to, carried=True, moved=False, spent=carrying.half_spent(d.now, key))
    d.log("log.flown", "NW-8.5.2.a", ref(key), at(start), at(to), unit=ref(key), start=at(start), place=at(to))
    carrying_out.arrive(d, (to,), d.now.board.units[key].side)
