"""The OpenAPI document, from the same types that decode requests and encode answers."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from sandtable import __version__
from sandtable.server.adapter import BYTES, JSON, LINES, Endpoint, Raw, phrase
from sandtable.server.shapes.base import Problem

PLACE = "#/components/schemas/{name}"
PROBLEMS = (400, 401, 403, 404, 409, 413, 415, 422, 429)


def document(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    """The whole document."""
    kinds: list[Any] = [Problem]
    for one in endpoints:
        kinds += [hint for hint, _ in one.params.values()]
        kinds += [kind for kind in (one.body, one.answer) if kind not in (None, bytes, Raw)]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=PLACE)
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
