"""Bots at the table: they think elsewhere, know only their seat, are taken over, and never hold up a game."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from sandtable.server import bots as seated_bots
from sandtable.server.bots import BotWorker, Workers
from sandtable.server.thinking import Mind, Order, Thought
from sandtable.server.workers import Crashed
from tests.server.conftest import Local, Open, Person, act, context_of, new_table


def wait_for(check: Callable[[], Any], seconds: float = 40) -> Any:
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not (found := check()):
        if time.monotonic() > until:
            raise AssertionError("it did not happen in time")
        time.sleep(0.02)
    return found


@pytest.fixture
def real_clock(serve: Open) -> Open:
    """Servers whose jobs are due by the real clock."""

    def start(**settings: Any) -> TestClient:
        client = serve(**settings)
        context_of(client).store.now = lambda: time.time_ns() // 1_000_000
        return client

    return start


def test_a_bot_in_a_process_of_its_own_plays_to_the_end(real_clock: Open) -> None:
    me = Local(real_clock())
    table = new_table(me, {"blue": {"who": "bot"}, "red": {"who": "bot"}}, options={"turns": 1}, start=True)
    info = wait_for(lambda: (found := me.get(f"/api/tables/{table}"))["status"] == "over" and found)
    assert info["outcome"]["key"] == "outcome.score"
    assert not any(seat["trouble"] for seat in info["seats"])
    assert 'sandtable_bot_seconds_count{bot="random",game="skirmish"}' in me.http.get("/metrics").text

    def is_idle() -> bool:
        with context_of(me.http).store.reading() as transaction:
            return transaction.jobs.all() == []

    wait_for(is_idle)  # the last job is done a moment after its answer has ended the game


def order(seat: str = "blue", bot: str = "random", **more: Any) -> Order:
    from sandtable.kernel import SeededDice, codec
    from tests.small.skirmish import GAME

    scenario = GAME.open("narrow")
    view = GAME.view(GAME.start(scenario, SeededDice(b"x")).state, seat)
    values: dict[str, Any] = {"options": {}, "facts": {}, "seed": b"s", "seconds": 5, **more}
    state = codec.encode(view.state)
    return Order(table="t", game="skirmish", scenario="narrow", seat=seat, bot=bot, state=state, **values)


def test_an_order_holds_nothing_that_the_seat_does_not_know(real_clock: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Order] = []

    def spy(self: BotWorker, order: Order) -> Thought:
        asked.append(order)
        return Thought(action={"do": "done"})

    monkeypatch.setattr(BotWorker, "think", spy)
    me = Local(real_clock())
    table = new_table(me, {"red": {"who": "bot"}}, start=True)
    act(me, table, "blue", do="done")
    wait_for(lambda: me.get(f"/api/tables/{table}")["seq"] == 2)
    from sandtable.kernel import codec

    pieces = codec.decode(asked[0].state, dict)["pieces"]
    assert {key: piece.get("face") for key, piece in pieces.items() if piece["side"] == "blue"} == dict.fromkeys(
        ("11", "12", "13", "14", "15")
    )
    with context_of(me.http).tables.at(table) as hot:
        assert hot.match.header.seed
        assert bytes.fromhex(hot.match.header.seed) != asked[0].seed


def test_a_mind_answers_legally_and_reports_what_it_cannot() -> None:
    mind = Mind()
    assert mind.think(order()).action is not None
    assert "asked" in mind.think(order("red")).trouble
    with pytest.raises(LookupError, match="no bot 'hal'"):
        mind.think(order(bot="hal"))


@pytest.fixture
def worker() -> Iterator[BotWorker]:
    found = BotWorker()
    yield found
    found.close()


def test_a_worker_that_is_killed_is_replaced(worker: BotWorker) -> None:
    assert worker.think(order()).action is not None
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    with pytest.raises(Crashed, match="died"):
        worker.think(order())
    assert worker.pid is None
    assert worker.think(order()).action is not None


def test_a_worker_that_thinks_too_long_is_killed(worker: BotWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    worker.think(order())
    pid = worker.pid
    monkeypatch.setattr(seated_bots, "GRACE", 0)
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(Crashed, match="took more than 1 seconds"):
        worker.think(order(seconds=1))
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_bot_that_always_crashes_is_reported_and_the_game_goes_on(
    real_clock: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []

    def crash(self: BotWorker, order: Order) -> Thought:
        calls.append(order.tries)
        raise Crashed("its process died")

    monkeypatch.setattr(BotWorker, "think", crash)
    me = Local(real_clock())
    table = new_table(me, {"red": {"who": "bot"}}, start=True)
    act(me, table, "blue", do="done")
    info = wait_for(lambda: (found := me.get(f"/api/tables/{table}"))["seq"] == 2 and found)
    assert len(calls) == 3
    assert "no answer" in info["seats"][1]["trouble"]
    assert "chat.trouble" in [line["key"] for line in me.get(f"/api/tables/{table}/chat")["lines"]]
    assert 'sandtable_bot_crashes_total{bot="random"} 3.0' in me.http.get("/metrics").text


def test_a_bot_whose_answers_are_refused_thinks_again(real_clock: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter([{"do": "move", "unit": 11, "path": [1]}, {"do": "fly"}, {"do": "done"}])
    monkeypatch.setattr(BotWorker, "think", lambda self, order: Thought(action=next(answers)))
    me = Local(real_clock())
    table = new_table(me, {"red": {"who": "bot"}}, start=True)
    act(me, table, "blue", do="done")
    info = wait_for(lambda: (found := me.get(f"/api/tables/{table}"))["seq"] == 2 and found)
    assert info["seats"][1]["trouble"] == ""


def test_a_person_takes_over_while_the_bot_thinks(serve: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    client = serve(mode="club")
    ann = Person(client, "Ann")
    table = new_table(ann, {"blue": {"who": "bot"}, "red": {"who": "me"}}, start=True)
    context = context_of(client)

    def slow(self: BotWorker, order: Order) -> Thought:
        ann.post(f"/api/tables/{table}/join", {"seat": "blue"})
        return Thought(action={"do": "done"})

    monkeypatch.setattr(BotWorker, "think", slow)
    Workers(context).play(table, "blue", 0, 1)
    info = ann.get(f"/api/tables/{table}")
    assert info["seq"] == 0, "the bot's answer came too late"
    assert info["seats"][0]["mine"]
    act(ann, table, "blue", do="done")
