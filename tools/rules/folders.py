"""Which chapter of a rulebook stands in which folder: the manifest's `[rules.folders]`, held against the code.

A chapter's home is a folder below `rules/`, or another room of the game: `scenario` for setting up, `flow` for the
sequence of play, `data` for tables. A chapter that amends others is cited wherever it does, and has its home where most
of it stands.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tools.rules.citations import IMPLEMENTS, Kind, Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tools.rules.citations import Scan
    from tools.rules.inventory import Inventory, Library
    from tools.rules.tree import Tree

ROOMS = ("actions", "data", "flow", "scenario")
"""Rooms of a game that may be the home of a chapter beside the folders of `rules/`."""


def judged(tree: Tree, library: Library, found: Scan) -> Scan:
    """What was found, with everything in which the tables of folders and the code do not agree."""
    more = [problem for one in library.games.values() for problem in problems(tree, one, found)]
    return replace(found, problems=(*found.problems, *more))


def problems(tree: Tree, inventory: Inventory, found: Scan) -> Iterator[Problem]:
    """What is wrong with the folders of one game, as soon as it has rules."""
    home = tree.games / inventory.game
    if not (home / "rules").is_dir():
        return
    manifest = home / "manifest.toml"
    cited = _cited(home, inventory, found)
    for chapter, folder in inventory.folders.items():
        if chapter not in inventory.chapters:
            yield Problem(manifest, 1, f"rules.folders names the chapter {chapter!r}, of which there is no entry")
        elif not any(chapter in chapters for chapters in cited.values()):
            continue  # its rules are still to be written: it may have a home that is not built yet
        elif not (room := _room(home, folder)).is_dir():
            yield Problem(manifest, 1, f"rules.folders sends chapter {chapter} to {folder!r}, which is no folder")
        elif not any(path.is_relative_to(room) and chapter in chapters for path, chapters in cited.items()):
            yield Problem(manifest, 1, f"rules.folders sends chapter {chapter} to {folder!r}; nothing there cites it")
    for chapter in inventory.chapters:
        if chapter not in inventory.folders and any(chapter in chapters for chapters in cited.values()):
            yield Problem(manifest, 1, f"rules.folders does not say where chapter {chapter} stands, which code cites")
    yield from _homeless(home, inventory, cited)


def _homeless(home: Path, inventory: Inventory, cited: dict[Path, set[str]]) -> Iterator[Problem]:
    """Folders of rules that no chapter has, and modules in them that cite nothing of theirs."""
    for folder in sorted(path for path in (home / "rules").iterdir() if path.is_dir() and path.name != "__pycache__"):
        own = {chapter for chapter, name in inventory.folders.items() if name == folder.name}
        if not own:
            yield Problem(home / "manifest.toml", 1, f"rules.folders names no chapter for the folder {folder.name!r}")
            continue
        for module in sorted(folder.rglob("*.py")):
            if module.name != "__init__.py" and not own & cited.get(module, set()):
                chapters = ", ".join(chapter for chapter in inventory.chapters if chapter in own)
                yield Problem(
                    module, 1, f"cites no entry of {chapters}, the chapters of its folder; move it to its own"
                )


def _room(home: Path, folder: str) -> Path:
    return home / folder if folder in ROOMS else home / "rules" / folder


def _cited(home: Path, inventory: Inventory, found: Scan) -> dict[Path, set[str]]:
    """The chapters that code and data of a game enforce entries of, file by file."""
    chapters: dict[Path, set[str]] = {}
    for one in found.citations:
        is_here = one.kind in IMPLEMENTS and one.rule in inventory.entries and one.path.is_relative_to(home)
        if is_here and (one.kind == Kind.TAG or one.path.is_relative_to(home / "data")):
            chapters.setdefault(one.path, set()).add(inventory.entries[one.rule].chapter)
    return chapters
