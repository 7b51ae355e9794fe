"""What was read from files that have not changed since, so that a report over thousands of rules stays instant."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tools.rules.tree import read_json, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.rules.tree import Tree

Found = list[tuple[str, str, int]]  # (kind, text, line), as a scanner of one file returns it


class FileCache:
    """Remembers what a scanner found in a file until the file, the scanners or their settings change."""

    def __init__(self, tree: Tree) -> None:
        """Open the cache of a checkout; a missing or foreign one is an empty one."""
        self._path = tree.cache
        content = read_json(self._path)
        self._old = content.get("files", {}) if content.get("scanners") == _scanners() else {}
        self._new: dict[str, list[object]] = {}

    def found(self, path: Path, setting: str, scan: Callable[[str], Found]) -> Found:
        """What a scanner finds in a file, from memory when nothing has changed."""
        stat = path.stat()
        key, stamp = str(path), [stat.st_mtime_ns, stat.st_size, setting]
        known = self._old.get(key)
        if not known or known[:3] != stamp:
            known = [*stamp, [list(one) for one in scan(path.read_text(encoding="utf-8"))]]
        self._new[key] = known
        return [(kind, text, line) for kind, text, line in known[3]]

    def save(self) -> None:
        """Keep what this run saw; a checkout that cannot be written to is only slower."""
        if self._new == self._old:
            return
        try:
            write_whole(self._path, json.dumps({"scanners": _scanners(), "files": self._new}))
        except OSError:
            return


@cache
def _scanners() -> str:
    """A digest of the code that scans, so that a changed scanner forgets what the old one found."""
    here = Path(__file__).parent
    code = b"".join((here / name).read_bytes() for name in ("citations.py", "sites.py", "inventory.py"))
    return hashlib.sha256(code).hexdigest()
