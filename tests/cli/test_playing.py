"""Sitting down: a saved game, a new one, or whatever is chosen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry, savefile


def test_a_new_game_finds_a_name(sand: Any) -> None:
    for name in ("skirmish-meeting.game", "skirmish-meeting-2.game"):
        answer = sand("play", "skirmish", "meeting", typed="q\n")
        assert answer.out.endswith(f"The game waits in {name}.\n")
        assert savefile.open_match(Path(name)).match.seq == 0


def test_without_words_it_asks(sand: Any) -> None:
    answer = sand("play", typed="chess\nskirmish\n2\n\nq\n")
    assert answer.code == 0
    assert "Which game?\n    1  skirmish  skirmish" in answer.out
    assert "chess is not on the list." in answer.out
    assert savefile.open_match(Path("skirmish-narrow.game")).match.scenario.name == "narrow"


def test_nobody_answering_is_no_error(sand: Any, tmp_path: Path) -> None:
    assert sand("play").code == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("a", "b", "c"), "Name a .game file, or a game and a scenario."),
        (("a.game", "--seat", "red=random"), "are chosen when a game is new"),
        (("a.game", "--to", "b.game"), "are chosen when a game is new"),
    ],
)
def test_wrong_words_are_named(sand: Any, game: Path, words: tuple[str, ...], says: str) -> None:
    answer = sand("play", *words)
    assert answer.code == 2
    assert says in answer.err


def test_a_missing_file_is_named(sand: Any) -> None:
    assert sand("play", "none.game").code == 3


def test_with_nothing_to_play_it_says_so(sand: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "games", lambda: ())
    answer = sand("play")
    assert (answer.code, answer.err) == (2, "No game can be played yet.\n")
