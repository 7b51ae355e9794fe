"""Case files on disk: YAML in, a report out, every problem with the line it stands on."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

import msgspec
import yaml
from msgspec import Struct

from sandtable import inventory, registry
from sandtable.kernel import Game, State
from sandtable.kernel.cases import Case, CaseError, Lexicon, Report, run
from sandtable.kernel.cases.parts import Where
from sandtable.kernel.log import Entry
from sandtable.kernel.naming import whole
from sandtable.texts.catalogue import CatalogueError, load
from sandtable.texts.message import placeholders

LARGEST = 1_000_000
"""Bytes; a case is written by hand, anything larger is not one."""


class CaseFileError(Exception):
    """A file that holds no case that can be run; says where and why."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: {message}" if line else f"{path}: {message}")
        self.path, self.line, self.message = path, line, message


class Fault(Struct, frozen=True):
    """A problem of a case that ran, and the line that expected something else."""

    line: int
    message: str


class CaseReport(Struct, frozen=True, kw_only=True):
    """What came of a case file."""

    file: str
    case: str
    game: str
    passed: bool
    rules: tuple[str, ...]
    faults: tuple[Fault, ...]
    entries: tuple[Entry, ...]


class _Loader(yaml.SafeLoader):
    """YAML without aliases, without repeated keys, and with text kept as text where YAML 1.1 would guess."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.MarkedYAMLError(problem="a case has no aliases; write it out", problem_mark=self.get_mark())
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen: dict[Any, None] = {}
        for key_node, _ in node.value:
            key = self.construct_object(key_node)
            if not isinstance(key, str | int) or isinstance(key, bool):
                raise yaml.MarkedYAMLError(problem="a key is a word or a number", problem_mark=key_node.start_mark)
            if key in seen:
                raise yaml.MarkedYAMLError(problem=f"{key!r} stands here twice", problem_mark=key_node.start_mark)
            seen[key] = None
        return super().construct_mapping(node, deep=deep)


# YAML 1.1 takes "no", "on" and 2026-11-15 for truth values and dates, 0203 for 131 and 1:30 for 90; in a game they are
# words, and the names of hexes.
_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":bool", ":timestamp", ":int", ":merge"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(?:true|false)$"), list("tf"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile("^-?(?:0|[1-9][0-9]*)$"), list("-0123456789"))


class Document:
    """A YAML document with the line of everything in it."""

    def __init__(self, path: Path, text: str) -> None:
        try:
            loader = _Loader(text)
        except yaml.YAMLError as problem:  # signs that no text has
            raise CaseFileError(path, 1, str(problem)) from None
        try:
            node = loader.get_single_node()
            self.data: Any = loader.construct_document(node) if node else None
        except yaml.MarkedYAMLError as problem:
            mark = problem.problem_mark or problem.context_mark
            raise CaseFileError(path, mark.line + 1 if mark else 1, str(problem.problem or problem)) from None
        except (yaml.YAMLError, ValueError, RecursionError) as problem:
            raise CaseFileError(path, 1, str(problem)) from None
        finally:
            loader.dispose()
        if node and (wrong := next(_no_numbers(node), None)) is not None:
            raise CaseFileError(path, wrong.start_mark.line + 1, f"{wrong.value[:40]!r} is no number")
        self._lines = dict(_lines(node)) if node else {}

    def line(self, where: Where) -> int:
        """The line of a place in the document, or of the innermost part of it that is there."""
        parts = tuple(str(part) for part in where)
        while parts not in self._lines and parts:
            parts = parts[:-1]
        return self._lines.get(parts, 1)


def _no_numbers(node: yaml.Node) -> Iterator[yaml.ScalarNode]:
    """What looks like a number and is none: ``--5``, ``²``, or more digits than anybody counts."""
    match node:
        case yaml.ScalarNode() if node.value.lstrip("-").isdigit() and whole(node.value) is None:
            yield node
        case yaml.MappingNode():
            for pair in node.value:
                for part in pair:
                    yield from _no_numbers(part)
        case yaml.SequenceNode():
            for part in node.value:
                yield from _no_numbers(part)


def _lines(node: yaml.Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    yield path, node.start_mark.line + 1
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            for where, line in _lines(value, (*path, str(key.value))):
                # A key is where a reader looks; its value may start on a later line.
                yield where, key.start_mark.line + 1 if len(where) == len(path) + 1 else line
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            yield from _lines(value, (*path, str(number)))


def read(path: Path) -> Document:
    """A case file as a document; raises :class:`CaseFileError`."""
    try:
        if path.stat().st_size > LARGEST:
            raise CaseFileError(path, 0, f"larger than {LARGEST:,} bytes, so it is not a case file")
        text = path.read_bytes().decode()
    except UnicodeDecodeError as problem:
        line = path.read_bytes()[: problem.start].count(b"\n") + 1
        raise CaseFileError(path, line, "not UTF-8 text; save it as UTF-8") from None
    except OSError as problem:
        raise CaseFileError(path, 0, problem.strerror or str(problem)) from None
    document = Document(path, text)
    if not isinstance(document.data, dict):
        raise CaseFileError(path, 1, "a case is a mapping that begins with 'case:'")
    return document


def run_file(path: Path) -> CaseReport:
    """Run one case file; raises :class:`CaseFileError` when it cannot be run."""
    document = read(path)
    game = game_of(path, document)
    try:
        report: Report = run(game, document.data, lexicon(game.id))
    except CaseError as problem:
        raise CaseFileError(path, document.line(problem.where), problem.message) from None
    faults = tuple(Fault(document.line(problem.where), problem.message) for problem in report.problems)
    return CaseReport(
        file=str(path),
        case=report.case,
        game=game.id,
        passed=report.passed,
        rules=report.rules,
        faults=faults,
        entries=report.entries,
    )


def opening(path: Path) -> tuple[Game[Any], State]:
    """The position that a case file starts from, before anybody plays; raises :class:`CaseFileError`."""
    document = read(path)
    game = game_of(path, document)
    try:
        case = Case(game, document.data, lexicon(game.id))
        case.open()
    except CaseError as problem:
        raise CaseFileError(path, document.line(problem.where), problem.message) from None
    return game, case.state


@cache
def lexicon(game_id: str) -> Lexicon:
    """The rules and messages of a game; a game without an inventory or without texts is not checked for them."""
    package = _home(registry.package(game_id))
    try:
        own = load("en", package)
    except CatalogueError:
        return Lexicon(rules=inventory.ids(package))
    texts = {**load("en", "sandtable"), **own}
    messages = {key: frozenset(placeholders(message)) for key, message in texts.items()}
    return Lexicon(rules=inventory.ids(package), messages=messages)


def _home(module: str) -> str:
    """The package of a game; one that the environment names may be a module inside it."""
    return module if hasattr(import_module(module), "__path__") else module.rpartition(".")[0]


def game_of(path: Path, document: Document) -> Game[Any]:
    """The game that a case is of; raises :class:`CaseFileError`."""
    for part in ("case", "game"):
        if not isinstance(document.data.get(part), str):
            raise CaseFileError(path, document.line((part,)), f"a case needs a line '{part}: ...'")
    try:
        return registry.game(document.data["game"])
    except LookupError as problem:
        raise CaseFileError(path, document.line(("game",)), str(problem.args[0])) from None


def as_plain(report: CaseReport) -> Any:
    """A report as data for ``--json``."""
    return msgspec.to_builtins(report)


def as_junit(reports: Sequence[CaseReport], unread: Sequence[CaseFileError]) -> bytes:
    """Reports as JUnit XML, which every build server reads; a case that cannot be run is an error."""
    failed = sum(not report.passed for report in reports)
    counts = {"tests": str(len(reports) + len(unread)), "failures": str(failed), "errors": str(len(unread))}
    suite = Element("testsuite", {"name": "sandtable try", **counts})
    for report in reports:
        case = SubElement(suite, "testcase", {"classname": report.game, "name": report.case, "file": report.file})
        if report.faults:
            told = [f"{report.file}:{fault.line}: {fault.message}" for fault in report.faults]
            SubElement(case, "failure", {"message": _printable(told[0])}).text = _printable("\n".join(told))
    for problem in unread:
        named = {"classname": "unread", "name": str(problem.path), "file": str(problem.path)}
        SubElement(SubElement(suite, "testcase", named), "error", {"message": _printable(str(problem))})
    indent(suite)
    found: bytes = tostring(suite, encoding="utf-8", xml_declaration=True)
    return found + b"\n"


def _printable(text: str) -> str:
    """Text without the signs that XML cannot hold."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
