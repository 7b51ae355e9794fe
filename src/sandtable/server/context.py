"""Everything that one running server consists of, in one place."""

from __future__ import annotations

import threading
from typing import Any

import itsdangerous

from sandtable.server.asking import Askers
from sandtable.server.config import Config
from sandtable.server.health import Examiner
from sandtable.server.hub import Hub
from sandtable.server.importing import Customs
from sandtable.server.limits import Limits
from sandtable.server.logs import log
from sandtable.server.metrics import Metrics
from sandtable.server.places import Places
from sandtable.server.shares import Share
from sandtable.server.studying import Study
from sandtable.server.tables import Tables
from sandtable.server.thinking import run as think
from sandtable.server.threads import Threads
from sandtable.server.workers import Worker
from sandtable.store import Store
from sandtable.store.listening import PostgresListener

LOCAL_NAME = "local"
HONEST = ("unknown_person", "stale", "refused")
"""What happens to honest people, too, so that it is no warning."""


class ServerContext:
    """The parts of a server. Safe to use from several threads."""

    def __init__(self, config: Config, store: Store | None = None) -> None:
        self.config = config
        self.store = store or Store(config.database)
        self.metrics = Metrics()
        self.hub = Hub()
        self.threads = Threads()
        """For the sockets of tables: what is asked by HTTP may take long, and has others."""
        self.tables = Tables(self.store, config.hot, self.metrics)
        self.logins = Limits(config.logins_per_minute / 60, config.logins_per_minute)
        self.guesses = Limits(1 / 10, 10)
        """Wrong passwords for each name."""
        self.slowed = threading.Semaphore(4)
        """Guesses that may be slow at a time: they hold threads."""
        self.letters = Limits(1 / 600, 3)
        self.requests = Limits(100, 400)
        self.actions = Limits(config.actions_per_second, config.actions_per_second * 2)
        self.work = Limits(config.actions_per_second * 5, config.actions_per_second * 20)
        """What an account may have done for it in all, by whatever way it asks; see :meth:`charge`."""
        self.talk = Limits(config.actions_per_second / 20, config.actions_per_second)
        """Lines that an account says."""
        self.questions = Limits(config.actions_per_second, config.actions_per_second * 3)
        self.askers = Askers(config)
        self.customs = Customs()
        self.study = Study()
        self.adviser = Worker("hint", think)
        self.advice = Places(4, 1)
        """Hints that may be under way, in all and for one account."""
        self.readers = Places(12, 6)
        """Whole games that may be read at once, in all and for one account."""
        self.examiner = Examiner(self.store)
        self.doors = Limits(100, 600)
        self.greeted = Places(1_000, 100)
        """Sockets that have not said yet whose they are, in all and for one address."""
        self.sockets = Places(10_000, 100)
        """Open sockets, in all and for one account."""
        self._told = Limits(1, 20)
        with self.store.writing() as transaction:
            secret = transaction.secret("links")
            known = transaction.people.named(LOCAL_NAME)
            if config.is_local and known is None:
                self.local_id = transaction.people.add(LOCAL_NAME)
            else:
                self.local_id = known.id if known else 0
        self.share = Share() if config.share and not config.is_local else None
        self.links = itsdangerous.URLSafeSerializer(secret, salt="invitation")
        self._listener: PostgresListener | None = None

    def charge(self, account_id: int, cost: float = 1) -> float:
        """Count what is done for an account; gives 0, or the seconds until it can be. A unit is a few milliseconds.

        On one's own machine nobody else waits for what one asks.
        """
        return 0 if self.config.is_local else self.work.wait(account_id, cost)

    def listen(self) -> None:
        """Hear of what other processes do, where the database can tell."""
        if not self.store.database.is_sqlite:
            self._listener = PostgresListener(self.store.database, self._heard)
            self._listener.start()

    def turn_away(self, why: str, address: str, **about: Any) -> None:
        """Count and log that somebody was refused something; whoever tries all day does not fill the disk with it."""
        self.metrics.refused_access.labels(why).inc()
        if not self._told.wait((why, address)):
            say = log().info if why in HONEST else log().warning
            say("turned_away", why=why, address=address, **{name: value for name, value in about.items() if value})

    def _heard(self, table_id: str, seq: int | None) -> None:
        self.tables.heard(table_id, seq)
        self.hub.wake(table_id)

    def close(self) -> None:
        """Let go of everything."""
        self.hub.close()
        self.askers.close()
        self.customs.close()
        self.study.close()
        self.adviser.close()
        if self._listener is not None:
            self._listener.stop()
        self.store.close()
