"""Make the lock files: every version pinned with its hashes, for every platform, and no host name in them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OPTIONS = "--quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url"
SOURCES = {
    "requirements.lock": "pyproject.toml --group test --group check --group build",
    "requirements-uv.lock": "--group bootstrap",
    "requirements-web.lock": "--group web",
    "requirements-e2e.lock": "--group e2e --constraint requirements.lock",
    "requirements-docs.lock": "--group docs --constraint requirements.lock",  # one environment holds both
    "requirements-lab.lock": "pyproject.toml --extra lab --constraint requirements.lock",
    "requirements-audit.lock": "--group audit --constraint requirements.lock",
}


def main(words: list[str]) -> int:
    """Choose the versions anew; without `--upgrade` those that still fit are kept."""
    for name, source in SOURCES.items():
        command = ["uv", "pip", "compile", *OPTIONS.split(), *source.split(), "--output-file", name, *words]
        try:
            done = subprocess.run(command, cwd=ROOT, check=False)
        except FileNotFoundError:
            print("Lock files are made with uv, which this environment lacks: run `pip install uv` in it.")
            return 1
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
