"""What happened while I was away: battles first, each opens on the map; played back as fast as one likes."""

from __future__ import annotations

import re
import urllib.request
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import expect_at
from tests.e2e.test_handling import act
from tests.e2e.test_plan import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


def strip(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("While you were away|Mentre non c’eri"))


def away(server: Server) -> str:
    """A table where blue has moved, which a computer plays from now on, and red is asked."""
    table = server.table()
    act(server, table, "blue", do="move", unit=11, path=[201])
    act(server, table, "blue", do="move", unit=13, path=[203])
    act(server, table, "blue", do="done")
    body, headers = b'{"seat": "blue", "bot": "random"}', {"content-type": "application/json", "origin": server.url}
    urllib.request.urlopen(urllib.request.Request(f"{server.url}/api/tables/{table}/leave", body, headers)).close()
    return table


def test_what_others_did_stands_in_cards_that_open_on_the_map(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{away(server)}")
    news = strip(page)
    cards = news.get_by_role("listitem")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("0201")
    expect(cards.last).to_contain_text("0203")
    cards.first.get_by_role("button").click()
    # The moment of that card: the first has gone, the second stands where it stood.
    expect_at(page, 11, "0201")
    expect_at(page, 13, "0103")
    page.get_by_role("button", name="Back to now").click()
    expect_at(page, 13, "0203")
    expect(news).to_be_visible()
    news.get_by_role("button", name="Close").click()
    expect(news).to_have_count(0)


def test_it_is_played_back_at_eight_times_the_speed(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{away(server)}")
    news = strip(page)
    news.get_by_role("button", name="8×").click()
    news.get_by_role("button", name="Play it back").click()
    # It shows the past, and comes back to the present by itself.
    expect(news).to_be_visible()
    expect(page.get_by_role("button", name="Back to now")).to_have_count(0)


def test_on_a_phone_the_cards_fold(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{away(server)}", locale="it-IT", **PHONE)
    news = strip(page)
    expect(news.get_by_role("listitem")).to_have_count(0)
    news.get_by_role("button", expanded=False).click()
    expect(news.get_by_role("listitem").first).to_be_visible()
