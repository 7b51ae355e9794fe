"""Logs are one JSON object a line, without anything secret."""

from __future__ import annotations

import json

import pytest

from sandtable.server import logs


def test_secrets_do_not_reach_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info")
    logs.log().info("log_in", account=7, password="hunter2", session_token="abc", seed="00ff", nested="fine")
    line = json.loads(capsys.readouterr().err)
    assert line["event"] == "log_in"
    assert (line["account"], line["nested"], line["level"]) == (7, "fine", "info")
    assert (line["password"], line["session_token"], line["seed"]) == ("…", "…", "…")
    logs.set_up("critical")


def test_libraries_do_not_debug_into_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    """What they would write there is the headers and frames of sockets: cookies, and what seats hide."""
    import logging

    logs.set_up("debug")
    for name in ("uvicorn.error", "websockets.server", "sqlalchemy.engine", "asyncio"):
        logging.getLogger(name).debug("< cookie: sandtable=abc")
    logging.getLogger("uvicorn.error").info('"WebSocket /x?token=abc" [accepted]')
    logs.log().debug("ours")
    (text,) = capsys.readouterr().err.splitlines()
    assert json.loads(text)["event"] == "ours"
    logs.set_up("critical")


def test_a_line_break_in_what_is_logged_makes_no_second_line(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info")
    logs.log().info("x", name='a\n{"event": "log_in", "account": 1}\r\u2028b')
    (text,) = capsys.readouterr().err.split("\n")[:-1]
    assert json.loads(text)["event"] == "x"
    logs.set_up("critical")


def test_a_failure_is_one_line_with_its_traceback(capsys: pytest.CaptureFixture[str]) -> None:
    logs.set_up("info")
    try:
        _ = 1 // 0
    except ZeroDivisionError as problem:
        logs.log().error("internal", exc_info=problem)
    (text,) = capsys.readouterr().err.splitlines()
    assert "ZeroDivisionError" in json.loads(text)["exception"]
    logs.set_up("critical")
