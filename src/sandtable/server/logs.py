"""Structured logs: one JSON object a line, and nothing in it that should stay secret."""

from __future__ import annotations

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = ("password", "token", "cookie", "authorization", "seed", "secret", "invitation", "email")
HIDDEN = "…"
NAME = "sandtable"


def without_secrets(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Blank every field whose name says that it is secret."""
    for name in event:
        if any(word in name.lower() for word in SECRET):
            event[name] = HIDDEN
    return event


def set_up(level: str = "info") -> None:
    """Send all logs of this process to standard error."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=False,
    )
    lines = logging.StreamHandler(sys.stderr)
    lines.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [lines]
    chosen = logging.getLevelNamesMapping()[level.upper()]
    # Only our own lines may be that chatty: libraries that debug write down cookies, frames and rows.
    root.setLevel(max(chosen, logging.INFO))
    logging.getLogger(NAME).setLevel(chosen)
    # Paths may hold invitations and queries: our own line about a request leaves them out.
    logging.getLogger("uvicorn.access").disabled = True
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers[:] = []
        logging.getLogger(name).propagate = True
        logging.getLogger(name).setLevel(max(chosen, logging.WARNING))


def log() -> Any:
    """The log of the server."""
    return structlog.get_logger(NAME)
