"""The page of each game's rules for the documentation: chapters with counts, then every entry with its standing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tools.rules.tree import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tools.rules.coverage import Coverage
    from tools.rules.tree import Tree


def write_docs(tree: Tree, coverages: Iterable[Coverage]) -> list[Path]:
    """Write one page per game; the same coverage always gives the same bytes."""
    written = []
    for coverage in coverages:
        path = tree.root / "docs" / "rules" / f"{coverage.inventory.game}.md"
        write_whole(path, page(coverage))
        written.append(path)
    return written


def page(coverage: Coverage) -> str:
    """The page of one game."""
    inventory = coverage.inventory
    lines = [
        f"# {inventory.title}: the rules",
        "",
        "Made by `./dev rules --write-docs`; change `rules.yaml`, the code or the tests instead.",
        "",
        "| chapter | | folder | entries | exempt | implemented | tested | exercised | missing |",
        "|---|---|---|--:|--:|--:|--:|--:|--:|",
        *(_counts(coverage, chapter, title) for chapter, title in inventory.chapters.items()),
        _counts(coverage, None, ""),
    ]
    for chapter, title in inventory.chapters.items():
        lines += ["", f"## {chapter} {title}".rstrip(), "", "| id | rule | status |", "|---|---|---|"]
        lines += [
            f"| {one.entry.id} | {_cell(one.entry.title)} | {_cell(one.words)} |"
            for one in coverage.standings
            if one.entry.chapter == chapter
        ]
    return "\n".join(lines) + "\n"


def _counts(coverage: Coverage, chapter: str | None, title: str) -> str:
    """One line of the chapter table."""
    n = coverage.counters(chapter)
    figures = (n.entries, n.exempt, n.implemented, n.tested, n.exercised, len(coverage.missing(chapter)))
    folder = coverage.inventory.folders.get(chapter or "", "")
    home = f"`{folder}/`" if folder else ""
    return f"| {chapter or 'all'} | {_cell(title)} | {home} | " + " | ".join(str(figure) for figure in figures) + " |"


def _cell(text: str) -> str:
    """Text that cannot break a table."""
    return " ".join(text.split()).replace("|", "\\|")
