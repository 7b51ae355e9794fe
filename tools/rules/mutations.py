"""What can be done to the code under a tag so that a test which proves the rule must fail."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from tools.rules.sites import Block, Site, rows_of

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST = 12  # perturbations of one statement that are worth a test run each
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

Edit = tuple[ast.AST, ast.AST | None]  # a node and what takes its place; None removes it


@dataclass(frozen=True)
class Mutation:
    """One perturbation: what a person calls it, and which nodes it puts in place of which."""

    label: str
    edits: tuple[Edit, ...]


def mutations_of(site: Site) -> list[Mutation]:
    """The perturbations of a site, the most telling first; any one that a citing test notices proves the site."""
    found = list(_of_row(site) if site.row else _of_block(site.node))
    return found[:MOST]


def _of_block(node: Block) -> Iterator[Mutation]:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield from _of_function(node)
        case ast.ClassDef():
            yield from _of_class(node)
        case ast.If() | ast.Assert() | ast.While():
            yield from _of_condition(node)
        case ast.For() | ast.AsyncFor():
            yield Mutation("loop over nothing", ((node.iter, _expression("()")),))
        case ast.match_case():
            yield Mutation("case does nothing", _emptied(node.body))
            never = ast.match_case(node.pattern, _expression("False"), node.body)
            yield Mutation("case never matches", ((node, never),))
        case ast.ExceptHandler():
            yield Mutation("handler does nothing", _emptied(node.body))
        case ast.Assign() | ast.AnnAssign() if node.value:
            yield from _of_value(node.value)
        case ast.Return() if node.value:
            yield from _of_value(node.value)
            yield Mutation("statement removed", ((node, ast.Pass()),))
        case ast.AnnAssign():
            yield Mutation("field removed", ((node, ast.Pass()),))
        case ast.Pass():
            return
        case _:
            yield Mutation("statement removed", ((node, ast.Pass()),))


def _of_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutation]:
    """A function that does nothing and returns a value that says nothing, by its return annotation."""
    if _is_generator(node):
        yield Mutation("yields nothing", _emptied(node.body, "if False:\n    yield\nreturn"))
        return
    for value in neutral_values(node.returns):
        yield Mutation(f"returns {value}", _emptied(node.body, f"return {value}"))


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


def _of_class(node: ast.ClassDef) -> Iterator[Mutation]:
    """Each part of a class in turn: methods emptied, values perturbed, bare fields removed."""
    for part in node.body:
        if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)):  # the docstring
            name = getattr(part, "name", None) or ast.unparse(part).partition("\n")[0][:40]
            for mutation in islice(_of_block(part), 2):
                yield Mutation(f"{name}: {mutation.label}", mutation.edits)


def _of_condition(node: ast.If | ast.Assert | ast.While) -> Iterator[Mutation]:
    """A condition that always or never holds, or says the opposite; no loop is made endless on purpose."""
    if isinstance(node, ast.While):
        yield Mutation("loop never entered", ((node.test, _expression("False")),))
        return
    yield Mutation("condition negated", ((node.test, _negated(node.test)),))
    yield Mutation("condition forced true", ((node.test, _expression("True")),))
    if isinstance(node, ast.If):
        yield Mutation("condition forced false", ((node.test, _expression("False")),))


def _of_value(value: ast.expr) -> Iterator[Mutation]:
    """A perturbed value: numbers one up, truth flipped, tables emptied; anything else is replaced by None."""
    match value:
        case ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            yield Mutation("value negated", ((value, _negated(value)),))
            return
        case ast.Constant(value=None):
            yield Mutation("None becomes 0", ((value, _expression("0")),))
            return
        case ast.Constant(value=str(text)):
            yield Mutation("text changed", ((value, ast.Constant(text + "~")),))
            return
        case ast.Dict(keys=[_, *_]) | ast.Tuple(elts=[_, *_]) | ast.List(elts=[_, *_]) | ast.Set(elts=[_, *_]):
            yield Mutation("table emptied", ((value, _empty(value)),))
    numbers = tuple(_numbers(value))
    if numbers:
        yield Mutation("numbers one up" if len(numbers) > 1 else "number one up or truth flipped", numbers)
    for node in ast.walk(value):
        if node is not value and isinstance(node, ast.Dict | ast.List | ast.Set) and rows_of(node):
            yield Mutation("inner table emptied", ((node, _empty(node)),))
    if not isinstance(value, ast.Constant):
        yield Mutation("value becomes None", ((value, _expression("None")),))


def _of_row(site: Site) -> Iterator[Mutation]:
    """A table without the row, or with other figures in it."""
    assert site.row
    yield Mutation("row removed", ((site.row, None),))
    values = [last for display in ast.walk(site.node) for row, last in rows_of(display) if row is site.row]
    numbers = tuple(edit for value in values for edit in _numbers(value))
    if numbers:
        yield Mutation("numbers of the row one up", numbers)


def _numbers(value: ast.expr) -> Iterator[Edit]:
    """Every number in an expression one up, every truth value flipped."""
    for node in ast.walk(value):
        if isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, ast.Constant(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int):
            yield node, ast.Constant(node.value + 1)


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _empty(display: ast.expr) -> ast.expr:
    """The empty table of the same kind."""
    words = {ast.Dict: "{}", ast.Tuple: "()", ast.List: "[]", ast.Set: "set()"}
    return _expression(words[type(display)])


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


def mutated(module: ast.Module, mutation: Mutation) -> ast.Module:
    """The module with the edits made; the tree given is used up."""
    changed = _Editor(mutation.edits).visit(module)
    assert isinstance(changed, ast.Module)
    return ast.fix_missing_locations(changed)


class _Editor(ast.NodeTransformer):
    """Puts nodes in place of others, known by identity."""

    def __init__(self, edits: tuple[Edit, ...]) -> None:
        self._edits = {id(old): new for old, new in edits}

    def visit(self, node: ast.AST) -> ast.AST | None:
        """Replace a node, or look below it."""
        if id(node) in self._edits:
            new = self._edits[id(node)]
            return ast.copy_location(new, node) if new and hasattr(node, "lineno") else new
        return super().visit(node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        """Drop a row of a table with its key."""
        pairs = list(zip(node.keys, node.values, strict=True))
        gone = {old for old, new in self._edits.items() if new is None}
        kept = [(key, value) for key, value in pairs if id(key or value) not in gone]
        node.keys, node.values = [key for key, _ in kept], [value for _, value in kept]
        return self.generic_visit(node)
