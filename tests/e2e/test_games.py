"""The games of the product in the browser: a purchase on the map of the world, a march and a refusal in the Crimea."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import end_phase, lit_place, prompt


def test_germany_buys_with_the_tray(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('axisallies', 'rulebook')}")
    tray = page.locator(".tray")
    for _ in range(4):
        tray.get_by_role("button", name="Infantry +1", exact=True).click()
    expect(tray).to_contain_text("12 of 30 IPC, 4 units")
    page.keyboard.press("Enter")
    expect(tray).to_have_count(0)
    expect(prompt(page)).to_contain_text("18")
    page.keyboard.press("z")
    expect(prompt(page)).to_contain_text("30")


def test_the_world_reads_aloud_what_a_space_holds(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('axisallies', 'rulebook')}", locale="it-IT")
    germany = page.locator(".chip[data-place='202']").first
    expect(germany).to_have_attribute("aria-label", re.compile("^Germania, Germania:"))


def test_a_division_marches_in_the_crimea(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    division = page.locator("[data-piece][aria-label^='46 Inf Div']")
    expect(division).to_be_visible()
    end_phase(page)
    division.click()
    expect(lit_place(page, 3604)).to_be_attached()
    # The enemy holds the ditch: the hex is not lit, and the umpire says why.
    page.locator("[data-piece][aria-label^='271 Rifle Div']").click()
    why = page.get_by_role("dialog", name="Why not")
    why.get_by_role("button", name="EF-").first.click()
    expect(page.locator("article.entry h2")).to_be_visible()
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    page.get_by_role("button", name="3604").first.click()
    expect(division).to_have_attribute("aria-label", re.compile("3604$"))
    page.keyboard.press("z")
    expect(division).to_have_attribute("aria-label", re.compile("3605$"))


def test_the_crimea_keeps_its_look_in_the_dark_and_on_a_phone(server: Server, open_page: Open) -> None:
    table = server.table("eastfront", "1")
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = open_page(f"{server.url}/table/{table}", color_scheme="dark", **phone)
    expect(page.locator("[data-piece]").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
