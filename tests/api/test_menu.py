"""Menus reach every legal action, one decision after the other, and no other."""

from __future__ import annotations

from typing import Any

import pytest

import sandtable
from sandtable.api.menu import STOP, Menu, Option, _numbers
from sandtable.kernel import SeededDice
from tests.small.skirmish import GAME


def opened() -> Menu:
    state = GAME.start(GAME.open("narrow"), SeededDice(b"x")).state
    return Menu(GAME, state, "blue")


def reached(menu: Menu, depth: int = 12) -> list[Any]:
    if menu.is_whole:
        return [menu.action]
    assert depth, "menus end"
    return [action for option in menu.options for action in reached(menu.pick(option), depth - 1)]


def test_every_action_is_reached_once() -> None:
    found = reached(opened())
    assert len(found) > 5
    assert len({repr(action) for action in found}) == len(found)
    state = GAME.start(GAME.open("narrow"), SeededDice(b"x")).state
    assert all(GAME.why_not(state, "blue", action) is None for action in found)


def test_what_is_not_an_option_cannot_be_picked() -> None:
    menu = opened()
    with pytest.raises(ValueError, match="not among the options"):
        menu.pick(Option("verb", "fly"))
    with pytest.raises(ValueError, match="do is not decided"):
        _ = menu.action


def test_a_menu_never_changes() -> None:
    menu = opened()
    before = menu.options
    menu.pick(before[0])
    assert menu.options == before
    assert menu.given == {}


def test_amounts_are_counted_one_by_one_within_what_there_is() -> None:
    menu = sandtable.new("axisallies").menu().pick(Option("verb", "buy")).pick(Option("value", "germany"))
    spent = 0
    while any(option.kind == "value" for option in menu.options):
        assert STOP in menu.options or spent == 0
        menu = menu.pick(menu.options[0])
        spent += 1
    assert 3 < spent < 40
    assert menu.pick(STOP).is_whole


def test_long_rows_of_numbers_are_thinned_but_keep_their_ends() -> None:
    assert _numbers(2, 5) == [2, 3, 4, 5]
    thin = _numbers(0, 100_000)
    assert len(thin) <= 202
    assert (thin[0], thin[-1]) == (0, 100_000)
