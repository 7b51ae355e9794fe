"""The cards of the scenarios: each with its part of the map, its counters and its calendar."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET, CrimeaOptions
from sandtable.games.eastfront.scenario import fleet
from sandtable.games.eastfront.scenario.board import Counter, CrimeaScenario, Day, Ground
from sandtable.games.eastfront.scenario.counters import air_types, counters
from sandtable.games.eastfront.scenario.facts import checked
from sandtable.games.eastfront.scenario.files import chart, data
from sandtable.games.eastfront.scenario.terrain import terrain
from sandtable.games.eastfront.scenario.world import ODESSA, enlarged, number
from sandtable.kernel import Id
from sandtable.kernel.cases import CaseError
from sandtable.kernel.charts import Chart
from sandtable.kernel.hexes import HexGrid

HEX = re.compile(r"(In|Od)-[0-9]{4}")
SCENARIOS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
CHARTS = ("air", "artillery", "combat_modifiers", "crt", "movement", "overrun", "retreat_through_zoc", "surrender")
CHARTS_OF_GROUND = ("naval", "ports", "terrain_effects", "weather")
CHARTS_OF_STRENGTH = ("reinforcement_arrival", "replacement_costs")
PRINTED = 32
"""Scenarios that are kept once they were made, each with the options it is played under."""


# rule: EF-4.1, EF-PB9.1
def load(name: str, options: CrimeaOptions, facts: Mapping[str, Any]) -> CrimeaScenario:
    """A scenario by its number; ``facts`` replace facts of map, counters and card for boards made by hand."""
    return _made(name, options, facts) if facts else _printed(name, options)


@lru_cache(maxsize=PRINTED)
def _printed(name: str, options: CrimeaOptions) -> CrimeaScenario:
    """A scenario as it is printed, made once with all the tables that rules work out from it."""
    return _made(name, options, {})


def _made(name: str, options: CrimeaOptions, facts: Mapping[str, Any]) -> CrimeaScenario:
    found = checked(facts)
    card = _card(name, found.get("card") or {})
    grid = _grid(card)
    ground, borders = terrain(grid, found)
    units = counters(found.get("units") or {}, found.get("types") or {})
    card = _dealt(card, units)
    crt = chart("crt")
    columns = tuple(str(c) for c in crt["columns"])
    days = {row["turn"]: _day(row) for row in sorted(card["calendar"], key=lambda row: int(row["turn"]))}
    return CrimeaScenario(
        name=name,
        options=options,
        facts=facts,
        seats=SIDES,
        names=_names(grid, ground, units, card),
        grid=grid,
        ground=ground,
        borders=borders,
        units=units,
        aircraft=air_types(found.get("aircraft") or {}),
        ships=fleet.ships(),
        zones=fleet.zones(),
        boxes={**fleet.boxes(), **fleet.boxes(card.get("boxes") or {})},
        charts={one: chart(one) for one in (*CHARTS, *CHARTS_OF_GROUND, *CHARTS_OF_STRENGTH)},
        crt=Chart("crt", crt["rule"], columns, {str(row): tuple(cells) for row, cells in crt["rows"].items()}),
        card=card,
        formations={**data("counters")["formations"]["divisions"], **(found.get("formations") or {})},
        days=days,
        first_turn=card["turns"]["first"],
        last_turn=card["turns"]["last"],
    )


# rule: EF-2.1, EF-PB2.11, EFS-10.22
def _grid(card: Mapping[str, Any]) -> HexGrid:
    """The hexes of a card: of map Q, with the enlarged map where the card has it, or of Odessa."""
    area = card["area"]
    return _part(card["map"], (*area["columns"], *area["rows"]))


@lru_cache(maxsize=PRINTED)
def _part(drawn: str, corners: tuple[int, int, int, int]) -> HexGrid:
    """A part of a map, made once with the neighbours of all its hexes."""
    columns, rows = range(corners[0], corners[1] + 1), range(corners[2], corners[3] + 1)
    # rule: EF-PB5.11
    if drawn == "Q+In":
        return enlarged(columns, rows)
    if drawn == "In":
        return enlarged(columns, rows).inner
    return HexGrid(columns, rows, low="odd", prefix=ODESSA if drawn == "Od" else "")


def _numbered(value: Any) -> Any:
    """A part of a card with numbers for the hexes of the enlarged map and of Odessa."""
    if isinstance(value, dict):
        return {_numbered(key): _numbered(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_numbered(one) for one in value]
    if isinstance(value, str) and HEX.fullmatch(value):
        return number(value.removeprefix(ODESSA))
    return value


# rule: EFS-10.53, EFS-10.54.a
def _drawn(name: str) -> dict[str, Any]:
    """The card of a scenario as its file has it; one that is ``like`` another has only what differs."""
    card: dict[str, Any] = dict(data(f"scenarios/{name}"))
    return _laid_over(_drawn(card.pop("like")), card) if "like" in card else card


def _laid_over(base: Mapping[str, Any], card: Mapping[str, Any]) -> dict[str, Any]:
    """A card laid over another: mappings part by part, lists with a plus behind their name after those
    of the other, and whatever has a stroke behind its name instead of the other.
    """
    found = dict(base)
    for part, value in card.items():
        if part.endswith("+"):
            found[part[:-1]] = [*found.get(part[:-1], ()), *value]
        elif part.endswith("!"):
            found[part[:-1]] = value
        elif isinstance(value, dict) and isinstance(found.get(part), dict):
            found[part] = _laid_over(found[part], value)
        else:
            found[part] = value
    return found


def _card(name: str, facts: Mapping[str, Any]) -> dict[str, Any]:
    """The card of a scenario with parts replaced; raises where it would have turns without a day."""
    card: dict[str, Any] = _numbered(_drawn(name))
    for part, value in facts.items():
        card[part] = {**card[part], **value} if isinstance(card.get(part), Mapping) else value
    first, last = card["turns"]["first"], card["turns"]["last"]
    if first > last or all(row["turn"] != first for row in card["calendar"]):
        part = "calendar" if "calendar" in facts else "turns"
        told = "the last turn is before the first" if first > last else f"the calendar has no turn {first}"
        raise CaseError(("card", part), f"{told}; the card goes from turn {first} to {last}")
    drawn = data("map_odessa" if card["map"] == "Od" else "map_q")["hexes"]
    corners = [f"{column:02d}{row:02d}" for column in card["area"]["columns"] for row in card["area"]["rows"]]
    if card["map"] != "In" and any(corner not in drawn for corner in corners):
        raise CaseError(("card", "area"), "this part is not on the map")
    return card


# rule: EFT-turn-track, EF-PB3.11
def _day(row: Mapping[str, Any]) -> Day:
    """A turn of a card, with what the turn track says of it."""
    track: Mapping[str, Any] = next((one for one in chart("turn_track")["turns"] if one["turn"] == row["turn"]), {})
    known = {k: v for k, v in row.items() if k in ("turn", "weather", "climate", "modifier")}
    told = {"historical": track.get("historical", ""), "storms": track.get("storms", False)}
    return Day(stormy=row.get("storms", False), **told, **known)


def _names(
    grid: HexGrid, ground: Mapping[int, Ground], units: Mapping[int, Counter], card: Mapping[str, Any]
) -> Mapping[str, Mapping[Id, str]]:
    """What things are called; air counters by the initial of their side and a number, so that no name tells a type."""
    boxes = [(side, box) for side in SIDES for box in card[side]["air"].values() if isinstance(box, dict)]
    waters: dict[Id, str] = {name: name for name in (*fleet.zones(), *fleet.boxes())}
    waters |= {f"{h:04d}": grid.label(h) for h in grid.hexes if ground[h].port}
    letters = [side[0].upper() for side, box in boxes for _ in range(sum(box.values()))]
    return {
        "air": {number: f"{letter}{number}" for number, letter in enumerate(letters, start=1)},
        "place": {h: grid.label(h) for h in grid.hexes},
        "piece": {key: unit.name for key, unit in units.items()},
        "seat": {AXIS: AXIS, SOVIET: SOVIET},
        "ship": {key: ship.name for key, ship in fleet.ships().items()},
        "water": waters,
    }


# rule: EF-8.52, EF-8.61, EF-22.53
def _dealt(card: Mapping[str, Any], units: Mapping[int, Counter]) -> dict[str, Any]:
    """The card with an untried counter in every row that asks for one of a cup, at the start or later."""
    left: dict[str, list[str]] = {}
    for unit in units.values():
        left.setdefault(unit.hides, []).append(unit.name)

    def rows(found: Any) -> list[Any]:
        return [{**row, "unit": left[row["untried"]].pop(0)} if "untried" in row else row for row in found or ()]

    dealt = {
        side: {**card[side], "units": rows(card[side]["units"]), "reinforcements": rows(card[side]["reinforcements"])}
        for side in SIDES
    }
    return {**card, **dealt}
