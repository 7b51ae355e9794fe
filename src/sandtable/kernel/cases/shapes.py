"""Reading what a case says by the types of the game: names known, values of their kind, errors in their place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo
from msgspec.structs import fields as struct_fields

from sandtable.kernel import codec, naming
from sandtable.kernel.cases.parts import CaseError, Where, flag, instead, kind_of, known, mapping, one_of, sequence
from sandtable.kernel.cases.parts import text as words_at
from sandtable.kernel.cases.parts import whole as number_at
from sandtable.kernel.cases.vocabulary import KEY, named, tables_by_domain, vocabulary_of
from sandtable.kernel.changes import bare_type, field_types, tables_of
from sandtable.kernel.game import Game
from sandtable.kernel.refusals import Id
from sandtable.kernel.state import Scenario, State

Listed = Callable[[], Mapping[Any, Any] | Iterable[Id]]
"""Words that are listed when somebody needs them."""


@cache
def infos_of(kind: type[Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a Struct with their types and defaults; worked out once, since that is dear."""
    return struct_fields(kind)


class Missing(CaseError):
    """Rows that are named and were never met, by domain and number."""

    def __init__(self, where: Where, message: str, rows: frozenset[tuple[str, Id]]) -> None:
        super().__init__(where, message)
        self.rows = rows


class Reader:
    """Reads plain data into plain data that fits a type, with names turned into ids.

    ``names`` are what things are called by domain, ``words`` those of single fields. Ids of a domain without names are
    those of the rows that were met so far; until any were, all are taken and kept in ``pending``.
    """

    def __init__(
        self,
        names: Mapping[str, Mapping[Id, str]],
        words: Mapping[str, Listed],
        domains: Iterable[str] = (),
        aliases: Mapping[str, Mapping[str, Id]] | None = None,
    ) -> None:
        self.names, self.words, self.aliases = names, words, aliases or {}
        self._listed: dict[str, Mapping[Id, str]] = {}
        self.met: dict[str, dict[int, str]] = {of: {} for of in domains if not names.get(of)}
        self.is_closed = False
        """Whether only rows that were met may be named from now on."""
        self.pending: list[tuple[Where, str, Id]] = []
        self.is_filled = False
        """Whether whatever is named must have a value: what may be left out may still not be nothing."""

    def read(self, hint: Any, value: Any, where: Where, place: str = "", partly: bool = False) -> Any:
        """A value as its type wants it; ``partly`` where a Struct need not be whole."""
        return self._read(hint, value, where, place, "", partly)

    def _read(self, hint: Any, value: Any, where: Where, place: str, of: str, partly: bool) -> Any:
        of, bare = naming.domain(hint) or of, bare_type(hint)
        origin, args = get_origin(bare), get_args(bare)
        if bare is Any:
            return value
        if origin in (Union, UnionType):
            return self._either(args, value, where, place, of, partly)
        if origin is Literal:
            if value not in args or isinstance(value, bool):
                raise CaseError(where, f"there is no {_last(place)} {value!r}" + instead(value, filter(None, args)))
            return value
        if origin is dict:
            rows = mapping(value, where).items()
            key, row = args
            return {
                self._read(key, k, (*where, str(k)), f"{place}.{KEY}", of, partly): self._read(
                    row, v, (*where, str(k)), place, "", partly
                )
                for k, v in rows
            }
        if origin in (tuple, list):
            return self._many(args, sequence(value, where), where, place, of, partly)
        if isinstance(bare, type) and issubclass(bare, Struct):
            # Boards that programs make may hold the thing itself.
            return value if isinstance(value, bare) else self.fields(bare, value, where, partly)
        return self._single(bare, value, where, place, of)

    def _either(self, kinds: Any, value: Any, where: Where, place: str, of: str, partly: bool) -> Any:
        """One of several types; the complaint is that of the first that has the right outline."""
        if value is None and NoneType in kinds and not self.is_filled:
            return None
        problems = []
        for kind in kinds:
            if kind is NoneType:
                continue
            try:
                return self._read(kind, value, where, place, of, partly)
            except CaseError as problem:
                problems.append(problem)
        raise max(problems, key=lambda problem: len(problem.where))

    def _many(self, args: Any, values: list[Any], where: Where, place: str, of: str, partly: bool) -> list[Any]:
        if (len(args) == 2 and args[1] is Ellipsis) or len(args) == 1:
            kinds = [args[0]] * len(values)
        elif len(values) != len(args):
            raise CaseError(where, f"expected a list of {len(args)} here, not of {len(values)}")
        else:
            kinds = list(args)
        pairs = enumerate(zip(kinds, values, strict=True))
        return [self._read(kind, one, (*where, number), place, of, partly) for number, (kind, one) in pairs]

    def fields(self, kind: type[Struct], value: Any, where: Where, partly: bool = False) -> dict[str, Any]:
        """The fields of a Struct that are given; all that it needs, if it is not read partly."""
        given = mapping(value, where)
        infos = infos_of(kind)
        known(given, [info.encode_name for info in infos], where)
        found: dict[str, Any] = {}
        for info in infos:
            name = info.encode_name
            if name not in given:
                if info.required and not partly:
                    raise CaseError(where, f"{name!r} is missing here")
                continue
            one = given[name]
            # What a field is when it says nothing needs no name: aboard 0, holder "".
            if one is not None and type(one) is type(info.default) and one == info.default:
                found[name] = one
            else:
                place = f"{kind.__name__}.{name}"
                found[name] = self._read(info.type, one, (*where, name), place, "", partly)
        return found

    def _single(self, kind: Any, value: Any, where: Where, place: str, of: str) -> Any:
        if place in self.words:
            return one_of(_last(place), value, self._book(place), where)
        if self.names.get(of):
            return self._named(of, value, where)
        if of in self.met:
            return self._row(of, value, where)
        if kind is bool:
            return flag(value, where)
        if kind is int:
            return number_at(value, where)
        if kind is str:
            if isinstance(value, int):
                raise CaseError(where, f"expected words here, not {kind_of(value)}; write it in quotes")
            return words_at(value, where)
        try:
            return codec.plain(codec.convert(value, kind))
        except codec.Malformed as problem:
            raise CaseError(where, str(problem)) from None

    def _book(self, place: str) -> Mapping[Id, str]:
        """The words of a place, listed when they are first asked for."""
        if place not in self._listed:
            self._listed[place] = named(self.words[place]())
        return self._listed[place]

    def thing(self, of: str, value: Any, where: Where) -> Id:
        """The id of a thing of a domain that has names or was met."""
        return self._named(of, value, where) if self.names.get(of) else self._row(of, value, where)

    def _named(self, of: str, value: Any, where: Where) -> Id:
        """The id of a thing that has names, by one of them."""
        if isinstance(value, str):
            value = self.aliases.get(of, {}).get(value.casefold(), value)
        return one_of(of, value, self.names[of], where)

    def _row(self, of: str, value: Any, where: Where) -> Id:
        """A thing that has no name but its number: one that is or was on the board."""
        if isinstance(value, str) and (number := naming.whole(value)) is not None:
            value = number
        if not isinstance(value, int) or isinstance(value, bool):
            raise CaseError(where, f"expected the number of a {of} here, not {kind_of(value)}")
        if not self.is_closed:
            self.pending.append((where, of, value))
        elif value and value not in self.met[of]:
            raise CaseError(where, f"there never was a {of} {value}" + instead(value, self.met[of]))
        return value

    def key(self, game: Game[Any], table: str, written: Any, where: Where) -> Any:
        """The key of a row that is written as a name or an id."""
        state: type[State] = game.state_type
        kind, _ = tables_of(state)[table]
        of = naming.domain(field_types(state)[table])
        if of in self.met and written == max(self.met[of], default=0) + 1:
            return written  # the next one that would come: a case may expect that it did not
        return self._read(kind, written, where, f"{state.__name__}.{table}.{KEY}", of, False)

    def meet(self, game: Game[Any], state: State) -> None:
        """Remember the rows of a position whose only names are their numbers."""
        for of, tables in tables_by_domain(game).items():
            if of in self.met:
                for table in tables:
                    self.met[of].update((key, str(key)) for key in getattr(state, table))

    def close(self) -> None:
        """From now on only rows that were met may be named; raises on one that was named before and never came."""
        self.is_closed = True
        missing = [(where, of, thing) for where, of, thing in self.pending if thing and thing not in self.met[of]]
        if missing:
            where, of, thing = missing[0]
            problem = f"there is no {of} {thing} on the board" + instead(thing, self.met[of])
            raise Missing(where, problem, frozenset((of, thing) for _, of, thing in missing))
        self.pending.clear()

    def remember(self, of: str, things: Iterable[int], where: Where) -> None:
        """Take rows for met that have left the board, and are spoken of still."""
        if of not in self.met:
            raise CaseError(where, f"no {of} is known by its number alone" + instead(of, self.met))
        self.met[of].update((thing, str(thing)) for thing in things)

    def is_word(self, word: str) -> bool:
        """Whether a word means anything at all in this game."""
        books = (*self.names.values(), *map(self._book, self.words))
        return any(word in book or word in book.values() for book in books)


def reader_for(game: Game[Any], scenario: Scenario) -> Reader:
    """A reader that knows the names of a scenario and the words of its game."""
    words = {place: partial(listed, scenario) for place, listed in vocabulary_of(game).words.items()}
    return Reader(scenario.names, words, tables_by_domain(game), scenario.aliases)


def read_facts(
    kind: type[Struct],
    facts: Mapping[str, Any],
    words: Mapping[str, Mapping[Id, str] | Iterable[Id]],
    names: Mapping[str, Mapping[Id, str]] | None = None,
) -> dict[str, Any]:
    """The facts of a case, or of an owner's folder, with names turned into ids; errors have their place inside them."""
    reader = Reader(names or {}, {place: partial(named, listed) for place, listed in words.items()})
    reader.is_filled = True
    return reader.fields(kind, facts, ())


def typed(hint: Any, value: Any, where: Where) -> Any:
    """Plain data that was read as a typed value."""
    try:
        return codec.convert(value, hint)
    except codec.Malformed as problem:
        raise CaseError(where, str(problem)) from None


def _last(place: str) -> str:
    """What a place in the types is called in an error: ``Unit.owner`` is an owner, ``World.wars.key`` one of wars."""
    parts = place.split(".")
    return f"{parts[-2]} entry" if parts[-1] == KEY else parts[-1]
