"""The tables that are in memory: one lock each, the least used let go first."""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from sandtable.kernel import Outcome, View, codec, records
from sandtable.kernel.records import AnyRecord, Played, Undone
from sandtable.server import problems
from sandtable.server.metrics import Metrics
from sandtable.server.shapes.play import LogLine
from sandtable.server.shapes.tables import Proposal, Settings
from sandtable.store import Missing, Store, Transaction
from sandtable.store.loading import HotMatch, load_match
from sandtable.store.rows import MatchRow, SeatRow

COLD = 900.0
"""Seconds after which a table that nobody uses is let go of."""
VIEWS = 32
"""Views of the present position that are remembered."""


class News(msgspec.Struct, frozen=True):
    """What happened between two positions, whoever may read it."""

    by: tuple[str, ...]
    back: bool
    lines: tuple[LogLine, ...]


class Table:
    """A table in memory. Hold its lock while you use it."""

    def __init__(self, table_id: str) -> None:
        self.id = table_id
        self.lock = threading.RLock()
        self.used = 0.0
        """When it was last used, by the clock of the tables."""
        self.is_loaded = False
        self.row: MatchRow
        self.seats: list[SeatRow] = []
        self.settings = Settings()
        self.outcome: Outcome | None = None
        self._match: HotMatch[Any] | None = None
        self._views: dict[str, View[Any]] = {}
        self._news: tuple[int, int, News] | None = None
        self.link: tuple[int, str] | None = None
        """The newest record that this process has seen on disk, and its link in the chain."""

    # -- loading ---------------------------------------------------------------------------------------------------

    def read(self, transaction: Transaction, row: MatchRow | None = None) -> None:
        """Read who sits here and how it stands, where that is not known; the match only if it has moved."""
        self.row = row or transaction.matches.find(self.id)
        self.seats = transaction.matches.seats(self.id)
        self.settings = codec.decode(self.row.settings, Settings)
        self.outcome = codec.decode(self.row.outcome, Outcome) if self.row.outcome else None
        if self.row.status == "open":
            self._match = None
        elif self._match is None or self._match.seq != self.row.seq:
            self.take(load_match(transaction, self.id))
        self.is_loaded = True

    def step_on(self, clocks: Mapping[str, int], **fields: Any) -> None:
        """A step was written with these fields and clocks: know them without reading them again."""
        self.row = msgspec.structs.replace(self.row, **fields)
        self.outcome = codec.decode(self.row.outcome, Outcome) if self.row.outcome else None
        self.seats = [
            msgspec.structs.replace(one, clock=clocks[one.seat]) if one.seat in clocks else one for one in self.seats
        ]

    def take(self, match: HotMatch[Any]) -> None:
        """Go on with this match."""
        self._match = match
        self._views.clear()

    def moved(self, since: int, new: Sequence[AnyRecord], at: int) -> None:
        """The match has a new position: these records were written after number ``since`` at a moment."""
        self._views.clear()
        numbered = [(since + n, at, record) for n, record in enumerate(new, start=1)]
        self._news = (since, since + len(numbered), _news(numbered))

    def drop(self) -> None:
        """Forget everything: what is in memory may not be what is on disk."""
        self.is_loaded = False
        self._match = None
        self._views.clear()

    # -- reading ---------------------------------------------------------------------------------------------------

    @property
    def match(self) -> HotMatch[Any]:
        """The match; raises where the table has not begun."""
        if self._match is None:
            raise problems.conflict("table_not_begun")
        return self._match

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by the people."""
        return self.row.status == "over"

    @property
    def asked(self) -> tuple[str, ...]:
        """The seats that are asked now."""
        return (
            ()
            if self.is_over or self._match is None
            else tuple(p.seat for p in self._match.game.prompts(self._match.state))
        )

    @property
    def proposal(self) -> Proposal | None:
        """What is proposed, if anything."""
        return codec.decode(self.row.proposal, Proposal) if self.row.proposal else None

    def seat(self, name: str) -> SeatRow:
        """A seat by its name."""
        for one in self.seats:
            if one.seat == name:
                return one
        raise problems.not_found("no_such_seat", name=name)

    def seats_of(self, account_id: int) -> tuple[str, ...]:
        """The seats on which someone sits."""
        return tuple(one.seat for one in self.seats if one.account_id == account_id and not one.reserved)

    def has_member(self, account_id: int) -> bool:
        """Whether someone owns the table or has a seat there."""
        return self.row.owner_id == account_id or any(one.account_id == account_id for one in self.seats)

    def view(self, seat: str) -> View[Any]:
        """What a seat may know now."""
        if seat not in self._views:
            if len(self._views) >= VIEWS:
                self._views.clear()
            self._views[seat] = self.match.view(seat)
        return self._views[seat]

    def link_of(self, seq: int) -> str | None:
        """The link of a record in the chain, if it is known."""
        return self.link[1] if self.link is not None and self.link[0] == seq else None

    def news(self, transaction: Transaction, since: int, upto: int) -> News:
        """What happened after position ``since`` up to position ``upto``."""
        if self._news is None or self._news[:2] != (since, upto):
            steps = transaction.matches.steps(self.id, since, upto)
            self._news = (since, upto, _news([(row.seq, row.at, records.read(row.line)) for row in steps]))
        return self._news[2]


def _news(found: Sequence[tuple[int, int, AnyRecord]]) -> News:
    """What records say, each given with its number and time."""
    by: dict[str, None] = {}
    lines: list[LogLine] = []
    back = False
    for seq, at, record in found:
        if isinstance(record, Played):
            by[record.seat] = None
            lines += [LogLine(seq=seq, at=at, entry=entry) for entry in record.entries]
        elif isinstance(record, Undone):
            by[record.seat] = None
            back = True
    return News(tuple(by), back, () if back else tuple(lines))


class Tables:
    """The tables of this process."""

    def __init__(self, store: Store, most: int, metrics: Metrics, now: Callable[[], float] = time.monotonic) -> None:
        self._store, self._most, self._metrics, self._now = store, most, metrics, now
        self._hot: OrderedDict[str, Table] = OrderedDict()
        self._lock = threading.Lock()

    @contextlib.contextmanager
    def at(self, table_id: str) -> Iterator[Table]:
        """A table, up to date and locked."""
        table = self._find(table_id)
        with table.lock:
            try:
                if not table.is_loaded:
                    with self._store.reading() as transaction:
                        table.read(transaction)
            except Missing:
                self.forget(table_id)
                raise problems.not_found("no_table", table=table_id) from None
            yield table

    def _find(self, table_id: str) -> Table:
        with self._lock:
            table = self._hot.get(table_id)
            if table is None:
                self._make_room()
                table = self._hot[table_id] = Table(table_id)
            self._hot.move_to_end(table_id)
            table.used = self._now()
            self._metrics.tables.set(len(self._hot))
            return table

    def _make_room(self) -> None:
        """Let go of the tables that were not used for longest and that nobody uses this moment."""
        for table_id in list(self._hot):
            if len(self._hot) < self._most:
                return
            self._let_go(table_id)

    def _let_go(self, table_id: str) -> None:
        table = self._hot[table_id]
        if table.lock.acquire(blocking=False):
            del self._hot[table_id]
            table.lock.release()

    def cool(self) -> None:
        """Let go of the tables that were not used for a while; they are read again when somebody comes."""
        with self._lock:
            for table_id, table in list(self._hot.items()):
                if self._now() - table.used < COLD:
                    break  # they stand in the order of their use
                self._let_go(table_id)
            self._metrics.tables.set(len(self._hot))

    def heard(self, table_id: str, seq: int | None) -> None:
        """Another process changed a table (or, without a name, any of them): read it again when it is next used."""
        with self._lock:
            tables = (
                list(self._hot.values()) if not table_id else [self._hot[table_id]] if table_id in self._hot else []
            )
        for table in tables:
            # What this process wrote itself comes back, too; a table that is already there need not be read again.
            if seq is None or not table.is_loaded or table.row.seq < seq:
                table.is_loaded = False

    def forget(self, table_id: str) -> None:
        """Let go of a table."""
        with self._lock:
            self._hot.pop(table_id, None)

    def __len__(self) -> int:
        return len(self._hot)
