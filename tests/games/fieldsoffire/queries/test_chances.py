"""Chances of attempts, counted against what the deck still holds."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.games.fieldsoffire.queries.chances import distribution
from sandtable.games.fieldsoffire.rules.combat.rally import rally_trial
from sandtable.kernel import Deck
from sandtable.kernel.queries import WHOLE, Odds
from tests.games.fieldsoffire.board import board, drafted, key, play

FIRE = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
GERMAN = "German Grenadier squad 1/Gp"


def ask(state: FieldsState, **params: Any) -> Odds | None:
    reply = GAME.query(GAME.view(state, COMPANY), "odds", params)
    assert reply is None or isinstance(reply, Odds)
    return reply


def pinned(**fields: Any) -> FieldsState:
    return board({"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "pinned": True}}, hq="1 PLT HQ", markers=FIRE, **fields)


def shares(reply: Odds | None) -> dict[str, int]:
    assert reply is not None
    return {one.key.removeprefix("odds."): one.share for one in reply.outcomes}


def with_deck(state: FieldsState, rest: tuple[int, ...], discards: tuple[int, ...] = ()) -> FieldsState:
    d = drafted(state)
    d.set(deck=Deck(rest=rest, discards=discards, reshuffle=(51,)))
    return d.now


def test_a_rally_is_counted_over_the_cards_that_are_left() -> None:
    state = pinned()
    reply = ask(state, piece=key(state, "1/1 PLT"))
    assert reply is not None
    # 15 of 50 cards show the word: 1 - (35 * 34) / (50 * 49).
    assert shares(reply) == {"success": 5143, "failure": 4857}
    assert reply.notes[0].params == {"cards": 2, "showing": 15, "left": 50}
    assert [part.amount for part in reply.attack.modifiers] == [2]


def test_every_pair_of_cards_counts_once() -> None:
    state = with_deck(pinned(), (1, 3, 5, 6, 8, 51), discards=tuple(range(20, 51)))
    pairs = list(combinations((1, 3, 5, 6, 8), 2))
    good = sum(bool({3, 6} & set(pair)) for pair in pairs)
    assert shares(ask(state, piece=key(state, "1/1 PLT")))["success"] == WHOLE * good // len(pairs)


def test_a_deck_that_runs_out_goes_on_with_the_discards() -> None:
    state = with_deck(pinned(), (1, 51), discards=(3, 5))
    assert shares(ask(state, piece=key(state, "1/1 PLT"))) == {"success": 5000, "failure": 5000}


@pytest.mark.parametrize("rest", [(1, 2, 3, 49), (49, 5, 9, 13, 2, 51), tuple(range(1, 52))])
def test_the_shares_of_a_distribution_add_up(rest: tuple[int, ...]) -> None:
    state = with_deck(pinned(), rest)
    unit = key(state, "1/1 PLT")
    cards = rally_trial(state, unit, "4.2.3a", unit)
    assert cards is not None
    assert sum(distribution(state, cards, 3).values()) == 1


def test_without_fire_a_rally_is_certain() -> None:
    state = board({"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "pinned": True}}, hq="1 PLT HQ")
    assert shares(ask(state, piece=key(state, "1/1 PLT"))) == {"success": WHOLE}


def test_a_unit_is_told_all_that_it_can_try_and_each_can_be_asked_for() -> None:
    units = {"1/LMG (.30 cal)": "R1C1", "1/1 PLT": "R2C2", GERMAN: {"at": "R2C1", "held": True}}
    state = board(units)
    gun = key(state, "1/LMG (.30 cal)")
    reply = ask(state, piece=gun)
    assert reply is not None
    names = [one.params["what"] for one in reply.options]
    assert "concentrate" in names
    concentrated = shares(ask(state, piece=gun, what="concentrate"))
    assert set(concentrated) == {"critical", "success", "failure", "jam"}
    assert abs(sum(concentrated.values()) - WHOLE) <= 2


def test_after_a_failure_the_chance_is_that_of_one_more_card() -> None:
    failed = play(pinned(), {"unpin": "1/1 PLT"}, deck=[1, 2]).state
    reply = ask(failed)
    assert reply is not None
    assert reply.notes[0].params == {"cards": 1, "showing": 15, "left": 48}
    assert shares(reply)["success"] == 3125


def test_nothing_is_told_of_a_unit_that_cannot_try_anything() -> None:
    state = board({"Casualty 1": "R1C1", "1/1 PLT": "R1C1"})
    assert ask(state, piece=key(state, "Casualty 1")) is None
    assert ask(state) is None
