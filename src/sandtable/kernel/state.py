"""The position of a game: plain, immutable data, with everything derivable computed from it and remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="State")


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices players make before a game; each game has its own typed fields, each with a default."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Scenario:
    """What never changes in a game: map, counters, charts, options. Built once, shared by all its positions."""

    name: str
    options: Options = field(default_factory=Options)
    facts: Mapping[str, Any] = field(default_factory=dict)
    seats: tuple[str, ...] = ()
    names: Mapping[str, Mapping[Any, str]] = field(default_factory=dict)
    """What things are called, by domain: ``names["piece"][57] == "73 Inf Div"``."""


class Stage:
    """How far a phase has come: not begun, begun, asking seats, to be closed."""

    NEW, BEGUN, ASKING, CLOSING = range(4)


class Frame(Struct, frozen=True, omit_defaults=True):
    """One level of the sequence of play: where we are, what it is about, who still has to answer."""

    at: str
    ref: int = 0
    waiting: tuple[str, ...] = ()
    stage: int = Stage.NEW


class State(Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """Base of every game's position. Tables are dicts kept in key order; only a Draft writes them."""

    flow: tuple[Frame, ...] = ()

    @property
    def scenario(self) -> Any:
        """The map, counters and charts this position is played on."""
        try:
            return self.__dict__["scenario"]
        except KeyError:
            raise RuntimeError("this position is not bound to a scenario; read it with codec.decode_state") from None

    @property
    def here(self) -> Frame:
        """The innermost frame of the sequence of play."""
        return self.flow[-1]


def bind(state: S, scenario: Scenario) -> S:
    """The same position, knowing the scenario it is played on."""
    state.__dict__["scenario"] = scenario
    state.__dict__.setdefault("memo", {})
    return state


def successor(state: S, **fields: Any) -> S:
    """A copy with some fields replaced that keeps the scenario and every remembered value the fields do not touch."""
    copy = replace(state, **fields)
    known, old = copy.__dict__, state.__dict__
    known["scenario"] = state.scenario
    known["memo"] = old["memo"].copy()
    if stale := old.get("stale"):
        known["stale"], known["journal"] = stale.copy(), old["journal"].copy()
    if fields:
        _drop(known, fields)
    return copy


def _drop(known: dict[str, Any], fields: Mapping[str, Any]) -> None:
    """Forget what was remembered about fields that have other values now."""
    for name in ("memo", "stale"):
        known[name] = {fn: seen for fn, seen in known.get(name, {}).items() if fn.reads.isdisjoint(fields)}
    known["journal"] = {table: line for table, line in known.get("journal", {}).items() if table not in fields}


def aside(state: State) -> dict[Any, Any]:
    """Room beside a position for what was worked out about it and holds for no other: answers, views, its outcome."""
    found: dict[Any, Any] = state.__dict__.setdefault("aside", {})
    return found


Seen = dict[tuple[Hashable, ...], Any]
"""What is remembered of a derived function: its values by arguments."""

Hook = Callable[[Any, Seen, dict[Any, Any]], Seen]
"""``(state, seen, before) -> seen``: what is still known after rows of a table changed.

``before`` holds the changed rows as they were, ``None`` where there was none; the state has them as they are. A hook
that changes anything returns a new dict, because the old one belongs to earlier positions; it may return the very one
where no change matters.
"""


class Derived:
    """A function of the position that is remembered until one of the fields it reads changes."""

    read_fields: ClassVar[set[str]] = set()
    """Every field that some derived function reads: writing any other one makes nothing forgotten."""

    def __init__(self, function: Callable[..., Any], reads: frozenset[str], hooks: Mapping[str, Hook]) -> None:
        self.function = function
        self.reads = reads
        self.hooks = hooks
        self.inner: dict[Derived, None] = {}
        """Derived functions it was found to use rightly."""
        self.checked: type[State] | None = None
        Derived.read_fields.update(reads)

    def check_fields(self, kind: type[State]) -> None:
        """Raise on a declared field that the state does not have."""
        if unknown := self.reads.difference(kind.__struct_fields__):
            raise RuntimeError(f"{self.function.__qualname__} reads {', '.join(sorted(unknown))}, which no state has")
        self.checked = kind

    def check_inside(self, outer: Derived) -> None:
        """Raise where a derived function uses this one without declaring the fields behind it."""
        if not self.reads <= outer.reads:
            missing = ", ".join(sorted(self.reads - outer.reads))
            raise RuntimeError(f"{outer.function.__qualname__} must declare that it reads {missing}")
        outer.inner[self] = None

    def compute(self, state: State, args: tuple[Hashable, ...]) -> Any:
        """The value, with this function noted as the one being computed."""
        token = _computing.set(self)
        try:
            return self.function(state, *args)
        finally:
            _computing.reset(token)

    def revised(self, state: State) -> Seen:
        """What is known of this function after the changes since it was last true."""
        known = state.__dict__
        if not self.hooks or self not in known.get("stale", ()):
            return {}
        seen: Seen
        seen, marks = known["stale"].pop(self)
        for table, hook in self.hooks.items():
            before: dict[Any, Any] = {}
            line = known["journal"].get(table)
            while line is not marks[table]:
                if line is None or line is CUT:
                    return {}
                key, row, line, _ = line
                before[key] = row  # the walk goes back in time: the oldest row wins
            if before:
                seen = hook(state, seen, before)
        return seen


CUT = ("where a journal was cut off",)
LONGEST = 400
"""Changed rows that a journal holds; beyond it what is stale is forgotten, so that no position keeps all its past."""


def note(state: State, field: str, key: Any = None, row: Any = None, is_row: bool = False) -> None:
    """Forget what a write to a field makes untrue, or put it by with a journal of the rows that changed since.

    ``row`` is the row as it was before the write.
    """
    known = state.__dict__
    known.pop("aside", None)
    if field not in Derived.read_fields:
        return
    memo, stale, journal = known["memo"], known.setdefault("stale", {}), known.setdefault("journal", {})
    for fn in [fn for fn in stale if field in fn.reads and field not in fn.hooks]:
        del stale[fn]
    for fn in [fn for fn in memo if field in fn.reads]:
        seen = memo.pop(fn)
        if is_row and field in fn.hooks:
            stale[fn] = (seen, {table: journal.get(table) for table in fn.hooks})
    if is_row and stale:
        line = journal.get(field)
        length = 1 if line is None else line[3] + 1
        journal[field] = (key, row, line, length) if length <= LONGEST else (key, row, CUT, 1)


# The derived function being computed: each thread of a server has its own.
_computing: ContextVar[Derived | None] = ContextVar("computing", default=None)


def derived(*reads: str, **hooks: Hook) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Remember a function of the position: ``@derived("pieces")`` names every field of the state that it reads.

    Arguments after the state are positional and hashable; the result must not be changed by its users. A keyword names
    a table among the fields and a :data:`Hook` that saves what changed rows of it leave true.
    """
    if unread := [table for table in hooks if table not in reads]:
        raise TypeError(f"a hook for {', '.join(unread)}, which is not read")

    def mark(function: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        memoised = Derived(function, frozenset(reads), hooks)
        current = _computing.get

        @wraps(function)
        def look(state: State, *args: Hashable) -> Any:
            # The hottest lines of the kernel: rules ask for zones and occupants hundreds of times a step.
            if (outer := current()) is not None and memoised not in outer.inner:
                memoised.check_inside(outer)
            memo: dict[Derived, Seen] = state.__dict__["memo"]
            try:
                return memo[memoised][args]
            except KeyError:
                pass
            seen = memo.get(memoised)
            if seen is None:
                if memoised.checked is not type(state):
                    memoised.check_fields(type(state))
                seen = memo[memoised] = memoised.revised(state)
                if args in seen:
                    return seen[args]
            value = seen[args] = memoised.compute(state, args)
            return value

        return cast("Callable[Concatenate[S, P], R]", look)

    return mark


def forget(state: State) -> None:
    """Drop everything that was worked out about a position: to save room, or to prove that nothing was stale."""
    known = state.__dict__
    known["memo"] = {}
    for name in ("stale", "journal", "aside"):
        known.pop(name, None)


def remembered(state: State) -> list[tuple[Derived, tuple[Hashable, ...], Any]]:
    """Every remembered value with the function and arguments it belongs to."""
    memo: dict[Derived, Seen] = state.__dict__["memo"]
    return [(fn, args, value) for fn, seen in memo.items() for args, value in seen.items()]
