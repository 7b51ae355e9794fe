"""Chapters 9.2 and 10: ships and aircraft that others count on and that may not leave them alone."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import sea
from sandtable.games.axisallies.rules.noncombat.landing import lost, lost_anyway, needy
from sandtable.games.axisallies.rules.spaces.spaces import foe_zones, is_hostile_zone, units_at
from sandtable.games.axisallies.rules.turns.powers import piece, place
from sandtable.kernel import Refusal, refuse


def why_not_desert(state: GlobalState, power: str, keys: tuple[int, ...]) -> Refusal | None:
    """Why units may not leave the zone they began the turn in: others were sent there because they stay."""
    zone = state.units[keys[0]].at
    if not state.board.is_sea(zone) or zone not in foe_zones(state, power):
        return None
    if is_hostile_zone(state, power, zone):
        return _why_not_give_up(state, power, keys, zone) or _why_not_break_off(state, power, keys, zone)
    return _why_not_break_off(state, power, keys, zone) or _why_not_unwatch(state, power, keys, zone)


# rule: AA-9.2.general.attack-or-ignore.a
def _why_not_break_off(state: GlobalState, power: str, keys: tuple[int, ...], zone: int) -> Refusal | None:
    """The last units that can hit may not leave a fight that was chosen."""
    row = state.battles.get(zone)
    if row is None or row.ignore or any(key not in keys for key in sea.fighters_in(state, power, zone)):
        return None
    rule = "AA-9.2.general.attack-or-ignore.a"
    return refuse(rule, "refuse.came_to_fight", place(zone), *map(piece, keys), place=place(zone))


# rule: AA-10.transport.no-attack-alone, AA-9.2.hostile-start.options
def _why_not_give_up(state: GlobalState, power: str, keys: tuple[int, ...], zone: int) -> Refusal | None:
    """The last units of a power that can hit may not leave a fight to transports or carriers that were sent there."""
    if any(key not in keys for key in sea.fighters_in(state, power, zone)):
        return None
    left = [key for key, unit in units_at(state, zone) if unit.owner == power and unit.task and key not in keys]
    if left:
        return refuse("AA-10.transport.no-attack-alone", "refuse.escort_needed", *map(piece, left), unit=piece(left[0]))
    # rule: AA-10.air.no-suicide.b
    if zone not in sea.fought_zones(state, power) or not needy(state, power):
        return None
    cleared = sea.fought_zones(state, power) - {zone}
    flights = {key: flight for key, flight in needy(state, power).items() if key not in keys}
    stranded = lost(state, power, flights, cleared=cleared)
    if len(stranded) > lost_anyway(state, power):
        return refuse("AA-10.air.no-suicide.b", "refuse.zone_needed", *map(piece, stranded))
    return None


# rule: AA-9.2.transport.ignored-sub
def _why_not_unwatch(state: GlobalState, power: str, keys: tuple[int, ...], zone: int) -> Refusal | None:
    """The last surface warship may not leave a landing past submarines that are not attacked."""
    if not sea.has_assault(state, power, zone) or sea.submarines_watch(state, power, zone):
        return None
    watching = sea.submarines_watch(state, power, zone, without=keys)
    if watching:
        return refuse("AA-9.2.transport.ignored-sub", "refuse.submarine_watch", *map(piece, watching))
    return None
