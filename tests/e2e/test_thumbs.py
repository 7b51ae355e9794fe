"""What a thumb hits is large enough, and what is bought has a name that is read whole, in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.games import FOUR, LANGUAGES, PHONE, seated

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALL = """() => [...document.querySelectorAll('button, a, select, summary')].filter((one) => {
  const box = one.getBoundingClientRect()
  if (!box.width || box.bottom < 0 || box.top > innerHeight || one.closest('.board, .sr-only')) return false
  return !one.matches('.rule, .link') && (box.width < 40 || box.height < 40)
}).map((one) => `${one.ariaLabel || one.innerText}: ${one.offsetWidth} x ${one.offsetHeight}`)"""
"""What is smaller than a thumb; chips and links inside a sentence have room around them."""
CUT = """(names) => [...document.querySelectorAll(names)].filter(
  (one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2
).map((one) => one.innerText)"""


def unmoved(page: Page) -> None:
    """Panels come up from below and grow; where sides hide something the board may be covered late."""
    page.wait_for_timeout(600)
    if page.locator(".cover").count():
        page.locator(".cover").get_by_role("button").first.click()
        page.wait_for_timeout(600)


@pytest.mark.parametrize("path", ["/", "/games", "/learn", "/new?game=eastfront"])
def test_pages_have_nothing_that_is_smaller_than_a_thumb(server: Server, open_page: Open, path: str) -> None:
    page = open_page(f"{server.url}{path}", locale="it-IT", **PHONE)
    expect(page.locator("main a, main button").first).to_be_visible()
    unmoved(page)
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize(("game", "scenario"), FOUR)
def test_tables_have_nothing_that_is_smaller_than_a_thumb(
    server: Server, open_page: Open, game: str, scenario: str
) -> None:
    page = seated(server, open_page, game, scenario, locale="it-IT", **PHONE)
    unmoved(page)
    assert page.evaluate(SMALL) == []
    assert page.evaluate(CUT, ".prompt [role=status]") == []
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    unmoved(page)
    assert page.evaluate(SMALL) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (1024, 768), (390, 844)])
def test_what_can_be_bought_is_named_whole(server: Server, open_page: Open, size: tuple[int, int], lang: str) -> None:
    more = PHONE if size[0] == 390 else {"viewport": {"width": size[0], "height": size[1]}}
    page = seated(server, open_page, "axisallies", "rulebook", locale=lang, **more)
    expect(page.locator(".tray .name").first).to_be_visible()
    unmoved(page)
    assert page.evaluate(CUT, ".tray .name") == []
