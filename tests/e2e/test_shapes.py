"""The client's types and the server's description of itself name the same fields."""

from __future__ import annotations

import re

from tests.e2e.conftest import ROOT, Server

TYPES = ROOT / "web" / "src" / "api" / "types.ts"
INTERFACE = re.compile(r"^export interface (\w+) \{(?: (.+) \}|\n((?:  .*\n)+)\})$", re.MULTILINE)
FIELD = re.compile(r"(?:^|;|\n)\s*(\w+)\??:")
OTHER_NAMES = {"Words": "", "State": "", "Row": ""}
"""Interfaces that describe something else than the schema of their name."""


def fields(body: str) -> set[str]:
    flat = re.sub(r"\{[^{}]*\}", "", body)
    return set(FIELD.findall(flat))


def test_the_client_knows_every_field_of_the_server(server: Server) -> None:
    schemas = server.read("/openapi.json")["components"]["schemas"]
    text = TYPES.read_text(encoding="utf-8")
    ours = {name: fields(short or long) for name, short, long in INTERFACE.findall(text)}
    both = sorted(name for name in ours if name in schemas and name not in OTHER_NAMES)
    assert len(both) >= 15, f"only {both} are in both"
    missing = {name: sorted(set(schemas[name].get("properties", {})) - ours[name]) for name in both}
    assert {name: lacking for name, lacking in missing.items() if lacking} == {}
