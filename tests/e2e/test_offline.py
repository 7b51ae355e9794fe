"""On a train: the client, the last position of a table and what was asked about it are there without a line."""

from __future__ import annotations

import urllib.request

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import lit, opened, piece, wait_until
from tests.e2e.test_ladder import fits
from tests.e2e.test_people import PHONE

READY = "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)"
WRITTEN = """async ([path, word]) => (await (await caches.open('sandtable-seen')).keys())
    .map((one) => new URL(one.url))
    .some((url) => url.pathname === path && (url.searchParams.get('params') ?? '').includes(word))"""


def test_the_last_position_is_readable_with_the_network_cut(server: Server, open_page: Open) -> None:
    page = opened(server, open_page, **PHONE, service_workers="allow")
    wait_until(page, READY)
    page.reload()  # the first visit was not seen by the worker
    expect(lit(page, 13)).to_be_visible()
    name = page.url.rsplit("/", 1)[1].split("?")[0]
    wait_until(page, WRITTEN, [f"/kept/{name}/positions", ""])
    page.context.set_offline(True)
    page.reload()
    expect(piece(page, 13)).to_be_visible()
    expect(page.get_by_text("No connection")).to_be_visible()
    assert fits(page)
    asked = """(table) => fetch(`/api/tables/${table}/view?seat=blue`).then(() => 'answered', () => 'cut off')"""
    assert page.evaluate(asked, name) == "cut off", "the network is really cut"
    page.goto(f"{server.url}/")
    expect(page.get_by_role("link", name="Play", exact=True)).to_be_visible()
    page.context.set_offline(False)
    page.goto(f"{server.url}/table/{name}")
    expect(lit(page, 13)).to_be_visible()


def test_it_can_be_installed(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/", service_workers="allow")
    wait_until(page, READY)
    found = page.evaluate("() => fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())")
    assert found["display"] == "standalone"
    for icon in found["icons"]:
        with urllib.request.urlopen(server.url + icon["src"], timeout=60) as answer:
            assert answer.headers["content-type"].startswith(icon["type"])
    problems = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in problems if one["errorId"] != "in-incognito"] == []


def test_what_was_asked_about_a_position_is_answered_with_the_network_cut(server: Server, open_page: Open) -> None:
    name = server.table("eastfront", "1")
    page = open_page(f"{server.url}/table/{name}", service_workers="allow")
    wait_until(page, READY)
    page.reload()

    def weighed() -> str:
        expect(page.locator("[data-piece]").first).to_be_visible()
        page.keyboard.press("k")
        dialog = page.get_by_role("dialog", name="Odds calculator")
        dialog.get_by_label("From the map").select_option("3606")
        expect(dialog.get_by_role("status")).to_contain_text("%")
        return dialog.get_by_role("status").inner_text()

    said = weighed()
    wait_until(page, WRITTEN, [f"/kept/{name}/answers", "3606"])  # another answer may have been written before
    page.context.set_offline(True)
    page.reload()
    assert weighed() == said
    page.context.set_offline(False)
