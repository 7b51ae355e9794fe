"""A hotseat turn in the browser: lit pieces, one click after the other, refusals with their rule, undo, history."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import expect_at, lit, lit_place, move, opened, piece, take_over


def test_a_piece_moves_along_its_way_and_the_log_says_so(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    expect(page.locator("[data-lit]")).to_have_count(5)
    move(page, 13, "0303")
    expect(page.locator(".entry")).to_have_text(re.compile(r"blue 3.*0303"))
    expect(page.locator("[data-lit]")).to_have_count(4)
    expect(lit(page, 13)).to_have_count(0)


def test_an_unlit_hex_says_why_not_and_opens_its_rule(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    lit(page, 13).click()
    expect(lit_place(page, 203)).to_be_attached()
    piece(page, 22).click()
    why = page.get_by_role("dialog", name="Why not")
    expect(why).to_contain_text("SK-2.0")
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    expect(lit_place(page, 203)).to_be_attached()  # Esc closed the answer, not the move


def test_undo_takes_back_and_redo_does_again(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    expect(page.locator(".entry")).to_have_count(1)
    page.keyboard.press("z")
    expect_at(page, 13, "0103")
    expect(lit(page, 13)).to_be_visible()
    expect(page.locator(".entry")).to_have_count(0)
    page.keyboard.press("Shift+Z")
    expect_at(page, 13, "0203")
    expect(page.locator(".entry")).to_have_count(1)


def test_undo_pressed_twice_takes_back_two_moves(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    move(page, 12, "0202")
    expect(page.locator(".entry")).to_have_count(2)
    page.keyboard.press("z")
    page.keyboard.press("z")
    expect_at(page, 13, "0103")
    expect_at(page, 12, "0102")
    expect(page.locator(".entry")).to_have_count(0)
    expect(page.locator(".notice")).to_have_count(0)


def test_escape_goes_back_one_step_of_the_way(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    lit(page, 13).click()
    page.get_by_role("button", name="0203").first.click(modifiers=["Alt"])
    expect(lit_place(page, 203)).to_have_count(0)
    page.get_by_role("button", name="0303").first.click(modifiers=["Alt"])
    expect(lit_place(page, 404)).to_be_attached()
    expect(lit_place(page, 303)).to_have_count(0)
    page.keyboard.press("Escape")
    expect(lit_place(page, 303)).to_be_attached()
    page.keyboard.press("Escape")
    expect(lit_place(page, 203)).to_be_attached()
    page.keyboard.press("Escape")
    expect(lit(page, 13)).to_be_visible()


def test_passing_the_turn_is_confirmed_and_the_other_seat_sees_only_its_own(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Yes: Done").click()
    # Between the two nothing is seen.
    expect(page.locator(".cover")).to_be_visible()
    expect(page.locator("[data-piece]")).to_have_count(0)
    take_over(page)
    expect(lit(page, 21)).to_be_visible()
    unknown = re.compile("unknown", re.IGNORECASE)
    expect(piece(page, 13)).to_have_attribute("aria-label", unknown)
    expect(piece(page, 21)).not_to_have_attribute("aria-label", unknown)
    # Red reads its own log: what blue did stands there once.
    expect(page.locator(".entry")).to_have_count(1)


def test_dragging_is_clicking(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    here, ahead = piece(page, 13).bounding_box(), piece(page, 23).bounding_box()
    assert here
    assert ahead
    x, y = here["x"] + here["width"] / 2, here["y"] + here["height"] / 2
    column = (ahead["x"] - here["x"]) / 7
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y)
    expect(lit_place(page, 203)).to_be_attached()
    page.mouse.move(x + column, y - 30, steps=4)
    expect(lit_place(page, 303)).to_be_attached()
    page.mouse.up()
    expect_at(page, 13, "0203")


def test_history_steps_back_and_nothing_can_be_clicked_there(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    page.keyboard.press("[")
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    expect_at(page, 13, "0103")
    expect(page.locator("[data-lit]")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    expect_at(page, 13, "0203")
    expect(lit(page, 12)).to_be_visible()


def test_chat_reaches_the_other_browser(server: Server, open_page: Open) -> None:
    table = server.table()
    here, there = (open_page(f"{server.url}/table/{table}") for _ in range(2))
    for page in (here, there):
        page.get_by_role("tab", name="Chat").click()
    here.get_by_label("Say something").fill("Good luck")
    here.get_by_role("button", name="Send").click()
    expect(there.get_by_text("Good luck")).to_be_visible()
    expect(here.get_by_text("Good luck")).to_have_count(1)


def test_the_rules_of_a_game_without_an_inventory_say_so(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.get_by_role("button", name="SK-1.1").first.click()
    expect(page.get_by_text("There is no such entry.")).to_be_visible()


def test_every_number_of_the_position_arrives_after_a_reload(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    page.reload()
    expect_at(page, 13, "0203")
    expect(page.locator(".entry")).to_have_count(1)
