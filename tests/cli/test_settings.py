"""Options of a game: what they may be and what they mean."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable import registry


@pytest.fixture(autouse=True)
def _with_options(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "sandtable.games.axisallies")


def test_every_option_says_what_it_may_be_and_what_it_means(sand: Any) -> None:
    lines = sand("scenarios", "axisallies").out.splitlines()
    assert "--option research=false  (true | false)  Research and development" in lines
    assert "--option dutch_entry=both  (both | noncombat)  When Dutch territories may be taken over" in lines
    assert "--option rounds=0  End after so many rounds (0: play to the end)" in lines
    assert sand("scenarios", "axisallies", "--json").data["choices"]["research"] == ["true", "false"]


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("research=maybe", "Option research cannot be maybe. Choose from: true and false."),
        ("dutch_entry=never", "Option dutch_entry cannot be never. Choose from: both and noncombat."),
        ("rounds=few", "Option rounds wants a whole number; it was given few."),
    ],
)
def test_a_wrong_value_is_answered_with_the_right_ones(sand: Any, option: str, told: str) -> None:
    answer = sand("new", "axisallies", "rulebook", "--to", "x.game", "--option", option)
    assert (answer.code, answer.err) == (2, f"{told}\n")


@pytest.mark.parametrize("option", ["research=1", "research=TRUE", "rounds=-0", "dutch_entry=noncombat"])
def test_other_ways_to_say_it_are_understood(sand: Any, option: str) -> None:
    assert sand("new", "axisallies", "rulebook", "--to", "x.game", "--option", option).code == 0
