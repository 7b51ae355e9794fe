"""The server under load, as a process that can be killed and started again."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

from tools.waiting import next_line

WAIT_SECONDS = 30
"""Seconds after which a server that does not start, or an answer that does not come, is a failure."""
GAME = "tests.small.skirmish"


class Server:
    """A server with a data folder of its own on loopback."""

    def __init__(self, folder: Path, database: str = "", nursery: str = "tools.load.nursery") -> None:
        env = {"SANDTABLE_GAMES": GAME, **os.environ, "SANDTABLE_ACTIONS_PER_SECOND": "1000"}
        if database:
            env["SANDTABLE_DATABASE"] = database
        words = [sys.executable, "-m", nursery, str(folder)]
        self._nursery = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env, start_new_session=True
        )
        self.port = self.pid = 0

    def start(self) -> None:
        """Start it; on the same port again after the first time.

        Somebody else may have that port for a moment: a client that tries it again and again while nobody listens may
        be given the very same one as its own, and is connected to itself.
        """
        until = time.monotonic() + WAIT_SECONDS
        while not (told := self._begin())[0].startswith("Sandtable is at http://127.0.0.1:"):
            if not told[0] or time.monotonic() > until:
                raise RuntimeError(f"the server did not start: {told}")
            time.sleep(0.1)
        self.pid = int(told[1].split()[1])
        self.port = int(told[0].split("http://127.0.0.1:")[1].split("/")[0])
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                self.ask("GET", "/healthz")
                return
            time.sleep(0.02)
        raise RuntimeError("the server does not answer")

    def _begin(self) -> list[str]:
        """Try to start it; gives what it says and then what its number is."""
        assert self._nursery.stdin is not None
        self._nursery.stdin.write(f"{self.port}\n")
        self._nursery.stdin.flush()
        # The nursery and the server write to the same pipe, in either order.
        return sorted(self._line() for _ in range(2))

    def _line(self) -> str:
        return next_line(self._nursery, end=self._end_all)

    def _end_all(self) -> None:
        """End the nursery and the server that it made: both hold the pipe that somebody waits at."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._nursery.pid, signal.SIGKILL)

    def kill(self) -> None:
        """Kill it without a warning."""
        os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, and wait."""
        assert self._nursery.stdin is not None
        self._nursery.stdin.close()
        try:
            self._nursery.wait(15)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                self.kill()
            self._end_all()
            self._nursery.wait(15)
        if self._nursery.stdout is not None:
            self._nursery.stdout.close()

    def memory(self) -> float:
        """Its resident memory in megabytes."""
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) / 1024
        return 0.0

    def seconds(self) -> float:
        """The time of processors that it has used."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """A request and its answer."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=WAIT_SECONDS) as answer:
            return json.load(answer)
