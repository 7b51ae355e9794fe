"""The links by which people come in to a shared table, for one run of the server."""

from __future__ import annotations

import secrets
import threading

MOST_GUESTS = 50
"""People who may come in by the link of one run."""


class Share:
    """The two links of one run."""

    def __init__(self) -> None:
        self.host, self.guest = secrets.token_urlsafe(16), secrets.token_urlsafe(16)
        self.left = MOST_GUESTS
        self.lock = threading.Lock()
