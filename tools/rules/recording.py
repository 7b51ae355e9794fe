"""The pytest plugin that writes down how every test that cites a rule ended."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest

from tools.rules import results
from tools.rules.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Sequence

VARIABLE = "SANDTABLE_MUTANT"  # set where code or data is mutated
MARKER = "rule(*ids): the rule ids that this test proves"
RANK = ("passed", "xpassed", "skipped", "failed")  # of the phases of one test the worst counts
ENDED = (0, 1)  # exit codes of a run that went through all it had collected


def install(config: pytest.Config) -> None:
    """Declare the marker and record results; a run under mutation says nothing about the rules and is not recorded."""
    config.addinivalue_line("markers", MARKER)
    if VARIABLE not in os.environ:
        config.pluginmanager.register(Recorder(config), "rule-results")


class Recorder:
    """Collects outcomes; under xdist the workers attach the ids to their reports and the controller writes."""

    def __init__(self, config: pytest.Config) -> None:
        """Begin to record a run."""
        self._config = config
        self._started = time.time_ns()
        self._seen: set[str] = set()
        self._tests: dict[str, results.Outcome] = {}
        self._cut: set[str] = set()  # files of which a citing test was left out

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Let each item carry the ids of its markers into its reports."""
        for item in items:
            rules = {str(rule): None for mark in item.iter_markers("rule") for rule in mark.args}
            item.user_properties.extend(("rule", rule) for rule in rules)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note one phase of one test."""
        self._seen.add(report.nodeid.partition("::")[0])
        rules = tuple(str(value) for name, value in report.user_properties if name == "rule")
        if rules:
            known = self._tests.get(report.nodeid)
            outcome = max(_outcome(report), known.outcome if known else "passed", key=RANK.index)
            self._tests[report.nodeid] = results.Outcome(rules, outcome)

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        """Note the files of which this run leaves out a citing test, for it says nothing new about those as a whole."""
        self._cut |= {item.nodeid.partition("::")[0] for item in items if item.get_closest_marker("rule")}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """Learn from a worker of xdist what it left out."""
        self._cut |= set(getattr(node, "workeroutput", {}).get("rules-left-out", ()))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Merge this run into what was known."""
        if hasattr(self._config, "workeroutput"):
            self._config.workeroutput["rules-left-out"] = sorted(self._cut)
        elif self._seen:
            ended = int(exitstatus) in ENDED and not session.shouldstop and not session.shouldfail
            self._cut |= {arg.partition("::")[0] for arg in self._config.args if "::" in arg}
            whole = self._seen - self._cut if ended else set()
            results.merge(Tree(self._config.rootpath), self._tests, whole, self._started)


def _outcome(report: pytest.TestReport) -> str:
    """The outcome of one phase; a test that was expected to fail proves nothing, even when it passes."""
    if report.passed and hasattr(report, "wasxfail"):
        return "xpassed"
    return str(report.outcome)
