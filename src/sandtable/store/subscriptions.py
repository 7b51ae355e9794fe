"""Browsers that want to be told, in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from sqlalchemy import Connection, delete, insert, select

from sandtable.store.rows import SubscriptionRow, read
from sandtable.store.schema import subscription


def digest_of(endpoint: str) -> str:
    """What an address is known by."""
    return hashlib.sha256(endpoint.encode()).hexdigest()


class Subscriptions:
    """What can be asked and written about browsers that want to be told."""

    def __init__(self, connection: Connection, now: Callable[[], int]) -> None:
        self.connection, self.now = connection, now

    def of(self, account_id: int) -> list[SubscriptionRow]:
        """The browsers of a person, the oldest first."""
        query = select(subscription).where(subscription.c.account_id == account_id)
        found = self.connection.execute(query.order_by(subscription.c.created, subscription.c.digest))
        return [read(SubscriptionRow, row) for row in found]

    def add(self, account_id: int, endpoint: str, key: str, secret: str) -> None:
        """A browser of this person from now on, whoever used it before."""
        self.remove(digest_of(endpoint))
        values = {"digest": digest_of(endpoint), "account_id": account_id, "endpoint": endpoint}
        self.connection.execute(insert(subscription).values(**values, key=key, secret=secret, created=self.now()))

    def remove(self, *digests: str) -> None:
        """Browsers that are not to be told any more."""
        self.connection.execute(delete(subscription).where(subscription.c.digest.in_(digests)))
