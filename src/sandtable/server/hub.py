"""Who listens to which table in this process, and how they are woken from any thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Ear:
    """One listener at one table."""

    def __init__(self, table: str, account_id: int) -> None:
        self.table, self.account_id = table, account_id
        self.event = asyncio.Event()


class Hub:
    """The listeners of this process. ``wake`` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ears: dict[str, dict[Ear, None]] = {}
        self._chores: list[Callable[[], None]] = []

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to work on an event loop."""
        self._loop = loop

    def close(self) -> None:
        """Wake nobody any more."""
        self._loop = None

    def join(self, ear: Ear) -> None:
        """Add a listener."""
        self._ears.setdefault(ear.table, {})[ear] = None

    def leave(self, ear: Ear) -> None:
        """Remove a listener."""
        there = self._ears.get(ear.table, {})
        there.pop(ear, None)
        if not there:
            self._ears.pop(ear.table, None)

    def present(self, table: str) -> dict[int, None]:
        """The accounts that listen to a table."""
        return {ear.account_id: None for ear in list(self._ears.get(table, {}))}

    def ears_of(self, table: str, account_id: int) -> int:
        """How many listeners someone has at a table."""
        return sum(ear.account_id == account_id for ear in list(self._ears.get(table, {})))

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._ears)

    def count(self) -> int:
        """How many listeners there are."""
        return sum(len(ears) for ears in list(self._ears.values()))

    def on_work(self, chore: Callable[[], None]) -> None:
        """Call this on the event loop whenever there is work to do."""
        self._chores.append(chore)

    def wake(self, table: str) -> None:
        """Something happened at a table; without one, anywhere."""
        self._call(self._wake, table)

    def work(self) -> None:
        """There are new jobs."""
        self._call(self._work)

    def _call(self, function: Callable[..., None], *args: str) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(function, *args)

    def _wake(self, table: str) -> None:
        groups = [self._ears.get(table, {})] if table else list(self._ears.values())
        for ears in groups:
            for ear in ears:
                ear.event.set()

    def _work(self) -> None:
        for chore in self._chores:
            chore()
