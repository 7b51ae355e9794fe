"""Tables for analysis and case files: any step goes on elsewhere, and nobody learns what his seat does not know."""

from __future__ import annotations

import os
import time
from functools import partial

import msgspec
import pytest

from sandtable import registry
from sandtable.server import studying
from sandtable.server.workers import Worker
from tests.server.conftest import Local, Open, Person, act, context_of, new_table


@pytest.fixture
def me(serve: Open) -> Local:
    return Local(serve())


def moved(person: Person, table: str) -> None:
    act(person, table, "blue", do="move", unit=11, path=[201])


def test_a_fork_goes_on_from_its_step_and_the_game_stays_as_it_is(me: Local) -> None:
    table = new_table(me, start=True)
    moved(me, table)
    fork = me.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 0})
    assert fork["settings"]["origin"] == f"{table}:0"
    assert (fork["settings"]["listed"], fork["settings"]["spectators"]) == (False, False)
    there = me.get(f"/api/tables/{fork['id']}/view", seat="blue")
    assert there["state"] == me.get(f"/api/tables/{table}/history", seat="blue", seq=0)["state"]
    act(me, fork["id"], "blue", do="move", unit=13, path=[203])
    assert me.get(f"/api/tables/{table}")["seq"] == 1
    me.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 9}, 404)
    me.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 0, "bot": "nobody"}, 404)


def test_a_fork_of_a_hidden_game_imagines_what_the_seat_does_not_know(ann: Person, bob: Person, table: str) -> None:
    view = ann.get(f"/api/tables/{table}/view", seat="blue")["state"]
    assert any(piece.get("face") is None for piece in view["pieces"].values())
    fork = ann.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 0, "bot": "random"})
    assert [(one["seat"], one["kind"]) for one in fork["seats"]] == [("blue", "person"), ("red", "bot")]
    known = ann.get(f"/api/tables/{fork['id']}/view", seat="blue")["state"]
    assert known["pieces"].keys() == view["pieces"].keys()
    # It is nobody's business but hers, and she forks from her own seat only.
    bob.get(f"/api/tables/{fork['id']}/view", 403, seat="")
    bob.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 0}, 403)
    bob.get(f"/api/tables/{table}/case", 403, seat="blue", seq=0)


def test_a_position_is_written_as_a_case_and_opened_again(me: Local) -> None:
    table = new_table(me, start=True)
    moved(me, table)
    text = me.get(f"/api/tables/{table}/case", seat="blue", seq=1)["text"]
    assert text.startswith("case:")
    check = me.post("/api/cases/check", {"text": text})
    assert (check["problems"], check["game"], check["scenario"], check["asked"]) == ([], "skirmish", "narrow", ["blue"])
    assert check["text"] == text
    opened = me.post("/api/cases", {"text": text})
    there = me.get(f"/api/tables/{opened['id']}/view", seat="blue")
    assert there["state"] == me.get(f"/api/tables/{table}/view", seat="blue")["state"]
    assert opened["settings"]["origin"] == "case"


@pytest.mark.parametrize("cut", [10, 60, 120])
def test_a_case_that_was_cut_short_is_said_so(me: Local, cut: int) -> None:
    table = new_table(me, start=True)
    moved(me, table)
    text = me.get(f"/api/tables/{table}/case", seat="blue", seq=1)["text"][:cut] + "\n  : ["
    no = me.post("/api/cases", {"text": text}, 400)
    assert no["text"].startswith("line ")
    assert me.post("/api/cases/check", {"text": text})["problems"]


def test_hints_come_where_computers_play_and_not_among_people(me: Local, ann: Person, table: str) -> None:
    mine = new_table(me, {"red": {"who": "bot", "bot": "random"}}, start=True)
    found = me.post(f"/api/tables/{mine}/hint", {"seat": "blue"})
    assert found["action"]["do"] in ("move", "done")
    me.post(f"/api/tables/{mine}/hint", {"seat": "red"}, 403)
    hotseat = new_table(me, start=True)
    me.post(f"/api/tables/{hotseat}/hint", {"seat": "blue"}, 403)
    ann.post(f"/api/tables/{table}/hint", {"seat": "blue"}, 403)
    # Whoever wants to know tries it out elsewhere.
    fork = me.post(f"/api/tables/{hotseat}/fork", {"seat": "blue", "at": 0})
    assert me.post(f"/api/tables/{fork['id']}/hint", {"seat": "blue"})["action"]
    # A game without tasks says so.
    no = me.post(f"/api/tables/{mine}/hint", {"seat": "blue", "task": "fleet"}, 422)
    assert no["text"] == "there is no task 'fleet'; there is none"


def test_a_position_is_edited_row_by_row_and_what_is_broken_is_named(me: Local) -> None:
    text = "case: mine\ngame: skirmish\nscenario: narrow\nposition: {at: turn.blue}\n"
    found = me.post("/api/cases/check", {"text": text, "tables": {"pieces": {"11": {"hex": 201}}}})
    assert found["problems"] == []
    assert found["state"]["pieces"]["11"]["hex"] == 201
    again = me.post("/api/cases/check", {"text": found["text"], "tables": {"pieces": {"12": None}}})
    assert "12" not in again["state"]["pieces"]
    assert again["state"]["pieces"]["11"]["hex"] == 201
    broken = me.post("/api/cases/check", {"text": again["text"], "tables": {"pieces": {"11": {"hex": 9999}}}})
    assert broken["problems"][0].startswith("line ")
    assert broken["state"] is None
    assert "9999" in broken["text"]  # nothing is lost: it can be mended or saved
    unread = me.post("/api/cases/check", {"text": "case: [", "tables": {"pieces": {"11": None}}})
    assert unread["text"] == "case: ["


@pytest.mark.slow
@pytest.mark.own_process
def test_a_case_that_costs_too_much_ends_its_process_and_costs_the_server_nothing(me: Local) -> None:
    study = context_of(me.http).study
    study.worker = Worker(
        "case", partial(studying.run, seconds=0.4)
    )  # whatever machine this is, the large one takes longer
    small = "case: mine\ngame: skirmish\nscenario: narrow\nposition: {at: turn.blue}\n"
    assert me.post("/api/cases/check", {"text": small})["problems"] == []
    before = study.worker.pid
    assert before not in (None, os.getpid())
    large = f"case: mine\ngame: skirmish\nplay: [{'0,' * 99_000}0]\n"
    for path in ("/api/cases", "/api/cases/check"):
        spent = time.process_time()
        assert me.post(path, {"text": large}, 422)["code"] == "too_costly"
        assert time.process_time() - spent < 0.5
    assert me.post("/api/cases", {"text": small})["status"] == "playing"
    assert study.worker.pid != before


@pytest.mark.slow
@pytest.mark.own_process
def test_forks_and_case_files_are_made_in_the_process_for_them(me: Local) -> None:
    table = new_table(me, start=True)
    worker = context_of(me.http).study.worker
    assert worker.pid is None
    assert me.get(f"/api/tables/{table}/case", seat="blue", seq=0)["text"]
    pid = worker.pid
    assert pid is not None
    assert me.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 0})["status"] == "playing"
    assert worker.pid == pid
    worker._process.kill()
    assert me.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 0}, 422)["code"] == "too_costly"
    assert me.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 0})["status"] == "playing"


def test_no_more_than_the_seat_knows_goes_to_that_process(
    ann: Person, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[bytes] = []

    def kept(order: bytes) -> bytes:
        sent.append(order)
        return answer(order)

    answer = studying.answer
    monkeypatch.setattr(studying, "answer", kept)
    ann.post(f"/api/tables/{table}/fork", {"seat": "blue", "at": 0})
    ann.get(f"/api/tables/{table}/case", seat="blue", seq=0)
    orders = [msgspec.msgpack.decode(one, type=studying.TakeUp) for one in sent]
    for order in orders:
        pieces = msgspec.json.decode(order.state)["pieces"]
        assert all(pieces[key].get("face") is None for key in ("21", "22", "23")), "Red's faces are hidden"
        assert order.seat == "blue"
    assert len(orders) == 2


def test_a_position_in_which_the_rules_stumble_is_told_and_no_table_is_made_of_it(
    me: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "case: mine\ngame: skirmish\nscenario: narrow\nposition: {at: turn.blue}\n"
    monkeypatch.setattr(type(registry.game("skirmish")), "offers", lambda *_: 1 // 0)
    assert "ZeroDivisionError" in me.post("/api/cases/check", {"text": text})["problems"][0]
    assert "cannot be played" in me.post("/api/cases", {"text": text}, 400)["text"]
