"""Counts instead of times: the same on every run, and a growth is told."""

from __future__ import annotations

import gc
import json
from pathlib import Path

import pytest

from tests.small import skirmish
from tools.bench import counts


def test_a_game_counts_the_same_twice() -> None:
    gc.freeze()  # what other tests left is not looked through again and again
    counts.counts_of(skirmish.GAME, "meeting", seeds=1, steps=20)  # fills what is kept for all games
    first = counts.counts_of(skirmish.GAME, "meeting", seeds=1, steps=20)
    second = counts.counts_of(skirmish.GAME, "meeting", seeds=1, steps=20)
    # How many blocks are held depends on what ran before in the same process; a bench has one to itself.
    assert second.pop("blocks a step") > 0
    assert second == {what: count for what, count in first.items() if what in second}
    assert all(count > 0 for count in first.values())
    gc.unfreeze()


def test_one_more_call_a_step_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    seed = b"x" * 32
    counts.played(skirmish.GAME, "meeting", seed, 20)
    before, actions = counts.calls_of(skirmish.GAME, "meeting", seed, 20)
    genuine = counts.positions

    def idle() -> None: ...

    def slower(*words: object) -> object:
        for state in genuine(*words):  # type: ignore[arg-type]
            idle()
            yield state

    monkeypatch.setattr(counts, "positions", slower)
    after, _ = counts.calls_of(skirmish.GAME, "meeting", seed, 20)
    assert after == before + 2 * (actions + 1) + 1, (
        "for each position the idle call and the generator around, and its end"
    )


def test_growth_beyond_a_twentieth_is_told() -> None:
    known = {"a": {"calls": 100.0}}
    assert counts.grown({"a": {"calls": 105.0}}, known) == []
    assert counts.grown({"a": {"calls": 105.1}}, known) == ["a, calls: 105.1 is more than a twentieth above 100.0"]
    assert counts.grown({"b": {"calls": 1.0}}, known) == [
        "b, calls: 1.0 has no budget yet; ./dev bench --counts --write gives it one"
    ]


def test_counts_are_written_and_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(counts, "FILE", tmp_path / "counts.json")
    monkeypatch.setattr(counts, "measured", lambda: iter([("a", {"calls": 10.0})]))
    assert counts.main(should_write=False) == 1
    assert counts.main(should_write=True) == 0
    assert json.loads((tmp_path / "counts.json").read_text()) == {"a": {"calls": 10.0}}
    assert counts.main(should_write=False) == 0
    monkeypatch.setattr(counts, "measured", lambda: iter([("a", {"calls": 11.0})]))
    assert counts.main(should_write=False) == 1
    assert "more than a twentieth" in capsys.readouterr().err


def test_every_counted_game_has_its_budget() -> None:
    known = json.loads(counts.FILE.read_text(encoding="utf-8"))
    assert sorted(known) == sorted(f"{game} {scenario}" for game, scenario in counts.GAMES)
