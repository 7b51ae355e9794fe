"""What the parts of a case share: errors that know their place and what was meant, and a net below the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from sandtable.kernel.dice import ScriptError
from sandtable.kernel.naming import is_called
from sandtable.kernel.naming import whole as number_of
from sandtable.kernel.refusals import Id

Where = tuple[str | int, ...]
"""The way to a value inside a case: ``("play", 2, "axis")``, with the keys as they are written there."""

FEW = 30
"""How many names are few enough to be listed to somebody who knows none of them."""
NEAR = 3
"""How many names are told that look like the one that was written."""


class CaseError(ValueError):
    """A case that cannot be run, with the place of what is wrong."""

    def __init__(self, where: Where, message: str) -> None:
        super().__init__(": ".join([*(str(part) for part in where), message]))
        self.where, self.message = where, message

    def inside(self, *outer: str | int) -> CaseError:
        """The same error seen from further out: facts do not know where in a case they stand."""
        return CaseError((*outer, *self.where), self.message)


def mapping(value: Any, where: Where) -> Mapping[Any, Any]:
    """The value as a mapping, or a clear error."""
    if not isinstance(value, Mapping):
        raise CaseError(where, f"expected a mapping here, not {kind_of(value)}")
    return value


def sequence(value: Any, where: Where) -> list[Any]:
    """The value as a list, or a clear error."""
    if not isinstance(value, list | tuple):
        raise CaseError(where, f"expected a list here, not {kind_of(value)}")
    return list(value)


def text(value: Any, where: Where) -> str:
    """The value as words, or a clear error."""
    if not isinstance(value, str):
        raise CaseError(where, f"expected words here, not {kind_of(value)}")
    return value


def flag(value: Any, where: Where) -> bool:
    """The value as true or false, or a clear error."""
    if not isinstance(value, bool):
        raise CaseError(where, f"expected true or false here, not {kind_of(value)}")
    return value


def whole(value: Any, where: Where) -> int:
    """The value as a whole number, or a clear error."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise CaseError(where, f"expected a whole number here, not {kind_of(value)}")
    return value


def known(value: Mapping[Any, Any], names: Iterable[str], where: Where) -> None:
    """Raise on a key that is not among the names."""
    there_is = tuple(names)
    for key in value:
        if key not in there_is:
            raise CaseError((*where, str(key)), f"there is no {key!r} here" + instead(key, there_is))


def instead(given: Any, names: Iterable[Any]) -> str:
    """The end of a sentence about an unknown name: what was perhaps meant, or all there is where that is soon said."""
    there_is = tuple(dict.fromkeys(str(name) for name in names))
    folded: dict[str, str] = {}
    for name in there_is:
        folded.setdefault(name.casefold(), name)
    if near := get_close_matches(str(given).casefold(), list(folded), n=NEAR):
        return f"; did you mean {' or '.join(folded[name] for name in near)}?"
    return f"; there is {', '.join(there_is)}" if 0 < len(there_is) <= FEW else ""


def one_of(what: str, given: Any, names: Mapping[Any, str], where: Where) -> Id:
    """The id that a name or an id stands for; raises where there is none, or more than one."""
    if not isinstance(given, int | str) or isinstance(given, bool):
        raise CaseError(where, f"expected the name of a {what} here, not {kind_of(given)}")
    if given in names:
        return given
    if isinstance(given, str) and (number := number_of(given)) is not None and number in names:
        return number
    wanted = str(given).casefold()
    hits: list[Id] = [key for key, name in names.items() if is_called(name, wanted)]
    if len(hits) == 1:
        return hits[0]
    if hits:
        raise CaseError(where, f"{given!r} may be {what} {' or '.join(str(hit) for hit in hits)}")
    raise CaseError(where, f"there is no {what} {given!r}" + instead(given, _told(names)))


def _told(names: Mapping[Id, str]) -> Iterator[str]:
    """Names as people write them; ids that are words come first, because cases are written with them."""
    for key, name in names.items():
        if isinstance(key, str):
            yield key
        yield name


def kind_of(value: Any) -> str:
    """A value of a case in words."""
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            return f"the text {value!r}"
        case list() | tuple():
            return "a list"
        case Mapping():
            return "a mapping"
        case _:
            return repr(value)


@contextmanager
def rules_at(where: Where) -> Iterator[None]:
    """Let the rules of the game work on a position that a person made up: whatever breaks, breaks as an error there.

    What can be checked beforehand is. This is the net below: a position may still be one that no play leads to.
    """
    try:
        yield
    except (CaseError, ScriptError):
        raise
    except Exception as problem:
        raise CaseError(where, f"the rules cannot go on from this position ({_described(problem)})") from problem


def _described(problem: Exception) -> str:
    """An exception with the line of the rules it comes from, for whoever reports it."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" in {trace.tb_frame.f_globals.get('__name__', '')}:{trace.tb_lineno}" if trace else ""
    return f"{type(problem).__name__}: {problem}{place}"
