"""What a person sees and does at a table, in the words of the tests. Everything waits for what it speaks of."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

from playwright.sync_api import TimeoutError as TooSlow
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.e2e.conftest import Open, Server


PASSWORD = "correct horse battery"
SCENE = (
    "() => ['.prompt', '.moment', '.tray', '.cover', '[role=log]'].map((one) => document.querySelector(one)?.innerText)"
)


def signed_up(page: Page, server: Server, name: str) -> None:
    """A new account, logged in."""
    page.goto(f"{server.url}/login")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Make an account").first.click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def opened(server: Server, open_page: Open, **options: object) -> Page:
    """A hotseat game of the small skirmish, and blue is asked."""
    page = open_page(f"{server.url}/table/{server.table()}", **options)
    expect(lit(page, 13)).to_be_visible()
    return page


def wait_until(page: Page, question: str, arg: object = None) -> None:
    """Wait for a yes to what is promised: `wait_for_function` takes the promise itself for one."""
    for _ in range(300):
        if page.evaluate(question, arg):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"never true: {question}")


def piece(page: Page, number: int | str) -> Locator:
    return page.locator(f"[data-piece='{number}']")


def lit(page: Page, number: int | str) -> Locator:
    return page.locator(f"[data-piece='{number}'][data-lit]")


def lit_place(page: Page, number: int | str) -> Locator:
    return page.locator(f"[data-lit-place='{number}'], [data-reach~='{number}']")


def expect_at(page: Page, number: int | str, place: str) -> None:
    """A piece stands at a place, as its name says."""
    expect(piece(page, number)).to_have_attribute("aria-label", re.compile(re.escape(place)))


def send_to(page: Page, place: str) -> None:
    """Choose the end of a path in the list of the moment; the map lights the same places."""
    expect(lit_place(page, int(place))).to_be_attached()
    page.get_by_role("button", name=place).first.click()


def move(page: Page, number: int | str, place: str) -> None:
    lit(page, number).click()
    send_to(page, place)
    expect_at(page, number, place)


def prompt(page: Page) -> Locator:
    return page.locator(".prompt [role=status]")


def end_phase(page: Page) -> None:
    """Press the main button, and confirm it where more could be done."""
    before = prompt(page).inner_text()
    page.keyboard.press("Enter")
    # Either the question is asked, or the phase is over: both change the prompt.
    expect(prompt(page)).not_to_have_text(before)
    sure = page.get_by_role("button", name="Yes:")
    if sure.is_visible():
        asked = prompt(page).inner_text()
        sure.click()
        expect(prompt(page)).not_to_have_text(asked)


def take_over(page: Page) -> None:
    """The other person at the screen uncovers the board."""
    page.locator(".cover").get_by_role("button").click()
    expect(page.locator(".cover")).to_have_count(0)


WAYS = (".cover .btn.pri", ".prompt .main:enabled", ".moment .option", ".prompt .verbs .btn:not(.off):enabled")


def answer(page: Page) -> None:
    """Give the plainest answer to whatever is asked: the main button, else the first choice, else the first verb."""
    asked = page.locator(", ".join(WAYS)).first
    expect(asked).to_be_visible()
    before = page.evaluate(SCENE)
    way = next((way for way in map(page.locator, WAYS) if way.first.is_visible()), None)
    if way is not None:
        with contextlib.suppress(TooSlow):  # what leaves no choice is done by the page, and its button is gone
            way.first.click(timeout=5000)
    page.wait_for_function(f"(before) => JSON.stringify(({SCENE})()) !== JSON.stringify(before)", arg=before)
    # Between two seats of one screen nobody is asked for a moment.
    expect(asked).to_be_visible()
