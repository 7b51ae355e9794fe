"""The socket of a table: hello, changes for each seat, answers, reconnecting, and what it does not take."""

from __future__ import annotations

import asyncio
from typing import Any, ClassVar

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect, WebSocketState
from structlog.testing import capture_logs

from sandtable.kernel import codec
from sandtable.kernel.changes import Change, fold, typed
from sandtable.server import problems
from sandtable.server.limits import Limits
from sandtable.server.places import Places
from sandtable.server.sockets import ASKING, Connection
from tests.server.conftest import HOST, Clock, Local, Open, Person, Socket, act, browser, context_of, new_table
from tests.small.skirmish import GAME, Position


def folded(state: dict[str, Any], changes: list[Any]) -> Any:
    """A client's position after changes, as plain data."""
    scenario = GAME.open("narrow")
    before = codec.decode_state(codec.encode(state), Position, scenario)
    found = [typed(Position, change) for change in codec.convert(changes, list[Change])]  # type: ignore[arg-type, valid-type]
    return codec.decode(codec.encode(fold(before, found)), dict)


def test_hello_gives_the_table_and_a_view_of_each_seat(serve: Open) -> None:
    me = Local(serve())
    table = new_table(me, start=True)
    with me.socket(table) as socket:
        welcome = socket.next()
        assert welcome["is"] == "welcome"
        assert welcome["seats"] == ["blue", "red"]
        views = [socket.next(), socket.next()]
    assert [(view["is"], view["seat"]) for view in views] == [("view", "blue"), ("view", "red")]
    assert {offer["do"] for offer in views[0]["offers"]} == {"move", "done"}
    assert views[1]["offers"] == []


def test_both_sides_fold_what_they_are_told_into_what_they_may_know(ann: Person, bob: Person, table: str) -> None:
    with ann.socket(table) as blue, bob.socket(table) as red:
        mine, theirs = blue.until("view"), red.until("view")
        blue.send_act("c1", "blue", 0, do="move", unit=11, path=[201])
        assert blue.until("ack") == {"is": "ack", "id": "c1", "seq": 1}
        step = red.until("step")
        assert (step["since"], step["seq"], step["by"], step["back"]) == (0, 1, ["blue"], False)
        assert step["changes"] == [["edit", "pieces", 11, {"hex": 201, "moved": True}]]
        assert [line["entry"]["key"] for line in step["lines"]] == ["log.moved"]
        assert folded(theirs["state"], step["changes"]) == bob.get(f"/api/tables/{table}/view", seat="red")["state"]
    own = ann.get(f"/api/tables/{table}/view", seat="blue")["state"]
    assert folded(mine["state"], step["changes"]) == own, "for the mover the same pieces moved"


def test_a_refusal_goes_to_the_sender_alone(ann: Person, bob: Person, table: str) -> None:
    with ann.socket(table) as blue, bob.socket(table) as red:
        blue.until("view")
        red.until("view")
        blue.send_act("c1", "blue", 0, do="move", unit=21, path=[1])
        assert blue.until("refused")["refusal"]["key"] == "refuse.not_yours"
        blue.send(**{"is": "why", "id": "w", "seat": "blue", "action": {"do": "move", "unit": 11, "path": [405]}})
        assert blue.until("because")["refusal"]["key"] == "refuse.not_next"
        blue.send(**{"is": "offers", "id": "o", "seat": "blue", "partial": {"do": "move", "unit": 11}})
        assert blue.until("offered")["offers"][0]["arg"] == "path"
        red.send(**{"is": "ping", "id": "p"})
        red.until("pong", id="p")
        assert not any('"refused"' in text or "refuse.not_yours" in text for text in red.heard)


def test_a_foreign_seat_can_neither_be_shown_nor_played(ann: Person, bob: Person, table: str) -> None:
    with bob.socket(table) as red:
        red.until("view")
        for kind in ("act", "undo", "redo"):
            more = {"action": {"do": "done"}} if kind == "act" else {}
            red.send(**{"is": kind, "id": kind, "seat": "blue", "seq": 0, **more})
            assert red.until("error", id=kind)["code"] == "not_your_seat"
        red.send(**{"is": "offers", "id": "o", "seat": "blue"})
        assert red.until("error", id="o")["code"] == "not_your_seat"
    with bob.socket(table, seats=["blue"]) as spy:
        assert spy.closes() == 4403
    assert ann.get(f"/api/tables/{table}")["seq"] == 0


def test_what_went_wrong_is_told_in_the_language_of_the_browser(bob: Person, table: str) -> None:
    told = []
    for accepted in ("it-IT,it;q=0.9,en;q=0.8", "en", "ko"):
        bob.http.headers["accept-language"] = accepted
        with bob.socket(table) as red:
            red.until("view")
            red.send(**{"is": "offers", "id": "o", "seat": "blue"})
            told.append(red.until("error", id="o")["text"])
    italian, english, other = told
    assert english == other == problems.not_your_seat("blue").told("en")
    assert italian == problems.not_your_seat("blue").told("it") != english


def test_a_stale_answer_gets_a_fresh_view(ann: Person, table: str) -> None:
    with ann.socket(table) as blue:
        blue.until("view")
        act(ann, table, "blue", do="move", unit=11, path=[201])
        blue.send_act("late", "blue", 0, do="done")
        assert blue.until("stale")["seq"] == 1
        fresh = blue.until("view")
        assert fresh["seq"] == 1
        assert fresh["state"]["pieces"]["11"]["hex"] == 201
    assert ann.get(f"/api/tables/{table}")["seq"] == 1


def test_a_client_that_lost_the_connection_goes_on_where_it_was(ann: Person, bob: Person, table: str) -> None:
    with bob.socket(table) as red:
        known = red.until("view")
    act(ann, table, "blue", do="move", unit=11, path=[201])
    act(ann, table, "blue", do="done")
    context_of(ann.http).tables.forget(table)
    with bob.socket(table, seq=0) as red:
        step = red.until("step")
        assert (step["since"], step["seq"]) == (0, 2)
        assert folded(known["state"], step["changes"]) == bob.get(f"/api/tables/{table}/view", seat="red")["state"]
        assert {offer["do"] for offer in step["offers"]} == {"move", "done"}
    with bob.socket(table, seq=2) as red:
        red.next()
        assert red.next() == {"is": "same", "seat": "red", "seq": 2}
    with bob.socket(table, seq=77) as red:
        assert red.until("view")["seq"] == 2


def test_an_answer_sent_twice_over_two_connections_is_done_once(ann: Person, table: str) -> None:
    message = {"is": "act", "id": "c7", "seat": "blue", "seq": 0, "action": {"do": "move", "unit": 11, "path": [201]}}
    for _ in range(2):
        with ann.socket(table) as blue:
            blue.until("view")
            blue.send(**message)
            assert blue.until("ack")["seq"] == 1
    assert ann.get(f"/api/tables/{table}")["seq"] == 1


def test_taking_back_is_told_as_going_back(ann: Person, bob: Person, table: str) -> None:
    with ann.socket(table) as blue, bob.socket(table) as red:
        blue.until("view")
        red.until("view")
        act(ann, table, "blue", do="move", unit=11, path=[201])
        assert blue.until("step")["undo"] is None
        red.until("step")
        blue.send(**{"is": "undo", "id": "u", "seat": "blue", "seq": 1})
        blue.until("ack", id="u")
        step = red.until("step")
        assert step["back"]
        assert step["lines"] == []
        assert ["edit", "pieces", 11, {"hex": 101, "moved": False}] in step["changes"]
        assert blue.until("step")["redo"]


def present(socket: Socket, wanted: list[bool]) -> None:
    """Wait until the table says that exactly these seats are there."""
    while [seat["present"] for seat in socket.until("table")["table"]["seats"]] != wanted:
        pass


def test_chat_presence_and_seats_are_told(ann: Person, bob: Person, table: str) -> None:
    with ann.socket(table) as blue:
        present(blue, [True, False])
        with bob.socket(table) as red:
            present(blue, [True, True])
            red.send(**{"is": "chat", "id": "t", "text": "hello"})
            said = blue.until("said")["line"]
            assert (said["name"], said["text"], said["seats"]) == ("Bob", "hello", ["red"])
        present(blue, [True, False])


def test_spectators_see_what_nobody_hides_and_may_be_late(
    club: TestClient, ann: Person, bob: Person, clock: Clock
) -> None:
    name = new_table(ann, {"blue": {"who": "me"}}, settings={"delay": 60})
    bob.post(f"/api/tables/{name}/join", {"seat": "red"})
    ann.post(f"/api/tables/{name}/start")
    eve = Person(club, "Eve")
    clock.time += 1000
    act(ann, name, "blue", do="move", unit=11, path=[201])
    with eve.socket(name) as watching:
        view = watching.until("view")
        assert (view["seat"], view["seq"]) == ("", 0)
        assert all(piece.get("face") is None for piece in view["state"]["pieces"].values())
        assert eve.get(f"/api/tables/{name}/view")["seq"] == 0
        assert eve.get(f"/api/tables/{name}/log")["lines"] == []
        eve.get(f"/api/tables/{name}/history", 404, seq=1)
        clock.time += 60_000
        step = watching.until("step")
        assert (step["seq"], step["offers"]) == (1, [])
    eve.get(f"/api/tables/{name}/view", 403, seat="blue")
    settings = {**ann.get(f"/api/tables/{name}")["settings"], "spectators": False}
    assert ann.http.patch(f"/api/tables/{name}", json={"settings": settings}).status_code == 200
    eve.get(f"/api/tables/{name}/view", 403)
    eve.get(f"/api/tables/{name}", 404)
    with eve.socket(name) as watching:
        assert watching.closes() == 4403


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{", 4400),
        ('{"is":"fly"}', 4400),
        ('{"is":"ping","more":1}', 4400),
        ('{"is":"offers","id":"x","seat":"blue","partial":' + '{"a":' * 20_000 + "1" + "}" * 20_000 + "}", 1009),
        ('{"is":"offers","id":"x","seat":"blue","partial":' + '{"a":' * 9_000 + "1" + "}" * 9_000 + "}", 4400),
        ('{"is":"chat","id":"x","text":"' + "x" * 70_000 + '"}', 1009),
        ('{"is":"chat","id":"x","text":"' + "x" * 3_000 + '"}', 4400),
    ],
)
def test_what_cannot_be_understood_ends_the_connection(ann: Person, table: str, text: str, code: int) -> None:
    with ann.socket(table) as blue:
        blue.until("table")
        blue.send_text(text)
        assert blue.closes() == code
    assert ann.get(f"/api/tables/{table}")["seq"] == 0


def test_too_many_messages_end_the_connection(serve: Open) -> None:
    client = serve(mode="club", actions_per_second=5)
    ann = Person(client, "Ann")
    table = new_table(ann, {"blue": {"who": "me"}, "red": {"who": "bot"}})
    with ann.socket(table) as blue:
        for _ in range(30):
            blue.send(**{"is": "ping"})
        assert blue.closes() == 4429


def test_somebody_unknown_and_other_sites_are_turned_away(club: TestClient, ann: Person, table: str) -> None:
    stranger = browser(club)
    for who, headers, code in (
        (stranger, {}, 4401),
        (ann.http, {"origin": "http://evil.example"}, 4403),
        (ann.http, {"origin": "null"}, 4403),
    ):
        with Socket(who, table, headers=headers) as socket:
            assert socket.closes() == code
    for name in ("nosuchtable", "a%00b", "UPPER", "x" * 300):
        with Socket(ann.http, name) as socket:
            assert socket.closes() == 4404


def test_a_socket_without_a_word_is_closed(ann: Person, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sandtable.server.sockets.HELLO_SECONDS", 0.1)
    with ann.http.websocket_connect(f"ws://localhost/api/tables/{table}/socket", headers={"origin": HOST}) as silent:
        with pytest.raises(WebSocketDisconnect) as closed:
            silent.receive_text()
        assert closed.value.code == 4408


def test_too_many_connections_from_one_place_have_to_wait(ann: Person, table: str) -> None:
    context_of(ann.http).doors = Limits(0.01, 2)
    for code in (None, None, 4429):
        with ann.socket(table) as socket:
            if code is None:
                socket.until("welcome")
            else:
                assert socket.closes() == code
    assert 'refused_access_total{why="socket_pace"} 1.0' in ann.http.get("/metrics").text


@pytest.mark.parametrize("broken", [WebSocketDisconnect(1006), RuntimeError("after sending 'websocket.close'")])
def test_why_a_connection_ended_is_heard_also_while_we_write(serve: Open, broken: Exception) -> None:
    me = Local(serve())
    table = new_table(me, start=True)
    events = [
        {"type": "websocket.receive", "text": '{"is":"hello"}'},
        {"type": "websocket.disconnect", "code": 1009},
    ]

    class Ending:
        """The protocol ends it, because of a message that is too big, before the answer to hello is written."""

        client, cookies, client_state = None, {}, WebSocketState.DISCONNECTED
        headers: ClassVar[dict[str, str]] = {"host": "localhost"}

        async def accept(self) -> None:
            pass

        async def receive(self) -> Any:
            return events.pop(0)

        async def send_text(self, text: str) -> None:
            raise broken

    with capture_logs() as told:
        asyncio.run(Connection(context_of(me.http), Ending(), table).run())  # type: ignore[arg-type]
    assert [(line["event"], line.get("why")) for line in told] == [("turned_away", "too_large")]


def test_a_token_opens_the_socket_for_programs(club: TestClient, ann: Person, table: str) -> None:
    token = ann.post("/api/sessions", {"label": "script"})["token"]
    program = browser(club)
    with Socket(program, table, token=token) as socket:
        assert socket.next()["seats"] == ["blue"]


def test_one_person_has_only_so_many_sockets_at_a_table(
    ann: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.sockets.SOCKETS", 1)
    with ann.socket(table) as first:
        first.until("table")
        with ann.socket(table) as second:
            assert second.closes() == 4429


@pytest.mark.parametrize("end", ["log_out", "disable"])
def test_a_socket_ends_soon_after_its_session(
    ann: Person, bob: Person, table: str, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.setattr("sandtable.server.sockets.KNOWN", 0.0)
    context = context_of(ann.http)
    with ann.socket(table) as blue:
        present(blue, [True, False])
        with context.store.writing() as transaction:
            row = transaction.people.named("Ann")
            assert row is not None
            if end == "disable":
                transaction.people.disable(row.id)
            else:
                transaction.people.log_out_others(row.id, keep="")
        blue.send_act("c1", "blue", 0, do="move", unit=11, path=[201])
        assert blue.until("error", id="c1")["code"] == "unknown_person"
        bob.post(f"/api/tables/{table}/chat", {"text": "for members only"})
        assert blue.closes() == 4401
        assert "for members only" not in "".join(blue.heard)
    assert bob.get(f"/api/tables/{table}")["seq"] == 0
    with context.tables.at(table) as found:
        assert found.seat("blue").seen == 0, "that she has gone was noted"


def test_what_is_done_for_an_account_counts_over_all_its_sockets(ann: Person, table: str) -> None:
    context = context_of(ann.http)
    with ann.socket(table) as first, ann.socket(table) as second:
        first.until("table")
        second.until("table")
        context.work = Limits(0.01, 2 * ASKING)
        for socket in (first, second):
            socket.send(**{"is": "offers", "id": "a", "seat": "blue"})
            socket.until("offered")
        first.send(**{"is": "offers", "id": "b", "seat": "blue"})
        assert first.until("error", id="b")["code"] == "too_fast"
        second.send(**{"is": "hello"})
        assert second.closes() == 4429, "a hello is the dearest of all"


def test_on_ones_own_machine_nobody_waits_for_what_one_asks(serve: Open) -> None:
    me = Local(serve())
    table = new_table(me, start=True)
    context_of(me.http).work = Limits(0.01, 1)
    with me.socket(table) as socket:
        socket.send(**{"is": "offers", "id": "a", "seat": "blue"})
        socket.until("offered")


def test_one_person_has_only_so_many_sockets_in_all(ann: Person, bob: Person, table: str) -> None:
    context_of(ann.http).sockets = Places(10, 1)
    other = new_table(ann, {"blue": {"who": "me"}})
    with ann.socket(table) as first:
        first.until("table")
        with ann.socket(other) as second:
            assert second.closes() == 4429
        with bob.socket(table) as his:
            his.until("welcome")
    with ann.socket(other) as again:
        again.until("welcome")


def test_sockets_that_say_nothing_take_no_more_than_their_places(ann: Person, table: str) -> None:
    context_of(ann.http).greeted = Places(10, 1)
    address = f"ws://localhost/api/tables/{table}/socket"
    with ann.http.websocket_connect(address, headers={"origin": HOST}), ann.socket(table) as other:
        assert other.closes() == 4429
    with ann.socket(table) as other:
        other.until("welcome")
