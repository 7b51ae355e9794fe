"""Actions as people type them."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from sandtable.cli.words import _split, read_action, read_partial
from sandtable.kernel.codec import Malformed
from sandtable.kernel.naming import UnknownThing
from tests.small import market, skirmish

SCENARIO = skirmish.GAME.open("meeting")
COAST = market.GAME.open("coast")


@pytest.mark.parametrize(
    "words",
    [
        ("move", "unit=11", "path=201,302"),
        ("move", "unit=blue 1", "path=0201, 0302"),
        ("move", "11", "0201,302"),
        ("move", "path=[201,302]", "unit=BLUE 1"),
        ('{"do": "move", "unit": 11, "path": [201, 302]}',),
        ('{"do": "move",', '"unit": "blue 1", "path": ["0201", 302]}'),
    ],
)
def test_the_same_move_in_many_words(words: tuple[str, ...]) -> None:
    assert read_action(skirmish.GAME, SCENARIO, words) == skirmish.Move(11, (201, 302))


def test_amounts_lists_numbers_and_words() -> None:
    def read(*words: str) -> Any:
        return read_action(market.GAME, COAST, words)

    assert read("buy", "shares=1:2,iron:1") == market.Buy({1: 2, 3: 1})
    assert read("buy", 'shares={"wool": 2}') == market.Buy({2: 2})
    assert read("sell", "crates=1,2") == market.Sell((1, 2))
    assert read("sell", "crates=") == market.Sell(())
    assert read("bid", "7") == market.SealBid(7)
    assert read("answer", "grant=yes") == market.Answer("yes")
    assert read("done") == market.Done()


def test_an_argument_that_may_be_absent_is_split_like_any_other() -> None:
    assert _split(tuple[int, ...] | None, "1,2") == ["1", "2"]
    assert _split(Annotated[dict[str, int], "x"], "a:1") == {"a": "1"}
    assert _split(int | None, "1,2") == "1,2"


def test_what_is_given_so_far() -> None:
    assert read_partial(skirmish.GAME, SCENARIO, ["move", "blue 2"]) == {"do": "move", "unit": 12}
    assert read_partial(skirmish.GAME, SCENARIO, []) == {}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fly",), "there is no action 'fly'; there is ambush, done, hold, move"),
        (("move", "wings=2"), "move does not take 'wings'; it takes unit, path"),
        (("move", "unit=11"), "missing required field `path`; it takes unit, path"),
        (("move", "unit=11", "unit=12"), "'unit' is given twice"),
        (("done", "now"), "done does not take so many arguments; it takes none"),
        (("move", "unit=11", "path=[201"), "is not JSON"),
        (("{oops",), "this is not JSON"),
        (('{"do": "move", "unit": ' + "9" * 5000 + "}",), "this is not JSON"),
        (("move", "unit=11", "path=[" + "9" * 5000 + "]"), "is not JSON"),
        (('{"unit": 11}',), "there is no action None"),
        (('{"do": ["move"]}',), "there is no action ['move']"),
        (('{"do": "move", "unit": {"a": 1}, "path": []}',), "unit: Expected `int`"),
    ],
)
def test_what_cannot_be_read_is_explained(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(Malformed) as problem:
        read_action(skirmish.GAME, SCENARIO, words)
    assert says in str(problem.value)


@pytest.mark.parametrize("text", ["--5", "²", "9" * 5000])
def test_what_only_looks_like_a_number_names_nothing(text: str) -> None:
    with pytest.raises(UnknownThing, match="there is no piece") as problem:
        read_action(skirmish.GAME, SCENARIO, ("move", f"unit={text}"))
    assert len(str(problem.value)) < 400


def test_amounts_want_a_number_each() -> None:
    with pytest.raises(Malformed, match="amounts are written as kind:number"):
        read_action(market.GAME, COAST, ["buy", "shares=iron"])


def test_an_unknown_name_is_explained() -> None:
    with pytest.raises(UnknownThing, match="no piece 'blu 1'; did you mean blue 1"):
        read_action(skirmish.GAME, SCENARIO, ["move", "unit=blu 1", "path=201"])
