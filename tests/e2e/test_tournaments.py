"""A tournament in the browser: organised, entered, a round played, wide and on a phone."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import signed_up
from tests.e2e.test_ladder import Member, fits
from tests.e2e.test_people import PHONE, findings


def test_a_tournament_from_the_form_to_the_standings(club: Server, open_page: Open) -> None:
    page = open_page(f"{club.url}/")
    signed_up(page, club, "Renata")
    page.goto(f"{club.url}/ladder")
    page.get_by_role("link", name="Tournaments").click()
    expect(page.get_by_role("heading", name="Tournaments")).to_be_visible()
    page.get_by_role("button", name="Organise a tournament").click()
    page.get_by_role("textbox", name="Name").fill("Winter Cup")
    page.get_by_label("Game", exact=True).select_option("skirmish")
    page.get_by_role("button", name="Round-robin").click()
    expect(page.get_by_label("Rounds")).to_have_count(0)
    assert findings(page) == []
    page.get_by_role("button", name="New tournament").click()
    expect(page.get_by_role("heading", name="Winter Cup")).to_be_visible()
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("row", name="Renata")).to_be_visible()
    name = page.url.rsplit("/", 1)[1]
    saro = Member(club, "Saro")
    saro.post(f"/tournaments/{name}/enter", {})
    page.reload()
    page.get_by_role("button", name="Begin the first round").click()
    expect(page.get_by_text("round 1 of 1")).to_be_visible()

    page.get_by_role("link", name="To the table").click()
    page.wait_for_url("**/table/*")
    table = page.url.rsplit("/", 1)[1]
    expect(page.get_by_role("link", name="A game of a tournament")).to_be_visible()
    expect(page.get_by_role("button", name="Start")).to_have_count(0)
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(0)
    seats = saro.post(f"/tables/{table}/join", {"seat": "red"})["seats"]
    mine = next(one["seat"] for one in seats if one["mine"])
    expect(page.locator(".prompt")).to_be_visible()
    saro.post(f"/tables/{table}/resign", {"seat": mine})
    while saro.get(f"/tournaments/{name}")["info"]["status"] != "over":
        page.wait_for_timeout(200)

    phone = open_page(f"{club.url}/login", **PHONE, locale="it-IT", storage_state=page.context.storage_state())
    phone.goto(f"{club.url}/tournament/{name}")
    expect(phone.get_by_text("finito", exact=True)).to_be_visible()
    row = phone.get_by_role("row", name=re.compile("Renata"))
    expect(row).to_contain_text("1")
    expect(phone.get_by_text("abbandono")).to_be_visible()
    assert fits(phone)
    assert findings(phone) == []
    page.goto(f"{club.url}/tournament/{name}")
    expect(page.get_by_text("resignation")).to_be_visible()
    assert findings(page) == []
