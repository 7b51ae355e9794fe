"""The map opens on what the player acts on, never under a panel; what neutrals would raise is on the map."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.games import come_to, post, uncovered
from tests.e2e.test_handling import WORLD, act, begun, combat_move
from tests.e2e.test_plan import opened, planned

if TYPE_CHECKING:
    from playwright.sync_api import Page

HIDDEN = """() => [...document.querySelectorAll('.chip.lit')].filter((chip) => {
  const box = chip.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2
  const top = document.elementFromPoint(x, y)
  return !top || !top.closest('.board')
}).map((chip) => chip.getAttribute('aria-label'))"""


SEEN_WHOLE = """() => {
  const room = document.querySelector('.odds .scroll').getBoundingClientRect()
  const bars = [...document.querySelectorAll('.odds .bar')].map((bar) => bar.getBoundingClientRect())
  return bars.every((bar) => bar.bottom <= room.bottom + 1)
}"""
"""Every outcome of the fight is in sight without scrolling."""


def settled(page: Page) -> None:
    """The map moves a quarter of a second."""
    page.wait_for_timeout(900)


def test_everything_that_can_move_is_in_sight_beside_the_plan(server: Server, open_page: Open) -> None:
    page = opened(server, open_page, planned(server))
    settled(page)
    assert page.evaluate(HIDDEN) == []


def test_coming_to_the_moves_brings_everything_into_sight(server: Server, open_page: Open) -> None:
    table = server.table(*WORLD)
    page = open_page(f"{server.url}/table/{table}")
    expect(page.locator(".chip").first).to_be_visible()
    act(server, table, "germany", do="done")
    act(server, table, "germany", do="done")
    expect(page.locator(".chip.lit").first).to_be_visible()
    settled(page)
    assert page.evaluate(HIDDEN) == []


def test_what_a_neutral_would_raise_is_seen_and_weighed(server: Server, open_page: Open) -> None:
    page = combat_move(server, open_page)
    expect(page.locator(".chip[data-place='371'][data-side='neutral']")).to_contain_text("5")


def asked(server: Server, table: str) -> str:
    """Who is asked now; phases with nothing to do pass by themselves, so nobody can count them."""
    with urllib.request.urlopen(f"{server.url}/api/tables/{table}", timeout=60) as answer:
        return next(str(seat["seat"]) for seat in json.loads(answer.read())["seats"] if seat["asked"])


def test_another_seat_is_asked_and_its_side_of_the_world_is_shown(server: Server, open_page: Open) -> None:
    table = begun(server, "germany", "move", *WORLD)
    page = open_page(f"{server.url}/table/{table}")
    expect(page.locator(".chip.lit").first).to_be_visible()
    while asked(server, table) == "germany":
        act(server, table, "germany", do="done")
    expect(page.locator(".prompt .who")).to_have_text("Soviet Union")
    settled(page)
    moscow = page.locator(".chip[data-side='ussr']").first
    expect(moscow).to_be_in_viewport()


def test_what_a_fight_may_bring_is_read_whole_beside_the_map(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{come_to(server, 'eastfront', '1', 'axis', 'declare')}", locale="it-IT")
    uncovered(page)
    page.locator("[data-piece][aria-label$=' 3606']").last.click()
    page.get_by_role("button", name="Come proposto").click()
    expect(page.locator(".odds .bar").nth(9)).to_be_attached()
    page.wait_for_function(SEEN_WHOLE)
    expect(page.get_by_role("log")).to_be_visible()


def test_at_1024_the_log_is_a_drawer_and_the_prompt_is_read_whole(server: Server, open_page: Open) -> None:
    table = come_to(server, "nextwar", "train_to_seoul", "dprk", "move")
    page = open_page(f"{server.url}/table/{table}", viewport={"width": 1024, "height": 768})
    uncovered(page)
    expect(page.get_by_role("log")).to_have_count(0)
    said = page.locator(".prompt [role=status]")
    assert said.evaluate("one => one.scrollHeight <= one.clientHeight + 1"), said.inner_text()
    # What does not fit stands in a list; nothing is scrolled sideways.
    assert page.locator(".prompt .verbs").evaluate("one => one.scrollWidth <= one.clientWidth + 8")
    page.locator(".prompt").get_by_role("button", name="More").click()
    page.locator(".prompt").get_by_role("button", name="Move by helicopter").click()
    expect(page.locator(".moment")).to_be_visible()
    page.keyboard.press("Escape")
    # The drawer goes by the key that it came by.
    page.keyboard.press("l")
    expect(page.get_by_role("log")).to_be_visible()
    page.keyboard.press("l")
    expect(page.get_by_role("log")).to_have_count(0)


BOXES = """(names) => names.flatMap((name) => {
  const box = document.querySelector(name)?.getBoundingClientRect()
  return box ? [[box.left, box.top, box.right, box.bottom]] : []
})"""


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (800, 1100)])
def test_the_advice_never_lies_on_the_strip_of_turns(server: Server, open_page: Open, size: tuple[int, int]) -> None:
    table = server.table("eastfront", "1")
    post(server, f"/tables/{table}/leave", {"seat": "soviet", "bot": "random"})
    page = open_page(f"{server.url}/table/{table}", locale="it-IT", viewport={"width": size[0], "height": size[1]})
    expect(page.locator(".advice select")).to_be_visible()
    strip, advice = page.evaluate(BOXES, [".bar[aria-label]", ".advice"])
    apart = advice[0] >= strip[2] or advice[2] <= strip[0] or advice[3] <= strip[1] or advice[1] >= strip[3]
    assert apart, (strip, advice)
    assert advice[2] <= size[0]


def test_between_a_phone_and_a_desk_odds_and_choices_stand_under_the_map(server: Server, open_page: Open) -> None:
    table = come_to(server, "eastfront", "1", "axis", "declare")
    page = open_page(f"{server.url}/table/{table}", viewport={"width": 800, "height": 1100})
    uncovered(page)
    page.locator("[data-piece][aria-label$=' 3606']").last.click()
    expect(page.locator(".odds .bar").first).to_be_visible()
    settled(page)
    odds, moment, strip = page.evaluate(BOXES, [".odds", ".moment", ".bar[aria-label]"])
    assert odds[1] > 1100 * 0.45, "the upper half is the map's"
    assert odds[2] <= moment[0], "side by side"
    assert max(odds[3], moment[3]) <= strip[1]
    # What is spoken of stays in sight above them.
    box = page.locator("[data-piece][aria-label$=' 3606']").last.bounding_box()
    assert box is not None
    assert 104 < box["y"] < odds[1] - box["height"]
