"""Facts laid over the data, from a case file or from an owner's folder: names and values are checked before use.

A fact that nobody would read (a unit that is not there, a field misspelt) is an error that says what was meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Literal

from msgspec import Struct

from sandtable.games.nextwar.scenario import counters
from sandtable.games.nextwar.scenario.card_facts import CardFacts, Nation
from sandtable.games.nextwar.scenario.files import data
from sandtable.games.nextwar.scenario.ground import hexsides, second_numbers
from sandtable.kernel.cases import read_facts

Face = tuple[int, int, int, int, int, Literal["foot", "light", "motorised", "mechanised"]]
"""Attack, defence, efficiency, allowance, half stack points and mobility."""


SPECIAL = ("5_id_holds", "5_id_waits", "7_id_waits", "23_id_starts_late", "all_held")
"""Special rules of scenarios."""


class UnitFacts(Struct, frozen=True, kw_only=True):
    """What may be said of a ground unit."""

    front: Face | None = None
    back: Face | None = None
    formation: str | None = None
    nation: Nation | None = None
    type: str | None = None
    size: str | None = None
    independent: bool | None = None
    defends_alone: bool | None = None
    reserve: Literal["", "M", "HR", "PMTU", "RG"] | None = None
    branch: Literal["", "usmc"] | None = None
    army: str | None = None
    commands: str | None = None
    range: int | None = None
    supreme: bool | None = None


class RatingFacts(Struct, frozen=True, kw_only=True):
    """One face of an air unit."""

    acr: int
    csr2: int
    """Combat support in halves of a point."""
    strike: int
    skill: int
    acr_paren: bool = False
    standoff: bool = False
    long_range: bool = False
    strike_standoff: bool = False
    wild_weasel: bool = False


class AirFacts(Struct, frozen=True, kw_only=True):
    """What may be said of an air unit."""

    nation: Nation | None = None
    service: Literal["dprk", "prc", "rok", "us", "usn", "usmc", "cw", "japan"] | None = None
    range: Literal["S", "M", "L"] | None = None
    steps: int | None = None
    front: RatingFacts | None = None
    back: RatingFacts | None = None
    all_weather: bool | None = None
    stealth: bool | None = None
    optional: bool | None = None


class HexFacts(Struct, frozen=True, kw_only=True):
    """What may be said of a hex."""

    terrain: str | None = None
    country: str | None = None
    features: tuple[str, ...] | None = None
    name: str | None = None
    coastal: bool | None = None
    sea_zone: Literal["", "yellow", "east"] | None = None


class SideFacts(Struct, frozen=True, kw_only=True):
    """What may be said of a hexside."""

    road: Literal["", "secondary", "primary", "highway"] | None = None
    river: bool | None = None
    water: bool | None = None
    bridge: bool | None = None
    ferry: bool | None = None
    acv: bool | None = None


class KoreaFacts(Struct, frozen=True, kw_only=True):
    """What may be replaced."""

    bare: bool = False
    card: CardFacts = CardFacts()
    hexes: dict[str, HexFacts] = {}
    sides: dict[str, SideFacts] = {}
    units: dict[str, UnitFacts] = {}
    aircraft: dict[str, AirFacts] = {}


def checked(facts: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts with every name as the data has it; a ``CaseError`` says where one of them means nothing."""
    if not facts:
        return facts
    card = facts.get("card")
    if not isinstance(card, Mapping):
        return read_facts(KoreaFacts, facts, words())
    # A card may print nothing where others have something.
    nothing = {part: None for part, value in card.items() if value is None and part in CardFacts.__struct_fields__}
    told = {part: value for part, value in card.items() if part not in nothing}
    found = read_facts(KoreaFacts, {**facts, "card": told}, words())
    return {**found, "card": {**found["card"], **nothing}}


@cache
def words() -> Mapping[str, Iterable[str]]:
    """The words of the facts: names of things that the data has, and what can be in a hex."""
    drawn = data("hexes")["hexes"]
    return {
        "CardFacts.special": SPECIAL,
        "KoreaFacts.hexes.key": (*drawn, *second_numbers()),
        "KoreaFacts.sides.key": hexsides(),
        "KoreaFacts.units.key": tuple(unit.name for unit in counters.counters({}).values()),
        "KoreaFacts.aircraft.key": tuple(unit.name for unit in counters.aircraft({}).values()),
        "UnitFacts.type": tuple(counters.KINDS),
        "UnitFacts.size": tuple(counters.SIZES),
        "HexFacts.terrain": tuple(dict.fromkeys(row["terrain"] for row in drawn.values())),
        "HexFacts.country": ("", "DPRK", "ROK", "Japan", "PRC"),
        "HexFacts.features": tuple(dict.fromkeys(f for row in drawn.values() for f in row.get("features", ()))),
    }
