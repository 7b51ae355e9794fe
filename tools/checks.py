"""The checks that read the sources and run nothing of them: style, form, types, imports, layout."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
Command = tuple[str, ...]

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
        is_fine = subprocess.run(command, cwd=ROOT, check=False).returncode == 0
        if not is_fine:
            failed.append(name)
        print(f"== {name}: {'ok' if is_fine else 'FAILED'}, {time.monotonic() - started:.1f} s", flush=True)
    print(f"== failed: {', '.join(failed)}" if failed else "== all is well", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
