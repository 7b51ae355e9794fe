"""Chat and private notes, in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from sandtable.kernel import codec
from sandtable.store.rows import ChatRow, read
from sandtable.store.schema import account, chat, note

PAGE = 200


class Talk:
    """What can be asked and written about words."""

    def __init__(self, connection: Connection, now: Callable[[], int]) -> None:
        self.connection, self.now = connection, now

    def say(
        self, match_id: str, account_id: int | None, text: str = "", key: str = "", params: dict[str, Any] | None = None
    ) -> int:
        """Add a line: words of a person, or a key with parameters of the server itself."""
        values = {
            "game_id": match_id,
            "at": self.now(),
            "account_id": account_id,
            "text": text,
            "key": key,
            "params": codec.encode(params or {}).decode(),
        }
        number = self.connection.execute(insert(chat).values(**values)).inserted_primary_key
        assert number is not None
        return int(number[0])

    def lines(self, match_id: str, after: int = 0, limit: int = PAGE, upto: int | None = None) -> list[ChatRow]:
        """The newest lines after a number, in order; ``upto`` leaves out what was said after that moment."""
        query = (
            select(chat, func.coalesce(account.c.name, "").label("name"))
            .select_from(chat.outerjoin(account, chat.c.account_id == account.c.id))
            .where((chat.c.game_id == match_id) & (chat.c.id > after))
            .order_by(chat.c.id.desc())
            .limit(limit)
        )
        if upto is not None:
            query = query.where(chat.c.at <= upto)
        return [read(ChatRow, row) for row in self.connection.execute(query)][::-1]

    def note(self, match_id: str, account_id: int) -> str:
        """Someone's private note on a game."""
        condition = (note.c.game_id == match_id) & (note.c.account_id == account_id)
        return self.connection.execute(select(note.c.text).where(condition)).scalar() or ""

    def write_note(self, match_id: str, account_id: int, text: str) -> None:
        """Replace someone's private note."""
        condition = (note.c.game_id == match_id) & (note.c.account_id == account_id)
        values = {"text": text, "changed": self.now()}
        if self.connection.execute(update(note).where(condition).values(**values)).rowcount == 0:
            self.connection.execute(insert(note).values(game_id=match_id, account_id=account_id, **values))
