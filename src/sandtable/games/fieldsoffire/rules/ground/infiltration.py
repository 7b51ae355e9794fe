"""Infiltration: moving unseen where fire falls (5.1.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, draw_for, trial
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.terms.presence import on_card, rating
from sandtable.games.fieldsoffire.rules.urban.areas import is_town
from sandtable.games.fieldsoffire.scenario.deck import INFILTRATE
from sandtable.games.fieldsoffire.scenario.units import MORTARS, PARALYZED
from sandtable.kernel import Draft, Ref, Refusal, refuse

LIMITS = {"FF-4.2.5.fire.a": "FF-4.2.5.fire.c", "FF-4.2.5.litter.mv": "FF-4.2.5.litter.mv"}
"""Where teams go unseen, by the paragraph on where they go at all: only to friends, so to no empty Staging Area."""


# rule: FF-5.1.4, FF-4.2.2c.cond
def why_not_infiltrate(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot infiltrate at all: Exposed, pinned, paralyzed, or with a weapon too heavy to be hidden."""
    unit, kind, printed = state.units[key], state.board.types[key], rating(state, key)
    me = Ref("unit", key)
    # rule: FF-5.1.4.a
    if unit.exposed:
        return refuse("FF-5.1.4.a", "refuse.exposed", me, unit=me)
    # rule: FF-4.2.5.pinned.mv
    if unit.pinned:
        return refuse("FF-4.2.5.pinned.mv", "refuse.pinned", me, unit=me)
    # rule: FF-4.2.5.paralyzed
    if kind.kind == PARALYZED:
        return refuse("FF-4.2.5.paralyzed", "refuse.paralyzed", me, unit=me)
    # rule: FF-7.2.1.c, FFT-weapons-row-mgtripod, FFT-weapons-row-rktheavy
    is_heavy = printed.tripod or printed.basic == "H"
    # rule: FF-7.3.1.c, FFT-weapons-row-mortar
    if is_heavy or (kind.kind in MORTARS and not unit.flipped):
        return refuse("FF-5.1.4.a", "refuse.too_heavy", me, unit=me)
    return None


# rule: FF-5.1.4.a, FF-4.2.2c.cond, FF-4.2.5.fire.c
def why_not_infiltrate_to(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a unit may not infiltrate to a card: the move itself must be allowed, and fire must lie here or there."""
    no = movement.why_not_enter(state, key, to)
    if no is not None and no.rule not in LIMITS:
        return no
    here, me, card = state.units[key].at, Ref("unit", key), Ref("place", to)
    # rule: FF-4.2.5.fire.c, FF-4.2.5.litter.mv
    if movement.is_limited(state, key) and (no is not None or not on_card(state, to).friendly):
        rule = LIMITS[movement.limit_of(state, key)]
        return refuse(rule, "refuse.only_to_friends", me, card, unit=me, card=card)
    if not is_under_fire(state, here) and not is_under_fire(state, to):
        return refuse("FF-5.1.4.a", "refuse.no_fire_to_hide_in", me, card, unit=me, card=card)
    return None


# rule: FF-4.2.2g.cond, FF-5.1.4.a
def why_not_infiltrate_within(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit may not infiltrate within its card: fire must lie on it."""
    me, at = Ref("unit", key), state.units[key].at
    if is_town(state, at):  # rule: FF-5.1.4.c, FF-13.2.1.d, FF-4.2.2g.cond
        return refuse("FF-5.1.4.c", "refuse.no_hiding_in_towns", me, unit=me)
    if not is_under_fire(state, at):
        return refuse("FF-4.2.2g.cond", "refuse.no_fire_to_hide_in", me, unit=me, card=Ref("place", at))
    return None


# rule: FF-5.1.4, FF-2.8.2.inf
def infiltrate_trial(state: FieldsState, key: int) -> Trial:
    """Two cards, by the experience of the unit, for the infiltration icon."""
    return trial(state, "infiltrate", "FF-5.1.4", INFILTRATE, key)


def infiltrate(d: Draft[FieldsState], key: int, to: int, cover: int = 0) -> None:
    """Try to move unseen to a card, at once."""
    infiltrate_outcome(d, key, to, cover, try_to_hide(d, key))


# rule: FF-4.2.2c
def infiltrate_outcome(d: Draft[FieldsState], key: int, to: int, cover: int, tried: Attempt) -> None:
    """Who fails goes there all the same, and is Exposed."""
    # rule: FF-5.1.4.b, FF-4.2.2c.ok, FF-4.2.2c.fail
    movement.move(d, key, to, movement.cover_if_free(d.now, key, cover), hidden=tried.succeeds)


def infiltrate_within(d: Draft[FieldsState], key: int, cover: int) -> None:
    """Try to move unseen to another area of the card, at once."""
    infiltrate_within_outcome(d, key, cover, try_to_hide(d, key))


# rule: FF-4.2.2g, FF-4.2.2g.fail
def infiltrate_within_outcome(d: Draft[FieldsState], key: int, cover: int, tried: Attempt) -> None:
    """Who fails moves there all the same, and is Exposed."""
    movement.move_within(d, key, cover, hidden=tried.succeeds)


def try_to_hide(d: Draft[FieldsState], key: int) -> Attempt:
    """Draw at once for a unit that arrives unseen or not."""
    return draw_for(d, infiltrate_trial(d.now, key))
