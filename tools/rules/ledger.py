"""The ledger of what has been proven: committed, it only grows, and says by a fingerprint what was proven.

The fingerprint of an entry is made of the code and data tagged with it and the tests that cite it, wherever they stand:
what moves to another file stays proven, what changes must be proven again. So what the gate demands depends on the tree
alone, never on the day.
"""

from __future__ import annotations

import ast
import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

from tools.rules.citations import Kind
from tools.rules.places import Place, places
from tools.rules.sites import first_line, last_line
from tools.rules.tree import read_json, write_whole

if TYPE_CHECKING:
    from pathlib import Path

    from tools.rules.citations import Citation, Scan
    from tools.rules.inventory import Library
    from tools.rules.tree import Tree

LENGTH = 12


@dataclass
class Ledger:
    """Fingerprints of proven entries; per game how many clauses there are and how many are missed; crowded places."""

    proven: dict[str, str] = field(default_factory=dict)
    clauses: dict[str, dict[str, int]] = field(default_factory=dict)
    crowded: dict[str, int] = field(default_factory=dict)

    def stale(self, now: dict[str, str]) -> list[str]:
        """The proven entries that are no longer what was proven."""
        return [rule for rule, print_ in self.proven.items() if now.get(rule) != print_]

    def faults(self, library: Library, scan: Scan) -> list[str]:
        """What cannot be: an entry without its tag or test, more places that name too many rules than there were."""
        tagged = {one.rule for one in scan.citations if one.kind in (Kind.TAG, Kind.DATA)}
        cited = {one.rule for one in scan.citations if one.kind in (Kind.TEST, Kind.CASE)}
        found = [
            f"{rule} is in the ledger of proofs, but has no tag or no test"
            for rule in self.proven
            if rule not in tagged & cited
        ]
        for game, count in crowded(library, scan).items():
            if count > self.crowded.get(game, 0):
                found.append(
                    f"{game}: {count} places name more than three rules, {self.crowded.get(game, 0)} are allowed: "
                    "put each tag above the clause that it means"
                )
        return found


def load(tree: Tree) -> Ledger:
    """The ledger of a checkout; empty where there is none."""
    content = read_json(tree.ledger)
    return Ledger(content.get("proven", {}), content.get("clauses", {}), content.get("crowded", {}))


def save(tree: Tree, ledger: Ledger) -> None:
    """Write the ledger, always in the same order."""
    content: dict[str, Any] = {
        "crowded": dict(sorted(ledger.crowded.items())),
        "clauses": dict(sorted(ledger.clauses.items())),
        "proven": dict(sorted(ledger.proven.items())),
    }
    write_whole(tree.ledger, json.dumps(content, indent=1) + "\n")


def crowded(library: Library, scan: Scan) -> dict[str, int]:
    """How many places of each game name too many rules."""
    count = dict.fromkeys(library.games, 0)
    for place in places(scan):
        if place.is_crowded:
            game = library.game_of(place.ids[0])
            if game:
                count[game] += 1
    return {game: number for game, number in count.items() if number}


def fingerprints(scan: Scan, rules: Iterable[str]) -> dict[str, str]:
    """What each of these entries is made of today."""
    wanted = list(rules)
    parts: dict[str, list[str]] = {rule: [] for rule in wanted}
    for place in places(scan, wanted):
        text = place_text(place)
        for rule in place.ids:
            if rule in parts:
                parts[rule].append(text)
    for one in scan.citations:
        if one.rule in parts and one.kind in (Kind.TEST, Kind.CASE):
            parts[one.rule].append(test_text(one))
    return {
        rule: hashlib.sha256("\0".join(sorted(texts)).encode()).hexdigest()[:LENGTH] for rule, texts in parts.items()
    }


def place_text(place: Place) -> str:
    """The code of a place without comments and layout, or what can be changed in its data."""
    if place.site is None:
        return "\n".join(f"{one.label} {one.cell.path if one.cell else ''}" for one in place.mutants)
    return _plain(_lines(place.path)[place.site.line - 1 : _end(place)])


def _end(place: Place) -> int:
    assert place.site
    return (place.site.row.end_lineno or place.site.line) if place.site.row else last_line(place.site.node)


def test_text(one: Citation) -> str:
    """The test that a citation stands on: its function or class, else the whole module; a case is its file."""
    lines = _lines(one.path)
    if one.kind == Kind.CASE:
        return _plain(lines)
    for node in ast.walk(_parsed(one.path)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            marks = [mark for mark in node.decorator_list if mark.lineno <= one.line <= (mark.end_lineno or 0)]
            if marks:
                return _plain(lines[first_line(node) - 1 : last_line(node)])
    return _plain(lines)


def _plain(lines: list[str]) -> str:
    kept = (line.strip() for line in lines)
    return "\n".join(line for line in kept if line and not line.startswith("#"))


@cache
def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


@cache
def _parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))
