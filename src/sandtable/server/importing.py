"""Games that come as files: read, folded and examined in a process of their own, one at a time, within limits."""

from __future__ import annotations

import contextlib
import signal
from multiprocessing.connection import Connection
from typing import Any

import msgspec
from msgspec import Struct

from sandtable import registry
from sandtable.kernel import codec, records
from sandtable.kernel.prompts import Outcome
from sandtable.kernel.records import Finished
from sandtable.server import problems
from sandtable.server.metering import Meter
from sandtable.server.places import Places
from sandtable.server.workers import Crashed, Worker
from sandtable.store.transfer import BadGame, read_game

CPU_SECONDS = 60.0
"""What reading one file may cost: a long game is played again step by step."""
WALL_SECONDS = 180
MOST_WAITING = 4
"""Files that may wait; each holds a thread and its bytes."""
MOST_EACH = 1


class Parcel(Struct, frozen=True, kw_only=True):
    """A file as it came."""

    content: bytes
    keep_seed: bool
    strict: bool


class Unpacked(Struct, frozen=True, kw_only=True):
    """The game in it, as a table needs it; or what is wrong with it."""

    problem: str = ""
    game: str = ""
    scenario: str = ""
    rules: str = ""
    options: dict[str, Any] = {}
    seats: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    end: Outcome | None = None
    lines: tuple[bytes, ...] = ()
    """Header, opening and what follows, the outcome last where the game is decided."""


class Customs:
    """Where files are looked through before anything of them is kept."""

    def __init__(self) -> None:
        self._worker = Worker("import", run)
        self._places = Places(MOST_WAITING, MOST_EACH)

    def admit(self, parcel: Parcel, account_id: int) -> Unpacked:
        """The game in a file; raises :class:`~sandtable.server.problems.Wrong`."""
        with self._places.take(account_id):
            try:
                told = self._worker.ask(msgspec.msgpack.encode(parcel), WALL_SECONDS)
            except Crashed:
                raise problems.Wrong(422, "bad_game", "file_long") from None
        found = msgspec.msgpack.decode(told, type=Unpacked)
        if found.problem:
            raise problems.Wrong(422, "bad_game", "as_said", text=found.problem)
        return found

    def close(self) -> None:
        """End the process."""
        self._worker.close()


def unpack(parcel: Parcel) -> Unpacked:
    """Read and examine a file."""
    try:
        match, found = read_game(parcel.content, keep_seed=parcel.keep_seed, strict=parcel.strict)
    except BadGame as problem:
        return Unpacked(problem=str(problem)[:500])
    header, last = match.header, found[-1]
    end = last.outcome if isinstance(last, Finished) else match.game.outcome(match.state)
    lines = [records.write(record) for record in found]
    if end is not None and not isinstance(last, Finished):
        lines.append(records.write(Finished(seq=match.seq + 1, outcome=end)))
    return Unpacked(
        game=header.game,
        scenario=header.scenario,
        rules=header.rules,
        options=codec.plain(header.options),
        seats=tuple(match.scenario.seats),
        asked=() if end else tuple(prompt.seat for prompt in match.game.prompts(match.state)),
        end=end,
        lines=tuple(lines),
    )


def run(pipe: Connection) -> None:
    """Look through files until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    meter = Meter(CPU_SECONDS)
    registry.games()  # before anybody waits for it
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            parcel = msgspec.msgpack.decode(pipe.recv_bytes(), type=Parcel)
            with meter:
                found = unpack(parcel)
            pipe.send_bytes(msgspec.msgpack.encode(found))
