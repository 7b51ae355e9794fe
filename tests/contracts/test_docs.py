"""The documentation holds together: every page of its contents is there, and every command has its place in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from sandtable.cli.app import COMMANDS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def pages(nav: Any) -> list[str]:
    if isinstance(nav, str):
        return [nav]
    return [page for part in (nav.values() if isinstance(nav, dict) else nav) for page in pages(part)]


def test_every_page_of_the_contents_is_there() -> None:
    contents = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))["nav"]
    assert [page for page in pages(contents) if not (DOCS / page).is_file()] == []


def test_every_link_leads_to_a_page() -> None:
    broken = [
        f"{page.relative_to(DOCS)} -> {target}"
        for page in sorted(DOCS.glob("**/*.md"))
        for target in re.findall(r"\]\(([^)#:]+\.(?:md|png))", page.read_text(encoding="utf-8"))
        if not (page.parent / target).is_file()
    ]
    assert broken == []


def test_every_command_is_described() -> None:
    headings = re.findall(r"^## (.*)$", (DOCS / "playing.md").read_text(encoding="utf-8"), re.MULTILINE)
    described = {name for heading in headings for name in re.findall(r"`(\w+)`", heading)}
    assert set(COMMANDS) - described == set()
