"""A server that is started again where somebody else has its port."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tools.load import server
from tools.load.server import Server


def test_a_port_that_somebody_else_has_is_tried_again_and_never_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "WAIT_SECONDS", 1)
    served = Server(tmp_path)
    try:
        with socket.socket() as other:
            other.bind(("127.0.0.1", 0))
            served.port = other.getsockname()[1]
            with pytest.raises(RuntimeError, match="did not start"):
                served.start()
        monkeypatch.setattr(server, "WAIT_SECONDS", 30)
        served.start()
        assert served.ask("GET", "/healthz")
    finally:
        served.stop()
