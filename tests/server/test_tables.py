"""Tables in memory: the least used are let go, what others change is read again."""

from __future__ import annotations

import threading
from typing import Any

from sandtable.server.tables import COLD
from tests.server.conftest import Local, Open, act, context_of, new_table


def test_the_least_used_tables_are_let_go_and_come_back(serve: Open) -> None:
    me = Local(serve(hot=3))
    tables = [new_table(me, start=True) for _ in range(6)]
    for table in tables:
        act(me, table, "blue", do="move", unit=11, path=[201])
    assert len(context_of(me.http).tables) <= 3
    for table in tables:
        assert me.get(f"/api/tables/{table}/view", seat="blue")["state"]["pieces"]["11"]["hex"] == 201


def test_a_table_in_use_is_not_let_go(serve: Open) -> None:
    client = Local(serve(hot=1))
    context = context_of(client.http)
    first, second = new_table(client, start=True), new_table(client, start=True)
    with context.tables.at(first) as held:
        found: list[Any] = []
        thread = threading.Thread(target=lambda: found.append(client.get(f"/api/tables/{second}/view", seat="blue")))
        thread.start()
        thread.join(10)
        assert found
        with context.tables.at(first) as again:
            assert again is held


def test_what_another_process_wrote_is_read_again(serve: Open) -> None:
    one, other = Local(serve()), Local(serve())
    table = new_table(one, start=True)
    assert other.get(f"/api/tables/{table}/view", seat="blue")["seq"] == 0
    act(one, table, "blue", do="move", unit=11, path=[201])
    body = {"id": "x", "seat": "blue", "seq": 0, "action": {"do": "done"}}
    problem = other.post(f"/api/tables/{table}/actions", body, 409)
    assert (problem["code"], problem["seq"]) == ("stale", 1), "a lost race is stale, and nothing is written"
    assert other.get(f"/api/tables/{table}/view", seat="blue")["seq"] == 1
    act(one, table, "blue", do="done")
    context_of(other.http).tables.heard(table, 2)
    assert other.get(f"/api/tables/{table}/view", seat="red")["seq"] == 2
    context_of(other.http).tables.heard("", None)
    assert other.get(f"/api/tables/{table}/view", seat="red")["seq"] == 2


def test_a_table_that_nobody_uses_is_let_go_after_a_while(serve: Open) -> None:
    me = Local(serve())
    tables = context_of(me.http).tables
    moment = 1000.0
    tables._now = lambda: moment
    first, second, third = (new_table(me, start=True) for _ in range(3))
    moment += COLD / 2
    me.get(f"/api/tables/{first}/view", seat="blue")
    moment += COLD / 2
    with tables.at(third):
        moment += 1
        tables.cool()
        assert list(tables._hot) == [first, third], "one was used since, one is in use"
    assert "sandtable_hot_tables 2.0" in me.http.get("/metrics").text
    assert me.get(f"/api/tables/{second}/view", seat="blue")["seq"] == 0
