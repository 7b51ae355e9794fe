"""Odds of any fight at the table: by number, or for a place of the map."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.test_handling import WORLD
from tests.e2e.test_plan import PHONE


def test_two_forces_are_weighed_by_number_and_taken_from_the_map(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table(*WORLD)}")
    page.get_by_role("button", name="Odds calculator").click()
    dialog = page.get_by_role("dialog", name="Odds calculator")
    expect(dialog.get_by_role("status")).to_contain_text("Give both sides")
    dialog.get_by_label("From the map").select_option(label="France")
    tank = dialog.get_by_role("button", name="Attack: Tank +1")
    tank.click(modifiers=["Shift"])
    expect(dialog.get_by_role("status")).to_contain_text("%")
    dialog.get_by_role("button", name="At sea").click()
    expect(dialog.get_by_role("button", name="Attack: Submarine +1")).to_be_visible()
    expect(dialog.get_by_role("button", name="Attack: Tank +1")).to_have_count(0)


def test_on_a_phone_it_is_in_the_menu(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table(*WORLD)}", locale="it-IT", **PHONE)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Calcolatore").click()
    dialog = page.get_by_role("dialog", name="Calcolatore")
    dialog.get_by_role("button", name=re.compile(r"Attacco: Fanteria \+1")).click()
    dialog.get_by_role("button", name=re.compile(r"Difesa: Fanteria \+1")).click()
    expect(dialog.get_by_role("status")).to_contain_text("%")


def test_a_hex_map_asks_for_the_place(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    expect(page.locator("[data-piece]").first).to_be_visible()
    page.keyboard.press("k")
    dialog = page.get_by_role("dialog", name="Odds calculator")
    dialog.get_by_label("From the map").select_option("3606")
    expect(dialog.get_by_role("status")).to_contain_text("%")
