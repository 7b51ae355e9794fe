"""Ships and sea zones as read from ``data``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.scenario.board import Ground, ShipCounter, Zone
from sandtable.games.eastfront.scenario.files import data

VALUES = ("values", "range", "recovery")


# rule: EF-PB8.11
def ships() -> dict[int, ShipCounter]:
    """Every ship by its number; its values are support, protection, transport and naval movement points."""
    found = {}
    for number, row in enumerate(data("fleet")["ships"], start=1):
        support, protection, transport, points = map(int, row["values"].split("-"))
        found[number] = ShipCounter(
            id=number,
            name=row["id"],
            title=row["name"],
            kind=row["kind"],
            support=support,
            protection=protection,
            transport=transport,
            points=points,
            range=row["range"],
            recovery=row["recovery"],
            rebuilt=tuple(value for value in VALUES if value not in row["printed"]),
        )
    return found


def zones() -> dict[str, Zone]:
    """The sea zones with those they meet."""
    sea = data("sea")
    near: dict[str, list[str]] = {name: [] for name in sea["zones"]}
    for edge in sea["edges"]:
        a, b = edge["between"]
        near[a].append(b)
        near[b].append(a)
    return {
        name: Zone(
            id=name, near=tuple(near[name]), only=tuple(row.get("only", ())), strait=bool(row.get("strait", False))
        )
        for name, row in sea["zones"].items()
    }


# rule: EF-PB8.22, EF-PB2.12.e
def boxes(drawn: Mapping[str, Any] | None = None) -> dict[str, Ground]:
    """Map T, which is a port and not a sea zone."""
    rows = data("sea")["boxes"] if drawn is None else drawn
    return {name: Ground(port=row["port"], zone=row["zone"]) for name, row in rows.items()}
