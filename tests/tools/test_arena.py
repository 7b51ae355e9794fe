"""Win rates with the interval they deserve."""

from __future__ import annotations

import pytest

from tools.arena import Result, arenas, ladder, pairs, play, ratings, summary, wilson


@pytest.mark.parametrize(
    ("won", "played", "low", "high"), [(100, 100, 0.963, 1.0), (98, 100, 0.930, 0.994), (1, 2, 0.095, 0.905)]
)
def test_the_wilson_interval(won: int, played: int, low: float, high: float) -> None:
    assert wilson(won, played) == (pytest.approx(low, abs=1e-3), pytest.approx(high, abs=1e-3))


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_summary_counts_side_by_side() -> None:
    games = [
        Result(number=n, side=side, won=won, outright=won, rounds=4, steps=9, seconds=8.0, wealth={})
        for n, (side, won) in enumerate((("axis", True), ("allies", False)))
    ]
    both, allies, axis, _, cost = summary(games, "planner")
    assert both.startswith("planner as both sides: 1 of 2 (1 by the rulebook's victory)")
    assert allies.startswith("planner as allies: 0 of 1")
    assert axis.startswith("planner as axis: 1 of 1")
    assert cost == "2.00 CPU seconds a round, 8.0 a game"


def test_the_summary_counts_scenario_by_scenario_where_there_are_several() -> None:
    games = [
        Result(
            number=n, side="axis", won=n < 1, outright=True, rounds=4, steps=9, seconds=2.0, wealth={}, scenario=name,
            slowest=n + 0.5,
        )
        for n, name in enumerate(("1", "7"))
    ]  # fmt: skip
    lines = list(summary(games, "planner"))
    assert lines[2].startswith("planner as axis in 1: 1 of 1")
    assert lines[3].startswith("planner as axis in 7: 0 of 1")
    assert lines[-1] == "1.50 CPU seconds in the slowest round of planner"


def test_sides_change_first_then_scenarios_then_the_seed() -> None:
    assert arenas("eastfront") == ("1", "7")
    assert arenas("axisallies") == ("rulebook",)
    played = [play("eastfront", ("random", "random"), number, b"s", 1) for number in range(4)]
    assert [(one.side, one.scenario) for one in played] == [
        ("axis", "1"),
        ("soviet", "1"),
        ("axis", "7"),
        ("soviet", "7"),
    ]


def test_ratings_follow_the_games_and_their_intervals_the_number_of_games() -> None:
    def games(count: int, won: int) -> list[Result]:
        return [
            Result(number=n, side="axis", won=n < won, outright=False, rounds=1, steps=1, seconds=1.0, wealth={})
            for n in range(count)
        ]

    few = ratings({("a", "b"): games(4, 3), ("b", "c"): games(4, 3), ("a", "c"): games(4, 4)})
    many = ratings({("a", "b"): games(40, 30), ("b", "c"): games(40, 30), ("a", "c"): games(40, 40)})
    assert list(few) == list(many) == ["a", "b", "c"]
    assert many["a"].deviation < few["a"].deviation
    assert next(ladder({("a", "b"): games(4, 4)})).startswith("a")


def test_a_game_that_nobody_leads_is_half_a_point() -> None:
    even = Result(
        number=0, side="axis", won=False, drawn=True, outright=False, rounds=1, steps=1, seconds=1.0, wealth={}
    )
    found = ratings({("a", "b"): [even]})
    assert found["a"].rating == found["b"].rating == pytest.approx(1500.0)


def test_a_pair_goes_to_who_did_better_with_the_same_dice_and_sides_changed() -> None:
    def games(*advantages: float) -> list[Result]:
        return [
            Result(number=n, side="", won=False, outright=False, rounds=1, steps=1, seconds=1.0, wealth={}, advantage=a)
            for n, a in enumerate(advantages)
        ]

    assert pairs(games(1.2, -1.0, 1.0, -1.0, 0.9, -1.0), "a").startswith("a, sides changed: 1 of 3 pairs")
    assert pairs(games(1.0, 1.0, 1.0), "a").startswith("a, sides changed: 1 of 1 pairs")  # the last has no other half


@pytest.mark.parametrize(("game", "scenario"), [("axisallies", ""), ("eastfront", "1"), ("nextwar", "incheon_again")])
def test_what_one_side_is_ahead_the_other_is_behind(game: str, scenario: str) -> None:
    names = (scenario,) if scenario else ()
    one, other = (play(game, ("random", "random"), number, b"s", 1, names) for number in (0, 1))
    assert one.advantage == -other.advantage != 0.0
