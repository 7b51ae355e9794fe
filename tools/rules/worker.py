"""`python -m tools.rules.worker PLAN`: one process that proves some places; each verdict is a line of JSON.

It loads no game itself: a child becomes the warm process, and what that one cannot judge is tried in further children.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tools.rules import citations, inventory
from tools.rules.cold import cold_fate
from tools.rules.fates import Fate
from tools.rules.places import Place, places
from tools.rules.recording import VARIABLE
from tools.rules.results import citing_files
from tools.rules.tree import Tree
from tools.rules.warm import Verdicts, Warm

if TYPE_CHECKING:
    from collections.abc import Iterable

LIBRARIES = ("hypothesis", "msgspec", "numpy", "yaml")  # loaded once, for every child
PYTEST = ("-q", "-p", "no:randomly", "-p", "no:cacheprovider", "-p", "no:xdist")


def main(plan_file: str) -> int:
    """Carry out a plan: the root of the checkout and the places, each as its path and line."""
    plan = json.loads(Path(plan_file).read_text(encoding="utf-8"))
    tree = Tree(Path(plan["root"]))
    os.chdir(tree.root)
    os.environ[VARIABLE] = "1"
    if tree.kernel.is_dir():
        _prepare()
    scan = citations.scan(tree, inventory.load(tree))
    wanted = {(path, line) for path, line in plan["places"]}
    mine = [one for one in places(scan) if (tree.name(one.path), one.line) in wanted]
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what tests and pytest print is no verdict
    with tempfile.TemporaryDirectory(prefix="rules-") as folder:
        os.environ["PYTEST_DEBUG_TEMPROOT"] = folder
        return _carry_out(tree, scan, mine, Path(folder), output, asks_strangers=plan["strangers"])


def _prepare() -> None:
    """Load what every child needs; let made-up examples be the same in every run."""
    for name in LIBRARIES:
        with contextlib.suppress(ImportError):
            __import__(name)
    with contextlib.suppress(ImportError):
        import hypothesis

        hypothesis.settings.register_profile("proof", derandomize=True, database=None, deadline=None)
        hypothesis.settings.load_profile("proof")


def _carry_out(
    tree: Tree, scan: citations.Scan, mine: list[Place], folder: Path, output: Any, *, asks_strangers: bool
) -> int:
    told = folder / "verdicts"
    child = os.fork()
    if child == 0:
        code = 1
        try:
            code = _warm(tree, scan, mine, folder, told, asks_strangers=asks_strangers)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    lines = told.read_text(encoding="utf-8").splitlines() if told.is_file() else []
    for line in lines:
        verdict = json.loads(line)
        place = mine[verdict["place"]]
        _finish(tree, scan, place, verdict, folder)
        verdict.update(path=tree.name(place.path), line=place.line, place=None)
        print(json.dumps(verdict), file=output, flush=True)
    return code if len(lines) < len(mine) else 0


def _warm(
    tree: Tree, scan: citations.Scan, mine: list[Place], folder: Path, told: Path, *, asks_strangers: bool
) -> int:
    """Become the warm process."""
    with told.open("w", encoding="utf-8") as stream:

        def tell(number: int, verdicts: Verdicts) -> None:
            content = {
                "place": number,
                "fates": [str(verdicts.fates.get(at, Fate.SURVIVED)) for at in range(len(mine[number].mutants))],
                "noticed": sorted(verdicts.noticed & set(mine[number].ids)),
                "tested": sorted(verdicts.tested),
                "red": verdicts.red,
                "strangers": verdicts.strangers,
            }
            print(json.dumps(content), file=stream, flush=True)

        plugin = Warm(mine, tree.games, folder, tell, asks_strangers=asks_strangers)
        ids = [rule for place in mine for rule in place.ids]
        if asks_strangers:
            library = inventory.load(tree)
            ids = [
                rule for game in {library.game_of(rule) for rule in ids} if game for rule in library.games[game].entries
            ]
        return int(pytest.main(_words(tree, scan, ids), plugins=[plugin]))


def _finish(tree: Tree, scan: citations.Scan, place: Place, verdict: dict[str, Any], folder: Path) -> None:
    """Try in fresh processes what the warm one could not judge."""
    words = _words(tree, scan, place.ids)
    fates: list[str] = verdict["fates"]
    cold = [place.mutants[at] for at, fate in enumerate(fates) if fate == Fate.COLD]
    fates[:] = [
        cold_fate(place, mutant, place.ids, words, folder) if fate == Fate.COLD else fate
        for mutant, fate in zip(place.mutants, fates, strict=True)
    ]
    for rule in place.ids:
        if rule not in verdict["noticed"] and any(
            cold_fate(place, mutant, (rule,), words, folder) == Fate.KILLED for mutant in cold
        ):
            verdict["noticed"].append(rule)


def _words(tree: Tree, scan: citations.Scan, rules: Iterable[str]) -> list[str]:
    files = citing_files(tree, scan, rules)
    return [*PYTEST, *(str(path) for path in files)]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
