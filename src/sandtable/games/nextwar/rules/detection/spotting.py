"""Rules 21.1 and 21.2: what a side sees of the enemy at the moment of a strike."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import MARSH, is_hex
from sandtable.kernel import derived

BARE = ("flat", "rough", MARSH)
"""Ground without woods, where nothing hides from the air."""
NONE = -1


# rule: NW-21.0, NW-21.1, NW-21.2.1.b
def is_detected(state: KoreaState, key: int) -> bool:
    """Whether the enemy of a ground unit sees it now: under a marker, beside his units, or from the air."""
    unit = state.units[key]
    # rule: NWK-5.5.1.b
    if not is_hex(unit.hex):
        return bool(unit.hex) and unit.detected
    return unit.detected or is_adjacent(state, key) or is_seen_from_the_air(state, key)


# rule: NW-21.1, NW-21.4
def is_adjacent(state: KoreaState, key: int) -> bool:
    """Whether enemy ground units stand next to a unit."""
    foe = enemy(state.board.units[key].side)
    held = holders(state)
    return any(held.get(h) == foe for h in state.board.near[state.units[key].hex])


# rule: NW-21.2, NW-21.4
def is_seen_from_the_air(state: KoreaState, key: int) -> bool:
    """Whether air reconnaissance finds a unit: in bare country, on a road or overstacked, within reach of a base."""
    counter, place = state.board.units[key], state.units[key].hex
    if counter.is_hq or (counter.is_supply and not state.units[key].mobile):
        return False
    return (shows(state, place) or stacking.excess(state, place) > 0) and is_watched(state, enemy(counter.side), place)


@derived()
def shows(state: KoreaState, place: int) -> bool:
    """Whether the ground of a hex hides nothing from the air: bare country, or a road. It never changes."""
    korea = state.board
    # rule: NW-21.2, NW-21.4
    return korea.terrain(place) in BARE or any(korea.border(place, h).road for h in korea.near[place])


# rule: NW-21.2.1.a, NWS-ADV-6.4
def radius(state: KoreaState, side: str) -> int | None:
    """Hexes around its bases that a side sees from the air: ``None`` is the whole map, -1 nothing."""
    if state.air_side == enemy(side) or not state.air_level:
        return NONE
    found: int | None = chart("advanced/air_recon_radius")["rows"][state.air_level]
    return found


@derived("captured", "air_side", "air_level")
def is_watched(state: KoreaState, side: str, place: int) -> bool:
    """Whether a place lies within the radius of a base of a side."""
    reach = radius(state, side)
    if reach is None:
        return True
    if reach == NONE:
        return False
    korea = state.board
    bases = (h for owner in korea.map.bases.values() for h in owner if is_hex(h) and controller(state, h) == side)
    return any(korea.map.distance(h, place) <= reach for h in bases)
