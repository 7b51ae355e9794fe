"""Mutation mode: a rule is proven when every piece of code tagged with it can be broken so that a citing test fails."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.rules.citations import IMPLEMENTS, Citation, Kind, Scan
from tools.rules.mutant import VARIABLE, mutations_at
from tools.rules.records import perturbations
from tools.rules.results import citing_files

if TYPE_CHECKING:
    from tools.rules.tree import Tree

HERE = Path(__file__).resolve().parents[2]
PATIENCE = 60  # seconds for one mutant; one that hangs has been noticed


class Verdict(StrEnum):
    """What can be said of a rule."""

    PROVEN = "proven"
    SURVIVED = "survived"
    UNPROVABLE = "unprovable"  # nothing at one of its places can be perturbed
    NO_TEST = "no citing test"
    NOT_TAGGED = "not tagged"
    RED = "citing test fails already"


class Fate(StrEnum):
    """What became of one mutant."""

    KILLED = "killed"
    SURVIVED = "survived"
    UNUSED = "never loaded by a citing test"
    BROKEN = "breaks the import, which any test would notice"


@dataclass(frozen=True)
class Proof:
    """The verdict on one rule and, where it is not proven, why."""

    rule: str
    verdict: Verdict
    notes: tuple[str, ...] = ()


class ProveError(Exception):
    """A test run that could not be made; the text is what pytest said."""


@dataclass(frozen=True)
class Mutant:
    """One perturbation of one place, as the plan for a run."""

    label: str
    plan: dict[str, Any] = field(default_factory=dict)


def prove(tree: Tree, scan: Scan, rules: list[str], tell: Callable[[Proof], None]) -> list[Proof]:
    """Try to prove each rule, one test run at a time, telling each verdict as it is known."""
    proofs = []
    with tempfile.TemporaryDirectory(prefix="rules-") as folder:
        for rule in rules:
            proofs.append(_prove(tree, scan, rule, Path(folder)))
            tell(proofs[-1])
    return proofs


def _prove(tree: Tree, scan: Scan, rule: str, folder: Path) -> Proof:
    """Try to prove one rule."""
    places = scan.where(rule, *IMPLEMENTS)
    if not places:
        return Proof(rule, Verdict.NOT_TAGGED)
    tests = citing_files(tree, scan, [rule])
    if not tests:
        return Proof(rule, Verdict.NO_TEST)
    try:
        control = _run(tree, rule, tests, Mutant("control"), folder)
    except subprocess.TimeoutExpired:
        return Proof(rule, Verdict.RED, (f"the citing tests take more than {PATIENCE} s without any mutation",))
    if control["failed"] or control["broken"]:
        return Proof(rule, Verdict.RED, tuple(control["failed"] + control["broken"]))
    if not control["ran"]:
        return Proof(rule, Verdict.NO_TEST, ("the files that cite it collect no test that does",))
    survived: list[str] = []
    unprovable: list[str] = []
    for place in places:
        where = f"{tree.name(place.path)}:{place.line}"
        mutants = _mutants(place, folder)
        if not mutants:
            unprovable.append(f"{where}: nothing here can be perturbed")
        fates: list[str] = []
        for mutant in mutants:
            fate = _fate(tree, rule, tests, mutant, folder)
            if fate == Fate.KILLED:
                fates = []
                break
            fates.append(f"{where}: {mutant.label}: {fate}")
        survived += fates
    verdict = Verdict.SURVIVED if survived else Verdict.UNPROVABLE if unprovable else Verdict.PROVEN
    return Proof(rule, verdict, tuple(survived + unprovable))


def _mutants(place: Citation, folder: Path) -> list[Mutant]:
    """The mutants of one tagged place."""
    path = place.path.resolve()
    text = path.read_text(encoding="utf-8")
    base = {"path": str(path), "line": place.line}
    if place.kind == Kind.TAG:
        _, mutations = mutations_at(text, place.line)
        return [Mutant(one.label, {**base, "kind": "code", "mutation": at}) for at, one in enumerate(mutations)]
    mutants: list[Mutant] = []
    for label, changed in perturbations(text, path.suffix, place.rule, place.line):
        copy = folder / f"data{len(mutants)}{path.suffix}"
        copy.write_text(changed, encoding="utf-8")
        mutants.append(Mutant(label, {**base, "kind": "data", "copy": str(copy)}))
    return mutants


def _fate(tree: Tree, rule: str, tests: list[Path], mutant: Mutant, folder: Path) -> Fate:
    """Run the citing tests against one mutant."""
    try:
        report = _run(tree, rule, tests, mutant, folder)
    except subprocess.TimeoutExpired:
        return Fate.KILLED
    if not report["applied"]:
        return Fate.UNUSED
    if report["failed"]:
        return Fate.KILLED
    return Fate.BROKEN if report["broken"] else Fate.SURVIVED


def _run(tree: Tree, rule: str, tests: list[Path], mutant: Mutant, folder: Path) -> dict[str, Any]:
    """One run of pytest in a process of its own; what its plugin reported."""
    target = folder / "report.json"
    target.unlink(missing_ok=True)
    plan = {**mutant.plan, "rule": rule, "report": str(target)}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:randomly", "-p", "no:cacheprovider"]
    command += ["-p", "tools.rules.mutant", *(str(path) for path in tests)]
    env = environment(tree, plan)
    done = subprocess.run(command, cwd=tree.root, env=env, timeout=PATIENCE, capture_output=True, check=False)
    if target.is_file():
        report: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
        return report
    if done.returncode < 0:  # the interpreter itself died under the mutation
        return {"applied": True, "ran": 1, "failed": ["interpreter"], "broken": []}
    raise ProveError(
        f"pytest could not run the tests that cite {rule}:\n{(done.stdout + done.stderr).decode().strip()}"
    )


def environment(tree: Tree, plan: dict[str, Any] | None = None) -> dict[str, str]:
    """The environment of a test run: this package and the sources in reach, no plugin that was not asked for."""
    reach = [str(HERE), str(tree.root / "src"), os.environ.get("PYTHONPATH", "")]
    env = {name: value for name, value in os.environ.items() if name not in (VARIABLE, "PYTEST_ADDOPTS")}
    env.update(PYTHONPATH=os.pathsep.join(one for one in reach if one), PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    return {**env, VARIABLE: json.dumps(plan)} if plan else env
