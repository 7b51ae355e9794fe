"""The nursery of the load script with a clock that can be moved: it adds what stands in a file beside the data."""

from __future__ import annotations

import sys
import time
from pathlib import Path

CLOCK = "clock"
"""The file: milliseconds, beside the data folder."""


class Clock:
    """The module ``time`` as the store sees it."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def time_ns(self) -> int:
        """The time of day, so much before or after the real one."""
        try:
            moved = int(self._file.read_text() or 0)
        except (OSError, ValueError):  # it is being written
            moved = 0
        return time.time_ns() + moved * 1_000_000


def main(words: list[str]) -> int:
    """As :func:`tools.load.nursery.main`."""
    from sandtable.store import store
    from tools.load import nursery

    vars(store)["time"] = Clock(Path(words[0]) / CLOCK)
    return nursery.main(words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
