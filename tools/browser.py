"""Tests in a real browser: ``python -m tools.browser [pytest words]``.

Fetches the driver from its lock file and Chromium from the system's packages, once; never the driver's own browser.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LOCK = ROOT / "requirements-e2e.lock"
FAILED = 1
"""How pytest ends when tests failed; other ends (nothing found, a wrong word, interrupted) are not tried again."""


def has_driver() -> bool:
    """Whether the driver can be imported."""
    importlib.invalidate_caches()
    return importlib.util.find_spec("playwright") is not None


def driver_command() -> list[str]:
    """What installs the driver."""
    return [str(ROOT / "dev"), "packages", "--require-hashes", "-r", str(LOCK)]


def fetch_browser() -> str:
    """Install Chromium from the system's packages where that is possible; gives what went wrong."""
    if shutil.which("chromium") or shutil.which("chromium-browser"):
        return ""
    if not shutil.which("apt-get") or os.geteuid() != 0:
        return "The browser tests need Chromium: install the package chromium."
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        done = subprocess.run(["apt-get", *words], env=environment, capture_output=True, text=True, check=False)
        if done.returncode:
            return f"Chromium could not be installed: {done.stderr.strip().splitlines()[-1:] or done.returncode}"
    return ""


def main(words: list[str]) -> int:
    """Make ready and run the tests of the table in the browser."""
    if not has_driver() and subprocess.run(driver_command(), check=False).returncode:
        print("The browser's driver could not be fetched.", file=sys.stderr)
        return 1
    if problem := fetch_browser():
        print(problem, file=sys.stderr)
        return 1
    built = subprocess.run([sys.executable, "-m", "tools.web"], cwd=ROOT, check=False).returncode
    return built or run(words)


def run(words: list[str]) -> int:
    """Run the tests, two files at a time; those that fail are tried once more alone, and named where they then pass."""
    command = [sys.executable, "-m", "pytest", "-q", "tests/e2e", *words]
    together, alone = ("-p", "xdist", "-n", "2", "--dist", "loadfile"), ("-p", "no:xdist", "--last-failed")
    environment = {**os.environ, "SANDTABLE_BROWSER_TESTS": "1"}
    first = subprocess.run([*command, *together], cwd=ROOT, env=environment, check=False).returncode
    if first != FAILED:
        return first
    again = subprocess.run([*command, *alone], cwd=ROOT, env=environment, check=False).returncode
    if again == 0:
        print("unsteady: what failed above passed when it was tried again; look for what it did not wait for")
    return again


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
