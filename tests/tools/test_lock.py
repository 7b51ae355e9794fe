"""The lock files that are in the tree."""

from __future__ import annotations

import re
import tomllib

import pytest

from tools import lock

PROJECT = tomllib.loads((lock.ROOT / "pyproject.toml").read_text())


def pins(name: str) -> dict[str, str]:
    """The packages of a lock file, each with the text of its entry."""
    entries = re.split(r"^(?=\S)", (lock.ROOT / name).read_text(), flags=re.MULTILINE)
    return {entry.split("==")[0]: entry for entry in entries if entry}


def wanted(name: str) -> set[str]:
    """The packages that pyproject.toml asks for in a lock file."""
    words = lock.SOURCES[name].split()
    groups = [words[at + 1] for at, word in enumerate(words) if word == "--group"]
    asked = [line for group in groups for line in PROJECT["dependency-groups"][group]]
    asked += PROJECT["project"]["dependencies"] if "pyproject.toml" in words else []
    return {re.split(r"[<>=]", line)[0].lower() for line in asked}


@pytest.mark.parametrize("name", lock.SOURCES)
def test_a_lock_holds_what_the_project_asks_for(name: str) -> None:
    assert wanted(name) <= set(pins(name))


@pytest.mark.parametrize("name", lock.SOURCES)
def test_every_package_is_pinned_with_hashes_and_names_no_host(name: str) -> None:
    for entry in pins(name).values():
        assert re.match(r"[a-z0-9.-]+==\S+.*\\\n    --hash=sha256:[0-9a-f]{64}", entry)
        assert "://" not in entry


def test_the_documentation_tools_fit_into_the_same_environment() -> None:
    ours, docs = pins("requirements.lock"), pins("requirements-docs.lock")
    versions = {name: (ours[name].split()[0], docs[name].split()[0]) for name in ours.keys() & docs.keys()}
    assert versions
    assert all(one == other for one, other in versions.values())


def test_a_machine_without_uv_gets_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert lock.main([]) == 1
    assert "made with uv" in capsys.readouterr().out
