"""Waits that end."""

from __future__ import annotations

import subprocess
import sys

from tools.waiting import next_line


def started(code: str) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


def test_lines_come_one_by_one_and_the_end_is_an_empty_one() -> None:
    with started("print('one'); print('two')") as process:
        assert [next_line(process) for _ in range(3)] == ["one\n", "two\n", ""]


def test_a_process_that_says_nothing_is_ended() -> None:
    with started("import time; time.sleep(600)") as process:
        assert next_line(process, 0.1) == ""
        assert process.wait(20) != 0
