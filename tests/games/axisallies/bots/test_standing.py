"""Who leads a game that is not over."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from sandtable.games.axisallies.bots.standing import leader, rounds, sides, wealth
from sandtable.games.axisallies.model import GlobalState
from tests.games.axisallies.board import at, position


def army(axis: int, allies: int) -> GlobalState:
    units: dict[int, dict[str, Any]] = {}
    for owner, count in (("germany", axis), ("uk", allies)):
        for _ in range(count):
            units[len(units) + 1] = {"kind": "tank", "owner": owner, "at": at("Iceland")}
    return position(units=units)


def test_the_sides_are_the_alliances() -> None:
    found = sides(position().board)
    assert found["axis"] == ("germany", "japan", "italy")
    assert len(found["allies"]) == 6


def test_a_leader_is_richer_and_has_gained() -> None:
    start = army(10, 10)
    gap = wealth(start)["allies"] - wealth(start)["axis"]
    assert leader(start, army(10 + gap, 10)) == "axis"
    assert leader(start, army(10, 20)) == "allies"
    assert leader(start, army(11, 10)) == ""  # a gain, but not ahead
    assert leader(start, start) == ""


def test_a_victory_counts_before_all() -> None:
    start = army(1, 1)
    assert leader(start, replace(start, winner="axis")) == "axis"
    assert rounds(replace(start, round=4)) == 3
