"""Passing by itself, from the menu of the table: chosen, seen, and taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.test_asking import WORLD
from tests.e2e.test_people import PHONE, findings


def test_a_seat_passes_until_it_is_asked_what_it_waits_for(server: Server, open_page: Open) -> None:
    table = server.table(*WORLD)
    page = open_page(f"{server.url}/table/{table}", **PHONE, locale="it-IT")
    expect(page.locator(".prompt")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Scegli quando fermarti").click()
    kinds = page.get_by_role("group", name="Chiedimelo quando si tratta di:")
    for text in ("Compra unità e ripara", "Scegli le perdite"):
        kinds.get_by_role("checkbox", name=text).first.check()
    assert findings(page) == []
    page.get_by_role("button", name="Passa da adesso").click()
    expect(page.get_by_text("passa da solo")).to_be_visible()
    found = server.read(f"/tables/{table}/standing?seat=germany")["passing"]
    assert found is None or len(found["until"]) >= 2
    page.get_by_role("button", name="Da adesso chiedimelo di nuovo").click()
    expect(page.get_by_role("button", name="Passa da adesso")).to_be_visible()
    assert server.read(f"/tables/{table}/standing?seat=germany")["passing"] is None
