"""The position of a game: plain, immutable data, with everything derivable computed from it and remembered."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, Generic, ParamSpec, TypeAlias, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="State")
Q = TypeVar("Q", bound="Subject")
T = TypeVar("T")


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


class Subject(Struct, frozen=True, tag_field="is", tag=str.lower, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what a procedure is about, where one number does not say it: ``Battle(hex=3606, attacker="axis")``.

    It is written with its frame and gone with it, so a procedure can be called inside itself, each with its own.
    """


class Frame(Struct, Generic[T], frozen=True, omit_defaults=True):
    """One level of the sequence of play: where we are, what it is about, who still has to answer."""

    at: str
    subject: int | T = msgspec.field(default=0, name="ref")
    """A number, such as a place or a row of a table, or a :class:`Subject`; games of old know it as ``ref``."""
    waiting: tuple[str, ...] = ()
    stage: int = Stage.NEW

    if TYPE_CHECKING:

        @property
        def ref(self) -> int:
            """The subject of a frame that is about a number."""

    else:
        ref = property(attrgetter("subject"))  # rules ask for it all the time: without a call of Python


Flow: TypeAlias = tuple[Frame[T], ...]
"""Where a game stands, the innermost frame last. A state with subjects says which: ``flow: Flow[Battle | Retreat]``."""

if TYPE_CHECKING:
    Numbers: TypeAlias = Any  # states name their own subjects, which mypy would not let them do otherwise
else:
    Numbers = int


class State(Struct, frozen=True, kw_only=True, dict=True, omit_defaults=True):
    """Base of every game's position. Tables are dicts kept in key order; only a Draft writes them."""

    flow: Flow[Numbers] = ()

    @property
    def scenario(self) -> Any:
        """The map, counters and charts this position is played on."""
        try:
            return self.__dict__["scenario"]
        except KeyError:
            raise RuntimeError("this position is not bound to a scenario; read it with codec.decode_state") from None

    @property
    def here(self) -> Frame[Any]:
        """The innermost frame of the sequence of play."""
        return self.flow[-1]

    def within(self, kind: type[Q]) -> Q | None:
        """The innermost subject of a kind, or ``None`` outside all procedures about such a thing."""
        for frame in reversed(self.flow):
            if isinstance(frame.subject, kind):
                return frame.subject
        return None

    def subject(self, kind: type[Q]) -> Q:
        """The innermost subject of a kind: in a reaction to a battle inside a battle, the inner battle."""
        found = self.within(kind)
        if found is None:
            raise LookupError(f"nothing that goes on is about a {kind.__name__}")
        return found


def bind(state: S, scenario: Scenario) -> S:
    """The same position, knowing the scenario it is played on."""
    known = state.__dict__
    known["scenario"] = scenario
    if "memo" not in known:
        forget(state)
    return state


def successor(state: S, **fields: Any) -> S:
    """A copy with some fields replaced that keeps the scenario and every remembered value the fields do not touch."""
    copy = replace(state, **fields)
    known, old = copy.__dict__, state.__dict__
    known["scenario"] = state.scenario
    known["clock"], known["changed"], known["since"] = old["clock"], old["changed"].copy(), {}
    if fields:
        # Nothing of what was replaced may stay within reach: the copy may be what a seat is allowed to see.
        known["true"] = {fn: seen for fn, seen in old["true"].items() if fn.reads.isdisjoint(fields)}
        known["memo"] = {fn: entry for fn, entry in old["memo"].items() if fn.reads.isdisjoint(fields)}
        known["journal"] = {table: line for table, line in old["journal"].items() if table not in fields}
    else:
        known["true"], known["memo"], known["journal"] = old["true"].copy(), old["memo"].copy(), old["journal"].copy()
    return copy


def aside(state: State) -> dict[Any, Any]:
    """Room beside a position for what was worked out about it and holds for no other: answers, views, its outcome."""
    known = state.__dict__
    found: dict[Any, Any] | None = known.get("aside")
    if found is None:
        found = known["aside"] = {}
    return found


Seen = dict[tuple[Hashable, ...], Any]
"""What is remembered of a derived function: its values by arguments."""

Hook = Callable[[Any, Seen, dict[Any, Any]], Seen]
"""``(state, seen, before) -> seen``: what is still known after rows of a table changed.

``before`` holds the changed rows as they were, ``None`` where there was none; the state has them as they are. A hook
that changes anything returns a new dict, because the old one belongs to earlier positions; it may return the very one
where no change matters.
"""

Line = tuple[Any, Any, Any, int, int]
"""One write to a row in the journal of its table: key, row before, the line before it, length, time of the write."""

CUT = "cut"
"""The key of a line before which the past is not known."""
LONGEST = 400
"""Changed rows that a journal holds; what is older is forgotten, so that no position keeps all its past."""


class Derived:
    """A function of the position that is remembered until one of the fields it reads changes.

    A position has a clock that ticks with every write to a field that any such function reads, and knows when each
    field was last written. What is remembered carries the time at which it was true. So a write costs the same
    whatever is remembered, and only what somebody asks for again is looked into. Beside a position stand:

    - ``true``: what is known to hold now, by function; a write lays it aside and begins a new one;
    - ``memo``: what held at some time, by function, with the time;
    - ``changed``: when each field was last written, the latest last; ``journal``: the rows that were written;
    - ``since``: the rows that changed after a time, worked out once for all functions that ask.
    """

    readers: ClassVar[dict[type[State], dict[str, bool]]] = {}
    """For each kind of state the fields that any function reads, and whether one has a hook for the field."""

    def __init__(self, function: Callable[..., Any], reads: frozenset[str], hooks: Mapping[str, Hook]) -> None:
        self.function = function
        self.reads = reads
        self.hooks = hooks
        self.inner: dict[Derived, None] = {}
        """Derived functions it was found to use rightly."""
        self.enlisted: type[State] | None = None

    def enlist(self, kind: type[State]) -> None:
        """Have writes to states of a kind timed; raise on a declared field that it does not have."""
        if unknown := self.reads.difference(kind.__struct_fields__):
            raise RuntimeError(f"{self.function.__qualname__} reads {', '.join(sorted(unknown))}, which no state has")
        readers = Derived.readers.setdefault(kind, {})
        for name in sorted(self.reads):
            readers[name] = readers.get(name, False) or name in self.hooks
        self.enlisted = kind

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

    def renewed(self, state: State) -> Seen:
        """What is known of this function now."""
        known = state.__dict__
        memo, clock = known["memo"], known["clock"]
        seen: Seen
        if self in memo:
            seen, when = memo[self]
            reads, hooks, is_revised = self.reads, self.hooks, False
            for name, written in reversed(known["changed"].items()):
                if written <= when:
                    break
                if name in reads:
                    if name not in hooks:
                        seen, is_revised = {}, False
                        break
                    is_revised = True
            if is_revised:
                seen = self.revised(state, seen, when)
        else:
            if self.enlisted is not type(state):
                self.enlist(type(state))
            seen = {}
        memo[self] = (seen, clock)
        known["true"][self] = seen
        return seen

    def revised(self, state: State, seen: Seen, when: int) -> Seen:
        """What the hooks make of the rows that changed after a time; nothing where the journals do not reach back."""
        changed = state.__dict__["changed"]
        for table, hook in self.hooks.items():
            if changed.get(table, 0) > when:
                before = rows_before(state, table, when)
                if before is None:
                    return {}
                seen = hook(state, seen, before)
        return seen


def changed_since(state: State, when: int) -> frozenset[str]:
    """The fields that were written after a time."""
    return frozenset(name for name, written in state.__dict__["changed"].items() if written > when)


def rows_before(state: State, table: str, when: int) -> dict[Any, Any] | None:
    """The rows of a table that were written after a time, as they were then; ``None`` if nobody remembers."""
    known = state.__dict__
    key, since = (table, when), known["since"]
    if key not in since:
        since[key] = _walked_back(known["journal"].get(table), when)
    found: dict[Any, Any] | None = since[key]
    return found


def _walked_back(line: Line | None, when: int) -> dict[Any, Any] | None:
    before: dict[Any, Any] = {}
    while line is not None:
        key, row, line, _, written = line
        if written <= when:
            break
        if key is CUT:
            return None
        before[key] = row  # the walk goes back in time: the oldest row wins
    return before


def note(state: State, field: str, key: Any = None, row: Any = None, is_row: bool = False) -> None:
    """Take down that a field was written, and of a row what it was before."""
    known = state.__dict__
    known.pop("aside", None)
    readers = Derived.readers.get(type(state))
    if readers is None or field not in readers:
        return
    clock = known["clock"] = known["clock"] + 1
    known["true"], known["since"] = {}, {}
    changed = known["changed"]
    changed.pop(field, None)  # the latest write stands last
    changed[field] = clock
    if is_row and readers[field]:
        journal = known["journal"]
        line: Line | None = journal.get(field)
        if line is None:
            line = (key, row, None, 1, clock)
        elif line[3] < LONGEST:
            line = (key, row, line, line[3] + 1, clock)
        else:
            line = (key, row, (CUT, None, None, 0, line[4]), 1, clock)
        journal[field] = line


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
            true: dict[Derived, Seen] = state.__dict__["true"]
            seen = true[memoised] if memoised in true else memoised.renewed(state)
            if args in seen:
                return seen[args]
            value = seen[args] = memoised.compute(state, args)
            return value

        return cast("Callable[Concatenate[S, P], R]", look)

    return mark


def forget(state: State) -> None:
    """Drop everything that was worked out about a position: to save room, or to prove that nothing was stale."""
    known = state.__dict__
    known["clock"] = 0
    for name in ("true", "memo", "changed", "journal", "since"):
        known[name] = {}
    known.pop("aside", None)


def leave(state: State) -> None:
    """Let go of what was worked out about a position that nobody will ask about again; later ones keep what they share.

    Answers hold on to the position they are about, and it to them. Cut apart, they vanish at once; else they wait for
    the collector of cycles, which has the more to do the more games are played.
    """
    for beside in state.__dict__.get("aside", {}).values():
        if isinstance(beside, State):
            leave(beside)
    forget(state)


def remembered(state: State) -> list[tuple[Derived, tuple[Hashable, ...], Any]]:
    """Every remembered value that holds, with the function and arguments it belongs to."""
    memo: dict[Derived, tuple[Seen, int]] = state.__dict__["memo"]
    return [
        (fn, args, value)
        for fn, (seen, when) in memo.items()
        if fn.reads.isdisjoint(changed_since(state, when))
        for args, value in seen.items()
    ]
