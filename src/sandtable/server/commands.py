"""The commands of the server: serve, doctor, backup, restore. Everything heavy is imported when a command runs."""

from __future__ import annotations

import contextlib
import gc
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sandtable.server.config import Config
    from sandtable.server.shares import Share

PORT = 8765
LEVELS = ("debug", "info", "warning", "error")
GARBAGE = 20_000
"""Objects made before Python looks for circles among them; a step makes some hundreds, and hardly any circle."""
SWITCH = 0.0005
"""Seconds for which a thread that reckons may keep the one that sends and hears waiting; ten times less than usual."""
Data = Annotated[Path | None, typer.Option("--data", help="Data folder; else SANDTABLE_DATA or the usual place.")]
Database = Annotated[
    str | None, typer.Option("--database", help="Database URL; else SANDTABLE_DATABASE or SQLite in the data folder.")
]


def register(app: Any) -> None:
    """Add the commands to a command line."""
    for name, command in {"serve": serve, "doctor": doctor, "backup": backup, "restore": restore}.items():
        app.command(name)(command)


def database_of(data: Path | None, database: str | None) -> str:
    """The URL of the database that the options, the environment or the platform name."""
    import os

    from sandtable.store.folders import data_folder, database_url

    return database or os.environ.get("SANDTABLE_DATABASE") or database_url(data_folder(data))


def known_database(data: Path | None, database: str | None) -> str:
    """The same of a database that is there: whoever mistypes its folder backs up nothing, and should hear of it."""
    import os

    from sqlalchemy.exc import ArgumentError

    from sandtable.store.engine import sqlite_file
    from sandtable.store.errors import Unreachable
    from sandtable.store.folders import DATABASE, data_folder

    named = database or os.environ.get("SANDTABLE_DATABASE")
    try:
        file = sqlite_file(named) if named else data_folder(data) / DATABASE
    except ArgumentError:
        file = None  # which the store says in its own words
    if file is not None and not file.exists():
        raise Unreachable(f"there is no {file}; --data names the folder of the server")
    return database_of(data, database)


def _said(problem: Exception) -> str:
    """What went wrong, without the number that the system has for it."""
    is_named = isinstance(problem, OSError) and problem.strerror and problem.filename
    return f"{problem.filename}: {problem.strerror}" if is_named else str(problem)  # type: ignore[attr-defined]


def _fail(text: str) -> None:
    typer.echo(text, err=True)
    raise typer.Exit(1)


def serve(
    port: Annotated[
        int | None, typer.Option(help=f"Port; without it {PORT}, or a free one if that is taken.", min=0, max=65535)
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on; without --club only this machine's.")] = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the table in the browser.")] = True,
    data: Data = None,
    database: Database = None,
    club: Annotated[bool, typer.Option("--club", help="Accounts, invitations, several people.")] = False,
    share: Annotated[
        bool, typer.Option("--share", help="Others in the same network come in by a link, which is printed.")
    ] = False,
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
) -> None:
    """Open the table in the browser."""
    from sandtable.server import logs
    from sandtable.server.app import create_app
    from sandtable.server.config import BadSetting, read_config
    from sandtable.store import StoreError
    from sandtable.store.engine import sqlite_file
    from sandtable.store.holding import Hold

    if log_level not in LEVELS:
        _fail(f"--log-level is one of {', '.join(LEVELS)}, not {log_level}")
    logs.set_up(log_level)
    try:
        mode = "club" if club or share else None
        config = read_config(database_of(data, database), mode=mode, share=share or None)
        host = "0.0.0.0" if config.share and host == "127.0.0.1" else host
        _check_address(config, host)
        with contextlib.ExitStack() as undo:
            listener = undo.enter_context(_listen_anywhere(host) if port is None else _listen(host, port))
            app = create_app(config)
            hold = Hold(config.database)
            undo.pop_all()
    except (BadSetting, StoreError, OSError) as problem:
        _fail(_said(problem))
        return
    number = listener.getsockname()[1]
    address = f"http://{_shown('127.0.0.1' if config.share else host)}:{number}/"
    file = sqlite_file(config.database)
    kept = f"; games are kept in {file.parent}" if file is not None else ""
    typer.echo(f"Sandtable is at {config.url or address}  (Ctrl-C stops it{kept})")
    page = _invite(app.state.context.share, config, number, address) if config.share else ""
    sys.stdout.flush()
    if browser:
        _open_soon(address, page)
    app.state.context.askers.wake()
    with contextlib.closing(hold):
        _run(app, listener, config)


def _invite(share: Share | None, config: Config, port: int, address: str) -> str:
    """Print how others come in; gives the page by which the host does."""
    from sandtable.server.sharing import own_address, picture

    assert share is not None
    here = config.url.rstrip("/") or (f"http://{found}:{port}" if (found := own_address()) else "")
    typer.echo(f"Yours, on this machine alone: {address}host/{share.host}")
    if not here:
        typer.echo("This machine is in no network, so nobody else can come in.")
        return f"host/{share.host}"
    link = f"{here}/enter/{share.guest}"
    typer.echo(f"For others in your network: {link}")
    with contextlib.suppress(UnicodeEncodeError):  # a console without these characters shows the link alone
        typer.echo(picture(link))
    return f"host/{share.host}"


def _check_address(config: Config, host: str) -> None:
    from sandtable.server.visits import LOCAL_HOSTS

    if config.is_local and host not in LOCAL_HOSTS:
        raise OSError(
            f"without accounts the table is for this machine only, not for {host}; "
            "use --club for others, or --share in one network"
        )


def _listen_anywhere(host: str) -> socket.socket:
    """The usual port, or any that is free: whoever has two tables open did not ask for an error."""
    try:
        return _listen(host, PORT)
    except OSError:
        return _listen(host, 0)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    # Windows means another thing by "reuse": two servers on one port, each with some of the people.
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", socket.SO_REUSEADDR)
    listener.setsockopt(socket.SOL_SOCKET, alone, 1)
    try:
        listener.bind((host, port))
    except OSError as problem:
        listener.close()
        reason = problem.strerror or str(problem)
        raise OSError(f"cannot listen on {host}:{port}: {reason}. Choose another with --port") from None
    listener.listen(1024)
    return listener


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _run(app: Any, listener: socket.socket, config: Config) -> None:
    import uvicorn

    from sandtable.server.doors import Lines, protocol

    server = uvicorn.Server(
        uvicorn.Config(
            app,
            http=protocol(Lines(config)),
            log_config=None,
            access_log=False,
            ws="websockets-sansio",
            ws_max_size=128 * 1024,
            ws_ping_interval=20,
            ws_ping_timeout=30,
            timeout_graceful_shutdown=5,
            proxy_headers=not config.is_local,
            server_header=False,
        )
    )
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(GARBAGE, 20, 20)
    # What was loaded stays; a collector that looks at it again stops everybody for a tenth of a second.
    gc.collect()
    gc.freeze()
    with contextlib.suppress(KeyboardInterrupt):
        server.run(sockets=[listener])


def _open_soon(address: str, page: str = "") -> None:
    """Open the browser once the server answers, without keeping it waiting."""

    def wait_and_open() -> None:
        import urllib.request
        import webbrowser

        for _ in range(50):
            with contextlib.suppress(OSError), urllib.request.urlopen(f"{address}healthz", timeout=1):
                webbrowser.open(address + page)
                return
            time.sleep(0.1)

    threading.Thread(target=wait_and_open, daemon=True).start()


def doctor(data: Data = None, database: Database = None) -> None:
    """Check that everything the server needs is there and whole."""
    from sandtable.server.doctor import examine

    is_well = True
    for one in examine(database_of(data, database)):
        is_well = is_well and one.is_well
        typer.echo(f"{'ok  ' if one.is_well else 'FAIL'} {one.about}: {one.found}")
    if not is_well:
        raise typer.Exit(1)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    data: Data = None,
    database: Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace a file that is there.")] = False,
) -> None:
    """Write everything in the store to one file, while the server runs."""
    from sandtable.store import Store, StoreError
    from sandtable.store.backup import bent_games, write_backup

    if file.exists() and not force:
        _fail(f"{file} exists; choose another name, or say --force")
    if not file.parent.is_dir():
        _fail(f"{file} cannot be written: there is no folder {file.parent}; make it first")
    try:
        store = Store(known_database(data, database))
        counts = write_backup(store, file)
        bent = list(bent_games(store))
        store.close()
    except (StoreError, OSError) as problem:
        _fail(_said(problem))
        return
    typer.echo(f"{file}: {counts['game']} games, {counts['step']} steps, {counts['account']} accounts")
    for name, seq in bent:
        typer.echo(f"table {name}: step {seq} is not as it was written, and so it is in the backup", err=True)
    if bent:
        raise typer.Exit(1)


def restore(
    file: Annotated[Path, typer.Argument(help="The backup to read.")],
    data: Data = None,
    database: Database = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite a store that is not empty.")] = False,
) -> None:
    """Fill the store from a backup. Stop the server first."""
    from sandtable.store import Store, StoreError
    from sandtable.store.backup import restore_backup

    try:
        store = Store(database_of(data, database))
        counts = restore_backup(store, file, replace=replace)
        store.close()
    except (StoreError, OSError) as problem:
        _fail(_said(problem))
        return
    typer.echo(f"restored {counts['game']} games, {counts['step']} steps, {counts['account']} accounts")
