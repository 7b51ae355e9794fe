"""`./dev rules`: what of the rulebooks is implemented, tested and exercised, and whether the tests prove it."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tools.rules import citations, coverage, docs, folders, inventory, report, results
from tools.rules.prove import ProveError, Verdict, environment, prove
from tools.rules.results import State, citing_files
from tools.rules.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.rules.citations import Scan
    from tools.rules.coverage import Coverage
    from tools.rules.inventory import Inventory, Library

NO_TESTS = 5  # pytest's exit code when nothing was collected


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 1 when something is wrong with the rules, 2 when the question was."""
    parser = _parser()
    options = parser.parse_args(argv)
    tree = Tree(options.root.resolve())
    try:
        return _answer(tree, options)
    except (inventory.InventoryError, ProveError) as error:
        print(f"rules: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, say `head`, has seen enough; Python would complain again when it flushes
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="./dev rules", description=__doc__, allow_abbrev=False)
    parser.add_argument("game", nargs="?", help="only this game")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    parser.add_argument("--missing", action="store_true", help="list the entries that still need code or a test")
    parser.add_argument("--check", action="store_true", help="fail when tags and passing tests do not agree")
    parser.add_argument("--run", action="store_true", help="run the tests that cite rules first")
    parser.add_argument("--prove", nargs="+", metavar="ID", help="break the tagged code: a test must fail; or: all")
    parser.add_argument("--games", type=Path, metavar="FOLDER", help="also count rules that fired in these .game files")
    parser.add_argument("--write-docs", action="store_true", help="write docs/rules/<game>.md")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2], help=argparse.SUPPRESS)
    return parser


def _answer(tree: Tree, options: argparse.Namespace) -> int:
    """Read everything, then do what was asked."""
    library = inventory.load(tree)
    chosen = _chosen(library, options.game)
    if options.games and not options.games.is_dir():
        raise inventory.InventoryError(f"--games {options.games}: there is no such folder")
    found = folders.judged(tree, library, citations.scan(tree, library, options.games))
    if found.problems:
        print(report.problems(tree, found.problems), file=sys.stderr)
    if options.prove:
        return max(_prove(tree, library, chosen, found, options.prove), bool(found.problems))
    if options.run and not _run(tree, found, chosen):
        print("rules: some of the citing tests failed", file=sys.stderr)
    last = results.load(tree)
    coverages = [coverage.cover(tree, one, found, last) for one in chosen]
    _print(tree, options, coverages)
    faults = _check(coverages) if options.check else 0
    return 1 if faults or found.problems else 0


def _chosen(library: Library, game: str | None) -> list[Inventory]:
    """All games, or the one that was named; citations are always judged against all."""
    if game and game not in library.games:
        raise inventory.InventoryError(f"there is no game {game!r}; choose from: {', '.join(library.games)}")
    return [one for name, one in library.games.items() if game in (None, name)]


def _print(tree: Tree, options: argparse.Namespace, coverages: list[Coverage]) -> None:
    """The report in the form that was asked for."""
    if options.write_docs:
        for path in docs.write_docs(tree, coverages):
            print(f"wrote {tree.name(path)}")
    elif options.json:
        print(json.dumps({"games": {one.inventory.game: one.as_data() for one in coverages}}, indent=1))
    elif options.missing:
        print(report.missing(coverages))
    else:
        print(report.table(coverages))


def _check(coverages: list[Coverage]) -> int:
    """Tell every disagreement between tags and tests; how many there are."""
    faults = [fault for one in coverages for fault in one.faults()]
    unsure = (State.STALE, State.MISSING)
    faults += [f"{one.inventory.game}: {report.NOTES[one.state]}" for one in coverages if one.state in unsure]
    for fault in faults:
        print(fault, file=sys.stderr)
    return len(faults)


def _run(tree: Tree, found: Scan, chosen: list[Inventory]) -> bool:
    """Run the citing tests now; they write down their results themselves."""
    files = citing_files(tree, found, [rule for one in chosen for rule in one.entries])
    if not files:
        return True
    command = [sys.executable, "-m", "pytest", "-q", "-m", "rule", *(str(path) for path in files)]
    done = subprocess.run(command, cwd=tree.root, env=environment(tree), stdout=sys.stderr, check=False)
    return done.returncode in (0, NO_TESTS)


def _prove(tree: Tree, library: Library, chosen: list[Inventory], found: Scan, rules: list[str]) -> int:
    """Prove the rules named, or all that are tagged or tested."""
    if rules == ["all"]:
        cited = {one.rule for one in found.citations if one.kind in (*citations.IMPLEMENTS, *citations.PROVES)}
        rules = [rule for one in chosen for rule in one.entries if rule in cited]
    for rule in rules:
        if library.game_of(rule) is None:
            near = library.nearest(rule)
            hint = f"; nearest: {', '.join(near)}" if near else ""
            raise inventory.InventoryError(f"unknown rule id {rule}{hint}")
    proofs = prove(tree, found, rules, lambda one: print(report.proof(one), flush=True))
    proven = sum(one.verdict == Verdict.PROVEN for one in proofs)
    print(f"{proven} of {len(proofs)} proven")
    return 0 if proven == len(proofs) else 1
