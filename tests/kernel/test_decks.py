"""Decks and cups: what is left is known, what comes next is not."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import codec
from sandtable.kernel.decks import Deck
from sandtable.kernel.dice import ScriptedDice, ScriptError, SeededDice, outcomes

CARDS = st.lists(st.integers(1, 20), min_size=1, max_size=15)


@given(CARDS)
def test_equal_decks_are_equal_whatever_order_they_were_named_in(cards: list[int]) -> None:
    assert Deck.of(cards) == Deck.of(reversed(cards))


@given(CARDS, st.binary(min_size=1, max_size=8))
def test_drawing_all_gives_every_card_once(cards: list[int], seed: bytes) -> None:
    deck, dice, drawn = Deck.of(cards), SeededDice(seed), []
    while deck:
        card, deck = deck.draw(dice)
        drawn.append(card)
    assert Counter(drawn) == Counter(cards)
    assert len(deck) == 0


@given(CARDS, st.binary(min_size=1, max_size=8))
def test_discards_and_rest_together_are_the_deck(cards: list[int], seed: bytes) -> None:
    deck, dice = Deck.of(cards), SeededDice(seed)
    for _ in range(len(cards) // 2):
        card, deck = deck.draw(dice)
        deck = deck.discard(card)
    assert deck.reshuffled() == Deck.of(cards)


def test_a_card_is_as_likely_as_it_is_often() -> None:
    odds = {card: chance for chance, (card, _) in outcomes(Deck.of((1, 1, 1, 2)).draw)}
    assert odds == {1: Fraction(3, 4), 2: Fraction(1, 4)}


def test_known_cards_come_first_and_without_chance() -> None:
    deck = Deck.of((1, 2, 3)).with_on_top(9, 8)
    first, deck = deck.draw(ScriptedDice(()))
    second, deck = deck.draw(ScriptedDice(()))
    assert (first, second, len(deck)) == (9, 8, 3)
    with pytest.raises(ScriptError):
        deck.draw(ScriptedDice(()))


def test_a_deck_is_as_long_as_what_can_be_drawn() -> None:
    assert len(Deck.of((1, 2)).with_on_top(5).discard(9)) == 3


def test_cards_go_on_top_of_those_on_top() -> None:
    assert Deck.of(()).with_on_top(1).with_on_top(2, 3).top == (2, 3, 1)


def test_an_empty_deck_says_what_to_do() -> None:
    with pytest.raises(ValueError, match="the deck is empty; reshuffle"):
        Deck.of(()).discard(4).draw(SeededDice(b"x"))


def test_a_counter_goes_back_into_its_cup() -> None:
    assert Deck.of((1, 3)).with_back(2) == Deck.of((1, 2, 3))


def test_the_last_discard_is_uppermost() -> None:
    assert Deck.of(()).discard(4, 2).discard(7).discards == (4, 2, 7)


def test_reshuffling_takes_everything_in() -> None:
    assert Deck.of((1,)).with_on_top(5).discard(3).reshuffled() == Deck.of((1, 3, 5))


def test_a_named_card_is_searched_out() -> None:
    deck = Deck.of((1, 2, 2)).with_on_top(3)
    assert deck.without(3).top == ()
    assert deck.without(2).rest == (1, 2)
    with pytest.raises(ValueError, match="card 9 is not in the deck"):
        deck.without(9)


# -- many at once ------------------------------------------------------------------------------------------------------

MARK = 99


def marked(*cards: int) -> Deck:
    return Deck.of(cards, reshuffle=(MARK,))


def test_cards_dealt_are_discarded_in_the_order_they_came() -> None:
    dealt = Deck.of((1, 2, 3, 4)).deal(ScriptedDice((3, 1)), 2)
    assert dealt.cards == (3, 1)
    assert (dealt.deck.rest, dealt.deck.discards, dealt.reshuffled) == ((2, 4), (3, 1), False)


def test_cards_that_are_kept_are_in_no_pile() -> None:
    deck = Deck.of((1, 2, 3, 4)).deal(ScriptedDice((3, 1)), 2, keep=True).deck
    assert (deck.rest, deck.discards) == ((2, 4), ())


def test_a_reshuffle_card_counts_for_nothing_and_the_draw_goes_on() -> None:
    dealt = marked(1, 2, 3).discard(7).deal(ScriptedDice((2, MARK, 3)), 2)
    assert dealt.cards == (2, 3)
    assert dealt.reshuffled
    assert dealt.deck == marked(1, 2, 3, 7)


def test_a_reshuffle_leaves_kept_cards_in_their_hands() -> None:
    dealt = marked(1, 2, 3).discard(7).deal(ScriptedDice((MARK, 3)), 1, keep=True)
    assert dealt.deck == marked(1, 2, 7)


def test_the_reshuffle_card_as_the_last_is_not_drawn_in_vain() -> None:
    """It lies below the cards that were dealt: nothing is shuffled before it turns up."""
    dealt = marked(1, 2).deal(ScriptedDice((2, 1)), 2)
    assert (dealt.deck.rest, dealt.reshuffled) == ((MARK,), False)


def test_a_deck_that_runs_out_takes_its_discards_in() -> None:
    dealt = Deck.of((1, 2)).discard(8, 9).deal(ScriptedDice((1, 2, 9)), 3)
    assert dealt.cards == (1, 2, 9)
    assert (dealt.deck.rest, dealt.deck.discards, dealt.reshuffled) == ((8,), (1, 2, 9), True)


def test_a_deck_cannot_give_more_than_it_has() -> None:
    for deck in (Deck.of((1, 2)), marked(1, 2)):
        with pytest.raises(ValueError, match="3 cards were wanted, and the deck has only 2"):
            deck.deal(SeededDice(b"x"), 3)


@given(CARDS, st.integers(0, 4), st.lists(st.integers(1, 6), max_size=8), st.binary(min_size=1, max_size=8))
def test_no_card_is_lost_or_made(cards: list[int], marks: int, sizes: list[int], seed: bytes) -> None:
    hand: list[int] = []
    deck, dice = Deck.of(cards, reshuffle=range(100, 100 + marks)), SeededDice(seed)
    for size in sizes:
        if size > len(cards) - len(hand):
            continue
        keep = size % 2 == 0
        dealt = deck.deal(dice, size, keep)
        assert len(dealt.cards) == size
        assert not any(card >= 100 for card in dealt.cards)
        deck = dealt.deck
        hand += dealt.cards if keep else ()
        assert Counter((*deck.rest, *deck.discards, *hand)) == Counter((*cards, *range(100, 100 + marks)))


def test_a_deck_without_reshuffle_cards_is_written_as_ever() -> None:
    assert codec.encode(Deck.of((2, 1))) == b'{"rest":[1,2]}'


def test_a_deck_seen_from_behind() -> None:
    assert Deck.of((1, 2)).with_on_top(5).discard(7).face_down() == Deck(rest=(0, 0), top=(0,), discards=(7,))
