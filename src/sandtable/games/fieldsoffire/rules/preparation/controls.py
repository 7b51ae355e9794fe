"""Tactical controls: which a mission has, and on which cards each may be put (2.4.1)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.games.fieldsoffire.model import GROUND, FieldsState
from sandtable.games.fieldsoffire.scenario.controls import ATTACK, CONCENTRATION, OBJECTIVES, OUTPOST, limits_of
from sandtable.games.fieldsoffire.scenario.ground import distance, row_of
from sandtable.kernel import Draft, Ref, Refusal, refuse

PHASE_LINES = 2
"""Phase lines that may be drawn."""


# rule: FF-2.4.1
def point_controls(state: FieldsState) -> tuple[str, ...]:
    """The point controls of the mission that the player puts where he likes, within its limits."""
    # rule: FF-2.4.1.A.points, FF-2.4.1.C, FF-2.4.1.D
    return tuple(limits_of(state.board.mission))


# rule: FF-2.4.1.A.points, FF-2.4.1.B.cop, FF-2.4.1.C
def why_not_control(state: FieldsState, control: str, card: int) -> Refusal | None:
    """Why a control may not be put on a card: it has rows of its own; face up or down does not matter."""
    rows, there = limits_of(state.board.mission)[control], Ref("place", card)
    # rule: FF-2.4.1
    if state.cards[card].kind != GROUND:
        return refuse("FF-2.4.1", "refuse.not_on_the_map", there, card=there)
    if row_of(card) not in rows:
        return refuse("FF-2.4.1", "refuse.control_row", there, card=there, least=rows[0], most=rows[-1])
    return None


# rule: FF-2.4.1.A.points, FF-2.4.1.C
def why_not_plan(state: FieldsState) -> Refusal | None:
    """Why the mission cannot begin with the controls as they lie: two objectives on one card, or none near the attack.

    The route of a patrol may cross itself: several of its points may lie on one card.
    """
    controls = state.controls
    near = [controls[name] for name in OBJECTIVES if name in controls]
    if (twice := _twice(near)) is not None:
        there = Ref("place", twice)
        return refuse("FF-2.4.1", "refuse.control_twice", there, card=there)
    if ATTACK in controls and not any(distance(controls[ATTACK], card) == 1 for card in near):
        there = Ref("place", controls[ATTACK])
        return refuse("FF-2.4.1.A.points", "refuse.attack_position", there, card=there)
    return None


# rule: FF-2.4.1.B.cop, FF-2.4.1
def move_outpost(d: Draft[FieldsState], to: int) -> None:
    """An outpost that is put elsewhere takes along its foxholes and whoever was put into it."""
    left = d.now.controls.get(OUTPOST, 0)
    for number, row in tuple(d.now.covers.items()):
        if row.at == left:
            d.edit("covers", number, at=to)
    for key, unit in tuple(d.now.units.items()):
        if left and unit.at == left:
            d.edit("units", key, at=to)


def _twice(cards: Iterable[int]) -> int | None:
    seen: set[int] = set()
    for card in cards:
        if card in seen:
            return card
        seen.add(card)
    return None


# rule: FF-2.4.1.A.pl
def line_name(number: int) -> str:
    """A phase line; two may be drawn, each between two rows."""
    return f"phase line {number}"


__all__ = [
    "CONCENTRATION",
    "OUTPOST",
    "PHASE_LINES",
    "line_name",
    "move_outpost",
    "point_controls",
    "why_not_control",
    "why_not_plan",
]
