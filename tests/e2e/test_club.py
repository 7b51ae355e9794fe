"""Two people in two browsers: accounts, an invitation, a game, and nothing of the other's secrets on the wire."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.conftest import Open, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

PASSWORD = "correct horse battery"


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, mode="club")
    server.start()
    yield server
    server.kill()


def signed_up(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.url}/login")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").first.click()
    page.get_by_role("button", name=name).wait_for()


def frames_of(page: Page) -> list[dict[str, Any]]:
    """Everything that the table's socket brings to this browser from now on."""
    heard: list[dict[str, Any]] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda text: heard.append(json.loads(text))))
    return heard


def faces_of_red(frames: list[dict[str, Any]]) -> list[Any]:
    """The values of red pieces that the frames give away."""
    rows = [row for frame in frames for row in frame.get("state", {}).get("pieces", {}).values()]
    rows += [change[3] for frame in frames for change in frame.get("changes", []) if change[:2] == ["put", "pieces"]]
    return [row["face"] for row in rows if row.get("side") == "red" and row.get("face") is not None]


def test_two_people_play_and_neither_sees_the_pieces_of_the_other(club: Server, open_page: Open) -> None:
    lucia, marco = open_page(f"{club.url}/"), open_page(f"{club.url}/")
    signed_up(lucia, club, "Lucia")
    signed_up(marco, club, "Marco")
    heard_by_lucia, heard_by_marco = frames_of(lucia), frames_of(marco)

    lucia.goto(f"{club.url}/new?game=skirmish")
    lucia.locator("[aria-labelledby='seat-red']").get_by_role("button", name="Open seat").click()
    lucia.get_by_role("button", name="Open table").click()
    lucia.wait_for_url("**/table/*")
    lucia.get_by_role("button", name="Invite").first.click()
    link = lucia.get_by_label("Link of the invitation").input_value()

    marco.goto(link)
    marco.get_by_role("button", name="Sit down as").click()
    marco.wait_for_url("**/table/*")
    lucia.get_by_role("button", name="Start").click()

    lucia.wait_for_selector("[data-piece='13'][data-lit]")
    marco.get_by_text("Waiting for").wait_for()
    assert marco.locator("[data-lit]").count() == 0
    lucia.click("[data-piece='13']")
    lucia.wait_for_selector("[data-lit-place='203']", state="attached")
    lucia.get_by_role("button", name="0203").first.click()
    lucia.get_by_role("button", name="Stop here").click()
    marco.wait_for_selector("[data-piece='13'][aria-label*='0203']")
    assert "unknown" in (marco.locator("[data-piece='13']").get_attribute("aria-label") or "").lower()

    assert heard_by_lucia
    assert faces_of_red(heard_by_lucia) == []
    assert sorted(set(faces_of_red(heard_by_marco))) != []
