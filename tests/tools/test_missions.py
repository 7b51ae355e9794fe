"""The report on how hard missions are."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tools import missions
from tools.kept import kept
from tools.missions import Played, main, missing, page, play

MISSION = "keep_up_the_fire"


def game(number: int = 0, *, done: bool = True, mission: str = MISSION) -> Played:
    return Played(mission, "planner", number, done, lost=4, attempts=1, turns=10, seconds=3.0)


def test_a_random_game_is_played_to_its_end_and_is_the_same_again() -> None:
    one, again = play(MISSION, "random", 0), play(MISSION, "random", 0)
    assert (one.turns, one.attempts, one.lost, one.done) == (again.turns, again.attempts, again.lost, again.done)
    assert one.turns >= 1
    assert one.lost >= 0


def test_a_series_goes_on_where_it_was_and_a_cut_line_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(msgspec.json.encode(game(0)) + b"\n" + b'{"mission":\n')
    asked: list[tuple[str, str, int]] = []

    def played(mission: str, bot: str, number: int) -> Played:
        asked.append((mission, bot, number))
        return game(number)

    monkeypatch.setattr(missions, "play", played)
    assert main([MISSION, "--games", "3", "--to", str(file)]) == 0
    assert asked == [(MISSION, "planner", 1), (MISSION, "planner", 2)]
    assert [one.number for one in kept(file, Played)] == [0, 1, 2]
    assert "| keep_up_the_fire | 3 | 100% (44% to 100%) | 4.0 | 1.0 | 10.0 | 3.0 |" in capsys.readouterr().out


def test_missions_grow_alike() -> None:
    assert missing([game(0)], (MISSION, "normandy_1"), "planner", 2) == [
        ("normandy_1", "planner", 0),
        (MISSION, "planner", 1),
        ("normandy_1", "planner", 1),
    ]


def test_what_is_surely_too_hard_or_too_easy_is_marked() -> None:
    told = page([game(n) for n in range(40)], "planner") + page([game(n, done=False) for n in range(40)], "planner")
    assert told.count("(!)") == 2
    assert "(!)" not in page([game(n, done=n % 2 == 0) for n in range(40)], "planner")
    assert page([game(0)], "greedy").count("|\n") == 2  # only the head: nobody else's games count


def test_an_unknown_mission_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["normandy_99", "--to", str(tmp_path / "x")])
    assert "nothing is called normandy_99; there is " in capsys.readouterr().err
