"""Decks and cups without an order: what is still in them is known, what comes next is drawn by the dice.

No position holds the future, so no bot and no leaked state can read it; and every card comes of the seed like a die.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.dice import Dice


class Dealt(NamedTuple):
    """Cards that were drawn at once, and what was left."""

    cards: tuple[int, ...]
    deck: Deck
    reshuffled: bool


class Deck(Struct, frozen=True, omit_defaults=True):
    """Cards (or counters in a cup): those still to come, those put back on top in known order, and the discard pile."""

    rest: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()
    reshuffle: tuple[int, ...] = ()
    """Cards that are never dealt: one that turns up has the deck reshuffled as soon as all others are dealt."""

    @classmethod
    def of(cls, cards: Iterable[int], reshuffle: Iterable[int] = ()) -> Deck:
        """A shuffled deck of these cards; reshuffle cards are among them, or go in with them."""
        marks, plain = tuple(sorted(reshuffle)), tuple(cards)
        return cls(rest=tuple(sorted((*plain, *(one for one in marks if one not in plain)))), reshuffle=marks)

    def __len__(self) -> int:
        return len(self.rest) + len(self.top)

    def draw(self, dice: Dice) -> tuple[int, Deck]:
        """The next card and the deck without it. The card is in nobody's hand yet: discard or keep it."""
        if self.top:
            return self.top[0], replace(self, top=self.top[1:])
        if not self.rest:
            raise ValueError("the deck is empty; reshuffle by the rule that says when")
        card = dice.deal(self.rest)
        return card, replace(self, rest=_less(self.rest, card))

    def deal(self, dice: Dice, count: int = 1, keep: bool = False) -> Dealt:
        """The next cards, all drawn before any is looked at; on the discard pile after that, unless they are kept.

        A reshuffle card counts for nothing: the draw goes on, then everything but kept cards is shuffled. A deck that
        runs out has its discards shuffled in at once.
        """
        deck, is_mixed = self, False
        cards: list[int] = []
        marks: list[int] = []
        while len(cards) < count:
            if not len(deck):
                if not deck.discards:
                    raise ValueError(f"{count} cards were wanted, and the deck has only {len(cards)}")
                deck, is_mixed = replace(deck, rest=tuple(sorted(deck.discards)), discards=()), True
            card, deck = deck.draw(dice)
            (marks if card in deck.reshuffle else cards).append(card)
        deck = deck.discard(*marks) if keep else deck.discard(*marks, *cards)
        return Dealt(tuple(cards), deck.reshuffled() if marks else deck, is_mixed or bool(marks))

    def discard(self, *cards: int) -> Deck:
        """The deck with these cards on the discard pile, the last one uppermost."""
        return replace(self, discards=self.discards + cards)

    def reshuffled(self) -> Deck:
        """Everything but what is in hands, shuffled together."""
        return Deck(rest=tuple(sorted((*self.rest, *self.top, *self.discards))), reshuffle=self.reshuffle)

    def face_down(self) -> Deck:
        """The deck as one sees it who may count the cards but not know which are left."""
        return replace(self, rest=(0,) * len(self.rest), top=(0,) * len(self.top))

    def with_on_top(self, *cards: int) -> Deck:
        """The deck with known cards on top, the first one to be drawn next."""
        return replace(self, top=cards + self.top)

    def with_back(self, *cards: int) -> Deck:
        """The deck with cards shuffled back in (a counter returned to its cup)."""
        return replace(self, rest=tuple(sorted((*self.rest, *cards))))

    def without(self, card: int) -> Deck:
        """The deck after a named card was searched out of it."""
        if card in self.top:
            return replace(self, top=_less(self.top, card))
        if card not in self.rest:
            raise ValueError(f"card {card} is not in the deck")
        return replace(self, rest=_less(self.rest, card))


def _less(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]
