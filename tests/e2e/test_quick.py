"""Hands that are quicker than the line: what they mean waits for the answer before it and is not lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import lit, lit_place, opened, piece, prompt
from tests.e2e.test_handling import combat_move, fan

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CLICKS = """points => points.forEach(([x, y]) => {
    const at = {bubbles: true, cancelable: true, clientX: x, clientY: y, button: 0, pointerId: 1, pointerType: "mouse"}
    const thing = document.elementFromPoint(x, y)
    thing.dispatchEvent(new PointerEvent("pointerdown", at))
    thing.dispatchEvent(new PointerEvent("pointerup", at))
    thing.dispatchEvent(new MouseEvent("click", at))
})"""
"""One click after the other in the same breath: no answer can come in between."""
KEYS = "keys => keys.forEach(key => document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true})))"


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def reach_of_13(page: Page) -> tuple[float, float]:
    """Where the piece in hand can go: the middle of its reach."""
    lit(page, 13).click()
    expect(lit_place(page, 204).first).to_be_attached()
    return middle(lit_place(page, 204).first)


def expect_moved(page: Page) -> None:
    expect(piece(page, 13)).to_have_attribute("aria-label", re.compile("spent, 0(?!103)"))


def test_unit_and_place_are_clicked_in_one_breath(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    unit = middle(lit(page, 13))
    to = reach_of_13(page)
    page.keyboard.press("Escape")
    expect(lit_place(page, 204)).to_have_count(0)
    page.evaluate(CLICKS, [unit, to])
    expect_moved(page)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_an_area_is_clicked_before_it_is_lit(server: Server, open_page: Open) -> None:
    page = combat_move(server, open_page)
    france = middle(page.locator(".chip[aria-label^='France, France']").first)
    infantry = fan(page, "Holland Belgium").get_by_role("button", name="Infantry").first
    page.evaluate(CLICKS, [middle(infantry), france])
    # It is sent there, and the plan tells of the battle.
    expect(prompt(page)).to_contain_text(re.compile("1 battle"))
    expect(page.get_by_role("alert")).to_have_count(0)


def test_undo_is_pressed_before_the_move_has_arrived(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    to = reach_of_13(page)
    page.evaluate(CLICKS, [to])
    page.evaluate(KEYS, ["z"])
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    expect(lit(page, 13)).to_be_visible()


def test_enter_that_came_before_the_question_does_not_end_it(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.evaluate(CLICKS, [reach_of_13(page)])
    page.evaluate(KEYS, ["Enter", "Enter"])
    expect_moved(page)
    # Red is not asked, nor whether blue is sure.
    expect(lit(page, 11)).to_be_visible()
    expect(page.locator(".prompt .main")).to_contain_text("left: move 4")
