"""Who listens to which table in this process, and how they are woken from any thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable


class Listener:
    """One listener at one table."""

    def __init__(self, table: str, account_id: int) -> None:
        self.table, self.account_id = table, account_id
        self.event = asyncio.Event()
        self.is_acting = False
        """Whether it acts this moment: then it looks by itself at what came of it, and need not be woken."""


class Hub:
    """The listeners of this process. ``wake`` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._listeners: dict[str, dict[Listener, None]] = {}
        self._chores: list[Callable[[], None]] = []
        self._moves: dict[str, int] = {}
        self._counting = threading.Lock()

    def open(self, loop: asyncio.AbstractEventLoop) -> None:
        """Begin to work on an event loop."""
        self._loop = loop

    def close(self) -> None:
        """Wake nobody any more."""
        self._loop = None

    def join(self, listener: Listener) -> None:
        """Add a listener."""
        self._listeners.setdefault(listener.table, {})[listener] = None

    def leave(self, listener: Listener) -> None:
        """Remove a listener."""
        there = self._listeners.get(listener.table, {})
        there.pop(listener, None)
        if not there:
            self._listeners.pop(listener.table, None)
            with self._counting:
                self._moves.pop(listener.table, None)

    def present(self, table: str) -> dict[int, None]:
        """The accounts that listen to a table."""
        return {listener.account_id: None for listener in list(self._listeners.get(table, {}))}

    def ears_of(self, table: str, account_id: int) -> int:
        """How many listeners someone has at a table."""
        return sum(listener.account_id == account_id for listener in list(self._listeners.get(table, {})))

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._listeners)

    def count(self) -> int:
        """How many listeners there are."""
        return sum(len(listeners) for listeners in list(self._listeners.values()))

    def on_work(self, chore: Callable[[], None]) -> None:
        """Call this on the event loop whenever there is work to do."""
        self._chores.append(chore)

    def wake(self, table: str) -> None:
        """Something happened at a table; without one, anywhere."""
        with self._counting:
            for name in (table,) if table else tuple(self._listeners):
                if name in self._listeners:
                    self._moves[name] = self._moves.get(name, 0) + 1
        if not table or any(not one.is_acting for one in tuple(self._listeners.get(table, ()))):
            self._call(self._wake, table)

    def moves(self, table: str) -> int:
        """A number that grows whenever something happens at a table: whoever has looked since need not look again."""
        return self._moves.get(table, 0)

    def work(self) -> None:
        """There are new jobs."""
        self._call(self._work)

    def _call(self, function: Callable[..., None], *args: str) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(function, *args)

    def _wake(self, table: str) -> None:
        groups = [self._listeners.get(table, {})] if table else list(self._listeners.values())
        for listeners in groups:
            for listener in listeners:
                if not listener.is_acting:
                    listener.event.set()

    def _work(self) -> None:
        for chore in self._chores:
            chore()
