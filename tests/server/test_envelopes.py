"""What is written in one breath goes out together, in order, and before the line is closed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from sandtable.server.envelopes import FULL, Envelope


class Line:
    """A transport that notes what it was given."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.ended = ""

    def write(self, data: bytes) -> None:
        self.sent.append(data)

    def is_closing(self) -> bool:
        return bool(self.ended)

    def close(self) -> None:
        self.ended = "closed"

    def abort(self) -> None:
        self.ended = "aborted"

    def get_extra_info(self, name: str) -> str:
        return f"the real {name}"


def _written(do: Callable[[Any], None]) -> Line:
    line = Line()

    async def run() -> None:
        envelope = Envelope(line, asyncio.get_running_loop())  # type: ignore[arg-type]
        do(envelope)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(run())
    return line


def test_one_breath_is_one_packet() -> None:
    def write(envelope: Any) -> None:
        for word in (b"ack ", b"step ", b"step"):
            envelope.write(word)

    assert _written(write).sent == [b"ack step step"]


def test_much_does_not_wait_and_nothing_is_sent_twice() -> None:
    def write(envelope: Any) -> None:
        envelope.write(b"x" * FULL)
        envelope.write(b"y")

    assert _written(write).sent == [b"x" * FULL, b"y"]


def test_a_line_is_closed_after_what_was_written_and_cut_before_it() -> None:
    def close(envelope: Any) -> None:
        envelope.write(b"farewell")
        envelope.close()

    def cut(envelope: Any) -> None:
        envelope.write(b"farewell")
        envelope.abort()

    closed, aborted = _written(close), _written(cut)
    assert (closed.sent, closed.ended) == ([b"farewell"], "closed")
    assert (aborted.sent, aborted.ended) == ([], "aborted")


def test_in_all_else_it_is_the_real_one() -> None:
    line = Line()

    async def run() -> str:
        envelope: Any = Envelope(line, asyncio.get_running_loop())  # type: ignore[arg-type]
        return str(envelope.get_extra_info("socket"))

    assert asyncio.run(run()) == "the real socket"
