"""Nothing is fought unseen: the battle board, losses by one click a kind, rolling to the end, cards that open again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.test_handling import WORLD, act, begun

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FRANCE, YUGOSLAVIA, HOLLAND, WEST = 346, 371, 204, 209


def attacking(server: Server) -> str:
    """A table where Germany is about to fight in France and in Yugoslavia."""
    table = begun(server, "germany", "move", *WORLD)
    units = server.read(f"/tables/{table}/view?seat=germany")["state"]["units"]

    def stack(at: int, *kinds: str) -> list[int]:
        return [int(k) for k, u in units.items() if (u["at"], u["owner"]) == (at, "germany") and u["kind"] in kinds]

    act(server, table, "germany", do="move", units=stack(HOLLAND, "infantry", "artillery", "tank"), path=[FRANCE])
    act(server, table, "germany", do="move", units=stack(WEST, "infantry", "mech_infantry"), path=[FRANCE])
    act(server, table, "germany", do="fly", units=stack(WEST, "fighter"), to=FRANCE, task="attack")
    act(server, table, "germany", do="move", units=stack(203, "infantry", "artillery"), path=[YUGOSLAVIA])
    act(server, table, "germany", do="done")
    return table


def board(page: Page) -> Locator:
    return page.locator(".battle")


def fighting(server: Server, open_page: Open, **options: object) -> Page:
    """The first round in France is rolled, and somebody takes losses."""
    table = attacking(server)
    act(server, table, "germany", do="fight", place=FRANCE)
    page = open_page(f"{server.url}/table/{table}", **options)
    expect(board(page)).to_be_visible()
    return page


def test_both_sides_stand_face_to_face_with_the_dice_that_fell(server: Server, open_page: Open) -> None:
    page = fighting(server, open_page)
    expect(board(page)).to_contain_text("France")
    expect(board(page).locator(".half.left .plate").first).to_be_visible()
    expect(board(page).locator(".half:not(.left) .plate").first).to_be_visible()
    expect(board(page).locator(".dice .die").first).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_the_board_says_where_in_the_round_it_stands_and_all_its_rows_are_in_sight(
    server: Server, open_page: Open, size: tuple[int, int]
) -> None:
    page = fighting(server, open_page, viewport={"width": size[0], "height": size[1]})
    expect(board(page).locator("[aria-current=step]")).to_have_text("Losses")
    expect(board(page).locator(".plate").first).to_be_visible()
    assert board(page).locator(".rows").evaluate("rows => rows.scrollHeight <= rows.clientHeight + 1")


def test_losses_are_proposed_changed_by_one_click_and_confirmed_by_one_key(server: Server, open_page: Open) -> None:
    page = fighting(server, open_page)
    accept = page.locator(".prompt .main")
    expect(accept).to_contain_text(re.compile(r"Confirm \d+ loss"))
    said = board(page).locator("footer .num").inner_text()
    assert re.fullmatch(r"(\d+) of \1", said), "all hits are assigned before anybody clicks"
    tanks = board(page).locator(".plate.open[aria-label^='Tank:']")
    expect(tanks).to_have_attribute("aria-label", re.compile(" 0 lost"))
    tanks.click()
    expect(tanks).to_have_attribute("aria-label", re.compile(" 1 lost"))
    expect(board(page).locator("footer .num")).to_have_text(said)
    tanks.click(modifiers=["Shift"])
    expect(tanks).to_have_attribute("aria-label", re.compile(" 0 lost"))
    board(page).get_by_role("button", name="Cheapest first").click()
    before = server.read(f"/tables/{table_of(page)}")["seq"]
    page.keyboard.press("Enter")
    page.wait_for_function(
        "([id, seq]) => fetch(`/api/tables/${id}`).then((one) => one.json()).then((one) => one.seq > seq)",
        arg=[table_of(page), before],
    )


def table_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1].split("?")[0]


def test_a_battle_is_rolled_to_its_end_and_its_card_opens_again(server: Server, open_page: Open) -> None:
    page = fighting(server, open_page)
    # Both sides sit at this screen: it rolls on until the other one has to decide.
    roll = page.get_by_role("button", name="Roll to the end")
    france = page.locator(".battle[aria-label='Battle of France']")
    for _ in range(60):
        if not france.count():
            break
        if roll.is_visible():
            roll.click()
        page.wait_for_timeout(250)
        expect(page.locator("[data-busy]")).to_have_count(0)
    expect(france).to_have_count(0)
    if page.locator(".logbtn").is_visible():
        page.locator(".logbtn").click()
    page.get_by_role("button", name="Open the battle").first.click()
    card = page.get_by_role("dialog", name="Battle of France")
    expect(card).to_contain_text("Round 1")
    expect(card.locator(".die").first).to_be_visible()


def test_the_board_fits_a_phone(server: Server, open_page: Open) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = fighting(server, open_page, **phone)
    expect(board(page).locator(".tally").first).to_be_visible()
    box = board(page).bounding_box()
    assert box is not None
    assert box["width"] <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_landings_and_placements_are_proposed_and_taken_with_one_key(server: Server, open_page: Open) -> None:
    table = server.table(*WORLD)
    act(server, table, "germany", do="buy", economy="germany", units={"infantry": 10})
    act(server, table, "germany", do="done")
    while not server.read(f"/tables/{table}/view?seat=germany")["prompts"][0]["at"].endswith("mobilize"):
        seat = server.read(f"/tables/{table}/view?seat=germany")["prompts"][0]["seat"]
        act(server, table, seat, do="done")
    page = open_page(f"{server.url}/table/{table}")
    place = page.get_by_role("button", name="Place all 10")
    expect(place).to_be_visible()
    page.keyboard.press("Enter")
    expect(place).to_have_count(0)
    page.wait_for_function(
        "(id) => fetch(`/api/tables/${id}/view?seat=germany`).then((one) => one.json())"
        ".then((one) => !one.state.orders || Object.keys(one.state.orders).length === 0)",
        arg=table,
    )


def test_the_tray_opens_by_itself_and_fills_what_is_left(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table(*WORLD)}")
    tray = page.locator(".tray")
    expect(tray).to_be_visible()
    tray.get_by_role("button", name="Artillery +1", exact=True).click()
    tray.get_by_role("button", name="Infantry +1", exact=True).click(modifiers=["Shift"])
    expect(tray).to_contain_text(re.compile(r"(28|29|30) of 30"))


def test_what_can_be_taken_back_is_not_asked_twice(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    expect(page.locator(".prompt [role=status]")).to_contain_text("interdict")
    page.keyboard.press("Enter")
    expect(page.locator("[data-piece][data-lit]").first).to_be_visible()
    expect(page.get_by_role("button", name="Yes:")).to_have_count(0)


def test_odds_of_a_running_battle_count_what_is_lost_and_offer_nobody_who_cannot_come(
    server: Server, open_page: Open
) -> None:
    page = fighting(server, open_page)
    odds = page.locator(".odds")
    expect(odds.locator(".total").first).to_be_visible()
    before = odds.locator(".total").all_inner_texts()
    tanks = board(page).locator(".plate.open[aria-label^='Tank:']")
    tanks.click()
    expect(tanks).to_have_attribute("aria-label", re.compile(" 1 lost"))
    tanks.click(modifiers=["Shift"])
    expect(tanks).to_have_attribute("aria-label", re.compile(" 0 lost"))
    # What was taken and given back leaves the figures as they were.
    expect(odds.locator(".total")).to_have_text(before)
    # Nobody can join a battle that is being fought.
    offered = " ".join(odds.locator(".wi").all_inner_texts())
    assert not re.search(r"\+|\badd\b|\bwith\b", offered, re.IGNORECASE), offered
