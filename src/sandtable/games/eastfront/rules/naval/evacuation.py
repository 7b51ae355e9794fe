"""Play-book 8.55: evacuation of a port: twice as much is loaded, and nothing comes in."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.naval.captures import why_just_taken
from sandtable.games.eastfront.rules.naval.ships import quay
from sandtable.games.eastfront.rules.naval.zones import SHALLOWS
from sandtable.games.eastfront.rules.scenarios import last_assault
from sandtable.games.eastfront.rules.scenarios.winter_freeze import why_frozen_port
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.supply.harbours import port_hexes
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, is_friendly
from sandtable.kernel import Draft, OneOf, Refusal, pick, refuse

REST = 2
"""Turns that evacuated units do not move in, from the one in which they come ashore."""


# rule: EF-PB8.55.a
def why_not_evacuate(state: CrimeaState, seat: str, place: int) -> Refusal | None:
    """Why a port cannot be given up now: it is none, not friendly, or is being given up. Boxes have no hex."""
    port = state.board.ground[place].port
    if seat != SOVIET or not port or port == SHALLOWS or not is_friendly(state, place, seat):
        return refuse("EF-PB8.55.a", "refuse.no_port", at(place), place=at(place))
    if place in state.evacuations:
        return refuse("EF-PB8.55.a", "refuse.evacuating", at(place), place=at(place))
    # rule: EFS-10.44.h
    return why_just_taken(state, quay(place)) or why_frozen_port(state, quay(place))


def evacuable(state: CrimeaState, seat: str) -> OneOf:
    """Ports whose evacuation can be declared."""
    ports = port_hexes(state.board) if state.ships else ()
    return pick("place", ports, lambda place: why_not_evacuate(state, seat, place))


def declare(d: Draft[CrimeaState], place: int) -> None:
    """Begin to evacuate a port: it counts at once."""
    d.put("evacuations", place, d.now.turn)
    d.log("log.evacuation_begun", "EF-PB8.55.a", at(place), place=at(place))


def under_way(state: CrimeaState, seat: str) -> OneOf:
    """Evacuations that can be declared complete."""

    def why(place: int) -> Refusal | None:
        if last_assault.is_shut(state, place):
            return refuse("EFS-10.84.h", "refuse.harbour_given_up", at(place), place=at(place))
        return refuse("EF-PB8.55.a", "refuse.not_evacuating", at(place), place=at(place))

    # rule: EFS-10.84.h
    open_ports = [h for h, since in state.evacuations.items() if since and not last_assault.is_shut(state, h)]
    return OneOf("place", open_ports if seat == SOVIET else (), why)


# rule: EF-PB8.55.a
def complete(d: Draft[CrimeaState], place: int) -> None:
    """Declare an evacuation complete: its marker stays until the turn is over."""
    d.put("evacuations", place, 0)
    d.log("log.evacuation_over", "EF-PB8.55.a", at(place), place=at(place))


# rule: EF-PB8.55.a
def break_off(d: Draft[CrimeaState]) -> None:
    """An Axis combat unit in the port ends an evacuation."""
    held = holders(d.now) if d.now.evacuations else {}
    for place, since in tuple(d.now.evacuations.items()):
        if since and held.get(place) == AXIS:
            complete(d, place)


def clear(d: Draft[CrimeaState]) -> None:
    """The turn is over: markers of evacuations that are complete come off."""
    for place, since in tuple(d.now.evacuations.items()):
        if not since:
            d.drop("evacuations", place)


def is_evacuated(state: CrimeaState, place: int) -> bool:
    """Whether the marker of an evacuation lies in a hex."""
    return place in state.evacuations


# rule: EF-PB8.55.d, EF-PB8.55.e
def take_aboard(d: Draft[CrimeaState], key: int) -> None:
    """What evacuation does to a unit when it comes aboard: it has to rest, and a headquarters stops to work."""
    soviet_units.upset(d, key)
    d.edit("pieces", key, evacuated=True, no_move=REST)
