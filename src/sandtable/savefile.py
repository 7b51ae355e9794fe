"""Games on disk: ``.game`` files, one record to a line.

A step is acknowledged when its line is on the disk. Whatever happens to a file afterwards, everything before the first
bad line stays usable, and each kind of trouble has one sentence that names the file, the line and what to do.
"""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import msgspec

from sandtable import registry
from sandtable.kernel import codec, records
from sandtable.kernel.changes import fold, typed
from sandtable.kernel.game import Game, UnknownName
from sandtable.kernel.match import BrokenRecord, Match
from sandtable.kernel.records import AnyRecord, Header, Opening, Undone
from sandtable.kernel.standing import told
from sandtable.locks import try_lock

if TYPE_CHECKING:
    from sandtable.texts import Catalogue, Value

LARGEST = 1_000_000_000
"""Bytes; no game is so long, so a file of this size is something else."""
LOCK_SECONDS = 5.0
"""Seconds to wait for another command that writes the same file."""


class FileTrouble(Exception):
    """Something is wrong with a game file; ``key`` and ``params`` say it in any language."""

    def __init__(self, key: str, path: Path, line: int = 0, **params: Value) -> None:
        super().__init__(key, str(path), line)
        self.key, self.path, self.line = key, path, line
        self.params: dict[str, Value] = {"path": str(path), **({"line": line} if line else {}), **params}

    def say(self, texts: Catalogue) -> str:
        """The trouble as a sentence."""
        return texts.say(self.key, **self.params)

    def __str__(self) -> str:
        from sandtable.texts import Catalogue, load

        return self.say(Catalogue("en", [load("en", "sandtable")]))


class Damaged(FileTrouble):
    """The file is there and its contents are not (all) a game."""


class CutOff(Damaged):
    """The last line stops in the middle: a command was stopped while it wrote, before it said that it had."""


class WrongPath(FileTrouble):
    """No new file can have this name."""


class DiskTrouble(FileTrouble):
    """The file system says no."""


class InUse(DiskTrouble):
    """Another command has the file."""


@dataclass(frozen=True)
class Loaded:
    """The good part of a file, and the first thing that is wrong with the rest."""

    records: tuple[AnyRecord, ...]
    problem: Damaged | None = None


@dataclass(frozen=True)
class Opened:
    """A game from a file, as far as the file is good."""

    path: Path
    match: Match[Any]
    problem: Damaged | None = None


# --- reading ----------------------------------------------------------------------------------------------------------


def read(path: Path) -> Loaded:
    """The records of a file up to the first line that cannot be read; raises where there is no file to read."""
    with _disk(path, "read"):
        if path.is_dir():
            raise Damaged("cli.file.folder", path)
        if path.exists() and not (path.is_file() or path.is_fifo()):
            raise Damaged("cli.file.device", path)
        if path.stat().st_size > LARGEST:
            raise Damaged("cli.file.too_large", path)
        content = path.read_bytes()
    if not content:
        return Loaded((), Damaged("cli.file.empty", path, 1))
    *lines, tail = content.split(b"\n")
    found: list[AnyRecord] = []
    for number, line in enumerate(lines, start=1):
        record = _record(path, number, line)
        if isinstance(record, Damaged):
            return Loaded(tuple(found), record)
        found.append(record)
    if not tail:
        return Loaded(tuple(found))
    # Without its newline the last line may still be whole: editors drop the newline, killed processes cut the line.
    last = _record(path, len(lines) + 1, tail)
    if isinstance(last, Damaged):
        return Loaded(tuple(found), CutOff("cli.file.cut_off", path, last.line) if found else last)
    return Loaded((*found, last))


def _record(path: Path, number: int, line: bytes) -> AnyRecord | Damaged:
    try:
        line.decode()
    except UnicodeDecodeError:
        return Damaged("cli.file.not_utf8", path, number)
    try:
        return records.read(line)
    except codec.Malformed as problem:
        newer = number == 1 and _format(line) > records.FORMAT
        return Damaged("cli.file.newer" if newer else "cli.file.damaged", path, number, reason=str(problem))


def _format(line: bytes) -> int:
    """The format that a first line claims, even if the rest of it is of a later kind."""
    with contextlib.suppress(codec.Malformed):
        claimed = codec.decode(line, dict).get("format")
        return claimed if isinstance(claimed, int) else 0
    return 0


def open_match(path: Path) -> Opened:
    """The game that a file tells, as far as it is good; raises where not even its opening is."""
    loaded = read(path)
    good, problem = list(loaded.records), loaded.problem
    if len(good) < 2 or not isinstance(good[0], Header) or not isinstance(good[1], Opening):
        raise _hopeless(problem) if problem else Damaged("cli.file.no_opening", path, min(len(good), 1) + 1)
    game = _game(path, good[0].game)
    while True:
        try:
            return Opened(path, Match.fold(game, good), problem)
        except BrokenRecord as broken:
            # Folding blames the record that does not follow; what stands before it still folds.
            problem = Damaged("cli.file.altered", path, broken.index + 1, reason=str(broken))
            if broken.index < 2:
                raise _hopeless(problem) from None
            del good[broken.index :]
        except OverflowError:
            index = next((index for index, record in enumerate(good) if _is_beyond_counting(record)), 0)
            problem = Damaged("cli.file.altered", path, index + 1, reason="a number in it is larger than any in a game")
            if index < 2:
                raise _hopeless(problem) from None
            del good[index:]
        except codec.Malformed as unfit:
            raise Damaged("cli.file.no_start", path, 2, reason=str(unfit)) from None
        except (UnknownName, ValueError) as unfit:  # a scenario, option or seed that this game does not have
            raise Damaged("cli.file.no_start", path, 1, reason=str(unfit)) from None


def _is_beyond_counting(record: AnyRecord) -> bool:
    """Whether a record holds a number of which no fingerprint can be taken."""
    try:
        msgspec.msgpack.encode(msgspec.json.decode(records.write(record)))
    except OverflowError:
        return True
    return False


def _hopeless(problem: Damaged) -> Damaged:
    """The same trouble where there is nothing above it that could be saved."""
    if problem.key == "cli.file.not_utf8":
        return Damaged("cli.file.no_text", problem.path, problem.line)
    if problem.key in ("cli.file.damaged", "cli.file.altered"):
        return Damaged("cli.file.no_start", problem.path, problem.line, reason=problem.params["reason"])
    return problem


def _game(path: Path, name: str) -> Game[Any]:
    try:
        return registry.game(name)
    except (registry.UnknownGame, registry.NotPlayable) as problem:
        known = ", ".join(problem.known)
        raise Damaged("cli.file.no_start", path, 1, reason=f"there is no game {name!r}; there is {known}") from None


def audited(opened: Opened) -> Opened:
    """The same game after a look at every step, also at those taken back: each must lead to its own fingerprint.

    Opening a file checks where it ends; this costs a fingerprint a step and also finds an edit that a later step hides.
    """
    match = opened.match
    state_type, returns = match.game.state_type, [r.to for r in match.records if isinstance(r, Undone)]
    state = codec.decode_state(bytes(match.opening.state), state_type, match.scenario)
    seen, last = {0: state}, 0
    for index, record, before in told(match.records):
        if before != last:
            state = seen[before]
        last = record.seq
        try:
            state = fold(state, [typed(state_type, change) for change in record.changes])
            wrong = (
                "" if codec.state_hash(state) == record.hash else "the position does not have the fingerprint it had"
            )
        except (ValueError, TypeError, KeyError, OverflowError) as misfit:
            wrong = str(misfit)
        if wrong:
            problem = Damaged("cli.file.altered", opened.path, index + 1, reason=wrong)
            return Opened(opened.path, Match.fold(match.game, match.records[:index]), problem)
        if record.seq in returns:
            seen[record.seq] = state
    return opened


# --- writing ----------------------------------------------------------------------------------------------------------


def write_all(path: Path, lines: Iterable[AnyRecord], *, replace: bool = False) -> None:
    """Write a whole file or nothing: beside it first, then to the disk, then in its place."""
    content = b"".join(records.write(record) for record in lines)
    with _disk(path, "write"):
        if path.is_dir():
            raise WrongPath("cli.file.folder", path)
        if not replace and path.exists():
            raise WrongPath("cli.file.exists", path)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(name).chmod(0o666 & ~_mask())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        _sync_folder(path.parent)


def append(path: Path, *lines: AnyRecord) -> None:
    """Add records to a file; when this returns they are on the disk, and when it raises the file is as it was."""
    content = b"".join(records.write(record) for record in lines)
    with _disk(path, "write"), path.open("r+b", buffering=0) as file:
        size = file.seek(0, os.SEEK_END)
        if size and not _ends_with_newline(file, size):
            _check_last_line(path)
            content = b"\n" + content
        try:
            _write_through(file.fileno(), content)
            os.fsync(file.fileno())
        except OSError:
            with contextlib.suppress(OSError):
                file.truncate(size)
            raise


def drop_cut_line(path: Path) -> None:
    """Remove a last line that was cut off; it was never acknowledged."""
    with _disk(path, "write"), path.open("r+b", buffering=0) as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)
        os.fsync(file.fileno())


def _ends_with_newline(file: BinaryIO, size: int) -> bool:
    file.seek(size - 1)
    return file.read(1) == b"\n"


def _check_last_line(path: Path) -> None:
    problem = read(path).problem
    if problem is not None:
        raise problem


def _write_through(handle: int, content: bytes) -> None:
    """Write every byte; a system may take fewer at a time than it is given."""
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]


def _sync_folder(folder: Path) -> None:
    """Put the new name itself on the disk; file systems that cannot do so need not."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# --- sharing ----------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def locked(path: Path, patience: float = LOCK_SECONDS) -> Iterator[None]:
    """Keep other commands from writing this file; waits a little, then raises :class:`InUse`."""
    handle = _lock(path, patience)
    try:
        yield
    finally:
        os.close(handle)  # which also lets the lock go


def _lock(path: Path, patience: float) -> int:
    until = time.monotonic() + patience
    while True:
        with _disk(path, "read"):
            handle = os.open(path, os.O_RDONLY)
        # A file that was replaced while we waited is another file under the same name: try that one.
        if try_lock(handle) and _is_at(handle, path):
            return handle
        os.close(handle)
        if time.monotonic() >= until:
            raise InUse("cli.file.in_use", path)
        time.sleep(0.02)


def _is_at(handle: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


# --- what the system says ---------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _disk(path: Path, doing: str) -> Iterator[None]:
    """Turn what the operating system says into one sentence."""
    try:
        yield
    except OSError as problem:
        raise _trouble(path, doing, problem) from None


def _trouble(path: Path, doing: str, problem: OSError) -> FileTrouble:
    match problem.errno:
        case errno.ENOENT | errno.ENOTDIR if doing == "read" or path.parent.is_dir():
            return Damaged("cli.no_file", path)
        case errno.ENOENT | errno.ENOTDIR:
            return WrongPath("cli.file.no_folder", path, folder=str(path.parent))
        case errno.EISDIR:
            return Damaged("cli.file.folder", path)
        case errno.EACCES | errno.EPERM if doing == "read":
            return DiskTrouble("cli.file.no_reading", path)
        case errno.EACCES | errno.EPERM | errno.EROFS:
            return DiskTrouble("cli.file.no_writing", path)
        case errno.ENOSPC | errno.EDQUOT:
            return DiskTrouble("cli.file.full", path)
        case _:
            return DiskTrouble("cli.file.system", path, reason=problem.strerror or str(problem))
