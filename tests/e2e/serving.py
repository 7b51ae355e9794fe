"""A server of its own for browsers: ``python -m tests.e2e.serving PORT DATABASE MODE``.

Its dice are the same in every run: what a test meets must not hang on luck.
"""

from __future__ import annotations

import hashlib
import sys

from sandtable.server import logs, seating
from sandtable.server.app import create_app
from sandtable.server.commands import _listen, _run
from sandtable.server.config import read_config


def main(port: int, database: str, mode: str) -> None:
    """Serve until killed."""
    seating._new_seed = lambda: hashlib.sha256(b"tests in the browser").digest()
    logs.set_up("warning")
    config = read_config(database, mode=mode)
    _run(create_app(config), _listen("127.0.0.1", port), config)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
