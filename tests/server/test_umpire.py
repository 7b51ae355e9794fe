"""Several servers at one PostgreSQL share a table: what one does the other's sockets hear at once."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text
from websockets.sync.client import ClientConnection, connect

from sandtable.store import Store
from sandtable.store.backup import restore_backup, write_backup
from sandtable.store.transfer import read_game
from tests.server.conftest import Local, Open, Running, act, context_of, new_table
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
def database(postgres: str) -> str:
    """The URL of an empty database."""
    name = f"test_{secrets.token_hex(6)}"
    admin = create_engine(postgres.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT")
    with admin.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    admin.dispose()
    return postgres.replace("/postgres?", f"/{name}?")


@pytest.fixture
def pair(serve: Open, database: str) -> tuple[Local, Local]:
    """Two servers that share a database, in one process."""
    found = Local(serve(database=database)), Local(serve(database=database))
    for one in found:
        listener = context_of(one.http)._listener
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


def test_two_processes_share_a_table_and_one_goes_on_when_the_other_is_killed(database: str, tmp_path: Path) -> None:
    """Two real ones that start at once on an empty database: accounts, sockets, a bot, and a kill."""
    with ThreadPoolExecutor(2) as together:
        folders = [tmp_path / name for name in ("one", "two")]
        for folder in folders:
            folder.mkdir()
        starting = [
            together.submit(Running, folder, "--club", SANDTABLE_DATABASE=database, SANDTABLE_LOGINS_PER_MINUTE="1000")
            for folder in folders
        ]
        one, two = (found.result() for found in starting)
    try:
        ann, bob = one.sign_up("Ann"), two.sign_up("Bob")
        wanted = {"game": "skirmish", "scenario": "narrow", "seats": {"blue": {"who": "me"}}}
        table = one.ask("POST", "/api/tables", wanted, ann)[1]["id"]
        invited = one.ask("POST", f"/api/tables/{table}/invitations", {"seat": "red"}, ann)[1]["token"]
        join = {"seat": "red", "invitation": invited}
        assert two.ask("POST", f"/api/tables/{table}/join", join, bob)[0] == 200, "both sign with the same secret"
        assert one.ask("POST", f"/api/tables/{table}/start", {}, ann)[0] == 200
        with listening(two, table, bob) as far:
            assert until(far, "view")["seq"] == 0
            answer = {"id": "a", "seat": "blue", "seq": 0, "action": {"do": "move", "unit": 11, "path": [201]}}
            assert one.ask("POST", f"/api/tables/{table}/actions", answer, ann) == (200, {"id": "a", "seq": 1})
            assert until(far, "step")["seq"] == 1
            again = two.ask("POST", f"/api/tables/{table}/actions", answer, ann)
            assert again == (200, {"id": "a", "seq": 1}), "sent again to the other process it is done once"
            one.stop(signal.SIGKILL)
            done = {"id": "b", "seat": "blue", "seq": 1, "action": {"do": "done"}}
            assert two.ask("POST", f"/api/tables/{table}/actions", done, ann) == (200, {"id": "b", "seq": 2})
            assert until(far, "step")["seq"] == 2
        assert two.ask("POST", f"/api/tables/{table}/leave", {"seat": "red", "bot": "random"}, bob)[0] == 200
        for _ in range(200):  # the bot of the process that is left plays
            if two.ask("GET", f"/api/tables/{table}", who=ann)[1]["seq"] > 2:
                break
            time.sleep(0.1)
        else:
            raise AssertionError("the bot did not play")
    finally:
        one.stop()
        two.stop()


@pytest.mark.parametrize("way", ["to PostgreSQL", "from PostgreSQL"])
def test_a_game_is_backed_up_from_one_database_and_goes_on_in_the_other(
    serve: Open, database: str, tmp_path: Path, way: str
) -> None:
    """That is how one moves: the next answer follows, the dice go on, and every step derives anew."""
    small = f"sqlite:///{tmp_path / 'small.sqlite'}"
    old, new = (small, database) if way == "to PostgreSQL" else (database, small)
    me = Local(serve(database=old))
    table = new_table(me, start=True)
    act(me, table, "blue", do="move", unit=11, path=[201])
    act(me, table, "blue", do="done")
    before = me.get(f"/api/tables/{table}/view", seat="red")
    write_backup(context_of(me.http).store, tmp_path / "all")
    store = Store(new)
    restore_backup(store, tmp_path / "all")
    store.close()
    there = Local(serve(database=new))
    assert there.get(f"/api/tables/{table}/view", seat="red") == before
    for one in (me, there):
        act(one, table, "red", do="done")
    last = [one.get(f"/api/tables/{table}/view", seat="blue")["state"] for one in (me, there)]
    assert last[0] == last[1], "with the same seed the same happens"
    there.post(f"/api/tables/{table}/resign", {"seat": "red"})
    match, _ = read_game(there.http.get(f"/api/tables/{table}/export").content)
    assert list(match.verify()) == []


@contextlib.contextmanager
def listening(running: Running, table: str, who: str) -> Iterator[ClientConnection]:
    """A socket at a table of a running server."""
    address = f"ws://127.0.0.1:{running.port}/api/tables/{table}/socket"
    headers = {"Cookie": f"sandtable={who}"}
    with connect(address, origin=running.origin, additional_headers=headers) as line:  # type: ignore[arg-type]
        line.send('{"is":"hello"}')
        yield line


def until(line: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    for _ in range(50):
        message: dict[str, Any] = json.loads(line.recv(timeout=15))
        if message["is"] == kind:
            return message
    raise AssertionError(f"no {kind} came")
