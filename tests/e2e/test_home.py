"""From an empty server to a game against the computer in two clicks; tables of one's own; games without a drawing."""

from __future__ import annotations

from tests.e2e.conftest import Open, Server


def test_two_clicks_to_a_game_against_the_computer(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/")
    card = page.locator("article", has_text="skirmish")
    card.get_by_role("button", name="Play the computer").click()
    card.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("[data-piece='13'][data-lit]")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    # The computer answers, and it is our turn again.
    table = page.url.rpartition("/")[2]
    for _ in range(60):
        page.wait_for_timeout(500)
        if server.read(f"/tables/{table}")["seq"] >= 2 and page.locator("[data-lit]").count():
            return
    raise AssertionError("the computer did not answer")


def test_a_new_table_for_two_on_one_screen(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/new?game=skirmish")
    page.get_by_label("Scenario").select_option("narrow")
    for seat in page.locator("[role=group][aria-labelledby^=seat-]").all():
        seat.get_by_role("button", name="Me").click()
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/table/*")
    page.wait_for_selector("[data-piece='13'][data-lit]")
    assert page.locator("[data-piece]").count() == 10


def test_my_games_lists_what_is_running(server: Server, open_page: Open) -> None:
    table = server.table()
    page = open_page(f"{server.url}/games")
    page.locator(f"a[href='/table/{table}']").first.click()
    page.wait_for_url(f"**/table/{table}")


def test_a_game_without_drawing_is_played_on_cards(server: Server, open_page: Open) -> None:
    page = open_page(
        f"{server.url}/table/{server.table('patrol', server.read('/games/patrol')['scenarios'][0]['name'])}"
    )
    page.wait_for_selector("[data-lit]")
    assert page.locator("section[id^=place-]").count() >= 1
    page.locator("[data-lit]").first.click()
    page.wait_for_function("() => document.querySelector('[data-lit-place], .pop, .entry') !== null")


def test_a_table_that_is_not_there_says_so(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/nowhere")
    page.get_by_role("heading", name="There is no such table.").wait_for()
