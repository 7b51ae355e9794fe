"""The situations of the activity hierarchies: each says what a unit lacks to be in it, if anything (8.6.2)."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.games.fieldsoffire.model import ENEMY, FieldsState
from sandtable.games.fieldsoffire.rules.combat.directions import has_target
from sandtable.games.fieldsoffire.rules.combat.modifier import volumes_on
from sandtable.games.fieldsoffire.rules.combat.volume import Volume
from sandtable.games.fieldsoffire.rules.enemy.aiming import far_targets
from sandtable.games.fieldsoffire.rules.enemy.support import counts_as_grenadier
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit
from sandtable.games.fieldsoffire.rules.sequence.retreat import casualties_for
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, ours, rating
from sandtable.games.fieldsoffire.rules.urban.areas import is_covered
from sandtable.games.fieldsoffire.rules.weapons.capability import GRENADES, A, H, capability, value_of
from sandtable.games.fieldsoffire.scenario.ground import direction, distance
from sandtable.games.fieldsoffire.scenario.units import (
    ASSAULT,
    CASUALTY,
    FIRE,
    LEADER,
    LITTER,
    PARALYZED,
    TEAMS,
)

MOST_TEAMS = 3
FEWEST_TEAMS = 2


Situation = Callable[[FieldsState, int], str]
"""The word for what a unit lacks to be in it; empty where it is."""


def _unless(holds: bool, word: str) -> str:
    return "" if holds else word


# -- what the rows ask about -------------------------------------------------------------------------------------------


def is_joint(state: FieldsState, key: int) -> bool:
    """Whether an opponent is on a unit's card."""
    return bool(on_card(state, state.units[key].at).friendly)


# rule: FFT-act-legend-2
def is_under_fire(state: FieldsState, key: int) -> bool:
    """Under a volume of fire that is active: mines nobody set off and missions still to come are none."""
    return bool(volumes_on(state, key))


def sees_opponent(state: FieldsState, key: int) -> bool:
    """Whether a unit has any opponent in sight."""
    return any(sees_unit(state, key, other) for other in ours(state))


# rule: FFT-act-def-3, FFT-act-off-3, FF-8.9.d
def is_heavy(state: FieldsState, key: int) -> bool:
    """Rated A with an arrow, G! or H; a commander with a support weapon counts as G! while it lasts."""
    return is_gun(state, key) or throws_far(state, key)


# rule: FFT-act-def-8
def is_gun(state: FieldsState, key: int) -> bool:
    """Rated A with an arrow, or H."""
    printed = rating(state, key)
    return (printed.basic == A and printed.tripod) or printed.basic == H


def throws_far(state: FieldsState, key: int) -> bool:
    """Rated G!, or armed with a support weapon that is."""
    return rating(state, key).special == GRENADES or counts_as_grenadier(state, key)


# rule: FFT-act-legend-6, FFT-act-def-5, FFT-act-off-4
def has_valid_target(state: FieldsState, key: int) -> bool:
    """An opponent on the card it fires at; a G! unit that places no fire by itself needs one whom it can attack.

    That is along the directions of fire of its card, or where there is none anybody in sight and reach.
    """
    fire = state.fires.get(key)
    if fire is not None:
        return has_target(state, fire.at, ENEMY)
    return throws_far(state, key) and bool(far_targets(state, key))


def opposing(state: FieldsState, key: int) -> list[Volume]:
    """Fire on a unit that is not wholly its own side's."""
    sides = state.board.sides
    return [one for one in volumes_on(state, key) if not one.by or any(sides.get(other) != ENEMY for other in one.by)]


# rule: FFT-act-def-7
def fire_from_aside(state: FieldsState, key: int) -> tuple[int, ...]:
    """Cards from which opponents fire at a unit off its own direction of fire; what comes from above has none."""
    at, fire = state.units[key].at, state.fires.get(key)
    sources = sorted({one.source for one in opposing(state, key) if one.source})
    return tuple(source for source in sources if fire is None or direction(at, source) != direction(at, fire.at))


# rule: FFT-act-def-9, FFT-act-def-10
def fire_compared(state: FieldsState, key: int) -> int | None:
    """The value of a unit's fire less that of the best fire on it; none where they do not exchange fire."""
    fire, gun, against = state.fires.get(key), capability(state, key), opposing(state, key)
    if fire is None or gun is None or not against:
        return None
    mine = value_of(state, gun.at(distance(state.units[key].at, fire.at)))
    return mine - min(one.value for one in against)


# -- defensive and offensive -------------------------------------------------------------------------------------------


# rule: FFT-act-def-1, FFT-act-off-1
def joint_open(state: FieldsState, key: int) -> str:
    if not is_joint(state, key):
        return "not_joint"
    return _unless(not is_covered(state, state.units[key]), "covered")


# rule: FFT-act-def-2, FFT-act-off-2
def joint_covered(state: FieldsState, key: int) -> str:
    if not is_joint(state, key):
        return "not_joint"
    return _unless(is_covered(state, state.units[key]), "open")


# rule: FFT-act-def-3, FFT-act-off-3
def empty(state: FieldsState, key: int) -> str:
    if not is_heavy(state, key):
        return "not_heavy"
    return _unless(state.units[key].empty, "has_ammunition")


# rule: FFT-act-def-4
def quiet_blind(state: FieldsState, key: int) -> str:
    if is_under_fire(state, key):
        return "under_fire"
    return _unless(not sees_opponent(state, key), "sees_opponent")


# rule: FFT-act-def-5
def quiet_target(state: FieldsState, key: int) -> str:
    if is_under_fire(state, key):
        return "under_fire"
    return _unless(has_valid_target(state, key), "no_target")


# rule: FFT-act-def-6
def fire_open(state: FieldsState, key: int) -> str:
    if not is_under_fire(state, key):
        return "not_under_fire"
    return _unless(not is_covered(state, state.units[key]), "covered")


# rule: FFT-act-def-7
def fire_aside(state: FieldsState, key: int) -> str:
    return _unless(bool(fire_from_aside(state, key)), "no_fire_from_aside")


# rule: FFT-act-def-8
def gun_firing(state: FieldsState, key: int) -> str:
    if not is_gun(state, key):
        return "not_gun"
    return _unless(key in state.fires, "does_not_fire")


# rule: FFT-act-def-9
def fire_better(state: FieldsState, key: int) -> str:
    compared = fire_compared(state, key)
    if compared is None:
        return "no_exchange"
    return _unless(compared < 0, "fire_worse")


# rule: FFT-act-def-10
def fire_worse(state: FieldsState, key: int) -> str:
    return _unless(fire_compared(state, key) is not None, "no_exchange")


# rule: FFT-act-off-4
def gun_target(state: FieldsState, key: int) -> str:
    if not is_heavy(state, key):
        return "not_heavy"
    return _unless(has_valid_target(state, key), "no_target")


# rule: FFT-act-off-5
def other(state: FieldsState, key: int) -> str:
    return ""


# -- pinned units and Limited Action Teams -----------------------------------------------------------------------------


def _pinned(state: FieldsState, key: int) -> str:
    return _unless(state.units[key].pinned, "not_pinned")


# rule: FFT-act-lat-1
def pinned_joint_open(state: FieldsState, key: int) -> str:
    return _pinned(state, key) or joint_open(state, key)


# rule: FFT-act-lat-2
def pinned_joint_covered(state: FieldsState, key: int) -> str:
    return _pinned(state, key) or joint_covered(state, key)


# rule: FFT-act-lat-3
def pinned_open(state: FieldsState, key: int) -> str:
    return _pinned(state, key) or _unless(not is_covered(state, state.units[key]), "covered")


# rule: FFT-act-lat-4
def pinned_covered(state: FieldsState, key: int) -> str:
    return _pinned(state, key) or _unless(is_covered(state, state.units[key]), "open")


# rule: FFT-act-lat-5
def assault_teams(state: FieldsState, key: int) -> str:
    """Two or three Assault Teams of one area, of which this is one, without opponents on their card."""
    if state.board.types[key].kind != ASSAULT:
        return "other_team"
    if is_joint(state, key):
        return "joint"
    unit, types = state.units[key], state.board.types
    beside = [
        one
        for one in on_card(state, unit.at).enemy
        if types[one].kind == ASSAULT and state.units[one].cover == unit.cover and not state.units[one].pinned
    ]
    return _unless(FEWEST_TEAMS <= len(beside) <= MOST_TEAMS, "too_few_teams")


# rule: FFT-act-lat-6
def assault_joint(state: FieldsState, key: int) -> str:
    return _is_kind(state, key, ASSAULT) or _unless(is_joint(state, key), "not_joint")


# rule: FFT-act-lat-7
def assault_apart(state: FieldsState, key: int) -> str:
    return _is_kind(state, key, ASSAULT) or _unless(not is_joint(state, key), "joint")


# rule: FFT-act-lat-8
def fire_joint_covered(state: FieldsState, key: int) -> str:
    """A Fire Team of any kind, a named unit on its Fire Team side included."""
    is_fire = state.units[key].flipped or state.board.types[key].kind == FIRE
    return _unless(is_fire, "other_team") or joint_covered(state, key)


# rule: FFT-act-lat-9
def leader_team(state: FieldsState, key: int) -> str:
    return _is_kind(state, key, LEADER)


# rule: FFT-act-lat-10
def weapon_team(state: FieldsState, key: int) -> str:
    """An observer, a sniper or a weapon of any kind on its Fire Team side."""
    kind = state.board.types[key].kind
    return _unless(state.units[key].flipped and kind not in (*TEAMS, LEADER), "other_team")


# rule: FFT-act-lat-11
def litter_casualty(state: FieldsState, key: int) -> str:
    return _is_kind(state, key, LITTER) or _unless(bool(casualties_for(state, key)), "no_casualty_here")


# rule: FFT-act-lat-12
def litter_casualty_seen(state: FieldsState, key: int) -> str:
    return _is_kind(state, key, LITTER) or _unless(bool(casualties_in_sight(state, key)), "no_casualty_seen")


# rule: FFT-act-lat-13
def litter_alone(state: FieldsState, key: int) -> str:
    return _is_kind(state, key, LITTER)


# rule: FFT-act-lat-14
def paralyzed_joint(state: FieldsState, key: int) -> str:
    return _is_kind(state, key, PARALYZED) or _unless(is_joint(state, key), "not_joint")


# rule: FFT-act-lat-14
def paralyzed_apart(state: FieldsState, key: int) -> str:
    return _is_kind(state, key, PARALYZED)


def _is_kind(state: FieldsState, key: int, kind: str) -> str:
    return _unless(state.board.types[key].kind == kind, "other_team")


# rule: FFT-act-lat-12
def casualties_in_sight(state: FieldsState, key: int) -> tuple[int, ...]:
    """Casualties of its side on other cards or in other areas that a Litter Team sees."""
    types = state.board.types
    return tuple(
        one
        for one, unit in state.units.items()
        if unit.at
        and not unit.aboard
        and types[one].kind == CASUALTY
        and types[one].side == ENEMY
        and sees_unit(state, key, one)
    )


SITUATIONS: dict[str, Situation] = {
    one.__name__: one
    for one in (
        joint_open,
        joint_covered,
        empty,
        quiet_blind,
        quiet_target,
        fire_open,
        fire_aside,
        gun_firing,
        fire_better,
        fire_worse,
        gun_target,
        other,
        pinned_joint_open,
        pinned_joint_covered,
        pinned_open,
        pinned_covered,
        assault_teams,
        assault_joint,
        assault_apart,
        fire_joint_covered,
        leader_team,
        weapon_team,
        litter_casualty,
        litter_casualty_seen,
        litter_alone,
        paralyzed_joint,
        paralyzed_apart,
    )
}
"""By the word that the table has for them."""
