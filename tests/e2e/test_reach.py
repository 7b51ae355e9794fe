"""One click picks, one click sends: the whole reach is lit, the way is shown, and those who go together do."""

from __future__ import annotations

import re
from itertools import product
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import wait_until
from tests.e2e.test_handling import begun, chip, combat_move

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CRIMEA = ("eastfront", "1")


def reach(page: Page) -> set[str]:
    """The places that are lit together."""
    rim = page.locator("[data-reach]")
    expect(rim).to_be_attached()
    return set((rim.get_attribute("data-reach") or "").split())


def crimea(server: Server, open_page: Open, **options: object) -> Page:
    """The Axis about to move, and the first unit that can is in sight."""
    page = open_page(f"{server.url}/table/{begun(server, 'axis', 'move', *CRIMEA)}", **options)
    expect(page.locator("[data-piece][data-lit]").first).to_be_visible()
    return page


def mover(page: Page) -> Locator:
    return page.locator("[data-piece][data-lit]").first


def hovered(page: Page) -> Locator:
    return page.locator("[data-way]")


def pointed_at(page: Page, avoid: int = 2) -> tuple[float, float, list[str]]:
    """Point at lit ground until a way of several steps is shown; where that is, and the way."""
    box = page.locator("[data-reach]").bounding_box()
    assert box is not None
    for share_x in (0.2, 0.35, 0.5, 0.65, 0.8):
        for share_y in (0.15, 0.3, 0.45, 0.6, 0.75, 0.9):
            x, y = box["x"] + box["width"] * share_x, box["y"] + box["height"] * share_y
            if not (80 < x < 1060 and 130 < y < 800):
                continue
            page.mouse.move(x, y)
            way = (hovered(page).first.get_attribute("data-way") or "").split() if hovered(page).count() else []
            free = page.evaluate("([x, y]) => !document.elementFromPoint(x, y)?.closest('[data-piece]')", [x, y])
            if len(way) > avoid and free:
                return x, y, way
    raise AssertionError("no way of several steps in sight")


def test_a_unit_is_sent_to_any_place_of_its_reach_with_one_click(server: Server, open_page: Open) -> None:
    page = crimea(server, open_page)
    mover(page).click()
    assert len(reach(page)) > 6, "only the next hexes are lit"
    x, y, way = pointed_at(page)
    expect(page.locator("[data-price]")).to_have_text(re.compile(r"^\d*[½]?, \d*[½]? left$"))
    page.mouse.click(x, y)
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"MP"))
    expect(page.locator(f"[data-piece][aria-label*='{way[-1]}']").first).to_be_attached()


def test_a_drag_goes_the_same_way(server: Server, open_page: Open) -> None:
    page = crimea(server, open_page)
    mover(page).click()
    x, y, way = pointed_at(page)
    page.keyboard.press("Escape")
    box = mover(page).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(x - 4, y - 4, steps=4)
    page.mouse.move(x, y)
    expect(hovered(page)).to_be_attached()
    page.mouse.up()
    expect(page.locator(f"[data-piece][aria-label*='{way[-1]}']").first).to_be_attached()


def test_a_way_point_bends_the_way(server: Server, open_page: Open) -> None:
    page = crimea(server, open_page)
    mover(page).click()
    x, y, way = pointed_at(page, 1)
    page.keyboard.down("Alt")
    page.mouse.click(x, y)
    page.keyboard.up("Alt")
    expect(page.locator(".prompt .main")).to_contain_text("Stop here")
    assert way[-1] not in reach(page)
    page.get_by_role("button", name="Stop here").click()
    expect(page.locator(f"[data-piece][aria-label*='{way[-1]}']").first).to_be_attached()


def test_units_of_several_hexes_go_together(server: Server, open_page: Open) -> None:
    page = crimea(server, open_page)
    # The last of a hex lies on top of its stack.
    tops = {
        (one.get_attribute("aria-label") or "").rsplit(" ", 1)[-1]: str(one.get_attribute("data-piece"))
        for one in page.locator("[data-piece][data-lit]").all()
    }
    names = list(tops.values())
    page.locator(f"[data-piece='{names[0]}']").click(modifiers=["Shift"])
    expect(page.locator(f"[data-piece='{names[0]}'][aria-label*=selected]")).to_be_attached()
    before = page.locator("[data-piece][aria-label*=selected]").count()
    page.locator(f"[data-piece='{names[1]}']").click(modifiers=["Shift"])
    expect(page.locator("[data-piece][aria-label*=selected]")).to_have_count(before + 1)
    expect(page.locator(".prompt [role=status]")).to_contain_text(f"{before + 1} pieces")
    seen = server_seq(server, page)
    assert reach(page)
    box = page.locator("[data-reach]").bounding_box()
    assert box is not None
    for share, other in product((0.3, 0.5, 0.7, 0.4, 0.6), repeat=2):
        x, y = box["x"] + box["width"] * share, box["y"] + box["height"] * other
        page.mouse.move(x, y)
        if hovered(page).count() == before + 1:
            page.mouse.click(x, y)
            break
    else:
        pytest.fail("no place that both can reach is in sight")
    wait_until(
        page,
        "([id, seq]) => fetch(`/api/tables/${id}`).then((one) => one.json()).then((one) => one.seq === seq)",
        [table_of(page), seen + before + 1],
    )
    expect(page.locator("[data-piece][aria-label*=selected]")).to_have_count(0)


def table_of(page: Page) -> str:
    return page.url.rsplit("/", 1)[1].split("?")[0]


def server_seq(server: Server, page: Page) -> int:
    return int(server.read(f"/tables/{table_of(page)}")["seq"])


def test_a_lasso_takes_what_it_holds(server: Server, open_page: Open) -> None:
    page = crimea(server, open_page)
    boxes = [box for one in page.locator("[data-piece][data-lit]").all() if (box := one.bounding_box())]
    left, top = min(b["x"] for b in boxes) - 12, min(b["y"] for b in boxes) - 12
    right, bottom = max(b["x"] + b["width"] for b in boxes) + 8, max(b["y"] + b["height"] for b in boxes) + 8
    page.keyboard.down("Shift")
    page.mouse.move(max(left, 70), max(top, 112))
    page.mouse.down()
    page.mouse.move(min(right, 1060), min(bottom, 820), steps=5)
    expect(page.locator(".lasso")).to_be_visible()
    page.mouse.up()
    page.keyboard.up("Shift")
    expect(page.locator("[data-piece][aria-label*=selected]").nth(1)).to_be_attached()
    expect(page.locator(".lasso")).to_have_count(0)


def test_a_stack_of_the_world_is_dragged_into_battle(server: Server, open_page: Open) -> None:
    page = combat_move(server, open_page)
    start, goal = chip(page, "Holland Belgium").bounding_box(), chip(page, "France", "France").bounding_box()
    assert start is not None
    assert goal is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal["x"] + 12, goal["y"] + 12, steps=6)
    expect(page.locator("[data-lit-place]").first).to_be_attached()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2)
    page.mouse.up()
    expect(chip(page, "France")).to_be_attached()


def test_all_half_and_all_but_one(server: Server, open_page: Open) -> None:
    page = combat_move(server, open_page)
    chip(page, "Holland Belgium").click()
    fan = page.locator(".fan")
    fan.get_by_role("button", name="All", exact=True).click()
    expect(page.get_by_role("button", name=re.compile(r"Choose 9|Choose \d+"))).to_be_visible()
    expect(page.locator("[data-lit-place]").first).to_be_attached()
    # Where they could go is lit: nobody has to say "these" first.
    chip(page, "France", "France").click()
    expect(chip(page, "France")).to_be_attached()


def test_another_unit_is_meant_instead(server: Server, open_page: Open) -> None:
    page = crimea(server, open_page)
    places = [
        str(one.get_attribute("aria-label")).rsplit(" ", 1)[-1] for one in page.locator("[data-piece][data-lit]").all()
    ]
    stacked = next(place for place in places if places.count(place) > 1)
    page.locator(f"[data-piece][data-lit][aria-label$=' {stacked}']").last.click()
    tiles = page.locator(".fan .tile button.lit")
    tiles.nth(0).click()
    reach(page)
    first = page.locator("[data-piece][aria-label*=selected]")
    name = str(first.get_attribute("aria-label")).split(",")[0]
    first.click()
    page.locator(".fan .tile button:not([aria-pressed=true])").last.click()
    expect(first).not_to_have_attribute("aria-label", re.compile("^" + re.escape(name)))
    reach(page)
