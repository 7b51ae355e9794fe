"""Drawing action cards and random numbers."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.terms.draws import draw, random_number, random_one, random_order
from sandtable.games.fieldsoffire.scenario.deck import RESHUFFLE
from sandtable.kernel import Draft, SeededDice
from tests.games.fieldsoffire.board import board, drafted


@pytest.mark.rule("FF-1.0", "FF-2.2.3.a")
def test_a_draw_takes_all_its_cards_and_is_told_with_its_purpose() -> None:
    d = drafted(board(), deck=[36, 4, 38])
    drawn = draw(d, "rally", 3)
    assert [card.number for card in drawn.cards] == [36, 4, 38]
    assert (drawn.draw.why, drawn.draw.cards) == ("draw.rally", (36, 4, 38))
    assert drawn.count("rally") == 1
    assert drawn.count("call_for_fire") == 2
    assert set(d.now.deck.discards) == {36, 4, 38}


@pytest.mark.rule("FF-2.2.3.b")
def test_the_reshuffle_card_counts_for_none_and_mixes_after_the_draw() -> None:
    d = drafted(board(), deck=[7, RESHUFFLE, 8])
    drawn = draw(d, "contact", 2)
    assert [card.number for card in drawn.cards] == [7, 8]
    assert drawn.draw.reshuffled
    assert d.now.deck.discards == ()
    assert len(d.now.deck) == RESHUFFLE


@pytest.mark.rule("FF-1.2.7.a", "FF-2.8.5")
@pytest.mark.parametrize(
    ("options", "card", "number"), [(2, 26, 2), (3, 26, 2), (10, 26, 6), (12, 26, 7), (1, None, 1)]
)
def test_a_random_number_is_read_from_the_column_of_its_options(options: int, card: int | None, number: int) -> None:
    d = drafted(board(), deck=[] if card is None else [card])
    found, draws = random_number(d, "target", options)
    assert found == number
    assert len(draws) == (0 if card is None else 1)


@pytest.mark.rule("FF-1.2.7.a", "FF-1.2.7.c")
def test_more_than_twelve_options_take_two_cards_and_stay_in_range() -> None:
    d = Draft(board(), SeededDice(b"many"), "company")
    found = {random_number(d, "target", 20)[0] for _ in range(300)}
    assert found == set(range(1, 21))


@pytest.mark.rule("FF-1.2.7.b")
def test_chance_decides_between_equals_and_orders_them() -> None:
    d = drafted(board(), deck=[50, 1, 26])
    assert random_one(d, "target", ["a", "b"])[0] == "b"
    assert random_order(d, "order", ["x", "y", "z"])[0] == ("x", "z", "y")


@pytest.mark.rule("FF-1.2.7.a")
def test_beyond_twelve_two_cards_name_row_and_column_and_empty_slots_are_drawn_again() -> None:
    cards = board().board.deck
    low = next(number for number in range(1, 51) if cards[number].random[2] == 1)
    high = next(number for number in range(1, 51) if cards[number].random[2] == 2 and number != low)
    third = next(number for number in range(1, 51) if cards[number].random[12] == 3)
    last = next(number for number in range(50, 0, -1) if cards[number].random[12] == 12 and number not in (low, high))
    d = drafted(board(), deck=[low, third])
    found, draws = random_number(d, "target", 20)
    assert (found, [draw.cards for draw in draws]) == (3, [(low,), (third,)])
    again = drafted(board(), deck=[high, last, low, third] if low != last else [])
    found, draws = random_number(again, "target", 20)
    assert (found, len(draws)) == (3, 4)
