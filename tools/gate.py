"""Everything that must be green before a change goes in: `./dev test --all`."""

from __future__ import annotations

import subprocess
import sys

from tools.checks import CHECKS, ROOT, Command, in_turn


def main(words: list[str]) -> int:
    """Run the whole gate; words go to pytest."""
    return in_turn(steps(words, has_fuzz=is_command("fuzz"), has_bench=is_tool("bench")))


def steps(words: list[str], *, has_fuzz: bool, has_bench: bool) -> dict[str, Command]:
    """What is run, in order, each step under its name; slow tests are in."""
    gate: dict[str, Command] = {
        **CHECKS,
        "audit": ("python", "-m", "tools.audit"),
        "postgres": ("python", "-m", "tools.postgres", "--install"),
        "web": ("python", "-m", "tools.web", "test"),
        "tests": ("./dev", "test", "-m", "", *words),
        "browser": ("python", "-m", "tools.browser"),
        "docs": ("./dev", "docs"),
        "wheel": ("./dev", "wheel"),
    }
    for name, is_there in (("bench", has_bench), ("fuzz", has_fuzz)):
        if is_there:
            gate[name] = ("./dev", name, "--quick")
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
