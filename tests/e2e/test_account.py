"""One's own account: notices, password, sessions, tokens, a forgotten password; and games as files."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from sandtable.store import Store
from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import PASSWORD, expect_at, move, opened, signed_up
from tests.e2e.test_people import PHONE, findings

if TYPE_CHECKING:
    from playwright.sync_api import Page


def logged_in(page: Page, server: Server, name: str, password: str) -> None:
    page.goto(f"{server.url}/login")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()


def test_notices_are_kept(club: Server, open_page: Open) -> None:
    page = open_page(f"{club.url}/")
    signed_up(page, club, "Nadia")
    page.get_by_role("link", name="Nadia").click()
    page.get_by_label("E-mail").fill("nadia@example.org")
    page.get_by_label("Password, for a new address").fill(PASSWORD)
    page.get_by_label("Tell me when I am asked").set_checked(False)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved")).to_be_visible()
    page.reload()
    expect(page.get_by_label("E-mail")).to_have_value("nadia@example.org")
    expect(page.get_by_label("Tell me when I am asked")).not_to_be_checked()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.goto(f"{club.url}/account")
    page.wait_for_url("**/login?next=/account")


def test_a_token_for_programs_is_shown_once_and_revoked(club: Server, open_page: Open) -> None:
    page = open_page(f"{club.url}/")
    signed_up(page, club, "Tullio")
    page.goto(f"{club.url}/account")
    page.get_by_label("What it is for").fill("My bot")
    page.get_by_role("button", name="Make a token").click()
    expect(page.locator("code")).to_have_text(re.compile(r"\S{20,}"))
    token = page.locator("code").inner_text()
    headers = {"Authorization": f"Bearer {token}"}
    with urllib.request.urlopen(urllib.request.Request(f"{club.url}/api/me", headers=headers), timeout=60) as answer:
        assert json.load(answer)["account"]["name"] == "Tullio"
    page.get_by_role("button", name="Revoke: My bot").click()
    expect(page.get_by_role("button", name="Revoke: My bot")).to_have_count(0)
    with urllib.request.urlopen(urllib.request.Request(f"{club.url}/api/me", headers=headers), timeout=60) as answer:
        assert json.load(answer)["account"] is None


def test_a_new_password_logs_other_browsers_out(club: Server, open_page: Open) -> None:
    here, there = open_page(f"{club.url}/"), open_page(f"{club.url}/")
    signed_up(here, club, "Paola")
    logged_in(there, club, "Paola", PASSWORD)
    expect(there.get_by_role("link", name="Paola")).to_be_visible()
    here.goto(f"{club.url}/account")
    expect(here.get_by_role("button", name="Revoke: Browser")).to_be_visible()
    here.get_by_label("Old password").fill("not this one")
    here.get_by_label("New password").fill("another long secret")
    here.get_by_role("button", name="Change the password").click()
    expect(here.get_by_text("The old password is another one.")).to_be_visible()
    here.get_by_label("Old password").fill(PASSWORD)
    here.get_by_role("button", name="Change the password").click()
    expect(here.get_by_text("Saved")).to_be_visible()
    expect(here.get_by_role("button", name="Revoke: Browser")).to_have_count(0)
    there.reload()
    expect(there.get_by_role("link", name="Log in")).to_be_visible()


def test_a_forgotten_password_is_set_anew_once(club: Server, open_page: Open) -> None:
    page = open_page(f"{club.url}/")
    signed_up(page, club, "Rosalba")
    store = Store(club.database)
    with store.writing() as transaction:
        renata = transaction.people.named("Rosalba")
        assert renata
        token = transaction.people.offer_reset(renata.id)
    store.close()
    page.goto(f"{club.url}/reset#{token}")
    page.get_by_label("New password").fill("a third long secret")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The password is changed.")).to_be_visible()
    again = open_page(f"{club.url}/reset#{token}")
    again.get_by_label("New password").fill("a fourth long secret")
    again.get_by_role("button", name="Save").click()
    expect(again.get_by_role("alert")).to_contain_text("This link was used before or is too old.")
    logged_in(page, club, "Rosalba", "a third long secret")
    expect(page.get_by_role("link", name="Rosalba")).to_be_visible()


def test_a_server_without_mail_says_so(club: Server, open_page: Open) -> None:
    page = open_page(f"{club.url}/reset")
    page.get_by_label("E-mail").fill("nobody@example.org")
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("alert")).to_have_text("This server sends no mail; ask whoever runs it.")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_pages_of_a_club(club: Server, open_page: Open, scheme: str) -> None:
    page = open_page(f"{club.url}/", color_scheme=scheme, **(PHONE if scheme == "dark" else {}))
    signed_up(page, club, f"Axel {scheme}")
    for address, sign in (("account", "#webhook"), ("reset", "#email"), ("login", "#name"), ("games", "h1")):
        page.goto(f"{club.url}/{address}")
        expect(page.locator(sign)).to_be_visible()
        assert findings(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def test_a_game_goes_out_as_a_file_and_comes_back_as_a_table(server: Server, open_page: Open, tmp_path: Path) -> None:
    page = opened(server, open_page)
    move(page, 13, "0203")
    page.get_by_role("button", name="Menu").click()
    with page.expect_download() as found:
        page.get_by_role("link", name="Export the game").click()
    file = tmp_path / "mine.game"
    found.value.save_as(file)
    here = page.url
    page.goto(f"{server.url}/games")
    page.get_by_label("Import a game").set_input_files(file)
    page.wait_for_url("**/table/*")
    assert page.url != here
    expect_at(page, 13, "0203")
    broken = tmp_path / "broken.game"
    broken.write_text(file.read_text(encoding="utf-8")[:40] + "\n", encoding="utf-8")
    page.goto(f"{server.url}/games")
    page.get_by_label("Import a game").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text("This file is not a game of ours.")
