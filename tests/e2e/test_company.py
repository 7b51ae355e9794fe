"""A company of Fields of Fire at the table: orders from one list, cards that are seen, the enemy played back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.games import PHONE, come_to, in_time, post
from tests.e2e.seeing import prompt
from tests.e2e.test_people import findings

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PRESS = """back => back.forEach(shiftKey =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Tab", shiftKey, bubbles: true})))"""
"""Tab, with or without shift, as often and as quickly as is said."""
GAME, SCENARIO, SEAT = "fieldsoffire", "keep_up_the_fire", "company"
FORWARD = ("begin", "move", "pick")
MOST = 90
ROWS = 100
"""The number of a card is its column times this, and its row."""


def ordering(server: Server, open_page: Open, **options: Any) -> tuple[Page, str]:
    """A table where a headquarters gives orders and somebody can move."""
    table = come_to(server, GAME, SCENARIO, SEAT, "move")
    page = open_page(f"{server.url}/table/{table}", **options)
    expect(page.locator("[data-piece][data-lit]").first).to_be_visible()
    return page, table


def offers(server: Server, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = server.read(f"/tables/{table}/view?seat={SEAT}")["offers"]
    return found


def go_forward(server: Server, table: str) -> None:
    """Somebody goes as far forward as he can, or the impulse is over; the page may have done so by itself."""
    for _ in range(5):
        if went_forward(server, table):
            return
    raise AssertionError("the page was always quicker")


def went_forward(server: Server, table: str) -> bool:
    view = server.read(f"/tables/{table}/view?seat={SEAT}")
    if not view["offers"]:
        return False
    found = [one for word in FORWARD for one in view["offers"] if one["do"] == word]
    offer = next(iter(found), None) or next((one for one in view["offers"] if one.get("ends")), view["offers"][0])
    if offer["do"] == "move":
        partial = {"do": "move", "unit": offer["widget"]["options"][-1]}
        if not (cards := post(server, f"/tables/{table}/offers", {"seat": SEAT, "partial": partial})["offers"]):
            return False
        partial["to"] = max(cards[0]["widget"]["options"], key=lambda card: card % ROWS)
        if not (whole := post(server, f"/tables/{table}/offers", {"seat": SEAT, "partial": partial})["offers"]):
            return False
        offer = whole[0]
    return in_time(server, table, SEAT, view["seq"], offer)


def shown(server: Server, open_page: Open, **options: Any) -> Page:
    """A page that has just begun to play back what the enemy did."""
    table = server.table(GAME, SCENARIO)
    page = open_page(f"{server.url}/table/{table}", **options)
    expect(page.locator("[data-piece]").first).to_be_attached()
    for _ in range(MOST):
        seq = server.read(f"/tables/{table}")["seq"]
        go_forward(server, table)
        page.wait_for_timeout(150)
        if page.locator(".show").count():
            page.keyboard.press("Space")
            return page
        assert server.read(f"/tables/{table}")["seq"] > seq
    raise AssertionError("the enemy never did anything")


def walk_to(page: Page, selector: str) -> None:
    """Step through the show, from its first line, until something is seen in it."""
    count = page.locator(".show .bar .sub")
    while not count.inner_text().startswith("1/"):
        before = count.inner_text()
        page.keyboard.press("ArrowLeft")
        expect(count).not_to_have_text(before)
    for _ in range(int(count.inner_text().split("/")[1]) - 1):
        if page.locator(f".show {selector}").count():
            return
        before = count.inner_text()
        page.keyboard.press("ArrowRight")
        expect(count).not_to_have_text(before)
    expect(page.locator(f".show {selector}").first).to_be_visible()


def rows(page: Page) -> Locator:
    return page.locator(".orders .option")


def test_two_clicks_give_an_order(server: Server, open_page: Open) -> None:
    page, table = ordering(server, open_page)
    move = next(one for one in offers(server, table) if one["do"] == "move")
    unit = move["widget"]["options"][0]
    partial = {"do": "move", "unit": unit}
    to = post(server, f"/tables/{table}/offers", {"seat": SEAT, "partial": partial})["offers"][0]["widget"]["options"][
        0
    ]
    page.locator(f"[data-piece='{unit}']").click()
    expect(prompt(page)).to_contain_text(re.compile(r"choose a lit card.*\d commands? left"))
    before = server.read(f"/tables/{table}")["seq"]
    page.locator(f"[data-lit-place='{to}']").click()
    expect(page.locator(f"#place-{to} [data-piece='{unit}']")).to_be_visible()
    assert server.read(f"/tables/{table}")["seq"] == before + 1


def test_all_orders_of_a_unit_stand_in_one_list_with_chances_and_reasons(server: Server, open_page: Open) -> None:
    page, table = ordering(server, open_page)
    unit = next(one for one in offers(server, table) if one["do"] == "move")["widget"]["options"][0]
    page.locator(f"[data-piece='{unit}']").click()
    expect(rows(page).filter(has_text="Move").first).to_contain_text("always")
    # What cannot be done stays, grey, with its reason; a click says the whole of it.
    grey = page.locator(".orders .off .option").first
    expect(grey).to_have_attribute("aria-disabled", "true")
    expect(grey.locator(".what")).to_have_text(re.compile(r"^\w+( [\w-]+){0,3}$"))
    grey.click(force=True)
    expect(page.locator(".pop")).to_contain_text("FF-")
    page.keyboard.press("Escape")
    # The list is numbered as it is read, and a number gives the order.
    first = page.locator(".orders .option kbd").first
    expect(first).to_have_text("1")
    name = first.locator("xpath=..").get_attribute("data-order")
    page.keyboard.press("1")
    expect(page.locator(f".orders .on [data-order='{name}']")).to_be_visible()
    assert findings(page) == []


def test_a_chance_is_told_with_its_cards(server: Server, open_page: Open) -> None:
    table = come_to(server, GAME, SCENARIO, SEAT, "move")
    for _ in range(MOST):
        drawn = [one for one in offers(server, table) if one["do"] in ("seek_cover", "infiltrate", "spot", "unpin")]
        if drawn:
            break
        go_forward(server, table)
    page = open_page(f"{server.url}/table/{table}")
    page.locator(f"[data-piece='{drawn[0]['widget']['options'][0]}']").click()
    row = page.locator(f".orders [data-order='{drawn[0]['do']}']")
    expect(row).to_contain_text(re.compile(r"(\d+%\s*\d+ cards?|always)"))


def test_no_tab_of_a_quick_hand_is_lost(server: Server, open_page: Open) -> None:
    page, _ = ordering(server, open_page)
    title = page.locator(".orders h2")
    page.keyboard.press("Tab")
    expect(title).to_be_visible()
    names = [title.inner_text()]
    for _ in range(2):
        page.keyboard.press("Tab")
        expect(title).not_to_have_text(names[-1])
        names.append(title.inner_text())
    # Two at once, the second while what the unit between can do is still on its way.
    page.evaluate(PRESS, [True, True])
    expect(title).to_have_text(names[0])
    page.evaluate(PRESS, [False, False])
    expect(title).to_have_text(names[2])


def test_what_lies_on_a_card_is_explained_under_the_pointer(server: Server, open_page: Open) -> None:
    page, _ = ordering(server, open_page)
    marker = page.locator(".board .contact").first
    marker.scroll_into_view_if_needed()
    marker.hover(force=True)
    card = page.locator(".meaning")
    expect(card).to_contain_text("one of your units is on the card")
    expect(card.get_by_role("img", name=re.compile(r"^contact \d+%"))).to_be_visible()
    assert findings(page) == []
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_on_a_phone_a_tap_explains_a_card_in_italian(server: Server, open_page: Open) -> None:
    page, _ = ordering(server, open_page, **PHONE, locale="it-IT")
    page.locator(".board .contact").first.tap()
    expect(page.locator(".meaning")).to_contain_text("una tua unità è sulla carta")
    page.locator(".meaning").get_by_role("button", name="Chiudi").tap()
    expect(page.locator(".meaning")).to_have_count(0)


def test_enter_goes_to_the_next_unit_while_commands_are_left(server: Server, open_page: Open) -> None:
    page, table = ordering(server, open_page)
    before = server.read(f"/tables/{table}")["seq"]
    expect(page.locator(".prompt .main")).to_contain_text("Next unit")
    expect(page.locator(".prompt")).to_contain_text(re.compile(r"(Save|Leave) \d+ command"))
    page.keyboard.press("Enter")
    expect(page.locator(".orders h2")).to_be_visible()
    assert server.read(f"/tables/{table}")["seq"] == before


def test_tab_goes_to_the_next_unit_and_dots_count_the_commands(server: Server, open_page: Open) -> None:
    page, table = ordering(server, open_page)
    page.keyboard.press("Tab")
    first = page.locator(".orders h2").inner_text()
    page.keyboard.press("Tab")
    expect(page.locator(".orders h2")).not_to_have_text(first)
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".orders h2")).to_have_text(first)
    left = server.read(f"/tables/{table}/view?seat={SEAT}")["prompts"][0]["params"]["left"]
    acting = page.locator(".strip .acting, .strip .hq").first
    expect(acting).to_be_visible()
    if page.locator(".strip .acting").count():
        expect(page.locator(".strip .acting .full")).to_have_count(min(10, left))
    # S saves what is left and ends the impulse.
    before = server.read(f"/tables/{table}")["seq"]
    expect(page.get_by_role("button", name=re.compile(f"(Save|Leave) {left} command"))).to_be_visible()
    page.keyboard.press("s")
    page.wait_for_function("() => !document.querySelector('.orders')")
    assert server.read(f"/tables/{table}")["seq"] > before


def test_the_enemy_is_played_back_card_by_card(server: Server, open_page: Open) -> None:
    page = shown(server, open_page)
    show = page.locator(".show")
    count = show.locator(".bar .sub")
    expect(count).to_have_text(re.compile(r"^\d+/\d+$"))
    at, of = (int(one) for one in count.inner_text().split("/"))
    page.keyboard.press("ArrowRight")
    expect(count).to_have_text(f"{min(at + 1, of)}/{of}")
    page.keyboard.press("ArrowLeft")
    expect(count).to_have_text(f"{at}/{of}")
    for speed in (8, 4, 2, 1):
        show.get_by_role("button", name=f"{speed}×").click()
        expect(show.get_by_role("button", name=f"{speed}×")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Space")
    expect(show.get_by_role("button", name="Play")).to_be_visible()
    # Some line has its cards, and one part of each is lit.
    walk_to(page, "[role=img][aria-label^='Action card']")
    box = show.locator("[role=img][aria-label^='Action card']").first.bounding_box()
    assert box
    assert (round(box["width"]), round(box["height"])) == (104, 144)
    expect(show.locator("[role=img] .lit").first).to_be_visible()
    assert findings(page) == []
    show.get_by_role("button", name="Skip").click()
    expect(show).to_have_count(0)
    # Again, and from the log the cards once more.
    page.get_by_role("button", name="Play it back again").click()
    expect(show).to_be_visible()
    page.keyboard.press("Escape")
    expect(show).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Show (the card|\\d+ cards)")).last.click()
    expect(page.get_by_role("dialog").locator("[aria-label^='Action card']").first).to_be_visible()


def test_why_he_did_that(server: Server, open_page: Open) -> None:
    table = server.table(GAME, SCENARIO)
    page = open_page(f"{server.url}/table/{table}")
    expect(page.locator("[data-piece]").first).to_be_attached()
    for _ in range(MOST):
        go_forward(server, table)
        seq = server.read(f"/tables/{table}")["seq"]
        lines = server.read(f"/tables/{table}/log?seat={SEAT}&limit=200")["lines"]
        acts = [
            one["entry"] for one in lines if one["seq"] == seq and one["entry"].get("rule", "").startswith("FFT-act")
        ]
        if any(one["params"]["action"] != "none" for one in acts):
            break
    show = page.locator(".show")
    expect(show).to_be_visible()
    page.keyboard.press("Space")
    walk_to(page, ".why li.on")
    expect(show.locator(".why")).to_contain_text("Why did he do that?")
    expect(show.locator(".why")).to_contain_text("First situation that fits")
    expect(show.locator(".why li.on")).to_have_count(1)
    expect(show.locator(".rule").first).to_contain_text("FFT-act")


@pytest.mark.parametrize("lang", ["en-GB", "it-IT"])
def test_a_prompt_says_who_has_what_and_what_is_at_stake(server: Server, open_page: Open, lang: str) -> None:
    page, _ = ordering(server, open_page, locale=lang, color_scheme="dark")
    expect(prompt(page)).to_contain_text(re.compile(r"\d (commands?|comand[oi])"))
    expect(prompt(page)).to_contain_text(re.compile("under fire|No fire|sotto il fuoco|Nessun fuoco"))
    assert findings(page) == []


def test_a_phone_shows_two_cards_and_the_rest_can_be_reached(server: Server, open_page: Open) -> None:
    page, table = ordering(server, open_page, **PHONE)
    box = page.locator("section.card[id^='place-']").first.bounding_box()
    assert box
    assert 160 <= box["width"] <= 190
    far = page.locator("#place-705, section.card[id^='place-']").last
    far.scroll_into_view_if_needed()
    seen = far.bounding_box()
    assert seen
    assert seen["x"] + seen["width"] <= 390
    left = server.read(f"/tables/{table}/view?seat={SEAT}")["prompts"][0]["params"]["left"]
    expect(page.locator("header .dots .full")).to_have_count(left)
    unit = next(one for one in offers(server, table) if one["do"] == "move")["widget"]["options"][0]
    page.locator(f"[data-piece='{unit}']").tap()
    expect(rows(page).first).to_be_visible()
    assert all((one.bounding_box() or {"height": 0})["height"] >= 44 for one in rows(page).all()[:3])
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert findings(page) == []


CUT = """(what) => [...document.querySelectorAll(what)].filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.innerText)"""
"""What is cut off in its line."""


@pytest.mark.parametrize("lang", ["en-GB", "it-IT"])
def test_cards_and_reasons_are_read_whole_and_a_unit_says_where_it_is(
    server: Server, open_page: Open, lang: str
) -> None:
    page = open_page(f"{server.url}/table/{server.table('fieldsoffire', 'keep_up_the_fire')}", locale=lang)
    page.get_by_role("button", name=re.compile("Begin the mission|Comincia la missione|Inizia")).first.click()
    squad = page.locator("[data-piece][aria-label^='1/1 PLT']")
    expect(squad).to_have_attribute("aria-label", re.compile(r", R0C1, "))
    squad.click()
    reasons = page.locator(".orders .order.off .what")
    expect(reasons.first).to_be_visible()
    assert page.evaluate(CUT, ".orders .order.off .what") == []
    page.locator("[data-lit-place]").first.click()
    expect(page.locator(".plate .name").first).to_be_visible()
    expect(page.locator("[data-piece][aria-label^='1/1 PLT']")).to_have_attribute("aria-label", re.compile(r", R1C\d"))
    assert page.evaluate(CUT, ".plate .name") == []
