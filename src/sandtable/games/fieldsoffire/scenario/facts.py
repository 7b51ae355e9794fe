"""Facts laid over the data, from a case file or from an owner's folder: names are checked before use.

    facts:
      map: {rows: 3, columns: 4}
      mission: {type: defensive, grenades: {friendly: -3}}
      terrain: {rise: {elevation: 1, cc: 1, edges: {n: dark, s: dark}}}
      terrain: {block: {town: {kind: complex, buildings: [6, 6]}}}
      units: {ge.hmg: {sides: [{steps: 1, vof: H, range: V, tripod: true}]}}
      nations: [nkpa]

A card of terrain that no deck has gets a number of its own; everything else changes what the data says.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from msgspec import Struct

from sandtable.games.fieldsoffire.model import DEFENSIVE, GRADES, OFFENSIVE, PATROL
from sandtable.games.fieldsoffire.scenario.files import data
from sandtable.games.fieldsoffire.scenario.ground import DECKS, Terrain, printed, terrain_of
from sandtable.games.fieldsoffire.scenario.missions import Mission, support_of
from sandtable.games.fieldsoffire.scenario.units import NATIONS, Counter, type_of


class TerrainFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A terrain card, one of a deck or of the board alone."""

    name: str | None = None
    type: str | None = None
    cc: int | None = None
    cc_low: int | None = None
    elevation: int | None = None
    stack_card_on_top: bool | None = None
    cover: dict[str, Any] | None = None
    burst: int | None = None
    vehicles: str | None = None
    lz: bool | None = None
    multi_story: bool | None = None
    observation_post: bool | None = None
    mortars_barred: bool | None = None
    edges: dict[str, str] | None = None
    town: dict[str, Any] | None = None


class MissionFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a case may say otherwise of the mission."""

    type: str | None = None
    turns: int | None = None
    light: str | None = None
    weather: str | None = None
    tactic: str | None = None
    experience: str | None = None
    enemy: str | None = None
    pool: str | None = None
    grenades: dict[str, int] | None = None
    setup: dict[str, Any] | None = None
    campaign: str | None = None
    attachments: tuple[str, ...] | None = None
    battalion: bool | None = None
    fire_support: tuple[dict[str, Any], ...] | None = None


class UnitFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A kind of counter."""

    sides: tuple[dict[str, Any], ...] | None = None
    steps: int | None = None
    fire_team_side: dict[str, Any] | None = None
    experience: str | None = None
    immobile: bool | None = None
    name: str | None = None
    breakdown: str | None = None
    at_weapon: str | None = None


class MapFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The size of the map."""

    rows: int | None = None
    columns: int | None = None


class FieldsFacts(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a case may replace."""

    map: MapFacts | None = None
    mission: MissionFacts | None = None
    terrain: dict[str, TerrainFacts] = {}
    units: dict[str, UnitFacts] = {}
    nations: tuple[str, ...] = ()


NEW = 401
"""Numbers of terrain cards that only a board made by hand has."""
FEW = 30
MISSION_TYPES = (OFFENSIVE, DEFENSIVE, PATROL)


def check(facts: Mapping[str, Any]) -> None:
    """Raise a ``ValueError`` or ``TypeError`` that says what to write instead, where facts cannot be read."""
    for part in facts:
        _known("part of the facts", str(part), FieldsFacts.__struct_fields__)
    for name, row in _rows("terrain", facts):
        for field in row:
            _known(f"value of terrain {name}", field, TerrainFacts.__struct_fields__)
    units = (*data("toe_us")["units"], *data("enemy_units")["units"], *data("vehicles_aircraft")["counters"])
    for name, row in _rows("units", facts):
        _known("kind of unit", name, units)
        for field in row:
            _known(f"value of {name}", field, UnitFacts.__struct_fields__)
    for field in facts.get("mission") or ():
        _known("value of the mission", field, MissionFacts.__struct_fields__)
    for field, words in (("type", MISSION_TYPES), ("campaign", tuple(data("toe_us")["companies"]))):
        if (given := (facts.get("mission") or {}).get(field)) is not None:
            _known(f"{field} of a mission", str(given), words)
    for field in facts.get("map") or ():
        _known("value of the map", field, MapFacts.__struct_fields__)
    for nation in facts.get("nations") or ():
        _known("nation", nation, NATIONS)


def mission(found: Mission, facts: Mapping[str, Any]) -> Mission:
    """The mission with its facts in place of its own figures."""
    changes: dict[str, Any] = {**(facts.get("map") or {}), **(facts.get("mission") or {})}
    if "experience" in changes:
        changes["experience"] = GRADES[changes["experience"]]
    for name in ("grenades", "setup"):
        if name in changes:
            changes[name] = {**getattr(found, name), **changes[name]}
    if "attachments" in changes:
        changes["attachments"] = tuple(changes["attachments"])
    if "fire_support" in changes:
        changes["support"] = tuple(support_of(row) for row in changes.pop("fire_support"))
    return dataclasses.replace(found, **changes) if changes else found


def terrain(facts: Mapping[str, Any]) -> Mapping[int, Terrain]:
    """Every terrain card, those of the facts included."""
    rows = dict(_rows("terrain", facts))
    if not rows:
        return printed()
    found = dict(printed())
    ids = {card.id: number for number, card in found.items()}
    source = {card: row for deck in DECKS for card, row in data(f"terrain/{deck}")["cards"].items()}
    for name, row in rows.items():
        number = ids.get(name) or NEW + sum(one >= NEW for one in found)
        found[number] = terrain_of(number, {**source.get(name, {}), "id": name, **row})
    return found


def counters(found: dict[int, Counter], facts: Mapping[str, Any]) -> dict[int, Counter]:
    """The counters, with other values printed on those that the facts name."""
    rows = dict(_rows("units", facts))
    if not rows:
        return found
    files = {"friendly": data("toe_us"), "enemy": data("enemy_units")}
    changed: dict[int, Counter] = {}
    for key, counter in found.items():
        kind = counter.type
        if kind.id in rows:
            file, more = files[kind.side], data("vehicles_aircraft")["counters"]
            row = {**(file["units"].get(kind.id) or more[kind.id]), **rows[kind.id]}
            found_type = type_of(row, kind.side, file["breakdowns"])
            counter = dataclasses.replace(counter, type=dataclasses.replace(found_type, leads=kind.leads))
        changed[key] = counter
    return changed


def _rows(part: str, facts: Mapping[str, Any]) -> Iterable[tuple[str, Mapping[str, Any]]]:
    found = facts.get(part) or {}
    if not isinstance(found, Mapping):
        raise TypeError(f"{part} should be a mapping of names to values")
    for name, row in found.items():
        if not isinstance(row, Mapping):
            raise TypeError(f"{part}: {name} should be a mapping of values")
        yield str(name), row


def _known(what: str, given: str, known: Iterable[str]) -> None:
    """Raise where a name is not known, with those that are, or of many those that look like it."""
    names = tuple(known)
    if given in names:
        return
    near = names if len(names) <= FEW else get_close_matches(given, names)
    raise ValueError(f"there is no {what} {given!r}" + (f"; there is {', '.join(near)}" if near else ""))
