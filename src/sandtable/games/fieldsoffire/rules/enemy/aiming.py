"""Whom an enemy attacks with grenades or concentrated fire (8.6.1 B)."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.support import why_not_use
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.terms.presence import grounded, on_card
from sandtable.games.fieldsoffire.rules.weapons.concentrating import aims_of, targets_under
from sandtable.games.fieldsoffire.rules.weapons.grenades import why_not_target, why_not_throw
from sandtable.kernel import Draft, Draw, Ref, Refusal, refuse


# rule: FF-8.6.1.B
def choose(d: Draft[FieldsState], key: int, targets: Sequence[int]) -> tuple[int, tuple[Draw, ...]]:
    """One of several targets: on the own card of the largest group, elsewhere and between equals as chance has it."""
    at, units = d.now.units[key].at, d.now.units
    if all(units[target].at == at for target in targets):
        most = max(group_size(d.now, target, targets) for target in targets)
        targets = [target for target in targets if group_size(d.now, target, targets) == most]
        most = max(units[target].steps for target in targets)
        targets = [target for target in targets if units[target].steps == most]
    return random_one(d, "target", targets)


# rule: FF-6.1.1.b4
def group_size(state: FieldsState, target: int, targets: Sequence[int]) -> int:
    """The steps that are a target together: those under one cover marker, or a unit outside cover alone."""
    cover = state.units[target].cover
    group = [one for one in targets if state.units[one].cover == cover] if cover else [target]
    return sum(state.units[one].steps for one in group)


def far_targets(state: FieldsState, key: int) -> tuple[int, ...]:
    """Opponents on other cards whom a unit can attack with its launcher or with a support weapon."""
    at = state.units[key].at
    can_throw = why_not_throw(state, key) is None
    return tuple(
        other
        for other in grounded(state)
        if state.units[other].at != at
        and ((can_throw and why_not_target(state, key, other) is None) or why_not_use(state, key, other) is None)
    )


# rule: FF-5.3.2.h, FF-5.3.4.c
def must_come_out(state: FieldsState, key: int) -> bool:
    """Whether a unit has to leave its cover to throw grenades on its own card: a bunker, pillbox or cave."""
    under = state.units[key].cover
    return bool(under) and state.covers[under].facing >= 0


# rule: FFT-act-legend-4, FF-8.6.2.h
def grenade_targets(state: FieldsState, key: int) -> tuple[int, ...]:
    """Opponents whom a unit can attack with grenades; on a shared card only those who are on it."""
    near = on_card(state, state.units[key].at).friendly
    if not near:
        return far_targets(state, key)
    if why_not_throw(state, key) is not None:
        return ()
    if must_come_out(state, key):
        return near if movement.why_not_move_within(state, key) is None else ()
    return tuple(other for other in near if why_not_target(state, key, other) is None)


# rule: FFT-act-legend-4
def why_not_grenade(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot make a grenade attack now."""
    if grenade_targets(state, key):
        return None
    me = Ref("unit", key)
    return why_not_throw(state, key) or refuse("FF-7.10.1.a", "refuse.no_grenade_target", me, unit=me, target=me)


def aimed_at(state: FieldsState, key: int) -> tuple[int, ...]:
    """Opponents at whom a unit could concentrate its fire."""
    return tuple(other for area in aims_of(state, key) for other in targets_under(state, key, area))
