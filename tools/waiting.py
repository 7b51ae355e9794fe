"""Waits that end: what a process prints, or does not print."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable

SECONDS = 60.0
"""So long a process may take until it prints its next line: many times what any of ours takes on a busy machine."""


def next_line(process: subprocess.Popen[str], seconds: float = SECONDS, end: Callable[[], object] | None = None) -> str:
    """The next line that a process prints; empty when it ended, or was ended because it printed none in time.

    Others may hold the same pipe, its children say: then ``end`` has to end them as well.
    """
    assert process.stdout is not None
    late = threading.Timer(seconds, end or process.kill)
    late.start()
    try:
        return process.stdout.readline()
    finally:
        late.cancel()
