"""The whole menu of a unit, and what the fire on it would do."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY, FieldsState
from sandtable.games.fieldsoffire.queries.menu import COMMON
from sandtable.games.fieldsoffire.rules.command.platoons import PLATOON_COST
from sandtable.kernel.queries import WHOLE, Menu, Order
from tests.games.fieldsoffire.board import board, key

FIRE = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}


def ask(state: FieldsState, unit: str) -> Menu | None:
    reply = GAME.query(GAME.view(state, COMPANY), "menu", {"piece": key(state, unit)})
    assert reply is None or isinstance(reply, Menu)
    return reply


def orders(state: FieldsState, unit: str) -> dict[str, Order]:
    reply = ask(state, unit)
    assert reply is not None
    return {one.do: one for one in reply.orders}


def company(**fields: Any) -> FieldsState:
    units = {"1 PLT HQ": "R1C1", "1/1 PLT": {"at": "R1C1", "pinned": True}, "2/1 PLT": "R1C1"}
    return board(units, hq="1 PLT HQ", markers=FIRE, **fields)


@pytest.mark.rule("FF-4.2.b", "FF-4.2.c")
def test_every_order_says_what_it_costs_and_how_likely_it_comes_off() -> None:
    found = orders(company(), "1/1 PLT")
    # 15 of 50 cards show the word: 1 - (35 * 34) / (50 * 49).
    assert (found["unpin"].share, found["unpin"].draws, found["unpin"].cost) == (5143, 2, 1)
    assert found["unpin"].group == "4.2.3"
    move = orders(company(), "2/1 PLT")["move"]
    assert (move.share, move.draws, move.refusal) == (None, 0, None)
    # The platoon is together on one card, so that its headquarters can take it along.
    calm = board({"1 PLT HQ": "R1C1", "1/1 PLT": "R1C1"}, commands={"1 PLT HQ": {}}, hq="1 PLT HQ")
    assert orders(calm, "1 PLT HQ")["move_platoon"].cost == PLATOON_COST


def test_what_cannot_be_ordered_stays_with_its_reason() -> None:
    found = orders(company(), "1/1 PLT")
    no = found["infiltrate"].refusal
    assert no is not None
    assert (no.key, found["infiltrate"].share) == ("refuse.pinned", None)
    assert no.rule.startswith("FF-")
    assert set(COMMON) <= set(found)
    assert found["cease"].refusal is not None
    # What is no concern of this unit is left out.
    assert "lead_company" not in found
    assert not [one.do for one in found.values() if one.refusal and one.do not in COMMON]


def test_the_menu_offers_what_the_umpire_offers() -> None:
    state = company()
    for unit in ("1 PLT HQ", "1/1 PLT", "2/1 PLT"):
        legal = {one.do for one in orders(state, unit).values() if one.refusal is None}
        offers = GAME.offers(state, COMPANY)
        assert isinstance(offers, tuple)
        offered = {
            one.do
            for one in offers
            if one.widget and one.widget.of == "unit" and key(state, unit) in one.widget.options
        }
        assert legal == offered


@pytest.mark.rule("FF-6.4.a")
def test_whoever_is_under_fire_is_told_what_staying_brings() -> None:
    reply = ask(company(), "2/1 PLT")
    assert reply is not None
    assert reply.stays is not None
    shares = {one.key: one.share for one in reply.stays.outcomes}
    assert sum(shares.values()) in range(WHOLE - 3, WHOLE + 1)
    total = int(reply.stays.attack.total)
    deck = company().board.deck
    assert shares["odds.hit"] == sum(card.results[total] == "HIT" for card in deck.values()) * WHOLE // len(deck)
    quiet = board({"1 PLT HQ": "R1C1"}, hq="1 PLT HQ")
    calm = ask(quiet, "1 PLT HQ")
    assert calm is not None
    assert calm.stays is None


def test_there_is_no_menu_of_an_enemy_or_of_somebody_who_is_not_there() -> None:
    state = board({"1 PLT HQ": "R1C1", "German Grenadier squad 1/Gp": "R2C1"}, hq="1 PLT HQ")
    assert ask(state, "German Grenadier squad 1/Gp") is None
    assert GAME.query(GAME.view(state, COMPANY), "menu", {"piece": 99999}) is None
    assert GAME.query(GAME.view(state, COMPANY), "menu", {}) is None
