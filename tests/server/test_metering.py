"""A process ends itself when one order costs more CPU time than it may, and not because it waits."""

from __future__ import annotations

import subprocess
import sys
import time

WAITS = "import time\nwith Meter(0.2):\n    time.sleep(0.6)\nprint('waited')"
WORKS = "with Meter(0.2):\n    while True: pass"
TURNS = "meter = Meter(0.3)\nfor _ in range(4):\n    with meter:\n        sum(range(2_000_000))\nprint('done')"


def ran(program: str) -> subprocess.CompletedProcess[str]:
    code = f"from sandtable.server.metering import Meter\n{program}"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)


def test_what_costs_too_much_ends_the_process_soon() -> None:
    started = time.monotonic()
    assert ran(WORKS).returncode == 1
    assert time.monotonic() - started < 30


def test_waiting_costs_nothing_and_every_order_has_its_own_budget() -> None:
    assert ran(WAITS).stdout == "waited\n"
    assert ran(TURNS).stdout == "done\n"
