"""What a game understands in a case file beside the types of its state: words, facts, questions, impossible places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Struct

from sandtable.kernel import naming
from sandtable.kernel.cases.parts import Where
from sandtable.kernel.changes import bare_type, field_types, tables_of
from sandtable.kernel.game import Game
from sandtable.kernel.refusals import Id
from sandtable.kernel.state import Scenario, State

KEY = "key"
"""What comes after the name of a table where the words are those of its keys: ``World.orders.key``."""

Words = Callable[[Any], Mapping[Any, Any] | Iterable[Id]]
"""``scenario -> words``: a list, or ids with what they are called."""


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The words of a game, so that a misspelt one is an error; a game has it as its ``vocabulary``."""

    words: Mapping[str, Words] = field(default_factory=dict)
    """Words of a field, by ``Struct.field`` (``Unit.owner``), and of the keys of a table (``World.orders.key``)."""
    tracks: Mapping[str, str] = field(default_factory=dict)
    """Rows of the state's table of tracks with what they count; capitals stand for a name: ``SIDE_steps``."""
    free: tuple[str, ...] = ()
    """Fields that hold words nobody can list, by the same names."""
    facts: type[Struct] | None = None
    """What ``facts`` may hold; without it there are none. The game itself reads them, with ``read_facts``."""
    unused: Callable[[Any, Mapping[str, Any]], Iterable[tuple[Where, str]]] = lambda scenario, facts: ()
    """Facts that a scenario has no use for (a hex outside its map), each with its place in the facts."""
    questions: Mapping[str, type[Struct]] = field(default_factory=dict)
    """What each query of the game is asked with; the first field may be written alone."""
    faults: Callable[[Any], Iterable[tuple[Where, str]]] = lambda state: ()
    """What cannot be about a position (a ship ashore), each with its place in the state."""


NOTHING = Vocabulary()


def vocabulary_of(game: Game[Any]) -> Vocabulary:
    """The vocabulary of a game; one that has none of its own is read by its types alone."""
    found: Vocabulary = getattr(game, "vocabulary", NOTHING)
    return found


def named(words: Mapping[Any, Any] | Iterable[Id]) -> Mapping[Id, str]:
    """Words as ids with what they are called; a word is called itself, and so is the key of anything but a name."""
    if isinstance(words, Mapping):
        return {key: name if isinstance(name, str) else str(key) for key, name in words.items()}
    return {word: str(word) for word in words}


def unlisted(game: Game[Any], scenario: Scenario) -> Iterator[str]:
    """Words of the state and of the actions that a case could misspell without anybody noticing; a good game has none.

    A field of words is safe when its type lists them, when its domain has names, or when the vocabulary knows it.
    """
    own = vocabulary_of(game)
    state: type[State] = game.state_type
    tables = [naming.domain(hint) for name, hint in field_types(state).items() if name != "flow"]
    named_domains = ({of for of, names in scenario.names.items() if names} | set(tables)) - {""}
    kinds: list[type[Struct]] = [state, *(verb.action for verb in game.verbs.values())]
    for kind in structs_in(kinds):
        for name, hint in field_types(kind).items():
            if name == "flow":
                continue
            for place in _loose(hint, f"{kind.__name__}.{name}", "", named_domains):
                if place not in own.words and place not in own.free:
                    yield place


def structs_in(kinds: list[type[Struct]]) -> list[type[Struct]]:
    """Structs with all Structs inside them, each once."""
    found = list(dict.fromkeys(kinds))
    for kind in found:
        for name, hint in field_types(kind).items():
            if name != "flow":
                found += [part for part in _structs(hint) if part not in found]
    return found


def _structs(hint: Any) -> Iterator[type[Struct]]:
    bare = bare_type(hint)
    if isinstance(bare, type) and issubclass(bare, Struct):
        yield bare
    for part in get_args(bare):
        yield from _structs(part)


def _loose(hint: Any, place: str, of: str, domains: set[str]) -> Iterator[str]:
    """The places inside a type where any word would do."""
    of, bare = naming.domain(hint) or of, bare_type(hint)
    origin, args = get_origin(bare), get_args(bare)
    if bare is str and of not in domains:
        yield place
    elif origin is dict:
        yield from _loose(args[0], f"{place}.{KEY}", of, domains)
        yield from _loose(args[1], place, "", domains)
    elif origin in (tuple, list, Union, UnionType):
        for part in args:
            if part is not Ellipsis:
                yield from _loose(part, place, of, domains)
    elif origin is Literal:
        return


def tables_by_domain(game: Game[Any]) -> Mapping[str, tuple[str, ...]]:
    """The tables of a game's state by what their keys name."""
    found: dict[str, tuple[str, ...]] = {}
    state: type[State] = game.state_type
    hints = field_types(state)
    for table, (key, _) in tables_of(state).items():
        of = naming.domain(hints[table]) or naming.domain(key)
        if of:
            found[of] = (*found.get(of, ()), table)
    return found
