"""The faces come with the client: the look does not depend on the machine, and the first load stays small."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import DESKTOP, Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Response

MOST = 300_000
"""Bytes of the client that may be fetched before a table is played at; the game's own data come on top."""


def weight(one: Response) -> int:
    """Bytes that came over the line."""
    told = one.request.sizes()["responseBodySize"]
    return told if told > 0 else int(one.headers["content-length"])


@pytest.mark.parametrize("game", [("eastfront", "1"), ("axisallies", "rulebook"), ("fieldsoffire", "keep_up_the_fire")])
def test_page_and_map_are_written_in_faces_of_ours_and_the_first_load_is_small(
    server: Server, browser: Browser, game: tuple[str, str]
) -> None:
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    fetched: list[Response] = []

    def note(one: Response) -> None:
        fetched.append(one)

    page.on("response", note)
    with page.expect_response(lambda one: "/lora-" in one.url), page.expect_response(lambda one: "/inter-" in one.url):
        page.goto(f"{server.url}/table/{server.table(*game)}")
    expect(page.locator(".chip, [data-piece]").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    fonts = {one.url.rpartition("/")[2].partition("-")[0] for one in fetched if one.url.endswith(".woff2")}
    assert fonts == {"inter", "lora"}
    assert all(one.url.startswith(server.url) for one in fetched), "nothing is asked of others"
    own = [one for one in fetched if "/api/" not in one.url]
    assert {one.status for one in own} == {200}
    # What a worker fetches has no size for the page: then the server says how much it sends.
    sizes = {one.url.rpartition("/")[2]: weight(one) for one in own}
    context.close()
    assert 0 < sum(sizes.values()) < MOST, sizes
