"""Plan, then commit: combat moves as arrows with the odds of their battles, changed until they are fought."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.test_handling import WORLD, act, begun, chip, prompt

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

FRANCE, YUGOSLAVIA, HOLLAND, WEST, SOUTH, NORTH_SEA = 346, 371, 204, 209, 203, 111
BALTIC_GATE, NORTHERN = 113, 124
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}


def planned(server: Server) -> str:
    """A table where Germany has planned battles in France and in Yugoslavia and may still change them."""
    table = begun(server, "germany", "move", *WORLD)
    act(server, table, "germany", do="move", units=stack(server, table, HOLLAND, "infantry", "tank"), path=[FRANCE])
    act(server, table, "germany", do="fly", units=stack(server, table, WEST, "fighter"), to=FRANCE, task="attack")
    act(server, table, "germany", do="move", units=stack(server, table, SOUTH, "infantry"), path=[YUGOSLAVIA])
    return table


def stack(server: Server, table: str, at: int, *kinds: str) -> list[int]:
    units = server.read(f"/tables/{table}/view?seat=germany")["state"]["units"]
    return [int(k) for k, u in units.items() if (u["at"], u["owner"]) == (at, "germany") and u["kind"] in kinds]


def opened(server: Server, open_page: Open, table: str, **options: object) -> Page:
    page = open_page(f"{server.url}/table/{table}", **options)
    expect(page.locator(f"[data-battle='{FRANCE}']")).to_be_visible()
    return page


def plan(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("^(Plan|Piano)$"))


def test_planned_moves_are_arrows_and_each_battle_says_its_chance(server: Server, open_page: Open) -> None:
    page = opened(server, open_page, planned(server))
    expect(page.locator("[data-arrow]")).to_have_count(3)
    expect(page.locator(f"[data-battle='{YUGOSLAVIA}']")).to_contain_text("%")
    expect(prompt(page)).to_contain_text(re.compile(r"2 battles planned, the worst .*%"))
    expect(page.locator(".prompt .main")).to_contain_text("Fight 2 battles")
    expect(plan(page).locator(f"[data-planned='{FRANCE}']")).to_contain_text("fighter")


def test_one_arrow_is_taken_back_and_the_others_stay(server: Server, open_page: Open) -> None:
    table = planned(server)
    page = opened(server, open_page, table)
    before = stack(server, table, HOLLAND, "infantry", "tank")
    # The first of three steps, not the last: those after it are given again.
    plan(page).get_by_role("button", name=re.compile("^Take back: Holland Belgium")).click()
    expect(page.locator("[data-arrow]")).to_have_count(2)
    assert len(stack(server, table, HOLLAND, "infantry", "tank")) > len(before)
    assert stack(server, table, YUGOSLAVIA, "infantry")
    assert stack(server, table, FRANCE, "fighter")


def test_half_of_an_arrow_stays_at_home(server: Server, open_page: Open) -> None:
    table = planned(server)
    page = opened(server, open_page, table)
    sent = len(stack(server, table, FRANCE, "infantry", "tank"))
    page.locator(f"[data-bead='{HOLLAND}>{FRANCE}']").click()
    plan(page).get_by_role("button", name="Half").click()
    expect(page.locator(f"[data-bead='{HOLLAND}>{FRANCE}']")).to_contain_text(str((sent + 1) // 2))
    assert len(stack(server, table, FRANCE, "infantry", "tank")) == (sent + 1) // 2


def test_an_arrow_is_sent_elsewhere(server: Server, open_page: Open) -> None:
    table = planned(server)
    page = opened(server, open_page, table)
    page.locator(f"[data-bead='{SOUTH}>{YUGOSLAVIA}']").click()
    plan(page).get_by_role("button", name="Send elsewhere").click()
    expect(page.locator(f"[data-lit-place='{YUGOSLAVIA}']")).to_be_attached()
    expect(page.locator(f"[data-arrow='{SOUTH}>{YUGOSLAVIA}']")).to_have_count(0)
    expect(prompt(page)).to_contain_text("Infantry")


def test_a_landing_is_one_drag_and_is_taken_back_whole(server: Server, open_page: Open) -> None:
    table = begun(server, "germany", "move", *WORLD)
    ships = stack(server, table, 113, "battleship")
    act(server, table, "germany", do="move", units=ships, path=[112, NORTH_SEA])
    page = open_page(f"{server.url}/table/{table}")
    expect(page.locator(f"[data-battle='{NORTH_SEA}']")).to_be_visible()
    box = chip(page, "Denmark").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 30, box["y"] - 20, steps=4)
    scotland = page.locator("[data-lit-place='309']")
    expect(scotland).to_be_attached()
    aim = page.evaluate(
        """() => { const shape = document.querySelector("[data-lit-place='309']"), box = shape.getBoundingClientRect()
        const inverse = shape.getScreenCTM().inverse()
        for (let n = 0; n < 400; n++) {
          const x = box.x + box.width * ((n % 20) + .5) / 20, y = box.y + box.height * (Math.floor(n / 20) + .5) / 20
          if (shape.isPointInFill(new DOMPoint(x, y).matrixTransform(inverse))
            && !document.elementFromPoint(x, y).closest('.chip')) return [x, y]
        } }"""
    )
    page.mouse.move(*aim, steps=5)
    page.mouse.up()
    expect(page.locator("[data-battle='309']")).to_be_visible()
    units = server.read(f"/tables/{table}/view?seat=germany")["state"]["units"]
    assert len([u for u in units.values() if u.get("target") == 309 and u.get("task") == "assault"]) == 2
    plan(page).get_by_role("button", name=re.compile(r"^Take back: .*, Scotland")).click()
    expect(page.locator("[data-battle='309']")).to_have_count(0)
    units = server.read(f"/tables/{table}/view?seat=germany")["state"]["units"]
    assert not [u for u in units.values() if u.get("aboard") and u["kind"] == "infantry"]


def test_on_a_phone_the_plan_is_read_in_italian_and_changed(server: Server, open_page: Open) -> None:
    page = opened(server, open_page, planned(server), locale="it-IT", **PHONE)
    expect(prompt(page)).to_contain_text("2 battaglie previste")
    plan(page).get_by_role("button").first.click()
    plan(page).get_by_role("button", name=re.compile("^Ritira: Jugoslavia|^Ritira")).first.click()
    expect(page.locator("[data-arrow]")).not_to_have_count(3)


def test_a_plan_is_revised_before_it_is_fought(server: Server, open_page: Open) -> None:
    """One arrow is halved, one goes back: what is fought is what stands then, and nothing of before."""
    table = planned(server)
    page = opened(server, open_page, table)
    sent = stack(server, table, FRANCE, "infantry", "tank")
    before = page.locator(f"[data-battle='{FRANCE}']").text_content() or ""
    page.locator(f"[data-bead='{HOLLAND}>{FRANCE}']").click()
    plan(page).get_by_role("button", name="Half").click()
    left = (len(sent) + 1) // 2
    expect(page.locator(f"[data-bead='{HOLLAND}>{FRANCE}']")).to_contain_text(str(left))
    # The chance is another one now.
    expect(page.locator(f"[data-battle='{FRANCE}']")).not_to_have_text(before)
    plan(page).get_by_role("button", name=re.compile("^Take back: .*Yugoslavia")).click()
    expect(page.locator(f"[data-battle='{YUGOSLAVIA}']")).to_have_count(0)
    fight = page.locator(".prompt .main")
    expect(fight).to_contain_text(re.compile("^Fight"))
    expect(fight).to_be_enabled()
    expect(page.locator("[data-busy]")).to_have_count(0)
    fight.click()
    expect(page.locator("[data-arrow]")).to_have_count(0)
    assert len(stack(server, table, FRANCE, "infantry", "tank")) == left
    assert stack(server, table, YUGOSLAVIA, "infantry") == []


def test_what_hung_on_a_move_that_is_taken_back_falls_out_and_says_why(server: Server, open_page: Open) -> None:
    """A transport goes where its escort fights: without the escort it stays, is told why, and the rest stands."""
    table = begun(server, "germany", "move", *WORLD)
    transport = stack(server, table, BALTIC_GATE, "transport")
    act(server, table, "germany", do="move", units=stack(server, table, HOLLAND, "infantry", "tank"), path=[FRANCE])
    act(server, table, "germany", do="move", units=stack(server, table, NORTHERN, "submarine"), path=[NORTH_SEA])
    act(server, table, "germany", do="move", units=transport, path=[112, NORTH_SEA])
    act(server, table, "germany", do="move", units=stack(server, table, SOUTH, "infantry"), path=[YUGOSLAVIA])
    page = opened(server, open_page, table)
    expect(page.locator("[data-arrow]")).to_have_count(4)
    page.locator(f"[data-bead='{NORTHERN}>{NORTH_SEA}']").click()
    plan(page).locator("li.on").get_by_role("button", name="Take back").click()
    told = page.get_by_role("alert")
    expect(told).to_be_visible()
    expect(told.get_by_role("button", name="Read the rule")).to_be_visible()
    expect(page.locator("[data-arrow]")).to_have_count(2)
    assert stack(server, table, BALTIC_GATE, "transport") == transport
    assert stack(server, table, NORTHERN, "submarine")
    assert stack(server, table, FRANCE, "infantry", "tank")
    assert stack(server, table, YUGOSLAVIA, "infantry")
