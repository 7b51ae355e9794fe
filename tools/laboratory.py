"""Tests of the laboratory: ``python -m tools.laboratory [pytest words]`` fetches what they need and runs them."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements-lab.lock"
NEEDED = ("pettingzoo", "gymnasium", "pyspiel", "distributed", "pyarrow")
ASKED = "SANDTABLE_LAB_TESTS"


def is_ready() -> bool:
    """Whether all that the laboratory needs can be imported."""
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) for name in NEEDED)


def main(words: list[str]) -> int:
    """Make ready and run the tests."""
    fetch = [str(ROOT / "dev"), "packages", "--require-hashes", "-r", str(LOCK)]
    if not is_ready() and subprocess.run(fetch, check=False).returncode:
        print("What the laboratory needs could not be fetched.", file=sys.stderr)
        return 1
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "tests/lab", *words]
    return subprocess.run(command, cwd=ROOT, env={**os.environ, ASKED: "1"}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
