"""The process in which positions are studied: case files are read and written, what a seat does not know is imagined.

All of it may take long, and a case may hold anything that somebody wrote: as with questions to a game, the process
watches its own CPU time and ends itself when one order takes too long.
"""

from __future__ import annotations

import contextlib
import signal
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from sandtable import casefile, casewriting, registry
from sandtable.kernel import Game, Scenario, SeededDice, State, View, codec
from sandtable.kernel.cases.case import Case
from sandtable.kernel.cases.parts import CaseError
from sandtable.kernel.records import FORMAT, Header
from sandtable.server import problems
from sandtable.server.metering import Meter
from sandtable.server.places import Places
from sandtable.server.problems import Wrong
from sandtable.server.workers import Crashed, Worker
from sandtable.store.loading import shared_scenario

CPU_SECONDS = 2.0
"""What one order may cost."""
WALL_SECONDS = 15
MOST_WAITING = 8
MOST_EACH = 2
CASE = Path("case")
"""What errors of a case that came without a file call it."""


class ReadCase(Struct, frozen=True, kw_only=True, tag=True):
    """Read a case, with rows and tracks of its position changed before."""

    text: str
    tables: dict[str, dict[str, Any]] = {}
    tracks: dict[str, Any] = {}


class TakeUp(Struct, frozen=True, kw_only=True, tag=True):
    """Go on from a position; ``seat`` does not know all of it, where it is named."""

    game: str
    scenario: str
    options: dict[str, Any]
    facts: dict[str, Any]
    state: bytes
    seat: str = ""
    seed: bytes = b""
    title: str = ""
    """Where there is one, the position is written as a case as well."""


class Studied(Struct, frozen=True, kw_only=True):
    """A position and the case that tells it; or what is wrong."""

    problem: str = ""
    is_unfit: bool = False
    """Whether the problem is with the position and not with what was sent."""
    text: str = ""
    game: str = ""
    scenario: str = ""
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    asked: tuple[str, ...] = ()
    state: bytes = b""


class Study:
    """The server's side of it: one order at a time, a few that wait."""

    def __init__(self) -> None:
        self.worker = Worker("case", run)
        self._places = Places(MOST_WAITING, MOST_EACH)

    def ask(self, order: ReadCase | TakeUp, account_id: int) -> Studied:
        """What comes of an order; raises :class:`~sandtable.server.problems.Wrong`."""
        with self._places.take(account_id):
            try:
                told = self.worker.ask(msgspec.msgpack.encode(order), WALL_SECONDS)
            except Crashed:
                raise Wrong(422, "too_costly", "costly_position") from None
        found = msgspec.msgpack.decode(told, type=Studied)
        if found.is_unfit:
            raise problems.conflict("as_said", text=found.problem)
        return found

    def close(self) -> None:
        """End the process."""
        self.worker.close()


def answer(order: bytes) -> bytes:
    """Carry out one order."""
    wanted = msgspec.msgpack.decode(order, type=ReadCase | TakeUp)
    try:
        found = _read(wanted) if isinstance(wanted, ReadCase) else _take_up(wanted)
    except Exception as problem:  # noqa: BLE001 - whatever a position does to the rules, it ends here
        said = f"this position cannot be played: {type(problem).__name__}: {problem}"[:300]
        found = Studied(problem=said, is_unfit=isinstance(wanted, TakeUp))
    return msgspec.msgpack.encode(found)


def run(pipe: Connection, seconds: float = CPU_SECONDS) -> None:
    """Carry out orders until the pipe is closed, or until one takes more than so many seconds of CPU."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when to stop
    meter = Meter(seconds)
    registry.games()  # before anybody waits for it
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            order = pipe.recv_bytes()
            with meter:
                told = answer(order)
            pipe.send_bytes(told)


# --- reading ----------------------------------------------------------------------------------------------------------


def _read(wanted: ReadCase) -> Studied:
    text = edited(wanted.text, wanted.tables, wanted.tracks)
    try:
        game, state = position_of(text)
    except casefile.CaseFileError as problem:
        return Studied(text=text, problem=f"line {problem.line}: {problem.message}")
    try:
        return _studied(game, state, text)
    except Exception as problem:  # noqa: BLE001 - a position that no game comes to may break a rule anywhere
        said = f"this position cannot be played: {type(problem).__name__}: {problem}"[:300]
        return Studied(text=text, problem=said)


def position_of(text: str) -> tuple[Game[Any], State]:
    """The game and the position of a case; raises :class:`~sandtable.casefile.CaseFileError`."""
    document = casefile.Document(CASE, text)
    if not isinstance(document.data, dict):
        raise casefile.CaseFileError(CASE, 1, "a case is a mapping that begins with 'case:'")
    game = casefile.game_of(CASE, document)
    try:
        case = Case(game, document.data, casefile.lexicon(game.id))
        case.open()
    except CaseError as problem:
        raise casefile.CaseFileError(CASE, document.line(problem.where), problem.message) from None
    return game, case.state


def edited(text: str, tables: dict[str, dict[str, Any]], tracks: dict[str, Any]) -> str:
    """A case file with rows and tracks of its position changed; one that cannot be read stays as it is."""
    if not tables and not tracks:
        return text
    try:
        data = casefile.Document(CASE, text).data
    except casefile.CaseFileError:
        return text
    position = data.get("position", {}) if isinstance(data, dict) else None
    if not isinstance(position, dict):
        return text
    for name, rows in tables.items():
        before = position.get(name)
        there = dict(before) if isinstance(before, dict) else {}
        for key, change in rows.items():
            known: Any = int(key) if key.isdecimal() and key.isascii() and len(key) < 12 else key
            old = there.get(known)
            there[known] = {**old, **change} if isinstance(old, dict) and isinstance(change, dict) else change
        position[name] = there
    if tracks:
        before = position.get("tracks")
        position["tracks"] = {**(before if isinstance(before, dict) else {}), **tracks}
    written: str = casewriting.dump({**data, "position": position})
    return written


# --- going on ---------------------------------------------------------------------------------------------------------


def _take_up(wanted: TakeUp) -> Studied:
    game: Game[Any] = registry.game(wanted.game)
    state = codec.decode_state(wanted.state, game.state_type, _scenario(wanted))
    if wanted.seat:
        try:
            state = game.imagine(View(seat=wanted.seat, state=state), SeededDice(wanted.seed))
        except NotImplementedError:
            said = "what the seat does not know cannot be imagined; wait until the game is over"
            return Studied(problem=said, is_unfit=True)
    text = ""
    if wanted.title:
        try:
            text = casewriting.write(game, state, wanted.title)
        except casewriting.NotWritable as problem:
            return Studied(problem=f"this position cannot be written as a case file: {problem}", is_unfit=True)
    return _studied(game, state, text)


def _scenario(wanted: TakeUp) -> Scenario:
    game, name = wanted.game, wanted.scenario
    return shared_scenario(
        Header(format=FORMAT, game=game, rules="", scenario=name, options=wanted.options, facts=wanted.facts)
    )


def _studied(game: Game[Any], state: State, text: str) -> Studied:
    """A position that can be played: whoever is asked finds something to say, and finds it within the budget."""
    asked = () if game.outcome(state) else tuple(prompt.seat for prompt in game.prompts(state))
    for seat in asked:
        game.offers(state, seat)
    scenario = state.scenario
    return Studied(
        text=text,
        game=game.id,
        scenario=scenario.name,
        options=codec.plain(scenario.options),
        facts=codec.plain(dict(scenario.facts)),
        asked=asked,
        state=codec.encode(state),
    )
