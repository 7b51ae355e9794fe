"""The client's types from the API's own schema: ``python -m tools.webtypes`` writes them, ``--check`` only compares.

What the server decodes and encodes is what the client is compiled against: a field, a message or a route that one of
the two does not know is an error of the build and not of an evening's play.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from sandtable.kernel.changes import Change
from sandtable.kernel.refusals import Id, Param
from sandtable.kernel.sheets import Cell
from sandtable.server import openapi
from sandtable.server.app import endpoints
from sandtable.server.shapes.base import SCHEMAS

TYPES = Path(__file__).resolve().parents[1] / "web" / "src" / "api" / "types.ts"
COMMAND = "python -m tools.webtypes"
HEAD = f"""/**
 * The shapes of the API. Written by `{COMMAND}` from what the server sends and reads; not to be edited.
 * Fields that messages of the kernel leave out hold their default value.
 */
"""
NAMED: Mapping[str, Any] = {"Id": Id, "Param": Param, "Params": dict[str, Param], "Change": Change, "Cell": Cell}
"""Types of the kernel that have a name and are no structs."""
WIDTH = 120
Schema = Mapping[str, Any]


class Writer:
    """Schemas as TypeScript; what has a name is written once and called by it."""

    def __init__(self, components: Mapping[str, Schema], named: Mapping[str, Schema], calls: Mapping[str, str]) -> None:
        self.components = components
        self.calls = calls
        """Other names than their own for some components."""
        self.named = {_text(schema): name for name, schema in named.items()}
        self.titled: dict[str, Schema] = {}
        """Schemas inside others that bring a name of their own."""

    def type(self, schema: Schema) -> str:
        """A schema wherever a type may stand."""
        if name := self.named.get(_text(schema)):
            return name
        if "title" in schema and "properties" in schema:
            self.titled[schema["title"]] = schema
            return str(schema["title"])
        return self.plain(schema)

    def plain(self, schema: Schema) -> str:
        """A schema without a name."""
        if ref := schema.get("$ref"):
            name = ref.removeprefix(SCHEMAS)
            inner = self.components[name]
            return self.plain(inner) if inner.get("type") == "array" else self.calls.get(name, name)
        if parts := schema.get("anyOf"):
            kinds = dict.fromkeys(self.type(part) for part in parts)
            return "unknown" if "unknown" in kinds else " | ".join(kinds)
        if "enum" in schema:
            return " | ".join(_literal(one) for one in schema["enum"])
        match schema.get("type"):
            case "integer" | "number":
                return "number"
            case "boolean" | "null" | "string" as word:
                return str(word)
            case "array":
                return self._list(schema)
            case "object":
                return self._object(schema)
        return "unknown"

    def _list(self, schema: Schema) -> str:
        if "prefixItems" in schema:
            return f"[{', '.join(map(self.type, schema['prefixItems']))}]"
        inner = self.type(schema.get("items", {}))
        return f"({inner})[]" if " | " in inner else f"{inner}[]"

    def _object(self, schema: Schema) -> str:
        if "properties" in schema:
            fields = "; ".join(self.fields(schema))
            return f"{{ {fields} }}"
        inner = schema.get("additionalProperties", {})
        return f"Record<string, {self.type(inner) if isinstance(inner, dict) else 'unknown'}>"

    def fields(self, schema: Schema) -> Iterator[str]:
        """The fields of an object, each a line."""
        required = schema.get("required", ())
        for name, inner in schema["properties"].items():
            yield f"{name}{'' if name in required else '?'}: {self.type(inner)}"
        if schema.get("additionalProperties") is True:
            yield "[field: string]: unknown"

    def declared(self, name: str, schema: Schema) -> str:
        """A named schema as a declaration."""
        said = f"/** {schema['description'].replace('``', '`')} */\n" if "description" in schema else ""
        if not schema.get("properties"):
            plain = "Record<string, never>" if "properties" in schema else self.plain(schema)
            return f"{said}export type {name} = {plain}\n"
        fields = list(self.fields(schema))
        line = f"export interface {name} {{ {'; '.join(fields)} }}\n"
        body = "".join(f"  {field}\n" for field in fields)
        return said + (line if len(line) <= WIDTH else f"export interface {name} {{\n{body}}}\n")


def written() -> str:
    """The whole file."""
    document = openapi.document(endpoints())
    spoken, inside = openapi.socket()
    said = [part["$ref"].removeprefix(SCHEMAS) for union in spoken.values() for part in union["anyOf"]]
    calls = {name: f"{name}Message" for name in said}
    rest = document["components"]["schemas"]
    components = {**inside, **rest}
    names, more = openapi.described(list(NAMED.values()))
    aliases = dict(zip(NAMED, names, strict=True))
    shapes = Writer({**more, **components}, aliases, {})
    talk = Writer({**components, **{name: inside[name] for name in said}}, aliases, calls)
    parts = [f"export type {name} = {shapes.plain(schema)}\n" for name, schema in aliases.items()]
    told = {name: schema for name, schema in components.items() if name not in said or name in rest}
    parts += [shapes.declared(name, told[name]) for name in sorted(told) if told[name].get("type") != "array"]
    parts += [talk.declared(calls[name], inside[name]) for name in said]
    parts += [f"export type {name} = {talk.type(union)}\n" for name, union in spoken.items()]
    parts += [_operations(document, shapes)]
    titled = {**shapes.titled, **talk.titled}
    parts += [shapes.declared(name, schema) for name, schema in sorted(titled.items())]
    return HEAD + "\n" + "\n".join(parts)


def _operations(document: Schema, shapes: Writer) -> str:
    """What each route takes and answers."""
    lines = []
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            params = "; ".join(
                f"{part['name']}{'' if part['required'] else '?'}: {shapes.type(part['schema'])}"
                for part in one["parameters"]
            )
            body = _content(one.get("requestBody"), shapes)
            answer = _content(one["responses"]["200"], shapes)
            takes = f"{{ {params} }}" if params else "Record<string, never>"
            lines.append(f"  '{method.upper()} {path}': {{ params: {takes}; body: {body}; answer: {answer} }}\n")
    return f"/** What each route takes and answers. */\nexport interface Operations {{\n{''.join(lines)}}}\n"


def _content(part: Schema | None, shapes: Writer) -> str:
    if part is None:
        return "undefined"
    schema: Schema = next(iter(part["content"].values()))["schema"]
    return "Blob" if schema.get("format") == "binary" else shapes.type(schema)


def _literal(value: Any) -> str:
    return "'" + value.replace("'", "\\'") + "'" if isinstance(value, str) else json.dumps(value)


def _text(schema: Schema) -> str:
    """A schema in one form, whatever its default."""
    return json.dumps({name: part for name, part in schema.items() if name != "default"}, sort_keys=True)


def main(words: list[str]) -> int:
    """Write the types, or only say whether they are those of the server."""
    text = written()
    if words == ["--check"]:
        if TYPES.is_file() and TYPES.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TYPES.name} is not what the server says: {COMMAND}", file=sys.stderr)
        return 1
    TYPES.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
