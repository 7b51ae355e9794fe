"""The report on how the scenarios of Crimea go."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import fairness
from tools.fairness import Played, main, names, page, play
from tools.kept import kept


def game(number: int = 0, *, ending: str = "axis_marginal", scenario: str = "3") -> Played:
    return Played(scenario, "planner", number, ending, 12, ((0, 1), (1, 4), (2, 6), (3, 9)), 8.0)


def test_a_game_is_played_to_its_end_and_is_the_same_again() -> None:
    one, again = play("1", "random", 0), play("1", "random", 0)
    assert (one.ending, one.lost) == (again.ending, again.lost)
    assert one.ending in ("axis", "soviet")
    assert len(one.lost) == 4, "one pair of losses for each turn"
    assert one.points is None, "the card of the ditch counts no points"


def test_a_series_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str, int]] = []

    def played(scenario: str, bot: str, number: int) -> Played:
        asked.append((scenario, bot, number))
        return game(number, scenario=scenario)

    monkeypatch.setattr(fairness, "play", played)
    file = tmp_path / "games.jsonl"
    assert main(["3", "--games", "2", "--to", str(file)]) == 0
    assert main(["3", "7", "--games", "2", "--to", str(file)]) == 0
    assert asked == [("3", "planner", 0), ("3", "planner", 1), ("7", "planner", 0), ("7", "planner", 1)]
    assert len(kept(file, Played)) == 4


def test_results_stand_beside_those_of_history() -> None:
    told = page([game(0), game(1, ending="soviet_marginal")], "planner")
    assert "| 3 | 2 | 50% (9% to 91%) | 12.0 (0.0) | Axis marginal, 12 points | 8.0 |" in told
    assert "| 3 | Axis marginal 1, Soviet marginal 1 |" in told
    assert "| 3 | 0.0 / 1.0 | 1.0 / 4.0 | 2.0 / 6.0 | 3.0 / 9.0 |" in told


def test_a_scenario_that_belongs_to_one_side_is_marked() -> None:
    assert "(!)" in page([game(n) for n in range(40)], "planner")
    assert "(!)" not in page([game(n) for n in range(3)], "planner"), "three games say too little"


def test_every_scenario_has_a_history_but_the_one_that_nobody_knows() -> None:
    assert set(names()) - set(fairness.HISTORY) == {"10"}


def test_an_unknown_scenario_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["99", "--to", str(tmp_path / "x")])
    assert "nothing is called 99; there is 1, " in capsys.readouterr().err
