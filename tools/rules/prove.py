"""Mutation mode: a rule is proven when each clause of the code and data tagged with it is missed by a citing test.

A place belongs to all the ids that name it: the tests of any of them may notice that a clause is gone, but each id
needs a test of its own that notices at least one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.rules.citations import PROVES
from tools.rules.fates import Fate, Verdict
from tools.rules.places import Place, places
from tools.rules.recording import VARIABLE

if TYPE_CHECKING:
    from tools.rules.citations import Scan
    from tools.rules.tree import Tree

HERE = Path(__file__).resolve().parents[2]
JOBS = 2
BATCH = 400  # mutants that one process tries: so much is lost when it is cut short


@dataclass(frozen=True)
class Proof:
    """The verdict on one rule, how many of its clauses a test misses, and what is not proven."""

    rule: str
    verdict: Verdict
    killed: int = 0
    clauses: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Trial:
    """What a worker found at a place: the fate of each mutant, the ids whose tests noticed one, or that have tests."""

    place: Place
    fates: tuple[Fate, ...]
    noticed: frozenset[str]
    tested: frozenset[str]
    red: tuple[str, ...]
    strangers: dict[int, str]

    @property
    def counted(self) -> list[tuple[int, Fate]]:
        """The mutants that say something: not those that no program could survive."""
        return [(at, fate) for at, fate in enumerate(self.fates) if fate != Fate.BROKEN]


class ProveError(Exception):
    """A test run that could not be made; the text is what it said."""


def prove(
    tree: Tree,
    scan: Scan,
    rules: list[str],
    tell: Callable[[Proof], None],
    *,
    jobs: int = JOBS,
    asks_strangers: bool = False,
) -> tuple[list[Proof], list[Trial]]:
    """Try to prove each rule, telling each verdict as it is known; the trials of all places beside."""
    cited = {one.rule for one in scan.citations if one.kind in PROVES}
    found = places(scan, rules)
    of = {rule: [one for one in found if rule in one.ids] for rule in rules}
    tried = [one for one in found if one.mutants and any(rule in cited for rule in one.ids)]
    tried.sort(key=lambda one: (not one.is_code, len(one.mutants) > BATCH))  # big tables, which take longest, last
    trials: dict[int, Trial] = {}
    proofs: dict[str, Proof] = {}

    def settle() -> None:
        for rule in rules:
            ready = all(id(one) in trials for one in of[rule] if one in tried)
            if rule not in proofs and ready:
                proofs[rule] = _proof(tree, rule, of[rule], trials, rule in cited)
                tell(proofs[rule])

    settle()
    for trial in _trials(tree, tried, jobs, asks_strangers):
        trials[id(trial.place)] = trial
        settle()
    return [proofs[rule] for rule in rules], list(trials.values())


def _proof(tree: Tree, rule: str, mine: list[Place], trials: dict[int, Trial], is_cited: bool) -> Proof:
    """What the trials say of one rule."""
    if not mine:
        return Proof(rule, Verdict.NOT_TAGGED)
    if not is_cited:
        return Proof(rule, Verdict.NO_TEST)
    done = [trials[id(place)] for place in mine if id(place) in trials]
    red = tuple(dict.fromkeys(node for trial in done for node in trial.red))
    if red:
        return Proof(rule, Verdict.RED, notes=red)
    if done and not any(rule in trial.tested for trial in done):
        return Proof(rule, Verdict.NO_TEST, notes=("the files that cite it collect no passing test that does",))
    notes = [f"{_at(tree, place)}: nothing here can be taken away" for place in mine if id(place) not in trials]
    verdict = Verdict.UNPROVABLE if notes else Verdict.PROVEN
    killed = clauses = 0
    for trial in done:
        counted = trial.counted
        killed += sum(fate in (Fate.KILLED, Fate.EXCUSED) for _, fate in counted)
        clauses += len(counted)
        lost = _lost(tree, rule, trial)
        if lost:
            is_dead = all(fate == Fate.UNREACHED for _, fate in counted)
            verdict = Verdict.UNREACHED if is_dead else max(verdict, Verdict.SURVIVED, key=list(Verdict).index)
            notes += lost
    return Proof(rule, verdict, killed, clauses, tuple(notes))


def _lost(tree: Tree, rule: str, trial: Trial) -> list[str]:
    """What a rule leaves unproven at a place."""
    place, counted = trial.place, trial.counted
    if not counted:
        return [f"{_at(tree, place)}: {Fate.BROKEN}"]
    if all(fate == Fate.UNREACHED for _, fate in counted):
        return [f"{_at(tree, place)}: {Fate.UNREACHED}"]
    lost = [
        f"{tree.name(place.path)}:{place.mutants[at].line}: {place.mutants[at].label}: {fate}"
        + (f"; noticed by {trial.strangers[at]}, which does not cite it" if at in trial.strangers else "")
        for at, fate in counted
        if fate not in (Fate.KILLED, Fate.EXCUSED)
    ]
    if rule not in trial.noticed and any(fate == Fate.KILLED for _, fate in counted):
        lost.append(f"{_at(tree, place)}: no test that cites {rule} itself notices anything")
    return lost + _untrue(tree, trial)


def _untrue(tree: Tree, trial: Trial) -> list[str]:
    """Marks that call a clause equivalent of which a test notices that it is gone."""
    fates: dict[int, set[Fate]] = {}
    for mutant, fate in zip(trial.place.mutants, trial.fates, strict=True):
        if mutant.excuse:
            fates.setdefault(mutant.line, set()).add(fate)
    where = tree.name(trial.place.path)
    return [
        f"{where}:{line}: marked as equivalent, but it is not"
        for line, seen in fates.items()
        if Fate.EXCUSED not in seen
    ]


def _at(tree: Tree, place: Place) -> str:
    return f"{tree.name(place.path)}:{place.line}"


# --- workers --------------------------------------------------------------------------------------------------------


def batches(tried: list[Place]) -> list[list[Place]]:
    """Places in batches of so many mutants, those of a file together where they fit."""
    found: list[list[Place]] = []
    room = 0
    for place in tried:
        if room < len(place.mutants):
            found.append([])
            room = BATCH
        found[-1].append(place)
        room -= len(place.mutants)
    return found


def _trials(tree: Tree, tried: list[Place], jobs: int, asks_strangers: bool) -> Iterable[Trial]:
    """Let workers try places, some at a time."""
    with tempfile.TemporaryDirectory(prefix="rules-") as folder, ThreadPoolExecutor(jobs) as pool:
        parts = batches(tried)
        runs = [
            pool.submit(_batch, tree, part, Path(folder) / f"{number}.json", asks_strangers)
            for number, part in enumerate(parts)
        ]
        for run in as_completed(runs):
            yield from run.result()


def _batch(tree: Tree, part: list[Place], plan: Path, asks_strangers: bool) -> list[Trial]:
    """One worker, from its plan to its verdicts."""
    keys = {(tree.name(one.path), one.line): one for one in part}
    content = {"root": str(tree.root), "places": list(keys), "strangers": asks_strangers}
    plan.write_text(json.dumps(content), encoding="utf-8")
    command = [sys.executable, "-m", "tools.rules.worker", str(plan)]
    done = subprocess.run(command, cwd=tree.root, env=environment(tree), capture_output=True, check=False)
    told = [json.loads(line) for line in done.stdout.decode().splitlines()]
    if len(told) < len(part):
        raise ProveError(f"the citing tests could not be run:\n{done.stderr.decode(errors='replace').strip()}")
    return [_trial(keys[one["path"], one["line"]], one) for one in told]


def _trial(place: Place, told: dict[str, Any]) -> Trial:
    fates = [Fate(one) for one in told["fates"]]
    for at, mutant in enumerate(place.mutants):
        if mutant.excuse and fates[at] in (Fate.SURVIVED, Fate.UNREACHED):
            fates[at] = Fate.EXCUSED
    strangers = {int(at): node for at, node in told["strangers"].items()}
    return Trial(
        place, tuple(fates), frozenset(told["noticed"]), frozenset(told["tested"]), tuple(told["red"]), strangers
    )


def environment(tree: Tree) -> dict[str, str]:
    """The environment of a test run: this package and the sources in reach, no plugin that was not asked for."""
    reach = [str(HERE), str(tree.root / "src"), os.environ.get("PYTHONPATH", "")]
    env = {name: value for name, value in os.environ.items() if name not in (VARIABLE, "PYTEST_ADDOPTS")}
    env.update(PYTHONPATH=os.pathsep.join(one for one in reach if one), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    env.update(PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1")
    return env
