"""Changes: the difference between two positions, small enough to log, send and fold."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields as struct_fields
from msgspec.structs import replace

from sandtable.kernel.state import State, successor

S = TypeVar("S", bound=State)


class Set(Struct, frozen=True, array_like=True, tag="set"):
    """A field of the state has a new value."""

    field: str
    value: Any


class Put(Struct, frozen=True, array_like=True, tag="put"):
    """A row of a table is new, or wholly new."""

    table: str
    key: Any
    row: Any


class Edit(Struct, frozen=True, array_like=True, tag="edit"):
    """Some fields of a row have new values."""

    table: str
    key: Any
    fields: dict[str, Any]


class Drop(Struct, frozen=True, array_like=True, tag="drop"):
    """A row of a table is gone."""

    table: str
    key: Any


Change = Set | Put | Edit | Drop


def bare_type(hint: Any) -> Any:
    """A type without its ``Annotated`` wrapping."""
    return get_args(hint)[0] if hasattr(hint, "__metadata__") else hint


@cache
def tables_of(kind: type[State]) -> dict[str, tuple[Any, Any]]:
    """The tables of a state class: field name to the types of its keys and rows."""
    found = {}
    for info in struct_fields(kind):
        hint = bare_type(info.type)
        if get_origin(hint) is dict:
            key, row = get_args(hint)
            found[info.name] = (key, row)
    return found


@cache
def plain_fields(kind: type[State]) -> frozenset[str]:
    """The fields of a state class that are no tables; the sequence of play is written in its own way."""
    return frozenset(kind.__struct_fields__).difference(tables_of(kind), ("flow",))


@cache
def field_types(kind: type[Struct]) -> dict[str, Any]:
    """The declared types of a Struct's fields."""
    return {info.name: info.type for info in struct_fields(kind)}


def check_state(kind: type[State]) -> None:
    """Raise where equal positions could be written differently, or a shared position could be changed.

    Below its tables a state holds no dicts, lists, sets or floats; keys are all ints or all words; no row is ``None``.
    """
    tables = tables_of(kind)
    for name, hint in field_types(kind).items():
        inner = hint
        if name in tables:
            key, inner = (bare_type(part) for part in get_args(bare_type(hint)))
            if key not in (int, str):
                raise TypeError(f"the keys of {kind.__name__}.{name} must all be ints or all be words")
            if type(None) in get_args(inner):
                raise TypeError(f"a row of {kind.__name__}.{name} may not be None; leave the row out")
        if trouble := _unfit(inner, ()):
            raise TypeError(f"{kind.__name__}.{name} holds {trouble}; use tables, tuples, ints and words")
    if trouble := _uncertain_default(kind):
        raise TypeError(trouble)


def _unfit(hint: Any, seen: tuple[Any, ...]) -> str:
    hint = bare_type(hint)
    origin = get_origin(hint) or hint
    if origin in (dict, list, set, frozenset, float, Any):
        return f"a {getattr(origin, '__name__', origin)}"
    if isinstance(origin, type) and issubclass(origin, Struct) and hint not in seen:
        parts = (t for h in field_types(hint).values() if (t := _unfit(h, (*seen, hint))))
        return _uncertain_default(origin) or next(parts, "")
    return next((t for arg in get_args(hint) if (t := _unfit(arg, seen))), "")


def _uncertain_default(kind: type[Struct]) -> str:
    """Defaults are left out when written, by identity: only values that exist once in a process are safe."""
    if not kind.__struct_config__.omit_defaults:
        return ""
    for info in struct_fields(kind):
        value = info.default
        small = isinstance(value, int) and -5 <= value <= 256
        if not (value is msgspec.NODEFAULT or value in (None, "", ()) or small):
            return f"{kind.__name__}.{info.name} with the default {value!r}, which cannot be left out safely"
    return ""


def row_change(table: str, key: Any, before: Any, after: Any) -> Change | None:
    """The change from one row to another; ``None`` stands for an absent row."""
    if before is after or before == after:
        return None
    if after is None:
        return Drop(table, key)
    if before is None or type(before) is not type(after) or not isinstance(after, Struct):
        return Put(table, key, after)
    names = type(after).__struct_fields__
    edits = {n: getattr(after, n) for n in names if getattr(before, n) != getattr(after, n)}
    return Edit(table, key, edits)


def difference(before: S, after: S) -> tuple[Change, ...]:
    """The changes that turn one position into another, in a fixed order."""
    changes: list[Change] = []
    tables = tables_of(type(after))
    for name in type(after).__struct_fields__:
        old, new = getattr(before, name), getattr(after, name)
        if old is new:
            continue
        if name not in tables:
            if old != new:
                changes.append(Set(name, new))
            continue
        for key in sorted({**old, **new}):
            change = row_change(name, key, old.get(key), new.get(key))
            if change is not None:
                changes.append(change)
    return tuple(changes)


def typed(kind: type[State], change: Change) -> Change:
    """A change read from JSON with its keys and values as the state's own types; raises on what does not fit."""
    match change:
        case Set(name, value):
            hints = field_types(kind)
            if name not in hints or name in tables_of(kind):
                raise ValueError(f"{kind.__name__} has no field {name!r}")
            return Set(name, msgspec.convert(value, hints[name], str_keys=True))
        case Put(table, key, row):
            key_type, row_type = _table(kind, table)
            return Put(table, _key(key, key_type), msgspec.convert(row, row_type))
        case Edit(table, key, edits):
            key_type, row_type = _table(kind, table)
            return Edit(table, _key(key, key_type), _typed_fields(row_type, edits))
        case Drop(table, key):
            key_type, _ = _table(kind, table)
            return Drop(table, _key(key, key_type))


def _table(kind: type[State], table: str) -> tuple[Any, Any]:
    try:
        return tables_of(kind)[table]
    except KeyError:
        raise ValueError(f"{kind.__name__} has no table {table!r}") from None


def _key(key: Any, key_type: Any) -> Any:
    return msgspec.convert(key, key_type)


def _typed_fields(row_type: Any, edits: dict[str, Any]) -> dict[str, Any]:
    """Edited fields as typed values. A union of row types is tried in turn: only rows know which one they are."""
    kinds = [k for k in (get_args(row_type) or (row_type,)) if isinstance(k, type) and issubclass(k, Struct)]
    for kind in kinds:
        hints = field_types(kind)
        try:
            return {name: msgspec.convert(value, hints[name]) for name, value in edits.items()}
        except (KeyError, msgspec.ValidationError):
            continue
    raise ValueError(f"no row of this table has such values for {', '.join(edits)}")


def fold(state: S, changes: Iterable[Change]) -> S:
    """The position after these changes. Each touched table is copied once."""
    fresh: dict[str, Any] = {}

    def table(name: str) -> dict[Any, Any]:
        if name not in fresh:
            fresh[name] = dict(getattr(state, name))
        copied: dict[Any, Any] = fresh[name]
        return copied

    for change in changes:
        match change:
            case Set(name, value):
                fresh[name] = value
            case Put(name, key, row):
                put_in_order(table(name), key, row)
            case Edit(name, key, edits):
                rows = table(name)
                if key not in rows:
                    raise ValueError(f"there is no row {key} in {name} to edit")
                rows[key] = replace(rows[key], **edits)
            case Drop(name, key):
                if table(name).pop(key, None) is None:
                    raise ValueError(f"there is no row {key} in {name} to drop")
    return successor(state, **fresh)


def put_in_order(rows: dict[Any, Any], key: Any, row: Any) -> None:
    """Set a row and keep the dict in key order, so that iterating a table never depends on history."""
    if key in rows or not rows or key > next(reversed(rows)):
        rows[key] = row
        return
    rows[key] = row
    ordered = sorted(rows.items())
    rows.clear()
    rows.update(ordered)
