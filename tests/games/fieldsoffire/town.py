"""Boards with urban cards: units by name in areas such as ``R2C2 street_n``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.scenario import town as areas
from sandtable.kernel.naming import find, label
from tests.games.fieldsoffire.board import board, key

COMPLEX, OFFICES, TERRACE, HALL, POST, HOUSES, VILLA, GARDEN = "T01", "T05", "T08", "T11", "T13", "T15", "T18", "T21"
"""Cards of the deck: two areas and storeys; the same with roofs; low with roofs; one area; with a storey; houses apart;
a compound with a storey, and without."""


def town(units: Mapping[str, Any] | None = None, cards: Mapping[str, Any] | None = None, **fields: Any) -> FieldsState:
    """A position with urban cards on the mission's grid; everything else is open ground."""
    rows: dict[str, Any] = {}
    for name, where in (units or {}).items():
        row = {"at": where} if isinstance(where, str) else dict(where)
        at, _, area = row["at"].partition(" ")
        rows[name] = {**row, "at": at, **({"cover": f"{at} {area}"} if area else {})}
    placed = {at: {"terrain": one} if isinstance(one, str) else dict(one) for at, one in (cards or {}).items()}
    return board(rows, scenario="street_fight", cards=placed, **fields)


def area(state: FieldsState, name: str) -> int:
    """The number of an area."""
    return int(find(state.scenario, "cover", name))


def where(state: FieldsState, name: str) -> str:
    """The area or card of a unit."""
    unit = state.units[key(state, name)]
    return (
        label(state.scenario, "cover", unit.cover)
        if areas.is_area(unit.cover)
        else label(state.scenario, "place", unit.at)
    )


def words(state: FieldsState, found: Any) -> set[str]:
    """Areas by their words; those of other cards with the card."""
    return {label(state.scenario, "cover", one) for one in found}
