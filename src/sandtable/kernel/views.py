"""What a seat may see. Every field of a state says who sees it; what is not declared does not leave the umpire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_not
from typing import Any, Generic, TypeVar

from msgspec import Struct

from sandtable.kernel.changes import Change, difference, tables_of
from sandtable.kernel.memory import aside
from sandtable.kernel.prompts import Outcome, Prompt
from sandtable.kernel.state import State, successor

S = TypeVar("S", bound=State)

Redactor = Callable[[Any, str, Any, Any], Any]
"""``(state, seat, key, row) -> row``: the row itself where all of it is known, a masked row, or ``None`` to hide it.

For a field that is no table the key is ``None``.
"""


def public(state: Any, seat: str, key: Any, row: Any) -> Any:
    """Everybody sees it."""
    return row


Visibility = Mapping[str, Redactor]

OBSERVER = ""
"""The seat of someone who only watches: sees what no seat is needed to see."""


class View(Struct, Generic[S], frozen=True, kw_only=True):
    """What one seat knows: a position of the same type with the unknown masked, and what is asked of whom."""

    seat: str
    state: S
    prompts: tuple[Prompt, ...] = ()
    outcome: Outcome | None = None


def check_visibility(kind: type[State], visibility: Visibility) -> None:
    """Raise unless every field of the state says who may see it; the flow is for everybody unless it says otherwise."""
    declared, fields = set(visibility), set(kind.__struct_fields__)
    if missing := sorted(fields - declared - {"flow"}):
        raise TypeError(f"{kind.__name__} does not say who may see {', '.join(missing)}")
    if unknown := sorted(declared - fields):
        raise TypeError(f"visibility names fields that {kind.__name__} lacks: {', '.join(unknown)}")


def masks(state: State, visibility: Visibility, seat: str) -> dict[str, Any]:
    """The fields of a position that a seat does not know as they are, each as it knows them; worked out once."""
    known = aside(state)
    key = ("masks", seat)
    if key in known:
        found: dict[str, Any] = known[key]
        return found
    masked: dict[str, Any] = {}
    tables = tables_of(type(state))
    for name, see in visibility.items():
        if see is public:
            continue
        value = getattr(state, name)
        if name not in tables:
            seen = see(state, seat, None, value)
            if seen is not value:
                masked[name] = seen
            continue
        rows = {one: shown for one, row in value.items() if (shown := see(state, seat, one, row)) is not None}
        if len(rows) != len(value) or any(map(is_not, rows.values(), value.values())):
            masked[name] = rows
    known[key] = masked
    return masked


def redact(state: S, visibility: Visibility, seat: str) -> S:
    """The position as a seat knows it."""
    masked = masks(state, visibility, seat)
    # What is remembered and does not read a masked field stays remembered; the rest is forgotten, so nothing leaks.
    return successor(state, **masked) if masked else state


def is_shown(before: State, after: State, visibility: Visibility, seats: tuple[str, ...]) -> bool:
    """Whether the step from one position to the next let a seat see something that had been hidden from it."""
    tables = tables_of(type(after))
    for seat in seats:
        masked = masks(before, visibility, seat)
        if not masked:
            continue
        still_masked = masks(after, visibility, seat)
        for name, old_seen in masked.items():
            old, new = getattr(before, name), getattr(after, name)
            new_seen = still_masked.get(name, new)
            if name not in tables:
                old, old_seen, new, new_seen = (_parts(name, value) for value in (old, old_seen, new, new_seen))
            for key, was in old.items():
                was_seen = old_seen.get(key)
                if was_seen is was or key not in new:
                    continue
                row, row_seen = new[key], new_seen.get(key)
                if not (was is row and was_seen == row_seen) and _uncovers(was, was_seen, row, row_seen):
                    return True
    return False


def _parts(name: str, value: Any) -> dict[Any, Any]:
    """A field that is no table as rows: frames by their depth and kind of subject, any other field as one."""
    if name != "flow":
        return {None: value}
    return {(depth, type(frame.subject)): frame.subject for depth, frame in enumerate(value)}


def _uncovers(was: Any, was_seen: Any, row: Any, row_seen: Any) -> bool:
    """Whether a part of a row that was masked is seen as it is now."""
    if was_seen is None or row_seen is None or not isinstance(row, Struct) or type(was) is not type(row):
        return bool(row_seen == row)
    for name in type(row).__struct_fields__:
        masked = getattr(was_seen, name) != getattr(was, name)
        if masked and getattr(row_seen, name) == getattr(row, name):
            return True
    return False


def seen_changes(before: View[S], after: View[S]) -> tuple[Change, ...]:
    """What changed for one seat: the difference of what it knew and what it knows."""
    return difference(before.state, after.state)
