"""Forgotten passwords: a link by mail that works once, for an hour, and tells nobody who has an account."""

from __future__ import annotations

import email
import email.policy
from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from sandtable.server import resets
from sandtable.server.config import Mail
from tests.server.conftest import HOST, Clock, Open, Person, Post, browser, context_of
from tests.server.test_people import log_in

NEW = "battery staple"


@pytest.fixture
def letters(serve: Open, post: Post) -> TestClient:
    """A club that sends mails."""
    mail = Mail(host="127.0.0.1", port=post.mail_port, security="none", sender="table@club.example")
    return serve(mode="club", mail=mail, url=HOST)


@pytest.fixture
def ann(letters: TestClient) -> Person:
    person = Person(letters, "Ann")
    person.http.patch("/api/me", json={"old_password": "correct horse", "email": "Ann@Example.org", "language": "it"})
    return person


def forgot(client: TestClient, address: str = "ann@example.ORG") -> Any:
    return browser(client, origin=HOST).post("/api/password/forgot", json={"email": address})


def reset(client: TestClient, token: str, password: str = NEW) -> Any:
    return browser(client, origin=HOST).post("/api/password/reset", json={"token": token, "password": password})


def mailed(client: TestClient, post: Post) -> str:
    """Do the job that was written down, as the loop of jobs would; gives the token of the newest link."""
    resets.send_links(context_of(client), "ann@example.org")
    letter = email.message_from_string(post.mails[-1], policy=email.policy.default)
    assert letter["To"] == "Ann@Example.org"
    assert letter["From"] == "table@club.example"
    assert letter["Subject"] == "Sandtable: una nuova password"
    body = letter.get_content()
    assert f"{HOST}/reset#" in body
    return str(body.split("/reset#")[1].split()[0])


def test_a_link_sets_a_new_password_and_ends_all_sessions(letters: TestClient, ann: Person, post: Post) -> None:
    token = ann.post("/api/sessions", {"label": "script"})["token"]
    answer = reset(letters, mailed(letters, post))
    assert (answer.status_code, answer.json()) == (200, {})
    assert ann.get("/api/me")["account"] is None
    assert browser(letters, authorization=f"Bearer {token}").get("/api/me").json()["account"] is None
    assert log_in(browser(letters)).status_code == 401
    assert log_in(browser(letters), password=NEW).status_code == 200


def test_the_loop_of_jobs_sends_the_link(letters: TestClient, ann: Person, post: Post) -> None:
    assert forgot(letters).status_code == 200
    context = context_of(letters)
    for _ in range(100):
        with context.store.reading() as transaction:
            if not transaction.jobs.all():
                break
        letters.get("/healthz")
    assert len(post.mails) == 1


def test_a_link_works_once_for_an_hour_and_only_the_newest(
    letters: TestClient,
    ann: Person,
    post: Post,
    clock: Clock,
) -> None:
    first, second = mailed(letters, post), mailed(letters, post)
    assert reset(letters, first).status_code == 404, "a newer link makes the older one void"
    assert reset(letters, second).status_code == 200
    assert reset(letters, second).status_code == 404
    late = mailed(letters, post)
    clock.time += 3_600_000
    assert reset(letters, late).status_code == 404
    assert reset(letters, "").status_code == 404
    assert log_in(browser(letters), password=NEW).status_code == 200
    with context_of(letters).store.reading() as transaction:
        kept = repr(transaction.connection.execute(text("SELECT * FROM reset")).all())
    assert kept == "[]", "logging in tidies up what has expired"


def test_the_store_keeps_no_link_that_could_be_used(letters: TestClient, ann: Person, post: Post) -> None:
    token = mailed(letters, post)
    with context_of(letters).store.reading() as transaction:
        for name in ("reset", "job", "account"):
            assert token not in repr(transaction.connection.execute(text(f"SELECT * FROM {name}")).all())


def test_two_who_use_a_link_at_once_do_not_both_succeed(
    letters: TestClient,
    ann: Person,
    post: Post,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    token = mailed(letters, post)
    slow = resets.passwords.hashed

    def meanwhile(password: str) -> str:
        monkeypatch.setattr(resets.passwords, "hashed", slow)
        assert reset(letters, token, "somebody else").status_code == 200
        return slow(password)

    monkeypatch.setattr(resets.passwords, "hashed", meanwhile)
    assert reset(letters, token).status_code == 404
    assert log_in(browser(letters), password="somebody else").status_code == 200


def test_a_bad_new_password_does_not_use_up_the_link(letters: TestClient, ann: Person, post: Post) -> None:
    token = mailed(letters, post)
    assert reset(letters, token, "short").status_code == 400
    assert reset(letters, token).status_code == 200


def test_known_and_unknown_addresses_are_answered_alike(letters: TestClient, ann: Person, post: Post) -> None:
    context = context_of(letters)
    context.hub._chores.clear()  # the loop of jobs sleeps, so that what was written down can be compared
    answers = [forgot(letters), forgot(letters, "nobody@example.org")]
    assert [one.status_code for one in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    same = [{name: value for name, value in one.headers.items() if name != "date"} for one in answers]
    assert same[0] == same[1]
    with context.store.reading() as transaction:
        assert [job.kind for job in transaction.jobs.all()] == ["reset", "reset"], "the same is written down for both"
    assert resets.send_links(context, "nobody@example.org") == 0
    assert resets.send_links(context, "") == 0
    assert post.mails == []


def test_asking_is_slowed_down_by_address_of_mail_and_of_machine(letters: TestClient, serve: Open, post: Post) -> None:
    statuses = [forgot(letters, "Somebody@example.org").status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429], "an address that nobody has is slowed down, too"
    mail = Mail(host="127.0.0.1", port=post.mail_port, security="none")
    guarded = serve(mode="club", mail=mail, url=HOST, logins_per_minute=4)
    assert [forgot(guarded, f"a{n}@example.org").status_code for n in range(6)].count(429) == 2
    assert reset(guarded, "guess").status_code == 429


def test_without_mail_or_without_accounts_there_are_no_links(serve: Open) -> None:
    for settings in ({}, {"mode": "club"}, {"mode": "club", "mail": Mail(host="127.0.0.1")}):
        client = serve(**settings)
        assert client.get("/api/me").json()["mail"] is False
        assert forgot(client).status_code == 409
    assert serve(mode="club", mail=Mail(host="127.0.0.1"), url=HOST).get("/api/me").json()["mail"] is True


def test_a_page_of_another_site_cannot_ask(letters: TestClient) -> None:
    spy = browser(letters, origin="http://evil.example")
    for path, body in (("forgot", {"email": "a@b.c"}), ("reset", {"token": "x", "password": NEW})):
        assert spy.post(f"/api/password/{path}", json=body).status_code == 403


def test_a_disabled_account_gets_no_link_and_knows_no_password(letters: TestClient, ann: Person, post: Post) -> None:
    token = mailed(letters, post)
    with context_of(letters).store.writing() as transaction:
        row = transaction.people.named("Ann")
        assert row is not None
        transaction.people.disable(row.id)
    assert ann.get("/api/me")["account"] is None
    assert reset(letters, token).status_code == 404
    assert resets.send_links(context_of(letters), "ann@example.org") == 0
    refused, unknown = log_in(browser(letters)), log_in(browser(letters), name="Nobody")
    assert (refused.status_code, refused.json()) == (401, unknown.json())
    with context_of(letters).store.writing() as transaction:
        session = transaction.people.log_in(row.id)
    assert browser(letters, authorization=f"Bearer {session}").get("/api/me").json()["account"] is None


def test_everybody_who_shares_an_address_gets_a_link(letters: TestClient, ann: Person, post: Post) -> None:
    other = Person(letters, "Zoe")
    other.http.patch("/api/me", json={"old_password": "correct horse", "email": "ann@example.org"})
    assert resets.send_links(context_of(letters), "ann@example.org") == 2
    assert ["Ann," in post.mails[0], "Zoe," in post.mails[1]] == [True, True]
