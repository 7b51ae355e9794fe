"""The bench measures what it names."""

from __future__ import annotations

from sandtable.odds.bench import bench


def test_bench_prints_a_line_per_figure() -> None:
    lines: list[str] = []
    figures = bench(lines.append, repeat=1, battles=2_000)
    assert list(figures) == ["small", "middle", "naval", "monte carlo"]
    assert len(lines) == len(figures)
    # Far above the targets: a slow machine passes, an algorithm gone wrong does not.
    assert figures["small"] < 100
    assert figures["middle"] < 1_000
    assert figures["naval"] < 1_000
