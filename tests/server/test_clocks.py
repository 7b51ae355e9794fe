"""Clocks: whose time ran, what an answer gives back, and when time is up."""

from __future__ import annotations

from sandtable.server.clocks import DAY, MINUTE, charged, due_in, expired, full, shown
from sandtable.server.shapes.tables import ClockRule

NONE = ClockRule()
LIVE = ClockRule(kind="live", minutes=10, increment=5)
POST = ClockRule(kind="correspondence", days=3)


def test_what_a_clock_shows_at_first() -> None:
    assert full(NONE) is None
    assert full(LIVE) == 10 * MINUTE
    assert full(POST) == 3 * DAY


def test_those_who_were_asked_have_used_the_time() -> None:
    clocks = {"a": 1000, "b": 1000, "c": 1000}
    after = charged(LIVE, clocks, ["a", "b"], "a", ["b"], 300)
    assert after == {"a": 700 + 5000, "b": 700, "c": 1000}
    assert charged(LIVE, clocks, ["a"], "a", ["a"], 300)["a"] == 700, "who goes on gets nothing back yet"
    assert charged(LIVE, clocks, ["a"], "a", [], -50)["a"] == 6000, "a clock set back costs nobody time"
    assert charged(LIVE, {}, ["a"], "a", [], 300) == {}, "a bot has no clock"


def test_an_answer_by_post_starts_the_days_anew() -> None:
    clocks = {"a": DAY, "b": DAY}
    assert charged(POST, clocks, ["a", "b"], "a", ["a", "b"], 1000) == {"a": 3 * DAY, "b": DAY - 1000}


def test_when_time_is_up() -> None:
    clocks = {"a": 1000, "b": 500}
    assert shown(clocks, ["a"], 400) == {"a": 600, "b": 500}
    assert expired(clocks, ["a", "b", "bot"], 500) == ["b"]
    assert expired(clocks, ["a"], 999) == []
    assert due_in(clocks, ["a", "b"]) == 500
    assert due_in(clocks, ["bot"]) is None
