"""The tagged places of a checkout, each once with all ids that name it, and the mutants that can be made there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from tools.rules.citations import Kind
from tools.rules.clauses import Clause, clauses_of
from tools.rules.inventory import ID
from tools.rules.records import Cell, cells_of
from tools.rules.sites import Site, tags_in

if TYPE_CHECKING:
    from pathlib import Path

    from tools.rules.citations import Scan

MARK = re.compile(r"#\s*equivalent(?:\[(?P<label>[^\]]*)\])?:(?P<why>.*)")
MOST_IDS = 3
"""Ids that one place may name; more are split, so that each clause stands below the rule that asks for it."""


@dataclass(frozen=True)
class Mutant:
    """One clause or cell taken away at a place; the lines that must run for it to matter, for code."""

    label: str
    line: int
    clause: Clause | None = None
    cell: Cell | None = None
    excuse: str = ""  # why it changes nothing, as its mark says


@dataclass(frozen=True, eq=False)
class Place:
    """Code or data under tags: the file, the line of the first tag, the ids, and what can be taken away."""

    path: Path
    line: int
    ids: tuple[str, ...]
    module: ast.Module | None = None
    site: Site | None = None
    others: frozenset[int] = frozenset()
    excuses: tuple[tuple[int, str, str], ...] = ()  # line, parts of labels, why

    @property
    def is_code(self) -> bool:
        """Whether it is code, else data."""
        return self.module is not None

    @property
    def is_crowded(self) -> bool:
        """Whether so many ids name a piece of code that none of them can be meant."""
        return self.is_code and len(self.ids) > MOST_IDS

    @cached_property
    def mutants(self) -> tuple[Mutant, ...]:
        """All that can be taken away here, always in the same order."""
        if self.site:
            return tuple(
                Mutant(one.label, one.line, clause=one, excuse=self._excuse(one))
                for one in clauses_of(self.site, self.others)
            )
        text = self.path.read_text(encoding="utf-8")
        cells = cells_of(text, self.path.suffix, self.ids[0], self.line)
        return tuple(Mutant(one.label, self.line, cell=one) for one in cells)

    def _excuse(self, clause: Clause) -> str:
        here = [(parts, why) for line, parts, why in self.excuses if line == clause.line]
        return next((why for parts, why in here if any(part in clause.label for part in parts.split("|"))), "")


def code_places(path: Path) -> list[Place]:
    """The places of a module."""
    source = path.read_text(encoding="utf-8")
    module = ast.parse(source)
    sites: dict[int, tuple[Site, int, list[str]]] = {}
    for tag, site in tags_in(source, list(ast.walk(module))):
        if site:
            known = sites.setdefault(id(site.row or site.node), (site, tag.line, []))
            known[2].extend(word for word in re.split(r"[,\s]+", tag.text) if ID.fullmatch(word))
    excuses = tuple(_excuses(source))
    return [
        Place(path, line, tuple(dict.fromkeys(ids)), module, site, frozenset(sites) - {key}, excuses)
        for key, (site, line, ids) in sites.items()
    ]


def places(scan: Scan, rules: Iterable[str] | None = None) -> list[Place]:
    """The places that name any of these rules, or all, in the order of their files."""
    wanted = set(rules) if rules is not None else None
    tagged = [one for one in scan.citations if one.kind in (Kind.TAG, Kind.DATA)]
    chosen = {one.path: one.kind for one in tagged if wanted is None or one.rule in wanted}
    found: list[Place] = []
    for path, kind in sorted(chosen.items()):
        if kind == Kind.TAG:
            found += code_places(path)
        else:
            lines: dict[int, list[str]] = {}
            for one in tagged:
                if one.path == path:
                    lines.setdefault(one.line, []).append(one.rule)
            found += [Place(path, line, tuple(dict.fromkeys(ids))) for line, ids in lines.items()]
    return [one for one in found if wanted is None or wanted.intersection(one.ids)]


def marks_without_reason(source: str) -> list[int]:
    """The lines of marks that say of a clause that it changes nothing, but not why."""
    return [line for line, _, why in _excuses(source) if not why]


def _excuses(source: str) -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(source.splitlines(), 1):
        if "equivalent" in line and (match := MARK.search(line)):
            yield number, match["label"] or "", match["why"].strip()
