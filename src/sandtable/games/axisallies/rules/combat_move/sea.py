"""Chapters 7, 9.2, 9.4 and 10: how ships move, and the canals and straits in their way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sandtable.games.axisallies.model import GlobalState, Territory, Unit
from sandtable.games.axisallies.rules.combat_move.land import may_enter, why_not_land_against
from sandtable.games.axisallies.rules.index import index
from sandtable.games.axisallies.rules.memory import OTHERS, place_by_place, unless_shut_out
from sandtable.games.axisallies.rules.politics.peace import is_free_at_sea, why_not_end_at_sea
from sandtable.games.axisallies.rules.politics.theatres import is_at_war_here
from sandtable.games.axisallies.rules.spaces.spaces import (
    cargo_of,
    disputed,
    foe_zones,
    foes_at,
    friendly_since_start,
    hostile_zones,
    is_foe,
    is_hostile_zone,
    type_of,
    units_at,
    units_of,
    works_installation,
)
from sandtable.games.axisallies.rules.turns.powers import alliance, at_war, piece, place, seat
from sandtable.games.axisallies.scenario import Canal
from sandtable.kernel import Ref, Refusal, derived, refuse
from sandtable.kernel.memory import Seen


# rule: AA-9.2.navalbase.move
def is_port(state: GlobalState, power: str, at: int) -> bool:
    """Whether ships of a power next to a territory start with one more move: a working naval base friendly all turn."""
    land = state.territories[at]
    # rule: AA-10.navalbase.damaged
    if not (land.naval_base and works_installation(state, at, "naval_base")):
        return False
    # rule: AA-9.3.conclude.bases
    if not friendly_since_start(state, at, power):
        return False
    # rule: AA-9.2.us-neutral.b, AA-9.2.us-neutral.c
    return land.holder == power or (is_at_war_here(state, power, at) and is_at_war_here(state, land.holder, at))


@derived("territories", "wars", territories=place_by_place(is_port))
def ports(state: GlobalState, power: str) -> frozenset[int]:
    """The naval bases that give a power's ships one more move."""
    return frozenset([at for at, land in state.territories.items() if land.naval_base and is_port(state, power, at)])


def _unless_at_a_base(state: GlobalState, seen: Seen, before: Mapping[int, Territory | None]) -> Seen:
    """Keep everything while nothing happens to a territory that has, had or gets a naval base."""
    for at, old in before.items():
        if old is None or old.naval_base or state.territories[at].naval_base:
            return {}
    return seen


@derived("territories", "wars", territories=_unless_at_a_base)
def fast_zones(state: GlobalState, power: str) -> frozenset[int]:
    """Zones in which a power's ships start with one more move."""
    return frozenset([zone for at in sorted(ports(state, power)) for zone in state.board.sea_next[at]])


# rule: AA-10.sea.move, AA-10.navalbase.range
def allowance(state: GlobalState, key: int) -> int:
    """The movement of a ship this turn, base included."""
    unit = state.units[key]
    bonus = unit.boost
    if not unit.spent and unit.at in fast_zones(state, unit.owner):
        bonus = state.board.installations["naval_base"].move_bonus
    return type_of(state, unit).move + bonus


def left(state: GlobalState, key: int) -> int:
    """The movement a ship has left this turn."""
    return allowance(state, key) - state.units[key].spent


# rule: AA-7.canal.use.a, AA-7.canal.def
def why_not_pass(state: GlobalState, power: str, canal: Canal, kinds: tuple[str, ...]) -> Refusal | None:
    """Why ships of a power may not use a canal or strait this turn."""
    # rule: AA-7.strait.gibraltar
    if all(kind in canal.free for kind in kinds):
        return None
    name = Ref("canal", canal.id)
    side = alliance(state, power)
    holders = [state.territories[at].since for at in canal.land]
    if _is_just_taken(state, side, canal):
        return refuse("AA-7.canal.use.a", "refuse.canal_just_taken", *map(place, canal.land), canal=name)
    # rule: AA-7.strait.turkish
    if not all(holders):
        return refuse(canal.rule, "refuse.canal_neutral", *map(place, canal.land), canal=name)
    sides = [alliance(state, holder) for holder in holders]
    # rule: AA-7.canal.two-banks
    if len(dict.fromkeys(sides)) > 1:
        return refuse("AA-7.canal.two-banks", "refuse.canal_split", *map(place, canal.land), canal=name)
    if sides[0] == side:
        return None
    # rule: AA-7.canal.use.c
    if any(at_war(state, holder, power) for holder in holders):
        return refuse("AA-7.canal.use.c", "refuse.canal_enemy", *map(place, canal.land), canal=name)
    # rule: AA-7.canal.use.b
    if state.permits.get(f"{canal.id}.{power}") != 1:
        return refuse(
            "AA-7.canal.use.b", "refuse.canal_permission", *map(place, canal.land), canal=name, power=seat(holders[0])
        )
    return None


# rule: AA-7.canal.use.a
def _is_just_taken(state: GlobalState, side: str, canal: Canal) -> bool:
    """Whether a side holds all banks of a passage now, but not since the start of the turn."""
    banks = [state.territories[at] for at in canal.land]
    holds = all(bank.holder and alliance(state, bank.holder) == side for bank in banks)
    return holds and not all(bank.since and alliance(state, bank.since) == side for bank in banks)


@derived("units", "wars", units=OTHERS)
def hunted_zones(state: GlobalState, power: str) -> frozenset[int]:
    """The zones with a destroyer of a power at war with this one, where its submarines cannot pass unseen."""
    kinds = state.board.kinds
    return frozenset(
        state.units[key].at
        for (owner, kind), keys in index(state).by_kind.items()
        if kinds[kind].hunts_submarines and at_war(state, owner, power)
        for key in keys
    )


def must_stop(state: GlobalState, power: str, kinds: tuple[str, ...], zone: int) -> bool:
    """Whether ships that enter a zone have to end their move there."""
    return zone in stopping_zones(state, power, kinds)


# rule: AA-10.sea.hostile, AA-9.2.transport.stop, AA-9.2.general.sz117
def stopping_zones(state: GlobalState, power: str, kinds: tuple[str, ...]) -> frozenset[int]:
    """The zones where ships of these kinds must end their move: hostile ones, for submarines those with destroyers."""
    return (hunted_zones if _all_submerge(state, kinds) else hostile_zones)(state, power)


# rule: AA-9.2.sub.pass, AA-10.sub.pass, AA-9.4.sea.sub
def _all_submerge(state: GlobalState, kinds: tuple[str, ...]) -> bool:
    return all(state.board.kinds[kind].submerges for kind in kinds)


class Fleet(NamedTuple):
    """What matters about ships that look for a way together: fleets that agree in this can go the same ways."""

    at: int
    left: int
    kinds: tuple[str, ...]
    carriers: tuple[int, ...] = ()
    can_fight: bool = False
    is_escorted: bool = False
    """It has a surface warship."""
    has_troops: bool = False
    must_land: bool = False
    """Troops aboard were taken on in this Combat Move."""
    escapes: bool = False
    """It began the turn where it would have to fight, and may leave for anywhere."""


def fleet_of(state: GlobalState, power: str, keys: tuple[int, ...], combat: bool) -> Fleet:
    """Some ships of one zone as a fleet."""
    units = [state.units[key] for key in keys]
    types = [type_of(state, unit) for unit in units]
    left_ = min(left(state, key) for key in keys)
    kinds = tuple(sorted({unit.kind for unit in units}))
    carriers = tuple(key for key, kind in zip(keys, types, strict=True) if kind.deck_room)
    if not combat:
        return Fleet(units[0].at, left_, kinds, carriers)
    troops = troops_aboard(state, power, keys)
    return Fleet(
        units[0].at,
        left_,
        kinds,
        carriers,
        can_fight=any(kind.attack > 0 for kind in types),
        is_escorted=any(kind.surface_warship for kind in types),
        has_troops=bool(troops),
        must_land=any(state.units[key].loaded == "combat" for key in troops),
        escapes=all(may_escape(state, power, unit.origin or unit.at) for unit in units),
    )


def kinds_of(state: GlobalState, keys: tuple[int, ...]) -> tuple[str, ...]:
    """The kinds among some units."""
    return tuple(dict.fromkeys(state.units[key].kind for key in keys))


def why_not_step(
    state: GlobalState, power: str, keys: tuple[int, ...], path: tuple[int, ...], to: int, combat: bool
) -> Refusal | None:
    """Why ships that have come along a way may not sail one zone further."""
    at = path[-1] if path else state.units[keys[0]].at
    # rule: AA-10.sea.general
    if to in state.territories:
        return refuse("AA-10.sea.general", "refuse.not_ashore", place(to), place=place(to))
    if to not in state.board.sea_next[at]:
        return refuse("AA-7.adjacency", "refuse.not_adjacent", place(to), place=place(to))
    if (no := why_too_far(state, keys, len(path) + 1)) is not None:
        return no
    kinds = kinds_of(state, keys)
    if path and must_stop(state, power, kinds, at):
        return refuse("AA-10.sea.hostile", "refuse.must_stop", place(at), place=place(at))
    canal = state.board.canal_between(at, to)
    if canal is not None and (no := why_not_pass(state, power, canal, kinds)) is not None:
        return no
    if not combat:
        return why_not_sail_quietly(state, power, kinds, to)
    return None


def why_too_far(state: GlobalState, keys: tuple[int, ...], steps: int) -> Refusal | None:
    """Why ships cannot sail so many zones."""
    for key in keys:
        if left(state, key) < steps:
            return refuse("AA-10.sea.move", "refuse.too_far", piece(key), need=steps, left=left(state, key))
    return None


# rule: AA-9.4.sea.move, AA-9.4.hostile
def why_not_sail_quietly(state: GlobalState, power: str, kinds: tuple[str, ...], to: int) -> Refusal | None:
    if to in barred_zones(state, power, kinds):
        return refuse("AA-9.4.sea.move", "refuse.hostile_zone", place(to), place=place(to))
    return None


def barred_zones(state: GlobalState, power: str, kinds: tuple[str, ...]) -> frozenset[int]:
    """The zones that ships of these kinds may not enter in Noncombat Move: hostile ones, unless all are submarines."""
    return frozenset() if _all_submerge(state, kinds) else hostile_zones(state, power)


def why_not_end(state: GlobalState, power: str, kinds: tuple[str, ...], zone: int) -> Refusal | None:
    """Why a power at peace may not leave ships of these kinds in a zone."""
    if is_free_at_sea(state, power):
        return None
    for kind in kinds:
        if (no := why_not_end_at_sea(state, power, kind, zone)) is not None:
            return no
    return None


def can_fight(state: GlobalState, keys: tuple[int, ...]) -> bool:
    """Whether some units could hit anything in an attack."""
    return any(type_of(state, state.units[key]).attack > 0 for key in keys)


# rule: AA-9.2.hostile-start.options
def fighters_in(state: GlobalState, power: str, zone: int) -> tuple[int, ...]:
    """The units of a power that would hit back in a battle for a zone, whether they were sent there or just stay.

    Aircraft were sent, or take off from a deck of their own power.
    """
    here = [(key, unit) for key, unit in units_at(state, zone) if unit.owner == power]
    return tuple(key for key, unit in here if type_of(state, unit).attack > 0 and _takes_part(state, unit))


def _takes_part(state: GlobalState, unit: Unit) -> bool:
    domain = type_of(state, unit).domain
    if domain != "air":
        return domain == "sea"
    host = state.units.get(unit.aboard)
    is_ready = host is not None and host.owner == unit.owner and not host.damaged
    return unit.task == "attack" or (not unit.task and is_ready)


@derived("units", "wars")
def fought_zones(state: GlobalState, power: str) -> frozenset[int]:
    """The zones that a power is sure to fight for: units which can hit were sent there, or lie there beside the enemy.

    Submarines that began the turn beside warships, none of which hunts them, may still keep out of it.
    """
    kinds, units = state.board.kinds, state.units
    own = [units[key] for domain in ("sea", "air") for key in units_of(state, power, domain)]
    armed = [unit for unit in own if unit.at in state.board.seas and kinds[unit.kind].attack > 0]
    sent = [unit.at for unit in armed if unit.task == "attack"]
    hostile, hunted = hostile_zones(state, power), hunted_zones(state, power)
    held = [
        unit.at
        for unit in armed
        if unit.at in (hunted if kinds[unit.kind].submerges else hostile)
        and not (unit.moved or unit.fought or unit.submerged)
        and _takes_part(state, unit)
    ]
    return frozenset(sent + held)


@derived("units")
def assault_zones(state: GlobalState, power: str) -> frozenset[int]:
    """The zones from which a power has announced a landing."""
    own = map(state.units.__getitem__, (*units_of(state, power, "land"), *units_of(state, power, "sea")))
    return frozenset([unit.at for unit in own if unit.task == "assault"])


# rule: AA-10.transport.no-attack-alone, AA-9.2.carrier.participate
def why_not_attack_zone(state: GlobalState, power: str, fleet: Fleet, zone: int) -> Refusal | None:
    """Why ships may not enter a zone to fight: transports and carriers need somebody beside them who can hit."""
    if fleet.can_fight or is_attacked(state, power, zone):
        return None
    if is_hostile_zone(state, power, zone) and fighters_in(state, power, zone):
        return None
    only_carriers = len(fleet.kinds) == 1 and bool(fleet.carriers)
    rule = "AA-9.2.carrier.participate" if only_carriers else "AA-10.transport.no-attack-alone"
    return refuse(rule, "refuse.no_escort", place(zone), place=place(zone))


def is_attacked(state: GlobalState, power: str, zone: int) -> bool:
    """Whether a power fights in a zone: it is sure to, or has said so of submarines and transports there."""
    row = state.battles.get(zone)
    return zone in fought_zones(state, power) if row is None else not row.ignore


@derived("units", "territories", "wars", "consents", units=OTHERS, consents=unless_shut_out)
def landing_targets(state: GlobalState, power: str, zone: int) -> tuple[int, ...]:
    """The territories next to a zone that a power may land troops in to attack, or to take over from the Dutch."""
    return tuple(
        at
        for at in state.board.land_next[zone]
        if may_enter(state, power, at, True) and why_not_land_against(state, power, at) is None
    )


@derived("units", "territories", "wars", units=OTHERS)
def disputed_shores(state: GlobalState, power: str) -> frozenset[int]:
    """The zones next to a territory that a power might attack."""
    where, near = disputed(state, power), state.board.sea_next
    return frozenset(zone for at in state.territories if at in where for zone in near[at])


def has_assault(state: GlobalState, power: str, zone: int) -> bool:
    """Whether a landing has been announced from a zone."""
    return zone in assault_zones(state, power)


# rule: AA-9.2.hostile-start.options, AA-9.2.hostile-start.case
def may_escape(state: GlobalState, power: str, zone: int) -> bool:
    """Whether ships that began the turn in a zone may leave it just to avoid a fight."""
    return is_hostile_zone(state, power, zone) or is_exposed(state, power, zone)


# rule: AA-9.2.general.scramble-zone-hostile
def is_exposed(state: GlobalState, power: str, zone: int) -> bool:
    """Whether an enemy could scramble against a landing that has been announced from a zone."""
    return has_assault(state, power, zone) and any(
        works_installation(state, at, "air_base")
        and any(is_foe(state, power, unit) and type_of(state, unit).scrambles for _, unit in units_at(state, at))
        for at in state.board.land_next[zone]
    )


def has_no_business(state: GlobalState, power: str, key: int) -> bool:
    """Whether a ship alone cannot move in Combat Move: no fight or landing in reach, no troops, no fight to avoid.

    A ship that cannot attack joins others who do.
    """
    unit = state.units[key]
    near = state.board.zones_within(unit.at, max(left(state, key), 0))
    fights = foe_zones(state, power) if type_of(state, unit).attack > 0 else fought_zones(state, power)
    if not (near.isdisjoint(fights) and near.isdisjoint(assault_zones(state, power))):
        return False
    return key not in cargo_of(state) and not may_escape(state, power, unit.origin or unit.at)


def why_not_stop(state: GlobalState, power: str, fleet: Fleet, zone: int, combat: bool) -> Refusal | None:
    """Why a sea move may not end in a zone."""
    if (no := why_not_end(state, power, fleet.kinds, zone)) is not None:
        return no
    return _why_not_stop_to_fight(state, power, fleet, zone) if combat else None


def _why_not_stop_to_fight(state: GlobalState, power: str, fleet: Fleet, zone: int) -> Refusal | None:
    """A sea move in Combat Move leads to a battle or a landing, or away from a battle."""
    # rule: AA-9.2.transport.end-zone
    if fleet.must_land and not can_land_from(state, power, fleet, zone):
        return refuse("AA-9.2.transport.end-zone", "refuse.no_landing_from", place(zone), place=place(zone))
    if is_hostile_zone(state, power, zone):
        return why_not_attack_zone(state, power, fleet, zone)
    # rule: AA-9.2.general.end-friendly
    if fleet.escapes or has_assault(state, power, zone):
        return None
    if fleet.has_troops and can_land_from(state, power, fleet, zone):
        return None
    if foes_at(state, power, zone):
        return why_not_attack_zone(state, power, fleet, zone)
    return refuse("AA-9.2.general.end-friendly", "refuse.no_fight", place(zone), place=place(zone))


# rule: AA-9.2.general.attack-or-ignore.a
def comes_to_fight(state: GlobalState, power: str, keys: tuple[int, ...], zone: int) -> bool:
    """Whether ships that come to a zone do so to fight there.

    Ships that only get away from an enemy may still attack submarines and transports where they go; transports that
    land troops past enemy transports need not. Ships beside a landing may sail on; who stays supports it.
    """
    if is_hostile_zone(state, power, zone):
        return True
    if not foes_at(state, power, zone) or fleet_of(state, power, keys, True).escapes:
        return False
    return can_fight(state, keys) or is_attacked(state, power, zone)


def troops_aboard(state: GlobalState, power: str, keys: tuple[int, ...]) -> tuple[int, ...]:
    """A power's land units on these ships."""
    aboard = cargo_of(state)
    return tuple(
        key
        for ship in keys
        for key in aboard.get(ship, ())
        if state.units[key].owner == power and type_of(state, state.units[key]).domain == "land"
    )


# rule: AA-9.2.transport.ignored-sub
def can_land_from(state: GlobalState, power: str, fleet: Fleet, zone: int) -> bool:
    """Whether ships could put troops ashore from a zone: something to attack, and no submarine in the way unwatched."""
    if not landing_targets(state, power, zone):
        return False
    return fleet.is_escorted or not submarines_watch(state, power, zone)


def submarines_watch(state: GlobalState, power: str, zone: int, without: tuple[int, ...] = ()) -> tuple[int, ...]:
    """Enemy submarines in a zone that the power neither attacks nor keeps down with a surface warship of its own.

    ``without`` are own ships that are about to leave.
    """
    here = [(key, unit) for key, unit in units_at(state, zone) if key not in without]
    if any(unit.owner == power and type_of(state, unit).surface_warship for _, unit in here):
        return ()
    if is_attacked(state, power, zone):
        return ()
    return tuple(key for key, unit in here if type_of(state, unit).submerges and is_foe(state, power, unit))
