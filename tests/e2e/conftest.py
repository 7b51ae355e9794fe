"""A real server and a real browser. Without Playwright nothing here is collected; without Chromium or a bundle it fails
and says what to do."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from sandtable.server.static import BUNDLE

# `python -m tools.browser` asks for these; the other suites leave them alone, browser or not.
collect_ignore_glob = [] if os.environ.get("SANDTABLE_BROWSER_TESTS") and find_spec("playwright") else ["test_*.py"]

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
OURS = ("axisallies", "eastfront", "fieldsoffire", "nextwar")
GAMES = ",".join(
    ("tests.e2e.drawn", "tests.small.market", "tests.small.patrol", *(f"sandtable.games.{g}" for g in OURS))
)
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
DESKTOP = {"width": 1440, "height": 900}
PATIENCE = int(os.environ.get("SANDTABLE_PATIENCE", "30")) * 1000
"""Milliseconds that anything may take to appear; a busy machine is slow, and a test that waits costs nothing."""


class Server:
    """A server process that can be killed and started again on the same port and data."""

    def __init__(self, folder: Path, mode: str = "local") -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'tables.sqlite'}"
        self.mode = mode
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "tests.e2e.serving", str(self.port), self.database, self.mode]
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        settings = {"SANDTABLE_GAMES": GAMES, "SANDTABLE_LOGINS_PER_MINUTE": "1000"}
        environment = {**os.environ, **settings, "PYTHONPATH": path}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment)
        for _ in range(600):
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=1):
                    return
            except OSError:
                assert self.process.poll() is None, "the server ended before it answered"
                time.sleep(0.1)
        raise AssertionError("the server did not answer within a minute")

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(20)
            self.process = None

    def table(self, game: str = "skirmish", scenario: str = "meeting", **more: Any) -> str:
        """A table where all seats are ours, begun."""
        body = json.dumps({"game": game, "scenario": scenario, "start": True, **more}).encode()
        headers = {"content-type": "application/json", "origin": self.url}
        with urllib.request.urlopen(
            urllib.request.Request(f"{self.url}/api/tables", body, headers), timeout=60
        ) as answer:
            return str(json.load(answer)["id"])

    def remove(self, table: str) -> None:
        """Take a table away, so that its computers play no further."""
        headers = {"origin": self.url}
        urllib.request.urlopen(
            urllib.request.Request(f"{self.url}/api/tables/{table}", None, headers, method="DELETE"), timeout=60
        )

    def read(self, path: str) -> Any:
        """What the API answers."""
        with urllib.request.urlopen(f"{self.url}/api{path}", timeout=60) as answer:
            return json.load(answer)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (BUNDLE / "index.html").is_file(), "the client is not built: cd web && npm ci && npm run build"
    server = Server(tmp_path_factory.mktemp("tables"))
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with accounts."""
    server = Server(tmp_path_factory.mktemp("club"), mode="club")
    server.start()
    yield server
    server.kill()


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A server that the test may kill."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    chromium = shutil.which("chromium")
    assert chromium, "Chromium is missing: on Debian, apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield browser
        browser.close()


Open = Callable[..., "Page"]


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Opens pages that must not say a word on the console; what differs from a desktop in English is given."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def open_page(url: str, **options: Any) -> Page:
        usual = {"viewport": DESKTOP, "locale": "en-GB", "color_scheme": "light", "service_workers": "block"}
        context = browser.new_context(**{**usual, **options})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []
