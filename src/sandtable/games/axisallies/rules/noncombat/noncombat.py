"""Chapter 9.4: noncombat move."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import casualties
from sandtable.games.axisallies.rules.combat_move.consent import CARRIERS, may_use, why_no_sharing, why_withheld
from sandtable.games.axisallies.rules.combat_move.flying import cost_and_left, cost_to, near_by
from sandtable.games.axisallies.rules.combat_move.marching import why_not_pick
from sandtable.games.axisallies.rules.memory import AGREEMENTS, AIR
from sandtable.games.axisallies.rules.noncombat.landing import (
    airfields,
    can_all_land,
    deck_zones,
    lands_near,
    lost,
    lost_anyway,
    open_decks,
    pending,
)
from sandtable.games.axisallies.rules.politics import incidents
from sandtable.games.axisallies.rules.politics.peace import why_kept_out, why_not_enter
from sandtable.games.axisallies.rules.spaces.spaces import company, friendly_since_start, type_of, units_at, units_of
from sandtable.games.axisallies.rules.turns.powers import are_allies, piece, place
from sandtable.games.axisallies.rules.units import air
from sandtable.games.axisallies.rules.units.carriers import why_not_leave_deck
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, dead_end, derived, pick_some, refuse
from sandtable.kernel.choices import Pool


# rule: AA-9.4.air.land-territory, AA-9.4.air.land-carrier, AA-9.4.air.no-suicide
def why_not_land(state: GlobalState, power: str, key: int, at: int) -> Refusal | None:
    """Why an aircraft may not come down in a space, or not in this one without stranding another."""
    if (no := why_kept_out(state, power, at, flies=True)) is not None:
        return no
    cost, left = cost_and_left(state, power, key, at)
    if cost > left:
        no = air.why_no_way(state, power, key, at)
        return no or refuse("AA-9.4.allowance", "refuse.too_far", piece(key), need=cost, left=left)
    if not state.board.is_sea(at):
        if at in airfields(state, power):
            return None
        closed = why_not_enter(state, power, at) if friendly_since_start(state, at, power) else None
        return closed or refuse("AA-9.4.air.land-territory", "refuse.no_airfield", place(at), place=place(at))
    if not type_of(state, state.units[key]).deck or at not in deck_zones(state, power):
        return _why_closed(state, power, at) or refuse(
            "AA-9.4.air.land-carrier", "refuse.no_deck", place(at), place=place(at)
        )
    # rule: AA-10.air.no-suicide.c
    if not can_all_land(state, power, {key: (at, 0)}):
        return refuse("AA-10.air.no-suicide.c", "refuse.strands_another", place(at), place=place(at))
    return None


def _why_closed(state: GlobalState, power: str, zone: int) -> Refusal | None:
    """An ally with a carrier in a zone that it does not let the power use."""
    for key, unit in units_at(state, zone):
        if type_of(state, unit).deck_room and are_allies(state, unit.owner, power) and not unit.damaged:
            no = why_no_sharing(state, power, unit.owner, zone)
            return no or why_withheld(state, power, unit.owner, CARRIERS, piece(key))
    return None


def has_landing(state: GlobalState, power: str, key: int) -> bool:
    """Whether an aircraft can come down anywhere but where it is."""
    here = state.units[key].at
    near, fields = near_by(state, power, key), airfields(state, power)
    if len(fields.intersection(near)) > (here in fields):
        return True
    if not type_of(state, state.units[key]).deck or deck_zones(state, power).isdisjoint(near):
        return False
    return has_deck(state, power, air.first_alike(state, key))


@derived("units", "territories", "wars", "orders", "powers", "permits", "consents", "slips")
def has_deck(state: GlobalState, power: str, key: int) -> bool:
    """Whether an aircraft can come down at sea anywhere but where it is; it answers for all that are alike."""
    here, decks = state.units[key].at, deck_zones(state, power)
    zones = [at for at in near_by(state, power, key) if at != here and at in decks]
    return any(why_not_land(state, power, key, at) is None for at in zones)


def flyers(state: GlobalState, seat: str) -> SomeOf:
    def why(key: int) -> Refusal | None:
        if (no := why_not_pick(state, seat, key, False)) is not None:
            return no
        unit = state.units[key]
        if type_of(state, unit).domain != "air":
            return refuse("AA-10.air.general", "refuse.no_aircraft", piece(key), unit=piece(key))
        if (no := why_not_leave_deck(state, key)) is not None:
            return no
        if not has_landing(state, seat, key):
            return dead_end("AA-9.4.allowance", "refuse.no_target", piece(key), unit=piece(key))
        return None

    return pick_some("piece", units_of(state, seat, "air"), why, least=1, most=1)


def destinations(state: GlobalState, seat: str, units: tuple[int, ...]) -> OneOf:
    here = state.units[units[0]].at
    near = {at: cost for at, cost in near_by(state, seat, units[0]).items() if at != here}
    fields = airfields(state, seat)

    def why(at: int) -> Refusal | None:
        return why_not_land(state, seat, units[0], at)

    # An airfield within reach needs no further question.
    return OneOf("place", Pool(near, lambda at: None if at in fields else why(at)), why=why, costs=near)


def no_task(state: GlobalState, seat: str, units: tuple[int, ...], to: int) -> None:
    """Nothing is fought in this phase."""


# rule: AA-9.4.allowance
def land(d: Draft[GlobalState], units: tuple[int, ...], to: int) -> None:
    """Bring aircraft down."""
    for key in units:
        unit = d.now.units[key]
        boost = unit.boost if unit.spent else air.base_bonus(d.now, d.seat, unit.at)
        spent = unit.spent + cost_to(d.now, d.seat, key, to)
        d.edit("units", key, at=to, aboard=0, spent=spent, boost=boost, task="", fought=unit.fought)
        if d.now.board.is_sea(to):
            settle_on_deck(d, key)
    incidents.entered(d, to, d.seat)
    d.log(
        "log.landed",
        "AA-9.4.air.land-territory",
        place(to),
        units=tuple(map(piece, units)),
        **company(d.now, units),
        to=place(to),
    )


def settle_on_deck(d: Draft[GlobalState], key: int) -> None:
    """Put an aircraft over a zone on the first deck with room there, if there is one."""
    unit = d.now.units[key]
    deck = next(iter(open_decks(d.now, unit.owner, unit.at)), 0)
    if deck:
        d.edit("units", key, aboard=deck)


def unlanded(state: GlobalState, power: str) -> dict[int, tuple[int, int]]:
    """Own aircraft that are neither on an airfield nor on a deck."""
    return {key: flight for key, flight in pending(state, power).items() if not state.units[key].aboard}


# rule: AA-10.air.no-suicide.c, AA-9.4.sea.carrier
@derived("units", "territories", "wars", "orders", "powers", "permits", "consents", "slips", units=AIR, **AGREEMENTS)
def why_not_done(state: GlobalState, seat: str) -> Refusal | None:
    """Aircraft that can still come down safely must do so before the phase ends."""
    # No deck comes to an aircraft over land: if it gets to an airfield, it is not one of those lost anyway.
    flights = pending(state, seat).values()
    is_awaited = any(not state.board.is_sea(at) and lands_near(state, seat, at, left) for at, left in flights)
    dead = 0 if is_awaited else len(doomed(state, seat))
    if is_awaited or (dead and dead > lost_anyway(state, seat)):
        return refuse("AA-9.4.air.lost", "refuse.must_land_aircraft", *(piece(key) for key in unlanded(state, seat)))
    return None


def doomed(state: GlobalState, power: str) -> tuple[int, ...]:
    """The aircraft that are lost if neither they nor any carrier move again; the dearest find a deck first."""

    def worth(key: int) -> tuple[bool, int]:
        unit = state.units[key]
        return not unit.aboard, -type_of(state, unit).cost

    flights = pending(state, power)
    if all(is_at_home(state, power, key) for key in flights):
        return ()
    return lost(state, power, {key: (flights[key][0], 0) for key in sorted(flights, key=worth)}, may_sail=False)


def is_at_home(state: GlobalState, power: str, key: int) -> bool:
    """Whether an aircraft is on a deck that it may stay on."""
    ship = state.units[key].aboard
    return bool(ship) and may_use(state, power, state.units[ship].owner, CARRIERS, state.units[ship].at)


# rule: AA-9.4.air.lost
def close(d: Draft[GlobalState]) -> None:
    """Aircraft without a landing place are lost, except where a carrier is about to be launched."""
    power = d.now.active
    casualties.ditch(d, doomed(d.now, power))
    for key in unlanded(d.now, power):
        settle_on_deck(d, key)
