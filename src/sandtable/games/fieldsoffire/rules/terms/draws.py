"""Drawing action cards: every chance of the game is a card, and every card drawn is told with its purpose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.scenario.deck import COLUMNS, RESHUFFLE, ActionCard
from sandtable.kernel import Draft, Roll

T = TypeVar("T")

MOST_IN_ONE = COLUMNS[-1]


class Drawn(Struct, frozen=True):
    """Cards drawn for one purpose, and the line about them for the log."""

    cards: tuple[ActionCard, ...]
    roll: Roll

    @property
    def card(self) -> ActionCard:
        """The only card."""
        (one,) = self.cards
        return one

    def count(self, sign: str) -> int:
        """How many of them show a word or an icon."""
        return sum(card.shows(sign) for card in self.cards)


# rule: FF-1.0, FF-2.2.3.a, FF-2.2.3.b
def draw(d: Draft[FieldsState], why: str, count: int = 1) -> Drawn:
    """Draw that many cards, all of them; the reshuffle card counts for none and mixes the deck after the draw."""
    deck, known = d.now.deck, d.now.briefing.deck
    found: list[ActionCard] = []
    is_mixed = False
    while len(found) < count:
        if not len(deck):
            deck, is_mixed = deck.reshuffled(), True
        number, deck = d.take(deck)
        deck = deck.discard(number)
        if number == RESHUFFLE:
            is_mixed = True
        else:
            found.append(known[number])
    d.set(deck=deck.reshuffled() if is_mixed else deck)
    if is_mixed:
        d.log("log.reshuffled", "FF-2.2.3.b")
    return Drawn(tuple(found), Roll(why, tuple(card.number for card in found), RESHUFFLE - 1))


# rule: FF-1.2.7.a
def random_number(d: Draft[FieldsState], why: str, options: int) -> tuple[int, tuple[Roll, ...]]:
    """A number from 1 to ``options``: the column of one card, or for more than twelve the row and column of a grid."""
    if options == 1:
        return 1, ()
    if options <= MOST_IN_ONE:
        drawn = draw(d, why)
        return drawn.card.random[options], (drawn.roll,)
    rolls: list[Roll] = []
    rows = -(-options // MOST_IN_ONE)
    while True:
        first, second = draw(d, why), draw(d, why)
        rolls += [first.roll, second.roll]
        row = first.card.random[rows] if rows > 1 else 1
        number = (row - 1) * MOST_IN_ONE + second.card.random[MOST_IN_ONE]
        if number <= options:
            return number, tuple(rolls)


# rule: FF-1.2.7.b
def random_one(d: Draft[FieldsState], why: str, options: Sequence[T]) -> tuple[T, tuple[Roll, ...]]:
    """One of several that nothing else tells apart."""
    number, rolls = random_number(d, why, len(options))
    return options[number - 1], rolls


def random_order(d: Draft[FieldsState], why: str, options: Sequence[T]) -> tuple[tuple[T, ...], tuple[Roll, ...]]:
    """All of them in an order that the cards decide."""
    left, found = list(options), []
    rolls: list[Roll] = []
    while left:
        number, more = random_number(d, why, len(left))
        found.append(left.pop(number - 1))
        rolls += more
    return tuple(found), tuple(rolls)
