"""What the tests said when they last ran: read from and merged into `.rules/results.json`."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from tools.rules.citations import PROVES, Kind
from tools.rules.tree import files, read_json, write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tools.rules.citations import Scan
    from tools.rules.inventory import Inventory
    from tools.rules.tree import Tree

FORMAT = 1
NOT_SOURCES = ("rules.yaml", "manifest.toml", "SOURCES.md")


class State(StrEnum):
    """How far the last results can be trusted for a game."""

    FRESH = "fresh"
    STALE = "stale"  # something that the tests depend on has changed since
    MISSING = "missing"  # a file with citing tests has never been run
    NONE = "none"  # no test cites the game: nothing to run


@dataclass(frozen=True)
class Outcome:
    """How one citing test ended."""

    rules: tuple[str, ...]
    outcome: str


@dataclass(frozen=True)
class Results:
    """Outcomes by node id, and when each test file was last run as a whole (in nanoseconds)."""

    tests: dict[str, Outcome] = field(default_factory=dict)
    ran: dict[str, int] = field(default_factory=dict)

    def passed(self) -> set[str]:
        """The rules that a passing test cites."""
        return {rule for test in self.tests.values() if test.outcome == "passed" for rule in test.rules}

    def citing(self, rule: str) -> dict[str, str]:
        """Node ids and outcomes of the tests that cite a rule."""
        return {node: test.outcome for node, test in self.tests.items() if rule in test.rules}


def load(tree: Tree) -> Results:
    """The last results; none when there are none, or none that this version understands."""
    content = read_json(tree.results)
    if content.get("format") != FORMAT:
        return Results()
    tests = {node: Outcome(tuple(one["rules"]), one["outcome"]) for node, one in content["tests"].items()}
    return Results(tests, dict(content["files"]))


def merge(tree: Tree, new: dict[str, Outcome], whole: set[str], started: int) -> None:
    """Add the outcomes of a run, which replace all that was known of the files it ran as a whole."""
    old = load(tree)
    kept = {
        node: one
        for node, one in old.tests.items()
        if (name := node.partition("::")[0]) not in whole and (tree.root / name).is_file()
    }
    tests = {**kept, **new}
    ran = {name: at for name, at in old.ran.items() if (tree.root / name).is_file()}
    ran.update(dict.fromkeys(whole, started))
    content = {
        "format": FORMAT,
        "files": dict(sorted(ran.items())),
        "tests": {node: {"rules": list(one.rules), "outcome": one.outcome} for node, one in sorted(tests.items())},
    }
    write_whole(tree.results, json.dumps(content, indent=1) + "\n")


def state(tree: Tree, inventory: Inventory, scan: Scan, results: Results) -> State:
    """Whether the results for one game are newer than all they depend on."""
    citing = citing_files(tree, scan, inventory.entries)
    names = {tree.name(path): path for path in citing}
    names |= {node.partition("::")[0]: tree.root / node.partition("::")[0] for node in _recorded(inventory, results)}
    if not names:
        return State.NONE
    if any(name not in results.ran for name in names):
        return State.MISSING
    cases = [one.path for one in scan.citations if one.kind == Kind.CASE and one.rule in inventory.entries]
    newest = max((_changed(path) for path in [*_sources(tree, inventory.game), *cases]), default=0)
    is_stale = any(results.ran[name] < max(newest, _changed(path)) for name, path in names.items())
    return State.STALE if is_stale else State.FRESH


def citing_files(tree: Tree, scan: Scan, rules: Iterable[str]) -> list[Path]:
    """The test modules that cite any of these rules; the case runner stands for all case files."""
    wanted = set(rules)
    proofs = [one for one in scan.citations if one.kind in PROVES and one.rule in wanted]
    return sorted({tree.case_runner if one.kind == Kind.CASE else one.path for one in proofs})


def _recorded(inventory: Inventory, results: Results) -> list[str]:
    """The recorded tests that cite a game."""
    return [node for node, test in results.tests.items() if any(rule in inventory.entries for rule in test.rules)]


def _sources(tree: Tree, game: str) -> list[Path]:
    """What the tests of a game depend on."""
    own = [path for path in files(tree.games / game, "") if path.name not in NOT_SOURCES]
    return own + files(tree.kernel, ".py") + sorted(tree.kernel.parent.glob("*.py"))


def _changed(path: Path) -> int:
    """When a file last changed; a file that is gone counts as changed just now."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 2**63
