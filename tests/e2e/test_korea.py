"""Korea at the table: the air display, the support of a combat, and what the umpire proposes."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import sandtable
from tests.e2e.conftest import Open, Server
from tests.e2e.games import PHONE, come_to
from tests.e2e.test_people import findings

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

KOREA = "nextwar"


def prompt(page: Page) -> Locator:
    return page.locator(".prompt [role=status]")


def opened(server: Server, open_page: Open, table: str, **options: object) -> Page:
    page = open_page(f"{server.url}/table/{table}", **options)
    page.locator(".prompt [role=status]").or_(page.locator(".cover")).first.wait_for()
    page.wait_for_timeout(2500)  # sides hide something here: a cover may still come down over the board
    cover = page.locator(".cover").get_by_role("button")
    if cover.count():
        cover.first.click()
    expect(page.locator(".cover")).to_have_count(0)
    return page


@pytest.fixture(scope="module")
def allocating(server: Server) -> str:
    """A table of the air war where the DPRK may announce strikes."""
    return come_to(server, KOREA, "air_war", "dprk", "strike")


def test_a_squadron_is_allocated_in_two_clicks_and_its_chances_are_seen_first(
    server: Server, open_page: Open, allocating: str
) -> None:
    page = opened(server, open_page, allocating)
    display = page.get_by_role("region", name="Air display")
    expect(display).to_be_visible()
    display.locator("[data-tile][data-lit]").filter(has_text="Su-25K").first.click()
    card = display.locator("[data-task]").filter(has=page.locator(".bar")).first
    expect(card).to_contain_text(re.compile(r"Detected early \d+ %"))
    card.locator(".send").click()
    main = page.locator(".prompt .main")
    expect(main).to_have_text(re.compile("^Announce with 1"))
    expect(display.locator(".task.now .bar")).to_be_visible()
    expect(display.locator(".task.now")).to_contain_text("Some are stopped")
    before = len(server.read(f"/tables/{allocating}/view?seat=dprk")["state"].get("missions", {}))
    page.keyboard.press("Enter")
    expect(display.locator(".task.now")).to_have_count(0)
    missions = server.read(f"/tables/{allocating}/view?seat=dprk")["state"]["missions"]
    assert len(missions) == before + 1
    # The one that was sent wears its task.
    expect(display.locator(".stock [data-tile]").filter(has_text="strike").first).to_be_visible()


CLIPPED = """() => [...document.querySelectorAll('[data-tile]')].filter((tile) => {
  const box = (name) => tile.querySelector(name).getBoundingClientRect()
  const [values, room, drawing] = ['.values', '.line', 'svg'].map(box)
  return room.width && (values.right > room.right + 1 || values.left < drawing.right - 1)
}).map((tile) => tile.innerText)"""
"""Aircraft whose values leave their tile, or lie on its drawing."""


def test_the_values_of_an_aircraft_fit_its_tile_and_no_map_shows_beside_the_display(
    server: Server, open_page: Open, allocating: str
) -> None:
    page = opened(server, open_page, allocating)
    expect(page.get_by_role("region", name="Air display")).to_be_visible()
    page.get_by_text("The enemy, ").first.click()
    assert page.evaluate(CLIPPED) == []
    expect(page.get_by_role("log")).to_be_visible()
    # Above, below and beside the column of panels.
    seen = "([x, y]) => document.elementFromPoint(x, y)?.closest('.board') !== null"
    assert [page.evaluate(seen, at) for at in ([1436, 400], [1200, 107], [1084, 896])] == [False] * 3


def test_the_display_has_nothing_for_axe_and_goes_away(server: Server, open_page: Open, allocating: str) -> None:
    page = opened(server, open_page, allocating, locale="it-IT", color_scheme="dark")
    display = page.get_by_role("region", name="Tabellone aereo")
    expect(display).to_be_visible()
    assert findings(page) == []
    page.get_by_role("button", name="Torna alla mappa").click()
    expect(display).to_have_count(0)
    page.keyboard.press("d")
    expect(display).to_be_visible()


def test_on_a_phone_the_display_has_four_tabs(server: Server, open_page: Open, allocating: str) -> None:
    page = opened(server, open_page, allocating, **PHONE)
    tabs = page.get_by_role("tablist", name="Air display")
    tabs.get_by_role("tab", name="Tracks").click()
    expect(page.get_by_role("img", name=re.compile("^Radar"))).to_have_count(2)
    tabs.get_by_role("tab", name="Missions").click()
    expect(page.locator("[data-task]").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_who_would_be_out_is_seen_before_a_pair_is_picked(server: Server, open_page: Open) -> None:
    table = come_to(server, KOREA, "air_war", "allied", "sortie")
    page = opened(server, open_page, table)
    display = page.get_by_role("region", name="Air display")
    scale = display.locator(".scale")
    expect(scale).to_be_visible()
    none = scale.inner_text()
    display.get_by_role("button", name="Commit aircraft").or_(display.locator("[data-tile][data-lit]")).first.click()
    display.get_by_role("button", name="All of them").click()
    expect(scale).not_to_have_text(none)
    expect(page.locator(".prompt .main")).to_contain_text("Commit")


def test_the_whole_set_up_is_one_key(server: Server, open_page: Open) -> None:
    table = server.table(KOREA, "train_to_seoul")
    page = opened(server, open_page, table)
    expect(page.locator(".prompt .main")).to_contain_text("Place all 3 as proposed")
    page.keyboard.press("Enter")
    expect(page.locator(".cover")).to_be_visible()
    assert server.read(f"/tables/{table}")["seq"] == 3


def played(server: Server, scenario: str, key: str, folder: Path) -> str:
    """A table that computers have played up to a question."""
    match = sandtable.new(KOREA, scenario, seed=7)
    while match.prompts[0].key != key:
        match.push(match.suggest("planner"))
    match.save(folder / "played.game")
    headers = {"content-type": "application/json", "origin": server.url}
    body = (folder / "played.game").read_bytes()
    with urllib.request.urlopen(
        urllib.request.Request(f"{server.url}/api/imports", body, headers), timeout=60
    ) as answer:
        return str(json.load(answer)["id"])


def test_support_is_toggled_in_a_tray_and_reckoned_at_once(server: Server, open_page: Open, tmp_path: Path) -> None:
    page = opened(server, open_page, played(server, "train_to_seoul", "prompt.battle.attack_support", tmp_path))
    expect(prompt(page)).to_contain_text(re.compile(r"Support the attack on [NS]\d{4} .*\d+ against \d+, \d"))
    main = page.locator(".prompt .main")
    expect(main).to_have_text(re.compile("^No support"))
    tile = page.locator("[data-tray]").first
    bars = page.locator(".odds [role=list] .bar")
    expect(bars.first).to_be_visible()
    before = page.locator(".odds").inner_text()
    page.keyboard.press("1")
    expect(tile).to_have_attribute("aria-pressed", "true")
    expect(main).to_have_text(re.compile("^Support with 1"))
    expect(page.locator(".odds")).not_to_have_text(before)
    page.keyboard.press("Backspace")
    expect(tile).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("b")
    expect(main).to_have_text(re.compile(r"^Support with \d"))
    assert findings(page) == []
