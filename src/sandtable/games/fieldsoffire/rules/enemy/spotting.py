"""Spotting: finding enemies who have not been seen (8.5)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.fieldsoffire.model import GREEN, STAGING, VETERAN, FieldsState
from sandtable.games.fieldsoffire.rules.command.attempts import Attempt, Trial, draw_for, trial
from sandtable.games.fieldsoffire.rules.ground.sight import sees_unit, unit_level
from sandtable.games.fieldsoffire.rules.ground.terrain import concealment
from sandtable.games.fieldsoffire.rules.terms.presence import grade_of, on_card, rating
from sandtable.games.fieldsoffire.rules.urban.areas import is_covered
from sandtable.games.fieldsoffire.scenario.deck import CROSSHAIRS
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.units import LITTER, OBSERVER, PARALYZED, SNIPER_TEAM
from sandtable.kernel import Draft, Modifier, Ref, Refusal, refuse

DENSE = 3
"""Cover and concealment from which on a card hides those on it."""


# rule: FF-8.5.a
def hidden_on(state: FieldsState, card: int) -> tuple[int, ...]:
    """Enemies on a card who have not been spotted."""
    return tuple(key for key in on_card(state, card).enemy if state.units[key].unspotted)


# rule: FF-4.2.5.assault.co, FF-4.2.5.fire.co, FF-4.2.5.litter.co
def why_not_spot(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot look for enemies: pinned, no fighting team, or in the Staging Area."""
    unit, kind, me = state.units[key], state.board.types[key], Ref("unit", key)
    # rule: FF-4.2.5.pinned
    if unit.pinned:
        return refuse("FF-4.2.5.pinned", "refuse.pinned", me, unit=me)
    # rule: FF-4.2.4a.cond, FF-4.2.5.paralyzed
    if kind.kind in (LITTER, PARALYZED):
        rule = "FF-4.2.5.paralyzed" if kind.kind == PARALYZED else "FF-4.2.5.litter.co"
        return refuse(rule, "refuse.cannot_fight", me, unit=me)
    # rule: FF-2.5.spot
    if state.cards[unit.at].kind == STAGING:
        return refuse("FF-2.5.spot", "refuse.in_staging_area", me, unit=me)
    return None


# rule: FF-4.2.4a.cond, FF-6.3.1
def why_not_spot_on(state: FieldsState, key: int, card: int) -> Refusal | None:
    """Why nobody can be spotted on a card: none hidden there, or out of sight; directions of fire do not matter."""
    me, there = Ref("unit", key), Ref("place", card)
    if not hidden_on(state, card):
        return refuse("FF-4.2.4a.cond", "refuse.nobody_hidden", there, card=there)
    if not any(sees_unit(state, key, one) for one in hidden_on(state, card)):
        return refuse("FF-4.2.4a.cond", "refuse.not_in_sight", me, there, card=there)
    return None


# rule: FF-8.5.b, FF-8.5.r
def modifiers(state: FieldsState, key: int, card: int, target: int) -> Iterator[Modifier]:
    """What changes the number of cards besides the spotter's experience: height, distance, the ground, the target."""
    rows = chart("spotting_modifiers")
    at = state.units[key].at
    # rule: FF-8.5.g
    if unit_level(state, key) > unit_level(state, target):
        yield Modifier("FF-8.5.g", "modifier.higher", rows["spotter"]["higher_elevation"])
    # rule: FF-8.5.l
    if at == card:
        yield Modifier("FF-8.5.l", "modifier.same_card", rows["target"]["same_card_as_spotter"])
    ground = concealment(state, card, () if at == card else (at,))
    # rule: FF-8.5.p
    if ground >= DENSE:
        yield Modifier("FF-8.5.p", "modifier.dense", rows["target_card"]["cc_3_or_more"])
    # rule: FF-8.5.q
    elif ground == 0:
        yield Modifier("FF-8.5.q", "modifier.open", rows["target_card"]["cc_0"])
    yield from _of_target(state, target, rows["target"])


def _of_target(state: FieldsState, target: int, rows: dict[str, int]) -> Iterator[Modifier]:
    """Cover and experience hide a target; what it does and fires gives it away."""
    unit, kind, printed = state.units[target], state.board.types[target], rating(state, target)
    # rule: FF-8.5.h
    if is_covered(state, unit):
        yield Modifier("FF-8.5.h", "modifier.cover", rows["under_cover"])
    # rule: FF-8.5.i
    if kind.kind in (SNIPER_TEAM, OBSERVER) and not unit.flipped:
        yield Modifier("FF-8.5.i", "modifier.sniper_or_observer", rows["sniper_or_fo"])
    # rule: FF-8.5.j
    if grade_of(state, target) == VETERAN:
        yield Modifier("FF-8.5.j", "modifier.veteran", rows["veteran"])
    # rule: FF-8.5.k
    if grade_of(state, target) == GREEN:
        yield Modifier("FF-8.5.k", "modifier.green", rows["green"])
    # rule: FF-8.5.m
    if unit.exposed:
        yield Modifier("FF-8.5.m", "modifier.exposed", rows["exposed"])
    # rule: FF-8.5.o
    if printed.basic == "H" or printed.special == "G!":
        yield Modifier("FF-8.5.o", "modifier.vof_h", rows["vof_H_or_G"])
    # rule: FF-8.5.n
    elif printed.basic == "A":
        yield Modifier("FF-8.5.n", "modifier.vof_a", rows["vof_A"])


def cards_for(state: FieldsState, key: int, card: int, target: int) -> int:
    """The sum of what the target changes, to find the one that is easiest to see."""
    return sum(one.amount for one in modifiers(state, key, card, target))


# rule: FF-4.2.4a, FF-4.2.4a.ok, FF-8.5.a
def spot_trial(state: FieldsState, key: int, card: int) -> Trial:
    """Cards for the enemies on a card, of whom the easiest to see counts; who is out of sight does not."""
    hidden = hidden_on(state, card)
    seen = [one for one in hidden if sees_unit(state, key, one)]
    target = max(seen or hidden, key=lambda one: (cards_for(state, key, card, one), -one))
    # rule: FF-8.5.e, FF-8.5.f, FF-8.5.t
    more = tuple(modifiers(state, key, card, target))
    # rule: FF-8.5.b, FF-8.5.s, FF-2.8.2.cross
    return trial(state, "spot", "FF-8.5.b", CROSSHAIRS, key, more=more)


def spot(d: Draft[FieldsState], key: int, card: int) -> bool:
    """Look for the enemies on a card at once."""
    return spot_outcome(d, card, draw_for(d, spot_trial(d.now, key, card)))


# rule: FF-8.5.a, FF-4.2.4a.ok
def spot_outcome(d: Draft[FieldsState], card: int, tried: Attempt) -> bool:
    """Whoever is seen gives away all of them."""
    if not tried.succeeds:
        return False
    for one in hidden_on(d.now, card):
        d.edit("units", one, unspotted=False)
    d.log("log.spotted", "FF-4.2.4a.ok", Ref("place", card), card=Ref("place", card))
    return True
