"""The games of the product in the browser: a purchase on the map of the world, a march and a refusal in the Crimea."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.e2e.conftest import Open, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page


def end_phase(page: Page) -> None:
    """Press the main button, and confirm it where more could be done."""
    before = page.locator(".prompt").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_timeout(400)
    if page.get_by_role("button", name="Yes:").count():
        page.keyboard.press("Enter")
    page.wait_for_function("text => document.querySelector('.prompt').innerText !== text", arg=before)


def test_germany_buys_with_the_tray(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('axisallies', 'rulebook')}")
    page.wait_for_selector(".chip[data-place='202']")
    page.get_by_role("button", name="Buy", exact=True).click()
    tray = page.locator(".tray")
    tray.get_by_role("button", name="Clear").click()
    for _ in range(4):
        tray.get_by_role("button", name="Infantry +1", exact=True).click()
    assert "12 of 30, 4 pieces" in tray.inner_text()
    page.keyboard.press("Enter")
    tray.wait_for(state="detached")
    page.wait_for_function("() => document.querySelector('.prompt').innerText.includes('18')")
    page.keyboard.press("z")
    page.wait_for_function("() => document.querySelector('.prompt').innerText.includes('30')")


def test_the_world_reads_aloud_what_a_space_holds(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('axisallies', 'rulebook')}", locale="it-IT")
    page.wait_for_selector(".chip[data-place='202']")
    said = page.locator(".chip[data-place='202']").get_attribute("aria-label") or ""
    assert said.startswith("Germania, Germania:")


def test_a_division_marches_in_the_crimea(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    division = page.locator("[data-piece][aria-label^='46 Inf Div']")
    division.wait_for()
    end_phase(page)
    division.click()
    page.wait_for_selector("[data-lit-place='3604']", state="attached")
    # The enemy holds the ditch: the hex is not lit, and the umpire says why.
    page.locator("[data-piece][aria-label^='271 Rifle Div']").click()
    why = page.get_by_role("dialog", name="Why not")
    why.wait_for()
    why.get_by_role("button", name="EF-").first.click()
    page.locator("article.entry h2").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="3604").first.click()
    page.get_by_role("button", name="Stop here").click()
    page.wait_for_selector("[data-piece][aria-label^='46 Inf Div'][aria-label$='3604']")
    page.keyboard.press("z")
    page.wait_for_selector("[data-piece][aria-label^='46 Inf Div'][aria-label$='3605']")


def test_the_crimea_keeps_its_look_in_the_dark_and_on_a_phone(server: Server, open_page: Open) -> None:
    table = server.table("eastfront", "1")
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = open_page(f"{server.url}/table/{table}", color_scheme="dark", **phone)
    page.wait_for_selector("[data-piece]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
