"""The OpenAPI document, from the same types that decode requests and encode answers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.kernel.queries import BattleBoard, Display, Menu, Odds, Overlay, Plan, Suggestion
from sandtable.kernel.state import Frame
from sandtable.server import messages
from sandtable.server.adapter import BYTES, JSON, LINES, Endpoint, Raw, phrase
from sandtable.server.shapes.base import SCHEMAS, Body, Problem

PLACE = SCHEMAS + "{name}"
INSIDE = (Frame, Overlay, Odds, Menu, Suggestion, BattleBoard, Plan, Display)
"""What stands inside positions and answers that are else the game's own."""
PROBLEMS = (400, 401, 403, 404, 409, 413, 415, 422, 429)


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    kinds: list[Any] = [Problem, *INSIDE]
    for one in endpoints:
        kinds += [hint for hint, _ in one.params.values()]
        kinds += [kind for kind in (one.body, one.answer) if kind not in (None, bytes, Raw)]
    schemas, components = described(kinds)
    known = dict(zip(map(_key, kinds), schemas, strict=True))
    paths: dict[str, Any] = {}
    for one in endpoints:
        paths.setdefault(re.sub(r":\w+}", "}", one.path), {})[one.method.lower()] = _operation(one, known)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Sandtable", "version": __version__, "description": "See docs/api.md for the socket."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def socket() -> tuple[dict[str, Any], dict[str, Any]]:
    """The schemas of what is sent to a socket and of what it says, by name, and those they are made of."""
    schemas, components = described([messages.ClientMessage, messages.ServerMessage, *INSIDE])
    return dict(zip(("ClientMessage", "ServerMessage"), schemas, strict=False)), components


def described(kinds: Sequence[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    """Schemas of types and of the structs inside them. A field that is always written is required where we write it."""
    schemas, components = msgspec.json.schema_components(kinds, ref_template=PLACE)
    inside = list(_structs(msgspec.inspect.multi_type_info(kinds), {}))
    sent = {one.__name__ for one in inside if issubclass(one, Body | messages.FromClient)}
    told = _reached(components, sent)
    for one in inside:
        schema = components[one.__name__]
        if one.__name__ not in told and not one.__struct_config__.omit_defaults and "properties" in schema:
            schema["required"] = list(schema["properties"])
    return schemas, components


def _structs(found: Any, seen: dict[type, None]) -> Iterable[type[msgspec.Struct]]:
    """Every struct that types are made of, each once."""
    if isinstance(found, msgspec.inspect.StructType):
        if found.cls in seen:
            return
        seen[found.cls] = None
        yield found.cls
    parts = found if isinstance(found, list | tuple) else [getattr(found, name) for name in _slots(found)]
    for part in parts:
        yield from _structs(part, seen)


def _slots(found: Any) -> tuple[str, ...]:
    is_type = isinstance(found, msgspec.inspect.Type | msgspec.inspect.Field)
    return type(found).__struct_fields__ if is_type else ()


def _reached(components: dict[str, Any], names: set[str]) -> set[str]:
    """Schemas with those that they refer to."""
    found, left = set(names), list(names)
    while left:
        text = msgspec.json.encode(components[left.pop()]).decode()
        new = set(re.findall(rf'"{SCHEMAS}(\w+)"', text)) - found
        found |= new
        left += new
    return found


def _key(kind: Any) -> str:
    return repr(kind)


def _operation(one: Endpoint, known: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "operationId": one.handler.__name__,
        "summary": (inspect.getdoc(one.handler) or "").partition("\n")[0],
        "parameters": [_parameter(one, name, known) for name in one.params],
        "responses": {"200": {"description": phrase(200), "content": _content(one.answer, known)}},
    }
    for status in PROBLEMS:
        found["responses"][str(status)] = {"description": phrase(status), "content": _content(Problem, known)}
    if one.body is not None:
        found["requestBody"] = {"required": True, "content": _content(one.body, known)}
    return found


def _parameter(one: Endpoint, name: str, known: dict[str, Any]) -> dict[str, Any]:
    hint, default = one.params[name]
    in_path = name in one.path_names
    required = in_path or default is inspect.Parameter.empty
    return {"name": name, "in": "path" if in_path else "query", "required": required, "schema": known[_key(hint)]}


def _content(kind: Any, known: dict[str, Any]) -> dict[str, Any]:
    if kind in (bytes, Raw):
        return {LINES if kind is Raw else BYTES: {"schema": {"type": "string", "format": "binary"}}}
    return {JSON: {"schema": known[_key(kind)]}}
