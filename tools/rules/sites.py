"""Which piece of code a `# rule:` tag speaks of: the statement below it, the one on its line, or one row of a table."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import TypeGuard

TAG = re.compile(r"#\s*rules?:(?P<ids>[^#]*)")

Block = ast.stmt | ast.match_case | ast.ExceptHandler


@dataclass(frozen=True)
class Site:
    """The code under one tag: a statement (or case), and the row of a table in it when the tag stands inside one."""

    node: Block
    row: ast.expr | None = None

    @property
    def line(self) -> int:
        """The first line of the code."""
        return self.row.lineno if self.row else first_line(self.node)

    @property
    def label(self) -> str:
        """What a person calls it."""
        if self.row:
            return "row of a table"
        if isinstance(self.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return self.node.name
        return type(self.node).__name__.lower().replace("_", " ")


@dataclass(frozen=True)
class Tag:
    """A `# rule:` comment: the text after the colon, its line, and the line of code it shares, if any."""

    text: str
    line: int
    alone: bool


def first_line(node: Block) -> int:
    """Where a statement begins, its decorators included."""
    if isinstance(node, ast.match_case):
        return node.pattern.lineno
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def last_line(node: Block) -> int:
    """Where a statement ends."""
    end = node.body[-1].end_lineno if isinstance(node, ast.match_case) else node.end_lineno
    return end or first_line(node)


def tags_in(source: str, nodes: list[ast.AST]) -> list[tuple[Tag, Site | None]]:
    """The tags of a module, walked to its nodes, with the code each speaks of; text inside a string is no tag.

    A tag has no site when there is no code below it, or only a docstring or an import.
    """
    lines = source.splitlines()
    found = [(number, match) for number, line in enumerate(lines, 1) if (match := TAG.search(line))]
    if not found:
        return []
    suspects = {number for number, _ in found}
    strings = [node for node in nodes if _is_text(node) and _touches(node, suspects)]
    blocks = [_Extent(first_line(node), last_line(node), node) for node in nodes if isinstance(node, Block)]
    tags = []
    for number, match in found:
        line = lines[number - 1]
        column = len(line[: match.start()].encode())
        if not any(_covers(node, number, column) for node in strings):
            tag = Tag(match["ids"].strip(), number, alone=not line[: line.index("#")].strip())
            tags.append((tag, _site_of(tag, blocks)))
    return tags


def _is_text(node: ast.AST) -> TypeGuard[ast.expr]:
    """Whether a node is a string of any kind."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))


def _touches(node: ast.expr, lines: set[int]) -> bool:
    """Whether an expression stands on one of some lines."""
    return any(number in lines for number in range(node.lineno, (node.end_lineno or node.lineno) + 1))


def _covers(node: ast.expr, line: int, column: int) -> bool:
    """Whether a position lies inside an expression."""
    start, end = (node.lineno, node.col_offset), (node.end_lineno or 0, node.end_col_offset or 0)
    return start <= (line, column) < end


@dataclass(frozen=True)
class _Extent:
    """A statement and its lines; among several of a module an outer one comes before those it holds."""

    first: int
    last: int
    node: Block


def _site_of(tag: Tag, blocks: list[_Extent]) -> Site | None:
    """The code that a tag speaks of."""
    inside = [one for one in blocks if one.first <= tag.line <= one.last]
    inner = max(inside, key=lambda one: one.first, default=None)  # the latest to begin is the innermost
    if tag.alone:
        if inner and _is_one_expression(inner.node, tag.line):
            return Site(inner.node, _row(inner.node, tag))
        chosen = min((one for one in blocks if one.first > tag.line), key=lambda one: one.first, default=None)
    else:
        chosen = next((one for one in inside if one.first == tag.line), None)
        if inner and not chosen and _is_one_expression(inner.node, tag.line):
            return Site(inner.node, _row(inner.node, tag))
        chosen = chosen or inner
    return Site(chosen.node) if chosen and not _is_idle(chosen.node) else None


def _is_one_expression(node: Block, line: int) -> bool:
    """Whether a line lies in the expressions of a statement rather than among the statements it holds."""
    body = getattr(node, "body", None)
    if body is None:
        return not isinstance(node, ast.Match)
    return line < first_line(body[0]) and line <= _header_end(node)


def _header_end(node: Block) -> int:
    """The last line of the condition, arguments or pattern that open a block."""
    body = node.body  # type: ignore[union-attr]
    inner = [child for child in ast.iter_child_nodes(node) if child not in body and hasattr(child, "end_lineno")]
    orelse = getattr(node, "orelse", [])
    return max((child.end_lineno or 0 for child in inner if child not in orelse), default=0)


def _row(node: Block, tag: Tag) -> ast.expr | None:
    """The element of a tuple, list, set or dict that a tag inside it speaks of."""
    rows = []
    for display in ast.walk(node):
        for row, last in rows_of(display):
            fits = tag.line < row.lineno if tag.alone else row.lineno <= tag.line <= (last.end_lineno or 0)
            if fits and (not tag.alone or display.lineno <= tag.line):  # type: ignore[attr-defined]
                rows.append(row)
    if not rows:
        return None
    if tag.alone:
        return min(rows, key=lambda row: (row.lineno, row.col_offset))
    # Outer tables are walked before inner ones: the largest row that begins here, else the smallest around it.
    return next((row for row in rows if row.lineno == tag.line), rows[-1])


def rows_of(display: ast.AST) -> list[tuple[ast.expr, ast.expr]]:
    """The elements of a display, each as its first and last part: key and value, or the element itself twice."""
    match display:
        case ast.Dict(keys=keys, values=values):
            return [(key or value, value) for key, value in zip(keys, values, strict=True)]
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            return [(element, element) for element in elements]
        case _:
            return []


def _is_idle(node: Block) -> bool:
    """Whether a statement does nothing that a rule could ask for."""
    docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return docstring or isinstance(node, ast.Import | ast.ImportFrom)
