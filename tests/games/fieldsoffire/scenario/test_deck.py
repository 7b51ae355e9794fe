"""The action deck as the rules read it."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.scenario.deck import HIT, MISS, PIN, cards


@pytest.mark.rule("FF-2.8.1", "FF-2.8.2", "FF-2.8.2.at")
def test_cards_have_their_printed_sections() -> None:
    deck = cards()
    assert len(deck) == 50
    assert all(card.star <= card.helmet for card in deck.values())
    assert [deck[number].at for number in (43, 38, 4, 36)] == [1, 2, 9, 2]


@pytest.mark.rule("FF-2.8.2", "FF-2.8.2.jam")
def test_a_card_shows_one_word_and_one_icon_and_the_jam_is_no_crosshairs() -> None:
    deck = cards()
    assert deck[36].shows("rally")
    assert deck[36].shows("call_for_fire")
    assert not deck[36].shows("contact")
    assert not deck[49].shows("spot_or_concentrate")


@pytest.mark.rule("FF-2.8.3")
def test_results_never_get_worse_as_the_modifier_rises() -> None:
    rank = {HIT: 0, PIN: 1, MISS: 2}
    for card in cards().values():
        found = [rank[card.results[ncm]] for ncm in range(-4, 7)]
        assert found == sorted(found)


def test_the_errata_are_laid_over_the_cards() -> None:
    deck = cards()
    assert (deck[38].icon, deck[38].word, deck[38].hq) == ("infiltrate", "", True)
    assert (deck[39].icon, deck[39].word) == ("grenade", "rally")
    assert (deck[18].results[1], deck[22].results[-1]) == (PIN, PIN)
