"""A hostile afternoon at a server that really runs: everything is refused, logged, and nothing secret is in the log."""

from __future__ import annotations

import json
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.server.conftest import PASSWORD, Running, ending


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("club")
    running = Running(folder, "--club", "--log-level", "debug", SANDTABLE_LOGINS_PER_MINUTE="1000")
    yield running
    running.stop()


@pytest.fixture(scope="module")
def people(club: Running) -> tuple[str, str, str]:
    """Ann on Blue, Bob on Red, and their table."""
    ann, bob = club.sign_up("Ann"), club.sign_up("Bob")
    wanted = {"game": "skirmish", "scenario": "narrow", "seats": {"blue": {"who": "me"}}}
    table = club.ask("POST", "/api/tables", wanted, ann)[1]["id"]
    assert club.ask("POST", f"/api/tables/{table}/join", {"seat": "red"}, bob)[0] == 200
    assert club.ask("POST", f"/api/tables/{table}/start", {}, ann)[0] == 200
    return ann, bob, table


HELLO = '{"is":"hello"}'
ACT = '{"is":"act","id":"x","seat":"blue","seq":0,"action":'


@pytest.mark.parametrize(
    ("messages", "code", "why"),
    [
        (["x" * 200_000], 1009, "too_large"),
        ([HELLO, "x" * 200_000], 1009, "too_large"),
        ([HELLO, " " * 20_000_000], 1009, "too_large"),  # a few kilobytes on the wire
        ([HELLO, "x" * 70_000], 1009, "too_large"),
        ([HELLO, b"\x00\x01"], 4400, "malformed"),
        ([HELLO, '{"is":"chat","id":"x","text":"\\ud800"}'], 4400, "malformed"),
        ([HELLO, ACT + '{"do":"move","unit":1e400}}'], 4400, "malformed"),
        ([HELLO, ACT + '{"do":"move","unit":' + "9" * 5000 + "}}"], 4400, "malformed"),
        ([HELLO, ACT + '{"a":' * 9_000], 4400, "malformed"),
        ([HELLO, '{"is":"view","seat":"red"}'], 4400, "malformed"),
        (['{"is":"ping","id":"x"}'], 4408, "no_hello"),
        (['{"is":"hello","seats":["red"]}'], 4403, "foreign_seat"),
        (['{"is":"hello","seats":["' + "ü" * 64 + '"]}'], 4404, ""),
        (['{"is":"hello","token":"made up"}'], 4401, "unknown_person"),
    ],
)
def test_a_socket_that_is_abused_is_closed_and_that_is_logged(
    club: Running, people: Any, messages: list[str | bytes], code: int, why: str
) -> None:
    ann, _, table = people
    before = len(club.reasons())
    assert club.closes(f"/api/tables/{table}/socket", messages, ann) == code
    if why:
        assert wait_for_reason(club, before) == why
    assert club.ask("GET", f"/api/tables/{table}", who=ann)[1]["seq"] == 0


def wait_for_reason(club: Running, before: int) -> str:
    """The first reason after so many; the line may be written a moment after the connection has ended."""
    for _ in range(100):
        if found := club.reasons()[before:]:
            return found[0]
        time.sleep(0.05)
    return ""


@pytest.mark.parametrize(
    ("action", "status"),
    [
        ({"id": "m1", "seat": "red", "seq": 0, "action": {"do": "done"}}, 403),  # another's seat
        ({"id": "m2", "seat": "", "seq": 0, "action": {"do": "done"}}, 404),  # no seat
        ({"id": "m3", "seat": "blue", "seq": 7, "action": {"do": "done"}}, 409),  # the future
        ({"id": "m4", "seat": "blue", "seq": -1, "action": {"do": "done"}}, 400),
        ({"id": "m5", "seat": "blue", "seq": 0, "action": {"do": "win"}}, 400),  # no such verb
        ({"id": "m6", "seat": "blue", "seq": 0, "action": {"do": "move", "unit": 21, "path": [302]}}, 422),  # theirs
        ({"id": "m7", "seat": "blue", "seq": 0, "action": {"do": "move", "unit": 11, "path": [9999]}}, 422),
        ({"id": "m8", "seat": "blue", "seq": 0, "action": {"do": "move", "unit": 2**50, "path": []}}, 422),
        (
            {"id": "m9", "seat": "blue", "seq": 0, "action": {"do": "move", "unit": 11, "path": [201], "strength": 9}},
            400,
        ),
        ({"id": "m10", "seat": "blue", "seq": 0, "action": {"do": "done"}, "dice": [6, 6]}, 400),
        ({"id": "", "seat": "blue", "seq": 0, "action": {"do": "done"}}, 400),
    ],
)
def test_a_hand_made_answer_is_refused_and_logged(
    club: Running, people: Any, action: dict[str, Any], status: int
) -> None:
    ann, _, table = people
    before = len(club.reasons())
    found, problem = club.ask("POST", f"/api/tables/{table}/actions", action, ann)
    assert found == status, problem
    assert club.ask("GET", f"/api/tables/{table}", who=ann)[1]["seq"] == 0, "nothing has happened"
    if status != 404:
        assert wait_for_reason(club, before)


@pytest.mark.parametrize(
    ("sent", "statuses"),
    [
        (b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", (200, 400, 404)),
        (b"GET /assets/..%2f..%2f..%2fapp.py HTTP/1.1\r\nHost: x\r\n\r\n", (404,)),
        (b"GET /assets/%2e%2e/%2e%2e/app.py HTTP/1.1\r\nHost: x\r\n\r\n", (404,)),
        (b"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", (200, 400, 404)),
        (b"GET //etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n", (200, 404)),
        (b"GET /api/me HTTP/1.1\r\nHost: [::1\r\n\r\n", (200, 400)),
        (b"GET /api/me HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 200_000 + b"\r\n\r\n", (400, 431)),
        (b"POST /api/session HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n", (400,)),
        (b"POST /api/me HTTP/1.1\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", (400, 403, 404)),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", (400,)),
        (b"GET /api/me HTTP/1.1\r\nHost: x\r\nCookie: sandtable=\xff\xfe\r\n\r\n", (200,)),
        (b"TRACE /api/me HTTP/1.1\r\nHost: x\r\n\r\n", (404, 405)),
        (b"OPTIONS /api/tables HTTP/1.1\r\nHost: x\r\nOrigin: http://evil.example\r\n\r\n", (404, 405)),
    ],
)  # fmt: skip
def test_bytes_that_no_browser_sends_get_an_answer_and_no_file(
    club: Running, sent: bytes, statuses: tuple[int, ...]
) -> None:
    answer = club.raw(sent)
    assert int(answer.split(b" ")[1]) in statuses, answer[:200]
    assert b"root:" not in answer
    assert b"def create_app" not in answer
    assert b"access-control-allow" not in answer.lower()


def test_a_file_of_somebody_unknown_is_not_even_read(club: Running, people: Any) -> None:
    ann, _, _ = people
    host = club.origin.removeprefix("http://")
    head = f"POST /api/imports HTTP/1.1\r\nHost: {host}\r\nOrigin: {club.origin}\r\nContent-Length: 7000000\r\n"
    assert b" 401 " in club.raw(f"{head}\r\n".encode()), "no byte of it was sent"
    too_long = head.replace("7000000", "9000000") + f"Cookie: sandtable={ann}\r\n\r\n"
    assert b" 413 " in club.raw(too_long.encode())


@pytest.mark.parametrize(
    "content",
    [
        b'{"is":"header","format":1,"game":"../../x","rules":"","scenario":"y"}\n',
        b'{"is":"header","format":1,"game":"skirmish","rules":"","scenario":"../../../etc/passwd"}\n{}\n',
        b'{"is":"header","format":1,"game":"skirmish","rules":"","scenario":"narrow","options":' + b'{"a":' * 100_000,
        b"[" * 1_000_000,
        b"a: &a [x,x]\nb: &b [*a,*a]\nc: [*b,*b]\n",
        b"\x1f\x8b\x08\x00" + b"\x00" * 1000,
        b"\n" * 300_000,
        b"",
    ],
)
def test_an_import_that_is_a_trap_is_refused(club: Running, people: Any, content: bytes) -> None:
    ann, _, table = people
    before = len(club.reasons())
    status, problem = club.ask("POST", "/api/imports", who=ann, data=content)
    assert (status, problem["code"]) == (422, "bad_game")
    assert wait_for_reason(club, before) == "bad_game"
    assert club.ask("GET", f"/api/tables/{table}", who=ann)[0] == 200


def test_another_site_gets_nowhere_and_is_logged(club: Running, people: Any) -> None:
    ann, _, table = people
    for headers in ({"origin": "http://evil.example"}, {"origin": "null"}, {"origin": "https://127.0.0.1"}):
        before = len(club.reasons())
        status, _ = club.ask("POST", f"/api/tables/{table}/resign", {"seat": "blue"}, ann, headers=headers)
        assert status == 403
        assert wait_for_reason(club, before) == "origin"
    assert club.closes(f"/api/tables/{table}/socket", [HELLO], ann, "http://evil.example") == 4403


def test_a_local_server_is_no_use_to_a_page_of_another_site(tmp_path: Path) -> None:
    """Neither is a made-up token: without accounts it proves nothing, and any page could send one."""
    local = Running(tmp_path)
    try:
        wanted = {"game": "skirmish", "scenario": "narrow", "start": True}
        table = local.ask("POST", "/api/tables", wanted)[1]["id"]
        path, token = f"/api/tables/{table}/socket", '{"is":"hello","token":"made up"}'
        for hello in (HELLO, token):
            assert local.closes(path, [hello], origin="http://evil.example") == 4403
        for headers in ({"origin": "http://evil.example"}, {"host": "evil.example"}):
            bearer = {**headers, "authorization": "Bearer made-up"}
            assert local.ask("POST", "/api/tables", wanted, headers=bearer)[0] == 403
        assert set(local.reasons()) == {"origin", "host"}
    finally:
        local.stop()


def test_guesses_of_passwords_run_dry_and_are_logged(tmp_path: Path) -> None:
    club = Running(tmp_path, "--club", SANDTABLE_LOGINS_PER_MINUTE="6")
    try:
        club.sign_up("Ann")
        trap = 'Ann\\", \\"event\\": \\"log_in'
        statuses = [
            club.ask("POST", "/api/session", {"name": name, "password": f"guess-{number}"})[0]
            for number, name in enumerate(["Ann"] * 5 + [trap] * 5)
        ]
        assert statuses.count(401) <= 6
        assert statuses[-3:] == [429] * 3
        assert {"password", "login_pace"} <= set(club.reasons())
        assert all(line["address"] == "127.0.0.1" for line in club.lines() if line["event"] == "turned_away")
        assert "guess-" not in club.log.read_text()
    finally:
        club.stop()


def test_after_all_that_it_stops_in_order_and_its_log_tells_no_secret(club: Running, people: Any) -> None:
    """Runs last in this module: reads what everything before has left in the log, at the level that says most."""
    ann, bob, table = people
    invitation = club.ask("POST", f"/api/tables/{table}/invitations", {}, ann)[1]["token"]
    club.ask("GET", f"/api/invitations/{invitation}")
    club.ask("GET", f"/api/invitations/{invitation}x")
    said = "a word between us"
    with connect(
        f"ws://127.0.0.1:{club.port}/api/tables/{table}/socket",
        origin=club.origin,  # type: ignore[arg-type]
        additional_headers={"Cookie": f"sandtable={bob}"},
    ) as line:
        line.send(HELLO)
        line.recv(timeout=10)
        line.send(json.dumps({"is": "chat", "id": "c", "text": said}))
        started = time.monotonic()
        assert club.stop() in (0, -signal.SIGTERM)
        assert time.monotonic() - started < 12
        assert ending(line) in (1001, 1012), "the socket was closed and not cut"
    log = club.log.read_text()
    assert "stopped" in [line["event"] for line in club.lines()]
    for secret in (ann, bob, PASSWORD, invitation, said, *club.tokens):
        assert secret not in log
    assert "Traceback" not in log
    assert "exception" not in log
