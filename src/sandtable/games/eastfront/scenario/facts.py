"""Facts laid over the data, from a case file or from an owner's folder: names and values are checked before use.

A fact that nobody would read (a unit that is not there, a field misspelt) is an error that says what was meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal

from msgspec import Struct

from sandtable.games.eastfront.scenario.card_facts import CardFacts
from sandtable.games.eastfront.scenario.card_facts.words import Hex, Side, Source, UnitName
from sandtable.games.eastfront.scenario.files import data
from sandtable.games.eastfront.scenario.world import PREFIX, ends, number
from sandtable.kernel import Id, of
from sandtable.kernel.cases import CaseError, read_facts
from sandtable.kernel.cases.parts import Where, instead, mapping, sequence

FACE = re.compile(r"(\*|\d+A?)-\d+-\d+")
FACES = ("front", "back", "mobile")
NUMBERS = ("stack", "steps", "range", "command", "recovery")
NEW = "new"
"""In place of a name: rows of units that the data does not have."""
MOST_STEPS = 4

TypeName = Annotated[str, of("type")]
Colour = Literal["black", "yellow", "orange", "green"]


class UnitFacts(Struct, frozen=True, kw_only=True):
    """What may be said of a counter."""

    label: str | None = None
    side: Side | None = None
    nation: Literal["german", "romanian", "soviet"] | None = None
    type: TypeName | None = None
    size: Literal["battalion", "regiment", "brigade", "division", "army"] | None = None
    stack: int | None = None
    steps: int | None = None
    front: str | None = None
    """Attack, defence and movement: 8-9-5; 3A-2-5 is for attacks only, a star in place of a number against works."""
    back: str | None = None
    mobile: str | None = None
    range: int | None = None
    command: int | None = None
    recovery: int | None = None
    colour: Colour | None = None
    formation: str | None = None
    substitute: Literal["", "regular", "strong"] | None = None
    cup: str | None = None
    on_foot: UnitName | None = None
    home: tuple[Hex, ...] | None = None
    detaches: bool | None = None
    guards: bool | None = None
    nkvd: bool | None = None
    two_sided: bool | None = None
    zone_of_control: bool | None = None
    source: Source | None = None
    note: str | None = None
    printed: tuple[str, ...] | None = None


class NewUnit(Struct, frozen=True, kw_only=True):
    """What has to be said of a counter that the data does not have; the rest as of any other."""

    id: str
    label: str
    side: Side
    nation: str
    type: TypeName
    size: str
    stack: int
    steps: int
    front: str


class TypeFacts(Struct, frozen=True, kw_only=True):
    """What all counters of a type share."""

    mobility: Literal["foot", "motorised", "cavalry", "none"]
    colour: Colour
    armour: bool = False
    artillery: bool = False
    engineer: bool = False
    anti_tank: bool = False
    anti_air: bool = False
    range: int = 0
    zone_of_control: bool | None = None


class AircraftFacts(Struct, frozen=True, kw_only=True):
    """What may be said of a type of aircraft."""

    side: Side | None = None
    role: Literal["fighter", "bomber"] | None = None
    acr: int | None = None
    cas: int | None = None
    interdiction: int | None = None
    single_engine: bool | None = None
    aa_drm: int | None = None
    unlimited_range: bool | None = None
    nation: Literal["", "romanian"] | None = None


class HexFacts(Struct, frozen=True, kw_only=True):
    """What may be said of a hex."""

    terrain: Literal["open", "sand", "hill", "marsh", "swamp", "sea", "lake"] | None = None
    woods: bool | None = None
    place: Literal["", "village", "town", "city", "major_city"] | None = None
    coastal: bool | None = None
    shallow: bool | None = None
    canal: bool | None = None
    port: Literal["", "anchorage", "shallow", "minor", "major"] | None = None
    works: Literal["", "belt", "citadel"] | None = None
    zone: Literal["", "odessa", "sevastopol", "crimea", "kerch", "azov", "sivash"] | None = None
    """The sea zone of a sea hex; of a port the one that it touches."""
    name: dict[str, str] | None = None
    source: Source | None = None
    printed: tuple[str, ...] | None = None


class LineFacts(Struct, frozen=True, kw_only=True):
    """A fortified line on a hexside: the hex that it defends."""

    defender: Hex
    line: str = ""
    source: Source = "reconstructed"


class SideFacts(Struct, frozen=True, kw_only=True):
    """What may be said of a hexside."""

    river: Literal["", "minor", "major"] | None = None
    river_name: str | None = None
    water: Literal["", "sea", "sivash", "lake", "severnaya_bay"] | None = None
    bridge: Literal["road", "rail"] | tuple[Literal["road", "rail"], ...] | None = None
    fortified: LineFacts | None = None
    source: Source | None = None


class FormationFacts(Struct, frozen=True, kw_only=True):
    """A division of several counters."""

    kind: Literal["battalions", "motorised", "panzer", "ss_motorised", "ss_brigade"]
    whole: int = 0
    """How many of its counters make it a whole division."""
    rule: str = ""


class MapFacts(Struct, frozen=True, kw_only=True):
    """What a case may say otherwise of the map, the counters and the card."""

    bare: bool = False
    """Open ground everywhere, without roads, rails, rivers or works."""
    hexes: dict[Hex, HexFacts] = {}
    """Hexes: ``terrain``, ``woods``, ``place``, ``coastal``, ``shallow``, ``canal``, ``port``, ``works``,
    ``zone``."""
    sides: dict[str, SideFacts] = {}
    """Hexsides, written 3605-3606: ``river``, ``water``, ``bridge``, ``fortified``."""
    roads: tuple[tuple[Hex, Hex, Literal["primary", "secondary", "highway"]], ...] = ()
    """Roads from hex to hex: ``[3605, 3606, primary]``."""
    rails: tuple[tuple[Hex, Hex] | tuple[Hex, Hex, str], ...] = ()
    """Railways from hex to hex: ``[3605, 3606]``."""
    units: dict[UnitName, UnitFacts] = {}
    """Counters by name; ``new`` has a list of counters that the data does not have."""
    types: dict[str, TypeFacts] = {}
    """Types of counters; all counters of a type share them."""
    aircraft: dict[Annotated[str, of("aircraft")], AircraftFacts] = {}
    """Types of aircraft."""
    formations: dict[str, FormationFacts] = {}
    """Divisions of several counters."""
    card: CardFacts | None = None
    """Parts of the scenario's card; see below."""


def checked(facts: Mapping[str, Any]) -> dict[str, Any]:
    """The facts with every name as the data has it; a :class:`CaseError` says where one of them means nothing."""
    counters = mapping(facts.get("units") or {}, ("units",))
    rows = [mapping(row, ("units", NEW, n)) for n, row in enumerate(sequence(counters.get(NEW, ()), ("units", NEW)))]
    drawn = data("counters")
    added = [str(row.get("id")) for row in rows]
    names: dict[str, dict[Id, str]] = {
        "hex": {
            **{int(h): h for h in data("map_odessa")["hexes"]},
            **{int(h): h for h in data("map_q")["hexes"]},
            **{int(number(f"{PREFIX}{h}")): f"{PREFIX}{h}" for h in data("map_sevastopol")["hexes"]},
        },
        "unit": _named([row["id"] for row in drawn["units"]] + added + _untried(rows)),
        "type": _named([*_types(), *mapping(facts.get("types") or {}, ("types",))]),
        "aircraft": _named([*(row["id"] for row in data("air_units")["units"]), "dummy"]),
    }
    plain = {**facts, "units": {name: row for name, row in counters.items() if name != NEW}}
    found = read_facts(MapFacts, plain, {}, names)
    new = [_new_unit(row, names, ("units", NEW, n)) for n, row in enumerate(rows)]
    for name, row in found.get("units", {}).items():
        _check_values(row, ("units", name))
    _check_sides(found.get("sides", {}), names["hex"])
    _check_types(found, new)
    if "units" in facts:
        found["units"] = {**found["units"], **({NEW: new} if NEW in counters else {})}
    return found


def _named(names: list[str]) -> dict[Id, str]:
    return {name: name for name in names}


@cache
def _types() -> tuple[str, ...]:
    return tuple(name for name, row in data("counters")["types"].items() if isinstance(row, dict))


def _untried(rows: list[Mapping[str, Any]]) -> list[str]:
    """The names that counters of a cup have while nobody has turned them up."""
    cups = [str(row["cup"]) for row in [*data("counters")["units"], *rows] if row.get("cup")]
    return [f"{cup} ?{number}" for cup in dict.fromkeys(cups) for number in range(1, cups.count(cup) + 1)]


def _new_unit(row: Mapping[str, Any], names: Mapping[str, Mapping[Id, str]], where: Where) -> dict[str, Any]:
    """A counter that the data does not have: everything it needs, and anything else a counter may have."""
    must = {name: row[name] for name in NewUnit.__struct_fields__ if name in row}
    try:
        found = read_facts(NewUnit, must, {}, names)
        found.update(read_facts(UnitFacts, {name: one for name, one in row.items() if name != "id"}, {}, names))
    except CaseError as problem:
        raise problem.inside(*where) from None
    _check_values(found, where)
    return found


def _check_values(row: Mapping[str, Any], where: Where) -> None:
    for name in FACES:
        if name in row and not FACE.fullmatch(row[name]):
            told = f"{name} is written attack-defence-movement, such as 8-9-5, and not {row[name]!r}"
            raise CaseError((*where, name), told)
    for name in NUMBERS:
        if row.get(name, 0) < 0:
            raise CaseError((*where, name), f"{name} is a number from 0 on, and not {row[name]}")
    if not 1 <= row.get("steps", 1) <= MOST_STEPS:
        raise CaseError((*where, "steps"), f"a unit has 1 to {MOST_STEPS} steps, and not {row['steps']}")


def _check_sides(sides: Mapping[str, Any], hexes: Mapping[Id, str]) -> None:
    for written, side in sides.items():
        pair = ends(written)
        if "/" in written or len(pair) != 2 or not all(end.isdecimal() and int(end) in hexes for end in pair):
            raise CaseError(("sides", written), f"a hexside is written 3605-3606, and not {written!r}")
        line = side.get("fortified")
        if line and str(line["defender"]) not in (str(int(end)) for end in pair):
            where: Where = ("sides", written, "fortified", "defender")
            raise CaseError(where, f"the line defends one of the two hexes, and not {line['defender']}")


def _check_types(found: Mapping[str, Any], new: list[dict[str, Any]]) -> None:
    """A type that is nobody's would be lost without a word."""
    used = {row.get("type") for row in (*found.get("units", {}).values(), *new)}
    for name in found.get("types", {}):
        if name not in _types() and name not in used:
            raise CaseError(("types", name), f"no unit is of the type {name!r}" + instead(name, _types()))


def off_the_card(hexes: Mapping[int, Any], facts: Mapping[str, Any]) -> Iterator[tuple[Where, str]]:
    """Places that facts speak of and that lie outside the part of the map in play: in a case a mistake.

    An owner's folder is for all scenarios, so it may speak of the whole map.
    """
    for place in facts.get("hexes") or {}:
        if int(number(str(place))) not in hexes:
            yield ("hexes", str(place)), f"{place} is not on the card of this scenario"
    for written in facts.get("sides") or {}:
        for end in ends(str(written)):
            if int(end) not in hexes:
                yield ("sides", str(written)), f"{end} is not on the card of this scenario"
    for part in ("roads", "rails"):
        for index, (a, b, *_) in enumerate(facts.get(part) or ()):
            for end in (a, b):
                if int(number(str(end))) not in hexes:
                    yield (part, index), f"{end} is not on the card of this scenario"
