"""What happened while I was away: battles first, each opens on the map; played back as fast as one likes."""

from __future__ import annotations

import json
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
    urllib.request.urlopen(
        urllib.request.Request(f"{server.url}/api/tables/{table}/leave", body, headers), timeout=60
    ).close()
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


WATCH = """() => {
  const moments = (window.moments = []), pauses = (window.pauses = []), wait = window.setTimeout
  window.setTimeout = (what, pause, ...rest) => (pauses.push(pause), wait(what, pause, ...rest))
  const look = () => {
    const places = [11, 13].map((id) => document.querySelector(`[data-piece='${id}']`)?.ariaLabel.match(/\\d{4}/)?.[0])
    const past = document.querySelector('.board.past') !== null
    const moment = JSON.stringify([past, ...places])
    if (moments.at(-1) !== moment) moments.push(moment)
    requestAnimationFrame(look)
  }
  look()
}"""
"""Writes down what is seen, frame by frame: whether it is the past, and where the two pieces stand; and every pause."""


def played(server: Server, open_page: Open, speed: str) -> tuple[list[tuple[object, ...]], list[float]]:
    """What is seen while it is played back, moment by moment, and the pauses in milliseconds."""
    page = open_page(f"{server.url}/table/{away(server)}")
    news = strip(page)
    button = news.get_by_role("button", name=speed)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect_at(page, 13, "0203")
    page.evaluate(WATCH)
    news.get_by_role("button", name="Play it back").click()
    # It shows the past, and comes back to the present by itself.
    page.wait_for_function("() => window.moments.length > 2 && !JSON.parse(window.moments.at(-1))[0]")
    expect(page.get_by_role("button", name="Back to now")).to_have_count(0)
    expect(news).to_be_visible()
    return [tuple(json.loads(moment)) for moment in page.evaluate("window.moments")], page.evaluate("window.pauses")


def test_it_is_played_back_move_by_move_and_eight_times_as_fast_where_one_likes(
    server: Server, open_page: Open
) -> None:
    moments, slowly = played(server, open_page, "1×")
    now, start, first = (False, "0201", "0203"), (True, "0101", "0103"), (True, "0201", "0103")
    assert moments[:3] == [now, start, first]
    assert {one[2] for one in moments[3:]} == {"0203"}
    assert moments[-1] == now
    again, fast = played(server, open_page, "8×")
    assert again[:3] == [now, start, first]
    # A pause before each of the moments.
    assert (slowly.count(1200), fast.count(1200 / 8)) == (3, 3)
    assert 1200 not in fast


def test_what_was_seen_once_does_not_come_again_with_the_next_page(server: Server, open_page: Open) -> None:
    table = away(server)
    page = open_page(f"{server.url}/table/{table}")
    expect(strip(page)).to_be_visible()
    offer = next(one for one in server.read(f"/tables/{table}/view?seat=red")["offers"] if one.get("ends"))
    act(server, table, "red", do=offer["do"])
    # An answer of ours: what others did before it is known.
    expect(strip(page).get_by_text("0203")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-piece='13']")).to_be_attached()
    expect(strip(page).get_by_text("0203")).to_have_count(0)


def test_on_a_phone_the_cards_fold(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{away(server)}", locale="it-IT", **PHONE)
    news = strip(page)
    expect(news.get_by_role("listitem")).to_have_count(0)
    news.get_by_role("button", expanded=False).click()
    expect(news.get_by_role("listitem").first).to_be_visible()
