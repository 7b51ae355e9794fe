"""Chapter 7: territories and sea zones, who holds them, and what is friendly, hostile or neutral."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sandtable.games.axisallies.model import NEUTRAL_ARMY, GlobalState, Territory, Unit
from sandtable.games.axisallies.rules.index import index
from sandtable.games.axisallies.rules.memory import OTHERS, place_by_place
from sandtable.games.axisallies.rules.turns.powers import alliance, are_allies, at_war
from sandtable.games.axisallies.scenario import UnitType
from sandtable.kernel import Ref, derived

FRIENDLY, HOSTILE, NEUTRAL = "friendly", "hostile", "neutral"


def type_of(state: GlobalState, unit: Unit) -> UnitType:
    """The row of the unit table for a unit."""
    return state.board.kinds[unit.kind]


def cargo_of(state: GlobalState) -> dict[int, tuple[int, ...]]:
    """What is aboard each transport and carrier."""
    return index(state).by_host


def units_at(state: GlobalState, place: int) -> Iterator[tuple[int, Unit]]:
    """The units in a space with their ids."""
    keys = index(state).by_place.get(place, ())
    return zip(keys, map(state.units.__getitem__, keys), strict=True)


# rule: AA-7.territory.status, AA-6.neutral.vs-power
def land_status(state: GlobalState, power: str, at: int) -> str:
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


def is_neutral_land(state: GlobalState, at: int) -> bool:
    """Whether a territory belongs to no power (Dutch territories are not neutral, they are unheld Allied ones)."""
    return not state.territories[at].holder and not state.board.spaces[at].dutch


# rule: AA-7.sz.status
@derived("units", "wars", units=OTHERS)
def hostile_zones(state: GlobalState, power: str) -> frozenset[int]:
    """The sea zones that hold surface warships of a power at war with this one."""
    kinds = state.board.kinds
    # rule: AA-9.2.general.subs-transports-no-block, AA-10.transport.no-block, AA-9.2.notatwar.move
    return frozenset(
        state.units[key].at
        for (owner, kind), keys in index(state).by_kind.items()
        if kinds[kind].surface_warship and at_war(state, owner, power)
        for key in keys
    )


@derived("units", "territories", "wars", units=OTHERS)
def foe_zones(state: GlobalState, power: str) -> frozenset[int]:
    """The sea zones with enemy units in them or over them."""
    kinds = state.board.kinds
    places = {
        state.units[key].at: None
        for (owner, kind), keys in index(state).by_kind.items()
        if owner != NEUTRAL_ARMY and kinds[kind].domain != "land" and at_war(state, owner, power)
        for key in keys
    }
    return frozenset(at for at in places if state.board.is_sea(at))


def is_hostile_zone(state: GlobalState, power: str, zone: int) -> bool:
    """Whether a sea zone is hostile to a power."""
    return zone in hostile_zones(state, power)


def is_foe(state: GlobalState, power: str, unit: Unit) -> bool:
    """Whether a unit is an enemy: its owner is at war with the power, or it defends a neutral the power may attack."""
    if unit.owner == NEUTRAL_ARMY:
        return leans_to(state.territories[unit.at]) != alliance(state, power)
    return at_war(state, unit.owner, power)


@derived("units", "territories", "wars", units=OTHERS)
def foes_at(state: GlobalState, power: str, at: int) -> tuple[int, ...]:
    """The enemy units in a space."""
    return tuple(key for key, unit in units_at(state, at) if is_foe(state, power, unit))


def _is_disputed(state: GlobalState, power: str, at: int) -> bool:
    land = state.territories[at]
    return not land.holder or land.overrun or at_war(state, land.holder, power) or bool(foes_at(state, power, at))


@derived("units", "territories", "wars", units=OTHERS, territories=place_by_place(_is_disputed))
def disputed(state: GlobalState, power: str) -> frozenset[int]:
    """The only spaces where a power can have anything to fight: enemies, what they hold, and what nobody holds.

    What was taken by a blitz counts as theirs: the moves of a phase are simultaneous.
    """
    foes = [other for other in state.board.powers if at_war(state, other, power)]
    theirs = [keys for (owner, _), keys in index(state).by_kind.items() if owner in foes]
    nobodys_or_theirs = {"": None, **dict.fromkeys(foes)}
    lands = [at for at, land in state.territories.items() if land.holder in nobodys_or_theirs or land.overrun]
    units = state.units
    return frozenset([units[key].at for keys in theirs for key in keys]).union(lands)


def held_since_start(state: GlobalState, at: int, power: str) -> bool:
    """Whether a power has controlled a territory since its turn began."""
    territory = state.territories[at]
    return territory.holder == power and territory.since == power


# rule: AA-9.4.air.land-territory
def friendly_since_start(state: GlobalState, at: int, power: str) -> bool:
    """Whether a territory has been friendly to a power since the start of the turn."""
    territory = state.territories[at]
    if not territory.holder or not territory.since:
        return False
    return are_allies(state, territory.holder, power) and alliance(state, territory.since) == alliance(state, power)


def works_installation(state: GlobalState, at: int, what: str) -> bool:
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


def company(state: GlobalState, keys: Iterable[int]) -> dict[str, Any]:
    """What a message says of some units: how many they are and of which kinds."""
    units = [state.units[key] for key in keys]
    kinds = dict.fromkeys(unit.kind for unit in units)
    return {"count": len(units), "kinds": tuple(Ref("kind", kind) for kind in kinds)}


def units_of(state: GlobalState, power: str, domain: str) -> tuple[int, ...]:
    """A power's land units, ships or aircraft."""
    return index(state).by_domain.get((power, domain), ())
