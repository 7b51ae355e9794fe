"""What is written to a line in one breath goes out together.

An acknowledgement and what changed for each seat are messages of their own, and each would be handed to the system by
itself; on a busy server that is a fifth of the work.
"""

from __future__ import annotations

import asyncio
from typing import Any

FULL = 64 * 1024
"""Bytes that do not wait for more."""


class Envelope:
    """A transport that hands on what was written when the event loop comes round; in all else it is the real one."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._waiting: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Write, as soon as nobody has more to say."""
        if not self._waiting:
            self._loop.call_soon(self.flush)
        self._waiting.append(data)
        self._size += len(data)
        if self._size >= FULL:
            self.flush()

    def flush(self) -> None:
        """Hand on what was written."""
        if self._waiting:
            together, self._waiting, self._size = b"".join(self._waiting), [], 0
            if not self._transport.is_closing():
                self._transport.write(together)

    def close(self) -> None:
        """Close the line after what was written."""
        self.flush()
        self._transport.close()

    def abort(self) -> None:
        """Close the line at once; what was not sent is not."""
        self._waiting.clear()
        self._transport.abort()
