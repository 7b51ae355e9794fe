"""Aircraft in the Vehicle phase (3.6): gunships, observers, attack helicopters, then transports (10.8, 11)."""

from __future__ import annotations

from typing import Any

from sandtable.games.fieldsoffire.actions.flying import (
    ATTACK_BESIDE,
    CIRCLE,
    DEPLANE,
    FLY_ON,
    HOLD,
    KEEP_AWAY,
    LAND,
    LOADED,
    LOADING_UP,
    NO_MORE,
    STATION,
    TURN_BACK,
)
from sandtable.games.fieldsoffire.model import COMPANY, PICKUP, FieldsState
from sandtable.games.fieldsoffire.rules.transport import flights, planning, zones
from sandtable.games.fieldsoffire.rules.transport.boxes import lift_of
from sandtable.games.fieldsoffire.rules.vehicles import aircraft, attack_helicopters
from sandtable.games.fieldsoffire.scenario.units import AIRCRAFT
from sandtable.kernel import Phase, Ref


def commander(state: FieldsState) -> tuple[str, ...]:
    return (COMPANY,)


def has_aircraft(state: FieldsState) -> bool:
    """Whether any aircraft or transport takes part at all."""
    types = state.board.types
    return flights.has_transports(state) or any(types[key].kind == AIRCRAFT for key in state.units)


def who_comes_in(state: FieldsState, seat: str) -> dict[str, Any]:
    """How many transports come in, and on how many cards of the zone one of them could land."""
    coming = flights.arriving(state)
    cards = {card for key in coming for card in zones.open_zones(state, key)}
    return {"count": len(coming), "cards": len(cards)}


def who_circles(state: FieldsState, seat: str) -> dict[str, Any]:
    return {"unit": Ref("unit", aircraft.circling(state)[0])}


def who_observes(state: FieldsState, seat: str) -> dict[str, Any]:
    return {"unit": Ref("unit", aircraft.stationable(state)[0])}


def what_is_struck(state: FieldsState, seat: str) -> dict[str, Any]:
    return {"card": Ref("place", lift_of(state, attack_helicopters.attackers(state)[0]).card)}


def who_waits(state: FieldsState, seat: str) -> dict[str, Any]:
    types = state.board.types
    waiting = [key for key, unit in state.units.items() if unit.box == PICKUP and not types[key].is_vehicle]
    return {"count": sum(not state.units[key].aboard for key in waiting)}


ARRIVALS: Phase[FieldsState] = Phase(
    "arrivals",
    "FF-11.1.2",
    (
        Phase("divert", "FF-11.2.1.a", begin=flights.divert),
        Phase(
            "approach",
            "FF-11.1.2",
            who=commander,
            verbs=(LAND, HOLD, TURN_BACK),
            when=lambda state: bool(flights.arriving(state)),
            prompt=who_comes_in,
        ),
    ),
    when=lambda state: bool(flights.arriving(state)),
    again=lambda state: bool(flights.arriving(state)),
)

AIR: Phase[FieldsState] = Phase(
    "air",
    "FF-3.6",
    (
        Phase(
            "gunship",
            "FF-10.8.7.a",
            who=commander,
            verbs=(CIRCLE, KEEP_AWAY),
            when=lambda state: bool(aircraft.circling(state)),
            over=lambda state, seat: not aircraft.circling(state),
            prompt=who_circles,
        ),
        Phase(
            "observer",
            "FF-10.8.6",
            who=commander,
            verbs=(STATION, KEEP_AWAY),
            when=lambda state: bool(aircraft.stationable(state)),
            prompt=who_observes,
        ),
        Phase("observers", "FF-10.8.6.a", begin=aircraft.observers_stay),
        Phase(
            "section",
            "FF-10.8.5.arrive",
            (Phase("helicopter", "FF-10.8.5.arrive", begin=attack_helicopters.next_in),),
            when=lambda state: bool(attack_helicopters.due(state)),
            again=lambda state: bool(attack_helicopters.due(state)),
        ),
        Phase("attack", "FF-10.8.5.attack", begin=attack_helicopters.strike),
        Phase(
            "second",
            "FF-10.8.5.attack",
            who=commander,
            verbs=(ATTACK_BESIDE, NO_MORE),
            when=lambda state: bool(attack_helicopters.cards_beside(state)),
            prompt=what_is_struck,
        ),
        Phase("section_leaves", "FF-10.8.5.stay", begin=attack_helicopters.go_home),
        Phase(
            "loading",
            "FF-11.2.1",
            who=commander,
            verbs=(*LOADING_UP, LOADED),
            when=planning.can_plan,
            prompt=who_waits,
        ),
        Phase("home", "FF-11.1.1.t4", begin=flights.return_home),
        Phase(
            "stragglers",
            "FF-11.2.1.b",
            who=commander,
            verbs=(DEPLANE, FLY_ON),
            when=lambda state: bool(flights.stragglers(state)),
            over=lambda state, seat: not flights.stragglers(state),
        ),
        Phase("take_off", "FF-11.2.1.d", begin=flights.take_off),
        ARRIVALS,
        Phase("lift_off", "FF-11.1.1.t1", begin=flights.lift_off),
    ),
    when=has_aircraft,
)

# rule: FF-11.1.5.a
LANDING: Phase[FieldsState] = Phase(
    "landing",
    "FF-11.1.5.a",
    (
        Phase("touch_down", "FF-11.1.5.a", begin=flights.touch_down),
        Phase("reaction", "FF-11.1.5", begin=flights.meet_fire, when=flights.is_down),
        Phase("unload", "FF-11.1.5.a", begin=flights.unload, when=flights.is_down),
    ),
)

OVERFLY: Phase[FieldsState] = Phase(
    "overfly",
    "FF-10.8.6",
    (
        Phase("fly_in", "FF-10.8.6", begin=aircraft.fly_in),
        Phase("reaction", "FF-10.8.6", begin=aircraft.meet_fire, when=aircraft.is_overhead),
    ),
)
