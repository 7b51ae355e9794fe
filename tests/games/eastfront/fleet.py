"""Boards with ships: a bare coast with ports of every class, and the sea before it."""

from __future__ import annotations

from typing import Any

from sandtable.games.eastfront.model import CrimeaState, Ship
from tests.games.eastfront.board import Where, board

MAJOR, MINOR, ANCHORAGE, SHALLOW, FAR = 3706, 3806, 3906, 3606, 4006
"""Ports on the coast of the board: four touch the waters of Sevastopol, the last one those of Crimea."""
SEA = (3607, 3707, 3807, 3907, 4007, 3608, 3708, 3808, 3908, 4008)
SHOAL = 3608


def _coast(port: str, zone: str = "sevastopol") -> dict[str, Any]:
    return {"coastal": True, "place": "town", "port": port, "zone": zone}


HEXES: dict[int, Any] = {
    **{h: {"terrain": "sea", "zone": "sevastopol"} for h in SEA},
    4007: {"terrain": "sea", "zone": "crimea"},
    4008: {"terrain": "sea", "zone": "crimea"},
    SHOAL: {"terrain": "sea", "zone": "sevastopol", "shallow": True},
    MAJOR: _coast("major"),
    MINOR: _coast("minor"),
    ANCHORAGE: _coast("anchorage"),
    SHALLOW: {**_coast("shallow"), "shallow": True},
    FAR: _coast("minor", "crimea"),
}
HELD = dict.fromkeys((MAJOR, MINOR, ANCHORAGE, SHALLOW, FAR), "soviet")


def fleet(
    at: Any, ships: dict[str, Any], pieces: dict[str, Where] | None = None, facts: Any = None, **fields: Any
) -> CrimeaState:
    """A position with ships; every port is Soviet unless the fields say otherwise."""
    rows = {name: {"hex": str(row)} if isinstance(row, int) else dict(row) for name, row in ships.items()}
    fields.setdefault("control", HELD)
    facts = {**(facts or {}), "hexes": {**HEXES, **(facts or {}).get("hexes", {})}}
    return board(at, pieces or {}, facts=facts, ships=rows, **fields)


def ship(state: CrimeaState, name: str) -> Ship:
    """A ship by its name."""
    return state.ships[number(state, name)]


def number(state: CrimeaState, name: str) -> int:
    """The number of a ship."""
    return next(key for key, one in state.board.ships.items() if one.name == name)
