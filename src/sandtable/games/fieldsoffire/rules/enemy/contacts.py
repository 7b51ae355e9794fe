"""Potential contacts: which markers are evaluated, with how many cards, and in which order (8.2)."""

from __future__ import annotations

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.activity import LEVELS
from sandtable.games.fieldsoffire.rules.enemy.packages import make_contact
from sandtable.games.fieldsoffire.rules.terms.draws import draw, random_one, random_order
from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.scenario.deck import CONTACT_WORD
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.setup import CONTACTS, LETTERS, SCHEDULE, UNKNOWN, scheduled_cards
from sandtable.kernel import Draft, Draw, Ref

AUTOMATIC = "auto"


# rule: FF-3.7.2, FF-3.7.2.a, FF-8.2.4.own
def due(state: FieldsState) -> tuple[int, ...]:
    """Cards with a potential contact marker and a friendly unit on them."""
    return tuple(card for card, row in state.cards.items() if row.contact and on_card(state, card).friendly)


def _dealt(d: Draft[FieldsState], card: int) -> str:
    """The letter of a marker that lies face down, from those that are left."""
    dealt, rest = d.deal(d.now.piles[CONTACTS], 1, "draw.letter", of="letter", keep=True)
    letter = LETTERS[dealt.cards[0] - 1]
    d.put("piles", CONTACTS, rest)
    where = Ref("place", card)
    d.log("log.letter", "FF-8.2.4.a", where, draws=(dealt,), card=where, letter=letter)
    return letter


# rule: FF-8.2.3, FF-8.2.3.a
def lay_marker(d: Draft[FieldsState], card: int, letter: str) -> None:
    """Lay a potential contact marker; of two on a card both are turned up and the higher letter stays, A before B."""
    there = d.now.cards[card].contact
    if there:
        there = _dealt(d, card) if there == UNKNOWN else there
        letter = _dealt(d, card) if letter == UNKNOWN else letter
        letter = min(there, letter)
    d.edit("cards", card, contact=letter)
    where = Ref("place", card)
    d.log("log.marker_laid", "FF-8.2.3", where, card=where, letter=letter)


# rule: FF-8.2.2
def scheduled_letter(state: FieldsState) -> str:
    """The letter of the markers that a defence brings in this turn; empty where it brings none."""
    plan = state.board.mission.setup["pc"]
    if plan["mode"] != SCHEDULE:
        return ""
    for row in plan["schedule"]:
        first, last = row["turns"]
        if first <= state.turn <= last:
            return str(row["letter"])
    return ""


# rule: FF-8.2.2, FF-8.2.2.a, FF-3.2.2.a
def lay_scheduled(d: Draft[FieldsState]) -> None:
    """In a defence, lay this turn's markers before anybody is checked."""
    letter = scheduled_letter(d.now)
    if letter:
        for card in scheduled_cards(d.now.board):
            lay_marker(d, card, letter)


# rule: FF-8.2.2, FF-3.8.d
def clear_unresolved(d: Draft[FieldsState]) -> None:
    """In a defence, markers that nobody came upon are gone at the end of the turn."""
    if d.now.board.mission.setup["pc"]["mode"] != SCHEDULE:
        return
    left = [card for card, row in d.now.cards.items() if row.contact]
    for card in left:
        d.edit("cards", card, contact="")
    if left:
        d.log("log.markers_cleared", "FF-8.2.2", markers=len(left))


# rule: FF-8.2.4.a, FF-8.2.4.b, FF-8.2
def line_up(d: Draft[FieldsState]) -> None:
    """Turn the hidden letters up, then queue the markers: A before B before C, those alike as chance has it."""
    cards = due(d.now)
    for card in cards:
        if d.now.cards[card].contact == UNKNOWN:
            d.edit("cards", card, contact=_dealt(d, card))
    queue: list[int] = []
    draws: list[Draw] = []
    for letter in LETTERS:
        alike = [card for card in cards if d.now.cards[card].contact == letter]
        order, drawn = random_order(d, "contact_order", alike)
        queue += order
        draws += drawn
    d.set(queue=tuple(queue))
    if draws:
        d.log("log.contact_order", "FF-8.2.4.b", draws=draws)


# rule: FF-8.2.4.rowA, FF-8.2.4.rowB, FF-8.2.4.rowC
def cards_for(letter: str, level: int) -> int | None:
    """How many cards are drawn for a marker at an activity level; none where contact comes by itself."""
    row = next(one for one in chart("potential_contact_draw")["rows"] if one["pc"] == letter)
    found = row[LEVELS[level]]
    return None if found == AUTOMATIC else int(found)


# rule: FF-8.2.4, FF-2.8.2.contact, FF-8.2.4.d
def evaluate(d: Draft[FieldsState]) -> None:
    """Evaluate the next marker and take it off; the settling brings the level up to date before the one after it."""
    card, rest = d.now.queue[0], d.now.queue[1:]
    letter = d.now.cards[card].contact
    d.set(queue=rest)
    if not letter or not on_card(d.now, card).friendly:
        return  # fire of a package placed before has swept it away
    count = cards_for(letter, d.now.activity)
    draws: tuple[Draw, ...] = ()
    is_contact = True
    if count is not None:
        drawn = draw(d, "contact", count)
        draws, is_contact = (drawn.draw,), drawn.count(CONTACT_WORD) > 0
    d.edit("cards", card, contact="")
    where = Ref("place", card)
    # rule: FF-8.2.4.c
    d.log(
        "log.contact",
        "FF-8.2.4.c",
        where,
        draws=draws,
        card=where,
        letter=letter,
        cards=count or 0,
        contact=int(is_contact),
    )
    if is_contact:
        # The unit that made contact, where several are on the card.
        trigger, chosen = random_one(d, "trigger", on_card(d.now, card).friendly)
        make_contact(d, card, trigger, letter, chosen)
