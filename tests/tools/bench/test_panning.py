"""Panning is measured by its frames, and left out where there is no browser to pan in."""

from __future__ import annotations

from typing import Any

import pytest

from tools.bench import panning


def test_without_a_browser_there_is_no_figure_but_a_word(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(panning, "find_spec", lambda name: None)
    assert list(panning.figures(quick=True)) == []
    assert "not measured" in capsys.readouterr().err


class Hand:
    """A page that counts frames as it is told and records where the mouse went."""

    def __init__(self) -> None:
        self.mouse = self.keyboard = self
        self.first = self
        self.ways: list[int] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *words, **more: self

    def move(self, x: float, y: float) -> None:
        self.ways.append(round(x))

    def evaluate(self, script: str) -> Any:
        return [0.0, 20.0, 40.0, 90.0] if script == panning.SEEN else None


class Browser:
    def __init__(self, page: Hand) -> None:
        self.page = page

    def new_page(self, **options: Any) -> Hand:
        return self.page


def test_frames_are_the_time_between_two_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panning, "SPEED", 1_000_000)
    page = Hand()
    frames = panning.drag(Browser(page), "http://127.0.0.1:1", "table", "", 0.001)
    assert frames == [0.02, 0.02, 0.05]
    assert {page.ways[0], page.ways[-1]} <= {200, 1000}
