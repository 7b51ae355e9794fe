"""The checks that read the sources and run nothing of them: style, form, types, imports, layout."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Command = tuple[str, ...]
LIMIT = 25 * 60
"""Seconds that one step may take, ten times what the slowest does: what hangs is named, and the others still run."""

CHECKS: dict[str, Command] = {
    "ruff": ("ruff", "check", "."),
    "format": ("ruff", "format", "--check", "."),
    "mypy": (sys.executable, "-m", "mypy"),
    "imports": ("lint-imports", "--no-logo"),
    "layout": (sys.executable, "-m", "tools.layout"),
}


def main(words: list[str]) -> int:
    """Run the checks that are named, or all of them."""
    for word in words:
        if word not in CHECKS:
            print(f"no check is called {word}; there are {', '.join(CHECKS)}")
            return 2
    return in_turn({name: CHECKS[name] for name in words or CHECKS})


def in_turn(steps: Mapping[str, Command]) -> int:
    """Run every step, time it, and go on after a failure: one run tells all that is wrong."""
    failed = []
    for name, command in steps.items():
        print(f"== {name}", flush=True)
        started = time.monotonic()
        verdict = outcome(command)
        if verdict != "ok":
            failed.append(name)
        print(f"== {name}: {verdict}, {time.monotonic() - started:.1f} s", flush=True)
    print(f"== failed: {', '.join(failed)}" if failed else "== all is well", flush=True)
    return 1 if failed else 0


def outcome(command: Command) -> str:
    """Run one step in a group of its own, which ends as a whole when it takes too long or somebody interrupts."""
    with subprocess.Popen(command, cwd=ROOT, start_new_session=True) as step:
        try:
            return "ok" if step.wait(LIMIT) == 0 else "FAILED"
        except subprocess.TimeoutExpired:
            return f"FAILED: not over after {LIMIT} s, so it was ended"
        finally:
            end_group(step)


def end_group(step: subprocess.Popen[bytes]) -> None:
    """End what is left of a step, its children too."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(step.pid, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
