"""Files that come from elsewhere: forged ones are refused, long ones cost what they may, others are not delayed."""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest

from sandtable import registry
from sandtable.kernel import codec
from sandtable.kernel.dice import commitment
from sandtable.server import importing, problems
from sandtable.server.importing import Customs, Parcel, unpack
from sandtable.server.places import Places
from tests.server.conftest import Local, Open, Person, act, context_of, new_table
from tests.small.skirmish import Skirmish


def played(me: Person) -> list[dict[str, Any]]:
    """The records of a game with a move, as data that can be bent."""
    table = new_table(me, start=True)
    act(me, table, "blue", do="move", unit=11, path=[201])
    content = me.http.get(f"/api/tables/{table}/export").content
    return [json.loads(line) for line in content.splitlines()]


def bent(lines: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def rehashed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same with fingerprints that fit what was bent: somebody who forges can do sums."""
    game = Skirmish()
    scenario = game.open(lines[0]["scenario"], lines[0]["options"])
    state = codec.decode_state(json.dumps(lines[1]["state"]).encode(), game.state_type, scenario)
    lines[1]["hash"] = codec.state_hash(state)
    return lines


def test_a_step_that_the_rules_do_not_allow_is_not_taken_in_by_a_club(serve: Open) -> None:
    ann = Person(serve(mode="club"), "Ann")
    table = new_table(ann, start=True, seats={"blue": {"who": "me"}, "red": {"who": "me"}})
    act(ann, table, "blue", do="move", unit=11, path=[201])
    ann.post(f"/api/tables/{table}/resign", {"seat": "blue"})
    lines = [json.loads(line) for line in ann.http.get(f"/api/tables/{table}/export").content.splitlines()]
    assert ann.http.post("/api/imports", content=bent(lines)).status_code == 200
    lines[2]["action"]["unit"] = 12  # the position still follows from the changes, but not from the action
    answer = ann.http.post("/api/imports", content=bent(lines))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_game")
    assert answer.json()["text"].startswith("step 1 does not follow from the rules of this server")


def test_a_position_that_cannot_be_is_not_taken_in_even_at_home(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    me = Local(serve())
    lines = played(me)
    game = registry.game("skirmish")  # the very one: others may have left their mark on it
    monkeypatch.setattr(game, "broken", lambda state: "two places" if state.pieces[11].hex == 201 else None)
    answer = me.http.post("/api/imports", content=bent(lines))
    assert answer.status_code == 422
    assert answer.json()["text"] == "the position after step 1 is impossible: two places"


def test_a_forged_opening_that_breaks_the_rules_is_refused_and_no_fault_of_the_server(serve: Open) -> None:
    me = Local(serve())
    lines = played(me)[:2]
    lines[1]["state"]["flow"] = [{"at": "no.such.phase", "waiting": ["blue"], "stage": 2}]
    answer = me.http.post("/api/imports", content=bent(rehashed(lines)))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_game")
    assert me.get("/api/tables")[0]["status"] == "playing", "only the game that was exported"
    assert len(me.get("/api/tables")) == 1


@pytest.mark.parametrize("where", [0, -1])
def test_a_seed_that_was_not_promised_is_refused(serve: Open, where: int) -> None:
    me = Local(serve())
    lines = played(me)
    lines.append({"is": "finished", "seq": 2, "outcome": {"winners": ["red"], "key": "outcome.resigned"}})
    lines[0]["commitment"] = commitment(b"promised")
    lines[where]["seed"] = b"promised".hex()
    good = me.http.post("/api/imports", content=bent(lines))
    assert good.status_code == 200, good.text
    lines[where]["seed"] = b"chosen later".hex()
    answer = me.http.post("/api/imports", content=bent(lines))
    assert answer.status_code == 422
    assert "not the one that was promised" in answer.json()["text"]


@pytest.mark.own_process
def test_a_file_is_looked_through_in_another_process_which_ends_when_it_costs_too_much(serve: Open) -> None:
    me = Local(serve())
    lines = played(me)
    customs = context_of(me.http).customs
    assert me.http.post("/api/imports", content=bent(lines)).status_code == 200
    pid = customs._worker.pid
    assert pid is not None
    done = threading.Event()
    threading.Timer(0.3, lambda: (customs._worker._process.kill(), done.set())).start()  # as its meter would
    assert done.wait(20)
    assert me.http.post("/api/imports", content=bent(lines)).status_code in (200, 422)
    assert me.http.post("/api/imports", content=bent(lines)).status_code == 200, "the next finds a new process"
    assert customs._worker.pid != pid


def test_a_file_that_costs_too_much_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    class Dead(importing.Worker):
        def ask(self, order: bytes, seconds: float) -> bytes:
            raise importing.Crashed("its process died")

    monkeypatch.setattr(importing, "Worker", Dead)
    with pytest.raises(problems.Wrong, match="too long") as told:
        Customs().admit(Parcel(content=b"", keep_seed=False, strict=True), 1)
    assert (told.value.status, told.value.code) == (422, "bad_game")


def test_places_are_few_and_one_person_does_not_take_them_all() -> None:
    places = Places(most=2, each=1)
    with places.take(1):
        with pytest.raises(problems.Wrong) as told, places.take(1):
            pass
        assert told.value.status == 429
        with places.take(2), pytest.raises(problems.Wrong), places.take(3):
            pass
    with places.take(1):
        pass


def test_what_is_no_game_is_told_with_its_line() -> None:
    assert unpack(Parcel(content=b"hello\n", keep_seed=False, strict=True)).problem.startswith("line 1 is no record")
