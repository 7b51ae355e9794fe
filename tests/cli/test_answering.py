"""do, why and undo: one step at a time, on the disk before it is told."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable import registry, savefile
from tools.waiting import next_line

SOURCE = Path(sandtable.__file__).parents[1]
ROOT = Path(__file__).parents[2]


def test_an_answer_is_saved_and_told(sand: Any, game: Path) -> None:
    answer = sand("do", game, "--seat", "blue", "move", "unit=blue 1", "path=0202,0302")
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "⟨log.moved⟩ unit=blue 1 to=0302 [SK-2.0]",
        "blue: ⟨prompt.turn.blue⟩ [SK-1.1]",
    ]
    assert savefile.open_match(game).match.seq == 1


def test_answers_for_scripts(sand: Any, game: Path) -> None:
    data = sand("do", game, '{"do": "move", "unit": 11, "path": [201]}', "--json").data
    assert data["seq"] == 1
    assert data["entries"][0]["key"] == "log.moved"
    assert [prompt["seat"] for prompt in data["prompts"]] == ["blue"]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("move", "unit=21", "path=701"), "⟨refuse.not_yours⟩ piece=red 1 [SK-2.0]"),
        (("hold",), "hold is not possible now: the game is at blue. [SK-1.1]"),
        (("done", "--seat", "red"), "red has nothing to decide now. [SK-1.1]"),
    ],
)
def test_what_a_rule_forbids_is_refused_with_its_rule(sand: Any, game: Path, words: Any, says: str) -> None:
    before = game.read_bytes()
    for command in ("do", "why"):
        answer = sand(command, game, *words)
        assert (answer.code, answer.out, answer.err) == (1, "", says + "\n")
        refused = sand(command, game, *words, "--json")
        assert refused.code == 1
        assert refused.data["refused"]["key"].startswith("refuse.")
    assert game.read_bytes() == before


def test_why_says_when_it_may_be_done(sand: Any, game: Path) -> None:
    assert sand("why", game, "done").out == "This may be done now.\n"
    assert sand("why", game, "done", "--json").data == {"refused": None}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("fly",), "Not understood: there is no action 'fly'; there is ambush, done, hold, move."),
        (("move", "unit=blue 9", "path=201"), "Not understood: there is no piece 'blue 9'; did you mean"),
        (("move",), "it takes unit, path"),
        (("done", "--seat", "green"), "No seat is called green."),
    ],
)
def test_what_makes_no_action_is_wrong_usage(sand: Any, game: Path, words: Any, says: str) -> None:
    answer = sand("do", game, *words)
    assert answer.code == 2
    assert says in answer.err


def test_an_answer_to_an_old_position_is_refused(sand: Any, game: Path) -> None:
    assert sand("do", game, "move", "11", "0201", "--seq", "0").code == 0
    stale = sand("do", game, "move", "12", "0202", "--seq", "0")
    assert stale.code == 1
    assert stale.err.startswith("The game has moved on: the answer was for step 0, it is now at step 1.")
    assert sand("do", game, "move", "12", "0202", "--seq", "1").code == 0


def test_bots_answer_until_a_person_is_asked(sand: Any) -> None:
    sand("new", "skirmish", "meeting", "--to", "b.game", "--seat", "red=random", "--seed", "02")
    for turn in range(1, 4):
        data = sand("do", "b.game", "--seat", "blue", "done", "--json").data
        assert [prompt["seat"] for prompt in data["prompts"]] == ["blue"]
        assert sand("show", "b.game", "--json").data["state"].get("turn", 1) == turn + 1


def test_nothing_can_be_answered_when_the_game_is_over(sand: Any, over: Path) -> None:
    assert (sand("do", over, "done").code, sand("do", over, "done").err) == (1, "The game is over.\n")


def test_undo_takes_back_one_step(sand: Any, game: Path) -> None:
    start = savefile.open_match(game).match.state
    sand("do", game, "move", "11", "0201")
    answer = sand("undo", game, "--seat", "blue")
    assert answer.code == 0
    assert answer.out.splitlines()[0] == "blue took back 1 step."
    assert savefile.open_match(game).match.state == start
    again = sand("undo", game)
    assert (again.code, again.err) == (1, "Nothing to take back.\n")


def test_undo_stops_where_another_was_asked(sand: Any, game: Path) -> None:
    sand("do", game, "done")
    answer = sand("undo", game, "--seat", "blue", "--json")
    assert answer.code == 1
    assert answer.data["refused"]["key"] == "refuse.undo.asked"


def test_a_line_that_was_cut_off_is_dropped_when_playing_on(sand: Any, game: Path) -> None:
    sand("do", game, "move", "11", "0201")
    sand("do", game, "move", "12", "0202")
    game.write_bytes(game.read_bytes()[:-9])
    answer = sand("do", game, "move", "13", "0203")
    assert answer.code == 0
    assert "a last line that was cut off has been removed" in answer.err
    opened = savefile.open_match(game)
    assert opened.problem is None
    assert [step.action["unit"] for step in opened.match.steps] == [11, 13]


def test_a_damaged_file_is_not_played_on(sand: Any, game: Path) -> None:
    sand("do", game, "move", "11", "0201")
    damaged = game.read_bytes().replace(b'"hex":201', b'"hex":999')
    game.write_bytes(damaged)
    answer = sand("do", game, "done")
    assert answer.code == 3
    assert "sandtable import saves that part" in answer.err
    assert game.read_bytes() == damaged


def test_an_export_without_its_seed_is_not_played_on(sand: Any, game: Path) -> None:
    sand("export", game, "--to", "shared.game")
    answer = sand("do", "shared.game", "done")
    assert answer.code == 3
    assert "without the seed of its dice" in answer.err


def test_a_full_disk_is_told_and_nothing_is_changed(sand: Any, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = game.read_bytes()
    monkeypatch.setattr(os, "fsync", full)
    answer = sand("do", game, "done")
    monkeypatch.undo()
    assert answer.code == 4
    assert "the disk is full; nothing was changed" in answer.err
    assert answer.out == ""
    assert game.read_bytes() == before


def test_a_file_in_use_is_told(sand: Any, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(savefile.locked.__wrapped__, "__defaults__", (0.05,))
    with savefile.locked(game):
        answer = sand("do", game, "done")
    assert answer.code == 4
    assert "in use by another sandtable command" in answer.err


def test_two_commands_at_once_both_count(game: Path) -> None:
    env = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}"}
    main = "from sandtable.cli import main; main()"
    both = [
        subprocess.Popen(
            [sys.executable, "-c", main, "do", str(game), "--seat", "blue", "move", f"unit={unit}", f"path={to}"],
            env=env,
            stdout=subprocess.DEVNULL,
        )
        for unit, to in ((11, 201), (13, 203))
    ]
    assert [one.wait(60) for one in both] == [0, 0]
    match = savefile.open_match(game).match
    assert sorted(step.action["unit"] for step in match.steps) == [11, 13]
    assert [step.seq for step in match.steps] == [1, 2]


def test_a_killed_command_loses_nothing_that_was_told(tmp_path: Path, sand: Any) -> None:
    """Commands run in a loop and are killed without warning at some point of their work."""
    game = tmp_path / "k.game"
    sand("new", "skirmish", "meeting", "--to", game, "--option", "turns=1000")
    env = {**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}", registry.ENVIRONMENT: "tests.small.skirmish"}
    loop = (
        "import sys\nfrom sandtable.cli.app import app\nn = 0\n"
        "while True:\n"
        "    try: app(['do', sys.argv[1], 'done', '--json'], prog_name='sandtable')\n"
        "    except SystemExit as end: assert end.code == 0, end.code\n"
        "    n += 1; print('told', n, flush=True)\n"
    )
    told = 0
    for delay in (0.02, 0.05):
        runner = subprocess.Popen([sys.executable, "-c", loop, str(game)], env=env, stdout=subprocess.PIPE, text=True)
        said = next_line(runner)
        while said and not said.startswith("told"):
            said = next_line(runner)
        assert said, "it ended before it told anything"
        time.sleep(delay)
        runner.send_signal(signal.SIGKILL)
        rest, _ = runner.communicate(timeout=60)
        told += 1 + rest.count("told")
        answer = sand("do", game, "done", "--json")
        assert answer.code == 0
        told += 1
        assert answer.data["seq"] >= told
        told = answer.data["seq"]
    assert savefile.open_match(game).problem is None
