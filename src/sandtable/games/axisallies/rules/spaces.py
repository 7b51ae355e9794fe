"""Chapter 7: territories and sea zones, who holds them, and what is friendly, hostile or neutral."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from sandtable.games.axisallies.model import NEUTRAL_ARMY, Territory, Unit, World
from sandtable.games.axisallies.rules.powers import alliance, are_allies, at_war
from sandtable.games.axisallies.scenario import UnitType
from sandtable.kernel import derived

FRIENDLY, HOSTILE, NEUTRAL = "friendly", "hostile", "neutral"


def type_of(state: World, unit: Unit) -> UnitType:
    """The row of the unit table for a unit."""
    # Asked more often than anything else: straight to the board, past the properties of the state.
    kind: UnitType = state.__dict__["scenario"].kinds[unit.kind]
    return kind


class Index(NamedTuple):
    """All units sorted in the three ways that rules look for them, in one pass over the board."""

    by_place: dict[int, list[int]]
    by_kind: dict[tuple[str, str], list[int]]
    by_host: dict[int, list[int]]


@derived("units")
def index(state: World) -> Index:
    """The units by space, by owner and kind, and by the ship they are aboard."""
    places: dict[int, list[int]] = defaultdict(list)
    kinds: dict[tuple[str, str], list[int]] = defaultdict(list)
    hosts: dict[int, list[int]] = defaultdict(list)
    for key, unit in state.units.items():
        places[unit.at].append(key)
        kinds[unit.owner, unit.kind].append(key)
        if unit.aboard:
            hosts[unit.aboard].append(key)
    return Index(places, kinds, hosts)


@derived("units")
def by_place(state: World) -> dict[int, tuple[int, ...]]:
    """The units in each space, cargo and aircraft on carriers included, by id."""
    return {place: tuple(keys) for place, keys in index(state).by_place.items()}


@derived("units")
def cargo_of(state: World) -> dict[int, tuple[int, ...]]:
    """What is aboard each transport and carrier."""
    return {host: tuple(keys) for host, keys in index(state).by_host.items()}


def units_at(state: World, place: int) -> Iterator[tuple[int, Unit]]:
    """The units in a space with their ids."""
    for key in by_place(state).get(place, ()):
        yield key, state.units[key]


# rule: AA-7.territory.status, AA-6.neutral.vs-power
def land_status(state: World, power: str, at: int) -> str:
    """What a territory is to a power: friendly, hostile or neutral."""
    territory = state.territories[at]
    if territory.holder:
        if are_allies(state, territory.holder, power):
            return FRIENDLY
        return HOSTILE if at_war(state, territory.holder, power) else NEUTRAL
    return NEUTRAL


# rule: AA-6.friendly-neutral.def, AA-6.hostile-neutral.def
def leans_to(territory: Territory) -> str:
    """The alliance an unheld territory favours; empty for strict neutrals and held ones."""
    if territory.holder:
        return ""
    return {"pro_axis": "axis", "pro_allies": "allies"}.get(territory.stance, "")


def is_neutral_land(state: World, at: int) -> bool:
    """Whether a territory belongs to no power (Dutch territories are not neutral, they are unheld Allied ones)."""
    return not state.territories[at].holder and not state.board.spaces[at].dutch


# rule: AA-7.sz.status
@derived("units", "wars")
def hostile_zones(state: World, power: str) -> frozenset[int]:
    """The sea zones that hold surface warships of a power at war with this one."""
    kinds = state.board.kinds
    return frozenset(
        state.units[key].at
        for (owner, kind), keys in index(state).by_kind.items()
        if kinds[kind].surface_warship and at_war(state, owner, power)
        for key in keys
    )


def is_hostile_zone(state: World, power: str, zone: int) -> bool:
    """Whether a sea zone is hostile to a power."""
    return zone in hostile_zones(state, power)


def is_foe(state: World, power: str, unit: Unit) -> bool:
    """Whether a unit is an enemy: its owner is at war with the power, or it defends a neutral the power may attack."""
    if unit.owner == NEUTRAL_ARMY:
        return leans_to(state.territories[unit.at]) != alliance(state, power)
    return at_war(state, unit.owner, power)


def foes_at(state: World, power: str, at: int) -> tuple[int, ...]:
    """The enemy units in a space."""
    return tuple(key for key, unit in units_at(state, at) if is_foe(state, power, unit))


def held_since_start(state: World, at: int, power: str) -> bool:
    """Whether a power has controlled a territory since its turn began."""
    territory = state.territories[at]
    return territory.holder == power and territory.since == power


# rule: AA-9.4.air.land-territory
def friendly_since_start(state: World, at: int, power: str) -> bool:
    """Whether a territory has been friendly to a power since the start of the turn."""
    territory = state.territories[at]
    if not territory.holder or not territory.since:
        return False
    return are_allies(state, territory.holder, power) and alliance(state, territory.since) == alliance(state, power)


def works_installation(state: World, at: int, what: str) -> bool:
    """Whether a base or complex in a territory exists and is not damaged so much that it does nothing."""
    territory = state.territories[at]
    limit = state.board.installations
    match what:
        case "air_base":
            return territory.air_base and territory.air_base_damage < limit["air_base"].out_at
        case "naval_base":
            return territory.naval_base and territory.naval_base_damage < limit["naval_base"].out_at
        case _:
            return bool(territory.works) and territory.works_damage < limit[territory.works].out_at


@derived("units")
def roster(state: World) -> dict[tuple[str, str], tuple[int, ...]]:
    """The units of each power by the element they move in (land, sea or air), by id."""
    kinds = state.board.kinds
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    for (owner, kind), keys in index(state).by_kind.items():
        found[owner, kinds[kind].domain] += keys
    return {group: tuple(sorted(keys)) for group, keys in found.items()}


def units_of(state: World, power: str, domain: str) -> tuple[int, ...]:
    """A power's land units, ships or aircraft."""
    return roster(state).get((power, domain), ())
