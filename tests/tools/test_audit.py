"""A known vulnerability fails, an audit that breaks fails, and a registry without advisories is said to be one."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tools import audit, lock
from tools.audit import Report

HOLE = {"id": "PYSEC-2026-1", "fix_versions": ["1.2"], "aliases": ["CVE-2026-1"]}
PYTHON = {
    "dependencies": [
        {"name": "good", "version": "2.0", "vulns": []},
        {"name": "bad", "version": "1.0", "vulns": [HOLE, {"id": "GHSA-x", "fix_versions": []}]},
        {"name": "unheard", "skip_reason": "Dependency not found and could not be audited"},
    ],
    "fixes": [],
}
NPM = {
    "auditReportVersion": 2,
    "vulnerabilities": {
        "bad": {
            "range": "<1.2",
            "via": [{"title": "Eats memory", "severity": "high", "url": "https://advisories.example/GHSA-abcd"}],
        },
        "uses-bad": {"range": "*", "via": ["bad"]},
    },
    "metadata": {"dependencies": {"total": 80}},
}


def test_what_pip_audit_knows_is_found() -> None:
    report = audit.read_python(json.dumps(PYTHON))
    assert report.found == ["bad 1.0: PYSEC-2026-1, mended in 1.2", "bad 1.0: GHSA-x, not mended yet"]
    assert (report.checked, report.unknown, report.fails) == (2, 1, True)
    told = audit.lines("Python", report)
    assert told[0] == "Python: 2 known vulnerabilities; update with `./dev lock --upgrade`"


def test_what_npm_knows_is_found_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    report = audit.read_web(json.dumps(NPM))
    assert report.found == ["bad <1.2: Eats memory (high) GHSA-abcd"]
    assert report.fails
    monkeypatch.setitem(audit.ACCEPTED, "GHSA-abcd", "we never parse what strangers send with it")
    assert not audit.read_web(json.dumps(NPM)).fails


def test_nothing_known_is_well() -> None:
    clean = {"auditReportVersion": 2, "vulnerabilities": {}, "metadata": {"dependencies": {"total": 80}}}
    assert audit.lines("web", audit.read_web(json.dumps(clean))) == ["web: 80 packages, no known vulnerability"]


@pytest.mark.parametrize(
    "report",
    [
        audit.read_python(json.dumps({"dependencies": [{"name": "a", "skip_reason": "not found"}]})),
        audit.read_python("", "ERROR: could not connect to the registry: timed out"),
        audit.read_web(json.dumps({"message": "405 Method Not Allowed", "statusCode": 405})),
        audit.read_web(json.dumps({"message": "request failed, reason: getaddrinfo ENOTFOUND"})),
    ],
)
def test_without_advisories_nothing_is_checked_and_that_is_told(report: Report) -> None:
    assert not report.fails
    (line,) = audit.lines("x", report)
    assert line.startswith("x: NOT CHECKED, no advisories can be had from here (")


@pytest.mark.parametrize("report", [audit.read_python("", "Traceback: KeyError"), audit.read_web("{", "bad lock file")])
def test_an_audit_that_breaks_is_no_success(report: Report) -> None:
    assert report.fails
    assert "the audit failed" in audit.lines("x", report)[0]


def test_every_pin_of_every_platform_is_audited_once(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = (
        "a==1 \\\n    --hash=sha256:00\nb[x]==2 ; sys_platform == 'win32' \\\n    --hash=sha256:11\n",
        "a==1\nb==3\n",
    )
    assert audit.pins(texts) == {"a": ["1"], "b": ["2", "3"]}
    assert audit.rounds(audit.pins(texts)) == [["a==1", "b==2"], ["b==3"]]
    asked: list[str] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.extend(Path(command[-1]).read_text().splitlines())
        return subprocess.CompletedProcess(command, 1, json.dumps(PYTHON), "")

    monkeypatch.setattr(audit, "fetch_tool", lambda: "")
    monkeypatch.setattr(subprocess, "run", run)
    assert audit.python_audit().fails
    ours = [name for names in lock.SOURCES for name in audit.pins([(lock.ROOT / names).read_text()])]
    assert {one.partition("==")[0] for one in asked} == set(ours)
    assert "starlette" in ours
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize(("found", "code"), [(["bad 1.0"], 1), ([], 0)])
def test_one_known_vulnerability_fails_the_gate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], found: list[str], code: int
) -> None:
    monkeypatch.setattr(audit, "python_audit", lambda: Report(found, checked=9))
    monkeypatch.setattr(audit, "web_audit", lambda: Report(trouble="status 405"))
    assert audit.main() == code
    assert "web: NOT CHECKED" in capsys.readouterr().out
