"""Notices reach people who are away, once, in their language; not those who are there, and not our own network."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server import notices
from sandtable.server.config import Mail
from sandtable.server.notices import Undelivered
from tests.server.conftest import Clock, Open, Person, Post, act, house_of, new_table


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
