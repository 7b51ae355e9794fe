"""Who is where, and what a card is called for it."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.terms import presence
from tests.games.fieldsoffire.board import board, card, key

SQUAD = "German Grenadier squad 4/Gp"
HELD = {"held": True}


@pytest.mark.rule("FF-1.2.6.cardstates", "FF-1.2.6.cardstates.a")
def test_an_unoccupied_card_has_neither_enemy_nor_contact_marker() -> None:
    units = {SQUAD: "R1C1", "1/1 PLT": "R4C4", "German Casualty 1": "R3C3"}
    state = board(units, cards={"R2C2": {"contact": "B"}}, markers={1: {"kind": "incoming", "at": "R3C3", "value": -3}})
    names = [name for name in ("R1C1", "R2C2", "R3C3", "R4C4") if presence.is_unoccupied(state, card(state, name))]
    assert names == ["R3C3", "R4C4"]


@pytest.mark.rule("FF-1.2.6.cardstates.b")
def test_a_card_with_both_sides_is_held_by_neither() -> None:
    state = board({"1/1 PLT": {"at": "R1C1", **HELD}, SQUAD: {"at": "R1C1", **HELD}, "2/1 PLT": "R2C2"})
    here = card(state, "R1C1")
    assert presence.is_jointly_occupied(state, here)
    assert not presence.is_held_by(state, here, "friendly")
    assert not presence.is_held_by(state, here, "enemy")
    assert presence.is_held_by(state, card(state, "R2C2"), "friendly")


@pytest.mark.rule("FF-1.2.6.cardstates.c", "FF-1.2.6.cardstates.d", "FF-1.2.6.cardstates")
def test_cleared_had_a_contact_marker_and_secured_is_held_besides() -> None:
    cards = {"R1C1": {"contested": True}, "R2C2": {"contested": True}, "R3C3": {"contested": True, "contact": "A"}}
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R4C4", "Casualty 1": "R2C2"}, cards=cards)
    places = [card(state, name) for name in ("R1C1", "R2C2", "R3C3", "R4C4")]
    assert [presence.is_cleared(state, place) for place in places] == [True, True, False, False]
    assert [presence.is_secured(state, place) for place in places] == [True, False, False, False]


@pytest.mark.rule("FF-1.2.6.goodorder", "FF-6.4.2.B", "FF-4.2.5.a")
def test_good_order_is_neither_pinned_nor_a_team() -> None:
    units = {
        "1/1 PLT": "R1C1",
        "2/1 PLT": {"at": "R1C1", "pinned": True},
        "CO HQ": {"at": "R1C1", "flipped": True},
        "Assault Team 1": "R1C1",
        "1 PLT HQ": "R1C1",
    }
    state = board(units)
    assert [presence.is_good_order(state, key(state, name)) for name in units] == [True, False, False, False, True]


@pytest.mark.rule("FF-1.2.6.combatunit")
def test_combat_units_are_those_in_order_fire_and_assault_teams_and_whatever_fires() -> None:
    units = {
        "1 PLT HQ": "R1C1",
        "2 PLT HQ": {"at": "R1C1", "pinned": True},
        "Fire Team (rifle) 1": {"at": "R1C1", "pinned": True},
        "Litter Team 1": "R1C1",
        "1/1 PLT": {"at": "R1C1", "pinned": True},
        "Casualty 1": "R1C1",
    }
    state = board(units)
    assert [presence.is_combat_unit(state, key(state, name)) for name in units] == [
        True,
        False,
        True,
        False,
        True,
        False,
    ]


@pytest.mark.rule("FF-1.2.3.g")
def test_casualties_neither_occupy_nor_count_as_steps() -> None:
    state = board({"Casualty 1": "R1C1", "1/1 PLT": "R1C1"})
    found = presence.on_card(state, card(state, "R1C1"))
    assert found.friendly == (key(state, "1/1 PLT"),)
    assert found.casualties == (key(state, "Casualty 1"),)
    assert not presence.on_card(board({"Casualty 1": "R1C1"}), card(state, "R1C1")).is_occupied


@pytest.mark.rule("FF-1.2.6.cardstates.b")
def test_an_empty_card_is_held_by_nobody_and_a_card_of_one_side_is_not_joint() -> None:
    state = board({"1/1 PLT": "R1C1"})
    here, empty = card(state, "R1C1"), card(state, "R2C2")
    assert not presence.is_jointly_occupied(state, here)
    assert presence.is_held_by(state, here, "friendly")
    assert not presence.is_held_by(state, empty, "friendly")


@pytest.mark.rule("FF-1.2.6.goodorder", "FF-4.2.5.a")
def test_a_vehicle_is_never_in_good_order() -> None:
    state = board({"NKPA T-34/85 1": "R4C1", "1/1 PLT": "R1C1"}, facts={"nations": ["nkpa"]})
    assert not presence.is_good_order(state, key(state, "NKPA T-34/85 1"))
    assert presence.is_good_order(state, key(state, "1/1 PLT"))
