"""What can be checked before people sit down: the database, the games, every stored table, the bots, the client."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from msgspec import Struct

from sandtable import __version__, registry
from sandtable.server.static import BUNDLE
from sandtable.store import Store, StoreError
from sandtable.store.matches import load_match
from sandtable.store.migrating import HEAD


class Finding(Struct, frozen=True):
    """One thing that was looked at."""

    about: str
    is_well: bool
    found: str


def examine(url: str) -> Iterator[Finding]:
    """Look at everything, one after the other."""
    yield Finding("version", True, f"Sandtable {__version__}, Python {sys.version.split()[0]}")
    yield from _games()
    is_built = (BUNDLE / "index.html").is_file()
    yield Finding("client", is_built, "built" if is_built else "not built; `./dev serve` builds it")
    try:
        store = Store(url)
    except StoreError as problem:
        yield Finding("store", False, str(problem))
        return
    yield Finding("store", True, f"{store.database.name}, tables of version {HEAD}")
    yield from _tables(store)
    with store.reading() as books:
        late = books.jobs.lag() // 1000
        failing = [job for job in books.jobs.all() if job.trouble]
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


def _tables(store: Store) -> Iterator[Finding]:
    """Fold every game that is being played."""
    with store.reading() as books:
        rows = books.games.with_status("playing")
    bad = 0
    for row in rows:
        try:
            with store.reading() as books:
                load_match(books, row.id)
        except Exception as problem:  # noqa: BLE001 - whatever is wrong with it, name the table
            bad += 1
            yield Finding(f"table {row.id}", False, f"{type(problem).__name__}: {problem}")
    yield Finding("tables", bad == 0, f"{len(rows)} games are being played, {bad} cannot be opened")
