"""A pytest plugin (`-p tools.rules.mutant`) that runs the tests citing one rule against perturbed code or data.

Nothing in the working tree is edited: a module is rewritten while it is imported, and a data file is read from a copy.
What to perturb stands in an environment variable; what came of it is written to the file named there.
"""

from __future__ import annotations

import ast
import builtins
import importlib.abc
import importlib.machinery
import io
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tools.rules.mutations import Mutation, mutated, mutations_of
from tools.rules.sites import tags_in

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Sequence
    from importlib.machinery import ModuleSpec

    import pytest

VARIABLE = "SANDTABLE_MUTANT"


def mutations_at(source: str, line: int) -> tuple[ast.Module, list[Mutation]]:
    """The parsed module and the perturbations of the code under the tag on a line."""
    module = ast.parse(source)
    site = next(site for tag, site in tags_in(source, list(ast.walk(module))) if tag.line == line)
    return module, mutations_of(site) if site else []


class _MutatingLoader(importlib.machinery.SourceFileLoader):
    """Compiles a perturbed module; cached byte code is neither used nor left behind."""

    def __init__(self, fullname: str, path: str, plan: dict[str, Any], note: Callable[[], None]) -> None:
        super().__init__(fullname, path)
        self._plan = plan
        self._note = note

    def get_code(self, fullname: str) -> types.CodeType:
        """Parse, perturb, compile."""
        module, mutations = mutations_at(Path(self.path).read_text(encoding="utf-8"), self._plan["line"])
        code = compile(mutated(module, mutations[self._plan["mutation"]]), self.get_filename(fullname), "exec")
        self._note()
        return code


class _Finder(importlib.abc.MetaPathFinder):
    """Finds modules as everyone else does, but gives one of them the mutating loader."""

    def __init__(self, plan: dict[str, Any], note: Callable[[], None]) -> None:
        self._plan = plan
        self._note = note
        path = Path(plan["path"])
        self._name = path.parent.name if path.stem == "__init__" else path.stem

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of the module to perturb; of any other, nothing."""
        if fullname.rpartition(".")[2] != self._name:
            return None
        for finder in sys.meta_path:
            spec = finder.find_spec(fullname, path, target) if finder is not self else None
            if spec and spec.origin and Path(spec.origin).resolve() == Path(self._plan["path"]):
                spec.loader = _MutatingLoader(fullname, spec.origin, self._plan, self._note)
                return spec
            if spec:
                return None
        return None


class MutantRun:
    """One run: chooses the citing tests, perturbs, and reports which tests noticed."""

    def __init__(self, plan: dict[str, Any]) -> None:
        """Prepare the perturbation, if the plan has one; a plan without is the control run."""
        self._plan = plan
        self._report: dict[str, Any] = {"applied": False, "ran": 0, "failed": [], "broken": []}
        if plan.get("kind") == "code":
            sys.meta_path.insert(0, _Finder(plan, self._applied))
        elif plan.get("kind") == "data":
            self._redirect(Path(plan["path"]), plan["copy"])

    def _applied(self) -> None:
        self._report["applied"] = True

    def _redirect(self, path: Path, replacement: str) -> None:
        """Let every reader of a data file get the perturbed copy."""
        genuine = io.open

        def redirected(file: Any, *args: Any, **kwargs: Any) -> Any:
            if isinstance(file, str | os.PathLike) and Path(os.fsdecode(file)).resolve() == path:
                self._applied()
                file = replacement
            return genuine(file, *args, **kwargs)

        io.open = redirected
        builtins.open = redirected

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep only the tests that cite the rule."""
        cites = [any(self._plan["rule"] in mark.args for mark in item.iter_markers("rule")) for item in items]
        config.hook.pytest_deselected(items=[item for item, does in zip(items, cites, strict=True) if not does])
        items[:] = [item for item, does in zip(items, cites, strict=True) if does]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a module that cannot even be imported: that would happen to any test and proves nothing."""
        if report.failed:
            self._report["broken"].append(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that failed."""
        self._report["ran"] += report.when == "setup"
        if report.failed:
            self._report["failed"].append(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what came of it."""
        Path(self._plan["report"]).write_text(json.dumps(self._report), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Take the plan from the environment; without one this plugin does nothing."""
    if not config.pluginmanager.has_plugin("rule-mutant") and _RUN:
        config.pluginmanager.register(_RUN, "rule-mutant")


# The hooks must stand before any conftest is imported, so they are made when the plugin is.
_RUN = MutantRun(json.loads(os.environ[VARIABLE])) if VARIABLE in os.environ else None
