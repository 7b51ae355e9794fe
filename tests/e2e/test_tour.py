"""The guided first turn: the coach speaks, shows, follows the player's own hand, and goes when told to."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import end_phase, prompt
from tests.e2e.test_people import PHONE, findings

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOST = 60


def coach(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Guided first turn")


def table_of(page: Page) -> str:
    page.wait_for_url("**/table/*?tour=1")
    return page.url.rpartition("/")[2].partition("?")[0]


@pytest.mark.parametrize(
    ("start", "game", "last"),
    [
        ("/", "Crimea", "die"),
        ("/", "Next War: Korea", "train to Seoul"),
        ("/learn", "Global 1940", "every die"),
        ("/learn", "Fields of Fire", "every card"),
    ],
)
def test_the_coach_plays_a_first_turn(server: Server, open_page: Open, start: str, game: str, last: str) -> None:
    page = open_page(f"{server.url}{start}")
    if start == "/":
        page.locator("article", has_text=game).get_by_role("link", name="Guided first turn").click()
    else:
        page.get_by_role("link", name=game).click()
    table = table_of(page)
    dots = coach(page).get_by_role("img")
    expect(dots).to_have_attribute("aria-label", "Step 1 of 8")
    button = coach(page).locator(".btn.pri:enabled")
    for _ in range(MOST):
        expect(button).to_be_visible()
        if button.inner_text() == "Play on":
            break
        if page.locator(".show").count():
            page.keyboard.press("Escape")
        button.click()
        # Played, or the other side is asked; then the button waits.
        page.wait_for_function("() => !document.querySelector('.coach .btn.pri')?.disabled")
    expect(dots).to_have_attribute("aria-label", "Step 8 of 8")
    expect(coach(page)).to_contain_text(last)
    assert server.read(f"/tables/{table}")["seq"] >= 9
    button.click()
    expect(coach(page)).to_have_count(0)
    expect(page).to_have_url(re.compile(r"/table/\w+$"))
    expect(page.locator(".prompt")).to_be_visible()
    server.remove(table)


def test_the_coach_follows_the_players_own_hand(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/tour/eastfront")
    table = table_of(page)
    expect(coach(page)).to_contain_text("press End")
    expect(prompt(page)).to_contain_text("Turn 48")
    end_phase(page)
    expect(coach(page)).to_contain_text("690 Eng Rgt")
    # By the keyboard: T reaches the coach, Enter plays what it says.
    page.keyboard.press("t")
    expect(coach(page).get_by_role("button", name="Show me")).to_be_focused()
    page.keyboard.press("Enter")
    expect(coach(page)).to_contain_text("Others could march too")
    page.reload()
    expect(coach(page)).to_contain_text("Others could march too")
    # Whoever leaves out an attack is met where he is.
    coach(page).get_by_role("button", name="Skip the tour").click()
    expect(coach(page)).to_have_count(0)
    expect(prompt(page)).to_contain_text("movement")
    server.remove(table)


def test_the_coach_speaks_italian_at_the_thumb_and_hides_nothing(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/tour/axisallies", locale="it-IT", reduced_motion="reduce", **PHONE)
    table = table_of(page)
    card = page.get_by_role("dialog", name="Primo turno guidato")
    expect(card).to_contain_text("apri Compra")
    expect(card.get_by_role("button", name="Salta la guida")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    here, bar = card.bounding_box(), page.locator(".prompt").bounding_box()
    assert here
    assert bar
    assert here["x"] >= 0
    assert here["x"] + here["width"] <= 390
    assert here["y"] + here["height"] <= bar["y"]
    assert findings(page) == []
    card.get_by_role("button", name="Fammi vedere").tap()
    expect(card).to_contain_text("premi Concludi")
    server.remove(table)
