"""`./dev rules`: what of the rulebooks is implemented, tested and exercised, and whether the tests prove it."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tools.rules import choose, citations, coverage, docs, folders, inventory, ledger, report, results
from tools.rules.fates import Fate, Verdict
from tools.rules.prove import ProveError, environment, prove
from tools.rules.results import State, citing_files
from tools.rules.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tools.rules.citations import Scan
    from tools.rules.coverage import Coverage
    from tools.rules.inventory import Inventory, Library
    from tools.rules.ledger import Ledger
    from tools.rules.prove import Proof, Trial

NO_TESTS = 5  # pytest's exit code when nothing was collected


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; 1 when something is wrong with the rules, 2 when the question was."""
    parser = _parser()
    options = parser.parse_args(argv)
    tree = Tree(options.root.resolve())
    try:
        return _answer(tree, options)
    except inventory.InventoryError as error:
        print(f"rules: {error}", file=sys.stderr)
        return 2
    except ProveError as error:
        print(f"rules: {error}", file=sys.stderr)
        return 0 if options.rotate else 2  # what the day has chosen fails nothing, nor does what it cannot even try
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
    parser.add_argument(
        "--prove", nargs="*", metavar="ID", help="take each clause away: a citing test must fail; or: all"
    )
    parser.add_argument("--since", metavar="COMMIT", help="prove what has changed since a commit")
    parser.add_argument("--stale", action="store_true", help="prove what has changed since it was entered as proven")
    parser.add_argument(
        "--rotate", metavar="N/M", help="try the N-th of M parts of all entries; survivors are only told"
    )
    parser.add_argument("--most", type=int, metavar="MUTANTS", help="leave entries that would make more in all")
    parser.add_argument("--strangers", action="store_true", help="ask other tests of the game about what survives")
    parser.add_argument("--write", action="store_true", help="enter what is proven into the ledger")
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
    if options.prove is not None:
        return _prove(tree, library, chosen, found, options)
    if options.run and not _run(tree, found, chosen):
        print("rules: some of the citing tests failed", file=sys.stderr)
    last = results.load(tree)
    coverages = [coverage.cover(tree, one, found, last) for one in chosen]
    _print(tree, options, coverages)
    faults = _check(coverages, ledger.load(tree).faults(library, found)) if options.check else 0
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


def _check(coverages: list[Coverage], more: list[str]) -> int:
    """Tell every disagreement between tags, tests and the ledger; how many there are."""
    faults = more + [fault for one in coverages for fault in one.faults()]
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


def _prove(tree: Tree, library: Library, chosen: list[Inventory], found: Scan, options: argparse.Namespace) -> int:
    """Prove the rules that were asked for; where it is only their turn, survivors are told and that is all."""
    rules = _rules(tree, library, chosen, found, options)
    left: list[str] = []
    if options.most is not None:
        rules, left = choose.within(found, rules, options.most)
    now = ledger.fingerprints(found, rules) if options.write else {}

    def tell(one: Proof) -> None:
        print(report.proof(one), flush=True)
        if one.verdict == Verdict.PROVEN and one.rule in now:  # at once, for a long run may be cut short
            _enter(tree, lambda known: known.proven.update({one.rule: now[one.rule]}))

    proofs, trials = prove(tree, found, rules, tell, asks_strangers=options.strangers)
    proven = [one.rule for one in proofs if one.verdict == Verdict.PROVEN]
    print(f"{len(proven)} of {len(proofs)} proven; {_count(trials)} clauses missed by a test")
    if left:
        print(f"{len(left)} left out, for they would make more than {options.most} mutants: {', '.join(left)}")
    if options.write:
        whole = chosen if options.prove == ["all"] and not left else []
        _enter(tree, lambda known: _figures(known, library, whole, found, trials))
    return 0 if len(proven) == len(proofs) or options.rotate else 1


def _count(trials: list[Trial]) -> str:
    """How many of how many clauses are missed."""
    fates = [fate for trial in trials for _, fate in trial.counted]
    return f"{sum(fate in (Fate.KILLED, Fate.EXCUSED) for fate in fates)} of {len(fates)}"


def _rules(
    tree: Tree, library: Library, chosen: list[Inventory], found: Scan, options: argparse.Namespace
) -> list[str]:
    """The entries that were asked for."""
    if options.since:
        return choose.changed_since(tree, chosen, found, options.since)
    if options.stale:
        known = ledger.load(tree)
        return known.stale(ledger.fingerprints(found, known.proven))
    if options.rotate:
        return choose.turn(choose.everything(chosen, found), options.rotate)
    if options.prove == ["all"]:
        return choose.everything(chosen, found)
    if not options.prove:
        raise inventory.InventoryError("--prove needs rule ids, all, --since COMMIT, --stale or --rotate N/M")
    return choose.named(library, options.prove)


def _enter(tree: Tree, write: Callable[[Ledger], None]) -> None:
    """Write something into the ledger; nothing that is proven leaves it."""
    known = ledger.load(tree)
    write(known)
    ledger.save(tree, known)


def _figures(known: Ledger, library: Library, whole: list[Inventory], found: Scan, trials: list[Trial]) -> None:
    """The figures of games that were tried as a whole, and the crowded places of all."""
    known.crowded = ledger.crowded(library, found)
    for one in whole:
        of = _count([trial for trial in trials if trial.place.ids[0] in one.entries])
        known.clauses[one.game] = dict(zip(("missed", "clauses"), map(int, of.split(" of ")), strict=True))
