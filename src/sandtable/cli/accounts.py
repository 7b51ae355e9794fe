"""What whoever runs a club does about accounts: list them, hand out a link to a new password, close and open them."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sandtable.server.commands import Data, Database, known_database

if TYPE_CHECKING:
    from sandtable.store import Transaction
    from sandtable.store.rows import AccountRow

Name = Annotated[str, typer.Argument(help="The name of the account.")]


def register(app: Any) -> None:
    """Add ``account`` with its commands to a command line."""
    group = typer.Typer(help="Accounts of a club: list, reset-link, disable, enable.", no_args_is_help=True)
    for name, command in COMMANDS.items():
        group.command(name)(command)
    app.add_typer(group, name="account")


@contextlib.contextmanager
def _writing(data: Any, database: Any) -> Iterator[Transaction]:
    """The store, opened for one command; what is wrong with it is told in a sentence."""
    from sandtable.store import Store, StoreError

    try:
        store = Store(known_database(data, database))
        try:
            with store.writing() as transaction:
                yield transaction
        finally:
            store.close()
    except (StoreError, OSError) as problem:
        typer.echo(str(problem), err=True)
        raise typer.Exit(1) from None


def _found(transaction: Transaction, name: str) -> AccountRow:
    row = transaction.people.named(name)
    if row is None:
        typer.echo(f"there is no account {name!r}; `sandtable account list` shows those there are", err=True)
        raise typer.Exit(2)
    return row


def list_(data: Data = None, database: Database = None) -> None:
    """List the accounts: number, name, since when, sessions, and whether it is closed."""
    from datetime import UTC, datetime

    with _writing(data, database) as transaction:
        for row in transaction.people.all():
            since = datetime.fromtimestamp(row.created / 1000, UTC).date().isoformat()
            sessions = len(transaction.people.sessions(row.id))
            typer.echo(f"{row.id:>6}  {row.name:<40}  {since}  {sessions:>3}{'  disabled' if row.disabled else ''}")


def reset_link(name: Name, data: Data = None, database: Database = None) -> None:
    """Print a link to a new password, good once and for an hour, for you to hand over."""
    from sandtable.server.resets import link_to

    with _writing(data, database) as transaction:
        row = _found(transaction, name)
        if row.disabled:
            typer.echo(f"{row.name} is disabled; enable the account first", err=True)
            raise typer.Exit(1)
        token = transaction.people.offer_reset(row.id)
    typer.echo(link_to(os.environ.get("SANDTABLE_URL", ""), token))


def disable(name: Name, data: Data = None, database: Database = None) -> None:
    """Close an account: nobody can log in to it, and its sessions end. What it played stays."""
    with _writing(data, database) as transaction:
        row = _found(transaction, name)
        transaction.people.disable(row.id)
    typer.echo(f"{row.name} is disabled")


def enable(name: Name, data: Data = None, database: Database = None) -> None:
    """Open an account again."""
    with _writing(data, database) as transaction:
        row = _found(transaction, name)
        transaction.people.change(row.id, disabled=False)
    typer.echo(f"{row.name} is enabled")


COMMANDS: dict[str, Callable[..., None]] = {
    "list": list_,
    "reset-link": reset_link,
    "disable": disable,
    "enable": enable,
}
