"""Tournaments, who plays in them and against whom, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from sandtable.store.errors import Conflict, Missing
from sandtable.store.rows import EntrantRow, PairingRow, TournamentRow, read
from sandtable.store.schema import account, entrant, pairing, tournament

LISTED = 100
"""Tournaments that a list shows at most."""


class Tournaments:
    """What can be asked and written about tournaments."""

    def __init__(self, connection: Connection, now: Callable[[], int]) -> None:
        self.connection, self.now = connection, now

    def create(self, row: TournamentRow) -> None:
        """A new tournament."""
        self.connection.execute(insert(tournament).values(**_values(row)))

    def find(self, tournament_id: str) -> TournamentRow:
        """One tournament; raises :class:`Missing`."""
        found = self.connection.execute(select(tournament).where(tournament.c.id == tournament_id)).first()
        if found is None:
            raise Missing(f"there is no tournament {tournament_id}")
        row: TournamentRow = read(TournamentRow, found)
        return row

    def listed(self) -> list[TournamentRow]:
        """Tournaments, the newest first."""
        query = select(tournament).order_by(tournament.c.created.desc(), tournament.c.id).limit(LISTED)
        return [read(TournamentRow, row) for row in self.connection.execute(query)]

    def living(self, owner_id: int) -> int:
        """How many tournaments that are not over somebody organises."""
        mine = (tournament.c.owner_id == owner_id) & tournament.c.status.in_(("open", "running"))
        return int(self.connection.execute(select(func.count()).select_from(tournament).where(mine)).scalar_one())

    def change_if(self, row: TournamentRow, **fields: Any) -> None:
        """Give fields new values, but only if nobody changed the tournament since it was read."""
        condition = (tournament.c.id == row.id) & (tournament.c.revision == row.revision)
        values = {**fields, "revision": row.revision + 1}
        if self.connection.execute(update(tournament).where(condition).values(**values)).rowcount != 1:
            raise Conflict("the tournament was changed by someone else")

    # -- people ----------------------------------------------------------------------------------------------------

    def entrants(self, tournament_id: str) -> list[EntrantRow]:
        """Who plays, in the order of their seeds, then as they came."""
        query = (
            select(entrant, account.c.name, account.c.disabled)
            .join(account, entrant.c.account_id == account.c.id)
            .where(entrant.c.tournament_id == tournament_id)
            .order_by(entrant.c.seed, entrant.c.joined, entrant.c.account_id)
        )
        return [read(EntrantRow, row) for row in self.connection.execute(query)]

    def counts(self, ids: Iterable[str]) -> dict[str, int]:
        """How many play in each of these tournaments."""
        query = (
            select(entrant.c.tournament_id, func.count())
            .where(entrant.c.tournament_id.in_(list(ids)))
            .group_by(entrant.c.tournament_id)
        )
        return {name: int(count) for name, count in self.connection.execute(query)}

    def enter(self, tournament_id: str, account_id: int) -> None:
        """Somebody wants to play."""
        values = {"tournament_id": tournament_id, "account_id": account_id}
        self.connection.execute(insert(entrant).values(**values, joined=self.now(), seed=0, is_out=False))

    def leave(self, tournament_id: str, account_id: int) -> None:
        """Somebody does not want to play after all."""
        self.connection.execute(delete(entrant).where(_of(tournament_id, account_id)))

    def change_entrant(self, tournament_id: str, account_id: int, **fields: Any) -> None:
        """Give fields of an entrant new values."""
        self.connection.execute(update(entrant).where(_of(tournament_id, account_id)).values(**fields))

    # -- rounds ----------------------------------------------------------------------------------------------------

    def pair(self, rows: Iterable[PairingRow]) -> None:
        """The pairings of a round."""
        values = [_values(row) for row in rows]
        if values:
            self.connection.execute(insert(pairing), values)

    def pairings(self, tournament_id: str) -> list[PairingRow]:
        """All pairings, round by round."""
        query = (
            select(pairing).where(pairing.c.tournament_id == tournament_id).order_by(pairing.c.round, pairing.c.board)
        )
        return [read(PairingRow, row) for row in self.connection.execute(query)]

    def settle(self, row: PairingRow, points: int, against: int, how: str) -> None:
        """A pairing is over; the first word counts."""
        condition = (
            (pairing.c.tournament_id == row.tournament_id)
            & (pairing.c.round == row.round)
            & (pairing.c.board == row.board)
            & pairing.c.points.is_(None)
        )
        self.connection.execute(update(pairing).where(condition).values(points=points, against=against, how=how[:32]))


def _of(tournament_id: str, account_id: int) -> Any:
    return (entrant.c.tournament_id == tournament_id) & (entrant.c.account_id == account_id)


def _values(row: TournamentRow | PairingRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}
