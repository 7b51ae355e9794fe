"""Lines that dawdle or come in crowds are closed; honest ones are not."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from sandtable.server.config import Config
from sandtable.server.doors import Lines, protocol
from sandtable.server.visits import network
from tests.server.conftest import Running

HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path, SANDTABLE_HEADER_SECONDS="1", SANDTABLE_LINES_PER_ADDRESS="40")
    yield running
    running.stop()


def opened(club: Running) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", club.port), timeout=10)
    line.sendall(HALF)
    return line


def is_closed(line: socket.socket) -> bool:
    try:
        return line.recv(1) == b""
    except ConnectionResetError:
        return True


def test_half_requests_are_closed_and_the_server_answers_on(club: Running) -> None:
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(opened(club)) for _ in range(60)]
        assert all(is_closed(line) for line in lines)
    assert club.ask("GET", "/healthz")[0] == 200


def test_a_head_that_trickles_is_closed_and_the_next_one_on_the_same_line_too(club: Running) -> None:
    with socket.create_connection(("127.0.0.1", club.port), timeout=10) as line:
        line.sendall(HALF + b"no\r\n\r\n")
        assert line.recv(12) == b"HTTP/1.1 200"
        assert line.recv(4000)
        line.sendall(HALF)
        assert trickled(line)
    assert club.ask("GET", "/healthz")[0] == 200


def trickled(line: socket.socket) -> bool:
    """Whether the line is closed while a head comes byte by byte."""
    line.settimeout(0.2)
    for _ in range(100):
        try:
            line.sendall(b"x")
            if not line.recv(4000):
                return True
        except TimeoutError:
            continue
        except ConnectionError:
            return True
    return False


def test_a_line_that_is_used_stays_open(club: Running) -> None:
    line = http.client.HTTPConnection("127.0.0.1", club.port, timeout=10)
    for _ in range(3):
        line.request("GET", "/healthz")
        assert line.getresponse().read()
        time.sleep(0.7)
    line.close()


def test_what_counts_as_one_place() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("2001:db8:1:2::7") == network("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network("2001:db8:1:3::7") != network("2001:db8:1:2::7")
    assert network("::ffff:192.0.2.7") == "192.0.2.7"
    assert network("testclient") == "testclient"


def test_lines_are_counted_by_place_and_those_of_a_proxy_are_not() -> None:
    lines = Lines(Config(database="", lines_per_address=8))
    assert [lines.add("2001:db8::1") for _ in range(9)] == [True] * 8 + [False]
    assert lines.add("2001:db8:0:1::1")
    lines.drop("2001:db8::1")
    lines.drop("2001:db8::2")
    assert lines.add("2001:db8::3")
    behind = Lines(Config(database="", lines_per_address=8, url="https://club.example"))
    assert all(behind.add("127.0.0.1") for _ in range(20))
    assert [behind.add("192.0.2.7") for _ in range(9)][-1] is False


def test_small_messages_do_not_wait_for_each_other() -> None:
    """An acknowledgement and what changed by it are two small packets: the second does not wait for a receipt."""
    found: list[int] = []
    spoken: Any = protocol(Lines(Config(database="")))
    settings = uvicorn.Config(app=lambda scope, receive, send: None, log_config=None)
    settings.load()

    async def meet() -> None:
        loop = asyncio.get_running_loop()

        def door() -> Any:
            return spoken(config=settings, server_state=uvicorn.server.ServerState(), app_state={})

        # As the web server binds it: without the number of the protocol, so that the event loop sets nothing itself.
        plug = socket.socket(socket.AF_INET)
        plug.bind(("127.0.0.1", 0))
        server = await loop.create_server(door, sock=plug)
        _, writer = await asyncio.open_connection(*plug.getsockname())
        writer.write(b"GET")
        await asyncio.sleep(0.1)
        found.extend(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for line in accepted)
        writer.close()
        server.close()

    accepted: list[Any] = []
    made = spoken.connection_made

    def noted(self: Any, transport: asyncio.Transport) -> None:
        made(self, transport)
        accepted.append(transport.get_extra_info("socket"))

    spoken.connection_made = noted
    asyncio.run(meet())
    assert found
    assert all(found)
