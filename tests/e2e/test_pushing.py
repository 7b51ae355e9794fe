"""A push in a real browser: the worker shows what the server says, and a newer word replaces an older one.

Headless Chromium has no push service to subscribe to, so the message is handed to the worker by the browser itself,
decrypted; that browsers can decrypt what the server sends is held by ``tests/server/test_pushing.py``.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from sandtable.server.pushing import content_of
from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import signed_up, wait_until
from tests.e2e.test_offline import READY

SHOWN = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
    .map((one) => ({ title: one.title, tag: one.tag, link: one.data.link }))"""


def _push(page: Page, server: Server, content: bytes) -> None:
    """Hand a push to the worker of this page."""
    line: Any = page.context.new_cdp_session(page)
    known: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: known.extend(one["registrationId"] for one in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    for _ in range(50):
        if known:
            break
        page.wait_for_timeout(100)
    origin = {"origin": server.url, "registrationId": known[-1]}
    line.send("ServiceWorker.deliverPushMessage", {**origin, "data": content.decode()})
    line.detach()


def _shown(page: Page, wanted: list[dict[str, str]]) -> Any:
    """What is shown: the browser takes its time, and may clear the older word before the newer one is there."""
    told: Any = None
    for _ in range(50):
        told = page.evaluate(SHOWN)
        if told == wanted:
            break
        page.wait_for_timeout(100)
    return told


def test_the_worker_shows_what_is_pushed_and_a_newer_word_replaces_it(club: Server, open_page: Open) -> None:
    page = open_page(f"{club.url}/", service_workers="allow", permissions=["notifications"])
    signed_up(page, club, "Pia")
    wait_until(page, READY)
    assert page.evaluate("() => Notification.permission") == "granted"
    _push(page, club, content_of("Skirmish: your move as Blue", f"{club.url}/table/abc", "abc:turn"))
    first = {"title": "Skirmish: your move as Blue", "tag": "abc:turn", "link": "/table/abc"}
    assert _shown(page, [first]) == [first]
    _push(page, club, content_of("Skirmish: the game is over", f"{club.url}/table/abc", "abc:turn"))
    last = {**first, "title": "Skirmish: the game is over"}
    assert _shown(page, [last]) == [last]


def test_the_account_page_offers_it_and_says_where_it_cannot_be_had(club: Server, open_page: Open) -> None:
    page = open_page(f"{club.url}/", service_workers="allow", permissions=["notifications"])
    signed_up(page, club, "Ugo")
    wait_until(page, READY)
    page.goto(f"{club.url}/account")
    page.get_by_role("button", name="Tell this browser").click()
    # No service of pushes can be reached from here: the person reads that, and nothing is kept.
    expect(page.get_by_text("reaches no service")).to_be_visible()
    assert page.evaluate("() => fetch('/api/push').then((one) => one.json())")["count"] == 0
