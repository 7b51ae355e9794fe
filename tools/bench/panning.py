"""Frames a second while the map is dragged in a real browser without a graphics card, in both games.

Needs the browser of the tests (``python -m tools.browser`` fetches it); where it is missing there is no figure.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

from tools.bench.figures import Figure

ROOT = Path(__file__).resolve().parents[2]
TABLES = (("axisallies", "rulebook"), ("eastfront", "1"))
LEAST = 20
"""Frames a second that a drag must show."""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
SCREEN = {"width": 1440, "height": 900}
SPEED = 1200
"""Pixels a second of the hand that drags."""
WATCH = """() => {
  window.frames_seen = []
  const tick = (at) => { window.frames_seen.push(at); window.watching = requestAnimationFrame(tick) }
  window.watching = requestAnimationFrame(tick)
}"""
SEEN = "() => { cancelAnimationFrame(window.watching); return window.frames_seen }"


def figures(quick: bool) -> Iterator[Figure]:
    """One figure for each game and zoom; none without a browser."""
    if find_spec("playwright") is None or not shutil.which("chromium"):
        print("panning is not measured: python -m tools.browser fetches the browser", file=sys.stderr)
        return
    with served() as url, browser() as window:
        for game, scenario in TABLES:
            for zoom, press in (("as it opens", ""), ("whole map", "-"), ("near", "+")):
                frames = drag(window, url, _table(url, game, scenario), press, 2 if quick else 6)
                name = f"{game}: panning, {zoom} (slowest frame {1000 * max(frames):.0f} ms)"
                yield Figure(name=name, value=1 / statistics.mean(frames), unit="fps", budget=LEAST, at_most=False)


def drag(window: Any, url: str, table: str, press: str, seconds: float) -> list[float]:
    """Drag the map to and fro, and give how long each frame took, in seconds."""
    page = window.new_page(viewport=SCREEN)
    page.goto(f"{url}/table/{table}")
    page.locator("[data-piece], .chip").first.wait_for()
    for _ in range(3 if press else 0):
        page.keyboard.press(press)
        page.wait_for_timeout(500)
    page.wait_for_timeout(500)
    page.evaluate(WATCH)
    began = time.monotonic()
    to_left = True
    while time.monotonic() - began < seconds:
        for _ in range(3):  # three times the same way: farther than what is drawn beyond the edges
            _stroke(page, *((1000, 200) if to_left else (200, 1000)))
        to_left = not to_left
    seen: list[float] = page.evaluate(SEEN)
    page.close()
    return [(after - before) / 1000 for before, after in pairwise(seen)]


def _stroke(page: Any, start: int, end: int) -> None:
    """One pull of the hand, at an even speed whatever the frame rate is."""
    page.mouse.move(start, 480)
    page.mouse.down()
    began, way = time.monotonic(), end - start
    while (share := (time.monotonic() - began) * SPEED / abs(way)) < 1:
        page.mouse.move(start + way * share, 480 + 60 * share)
    page.mouse.move(end, 540)
    page.mouse.up()


def _table(url: str, game: str, scenario: str) -> str:
    body = json.dumps({"game": game, "scenario": scenario, "start": True}).encode()
    headers = {"content-type": "application/json", "origin": url}
    with urllib.request.urlopen(urllib.request.Request(f"{url}/api/tables", body, headers), timeout=60) as answer:
        return str(json.load(answer)["id"])


@contextmanager
def browser() -> Iterator[Any]:
    driver: Any = import_module("playwright.sync_api")  # fetched with the browser, so not always there
    with driver.sync_playwright() as playwright:
        window = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(FLAGS))
        yield window
        window.close()


@contextmanager
def served() -> Iterator[str]:
    """A server with a store of its own, until the figures are taken."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="panning") as folder:
        database = f"sqlite:///{Path(folder) / 'bench.sqlite'}"
        words = [sys.executable, "-m", "tests.e2e.serving", str(port), database, "local"]
        path = os.pathsep.join([str(ROOT), *filter(None, sys.path)])
        process = subprocess.Popen(words, cwd=ROOT, env={**os.environ, "PYTHONPATH": path})
        try:
            yield _answering(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            process.wait(20)


def _answering(url: str) -> str:
    for _ in range(300):
        try:
            with urllib.request.urlopen(f"{url}/healthz", timeout=1):
                return url
        except OSError:
            time.sleep(0.1)
    raise RuntimeError("the server did not answer within half a minute")
