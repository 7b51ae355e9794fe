"""Attempts."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.command.attempts import attempt
from sandtable.kernel import Modifier
from tests.games.fieldsoffire.board import board, drafted, key, play


@pytest.mark.rule("FF-4.2.c", "FF-4.2.d", "FF-4.2.h", "FF-2.2.3.a")
@pytest.mark.parametrize(("grade", "cards"), [(1, 3), (0, 2), (-1, 1)])
def test_experience_changes_the_number_of_cards(grade: int, cards: int) -> None:
    state = board({"1/1 PLT": {"at": "R1C1", "experience": grade}})
    d = drafted(state, deck=[36, 39, 42][:cards])
    tried = attempt(d, "rally", "FF-4.2.3a", "rally", key(state, "1/1 PLT"))
    assert (len(tried.cards), tried.hits, tried.succeeds) == (cards, cards, True)
    (told,) = d.entries
    assert (told.params["cards"], told.params["hits"], told.rule) == (cards, cards, "FF-4.2.3a")


@pytest.mark.rule("FF-4.2.d")
def test_where_the_one_who_orders_counts_his_experience_is_taken() -> None:
    state = board({"1/1 PLT": {"at": "R1C1", "experience": -1}, "1 PLT HQ": {"at": "R1C1", "experience": 1}})
    d = drafted(state, deck=[1, 2, 4])
    tried = attempt(d, "rally", "FF-4.2.3a", "rally", key(state, "1/1 PLT"), by=key(state, "1 PLT HQ"))
    assert (len(tried.cards), tried.succeeds) == (3, False)


@pytest.mark.rule("FF-4.2.c")
def test_further_modifiers_add_cards_and_one_is_always_drawn() -> None:
    state = board({"1/1 PLT": {"at": "R1C1", "experience": -1}})
    d = drafted(state, deck=[1, 2, 3])
    more = [Modifier("FF-7.2.1.a", "modifier.tripod", 1)]
    assert len(attempt(d, "concentrate", "FF-7.11.2", "grenade", key(state, "1/1 PLT"), more=more).cards) == 2
    assert len(attempt(d, "seek_cover", "FF-4.2.2e", "cover", key(state, "1/1 PLT"), cards=1).cards) == 1


@pytest.mark.rule("FF-2.2.3.a", "FF-4.2.c")
def test_an_attempt_is_told_with_all_its_cards() -> None:
    state = board({"1/1 PLT": "R1C1"}, markers={1: {"kind": "incoming", "at": "R1C1", "value": -3}})
    step = play(state, {"infiltrate": "1/1 PLT", "to": "R1C2"}, deck=[2, 6])
    told = next(entry for entry in step.entries if entry.key == "log.attempt")
    assert [draw.cards for draw in told.draws] == [(2, 6)]
