"""Known vulnerabilities in what the lock files pin: `python -m tools.audit`, for Python and for the browser client.

pip-audit and npm ask the registries that this machine is set up for. A known vulnerability is a failure. Where the
registry gives no advisories (a mirror often has none, a train has no network) that is said plainly and is no failure:
nothing was checked, and the next run that reaches one will tell.
"""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tools import lock, web

ROOT = Path(__file__).resolve().parents[1]
TOOL_LOCK = "requirements-audit.lock"
ACCEPTED: dict[str, str] = {}
"""Advisories that do not touch us, by id, each with the reason; `GHSA-...`, `CVE-...` or `PYSEC-...`."""
OUT_OF_REACH = (
    *(
        "connect",
        "resolve",
        "resolution",
        "timed out",
        "timeout",
        "unreachable",
        "proxy",
        "network",
        "ssl",
        "certificate",
    ),
    *("enotfound", "econnrefused", "econnreset", "eai_again", "etimedout", "enoaudit"),
)


class Report(NamedTuple):
    """What came of one audit: what is known to be vulnerable, what was looked up, and what kept us from looking."""

    found: Sequence[str] = ()
    checked: int = 0
    unknown: int = 0
    """Packages that the registry has no advisories about, one way or the other."""
    trouble: str = ""
    is_failure: bool = False
    """Whether the trouble is ours, and not that of the way to the registry."""

    @property
    def fails(self) -> bool:
        """Whether a change must not go in like this."""
        return bool(self.found) or self.is_failure


def main() -> int:
    """Audit all lock files; 1 if anything they pin is known to be vulnerable, or if an audit could not be run."""
    reports = {"Python": python_audit(), "web": web_audit()}
    for name, report in reports.items():
        print(*lines(name, report), sep="\n", flush=True)
    return 1 if any(report.fails for report in reports.values()) else 0


def lines(name: str, report: Report) -> list[str]:
    """What there is to say about one lock file."""
    if report.found:
        advice = "update with `./dev lock --upgrade`" if name == "Python" else "update web/package.json"
        return [f"{name}: {len(report.found)} known vulnerabilities; {advice}", *(f"  {one}" for one in report.found)]
    if report.is_failure:
        return [f"{name}: the audit failed: {report.trouble}"]
    if not report.checked:
        return [
            f"{name}: NOT CHECKED, no advisories can be had from here ({report.trouble or 'the registry has none'})"
        ]
    rest = f"; {report.unknown} could not be looked up" if report.unknown else ""
    return [f"{name}: {report.checked} packages, no known vulnerability{rest}"]


# --- Python -----------------------------------------------------------------------------------------------------------


def python_audit() -> Report:
    """Audit everything that our lock files pin, for whichever platform, with pip-audit."""
    if trouble := fetch_tool():
        return troubled(trouble)
    pinned = pins((ROOT / name).read_text(encoding="utf-8") for name in lock.SOURCES)
    reports = [_pip_audit(one) for one in rounds(pinned)]
    return next((one for one in reports if one.is_failure), None) or Report(
        [line for one in reports for line in one.found],
        sum(one.checked for one in reports),
        sum(one.unknown for one in reports),
        next((one.trouble for one in reports if one.trouble), ""),
    )


def pins(texts: Iterable[str]) -> dict[str, list[str]]:
    """The versions of each package that lock files pin; which platform they are for does not matter here."""
    found: dict[str, list[str]] = {}
    for text in texts:
        for name, version in re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", text, flags=re.MULTILINE):
            if version not in found.setdefault(name, []):
                found[name].append(version)
    return dict(sorted(found.items()))


def rounds(pinned: dict[str, list[str]]) -> list[list[str]]:
    """The pins as lists to audit, each with one version of a package, because pip-audit takes no more at once."""
    most = max(map(len, pinned.values()), default=0)
    return [[f"{name}=={some[turn]}" for name, some in pinned.items() if turn < len(some)] for turn in range(most)]


def _pip_audit(wanted: list[str]) -> Report:
    words = ["--disable-pip", "--no-deps", "--format", "json", "--desc", "off", "--progress-spinner", "off"]
    ignored = [word for one in ACCEPTED for word in ("--ignore-vuln", one)]
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(wanted))
        file.flush()
        command = [sys.executable, "-m", "pip_audit", *words, *ignored, "-r", file.name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    return read_python(done.stdout, done.stderr)


def fetch_tool() -> str:
    """Install pip-audit, once; gives what went wrong, if anything."""
    if importlib.util.find_spec("pip_audit") is not None:
        return ""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", str(ROOT / TOOL_LOCK)]
    if uv := shutil.which("uv"):
        command = [uv, "pip", "install", "--quiet", "--python", sys.executable, "--require-hashes", "-r"]
        command.append(str(ROOT / TOOL_LOCK))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    importlib.invalidate_caches()
    return (done.stderr.strip() or "pip-audit could not be installed") if done.returncode else ""


def read_python(output: str, errors: str = "") -> Report:
    """What pip-audit says."""
    try:
        packages: list[dict[str, Any]] = json.loads(output)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return troubled(errors)
    found = [
        f"{one['name']} {one['version']}: {hole['id']}{_fix(hole.get('fix_versions'))}"
        for one in packages
        for hole in one.get("vulns", ())
    ]
    skipped = sum("skip_reason" in one for one in packages)
    return Report(found, checked=len(packages) - skipped, unknown=skipped)


def _fix(versions: list[str] | None) -> str:
    return f", mended in {', '.join(versions)}" if versions else ", not mended yet"


# --- the browser client -----------------------------------------------------------------------------------------------


def web_audit() -> Report:
    """Audit the client's lock file with npm."""
    try:
        command, environment = web.npm()
    except web.NoNode as problem:
        return troubled(f"no network for Node: {problem}")
    words = [*command, "audit", "--json", "--package-lock-only"]
    done = subprocess.run(words, cwd=web.WEB, env=environment, capture_output=True, text=True, check=False)
    return read_web(done.stdout, done.stderr)


def read_web(output: str, errors: str = "") -> Report:
    """What npm says: a report, or why there is none."""
    try:
        told: dict[str, Any] = json.loads(output)
    except ValueError:
        return troubled(errors)
    if "auditReportVersion" not in told:
        status = told.get("statusCode")
        if status is not None:  # the registry answered, but it keeps no advisories
            return Report(trouble=f"status {status}")
        return troubled(str(told.get("error", {}).get("summary") or told.get("message") or errors))
    packages: dict[str, dict[str, Any]] = told.get("vulnerabilities", {})
    found = [
        f"{name} {one.get('range', '')}: {hole}"
        for name, one in packages.items()
        if (hole := _hole(one.get("via", ())))
    ]
    return Report(found, checked=told.get("metadata", {}).get("dependencies", {}).get("total", 0))


def _hole(via: Sequence[Any]) -> str:
    """The advisories about a package itself; one that only uses a vulnerable package is named by that one."""
    told = [one for one in via if isinstance(one, dict) and not _is_accepted(str(one.get("url", "")))]
    return "; ".join(f"{one.get('title', 'unnamed')} ({one.get('severity', '?')}) {_id(one)}" for one in told)


def _id(advisory: dict[str, Any]) -> str:
    return str(advisory.get("url", "")).rpartition("/")[2] or str(advisory.get("source", ""))


def _is_accepted(address: str) -> bool:
    return address.rpartition("/")[2] in ACCEPTED


def troubled(said: str) -> Report:
    """A report of an audit that told nothing: because of the way to the registry, or because it failed."""
    words = [line.strip() for line in said.splitlines() if line.strip()] or ["no reason given"]
    is_away = any(sign in said.lower() for sign in OUT_OF_REACH)
    return Report(trouble=words[-1][:200], is_failure=not is_away)


if __name__ == "__main__":
    sys.exit(main())
