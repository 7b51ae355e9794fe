"""Going forward: straight at the company's line, or unseen at the nearest of its men (legend of the tables)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import GROUND, FieldsState
from sandtable.games.fieldsoffire.rules.enemy.covering import firing_position
from sandtable.games.fieldsoffire.rules.enemy.falling_back import has_own_side, leave, nearest_opponent
from sandtable.games.fieldsoffire.rules.enemy.munitions import shed
from sandtable.games.fieldsoffire.rules.enemy.tactics import OVERRUN, tactic_of
from sandtable.games.fieldsoffire.rules.ground import movement
from sandtable.games.fieldsoffire.rules.ground.infiltration import (
    infiltrate,
    why_not_infiltrate,
    why_not_infiltrate_to,
)
from sandtable.games.fieldsoffire.rules.terms.draws import random_one
from sandtable.games.fieldsoffire.rules.urban.walking import go_inside
from sandtable.games.fieldsoffire.scenario.ground import SOUTH, SOUTHEAST, SOUTHWEST, STEPS, around, row_of
from sandtable.kernel import Draft, Ref, Refusal, refuse

LAST_ROW = 1


def _is_open(state: FieldsState, key: int, card: int) -> bool:
    row = state.cards.get(card)
    return row is not None and row.kind == GROUND and movement.why_not_enter(state, key, card) is None


# rule: FFT-act-legend-7
def ahead(state: FieldsState, key: int) -> tuple[int, ...]:
    """The card straight ahead of an enemy; where it is barred, those diagonally ahead."""
    at = state.units[key].at
    if _is_open(state, key, at + STEPS[SOUTH]):
        return (at + STEPS[SOUTH],)
    return tuple(at + STEPS[way] for way in (SOUTHWEST, SOUTHEAST) if _is_open(state, key, at + STEPS[way]))


# rule: FFT-act-legend-7, FFT-act-legend-12
def nearer(state: FieldsState, key: int) -> tuple[int, ...]:
    """Cards next to an enemy that bring him nearer to the nearest opponent."""
    at = state.units[key].at
    here = nearest_opponent(state, at)
    return tuple(card for card in around(at) if nearest_opponent(state, card) < here and _is_open(state, key, card))


# rule: FFT-act-legend-7, FF-8.14.c
def is_through(state: FieldsState, key: int) -> bool:
    """Whether an enemy who overruns the company is through and leaves the map below; who is all around never is."""
    return has_own_side(state) and row_of(state.units[key].at) <= LAST_ROW and tactic_of(state) == OVERRUN


# rule: FFT-act-legend-7
def goals(state: FieldsState, key: int) -> tuple[int, ...]:
    """Where an advance leads: ahead; towards the player's men on the last row, and where the enemy is all around."""
    is_ahead = has_own_side(state) and row_of(state.units[key].at) > LAST_ROW
    return ahead(state, key) if is_ahead else nearer(state, key)


# rule: FFT-act-legend-7
def why_not_advance(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit cannot go forward."""
    if (no := movement.why_not_move(state, key)) is not None:
        return no
    me = Ref("unit", key)
    is_possible = is_through(state, key) or bool(goals(state, key))
    return None if is_possible else refuse("FFT-act-legend-7", "refuse.no_way_ahead", me, unit=me)


# rule: FFT-act-legend-7, FF-8.14.c, FF-8.6.1.E
def advance(d: Draft[FieldsState], key: int) -> None:
    """Go forward one card, into cover from which there is somebody to fire at; or off the map below."""
    if is_through(d.now, key):
        leave(d, key, "FF-8.14.c" if d.now.units[key].wave else "FFT-act-legend-7")
        return
    to, draws = random_one(d, "advance", goals(d.now, key))
    me, there = Ref("unit", key), Ref("place", to)
    d.log("log.advances", "FFT-act-legend-7", me, there, draws=draws, unit=me, card=there)
    movement.move(d, key, to, firing_position(d.now, key, to))
    shed(d, key)
    go_inside(d, key)  # rule: FF-13.2.3


# rule: FFT-act-legend-12
def unseen_ways(state: FieldsState, key: int) -> tuple[int, ...]:
    """Cards nearer to an opponent to which a unit may infiltrate."""
    if movement.why_not_move(state, key) is not None or why_not_infiltrate(state, key) is not None:
        return ()
    return tuple(card for card in nearer(state, key) if why_not_infiltrate_to(state, key, card) is None)


# rule: FFT-act-legend-12
def why_not_steal_up(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit can neither infiltrate nor, instead of it, advance."""
    return None if unseen_ways(state, key) else why_not_advance(state, key)


# rule: FFT-act-legend-12
def steal_up(d: Draft[FieldsState], key: int) -> None:
    """Try to infiltrate towards the nearest opponent; whoever may not advances straight ahead."""
    cards = unseen_ways(d.now, key)
    if not cards:
        advance(d, key)
        return
    to, draws = random_one(d, "advance", cards)
    me, there = Ref("unit", key), Ref("place", to)
    d.log("log.advances", "FFT-act-legend-12", me, there, draws=draws, unit=me, card=there)
    infiltrate(d, key, to, firing_position(d.now, key, to))
    shed(d, key)
    go_inside(d, key)
