"""The files of ``data``, each read once, and the board they make."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from itertools import chain, product
from typing import Any

from sandtable.games.axisallies.model import GlobalOptions
from sandtable.games.axisallies.scenario.board import (
    UPGRADE,
    Canal,
    EconomyInfo,
    GlobalScenario,
    Installation,
    PowerInfo,
    Space,
    UnitType,
)
from sandtable.kernel import Id, codec
from sandtable.kernel.areas import AreaMap


@cache
def table(name: str) -> Any:
    """A data file of this game as plain data."""
    data = resources.files("sandtable.games.axisallies").joinpath("data", f"{name}.json").read_bytes()
    return codec.decode(data, dict)


def _rows(name: str, part: str, kind: Any) -> list[Any]:
    rows: list[Any] = codec.convert(table(name)[part], list[kind])
    return rows


@cache
def _printed() -> tuple[dict[int, Space], tuple[tuple[int, int], ...]]:
    spaces = {space.id: space for space in _rows("places", "places", Space)}
    links = tuple((int(a), b) for a, row in table("connections")["connections"].items() for b in row)
    return spaces, links


def _spellings(spaces: Mapping[int, Space]) -> dict[str, int]:
    """What else a space may be called: by its city, in Italian, SZ for a sea zone, its words joined freely."""
    found = {name.casefold(): at for name, at in table("spellings")["place"].items()}
    for space in spaces.values():
        found |= {name.casefold(): space.id for name in (space.name["it"], space.victory_city) if name}
    for space in spaces.values():
        first, *more = re.split("[ -]", space.name["en"].casefold().replace("sea zone", "sz"))
        for gaps in product((" ", "-", "/", ""), repeat=len(more)):
            found["".join((first, *chain.from_iterable(zip(gaps, more, strict=True))))] = space.id
    return found


@cache
def load(setup: str, options: GlobalOptions) -> GlobalScenario:
    """The board with one of its set-ups."""
    spaces, links = _printed()
    kinds = {kind.id: kind for kind in _rows("units", "units", UnitType)}
    installations = {one.id: one for one in _rows("installations", "installations", Installation)}
    powers = {power.id: power for power in _rows("powers", "powers", PowerInfo)}
    economies = {economy.id: economy for economy in _rows("powers", "economies", EconomyInfo)}
    names: dict[str, dict[Id, str]] = {
        "place": {space.id: space.name["en"] for space in spaces.values()},
        "kind": {one.id: one.name["en"] for one in (*kinds.values(), *installations.values())} | {UPGRADE: UPGRADE},
        "seat": {power.id: power.name["en"] for power in powers.values()},
        "economy": {economy: economy for economy in economies},
    }
    others = ("charts", "politics", "objectives", "research", "combined_arms", "installations")
    return GlobalScenario(
        name=setup,
        options=options,
        seats=tuple(powers),
        names=names,
        aliases={"place": _spellings(spaces)},
        spaces=spaces,
        map=AreaMap.of({space.id: space.name["en"] for space in spaces.values()}, links),
        kinds=kinds,
        installations=installations,
        powers=powers,
        economies=economies,
        canals=tuple(_rows("canals", "canals", Canal)),
        tables={"setup": table(f"setups/{setup}"), **{name: table(name) for name in others}},
    )
