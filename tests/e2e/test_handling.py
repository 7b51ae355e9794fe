"""What a hand does and what it gets: only what is meant lights up, things have names, nothing stands in the way."""

from __future__ import annotations

import json
import re
import urllib.request
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import lit, lit_place, opened, piece, prompt, take_over

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WORLD = ("axisallies", "rulebook")


def chip(page: Page, place: str, side: str = "Germany") -> Locator:
    return page.locator(f".chip[aria-label^='{place}, {side}']")


def act(server: Server, table: str, seat: str, **action: object) -> None:
    """Give an answer without a hand."""
    seq = server.read(f"/tables/{table}")["seq"]
    body = json.dumps({"id": f"t{seq}", "seat": seat, "seq": seq, "action": action}).encode()
    headers = {"content-type": "application/json", "origin": server.url}
    urllib.request.urlopen(
        urllib.request.Request(f"{server.url}/api/tables/{table}/actions", body, headers), timeout=60
    ).close()


def begun(server: Server, seat: str, verb: str, *game: str) -> str:
    """A table where a seat has come to a phase that has this verb, and nothing else was done."""
    table = server.table(*game)
    for _ in range(20):
        offers = [one["do"] for one in server.read(f"/tables/{table}/view?seat={seat}")["offers"]]
        if verb in offers:
            return table
        act(server, table, seat, do="done")
    raise AssertionError(f"{seat} never comes to {verb}")


def combat_move(server: Server, open_page: Open, **options: object) -> Page:
    """Germany in her first combat move, with nothing bought."""
    page = open_page(f"{server.url}/table/{begun(server, 'germany', 'move', *WORLD)}", **options)
    expect(page.locator(".chip.lit").first).to_be_visible()
    return page


def fan(page: Page, place: str) -> Locator:
    chip(page, place).click()
    expect(page.locator(".fan")).to_be_visible()
    return page.locator(".fan")


def test_choosing_units_lights_no_place_that_has_their_number(server: Server, open_page: Open) -> None:
    page = combat_move(server, open_page)
    fan(page, "Holland Belgium").get_by_role("button", name="Infantry").first.click()
    page.get_by_role("button", name="Choose 1").click()
    expect(page.locator("[data-lit-place]").first).to_be_attached()
    assert page.locator("[data-chosen-place]").count() == 0
    expect(prompt(page)).to_contain_text("Move Infantry")


def test_after_the_first_unit_what_cannot_join_it_is_dark(server: Server, open_page: Open) -> None:
    page = combat_move(server, open_page)
    expect(chip(page, "Norway")).to_have_class(re.compile("lit"))
    fan(page, "Holland Belgium").get_by_role("button", name="Infantry").first.click()
    expect(chip(page, "Norway")).not_to_have_class(re.compile("lit"))
    moment = page.locator(".moment")
    expect(moment.get_by_role("group", name=re.compile("Holland Belgium")).first).to_be_visible()
    expect(moment.get_by_role("group", name=re.compile("Norway"))).to_have_count(0)
    # And whoever insists hears why.
    chip(page, "Norway").click()
    page.locator(".fan").get_by_role("button", name="Infantry").first.click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_a_fan_leaves_the_enemy_next_door_in_sight_and_closes_when_the_units_are_chosen(
    server: Server, open_page: Open
) -> None:
    page = combat_move(server, open_page)
    held = fan(page, "Holland Belgium").bounding_box()
    assert held is not None
    for place, side in (("France", "France"), ("France", "United Kingdom")):
        target = chip(page, place, side).bounding_box()
        assert target is not None
        x, y = target["x"] + target["width"] / 2, target["y"] + target["height"] / 2
        assert not (held["x"] < x < held["x"] + held["width"] and held["y"] < y < held["y"] + held["height"])
    page.locator(".fan").get_by_role("button", name="Tank").click()
    page.get_by_role("button", name="Choose 1").click()
    expect(page.locator("[data-lit-place]").first).to_be_attached()
    expect(page.locator(".fan")).to_have_count(0)


def test_the_click_after_a_refusal_is_not_lost(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    lit(page, 13).click()
    expect(lit_place(page, 203)).to_be_attached()
    piece(page, 22).click()
    why = page.get_by_role("dialog", name="Why not")
    expect(why).to_contain_text("SK-2.0")
    box = why.bounding_box()
    assert box is not None
    at = (box["x"] + 6, box["y"] + box["height"] - 6)
    # What lies below the words is the board, not the words.
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).closest('.board') !== null", list(at))
    page.mouse.click(*at)
    # The words are gone; if the place below is not lit either, it has words of its own, and they stand elsewhere.
    page.wait_for_function(
        "([x, y]) => [...document.querySelectorAll('[role=dialog]')].every((one) => {"
        " const now = one.getBoundingClientRect(); return Math.abs(now.x - x) > 2 || Math.abs(now.y - y) > 2 })",
        arg=[box["x"], box["y"]],
    )


def test_aircraft_of_a_mission_have_names(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    page.get_by_role("button", name="Fly", exact=True).click()
    expect(page.locator(".moment")).to_be_visible()
    while "units" not in page.locator(".moment .sub").first.inner_text():
        asked = page.locator(".moment .sub").first.inner_text()
        page.locator(".moment .option").first.click()
        expect(page.locator(".moment .sub").first).not_to_have_text(asked)
    names = page.locator(".moment .option > span:nth-child(2)").all_inner_texts()
    assert names
    assert [name for name in names if not re.fullmatch(r".*[a-z].* [A-Z]\d+", name)] == []


def test_costs_on_map_panel_and_log_are_one(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{begun(server, 'axis', 'move', 'eastfront', '1')}")
    page.get_by_role("button", name="Move", exact=True).click()
    page.locator(".moment .option").first.click()
    first = page.locator(".moment .option").first
    expect(page.locator("[data-reach]")).to_be_attached()
    cost = first.locator(".sub").inner_text()
    first.hover()
    expect(page.locator("[data-price]")).to_contain_text(f"{cost}, ")
    first.click()
    expect(page.get_by_role("log")).to_contain_text(f"for {cost} MP")


@pytest.mark.parametrize("lang", ["en-GB", "it-IT"])
def test_questions_have_no_empty_numbers(server: Server, open_page: Open, lang: str) -> None:
    page = combat_move(server, open_page, locale=lang)
    page.locator(".prompt .verbs .btn").first.click()
    said = page.locator(".moment .sub").first.inner_text()
    assert not re.search(r"\d", said), said


def test_italians_read_italian_names_of_units_and_places(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}", locale="it-IT")
    expect(page.locator("[data-piece]").first).to_be_visible()
    labels = " ".join(one.get_attribute("aria-label") or "" for one in page.locator("[data-piece]").all())
    assert "Rifle" not in labels
    assert "Inf Div" not in labels


def test_one_click_that_would_roll_dice_is_asked_about(server: Server, open_page: Open) -> None:
    table = server.table(scenario="narrow")
    for hexagon in (201, 301):
        act(server, table, "blue", do="move", unit=11, path=[hexagon])
        act(server, table, "blue", do="done")
        act(server, table, "red", do="done")
    act(server, table, "blue", do="move", unit=11, path=[401])
    page = open_page(f"{server.url}/table/{table}")
    take_over(page)
    expect(lit(page, 21)).to_be_visible()
    lit(page, 21).click()
    expect(prompt(page)).to_contain_text("Dice will be rolled")
    page.keyboard.press("Escape")
    expect(lit(page, 21)).to_be_visible()
    assert server.read(f"/tables/{table}")["seq"] == 7
    lit(page, 21).click()
    page.get_by_role("button", name="Yes:").click()
    expect(page.get_by_role("log")).to_contain_text(re.compile("fire", re.IGNORECASE))


def test_a_question_with_a_button_is_not_asked_twice(server: Server, open_page: Open) -> None:
    """Whoever presses a button that says what it does has said so."""
    page = combat_move(server, open_page)
    fan(page, "Holland Belgium").get_by_role("button", name="Tank").click()
    page.get_by_role("button", name="Choose 1").click()
    expect(page.get_by_role("button", name="Yes:")).to_have_count(0)
