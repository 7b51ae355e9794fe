"""Bytes and messages: the only module that encodes and decodes."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec

from sandtable.kernel.actions import Action
from sandtable.kernel.state import Scenario, State, bind

S = TypeVar("S", bound=State)
T = TypeVar("T")

# No sorting of keys here: tables are kept in key order and nothing else in a state is a dict (see changes.check_state).
_packer = msgspec.msgpack.Encoder()
_writer = msgspec.json.Encoder()


class Malformed(ValueError):
    """Bytes or data that are not what they should be; the message says what was expected where."""


def state_hash(state: State) -> str:
    """The fingerprint of a position: equal positions have equal fingerprints, in every process."""
    return blake2b(_packer.encode(state), digest_size=16).hexdigest()


def encode(message: Any) -> bytes:
    """A message as JSON."""
    return _writer.encode(message)


def plain(message: Any) -> Any:
    """A message as dicts, lists, numbers and strings."""
    return msgspec.to_builtins(message, str_keys=True)


def as_read(message: Any) -> Any:
    """A message as plain data, just as somebody reads it who knows no types: lists, no tuples."""
    return msgspec.json.decode(_writer.encode(message))


@cache
def _reader(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def decode(data: bytes | str, kind: type[T]) -> T:
    """A message from JSON; raises Malformed with the place of the first thing that does not fit."""
    try:
        value: T = _reader(kind).decode(data)  # type: ignore[arg-type]
    except (msgspec.DecodeError, UnicodeError, RecursionError) as problem:
        raise Malformed(str(problem)) from None
    return value


def convert(data: Any, kind: type[T]) -> T:
    """A message from plain data; raises Malformed with the place of the first thing that does not fit."""
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except (msgspec.ValidationError, RecursionError) as problem:
        raise Malformed(str(problem)) from None


def decode_state(data: bytes | str, kind: type[S], scenario: Scenario) -> S:
    """A position from JSON, bound to its scenario and with its tables in key order."""
    return bind(in_order(decode(data, kind)), scenario)


def in_order(state: S) -> S:
    """The same position with every table in key order, as if a Draft had written it."""
    for name in type(state).__struct_fields__:
        value = getattr(state, name)
        if isinstance(value, dict) and list(value) != sorted(value):
            msgspec.structs.force_setattr(state, name, dict(sorted(value.items())))
    return state


@cache
def action_type(kinds: tuple[type[Action], ...]) -> Any:
    """The union of a game's actions, to decode into."""
    union: Any = kinds[0]
    for kind in kinds[1:]:
        union = union | kind
    return union
