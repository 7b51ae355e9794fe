"""Chapters 9.2, 9.4 and 10: how land units move, and how tanks blitz."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.memory import LAND, OTHERS, unless_shut_out
from sandtable.games.axisallies.rules.politics import dutch, neutrals
from sandtable.games.axisallies.rules.politics.peace import why_not_attack, why_not_enter
from sandtable.games.axisallies.rules.research.technology import effect
from sandtable.games.axisallies.rules.spaces.spaces import (
    FRIENDLY,
    HOSTILE,
    NEUTRAL,
    foes_at,
    is_neutral_land,
    land_status,
    type_of,
    units_of,
)
from sandtable.games.axisallies.rules.turns.powers import piece, place
from sandtable.kernel import Ref, Refusal, derived, refuse

Way = tuple[int, ...]


def left(state: GlobalState, key: int) -> int:
    """The movement a land unit has left this turn."""
    unit = state.units[key]
    return type_of(state, unit).move - unit.spent


# rule: AA-9.2.general.simultaneous
def ground(state: GlobalState, power: str, at: int) -> str:
    """What a territory is to the moves of this phase: as it was when the phase began, whoever took it since."""
    if state.territories[at].overrun:
        return NEUTRAL if dutch.is_claimed_now(state, at) else HOSTILE
    return land_status(state, power, at)


# rule: AA-9.2.blitz.blocked, AA-10.tank.blitz
@derived("units", "territories", "wars")
def is_open_to_blitz(state: GlobalState, power: str, at: int) -> bool:
    """Whether a hostile territory is empty of units and installations, so that tanks can drive through it."""
    territory = state.territories[at]
    installed = territory.works or territory.air_base or territory.naval_base
    return ground(state, power, at) == HOSTILE and not installed and not foes_at(state, power, at)


# rule: AA-9.2.blitz.mech, AA-10.mech.blitz, AA-10.tank.combined
def why_no_blitz(state: GlobalState, power: str, keys: tuple[int, ...], way: Way = ()) -> Refusal | None:
    """Tanks blitz by themselves, mechanized infantry only one beside each tank that goes, or has gone, the same way."""
    # rule: AA-13.t1.6
    alone = bool(effect(state, power, "improved_mechanized_infantry").get("blitz"))
    tanks = sum(type_of(state, state.units[key]).blitz == "alone" for key in keys)
    tanks += partners(state, power, state.units[keys[0]].at).get(way, 0) if way else 0
    for key in keys:
        match type_of(state, state.units[key]).blitz:
            case "":
                return refuse("AA-9.2.general.stop", "refuse.cannot_blitz", piece(key), unit=piece(key))
            case "with_tank" if not alone:
                tanks -= 1
                if tanks < 0:
                    return refuse("AA-10.mech.blitz", "refuse.blitz_needs_tank", piece(key), unit=piece(key))
    return None


# rule: AA-10.mech.blitz
@derived("units", "territories", units=LAND)
def partners(state: GlobalState, power: str, start: int) -> dict[Way, int]:
    """The ways on which tanks blitzed from a territory in this phase, with the mechanized units that can still follow.

    A way is the territory they drove through and the one they ended in: a pair begins and ends in the same places.
    """
    if not any(state.territories[at].overrun for at in state.board.land_next[start]):
        return {}
    found: dict[Way, int] = {}
    for key in units_of(state, power, "land"):
        unit = state.units[key]
        if unit.blitz_from == start:
            more = 1 if type_of(state, unit).blitz == "alone" else -1
            found[unit.origin, unit.at] = found.get((unit.origin, unit.at), 0) + more
    return {way: count for way, count in found.items() if count > 0}


# rule: AA-9.2.general.stop, AA-6.neutral.entry-phase
def why_not_go_on(state: GlobalState, power: str, keys: tuple[int, ...], at: int, to: int) -> Refusal | None:
    """Why units that have just entered a territory must stop there and not go on to the next."""
    if ground(state, power, at) == FRIENDLY:
        return None
    if is_open_to_blitz(state, power, at):
        return why_no_blitz(state, power, keys, (at, to))
    return refuse("AA-9.2.general.stop", "refuse.must_stop", place(at), place=place(at))


# rule: AA-9.2.general.purpose, AA-6.friendly-neutral.no-attack
@derived("units", "territories", "wars", units=OTHERS)
def why_not_invade(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Why land or air units may not attack a territory."""
    if (no := why_not_attack(state, power, at)) is not None:
        return no
    if dutch.is_dutch(state, at):
        return dutch.why_not_attack(state, power, at)
    if is_neutral_land(state, at):
        return neutrals.why_not_attack_neutral(state, power, at)
    if ground(state, power, at) == FRIENDLY:
        return refuse("AA-9.2.general.purpose", "refuse.friendly_ground", place(at), place=place(at))
    return None


def why_not_enter_fighting(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Why a territory may not be entered in Combat Move, to pass through or to attack."""
    if (no := why_not_enter(state, power, at)) is not None:
        return no
    if land_status(state, power, at) == FRIENDLY or dutch.may_occupy_in_combat_move(state, power, at):
        return None
    return why_not_invade(state, power, at)


# rule: AA-6.uk.dutch.b, AA-6.anzac.dutch, AA-9.2.amphib.def
def why_not_land_against(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Why troops may not be landed in a territory in Combat Move: they attack it, or take it over from the Dutch."""
    if (no := why_not_enter_fighting(state, power, at)) is not None:
        return no
    if dutch.may_occupy_in_combat_move(state, power, at):
        return None
    return why_not_invade(state, power, at)


@derived("units", "territories", "wars", "consents", units=OTHERS, consents=unless_shut_out)
def may_enter(state: GlobalState, power: str, at: int, combat: bool) -> bool:
    """Whether land units may set foot in a territory in a movement phase."""
    why_not = why_not_enter_fighting if combat else why_not_enter_quietly
    return why_not(state, power, at) is None


# rule: AA-9.4.land.where
def why_not_enter_quietly(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Why a territory may not be entered in Noncombat Move."""
    if (no := why_not_enter(state, power, at)) is not None:
        return no
    if land_status(state, power, at) == FRIENDLY or dutch.may_occupy(state, power, at):
        return None
    if is_neutral_land(state, at):
        return neutrals.why_not_enter_neutral(state, power, at)
    no = why_not_attack(state, power, at)  # of a power at peace nobody says that it can be entered in Combat Move
    return no or refuse("AA-9.4.land.where", "refuse.hostile_ground", place(at), place=place(at))


def why_not_step(
    state: GlobalState, power: str, keys: tuple[int, ...], path: tuple[int, ...], to: int, combat: bool
) -> Refusal | None:
    """Why land units that have come along a way may not take one more step."""
    at = path[-1] if path else state.units[keys[0]].at
    if to not in state.board.land_next[at]:
        return _why_not_across(state, at, to)
    if (no := why_too_far(state, keys, len(path) + 1)) is not None:
        return no
    if path and (no := _why_not_pass(state, power, keys, at, to, combat)) is not None:
        return no
    return why_not_enter_fighting(state, power, to) if combat else why_not_enter_quietly(state, power, to)


def why_too_far(state: GlobalState, keys: tuple[int, ...], steps: int) -> Refusal | None:
    """Why land units cannot go so many steps: what is printed for one of them does not reach."""
    for key in keys:
        if left(state, key) < steps:
            allowance = type_of(state, state.units[key])
            return refuse(allowance.rule, "refuse.too_far", piece(key), need=steps, left=left(state, key))
    return None


# rule: AA-7.strait.no-land, AA-7.adjacency, AA-7.territory.impassable
def _why_not_across(state: GlobalState, at: int, to: int) -> Refusal:
    """Why land units cannot step from one space to another that is no neighbour by land."""
    if to not in state.territories:
        return refuse("AA-10.land.general", "refuse.not_adjacent", place(to), place=place(to))
    if state.board.spaces[to].impassable:
        return refuse("AA-7.territory.impassable", "refuse.impassable", place(to), place=place(to))
    for canal in state.board.canals:
        shores = {shore for zone in canal.zones for shore in state.board.land_next[zone]}
        if canal.kind == "strait" and (at in canal.land or to in canal.land) and at in shores and to in shores:
            return refuse("AA-7.strait.no-land", "refuse.strait", place(to), canal=Ref("canal", canal.id))
    return refuse("AA-7.adjacency", "refuse.not_adjacent", place(to), place=place(to))


def _why_not_pass(
    state: GlobalState, power: str, keys: tuple[int, ...], at: int, to: int, combat: bool
) -> Refusal | None:
    if combat:
        return why_not_go_on(state, power, keys, at, to)
    # rule: AA-6.friendly-neutral.enter.a
    if land_status(state, power, at) != FRIENDLY:
        return refuse("AA-6.friendly-neutral.enter.a", "refuse.not_through_neutral", place(at), place=place(at))
    return None


# rule: AA-9.2.general.end-friendly, AA-9.2.general.purpose
def why_no_fight(state: GlobalState, power: str, at: int) -> Refusal | None:
    """Why a combat move of land units may not end in a territory, unless they have blitzed on the way."""
    if ground(state, power, at) == FRIENDLY:
        return refuse("AA-9.2.general.end-friendly", "refuse.no_fight", place(at), place=place(at))
    return None
