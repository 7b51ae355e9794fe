"""Statements that every step needs, given to the driver as they are: the way through SQLAlchemy costs more than that.

They are still written with it, once for each kind of database, and what goes wrong is told in its words.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import ClauseElement


def in_our_words(connection: Connection, text: str, problem: Exception) -> BaseException:
    """What went wrong in the driver, as SQLAlchemy would tell it."""
    kind: Any = connection.dialect.loaded_dbapi.Error
    return DBAPIError.instance(text, None, problem, kind, hide_parameters=True, dialect=connection.dialect)


class Statement:
    """One statement; its values are named."""

    def __init__(self, built: ClauseElement) -> None:
        self._built = built
        self._written: dict[str, tuple[str, tuple[str, ...] | None]] = {}

    def run(self, connection: Connection, **values: Any) -> Any:
        """Run it; gives the cursor of the driver."""
        dialect = connection.dialect
        text, order = self._written.get(dialect.name) or self._write(dialect)
        raw: Any = connection.connection.dbapi_connection
        try:
            return raw.execute(text, values if order is None else tuple(values[name] for name in order))
        except dialect.loaded_dbapi.Error as problem:
            raise in_our_words(connection, text, problem) from problem

    def _write(self, dialect: Dialect) -> tuple[str, tuple[str, ...] | None]:
        compiled: Any = self._built.compile(dialect=dialect)
        order = tuple(compiled.positiontup) if compiled.positional else None
        self._written[dialect.name] = (str(compiled), order)
        return self._written[dialect.name]
