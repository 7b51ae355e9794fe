"""Questions to a game: answered from what a seat knows, in a process that can be killed, so many and no more."""

from __future__ import annotations

import threading
from typing import Any

import msgspec
import pytest

from sandtable import registry
from sandtable.server import answering, asking
from sandtable.server.answering import Desk, Question
from sandtable.server.problems import Wrong
from sandtable.server.workers import Worker
from tests.server.conftest import Local, Open, Person, context_of, new_table


@pytest.fixture(autouse=True)
def curious(small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.curious,tests.small.skirmish")


@pytest.fixture
def me(serve: Open) -> Local:
    return Local(serve())


def table_of(person: Person) -> str:
    return new_table(person, game="curious", start=True)


def ask(person: Person, table: str, name: str, status: int = 200, seat: str = "blue", **params: Any) -> Any:
    return person.post(f"/api/tables/{table}/query", {"seat": seat, "name": name, "params": params}, status)


def test_a_question_is_answered_from_what_the_seat_knows(me: Local) -> None:
    table = table_of(me)
    assert ask(me, table, "faces", unit=21)["answer"]["places"] == {"21": "?"}
    assert ask(me, table, "faces", seat="red", unit=21)["answer"]["places"]["21"] in (0, 1, 2, 3)
    assert "'faces', 'endless'" in ask(me, table, "weather", 404)["text"].replace(
        "faces, endless", "'faces', 'endless'"
    )
    assert "cannot answer that: 99" in ask(me, table, "faces", 400, unit=99)["text"]


def test_a_position_is_sent_once_and_again_when_its_process_has_forgotten_it(
    me: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, desk, states = table_of(me), Desk(), []

    def answered(self: Worker, order: bytes, seconds: float) -> bytes:
        question = msgspec.msgpack.decode(order, type=Question)
        states.append(bool(question.state))
        return msgspec.msgpack.encode(desk.reply(question))

    monkeypatch.setattr(Worker, "ask", answered)
    for _ in range(2):
        ask(me, table, "faces", unit=11)
    desk = Desk()
    assert ask(me, table, "faces", unit=11)["answer"]
    assert states == [True, False, False, True]


def test_a_question_that_costs_too_much_ends_its_process_and_nothing_else(
    me: Local, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = table_of(me)
    (worker,) = context_of(me.http).askers.all
    ask(me, table, "faces", unit=11)
    before = worker.pid
    told: list[Any] = []
    asked = threading.Thread(target=lambda: told.append(ask(me, table, "endless", 422)))
    asked.start()
    me.post(f"/api/tables/{table}/actions", {"id": "a", "seat": "blue", "seq": 0, "action": {"do": "done"}})
    asked.join(60)
    assert told[0]["code"] == "too_costly"
    assert ask(me, table, "faces", unit=11)["seq"] == 1
    assert worker.pid != before


def test_a_game_that_stumbles_over_a_question_says_so_without_its_reasons(me: Local) -> None:
    problem = ask(me, table_of(me), "stumble", 400)
    assert problem["text"] == "the game cannot answer that"


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"units": list(range(3000))}, "more than 2000 values"),
        ({"units": [[n] * 50 for n in range(50)]}, "more than 2000 values"),
        ({"unit": 10**40}, "a number is larger"),
        ({"unit": {"in": [-(2**53) - 1]}}, "a number is larger"),
    ],
)
def test_a_question_holds_no_more_than_honest_ones_do(me: Local, params: dict[str, Any], words: str) -> None:
    table = table_of(me)
    assert words in ask(me, table, "faces", 400, **params)["text"]
    body = {"seat": "blue", "partial": {"do": "move", **params}}
    assert words in me.post(f"/api/tables/{table}/offers", body, 400)["text"]
    body = {"seat": "blue", "action": {"do": "move", **params}}
    assert words in me.post(f"/api/tables/{table}/why", body, 400)["text"]
    act = {"id": "a", "seat": "blue", "seq": 0, "action": {"do": "move", **params}}
    assert words in me.post(f"/api/tables/{table}/actions", act, 400)["text"]


def test_an_account_has_a_few_questions_under_way_and_all_together_not_too_many(me: Local) -> None:
    askers = context_of(me.http).askers
    each, most = asking.MOST_EACH, asking.MOST_WAITING
    turns = [askers._places.take(number // each) for number in range(most)]
    for turn in turns:
        turn.__enter__()
    with pytest.raises(Wrong, match="too many"), askers._places.take(9):
        pass
    turns.pop().__exit__(None, None, None)
    with pytest.raises(Wrong, match="too many"), askers._places.take(0):
        pass
    with askers._places.take(9):
        pass
    for turn in turns:
        turn.__exit__(None, None, None)
    assert not askers._places._waiting


def test_questions_have_a_pace(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    me = Local(serve(actions_per_second=1))
    table = table_of(me)
    answered = [me.http.post(f"/api/tables/{table}/query", json={"seat": "blue", "name": "no"}) for _ in range(5)]
    assert [one.status_code for one in answered] == [404, 404, 404, 429, 429]


def test_a_desk_keeps_the_newest_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    from sandtable.kernel import SeededDice, codec
    from tests.small.curious import GAME

    monkeypatch.setattr(answering, "REMEMBERED", 2)
    state = codec.encode(GAME.view(GAME.start(GAME.open("narrow"), SeededDice(b"x")).state, "blue").state)
    about = {"table": "t", "game": "curious", "scenario": "narrow", "options": {}, "facts": {}, "seat": "blue"}
    desk = Desk()

    def forgotten(seq: int, state: bytes = b"") -> bool:
        question = Question(**about, seq=seq, name="faces", params={"unit": 11}, state=state)  # type: ignore[arg-type]
        return desk.reply(question).is_forgotten

    assert not any(forgotten(seq, state) for seq in (1, 2, 3))
    assert [forgotten(seq) for seq in (1, 2, 3)] == [True, False, False]
