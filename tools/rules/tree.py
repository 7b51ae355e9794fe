"""Where things stand in a checkout; everything else asks here, so that tests can lay out a small one of their own."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Tree:
    """One checkout of the repository."""

    root: Path

    @property
    def games(self) -> Path:
        """The packages of the games."""
        return self.root / "src" / "sandtable" / "games"

    @property
    def kernel(self) -> Path:
        """The code that every game's tests also depend on."""
        return self.root / "src" / "sandtable" / "kernel"

    @property
    def tests(self) -> Path:
        """The tests, with the case files and the golden games below."""
        return self.root / "tests"

    @property
    def case_runner(self) -> Path:
        """The test module that turns each case file into a test."""
        return self.tests / "cases" / "test_cases.py"

    @property
    def results(self) -> Path:
        """What the last test runs said about the citing tests."""
        return self.root / ".rules" / "results.json"

    @property
    def ledger(self) -> Path:
        """What has been proven, committed beside the code."""
        return self.root / "tools" / "rules" / "ledger.json"

    @property
    def cache(self) -> Path:
        """Citations of files that have not changed since they were last read."""
        return self.root / ".rules" / "cache.json"

    def name(self, path: Path) -> str:
        """A path as people and reports write it: from the root, with slashes."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else path.as_posix()


def files(folder: Path, *suffixes: str) -> list[Path]:
    """All files below a folder with one of these suffixes, sorted; none when the folder does not exist."""
    found: list[Path] = []
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        found.extend(Path(where, name) for name in names if name.endswith(suffixes))
    return sorted(found)


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old text or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_json(path: Path) -> dict[str, Any]:
    """The object in a JSON file that can be made again; empty when the file is missing or damaged."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}
