"""Notices reach people who are away, once, in their language; not those who are there, and not our own network."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from sandtable.kernel import codec
from sandtable.server import absence, calling, notices
from sandtable.server.config import Mail
from sandtable.server.jobs import Runner
from sandtable.server.notices import Undelivered
from tests.server.conftest import Clock, Open, Person, Post, act, context_of, new_table


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
    bob.http.patch(
        "/api/me", json={"old_password": "correct horse", "email": "bob@example.org", "notify": True, "language": "it"}
    )
    act(ann, table, "blue", do="done")
    return ann, bob, table


def test_someone_who_is_away_gets_a_mail_in_their_language(waiting: Any, notified: TestClient, post: Post) -> None:
    _, _, table = waiting
    with context_of(notified).store.reading() as transaction:
        keys = [job.key for job in transaction.jobs.all() if job.kind == "notice"]
    assert keys[-1] == f"notice:{table}:1:red"
    assert notices.notify(context_of(notified), table, "red", 1)
    letter = post.mails[-1]
    assert "To: bob@example.org" in letter
    assert "tocca a te come red" in letter
    assert "Auto-Submitted: auto-generated" in letter
    assert "@club.example>" in letter.partition("Message-ID: ")[2].partition("\n")[0]
    assert "\nDate: " in letter
    assert f"/table/{table}" in letter


def test_someone_who_is_there_or_has_answered_or_wants_none_gets_none(
    waiting: Any, notified: TestClient, post: Post
) -> None:
    _, bob, table = waiting
    context = context_of(notified)
    post.mails.clear()
    with bob.socket(table) as red:
        red.until("table")
        assert not notices.notify(context, table, "red", 1)
    bob.http.patch("/api/me", json={"notify": False})
    assert not notices.notify(context, table, "red", 1)
    bob.http.patch("/api/me", json={"notify": True})
    assert not notices.notify(context, table, "blue", 1)
    act(bob, table, "red", do="done")
    assert not notices.notify(context, table, "red", 1)
    assert post.mails == []


def test_a_webhook_is_called_with_the_table_and_no_more(waiting: Any, notified: TestClient, post: Post) -> None:
    _, bob, table = waiting
    hook = f"http://127.0.0.1:{post.call_port}/hook?x=1"
    bob.http.patch("/api/me", json={"old_password": "correct horse", "webhook": hook, "email": ""})
    post.status = 500
    with pytest.raises(Undelivered, match="status 500"):
        notices.notify(context_of(notified), table, "red", 1)
    post.status = 204
    assert notices.notify(context_of(notified), table, "red", 1)
    link = f"/table/{table}"
    assert post.calls[-1] == {
        "about": "turn", "table": table, "game": "skirmish", "seat": "red", "seq": 1, "link": link,
    }  # fmt: skip


def test_a_webhook_that_is_gone_does_not_keep_the_mail_from_coming(
    waiting: Any, notified: TestClient, post: Post
) -> None:
    _, bob, table = waiting
    bob.http.patch("/api/me", json={"webhook": f"http://127.0.0.1:{post.call_port}/hook"})
    post.status = 500
    assert notices.notify(context_of(notified), table, "red", 1)
    assert (len(post.calls), len(post.mails)) == (1, 1)
    assert not notices.notify(context_of(notified), table, "red", 1), "it was told, if not in every way"


def test_one_question_is_told_once_however_often_one_looks_in(
    waiting: Any, notified: TestClient, post: Post, clock: Clock
) -> None:
    _, bob, table = waiting
    context = context_of(notified)
    assert notices.notify(context, table, "red", 1)
    with bob.socket(table) as red:
        red.until("table")
    assert not notices.notify(context, table, "red", 1)
    assert len(post.mails) == 1
    assert [key for key in _jobs(notified, "notice") if f":{table}:1:red" in key][1:] == [], "nor put off again"


def _jobs(client: TestClient, kind: str) -> list[str]:
    with context_of(client).store.reading() as transaction:
        return [job.key for job in transaction.jobs.all() if job.kind == kind]


def test_someone_who_leaves_a_question_open_is_told_later(notified: TestClient, post: Post, clock: Clock) -> None:
    ann, bob = Person(notified, "Ann"), Person(notified, "Bob")
    table = new_table(ann, {"blue": {"who": "me"}})
    bob.post(f"/api/tables/{table}/join", {"seat": "red"})
    bob.http.patch("/api/me", json={"old_password": "correct horse", "email": "bob@example.org", "notify": True})
    with bob.socket(table) as red:
        red.until("welcome")
        ann.post(f"/api/tables/{table}/start")
        red.until("view")  # or it may be told start and answer in one
        act(ann, table, "blue", do="done")
        red.until("step")
        assert _jobs(notified, "notice") == [f"notice:{table}:0:blue"], "he is there, and was asked there"
    assert _jobs(notified, "notice")[-1] == f"notice:{table}:1:red"
    clock.time += 61_000
    for _ in range(200):
        if post.mails:
            break
        time.sleep(0.05)
    (letter,) = post.mails
    assert "bob@example.org" in letter


def test_who_is_gone_with_a_killed_server_is_missed(waiting: Any, notified: TestClient, clock: Clock) -> None:
    _, bob, table = waiting
    context = context_of(notified)
    account = bob.get("/api/me")["account"]["id"]
    with context.store.writing() as transaction:
        for job in transaction.jobs.all():
            transaction.jobs.done(job)
        transaction.matches.saw(clock.time, (table, account))
        assert absence.miss(context, transaction) == 0
    clock.time += absence.PRESENT + 1
    Runner(context, notified.app.state.workers)._heartbeat()  # type: ignore[attr-defined]
    with context.store.writing() as transaction:
        assert absence.miss(context, transaction) == 0
    assert _jobs(notified, "notice") == [f"notice:{table}:1:red"]


def test_proposals_company_and_the_end_are_told_to_those_who_are_away(
    waiting: Any, notified: TestClient, post: Post, clock: Clock
) -> None:
    ann, bob, table = waiting
    context = context_of(notified)
    ann.http.patch("/api/me", json={"old_password": "correct horse", "email": "ann@example.org", "notify": True})

    def news() -> list[tuple[str, int]]:
        """Tells what is put off, without waiting; gives what it was about and to whom."""
        with context.store.writing() as transaction:
            found = [job for job in transaction.jobs.all() if job.kind == "news"]
            for job in found:
                transaction.jobs.done(job)
        told = [codec.decode(job.payload, dict) for job in found]
        return [
            (one["about"], one["account"])
            for one in told
            if notices.tell(context, one["game"], one["account"], one["about"], one["more"])
        ]

    me, him = (one.get("/api/me")["account"]["id"] for one in (ann, bob))
    news()
    other = new_table(ann, {"blue": {"who": "me"}})
    bob.post(f"/api/tables/{other}/join", {"seat": "red"})
    assert news() == [("joined", me)]
    assert "Bob sits down as red" in post.mails[-1]
    ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "draw"})
    with bob.socket(table) as red:
        red.until("welcome")
        assert news() == [], "he is there"
        ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "draw"})
        assert _jobs(notified, "news") == [], "so nothing is put off either"
    ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "draw"})
    assert news() == [("proposal", him)]
    assert "blue chiede il tuo consenso" in post.mails[-1]
    proposal = ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "draw"})["proposal"]
    no = {"seat": "red", "proposal": proposal["id"], "agree": False}
    bob.post(f"/api/tables/{table}/proposals/reply", no)
    assert news() == [], "it does not wait for him any more"
    with ann.socket(table) as blue:
        blue.until("welcome")
        bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
        assert news() == [("over", him)]
    bob.http.patch("/api/me", json={"notify": False})
    assert not notices.tell(context, table, him, "over", {})


def test_webhooks_do_not_reach_into_our_own_network(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    context = context_of(serve(mode="club"))
    for host in ("127.0.0.1", "localhost", "10.0.0.1", "169.254.169.254", "::1"):
        with pytest.raises(OSError, match=r"public|Name|address|resolution"):
            calling._machine(context, host, 443)


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.2", "169.254.169.254", "172.16.0.1", "192.168.1.1", "224.0.0.1",
        "255.255.255.255", "::", "::1", "fe80::1%eth0", "fc00::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
        "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::",
    ],
)  # fmt: skip
def test_no_spelling_of_an_address_leads_inside(address: str) -> None:
    assert not calling.is_public(address)
    assert calling.is_public("93.184.216.34")
    assert calling.is_public("2606:2800:220:1::1")


def test_a_name_that_leads_inside_is_not_called(
    waiting: Any, notified: TestClient, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even when it led elsewhere as the webhook was set: what counts is where it leads when it is called."""
    _, bob, table = waiting
    bob.http.patch("/api/me", json={"old_password": "correct horse", "webhook": "https://hook.example/x", "email": ""})
    context = context_of(notified)
    context.config = msgspec.structs.replace(context.config, private_webhooks=False)
    inside = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", post.call_port))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: inside)
    with pytest.raises(Undelivered):
        notices.notify(context, table, "red", 1)
    assert post.calls == []


def test_a_webhook_that_answers_byte_by_byte_is_cut_off(
    waiting: Any, notified: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, bob, table = waiting
    monkeypatch.setattr(calling, "SECONDS", 0.6)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def drip() -> None:
            with contextlib.suppress(OSError):
                caller, _ = server.accept()
                with caller:
                    for _ in range(100):
                        caller.sendall(b"H")
                        time.sleep(0.1)

        threading.Thread(target=drip, daemon=True).start()
        hook = f"http://127.0.0.1:{server.getsockname()[1]}/"
        bob.http.patch("/api/me", json={"old_password": "correct horse", "webhook": hook, "email": ""})
        started = time.monotonic()
        with pytest.raises(Undelivered, match="webhook"):
            notices.notify(context_of(notified), table, "red", 1)
        assert time.monotonic() - started < 5


def test_a_mail_server_that_does_not_answer_means_try_again(serve: Open, waiting: Any, notified: TestClient) -> None:
    _, _, table = waiting
    context = context_of(notified)
    object.__setattr__(
        context, "config", type(context.config)(database="x", mode="club", mail=Mail(host="127.0.0.1", port=1))
    )
    with pytest.raises(Undelivered, match="mail"):
        notices.notify(context, table, "red", 1)


def test_whoever_sits_down_and_stands_up_all_day_is_told_of_once(notified: TestClient) -> None:
    ann, bob = Person(notified, "Ann"), Person(notified, "Bob")
    table = new_table(ann, {"blue": {"who": "me"}})
    for _ in range(5):
        bob.post(f"/api/tables/{table}/join", {"seat": "red"})
        bob.post(f"/api/tables/{table}/leave", {"seat": "red"})
    assert len(_jobs(notified, "news")) == 1
    Person(notified, "Cid").post(f"/api/tables/{table}/join", {"seat": "red"})
    assert len(_jobs(notified, "news")) == 2, "somebody else is news"
