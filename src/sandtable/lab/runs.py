"""A series of games on many processes or machines, kept in a folder that can be gone on with.

Every finished game is a line of ``finished.jsonl`` at once; when all are there, ``games.parquet`` and ``turns.parquet``
hold a row a game and a row a figure and turn.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
from distributed import Client, LocalCluster, as_completed
from pyarrow import parquet

from sandtable import __version__
from sandtable.sim.series import GameRow, Series, TurnRow, play

PLAN, FINISHED, GAMES, TURNS = "series.json", "finished.jsonl", "games.parquet", "turns.parquet"
SECONDS = 10
"""How long a scheduler may take to answer."""


class RunError(Exception):
    """A run that cannot be made or gone on with; the text says what to do."""


class Run:
    """The folder of a series."""

    def __init__(self, folder: Path, plan: Series) -> None:
        self.folder, self.plan = folder, plan
        self.rows: dict[int, GameRow] = {}

    @classmethod
    def open(cls, folder: Path, plan: Series) -> Run:
        """A new folder, or one that was begun with the same series; raises :class:`RunError`."""
        file = folder / PLAN
        if not file.exists():
            if folder.exists() and any(folder.iterdir()):
                raise RunError(f"{folder} holds something else; choose an empty folder")
            folder.mkdir(parents=True, exist_ok=True)
            file.write_bytes(msgspec.json.encode(plan))
        run = cls.load(folder)
        if msgspec.structs.replace(run.plan, games=plan.games) != plan:
            raise RunError(f"{folder} holds another series ({run.plan}); choose another folder")
        run.plan = plan
        file.write_bytes(msgspec.json.encode(plan))
        return run

    @classmethod
    def load(cls, folder: Path) -> Run:
        """A folder as it is."""
        try:
            plan = msgspec.json.decode((folder / PLAN).read_bytes(), type=Series)
        except (OSError, msgspec.DecodeError) as problem:
            raise RunError(f"{folder} holds no series of games: {problem}") from None
        run = cls(folder, plan)
        if (folder / FINISHED).exists():
            for line in (folder / FINISHED).read_bytes().split(b"\n"):
                with contextlib.suppress(msgspec.DecodeError):  # a line that was cut off is played again
                    row = msgspec.json.decode(line, type=GameRow)
                    run.rows[row.number] = row
        return run

    @property
    def missing(self) -> list[int]:
        """Games that are not played yet."""
        return [number for number in range(self.plan.games) if number not in self.rows]

    def keep(self, row: GameRow) -> None:
        """A finished game is on the disk when this returns."""
        with (self.folder / FINISHED).open("ab") as file:
            if file.tell() and not self._ends_well():
                file.write(b"\n")
            file.write(msgspec.json.encode(row) + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.rows[row.number] = row

    def _ends_well(self) -> bool:
        with (self.folder / FINISHED).open("rb") as file:
            file.seek(-1, os.SEEK_END)
            return file.read() == b"\n"

    def write_tables(self) -> None:
        """Write the tables of all games that are finished."""
        rows = [self.rows[number] for number in sorted(self.rows)]
        games = [{name: getattr(row, name) for name in row.__struct_fields__ if name != "figures"} for row in rows]
        turns = [msgspec.structs.asdict(one) for row in rows for one in row.figures]
        self._write(GAMES, games, GameRow)
        self._write(TURNS, turns, TurnRow)

    def _write(self, name: str, rows: list[dict[str, Any]], kind: type[msgspec.Struct]) -> None:
        types = {"int": pa.int64(), "float": pa.float64(), "str": pa.string()}
        hints = {key: str(hint) for key, hint in kind.__annotations__.items() if key != "figures"}
        schema = pa.schema([(key, types[hint]) for key, hint in hints.items()])
        beside = self.folder / f".{name}"
        parquet.write_table(pa.Table.from_pylist(rows, schema=schema), beside)
        beside.replace(self.folder / name)


@contextlib.contextmanager
def cluster(scheduler: str = "", workers: int = 0) -> Iterator[Client]:
    """Where games are played: a scheduler that is there, or a small cluster of this machine's own processes."""
    if scheduler:
        try:
            client = Client(scheduler, timeout=SECONDS)
        except (OSError, TimeoutError, ValueError) as problem:
            raise RunError(f"no scheduler answers at {scheduler}: {problem}") from None
        with client:
            check_versions(client)
            yield client
        return
    own = LocalCluster(
        n_workers=workers or os.cpu_count() or 1, threads_per_worker=1, dashboard_address=":0", silence_logs=50
    )
    with own, Client(own) as client:
        yield client


def version_here() -> str:
    """What a worker says that it runs."""
    return __version__


def check_versions(client: Client) -> None:
    """Every worker plays by the same rules, or none does."""
    try:
        found = dict(client.run(version_here))
    except Exception as problem:  # noqa: BLE001 - a worker without Sandtable fails in its own way
        raise RunError(f"the workers cannot import Sandtable: {problem}") from None
    if not found:
        raise RunError("the scheduler has no workers")
    for worker, version in found.items():
        if version != __version__:
            raise RunError(f"the worker {worker} has Sandtable {version}, this machine {__version__}; make them alike")


def play_all(run: Run, client: Client, tell: Callable[[GameRow], None] = lambda row: None) -> None:
    """Play what is missing and keep each game as it ends; a lost worker's games are played by another."""
    waiting = [client.submit(play, run.plan, number, pure=False) for number in run.missing]
    for future in as_completed(waiting):
        row: GameRow = future.result()
        run.keep(row)
        tell(row)
        future.release()
    run.write_tables()
