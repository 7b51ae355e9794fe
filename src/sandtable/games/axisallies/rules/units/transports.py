"""Chapter 10: transports, what they hold, where they load and unload."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import sea
from sandtable.games.axisallies.rules.combat_move.consent import TRANSPORTS, may_share_at, why_withheld
from sandtable.games.axisallies.rules.combat_move.land import (
    why_not_enter_quietly,
    why_not_land_against,
)
from sandtable.games.axisallies.rules.combat_move.routes import sea_ways
from sandtable.games.axisallies.rules.combat_move.sea import Fleet
from sandtable.games.axisallies.rules.memory import AGREEMENTS, OTHERS, SEA, unless_let_through
from sandtable.games.axisallies.rules.politics import china
from sandtable.games.axisallies.rules.spaces.spaces import (
    cargo_of,
    foe_zones,
    hostile_zones,
    is_foe,
    is_hostile_zone,
    type_of,
    units_at,
)
from sandtable.games.axisallies.rules.turns.powers import pair, piece, place
from sandtable.kernel import Refusal, derived, refuse
from sandtable.kernel.graph import Reach, reach


# rule: AA-10.transport.capacity, AA-10.sea.carry
def has_room(state: GlobalState, ship: int, cargo: str) -> bool:
    """Whether a transport can take one more unit of a kind of cargo aboard: one of any kind and one infantry."""
    hold = type_of(state, state.units[ship]).hold
    load = [cargo, *(type_of(state, state.units[key]).cargo for key in cargo_of(state).get(ship, ()))]
    return len(load) <= sum(hold.values()) and sum(one != "infantry" for one in load) <= hold.get("any", 0)


# rule: AA-10.transport.load, AA-10.transport.end-after-unload
def why_not_board(state: GlobalState, power: str, unit: int, combat: bool) -> Refusal | None:
    """Why a land unit may not be loaded at all this turn."""
    row = state.units.get(unit)
    if row is None or row.owner != power or not type_of(state, row).cargo:
        return refuse("AA-10.sea.carry", "refuse.not_cargo", piece(unit), unit=piece(unit))
    # rule: AA-6.china.move-limit
    if power == china.CHINA:
        return refuse("AA-6.china.move-limit", "refuse.china_not_aboard", piece(unit), unit=piece(unit))
    # rule: AA-10.transport.limits
    if row.aboard:
        return refuse("AA-10.transport.limits", "refuse.aboard", piece(unit), unit=piece(unit))
    # rule: AA-10.transport.full-move
    if row.moved or row.spent or row.landed or row.fought or row.fresh or row.stuck:
        return refuse("AA-10.transport.full-move", "refuse.moved_already", piece(unit), unit=piece(unit))
    # rule: AA-10.aaa.move
    if combat and type_of(state, row).noncombat_only:
        return refuse("AA-10.aaa.move", "refuse.noncombat_only", piece(unit), unit=piece(unit))
    return None


# rule: AA-10.transport.limits, AA-9.2.transport.load, AA-10.transport.bridge
def why_not_use(state: GlobalState, power: str, ship: int, combat: bool) -> Refusal | None:
    """Why a transport can take nothing aboard or put nothing ashore any more."""
    row = state.units.get(ship)
    if row is None or not type_of(state, row).hold or not may_share_at(state, power, row.owner, row.at):
        return refuse("AA-10.transport.allied", "refuse.no_transport", piece(ship), unit=piece(ship))
    if (no := why_withheld(state, power, row.owner, TRANSPORTS, piece(ship))) is not None:
        return no
    # A landing that is only announced leaves the ship where it is, so that more troops may still come aboard for it.
    if row.unloaded or row.retreated:
        return refuse("AA-10.transport.end-after-unload", "refuse.transport_done", piece(ship), unit=piece(ship))
    # rule: AA-9.4.sea.transport
    if not combat and (row.moved or row.fought):
        return refuse("AA-9.4.sea.transport", "refuse.transport_done", piece(ship), unit=piece(ship))
    return None


@derived("units", "territories", "wars", "permits", units=OTHERS, permits=unless_let_through)
def sailing_range(state: GlobalState, power: str, start: int, budget: int) -> Reach[int]:
    """The friendly zones a transport can get to with so much movement, and the way there."""

    hostile = hostile_zones(state, power)

    def cost(a: int, b: int) -> int | None:
        if b in hostile:
            return None
        canal = state.board.canal_between(a, b)
        return 1 if canal is None or sea.why_not_pass(state, power, canal, ("transport",)) is None else None

    return reach(start, budget, state.board.sea_next, cost)


def range_of(state: GlobalState, power: str, ship: int) -> Reach[int]:
    """Where a transport can pick up troops: an ally's stays where it is, and so does one that has met the enemy."""
    row = state.units[ship]
    budget = sea.left(state, ship) if row.owner == power and not row.task else 0
    return sailing_range(state, power, row.at, budget)


# rule: AA-9.2.transport.load, AA-9.2.dow.loading-exception, AA-9.2.hostile-start.options
def why_not_load_in(state: GlobalState, power: str, ship: int, zone: int) -> Refusal | None:
    """Loading needs a friendly zone, or one that only became hostile by the war declared this turn."""
    row = state.units[ship]
    just_hostile = zone == row.at and not row.spent and _war_began_now(state, power, zone)
    if is_hostile_zone(state, power, zone) and not just_hostile:
        return refuse("AA-10.transport.limits", "refuse.load_hostile", place(zone), place=place(zone))
    return None


def _war_began_now(state: GlobalState, power: str, zone: int) -> bool:
    """Whether every enemy warship in a zone belongs to a power with which war began in this very turn."""
    warships = (unit for _, unit in units_at(state, zone) if type_of(state, unit).surface_warship)
    enemies = [unit.owner for unit in warships if is_foe(state, power, unit)]
    return bool(enemies) and all(pair(power, owner) in state.new_wars for owner in enemies)


@derived(
    "units",
    "territories",
    "wars",
    "permits",
    "orders",
    "powers",
    "battles",
    "consents",
    "new_wars",
    units=SEA,
    **AGREEMENTS,
)
def pick_up_zones(state: GlobalState, power: str, at: int, ship: int, combat: bool) -> dict[int, int]:
    """Zones next to a territory where a transport can take a unit aboard, with the movement it costs the ship."""
    zones = range_of(state, power, ship).costs
    found = {}
    for zone in state.board.sea_next[at]:
        if zone not in zones or why_not_load_in(state, power, ship, zone) is not None:
            continue
        # Where a power at peace may not leave its ships, it does not pick up troops either.
        if zones[zone] and sea.why_not_end(state, power, ("transport",), zone) is not None:
            continue
        if not combat or can_assault_from(state, power, ship, zone, zones[zone]):
            found[zone] = zones[zone]
    return found


# rule: AA-9.2.transport.load
def can_assault_from(state: GlobalState, power: str, ship: int, start: int, spent: int) -> bool:
    """Whether troops loaded in a zone can still be landed somewhere this turn, from there or after sailing on."""
    row = state.units[ship]
    left = 0 if row.task or row.owner != power else sea.left(state, ship) - spent
    alone = Fleet(start, left, (row.kind,), has_troops=True, must_land=True)
    if sea.can_land_from(state, power, alone, start) and why_not_hold(state, power, start) is None:
        return True
    return sea_ways(state, power, alone, True).lead_somewhere() or _lands_beside_an_escort(state, power, alone)


# rule: AA-10.transport.no-attack-alone, AA-9.2.transport.ignored-sub
def _lands_beside_an_escort(state: GlobalState, power: str, alone: Fleet) -> bool:
    """Whether a transport could land its troops together with a ship beside it that can hit and is free to go."""
    if foe_zones(state, power).isdisjoint(state.board.zones_within(alone.at, max(alone.left, 0))):
        return False
    for key, unit in units_at(state, alone.at):
        kind = type_of(state, unit)
        if unit.owner != power or kind.domain != "sea" or not kind.attack or unit.task:
            continue
        left, kinds = min(alone.left, sea.left(state, key)), tuple(sorted({*alone.kinds, unit.kind}))
        escorted = alone._replace(left=left, kinds=kinds, can_fight=True, is_escorted=kind.surface_warship)
        if sea_ways(state, power, escorted, True).lead_somewhere():
            return True
    return False


# rule: AA-10.transport.no-attack-alone, AA-9.2.amphib.hostile-zone
def why_not_hold(state: GlobalState, power: str, zone: int) -> Refusal | None:
    """Why transports cannot land troops from a zone they are in: nobody there to clear it of the enemy."""
    if not is_hostile_zone(state, power, zone) or sea.fighters_in(state, power, zone):
        return None
    return refuse("AA-10.transport.no-attack-alone", "refuse.no_escort", place(zone), place=place(zone))


# rule: AA-9.2.amphib.def, AA-10.transport.assault, AA-9.3.amphib.land.sources
def why_not_assault(state: GlobalState, power: str, ship: int, to: int) -> Refusal | None:
    """Why the cargo of a transport may not be landed against a territory."""
    zone = state.units[ship].at
    if to not in state.board.land_next[zone]:
        return refuse("AA-9.2.amphib.def", "refuse.not_adjacent", place(to), place=place(to))
    if (no := why_not_land_against(state, power, to)) is not None:
        return no
    aims = [state.units[key].target for key in cargo_of(state).get(ship, ()) if state.units[key].task == "assault"]
    if any(aim != to for aim in aims):
        return refuse("AA-10.transport.limits", "refuse.one_landing", place(to), place=place(to))
    return why_not_hold(state, power, zone) or why_not_past_submarines(state, power, zone)


# rule: AA-9.2.transport.ignored-sub
def why_not_past_submarines(state: GlobalState, power: str, zone: int) -> Refusal | None:
    """A landing past enemy submarines needs a surface warship of the attacker in the zone."""
    watching = sea.submarines_watch(state, power, zone)
    if watching:
        return refuse("AA-9.2.transport.ignored-sub", "refuse.submarine_watch", place(zone), *map(piece, watching))
    return None


# rule: AA-10.transport.ncm-unload, AA-10.transport.limits, AA-10.transport.allied
def why_not_land_quietly(state: GlobalState, power: str, ship: int, to: int) -> Refusal | None:
    """Why the cargo of a transport may not go ashore in a territory in Noncombat Move."""
    zone = state.units[ship].at
    if to not in state.board.land_next[zone]:
        return refuse("AA-10.transport.ncm-unload", "refuse.not_adjacent", place(to), place=place(to))
    if is_hostile_zone(state, power, zone):
        return refuse("AA-10.transport.limits", "refuse.load_hostile", place(zone), place=place(zone))
    if state.units[ship].unloaded and state.units[ship].target != to:
        return refuse("AA-10.transport.limits", "refuse.one_landing", place(to), place=place(to))
    return why_not_enter_quietly(state, power, to)
