"""Messages parsed into a small frozen tree.

The subset of ICU MessageFormat: ``{name}``, ``{n, number}``, ``{n, plural, =0 {..} one {..} other {.. # ..}}``,
``{n, selectordinal, ..}`` and ``{x, select, a {..} other {..}}``, nested at will. Two apostrophes are one apostrophe;
an apostrophe just before a brace (or before ``#`` in a plural) begins quoted text; any other one is itself. What ICU
lets pass but is always a slip (a stray brace, a quotation left open, a branch given twice) is an error here.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator


class MessageError(ValueError):
    """A message that cannot be read; ``position`` counts characters from 0."""

    def __init__(self, problem: str, source: str, position: int) -> None:
        excerpt = source[position : position + 20]
        where = f"before {excerpt!r}" if excerpt else "the end"
        super().__init__(f"{problem} (at character {position}, {where})")
        self.position = position


class Text(Struct, frozen=True):
    """Words shown as they are."""

    text: str


class Argument(Struct, frozen=True):
    """``{name}``: the value itself."""

    name: str


class Number(Struct, frozen=True):
    """``{name, number}``: the value with the digit groups of the language."""

    name: str


class Count(Struct, frozen=True):
    """``#``: the number that the plural around it is about."""


class Plural(Struct, frozen=True):
    """A branch by number: an exact one such as ``=0`` first, else the language's category, else ``other``."""

    name: str
    branches: tuple[tuple[str, Message], ...]
    ordinal: bool = False


class Select(Struct, frozen=True):
    """A branch by word, else ``other``."""

    name: str
    branches: tuple[tuple[str, Message], ...]


Node: TypeAlias = Text | Argument | Number | Count | Plural | Select
Message: TypeAlias = tuple[Node, ...]

CATEGORIES: Final = ("zero", "one", "two", "few", "many", "other")
DEEPEST: Final = 10
"""Branches within branches; a message nested deeper than this is not one that a person can translate."""

_SPACE: Final = re.compile(r"[ \t\r\n]*")
_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_LABEL: Final = re.compile(r"[^\s{}',]+")
_EXACT: Final = re.compile(r"=(?:0|-?[1-9][0-9]*)")
_WORD: Final = re.compile(r"\w+")


@lru_cache(maxsize=8192)
def parse(message: str) -> Message:
    """Read a message into its tree, or raise a MessageError that says what is wrong and where."""
    return _Reader(message).message(depth=0, in_plural=False)


def walk(message: Message) -> Iterator[Node]:
    """Every node of a tree, each before the nodes in its branches."""
    for node in message:
        yield node
        if isinstance(node, Plural | Select):
            for _, branch in node.branches:
                yield from walk(branch)


def placeholders(message: str) -> dict[str, tuple[str, ...]]:
    """The names a message wants filled, sorted, each with the sorted kinds of its uses."""
    uses = {(node.name, _kind(node)) for node in walk(parse(message)) if not isinstance(node, Text | Count)}
    kinds: dict[str, tuple[str, ...]] = {}
    for name, kind in sorted(uses):
        kinds[name] = (*kinds.get(name, ()), kind)
    return kinds


def _kind(node: Argument | Number | Plural | Select) -> str:
    match node:
        case Argument():
            return "plain"
        case Number():
            return "number"
        case Plural():
            return "selectordinal" if node.ordinal else "plural"
        case Select():
            return "select"


class _Reader:
    """One pass over a message, from left to right."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0

    def message(self, *, depth: int, in_plural: bool) -> Message:
        """Nodes up to the end, or up to the brace that closes this branch."""
        nodes: list[Node] = []
        while self.at < len(self.source):
            char = self.source[self.at]
            if char == "{":
                nodes.append(self.argument(depth))
            elif char == "}":
                if depth == 0:
                    raise self.error("this '}' closes nothing; write '}' between apostrophes to show one")
                break
            elif char == "#" and in_plural:
                self.at += 1
                nodes.append(Count())
            else:
                nodes.append(Text(self.words("{}#" if in_plural else "{}")))
        return tuple(nodes)

    def words(self, special: str) -> str:
        """Plain words up to the next special character, with the apostrophes resolved."""
        parts: list[str] = []
        while self.at < len(self.source) and (char := self.source[self.at]) not in special:
            if char == "'":
                parts.append(self.apostrophe(special))
            else:
                parts.append(char)
                self.at += 1
        return "".join(parts)

    def apostrophe(self, special: str) -> str:
        """What an apostrophe stands for: itself, or the text that it quotes."""
        following = self.source[self.at + 1 : self.at + 2]
        if following == "'":
            self.at += 2
            return "'"
        if not following or following not in special:
            self.at += 1
            return "'"
        return self.quotation()

    def quotation(self) -> str:
        """Text between apostrophes; two of them inside stand for one."""
        opened = self.at
        self.at += 1
        parts: list[str] = []
        while (end := self.source.find("'", self.at)) >= 0:
            parts.append(self.source[self.at : end])
            self.at = end + 1
            if not self.source.startswith("'", self.at):
                return "".join(parts)
            parts.append("'")
            self.at += 1
        raise self.error("this quotation is not closed; write '' for an apostrophe before a brace or a #", opened)

    def argument(self, depth: int) -> Node:
        """Whatever stands between braces."""
        opened = self.at
        self.at += 1
        name = self.match(_NAME, "a name made of letters, digits and _", opened)
        if self.took("}"):
            return Argument(name)
        self.expect(",", f"',' or '}}' after {name!r}", opened)
        at = self.after_space()
        kind = self.match(_NAME, "number, plural, selectordinal or select", opened)
        match kind:
            case "number":
                self.expect("}", "'}' after number (styles are not part of the subset)", opened)
                return Number(name)
            case "plural" | "selectordinal":
                return Plural(name, self.branches(kind, depth + 1, opened), kind == "selectordinal")
            case "select":
                return Select(name, self.branches(kind, depth + 1, opened))
            case _:
                raise self.error(f"unknown kind {kind!r}; use number, plural, selectordinal or select", at)

    def branches(self, kind: str, depth: int, opened: int) -> tuple[tuple[str, Message], ...]:
        """The labelled branches of a plural or a select, and the brace that ends them."""
        if depth > DEEPEST:
            raise self.error(f"branches are nested deeper than {DEEPEST}", opened)
        self.expect(",", f"',' after {kind}", opened)
        found: dict[str, Message] = {}
        while not self.took("}"):
            at = self.after_space()
            label = self.match(_LABEL, "the label of a branch, or '}'", opened)
            self.check_label(kind, label, at)
            if label in found:
                raise self.error(f"branch {label!r} is given twice", at)
            self.expect("{", f"'{{' after {label!r}", opened)
            found[label] = self.message(depth=depth, in_plural=kind != "select")
            self.expect("}", f"'}}' at the end of branch {label!r}", opened)
        if "other" not in found:
            raise self.error(f"this {kind} has no branch 'other'", opened)
        return tuple(found.items())

    def check_label(self, kind: str, label: str, at: int) -> None:
        """Refuse a label that could never be chosen."""
        if kind == "select":
            if not _WORD.fullmatch(label):
                raise self.error(f"{label!r} is not a word of letters, digits and _", at)
        elif label.startswith("offset:"):
            raise self.error("offset is not part of the subset; pass the smaller number", at)
        elif label not in CATEGORIES and not _EXACT.fullmatch(label):
            raise self.error(f"{label!r} is neither an exact number such as =0 nor one of {', '.join(CATEGORIES)}", at)

    def after_space(self) -> int:
        """Step over white space; the position after it."""
        if space := _SPACE.match(self.source, self.at):
            self.at = space.end()
        return self.at

    def took(self, char: str) -> bool:
        """Step over white space and one character, if it is the next one."""
        if not self.source.startswith(char, self.after_space()):
            return False
        self.at += 1
        return True

    def expect(self, char: str, wanted: str, opened: int) -> None:
        """Step over a character that must come next."""
        if not self.took(char):
            raise self.lacking(wanted, opened)

    def match(self, pattern: re.Pattern[str], wanted: str, opened: int) -> str:
        """Step over white space and something that must come next, and give it."""
        found = pattern.match(self.source, self.after_space())
        if found is None:
            raise self.lacking(wanted, opened)
        self.at = found.end()
        return found.group()

    def lacking(self, wanted: str, opened: int) -> MessageError:
        """The error for something that should stand here; at the end of the message, the open brace is to blame."""
        if self.at == len(self.source):
            return self.error(f"this brace is not closed: the message ends where it needs {wanted}", opened)
        return self.error(f"expected {wanted}")

    def error(self, problem: str, position: int | None = None) -> MessageError:
        """An error here, or at a given position."""
        return MessageError(problem, self.source, self.at if position is None else position)
