"""Which ports a card opens to a side (chapter 6.54), told apart as the play-book does (8.43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.naval.captures import is_just_taken
from sandtable.games.eastfront.rules.scenarios import last_assault, winter_freeze
from sandtable.games.eastfront.scenario import CrimeaScenario

AZOV = "azov"
CHART = "chart"
"""The limit of a card whose ports feed no more than the table says."""


# rule: EF-PB8.43, EF-PB8.46.d
def port_hexes(board: CrimeaScenario) -> tuple[int, ...]:
    """The hexes of the map with a port of any class that works: in shallow water there is none."""
    if "ports" not in board.cache:
        classes = board.charts["ports"]["columns"]
        board.cache["ports"] = tuple(h for h, ground in board.ground.items() if ground.port in classes)
    found: tuple[int, ...] = board.cache["ports"]
    return found


def _terms(board: CrimeaScenario, side: str) -> Mapping[str, Any]:
    sources: Mapping[str, Any] = (board.card.get("supply_sources") or {}).get(side) or {}
    return sources.get("ports") or {}


# rule: EF-6.54
def harbours(state: CrimeaState, side: str) -> tuple[int, ...]:
    """The ports of a side through which it can be supplied by sea."""
    terms = _terms(state.board, side)
    if not terms:
        return ()
    own = (h for h in port_hexes(state.board) if state.control.get(h) == side)
    return tuple(h for h in own if not _is_shut(state, h) and _is_open(state, side, h, terms))


def _is_shut(state: CrimeaState, place: int) -> bool:
    """Whether a port feeds nobody for now: it was just taken, is evacuated or given up, or lies under ice."""
    # rule: EF-PB8.55.c
    if place in state.evacuations:
        return True
    # rule: EF-PB8.49
    if is_just_taken(state, place):
        return True
    return last_assault.is_shut(state, place) or winter_freeze.is_shut(state, place)


# rule: EF-PB8.46.c
def _is_open(state: CrimeaState, side: str, place: int, terms: Mapping[str, Any]) -> bool:
    """Whether a side holds all that a card asks for before a port of that sea can be used.

    ``ports: {limit: chart, needs: {black_sea: [2011], azov: [2011, 3827, 6912]}}``; where Odessa is not on the map,
    ``opened_after`` is the turn of its fall.
    """
    if state.turn <= terms.get("opened_after", 0):
        return False
    needs: Mapping[str, Any] = terms.get("needs") or {}
    sea = AZOV if state.board.ground[place].zone == AZOV else "black_sea"
    return all(state.control.get(int(h)) == side for h in needs.get(sea, ()))


def is_limited(state: CrimeaState, side: str) -> bool:
    """Whether each port of a side feeds only so many units."""
    return _terms(state.board, side).get("limit") == CHART
