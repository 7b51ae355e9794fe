"""A hotseat turn in the browser: lit pieces, one click after the other, refusals with their rule, undo, history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.conftest import Open, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def opened(server: Server, open_page: Open, **options: object) -> Page:
    page = open_page(f"{server.url}/table/{server.table()}", **options)
    page.wait_for_selector("[data-piece='13'][data-lit]")
    return page


def step_to(page: Page, place: str) -> None:
    """Take the next step of a path in the list of the moment; the map lights the same places."""
    page.wait_for_selector(f"[data-lit-place='{int(place)}']", state="attached")
    page.get_by_role("button", name=place).first.click()


def move(page: Page, piece: int, *way: str) -> None:
    page.click(f"[data-piece='{piece}']")
    for place in way:
        step_to(page, place)
    page.get_by_role("button", name="Stop here").click()


def test_a_piece_moves_along_its_way_and_the_log_says_so(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    assert page.locator("[data-lit]").count() == 5
    move(page, 13, "0203", "0303")
    entry = page.locator(".entry")
    entry.wait_for()
    assert "blue 3" in entry.inner_text()
    assert "0303" in entry.inner_text()
    assert page.locator("[data-piece='13']").get_attribute("data-lit") is None
    assert "0303" in (page.locator("[data-piece='13']").get_attribute("aria-label") or "")


def test_an_unlit_hex_says_why_not_and_opens_its_rule(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.click("[data-piece='13']")
    page.wait_for_selector("[data-lit-place]", state="attached")
    page.locator("[data-piece='22']").click()
    why = page.get_by_role("dialog", name="Why not")
    why.wait_for()
    assert "SK-2.0" in why.inner_text()
    page.keyboard.press("Escape")
    why.wait_for(state="detached")
    assert page.get_by_role("button", name="Stop here").is_visible()  # Esc closed the answer, not the move


def test_undo_takes_back_and_redo_does_again(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")
    page.keyboard.press("z")
    page.wait_for_selector("[data-piece='13'][aria-label*='0103'][data-lit]")
    assert page.locator(".entry").count() == 0
    page.keyboard.press("Shift+Z")
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")


def test_escape_goes_back_one_step_of_the_way(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.click("[data-piece='13']")
    step_to(page, "0203")
    step_to(page, "0303")
    page.wait_for_selector("[data-lit-place='404']", state="attached")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-lit-place='303']", state="attached")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-lit-place='203']", state="attached")
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-piece='13'][data-lit]")


def test_passing_the_turn_is_confirmed_and_the_other_seat_sees_only_its_own(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Yes: Done").click()
    page.wait_for_selector("[data-piece='21'][data-lit]")
    assert "unknown" in (page.locator("[data-piece='13']").get_attribute("aria-label") or "").lower()
    assert "unknown" not in (page.locator("[data-piece='21']").get_attribute("aria-label") or "").lower()


def test_dragging_is_clicking(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    piece = page.locator("[data-piece='13']").bounding_box()
    ahead = page.locator("[data-piece='23']").bounding_box()
    assert piece
    assert ahead
    x, y = piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2
    column = (ahead["x"] - piece["x"]) / 7
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y)
    page.wait_for_selector("[data-lit-place='203']", state="attached")
    page.mouse.move(x + column, y - 30, steps=4)
    page.wait_for_selector("[data-lit-place='303']", state="attached")
    page.mouse.up()
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")


def test_history_steps_back_and_nothing_can_be_clicked_there(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")
    page.keyboard.press("[")
    page.get_by_role("button", name="Back to now").wait_for()
    page.wait_for_selector("[data-piece='13'][aria-label*='0103']")
    assert page.locator("[data-lit]").count() == 0
    page.get_by_role("button", name="Back to now").click()
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")


def test_chat_reaches_the_other_browser(server: Server, open_page: Open) -> None:
    table = server.table()
    here, there = (open_page(f"{server.url}/table/{table}") for _ in range(2))
    for page in (here, there):
        page.get_by_role("tab", name="Chat").click()
    here.get_by_label("Say something").fill("Good luck")
    here.get_by_role("button", name="Send").click()
    there.get_by_text("Good luck").wait_for()
    here.get_by_text("Good luck").wait_for()
    assert here.get_by_text("Good luck").count() == 1


def test_the_rules_of_a_game_without_an_inventory_say_so(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.get_by_role("button", name="SK-1.1").first.click()
    page.get_by_text("There is no such entry.").wait_for()


def test_every_number_of_the_position_arrives_after_a_reload(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")
    page.reload()
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")
    page.wait_for_selector(".entry")
