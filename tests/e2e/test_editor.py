"""A position by hand: counters from a palette, broken things named, saved as a link, played at once."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.test_plan import PHONE


def test_a_counter_is_put_on_the_map_moved_taken_off_and_the_position_played(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/edit?game=skirmish&scenario=meeting")
    status = page.get_by_role("status")
    expect(status).to_contain_text("can be played")
    piece = page.locator("[data-piece='13']")
    piece.click()
    here = page.get_by_role("complementary", name="Checks and file")
    here.get_by_role("button", name="Move").first.click()
    page.locator("[data-piece='12']").click()
    # Two of one side on a hex: the umpire says so, and nothing is lost.
    expect(page.locator("pre")).to_contain_text("13")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    page.get_by_role("button", name="Undo").click()
    expect(status).to_contain_text("can be played")
    piece.click()
    here.get_by_role("button", name=re.compile("^Take off")).first.click()
    expect(piece).to_have_count(0)
    page.get_by_role("button", name="Play all seats").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-piece='12']")).to_be_visible()
    expect(page.locator("[data-piece='13']")).to_have_count(0)


def test_a_broken_position_is_named_can_be_saved_and_not_played(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/edit?game=eastfront&scenario=1")
    status = page.get_by_role("status")
    expect(status).to_contain_text("can be played")
    turn = page.get_by_label("turn", exact=False).first
    turn.fill("9999")
    turn.press("Tab")
    expect(status).to_contain_text(re.compile("line|turn", re.IGNORECASE))
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    expect(page.get_by_role("link", name="Save the file")).to_be_visible()


def test_on_a_phone_it_is_read_and_played(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/edit?game=skirmish&scenario=meeting", locale="it-IT", **PHONE)
    expect(page.get_by_role("status")).to_contain_text("si può giocare")
    expect(page.get_by_role("complementary", name="Tavolozza")).to_have_count(0)
    page.get_by_role("button", name="Gioca tutti i posti").click()
    page.wait_for_url("**/table/*")


def test_a_position_is_kept_as_a_scenario_of_ones_own_and_played_at_once(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/edit?game=skirmish&scenario=meeting")
    expect(page.get_by_role("status")).to_contain_text("can be played")
    page.locator("[data-piece='13']").click()
    page.get_by_role("button", name=re.compile("^Take off")).first.click()
    expect(page.locator("[data-piece='13']")).to_have_count(0)
    page.get_by_label("Name of the scenario").fill("Without the third")
    page.get_by_role("button", name="Save as my scenario").click()
    expect(page.get_by_role("alert")).to_contain_text("Kept")
    page.get_by_role("link", name="My scenarios").click()
    own = page.get_by_role("region", name="My scenarios")
    expect(own).to_contain_text("Without the third")
    own.get_by_role("button", name="Play from here").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-piece='12']")).to_be_visible()
    expect(page.locator("[data-piece='13']")).to_have_count(0)
    page.go_back()
    own.get_by_role("button", name="Delete: Without the third").click()
    expect(own).not_to_contain_text("Without the third")


def test_an_invariant_that_an_edit_breaks_is_named_as_it_breaks_and_nothing_is_lost(
    server: Server, open_page: Open
) -> None:
    page = open_page(f"{server.url}/edit?game=eastfront&scenario=1")
    status = page.get_by_role("status")
    expect(status).to_contain_text("can be played")
    turn = page.get_by_label("turn", exact=False).first
    turn.fill("-3")
    turn.press("Tab")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    expect(status).not_to_contain_text("can be played")
    page.get_by_role("button", name="Undo").click()
    expect(status).to_contain_text("can be played")
    expect(page.get_by_role("button", name="Play from here")).to_be_enabled()
