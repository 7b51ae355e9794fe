"""Backup and restore: every row as a line of compressed JSON, the same for SQLite and PostgreSQL.

A backup of one can be restored into the other. The last line counts the rows, so that half a backup is known as such.
"""

from __future__ import annotations

import base64
import contextlib
import gzip
import os
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import LargeBinary, insert, select, text
from sqlalchemy import Table as SqlTable

from sandtable.store import migrating
from sandtable.store.errors import BadBackup, Missing
from sandtable.store.schema import metadata
from sandtable.store.store import Store

FORMAT = 1
BATCH = 500
# Snapshots are a cache, sessions belong to browsers that log in again, links to new passwords live for an hour.
LEFT_OUT = ("snapshot", "session", "reset")


def _tables() -> list[SqlTable]:
    return [table for table in metadata.sorted_tables if table.name not in LEFT_OUT]


def write_backup(store: Store, path: Path) -> dict[str, int]:
    """Write everything into a new file, as of one moment, while the server runs; gives the number of rows by table."""
    counts: dict[str, int] = {}
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            with gzip.GzipFile(fileobj=file, mode="wb") as packed, store.database.reading() as connection:
                packed.write(_line({"sandtable": FORMAT, "version": migrating.HEAD, "at": store.now()}))
                for table in _tables():
                    counts[str(table.name)] = 0
                    query = select(table).order_by(*table.primary_key.columns)
                    for row in connection.execution_options(yield_per=BATCH).execute(query):
                        packed.write(_line([str(table.name), _plain(table, row)]))
                        counts[table.name] += 1
                packed.write(_line({"rows": counts}))
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return counts


def bent_games(store: Store) -> Iterator[tuple[str, int]]:
    """Games with a record that is not as it was written, and the number of the first."""
    for status in ("playing", "over"):
        with store.reading() as transaction:
            names = transaction.matches.ids(status)
        for name in names:
            with contextlib.suppress(Missing), store.reading() as transaction:
                if (seq := transaction.matches.first_bent(name)) is not None:
                    yield name, seq


def restore_backup(store: Store, path: Path, *, replace: bool = False) -> dict[str, int]:
    """Fill a store from a backup, wholly or not at all. One that holds games is only overwritten with ``replace``."""
    counts = {str(table.name): 0 for table in _tables()}
    lines = _lines(path)
    _check_head(path, next(lines, None))
    tables = {table.name: table for table in _tables()}
    with store.database.writing() as connection:
        is_used = any(connection.execute(select(table).limit(1)).first() for table in _tables() if table.name != "meta")
        if is_used and not replace:
            raise BadBackup("the store is not empty; choose an empty data folder, or say that it shall be replaced")
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
        batch: list[dict[str, Any]] = []
        current: SqlTable | None = None
        end: Any = None
        for line in lines:
            if isinstance(line, dict):
                end = line.get("rows")
                continue
            table, values = _read_row(path, tables, line)
            if table is not current or len(batch) >= BATCH:
                _insert(connection, current, batch)
                current, batch = table, []
            batch.append(values)
            counts[table.name] += 1
        _insert(connection, current, batch)
        # A table that came later is not among those that an older backup counts.
        if not isinstance(end, dict) or {**dict.fromkeys(counts, 0), **end} != counts:
            raise BadBackup(f"{path.name} is cut off or damaged: it does not hold the rows that it says it has")
        if connection.dialect.name == "postgresql":
            _set_counters(connection)
    return counts


def _insert(connection: Any, table: SqlTable | None, batch: list[dict[str, Any]]) -> None:
    if table is not None and batch:
        connection.execute(insert(table), batch)


def _read_row(path: Path, tables: dict[str, SqlTable], line: Any) -> tuple[SqlTable, dict[str, Any]]:
    if not (isinstance(line, list) and len(line) == 2 and line[0] in tables and isinstance(line[1], dict)):
        raise BadBackup(f"{path.name} is damaged: a line is no row of a table")
    table = tables[line[0]]
    # A column that came later has a default, which is what an older backup means.
    newer = {column.name: column.default.arg for column in table.c if column.default is not None}  # type: ignore[attr-defined]
    values = {**newer, **line[1]}
    if set(values) != set(table.c.keys()):
        raise BadBackup(f"{path.name} is damaged: a row of {table.name} has other columns")
    for column in table.c:
        if isinstance(column.type, LargeBinary) and values[column.name] is not None:
            values[column.name] = base64.b64decode(values[column.name])
    return table, values


def _set_counters(connection: Any) -> None:
    """Let PostgreSQL number new rows after the restored ones."""
    for table in _tables():
        column = table.autoincrement_column
        if column is not None:
            name = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            query = f"SELECT setval({name}, (SELECT COALESCE(MAX({column.name}), 0) + 1 FROM {table.name}), false)"
            connection.execute(text(query))


def _check_head(path: Path, head: Any) -> None:
    if not isinstance(head, dict) or "sandtable" not in head:
        raise BadBackup(f"{path.name} is no backup of Sandtable")
    version = str(head.get("version"))
    if head["sandtable"] != FORMAT or not version.isdigit() or version > migrating.HEAD:
        raise BadBackup(
            f"{path.name} was made by a newer version of Sandtable (tables of version {version}, "
            f"here {migrating.HEAD}); update Sandtable, then restore it"
        )


def _lines(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rb") as packed:
            for line in packed:
                yield msgspec.json.decode(line)
    except FileNotFoundError:
        raise BadBackup(f"there is no file {path}") from None
    except (OSError, EOFError, zlib.error, msgspec.DecodeError, RecursionError) as problem:
        raise BadBackup(f"{path.name} cannot be read as a backup: {problem}") from None


def _plain(table: SqlTable, row: Any) -> dict[str, Any]:
    values = {str(name): value for name, value in row._mapping.items()}
    for column in table.c:
        if isinstance(column.type, LargeBinary) and values[column.name] is not None:
            values[column.name] = base64.b64encode(bytes(values[column.name])).decode()
    return values


def _line(message: Any) -> bytes:
    return msgspec.json.encode(message) + b"\n"
