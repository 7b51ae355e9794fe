"""Several servers at one PostgreSQL share a table: what one does the other's sockets hear at once."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from tests.server.conftest import Local, Open, act, house_of, new_table
from tools.postgres import Unavailable, cluster


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    try:
        with cluster() as url:
            yield url
    except Unavailable as problem:
        if os.environ.get("CI") == "true":
            pytest.fail(str(problem))
        pytest.skip(str(problem))


@pytest.fixture
def pair(serve: Open, postgres: str) -> tuple[Local, Local]:
    """Two servers that share a database."""
    name = f"test_{secrets.token_hex(6)}"
    admin = create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    admin.dispose()
    url = postgres.replace("/postgres?", f"/{name}?")
    found = Local(serve(database=url)), Local(serve(database=url))
    for one in found:
        listener = house_of(one.http)._listener
        assert listener is not None
        assert listener.ready.wait(10)
    return found


def test_a_step_in_one_process_reaches_the_sockets_of_the_other(pair: Any) -> None:
    one, other = pair
    table = new_table(one, start=True)
    with other.socket(table, seats=["blue"]) as far:
        far.until("view")
        act(one, table, "blue", do="move", unit=11, path=[201])
        step = far.until("step")
        assert (step["since"], step["seq"]) == (0, 1)
        far.send_act("c1", "blue", 1, do="done")
        assert far.until("ack")["seq"] == 2
        assert one.get(f"/api/tables/{table}")["seq"] == 2
        one.post(f"/api/tables/{table}/chat", {"text": "hello over there"})
        assert far.until("said")["line"]["text"] == "hello over there"
        one.post(f"/api/tables/{table}/seats/red", {"who": "bot"})
        while far.until("table")["table"]["seats"][1]["kind"] != "bot":
            pass


def test_two_processes_never_write_the_same_step(pair: Any) -> None:
    one, other = pair
    table = new_table(one, start=True)
    for person in pair:
        person.get(f"/api/tables/{table}/view", seat="blue")
    statuses = []
    for seq in range(4):
        for number, person in enumerate((one, other) if seq % 2 else (other, one)):
            unit = 11 + seq
            body = {
                "id": f"{number}-{seq}",
                "seat": "blue",
                "seq": seq,
                "action": {"do": "move", "unit": unit, "path": [200 + unit - 10]},
            }
            statuses.append(person.http.post(f"/api/tables/{table}/actions", json=body).status_code)
    assert statuses == [200, 409] * 4
    assert one.get(f"/api/tables/{table}")["seq"] == 4
    assert one.get(f"/api/tables/{table}/timeline", seat="blue") == other.get(
        f"/api/tables/{table}/timeline", seat="blue"
    )
