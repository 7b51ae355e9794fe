"""The markers of a defence: laid down turn by turn, and taken back when nobody met them (3.2.2, 3.8)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import DEFENSIVE, PATROL, FieldsState
from sandtable.games.fieldsoffire.rules.preparation.limits import COP
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.scenario.setup import scheduled_cards
from sandtable.kernel import Draft, Ref


def is_defence(state: FieldsState) -> bool:
    """Whether the company defends."""
    return state.board.mission.type == DEFENSIVE


# rule: FF-2.2.2.b
def letter_of_turn(state: FieldsState) -> str:
    """The letter of the markers that this turn brings; none where it brings none."""
    for part in state.board.mission.setup["pc"].get("schedule", ()):
        first, last = part["turns"]
        if first <= state.turn <= last:
            return str(part["letter"])
    return ""


# rule: FF-3.2.2, FF-3.2.2.a, FF-2.2.2.b
def lay_markers(d: Draft[FieldsState]) -> None:
    """Lay the markers of the turn before any enemy is checked, where no enemy stands already."""
    letter = letter_of_turn(d.now)
    cards = [card for card in scheduled_cards(d.now.board) if not on_card(d.now, card).enemy] if letter else []
    for card in cards:
        d.edit("cards", card, contact=letter)
    if cards:
        d.log("log.markers_laid", "FF-3.2.2.a", *(Ref("place", card) for card in cards), letter=letter)


# rule: FF-3.8.d
def take_markers_back(d: Draft[FieldsState]) -> None:
    """Markers that nobody met do not outlast the turn."""
    for card, row in tuple(d.now.cards.items()):
        if row.contact:
            d.edit("cards", card, contact="")


# rule: FF-2.6.1.c
def clear_outpost(d: Draft[FieldsState]) -> None:
    """No marker lies on the outpost of a patrol."""
    outpost = d.now.controls.get(COP, 0)
    if d.now.board.mission.type == PATROL and outpost and d.now.cards[outpost].contact:
        d.edit("cards", outpost, contact="", contested=False)
