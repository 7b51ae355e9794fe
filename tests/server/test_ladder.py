"""Rated games: which count, that each counts once and for both, and that nobody slips out of one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server import ladder
from sandtable.server.glicko import Game, Rating, updated
from tests.server.conftest import Clock, Local, Open, Person, act, context_of, new_table

CLOCK = {"kind": "correspondence", "days": 3}
RATED = {"rated": True, "clock": CLOCK}
WON = updated(Rating(), [Game(Rating(), 1)])
LOST = updated(Rating(), [Game(Rating(), 0)])


def rated_table(ann: Person, bob: Person, **settings: Any) -> str:
    name = new_table(ann, {"blue": {"who": "me"}}, settings={**RATED, **settings})
    bob.post(f"/api/tables/{name}/join", {"seat": "red"})
    ann.post(f"/api/tables/{name}/start")
    return name


def rows(person: Person, **query: Any) -> dict[tuple[str, str], dict[str, Any]]:
    return {(one["name"], one["side"]): one for one in person.get("/api/ladder/skirmish", **query)["rows"]}


@pytest.fixture
def rated(ann: Person, bob: Person) -> str:
    return rated_table(ann, bob)


def test_a_game_that_is_resigned_counts_for_both_sides_once(ann: Person, bob: Person, rated: str) -> None:
    assert rows(ann) == {}
    bob.post(f"/api/tables/{rated}/resign", {"seat": "red"})
    found = rows(ann)
    assert found[("Ann", "blue")]["rating"] == round(WON.rating)
    assert found[("Bob", "red")]["rating"] == round(LOST.rating)
    assert found[("Ann", "blue")]["deviation"] == round(WON.deviation)
    assert [(one["won"], one["drawn"], one["lost"]) for one in found.values()] == [(1, 0, 0), (0, 0, 1)]
    assert found[("Ann", "blue")]["is_me"]
    assert not found[("Bob", "red")]["is_sure"]
    game = ann.get("/api/ladder/skirmish")["results"][0]
    assert (game["table"], game["how"]) == (rated, "resigned")
    assert (game["first"]["name"], game["first"]["points"], game["second"]["points"]) == ("Ann", 1, 0)
    assert (game["first"]["before"], game["first"]["after"]) == (1500, round(WON.rating))


def test_a_side_has_a_rating_of_its_own(ann: Person, bob: Person, rated: str) -> None:
    bob.post(f"/api/tables/{rated}/resign", {"seat": "red"})
    other = rated_table(bob, ann)
    ann.post(f"/api/tables/{other}/resign", {"seat": "red"})
    assert set(rows(ann)) == {("Ann", "blue"), ("Bob", "red"), ("Bob", "blue"), ("Ann", "red")}
    assert set(rows(ann, side="red")) == {("Bob", "red"), ("Ann", "red")}
    assert rows(ann)[("Bob", "blue")]["rating"] == round(WON.rating)


def test_who_runs_out_of_time_loses_and_a_draw_by_consent_is_half_a_point(
    ann: Person, bob: Person, rated: str, club: TestClient, clock: Clock
) -> None:
    from sandtable.server import umpire

    clock.time += 4 * 86_400_000
    umpire.time_out(context_of(club), rated, 0)
    assert rows(ann)[("Bob", "red")]["won"] == 1
    assert ann.get("/api/ladder/skirmish")["results"][0]["how"] == "time"
    other = rated_table(ann, bob)
    ann.post(f"/api/tables/{other}/proposals", {"seat": "blue", "kind": "draw"})
    number = bob.get(f"/api/tables/{other}")["proposal"]["id"]
    bob.post(f"/api/tables/{other}/proposals/reply", {"seat": "red", "proposal": number, "agree": True})
    found = rows(ann)
    assert [
        (found[who]["won"], found[who]["drawn"], found[who]["lost"]) for who in (("Ann", "blue"), ("Bob", "red"))
    ] == [
        (0, 1, 1),
        (1, 1, 0),
    ]
    assert found[("Ann", "blue")]["rating"] > round(LOST.rating), "a draw against somebody stronger is worth something"


def test_nobody_slips_out_of_a_rated_game(club: TestClient, ann: Person, bob: Person, rated: str) -> None:
    told = bob.post(f"/api/tables/{rated}/leave", {"seat": "red"}, 409)["text"]
    assert "resign" in told
    bob.post(f"/api/tables/{rated}/seats/red", {"who": "bot"}, 409)
    assert ann.http.delete(f"/api/tables/{rated}").status_code == 409
    settings = {"rated": False, "clock": CLOCK}
    assert ann.http.patch(f"/api/tables/{rated}", json={"settings": settings}).status_code == 409
    bob.post(f"/api/tables/{rated}/resign", {"seat": "red"})
    assert ann.http.delete(f"/api/tables/{rated}").status_code == 200
    assert rows(ann)[("Ann", "blue")]["won"] == 1, "the result outlives its table"


def test_what_cannot_be_rated_is_refused_with_a_sentence(serve: Open, ann: Person, bob: Person, tmp_path: Path) -> None:
    body = {"game": "skirmish", "scenario": "narrow", "settings": {"rated": True}}
    assert "clock" in ann.post("/api/tables", body, 409)["text"]
    alone = {"blue": {"who": "me"}, "red": {"who": "me"}}
    assert (
        "somebody else"
        in ann.post("/api/tables", {**body, "seats": alone, "settings": RATED, "start": True}, 409)["text"]
    )
    bots = {"blue": {"who": "bot"}, "red": {"who": "bot"}}
    assert "somebody" in ann.post("/api/tables", {**body, "seats": bots, "settings": RATED, "start": True}, 409)["text"]
    mixed = {**body, "game": "market", "scenario": "stalls", "settings": RATED}
    ann.post("/api/tables", mixed, 404)
    local = Local(serve(database=f"sqlite:///{tmp_path / 'local.sqlite'}"))
    assert "accounts" in local.post("/api/tables", {**body, "settings": RATED}, 409)["text"]
    local.get("/api/ladder/skirmish", 404)


def test_a_game_that_is_not_rated_counts_nothing(ann: Person, bob: Person, table: str) -> None:
    bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
    assert ann.get("/api/ladder/skirmish")["rows"] == []
    ann.get("/api/ladder/chess", 404)


def test_a_bot_is_on_it_marked_as_one_and_helps_nobody(ann: Person, bob: Person) -> None:
    seats = {"blue": {"who": "me"}, "red": {"who": "bot", "bot": "random"}}
    name = new_table(ann, seats, settings=RATED, start=True)
    assert "rated" in ann.post(f"/api/tables/{name}/hint", {"seat": "blue"}, 403)["text"]
    act(ann, name, "blue", do="move", unit=11, path=[201])
    back = {"seat": "blue", "kind": "rewind", "to": 0}
    assert "agree" in ann.post(f"/api/tables/{name}/proposals", back, 409)["text"]
    bob.post(f"/api/tables/{name}/join", {"seat": "red"}, 409)
    ann.post(f"/api/tables/{name}/resign", {"seat": "blue"})
    found = rows(ann)
    assert found[("random", "red")]["is_bot"]
    assert not found[("Ann", "blue")]["is_bot"]
    assert found[("random", "red")]["won"] == 1


def test_time_without_games_makes_a_rating_less_sure(
    club: TestClient, ann: Person, bob: Person, rated: str, clock: Clock
) -> None:
    bob.post(f"/api/tables/{rated}/resign", {"seat": "red"})
    before = ladder.shown(context_of(club), "skirmish", "", 0).rows[0]
    clock.time += 50 * ladder.PERIOD
    after = ladder.shown(context_of(club), "skirmish", "", 0).rows[0]
    assert after.rating == before.rating
    assert after.deviation > before.deviation


def test_a_game_is_counted_once(ann: Person, bob: Person, rated: str, club: TestClient) -> None:
    bob.post(f"/api/tables/{rated}/resign", {"seat": "red"})
    context = context_of(club)
    with context.tables.at(rated) as table, context.store.writing() as transaction:
        assert table.outcome is not None
        ladder.count(transaction, table, table.outcome)
    assert rows(ann)[("Ann", "blue")]["won"] == 1
