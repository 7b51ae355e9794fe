"""Rules 6.5.1 and 6.5.4: helicopter units that change their base, by choice or because they must."""

from __future__ import annotations

from sandtable.games.nextwar.model import ELIMINATED, STORM, Helicopter, KoreaState, Rebase, enemy
from sandtable.games.nextwar.rules.air_points import air_defence, helicopters
from sandtable.games.nextwar.rules.damage import installations
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.distances import distance
from sandtable.games.nextwar.rules.sequence.segments import BASIC_SEGMENTS, MOVEMENT, segment
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.games.nextwar.rules.victory import scoring
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel import Draft, Modifier, Number, OneOf, Ref, Refusal, Unasked, pick, refuse

FINISHED = 2
"""Missions that count as flown after a transfer: nothing more in this turn."""


def _link(key: int) -> Ref:
    return Ref("helicopter", key)


# rule: NW-6.5.1.b, NW-2.4.3, NWK-5.5.1.e
def is_near(state: KoreaState, key: int, place: int) -> bool:
    """Whether a base is within twice the range of a helicopter unit; those of Busan and Hamhung beyond their lines."""
    return distance(state, state.helicopters[key].hex, place) <= 2 * state.board.helicopters[key].range


# rule: NW-6.5.1.b
def why_not_transfer(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a helicopter unit cannot transfer now."""
    unit, now = state.helicopters[key], segment(state)
    if state.board.helicopters[key].side != seat or not unit.hex:
        return refuse("NW-6.5.1.b", "refuse.not_yours", _link(key), unit=_link(key))
    if state.weather == STORM:
        return refuse("NW-4.1.3.g", "refuse.grounded", _link(key))
    if unit.missions or unit.flew:
        return refuse("NW-6.5.1.b", "refuse.helicopter_busy", _link(key), unit=_link(key))
    # rule: NW-27.7.1.b
    if (no := installations.why_grounded(state, key)) is not None:
        return no
    if now is None or now.kind != MOVEMENT or now.elite:
        return refuse("NWS-STD-3.3", "refuse.no_movement")
    if not any(why_not_to(state, seat, key, h) is None for h in state.board.map.airfields):
        return refuse("NW-6.5.1.1", "refuse.stuck", _link(key), unit=_link(key))
    return None


def candidates(state: KoreaState, seat: str) -> OneOf:
    """Helicopter units that can transfer."""
    return pick("helicopter", state.helicopters, lambda key: why_not_transfer(state, seat, key))


# rule: NW-6.5.1.b, NW-6.5.1.1
def why_not_to(state: KoreaState, seat: str, key: int, place: int) -> Refusal | None:
    """Why a helicopter unit cannot transfer to a base."""
    if place == state.helicopters[key].hex or not is_near(state, key, place):
        return refuse("NW-6.5.1.b", "refuse.beyond_range", _link(key), at(place), unit=_link(key), place=at(place))
    return helicopters.why_not_base(state, seat, place)


def places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Bases that a helicopter unit can transfer to."""
    return pick("place", state.board.map.airfields, lambda h: why_not_to(state, seat, key, h))


# rule: NW-6.2.2.a, NW-6.2.2.c
def escorts(state: KoreaState, seat: str, key: int, to: int) -> Number | Unasked:
    """Air points that may escort a transfer; none where nobody could fire at it."""
    return air_defence.no_escort(to) if _is_safe(state, key, to) else air_defence.escorts(state, seat)


# rule: NW-22.0, NW-24.3
def _is_safe(state: KoreaState, key: int, to: int) -> bool:
    """Whether nobody fires at a transfer: at home and away from the enemy, or where air units fly instead of points."""
    start, side = state.helicopters[key].hex, state.board.helicopters[key].side
    return start == to or state.board.flies_units or air_defence.is_immune(state, side, start, to)


def transfer(d: Draft[KoreaState], key: int, to: int, points: int) -> None:
    """Fly to another base."""
    fly(d, key, to, points, 0)


# rule: NW-6.5.1.b, NW-6.6.1.1.e
def fly(d: Draft[KoreaState], key: int, to: int, points: int, ship: int) -> None:
    """Fly to a base or to a ship, under fire unless the whole flight is at home and away from the enemy."""
    start, counter = d.now.helicopters[key].hex, d.now.board.helicopters[key]
    d.edit("helicopters", key, missions=FINISHED, flew=True)
    more = air_defence.escort(d, counter.side, points)
    if not _is_safe(d.now, key, to):
        is_seen = is_hex(start) and is_hex(to)  # what lies under a line off the map is nobody's
        if is_seen and air_defence.overflies(d.now, start, to, 2 * counter.range, enemy(counter.side)):
            price = chart("air_defence")["modifiers"]["overflight"]
            more = (*more, Modifier("NWT-ADF.drm", "modifier.overflight", price))
        result = air_defence.fire(d, counter.side, to, more, "helicopter")
        if result.star:
            helicopters.hurt(d, key, "NW-6.6.1.1.e")
        if result.abort:
            if d.now.helicopters[key].hex:
                d.log("log.transfer_aborted", "NW-6.6.1.1.e", _link(key), unit=_link(key), place=at(start))
            return
    d.edit("helicopters", key, hex=to, guest=0, ship=ship)
    d.log("log.transferred", "NW-6.5.1.b", _link(key), unit=_link(key), start=at(start), place=at(to))


# rule: NW-6.5.4.d
def why_not_stay(state: KoreaState, seat: str) -> Refusal | None:
    """Why a side cannot end its last movement of the turn: a unit that crowds a base has to leave it and can."""
    if segment(state) not in BASIC_SEGMENTS:
        return None
    for key, unit in state.helicopters.items():
        waits = bool(unit.guest) and unit.guest < state.turn and is_hex(unit.hex)
        crowds = waits and len(helicopters.based(state, unit.hex)) > helicopters.room(state, unit.hex)
        if crowds and why_not_transfer(state, seat, key) is None:
            return refuse("NW-6.5.4.d", "refuse.must_leave", _link(key), unit=_link(key), place=at(unit.hex))
    return None


# -- forced out ------------------------------------------------------------------------------------------------------


# rule: NW-6.5.4.b, NW-27.7.1.c
def refuges(state: KoreaState, key: int) -> tuple[int, ...]:
    """Bases that a unit driven out can reach, full ones too."""
    side = state.board.helicopters[key].side
    return tuple(
        h
        for h in state.board.map.airfields
        if is_near(state, key, h)
        and controller(state, h) == side
        and holders(state).get(h, side) == side
        and not helicopters.is_ruined(state, h)
    )


# rule: NW-27.7.2.2.b
def shelters(state: KoreaState, key: int) -> tuple[int, ...]:
    """Where a unit goes: to any refuge, but out of a destroyed base only to the nearest that has room."""
    about = state.subject(Rebase)
    found = tuple(h for h in refuges(state, key) if h != about.place)
    if not about.destroyed:
        return found
    roomy = [h for h in found if len(helicopters.based(state, h)) < helicopters.room(state, h)]
    far = {h: distance(state, state.helicopters[key].hex, h) for h in roomy}
    return tuple(h for h in roomy if far[h] == min(far.values()))


# rule: NW-6.5.4.b, NW-27.7.2.2.c
def lose_stranded(d: Draft[KoreaState]) -> None:
    """Units driven out that find no base are lost."""
    rule = "NW-27.7.2.2.c" if d.now.subject(Rebase).destroyed else "NW-6.5.4.b"
    for key in driven_out(d.now):
        if not shelters(d.now, key):
            side = d.now.board.helicopters[key].side
            d.put("helicopters", key, Helicopter(box=ELIMINATED))
            scoring.score(d, enemy(side), chart("victory")["rows"]["helicopter"])
            d.log("log.helicopter_lost", rule, _link(key), by=side, unit=_link(key))


def driven_out(state: KoreaState) -> tuple[int, ...]:
    """Units that still need a base."""
    about = state.subject(Rebase)
    return tuple(key for key in about.helicopters if state.helicopters[key].hex == about.place)


def rebaser(state: KoreaState) -> tuple[str, ...]:
    """The owner of units that still need a base."""
    keys = driven_out(state)
    return (state.board.helicopters[keys[0]].side,) if keys else ()


def rebase_units(state: KoreaState, seat: str) -> OneOf:
    """Units that still need a base."""
    return OneOf("helicopter", driven_out(state))


def rebase_places(state: KoreaState, seat: str, key: int) -> OneOf:
    """Bases that one of them can reach."""
    return OneOf("place", shelters(state, key))


# rule: NW-6.5.4.b, NW-6.5.4.d
def rebase(d: Draft[KoreaState], key: int, to: int) -> None:
    """Fly off to another base, whether there is room or not; no more missions in this turn."""
    start = d.now.helicopters[key].hex
    full = len(helicopters.based(d.now, to)) >= helicopters.room(d.now, to)
    d.edit("helicopters", key, hex=to, missions=FINISHED, guest=d.now.turn if full else 0)
    rule = "NW-27.7.2.2.b" if d.now.subject(Rebase).destroyed else "NW-6.5.4.b"
    d.log("log.rebased", rule, _link(key), unit=_link(key), start=at(start), place=at(to))
    lose_stranded(d)
