"""Prompts say what is at stake, "Done" what is left undone; some answers are given once for all; the tray fits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.games import come_to, uncovered
from tests.e2e.test_handling import WORLD, act, begun, prompt
from tests.e2e.test_plan import PHONE, stack

if TYPE_CHECKING:
    from playwright.sync_api import Page

CHANNEL = 110


def threatened(server: Server) -> str:
    """A table where Germany has come to the Channel and the United Kingdom may scramble."""
    table = begun(server, "germany", "move", *WORLD)
    fighters = stack(server, table, 209, "fighter")
    act(server, table, "germany", do="fly", units=fighters, to=CHANNEL, task="attack")
    act(server, table, "germany", do="done")
    assert server.read(f"/tables/{table}/view?seat=uk")["prompts"][0]["key"] == "prompt.scramble"
    return table


@pytest.mark.parametrize(("lang", "said"), [("en-GB", "the attacker wins"), ("it-IT", "l’attaccante vince")])
def test_a_prompt_says_who_comes_with_what_and_what_is_at_stake(
    server: Server, open_page: Open, lang: str, said: str
) -> None:
    page = open_page(f"{server.url}/table/{threatened(server)}", locale=lang)
    expect(prompt(page)).to_contain_text(re.compile(r"Germany comes|Germania: 2 unità arrivano"))
    expect(prompt(page)).to_contain_text(re.compile("Fighter|Caccia", re.IGNORECASE))
    expect(prompt(page)).to_contain_text(said)
    expect(prompt(page)).to_contain_text("%")


def test_never_here_is_said_once_kept_on_the_server_and_taken_back(server: Server, open_page: Open) -> None:
    table = threatened(server)
    page = open_page(f"{server.url}/table/{table}")
    expect(page.locator(".prompt .who")).to_have_text("United Kingdom")
    page.get_by_role("group", name="Here").get_by_role("button", name="Never").click()
    # The question is answered at once, by the server.
    expect(page.locator(".prompt .who")).not_to_have_text("United Kingdom")
    kept = server.read(f"/tables/{table}/standing?seat=uk")["answers"]
    assert {(one["step"], one["answer"]) for one in kept} == {("scramble", "never")}


def test_standing_answers_stand_in_the_menu(server: Server, open_page: Open) -> None:
    table = begun(server, "germany", "move", *WORLD)
    page = open_page(f"{server.url}/table/{table}")
    expect(page.locator(".chip.lit").first).to_be_visible()
    page.evaluate(
        """(table) => fetch(`/api/tables/${table}/standing`, {
          method: 'PUT', headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            seat: 'germany', answers: [{ step: 'scramble', place: '202', answer: 'always' }] }) })""",
        table,
    )
    page.reload()
    expect(page.locator(".chip.lit").first).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    row = page.get_by_role("listitem").filter(has_text="Always scramble: Germany")
    expect(row).to_be_visible()
    row.get_by_role("button", name="Ask me again").click()
    expect(row).to_have_count(0)
    assert server.read(f"/tables/{table}/standing?seat=germany")["answers"] == []


def buying(server: Server, open_page: Open, **options: object) -> Page:
    page = open_page(f"{server.url}/table/{server.table(*WORLD)}", **options)
    expect(page.locator(".tray")).to_be_visible()
    return page


def test_done_names_the_money_that_is_left_and_is_not_the_main_key(server: Server, open_page: Open) -> None:
    page = buying(server, open_page)
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".prompt")).to_contain_text("Done: keep 30 IPC")
    expect(page.locator(".prompt .main")).to_contain_text("Buy")
    expect(page.locator(".prompt .main")).not_to_contain_text("Done")


@pytest.mark.parametrize(
    "game", [("eastfront", "1", "axis"), ("nextwar", "train_to_seoul", "dprk")], ids=lambda game: game[0]
)
def test_a_phase_in_which_nobody_acted_names_what_is_left_and_enter_asks_first(
    server: Server, open_page: Open, game: tuple[str, str, str]
) -> None:
    table = come_to(server, game[0], game[1], game[2], "move")
    page = open_page(f"{server.url}/table/{table}")
    uncovered(page)
    end = page.locator(".prompt .main")
    expect(end).to_contain_text(re.compile(r"End.*left: move \d+", re.DOTALL))
    expect(end).not_to_contain_text("Enter")
    before = server.read(f"/tables/{table}")["seq"]
    page.keyboard.press("Enter")
    expect(prompt(page)).to_contain_text(re.compile(r"End\? Left undone: move \d+"))
    assert server.read(f"/tables/{table}")["seq"] == before
    page.keyboard.press("Escape")
    expect(end).to_contain_text("left: move")


def test_an_attack_that_could_be_declared_is_left_by_name(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{come_to(server, 'eastfront', '1', 'axis', 'declare')}")
    uncovered(page)
    expect(page.locator(".prompt .main")).to_contain_text(re.compile(r"left: declare an attack \d+"))


@pytest.mark.parametrize(
    "options",
    [
        {"viewport": {"width": 1440, "height": 900}},
        {"viewport": {"width": 1024, "height": 768}},
        {**PHONE, "locale": "it-IT"},
    ],
    ids=["desktop", "small", "phone"],
)
def test_the_tray_shows_all_that_can_be_bought_without_scrolling(
    server: Server, open_page: Open, options: dict[str, object]
) -> None:
    page = buying(server, open_page, **options)
    expect(page.locator(".tray .room")).to_contain_text(re.compile(r"\d+ (of|dei) \d+"))
    hidden = page.evaluate(
        """() => [...document.querySelectorAll('.tray .buy button')].filter((one) => {
          const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2
          return !(document.elementFromPoint(x, y) === one)
        }).map((one) => one.getAttribute('aria-label'))"""
    )
    assert hidden == []


def test_the_last_purchase_is_repeated(server: Server, open_page: Open) -> None:
    page = buying(server, open_page)
    assert page.get_by_role("button", name="Repeat last").count() == 0
    for _ in range(2):
        page.get_by_role("button", name="Infantry +1", exact=True).click()
    page.get_by_role("button", name="Tank +1", exact=True).click()
    page.locator(".prompt .main").click()
    expect(page.locator(".tray .total")).to_contain_text("of 18")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".tray .total")).to_contain_text("of 30")
    page.get_by_role("button", name="Repeat last").click()
    expect(page.get_by_role("group", name="Infantry", exact=True)).to_contain_text("2")
    expect(page.get_by_role("group", name="Tank", exact=True)).to_contain_text("1")


def test_a_purchase_begins_with_nothing_and_the_main_key_buys_nothing(server: Server, open_page: Open) -> None:
    page = buying(server, open_page)
    expect(page.locator(".tray .total")).to_have_text("0 of 30 IPC, 0 units")
    expect(page.locator(".prompt .main")).to_be_disabled()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Infantry +1", exact=True).click()
    expect(page.locator(".tray .total")).to_have_text("3 of 30 IPC, 1 unit")
    expect(page.locator(".prompt .main")).to_contain_text("Buy for 3 IPC")
    expect(prompt(page)).to_contain_text("30 IPC to spend")
    # The one treasury of Germany goes without saying.
    page.get_by_role("button", name="Back").click()
    expect(page.locator(".prompt .main")).to_have_text(re.compile("^Buy *Enter$"))


def test_the_longest_names_of_the_tray_are_read_whole(server: Server, open_page: Open) -> None:
    page = buying(server, open_page)
    broken = page.evaluate(
        """() => [...document.querySelectorAll('.tray .name')].flatMap((one) => {
          // No word may stand on two lines.
          const node = one.firstChild, range = document.createRange()
          return [...node.data.matchAll(/\\S+/g)].filter(({ index, 0: word }) => {
            range.setStart(node, index)
            range.setEnd(node, index + word.length)
            return new Set([...range.getClientRects()].map((box) => Math.round(box.y))).size > 1
          }).map(([word]) => word)
        })"""
    )
    assert broken == []
