"""Puts a mutant into a running process: the code of live functions is exchanged, a data file is read from a copy.

Nothing in the working tree is edited. What a process has already worked out, at import or in a cache, is not worked
out again by exchanged code: `Swapped.NOT` and the caller's knowledge of what ran early say when a fresh process must.
"""

from __future__ import annotations

import ast
import builtins
import functools
import gc
import io
import os
from enum import Enum
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

from tools.rules.clauses import mutated

if TYPE_CHECKING:
    from collections.abc import Callable

    from tools.rules.clauses import Clause

Key = tuple[str, str, int]  # file, qualified name, first line


class Swapped(Enum):
    """Whether a mutant is now what the process runs."""

    DONE = "done"
    NOT = "not"  # it lies in code that runs at import, or in a closure that is already made


class LiveCode:
    """The functions and caches of a process, as they stand when this is made."""

    def __init__(self) -> None:
        """Look at everything that is alive."""
        self._functions: dict[Key, list[FunctionType]] = {}
        self._caches: list[Any] = []
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                self._functions.setdefault(_key(one.__code__), []).append(one)
            elif isinstance(one, functools._lru_cache_wrapper):
                self._caches.append(one)

    def forget(self) -> None:
        """Empty every cache of the games and their tests."""
        for one in self._caches:
            if str(getattr(one, "__module__", "")).partition(".")[0] in ("sandtable", "tests"):
                one.cache_clear()

    def swap(self, path: Path, module: ast.Module, clause: Clause) -> Swapped:
        """Let all live functions of a module run the mutant; the tree given is used up."""
        top = next((one for one in module.body if _holds(one, clause)), None)
        if top is None or not _is_in_function(top, clause):
            return Swapped.NOT
        changed = mutated(ast.Module([top], []), clause)
        done = False
        for code in _codes(compile(changed, str(path), "exec", dont_inherit=True)):
            for function in self._functions.get(_key(code), ()):
                try:
                    function.__code__ = code
                except ValueError:  # the mutant closes over other variables
                    return Swapped.NOT
                done = True
        return Swapped.DONE if done else Swapped.NOT


def redirect(path: Path, replacement: str, note: Callable[[], None]) -> None:
    """Let every reader of a data file get another one."""
    genuine = io.open

    def redirected(file: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(file, str | os.PathLike) and os.fsdecode(file).endswith(path.name) and _is_same(file, path):
            note()
            file = replacement
        return genuine(file, *args, **kwargs)

    io.open = redirected
    builtins.open = redirected


def _is_same(file: Any, path: Path) -> bool:
    return Path(os.fsdecode(file)).resolve() == path


def _key(code: CodeType) -> Key:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> list[CodeType]:
    """All code below a code."""
    return [one for inner in code.co_consts if isinstance(inner, CodeType) for one in (inner, *_codes(inner))]


def _holds(top: ast.stmt, clause: Clause) -> bool:
    edited = {id(old) for old, _ in clause.edits}
    return any(id(node) in edited for node in ast.walk(top))


def _is_in_function(top: ast.stmt, clause: Clause) -> bool:
    """Whether all that a clause changes stands in the bodies of functions."""
    edited = {id(old) for old, _ in clause.edits}
    for node in ast.walk(top):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            edited -= {id(inner) for statement in node.body for inner in ast.walk(statement)}
    return not edited
