"""Playing over REST: look, ask, act, take back, agree, talk; what is not allowed is refused with its reason."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from sandtable.server import looking, umpire
from sandtable.server.limits import Limits
from sandtable.server.places import Places
from sandtable.store.loading import state_after
from tests.server.conftest import Clock, Local, Open, Person, act, context_of, new_table
from tests.small.skirmish import GAME


@pytest.fixture
def me(serve: Open) -> Local:
    return Local(serve())


@pytest.fixture
def mine(me: Local) -> str:
    """A hotseat game."""
    return new_table(me, start=True)


def test_one_person_plays_all_seats_at_once(me: Local, mine: str) -> None:
    info = me.get(f"/api/tables/{mine}")
    assert info["status"] == "playing"
    assert [(seat["seat"], seat["mine"], seat["asked"]) for seat in info["seats"]] == [
        ("blue", True, True),
        ("red", True, False),
    ]
    assert act(me, mine, "blue", do="move", unit=11, path=[201])["seq"] == 1
    assert act(me, mine, "blue", do="done")["seq"] == 2
    view = me.get(f"/api/tables/{mine}/view", seat="red")
    assert view["seq"] == 2
    assert [prompt["seat"] for prompt in view["prompts"]] == ["red"]
    assert view["state"]["pieces"]["11"]["hex"] == 201
    assert {offer["do"] for offer in view["offers"]} == {"move", "done"}


def test_offers_open_argument_by_argument(me: Local, mine: str) -> None:
    ask = f"/api/tables/{mine}/offers"
    found = me.post(ask, {"seat": "blue", "partial": {"do": "move", "unit": 11}})
    (offer,) = found["offers"]
    assert offer["arg"] == "path"
    assert offer["widget"]["kind"] == "path"
    assert 201 in offer["widget"]["options"]
    no = me.post(ask, {"seat": "blue", "partial": {"do": "move", "unit": 21}})
    assert no["refusal"]["key"] == "refuse.not_yours"
    assert me.post(ask, {"seat": "red", "partial": {"do": "move"}})["refusal"]["key"] == "refuse.not_asked"
    me.post(ask, {"seat": "blue", "partial": {"do": ["move"]}}, 400)


def test_a_whole_answer_says_what_would_make_it_final(me: Local, mine: str) -> None:
    """Tables ask before one click lets dice fall; asking rolls nothing and changes nothing."""
    ask = f"/api/tables/{mine}/offers"

    def barrier(seat: str, **partial: Any) -> str:
        return str(me.post(ask, {"seat": seat, "partial": partial})["barrier"])

    assert barrier("blue", do="move", unit=11) == "", "something is still asked"
    assert barrier("blue", do="move", unit=11, path=[201]) == ""
    assert barrier("blue", do="done") == "asked"
    # Blue walks up to red, who may ambush: one click on the ambusher would roll a die.
    for way in ([201], [301]):
        act(me, mine, "blue", do="move", unit=11, path=way)
        act(me, mine, "blue", do="done")
        act(me, mine, "red", do="done")
    act(me, mine, "blue", do="move", unit=11, path=[401])
    found = me.get(f"/api/tables/{mine}/view", seat="red")
    assert barrier("red", do="ambush", unit=found["offers"][0]["widget"]["options"][0]) == "dice"
    assert me.get(f"/api/tables/{mine}")["seq"] == found["seq"]


def test_what_cannot_go_along_with_the_first_is_not_offered_any_more(me: Local) -> None:
    world = new_table(me, game="axisallies", scenario="rulebook", start=True)
    while me.get(f"/api/tables/{world}/view", seat="germany")["offers"][0]["do"] != "move":
        act(me, world, "germany", do="done")
    units = me.get(f"/api/tables/{world}/view", seat="germany")["state"]["units"]

    def joinable(*picked: int) -> list[int] | None:
        body = {"seat": "germany", "partial": {"do": "move"}, "picked": picked}
        found: list[int] | None = me.post(f"/api/tables/{world}/offers", body)["joinable"]
        return found

    assert joinable() is None
    first = next(int(key) for key, one in units.items() if one["owner"] == "germany" and one["kind"] == "tank")
    beside = joinable(first)
    assert beside
    assert first in beside
    assert {units[str(key)]["at"] for key in beside} == {units[str(first)]["at"]}
    assert joinable(first, 999_999) == beside, "what could not be picked is passed over"


def test_why_not_says_the_rule_and_changes_nothing(me: Local, mine: str) -> None:
    ask = f"/api/tables/{mine}/why"
    no = me.post(ask, {"seat": "blue", "action": {"do": "move", "unit": 11, "path": [405]}})
    assert (no["refusal"]["rule"], no["refusal"]["key"]) == ("SK-2.0", "refuse.not_next")
    assert me.post(ask, {"seat": "blue", "action": {"do": "done"}})["refusal"] is None
    assert me.get(f"/api/tables/{mine}")["seq"] == 0


def test_an_illegal_action_is_refused_with_its_rule(me: Local, mine: str) -> None:
    problem = act(me, mine, "blue", 422, do="move", unit=21, path=[201])
    assert problem["code"] == "refused"
    assert problem["refusal"]["rule"] == "SK-2.0"
    assert act(me, mine, "blue", 400, do="fly")["code"] == "malformed"
    assert act(me, mine, "blue", 400, do="move", unit="x", path=[])["code"] == "malformed"
    assert act(me, mine, "green", 404, do="done")["code"] == "not_found"
    assert me.get(f"/api/tables/{mine}")["seq"] == 0


def test_an_answer_to_an_old_position_is_stale(me: Local, mine: str) -> None:
    act(me, mine, "blue", do="move", unit=11, path=[201])
    body = {"id": "late", "seat": "blue", "seq": 0, "action": {"do": "done"}}
    problem = me.post(f"/api/tables/{mine}/actions", body, 409)
    assert (problem["code"], problem["seq"]) == ("stale", 1)


def test_the_same_request_twice_is_done_once(me: Local, mine: str) -> None:
    body = {"id": "c1", "seat": "blue", "seq": 0, "action": {"do": "move", "unit": 11, "path": [201]}}
    first = me.post(f"/api/tables/{mine}/actions", body)
    assert me.post(f"/api/tables/{mine}/actions", body) == first == {"id": "c1", "seq": 1}
    assert me.get(f"/api/tables/{mine}")["seq"] == 1
    again = {**body, "seq": 1, "action": {"do": "done"}}
    assert me.post(f"/api/tables/{mine}/actions", again)["seq"] == 1, "an id is good for one answer"
    assert me.get(f"/api/tables/{mine}")["seq"] == 1


def test_undo_and_redo(me: Local, mine: str) -> None:
    before = me.get(f"/api/tables/{mine}/view", seat="blue")["state"]
    assert me.get(f"/api/tables/{mine}/view", seat="blue")["undo"]["key"] == "refuse.undo.none"
    act(me, mine, "blue", do="move", unit=11, path=[201])
    after = me.get(f"/api/tables/{mine}/view", seat="blue")
    assert after["undo"] is None
    assert me.post(f"/api/tables/{mine}/undo", {"id": "u", "seat": "blue", "seq": 1})["seq"] == 2
    back = me.get(f"/api/tables/{mine}/view", seat="blue")
    assert back["state"] == before
    assert back["redo"]
    assert me.get(f"/api/tables/{mine}/log", seat="blue")["lines"] == []
    assert me.post(f"/api/tables/{mine}/redo", {"id": "r", "seat": "blue", "seq": 2})["seq"] == 3
    assert me.get(f"/api/tables/{mine}/view", seat="blue")["state"] == after["state"]
    act(me, mine, "blue", do="done")
    problem = me.post(f"/api/tables/{mine}/undo", {"id": "u2", "seat": "blue", "seq": 4}, 422)
    assert problem["refusal"]["key"] == "refuse.undo.asked"


def test_a_table_goes_on_from_the_store_alone(me: Local, mine: str) -> None:
    act(me, mine, "blue", do="move", unit=11, path=[201])
    before = me.get(f"/api/tables/{mine}/view", seat="blue")
    context_of(me.http).tables.forget(mine)
    assert me.get(f"/api/tables/{mine}/view", seat="blue") == before
    context_of(me.http).tables.forget(mine)
    me.post(f"/api/tables/{mine}/undo", {"id": "u", "seat": "blue", "seq": 1})


def test_the_log_and_the_past(me: Local, mine: str) -> None:
    act(me, mine, "blue", do="move", unit=11, path=[201])
    act(me, mine, "blue", do="move", unit=12, path=[202])
    act(me, mine, "blue", do="done")
    page = me.get(f"/api/tables/{mine}/log", seat="blue")
    assert [(line["seq"], line["entry"]["key"]) for line in page["lines"]] == [(1, "log.moved"), (2, "log.moved")]
    newest = me.get(f"/api/tables/{mine}/log", seat="blue", limit=1)
    assert [line["seq"] for line in newest["lines"]] == [2]
    assert newest["more"]
    assert [line["seq"] for line in me.get(f"/api/tables/{mine}/log", seat="blue", before=2)["lines"]] == [1]
    assert [line["seq"] for line in me.get(f"/api/tables/{mine}/log", seat="blue", after=1)["lines"]] == [2]
    past = me.get(f"/api/tables/{mine}/history", seat="blue", seq=1)
    assert past["state"]["pieces"]["12"]["hex"] != 202
    assert past["state"]["pieces"]["11"]["hex"] == 201
    assert past["offers"] == []
    assert me.get(f"/api/tables/{mine}/history", seat="blue", seq=0)["state"]["pieces"]["11"]["hex"] == 101
    assert [step["seq"] for step in me.get(f"/api/tables/{mine}/timeline", seat="blue")["steps"]] == [1, 2, 3]
    me.get(f"/api/tables/{mine}/history", 404, seat="blue", seq=99)


def test_resigning_ends_a_game_of_two_and_shows_the_seed(ann: Person, bob: Person, table: str) -> None:
    assert ann.get(f"/api/tables/{table}")["seed"] is None
    commitment = ann.get(f"/api/tables/{table}")["commitment"]
    ann.post(f"/api/tables/{table}/resign", {"seat": "red"}, 403)
    info = bob.post(f"/api/tables/{table}/resign", {"seat": "red"})
    assert info["status"] == "over"
    assert info["outcome"]["winners"] == ["blue"]
    assert info["outcome"]["key"] == "outcome.resigned"
    from sandtable.kernel.dice import commitment as commit

    assert commit(bytes.fromhex(info["seed"])) == commitment
    view = ann.get(f"/api/tables/{table}/view", seat="blue")
    assert view["prompts"] == view["offers"] == []
    assert view["outcome"]["winners"] == ["blue"]
    assert act(ann, table, "blue", 422, do="done")["refusal"]["key"] == "refuse.over"
    assert ann.post(f"/api/tables/{table}/offers", {"seat": "blue"})["refusal"]["key"] == "refuse.over"
    assert [line["key"] for line in ann.get(f"/api/tables/{table}/chat")["lines"]][-1] == "chat.resigned"


def agree(person: Person, table: str, proposal: dict[str, Any], status: int = 200, *, agree: bool = True) -> Any:
    """Reply for Red to what is proposed."""
    body = {"seat": "red", "proposal": proposal["id"], "agree": agree}
    return person.post(f"/api/tables/{table}/proposals/reply", body, status)


def test_who_agrees_to_one_proposal_does_not_agree_to_another(ann: Person, bob: Person, table: str) -> None:
    act(ann, table, "blue", do="done")
    back = ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "rewind", "to": 0})["proposal"]
    draw = ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "draw"})["proposal"]
    assert back["id"] != draw["id"]
    assert "something else" in agree(bob, table, back, 409)["text"]
    assert "something else" in agree(bob, table, back, 409, agree=False)["text"]
    info = ann.get(f"/api/tables/{table}")
    assert (info["status"], info["proposal"]["kind"]) == ("playing", "draw")


def test_a_draw_needs_both(ann: Person, bob: Person, table: str) -> None:
    proposal = ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "draw"})["proposal"]
    assert (proposal["by"], proposal["waiting"]) == ("blue", ["red"])
    assert agree(bob, table, proposal, agree=False)["proposal"] is None
    proposal = ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "draw"})["proposal"]
    info = agree(bob, table, proposal)
    assert (info["status"], info["outcome"]["key"]) == ("over", "outcome.draw")
    assert info["outcome"]["winners"] == ["blue", "red"]


def test_an_answer_ends_an_open_proposal(ann: Person, bob: Person, table: str) -> None:
    proposal = ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "draw"})["proposal"]
    act(ann, table, "blue", do="done")
    assert "nothing is proposed" in agree(bob, table, proposal, 409)["text"]


def test_going_back_needs_the_consent_of_all(ann: Person, bob: Person, table: str) -> None:
    act(ann, table, "blue", do="move", unit=11, path=[201])
    act(ann, table, "blue", do="done")
    act(bob, table, "red", do="move", unit=21, path=[401])
    wanted = {"seat": "blue", "kind": "rewind", "to": 1}
    proposal = ann.post(f"/api/tables/{table}/proposals", wanted)["proposal"]
    assert ann.get(f"/api/tables/{table}")["seq"] == 3
    info = agree(bob, table, proposal)
    assert info["seq"] == 4
    assert [seat["asked"] for seat in info["seats"]] == [True, False]
    assert [line["seq"] for line in ann.get(f"/api/tables/{table}/log", seat="blue")["lines"]] == [1]
    assert ann.get(f"/api/tables/{table}/view", seat="blue")["state"]["pieces"]["21"]["hex"] == 501
    ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "rewind", "to": 3}, 409)
    ann.post(f"/api/tables/{table}/proposals", {"seat": "blue", "kind": "rewind", "to": 99}, 400)
    act(ann, table, "blue", do="done")
    context_of(ann.http).tables.forget(table)
    assert [step["seq"] for step in ann.get(f"/api/tables/{table}/timeline", seat="blue")["steps"]] == [1, 5]


def test_chat_is_for_the_table_and_notes_for_oneself(club: Any, ann: Person, bob: Person, table: str) -> None:
    line = ann.post(f"/api/tables/{table}/chat", {"text": "ciao"})
    assert (line["name"], line["seats"]) == ("Ann", ["blue"])
    after = bob.get(f"/api/tables/{table}/chat", after=line["id"] - 1)
    assert [one["text"] for one in after["lines"]] == ["ciao"]
    eve = Person(club, "Eve")
    eve.post(f"/api/tables/{table}/chat", {"text": "psst"}, 403)
    path = f"/api/tables/{table}/note"
    assert ann.http.put(path, json={"text": "flank left"}).json() == {"text": "flank left"}
    assert ann.get(path) == {"text": "flank left"}
    assert bob.get(path) == {"text": ""}


def test_statistics_follow_the_steps_that_stand(me: Local, mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.small.skirmish import Skirmish

    def count(self: Any, state: Any) -> dict[str, dict[str, int]]:
        known = [piece for piece in state.pieces.values() if piece.face is not None]
        return {
            "known": {
                "blue": len([p for p in known if p.side == "blue"]),
                "red": len([p for p in known if p.side == "red"]),
            }
        }

    monkeypatch.setattr(Skirmish, "statistics", count, raising=False)
    act(me, mine, "blue", do="move", unit=11, path=[201])
    found = me.get(f"/api/tables/{mine}/statistics", seat="blue")
    assert found["seqs"] == [0, 1]
    values = {series["seat"]: series["values"] for series in found["series"]}
    assert values == {"blue": [5, 5], "red": [0, 0]}, "what a seat does not know is not counted for it"


def test_statistics_do_not_hold_up_the_table(me: Local, mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.server import looking

    free: list[bool] = []

    def reckon(*_: Any) -> Any:
        def look() -> None:
            lock = context_of(me.http).tables._find(mine).lock
            free.append(lock.acquire(timeout=2))
            lock.release()

        other = threading.Thread(target=look)
        other.start()
        other.join(5)
        return looking.Statistics(seqs=(), series=(), dice=())

    monkeypatch.setattr(looking, "statistics", reckon)
    me.get(f"/api/tables/{mine}/statistics", seat="blue")
    assert free == [True]


def test_a_game_that_breaks_loses_nothing(me: Local, mine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.small.skirmish import Skirmish

    act(me, mine, "blue", do="move", unit=11, path=[201])
    with monkeypatch.context() as broken:
        broken.setattr(Skirmish, "settle", lambda self, d: 1 // 0)
        problem = act(me, mine, "blue", 500, do="done")
    assert problem["code"] == "internal"
    assert "division" not in problem["text"]
    assert act(me, mine, "blue", do="done")["seq"] == 2


def test_a_game_by_post_is_lost_by_whoever_is_silent_for_too_long(ann: Person, bob: Person, clock: Clock) -> None:
    """The loop of jobs does it by itself: nobody has to look."""
    name = new_table(ann, {"blue": {"who": "me"}}, settings={"clock": {"kind": "correspondence", "days": 2}})
    bob.post(f"/api/tables/{name}/join", {"seat": "red"})
    ann.post(f"/api/tables/{name}/start")
    day = 86_400_000
    clock.time += day
    act(ann, name, "blue", do="done")
    assert [seat["clock"] for seat in ann.get(f"/api/tables/{name}")["seats"]] == [2 * day, 2 * day]
    clock.time += 2 * day + 1000
    for _ in range(200):
        info = ann.get(f"/api/tables/{name}")
        if info["status"] == "over":
            break
        time.sleep(0.05)
    assert (info["outcome"]["key"], info["outcome"]["winners"]) == ("outcome.time", ["blue"])
    assert [line["key"] for line in ann.get(f"/api/tables/{name}/chat")["lines"]][-1] == "chat.time"


def test_the_live_clock_runs_out(ann: Person, bob: Person, clock: Clock) -> None:
    rule = {"kind": "live", "minutes": 1, "increment": 5}
    name = new_table(ann, {"blue": {"who": "me"}}, settings={"clock": rule})
    bob.post(f"/api/tables/{name}/join", {"seat": "red"})
    ann.post(f"/api/tables/{name}/start")
    clock.time += 20_000
    assert [seat["clock"] for seat in ann.get(f"/api/tables/{name}")["seats"]] == [40_000, 60_000]
    act(ann, name, "blue", do="done")
    assert [seat["clock"] for seat in ann.get(f"/api/tables/{name}")["seats"]] == [45_000, 60_000]
    from sandtable.server import umpire

    clock.time += 59_000
    umpire.time_out(context_of(ann.http), name, 1)
    assert ann.get(f"/api/tables/{name}")["status"] == "playing"
    clock.time += 1_000
    umpire.time_out(context_of(ann.http), name, 0)
    assert ann.get(f"/api/tables/{name}")["status"] == "playing", "a job for an older position does nothing"
    umpire.time_out(context_of(ann.http), name, 1)
    info = ann.get(f"/api/tables/{name}")
    assert (info["outcome"]["key"], info["outcome"]["winners"]) == ("outcome.time", ["blue"])


# --- games that somebody made long ------------------------------------------------------------------------------------


def test_a_game_is_told_up_to_a_length_and_its_figures_are_thinned(
    ann: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taking back all day made records without end, and reading them was everybody's time."""
    for unit, to in ((11, 201), (12, 202)):
        act(ann, table, "blue", do="move", unit=unit, path=[to])
    seq = ann.get(f"/api/tables/{table}")["seq"]
    monkeypatch.setattr(looking, "COUNTED", 1)
    told = ann.get(f"/api/tables/{table}/statistics", seat="blue")
    assert told["seqs"][0] == 0
    assert told["seqs"][-1] == seq
    assert len(told["seqs"]) < seq + 1
    monkeypatch.setattr(looking, "LOOKED", 1)
    for route in ("timeline", "statistics"):
        answer = ann.http.get(f"/api/tables/{table}/{route}", params={"seat": "blue"})
        assert (answer.status_code, answer.json()["code"]) == (422, "too_costly")
    assert ann.get(f"/api/tables/{table}/log", seat="blue")["lines"], "the newest lines are still read"


def test_taking_back_ends_some_day(ann: Person, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    act(ann, table, "blue", do="move", unit=11, path=[201])
    seq = ann.get(f"/api/tables/{table}")["seq"]
    monkeypatch.setattr(umpire, "LONGEST", seq)
    body = {"id": "back", "seat": "blue", "seq": seq}
    answer = ann.http.post(f"/api/tables/{table}/undo", json=body)
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    act(ann, table, "blue", do="done")


def test_what_goes_together_is_asked_of_the_verb_at_hand_and_not_of_one_of_that_name(
    me: Local, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Phases may have verbs of one name: in Korea ships come in by another than the one that sets them up."""

    def lost(*_: Any) -> None:
        raise StopIteration

    other = replace(GAME.verbs["move"], args=tuple((name, lost) for name, _ in GAME.verbs["move"].args))
    monkeypatch.setitem(GAME.verbs, "move", other)
    body = {"seat": "blue", "partial": {"do": "move"}, "picked": [11]}
    assert me.post(f"/api/tables/{mine}/offers", body)["offers"][0]["arg"] == "unit"


def test_nobody_at_the_table_waits_for_whoever_looks_at_the_past(
    me: Local, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    act(me, mine, "blue", do="move", unit=11, path=[201])
    context = context_of(me.http)
    is_free = []

    def looked(*given: Any) -> Any:
        lock = context.tables._hot[mine].lock
        other = threading.Thread(target=lambda: is_free.append(lock.acquire(blocking=False) and not lock.release()))
        other.start()
        other.join(30)
        return state_after(*given)

    monkeypatch.setattr("sandtable.server.play.state_after", looked)
    assert me.get(f"/api/tables/{mine}/history", seat="blue", seq=0)["seq"] == 0
    assert is_free == [True]
    monkeypatch.setattr(context, "readers", Places(0, 0))
    me.get(f"/api/tables/{mine}/history", 429, seat="blue", seq=0)


def test_people_talk_no_faster_than_people_do(ann: Person, table: str) -> None:
    context_of(ann.http).talk = Limits(0.01, 2)
    path = f"/api/tables/{table}/chat"
    ann.post(path, {"text": "one"})
    with ann.socket(table) as socket:
        socket.send(**{"is": "chat", "id": "c", "text": "two"})
        socket.until("ack")
        socket.send(**{"is": "chat", "id": "d", "text": "three"})
        assert socket.until("error", id="d")["code"] == "too_fast"
    ann.post(path, {"text": "three"}, 429)


def test_the_past_of_a_long_game_costs_more(ann: Person, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    act(ann, table, "blue", do="move", unit=11, path=[201])
    act(ann, table, "blue", do="done")
    context, path = context_of(ann.http), f"/api/tables/{table}"
    newest = ann.get(path)["seq"]

    def asked(what: str) -> list[int]:
        context.work = Limits(0.01, 100)
        return [ann.http.get(f"{path}/{what}").status_code for _ in range(3)]

    whats = ["timeline", f"log?before={newest - 1}", "log", "log?before=999"]
    assert [asked(what) for what in whats] == [[200, 200, 200]] * 4
    monkeypatch.setattr("sandtable.server.play.RECORDS", 1 / 60)
    assert [asked(what) for what in whats] == [[200, 429, 429], [200, 429, 429], [200, 200, 200], [200, 200, 200]]
    assert context.work.wait(ann.get("/api/me")["account"]["id"], 90) > 0, "what is not read is not paid back"
