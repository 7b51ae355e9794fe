"""Which entries are to be proven: those that were named, that changed, or whose turn it is."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tools.rules import citations, inventory, ledger
from tools.rules.citations import IMPLEMENTS, PROVES
from tools.rules.places import places
from tools.rules.tree import Tree

if TYPE_CHECKING:
    from tools.rules.citations import Scan
    from tools.rules.inventory import Inventory, Library


def everything(chosen: list[Inventory], scan: Scan) -> list[str]:
    """Every entry of these games that is tagged or cited by a test."""
    cited = {one.rule for one in scan.citations if one.kind in (*IMPLEMENTS, *PROVES)}
    return [rule for one in chosen for rule in one.entries if rule in cited]


def named(library: Library, rules: list[str]) -> list[str]:
    """The entries that were named, each of which there must be."""
    for rule in rules:
        if library.game_of(rule) is None:
            near = library.nearest(rule)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise inventory.InventoryError(f"unknown rule id {rule}{hint}")
    return rules


def changed_since(tree: Tree, chosen: list[Inventory], scan: Scan, commit: str) -> list[str]:
    """The entries whose code, data or tests are not what they were at a commit."""
    rules = everything(chosen, scan)
    with tempfile.TemporaryDirectory(prefix="rules-") as folder:
        packed = subprocess.run(
            ["git", "archive", commit, "src", "tests"], cwd=tree.root, capture_output=True, check=False
        )
        if packed.returncode:
            raise inventory.InventoryError(f"--since {commit}: {packed.stderr.decode(errors='replace').strip()}")
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
        then = Tree(Path(folder))
        before = ledger.fingerprints(citations.scan(then, inventory.load(then)), rules)
    now = ledger.fingerprints(scan, rules)
    return [rule for rule in rules if now[rule] != before[rule]]


def turn(rules: list[str], words: str) -> list[str]:
    """The entries whose turn it is, the N-th of M parts: every M-th, so that each part is of all chapters."""
    number, _, parts = words.partition("/")
    if not (number.isdigit() and parts.isdigit() and int(parts) > 0):
        raise inventory.InventoryError(f"--rotate {words}: say which part of how many, such as 3/20")
    return rules[int(number) % int(parts) :: int(parts)]


def within(scan: Scan, rules: list[str], most: int) -> tuple[list[str], list[str]]:
    """The first entries that together make at most so many mutants, and those that are left."""
    taken: list[str] = []
    seen: set[tuple[Path, int]] = set()
    room = most
    found = places(scan, rules)
    for rule in rules:
        mine = [one for one in found if rule in one.ids and (one.path, one.line) not in seen]
        cost = sum(len(one.mutants) for one in mine)
        if cost <= room:
            taken.append(rule)
            room -= cost
            seen |= {(one.path, one.line) for one in mine}
    left = set(rules) - set(taken)
    return taken, [rule for rule in rules if rule in left]
