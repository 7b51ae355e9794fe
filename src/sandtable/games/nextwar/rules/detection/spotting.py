"""Rules 21.1 and 21.2: what a side sees of the enemy at the moment of a strike."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.distances import distance
from sandtable.games.nextwar.rules.terms.stacks import holders, there
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


# rule: NW-21.1
def is_adjacent(state: KoreaState, key: int) -> bool:
    """Whether enemy ground units stand next to a unit."""
    counter, held = state.board.units[key], holders(state)
    foe = enemy(counter.side)
    beside = [h for h in state.board.near[state.units[key].hex] if held.get(h) == foe]
    # rule: NW-21.4
    if counter.supreme or is_depot(state, key):
        return any(_fights(state, one) for h in beside for one in there(state, h))
    return bool(beside)


def is_depot(state: KoreaState, key: int) -> bool:
    """Whether a unit is a depot: a supply unit that is not on its wheels."""
    return state.board.units[key].is_supply and not state.units[key].mobile


# rule: NW-21.4
def _fights(state: KoreaState, key: int) -> bool:
    """Whether a unit is one for combat: no headquarters, and no supply unit."""
    counter = state.board.units[key]
    return not counter.is_hq and not counter.is_supply


# rule: NW-21.2, NW-21.4
def is_seen_from_the_air(state: KoreaState, key: int) -> bool:
    """Whether air reconnaissance finds a unit: in bare country, on a road or overstacked, within reach of a base."""
    counter, place = state.board.units[key], state.units[key].hex
    if counter.is_hq or is_depot(state, key):
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
    bases = (h for owner in state.board.map.bases.values() for h in owner if controller(state, h) == side)
    # rule: NWK-5.5.1.e
    return any(distance(state, h, place) <= reach for h in bases)
