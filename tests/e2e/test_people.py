"""For everybody: the keyboard alone, a phone, Italian, dark, still pictures, and axe finds nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import ROOT, Open, Server
from tests.e2e.seeing import expect_at, lit, lit_place, opened

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def findings(page: Page) -> list[str]:
    """What axe finds, all of it."""
    # Half faded in, a colour is not yet itself.
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    page.evaluate(Path(AXE).read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [f"{one['id']}: {node['html'][:140]}" for one in found["violations"] for node in one["nodes"]]


def test_a_turn_with_the_keyboard_alone(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.get_by_role("application").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    expect(page.locator("#board-here")).to_contain_text("0103")
    page.keyboard.press(" ")
    expect(lit_place(page, 203)).to_be_attached()
    page.keyboard.press("1")
    expect(lit_place(page, 303)).to_be_attached()
    page.keyboard.press("Enter")
    expect_at(page, 13, "0203")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Yes: Done")).to_be_visible()
    page.keyboard.press("Enter")
    # The next person uncovers the board.
    expect(page.locator(".cover").get_by_role("button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(lit(page, 21)).to_be_visible()


def test_a_number_is_a_step_of_the_way_also_once_the_whole_reach_is_lit(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.get_by_role("application").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    page.keyboard.press(" ")
    expect(lit_place(page, 303)).to_be_attached()  # two hexes away
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect_at(page, 13, "0203")
    expect(page.get_by_role("button", name="Yes: Done")).to_have_count(0)


def test_the_cursor_reads_what_it_stands_on(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#board-here")).to_have_text(re.compile("^0102.*blue 2.*can be picked"))


def test_a_phone_has_the_prompt_at_the_thumb_and_nothing_runs_off(server: Server, open_page: Open) -> None:
    page = opened(server, open_page, **PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    done = page.get_by_role("button", name="Done").bounding_box()
    assert done
    assert done["height"] >= 44
    assert done["y"] > 600
    lit(page, 13).tap()
    expect(lit_place(page, 203)).to_be_attached()
    page.get_by_role("button", name="Back").tap()
    expect(lit(page, 13)).to_be_visible()
    page.get_by_role("button", name="Log").tap()
    expect(page.get_by_text("Nothing has happened yet.")).to_be_visible()


def test_italian_is_spoken_everywhere(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/", locale="it-IT")
    expect(page.get_by_role("heading", name="Prendi posto")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.goto(f"{server.url}/table/{server.table()}")
    expect(page.get_by_role("tab", name="Registro")).to_be_visible()
    expect(page.get_by_role("button", name="Annulla")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="English").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("tab", name="Log")).to_be_visible()


def test_reduced_motion_stops_every_animation(server: Server, open_page: Open) -> None:
    page = opened(server, open_page, reduced_motion="reduce")
    expect(page.locator("html")).to_have_attribute("data-motion", "reduce")
    # What is left of an animation lasts a thousandth of a second.
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing(server: Server, open_page: Open, scheme: str, options: dict[str, Any]) -> None:
    page = open_page(f"{server.url}/", color_scheme=scheme, **options)
    expect(page.get_by_role("button", name="Play the computer").first).to_be_visible()
    assert findings(page) == []
    for address in ("/new", "/games", "/learn"):
        page.goto(f"{server.url}{address}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert findings(page) == []
    page.goto(f"{server.url}/table/{server.table()}")
    expect(lit(page, 13)).to_be_visible()
    assert findings(page) == []
    lit(page, 13).click()
    expect(lit_place(page, 203)).to_be_attached()
    assert findings(page) == []
    page.goto(f"{server.url}/table/{server.table('patrol', 'lane')}")
    expect(page.locator("[data-lit]").first).to_be_visible()
    assert findings(page) == []
    page.goto(f"{server.url}/table/{server.table('axisallies', 'rulebook')}")
    expect(page.locator(".tray")).to_be_visible()
    assert findings(page) == []
