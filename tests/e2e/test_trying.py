"""Trying things out: a fork from any step, a position as a file and a link, hints of the computer, a whole alliance."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import expect_at, lit
from tests.e2e.test_handling import act
from tests.e2e.test_plan import PHONE


def moved(server: Server) -> str:
    """A table where blue has moved twice; nobody hides anything from anybody, for all seats are ours."""
    table = server.table()
    act(server, table, "blue", do="move", unit=13, path=[203])
    act(server, table, "blue", do="move", unit=11, path=[201])
    return table


@pytest.mark.parametrize("options", [{}, {"locale": "it-IT", **PHONE}], ids=["desktop", "phone"])
def test_a_step_of_the_past_is_tried_out_on_a_table_of_ones_own(
    server: Server, open_page: Open, options: dict[str, object]
) -> None:
    table = moved(server)
    page = open_page(f"{server.url}/table/{table}?step=1", **options)
    expect(page.get_by_role("button", name=re.compile("Back to now|Torna al presente"))).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name=re.compile("All seats myself|Tutti i posti a me")).click()
    page.wait_for_url(lambda url: f"/table/{table}" not in url)
    expect_at(page, 13, "0203")
    expect(lit(page, 11)).to_be_visible()
    # The game itself stays as it is.
    assert server.read(f"/tables/{table}")["seq"] == 2
    assert page.url.rsplit("/", 1)[1] != table


def test_a_position_goes_as_a_link_and_opens_again(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{moved(server)}")
    expect(lit(page, 13).or_(lit(page, 12)).first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="As a case file").click()
    link = page.locator("[data-caselink]").get_attribute("href")
    assert link is not None
    other = open_page(link)
    expect(other.get_by_role("status")).to_contain_text("This position can be played")
    other.get_by_role("button", name="Play all seats").click()
    expect_at(other, 13, "0203")
    expect_at(other, 11, "0201")


def test_a_link_that_was_cut_short_is_said_so_and_a_wrong_line_is_named(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/case#v1.eJxT")
    expect(page.get_by_role("alert")).to_contain_text("cut short")
    page.get_by_role("textbox").fill("case: x\ngame: skirmish\nposition:\n  pieces: {blue 9: {hex: '0101'}}\n")
    expect(page.get_by_role("status")).to_contain_text("line 4")
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()


def test_the_computer_says_what_it_would_do_but_not_among_people(server: Server, open_page: Open) -> None:
    table = server.table(seats={"red": {"who": "bot", "bot": "random"}})
    page = open_page(f"{server.url}/table/{table}")
    page.get_by_role("button", name="What would you do?").click()
    expect(page.get_by_text(re.compile("would:"))).to_be_visible()
    page.get_by_role("button", name="Do that").click()
    page.wait_for_function("() => !document.querySelector('.advice .card')")
    assert server.read(f"/tables/{table}")["seq"] >= 1
    hotseat = open_page(f"{server.url}/table/{server.table()}")
    expect(lit(hotseat, 13)).to_be_visible()
    expect(hotseat.get_by_role("button", name="What would you do?")).to_have_count(0)


def test_a_whole_alliance_is_played_in_two_clicks(server: Server, open_page: Open) -> None:
    page = open_page(server.url)
    card = page.get_by_role("article").filter(has_text="Global 1940")
    card.get_by_role("button", name="Play the computer").click()
    card.get_by_label("You play").select_option(label="All of the Axis")
    card.get_by_role("button", name=re.compile("^Start")).click()
    page.wait_for_url("**/table/*")
    table = page.url.rsplit("/", 1)[1]
    seats = server.read(f"/tables/{table}")["seats"]
    assert {one["seat"] for one in seats if one["mine"]} == {"germany", "japan", "italy"}
    server.remove(table)
