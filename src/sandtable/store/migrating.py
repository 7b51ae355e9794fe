"""Bring the tables of a database to the version this program knows, or back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import inspect, text

from sandtable.store.engine import Database
from sandtable.store.errors import WrongVersion

HEAD = "0010"
"""The newest revision; a test holds it to the newest module in ``migrations/versions``."""
VERSION_TABLE = "alembic_version"


def version_of(database: Database) -> str:
    """The revision of a database; empty for one without tables."""
    with database.reading() as connection:
        if not inspect(connection).has_table(VERSION_TABLE):
            return ""
        found = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return str(found or "")


def bring_up(database: Database) -> bool:
    """Bring a database up to date; true if anything had to be done. Alembic is loaded only then."""
    now = version_of(database)
    if now == HEAD:
        return False
    migrate(database, "head")
    return True


def migrate(database: Database, to: str) -> None:
    """Go to a revision (``head``, ``base``, a number), forwards or backwards, in one transaction."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    known = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    now = version_of(database)
    if now and now not in known:
        raise WrongVersion(f"the store is of version {now}, which this Sandtable does not know; update Sandtable")
    target = {"head": known[0], "base": ""}.get(to, to)
    with database.writing() as connection:
        _lock(connection, database.is_sqlite)
        config.attributes["connection"] = connection
        try:
            if target and (not now or known.index(target) <= known.index(now)):
                command.upgrade(config, target)
            else:
                command.downgrade(config, target or "base")
        except (CommandError, ValueError) as problem:
            raise WrongVersion(f"cannot go from {now or 'nothing'} to {to}: {problem}") from None


def _lock(connection: Any, is_sqlite: bool) -> None:
    """Let one process migrate at a time; SQLite's write transaction is lock enough."""
    if not is_sqlite:
        connection.execute(text("SELECT pg_advisory_xact_lock(5170021)"))
