"""Chapters 7, 9.2, 9.4 and 10: how ships move, and the canals and straits in their way."""

from __future__ import annotations

from sandtable.games.axisallies.model import World
from sandtable.games.axisallies.rules.peace import is_at_war_here, why_not_end_at_sea
from sandtable.games.axisallies.rules.powers import alliance, at_war, piece, place, seat
from sandtable.games.axisallies.rules.spaces import (
    foes_at,
    friendly_since_start,
    is_foe,
    is_hostile_zone,
    type_of,
    units_at,
    works_installation,
)
from sandtable.games.axisallies.scenario import Canal
from sandtable.kernel import Ref, Refusal, derived, refuse


# rule: AA-9.2.navalbase.move, AA-10.navalbase.range, AA-10.navalbase.damaged, AA-9.3.conclude.bases, AA-10.sea.move
@derived("territories", "wars")
def fast_zones(state: World, power: str) -> frozenset[int]:
    """Zones in which a power's ships start with one more move: next to a working naval base friendly all turn."""
    found: list[int] = []
    for at in state.territories:
        if not (works_installation(state, at, "naval_base") and friendly_since_start(state, at, power)):
            continue
        holder = state.territories[at].holder
        # rule: AA-9.2.us-neutral.b, AA-9.2.us-neutral.c
        if holder == power or (is_at_war_here(state, power, at) and is_at_war_here(state, holder, at)):
            found += state.board.sea_next[at]
    return frozenset(found)


def allowance(state: World, key: int) -> int:
    """The movement of a ship this turn, base included."""
    unit = state.units[key]
    bonus = unit.boost
    if not unit.spent and unit.at in fast_zones(state, unit.owner):
        bonus = state.board.installations["naval_base"].move_bonus
    return type_of(state, unit).move + bonus


def left(state: World, key: int) -> int:
    """The movement a ship has left this turn."""
    return allowance(state, key) - state.units[key].spent


# rule: AA-7.canal.use.a, AA-7.canal.use.c, AA-7.canal.two-banks, AA-7.strait.turkish, AA-7.canal.panama
# rule: AA-7.canal.suez, AA-7.strait.danish, AA-7.canal.def
def why_not_pass(state: World, power: str, canal: Canal, kinds: tuple[str, ...]) -> Refusal | None:
    """Why ships of a power may not use a canal or strait this turn."""
    # rule: AA-7.strait.gibraltar
    if all(kind in canal.free for kind in kinds):
        return None
    name = Ref("canal", canal.id)
    holders = [state.territories[at].since for at in canal.land]
    if not all(holders):
        return refuse(canal.rule, "refuse.canal_neutral", *map(place, canal.land), canal=name)
    sides = [alliance(state, holder) for holder in holders]
    if len(dict.fromkeys(sides)) > 1:
        return refuse("AA-7.canal.two-banks", "refuse.canal_split", *map(place, canal.land), canal=name)
    if sides[0] == alliance(state, power):
        return None
    if any(at_war(state, holder, power) for holder in holders):
        return refuse("AA-7.canal.use.c", "refuse.canal_enemy", *map(place, canal.land), canal=name)
    # rule: AA-7.canal.use.b
    if state.permits.get(f"{canal.id}.{power}") != 1:
        return refuse(
            "AA-7.canal.use.b", "refuse.canal_permission", *map(place, canal.land), canal=name, power=seat(holders[0])
        )
    return None


# rule: AA-10.sea.hostile, AA-9.2.sub.pass, AA-10.sub.pass, AA-10.destroyer.stop-sub, AA-9.2.general.sz117
# rule: AA-9.2.general.subs-transports-no-block, AA-9.2.notatwar.move, AA-10.transport.no-block, AA-9.4.sea.sub
def must_stop(state: World, power: str, kind: str, zone: int) -> bool:
    """Whether a ship that enters a zone has to end its move there."""
    if state.board.kinds[kind].submerges:
        return any(
            type_of(state, unit).hunts_submarines and is_foe(state, power, unit) for _, unit in units_at(state, zone)
        )
    return is_hostile_zone(state, power, zone)


def kinds_of(state: World, keys: tuple[int, ...]) -> tuple[str, ...]:
    """The kinds among some units."""
    return tuple(dict.fromkeys(state.units[key].kind for key in keys))


def why_not_step(
    state: World, power: str, keys: tuple[int, ...], path: tuple[int, ...], to: int, combat: bool
) -> Refusal | None:
    """Why ships that have come along a way may not sail one zone further."""
    at = path[-1] if path else state.units[keys[0]].at
    if to not in state.board.sea_next[at]:
        return refuse("AA-7.adjacency", "refuse.not_adjacent", place(to), place=place(to))
    for key in keys:
        if left(state, key) < len(path) + 1:
            return refuse("AA-10.sea.move", "refuse.too_far", piece(key), need=len(path) + 1, left=left(state, key))
    kinds = kinds_of(state, keys)
    if path and any(must_stop(state, power, kind, at) for kind in kinds):
        return refuse("AA-10.sea.hostile", "refuse.must_stop", place(at), place=place(at))
    canal = state.board.canal_between(at, to)
    if canal is not None and (no := why_not_pass(state, power, canal, kinds)) is not None:
        return no
    if not combat:
        return _why_not_sail_quietly(state, power, kinds, to)
    return None


# rule: AA-9.4.sea.move, AA-9.4.hostile
def _why_not_sail_quietly(state: World, power: str, kinds: tuple[str, ...], to: int) -> Refusal | None:
    if is_hostile_zone(state, power, to) and not all(state.board.kinds[kind].submerges for kind in kinds):
        return refuse("AA-9.4.sea.move", "refuse.hostile_zone", place(to), place=place(to))
    return None


def why_not_end(state: World, power: str, keys: tuple[int, ...], zone: int) -> Refusal | None:
    """Why a power at peace may not leave these ships in a zone."""
    for kind in kinds_of(state, keys):
        if (no := why_not_end_at_sea(state, power, kind, zone)) is not None:
            return no
    return None


def can_fight(state: World, keys: tuple[int, ...]) -> bool:
    """Whether some units could hit anything in an attack."""
    return any(type_of(state, state.units[key]).attack > 0 for key in keys)


def own_fighters_in(state: World, power: str, zone: int) -> bool:
    """Whether units of a power that can attack have been sent into a zone."""
    return any(
        unit.owner == power and unit.task == "attack" and type_of(state, unit).attack > 0
        for _, unit in units_at(state, zone)
    )


# rule: AA-9.2.transport.stop, AA-10.transport.no-attack-alone, AA-9.2.carrier.participate
def why_not_attack_zone(state: World, power: str, keys: tuple[int, ...], zone: int) -> Refusal | None:
    """Why ships may not enter a zone to fight: transports and carriers need somebody beside them who can hit."""
    if can_fight(state, keys) or own_fighters_in(state, power, zone):
        return None
    return refuse("AA-10.transport.no-attack-alone", "refuse.no_escort", place(zone), place=place(zone))


def landing_targets(state: World, power: str, zone: int) -> tuple[int, ...]:
    """The territories next to a zone that a power may attack."""
    from sandtable.games.axisallies.rules.land import why_not_enter_fighting, why_not_invade

    return tuple(
        at
        for at in state.board.land_next[zone]
        if why_not_enter_fighting(state, power, at) is None and why_not_invade(state, power, at) is None
    )


def has_assault(state: World, power: str, zone: int) -> bool:
    """Whether a landing has been declared from a zone."""
    return any(unit.owner == power and unit.task == "assault" for _, unit in units_at(state, zone))


# rule: AA-9.2.hostile-start.options, AA-9.2.general.scramble-zone-hostile
def escapes(state: World, power: str, keys: tuple[int, ...]) -> bool:
    """Whether ships began the turn in a hostile zone and may therefore leave it for anywhere."""
    return all(is_hostile_zone(state, power, state.units[key].origin or state.units[key].at) for key in keys)


def may_stop(state: World, power: str, keys: tuple[int, ...], path: tuple[int, ...], combat: bool) -> bool:
    """Whether a sea move may end in the last zone of a way."""
    if not path or why_not_end(state, power, keys, path[-1]) is not None:
        return False
    if not combat:
        return True
    zone = path[-1]
    troops = troops_aboard(state, power, keys)
    # rule: AA-9.2.transport.end-zone
    if any(state.units[key].loaded == "combat" for key in troops) and not can_land_from(state, power, keys, zone):
        return False
    if foes_at(state, power, zone):
        return why_not_attack_zone(state, power, keys, zone) is None
    # rule: AA-9.2.general.end-friendly
    if escapes(state, power, keys) or has_assault(state, power, zone):
        return True
    return bool(troops) and can_land_from(state, power, keys, zone)


def troops_aboard(state: World, power: str, keys: tuple[int, ...]) -> tuple[int, ...]:
    """A power's land units on these ships."""
    return tuple(
        key
        for key, cargo in units_at(state, state.units[keys[0]].at)
        if cargo.aboard in keys and cargo.owner == power and type_of(state, cargo).domain == "land"
    )


# rule: AA-9.2.transport.ignored-sub
def can_land_from(state: World, power: str, keys: tuple[int, ...], zone: int) -> bool:
    """Whether ships could put troops ashore from a zone: something to attack, and no submarine in the way unwatched."""
    if not landing_targets(state, power, zone):
        return False
    escorts = any(type_of(state, state.units[key]).surface_warship for key in keys)
    return escorts or not submarines_watch(state, power, zone)


def submarines_watch(state: World, power: str, zone: int) -> tuple[int, ...]:
    """Enemy submarines in a zone where the power has no surface warship of its own."""
    here = tuple(units_at(state, zone))
    if any(unit.owner == power and type_of(state, unit).surface_warship for _, unit in here):
        return ()
    return tuple(key for key, unit in here if type_of(state, unit).submerges and is_foe(state, power, unit))
