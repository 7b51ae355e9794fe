"""One control for each kind of choice: how it asks and what it understands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sandtable.cli.asking import Asker
from sandtable.cli.speech import Speech
from sandtable.cli.terminal import Terminal
from sandtable.kernel import Amounts, Number, OneOf, Path, SomeOf, State, yes_or_no
from sandtable.registry import Manifest
from tests.small import market, skirmish

BOARD = skirmish.GAME.open("meeting")
COAST = market.GAME.open("coast")


class Script(Exception):
    """The script has no more lines."""


def ask(choice: Any, *lines: str, scenario: Any = BOARD, kind: Any = skirmish.Move, arg: str = "unit") -> Any:
    """The answer that these lines give."""
    script: Iterator[str] = iter(lines)

    def typed() -> str:
        try:
            return next(script)
        except StopIteration:
            raise Script from None

    speech = Speech("tests.small", Manifest(id="x"), scenario, "en")
    return Asker(Terminal(), speech, State(), kind, typed).argument(arg, choice.widget())


@pytest.mark.parametrize("text", ["2", "blue 2", "BLUE 2", "12"])
def test_one_by_number_name_or_id(text: str) -> None:
    assert ask(OneOf("piece", (11, 12, 13)), text) == 12


def test_one_is_listed_with_its_cost(capsys: pytest.CaptureFixture[str]) -> None:
    ask(OneOf("place", (101, 102), costs={101: 3}), "1")
    shown = capsys.readouterr().out.splitlines()
    assert shown == ["unit: Choose a number from 1 to 2.", "    1  0101 (3)", "    2  0102"]


@pytest.mark.parametrize("text", ["0", "4", "red 1", "-1", "", "x", "²", "--5", "9" * 30])
def test_what_is_not_on_the_list_is_asked_again(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(OneOf("piece", (11, 12, 13)), text, "1") == 11
    assert f"{text or '-'} is not on the list." in capsys.readouterr().out


def test_enter_takes_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(yes_or_no("no"), "") == "no"
    assert "Enter alone takes no." in capsys.readouterr().out
    assert ask(Number(0, 9, default=4), "") == 4
    assert ask(SomeOf("piece", (11, 12), default=(12,)), "") == (12,)
    assert ask(Amounts("kind", {1: 2}, default={1: 1}), "", scenario=COAST, kind=market.Buy, arg="shares") == {1: 1}


@pytest.mark.parametrize(
    ("text", "value"),
    [("1 3", (11, 13)), ("1,3", (11, 13)), ("blue 1, blue 3", (11, 13)), ("", ()), ("-", ()), ("3", (13,))],
)
def test_some_by_numbers_or_names(text: str, value: tuple[int, ...]) -> None:
    assert ask(SomeOf("piece", (11, 12, 13)), text) == value


def test_a_number_is_asked_again_when_it_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert ask(Number(-3, 9), "many", "-2") == -2
    assert "many is not a number." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "value"), [("1=2 3=1", {1: 2, 3: 1}), ("grain=2 iron:1", {1: 2, 3: 1}), ("-", {}), ("", {})]
)
def test_amounts_by_kind(text: str, value: dict[int, int]) -> None:
    choice = Amounts("kind", {1: 4, 3: 2}, most=9, weights={1: 2, 3: 5})
    assert ask(choice, text, scenario=COAST, kind=market.Buy, arg="shares") == value


def test_amounts_are_listed_with_price_and_limit(capsys: pytest.CaptureFixture[str]) -> None:
    choice = Amounts("kind", {1: 4, 3: 2}, most=9, weights={1: 2})
    with pytest.raises(Script):
        ask(choice, "grain", "tin=2", scenario=COAST, kind=market.Buy, arg="shares")
    shown = capsys.readouterr().out
    assert "The total is from 0 to 9." in shown
    assert "  grain ×2 ≤4\n  iron ≤2\n" in shown
    assert "grain is not a kind and a number" in shown
    assert "Not understood: there is no kind 'tin'" in shown


def test_a_path_grows_step_by_step_and_stops(capsys: pytest.CaptureFixture[str]) -> None:
    choice = Path("place", 101, lambda way: {101 + len(way) + 1: len(way) + 1}, bool)
    assert ask(choice, "1", arg="path") == (102,)
    assert ask(choice, "0102", arg="path") == (102,)
    assert "The way so far: 0101." in capsys.readouterr().out
    with pytest.raises(Script):
        ask(choice, "", arg="path")  # it may not stop where it starts


@pytest.mark.parametrize("text", ["", "0", "stop"])
def test_a_path_that_may_stop_says_so(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    choice = Path("place", 101, lambda way: {102: 1}, lambda way: True)
    assert ask(choice, text, arg="path") is None
    assert "Enter alone stops here." in capsys.readouterr().out


def test_enter_takes_what_there_is_no_choice_about() -> None:
    assert ask(OneOf("piece", (12,)), "") == 12
    with pytest.raises(Script):
        ask(OneOf("piece", (11, 12)), "")


@pytest.mark.parametrize("text", ["²", "--5", "9" * 30])
def test_what_only_looks_like_a_number_is_asked_again(text: str) -> None:
    assert ask(Number(0, 9), text, "4") == 4
    choice = Amounts("kind", {"iron": 2})
    assert ask(choice, f"iron={text}", "iron=1", scenario=COAST, kind=market.Buy, arg="shares") == {3: 1}
