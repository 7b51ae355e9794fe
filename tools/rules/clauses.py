"""What can be taken away from the code under a tag, clause by clause, so that a test which proves the rule must fail.

A clause is a condition or one operand of it, a guard, a boundary, a case, an element of a list or table, a number, a
bound of `min` or `max`, a step that is carried out, or the whole of a function. Assertions are no rules.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tools.rules.sites import Block, Site, first_line, last_line, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

NEUTRAL = {
    "bool": ("True", "False"),
    "int": ("0", "1"),
    "Fraction": ("0", "1"),
    "str": ("''",),
    "bytes": ("b''",),
    "tuple": ("()",),
    "Sequence": ("()",),
    "list": ("[]",),
    "dict": ("{}",),
    "Mapping": ("{}",),
    "set": ("set()",),
    "frozenset": ("frozenset()",),
    "Iterator": ("iter(())",),
    "Iterable": ("()",),
    "None": ("None",),
}
BOUNDARIES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
MECHANICAL = ("strict",)  # truth values that steer the language, not the game
IMPOSSIBLE = ("assert_never",)

Edit = tuple[ast.AST, ast.AST | None]  # a node and what takes its place; None removes it
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Clause:
    """One thing taken away: what a person calls it, where it stands, the lines of its statement, the edits."""

    label: str
    line: int
    span: tuple[int, int]
    edits: tuple[Edit, ...]


def clauses_of(site: Site, others: frozenset[int] = frozenset()) -> list[Clause]:
    """The clauses of a site, but not those of other tagged sites inside it, known by the ids of their nodes."""
    span = first_line(site.node), last_line(site.node)
    walk = _Walk(others, span)
    if site.row:
        return list(walk.of_row(site))
    found = list(walk.statement(site.node))
    return found or list(walk.whole(site.node))


class _Walk:
    """Goes through a site; knows the lines of the statement it is in."""

    def __init__(self, others: frozenset[int], span: tuple[int, int]) -> None:
        self._others = others
        self._span = span

    def _clause(self, label: str, at: ast.AST, *edits: Edit) -> Clause:
        line = at.pattern.lineno if isinstance(at, ast.match_case) else getattr(at, "lineno", self._span[0])
        return Clause(label, line, self._span, edits)

    # --- statements -------------------------------------------------------------------------------------------------

    def body(self, statements: list[ast.stmt]) -> Iterator[Clause]:
        """Every statement of a block."""
        for statement in statements:
            if id(statement) not in self._others:
                yield from self.statement(statement)

    def statement(self, node: Block) -> Iterator[Clause]:
        """One statement with all it holds."""
        outer, self._span = self._span, _extent(node)
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield from self._function(node)
            case ast.ClassDef():
                yield from self.body(node.body)
            case ast.If():
                yield from self._condition(node.test)
                yield from self.body(node.body + node.orelse)
            case ast.While():
                yield self._clause("loop never entered", node.test, (node.test, _expression("False")))
                yield from self._operands(node.test)
                yield from self.body(node.body)
            case ast.For() | ast.AsyncFor():
                yield self._clause("loop over nothing", node, (node.iter, _expression("()")))
                yield from self.expression(node.iter)
                yield from self.body(node.body + node.orelse)
            case ast.With() | ast.AsyncWith():
                yield from self.body(node.body)
            case ast.Try():
                yield from self.body(node.body + [one for part in node.handlers for one in part.body] + node.orelse)
            case ast.Match():
                yield from self.expression(node.subject)
                for case in node.cases:
                    if id(case) not in self._others:
                        yield from self.statement(case)
            case ast.match_case():
                yield from self._case(node)
            case ast.ExceptHandler():
                yield from self.body(node.body)
            case _:
                yield from self._simple(node)
        self._span = outer

    def _simple(self, node: Block) -> Iterator[Clause]:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Assert() | ast.Raise() | ast.Import() | ast.ImportFrom():
                return
            case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name in IMPOSSIBLE:
                return
            case ast.Expr(value=value):
                yield self._clause(f"without: {_words(node)}", node, (node, ast.Pass()))
                yield from self.expression(value.value if isinstance(value, ast.Yield) and value.value else value)
            case ast.AugAssign(value=value):
                yield self._clause(f"without: {_words(node)}", node, (node, ast.Pass()))
                yield from self.expression(value)
            case ast.Assign(value=value, targets=targets):
                if any(isinstance(target, ast.Subscript | ast.Attribute) for target in targets):
                    yield self._clause(f"without: {_words(node)}", node, (node, ast.Pass()))
                yield from self.expression(value)
            case ast.AnnAssign(value=value) if value:
                yield from self.expression(value)
            case ast.Return(value=value) if value:
                yield from self.expression(value)
            case ast.Delete():
                yield self._clause(f"without: {_words(node)}", node, (node, ast.Pass()))
            case _:
                return

    def _function(self, node: Function) -> Iterator[Clause]:
        body = _without_docstring(node.body)
        self._span = (first_line(body[0]), last_line(body[-1])) if body else self._span
        if _is_generator(node):
            yield self._clause("yields nothing", node, *_emptied(node.body, "if False:\n    yield\nreturn"))
        elif not (len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value and _is_truth(body[0].value)):
            for value in neutral_values(node.returns):
                if not (len(body) == 1 and isinstance(body[0], ast.Return) and _words(body[0]) == f"return {value}"):
                    yield self._clause(f"returns {value}", node, *_emptied(node.body, f"return {value}"))
        yield from self.body(body)

    def _case(self, node: ast.match_case) -> Iterator[Clause]:
        self._span = first_line(node), last_line(node)
        is_last_resort = isinstance(node.pattern, ast.MatchAs) and node.pattern.pattern is None and not node.guard
        if not is_last_resort:
            never = ast.match_case(node.pattern, _expression("False"), node.body)
            yield self._clause(f"case {_words(node.pattern)} never matches", node, (node, never))
        for pattern in ast.walk(node.pattern):
            if isinstance(pattern, ast.MatchOr):
                for one in pattern.patterns:
                    yield self._clause(f"case without {_words(one)}", one, (one, None))
        if node.guard:
            yield self._clause("guard dropped", node.guard, (node.guard, _expression("True")))
            yield from self._operands(node.guard)
        yield from self.body(node.body)

    def of_row(self, site: Site) -> Iterator[Clause]:
        """A table without the row, and every clause in it."""
        row = site.row
        assert row
        yield self._clause("row removed", row, (row, None))
        for display in ast.walk(site.node):
            for first, last in rows_of(display):
                if first is row:
                    yield from self.expression(last)

    def whole(self, node: Block) -> Iterator[Clause]:
        """A statement without any clause: the value it gives, or all of it."""
        match node:
            case (
                ast.Assign(value=ast.Constant(value=str(text)) as value)
                | ast.AnnAssign(value=ast.Constant(value=str(text)) as value)
            ):
                yield self._clause("text changed", node, (value, ast.Constant(text + "~")))
            case ast.Assign(value=value) | ast.AnnAssign(value=value) | ast.Return(value=value) if value:
                yield self._clause("value becomes None", node, (value, _expression("None")))
            case ast.Pass():
                return
            case ast.stmt():
                yield self._clause("statement removed", node, (node, ast.Pass()))

    # --- expressions ------------------------------------------------------------------------------------------------

    def expression(self, node: ast.expr) -> Iterator[Clause]:
        """Every clause in a value."""
        if _is_truth(node):
            yield from self._condition(node)
            return
        match node:
            case ast.Constant():
                yield from self._constant(node)
            case ast.IfExp():
                yield from self._condition(node.test)
                yield from self.expression(node.body)
                yield from self.expression(node.orelse)
            case ast.BoolOp(op=op, values=values):  # a value or its stand-in
                for at, value in enumerate(values):
                    rest = values[:at] + values[at + 1 :]
                    less = rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
                    yield self._clause(f"without: {_words(value)}", value, (node, less))
                    yield from self.expression(value)
            case ast.Dict() | ast.List() | ast.Set() | ast.Tuple():
                yield from self._display(node)
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                parts = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
                for part in parts:
                    yield from self.expression(part)
                for generator in node.generators:
                    yield from self.expression(generator.iter)
                    for test in generator.ifs:
                        yield from self._condition(test)
            case ast.Call():
                yield from self._call(node)
            case ast.Subscript(value=value, slice=index):
                yield from self.expression(value)
                if not isinstance(index, ast.Constant | ast.UnaryOp):  # which element is how, not what
                    yield from self.expression(index)
            case ast.Lambda(body=body):
                yield from self.expression(body)
            case ast.JoinedStr():
                return
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        yield from self.expression(child)

    def _condition(self, node: ast.expr) -> Iterator[Clause]:
        """A condition that always and never holds, and each of its operands dropped.

        Where an operand of `and` dropped is noticed, so is the whole forced true; the other way round for `or`.
        """
        is_and = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And)
        is_or = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or)
        if not is_and:
            yield self._clause(f"always: {_words(node)}", node, (node, _expression("True")))
        if not is_or:
            yield self._clause(f"never: {_words(node)}", node, (node, _expression("False")))
        yield from self._operands(node)

    def _operands(self, node: ast.expr) -> Iterator[Clause]:
        """What stands inside a condition."""
        match node:
            case ast.BoolOp(op=op, values=values):
                for value in values:
                    yield self._clause(
                        f"without: {_words(value)}", value, (value, _expression(str(isinstance(op, ast.And))))
                    )
                    yield from self._operands(value)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield from self._operands(operand)
            case ast.Compare():
                yield from self._comparison(node)
            case ast.Constant():
                return
            case _ if _is_truth(node):  # any() and all()
                for child in getattr(node, "args", ()):
                    yield from self.expression(child)
            case _:
                yield from self.expression(node)

    def _comparison(self, node: ast.Compare) -> Iterator[Clause]:
        terms = [node.left, *node.comparators]
        for at, op in enumerate(node.ops):
            if type(op) in BOUNDARIES:
                ops = [BOUNDARIES[type(one)]() if at == here else one for here, one in enumerate(node.ops)]
                changed = ast.Compare(node.left, ops, node.comparators)
                yield self._clause(f"boundary: {_words(node)}", node, (node, changed))
            if len(node.ops) > 1:
                links = [ast.Compare(terms[i], [node.ops[i]], [terms[i + 1]]) for i in range(len(node.ops)) if i != at]
                less = links[0] if len(links) == 1 else ast.BoolOp(ast.And(), list(links))
                yield self._clause(f"link {at + 1} dropped: {_words(node)}", node, (node, less))
        for term in terms:
            yield from self.expression(term)

    def _call(self, node: ast.Call) -> Iterator[Clause]:
        match node.func:
            case ast.Name(id="min" | "max" as name) if len(node.args) > 1 and not node.keywords:
                for at, argument in enumerate(node.args):
                    rest = [one for here, one in enumerate(node.args) if here != at]
                    less = rest[0] if len(rest) == 1 else ast.Call(node.func, rest, [])
                    yield self._clause(f"{name} without: {_words(argument)}", argument, (node, less))
            case ast.Attribute(value=value):
                yield from self.expression(value)
        for argument in node.args:
            yield from self.expression(argument)
        for keyword in node.keywords:
            if keyword.arg not in MECHANICAL:
                yield from self.expression(keyword.value)

    def _display(self, node: ast.Dict | ast.List | ast.Set | ast.Tuple) -> Iterator[Clause]:
        for first, last in rows_of(node):
            yield self._clause(f"element removed: {_words(first)}", first, (first, None))
            yield from self.expression(last)

    def _constant(self, node: ast.Constant) -> Iterator[Clause]:
        if isinstance(node.value, bool):
            yield self._clause(f"{node.value} becomes {not node.value}", node, (node, ast.Constant(not node.value)))
        elif isinstance(node.value, int):
            yield self._clause(f"{node.value} becomes {node.value + 1}", node, (node, ast.Constant(node.value + 1)))


def neutral_values(annotation: ast.expr | None) -> list[str]:
    """The values to try for a return annotation; a refusal, an object or the unknown becomes None."""
    match annotation:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            values = neutral_values(right) + neutral_values(left)
            return sorted(dict.fromkeys(values), key=lambda value: value != "None")
        case ast.Subscript(value=ast.Name(id="Optional"), slice=inner):
            return list(dict.fromkeys(["None", *neutral_values(inner)]))
        case ast.Subscript(value=outer):
            return neutral_values(outer)
        case ast.Constant(value=str(text)):
            return neutral_values(_expression(text))
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return list(NEUTRAL.get(name, NEUTRAL["None"]))
        case _:
            return ["None"]


def mutated(module: ast.Module, clause: Clause) -> ast.Module:
    """The module with the clause taken away; the tree given is used up."""
    changed = _Editor(clause.edits).visit(module)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)


def _extent(node: Block) -> tuple[int, int]:
    """The lines that run when a statement is reached: all of a simple one, the head of one that holds others."""
    body = getattr(node, "body", None)
    last = last_line(node)
    if isinstance(body, list) and body and not isinstance(node, ast.Try | ast.match_case):
        last = max(first_line(node), first_line(body[0]) - 1)
    return first_line(node), last


def _is_truth(node: ast.expr) -> bool:
    """Whether an expression is a condition by its form."""
    match node:
        case ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(_is_truth(value) for value in values)
        case ast.Call(func=ast.Name(id="any" | "all" | "isinstance" | "bool")):
            return True
        case _:
            return False


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    is_text = isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    return body[1:] if is_text else body


def _words(node: ast.AST) -> str:
    """Code as a line of a report shows it."""
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


def _emptied(body: list[ast.stmt], code: str = "pass") -> tuple[Edit, ...]:
    """A block with other code in place of its statements."""
    first, *others = body
    replacement = ast.parse(f"def _():\n    {code.replace(chr(10), chr(10) + '    ')}").body[0]
    assert isinstance(replacement, ast.FunctionDef)
    block = ast.If(ast.Constant(value=True), replacement.body, [])
    return ((first, block), *((other, None) for other in others))


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _is_generator(function: ast.AST) -> bool:
    """Whether a function yields, not counting the functions inside it."""
    for node in ast.iter_child_nodes(function):
        if isinstance(node, ast.Yield | ast.YieldFrom):
            return True
        inner = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef)
        if not inner and _is_generator(node):
            return True
    return False


class _Editor(ast.NodeTransformer):
    """Puts nodes in place of others, known by identity."""

    def __init__(self, edits: tuple[Edit, ...]) -> None:
        self._edits = {id(old): new for old, new in edits}

    def visit(self, node: ast.AST) -> ast.AST | None:
        """Replace a node, or look below it."""
        if id(node) in self._edits:
            new = self._edits.pop(id(node))  # once: what takes its place may hold the node itself
            return ast.copy_location(new, node) if new and hasattr(node, "lineno") else new
        return super().visit(node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """Drop a row of a table with its key."""
        pairs = list(zip(node.keys, node.values, strict=True))
        gone = {old for old, new in self._edits.items() if new is None}
        kept = [(key, value) for key, value in pairs if id(key or value) not in gone]
        node.keys, node.values = [key for key, _ in kept], [value for _, value in kept]
        return self.generic_visit(node)

    def visit_MatchOr(self, node: ast.MatchOr) -> ast.AST:
        """Drop an alternative; a single one that is left stands alone."""
        left = [one for one in node.patterns if not (id(one) in self._edits and self._edits[id(one)] is None)]
        return left[0] if len(left) == 1 else ast.copy_location(ast.MatchOr(left), node)
