"""The activity level."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import CONTACT, ENGAGED, HEAVILY_ENGAGED, NO_CONTACT
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.enemy.activity import update
from tests.games.fieldsoffire.board import board, built, drafted, key

SQUAD = "German Grenadier squad 4/Gp"
HE = {"kind": "incoming", "value": -3}


def level(units: Any = None, **rest: Any) -> int:
    return board(units, **rest).activity


@pytest.mark.rule("FF-8.1", "FF-8.1.a", "FF-8.1.e", "FF-2.2.2.a", "FF-2.2.2.c")
def test_no_contact_needs_an_empty_map_and_nobody_spotted() -> None:
    assert level({"1/1 PLT": "R1C1"}) == NO_CONTACT
    assert level({SQUAD: {"at": "R4C4", "unspotted": True}}) == NO_CONTACT
    assert level({SQUAD: "R4C4"}) == CONTACT
    assert level({"German Casualty 1": "R4C4"}) == NO_CONTACT
    for kind in ("mines", "pending", "incoming"):
        assert level({"1/1 PLT": "R1C1"}, markers={1: {"kind": kind, "at": "R4C4", "value": -4}}) == CONTACT
    assert level({"1/1 PLT": "R1C1"}, fires={"1/1 PLT": {"at": "R2C1"}}) == CONTACT


@pytest.mark.rule("FF-8.1.b", "FF-8.1.c")
def test_two_occupied_cards_under_fire_are_engaged_and_one_is_contact() -> None:
    assert level({"1/1 PLT": "R1C1"}, markers={1: {**HE, "at": "R1C1"}, 2: {**HE, "at": "R3C3"}}) == CONTACT
    both = {1: {**HE, "at": "R1C1"}, 2: {**HE, "at": "R3C3"}}
    assert level({"1/1 PLT": "R1C1", "2/1 PLT": "R3C3"}, markers=both) == ENGAGED
    assert level({"1/1 PLT": "R1C1", "Casualty 1": "R3C3"}, markers=both) == CONTACT


@pytest.mark.rule("FF-8.1.d")
def test_heavily_engaged_is_engaged_with_both_sides_on_one_card() -> None:
    assert level({"1/1 PLT": "R1C1", SQUAD: "R1C1"}) == CONTACT
    assert (
        level({"1/1 PLT": "R1C1", SQUAD: "R1C1", "2/1 PLT": "R3C3"}, markers={1: {**HE, "at": "R3C3"}})
        == HEAVILY_ENGAGED
    )


@pytest.mark.rule("FF-8.1", "FF-8.1.a", "FF-8.1.b", "FF-8.1.c", "FF-8.1.d", "FF-8.1.e")
def test_each_level_in_turn_on_one_map() -> None:
    """Grenades on a man are fire on his card as shells are; where only casualties lie nobody is under fire."""
    men = {"1/1 PLT": "R1C1", "2/1 PLT": "R3C3", "Casualty 1": "R4C1"}
    thrown = {"kind": "grenade", "at": "R1C1", "unit": "1/1 PLT", "value": -4}
    assert level(men) == NO_CONTACT
    assert level(men, markers={1: thrown}) == CONTACT
    assert level(men, markers={1: thrown, 2: {**HE, "at": "R4C1"}}) == CONTACT
    assert level(men, markers={1: thrown, 2: {**HE, "at": "R3C3"}}) == ENGAGED
    both = {**men, SQUAD: {"at": "R4C4", "held": True}, "3/1 PLT": {"at": "R4C4", "held": True}}
    assert level(both, markers={1: thrown, 2: {**HE, "at": "R3C3"}}) == HEAVILY_ENGAGED


@pytest.mark.rule("FF-8.1", "FF-8.2.4.d")
def test_a_level_that_stays_is_not_told_again() -> None:
    d = drafted(board({SQUAD: "R4C4"}))
    update(d)
    assert not d.entries


@pytest.mark.rule("FF-8.1", "FF-8.2.4.d")
def test_the_level_follows_the_map_and_is_told() -> None:
    step = built({SQUAD: "R4C4"})
    assert [entry.params["level"] for entry in step.entries if entry.key == "log.activity"] == ["contact"]
    d = drafted(step.state)
    d.drop("units", key(step.state, SQUAD))
    settle(d)
    assert d.now.activity == NO_CONTACT


def test_mines_nobody_found_are_no_fire_on_a_card() -> None:
    markers = {1: {"kind": "mines", "at": "R1C1"}, 2: {**HE, "at": "R3C3"}}
    assert level({"1/1 PLT": "R1C1", "2/1 PLT": "R3C3"}, markers=markers) == CONTACT


@pytest.mark.rule("FF-8.1.c", "FF-8.1.b", "FF-8.1.a")
def test_attacks_on_single_targets_count_as_fire_on_their_card() -> None:
    grenade = {"kind": "grenade", "value": -4}
    one = {1: {**grenade, "at": "R1C1", "unit": "1/1 PLT"}}
    assert level({"1/1 PLT": "R1C1"}, markers=one) == CONTACT
    two = {**one, 2: {**grenade, "at": "R3C3", "unit": "2/1 PLT"}}
    assert level({"1/1 PLT": "R1C1", "2/1 PLT": "R3C3"}, markers=two) == ENGAGED
    line = {1: {"kind": "fire_line", "at": "R2C1", "by": "1/60mm Mtr Tm"}}
    assert level({"1/60mm Mtr Tm": "R1C1"}, markers=line) == CONTACT
