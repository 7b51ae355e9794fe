"""What is counted, for Prometheus. Each server has a registry of its own, so that tests can have many."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

TIMES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.actions = self._times("action_seconds", "From an answer to its acknowledgement", "game")
        self.thinking = self._times("bot_seconds", "How long bots think", "game", "bot")
        self.refusals = self._count("refusals", "Answers that the umpire refused", "game")
        self.conflicts = self._count("conflicts", "Answers that lost a race")
        self.requests = self._count("requests", "Requests by status", "method", "status")
        self.jobs = self._count("jobs", "Jobs by kind and end", "kind", "end")
        self.bot_crashes = self._count("bot_crashes", "Workers that died or overran", "bot")
        self.refused_access = self._count("refused_access", "Attempts that were turned away", "why")
        self.sockets = self._level("sockets", "Open sockets")
        self.tables = self._level("hot_tables", "Games in memory")
        self.job_lag = self._level("job_lag_seconds", "How late the oldest job is")

    def _times(self, name: str, says: str, *labels: str) -> Histogram:
        return Histogram(f"sandtable_{name}", says, labels, registry=self.registry, buckets=TIMES)

    def _count(self, name: str, says: str, *labels: str) -> Counter:
        return Counter(f"sandtable_{name}", says, labels, registry=self.registry)

    def _level(self, name: str, says: str) -> Gauge:
        return Gauge(f"sandtable_{name}", says, registry=self.registry)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return bytes(generate_latest(self.registry))
