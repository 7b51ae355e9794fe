"""Decks and cups: what is left is known, what comes next is not."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
