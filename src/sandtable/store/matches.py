"""Matches, their steps and their seats, in one transaction."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, bindparam, delete, func, insert, literal_column, or_, select, text, update

from sandtable.store import chain
from sandtable.store.errors import Conflict, Missing
from sandtable.store.quick import Statement
from sandtable.store.rows import COLUMNS, Head, InvitationRow, MatchRow, SeatRow, SnapshotRow, StepRow, fields_of, read
from sandtable.store.schema import account, chat, invitation, match, seat, snapshot, step

CHANNEL = "sandtable"
CHUNK = 500
"""Records that are looked through at once."""
LISTED = 200
"""Matches that a list shows at most."""

_PLAIN = [column for column in match.c if column.name not in ("header", "opening")]

# Statements that every step needs are put together once: that costs as much as running them.
_FIND = select(*_PLAIN).where(match.c.id == bindparam("match"))
_HEADER = select(match.c.header).where(match.c.id == bindparam("match"))
_HEAD = Statement(
    select(
        match.c.seq,
        match.c.revision,
        select(func.coalesce(func.max(chat.c.id), literal_column("0")))
        .where(chat.c.game_id == match.c.id)
        .scalar_subquery(),
    ).where(match.c.id == bindparam("match"))
)
_STEPS = (
    select(step.c.seq, step.c.line, step.c.at, step.c.chain)
    .where(
        (step.c.game_id == bindparam("match")) & (step.c.seq > bindparam("after")) & (step.c.seq <= bindparam("upto"))
    )
    .order_by(step.c.seq)
)
_ADD_STEP = Statement(insert(step).values({column.name: bindparam(column.name) for column in step.c}))
_LINK = select(step.c.chain).where(step.c.game_id == bindparam("match"), step.c.seq == bindparam("seq"))
_SEATS = Statement(
    select(*seat.c, func.coalesce(account.c.name, literal_column("''")))
    .select_from(seat.outerjoin(account, seat.c.account_id == account.c.id))
    .where(seat.c.game_id == bindparam("match"))
    .order_by(seat.c.place)
)
_NOTIFY = Statement(text("SELECT pg_notify(:channel, :payload)"))
_SAW = (
    update(seat)
    .where(seat.c.game_id == bindparam("match"), seat.c.account_id == bindparam("account"))
    .values(seen=bindparam("moment"))
)
_FIELDS_OF_COLUMNS = {column: name for name, column in COLUMNS.items()}
_NAMES = tuple(_FIELDS_OF_COLUMNS.get(column.name, column.name) for column in _PLAIN)
_SEAT_NAMES = (*(_FIELDS_OF_COLUMNS.get(column.name, column.name) for column in seat.c), "name")
NEWEST = 2**31 - 1


class Matches:
    """What can be asked and written about matches."""

    def __init__(self, connection: Connection, now: Callable[[], int]) -> None:
        self.connection, self.now = connection, now
        self.linked = ""
        """The link of the record that was added last."""
        self.row: MatchRow | None = None
        """The match as it is after that record, where the database tells it."""

    # -- matches ---------------------------------------------------------------------------------------------------

    def create(self, row: MatchRow, seats: Sequence[SeatRow]) -> None:
        """A new match with its seats."""
        self.connection.execute(insert(match).values(**_fields(row)))
        if seats:
            self.connection.execute(insert(seat), [_seat_values(one) for one in seats])

    def find(self, match_id: str) -> MatchRow:
        """One match; raises :class:`Missing`."""
        found = self.connection.execute(_FIND, {"match": match_id}).first()
        if found is None:
            raise Missing(f"there is no table {match_id}")
        row: MatchRow = read(MatchRow, found)
        return row

    def head(self, match_id: str) -> Head | None:
        """How far a match is; ``None`` when there is no such match."""
        found = _HEAD.run(self.connection, match=match_id).fetchone()
        return None if found is None else Head(*found)

    def of_account(self, account_id: int) -> list[MatchRow]:
        """The matches someone owns or sits at, the last changed first."""
        mine = select(seat.c.game_id).where(seat.c.account_id == account_id)
        return self._list(or_(match.c.owner_id == account_id, match.c.id.in_(mine)))

    def with_status(self, status: str) -> list[MatchRow]:
        """All matches of a status, the last changed first."""
        return self._list(match.c.status == status)

    def ids(self, status: str) -> list[str]:
        """The names of all matches of a status, however many."""
        return list(
            self.connection.execute(select(match.c.id).where(match.c.status == status).order_by(match.c.id)).scalars()
        )

    def after(self, match_id: str) -> list[str]:
        """The games that follow one in a campaign, the oldest first."""
        query = select(match.c.id).where(match.c.follows == match_id).order_by(match.c.created, match.c.id)
        return list(self.connection.execute(query).scalars())

    def owned(self, account_id: int, *, over: bool = False) -> int:
        """How many matches someone owns; those that are ``over`` only count where that is said."""
        mine = match.c.owner_id == account_id
        query = select(func.count()).select_from(match).where(mine if over else mine & (match.c.status != "over"))
        return int(self.connection.execute(query).scalar_one())

    def _list(self, condition: Any) -> list[MatchRow]:
        query = select(*_PLAIN).where(condition).order_by(match.c.changed.desc(), match.c.id).limit(LISTED)
        return [read(MatchRow, row) for row in self.connection.execute(query)]

    def change(self, match_id: str, **fields: Any) -> None:
        """Give fields of a match new values; its revision grows, and other processes hear of it."""
        values = {**fields, "revision": match.c.revision + 1}
        done = self.connection.execute(update(match).where(match.c.id == match_id).values(**values))
        if done.rowcount != 1:
            raise Missing(f"there is no table {match_id}")
        self.tell(match_id)

    def change_if(self, match_id: str, revision: int, **fields: Any) -> None:
        """As ``change``, but only if nobody changed the match since it was read."""
        values = {**fields, "revision": revision + 1}
        condition = (match.c.id == match_id) & (match.c.revision == revision)
        if self.connection.execute(update(match).where(condition).values(**values)).rowcount != 1:
            raise Conflict("the table was changed by someone else")
        self.tell(match_id)

    def remove(self, match_id: str) -> None:
        """Delete a match with everything that belongs to it."""
        if self.connection.execute(delete(match).where(match.c.id == match_id)).rowcount != 1:
            raise Missing(f"there is no table {match_id}")
        self.tell(match_id)

    def tell(self, match_id: str, seq: int | None = None) -> None:
        """Wake the other processes when this transaction is committed; only PostgreSQL has any."""
        if self.connection.dialect.name == "postgresql":
            payload = f"{match_id}:{'' if seq is None else seq}"
            _NOTIFY.run(self.connection, channel=CHANNEL, payload=payload)

    # -- records ---------------------------------------------------------------------------------------------------

    def begin(self, match_id: str, revision: int, header: bytes, opening: bytes, **fields: Any) -> None:
        """Store what a match begins with; it can begin only once."""
        self.change_if(match_id, revision, header=header, opening=opening, **fields)

    def beginning(self, match_id: str) -> tuple[bytes, bytes]:
        """The header and the opening; raises :class:`Missing` for a match that has not begun."""
        found = self.connection.execute(select(match.c.header, match.c.opening).where(match.c.id == match_id)).first()
        if found is None or found.header is None:
            raise Missing(f"table {match_id} has not begun")
        return bytes(found.header), bytes(found.opening)

    def header(self, match_id: str) -> bytes | None:
        """The header of a match; ``None`` when it has not begun."""
        found = self.connection.execute(_HEADER, {"match": match_id}).scalar()
        return None if found is None else bytes(found)

    def append(
        self,
        match_id: str,
        seq: int,
        lines: Sequence[bytes],
        request: str | None = None,
        at: int | None = None,
        link: str | None = None,
        **fields: Any,
    ) -> int:
        """Add the records that follow number ``seq``; a :class:`Conflict` if that is not the newest any more.

        ``request`` belongs to the first of them, ``link`` is the link of record ``seq`` where it is known. Returns the
        number of the last; its own link is ``linked`` then.
        """
        at = self.now() if at is None else at
        last = seq + len(lines)
        # The row of the match is the lock: whoever updates it first appends, the other finds another number.
        values = {f"new_{name}": value for name, value in (*fields.items(), ("seq", last), ("changed", at))}
        is_told = self.connection.dialect.name == "postgresql"
        moved = _advance((*fields, "seq", "changed"), is_told=is_told).run(
            self.connection, match=match_id, old=seq, **values
        )
        if moved.rowcount != 1:
            raise Conflict(f"table {match_id} is not at step {seq} any more")
        if is_told:
            self.row = MatchRow(**dict(zip(_NAMES, moved.fetchone(), strict=True)))
        linked = link or self.link_before(match_id, seq)
        for n, line in enumerate(lines, start=1):
            linked = chain.link(linked, line)
            asked = request if n == 1 else None
            _ADD_STEP.run(self.connection, game_id=match_id, seq=seq + n, line=line, at=at, request=asked, chain=linked)
        self.linked = linked
        self.tell(match_id, last)
        return last

    def link_before(self, match_id: str, seq: int) -> str:
        """The link that the record after number ``seq`` follows."""
        if seq == 0:
            return chain.start(*self.beginning(match_id))
        return str(self.connection.execute(_LINK, {"match": match_id, "seq": seq}).scalar_one())

    def first_bent(self, match_id: str) -> int | None:
        """The number of the first record that is not as it was written; ``None`` where all are."""
        after, linked = 0, self.link_before(match_id, 0)
        while rows := self.steps(match_id, after, after + CHUNK):
            if (bent := chain.first_bent(linked, rows)) is not None:
                return bent
            after, linked = rows[-1].seq, rows[-1].chain
        newest = self.connection.execute(select(match.c.seq).where(match.c.id == match_id)).scalar_one()
        return None if after == newest else after + 1

    def steps(self, match_id: str, after: int = 0, upto: int | None = None) -> list[StepRow]:
        """The records after a number, in order."""
        bounds = {"match": match_id, "after": after, "upto": NEWEST if upto is None else upto}
        rows = self.connection.execute(_STEPS, bounds)
        return [StepRow(seq, bytes(line), at, linked) for seq, line, at, linked in rows]

    def steps_back(self, match_id: str, before: int, limit: int) -> list[StepRow]:
        """The records before a number, the newest first."""
        query = select(step.c.seq, step.c.line, step.c.at).where((step.c.game_id == match_id) & (step.c.seq < before))
        rows = self.connection.execute(query.order_by(step.c.seq.desc()).limit(limit))
        return [StepRow(seq, bytes(line), at) for seq, line, at in rows]

    def seq_at(self, match_id: str, moment: int) -> tuple[int, int | None]:
        """The number and time of the newest record that was written up to a moment; 0 when there is none."""
        written = (step.c.game_id == match_id) & (step.c.at <= moment)
        query = select(step.c.seq, step.c.at).where(written).order_by(step.c.seq.desc()).limit(1)
        found = self.connection.execute(query).first()
        return (0, None) if found is None else (found.seq, found.at)

    def asked_for(self, match_id: str, request: str) -> int | None:
        """The number of the record that this very request has already made."""
        query = select(step.c.seq).where((step.c.game_id == match_id) & (step.c.request == request))
        return self.connection.execute(query).scalar()

    # -- snapshots -------------------------------------------------------------------------------------------------

    def keep_snapshot(self, match_id: str, seq: int, drawn: int, state: bytes) -> None:
        """Keep a position; it is a cache, and one for each number is enough."""
        known = self.connection.execute(
            select(snapshot.c.seq).where((snapshot.c.game_id == match_id) & (snapshot.c.seq == seq))
        ).first()
        if known is None:
            packed = zlib.compress(state, 6)
            self.connection.execute(insert(snapshot).values(game_id=match_id, seq=seq, drawn=drawn, state=packed))

    def snapshots(self, match_id: str, upto: int | None = None, limit: int = 3) -> list[SnapshotRow]:
        """The newest kept positions, the newest first; ones that cannot be unpacked are left out."""
        query = select(snapshot).where(snapshot.c.game_id == match_id).order_by(snapshot.c.seq.desc()).limit(limit)
        if upto is not None:
            query = query.where(snapshot.c.seq <= upto)
        found = []
        for row in self.connection.execute(query):
            try:
                found.append(SnapshotRow(row.seq, row.drawn, zlib.decompress(bytes(row.state))))
            except zlib.error:
                continue
        return found

    def drop_snapshots(self, match_id: str, after: int = 0) -> None:
        """Forget kept positions after a number."""
        self.connection.execute(delete(snapshot).where((snapshot.c.game_id == match_id) & (snapshot.c.seq > after)))

    # -- seats -----------------------------------------------------------------------------------------------------

    def seats(self, match_id: str) -> list[SeatRow]:
        """The seats of a match, in order."""
        rows = _SEATS.run(self.connection, match=match_id).fetchall()
        return [_seat(row) for row in rows]

    def seats_of(self, match_ids: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of several matches, in order."""
        query = (
            select(seat, func.coalesce(account.c.name, "").label("name"))
            .select_from(seat.outerjoin(account, seat.c.account_id == account.c.id))
            .where(seat.c.game_id.in_(match_ids))
            .order_by(seat.c.game_id, seat.c.place)
        )
        found: dict[str, list[SeatRow]] = {}
        for row in self.connection.execute(query):
            found.setdefault(row.game_id, []).append(read(SeatRow, row))
        return found

    def change_seat(self, match_id: str, name: str, **fields: Any) -> None:
        """Give fields of a seat new values; say ``change`` as well where people should see it."""
        condition = (seat.c.game_id == match_id) & (seat.c.seat == name)
        if self.connection.execute(update(seat).where(condition).values(**fields)).rowcount != 1:
            raise Missing(f"table {match_id} has no seat {name}")

    def saw(self, moment: int, *who: tuple[str, int]) -> None:
        """Remember when people (table and account) were last there; 0 when gone."""
        rows = [{"match": match_id, "account": account_id, "moment": moment} for match_id, account_id in who]
        if rows:
            self.connection.execute(_SAW, rows)

    def unseen(self, since: int) -> list[tuple[str, int, str, SeatRow]]:
        """The seats of running matches whose people were there but not since a moment, and how each match stands."""
        query = (
            select(seat, match.c.seq.label("_seq"), match.c.asked.label("_asked"))
            .join(match, seat.c.game_id == match.c.id)
            .where(match.c.status == "playing", seat.c.seen > 0, seat.c.seen < since)
            .order_by(seat.c.game_id, seat.c.place)
        )
        found = []
        for row in self.connection.execute(query):
            fields = fields_of(row)
            seq, asked = fields.pop("_seq"), fields.pop("_asked")
            found.append((row.game_id, seq, asked, SeatRow(**{**fields, "seen": 0})))
        return found

    # -- invitations -----------------------------------------------------------------------------------------------

    def invite(self, match_id: str, name: str, account_id: int, expires: int) -> int:
        """A new invitation; gives its number."""
        values = {"game_id": match_id, "seat": name, "account_id": account_id, "expires": expires, "used": False}
        key = self.connection.execute(insert(invitation).values(**values)).inserted_primary_key
        assert key is not None
        return int(key[0])

    def invitations(self, match_id: str) -> int:
        """How many invitations to a match can still be used; the others are forgotten."""
        here = invitation.c.game_id == match_id
        void = invitation.c.used.is_(True) | (invitation.c.expires <= self.now())
        self.connection.execute(delete(invitation).where(here & void))
        return int(self.connection.execute(select(func.count()).select_from(invitation).where(here)).scalar_one())

    def invitation(self, number: int) -> InvitationRow | None:
        """An invitation that can still be used."""
        condition = (invitation.c.id == number) & invitation.c.used.is_(False) & (invitation.c.expires > self.now())
        found = self.connection.execute(select(invitation).where(condition)).first()
        return None if found is None else read(InvitationRow, found)

    def use_invitation(self, number: int) -> None:
        """Mark an invitation as used; a :class:`Conflict` if somebody else has used it."""
        condition = (invitation.c.id == number) & invitation.c.used.is_(False)
        if self.connection.execute(update(invitation).where(condition).values(used=True)).rowcount != 1:
            raise Conflict("this invitation has been used or taken back")


@cache
def _advance(names: tuple[str, ...], *, is_told: bool) -> Statement:
    """The statement that moves a match on, with new values for these fields; told what it is then, if wanted."""
    here = (match.c.id == bindparam("match")) & (match.c.seq == bindparam("old"))
    moved = update(match).where(here).values({name: bindparam(f"new_{name}") for name in names})
    return Statement(moved.returning(*_PLAIN) if is_told else moved)


def _seat(row: Sequence[Any]) -> SeatRow:
    """A seat as the driver tells it; SQLite has numbers for yes and no."""
    fields = dict(zip(_SEAT_NAMES, row, strict=True))
    return SeatRow(**{**fields, "reserved": bool(fields["reserved"]), "resigned": bool(fields["resigned"])})


def _fields(row: MatchRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in MatchRow.__struct_fields__}


def _seat_values(row: SeatRow) -> dict[str, Any]:
    names = [name for name in SeatRow.__struct_fields__ if name != "name"]
    return {COLUMNS.get(name, name): getattr(row, name) for name in names}
