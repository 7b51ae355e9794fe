"""Connections that dawdle or come in crowds: whoever opens a line says what he wants soon, and opens not too many.

The web server below us waits for ever for the first line of a request; a thousand half requests were enough to use up
all the lines there are.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections import Counter
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from sandtable.server.config import Config
from sandtable.server.envelopes import Envelope
from sandtable.server.visits import network

LARGEST_HEAD = 64 * 1024
"""Bytes of the head of a request: a browser's cookies and all it says about itself fit into a quarter of it."""
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Lines:
    """How many lines each address has open."""

    def __init__(self, config: Config) -> None:
        self.most = config.lines_per_address
        self.seconds = config.header_seconds
        self._is_behind_proxy = bool(config.url)
        self._open: Counter[str] = Counter()

    def add(self, address: str) -> bool:
        """Count a new line; false where there are too many from there."""
        if not self._counts(address):
            return True
        key = network(address)
        self._open[key] += 1
        return self._open[key] <= self.most

    def drop(self, address: str) -> None:
        """Count a line that has ended."""
        if self._counts(address):
            key = network(address)
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]

    def _counts(self, address: str) -> bool:
        """Whether an address is that of a person: behind a proxy on this machine everybody has one address."""
        return bool(address) and not (self._is_behind_proxy and ipaddress.ip_address(address).is_loopback)


def protocol(lines: Lines) -> type[asyncio.Protocol]:
    """The web server's own way to speak HTTP, with a watch on it."""
    spoken: Any = AutoHTTPProtocol

    class Door(spoken):
        """One line. A request has come whole, as far as its head, when the web server begins a cycle for it."""

        _late: asyncio.TimerHandle | None = None
        _answered: Any = None
        _address = ""
        _head, _tail = 0, b""
        """Of the head of a request so far: how many bytes, and the last of them."""

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(Envelope(transport, self.loop))
            self._address = (self.client or ("", 0))[0]
            # Else what changed waits forty milliseconds behind the acknowledgement, for the other side's word.
            transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if not lines.add(self._address):
                transport.abort()
                return
            self._arm()

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            lines.drop(self._address)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._is_idle and not self._fits(data):
                self.transport.write(TOO_LARGE)
                self.transport.close()
                return
            super().data_received(data)
            if self.transport.get_protocol() is not self:  # a socket of a table now
                self._disarm()
                lines.drop(self._address)
                self._address = ""
            elif self.cycle is not self._answered:
                self._answered = self.cycle
                self._disarm()
            elif self._late is None and self._is_idle:
                self._arm()

        def _fits(self, data: bytes) -> bool:
            """Whether the head of a request is still of a size; not every way to speak HTTP looks at that."""
            end = (self._tail + data).find(b"\r\n\r\n")
            self._head += len(data) if end < 0 else max(0, end - len(self._tail))
            is_small = self._head <= LARGEST_HEAD
            self._tail = b"" if end >= 0 else (self._tail + data)[-3:]
            self._head = self._head if end < 0 else 0
            return is_small

        @property
        def _is_idle(self) -> bool:
            return self.cycle is None or bool(self.cycle.response_complete)

        def _arm(self) -> None:
            self._late = self.loop.call_later(lines.seconds, self._close_if_idle)

        def _disarm(self) -> None:
            if self._late is not None:
                self._late.cancel()
                self._late = None

        def _close_if_idle(self) -> None:
            self._late = None
            if self._is_idle:
                self.transport.abort()

    return Door
