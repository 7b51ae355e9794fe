"""A whole turn of each game by two or more people at one screen, from the first question to the next player's."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import answer, end_phase, prompt

if TYPE_CHECKING:
    from playwright.sync_api import Page

MOST = 80


def choose(page: Page, *names: str) -> None:
    """Pick from the list of the moment."""
    for name in names:
        page.locator(".moment").get_by_role("button", name=name).first.click()


def answer_until(page: Page, text: str | re.Pattern[str]) -> None:
    """Answer plainly until the prompt says this."""
    wanted = prompt(page).filter(has_text=text)
    for _ in range(MOST):
        if wanted.is_visible():
            return
        answer(page)
    raise AssertionError(f"{MOST} answers, and the prompt is still {prompt(page).inner_text()!r}")


def test_a_whole_turn_in_the_crimea(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    expect(prompt(page)).to_contain_text("Turn 48")
    log = page.get_by_role("log")
    end_phase(page)
    page.get_by_role("button", name="Move", exact=True).click()
    choose(page, "690 Eng Rgt", "3505")
    expect(log).to_contain_text("690 Eng Rgt moved from 3603 to 3505")
    end_phase(page)
    page.get_by_role("button", name="Declare an attack", exact=True).click()
    choose(page, "3606")
    page.get_by_role("button", name="Choose 1").click()
    # All are chosen but the one that has another enemy before it, whom it would have to attack too.
    page.get_by_role("button", name="Choose 4").click()
    expect(log).to_contain_text("Attack on 3606")
    end_phase(page)
    answer_until(page, "Turn 49")
    expect(log).to_contain_text(re.compile(r"3606.*odds"))
    expect(log.locator(".die, .dice").first).to_be_visible()


def test_a_whole_german_turn(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('axisallies', 'rulebook')}")
    page.get_by_role("button", name="Log", exact=True).click()
    log = page.get_by_role("log")
    tray = page.locator(".tray")
    for _ in range(10):
        tray.get_by_role("button", name="Infantry +1", exact=True).click()
    expect(tray).to_contain_text("30 of 30 IPC, 10 units")
    page.locator(".prompt .main").click()
    expect(log).to_contain_text("10")
    # The money is spent: the purchase is over by itself.
    expect(prompt(page)).to_contain_text("Declare war")
    end_phase(page)
    # A click on what stands in Holland Belgium lays it out; one piece begins the move, the others join by number.
    page.locator(".chip[data-place='204']").click()
    page.locator(".fan button[aria-label*='Infantry']").click()
    for kind, count in (("Infantry", 3), ("Artillery", 2), ("Tank", 3)):
        for _ in range(count):
            choose(page, f"{kind}, Holland Belgium +1")
    page.get_by_role("button", name="Choose 9").click()
    choose(page, "Normandy Bordeaux")
    expect(log).to_contain_text("Normandy Bordeaux")
    end_phase(page)
    # The battle, the moves after it and the new units, as they are asked.
    answer_until(page, re.compile("Place what you bought"))
    expect(log.locator(".dice").first).to_be_visible()
    page.get_by_role("button", name="Place all 10").click()
    expect(page.locator(".prompt .who")).to_have_text("Soviet Union")
    expect(tray).to_contain_text("of 37")
    expect(log).to_contain_text(re.compile("Germany.*(collects|earns|income)", re.IGNORECASE))
