"""The warm process: collects the citing tests once, then forks a child for each mutant and runs them there.

A child costs what the tests cost: everything is imported and collected, the data is read. First a child without any
mutant runs every test and notes which lines it reaches, so that a mutant meets only the tests that reach it.
"""

from __future__ import annotations

import gc
import json
import math
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tools.rules.fates import Fate
from tools.rules.records import changed
from tools.rules.swap import LiveCode, Swapped, redirect

if TYPE_CHECKING:
    from tools.rules.places import Mutant, Place

LEAST, TIMES = 2, 5  # seconds of CPU for any child, and how often what the tests take without a mutant
MEMORY = 6 << 30
STRANGERS = 40  # tests that do not cite a place and are asked about a survivor, the quickest
RAN_OUT = 3  # exit codes of a child: 0 nothing noticed, 1 a test failed, these
NOT_SWAPPED = 4


@dataclass
class Test:
    """A citing test and what the control run said of it."""

    number: int
    item: pytest.Item
    rules: frozenset[str]
    outcome: str = "not run"
    seconds: float = 0.0


@dataclass
class Verdicts:
    """What became of the mutants of a place, by number; the ids whose own tests noticed one; the tests that are red.

    Strangers are tests that notice a survivor without citing the place.
    """

    fates: dict[int, str] = field(default_factory=dict)
    noticed: set[str] = field(default_factory=set)
    red: list[str] = field(default_factory=list)
    strangers: dict[int, str] = field(default_factory=dict)
    ran: int = 0
    tested: set[str] = field(default_factory=set)


class Warm:
    """A pytest plugin that takes the place of its test loop."""

    def __init__(
        self,
        places: list[Place],
        games: Path,
        folder: Path,
        tell: Callable[[int, Verdicts], None],
        *,
        asks_strangers: bool = False,
    ) -> None:
        """Prepare to prove places below the folder of the games; begin to note what runs early."""
        self._places = places
        self._folder = folder
        self._tell = tell
        self._asks_strangers = asks_strangers
        self._tests: list[Test] = []
        self._reach: dict[str, dict[int, list[int]]] = {}
        self._games = games
        self._early_files: set[str] = set()
        self._is_early = True
        sys.addaudithook(self._opened)
        self._cover = self._coverage()
        self._cover.start()

    def _coverage(self) -> coverage.Coverage:
        return coverage.Coverage(data_file=None, config_file=False, include=[f"{self._games}/*"])

    def _opened(self, event: str, args: tuple[Any, ...]) -> None:
        if event == "open" and self._is_early and isinstance(args[0], str):
            self._early_files.add(os.path.realpath(args[0]))

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep only the tests that cite a rule of the places."""
        wanted = {rule for place in self._places for rule in place.ids}
        kept = []
        for item in items:
            rules = frozenset(str(rule) for mark in item.iter_markers("rule") for rule in mark.args) & wanted
            if rules or (self._asks_strangers and item.get_closest_marker("rule")):
                kept.append(item)
                self._tests.append(Test(len(self._tests), item, rules))
        items[:] = kept

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Prove every place."""
        self._is_early = False
        _read_data(self._games, self._places)
        self._cover.stop()
        data = self._cover.get_data()
        early = {path: set(data.lines(path) or ()) for path in data.measured_files()}
        self._control()
        gc.collect()
        live = LiveCode()
        gc.freeze()  # pages that the collector does not touch stay shared with the children
        for number, place in enumerate(self._places):
            self._tell(number, self._prove(place, live, early.get(str(place.path), set())))
        return True

    # --- one place --------------------------------------------------------------------------------------------------

    def _prove(self, place: Place, live: LiveCode, early: set[int]) -> Verdicts:
        verdicts = Verdicts()
        citing = [one for one in self._tests if one.rules.intersection(place.ids)]
        verdicts.red = [one.item.nodeid for one in citing if one.outcome == "failed"]
        passing = [one for one in citing if one.outcome == "passed"]
        verdicts.ran = len(passing)
        verdicts.tested = {rule for one in passing for rule in one.rules if rule in place.ids}
        if verdicts.red or not passing:
            return verdicts
        for number, mutant in enumerate(place.mutants):
            tests = self._reaching(place, mutant, passing)
            if tests or (mutant.clause and self._runs_at_import(mutant, early)):
                fate, killer = self._fate(place, mutant, tests, live, early)
            else:
                fate, killer = Fate.UNREACHED, None
            verdicts.fates[number] = fate
            if self._asks_strangers and mutant.clause and fate in (Fate.SURVIVED, Fate.UNREACHED):
                others = [one for one in self._tests if one.outcome == "passed" and one not in citing]
                reaching = self._reaching(place, mutant, others)[:STRANGERS]
                _, stranger = self._fate(place, mutant, reaching, live, early) if reaching else (fate, None)
                if stranger is not None:
                    verdicts.strangers[number] = stranger.item.nodeid
            if killer is not None:
                verdicts.noticed |= killer.rules
        for rule in place.ids:
            self._attribute(rule, place, passing, live, early, verdicts)
        return verdicts

    def _attribute(
        self, rule: str, place: Place, tests: list[Test], live: LiveCode, early: set[int], verdicts: Verdicts
    ) -> None:
        """Find a mutant that the tests of one id notice, where several ids name the place."""
        own = [one for one in tests if rule in one.rules]
        for number, mutant in enumerate(place.mutants):
            if rule in verdicts.noticed:
                return
            if verdicts.fates[number] == Fate.KILLED and (reaching := self._reaching(place, mutant, own)):
                fate, _ = self._fate(place, mutant, reaching, live, early)
                if fate == Fate.KILLED:
                    verdicts.noticed.add(rule)

    def _runs_at_import(self, mutant: Mutant, early: set[int]) -> bool:
        assert mutant.clause
        first, last = mutant.clause.span
        return any(line in early for line in range(first, last + 1))

    def _reaching(self, place: Place, mutant: Mutant, tests: list[Test]) -> list[Test]:
        """The tests that run the statement of a mutant, the quickest first; who reads which cell nobody knows."""
        chosen = tests
        if mutant.clause:
            lines = self._reach.get(str(place.path), {})
            first, last = mutant.clause.span
            reached = {at for line in range(first, last + 1) for at in lines.get(line, ())}
            chosen = [one for one in tests if one.number in reached]
        return sorted(chosen, key=lambda one: one.seconds)

    def _fate(
        self, place: Place, mutant: Mutant, tests: list[Test], live: LiveCode, early: set[int]
    ) -> tuple[Fate, Test | None]:
        """Run tests against one mutant in a child."""
        runs_early = bool(mutant.clause) and self._runs_at_import(mutant, early)
        is_fresh = not runs_early and (bool(mutant.clause) or str(place.path) not in self._early_files)

        def work(report: Path) -> int:
            if not self._apply(place, mutant, live, forget=runs_early or not mutant.clause):
                return NOT_SWAPPED
            return _first_failure(tests, report)

        code, report = self._child(work, sum(one.seconds for one in tests))
        if code == NOT_SWAPPED:
            return Fate.COLD, None
        if code == 0:
            return (Fate.SURVIVED if is_fresh else Fate.COLD), None
        at = int(report) if report.isdigit() else None
        return Fate.KILLED, tests[at] if at is not None else None

    def _apply(self, place: Place, mutant: Mutant, live: LiveCode, *, forget: bool) -> bool:
        if forget:
            live.forget()
        if mutant.clause:
            assert place.module
            return live.swap(place.path, place.module, mutant.clause) == Swapped.DONE
        assert mutant.cell
        copy = self._folder / f"{os.getpid()}{place.path.suffix}"
        copy.write_text(
            changed(place.path.read_text(encoding="utf-8"), place.path.suffix, mutant.cell), encoding="utf-8"
        )
        redirect(place.path.resolve(), str(copy), lambda: None)
        return True

    # --- children ---------------------------------------------------------------------------------------------------

    def _control(self) -> None:
        """Run every test without a mutant, and learn its outcome, its cost and the lines it reaches."""

        def work(report: Path) -> int:
            cover = self._coverage()
            cover.start()
            told: list[tuple[str, float]] = []
            for at, test in enumerate(self._tests):
                cover.switch_context(str(at))
                start = time.process_time()
                following = self._tests[at + 1].item if at + 1 < len(self._tests) else None
                told.append((_outcome(test.item, following), time.process_time() - start))
            cover.stop()
            data = cover.get_data()
            reach: dict[str, dict[int, list[int]]] = {}
            for path in data.measured_files():
                lines = data.contexts_by_lineno(path)
                reach[path] = {line: [int(one) for one in found if one] for line, found in lines.items()}
            report.write_text(json.dumps({"tests": told, "reach": reach}), encoding="utf-8")
            return 0

        code, report = self._child(work, 3600)
        if code:
            raise pytest.UsageError(f"the citing tests cannot be run without any mutant (exit code {code})")
        told = json.loads(report)
        for test, (outcome, seconds) in zip(self._tests, told["tests"], strict=True):
            test.outcome, test.seconds = outcome, seconds
        self._reach = {
            path: {int(line): found for line, found in lines.items()} for path, lines in told["reach"].items()
        }

    def _child(self, work: Callable[[Path], int], seconds: float) -> tuple[int, str]:
        """Do work in a child with a limit of CPU time; its exit code and what it wrote down."""
        report = self._folder / "report"
        report.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            code = RAN_OUT
            try:
                limit = math.ceil(LEAST + TIMES * seconds)
                resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                signal.signal(signal.SIGXCPU, signal.SIG_DFL)
                code = work(report)
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        copy = self._folder / f"{child}"
        for left in self._folder.glob(f"{copy.name}.*"):
            left.unlink()
        told = report.read_text(encoding="utf-8") if report.is_file() else ""
        return os.waitstatus_to_exitcode(status), told


def _first_failure(tests: Iterable[Test], report: Path) -> int:
    """Run tests until one fails, and write down which; 0 when none does."""
    chosen = list(tests)
    for at, test in enumerate(chosen):
        following = chosen[at + 1].item if at + 1 < len(chosen) else None
        if _outcome(test.item, following) == "failed":
            report.write_text(str(at), encoding="utf-8")
            return 1
    return 0


def _outcome(item: pytest.Item, following: pytest.Item | None) -> str:
    reports = runtestprotocol(item, log=False, nextitem=following)
    if any(report.failed for report in reports):
        return "failed"
    is_whole = all(report.passed and not hasattr(report, "wasxfail") for report in reports)
    return "passed" if is_whole else "skipped"


def _read_data(games: Path, places: list[Place]) -> None:
    """Open the scenarios of the games of these places, so that every child finds them read."""
    names = {place.path.relative_to(games).parts[0] for place in places if place.path.is_relative_to(games)}
    for name in sorted(names):
        try:
            from sandtable import registry

            game = registry.game(name)
            for one in game.scenarios():
                game.open(one.name)
        except (ImportError, AttributeError, LookupError):  # a game of a test, or one that cannot be played yet
            continue
