"""For everybody: the keyboard alone, a phone, Italian, dark, still pictures, and axe finds nothing serious."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.conftest import ROOT, Open, Server

if TYPE_CHECKING:
    from playwright.sync_api import Page

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def serious(page: Page) -> list[str]:
    """What axe finds, from serious upwards."""
    page.evaluate(Path(AXE).read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:140]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]


def test_a_turn_with_the_keyboard_alone(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table()}")
    page.wait_for_selector("[data-piece='13'][data-lit]")
    page.get_by_role("application").focus()
    for _ in range(3):
        page.keyboard.press("Tab")
    assert "0103" in page.locator("#board-here").inner_text()
    page.keyboard.press(" ")
    page.wait_for_selector("[data-lit-place='203']", state="attached")
    page.keyboard.press("1")
    page.wait_for_selector("[data-lit-place='303']", state="attached")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-piece='13'][aria-label*='0203']")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes: Done").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-piece='21'][data-lit]")


def test_the_cursor_reads_what_it_stands_on(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table()}")
    page.wait_for_selector("[data-piece='13'][data-lit]")
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    said = page.locator("#board-here").inner_text()
    assert said.startswith("0102")
    assert "blue 2" in said
    assert "can be picked" in said


def test_a_phone_has_the_prompt_at_the_thumb_and_nothing_runs_off(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table()}", **PHONE)
    page.wait_for_selector("[data-piece='13'][data-lit]")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    done = page.get_by_role("button", name="Done").bounding_box()
    assert done
    assert done["height"] >= 44
    assert done["y"] > 600
    page.tap("[data-piece='13']")
    page.wait_for_selector("[data-lit-place='203']", state="attached")
    page.get_by_role("button", name="Back").tap()
    page.get_by_role("button", name="Log").tap()
    page.get_by_text("Nothing has happened yet.").wait_for()


def test_italian_is_spoken_everywhere(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/", locale="it-IT")
    page.get_by_role("heading", name="Prendi posto").wait_for()
    assert page.evaluate("document.documentElement.lang") == "it"
    page.goto(f"{server.url}/table/{server.table()}")
    page.wait_for_selector("[data-piece='13'][data-lit]")
    assert page.get_by_role("tab", name="Registro").is_visible()
    assert page.get_by_role("button", name="Annulla").is_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="English").click()
    page.keyboard.press("Escape")
    page.get_by_role("tab", name="Log").wait_for()


def test_reduced_motion_stops_every_animation(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table()}", reduced_motion="reduce")
    page.wait_for_selector("[data-piece='13'][data-lit]")
    assert page.evaluate("document.documentElement.dataset.motion") == "reduce"
    assert page.evaluate("document.getAnimations().filter(a => a.playState === 'running').length") == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [{}, PHONE], ids=["desktop", "phone"])
def test_axe_finds_nothing_serious(server: Server, open_page: Open, scheme: str, options: dict[str, Any]) -> None:
    page = open_page(f"{server.url}/", color_scheme=scheme, **options)
    page.get_by_role("button", name="Play the computer").first.wait_for()
    assert serious(page) == []
    for address in ("/new", "/games", "/learn"):
        page.goto(f"{server.url}{address}")
        page.get_by_role("heading", level=1).wait_for()
        assert serious(page) == []
    page.goto(f"{server.url}/table/{server.table()}")
    page.wait_for_selector("[data-piece='13'][data-lit]")
    assert serious(page) == []
    page.click("[data-piece='13']")
    page.wait_for_selector("[data-lit-place='203']", state="attached")
    assert serious(page) == []
    page.goto(f"{server.url}/table/{server.table('patrol', 'lane')}")
    page.wait_for_selector("[data-lit]")
    assert serious(page) == []
    page.goto(f"{server.url}/table/{server.table('axisallies', 'rulebook')}")
    page.get_by_role("button", name="Buy", exact=True).click()
    page.wait_for_selector(".tray")
    assert serious(page) == []
