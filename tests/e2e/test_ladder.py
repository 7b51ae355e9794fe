"""The ladder of a club: a rated game is on it as soon as it is over, wide and on a phone, in both languages."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import PASSWORD, signed_up
from tests.e2e.test_people import PHONE, findings

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Member:
    """Somebody with an account who uses no browser."""

    def __init__(self, server: Server, name: str) -> None:
        self.server, self.name, self.cookie = server, name, ""
        self.post("/accounts", {"name": name, "password": PASSWORD})

    def get(self, path: str) -> Any:
        asked = urllib.request.Request(f"{self.server.url}/api{path}", headers={"cookie": self.cookie})
        with urllib.request.urlopen(asked, timeout=60) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        headers = {"origin": self.server.url, "content-type": "application/json", "cookie": self.cookie}
        asked = urllib.request.Request(f"{self.server.url}/api{path}", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(asked, timeout=60) as answer:
            self.cookie = (answer.headers.get("set-cookie") or self.cookie).partition(";")[0]
            return json.load(answer)


def fits(page: Page) -> bool:
    """Whether nothing is wider than the screen."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= screen.width"))


def test_a_rated_game_is_on_the_ladder(club: Server, open_page: Open) -> None:
    page = open_page(f"{club.url}/")
    signed_up(page, club, "Olga")
    pino = Member(club, "Pino")
    page.goto(f"{club.url}/new?game=skirmish")
    page.get_by_role("button", name="Open seat").last.click()
    expect(page.get_by_label("Rated")).to_have_count(0)
    page.get_by_role("button", name="Correspondence").click()
    page.get_by_label("Rated").check()
    page.get_by_role("button", name="Open table").click()
    page.wait_for_url("**/table/*")
    table = page.url.rsplit("/", 1)[1]
    pino.post(f"/tables/{table}/join", {"seat": "red"})
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("button", name="Start")).to_have_count(0)
    expect(page.locator(".prompt")).to_be_visible()
    pino.post(f"/tables/{table}/resign", {"seat": "red"})

    page.goto(f"{club.url}/")
    page.get_by_role("link", name="Club", exact=True).click()
    page.get_by_label("Game").select_option("skirmish")
    mine = page.get_by_role("row", name="Olga")
    expect(mine).to_contain_text("1662")
    expect(mine).to_contain_text("you")
    expect(page.get_by_role("row", name="Pino")).to_contain_text("1338")
    expect(page.get_by_role("link", name="Olga", exact=False).last).to_contain_text("1 – 0")
    page.get_by_label("Side").select_option("red")
    expect(mine).to_have_count(0)
    assert findings(page) == []

    phone = open_page(f"{club.url}/login", **PHONE, locale="it-IT", storage_state=page.context.storage_state())
    phone.goto(f"{club.url}/ladder?game=skirmish")
    expect(phone.get_by_role("heading", name="Classifica")).to_be_visible()
    expect(phone.get_by_role("row", name="Olga")).to_be_visible()
    assert fits(phone)
    assert findings(phone) == []


def test_one_machine_has_no_ladder(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/")
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("link", name="Club", exact=True)).to_have_count(0)
