"""The client is compiled against what the server says: nothing of it is written by hand."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from sandtable.server import messages, openapi
from sandtable.server.app import endpoints
from tools import webtypes

SOURCES = webtypes.TYPES.parents[1]
INTERFACE = re.compile(r"interface (\w+) \{([^{}]*)\}")
FIELD = re.compile(r"(?:^|;|\n)\s*(\w+)\??:")


def test_the_types_are_those_of_the_server(capsys: pytest.CaptureFixture[str]) -> None:
    assert webtypes.main(["--check"]) == 0, capsys.readouterr().err


def test_types_that_are_not_those_of_the_server_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "types.ts"
    monkeypatch.setattr(webtypes, "TYPES", old)
    assert webtypes.main(["--check"]) == 1
    old.write_text(webtypes.written().replace("readers?:", "reader?:"))
    assert webtypes.main(["--check"]) == 1
    assert webtypes.main([]) == 0
    assert webtypes.main(["--check"]) == 0


def test_every_message_route_and_shape_is_written() -> None:
    text = webtypes.written()
    for union in (messages.ClientMessage, messages.ServerMessage):
        for kind in get_args(union):
            assert f"is: '{kind.__struct_config__.tag}'" in text
    for one in endpoints():
        assert f"'{one.method} {one.path}':" in text
    for name in openapi.document(endpoints())["components"]["schemas"]:
        assert re.search(rf"export (interface|type) {name}\b", text), name


def test_what_is_always_sent_is_never_missing() -> None:
    text = webtypes.written()
    assert "trouble: string" in text, "an answer holds every field"
    assert "bot?: string" in text, "a request may leave out what has a default"
    assert "rule?: string" in text, "messages of the kernel leave out defaults"


def test_no_shape_of_the_api_is_written_by_hand() -> None:
    """No interface elsewhere has the very fields of one that is generated, whatever it is called."""
    known = {frozenset(FIELD.findall(body)): name for name, body in INTERFACE.findall(webtypes.written())}
    copies = [
        f"{path.relative_to(SOURCES)}: {name} is {known[fields]}"
        for path in sorted(SOURCES.rglob("*"))
        if path.suffix in (".ts", ".svelte") and path != webtypes.TYPES
        for name, body in INTERFACE.findall(path.read_text(encoding="utf-8"))
        if len(fields := frozenset(FIELD.findall(body))) > 1 and fields in known
    ]
    assert copies == []


def test_every_call_of_the_client_is_typed_by_its_route() -> None:
    """The one place that talks to the server names routes; it says of no answer itself what is in it."""
    for path in sorted(SOURCES.rglob("*")):
        if path.suffix in (".ts", ".svelte"):
            assert ("fetch(" in path.read_text(encoding="utf-8")) <= (path.name in ("client.ts", "inquiry.ts")), path
    client = (SOURCES / "api" / "client.ts").read_text(encoding="utf-8")
    assert not re.search(r"\b(call|once)<[^RO]", client)
