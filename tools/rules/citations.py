"""The one grammar of rule citations, wherever they stand: code, data, tests, case files and recorded games.

- Code of a game: `# rule: EF-15.57, EF-15.58` above or beside a statement; and any string that is an id.
- Data of a game: `rule:` or `rules:` keys in YAML, JSON and TOML below its `data/`; those in `doubts.json` say which
  reading was chosen, in prose that nothing enforces.
- Tests: `@pytest.mark.rule("EF-15.57")` on functions, classes, modules and parameters.
- Cases: the `rules:` list of a file below `tests/cases/`; `rule:` further down in it is checked, but proves nothing.
- Recorded games: every value of a key "rule" in a `.game` file.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

import yaml

from tools.rules.cache import FileCache
from tools.rules.inventory import ID, shape
from tools.rules.sites import TAG, tags_in
from tools.rules.tree import files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tools.rules.cache import Found
    from tools.rules.inventory import Library
    from tools.rules.tree import Tree

RULINGS = "doubts.json"
DATA = (".yaml", ".yml", ".json", ".toml")
KEY = re.compile(r"""\brules?["']?\s*[:=]""")
FIRED = re.compile(r'(?<!\\)"rule"\s*:\s*"([^"\\]+)"')


class Kind(StrEnum):
    """Where a citation stands, and so what it says about its rule."""

    TAG = "tag"  # code that enforces it
    DATA = "data"  # data that enforces it
    RULING = "ruling"  # the reading of it that was chosen
    LITERAL = "literal"  # a message that names it
    TEST = "test"  # a test that proves it
    CASE = "case"  # a case file that proves it
    MENTION = "mention"  # named inside a case file
    FIRED = "fired"  # happened in a recorded game


PROBLEM = "problem"  # stands beside the kinds in what a scanner returns: a text that breaks the grammar
IMPLEMENTS = (Kind.TAG, Kind.DATA)
PROVES = (Kind.TEST, Kind.CASE)


@dataclass(frozen=True)
class Citation:
    """One rule id at one place."""

    rule: str
    kind: Kind
    path: Path
    line: int


@dataclass(frozen=True)
class Problem:
    """A citation that cannot stand, and what to do about it."""

    path: Path
    line: int
    message: str


@dataclass(frozen=True)
class Scan:
    """All citations of a checkout, and all that is wrong with them."""

    citations: tuple[Citation, ...]
    problems: tuple[Problem, ...]

    def where(self, rule: str, *kinds: Kind) -> list[Citation]:
        """The citations of one rule, of some kinds."""
        return [one for one in self.citations if one.rule == rule and one.kind in kinds]


def scan(tree: Tree, library: Library, games_folder: Path | None = None) -> Scan:
    """Read every citation in a checkout, and in a further folder of recorded games."""
    memory = FileCache(tree)
    citations: list[Citation] = []
    problems: list[Problem] = []
    for path, setting, scanner, game in _plan(tree, library, games_folder):
        try:
            found = memory.found(path, setting, scanner)
        except UnicodeDecodeError:
            found = [(PROBLEM, "is not UTF-8 text", 1)]
        for kind, text, line in found:
            message = text if kind == PROBLEM else _objection(text, game, library)
            if message:
                problems.append(Problem(path, line, message))
            else:
                citations.append(Citation(text, Kind(kind), path, line))
    memory.save()
    return Scan(tuple(citations), tuple(problems))


def _plan(
    tree: Tree, library: Library, games_folder: Path | None
) -> Iterator[tuple[Path, str, Callable[[str], Found], str | None]]:
    """Which files are read by which scanner, and whose rules they may cite."""
    for game in library.games:
        shapes = library.shapes(game)
        for path in files(tree.games / game, ".py"):
            yield path, " ".join(shapes), partial(in_code, shapes=shapes), game
        for path in files(tree.games / game / "data", *DATA):
            kind = Kind.RULING if path.name == RULINGS else Kind.DATA
            yield path, f"{kind} {path.suffix}", partial(in_data, suffix=path.suffix, kind=kind), game
    for path in files(tree.tests, ".py"):
        yield path, "test", in_test, None
    cases, golden = tree.tests / "cases", tree.tests / "golden"
    for path in files(cases, ".yaml", ".yml"):
        is_known = path.relative_to(cases).parts[0] in library.games  # tests may make up games, which have no inventory
        yield path, f"case {is_known}", partial(in_case, mentions=is_known), None
    for path in [path for game in library.games for path in files(golden / game, ".trace")]:
        yield path, "trace", in_trace, None
    for path in files(games_folder, ".game") if games_folder else []:
        yield path, "game", in_recorded_game, None


def _objection(rule: str, game: str | None, library: Library) -> str | None:
    """Why an id may not be cited here."""
    owner = library.game_of(rule)
    if owner is None:
        near = library.nearest(rule, game)
        return f"unknown rule id {rule}" + (f"; nearest: {', '.join(near)}" if near else "")
    if game and owner != game:
        return f"{rule} is a rule of {owner}; code and data of {game} cite rules of {game}"
    return None


def ids_in(text: str, line: int, kind: Kind) -> Found:
    """The ids of a comma-separated list, or one problem when it is not such a list."""
    words = [word.strip() for word in text.split(",")]
    bad = [word for word in words if not ID.fullmatch(word)]
    if bad:
        return [(PROBLEM, f"{bad[0]!r} is not a rule id: write ids separated by commas and nothing else", line)]
    return [(kind, word, line) for word in words]


def in_code(source: str, shapes: tuple[str, ...]) -> Found:
    """Tags and id literals in a module of a game."""
    prefixes = tuple({one[:-1] for one in shapes})
    if not TAG.search(source) and not any(prefix in source for prefix in prefixes):
        return []
    try:
        module = ast.parse(source)
    except SyntaxError as error:
        return [(PROBLEM, f"is not valid Python: {error.msg}", error.lineno or 1)]
    found: Found = []
    nodes = list(ast.walk(module))
    for tag, site in tags_in(source, nodes):
        found += ids_in(tag.text, tag.line, Kind.TAG)
        if site is None:
            found.append((PROBLEM, "no code that could enforce a rule stands below this tag: move it", tag.line))
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if text.startswith(prefixes) and ID.fullmatch(text) and shape(text) in shapes:
                found.append((Kind.LITERAL, text, node.lineno))
    return found


def in_test(source: str) -> Found:
    """The ids of every `pytest.mark.rule(...)`; ids computed at run time are left to the recorded results."""
    if "mark.rule" not in source:
        return []
    try:
        module = ast.parse(source)
    except SyntaxError as error:
        return [(PROBLEM, f"is not valid Python: {error.msg}", error.lineno or 1)]
    found: Found = []
    for node in ast.walk(module):
        match node:
            case ast.Call(func=ast.Attribute(attr="rule", value=ast.Attribute(attr="mark") | ast.Name(id="mark"))):
                if not node.args:
                    found.append((PROBLEM, "pytest.mark.rule() names no rule", node.lineno))
                for arg in node.args:
                    if isinstance(arg, ast.Constant):
                        found += _one_id(arg.value, arg.lineno, Kind.TEST)
    return found


def in_case(text: str, *, mentions: bool = True) -> Found:
    """The `rules:` list of a case file; ids further down are mentions."""
    try:
        document = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError as error:
        return [(PROBLEM, f"is not valid YAML: {_first_line(error)}", _line_of(error))]
    if not isinstance(document, yaml.MappingNode):
        return []
    found: Found = []
    for key, value in document.value:
        if key.value == "rules":
            found += _values(value, Kind.CASE)
        elif mentions:  # a word under `rule` down here may be an option of the game: only ids are looked at
            found += [one for one in _keyed(value, Kind.MENTION) if one[0] != PROBLEM]
    return found


def in_data(text: str, suffix: str, kind: Kind = Kind.DATA) -> Found:
    """The `rule:` and `rules:` keys of a data file."""
    if not KEY.search(text):
        return []
    try:
        if suffix == ".toml":
            return _in_toml(text, kind)
        if suffix == ".json":
            json.loads(text)  # not everything that is YAML is JSON
        return _keyed(yaml.compose(text, Loader=yaml.CSafeLoader), kind)
    except yaml.YAMLError as error:
        return [(PROBLEM, f"is not valid YAML: {_first_line(error)}", _line_of(error))]
    except ValueError as error:
        return [(PROBLEM, f"is not valid {suffix[1:].upper()}: {error}", getattr(error, "lineno", 1))]


def _in_toml(text: str, kind: Kind) -> Found:
    """The ids of a TOML file, each at the first line where it stands: its parser tells no lines."""
    found: Found = []
    for value in _plain_values(tomllib.loads(text)):
        at = text.find(f'"{value}"') if isinstance(value, str) else -1
        found += _one_id(value, text.count("\n", 0, at) + 1 if at >= 0 else 1, kind)
    return found


def in_recorded_game(text: str) -> Found:
    """Every rule that fired in a recorded game, at the first line where it did."""
    found: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        for rule in FIRED.findall(line):
            found.setdefault(rule, number)
    return [(Kind.FIRED, rule, line) for rule, line in sorted(found.items())]


def in_trace(text: str) -> Found:
    """Every rule that fired in a golden game, at the step where its trace says so."""
    found: Found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            fired = json.loads(line).get("fired", [])
        except (ValueError, AttributeError):
            found.append((PROBLEM, "is no line of a trace: record it anew with python -m tools.golden", number))
            continue
        found += [(Kind.FIRED, rule, number) for rule in fired]
    return found


def _keyed(node: yaml.Node | None, kind: Kind) -> Found:
    """The ids under every key `rule` or `rules` below a YAML node."""
    found: Found = []
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            found += _values(value, kind) if key.value in ("rule", "rules") else _keyed(value, kind)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            found += _keyed(item, kind)
    return found


def _values(node: yaml.Node, kind: Kind) -> Found:
    """The ids of one `rule:` or `rules:` value in YAML: a text or a list of texts."""
    if isinstance(node, yaml.ScalarNode):
        return ids_in(node.value, node.start_mark.line + 1, kind)
    if isinstance(node, yaml.SequenceNode):
        return [found for item in node.value for found in _values(item, kind)]
    return [(PROBLEM, "rule: takes an id or a list of ids", node.start_mark.line + 1)]


def _plain_values(content: object) -> Iterator[object]:
    """The values under every key `rule` or `rules` in TOML."""
    if isinstance(content, dict):
        for key, value in content.items():
            if key in ("rule", "rules"):
                yield from value if isinstance(value, list) else [value]
            else:
                yield from _plain_values(value)
    elif isinstance(content, list):
        for item in content:
            yield from _plain_values(item)


def _one_id(value: object, line: int, kind: Kind) -> Found:
    """One id given as a value, not as text to be split."""
    return ids_in(value, line, kind) if isinstance(value, str) else [(PROBLEM, f"{value!r} is not a rule id", line)]


def _first_line(error: yaml.YAMLError) -> str:
    return str(error).partition("\n")[0]


def _line_of(error: yaml.YAMLError) -> int:
    mark = getattr(error, "problem_mark", None)
    return mark.line + 1 if mark else 1
