"""A server in the test's own process, and people who use it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import socketserver
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from sandtable import registry
from sandtable.server import importing, logs, passwords, studying, workers
from sandtable.server.app import create_app
from sandtable.server.config import Config
from sandtable.server.context import ServerContext
from sandtable.store import Store
from tools.waiting import next_line

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "import typer; from sandtable.server.commands import register; a = typer.Typer(); register(a); a()"
PASSWORD = "correct horse battery staple"
HOST = "http://localhost"
SEED = bytes(range(32))


class Clock:
    """A clock that tests move; it starts at a time of day that looks like one."""

    def __init__(self) -> None:
        self.time = 1_800_000_000_000

    def __call__(self) -> int:
        return self.time


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small game with hidden pieces is on the shelf."""
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.skirmish,tests.small.market")


@pytest.fixture(autouse=True, scope="session")
def quiet() -> None:
    """Logs are plain lines, and only the worst of them."""
    logs.set_up("critical")


@pytest.fixture(autouse=True, scope="session")
def patient() -> Iterator[None]:
    """A message that does not come is waited for so long, and not for ever."""

    def receive(self: WebSocketTestSession) -> Message:
        async def soon() -> Message:
            with anyio.fail_after(60):
                found: Message = await self._send_rx.receive()
                return found

        found: Message = self.portal.call(soon)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WebSocketTestSession, "receive", receive)
        yield


@pytest.fixture(autouse=True)
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords are hashed quickly; that they are hashed slowly is a test of its own."""
    import argon2

    monkeypatch.setattr(passwords, "_hasher", argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    passwords._nobody.cache_clear()


@pytest.fixture(autouse=True)
def quick_imports(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are looked through in the test's own process; that they have one of their own is a test of its own."""
    if "own_process" in request.keywords:
        return

    class Here(workers.Worker):
        def ask(self, order: bytes, seconds: float) -> bytes:
            return msgspec.msgpack.encode(importing.unpack(msgspec.msgpack.decode(order, type=importing.Parcel)))

    class Reading(workers.Worker):
        def ask(self, order: bytes, seconds: float) -> bytes:
            return studying.answer(order)

    monkeypatch.setattr(importing, "Worker", Here)
    monkeypatch.setattr(studying, "Worker", Reading)


@pytest.fixture
def clock() -> Clock:
    return Clock()


Open = Callable[..., TestClient]


@pytest.fixture
def serve(tmp_path: Path, clock: Clock) -> Iterator[Open]:
    """Starts servers: ``serve()`` gives a client of a local one, ``serve(mode="club")`` of one with accounts."""
    with contextlib.ExitStack() as stack:

        def start(**settings: Any) -> TestClient:
            url = settings.pop("database", f"sqlite:///{tmp_path / 'server.sqlite'}")
            config = Config(database=url, **{"logins_per_minute": 1000, "actions_per_second": 1000, **settings})
            app = create_app(config, Store(url, clock), bundle=tmp_path / "web")
            return stack.enter_context(TestClient(app, base_url=HOST, client=("127.0.0.1", 5000)))

        yield start


@pytest.fixture
def local(serve: Open) -> TestClient:
    return serve()


def context_of(client: TestClient) -> ServerContext:
    """The server behind a client."""
    context: ServerContext = client.app.state.context  # type: ignore[attr-defined]
    return context


def browser(client: TestClient, **headers: str) -> TestClient:
    """Another browser at the same server, without cookies."""
    other = TestClient(client.app, base_url=HOST, headers=headers, client=("127.0.0.1", 5000))
    other.portal = client.portal  # one event loop for all of them
    return other


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, client: TestClient, name: str) -> None:
        self.name = name
        self.http = browser(client, origin=HOST)
        answer = self.http.post("/api/accounts", json={"name": name, "password": "correct horse"})
        assert answer.status_code == 200, answer.text

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return _read(self.http.get(path, params=query), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return _read(self.http.post(path, json={} if body is None else body), status)

    def socket(self, table: str, **hello: Any) -> Any:
        return Socket(self.http, table, **hello)


class Local(Person):
    """The one person of a local server."""

    def __init__(self, client: TestClient) -> None:
        self.name, self.http = "local", client


def _read(answer: Any, status: int) -> Any:
    assert answer.status_code == status, f"{answer.status_code}: {answer.text[:500]}"
    return answer.json() if answer.content else None


class Socket:
    """A socket at a table; keeps every byte that came."""

    def __init__(self, http: TestClient, table: str, headers: dict[str, str] | None = None, **hello: Any) -> None:
        self._context = http.websocket_connect(
            f"ws://localhost/api/tables/{table}/socket", headers={"origin": HOST, **(headers or {})}
        )
        self._hello = hello
        self.heard: list[str] = []

    def __enter__(self) -> Socket:
        self._socket = self._context.__enter__()
        self.send(**{"is": "hello", **self._hello})
        return self

    def __exit__(self, *problem: Any) -> None:
        self._context.__exit__(*problem)

    def send(self, **message: Any) -> None:
        self._socket.send_text(msgspec.json.encode(message).decode())

    def send_act(self, request: str, seat: str, seq: int, **action: Any) -> None:
        self.send(**{"is": "act", "id": request, "seat": seat, "seq": seq, "action": action})

    def closes(self) -> int:
        """Read on until the server ends the connection; gives the code."""
        with pytest.raises(WebSocketDisconnect) as closed:
            self.until("never")
        return int(closed.value.code)

    def send_text(self, text: str) -> None:
        self._socket.send_text(text)

    def next(self) -> dict[str, Any]:
        text = self._socket.receive_text()
        self.heard.append(text)
        found: dict[str, Any] = msgspec.json.decode(text)
        return found

    def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of a kind with these fields; others are passed over."""
        for _ in range(100):
            message = self.next()
            if message["is"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message
        raise AssertionError(f"no {kind} came")


@pytest.fixture
def club(serve: Open) -> TestClient:
    return serve(mode="club")


@pytest.fixture
def ann(club: TestClient) -> Person:
    return Person(club, "Ann")


@pytest.fixture
def bob(club: TestClient) -> Person:
    return Person(club, "Bob")


def new_table(person: Person, seats: dict[str, Any] | None = None, **more: Any) -> str:
    """A table of the small game; gives its name."""
    body = {"game": "skirmish", "scenario": "narrow", "seats": seats or {}, **more}
    found: str = person.post("/api/tables", body)["id"]
    return found


@pytest.fixture
def table(ann: Person, bob: Person) -> str:
    """Ann plays Blue, Bob plays Red."""
    name = new_table(ann, {"blue": {"who": "me"}})
    bob.post(f"/api/tables/{name}/join", {"seat": "red"})
    ann.post(f"/api/tables/{name}/start")
    return name


def act(person: Person, table: str, seat: str, status: int = 200, request: str = "", **action: Any) -> Any:
    """Give an answer in view of the newest position."""
    seq = person.get(f"/api/tables/{table}")["seq"]
    body = {"id": request or f"r{seq}", "seat": seat, "seq": seq, "action": action}
    return person.post(f"/api/tables/{table}/actions", body, status)


class Post:
    """A mail server and a web server that keep what they get."""

    def __init__(self) -> None:
        self.mails: list[str] = []
        self.calls: list[dict[str, Any]] = []
        self.status = 200
        post = self

        class Letters(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 hello\r\n")
                text, in_data = "", False
                for raw in self.rfile:
                    line = raw.decode()
                    if in_data:
                        if line == ".\r\n":
                            post.mails.append(text)
                            in_data = False
                            self.wfile.write(b"250 ok\r\n")
                        text += line
                        continue
                    word = line[:4].upper()
                    in_data = word == "DATA"
                    answers = {"DATA": b"354 go\r\n", "QUIT": b"221 bye\r\n"}
                    self.wfile.write(answers.get(word, b"250 ok\r\n"))
                    if word == "QUIT":
                        return

        class Calls(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                post.calls.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self.send_response(post.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.servers = [socketserver.TCPServer(("127.0.0.1", 0), Letters), HTTPServer(("127.0.0.1", 0), Calls)]
        for server in self.servers:
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        self.mail_port, self.call_port = (server.server_address[1] for server in self.servers)

    def close(self) -> None:
        for server in self.servers:
            server.shutdown()
            server.server_close()


@pytest.fixture
def post() -> Iterator[Post]:
    found = Post()
    yield found
    found.close()


# --- servers in processes of their own -------------------------------------------------------------------------------


def ending(line: ClientConnection) -> int:
    """The code with which the other side ends a connection."""
    try:
        for _ in range(50):
            line.recv(timeout=15)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 1006
    raise AssertionError("the socket stays open")


class Running:
    """A server in a process of its own, and what it wrote."""

    def __init__(self, folder: Path, *words: str, **settings: str) -> None:
        self.log = folder / "log"
        self.tokens: list[str] = []
        games = {"SANDTABLE_GAMES": "tests.small.skirmish", "PYTHONPATH": str(ROOT)}
        command = [
            sys.executable,
            "-c",
            PROGRAM,
            "serve",
            "--port",
            "0",
            "--no-browser",
            "--data",
            str(folder / "data"),
        ]
        with self.log.open("w") as errors:
            self.process = subprocess.Popen(
                [*command, *words],
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env={**os.environ, **games, **settings},
            )
        line = next_line(self.process)
        assert "http://127.0.0.1:" in line, self.log.read_text()
        self.port = int(line.split("http://127.0.0.1:")[1].split("/")[0])
        self.origin = f"http://127.0.0.1:{self.port}"

    def ask(self, method: str, path: str, body: Any = None, who: str = "", **more: Any) -> tuple[int, dict[str, Any]]:
        """A request with an honest origin; gives the status and the answer."""
        headers = {"origin": self.origin, **more.get("headers", {})}
        data = more.get("data")
        if body is not None:
            headers["content-type"], data = "application/json", json.dumps(body).encode()
        if who:
            headers["cookie"] = f"sandtable={who}"
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        line.request(method, path, data, headers)
        answer = line.getresponse()
        text, cookie = answer.read(), answer.getheader("set-cookie")
        line.close()
        if cookie:
            self.tokens.append(cookie.partition("=")[2].partition(";")[0])
        found: dict[str, Any] = json.loads(text) if text.startswith(b"{") else {}
        return answer.status, found

    def sign_up(self, name: str) -> str:
        """A new account; gives its token."""
        status, found = self.ask("POST", "/api/accounts", {"name": name, "password": PASSWORD})
        assert status == 200, found
        return self.tokens[-1]

    def raw(self, sent: bytes) -> bytes:
        """What comes back when these very bytes are sent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10) as line:
            line.sendall(sent)
            with contextlib.suppress(ConnectionResetError):
                return line.recv(4000)
        return b""

    def closes(self, path: str, messages: list[str | bytes], who: str = "", origin: str = "") -> int:
        """The code with which a socket ends after these messages."""
        headers = {"Cookie": f"sandtable={who}"} if who else {}
        address = f"ws://127.0.0.1:{self.port}{path}"
        try:
            with connect(address, origin=origin or self.origin, additional_headers=headers) as line:  # type: ignore[arg-type]
                with contextlib.suppress(ConnectionClosed):
                    for message in messages:
                        line.send(message)
                return ending(line)
        except InvalidStatus as refused:
            return refused.response.status_code

    def lines(self) -> list[dict[str, Any]]:
        """The log so far; every line of it is an object."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def reasons(self) -> list[str]:
        """Why somebody was turned away, in order."""
        return [line["why"] for line in self.lines() if line["event"] == "turned_away"]

    def stop(self, how: int = signal.SIGTERM) -> int:
        """Stop it, in order unless said otherwise; gives its exit code. Nothing happens where it has ended."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code
