"""Notices reach people who are away, once, in their language; not those who are there, and not our own network."""

from __future__ import annotations

import json
import socketserver
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server import notices
from sandtable.server.config import Mail
from sandtable.server.notices import Undelivered
from tests.server.conftest import Clock, Open, Person, act, house_of, new_table


class Post:
    """A mail server and a web server that keep what they get."""

    def __init__(self) -> None:
        self.mails: list[str] = []
        self.calls: list[dict[str, Any]] = []
        self.status = 200
        post = self

        class Letters(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 hello\r\n")
                text, in_data = "", False
                for raw in self.rfile:
                    line = raw.decode()
                    if in_data:
                        if line == ".\r\n":
                            post.mails.append(text)
                            in_data = False
                            self.wfile.write(b"250 ok\r\n")
                        text += line
                        continue
                    word = line[:4].upper()
                    in_data = word == "DATA"
                    answers = {"DATA": b"354 go\r\n", "QUIT": b"221 bye\r\n"}
                    self.wfile.write(answers.get(word, b"250 ok\r\n"))
                    if word == "QUIT":
                        return

        class Calls(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                post.calls.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(post.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.servers = [socketserver.TCPServer(("127.0.0.1", 0), Letters), HTTPServer(("127.0.0.1", 0), Calls)]
        for server in self.servers:
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self.mail_port, self.call_port = (server.server_address[1] for server in self.servers)

    def close(self) -> None:
        for server in self.servers:
            server.shutdown()
            server.server_close()


@pytest.fixture
def post() -> Iterator[Post]:
    found = Post()
    yield found
    found.close()


@pytest.fixture
def notified(serve: Open, post: Post) -> TestClient:
    mail = Mail(host="127.0.0.1", port=post.mail_port, security="none", sender="table@club.example")
    return serve(mode="club", mail=mail, private_webhooks=True, away=60)


@pytest.fixture
def waiting(notified: TestClient, clock: Clock) -> tuple[Person, Person, str]:
    """Ann has played, and Bob, who is away, is asked."""
    ann, bob = Person(notified, "Ann"), Person(notified, "Bob")
    table = new_table(ann, {"blue": {"who": "me"}})
    bob.post(f"/api/tables/{table}/join", {"seat": "red"})
    ann.post(f"/api/tables/{table}/start")
    bob.http.patch("/api/me", json={"email": "bob@example.org", "notify": True, "language": "it"})
    act(ann, table, "blue", do="done")
    return ann, bob, table


def test_someone_who_is_away_gets_a_mail_in_their_language(waiting: Any, notified: TestClient, post: Post) -> None:
    _, _, table = waiting
    with house_of(notified).store.reading() as books:
        keys = [job.key for job in books.jobs.all() if job.kind == "notice"]
    assert keys[-1] == f"notice:{table}:1:red"
    assert notices.notify(house_of(notified), table, "red", 1)
    letter = post.mails[-1]
    assert "To: bob@example.org" in letter
    assert "tocca a te come red" in letter
    assert f"/table/{table}" in letter


def test_someone_who_is_there_or_has_answered_or_wants_none_gets_none(
    waiting: Any, notified: TestClient, post: Post
) -> None:
    _, bob, table = waiting
    house = house_of(notified)
    post.mails.clear()
    with bob.socket(table) as red:
        red.until("table")
        assert not notices.notify(house, table, "red", 1)
    bob.http.patch("/api/me", json={"notify": False})
    assert not notices.notify(house, table, "red", 1)
    bob.http.patch("/api/me", json={"notify": True})
    assert not notices.notify(house, table, "blue", 1)
    act(bob, table, "red", do="done")
    assert not notices.notify(house, table, "red", 1)
    assert post.mails == []


def test_a_webhook_is_called_with_the_table_and_no_more(waiting: Any, notified: TestClient, post: Post) -> None:
    _, bob, table = waiting
    hook = f"http://127.0.0.1:{post.call_port}/hook?x=1"
    bob.http.patch("/api/me", json={"webhook": hook, "email": ""})
    assert notices.notify(house_of(notified), table, "red", 1)
    assert post.calls[-1] == {"table": table, "game": "skirmish", "seat": "red", "seq": 1, "link": f"/table/{table}"}
    post.status = 500
    with pytest.raises(Undelivered, match="status 500"):
        notices.notify(house_of(notified), table, "red", 1)


def test_webhooks_do_not_reach_into_our_own_network(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    house = house_of(serve(mode="club"))
    for host in ("127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "::1"):
        with pytest.raises(OSError, match=r"public|Name|address|resolution"):
            notices._machine(house, host, 443)


def test_a_mail_server_that_does_not_answer_means_try_again(serve: Open, waiting: Any, notified: TestClient) -> None:
    _, _, table = waiting
    house = house_of(notified)
    object.__setattr__(
        house, "config", type(house.config)(database="x", mode="club", mail=Mail(host="127.0.0.1", port=1))
    )
    with pytest.raises(Undelivered, match="mail"):
        notices.notify(house, table, "red", 1)
