"""What can be checked before people sit down: settings, games, bots, client, store, disk, running tables, jobs."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator

from msgspec import Struct

from sandtable import __version__, registry
from sandtable.bots import known_bots, make
from sandtable.server.config import BadSetting, read_config
from sandtable.server.static import BUNDLE
from sandtable.store import Store, StoreError
from sandtable.store.backup import bent_games
from sandtable.store.engine import file_of
from sandtable.store.loading import load_match
from sandtable.store.migrating import HEAD

LOW = 200
"""Megabytes on the disk of the data below which a club runs into trouble soon."""


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    about: str
    is_well: bool
    found: str


def examine(url: str) -> Iterator[Finding]:
    """Look at everything, one after the other."""
    yield Finding("version", True, f"Sandtable {__version__}, Python {sys.version.split()[0]}")
    yield _settings(url)
    yield from _games()
    is_built = (BUNDLE / "index.html").is_file()
    yield Finding("client", is_built, "built" if is_built else "not built; `./dev serve` builds it")
    try:
        store = Store(url)
    except StoreError as problem:
        yield Finding("store", False, str(problem))
        return
    yield from _store(store)
    yield from _tables(store)
    with store.reading() as transaction:
        late = transaction.jobs.lag() // 1000
        failing = [job for job in transaction.jobs.all() if job.trouble]
    yield Finding("jobs", not failing, f"{len(failing)} failing, the oldest {late} s late")
    store.close()


def _games() -> Iterator[Finding]:
    try:
        found = registry.games()
    except registry.BadModule as problem:
        yield Finding("games", False, str(problem))
        return
    for one in found:
        if not one.is_playable:
            continue
        try:
            scenarios = registry.game(one.id).scenarios()
        except Exception as problem:  # noqa: BLE001 - a game that breaks while loading is what we look for
            yield Finding(one.id, False, f"{type(problem).__name__}: {problem}")
            continue
        yield Finding(one.id, bool(scenarios), f"{len(scenarios)} scenarios, rules {one.rules.version}")
        yield _bots(one.id)


def _settings(url: str) -> Finding:
    try:
        config = read_config(url)
    except BadSetting as problem:
        return Finding("settings", False, str(problem))
    if config.mail is not None and not config.url:
        return Finding("settings", False, "mails are sent, but SANDTABLE_URL is not set: their links lead nowhere")
    mail = "no mail" if config.mail is None else f"mail by {config.mail.host}:{config.mail.port}"
    open_wire = "" if config.is_local or config.is_secure else " (not HTTPS: passwords can be read on the way)"
    return Finding("settings", True, f"{config.mode}, {config.url or 'no public address'}{open_wire}, {mail}")


def _bots(game_id: str) -> Finding:
    """Wake every bot of a game once."""
    about = f"{game_id} bots"
    try:
        names = list(known_bots(game_id))
        for name in names:
            make(name, b"doctor", game_id)
    except Exception as problem:  # noqa: BLE001 - a bot that breaks is what we look for
        return Finding(about, False, f"{type(problem).__name__}: {problem}")
    return Finding(about, True, ", ".join(names))


def _store(store: Store) -> Iterator[Finding]:
    """What the database says about itself, and whether its disk has room."""
    yield Finding("store", True, f"{store.database.name}, tables of version {HEAD}")
    file = file_of(store.database)
    if file is None:
        return
    said = store.database.damage()
    yield Finding("file", not said, said or f"{file.stat().st_size // 2**20} MB, whole")
    free = shutil.disk_usage(file.parent).free // 2**20
    yield Finding("disk", free >= LOW, f"{free} MB free{'' if free >= LOW else '; make room'}")


def _tables(store: Store) -> Iterator[Finding]:
    """Fold every game that is being played."""
    with store.reading() as transaction:
        running = transaction.matches.ids("playing")
    bad = 0
    for table_id in running:
        try:
            with store.reading() as transaction:
                load_match(transaction, table_id)
        except Exception as problem:  # noqa: BLE001 - whatever is wrong with it, name the table
            bad += 1
            yield Finding(f"table {table_id}", False, f"{type(problem).__name__}: {problem}")
    yield Finding("tables", bad == 0, f"{len(running)} games are being played, {bad} cannot be opened")
    bent = list(bent_games(store))
    yield from (Finding(f"table {name}", False, f"step {seq} is not as it was written") for name, seq in bent)
    yield Finding("records", not bent, f"{len(bent)} games have records that were changed after they were written")
