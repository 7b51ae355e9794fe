"""A message and its parameters, made into a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias, assert_never

from sandtable.kernel.refusals import Id, Ref
from sandtable.texts.languages import category_of, grouped, listed
from sandtable.texts.message import Argument, Count, Message, Number, Plural, Select, Text, parse

if TYPE_CHECKING:
    from fractions import Fraction

Scalar: TypeAlias = "int | str | Fraction | Ref"
Value: TypeAlias = "Scalar | Sequence[Scalar]"
"""What a parameter may be. Text that reads as a whole number or a fraction ("3/2") counts as that number."""

Names: TypeAlias = Callable[[str, Id, str], str]
"""``names(of, id, lang)``: what a piece, place or other thing of the game is called."""

_RATIONAL: Final = re.compile(r"-?[0-9]+(/0*[1-9][0-9]*)?")


def bare_names(of: str, id: Id, lang: str) -> str:
    """Stand-in names for things that nobody has named: "place 3606"."""
    return f"{of} {id}"


def format(message: str, params: Mapping[str, Value], lang: str, names: Names = bare_names) -> str:
    """Fill in a message; a parameter that was not given shows as its name in angle brackets."""
    return _Renderer(params, lang, names).text(parse(message))


def shown(value: Value, lang: str, names: Names) -> str:
    """A value in words: things by their names, lists joined, all else as it is written."""
    match value:
        case bool():  # JSON's spelling, so that a select means the same here and in a browser
            return str(value).lower()
        case Ref():
            return names(value.of, value.id, lang)
        case str():
            return value
        case Sequence():
            return listed([shown(item, lang, names) for item in value], lang)
        case _:
            return str(value)


def number_in(value: Value) -> int | Fraction | None:
    """The number that a value is or spells, if any."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Ref) or (isinstance(value, Sequence) and not isinstance(value, str)):
        return None
    spelled = _RATIONAL.fullmatch(str(value))
    if spelled is None:
        return None
    from fractions import Fraction

    number = Fraction(spelled.group())
    return number.numerator if number.denominator == 1 else number


class _Renderer:
    """The parameters, language and names that one message is filled in with."""

    def __init__(self, params: Mapping[str, Value], lang: str, names: Names) -> None:
        self.params = params
        self.lang = lang
        self.names = names

    def text(self, message: Message, count: str = "#") -> str:
        """The sentence; ``count`` is what ``#`` stands for in a branch of a plural."""
        parts: list[str] = []
        for node in message:
            match node:
                case Text():
                    parts.append(node.text)
                case Count():
                    parts.append(count)
                case Argument() | Number() | Plural() | Select() if node.name not in self.params:
                    parts.append(f"⟨{node.name}⟩")
                case Argument():
                    parts.append(shown(self.params[node.name], self.lang, self.names))
                case Number():
                    parts.append(self.number(self.params[node.name]))
                case Plural():
                    parts.append(self.plural(node, self.params[node.name]))
                case Select():
                    parts.append(self.select(node, self.params[node.name]))
                case _:
                    assert_never(node)
        return "".join(parts)

    def number(self, value: Value) -> str:
        """A number with its digit groups; fractions, and what is no number, as they are written."""
        number = number_in(value)
        return grouped(number, self.lang) if isinstance(number, int) else shown(value, self.lang, self.names)

    def plural(self, node: Plural, value: Value) -> str:
        """The branch that fits a number; ``other`` for what is no number."""
        branches = dict(node.branches)
        number = number_in(value)
        branch = branches.get(f"={number}")
        if branch is None and number is not None:
            branch = branches.get(category_of(number, self.lang, ordinal=node.ordinal))
        return self.text(branches["other"] if branch is None else branch, self.number(value))

    def select(self, node: Select, value: Value) -> str:
        """The branch with this word (for a thing, its id), else ``other``."""
        word = str(value.id) if isinstance(value, Ref) else shown(value, self.lang, self.names)
        branches = dict(node.branches)
        return self.text(branches.get(word, branches["other"]))
