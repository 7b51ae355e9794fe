"""Rule 8.5.7: transport by sea, without counters for the ships: from port to port, and to beachheads."""

from __future__ import annotations

from sandtable.games.nextwar.model import DPRK, EVERYTHING, PRC, KoreaState, enemy
from sandtable.games.nextwar.rules.air_points import helicopters as helicopter_rules
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.games.nextwar.rules.combat import losses
from sandtable.games.nextwar.rules.movement import carrying, carrying_out, contested, naval
from sandtable.games.nextwar.rules.movement.beachheads import is_landing_place
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.scenarios import japan, posture
from sandtable.games.nextwar.rules.sea.waters import inshore_box, is_friendly_port, is_port, zone_of
from sandtable.games.nextwar.rules.terms.stacks import on_board
from sandtable.games.nextwar.rules.terms.units import at, face, ref
from sandtable.games.nextwar.scenario.counters import VEHICLES
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, OneOf, Ref, Refusal, pick, refuse

SLOW = 5
"""The greatest allowance with which a unit that is no marine may use landing craft."""


# rule: NW-8.5.7.3, NWK-5.4
def left2(state: KoreaState, side: str) -> int:
    """Half stack points that a side can still move by sea in this segment."""
    account = state.accounts[side]
    # rule: NWK-5.4.a
    china = side == DPRK and posture.sends(state, PRC, EVERYTHING)
    more2 = account.sea_more2 + (chart("transport")["sea"][PRC] if china else 0)
    return int(chart("transport")["sea"][side]) + more2 - account.sea_transport2


def _is_open(state: KoreaState, place: int, side: str) -> bool:
    """Whether a port of a side is clear of enemy zones."""
    return is_friendly_port(state, place, side) and place not in zoc(state, enemy(side))


# rule: NW-8.5.7.1
def goes_by_port(state: KoreaState, side: str, start: int, to: int) -> bool:
    """Whether any unit can go from a port to another."""
    return _is_open(state, start, side) and _is_open(state, to, side)


# rule: NW-8.5.7.2, NW-8.5.7.2.a
def goes_by_landing(state: KoreaState, key: int, to: int) -> bool:
    """Whether marines or slow units can go from port or beachhead to port or beachhead of one sea zone."""
    start, counter = state.units[key].hex, state.board.units[key]
    if not counter.is_marine and face(state, key).allowance > SLOW:
        return False
    return (
        is_landing_place(state, start, counter.side)
        and is_landing_place(state, to, counter.side)
        and _zone(state, start) == _zone(state, to)
    )


def _zone(state: KoreaState, place: int) -> str:
    """The sea zone of a port or of a beach."""
    wet = state.board.map.beside_sea.get(place, ())
    return zone_of(state, place) or (zone_of(state, wet[0]) if wet else "")


# rule: NW-8.5.8.2.b.4, NW-8.5.8.2.c
def why_not_over_beach(state: KoreaState, key: int, to: int) -> Refusal | None:
    """Why a unit cannot land where there is a beachhead and no port."""
    counter = state.board.units[key]
    vehicles = counter.is_armour or counter.is_mechanised or face(state, key).mobility in VEHICLES
    if not is_port(state, to) and vehicles and not counter.is_marine:
        return refuse("NW-8.5.8.2.c", "refuse.no_vehicles", ref(key), at(to), unit=ref(key), place=at(to))
    return None


# -- units -----------------------------------------------------------------------------------------------------------


# rule: NW-8.5.7.1, NW-8.5.7.2
def why_not_ship(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot go by sea."""
    unit = state.units[key]
    if (no := carrying.why_not_carried(state, seat, key)) is not None:
        return no
    if not is_landing_place(state, unit.hex, seat):
        return refuse("NW-8.5.7.1", "refuse.no_port_or_beachhead", ref(key), unit=ref(key), place=at(unit.hex))
    # rule: NWK-5.4
    if face(state, key).stack2 > left2(state, seat):
        return refuse("NWK-5.4", "refuse.no_transport_left", ref(key), unit=ref(key))
    return None


def passengers(state: KoreaState, seat: str) -> OneOf:
    """Units that can go by sea."""
    quays = _quays(state, seat)
    waiting = [key for key in on_board(state, seat) if state.units[key].hex in quays]

    def why_not(key: int) -> Refusal | None:
        if (no := why_not_ship(state, seat, key)) is not None:
            return no
        reasons = [why_not_to(state, seat, key, place) for place in quays if place != state.units[key].hex]
        rules = [no.rule for no in reasons if no is not None]
        if len(rules) < len(reasons):
            return None
        # Where one rule closes all ways, it is that one.
        rule = rules[0] if len(set(rules)) == 1 else "NW-8.5.7.1"
        return refuse(rule, "refuse.stuck", ref(key), unit=ref(key))

    return pick("piece", waiting, why_not)


def _quays(state: KoreaState, side: str) -> tuple[int, ...]:
    """Ports and beachheads of a side."""
    ports = (place for zone in state.board.map.ports.values() for place in zone)
    places = (*(p for p in ports if is_friendly_port(state, p, side)), *state.beachheads)
    return tuple(sorted({place for place in places if is_landing_place(state, place, side)}))


# rule: NW-8.5.7.1, NW-8.5.7.2
def why_not_to(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a unit cannot be shipped to a place."""
    start = state.units[key].hex
    if place == start or not is_landing_place(state, place, seat):
        return refuse("NW-8.5.7.1", "refuse.no_crossing", ref(key), at(place), unit=ref(key), place=at(place))
    if (no := why_not_over_beach(state, key, place)) is not None:
        return no
    if not goes_by_port(state, seat, start, place) and not goes_by_landing(state, key, place):
        rule = _closing_rule(state, key, place)
        return refuse(rule, "refuse.no_crossing", ref(key), at(place), unit=ref(key), place=at(place))
    return carrying.why_not_land(state, key, place)


def _closing_rule(state: KoreaState, key: int, place: int) -> str:
    """The rule by which a unit cannot be shipped between two landing places: of ports, or of landing craft."""
    start, counter = state.units[key].hex, state.board.units[key]
    if is_port(state, start) and is_port(state, place):
        return "NW-8.5.7.1"
    is_slow = counter.is_marine or face(state, key).allowance <= SLOW
    return "NW-8.5.7.2.a" if is_slow else "NW-8.5.7.2"


def harbours(state: KoreaState, seat: str, key: int) -> OneOf:
    """Where a unit can be shipped."""
    return pick("place", _quays(state, seat), lambda place: why_not_to(state, seat, key, place))


# rule: NW-8.5.7.a, NW-8.5.7.1.a
def ship(d: Draft[KoreaState], key: int, to: int) -> None:
    """Ship a unit, with a roll where an Inshore box on its way is not friendly."""
    start, side = d.now.units[key].hex, d.now.board.units[key].side
    d.edit("accounts", side, sea_transport2=d.now.accounts[side].sea_transport2 + face(d.now, key).stack2)
    result = contested.roll(d, _boxes(d.now, start, to), side, ref(key), to)
    if result != contested.SUCCESS:
        d.edit("units", key, moved=True)
        if result == contested.ABORT_AND_LOSS:
            losses.lose_step(d, key, "NWT-CONTESTEDSEA")
        return
    # rule: NW-8.5.7.1, NW-8.5.7.2
    rule = "NW-8.5.7.1" if goes_by_port(d.now, side, start, to) else "NW-8.5.7.2"
    stays = not is_port(d.now, to) or _zone(d.now, start) != _zone(d.now, to) or to in zoc(d.now, enemy(side))
    d.edit("units", key, hex=to, carried=True, moved=stays, spent=0 if stays else carrying.half_spent(d.now, key))
    d.log("log.shipped", rule, ref(key), at(start), at(to), unit=ref(key), start=at(start), place=at(to))
    carrying_out.arrive(d, (to,), side)


def _boxes(state: KoreaState, start: int, to: int) -> tuple[int, ...]:
    """The Inshore boxes of both ends of a crossing."""
    zones = sorted({_zone(state, start), _zone(state, to)})
    ends = {_zone(state, place): place for place in (start, to)}
    return tuple(_inshore(state, ends[zone]) for zone in zones)


def _inshore(state: KoreaState, place: int) -> int:
    wet = state.board.map.beside_sea.get(place, ())
    return inshore_box(state, place if zone_of(state, place) else wet[0])


# -- helicopters -----------------------------------------------------------------------------------------------------


# rule: NWK-5.4
def why_not_ship_helicopter(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a helicopter unit cannot go by sea."""
    unit, link = state.helicopters[key], Ref("helicopter", key)
    if state.board.helicopters[key].side != seat or not unit.hex or unit.ship:
        return refuse("NWK-5.4", "refuse.not_yours", link, unit=link)
    if (no := naval.why_no_sailing(state)) is not None:
        return no
    if (no := japan.why_stays(state, state.board.helicopters[key].nation, link)) is not None:
        return no
    if unit.missions or unit.flew:
        return refuse("NW-6.5.1.b", "refuse.helicopter_busy", link, unit=link)
    if not _is_open(state, unit.hex, seat):
        return refuse("NW-8.5.7.1", "refuse.no_port_or_beachhead", link, unit=link, place=at(unit.hex))
    if chart("transport")["helicopter2"] > left2(state, seat):
        return refuse("NWK-5.4", "refuse.no_transport_left", link, unit=link)
    if not any(why_not_helicopter_to(state, seat, key, place) is None for place in _quays(state, seat)):
        return refuse("NW-8.5.7.1", "refuse.stuck", link, unit=link)
    return None


def helicopters(state: KoreaState, seat: str) -> OneOf:
    """Helicopter units that can go by sea."""
    return pick("helicopter", state.helicopters, lambda key: why_not_ship_helicopter(state, seat, key))


# rule: NW-6.5.1.1, NWK-5.4
def why_not_helicopter_to(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a helicopter unit cannot be shipped to a port: there must be a base with room for it."""
    link = Ref("helicopter", key)
    start = state.helicopters[key].hex
    if place == start or not goes_by_port(state, seat, start, place):
        return refuse("NW-8.5.7.1", "refuse.no_crossing", link, at(place), unit=link, place=at(place))
    return helicopter_rules.why_not_base(state, seat, place)


def helicopter_ports(state: KoreaState, seat: str, key: int) -> OneOf:
    """Ports with a base where a helicopter unit can be shipped."""
    return pick("place", _quays(state, seat), lambda place: why_not_helicopter_to(state, seat, key, place))


# rule: NWK-5.4, NW-8.5.7.a
def ship_helicopter(d: Draft[KoreaState], key: int, to: int) -> None:
    """Ship a helicopter unit; it flies no mission in this turn."""
    start, side = d.now.helicopters[key].hex, d.now.board.helicopters[key].side
    size = chart("transport")["helicopter2"]
    link = Ref("helicopter", key)
    d.edit("accounts", side, sea_transport2=d.now.accounts[side].sea_transport2 + size)
    d.edit("helicopters", key, missions=transfers.FINISHED, flew=True)
    result = contested.roll(d, _boxes(d.now, start, to), side, link, to)
    if result == contested.ABORT_AND_LOSS:
        helicopter_rules.hurt(d, key, "NWT-CONTESTEDSEA")
    if result == contested.SUCCESS:
        d.edit("helicopters", key, hex=to)
        d.log("log.shipped", "NW-8.5.7.1", link, at(start), at(to), unit=link, start=at(start), place=at(to))
