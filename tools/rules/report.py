"""Coverage for people: tables of a hundred columns at most."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.rules.results import State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tools.rules.citations import Problem
    from tools.rules.coverage import Counters, Coverage
    from tools.rules.prove import Proof
    from tools.rules.tree import Tree

WIDTH = 100
COLUMNS = (("entries", 9), ("exempt", 8), ("implemented", 13), ("tested", 16), ("exercised", 11), ("missing", 9))
NAME = WIDTH - sum(width for _, width in COLUMNS)
REMEDY = "run `./dev test` or `./dev rules --run`"
NOTES = {
    State.STALE: f"tested (stale): code, data or tests have changed since the tests ran; {REMEDY}.",
    State.MISSING: f"tested (unrun): some citing tests have no results yet; {REMEDY}.",
}


def table(coverages: Iterable[Coverage]) -> str:
    """All games chapter by chapter, and the sum of each game."""
    return "\n\n".join(_game(coverage) for coverage in coverages)


def _game(coverage: Coverage) -> str:
    inventory = coverage.inventory
    heads = {State.STALE: "tested (stale)", State.MISSING: "tested (unrun)"}
    names = [heads.get(coverage.state, name) if name == "tested" else name for name, _ in COLUMNS]
    lines = [_line(inventory.title, names), "-" * WIDTH]
    width = max(len(chapter) for chapter in inventory.chapters) + 2 if inventory.chapters else 0
    for chapter, title in inventory.chapters.items():
        label = f"{chapter:<{width}}{title}"
        lines.append(_line(label, _figures(coverage.counters(chapter), len(coverage.missing(chapter)))))
    lines += ["-" * WIDTH, _line("all", _figures(coverage.counters(), len(coverage.missing())))]
    if coverage.state in NOTES:
        lines.append(NOTES[coverage.state])
    return "\n".join(lines)


def _figures(counters: Counters, missing: int) -> list[str]:
    figures = [counters.entries, counters.exempt, counters.implemented, counters.tested, counters.exercised, missing]
    return [str(figure) if figure else "." for figure in figures]


def _line(name: str, cells: list[str]) -> str:
    right = "".join(f"{cell:>{width}}" for cell, (_, width) in zip(cells, COLUMNS, strict=True))
    return f"{_cut(name, NAME):<{NAME}}{right}"


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else f"{text[: width - 3]}..."


def missing(coverages: Iterable[Coverage]) -> str:
    """Every entry with work to do, and which work."""
    lines = []
    for coverage in coverages:
        for one in coverage.missing():
            lacks = [word for word, there in (("code", one.implemented), ("test", one.tested)) if not there]
            lines.append(f"{one.entry.id:<32} {'+'.join(lacks):<10} {_cut(one.entry.title, WIDTH - 44)}".rstrip())
    return "\n".join(lines) or "nothing is missing"


def problems(tree: Tree, found: Iterable[Problem]) -> str:
    """What is wrong with citations, one line each, with the place first."""
    return "\n".join(f"{tree.name(one.path)}:{one.line}: {one.message}" for one in found)


def proof(one: Proof) -> str:
    """A verdict, with what survived below it."""
    count = f", {one.killed} of {one.clauses} clauses" if one.clauses else ""
    return "\n".join([f"{one.rule:<32} {one.verdict}{count}", *(f"    {note}" for note in one.notes)])
