"""The program without what only POSIX has: ``python -m tools.portable`` runs suites as a Windows machine would.

Modules that Windows lacks cannot be imported by ours; those of others, which know what to do, still can.
"""

from __future__ import annotations

import builtins
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

POSIX_ONLY = frozenset(
    {"crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios"}
    | {"tty"}
)
SUITES = ("tests/cli", "tests/store", "tests/bots", "tests/test_savefile.py", "tests/test_casefile.py")
SERVER = ("app", "commands", "importing", "play", "seating", "tables")
LOCKS = (
    "tests/cli/test_answering.py::test_a_file_in_use_is_told",
    "tests/cli/test_session.py::test_the_file_is_held_while_somebody_sits_there",
    "tests/test_savefile.py::test_two_commands_do_not_write_at_once",
)
"""Tests of locks on files: Windows has its own, which cannot be tried here, and without any nobody waits."""
PACKAGE = "sandtable"

_import = builtins.__import__


def main(words: list[str]) -> int:
    """Run the suites with those modules hidden; words go to pytest."""
    files = [*SUITES, *(f"tests/server/test_{name}.py" for name in SERVER)]
    # PostgreSQL is a club's, and a club's host is not what this is about.
    chosen = ["-m", "not slow", "-k", "not postgres", *(f"--deselect={name}" for name in LOCKS)]
    plugins = ("-p", "xdist", "-p", "hypothesispytest", "-p", "tools.portable", "-n", "2", "-q")
    return subprocess.run([sys.executable, "-m", "pytest", *plugins, *chosen, *words, *files], check=False).returncode


def pytest_configure(config: object) -> None:
    """As a plugin of pytest it hides them in every process of a run."""
    hide()


def hide() -> None:
    """Let imports of our package fail where Windows has nothing to import."""
    builtins.__import__ = _guarded  # type: ignore[assignment]


def _guarded(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] = (),
    level: int = 0,
) -> Any:
    importer = str((globals or {}).get("__name__", ""))
    if level == 0 and name.partition(".")[0] in POSIX_ONLY and importer.partition(".")[0] == PACKAGE:
        raise ModuleNotFoundError(f"No module named {name!r} (hidden: only POSIX has it)", name=name)
    return _import(name, globals, locals, fromlist, level)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
