"""Two people in two browsers: accounts, an invitation, a game, and nothing of the other's secrets on the wire."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import expect_at, lit, move, piece, signed_up

if TYPE_CHECKING:
    from playwright.sync_api import Page


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
    invitation = lucia.get_by_label("Link of the invitation")
    expect(invitation).to_have_value(re.compile("/join/"))
    link = invitation.input_value()

    marco.goto(link)
    marco.get_by_role("button", name="Sit down as").click()
    marco.wait_for_url("**/table/*")
    lucia.get_by_role("button", name="Start").click()

    expect(lit(lucia, 13)).to_be_visible()
    expect(marco.get_by_text("Waiting for")).to_be_visible()
    expect(piece(marco, 13)).to_be_visible()
    expect(marco.locator("[data-lit]")).to_have_count(0)
    move(lucia, 13, "0203")
    expect_at(marco, 13, "0203")
    expect(piece(marco, 13)).to_have_attribute("aria-label", re.compile("unknown", re.IGNORECASE))

    assert heard_by_lucia
    assert faces_of_red(heard_by_lucia) == []
    assert sorted(set(faces_of_red(heard_by_marco))) != []
