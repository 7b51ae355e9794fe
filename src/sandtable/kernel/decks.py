"""Decks and cups without an order: what is still in them is known, what comes next is drawn by the dice.

No position holds the future, so no bot and no leaked state can read it.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from sandtable.kernel.dice import Dice


class Deck(Struct, frozen=True, omit_defaults=True):
    """Cards (or counters in a cup): those still to come, those put back on top in known order, and the discard pile."""

    rest: tuple[int, ...] = ()
    top: tuple[int, ...] = ()
    discards: tuple[int, ...] = ()

    @classmethod
    def of(cls, cards: Iterable[int]) -> Deck:
        """A shuffled deck of these cards."""
        return cls(rest=tuple(sorted(cards)))

    def __len__(self) -> int:
        return len(self.rest) + len(self.top)

    def draw(self, dice: Dice) -> tuple[int, Deck]:
        """The next card and the deck without it. The card is in nobody's hand yet: discard or keep it."""
        if self.top:
            return self.top[0], replace(self, top=self.top[1:])
        if not self.rest:
            raise ValueError("the deck is empty; reshuffle by the rule that says when")
        card = dice.draw(self.rest)
        return card, replace(self, rest=_less(self.rest, card))

    def discard(self, *cards: int) -> Deck:
        """The deck with these cards on the discard pile, the last one uppermost."""
        return replace(self, discards=self.discards + cards)

    def reshuffled(self) -> Deck:
        """Everything but what is in hands, shuffled together."""
        return Deck.of((*self.rest, *self.top, *self.discards))

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
