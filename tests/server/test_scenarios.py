"""Scenarios of one's own: kept with the account, looked through before, seen by others through a link alone."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server import scenarios
from tests.server.conftest import Local, Open, Person, new_table


def text_of(person: Person) -> str:
    table = new_table(person, start=True)
    found: str = person.get(f"/api/tables/{table}/case", seat="blue", seq=0)["text"]
    return found


@pytest.fixture
def text() -> str:
    return "case: mine\ngame: skirmish\nscenario: narrow\n"


def named(person: Person, **query: Any) -> list[str]:
    return [one["name"] for one in person.get("/api/scenarios", **query)["scenarios"]]


def test_one_is_kept_listed_opened_replaced_and_deleted(serve: Open) -> None:
    me = Local(serve())
    text = text_of(me)
    kept = me.post("/api/scenarios", {"name": " North ", "text": text})
    assert (kept["name"], kept["game"], kept["scenario"], kept["letters"]) == ("North", "skirmish", "narrow", len(text))
    assert me.get(f"/api/scenarios/{kept['id']}") == {
        "name": "North",
        "game": "skirmish",
        "scenario": "narrow",
        "text": text,
    }
    opened = me.post("/api/cases", {"text": me.get(f"/api/scenarios/{kept['id']}")["text"]})
    assert opened["status"] == "playing"
    again = me.post("/api/scenarios", {"name": "North", "text": text + "\n"})
    assert again["id"] == kept["id"]
    assert named(me) == ["North"]
    assert named(me, game="skirmish") == ["North"]
    assert named(me, game="eastfront") == []
    me.http.delete(f"/api/scenarios/{kept['id']}").raise_for_status()
    assert named(me) == []
    assert me.http.delete(f"/api/scenarios/{kept['id']}").status_code == 404


def test_one_is_still_there_when_the_server_starts_again(serve: Open, text: str) -> None:
    Local(serve()).post("/api/scenarios", {"name": "North", "text": text})
    assert named(Local(serve())) == ["North"]


@pytest.mark.parametrize(
    ("name", "text", "status", "said"),
    [
        ("North", "case: x\ngame: skirmish\nscenario: nowhere\n", 409, "line 3"),
        ("North", "case: x\n  : [", 409, "line"),
        ("North", "", 409, "line 1"),
        ("North", "case: x\ngame: skirmish\nscenario: narrow\0\n", 400, "text"),
        ("   ", "case: x\ngame: skirmish\nscenario: narrow\n", 400, "name"),
        ("a\nb", "case: x\ngame: skirmish\nscenario: narrow\n", 400, "name"),
        ("N" * 81, "case: x\ngame: skirmish\nscenario: narrow\n", 400, "name"),
        ("North", "#" * 200_001, 400, "text"),
    ],
)
def test_what_cannot_be_played_is_not_kept_and_the_reason_is_said(
    serve: Open, name: str, text: str, status: int, said: str
) -> None:
    me = Local(serve())
    assert said in me.post("/api/scenarios", {"name": name, "text": text}, status)["text"]
    assert named(me) == []


def test_an_account_keeps_so_many_and_so_much(serve: Open, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    me = Local(serve())
    monkeypatch.setattr(scenarios, "MOST", 2)
    for name in ("one", "two"):
        me.post("/api/scenarios", {"name": name, "text": text})
    assert "2 scenarios" in me.post("/api/scenarios", {"name": "three", "text": text}, 409)["text"]
    me.post("/api/scenarios", {"name": "two", "text": text})  # in the place of what it was
    monkeypatch.setattr(scenarios, "MOST_LETTERS", 2 * len(text))
    no = me.http.post("/api/scenarios", json={"name": "two", "text": text + "#"}, headers={"accept-language": "it"})
    assert (no.status_code, no.json()["text"][:8]) == (409, "insieme ")
    assert sorted(named(me)) == ["one", "two"]


def test_others_see_one_by_its_link_alone(club: TestClient, ann: Person, bob: Person, text: str) -> None:
    number = ann.post("/api/scenarios", {"name": "North", "text": text})["id"]
    assert named(bob) == []
    bob.get(f"/api/scenarios/{number}", 404)
    bob.post(f"/api/scenarios/{number}/link", status=404)
    assert bob.http.delete(f"/api/scenarios/{number}").status_code == 404
    assert bob.http.delete(f"/api/scenarios/{number}/link").status_code == 404
    link = ann.post(f"/api/scenarios/{number}/link")["link"]
    word = link.removeprefix("/edit?shared=")
    assert bob.get(f"/api/shared/{word}")["text"] == text
    ann.post("/api/scenarios", {"name": "North", "text": text + "\n"})
    assert bob.get(f"/api/shared/{word}")["text"] == text + "\n", "the link shows what is kept now"
    assert ann.http.delete(f"/api/scenarios/{number}/link").json()["link"] == ""
    bob.get(f"/api/shared/{word}", 404)
    assert bob.get("/api/scenarios/99999999999999999999", 404)
    club.cookies.clear()
    assert club.get("/api/scenarios").status_code == 401
    assert club.get(f"/api/shared/{word}").status_code == 401


def test_a_token_that_reads_keeps_nothing(ann: Person, club: TestClient, text: str) -> None:
    token = ann.post("/api/sessions", {"label": "x", "scope": "read"})["token"]
    club.cookies.clear()
    headers = {"authorization": f"Bearer {token}"}
    assert club.get("/api/scenarios", headers=headers).status_code == 200
    assert club.post("/api/scenarios", json={"name": "North", "text": text}, headers=headers).status_code == 403
