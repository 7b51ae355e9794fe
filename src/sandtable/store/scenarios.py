"""Scenarios of people's own, in one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from sandtable.store.rows import ScenarioRow, read
from sandtable.store.schema import own_scenario

_SHORT = [column for column in own_scenario.c if column.name != "text"]


class Scenarios:
    """What can be asked and written about scenarios of people's own; each belongs to one account."""

    def __init__(self, connection: Connection, now: Callable[[], int]) -> None:
        self.connection, self.now = connection, now

    def of(self, account_id: int) -> list[ScenarioRow]:
        """Those of a person, the newest first, without their texts."""
        query = select(*_SHORT).where(own_scenario.c.account_id == account_id)
        found = self.connection.execute(query.order_by(own_scenario.c.changed.desc(), own_scenario.c.id.desc()))
        return [read(ScenarioRow, row) for row in found]

    def find(self, account_id: int, number: int) -> tuple[ScenarioRow, str] | None:
        """One of a person with its text; nothing where it is somebody else's."""
        return self._one(_mine(account_id, number))

    def linked(self, link: str) -> tuple[ScenarioRow, str] | None:
        """The one that a link shows."""
        return self._one(own_scenario.c.link == link) if link else None

    def keep(self, account_id: int, kind: str, scenario: str, name: str, text: str) -> int:
        """Keep one; one of the same game and name gets the new text and stays behind its link."""
        values = {"scenario": scenario, "text": text, "letters": len(text), "changed": self.now()}
        same = (own_scenario.c.account_id == account_id) & (own_scenario.c.kind == kind) & (own_scenario.c.name == name)
        found = self.connection.execute(select(own_scenario.c.id).where(same)).scalar()
        if found is not None:
            self.connection.execute(update(own_scenario).where(own_scenario.c.id == found).values(**values))
            return int(found)
        made = insert(own_scenario).values(account_id=account_id, kind=kind, name=name, link="", **values)
        return int(self.connection.execute(made.returning(own_scenario.c.id)).scalar_one())

    def remove(self, account_id: int, number: int) -> bool:
        """Delete one of a person; false where there is none."""
        return self.connection.execute(delete(own_scenario).where(_mine(account_id, number))).rowcount == 1

    def share(self, account_id: int, number: int, *, on: bool) -> None:
        """Show one to whoever has its link, or to nobody any more: another link is another word."""
        is_off = own_scenario.c.link == ""
        change = update(own_scenario).where(_mine(account_id, number))
        if on:
            self.connection.execute(change.where(is_off).values(link=secrets.token_hex(16)))
        else:
            self.connection.execute(change.values(link=""))

    def _one(self, condition: ColumnElement[bool]) -> tuple[ScenarioRow, str] | None:
        found = self.connection.execute(select(own_scenario).where(condition)).first()
        if found is None:
            return None
        values = dict(found._mapping)
        text = str(values.pop("text"))
        return ScenarioRow(**values), text


def _mine(account_id: int, number: int) -> ColumnElement[bool]:
    return (own_scenario.c.account_id == account_id) & (own_scenario.c.id == number)
