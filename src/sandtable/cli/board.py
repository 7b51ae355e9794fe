"""A position as text: plain values on a line, pieces by side and place, every other table row by row."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import TYPE_CHECKING, Any, get_args

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields

from sandtable.kernel.changes import bare_type, field_types, tables_of
from sandtable.kernel.naming import domain

if TYPE_CHECKING:
    from sandtable.cli.speech import Speech
    from sandtable.kernel import State

WIDTH = 100
NOTHING = "–"
FEW = 12
"""Rows that are read at a glance, whatever they hold."""
NUMBERED = "\x00"
"""Stands for the numbers of pieces that are alike until all of them are known."""


def board(state: State, speech: Speech, width: int = WIDTH) -> Iterator[str]:
    """The lines that show a position."""
    kind = type(state)
    tables = tables_of(kind)
    hints = field_types(kind)
    plain = [
        f"{speech.name('field', name)} {_shown(hint, getattr(state, name), speech)}"
        for name, hint in hints.items()
        if name not in tables and name != "flow"
    ]
    yield from _wrapped("", " · ".join(plain), width)
    for name, (key_hint, row_hint) in tables.items():
        rows = getattr(state, name)
        if rows:
            yield speech.name("field", name)
            of = _domain(hints[name]) or _domain(key_hint)
            yield from _table(rows, of, row_hint, speech, width)


def _table(rows: dict[Any, Any], of: str, row_hint: Any, speech: Speech, width: int) -> Iterator[str]:
    first = next(iter(rows.values()))
    if not isinstance(first, Struct):
        yield from _by_value(rows, of, row_hint, speech, width)
        return
    if _field_of(type(first), "place"):
        yield from _by_place(rows, of, speech, width)
    else:
        yield from _by_facts(rows, of, speech, width)


def _by_value(rows: dict[Any, Any], of: str, hint: Any, speech: Speech, width: int) -> Iterator[str]:
    """Plain values behind their keys; where few values have many keys, the keys behind the values."""
    alike: dict[str, list[str]] = {}
    for key, value in rows.items():
        is_seat = isinstance(value, str) and value in speech.scenario.seats
        shown = speech.name("seat", value) if is_seat else _shown(hint, value, speech)
        alike.setdefault(shown, []).append(_label(of, key, speech))
    if len(rows) < FEW or len(alike) * 3 > len(rows):
        cells = [f"{_label(of, key, speech)} {_shown(hint, value, speech)}" for key, value in rows.items()]
        yield from _wrapped("  ", ", ".join(cells), width)
        return
    for shown, names in alike.items():
        yield from _wrapped("  ", f"{shown}: {', '.join(names)}", width)


def _by_facts(rows: dict[Any, Any], of: str, speech: Speech, width: int) -> Iterator[str]:
    """Rows one by one; those of which the same is to be told, together."""
    alike: dict[str, list[str]] = {}
    for key, row in rows.items():
        alike.setdefault(_facts(row, (), speech), []).append(_label(of, key, speech))
    for facts, names in alike.items():
        line = f"{names[0]}: {facts}" if len(names) == 1 else f"{facts or NOTHING}: {', '.join(names)}"
        yield from _wrapped("  ", line.removesuffix(": "), width)


def _by_place(rows: dict[Any, Any], of: str, speech: Speech, width: int) -> Iterator[str]:
    """Pieces grouped by the side they are of and the place they are in, in the order of both."""
    sides: dict[str, dict[tuple[str, Any], dict[str, list[Any]]]] = {}
    places: dict[Any, str] = {}
    for key, row in rows.items():
        kind: type[Struct] = type(row)
        hints = field_types(kind)
        place, side = _field_of(kind, "place"), _side(row, speech)
        at = getattr(row, place, None)
        places[at] = _shown(hints[place], at, speech) if place else NOTHING
        owner = speech.name("seat", getattr(row, side)) if side else ""
        piece = _piece(of, key, row, (place, side), speech)
        sides.setdefault(owner, {}).setdefault((type(at).__name__, at), {}).setdefault(piece, []).append(key)
    for owner, found in sides.items():
        if owner:
            yield f"  {owner}"
        for where in sorted(found):
            pieces = ", ".join(_counted(piece, keys) for piece, keys in found[where].items())
            yield from _wrapped("    ", f"{places[where[1]]}  {pieces}", width)


def _piece(of: str, key: Any, row: Struct, known: tuple[str, ...], speech: Speech) -> str:
    """A piece by its name; one that has none by its kind, with its number to come."""
    kind = _field_of(type(row), "kind")
    if kind and not speech.is_named(of, key):
        facts = _facts(row, (*known, kind), speech)
        name = _shown(field_types(type(row))[kind], getattr(row, kind), speech) + NUMBERED
    else:
        facts, name = _facts(row, known, speech), _label(of, key, speech)
    return name + (f" ({facts})" if facts else "")


def _counted(piece: str, keys: list[Any]) -> str:
    """Pieces without names that are alike, counted, with their numbers."""
    if NUMBERED not in piece:
        return piece
    count = f"{len(keys)} " if len(keys) > 1 else ""
    return count + piece.replace(NUMBERED, f" #{_ranges(keys)}")


def _ranges(keys: list[Any]) -> str:
    """Numbers shortly: ``3-5,8``."""
    runs: list[list[Any]] = []
    for key in keys:
        if runs and isinstance(key, int) and key == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], key]
        else:
            runs.append([key])
    return ",".join("-".join(str(end) for end in run) for run in runs)


def caption(state: State, of: str, thing: int | str, speech: Speech) -> str:
    """What a thing is called in a list; a piece without a name by its kind, its number and where it stands."""
    row = None if speech.is_named(of, thing) else _row_of(state, of, thing)
    if row is None:
        return speech.name(of, thing)
    hints = field_types(type(row))
    kind, place = _field_of(type(row), "kind"), _field_of(type(row), "place")
    name = f"{_shown(hints[kind], getattr(row, kind), speech)} #{thing}" if kind else speech.name(of, thing)
    return name + (f", {_shown(hints[place], getattr(row, place), speech)}" if place else "")


def _row_of(state: State, of: str, thing: int | str) -> Struct | None:
    """The row of a thing in the table of its kind."""
    hints = field_types(type(state))
    for name, (key_hint, _) in tables_of(type(state)).items():
        row = getattr(state, name).get(thing)
        if isinstance(row, Struct) and of and of == (_domain(hints[name]) or _domain(key_hint)):
            return row
    return None


def _facts(row: Struct, without: tuple[str, ...], speech: Speech) -> str:
    """The fields of a row that say something: those that differ from their defaults."""
    told = []
    for info in fields(type(row)):
        value = getattr(row, info.name)
        if info.name in without or _is_default(info, value):
            continue
        name = speech.name("field", info.name)
        told.append(name if value is True else f"{name} {_shown(info.type, value, speech)}")
    return ", ".join(told)


def _is_default(info: Any, value: Any) -> bool:
    if info.default is not NODEFAULT:
        return bool(value == info.default)
    return info.default_factory is not NODEFAULT and bool(value == info.default_factory())


def _shown(hint: Any, value: Any, speech: Speech) -> str:
    """A value in words: ids by their names, lists joined."""
    of = _domain(hint)
    match value:
        case None:
            return NOTHING
        case bool():
            return str(value).lower()
        case "":
            return NOTHING
        case int() | str():
            return _label(of, value, speech)
        case tuple():
            inner = get_args(bare_type(hint))
            each = inner[0] if inner and not of else hint
            return " ".join(_shown(each, one, speech) for one in value) or NOTHING
        case Struct():
            return f"[{_facts(value, (), speech)}]"
        case _:
            return str(value)


def _label(of: str, thing: int | str, speech: Speech) -> str:
    """What a value is called; words that no annotation explains may still be seats, kinds or words of the game."""
    guesses = ("seat", "kind", "word") if not of and isinstance(thing, str) else ()
    of = of or next((guess for guess in guesses if speech.is_named(guess, thing)), "")
    return speech.name(of, thing) if of else str(thing)


def _domain(hint: Any) -> str:
    """What an id names, also where it may be absent."""
    return domain(hint) or next((found for option in get_args(hint) if (found := domain(option))), "")


def _field_of(kind: type[Struct], of: str) -> str:
    """The first field of a row that holds one id of this kind, or nothing."""
    for name, hint in field_types(kind).items():
        if _domain(hint) == of and not _is_many(hint):
            return name
    return ""


def _side(row: Struct, speech: Speech) -> str:
    """The field of a row that says whose it is: an id of a seat, else the first text that is one."""
    declared = _field_of(type(row), "seat")
    if declared:
        return declared
    seats = speech.scenario.seats
    return next((name for name in type(row).__struct_fields__ if getattr(row, name) in seats), "")


def _is_many(hint: Any) -> bool:
    return getattr(bare_type(hint), "__origin__", None) in (tuple, dict, list)


def _wrapped(indent: str, text: str, width: int, hang: int = 2) -> Iterator[str]:
    if text:
        yield from wrap(text, width, initial_indent=indent, subsequent_indent=" " * (len(indent) + hang))
