"""From an empty server to a game against the computer in two clicks; tables of one's own; games without a drawing."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import lit


def test_two_clicks_to_a_game_against_the_computer(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/")
    card = page.locator("article", has_text="skirmish")
    card.get_by_role("button", name="Play the computer").click()
    card.get_by_role("button", name="Start").click()
    page.wait_for_url("**/table/*")
    expect(lit(page, 13)).to_be_visible()
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Yes: Done").click()
    # Once a step has arrived there is something to replay; from then on only our next turn lights a piece.
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled()
    expect(page.locator("[data-lit]").first).to_be_visible()


def test_a_game_of_terrain_cards_shows_cards_and_no_hexes(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/")
    card = page.locator("article", has_text="Fields of Fire")
    expect(card.locator("svg[data-thumb=cards]")).to_be_visible()
    expect(card.locator("canvas")).to_have_count(0)


def test_a_new_table_for_two_on_one_screen(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/new?game=skirmish")
    page.get_by_label("Scenario", exact=True).select_option("narrow")
    seats = page.locator("[role=group][aria-labelledby^=seat-]")
    expect(seats).to_have_count(2)
    for seat in seats.all():
        seat.get_by_role("button", name="Me").click()
        expect(seat.get_by_role("button", name="Me")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/table/*")
    expect(lit(page, 13)).to_be_visible()
    expect(page.locator("[data-piece]")).to_have_count(10)


def test_my_games_lists_what_is_running(server: Server, open_page: Open) -> None:
    table = server.table()
    page = open_page(f"{server.url}/games")
    page.locator(f"a[href='/table/{table}']").first.click()
    page.wait_for_url(f"**/table/{table}")


def test_a_game_without_drawing_is_played_on_cards(server: Server, open_page: Open) -> None:
    scenario = server.read("/games/patrol")["scenarios"][0]["name"]
    page = open_page(f"{server.url}/table/{server.table('patrol', scenario)}")
    expect(page.locator("[data-lit]").first).to_be_visible()
    expect(page.locator("section[id^=place-]").first).to_be_visible()
    page.locator("[data-lit]").first.click()
    expect(page.locator("[data-lit-place], .pop, .entry").first).to_be_attached()


def test_a_table_that_is_not_there_says_so(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/nowhere")
    expect(page.get_by_role("heading", name="There is no such table.")).to_be_visible()
