"""Tournaments from entry to the last round: who may do what, results from the matches, forfeits on the deadline."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server import tournaments
from tests.server.conftest import Clock, Open, Person, context_of

DAY = 86_400_000
PLAN = {"system": "swiss", "days": 20, "clock": {"kind": "correspondence", "days": 10}}


@pytest.fixture
def people(club: TestClient) -> dict[str, Person]:
    return {name: Person(club, name) for name in ("Ann", "Bob", "Cleo", "Dan", "Eva")}


def made(person: Person, status: int = 200, game: str = "skirmish", scenario: str = "narrow", **plan: Any) -> Any:
    body = {"name": "Spring Cup", "game": game, "scenario": scenario, "plan": {**PLAN, **plan}}
    return person.post("/api/tournaments", body, status)


def begun(people: dict[str, Person], *names: str, **plan: Any) -> str:
    """A tournament of Ann's that these people play in."""
    name: str = made(people["Ann"], **plan)["info"]["id"]
    for one in names:
        people[one].post(f"/api/tournaments/{name}/enter")
    people["Ann"].post(f"/api/tournaments/{name}/start")
    return name


def look(people: dict[str, Person], name: str) -> Any:
    return people["Ann"].get(f"/api/tournaments/{name}")


def games(people: dict[str, Person], name: str) -> list[dict[str, Any]]:
    """The pairings of the newest round."""
    found: list[dict[str, Any]] = look(people, name)["rounds"][0]["games"]
    return found


def seated(people: dict[str, Person], game: dict[str, Any]) -> None:
    people[game["first"]].post(f"/api/tables/{game['table']}/join", {"seat": "blue"})
    people[game["second"]].post(f"/api/tables/{game['table']}/join", {"seat": "red"})


def won(club: TestClient, people: dict[str, Person], name: str, game: dict[str, Any], winner: str) -> None:
    """A game is played and the other one resigns; the job that follows is done."""
    seated(people, game)
    loser, seat = (game["second"], "red") if winner == game["first"] else (game["first"], "blue")
    people[loser].post(f"/api/tables/{game['table']}/resign", {"seat": seat})
    tournaments.advance(context_of(club), name)


def due(club: TestClient, clock: Clock, name: str, days: float = 21) -> None:
    clock.time += int(days * DAY)
    tournaments.advance(context_of(club), name)


def test_people_enter_and_leave_until_it_begins(people: dict[str, Person]) -> None:
    ann, bob, cleo = people["Ann"], people["Bob"], people["Cleo"]
    name = made(ann, places=2)["info"]["id"]
    assert "needs" in ann.post(f"/api/tournaments/{name}/start", status=409)["text"]
    assert bob.post(f"/api/tournaments/{name}/enter")["may_leave"]
    bob.post(f"/api/tournaments/{name}/enter")
    ann.post(f"/api/tournaments/{name}/enter")
    assert "taken" in cleo.post(f"/api/tournaments/{name}/enter", status=409)["text"]
    bob.post(f"/api/tournaments/{name}/leave")
    assert [one["name"] for one in look(people, name)["standings"]] == ["Ann"]
    bob.post(f"/api/tournaments/{name}/leave", status=409)
    cleo.post(f"/api/tournaments/{name}/enter")
    cleo.post(f"/api/tournaments/{name}/start", status=403)
    cleo.post(f"/api/tournaments/{name}/remove", {"name": "Ann"}, 403)
    ann.post(f"/api/tournaments/{name}/remove", {"name": "Nobody"}, 404)
    ann.post(f"/api/tournaments/{name}/start")
    bob.post(f"/api/tournaments/{name}/enter", status=409)
    ann.post(f"/api/tournaments/{name}/start", status=409)
    assert bob.get("/api/tournaments")["tournaments"][0]["status"] == "running"


def test_what_cannot_be_played_is_refused_with_a_sentence(serve: Open, people: dict[str, Person]) -> None:
    ann = people["Ann"]
    assert "16" in made(ann, 409, system="round_robin", places=20)["text"]
    assert "clock" in made(ann, 409, rated=True, clock={"kind": "none"})["text"]
    made(ann, 404, scenario="nowhere")
    made(ann, 404, game="chess")
    for bad in ({"rounds": 12}, {"places": 65}, {"places": 1}, {"days": 0}, {"system": "knockout"}, {"odd": 1}):
        made(ann, 400, **bad)
    for _ in range(tournaments.MOST_LIVING):
        made(ann)
    assert "end one" in made(ann, 409)["text"]
    name = made(people["Bob"], rounds=5)["info"]["id"]
    for one in ("Ann", "Bob", "Cleo"):
        people[one].post(f"/api/tournaments/{name}/enter")
    assert "3 rounds" in people["Bob"].post(f"/api/tournaments/{name}/start", status=409)["text"]
    ann.get("/api/tournaments/nothere", 404)


def test_only_those_whom_the_host_names_organise(serve: Open) -> None:
    club = serve(mode="club", organisers="Zoe, bob")
    ann, bob = Person(club, "Ann"), Person(club, "Bob")
    assert not ann.get("/api/tournaments")["may_organise"]
    assert "named" in made(ann, 403)["text"]
    assert bob.get("/api/tournaments")["may_organise"]
    made(bob)


def test_a_server_without_accounts_has_none(local: TestClient) -> None:
    assert local.get("/api/tournaments").status_code == 404
    body = {"name": "Cup", "game": "skirmish", "scenario": "narrow"}
    assert local.post("/api/tournaments", json=body).status_code == 404


def test_a_swiss_tournament_to_its_end(club: TestClient, people: dict[str, Person]) -> None:
    name = begun(people, "Ann", "Bob", "Cleo", "Dan")
    first = games(people, name)
    assert [{one["first"], one["second"]} for one in first] == [{"Ann", "Cleo"}, {"Bob", "Dan"}]
    assert look(people, name)["info"]["rounds"] == 2
    won(club, people, name, first[0], "Ann")
    assert look(people, name)["info"]["round"] == 1
    won(club, people, name, first[1], "Bob")
    second = games(people, name)
    assert [{one["first"], one["second"]} for one in second] == [{"Ann", "Bob"}, {"Cleo", "Dan"}]
    was_first = {one["first"] for one in first}
    assert second[0]["first"] in was_first, "both had the first side"
    won(club, people, name, second[0], "Bob")
    won(club, people, name, second[1], "Dan")
    found = look(people, name)
    assert found["info"]["status"] == "over"
    assert [(one["name"], one["points"]) for one in found["standings"]] == [
        ("Bob", 2),
        ("Ann", 1),
        ("Dan", 1),
        ("Cleo", 0),
    ]
    assert [one["buchholz"] for one in found["standings"]] == [2, 2, 2, 2]
    assert [one["berger"] for one in found["standings"]] == [2, 0, 0, 0]
    assert found["rounds"][1]["games"][0]["how"] == "resigned"


def test_an_odd_one_has_a_bye_and_everybody_only_one(club: TestClient, people: dict[str, Person]) -> None:
    name = begun(people, "Ann", "Bob", "Cleo", rounds=3)
    byes = []
    for _ in range(3):
        round_ = games(people, name)
        byes += [one["first"] for one in round_ if not one["second"]]
        for one in round_:
            if one["second"]:
                won(club, people, name, one, one["first"])
    assert sorted(byes) == ["Ann", "Bob", "Cleo"]
    found = look(people, name)
    assert found["info"]["status"] == "over"
    met = [
        frozenset((one["first"], one["second"])) for part in found["rounds"] for one in part["games"] if one["second"]
    ]
    assert len(set(met)) == 3


def test_a_round_robin_and_who_leaves_forfeits_the_rest(club: TestClient, people: dict[str, Person]) -> None:
    name = begun(people, "Ann", "Bob", "Cleo", "Dan", system="round_robin", places=4)
    assert look(people, name)["info"]["rounds"] == 3
    round_ = games(people, name)
    seated(people, next(one for one in round_ if "Dan" in (one["first"], one["second"])))
    people["Dan"].post(f"/api/tournaments/{name}/leave")
    for one in games(people, name):
        if one["points"] is None:
            won(club, people, name, one, one["first"])
    assert look(people, name)["info"]["round"] == 2
    for _ in range(2):
        for one in games(people, name):
            if one["points"] is None:
                won(club, people, name, one, one["first"])
    found = look(people, name)
    assert found["info"]["status"] == "over"
    last = found["standings"][-1]
    assert (last["name"], last["points"], last["is_out"]) == ("Dan", 0, True)
    hows = [one["how"] for part in found["rounds"] for one in part["games"] if "Dan" in (one["first"], one["second"])]
    assert sorted(hows) == ["forfeit", "forfeit", "resigned"]


def test_who_has_not_sat_down_when_the_round_ends_forfeits(
    club: TestClient, people: dict[str, Person], clock: Clock
) -> None:
    name = begun(people, "Ann", "Bob", "Cleo", "Dan")
    first, second = games(people, name)
    people[first["first"]].post(f"/api/tables/{first['table']}/join", {"seat": "blue"})
    due(club, clock, name, 19)
    context = context_of(club)
    with context.store.reading() as transaction:
        assert transaction.tournaments.find(name).round == 1, "the round is not over yet"
    due(club, clock, name, 2)
    with context.store.reading() as transaction:
        pairings = [one for one in transaction.tournaments.pairings(name) if one.round == 1]
        assert [(one.points, one.against, one.how) for one in pairings] == [(2, 0, "forfeit"), (0, 0, "absent")]
        assert transaction.tournaments.find(name).round == 2
        assert not {one.id for one in transaction.matches.with_status("open")} & {first["table"], second["table"]}


@pytest.mark.parametrize(("days", "how"), [(0.01, "deadline"), (3, "late")])
def test_a_game_that_is_not_over_is_a_draw_unless_somebody_has_kept_it_waiting(
    club: TestClient, people: dict[str, Person], clock: Clock, days: float, how: str
) -> None:
    name = begun(people, "Ann", "Bob", clock={"kind": "none"})
    game = games(people, name)[0]
    clock.time += int((20 - days) * DAY)
    context = context_of(club)
    with context.store.writing() as transaction:
        for seat in transaction.matches.seats(game["table"]):
            transaction.matches.change_seat(game["table"], seat.seat, reserved=False)
    context.tables.forget(game["table"])
    from sandtable.server import seating

    with context.store.reading() as transaction:
        owner = transaction.tournaments.find(name).owner_id
    seating.start(context, game["table"], owner)
    due(club, clock, name, days + 0.001)
    with context.store.reading() as transaction:
        one = transaction.tournaments.pairings(name)[0]
        assert one.how == how
        assert (one.points, one.against) == ((1, 1) if how == "deadline" else (0, 2)), "blue was asked"
        assert transaction.tournaments.find(name).status == "over"
        assert transaction.matches.find(game["table"]).status == "over"


def test_the_seats_of_a_tournament_are_nobodys_to_change(club: TestClient, people: dict[str, Person]) -> None:
    name = begun(people, "Bob", "Cleo", rated=True)
    game = games(people, name)[0]
    table, ann = game["table"], people["Ann"]
    ann.post(f"/api/tables/{table}/seats/blue", {"who": "bot"}, 409)
    assert "tournament" in ann.http.delete(f"/api/tables/{table}").json()["text"]
    people["Dan"].post(f"/api/tables/{table}/join", {"seat": "red"}, 409)
    first = people[game["first"]]
    first.post(f"/api/tables/{table}/join", {"seat": "blue"})
    first.post(f"/api/tables/{table}/leave", {"seat": "blue"}, 409)
    shown = people[game["second"]].post(f"/api/tables/{table}/join", {"seat": "red"})
    assert (shown["status"], shown["tournament"], shown["settings"]["rated"]) == ("playing", name, True)
    first.post(f"/api/tables/{table}/resign", {"seat": "blue"})
    tournaments.advance(context_of(club), name)
    assert look(people, name)["info"]["status"] == "over"
    assert len(ann.get("/api/ladder/skirmish")["rows"]) == 2


def test_it_can_be_called_off(club: TestClient, people: dict[str, Person]) -> None:
    name = begun(people, "Ann", "Bob")
    table = games(people, name)[0]["table"]
    people["Bob"].post(f"/api/tournaments/{name}/cancel", status=403)
    assert people["Ann"].post(f"/api/tournaments/{name}/cancel")["info"]["status"] == "cancelled"
    people["Ann"].get(f"/api/tables/{table}", 404)
    people["Ann"].post(f"/api/tournaments/{name}/cancel", status=409)


def test_the_server_itself_goes_on_when_a_game_ends(club: TestClient, people: dict[str, Person]) -> None:
    import time

    name = begun(people, "Ann", "Bob")
    game = games(people, name)[0]
    seated(people, game)
    people[game["first"]].post(f"/api/tables/{game['table']}/resign", {"seat": "blue"})
    for _ in range(100):
        if look(people, name)["info"]["status"] == "over":
            break
        time.sleep(0.05)
    assert look(people, name)["standings"][0]["name"] == game["second"]
