"""Drawing action cards: every chance of the game is a card, and every card drawn is told with its purpose."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import Struct

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.scenario.deck import COLUMNS, ActionCard
from sandtable.kernel import Draft, Draw

T = TypeVar("T")

MOST_IN_ONE = COLUMNS[-1]


class Drawn(Struct, frozen=True):
    """Cards drawn for one purpose, and the draw as the log tells it."""

    cards: tuple[ActionCard, ...]
    draw: Draw

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
    dealt, deck = d.deal(d.now.deck, count, f"draw.{why}", of="action_card")
    d.set(deck=deck)
    known = d.now.board.deck
    return Drawn(tuple(known[number] for number in dealt.cards), dealt)


# rule: FF-1.2.7.a
def random_number(d: Draft[FieldsState], why: str, options: int) -> tuple[int, tuple[Draw, ...]]:
    """A number from 1 to ``options``: the column of one card, or for more than twelve the row and column of a grid."""
    if options == 1:
        return 1, ()
    if options <= MOST_IN_ONE:
        drawn = draw(d, why)
        return drawn.card.random[options], (drawn.draw,)
    draws: list[Draw] = []
    rows = -(-options // MOST_IN_ONE)
    while True:
        first, second = draw(d, why), draw(d, why)
        draws += [first.draw, second.draw]
        row = first.card.random[rows]
        number = (row - 1) * MOST_IN_ONE + second.card.random[MOST_IN_ONE]
        if number <= options:
            return number, tuple(draws)


# rule: FF-1.2.7.b, FF-1.2.7.c
def random_one(d: Draft[FieldsState], why: str, options: Sequence[T]) -> tuple[T, tuple[Draw, ...]]:
    """One of several that nothing else tells apart."""
    number, draws = random_number(d, why, len(options))
    return options[number - 1], draws


def random_order(d: Draft[FieldsState], why: str, options: Sequence[T]) -> tuple[tuple[T, ...], tuple[Draw, ...]]:
    """All of them in an order that the cards decide."""
    left, found = list(options), []
    draws: list[Draw] = []
    while left:
        number, more = random_number(d, why, len(left))
        found.append(left.pop(number - 1))
        draws += more
    return tuple(found), tuple(draws)
