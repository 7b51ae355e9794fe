"""A shared table: the link of this run lets people in under a name, the host's only on the host's machine."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from sandtable.server import shares, sharing
from sandtable.server.commands import _invite
from sandtable.server.config import Config
from sandtable.server.shares import Share
from tests.server.conftest import HOST, Local, Open, Person, Running, browser, context_of, new_table
from tools.waiting import next_line


@pytest.fixture
def shared(serve: Open) -> TestClient:
    return serve(mode="club", share=True)


class Guest(Person):
    """Somebody who came in by the link."""

    def __init__(self, client: TestClient, name: str, status: int = 200) -> None:
        self.name, self.http = name, browser(client, origin=HOST)
        share = context_of(client).share
        assert share is not None
        self.told = self.post("/api/enter", {"token": share.guest, "name": name}, status)


def host_of(client: TestClient, status: int = 200, address: str = "127.0.0.1") -> Person:
    share = context_of(client).share
    assert share is not None
    person = Local(TestClient(client.app, base_url=HOST, headers={"origin": HOST}, client=(address, 5000)))
    person.http.portal = client.portal
    person.post("/api/enter", {"token": share.host, "name": "", "language": "it"}, status)
    return person


def test_guests_come_in_under_a_name_and_play_their_own_seat(shared: TestClient) -> None:
    host, guest = host_of(shared), Guest(shared, "Mia")
    assert guest.told["account"]["name"] == "Mia"
    assert not guest.told["registration"]
    table = new_table(host, {"blue": {"who": "me"}})
    guest.post(f"/api/tables/{table}/join", {"seat": "red"})
    host.post(f"/api/tables/{table}/start")
    guest.get(f"/api/tables/{table}/view", seat="red")
    guest.get(f"/api/tables/{table}/view", 403, seat="blue")
    host.get(f"/api/tables/{table}/view", 403, seat="red")
    other = Guest(shared, "Leo")
    other.post(f"/api/tables/{table}/join", {"seat": "red"}, 409)
    other.get(f"/api/tables/{table}/view", 403, seat="red")


def test_the_games_of_this_machine_are_the_hosts(serve: Open, tmp_path: Path) -> None:
    mine = new_table(Local(serve()), start=True)
    shared = serve(mode="club", share=True)
    assert [one["id"] for one in host_of(shared).get("/api/tables")] == [mine]
    assert Guest(shared, "Mia").get("/api/tables") == []


def test_the_link_of_the_host_works_nowhere_else(shared: TestClient) -> None:
    host_of(shared, 403, "192.168.1.20")
    host_of(shared)


def test_what_is_not_the_link_lets_nobody_in(shared: TestClient, serve: Open) -> None:
    stranger = browser(shared, origin=HOST)
    assert stranger.post("/api/enter", json={"token": "x" * 22, "name": "Mia"}).status_code == 404
    assert stranger.get("/api/tables").status_code == 401
    wanted = {"name": "Mia", "password": "correct horse"}
    assert stranger.post("/api/accounts", json=wanted).status_code == 403
    assert stranger.post("/api/session", json={"name": "local", "password": ""}).status_code == 401
    Guest(shared, "Mia")
    Guest(shared, "mia", 409)
    for bad in ("local", " Mia2"):
        Guest(shared, bad, 409)
    Guest(shared, "M", 409)
    Guest(shared, "M" * 41, 400)
    assert stranger.post("/api/session", json={"name": "Mia", "password": ""}).status_code == 401


def test_a_server_that_is_not_shared_has_no_such_door(club: TestClient) -> None:
    assert context_of(club).share is None
    assert browser(club, origin=HOST).post("/api/enter", json={"token": "x", "name": "Mia"}).status_code == 404


def test_only_so_many_come_in_by_one_link(shared: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    share = context_of(shared).share
    assert share is not None
    assert share.left == shares.MOST_GUESTS
    share.left = 1
    Guest(shared, "Mia")
    assert "anew" in Guest(shared, "Leo", 409).told["text"]


def test_the_link_is_printed_with_its_picture(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sharing, "own_address", lambda: "192.168.1.7")
    share = Share()
    page = _invite(share, Config(database="x", mode="club", share=True), 8765, "http://127.0.0.1:8765/")
    told = capsys.readouterr().out
    link = f"http://192.168.1.7:8765/enter/{share.guest}"
    assert page == f"host/{share.host}"
    assert f"For others in your network: {link}" in told
    assert f"http://127.0.0.1:8765/host/{share.host}" in told
    assert sharing.picture(link) in told
    monkeypatch.setattr(sharing, "own_address", lambda: "")
    _invite(share, Config(database="x", mode="club", share=True), 8765, "http://127.0.0.1:8765/")
    assert "no network" in capsys.readouterr().out


def test_the_picture_holds_the_link_and_fits_a_terminal() -> None:
    import segno

    link = "http://192.168.100.200:8765/enter/" + "x" * 22
    rows = sharing.picture(link).splitlines()
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", row)) for row in rows) <= 80
    assert len(rows) <= 24
    assert segno.make(link, micro=False, error="m").matrix


def test_the_address_is_one_of_this_machine() -> None:
    found = sharing.own_address()
    if found:
        socket.inet_aton(found)
        assert not found.startswith("127.")


def test_a_shared_server_listens_for_its_network(tmp_path: Path) -> None:
    server = Running(tmp_path, "--share")
    try:
        assert "/host/" in next_line(server.process)
        assert server.ask("GET", "/api/me")[1]["mode"] == "club"
    finally:
        server.stop()
