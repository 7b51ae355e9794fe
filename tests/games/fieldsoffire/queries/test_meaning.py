"""What a marker on a card means: the chance of contact, and the fire that waits there."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.kernel.queries import WHOLE, Odds
from tests.games.fieldsoffire.board import board, card, key

US = "1/1 PLT"
FIRE = {1: {"kind": "incoming", "at": "R2C1", "value": -3}}


def ask(state: FieldsState, name: str, **params: Any) -> Odds | None:
    reply = GAME.query(GAME.view(state, COMPANY), name, params)
    assert reply is None or isinstance(reply, Odds)
    return reply


def marked(letter: str, **fields: Any) -> FieldsState:
    return board({US: "R1C1"}, cards={"R2C1": {"contact": letter}}, **fields)


@pytest.mark.rule("FF-8.2.4.rowA", "FF-8.2.4.rowB", "FF-8.2.4.rowC")
def test_a_marker_says_how_many_cards_are_drawn_for_it_and_how_likely_it_is_contact() -> None:
    found = {}
    for letter in "ABC":
        state = marked(letter)
        reply = ask(state, "contact", place=card(state, "R2C1"))
        assert reply is not None
        assert sum(one.share for one in reply.outcomes) == WHOLE
        words = reply.notes[0].params
        assert (words["letter"], words["level"], str(words["cards"])) == (letter, "no_contact", reply.attack.total)
        found[letter] = ({one.key: one.share for one in reply.outcomes}, int(reply.attack.total))
    # Before any contact an A or a B is one by itself; for a C cards are drawn.
    assert found["A"] == found["B"] == ({"odds.made": WHOLE}, 0)
    assert found["C"][1] == 4
    assert set(found["C"][0]) == {"odds.made", "odds.nothing"}


@pytest.mark.rule("FF-8.2.4.rowA", "FF-8.2.4.rowC")
def test_the_hotter_the_fight_the_fewer_cards_are_drawn_for_a_marker() -> None:
    found = []
    for letter in "AC":
        state = marked(letter, markers={1: {"kind": "incoming", "at": "R3C1", "value": -3}})
        reply = ask(state, "contact", place=card(state, "R2C1"))
        assert reply is not None
        found.append((reply.notes[0].params["level"], reply.attack.total, reply.outcomes[0].share))
    assert [one[:2] for one in found] == [("contact", "7"), ("contact", "3")]
    assert WHOLE > found[0][2] > found[1][2] > 0


def test_where_no_marker_lies_or_nobody_knows_its_letter_nothing_is_foretold() -> None:
    state = marked("?")
    for place in (card(state, "R2C1"), card(state, "R1C1"), 0, "x", None):
        assert ask(state, "contact", place=place) is None


@pytest.mark.rule("FF-6.4.a")
def test_fire_on_a_card_is_worked_out_for_who_would_go_there_in_the_open() -> None:
    state = board({US: "R1C1"}, markers=FIRE)
    unit, to = key(state, US), card(state, "R2C1")
    found = ask(state, "there", piece=unit, place=to)
    assert found is not None
    parts = {part.key: part.amount for part in found.attack.modifiers}
    assert parts["modifier.exposed"] < 0
    assert max(sum(parts.values()), parts["modifier.least"]) == int(found.attack.total)
    assert {one.key for one in found.outcomes} <= {"odds.hit", "odds.pin", "odds.miss"}
    # It is only asked: nobody has moved.
    assert state.units[unit].at == card(state, "R1C1")


def test_nothing_waits_where_nobody_fires_nor_for_strangers() -> None:
    state = board({US: "R1C1", "German Grenadier squad 4/Gp": "R3C2"}, markers=FIRE)
    unit, to = key(state, US), card(state, "R2C1")
    assert ask(state, "there", piece=unit, place=card(state, "R1C2")) is None
    assert ask(state, "there", piece=unit, place=card(state, "R1C1")) is None
    assert ask(state, "there", piece=key(state, "German Grenadier squad 4/Gp"), place=to) is None
    for piece, place in ((unit, "x"), ("x", to), (None, None)):
        assert ask(state, "there", piece=piece, place=place) is None
