"""Chapter 9.3, step 6: the attacker presses on or breaks off."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.sides import attackers, battle_of, place_of
from sandtable.games.axisallies.rules.spaces.spaces import FRIENDLY, cargo_of, is_hostile_zone, land_status, type_of
from sandtable.games.axisallies.rules.turns.powers import place, seat
from sandtable.kernel import Draft, OneOf, Refusal, refuse


# rule: AA-9.3.amphib.land.no-retreat
def can_leave(state: GlobalState, at: int) -> tuple[int, ...]:
    """The attackers that would retreat: not who came ashore, nor paratroopers with whom nobody marched in."""
    found = attackers(state, at)
    return tuple(key for key in found if not state.units[key].landed and _can_walk_back(state, at, key))


# rule: AA-13.t1.3.b
def _can_walk_back(state: GlobalState, at: int, key: int) -> bool:
    """Whether a unit can leave overland: paratroopers go with those who marched in, and stay where nobody did."""
    return not state.units[key].dropped or bool(state.battles[at].origins)


def _marching(state: GlobalState, at: int) -> tuple[int, ...]:
    """Land units or ships that would leave the space."""
    return tuple(key for key in can_leave(state, at) if type_of(state, state.units[key]).domain != "air")


# rule: AA-9.3.retreat.where
def why_not_to(state: GlobalState, at: int, to: int) -> Refusal | None:
    """Why the attackers in a space may not retreat to another."""
    battle = state.battles[at]
    rule = "AA-9.3.retreat.where"
    # rule: AA-9.3.retreat.air
    if not _marching(state, at):
        return None if to == at else refuse("AA-9.3.retreat.air", "refuse.only_aircraft_left", place(at))
    if to not in battle.origins or to not in state.board.map.neighbours[at]:
        return refuse(rule, "refuse.nobody_came_from", place(to), place=place(to))
    if state.board.is_sea(at):
        there = state.battles.get(to)
        bad = is_hostile_zone(state, battle.attacker, to) or (there is not None and there.hostile)
        bad = bad or not state.board.is_sea(to)
    else:
        bad = land_status(state, battle.attacker, to) != FRIENDLY  # a sea zone is nobody's
    return refuse(rule, "refuse.not_friendly", place(to), place=place(to)) if bad else None


# rule: AA-9.3.retreat.who
def ways_out(state: GlobalState, at: int) -> tuple[int, ...]:
    """Where the attackers could retreat to; the space itself where only aircraft are left to break off."""
    if not can_leave(state, at):
        return ()
    return tuple(to for to in (*state.battles[at].origins, at) if why_not_to(state, at, to) is None)


# rule: AA-9.3.retreat.air, AA-9.3.amphib.land.air-retreat
def withdraw(d: Draft[GlobalState], to: int) -> None:
    """Move land units or ships back with their cargo; aircraft stay over the space until Noncombat Move."""
    at = place_of(d.now)
    power = battle_of(d.now).attacker
    leaving = can_leave(d.now, at)
    cargo = cargo_of(d.now)
    for key in leaving:
        if type_of(d.now, d.now.units[key]).domain == "air":
            d.edit("units", key, task="", fought=True)
            continue
        d.edit("units", key, at=to, task="", fought=True, retreated=True)
        for load in cargo.get(key, ()):
            d.edit("units", load, at=to, task="", target=0)
    d.log("log.retreated", "AA-9.3.retreat.where", power=seat(power), place=place(at), to=place(to), count=len(leaving))
    if not attackers(d.now, at):
        d.edit("battles", at, over=True)


def ways_back(state: GlobalState, who: str) -> OneOf:
    """Where the attackers of the battle at hand may go."""
    at = place_of(state)
    ways = ways_out(state, at)
    return OneOf("place", ways, why=lambda to: why_not_to(state, at, to), default=ways[0] if ways else None)


# rule: AA-9.3.amphib.land.no-landing
def may_break_off(state: GlobalState) -> bool:
    """Whether there is a choice, after a round at least: nothing is decided and there is somewhere to go."""
    return not battle_of(state).over and bool(ways_out(state, place_of(state)))


# rule: AA-9.3.std.transports-only
def is_standoff(state: GlobalState) -> bool:
    """Whether ships are left that can neither harm nor be harmed, and could also go."""
    at = place_of(state)
    return battle_of(state).stalled and bool(_marching(state, at)) and bool(ways_out(state, at))
