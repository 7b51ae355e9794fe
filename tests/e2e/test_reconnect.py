"""The server dies in the middle of a move; the client says so, comes back by itself and plays on."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import expect_at, lit, lit_place, move, opened


def test_a_killed_server_is_found_again(mortal: Server, open_page: Open) -> None:
    page = opened(mortal, open_page)
    move(page, 13, "0203")
    mortal.kill()
    lost = page.get_by_text("No connection. Your last move is saved.")
    expect(lost).to_be_visible()
    mortal.start()
    expect(lost).to_have_count(0, timeout=60_000)
    expect_at(page, 13, "0203")
    lit(page, 12).click()
    expect(lit_place(page, 202)).to_be_attached()
