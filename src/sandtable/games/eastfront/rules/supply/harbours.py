"""Which ports a card opens to a side (chapter 6.54), told apart as the play-book does (8.43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import Position
from sandtable.games.eastfront.scenario import Theatre

CHART = "chart"
"""The limit of a card whose ports feed no more than the table says."""


# rule: EF-PB8.43
def port_hexes(theatre: Theatre) -> tuple[int, ...]:
    """The hexes of the map with a port of any class that works: in shallow water there is none."""
    if "ports" not in theatre.cache:
        classes = theatre.charts["ports"]["columns"]
        theatre.cache["ports"] = tuple(h for h, ground in theatre.ground.items() if ground.port in classes)
    found: tuple[int, ...] = theatre.cache["ports"]
    return found


def _terms(theatre: Theatre, side: str) -> Mapping[str, Any]:
    sources: Mapping[str, Any] = (theatre.card.get("supply_sources") or {}).get(side) or {}
    return sources.get("ports") or {}


# rule: EF-6.54
def harbours(state: Position, side: str) -> tuple[int, ...]:
    """The ports of a side through which it can be supplied by sea."""
    if not _terms(state.theatre, side):
        return ()
    return tuple(h for h in port_hexes(state.theatre) if state.control.get(h) == side)


def is_limited(state: Position, side: str) -> bool:
    """Whether each port of a side feeds only so many units."""
    return _terms(state.theatre, side).get("limit") == CHART
