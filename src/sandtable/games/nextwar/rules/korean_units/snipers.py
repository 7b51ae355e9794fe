"""Korea, 3.1.4: sniper brigades and their own helicopters."""

from __future__ import annotations

from sandtable.games.nextwar.model import STORM, Battle, KoreaState, enemy
from sandtable.games.nextwar.rules.movement.zones import zoc
from sandtable.games.nextwar.rules.supply import status
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.games.nextwar.scenario.ground import is_hex
from sandtable.kernel.graph import flood

FAR = 7
"""Hexes over which a brigade has to be in touch with a friend."""


# rule: NWK-3.1.4.1.a
def flying(state: KoreaState, battle: Battle, side: str) -> tuple[int, ...]:
    """Sniper brigades of a side in a combat that can call their own helicopters."""
    units = battle.attackers if side == battle.side else battle.defenders
    return tuple(key for key in units if has_helicopters(state, key))


# rule: NWK-3.1.4.1.b, NWK-3.1.4.1.c, NW-4.1.3.g
def has_helicopters(state: KoreaState, key: int) -> bool:
    """Whether a unit is a sniper brigade with helicopters that can fly."""
    counter, unit = state.board.units[key], state.units[key]
    if not counter.is_sniper or unit.grounded or state.weather == STORM or not is_hex(unit.hex):
        return False
    return is_in_touch(state, key) and not status.lacks_supply(state, key)


# rule: NWK-3.1.4.1.c
def is_in_touch(state: KoreaState, key: int) -> bool:
    """Whether a brigade can trace a few hexes free of enemy units and zones to a friend, who cancels zones himself."""
    side, place = state.board.units[key].side, state.units[key].hex
    foe, held = enemy(side), holders(state)
    zones, ground = zoc(state, foe), state.board.ground

    def is_free(a: int, b: int) -> bool:
        return held.get(b) != foe and (b not in zones or held.get(b) == side) and ground[b].is_land

    near = flood([place], state.board.near, is_free, FAR).costs
    friends = (k for k, u in state.units.items() if k != key and state.board.units[k].side == side)
    return any(state.units[k].hex in near for k in friends)
