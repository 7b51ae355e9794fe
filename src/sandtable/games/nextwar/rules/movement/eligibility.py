"""Rules 8.0 and 8.5.1: which units may move in a segment, and where some may never go."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement import lines, supply_units
from sandtable.games.nextwar.rules.movement.control import is_home
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.scenarios import restraints
from sandtable.games.nextwar.rules.sequence.segments import MOVEMENT, is_early, segment
from sandtable.games.nextwar.rules.supply import status
from sandtable.games.nextwar.rules.terms.efficiency import is_elite
from sandtable.games.nextwar.rules.terms.units import at, ref
from sandtable.games.nextwar.scenario.ground import OPEN, is_hex
from sandtable.kernel import Refusal, refuse

HOMEBOUND = {"HR": "NWK-7.1.2.c", "RG": "NWK-7.1.2.2.b"}
"""Reserves that never enter the enemy's country."""


# rule: NW-8.0, NW-8.5.1.a
def why_not_move(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why a unit may not begin to move on the ground now."""
    unit, counter = state.units.get(key), state.board.units[key]
    if unit is None or not unit.hex or counter.side != seat:
        return refuse("NW-8.0", "refuse.not_yours", ref(key), unit=ref(key))
    if unit.moved:
        return refuse("NW-8.5.1.a", "refuse.moved", ref(key), unit=ref(key))
    # rule: NWK-2.2.e
    if counter.is_outpost:
        return refuse("NWK-2.2.e", "refuse.outpost_stays", ref(key), unit=ref(key))
    stranded = not is_hex(unit.hex) and not lines.has_line(state, unit.hex)
    if stranded or not state.board.ground[unit.hex].is_land:
        return refuse("NW-8.3.3.b", "refuse.not_on_land", ref(key), unit=ref(key))
    return _why_not_in_segment(state, seat, key) or restraints.why_held(state, key)


# rule: NW-8.5.1.f
def is_bound_by_zones(state: KoreaState) -> bool:
    """Whether nobody moves out of an enemy zone in this segment but who ignores it."""
    now = segment(state)
    return now is not None and (now.elite or now.exploits)


def _why_not_in_segment(state: KoreaState, seat: str, key: int) -> Refusal | None:
    """Why the segment does not let a unit move."""
    now, unit, counter = segment(state), state.units[key], state.board.units[key]
    if now is None or now.kind != MOVEMENT:
        return refuse("NW-8.0", "refuse.no_movement")
    if (no := supply_units.why_not_on_the_road(state, key, now)) is not None:
        return no
    # rule: NWS-STD-3.3
    if now.elite and not is_elite(state, key):
        return refuse("NWS-STD-3.3", "refuse.not_elite", ref(key), unit=ref(key))
    if (now.elite or now.exploits) and (no := why_too_weak(state, key)) is not None:
        return no
    # rule: NW-8.5.1.f, NWS-STD-3.3, NWS-STD-3.4
    if is_bound_by_zones(state) and unit.hex in zoc(state, enemy(seat)):
        # rule: NWK-3.1.1.f
        slips = counter.is_light and state.board.terrain(unit.hex) not in OPEN
        if not slips:
            return refuse("NW-8.5.1.f", "refuse.starts_in_zoc", ref(key), unit=ref(key))
    return None


def why_too_weak(state: KoreaState, key: int) -> Refusal | None:
    """Why a unit moves in no elite reaction or exploitation: it is out of supply, or under a strike marker."""
    # rule: NW-13.1.4.a, NW-19.5.b
    if rule := status.lacks_supply(state, key):
        return refuse("NW-19.5.b" if state.board.is_advanced else rule, "refuse.unsupplied", ref(key), unit=ref(key))
    # rule: NW-27.3.1.c, NW-27.3.1.b, NW-27.3.2.b
    if state.units[key].strike:
        return refuse("NW-27.3.1.c", "refuse.strike_marker", ref(key), unit=ref(key))
    return None


def is_limited(state: KoreaState, key: int) -> bool:
    """Whether there are hexes that this very unit may not enter."""
    return is_early(state) or state.board.units[key].reserve in HOMEBOUND or restraints.is_limited(state, key)


# rule: NWK-7.1.2.c, NWK-7.1.2.2.b
def why_not_enter(state: KoreaState, key: int, to: int) -> Refusal | None:
    """Why this very unit may never enter a hex."""
    counter = state.board.units[key]
    # rule: NWK-16.2.3.h
    if is_early(state) and not is_home(state, to, counter.side):
        return refuse("NWK-16.2.3.h", "refuse.not_before_war", ref(key), at(to), unit=ref(key), place=at(to))
    if counter.reserve in HOMEBOUND and not is_home(state, to, counter.side):
        return refuse(HOMEBOUND[counter.reserve], "refuse.homebound", ref(key), at(to), unit=ref(key), place=at(to))
    return restraints.why_not_enter(state, key, to)
