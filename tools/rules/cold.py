"""A fresh process for a mutant that a warm one cannot take on: code and data that are read while tests are collected.

It is forked from a process that has loaded no game: the module is rewritten while it is imported.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tools.rules.clauses import mutated
from tools.rules.fates import Fate
from tools.rules.records import changed
from tools.rules.swap import redirect

if TYPE_CHECKING:
    import types
    from collections.abc import Callable, Iterable, Sequence
    from importlib.machinery import ModuleSpec

    from tools.rules.places import Mutant, Place

PATIENCE = 60  # seconds for one mutant; one that hangs has been noticed
FATES = (Fate.SURVIVED, Fate.KILLED, Fate.BROKEN, Fate.UNREACHED)


class _MutatingLoader(importlib.machinery.SourceFileLoader):
    """Compiles a mutated module; cached byte code is neither used nor left behind."""

    def __init__(self, fullname: str, path: str, code: Callable[[], types.CodeType]) -> None:
        super().__init__(fullname, path)
        self._code = code

    def get_code(self, fullname: str) -> types.CodeType:
        """Compile the mutant."""
        return self._code()


class _Finder(importlib.abc.MetaPathFinder):
    """Finds modules as everyone else does, but gives one of them the mutating loader."""

    def __init__(self, path: Path, code: Callable[[], types.CodeType]) -> None:
        self._path = path
        self._code = code
        self._name = path.parent.name if path.stem == "__init__" else path.stem

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """The specification of the module to mutate; of any other, nothing."""
        if fullname.rpartition(".")[2] != self._name:
            return None
        for finder in sys.meta_path:
            spec = finder.find_spec(fullname, path, target) if finder is not self else None
            if spec and spec.origin and Path(spec.origin).resolve() == self._path:
                spec.loader = _MutatingLoader(fullname, spec.origin, self._code)
                return spec
            if spec:
                return None
        return None


class ColdRun:
    """A pytest plugin: one run of the tests that cite a place, against one of its mutants."""

    def __init__(self, place: Place, mutant: Mutant, ids: Iterable[str], folder: Path) -> None:
        """Set the mutant in the way of whoever imports or reads the file."""
        self._place = place
        self._ids = frozenset(ids)
        self.failed = self.broken = self.applied = False
        if mutant.clause:
            sys.meta_path.insert(0, _Finder(place.path.resolve(), lambda: self._compiled(mutant)))
        else:
            assert mutant.cell
            copy = folder / f"cold{place.path.suffix}"
            copy.write_text(
                changed(place.path.read_text(encoding="utf-8"), place.path.suffix, mutant.cell), encoding="utf-8"
            )
            redirect(place.path.resolve(), str(copy), self._applied)

    def _compiled(self, mutant: Mutant) -> Any:
        assert self._place.module
        assert mutant.clause
        self._applied()
        return compile(mutated(self._place.module, mutant.clause), str(self._place.path), "exec", dont_inherit=True)

    def _applied(self) -> None:
        self.applied = True

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep only the tests that cite one of the ids."""
        items[:] = [item for item in items if any(self._ids & set(mark.args) for mark in item.iter_markers("rule"))]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a module that cannot even be imported: that would happen to any test and proves nothing."""
        self.broken |= report.failed

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that failed."""
        self.failed |= report.failed

    @property
    def fate(self) -> Fate:
        """What became of the mutant."""
        if self.failed:
            return Fate.KILLED
        if self.broken:
            return Fate.BROKEN
        return Fate.SURVIVED if self.applied else Fate.UNREACHED


def cold_fate(place: Place, mutant: Mutant, ids: Iterable[str], words: list[str], folder: Path) -> Fate:
    """Run the tests that cite one of some ids against one mutant, in a child of this process."""
    child = os.fork()
    if child == 0:
        code = FATES.index(Fate.KILLED)
        try:
            import resource

            resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE + 1))
            run = ColdRun(place, mutant, ids, folder)
            pytest.main([*words, "-x"], plugins=[run])
            code = FATES.index(run.fate)
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    return FATES[code] if code in range(len(FATES)) else Fate.KILLED
