"""What late spectators get to see: nothing, by any door, of what happened since."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.conftest import Clock, Person, act, new_table

DELAY = 60
CLOCK = {"kind": "live", "minutes": 30, "increment": 5}


@pytest.fixture
def late(ann: Person, bob: Person, clock: Clock) -> str:
    """A game with clocks whose spectators are a minute behind; Ann and Bob have played one step each before that."""
    name = new_table(ann, {"blue": {"who": "me"}}, settings={"delay": DELAY, "clock": CLOCK})
    bob.post(f"/api/tables/{name}/join", {"seat": "red"})
    ann.post(f"/api/tables/{name}/start")
    clock.time += 1_000
    act(ann, name, "blue", do="move", unit=11, path=[201])
    clock.time += DELAY * 1_000 + 1_000
    return name


@pytest.fixture
def eve(club: TestClient) -> Person:
    """Somebody who only watches."""
    return Person(club, "Eve")


def happen(ann: Person, bob: Person, table: str, clock: Clock) -> None:
    """Everything that may happen at a table: steps, going back, a proposal, words."""
    for unit in (12, 13):
        clock.time += 3_000
        act(ann, table, "blue", do="move", unit=unit, path=[190 + unit])
    seq = ann.get(f"/api/tables/{table}")["seq"]
    for _ in range(2):
        ann.post(f"/api/tables/{table}/undo", {"id": f"u{seq}", "seat": "blue", "seq": seq})
        seq += 1
    act(ann, table, "blue", do="done")
    bob.post(f"/api/tables/{table}/proposals", {"seat": "red", "kind": "rewind", "to": 1})
    ann.post(f"/api/tables/{table}/chat", {"text": "now I go for the bridge"})


def known(person: Person, table: str) -> dict[str, Any]:
    """All that somebody without a seat can find out over REST, but for the time of day and who is there."""
    path = f"/api/tables/{table}"
    doors = ("", "/view", "/log", "/timeline", "/statistics", "/chat")
    found = {door: person.get(path + door) for door in doors}
    found["history"] = person.get(f"{path}/history", seq=1)
    found["watch"] = person.get("/api/tables", which="watch")
    for info in (found[""], *found["watch"]):
        del info["now"], info["revision"]
    return found


def test_nothing_that_happens_is_seen_before_its_time(
    ann: Person, bob: Person, eve: Person, late: str, clock: Clock
) -> None:
    before = known(eve, late)
    info = before[""]
    assert (info["seq"], info["status"], info["outcome"], info["proposal"]) == (1, "playing", None, None)
    assert info["changed"] == clock.time - DELAY * 1_000 - 1_000
    assert [(seat["asked"], seat["clock"]) for seat in info["seats"]] == [(False, None), (False, None)]
    happen(ann, bob, late, clock)
    assert known(eve, late) == before
    mine = ann.get(f"/api/tables/{late}")
    assert (mine["seq"], mine["changed"]) == (6, clock.time)
    assert [seat["asked"] for seat in mine["seats"]] == [False, True]
    assert all(seat["clock"] for seat in mine["seats"])
    assert mine["proposal"]["by"] == "red"
    eve.get(f"/api/tables/{late}/history", 404, seq=2)
    clock.time += DELAY * 1_000
    after = known(eve, late)
    assert after[""]["seq"] == 6
    assert [line["text"] for line in after["/chat"]["lines"] if line["text"]] == ["now I go for the bridge"]
    assert [step["seq"] for step in after["/timeline"]["steps"]] == [1, 6]


def test_steps_that_were_taken_back_since_are_still_seen(ann: Person, eve: Person, late: str, clock: Clock) -> None:
    ann.post(f"/api/tables/{late}/undo", {"id": "u", "seat": "blue", "seq": 1})
    assert [step["seq"] for step in ann.get(f"/api/tables/{late}/timeline", seat="blue")["steps"]] == []
    assert [step["seq"] for step in eve.get(f"/api/tables/{late}/timeline")["steps"]] == [1]
    assert [line["seq"] for line in eve.get(f"/api/tables/{late}/log")["lines"]] == [1]
    assert eve.get(f"/api/tables/{late}/statistics")["seqs"] == [0, 1]
    assert ann.get(f"/api/tables/{late}/statistics", seat="blue")["seqs"] == [0]


def test_a_socket_tells_nothing_before_its_time(
    ann: Person, bob: Person, eve: Person, late: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandtable.server.sockets.LATE", 0.01)
    with eve.socket(late) as watching:
        table = watching.until("welcome")["table"]
        assert (table["seq"], table["seats"][0]["clock"]) == (1, None)
        assert watching.until("view")["seq"] == 1
        for unit in (12, 13):
            clock.time += 3_000
            act(ann, late, "blue", do="move", unit=unit, path=[190 + unit])
        ann.post(f"/api/tables/{late}/chat", {"text": "now I go for the bridge"})
        for number in range(5):
            watching.send(**{"is": "ping", "id": f"p{number}"})
            watching.until("pong", id=f"p{number}")
        kinds = [text.split('"')[3] for text in watching.heard]
        assert kinds == ["welcome", "view", *["pong"] * 5], "not even that there is something to wait for"
        bob.post(f"/api/tables/{late}/proposals", {"seat": "red", "kind": "draw"})
        told = watching.until("table")["table"]
        assert (told["seq"], told["proposal"], told["seats"][0]["asked"]) == (1, None, False)
        watching.send(**{"is": "hello", "seq": 1})
        welcome = watching.until("welcome")
        assert welcome["table"]["seq"] == 1
        assert "bridge" not in "".join(watching.heard)
        clock.time += DELAY * 1_000
        assert watching.until("step")["seq"] == 3
        assert watching.until("said")["line"]["text"] == "now I go for the bridge"


def test_who_plays_and_who_watches_a_game_that_is_over_is_not_late(
    ann: Person, bob: Person, eve: Person, late: str, clock: Clock
) -> None:
    act(ann, late, "blue", do="move", unit=12, path=[202])
    assert bob.get(f"/api/tables/{late}/view")["seq"] == 2, "a player may also look without a seat"
    bob.post(f"/api/tables/{late}/resign", {"seat": "red"})
    info = eve.get(f"/api/tables/{late}")
    assert (info["status"], info["outcome"]["key"], info["seq"]) == ("over", "outcome.resigned", 3)
    assert eve.get(f"/api/tables/{late}/view")["seq"] == 3
