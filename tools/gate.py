"""Everything that must be green before a change goes in: `./dev test --all`."""

from __future__ import annotations

import datetime as dt
import subprocess
import sys

from tools.checks import CHECKS, ROOT, Command, in_turn

PARTS = 60
"""Parts of all rule entries; each day has one of them tried."""
MUTANTS = 600
"""Of the entries of a day, and of those that changed since they were proven, so many: minutes on two cores."""
TOLD = 200
"""Mutants that the rotation tries: it only tells, so it is kept short."""


def main(words: list[str]) -> int:
    """Run the whole gate; words go to pytest."""
    today = dt.datetime.now(tz=dt.UTC).date().toordinal()
    return in_turn(steps(words, today, has_fuzz=is_command("fuzz"), has_bench=is_tool("bench")))


def steps(words: list[str], day: int, *, has_fuzz: bool, has_bench: bool) -> dict[str, Command]:
    """What is run, in order, each step under its name; slow tests are in.

    What can fail depends on the tree alone: the rotation, which the day chooses, only tells what survives.
    """
    gate: dict[str, Command] = {
        **CHECKS,
        "audit": ("python", "-m", "tools.audit"),
        "postgres": ("python", "-m", "tools.postgres", "--install"),
        "web": ("python", "-m", "tools.web", "test"),
        "windows": ("python", "-m", "tools.portable"),
        "tests": ("./dev", "test", "-m", "", *words),
        **({} if words else {"rules": ("./dev", "rules", "--check")}),  # by the results of all tests
        "proof": ("./dev", "rules", "--prove", "--stale", "--most", str(MUTANTS)),
        "rotation": ("./dev", "rules", "--prove", "--rotate", f"{day % PARTS}/{PARTS}", "--most", str(TOLD)),
        "browser": ("python", "-m", "tools.browser"),
        "laboratory": ("python", "-m", "tools.laboratory"),
        "docs": ("./dev", "docs"),
        "wheel": ("./dev", "wheel"),
    }
    for name, is_there in (("bench", has_bench), ("fuzz", has_fuzz)):
        if is_there:
            gate[name] = ("./dev", name, "--quick")
            if name == "bench":
                gate["counts"] = ("./dev", "bench", "--counts")
        else:
            print(f"== {name}: not part of this release, left out")
    return gate


def is_command(name: str) -> bool:
    """Whether the program has a command of this name."""
    return subprocess.run(["sandtable", name, "--help"], capture_output=True, check=False).returncode == 0


def is_tool(name: str) -> bool:
    """Whether there is a tool of this name to run."""
    return any((ROOT / "tools" / path).is_file() for path in (f"{name}.py", f"{name}/__main__.py"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
