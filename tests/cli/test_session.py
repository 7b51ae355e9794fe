"""A game and its file: every step saved at once, bots woken for each command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import savefile
from sandtable.cli.faults import Fault
from sandtable.cli.session import at_table, look
from sandtable.kernel import Refusal, refuse
from tests.small.skirmish import Done, Move


def test_each_step_is_on_the_disk_when_it_returns(game: Path) -> None:
    with at_table(game) as session:
        session.act("blue", Move(11, (201,)))
        assert savefile.open_match(game).match.seq == 1
        session.undo("blue")
        assert savefile.open_match(game).match.seq == 2
        session.redo("blue")
        assert savefile.open_match(game).match.state == session.match.state
        before = game.read_bytes()
        assert isinstance(session.act("red", Done()), Refusal)
        assert game.read_bytes() == before


def test_the_file_is_held_while_somebody_sits_there(game: Path) -> None:
    with at_table(game), pytest.raises(savefile.InUse), savefile.locked(game, 0.01):
        pass
    with savefile.locked(game, 0):
        pass


def test_seats_are_known_by_id_and_name(game: Path) -> None:
    session = look(game)
    assert session.known_seat("BLUE") == "blue"
    assert session.seat(None) == "blue"
    assert session.people == ("blue", "red")
    with pytest.raises(Fault):
        session.known_seat("nobody")


def test_a_bot_that_is_woken_again_does_not_repeat_itself(sand: Any, tmp_path: Path) -> None:
    path = tmp_path / "b.game"
    sand("new", "skirmish", "meeting", "--to", path, "--seat", "red=random", "--option", "turns=30", "--seed", "05")
    for _ in range(12):
        sand("do", path, "--seat", "blue", "done")
        if not look(path).prompts:
            break
    moves = [step.action for step in look(path).match.steps if step.seat == "red"]
    assert len({str(action) for action in moves}) > 2


def test_a_bot_that_breaks_the_rules_is_a_fault(sand: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.game"
    sand("new", "skirmish", "meeting", "--to", path, "--seat", "red=random")
    with at_table(path) as session:
        session.act("blue", Done())
        monkeypatch.setattr(session.match, "act", lambda *_: refuse("SK-1", "refuse.over"))
        with pytest.raises(Fault) as fault:
            session.let_bots_play()
    assert fault.value.params["reason"] == "The game is over. [SK-1]"
