"""Ratings and the results that made them, in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, func, insert, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from sandtable.store.rows import RatingRow, ResultRow, read
from sandtable.store.schema import account, rating, result

LISTED = 200
"""Ratings, and results, that a list shows at most."""


class Ladder:
    """What can be asked and written about ratings."""

    def __init__(self, connection: Connection, now: Callable[[], int]) -> None:
        self.connection, self.now = connection, now

    def rating(self, kind: str, side: str, account_id: int, bot: str) -> RatingRow | None:
        """How strong somebody is on a side of a game; locked until the transaction ends, where there are several."""
        of = [rating.c.kind == kind, rating.c.side == side, rating.c.account_id == account_id, rating.c.bot == bot]
        found = self.connection.execute(select(rating).where(*of).with_for_update()).first()
        return None if found is None else read(RatingRow, found)

    def keep(self, row: RatingRow) -> None:
        """Write a rating, over the one before."""
        values = {name: getattr(row, name) for name in RatingRow.__struct_fields__ if name != "name"}
        dialect: Any = postgresql if self.connection.dialect.name == "postgresql" else sqlite
        key = ["kind", "side", "account_id", "bot"]
        changed = {name: value for name, value in values.items() if name not in key}
        made = dialect.insert(rating).values(**values)
        self.connection.execute(made.on_conflict_do_update(index_elements=key, set_=changed))

    def has_result(self, match_id: str) -> bool:
        """Whether a game was counted."""
        return self.connection.execute(select(result.c.at).where(result.c.match_id == match_id)).first() is not None

    def count(self, row: ResultRow) -> None:
        """Write the result of a game; a game counts once."""
        values = {name: getattr(row, name) for name in ResultRow.__struct_fields__}
        self.connection.execute(insert(result).values(**values))

    def standings(self, kind: str, side: str = "", limit: int = LISTED) -> list[RatingRow]:
        """The ratings of a game, those that are surely highest first; accounts that were closed are left out."""
        query = (
            select(rating, func.coalesce(account.c.name, "").label("name"))
            .select_from(rating.outerjoin(account, rating.c.account_id == account.c.id))
            .where(rating.c.kind == kind, or_(account.c.disabled.is_(False), rating.c.account_id == 0))
            .order_by((rating.c.rating - 2 * rating.c.deviation).desc(), rating.c.account_id, rating.c.bot)
            .limit(limit)
        )
        if side:
            query = query.where(rating.c.side == side)
        return [read(RatingRow, row) for row in self.connection.execute(query)]

    def kinds(self) -> list[str]:
        """The games in which somebody has a rating."""
        return list(self.connection.execute(select(rating.c.kind).distinct().order_by(rating.c.kind)).scalars())

    def results(self, kind: str, limit: int) -> list[ResultRow]:
        """The results of a game, the newest first."""
        query = select(result).where(result.c.kind == kind).order_by(result.c.at.desc(), result.c.match_id).limit(limit)
        return [read(ResultRow, row) for row in self.connection.execute(query)]
