"""An evening in one network: the host's page opens by its link, a guest on a phone comes in under a name."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.test_ladder import fits
from tests.e2e.test_people import PHONE, findings
from tests.server.conftest import Running
from tools.waiting import next_line


def test_host_and_guest_come_in_by_their_links(tmp_path: Path, open_page: Open) -> None:
    server = Running(tmp_path, "--share")
    try:
        host = next_line(server.process).split()[-1]
        guest = next_line(server.process).split()[-1]
        page = open_page(host)
        page.wait_for_url(f"{server.origin}/")
        expect(page.get_by_role("link", name="local")).to_be_visible()
        phone = open_page(f"{server.origin}/enter/{guest.rsplit('/', 1)[1]}", **PHONE, locale="it-IT")
        phone.get_by_label("Il tuo nome").fill("Mia")
        assert findings(phone) == []
        assert fits(phone)
        phone.get_by_role("button", name="Entra").click()
        expect(phone.get_by_role("link", name="Mia")).to_be_visible()
        phone.goto(f"{server.origin}/enter/{'x' * 22}")
        phone.wait_for_url(f"{server.origin}/")
    finally:
        server.stop()


def test_an_open_seat_says_how_others_come_to_it(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/new?game=skirmish")
    expect(page.get_by_text("sandtable serve --share")).to_have_count(0)
    page.get_by_role("button", name="Open seat").last.click()
    expect(page.get_by_text("sandtable serve --share")).to_be_visible()
    page.get_by_role("button", name="Open table").click()
    expect(page.get_by_text("sandtable serve --share")).to_be_visible()
