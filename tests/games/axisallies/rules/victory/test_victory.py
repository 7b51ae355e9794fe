"""Winning the war: thresholds that hold for a whole round, counted half by half."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.victory import victory
from tests.games.axisallies.board import draft, position

EUROPE = ("Egypt", "France", "Novgorod", "Volgograd", "Russia")
"""With Berlin, Warsaw and Rome that is eight."""
PACIFIC = ("Philippines", "Kwangtung", "India", "Hawaiian Islands")
"""With Tokyo and Shanghai that is six."""
CAPITALS = ("Germany", "Southern Italy", "Japan")


def board(axis: tuple[str, ...] = (), allies: tuple[str, ...] = (), **parts: Any) -> GlobalState:
    held = {name: {"holder": "germany"} for name in axis} | {name: {"holder": "uk"} for name in allies}
    return position(territories=held, **parts)


def after_turn(state: GlobalState) -> GlobalState:
    d = draft(state)
    victory.track(d)
    return d.now


def after_round(state: GlobalState) -> GlobalState:
    d = draft(state)
    victory.check(d)
    return d.now


@pytest.mark.rule("AA-5.victory.axis")
def test_eight_european_cities_held_through_a_round_win_for_the_axis() -> None:
    state = after_turn(board(EUROPE, round=4))
    assert state.thresholds == {"europe": 4}
    assert after_round(state).winner == ""
    won = after_round(after_turn(board(EUROPE, round=5, thresholds={"europe": 4})))
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winners == ("germany", "japan", "italy")
    assert (outcome.rule, outcome.key) == ("AA-5.victory.axis", "outcome.europe")


@pytest.mark.rule("AA-5.victory.axis")
def test_six_pacific_cities_win_too_and_five_do_not() -> None:
    assert after_turn(board(PACIFIC)).thresholds == {"pacific": 1}
    assert after_turn(board(PACIFIC[:3])).thresholds == {}
    won = after_round(board(PACIFIC, round=2, thresholds={"pacific": 1}))
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.key == "outcome.pacific"


@pytest.mark.rule("AA-5.victory.map-separate")
def test_seven_and_five_cities_are_no_victory() -> None:
    state = board((*EUROPE[:4], *PACIFIC[:3]))
    assert [victory.score(state, half) for half in ("europe", "pacific")] == [7, 5]
    assert after_turn(state).thresholds == {}


@pytest.mark.rule("AA-5.victory.map-separate")
def test_a_city_that_is_lost_starts_the_count_over() -> None:
    d = draft(board(EUROPE[:4], thresholds={"europe": 2}, round=3))
    victory.track(d)
    victory.check(d)
    assert d.now.thresholds == {}
    assert d.now.winner == ""
    assert [entry.key for entry in d.entries] == ["log.threshold_lost"]


@pytest.mark.rule("AA-5.victory.axis")
def test_the_axis_needs_a_capital_of_its_own_at_the_end_of_the_round() -> None:
    cities = (*EUROPE, "United Kingdom", "Ontario")
    homeless = board(cities, CAPITALS, round=2, thresholds={"europe": 1})
    assert after_round(homeless).winner == ""
    assert after_round(board(cities, CAPITALS[:2], round=2, thresholds={"europe": 1})).winner == "axis"


@pytest.mark.rule("AA-5.victory.allies", "AA-9.3.capital.axis-last")
def test_the_three_axis_capitals_held_through_a_round_win_for_the_allies() -> None:
    d = draft(board(allies=CAPITALS, round=7))
    victory.track(d)
    assert d.now.thresholds == {"capitals": 7}
    assert [(entry.rule, entry.params["round"]) for entry in d.entries] == [("AA-9.3.capital.axis-last", 8)]
    victory.check(d)
    assert d.now.winner == ""
    won = after_round(board(allies=CAPITALS, round=8, thresholds={"capitals": 7}))
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winners == ("ussr", "usa", "china", "uk", "anzac", "france")
    assert outcome.rule == "AA-5.victory.allies"


@pytest.mark.rule("AA-9.3.capital.axis-last", "AA-5.victory.allies")
def test_one_capital_freed_in_time_saves_the_axis() -> None:
    d = draft(board(allies=CAPITALS[:2], round=8, thresholds={"capitals": 7}))
    victory.track(d)
    victory.check(d)
    assert (d.now.thresholds, d.now.winner) == ({}, "")


@pytest.mark.rule("AA-5.victory.allies")
def test_the_allies_need_one_of_four_capitals_of_their_own() -> None:
    lost = ("Eastern United States", "United Kingdom", "France", "Russia")
    assert after_round(board(lost, CAPITALS, round=8, thresholds={"capitals": 7})).winner == ""
    assert after_round(board(lost[:3], CAPITALS, round=8, thresholds={"capitals": 7})).winner == "allies"


@pytest.mark.rule("AA-8.round", "AA-5.victory.axis")
def test_a_game_ends_when_the_round_is_complete() -> None:
    state = board(EUROPE, at="france.end", round=5, thresholds={"europe": 4})
    assert state.winner == "axis"
    assert GAME.prompts(state) == ()


@pytest.mark.rule("AA-8.round")
def test_after_nine_turns_the_next_round_begins_with_germany() -> None:
    state = position(at="france.end", round=5)
    assert state.round == 6
    assert [prompt.seat for prompt in GAME.prompts(state)] == ["germany"]


@pytest.mark.rule("AA-9.3.vc.capture")
def test_a_city_goes_with_its_territory() -> None:
    before = board()
    assert victory.holds(before, "allies", "Cairo")
    after = board(("Egypt",))
    assert victory.holds(after, "axis", "Cairo")
    assert not victory.holds(after, "allies", "Cairo")
    assert victory.score(after, "europe") == victory.score(before, "europe") + 1


def test_a_limit_of_rounds_ends_the_game_for_the_richer_side() -> None:
    limited = after_round(board(("France", "Egypt"), round=2, options={"rounds": 2}))
    outcome = GAME.outcome(limited)
    assert outcome is not None
    assert outcome.key == "outcome.rounds"
    assert limited.winner == victory.ahead(limited)
    assert after_round(board(round=1, options={"rounds": 2})).winner == ""
