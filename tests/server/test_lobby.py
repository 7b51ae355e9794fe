"""Tables as furniture: made, listed, joined by right, by invitation or over a bot's shoulder, begun, played again."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import text
from starlette.testclient import TestClient

from sandtable import registry
from sandtable.kernel import records
from sandtable.kernel.campaigns import sealed
from sandtable.kernel.dice import commitment
from sandtable.server import seating, umpire
from sandtable.store.transfer import read_game
from tests.server.conftest import HOST, Clock, Local, Open, Person, act, browser, context_of, new_table
from tests.small.test_march import BETTER, mission, won


def kinds(info: dict[str, Any]) -> list[str]:
    return [seat["kind"] for seat in info["seats"]]


def test_a_table_is_found_by_who_may_know_of_it(club: TestClient, ann: Person, bob: Person) -> None:
    public = new_table(ann, {"blue": {"who": "me"}})
    private = new_table(ann, {"blue": {"who": "me"}}, settings={"listed": False})
    assert {one["id"] for one in ann.get("/api/tables", which="mine")} == {public, private}
    assert [one["id"] for one in bob.get("/api/tables", which="open")] == [public]
    assert bob.get("/api/tables", which="mine") == []
    bob.post(f"/api/tables/{private}/join", {"seat": "red"}, 403)
    assert kinds(bob.post(f"/api/tables/{public}/join", {"seat": "red"})) == ["person", "person"]
    assert [one["id"] for one in bob.get("/api/tables")] == [public]
    ann.post(f"/api/tables/{public}/start")
    assert [one["id"] for one in Person(club, "Eve").get("/api/tables", which="watch")] == [public]


def test_a_seat_is_taken_once(club: TestClient, ann: Person, bob: Person) -> None:
    table = new_table(ann, {"blue": {"who": "me"}})
    bob.post(f"/api/tables/{table}/join", {"seat": "red"})
    assert Person(club, "Eve").post(f"/api/tables/{table}/join", {"seat": "red"}, 409)["code"] == "conflict"
    bob.post(f"/api/tables/{table}/join", {"seat": "red"})
    bob.post(f"/api/tables/{table}/join", {"seat": "green"}, 404)
    assert kinds(bob.post(f"/api/tables/{table}/leave", {"seat": "red"})) == ["person", "open"]


def test_a_game_begins_once_by_its_owner_and_with_all_seats_taken(ann: Person, bob: Person) -> None:
    table = new_table(ann, {"blue": {"who": "me"}})
    assert "red" in ann.post(f"/api/tables/{table}/start", status=409)["text"]
    bob.post(f"/api/tables/{table}/join", {"seat": "red"})
    bob.post(f"/api/tables/{table}/start", status=403)
    assert ann.get(f"/api/tables/{table}/view", 409, seat="blue")["text"] == "this table has not begun"
    info = ann.post(f"/api/tables/{table}/start")
    assert (info["status"], info["seq"]) == ("playing", 0)
    assert len(info["commitment"]) == 64
    ann.post(f"/api/tables/{table}/start", status=409)


def test_an_invitation_works_once_for_its_seat(club: TestClient, ann: Person, bob: Person) -> None:
    table = new_table(ann, {"blue": {"who": "me"}}, settings={"listed": False, "spectators": False})
    link = ann.post(f"/api/tables/{table}/invitations", {"seat": "red"})
    assert link["path"] == f"/join/{link['token']}"
    shown = browser(club).get(f"/api/invitations/{link['token']}").json()
    assert (shown["table"]["id"], shown["seat"]) == (table, "red")
    eve = Person(club, "Eve")
    eve.post(f"/api/tables/{table}/invitations", status=403)
    number, _, signature = link["token"].partition(".")
    forged = f"{number}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"
    assert eve.http.get(f"/api/invitations/{forged}").status_code == 404
    eve.post(f"/api/tables/{table}/join", {"seat": "red", "invitation": forged}, 404)
    other = new_table(ann, {"blue": {"who": "me"}}, settings={"listed": False})
    eve.post(f"/api/tables/{other}/join", {"seat": "red", "invitation": link["token"]}, 403)
    bob.post(f"/api/tables/{table}/join", {"seat": "red", "invitation": link["token"]})
    eve.post(f"/api/tables/{table}/join", {"seat": "red", "invitation": link["token"]}, 409)
    assert eve.http.get(f"/api/invitations/{link['token']}").status_code == 404


def test_an_invitation_can_be_taken_back_and_expires(club: TestClient, ann: Person, bob: Person, clock: Clock) -> None:
    table = new_table(ann, {"blue": {"who": "me"}}, settings={"listed": False})
    first, second = (ann.post(f"/api/tables/{table}/invitations", {"days": 1}) for _ in range(2))
    assert bob.http.delete(f"/api/tables/{table}/invitations/{first['id']}").status_code == 403
    assert ann.http.delete(f"/api/tables/{table}/invitations/{first['id']}").status_code == 200
    bob.post(f"/api/tables/{table}/join", {"seat": "red", "invitation": first["token"]}, 404)
    clock.time += 86_400_000
    bob.post(f"/api/tables/{table}/join", {"seat": "red", "invitation": second["token"]}, 404)


def test_settings_are_the_owners_and_the_clock_is_fixed_at_the_start(ann: Person, bob: Person, table: str) -> None:
    settings = ann.get(f"/api/tables/{table}")["settings"]
    change = {"settings": {**settings, "title": "Thursday"}}
    assert bob.http.patch(f"/api/tables/{table}", json=change).status_code == 403
    assert ann.http.patch(f"/api/tables/{table}", json=change).json()["settings"]["title"] == "Thursday"
    faster = {"settings": {**settings, "clock": {"kind": "live", "minutes": 1}}}
    assert ann.http.patch(f"/api/tables/{table}", json=faster).status_code == 409


def test_a_person_leaves_a_running_game_to_a_bot_and_takes_it_back(ann: Person, bob: Person, table: str) -> None:
    info = bob.post(f"/api/tables/{table}/leave", {"seat": "red"})
    assert (info["seats"][1]["kind"], info["seats"][1]["bot"]) == ("bot", "random")
    bob.post(f"/api/tables/{table}/join", {"seat": "red"}, 403)
    link = ann.post(f"/api/tables/{table}/invitations", {"seat": "red"})
    bob.post(f"/api/tables/{table}/join", {"seat": "red", "invitation": link["token"]})
    keys = [line["key"] for line in ann.get(f"/api/tables/{table}/chat")["lines"]]
    assert keys[-2:] == ["chat.left", "chat.taken_over"]
    ann.post(f"/api/tables/{table}/seats/red", {"who": "bot"}, 409)
    ann.post(f"/api/tables/{table}/seats/blue", {"who": "open"}, 409)
    assert ann.post(f"/api/tables/{table}/seats/blue", {"who": "bot"})["seats"][0]["kind"] == "bot"


def test_nobody_takes_over_a_second_hand_while_others_play(club: TestClient, ann: Person, bob: Person) -> None:
    table = ann.post(
        "/api/tables", {"game": "market", "scenario": ann.get("/api/games/market")["scenarios"][0]["name"]}
    )
    name, seats = table["id"], [seat["seat"] for seat in table["seats"]]
    ann.post(f"/api/tables/{name}/join", {"seat": seats[0]})
    bob.post(f"/api/tables/{name}/join", {"seat": seats[1]})
    for seat in seats[2:]:
        ann.post(f"/api/tables/{name}/seats/{seat}", {"who": "bot"})
    ann.post(f"/api/tables/{name}/start")
    assert "another seat" in ann.post(f"/api/tables/{name}/join", {"seat": seats[2]}, 403)["text"]
    bob.post(f"/api/tables/{name}/leave", {"seat": seats[1]})
    ann.post(f"/api/tables/{name}/join", {"seat": seats[2]})


def test_where_nothing_is_hidden_one_may_take_over_a_bot_at_any_time(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.small.market import Market

    monkeypatch.setattr(Market, "hides", property(lambda self: False))
    detail = ann.get("/api/games/market")["scenarios"][0]
    chairs = {seat: {"who": "bot"} for seat in detail["seats"][2:]} | {detail["seats"][0]: {"who": "me"}}
    table = ann.post("/api/tables", {"game": "market", "scenario": detail["name"], "seats": chairs})["id"]
    bob.post(f"/api/tables/{table}/join", {"seat": detail["seats"][1]})
    ann.post(f"/api/tables/{table}/start")
    info = ann.post(f"/api/tables/{table}/join", {"seat": detail["seats"][2]})
    assert [seat["mine"] for seat in info["seats"]][:3] == [True, False, True]


def test_playing_again_keeps_the_seats_for_the_same_people(
    club: TestClient, ann: Person, bob: Person, table: str
) -> None:
    ann.post(f"/api/tables/{table}/rematch", status=409)
    bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
    new = ann.post(f"/api/tables/{table}/rematch", {"rotate": True})
    assert [(seat["kind"], seat["name"]) for seat in new["seats"]] == [("reserved", "Bob"), ("person", "Ann")]
    assert bob.post(f"/api/tables/{table}/rematch")["id"] == new["id"], "there is one rematch"
    assert bob.get(f"/api/tables/{table}")["rematch"] == new["id"]
    Person(club, "Eve").post(f"/api/tables/{new['id']}/join", {"seat": "blue"}, 409)
    ann.post(f"/api/tables/{new['id']}/start", status=409)
    bob.post(f"/api/tables/{new['id']}/join", {"seat": "blue"})
    assert ann.post(f"/api/tables/{new['id']}/start")["status"] == "playing"


def test_a_running_game_of_several_people_cannot_be_deleted(ann: Person, bob: Person, table: str) -> None:
    assert bob.http.delete(f"/api/tables/{table}").status_code == 403
    assert ann.http.delete(f"/api/tables/{table}").status_code == 409
    bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
    assert ann.http.delete(f"/api/tables/{table}").status_code == 200
    assert ann.http.get(f"/api/tables/{table}").status_code == 404
    assert ann.http.get(f"/api/tables/{table}/view").status_code == 404


def test_the_board_of_a_table_has_the_names_of_its_things(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.small.skirmish import Skirmish

    monkeypatch.setattr(Skirmish, "board", lambda self, scenario: {"hexes": len(scenario.grid.hexes)}, raising=False)
    me = Local(serve())
    table = new_table(me, start=True)
    board = me.get(f"/api/tables/{table}/board")
    assert board["board"] == {"hexes": 30}
    assert board["names"]["piece"]["11"] == "blue 1"
    assert board["options"] == {"turns": 6}
    assert me.get("/api/games/skirmish/board", scenario="meeting")["board"] == {"hexes": 48}
    me.get("/api/games/skirmish/board", 404, scenario="../x")


def test_giving_up_in_a_game_of_three_hands_the_seat_to_a_bot(club: TestClient, ann: Person, bob: Person) -> None:
    detail = ann.get("/api/games/market")
    seats = detail["scenarios"][0]["seats"]
    if len(seats) < 3:
        pytest.fail("the small market has at least three seats")
    table = ann.post("/api/tables", {"game": "market", "scenario": detail["scenarios"][0]["name"]})["id"]
    cid = Person(club, "Cid")
    for person, seat in zip((ann, bob, cid), seats, strict=False):
        person.post(f"/api/tables/{table}/join", {"seat": seat})
    for seat in seats[3:]:
        ann.post(f"/api/tables/{table}/seats/{seat}", {"who": "bot"})
    ann.post(f"/api/tables/{table}/start")
    info = bob.post(f"/api/tables/{table}/resign", {"seat": seats[1]})
    assert info["status"] == "playing"
    assert (info["seats"][1]["kind"], info["seats"][1]["resigned"]) == ("bot", True)
    assert context_of(club).store.now() == info["now"]


def test_one_person_cannot_fill_a_club_with_tables(
    ann: Person, bob: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "MOST", 2)
    new_table(ann)
    body = {"game": "skirmish", "scenario": "narrow"}
    assert "delete some" in ann.post("/api/tables", body, 409)["text"]
    new_table(bob)
    bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
    new_table(ann)
    whole = ann.http.get(f"/api/tables/{table}/export").content
    assert ann.http.post("/api/imports", content=whole).status_code == 409


def test_nobody_looks_into_one_hand_after_the_other(club: TestClient, ann: Person, bob: Person) -> None:
    """The owner leaves a seat, peeps into a bot's, and comes back: that would show what the bot's seat hides."""
    detail = ann.get("/api/games/market")
    scenario, seats = detail["scenarios"][0]["name"], detail["scenarios"][0]["seats"]
    chairs = {seat: {"who": "bot"} for seat in seats[2:]} | {seats[0]: {"who": "me"}}
    table = ann.post("/api/tables", {"game": "market", "scenario": scenario, "seats": chairs})["id"]
    bob.post(f"/api/tables/{table}/join", {"seat": seats[1]})
    ann.post(f"/api/tables/{table}/start")
    ann.post(f"/api/tables/{table}/leave", {"seat": seats[0]})
    ann.post(f"/api/tables/{table}/join", {"seat": seats[2]}, 403)
    ann.get(f"/api/tables/{table}/view", 403, seat=seats[2])
    ann.post(f"/api/tables/{table}/join", {"seat": seats[0]})
    bob.post(f"/api/tables/{table}/leave", {"seat": seats[1]})
    ann.post(f"/api/tables/{table}/leave", {"seat": seats[0]})
    ann.post(f"/api/tables/{table}/join", {"seat": seats[2]})


@pytest.mark.parametrize("end", ["resign", "time"])
def test_when_the_last_person_gives_up_the_bots_do_not_play_on(
    club: TestClient, ann: Person, clock: Clock, end: str
) -> None:
    detail = ann.get("/api/games/market")
    scenario, seats = detail["scenarios"][0]["name"], detail["scenarios"][0]["seats"]
    chairs = {seat: {"who": "bot"} for seat in seats[1:]} | {seats[0]: {"who": "me"}}
    settings = {"clock": {"kind": "live", "minutes": 1}}
    wanted = {"game": "market", "scenario": scenario, "seats": chairs, "settings": settings, "start": True}
    table = ann.post("/api/tables", wanted)["id"]
    if end == "resign":
        ann.post(f"/api/tables/{table}/resign", {"seat": seats[0]})
    else:
        with context_of(club).tables.at(table) as found:
            if seats[0] not in found.asked:
                pytest.fail("the first seat is asked first")
        clock.time += 61_000
        umpire.time_out(context_of(club), table, 0)
    info = ann.get(f"/api/tables/{table}")
    assert info["status"] == "over"
    assert info["outcome"]["winners"] == seats[1:]


def test_the_owner_of_a_local_server_deletes_at_any_time(serve: Open) -> None:
    me = Local(serve())
    table = new_table(me, start=True)
    act(me, table, "blue", do="done")
    assert me.http.delete(f"/api/tables/{table}", headers={"origin": HOST}).status_code == 200
    assert me.get("/api/tables") == []


# -- campaigns ---------------------------------------------------------------------------------------------------------


def file_of(*found: records.AnyRecord) -> bytes:
    return b"".join(records.write(record) for record in found)


@pytest.fixture
def first(ann: Person, monkeypatch: pytest.MonkeyPatch) -> str:
    """A first mission that is over, at a table of Ann's."""
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.march,tests.small.skirmish")
    found: str = ann.http.post("/api/imports", content=file_of(*won().records)).json()["id"]
    return found


def test_the_next_game_of_a_campaign_begins_with_what_was_carried_on(ann: Person, bob: Person, first: str) -> None:
    assert ann.get(f"/api/tables/{first}")["outcome"]["leads_to"] == ["bridge"]
    second = ann.post(f"/api/tables/{first}/next", {"scenario": "bridge"})
    assert (second["follows"], second["scenario"], second["status"]) == (first, "bridge", "open")
    assert ann.post(f"/api/tables/{first}/next", {"scenario": "bridge"})["id"] == second["id"], "there is one"
    bob.post(f"/api/tables/{first}/next", {"scenario": "bridge"}, 403)
    ann.post(f"/api/tables/{second['id']}/join", {"seat": "leader"})
    ann.post(f"/api/tables/{second['id']}/start")
    position = ann.get(f"/api/tables/{second['id']}/view", seat="leader")
    carried = ann.get(f"/api/tables/{first}")["outcome"]["carried"]
    for veteran in carried["men"]:
        assert position["state"]["men"][str(veteran["man"])]["experience"] == veteran["experience"]
    assert "chat.next" in [line["key"] for line in ann.get(f"/api/tables/{first}/chat")["lines"]]


def test_what_cannot_be_gone_on_with(ann: Person, first: str, table: str) -> None:
    assert "'ford' does not follow it" in ann.post(f"/api/tables/{first}/next", {"scenario": "ford"}, 409)["text"]
    assert "not over" in ann.post(f"/api/tables/{table}/next", {"scenario": "meeting"}, 409)["text"]
    second = ann.post(f"/api/tables/{first}/next", {"scenario": "bridge"})["id"]
    ann.post(f"/api/tables/{second}/join", {"seat": "leader"})
    ann.http.delete(f"/api/tables/{first}")
    assert "cannot be followed" in ann.post(f"/api/tables/{second}/start", status=409)["text"]


def test_a_game_whose_past_was_edited_is_not_taken_in(ann: Person, first: str) -> None:
    content = file_of(*mission("bridge", sealed("m", "h", BETTER)).records)
    assert ann.http.post("/api/imports", content=content).status_code == 200
    answer = ann.http.post("/api/imports", content=content.replace(b'"glory":50', b'"glory":51'))
    assert answer.status_code == 422
    assert "what was carried on from the game before was changed" in answer.text


# -- dice that nobody chose --------------------------------------------------------------------------------------------


def test_the_seed_is_promised_before_anybody_sits_down_and_each_seat_mixes_into_it(ann: Person, bob: Person) -> None:
    table = ann.post(
        "/api/tables",
        {"game": "skirmish", "scenario": "narrow", "seats": {"blue": {"who": "me"}}, "entropy": "aa" * 16},
    )
    promised = table["commitment"]
    assert promised
    assert table["entropy"] == {"blue": ""}, "that it will, not what"
    bob.post(f"/api/tables/{table['id']}/join", {"seat": "red", "entropy": "bb"})
    begun = ann.post(f"/api/tables/{table['id']}/start")
    assert begun["commitment"] == promised
    assert begun["entropy"] == {"blue": "aa" * 16, "red": "bb"}
    assert begun["seed"] is None
    act(ann, table["id"], "blue", do="done")
    over = bob.post(f"/api/tables/{table['id']}/resign", {"seat": "red"})
    over = ann.get(f"/api/tables/{table['id']}")
    assert commitment(bytes.fromhex(over["seed"])) == promised
    content = ann.http.get(f"/api/tables/{table['id']}/export").content
    match, _ = read_game(content, strict=True)
    assert list(match.verify()) == []


def test_whoever_leaves_before_the_game_takes_his_entropy_along(ann: Person, bob: Person) -> None:
    table = new_table(ann)
    bob.post(f"/api/tables/{table}/join", {"seat": "red", "entropy": "bb"})
    assert ann.get(f"/api/tables/{table}")["entropy"] == {"red": ""}
    bob.post(f"/api/tables/{table}/leave", {"seat": "red"})
    assert ann.get(f"/api/tables/{table}")["entropy"] == {}


@pytest.mark.parametrize("entropy", ["xyz", "a", "aa" * 33, "AA"])
def test_entropy_is_a_little_hex(ann: Person, entropy: str) -> None:
    ann.post("/api/tables", {"game": "skirmish", "scenario": "narrow", "entropy": entropy}, 400)


def test_what_one_person_keeps_is_bounded_though_all_of_it_is_over(
    ann: Person, bob: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "MOST_KEPT", 1)
    bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
    assert "delete some" in ann.post("/api/tables", {"game": "skirmish", "scenario": "narrow"}, 409)["text"]
    assert ann.post(f"/api/tables/{table}/rematch", {}, 409)["code"] == "conflict"
    whole = ann.http.get(f"/api/tables/{table}/export").content
    assert ann.http.post("/api/imports", content=whole).status_code == 409
    assert ann.http.delete(f"/api/tables/{table}").status_code == 200
    new_table(ann)


def test_links_to_a_table_are_bounded_and_those_that_are_void_forgotten(
    ann: Person, table: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seating, "MOST_INVITATIONS", 2)
    path = f"/api/tables/{table}/invitations"
    first = ann.post(path)["id"]
    ann.post(path, {"days": 1})
    assert "take some back" in ann.post(path, {}, 409)["text"]
    assert ann.http.delete(f"{path}/{first}").status_code == 200
    ann.post(path)
    ann.post(path, {}, 409)
    clock.time += 2 * 86_400_000
    ann.post(path)
    with context_of(ann.http).store.reading() as transaction:
        assert transaction.connection.execute(text("SELECT COUNT(*) FROM invitation")).scalar() == 2


@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "\u0085", "\n"])
def test_a_title_holds_nothing_that_is_not_seen(ann: Person, sign: str) -> None:
    wanted = {"game": "skirmish", "scenario": "narrow", "settings": {"title": f"our{sign}table"}}
    assert ann.post("/api/tables", wanted, 400)["code"] == "malformed"
    table = new_table(ann)
    answer = ann.http.patch(f"/api/tables/{table}", json={"settings": wanted["settings"]})
    assert answer.status_code == 400
    cup = {"name": f"cup{sign}cup", "game": "skirmish", "scenario": "narrow"}
    assert ann.post("/api/tournaments", cup, 400)["code"] == "malformed"
