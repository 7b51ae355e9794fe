"""The server dies in the middle of a move; the client says so, comes back by itself and plays on."""

from __future__ import annotations

from tests.e2e.conftest import Open, Server


def test_a_killed_server_is_found_again(mortal: Server, open_page: Open) -> None:
    page = open_page(f"{mortal.url}/table/{mortal.table()}")
    page.wait_for_selector("[data-piece='13'][data-lit]")
    page.click("[data-piece='13']")
    page.wait_for_selector("[data-lit-place='203']", state="attached")
    page.get_by_role("button", name="0203").first.click()
    page.get_by_role("button", name="Stop here").click()
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")
    mortal.kill()
    page.get_by_text("No connection. Your last move is saved.").wait_for()
    mortal.start()
    page.get_by_text("No connection.").wait_for(state="detached", timeout=30_000)
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")
    page.click("[data-piece='12']")
    page.wait_for_selector("[data-lit-place]", state="attached")
