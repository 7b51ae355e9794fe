"""A match in the hands of a program."""

from __future__ import annotations

import doctest
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import registry
from sandtable.api.match import Match
from sandtable.kernel import Match as Recorded
from sandtable.kernel import SeededDice
from sandtable.savefile import FileTrouble

PAGE = Path(__file__).parents[2] / "docs" / "python.md"
CASES = Path(__file__).parents[1] / "cases"


def walked(match: Match, luck: SeededDice) -> Any:
    """An action put together by picking anything."""
    menu = match.menu()
    while not menu.is_whole:
        menu = menu.pick(menu.options[luck.draw(range(len(menu.options)))])
    return menu.action


@pytest.mark.parametrize("game", sandtable.list_games())
def test_any_walk_through_the_menus_is_a_legal_action(game: str) -> None:
    match, luck = sandtable.new(game, seed=3), SeededDice(b"3")
    for _ in range(25):
        action = walked(match, luck)
        assert match.why_not(action) is None
        match.push(action)


@pytest.mark.parametrize("game", sandtable.list_games())
def test_a_position_is_drawn_on_its_map_as_each_seat_sees_it(game: str) -> None:
    match = sandtable.new(game)
    for seat in ("", match.seats[0]):
        drawn = ET.fromstring(match.svg(seat))
        counters = list(drawn.iter("{http://www.w3.org/2000/svg}title"))
        assert len(counters) >= 10
    assert match._repr_svg_() == match.svg()


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    def states(seed: int) -> list[Any]:
        match = sandtable.new("axisallies", seed=seed)
        for _ in range(80):
            match.push(match.any_action(5))
        return [match.state]

    assert states(1) == states(1)
    assert states(1) != states(2)


def test_what_is_taken_back_rolls_the_same_dice_again() -> None:
    match = sandtable.new("fieldsoffire", seed=2)
    for _ in range(40):
        match.push(match.any_action(1))
    apart = match.copy()
    hashes = [step.hash for step in match._steps]
    actions = [match.pop() for _ in range(match.ply)][::-1]
    assert match.ply == 0
    with pytest.raises(IndexError):
        match.pop()
    for action in actions:
        match.push(action)
    assert [step.hash for step in match._steps] == hashes
    assert apart.ply == 40, "a copy goes its own way"


def test_a_refusal_names_the_rule_and_changes_nothing() -> None:
    match = sandtable.new("eastfront", "1")
    match.push({"do": "done"})
    before = match.state
    with pytest.raises(sandtable.IllegalAction, match=r"EF-10\.4") as no:
        match.push({"move": "46 Inf Div", "path": [3506]})
    assert no.value.rule == no.value.refusal.rule == "EF-10.4"
    assert match.state is before
    assert match.ply == 1
    with pytest.raises(sandtable.IllegalAction):
        match.offers({"do": "move", "unit": 10_000})


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"march": 1}, "name one action"),
        ({"move": "46 Inf Dib", "path": [3506]}, "did you mean"),
        ({"move": "46 Inf Div", "along": 1}, "has no 'along'"),
    ],
)
def test_what_cannot_be_read_says_what_is_meant(action: dict[str, Any], words: str) -> None:
    match = sandtable.new("eastfront", "1")
    match.push({"do": "done"})
    with pytest.raises(ValueError, match=words):
        match.push(action)


def test_saved_and_loaded_it_stands_where_it_stood(tmp_path: Path) -> None:
    match = sandtable.new("nextwar", seed=1)
    for _ in range(12):
        match.push(match.any_action(1))
    match.save(tmp_path / "a.game")
    again = sandtable.load(tmp_path / "a.game")
    assert (again.state, again.ply) == (match.state, 12)
    assert list(Recorded.fold(registry.game("nextwar"), again.records).verify()) == []
    again.push(again.any_action(2))
    match.push(match.any_action(2))
    assert again.state == match.state, "with the same dice"
    again.pop()
    with pytest.raises(IndexError, match="take back"):
        again.pop()
    with pytest.raises(FileTrouble):
        match.save(tmp_path / "a.game")
    with pytest.raises(FileTrouble):
        sandtable.load(tmp_path / "b.game")


def test_a_match_begins_with_the_position_of_a_case() -> None:
    path = min((CASES / "eastfront").rglob("*.yaml"))
    match = sandtable.position(path)
    assert match.game == "eastfront"
    assert match.records[0].commitment  # type: ignore[union-attr]


def test_unknown_names_say_what_there_is() -> None:
    with pytest.raises(LookupError, match="there is no game"):
        sandtable.new("chess")
    with pytest.raises(LookupError, match="there is 1, 2"):
        sandtable.new("eastfront", "11")
    with pytest.raises(ValueError, match="there is axis, soviet"):
        sandtable.new("eastfront").view("blue")
    with pytest.raises(ValueError, match="hex digits"):
        sandtable.new("eastfront", seed="xyz")
    with pytest.raises(KeyError):
        sandtable.rule("eastfront", "EF-0.0")


def test_when_it_is_over_nobody_is_asked() -> None:
    match = sandtable.new("eastfront", "1", seed=4)
    luck = SeededDice(b"2")
    while not match.is_over:
        match.push(walked(match, luck))
    assert match.outcome is not None
    assert match.say(match.outcome)
    assert match.asked == ()
    with pytest.raises(sandtable.GameOver):
        match.any_action()
    assert match.records[-1].outcome == match.outcome  # type: ignore[union-attr]


def test_a_bot_advises_and_the_umpire_explains() -> None:
    match = sandtable.new("axisallies", seed=1)
    advice = match.suggest("planner")
    assert match.why_not(advice) is None
    entries = match.push(advice)
    assert all(match.say(entry) for entry in entries)
    assert set(match.statistics())
    assert match.name("seat", "germany", "it") == "Germania"
    with pytest.raises(TypeError):
        match.say(3)  # type: ignore[arg-type]


def test_everything_public_is_there() -> None:
    assert set(sandtable.__all__) <= set(dir(sandtable))
    for name in sandtable.__all__:
        assert getattr(sandtable, name) is not None
    with pytest.raises(AttributeError):
        sandtable.nothing  # noqa: B018


def test_every_example_of_the_page_on_python_is_true() -> None:
    flags = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=flags)
    assert tried.attempted > 15
    assert tried.failed == 0
