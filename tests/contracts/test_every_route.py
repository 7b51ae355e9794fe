"""Every route of the server against bodies and words that nobody honest sends, at tables of the real games."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from sandtable import registry
from sandtable.server.adapter import Endpoint
from sandtable.server.app import create_app, endpoints
from sandtable.server.config import Config
from sandtable.server.limits import Limits
from sandtable.store import Store
from tests.contracts.attacks import NONSENSE, crowds, nest
from tests.server.conftest import HOST, Local

GAMES = tuple(one.id for one in registry.games() if one.is_playable)
SECONDS = 4.0
"""CPU time of the server for one request: what it does itself is little, its processes have budgets of their own."""
ENDING = ("/resign", "/leave", "/rematch", "/api/session")
"""Routes that end what the others need; they come last."""
RAW = (
    b"",
    b"null",
    b"[]",
    b'"x"',
    b"{",
    b"\xff\xfe{}",
    b'{"a":' * 9_000 + b"1" + b"}" * 9_000,
    b"[" * 100_000,
    b'{"seq":' + b"9" * 4_000 + b"}",
    b'{"\\u0000":"\\ud800"}',
)
WORDS = ("", "0", "-1", "1e99", "9" * 400, "\x00", "\u202e", "../..", "%2e%2e", "x" * 3_000, "true", "null")


class Siege:
    """One table of a game, made anew when an attack has ended it."""

    def __init__(self, me: Local, game: str) -> None:
        self.me, self.game = me, registry.game(game)
        self.table = ""

    def honest(self, endpoint: Endpoint) -> dict[str, Any]:
        """A body that could be meant, as far as the names of its fields tell."""
        seat = self.game.open(self.game.scenarios()[0].name).seats[0]
        known: dict[str, Any] = {
            "seat": seat, "seq": 0, "at": 0, "id": "a", "name": next(iter(self.game.queries)), "text": "case: x",
            "action": {"do": next(iter(self.game.verbs))}, "game": self.game.id, "kind": "draw", "agree": True,
            "scenario": self.game.scenarios()[0].name, "password": "correct horse", "proposal": 1, "steps": [],
            "answers": [], "email": "a@example.org", "token": "x", "settings": {},
        }  # fmt: skip
        fields = msgspec.structs.fields(endpoint.body)
        return {one.name: known[one.name] for one in fields if one.required and one.name in known}

    def ready(self) -> str:
        """The table, with a game going on."""
        found = self.me.http.get(f"/api/tables/{self.table}") if self.table else None
        if found is None or found.status_code != 200 or found.json()["status"] != "playing":
            body = {"game": self.game.id, "scenario": self.game.scenarios()[0].name, "start": True}
            self.table = self.me.post("/api/tables", body)["id"]
        return self.table

    def attacks(self, endpoint: Endpoint) -> Iterator[dict[str, Any]]:
        """Requests to a route, as the test's browser takes them."""
        names = list(endpoint.params)
        for name in names:
            if name not in endpoint.path_names:
                yield from ({"params": {name: word}} for word in WORDS)
        if endpoint.body is None or endpoint.body is bytes:
            yield {}
            yield from ({"content": raw} for raw in RAW if endpoint.body is bytes)
            return
        yield from ({"content": raw, "headers": {"content-type": "application/json"}} for raw in RAW)
        honest, state = self.honest(endpoint), list(range(300))
        yield {"json": honest}
        values = (*NONSENSE[:14:2], *list(crowds(state))[3:8], nest(90), {"do": nest(50)}, "x" * 20_000)
        for one in msgspec.structs.fields(endpoint.body):
            yield from ({"json": {**honest, one.name: value}} for value in values)


def path_of(siege: Siege, endpoint: Endpoint, word: str = "") -> str:
    seat = siege.game.open(siege.game.scenarios()[0].name).seats[0]
    known = {"table": siege.ready(), "game": siege.game.id, "lang": "en", "seat": seat, "number": "1", "rule": "x"}
    return endpoint.path.format_map({name: word or known.get(name, "x") for name in endpoint.path_names})


@pytest.fixture
def me(tmp_path: Path) -> Iterator[Local]:
    """The one person of a server with its real processes."""
    url = f"sqlite:///{tmp_path / 'server.sqlite'}"
    app = create_app(Config(database=url), Store(url), bundle=tmp_path / "web")
    with TestClient(app, base_url=HOST, client=("127.0.0.1", 5000)) as client:
        yield Local(client)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_route_fails_or_stalls_whatever_is_sent(me: Local, game: str) -> None:
    context = me.http.app.state.context  # type: ignore[attr-defined]
    context.requests = context.actions = context.questions = Limits(10**9, 10**9)
    siege, statuses = Siege(me, game), Counter[int]()
    everything = sorted(endpoints(), key=lambda one: one.path.endswith(ENDING) or one.method == "DELETE")
    for endpoint in everything:
        paths = [path_of(siege, endpoint), *(path_of(siege, endpoint, word) for word in ("0", "%00", "x" * 300))]
        for path in dict.fromkeys(paths):
            for sent in siege.attacks(endpoint) if path == paths[0] else ({},):
                started = time.process_time()
                answer = me.http.request(endpoint.method, path, **sent)
                spent = time.process_time() - started
                about = f"{endpoint.method} {path} {str(sent)[:200]}: {answer.status_code} {answer.text[:200]}"
                assert answer.status_code < 500, about
                assert spent < SECONDS, f"{spent:.1f} s: {about}"
                statuses[answer.status_code] += 1
    assert len(everything) > 50
    assert {200, 400, 404, 409, 422} & set(statuses) >= {200, 400, 404, 409}
