"""A server of its own for browsers: ``python -m tests.e2e.serving PORT DATABASE MODE``."""

from __future__ import annotations

import sys

from sandtable.server import logs
from sandtable.server.app import create_app
from sandtable.server.commands import _listen, _run
from sandtable.server.config import read_config


def main(port: int, database: str, mode: str) -> None:
    """Serve until killed."""
    logs.set_up("warning")
    config = read_config(database, mode=mode)
    _run(create_app(config), _listen("127.0.0.1", port), config)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2], sys.argv[3])
