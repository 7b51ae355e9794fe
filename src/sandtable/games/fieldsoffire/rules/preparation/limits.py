"""The limits of a company's area: its boundaries, its limit of advance, its main line of resistance (2.4, 2.6)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FRIENDLY, GROUND, PATROL, FieldsState
from sandtable.games.fieldsoffire.scenario.ground import around, column_of, row_of
from sandtable.games.fieldsoffire.scenario.ridges import FLANKS
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.games.fieldsoffire.scenario.units import ASSAULT
from sandtable.kernel import Ref, Refusal, refuse

MLR, COP = "mlr", "cop"
OUTPOST, ON_PATROL = "cop", "patrol"
"""Platoons with a task of their own: the one in the outpost, the one on patrol."""
LAST_ROW = 1
"""The last row behind the main line of resistance where a briefing names none."""


# rule: FF-1.2.6.ao, FF-2.4.1.A.bound, FF-2.4.1.A.loa
def is_inside(state: FieldsState, card: int) -> bool:
    """Within the boundaries and the limit of advance: a card of the mission's own map."""
    return card in state.cards and state.cards[card].kind == GROUND


# rule: FFM-ridge-map
def why_not_climb(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a unit cannot climb: the sides of a ridge are so steep that its flanks meet the crest only row by row."""
    mission, at = state.board.mission, state.units[key].at
    if not any(row["id"] == FLANKS for row in mission.setup["special"]) or row_of(at) == row_of(to):
        return None
    flanks = (1, mission.columns)
    if (column_of(at) in flanks) != (column_of(to) in flanks) and is_inside(state, at) and is_inside(state, to):
        me, card = Ref("unit", key), Ref("place", to)
        return refuse("FFM-ridge-map", "refuse.too_steep", me, card, unit=me, card=card)
    return None


# rule: FF-2.4.1.B.mlr
def is_behind_line(state: FieldsState, card: int) -> bool:
    """Whether a card lies behind the main line of resistance.

    The line is drawn above a row; where a company starts on cards beyond that one, it runs around them too.
    """
    return row_of(card) <= state.controls.get(MLR, LAST_ROW) or card in start_cards(state.board)


# rule: FF-2.4.1.B.mlr
def is_perimeter(state: FieldsState) -> bool:
    """Whether the main line runs around cards on which the company starts, for some lie in front of its row."""
    line = state.controls.get(MLR, LAST_ROW)
    return any(row_of(card) > line for card in start_cards(state.board))


# rule: FF-2.4.1.B.mlr
def why_not_cross(state: FieldsState, key: int, to: int) -> Refusal | None:
    """Why a unit may not go in front of the main line of resistance.

    In a defence the platoon of the outpost goes to its card and back, and Assault Teams explore one row; a patrol
    goes where it likes.
    """
    line = state.controls.get(MLR, 0)
    if not line or state.board.sides[key] != FRIENDLY or state.board.mission.type == PATROL:
        return None
    if is_behind_line(state, to):
        return None
    kind, unit = state.board.types[key], state.units[key]
    if kind.kind == ASSAULT and any(is_behind_line(state, near) for near in around(to)):
        return None
    me, card = Ref("unit", key), Ref("place", to)
    # rule: FF-2.4.1.B.cop1
    if to == state.controls.get(COP):
        if unit.platoon and unit.platoon == state.details.get(OUTPOST):
            return None
        return refuse("FF-2.4.1.B.cop1", "refuse.other_outpost", me, card, unit=me)
    # rule: FF-2.4.1.B.cross, FF-2.4.1.B.cross1
    rule = "FF-2.4.1.B.cross1" if kind.kind == ASSAULT else "FF-2.4.1.B.cross"
    if is_perimeter(state):
        return refuse(rule, "refuse.beyond_perimeter", me, card, unit=me)
    return refuse(rule, "refuse.beyond_main_line", me, card, unit=me, row=line)


# rule: FF-2.6.1.a, FF-2.6.1.d
def why_not_leave_post(state: FieldsState, key: int) -> Refusal | None:
    """Why a unit may not move on orders: while one platoon is on patrol the rest of the company stays where it is."""
    if state.board.mission.type != PATROL or state.board.sides[key] != FRIENDLY or is_on_patrol(state, key):
        return None
    me = Ref("unit", key)
    return refuse("FF-2.6.1.d", "refuse.not_on_patrol", me, unit=me)


# rule: FF-2.6.1.a
def is_on_patrol(state: FieldsState, key: int) -> bool:
    """Whether a unit goes with the patrol: those of its platoon and whoever was attached to it, and loose teams."""
    if state.board.types[key].is_team:
        return True
    return bool(state.details.get(ON_PATROL)) and state.units[key].platoon == state.details[ON_PATROL]
