"""The whole server under attack: hidden values on the wire, the seed, other sites, big and broken bodies, bad paths."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from starlette.requests import Request
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from sandtable.kernel import SeededDice
from sandtable.kernel.offers import sample
from sandtable.server import adapter, health, seating
from sandtable.server.app import endpoints
from sandtable.server.limits import Limits
from sandtable.server.problems import TOLD, TOLD_CODES, Wrong
from tests.server.conftest import HOST, Clock, Local, Open, Person, act, browser, context_of, new_table
from tests.small.skirmish import Skirmish

HIDDEN = 770_000
"""Faces are raised to numbers that occur nowhere else, so that a search of the bytes finds them."""


def faces_of(client: TestClient, table: str, side: str) -> list[str]:
    with context_of(client).tables.at(table) as hot:
        return [str(piece.face) for piece in hot.match.state.pieces.values() if piece.side == side and not piece.shown]


@pytest.fixture
def loud_faces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every face becomes a number that can be searched for."""
    from tests.small import skirmish

    plain = Skirmish.setup

    def setup(self: Any, scenario: Any, dice: Any) -> Any:
        state = plain(self, scenario, dice)
        pieces = {
            key: replace(piece, face=HIDDEN + key * 10 + (piece.face or 0)) for key, piece in state.pieces.items()
        }
        return replace(state, pieces=pieces)

    monkeypatch.setattr(Skirmish, "setup", setup)
    monkeypatch.setattr(skirmish, "STRENGTHS", dict.fromkeys(range(HIDDEN, HIDDEN + 1000), 2))


def test_no_byte_to_a_seat_holds_what_it_may_not_know(
    club: TestClient, loud_faces: None, ann: Person, bob: Person, table: str
) -> None:
    seats = {"blue": ann, "red": bob}
    eve = Person(club, "Eve")
    dice = SeededDice(b"leak")
    with ann.socket(table) as blue, bob.socket(table) as red, eve.socket(table) as watching:
        sockets = {"blue": blue, "red": red, "": watching}
        for socket in sockets.values():
            socket.until("view")
        secret = {side: faces_of(club, table, side) for side in seats}
        assert all(len(found) == 5 for found in secret.values())
        everything: dict[str, list[str]] = {"blue": [], "red": [], "": []}
        for _ in range(12):
            with context_of(club).tables.at(table) as hot:
                if hot.is_over:
                    break
                match, seat, seq = hot.match, hot.asked[0], hot.row.seq
                verbs = match.game.open_verbs(match.state, seat)
                action = None
                while action is None:
                    action = sample(verbs[dice.draw(range(len(verbs)))], match.state, seat, dice)
            from sandtable.kernel import codec

            sockets[seat].send_act(f"c{seq}", seat, seq, **codec.plain(action))
            sockets[seat].until("ack")
            other = "red" if seat == "blue" else "blue"
            everything[other] += _all_answers(seats[other], table, other)
            everything[""] += _all_answers(eve, table, "")
        still = {side: [face for face in secret[side] if face in faces_of(club, table, side)] for side in seats}
        for whose, socket in sockets.items():
            socket.send(**{"is": "ping", "id": "end"})
            socket.until("pong", id="end")
            wire = "\n".join([*socket.heard, *everything[whose]])
            for side in seats:
                if side != whose:
                    assert still[side]
                    assert not [face for face in still[side] if face in wire], f"{whose or 'a spectator'} knows {side}"
        assert any(face in "\n".join(blue.heard) for face in secret["blue"]), "one's own faces are there to be found"


def test_what_a_seat_hides_changes_nothing_that_another_hears(
    serve: Open, tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same game twice, Red's hidden faces dealt otherwise: Blue and a spectator get the same messages, in the
    same order and number, and the same answers, byte for byte; so neither contents nor timing of prompts tell anything.
    """
    plain, began = Skirmish.setup, clock.time
    told: list[list[str]] = []
    monkeypatch.setattr(seating, "new_id", lambda: "sametable")
    monkeypatch.setattr(seating, "secrets", SimpleNamespace(token_bytes=bytes))
    for turn in (0, 1):

        def setup(self: Any, scenario: Any, dice: Any, turn: int = turn) -> Any:
            state = plain(self, scenario, dice)
            faces = [piece.face for key, piece in state.pieces.items() if key > 20]
            dealt = dict(zip(range(21, 26), faces[turn:] + faces[:turn], strict=True))
            pieces = {key: replace(one, face=dealt.get(key, one.face)) for key, one in state.pieces.items()}
            return replace(state, pieces=pieces)

        monkeypatch.setattr(Skirmish, "setup", setup)
        clock.time = began
        client = serve(mode="club", database=f"sqlite:///{tmp_path / f'{turn}.sqlite'}")
        ann, bob, eve = (Person(client, name) for name in ("Ann", "Bob", "Eve"))
        table = new_table(ann, {"blue": {"who": "me"}})
        bob.post(f"/api/tables/{table}/join", {"seat": "red"})
        ann.post(f"/api/tables/{table}/start")
        with ann.socket(table) as blue, eve.socket(table) as watching:
            for socket in (blue, watching):
                socket.until("view")
            for seq, action in enumerate(({"do": "move", "unit": 11, "path": [201]}, {"do": "done"}, {"do": "done"})):
                clock.time += 1000
                act(bob if seq == 2 else ann, table, "red" if seq == 2 else "blue", **action)
                for socket in (blue, watching):
                    socket.until("step", seq=seq + 1)
            for number, action in enumerate(
                ({"do": "ambush", "unit": 21}, {"do": "move", "unit": 21, "path": [302]}, {"do": "attack", "unit": 21})
            ):
                blue.send(**{"is": "why", "id": f"w{number}", "seat": "blue", "action": action})
                blue.send(**{"is": "offers", "id": f"o{number}", "seat": "blue", "partial": action})
            for socket in (blue, watching):
                socket.send(**{"is": "ping", "id": "end"})
                socket.until("pong", id="end")
            kinds = ('"is":"table"', '"is":"welcome"', '"is":"pong"')  # who is there when is not about the game
            heard = [one for socket in (blue, watching) for one in socket.heard if not any(k in one for k in kinds)]
        answers = [*_all_answers(ann, table, "blue"), *_all_answers(eve, table, "")]
        told.append([*heard, *answers])
    assert len(told[0]) > 20
    assert told[0] == told[1]


def _all_answers(person: Person, table: str, seat: str) -> list[str]:
    """Everything that can be asked about a table, as text."""
    asked = [
        f"/api/tables/{table}",
        "/api/tables?which=watch",
        *(f"/api/tables/{table}/{what}?seat={seat}" for what in ("view", "log", "timeline", "statistics", "history")),
    ]
    found = [person.http.get(f"{path}{'&seq=0' if 'history' in path else ''}").text for path in asked]
    for what, body in {
        "offers": {"seat": seat or "blue", "partial": {"do": "move", "unit": 11}},
        "why": {"seat": seat or "blue", "action": {"do": "move", "unit": 11, "path": [302]}},
        "actions": {"id": "x", "seat": seat or "red", "seq": 0, "action": {"do": "ambush", "unit": 11}},
        "query": {"seat": seat, "name": "x"},
    }.items():
        found.append(person.http.post(f"/api/tables/{table}/{what}", json=body).text)
    found.append(person.http.get(f"/api/tables/{table}/export").text)
    return found


def test_the_seed_is_nowhere_before_the_end(club: TestClient, ann: Person, bob: Person, table: str) -> None:
    with context_of(club).tables.at(table) as hot:
        seed = hot.match.header.seed
    assert seed
    act(ann, table, "blue", do="move", unit=11, path=[201])
    with bob.socket(table) as red:
        red.until("view")
        told = "\n".join([*red.heard, *_all_answers(bob, table, "red"), club.get("/metrics").text])
    assert seed not in told
    assert ann.http.get(f"/api/tables/{table}/export").status_code == 403
    bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
    assert ann.get(f"/api/tables/{table}")["seed"] == seed
    assert seed in ann.http.get(f"/api/tables/{table}/export").text


def test_a_local_game_is_exported_without_its_seed_and_goes_on_elsewhere(serve: Open) -> None:
    me = Local(serve())
    table = new_table(me, start=True)
    act(me, table, "blue", do="move", unit=11, path=[201])
    file = me.http.get(f"/api/tables/{table}/export")
    assert file.headers["content-disposition"].endswith('.game"')
    with context_of(me.http).tables.at(table) as hot:
        assert str(hot.match.header.seed) not in file.text
    copy = me.http.post("/api/imports", content=file.content).json()
    assert (copy["status"], copy["seq"]) == ("playing", 1)
    assert copy["commitment"] != me.get(f"/api/tables/{table}")["commitment"], "dice that nobody has seen"
    views = [me.get(f"/api/tables/{name}/view", seat="blue")["state"] for name in (table, copy["id"])]
    assert views[0] == views[1]
    act(me, copy["id"], "blue", do="done")
    me.post(f"/api/tables/{copy['id']}/resign", {"seat": "red"})
    over = me.http.get(f"/api/tables/{copy['id']}/export").content
    again = me.http.post("/api/imports", content=over).json()
    assert (again["status"], again["outcome"]["key"]) == ("over", "outcome.resigned")


HEADER = {"is": "header", "format": 1, "game": "skirmish", "rules": "1", "scenario": "narrow", "seed": "00"}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "line 1"),
        (b"\x00\xff\xfe", "line 1"),
        (b"hello\n", "line 1 is no record"),
        (json.dumps({**HEADER, "game": "../../../etc/passwd"}).encode(), "there is no game"),
        (json.dumps({**HEADER, "game": "sandtable.server"}).encode(), "there is no game"),
        (json.dumps({**HEADER, "scenario": "../../../etc/passwd"}).encode(), "opening"),
        (json.dumps({**HEADER, "format": 99}).encode(), "Update it"),
        (json.dumps(HEADER).encode() + b"\n" + b"[" * 100_000, "line 2"),
        (json.dumps(HEADER).encode() + b'\n{"is":"opening","state":{},"hash":"x"}', "line 2"),
        (
            json.dumps({**HEADER, "scenario": "../x"}).encode() + b'\n{"is":"opening","state":{},"hash":"x"}',
            "there is no scenario",
        ),
    ],
)
def test_a_file_that_is_no_game_is_refused_with_its_line(serve: Open, content: bytes, words: str) -> None:
    me = Local(serve())
    answer = me.http.post("/api/imports", content=content)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_game")
    assert words in answer.json()["text"]
    assert me.get("/api/tables") == []


def test_an_altered_file_is_refused(serve: Open) -> None:
    me = Local(serve())
    table = new_table(me, start=True)
    act(me, table, "blue", do="move", unit=11, path=[201])
    content = me.http.get(f"/api/tables/{table}/export").content
    answer = me.http.post("/api/imports", content=content.replace(b'"hex":201', b'"hex":202'))
    assert answer.status_code == 422
    assert answer.json()["text"].startswith("line 3")


# --- forged requests --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost.evil.example"},
        {"origin": "http://localhost:81"},
        {"origin": ""},
        {},
    ],
)
def test_another_site_cannot_use_the_cookie(club: TestClient, ann: Person, headers: dict[str, str]) -> None:
    forged = browser(club, **headers)
    forged.cookies.update(ann.http.cookies)
    body = {"game": "skirmish", "scenario": "narrow"}
    answer = forged.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    assert ann.get("/api/tables") == []


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_another_site_cannot_use_a_local_server(local: TestClient, origin: str) -> None:
    answer = local.post("/api/tables", json={"game": "skirmish", "scenario": "narrow"}, headers={"origin": origin})
    assert answer.status_code == 403
    answer = local.post("/api/tables", json={}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


def test_a_name_that_was_pointed_at_us_gets_nothing(local: TestClient) -> None:
    for path in ("/api/me", "/api/tables"):
        assert local.get(path, headers={"host": "evil.example"}).status_code == 403
    assert local.get("/api/me", headers={"host": "127.0.0.1:8765"}).status_code == 200


def test_a_form_cannot_post(ann: Person) -> None:
    body = json.dumps({"game": "skirmish", "scenario": "narrow"})
    answer = ann.http.post("/api/tables", content=body, headers={"content-type": "text/plain"})
    assert answer.status_code == 415


def test_behind_a_proxy_the_origin_is_the_public_one(serve: Open) -> None:
    client = serve(mode="club", url="https://club.example/")
    body = {"name": "Ann", "password": "correct horse"}
    own = client.post("/api/accounts", json=body, headers={"origin": "https://club.example"})
    assert own.status_code == 200
    assert "Secure" in own.headers["set-cookie"]
    assert client.post("/api/session", json=body, headers={"origin": HOST}).status_code == 403


# --- bodies -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b'{"game":1,"scenario":"narrow"}', 400),
        (b'{"game":"skirmish","scenario":"narrow","more":1}', 400),
        (b'{"game":"skirmish","scenario":"narrow","options":' + b'{"a":' * 30_000 + b"1" + b"}" * 30_001, 400),
        (b'{"game":"skirmish","scenario":"\xff"}', 400),
        (b'{"game":"skirmish","scenario":"' + b"x" * 300_000 + b'"}', 413),
        (b'{"game":"skirmish","scenario":"nowhere"}', 404),
        (b'{"game":"chess","scenario":"narrow"}', 404),
        (b'{"game":"skirmish","scenario":"narrow","options":{"turns":"x"}}', 404),
        (b'{"game":"skirmish","scenario":"narrow","seats":{"green":{}}}', 404),
        (b'{"game":"skirmish","scenario":"narrow","seats":{"red":{"who":"bot","bot":"hal"}}}', 404),
    ],
)
def test_a_bad_body_is_refused_and_makes_nothing(ann: Person, content: bytes, status: int) -> None:
    answer = ann.http.post("/api/tables", content=content, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == {"code", "text", "refusal", "seq"}
    assert ann.get("/api/tables") == []


def test_a_body_that_lies_about_its_length_is_cut_off(ann: Person) -> None:
    def endless() -> Any:
        for _ in range(400):
            yield b" " * 1024

    headers = {"content-type": "application/json"}
    assert ann.http.post("/api/tables", content=endless(), headers=headers).status_code == 413


@pytest.mark.parametrize(
    "path", ["/api/nothing", "/api/tables/..%2f..%2fx", "/api/tables/UPPER", "/api/games/..%2fx", "/api/locale/..%2f.."]
)
def test_paths_that_lead_nowhere_say_so_as_json(ann: Person, path: str) -> None:
    answer = ann.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_nobody_in_particular_sees_no_tables(club: TestClient, table: str) -> None:
    for path in ("/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/view", "/api/sessions"):
        assert browser(club).get(path).status_code == 401
    assert browser(club, authorization="Bearer nonsense").get("/api/tables").status_code == 401


def test_a_body_that_comes_too_slowly_is_not_waited_for(ann: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "BODY_SECONDS", 0.2)

    async def receive() -> Any:
        await asyncio.sleep(0.05)
        return {"type": "http.request", "body": b" ", "more_body": True}

    headers = [(b"content-type", b"application/json")]
    request = Request({"type": "http", "method": "POST", "path": "/", "headers": headers}, receive)
    (endpoint,) = [one for one in endpoints() if (one.method, one.path) == ("POST", "/api/tables")]
    with pytest.raises(Wrong, match="not sent within"):
        asyncio.run(adapter._body(request, endpoint, 1000))


def test_whoever_tries_all_day_is_counted_but_does_not_fill_the_disk(club: TestClient, ann: Person, table: str) -> None:
    with capture_logs() as told:
        for _ in range(60):
            ann.http.get(f"/api/tables/{table}/view?seat=red")
    lines = [line for line in told if line["event"] == "turned_away"]
    assert 20 <= len(lines) < 30
    first = lines[0]
    assert (first["why"], first["address"], first["table"]) == ("foreign_seat", "127.0.0.1", table)
    assert (first["to"], first["log_level"]) == ("GET /api/tables/{table}/view", "warning")
    assert first["account"] == ann.get("/api/me")["account"]["id"]
    assert 'refused_access_total{why="foreign_seat"} 60.0' in club.get("/metrics").text


def test_every_reason_for_turning_away_stands_in_the_manual() -> None:
    import re

    import sandtable.server
    from sandtable.server import context, sockets

    home = Path(str(sandtable.server.__file__)).parent
    text = "".join(path.read_text() for path in home.glob("*.py"))
    reasons = {*re.findall(r'why="(\w+)"', text), *sockets.BROKEN.values(), *context.HONEST, *TOLD_CODES}
    reasons |= set(re.findall(r'Leave\([^\n]*, "(\w+)"\)', text))
    reasons |= {code for status, code in re.findall(r'Wrong\((\d+), "(\w+)"', text) if int(status) in TOLD}
    reasons -= {"foreign_origin", "not_your_seat", "wrong_password"}  # these have a better word
    manual = (home.parents[2] / "docs" / "club.md").read_text(encoding="utf-8")
    told = manual[manual.index("## What is turned away") :]
    assert len(reasons) > 15
    assert {one for one in reasons if f"`{one}`" not in told} == set()


def test_what_happens_to_honest_people_is_no_warning(ann: Person, table: str) -> None:
    body = {"id": "x", "seat": "blue", "seq": 9, "action": {"do": "done"}}
    with capture_logs() as told:
        ann.post(f"/api/tables/{table}/actions", body, 409)
        ann.post(f"/api/tables/{table}/actions", {**body, "seq": 0, "action": {"do": "ambush", "unit": 11}}, 422)
        ann.get(f"/api/tables/{table}/history", 404, seq=5)
    assert [(line["why"], line["log_level"]) for line in told] == [("stale", "info"), ("refused", "info")]


# --- operations -------------------------------------------------------------------------------------------------------


def test_health_metrics_and_headers(serve: Open, clock: Clock) -> None:
    client = serve(metrics_token="abc")
    health = client.get("/healthz")
    assert health.json()["status"] == "ok"
    assert health.headers["x-content-type-options"] == "nosniff"
    assert "frame-ancestors 'none'" in health.headers["content-security-policy"]
    assert client.get("/metrics").status_code == 403
    me = Local(client)
    table = new_table(me, start=True)
    act(me, table, "blue", do="done")
    found = client.get("/metrics", headers={"authorization": "Bearer abc"}).text
    assert 'sandtable_action_seconds_count{game="skirmish"} 1.0' in found
    assert "sandtable_hot_tables 1.0" in found
    context_of(client).store.database.engine.dispose()
    (Path(str(context_of(client).store.database.url.database))).unlink()
    assert client.get("/healthz").json()["status"] == "failing"


def test_the_health_of_a_damaged_file(serve: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client = serve()
    assert client.get("/healthz").json()["status"] == "ok"
    database = context_of(client).store.database
    monkeypatch.setattr(database, "damage", lambda: "the file is damaged: page 7; restore a backup")
    assert client.get("/healthz").json()["status"] == "ok", "the whole file is looked at now and then, not each time"
    monkeypatch.setattr(health, "EVERY", 0.0)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (503, "damaged")
    assert "restore a backup" in answer.json()["problem"]


def test_big_answers_are_compressed(local: TestClient) -> None:
    answer = local.get("/api/games/eastfront/rules?limit=500", headers={"accept-encoding": "gzip"})
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < len(answer.content) / 2


def test_too_many_requests_are_slowed_down(local: TestClient) -> None:
    context_of(local).requests = Limits(0.01, 5)
    answers = [local.get("/api/me").status_code for _ in range(30)]
    assert 429 in answers
    slow = next(one for one in (local.get("/api/me") for _ in range(30)) if one.status_code == 429)
    assert int(slow.headers["retry-after"]) >= 1


def test_what_clients_send_is_worked_out_before_they_come(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.server.messages import ClientMessage
    from sandtable.store import learning

    monkeypatch.setattr(learning, "_known", {})
    serve()
    assert {ClientMessage, *(one.body for one in endpoints() if one.body)} <= set(learning._known)


def test_what_is_done_for_an_account_counts_from_wherever_it_asks(club: TestClient, ann: Person, bob: Person) -> None:
    table = new_table(ann, {"blue": {"who": "me"}, "red": {"who": "me"}}, start=True)
    program = browser(club, authorization=f"Bearer {ann.post('/api/sessions', {'label': 'bot'})['token']}")
    context_of(club).work = Limits(0.01, 25)
    path = f"/api/tables/{table}/history?seq=0"
    assert [one.get(path).status_code for one in (ann.http, program, ann.http)] == [200, 200, 429]
    assert ann.get("/api/me")["account"]["name"] == "Ann", "what costs less still can be asked"
    assert bob.http.get(path).status_code == 200


def test_strangers_pay_by_their_address_for_what_is_dear(club: TestClient) -> None:
    context_of(club).requests = Limits(0.01, 10)
    stranger, path = browser(club), "/api/games/skirmish/board"
    assert [stranger.get(path).status_code for _ in range(3)] == [200, 200, 429]
    context_of(club).requests = Limits(0.01, 1)
    assert [stranger.get("/healthz").status_code for _ in range(2)] == [200, 429]
