"""Accounts and sessions: slow hashes, new tokens at each log-in, revocable, and no guessing."""

from __future__ import annotations

from typing import Any

import argon2
import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from sandtable.server import passwords, people
from tests.server.conftest import HOST, Clock, Open, Person, Socket, browser, context_of, new_table

ANN = {"name": "Ann", "password": "correct horse"}


def log_in(client: TestClient, **body: Any) -> Any:
    return client.post("/api/session", json={**ANN, **body}, headers={"origin": HOST})


def test_a_local_server_knows_its_one_person_without_a_password(local: TestClient) -> None:
    me = local.get("/api/me").json()
    assert (me["mode"], me["account"]["name"], me["registration"]) == ("local", "local", False)
    assert me["languages"] == ["en", "it"]
    assert local.post("/api/accounts", json=ANN).status_code == 409


def test_signing_up_logs_in_with_a_careful_cookie(club: TestClient) -> None:
    someone = browser(club, origin=HOST)
    assert someone.get("/api/me").json()["account"] is None
    answer = someone.post("/api/accounts", json={**ANN, "email": "a@example.org", "language": "it"})
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "correct horse" not in answer.text
    assert someone.get("/api/me").json()["account"]["language"] == "it"
    with context_of(club).store.reading() as transaction:
        row = transaction.people.named("ann")
        assert row is not None
        assert row.password.startswith("$argon2id$")
        assert someone.cookies["sandtable"] not in repr(
            transaction.connection.execute(text("SELECT * FROM session")).all()
        )


def test_names_cannot_be_taken_twice_or_look_alike(club: TestClient, ann: Person) -> None:
    for name in ("ann", "ANN", "Ａnn", "local", " Cid", "C\u0000d"):
        status = browser(club, origin=HOST).post("/api/accounts", json={**ANN, "name": name}).status_code
        assert status in (400, 409), name
    short = browser(club, origin=HOST).post("/api/accounts", json={"name": "Cid", "password": "short"})
    assert short.status_code == 400


def test_a_name_whose_letters_become_many_is_refused_on_every_database(club: TestClient) -> None:
    body = {"name": "\ufdfa" * 40, "password": "correct horse"}
    answer = browser(club, origin=HOST).post("/api/accounts", json=body)
    assert (answer.status_code, answer.json()["text"]) == (409, "choose another name")


def test_closed_registration(serve: Open) -> None:
    client = serve(mode="club", registration=False)
    answer = client.post("/api/accounts", json=ANN, headers={"origin": HOST})
    assert (answer.status_code, answer.json()["code"]) == (403, "registration_closed")


def test_a_wrong_name_and_a_wrong_password_are_answered_alike(club: TestClient, ann: Person) -> None:
    answers = [log_in(browser(club), password="wrong"), log_in(browser(club), name="Nobody")]
    assert [one.status_code for one in answers] == [401, 401]
    assert answers[0].json() == answers[1].json()
    with context_of(club).store.writing() as transaction:
        transaction.people.add("Empty")
    assert log_in(browser(club), name="Empty", password="").status_code == 401


def test_an_unknown_name_costs_as_much_as_a_known_one(
    club: TestClient, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has an account cannot be told from how long an answer takes: a password is hashed in either case."""
    hashed: list[str] = []
    plain = passwords._hasher.verify

    class Watched:
        def __getattr__(self, name: str) -> Any:
            return getattr(argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1), name)

        def verify(self, stored: str, password: str) -> bool:
            hashed.append(password)
            return bool(plain(stored, password))

    monkeypatch.setattr(passwords, "_hasher", Watched())
    for name in ("Ann", "Nobody"):
        log_in(browser(club), name=name, password=f"for {name}")
    assert hashed == ["for Ann", "for Nobody"]


def from_address(client: TestClient, address: str) -> TestClient:
    elsewhere = TestClient(client.app, base_url=HOST, headers={"origin": HOST}, client=(address, 1))
    elsewhere.portal = client.portal
    return elsewhere


def test_guessing_passwords_is_slowed_down_by_place(serve: Open) -> None:
    client = serve(mode="club", logins_per_minute=5)
    Person(client, "Ann")
    statuses = [log_in(browser(client), password=f"guess {n}").status_code for n in range(8)]
    assert statuses.count(401) <= 5
    assert statuses[-1] == 429
    late = log_in(browser(client))
    assert late.status_code == 429, "even the right password has to wait, so that guesses learn nothing"
    assert int(late.headers["retry-after"]) >= 1
    assert log_in(from_address(client, "10.0.0.9")).status_code == 200, "but nobody is locked out elsewhere"
    assert 'why="login_pace"' in client.get("/metrics").text


def test_a_household_of_the_newer_addresses_is_one_place(serve: Open) -> None:
    client = serve(mode="club", logins_per_minute=5)
    statuses = [log_in(from_address(client, f"2001:db8:0:1::{n}")).status_code for n in range(8)]
    assert statuses[-1] == 429
    assert log_in(from_address(client, "2001:db8:0:2::1")).status_code == 401


def test_where_many_guess_at_a_name_each_guess_takes_a_while_and_the_owner_gets_in(
    serve: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = serve(mode="club")
    Person(client, "Ann")
    slept: list[float] = []
    monkeypatch.setattr(people.time, "sleep", slept.append)
    statuses = {log_in(from_address(client, f"10.0.1.{n}"), password="guess").status_code for n in range(12)}
    assert statuses == {401}
    assert slept == [people.SLOW] * 2
    assert log_in(from_address(client, "10.0.0.9")).status_code == 200
    assert slept == [people.SLOW] * 3
    for _ in range(4):
        context_of(client).slowed.acquire()
    assert log_in(from_address(client, "10.0.0.9")).status_code == 429, "but slow guesses do not hold all threads"


def test_a_planted_session_is_not_taken_over_at_log_in(club: TestClient, ann: Person) -> None:
    planted = browser(club, origin=HOST)
    Person(club, "Mal")
    planted.cookies.set("sandtable", "planted-by-someone-else")
    answer = log_in(planted)
    assert answer.status_code == 200
    token = answer.cookies["sandtable"]
    assert token != "planted-by-someone-else"
    assert len(token) >= 43
    assert browser(club, authorization="Bearer planted-by-someone-else").get("/api/me").json()["account"] is None


def test_logging_in_again_ends_the_session_one_came_with(club: TestClient, ann: Person) -> None:
    old = ann.http.cookies["sandtable"]
    assert log_in(ann.http).status_code == 200
    assert browser(club, authorization=f"Bearer {old}").get("/api/me").json()["account"] is None


def test_logging_out_ends_the_session_on_the_server(club: TestClient, ann: Person) -> None:
    token = ann.http.cookies["sandtable"]
    assert ann.http.delete("/api/session").status_code == 200
    assert browser(club, authorization=f"Bearer {token}").get("/api/me").json()["account"] is None
    assert ann.get("/api/me")["account"] is None


@pytest.mark.parametrize(("scope", "plays", "owns"), [("read", 403, 403), ("play", 200, 403), ("all", 200, 200)])
def test_a_token_is_good_for_its_scope(club: TestClient, ann: Person, scope: str, plays: int, owns: int) -> None:
    token = ann.post("/api/sessions", {"label": "s", "scope": scope})["token"]
    mine = new_table(ann, {"blue": {"who": "me"}, "red": {"who": "me"}}, start=True)
    program = browser(club, authorization=f"Bearer {token}")
    assert program.get(f"/api/tables/{mine}/view", params={"seat": "blue"}).status_code == 200
    assert program.post(f"/api/tables/{mine}/offers", json={"seat": "blue"}).status_code == 200
    act = {"id": "a", "seat": "blue", "seq": 0, "action": {"do": "done"}}
    assert program.post(f"/api/tables/{mine}/actions", json=act).status_code == plays
    assert program.patch("/api/me", json={"language": "it"}).status_code == owns
    assert program.post("/api/sessions", json={"label": "more", "scope": "all"}).status_code == owns
    (found,) = [one for one in ann.get("/api/sessions") if one["label"] == "s"]
    assert (found["kind"], found["scope"]) == ("token", scope)


def test_a_token_that_reads_neither_acts_nor_talks_through_a_socket(club: TestClient, ann: Person) -> None:
    token = ann.post("/api/sessions", {"label": "s", "scope": "read"})["token"]
    mine = new_table(ann, {"blue": {"who": "me"}, "red": {"who": "me"}}, start=True)
    with Socket(browser(club), mine, token=token) as line:
        line.until("welcome")
        line.send_act("a", "blue", 0, do="done")
        assert line.until("error", id="a")["code"] == "forbidden"
        line.send(**{"is": "chat", "id": "b", "text": "hello"})
        assert line.until("error", id="b")["code"] == "forbidden"
    assert ann.get(f"/api/tables/{mine}")["seq"] == 0


def test_a_new_address_of_mail_needs_the_password(ann: Person) -> None:
    answer = ann.http.patch("/api/me", json={"email": "mal@example.org"})
    assert (answer.status_code, answer.json()["code"]) == (401, "wrong_password")
    assert ann.get("/api/me")["account"]["email"] == ""
    wanted = {"email": "ann@example.org", "old_password": "correct horse"}
    assert ann.http.patch("/api/me", json=wanted).json()["account"]["email"] == "ann@example.org"
    assert ann.http.patch("/api/me", json={"email": "ann@example.org", "notify": True}).status_code == 200


def test_tokens_for_programs_can_be_made_listed_and_revoked(club: TestClient, ann: Person, bob: Person) -> None:
    token = ann.post("/api/sessions", {"label": "my script"})["token"]
    program = browser(club, authorization=f"Bearer {token}")
    assert program.get("/api/me").json()["account"]["name"] == "Ann"
    body = {"game": "skirmish", "scenario": "narrow"}
    assert program.post("/api/tables", json=body).status_code == 200, "a token needs no origin"
    (found,) = [one for one in ann.get("/api/sessions") if one["kind"] == "token"]
    assert found["label"] == "my script"
    assert token not in str(ann.get("/api/sessions"))
    assert bob.http.delete(f"/api/sessions/{found['id']}").status_code == 404
    assert ann.http.delete(f"/api/sessions/{found['id']}").status_code == 200
    assert program.get("/api/me").json()["account"] is None


def test_a_new_password_needs_the_old_one_and_ends_other_sessions(club: TestClient, ann: Person) -> None:
    other = browser(club, origin=HOST)
    log_in(other)
    change = {"new_password": "battery staple"}
    assert ann.http.patch("/api/me", json=change).status_code == 401
    assert ann.http.patch("/api/me", json={**change, "old_password": "correct horse"}).status_code == 200
    assert other.get("/api/me").json()["account"] is None
    assert ann.get("/api/me")["account"]["name"] == "Ann"
    assert log_in(browser(club), password="battery staple").status_code == 200


def test_preferences_change_only_what_is_named(ann: Person) -> None:
    ann.http.patch("/api/me", json={"old_password": "correct horse", "email": "a@example.org", "notify": True})
    account = ann.http.patch("/api/me", json={"language": "it"}).json()["account"]
    assert (account["email"], account["notify"], account["language"]) == ("a@example.org", True, "it")
    assert ann.http.patch("/api/me", json={"language": "xx"}).status_code == 400
    for hook in (
        "http://example.org/x", "https://user:pass@example.org/", "ftp://example.org", "nonsense", "https://",
        "https://[", "https://a:99999/", "https://a:0/", "https://a b/", "https://a/\u00fc", "https://a..b/",
        "https://" + "x" * 64 + ".example/",
    ):  # fmt: skip
        assert ann.http.patch("/api/me", json={"webhook": hook}).status_code == 400, hook
    assert ann.http.patch("/api/me", json={"webhook": "https://example.org:8443/x?y=1"}).status_code == 200


@pytest.mark.parametrize(
    "email",
    ["nonsense", "a@b, c@d", "a@b;c@d", "a@b\n", "a@b\r\nBcc: c@d", "<a@b>", "a b@c", "a@b@c", "@b", "a@", "a\\@b"],
)
def test_an_address_for_mail_is_one_address(club: TestClient, ann: Person, email: str) -> None:
    answer = ann.http.patch("/api/me", json={"old_password": "correct horse", "email": email})
    assert answer.status_code == 400
    assert "regex" not in answer.json()["text"], "a pattern says nothing to people"
    body = {"name": "Cid", "password": "correct horse", "email": email}
    assert browser(club, origin=HOST).post("/api/accounts", json=body).status_code == 400
    assert ann.http.patch("/api/me", json={"old_password": "correct horse", "email": ""}).status_code == 200, (
        "none is none"
    )


@pytest.mark.parametrize("name", ["An\u202en", "An\u200bn", "Ann\n", "\ufeffAnn", "An\x85n", "A\x00n"])
def test_names_hold_nothing_that_is_not_seen(club: TestClient, name: str) -> None:
    body = {"name": name, "password": "correct horse"}
    assert browser(club, origin=HOST).post("/api/accounts", json=body).status_code == 400


def test_passwords_are_hashed_slowly_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    import argon2

    defaults = argon2.PasswordHasher()
    monkeypatch.undo()
    assert passwords._hasher.memory_cost >= defaults.memory_cost
    assert passwords._hasher.type is argon2.Type.ID


def test_a_name_that_somebody_has_is_told_as_such(serve: Open) -> None:
    club = serve(mode="club")
    given = {"name": "Ann", "password": "correct horse battery"}
    assert browser(club, origin=HOST).post("/api/accounts", json=given).status_code == 200
    italian = {"accept-language": "it"}
    again = browser(club, origin=HOST, **italian).post("/api/accounts", json={**given, "name": "ANN"})
    assert (again.status_code, again.json()["text"]) == (409, "qualcuno ha già questo nome; scegline un altro")


def test_of_many_browsers_the_one_that_was_used_least_is_logged_out(
    club: TestClient, ann: Person, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.store.people.BROWSERS", 2)
    program = ann.post("/api/sessions", {"label": "bot"})["token"]
    for _ in range(4):
        clock.time += 1000
        newest = browser(club, origin=HOST)
        assert newest.post("/api/session", json=ANN).status_code == 200
    kinds = [one["kind"] for one in newest.get("/api/sessions").json()]
    assert sorted(kinds) == ["browser", "browser", "token"]
    ann.get("/api/tables", 401)
    assert browser(club, authorization=f"Bearer {program}").get("/api/tables").status_code == 200
