"""The ice of the winter of 1941 (EFS-10.44.h): which zones, ports and hexes of the sea it shuts.

Scenarios in winter say when it comes: ``special_rules: [{key: winter_freeze, turns: [97, 106]}]``. Which waters
it shuts stands in ``sea.json``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at
from sandtable.games.eastfront.scenario.files import data
from sandtable.kernel import Ref, Refusal, refuse

FREEZE = "winter_freeze"


def has_come(state: CrimeaState) -> bool:
    """Whether the ice has come."""
    return state.board.special(FREEZE, state.turn)


def _shut(state: CrimeaState) -> Mapping[str, Any]:
    """What the ice shuts in this turn; empty where nothing is frozen."""
    if not state.board.special(FREEZE, state.turn):
        return {}
    waters: Mapping[str, Any] = data("sea")["ice"]
    return waters


def _refusal(place: Ref) -> Refusal:
    return refuse("EFS-10.44.h", "refuse.ice", place, water=place)


# rule: EFS-10.44.h
def why_frozen_zone(state: CrimeaState, zone: str) -> Refusal | None:
    """Why no ship enters a sea zone: it is frozen over."""
    return _refusal(Ref("water", zone)) if zone in _shut(state).get("zones", ()) else None


# rule: EFS-10.44.h
def why_frozen_port(state: CrimeaState, water: str) -> Refusal | None:
    """Why no ship enters a port: ice closes it."""
    return _refusal(Ref("water", water)) if water in _shut(state).get("ports", ()) else None


# rule: EFS-10.44.h
def why_frozen_hex(state: CrimeaState, place: int) -> Refusal | None:
    """Why no ship lies in a hex of the sea: it is frozen, as all of Azov and the strait north of Kamysh-Burun."""
    shut, zone = _shut(state), state.board.ground[place].zone
    north = shut.get("north_of", {}).get(zone, 0)
    if zone in shut.get("zones", ()) or state.board.grid.row(place) < north:
        return _refusal(at(place))
    return None


# rule: EFS-10.44.h
def is_shut(state: CrimeaState, place: int) -> bool:
    """Whether ice has closed the port of a hex: it is of no use as a port any more."""
    return f"{place:04d}" in _shut(state).get("ports", ())
