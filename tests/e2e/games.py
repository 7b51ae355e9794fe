"""The four games at a table of their own, as the browser tests open them."""

from __future__ import annotations

import json
import re
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.e2e.conftest import Open, Server

FOUR = (
    ("axisallies", "rulebook"),
    ("eastfront", "1"),
    ("fieldsoffire", "normandy_1"),
    ("nextwar", "train_to_seoul"),
)
LANGUAGES = ("en-GB", "it-IT")
TOO_FAST, QUICKER = 429, 409
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def uncovered(page: Page) -> None:
    """The board of whoever is asked: where sides hide something it is uncovered first."""
    cover = page.locator(".cover").get_by_role("button")
    asked = page.locator(".prompt [role=status]")
    expect(cover.or_(asked).first).to_be_visible()
    page.locator("[data-piece], .chip, .cover").first.wait_for(state="attached")
    if cover.count():
        cover.first.click()
        expect(page.locator(".cover")).to_have_count(0)
    expect(page.locator("[data-piece], .chip").first).to_be_attached()


def seated(server: Server, open_page: Open, game: str, scenario: str, **options: object) -> Page:
    """A new table of a game, all seats ours."""
    page = open_page(f"{server.url}/table/{server.table(game, scenario)}", **options)
    uncovered(page)
    return page


def post(server: Server, path: str, body: Any) -> Any:
    """Send to the API; a test is quicker than any hand, so it waits where it is told to."""
    headers = {"content-type": "application/json", "origin": server.url}
    request = urllib.request.Request(f"{server.url}/api{path}", json.dumps(body).encode(), headers)
    for _ in range(20):
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as problem:
            if problem.code != TOO_FAST:
                raise
            time.sleep(float(problem.headers.get("retry-after", "1")))
    raise AssertionError(f"{path} was always too fast")


class Overtaken(Exception):
    """What was offered is offered no more: somebody else has gone on."""


def plainly(server: Server, table: str, seat: str, offer: Any) -> Any:
    """An answer that takes what is proposed, else what stands first."""
    while widget := offer.get("widget"):
        options = widget.get("options") or [None]
        first: dict[str, Any] = {"some": options[: widget.get("least", 0) or 1], "path": options[:1], "amounts": {}}
        value = widget.get("default")
        value = first.get(widget["kind"], options[0]) if value is None else value
        partial = {"do": offer["do"], **offer.get("given", {}), offer["arg"]: value}
        found = post(server, f"/tables/{table}/offers", {"seat": seat, "partial": partial})["offers"]
        if not found:
            raise Overtaken
        offer = found[0]
        if (offer.get("widget") or {}).get("may_stop"):
            break
    return {"do": offer["do"], **offer.get("given", {})}


def in_time(server: Server, table: str, seat: str, seq: int, offer: Any) -> bool:
    """Answer plainly; whether the answer came before the page had done by itself what leaves no choice."""
    try:
        action = {"id": f"g{seq}", "seat": seat, "seq": seq, "action": plainly(server, table, seat, offer)}
        post(server, f"/tables/{table}/actions", action)
    except Overtaken:
        return False
    except urllib.error.HTTPError as problem:
        if problem.code != QUICKER:
            raise
        return False
    return True


def go_on(server: Server, table: str, ends: bool = True) -> str:
    """Whoever is asked answers plainly: ends where he can, else takes what stands first; who it was.

    Where the page does by itself what leaves no choice, it may be quicker: then what is asked next is answered.
    """
    for _ in range(5):
        view = server.read(f"/tables/{table}")
        seq, seat = view["seq"], next(str(one["seat"]) for one in view["seats"] if one["asked"])
        offers = server.read(f"/tables/{table}/view?seat={seat}")["offers"]
        if not offers:
            continue
        offer = next((one for one in offers if bool(one.get("ends")) == ends), offers[0])
        if in_time(server, table, seat, seq, offer):
            return seat
    raise AssertionError("the page was always quicker")


def come_to(server: Server, game: str, scenario: str, seat: str, verb: str) -> str:
    """A table where a seat has come to a verb."""
    table = server.table(game, scenario)
    for _ in range(400):
        if any(one["do"] == verb for one in server.read(f"/tables/{table}/view?seat={seat}")["offers"]):
            return table
        go_on(server, table)
    raise AssertionError(f"{seat} never comes to {verb}")


SENTENCE = re.compile(r"\w+ \w+.*[.?!…]")
