"""Final protective fires: lines of machine guns, fires of agencies, laid before a defence (7.2.4, 7.16.2D)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import (
    DEFENSIVE,
    PROTECTIVE_FIRE,
    FieldsState,
    Marker,
)
from sandtable.games.fieldsoffire.rules.combat.directions import sees_part
from sandtable.games.fieldsoffire.rules.sequence.standing import is_silent
from sandtable.games.fieldsoffire.rules.terms.presence import is_good_order, on_card, ours, rating
from sandtable.games.fieldsoffire.rules.weapons import support
from sandtable.games.fieldsoffire.rules.weapons.calling import fire_protective, has_protective_stock
from sandtable.games.fieldsoffire.rules.weapons.concentrating import lay
from sandtable.kernel import Draft, Ref, Refusal, refuse

MOST_LINES = 2
"""Counters for final protective lines: one to the left, one to the right."""


# rule: FF-7.2.4.a, FFT-weapons-row-mgtripod
def why_not_lay_line(state: FieldsState, key: int, towards: int) -> Refusal | None:
    """Why a gun gets no protective line: only tripods, only in a defence, diagonally, while there are counters."""
    me = Ref("unit", key)
    if state.board.mission.type != DEFENSIVE:
        return refuse("FF-7.2.4.a", "refuse.no_defence", me)
    if not rating(state, key).tripod or not is_good_order(state, key):
        return refuse("FF-7.2.4.a", "refuse.no_tripod", me, unit=me)
    if towards % 2 == 0:
        return refuse("FF-7.2.4.a", "refuse.not_diagonal", me, unit=me)
    laid = [one for one, unit in state.units.items() if unit.protective >= 0 and one != key]
    if len(laid) >= MOST_LINES:
        return refuse("FF-7.2.4.a", "refuse.no_line_left", me, most=MOST_LINES)
    return None


def lay_line(d: Draft[FieldsState], key: int, towards: int) -> None:
    """The gun is laid along the diagonal and reacts to nothing any more."""
    d.edit("units", key, protective=towards)
    if key in d.now.fires:
        d.drop("fires", key)
    d.log("log.line_is_laid", "FF-7.2.4.a", Ref("unit", key), unit=Ref("unit", key))


# rule: FF-4.2.4m, FF-4.2.4m.fpl, FF-7.2.4.b1
def why_not_fire_line(state: FieldsState, key: int) -> Refusal | None:
    """Why a gun does not fire its line: it must have one, not fire it yet, and be in good order."""
    unit, me = state.units[key], Ref("unit", key)
    if unit.protective < 0 or unit.protecting:  # equivalent[boundary|0 becomes 1]: a line is a diagonal, 1 at least
        return refuse("FF-4.2.4m.fpl", "refuse.no_line_laid", me, unit=me)
    if not is_good_order(state, key):
        return refuse("FF-4.2.4m.fpl", "refuse.not_in_good_order", me, unit=me)
    return None


# rule: FF-4.2.4m, FF-7.2.4.b1
def fire_line(d: Draft[FieldsState], key: int) -> None:
    """The gun fires along its line until it is told to stop or has nothing left."""
    d.edit("units", key, protecting=True)
    d.log("log.line_fires", "FF-4.2.4m", Ref("unit", key), unit=Ref("unit", key))


def agencies(state: FieldsState) -> tuple[str, ...]:
    """Agencies with a final protective fire in this mission."""
    return tuple(row.agency for row in state.board.mission.support if row.type == support.FPF)


# rule: FF-7.16.2.D, FF-7.16.2.D.a
def why_not_lay_fire(state: FieldsState, agency: str, card: int) -> Refusal | None:
    """Why an agency's final protective fire is not laid on a card: observers must see it, and no friend be there."""
    there = Ref("place", card)
    if state.board.mission.type != DEFENSIVE or agency not in agencies(state):
        return refuse("FF-7.16.2.D", "refuse.no_defence", there)
    if on_card(state, card).friendly:
        return refuse("FF-7.16.2.D.a", "refuse.friends_there", there, card=there)
    seen = any(support.why_not_observe(state, key) is None and sees_part(state, key, card) for key in ours(state))
    return None if seen else refuse("FF-7.16.2.D.a", "refuse.not_in_sight", there, card=there)


def lay_fire(d: Draft[FieldsState], agency: str, card: int) -> None:
    """Lay it there, in place of where it lay before."""
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == PROTECTIVE_FIRE and marker.form == agency:
            d.drop("markers", number)
    lay(d, Marker(PROTECTIVE_FIRE, at=card, form=agency))
    d.log("log.fire_is_laid", "FF-7.16.2.D", Ref("place", card), card=Ref("place", card), agency=agency)


# rule: FF-7.16.2.D.b
def laid_fires(state: FieldsState, *, called: bool) -> tuple[int, ...]:
    """Cards with a final protective fire that has been called, or waits to be and can be fired."""
    return tuple(
        marker.at
        for marker in state.markers.values()
        if marker.kind == PROTECTIVE_FIRE
        and bool(marker.turn) == called
        and (called or (has_protective_stock(state, marker.form) and not is_silent(state, marker.form)))
    )


# rule: FF-4.2.4m.fpf, FF-3.1.a
def why_not_release(state: FieldsState, key: int) -> Refusal | None:
    """Why no final protective fire can be released: none waits with a round left, or its agency is on the move."""
    if laid_fires(state, called=False):
        return None
    head = Ref("unit", key)
    for marker in state.markers.values():
        is_waiting = marker.kind == PROTECTIVE_FIRE and not marker.turn
        if is_waiting and has_protective_stock(state, marker.form):
            return refuse("FF-3.1.a", "refuse.agency_displacing", head, agency=marker.form)
    return refuse("FF-4.2.4m.fpf", "refuse.no_protective_fire", head)


# rule: FF-4.2.4m, FF-4.2.4m.fpf, FF-7.16.2.D.b
def release(d: Draft[FieldsState], card: int, *, stop: bool = False) -> None:
    """From now on it comes down every turn, pending until the Combat phase; or it is stopped."""
    for number, marker in tuple(d.now.markers.items()):
        if marker.kind == PROTECTIVE_FIRE and marker.at == card and bool(marker.turn) == stop:
            d.edit("markers", number, turn=0 if stop else d.now.turn)
            if not stop:
                fire_protective(d, marker)
            rule = "FF-7.16.2.D.b" if stop else "FF-4.2.4m.fpf"
            where = Ref("place", card)
            d.log("log.protective_fire", rule, where, card=where, agency=marker.form, stop=int(stop))
