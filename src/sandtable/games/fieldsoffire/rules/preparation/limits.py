"""The limits of a company's area: its boundaries and its limit of advance (2.4)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import GROUND, FieldsState


# rule: FF-1.2.6.ao, FF-2.4.1.A.bound, FF-2.4.1.A.loa
def is_inside(state: FieldsState, card: int) -> bool:
    """Within the boundaries and the limit of advance: a card of the mission's own map."""
    return card in state.cards and state.cards[card].kind == GROUND
