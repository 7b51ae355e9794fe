"""What is remembered beside a position, in three kinds.

- **derived values** (``memo``): functions of the position, each with the time at which it was known to hold. They
  outlive the position: the next one starts with them.
- **writes** (``writes``): a clock, when each field was last written and which rows were. They say which derived values
  still hold, and are handed on like them.
- **verdicts** (``aside``): what was worked out about this very position and holds for no other, such as choices, views
  and its outcome. The first write drops them.

None of it is part of a position: two positions are equal whatever is remembered beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from contextvars import ContextVar
from functools import wraps
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from sandtable.kernel.state import State

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound="State")

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


# -- derived values ----------------------------------------------------------------------------------------------------


def by_place(fresh: Callable[[Any, int], Any], touched: Callable[[Any, Any], tuple[int, ...]], most: int) -> Hook:
    """A hook that brings a table of places up to date, place by place.

    ``touched`` gives the places that changed rows touch, ``fresh`` the value of one place, ``None`` where it has none.
    From ``most`` places on it is quicker to start afresh.
    """

    def revise(state: Any, seen: Seen, before: dict[Any, Any]) -> Seen:
        places = touched(state, before)
        if not places:
            return seen
        if len(places) > most:
            return {}
        return {args: patched(known, {at: fresh(state, at) for at in places}) for args, known in seen.items()}

    return revise


def patched(known: Mapping[int, Any], values: Mapping[int, Any]) -> dict[int, Any]:
    """A table with some values replaced, or taken out where they are ``None``, still in order."""
    table, grew = dict(known), False
    for at, value in values.items():
        if value is None:
            table.pop(at, None)
        else:
            grew = grew or at not in table
            table[at] = value
    return {at: table[at] for at in sorted(table)} if grew else table


class Derived:
    """A function of the position that is remembered until one of the fields it reads changes.

    What is remembered carries the time at which it was true. So a write costs the same whatever is remembered, and
    only what somebody asks for again is looked into.
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
        memo, writes = known["memo"], known["writes"]
        seen: Seen
        if self in memo:
            seen, when = memo[self]
            reads, hooks, is_revised = self.reads, self.hooks, False
            for name, written in reversed(writes.changed.items()):
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
        memo[self] = (seen, writes.clock)
        return seen

    def revised(self, state: State, seen: Seen, when: int) -> Seen:
        """What the hooks make of the rows that changed after a time; nothing where the journals do not reach back."""
        changed = state.__dict__["writes"].changed
        for table, hook in self.hooks.items():
            if changed.get(table, 0) > when:
                before = rows_before(state, table, when)
                if before is None:
                    return {}
                seen = hook(state, seen, before)
        return seen


# The derived function being computed: each thread of a server has its own.
_computing: ContextVar[Derived | None] = ContextVar("computing", default=None)


def derived(*reads: str, **hooks: Hook) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """Remember a function of the position: ``@derived("pieces")`` names every field of the state that it reads.

    Arguments after the state are positional and hashable; the result must not be changed by its users, nor change by
    itself: it is shared by every position in which it holds. A keyword names a table among the fields and a
    :data:`Hook` that saves what changed rows of it leave true.
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
            known = state.__dict__
            memo: dict[Derived, tuple[Seen, int]] = known["memo"]
            if memoised in memo and memo[memoised][1] == known["writes"].clock:
                seen = memo[memoised][0]
            else:
                seen = memoised.renewed(state)
            if args in seen:
                return seen[args]
            value = seen[args] = memoised.compute(state, args)
            return value

        return cast("Callable[Concatenate[S, P], R]", look)

    return mark


def remembered(state: State) -> list[tuple[Derived, tuple[Hashable, ...], Any]]:
    """Every remembered value that holds, with the function and arguments it belongs to."""
    memo: dict[Derived, tuple[Seen, int]] = state.__dict__["memo"]
    return [
        (fn, args, value)
        for fn, (seen, when) in memo.items()
        if fn.reads.isdisjoint(changed_since(state, when))
        for args, value in seen.items()
    ]


# -- writes: which derived values still hold ---------------------------------------------------------------------------


class Writes:
    """The clock of a position, when each field was last written, and the rows that were."""

    # No __init__: one is made for every position, and a call less is a call less.
    __slots__ = ("changed", "clock", "rows", "since")

    clock: int
    """Ticks with every write to a field that any derived function reads."""
    changed: dict[str, int]
    """When each field was last written, the latest last."""
    rows: dict[str, Line]
    """The journals of tables for which a hook asks."""
    since: dict[tuple[str, int], dict[Any, Any] | None]
    """The rows that changed after a time, worked out once for all functions that ask."""


def note(state: State, field: str, key: Any = None, row: Any = None, is_row: bool = False) -> None:
    """Take down that a field was written, and of a row what it was before."""
    known = state.__dict__
    known.pop("aside", None)
    readers = Derived.readers.get(type(state))
    if readers is None or field not in readers:
        return
    writes: Writes = known["writes"]
    clock = writes.clock = writes.clock + 1
    writes.since = {}
    changed = writes.changed
    changed.pop(field, None)  # the latest write stands last
    changed[field] = clock
    if is_row and readers[field]:
        line = writes.rows.get(field)
        if line is None:
            line = (key, row, None, 1, clock)
        elif line[3] < LONGEST:
            line = (key, row, line, line[3] + 1, clock)
        else:
            line = (key, row, (CUT, None, None, 0, line[4]), 1, clock)
        writes.rows[field] = line


def changed_since(state: State, when: int) -> frozenset[str]:
    """The fields that were written after a time."""
    return frozenset(name for name, written in state.__dict__["writes"].changed.items() if written > when)


def rows_before(state: State, table: str, when: int) -> dict[Any, Any] | None:
    """The rows of a table that were written after a time, as they were then; ``None`` if nobody remembers."""
    writes: Writes = state.__dict__["writes"]
    key = (table, when)
    if key not in writes.since:
        writes.since[key] = _walked_back(writes.rows.get(table), when)
    return writes.since[key]


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


# -- verdicts ----------------------------------------------------------------------------------------------------------


def aside(state: State) -> dict[Any, Any]:
    """Room for what was worked out about a position and holds for no other: choices, views, its outcome."""
    known = state.__dict__
    if "aside" in known:
        found: dict[Any, Any] = known["aside"]
        return found
    found = known["aside"] = {}
    return found


# -- all three ---------------------------------------------------------------------------------------------------------


def hand_on(state: State, following: State, replaced: Mapping[str, Any]) -> None:
    """Let a position begin with what is remembered beside another, but for what reads a replaced field.

    Nothing of what was replaced stays within reach: the copy may be what a seat is allowed to see.
    """
    old, known = state.__dict__, following.__dict__
    before: Writes = old["writes"]
    writes = Writes()
    writes.clock, writes.changed, writes.since = before.clock, before.changed.copy(), {}
    if replaced:
        known["memo"] = {fn: entry for fn, entry in old["memo"].items() if fn.reads.isdisjoint(replaced)}
        writes.rows = {table: line for table, line in before.rows.items() if table not in replaced}
    else:
        known["memo"], writes.rows = old["memo"].copy(), before.rows.copy()
    known["writes"] = writes


def forget(state: State) -> None:
    """Drop everything that was worked out about a position: to save room, or to prove that nothing was stale."""
    known = state.__dict__
    writes = Writes()
    writes.clock, writes.changed, writes.rows, writes.since = 0, {}, {}, {}
    known["memo"], known["writes"] = {}, writes
    known.pop("aside", None)


def leave(state: State) -> None:
    """Let go of what was worked out about a position that nobody will ask about again; later ones keep what they share.

    Verdicts hold on to the position they are about, and it to them. Cut apart, they vanish at once; else they wait for
    the collector of cycles, which has the more to do the more games are played.
    """
    for beside in state.__dict__.get("aside", {}).values():
        if "memo" in getattr(beside, "__dict__", ()):  # a position as a seat sees it
            leave(beside)
    forget(state)
