"""Nothing is fought unseen: the battle board, losses by one click a kind, rolling to the end, cards that open again."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.games import go_on
from tests.e2e.seeing import wait_until
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


def colours(page: Page) -> set[str]:
    return set(
        board(page)
        .locator(".half:not(.left) .plate")
        .evaluate_all("plates => plates.map((one) => getComputedStyle(one).backgroundColor)")
    )


def test_allies_stand_apart_each_in_its_own_colour_and_by_its_name(server: Server, open_page: Open) -> None:
    page = fighting(server, open_page)
    for owner, count in (("United Kingdom", 1), ("France", 6)):
        plate = board(page).get_by_role("button", name=re.compile(f"^Infantry, {owner}: "))
        expect(plate).to_be_visible()
        left, lost = (int(n) for n in re.findall(r"(\d+) (?:left|lost)", plate.get_attribute("aria-label") or ""))
        assert left + lost == count
    assert len(colours(page)) == 2
    assert board(page).locator(".half.left .plate small").count() == 0, "who fights alone needs no letters"


@pytest.mark.parametrize(
    "options",
    [{"viewport": {"width": 800, "height": 1100}}, {"viewport": {"width": 390, "height": 844}, "has_touch": True}],
    ids=["tablet", "phone"],
)
def test_no_plate_is_cut_off_where_room_is_scarce(server: Server, open_page: Open, options: dict[str, object]) -> None:
    page = fighting(server, open_page, locale="it-IT", **options)
    cut = board(page).evaluate(
        """(card) => [...card.querySelectorAll('.plate')].filter((plate) => {
          const [inner, outer] = [plate.getBoundingClientRect(), card.getBoundingClientRect()]
          return inner.left < outer.left || inner.right > outer.right
        }).map((plate) => plate.ariaLabel)"""
    )
    assert cut == []
    roll = board(page).get_by_role("button", name="Tira fino alla fine")
    assert roll.evaluate(
        """(one) => {
          const box = one.getBoundingClientRect()
          const points = [[box.left + 6, box.top + 6], [box.right - 6, box.bottom - 6]]
          return points.every(([x, y]) => one.contains(document.elementFromPoint(x, y)))
        }"""
    ), "nothing lies on the button"


def test_who_chooses_for_defenders_that_disagree_is_not_told_to_take_losses_himself(
    server: Server, open_page: Open
) -> None:
    table = attacking(server)
    act(server, table, "germany", do="fight", place=FRANCE)
    assert go_on(server, table, ends=False) == "france"
    act(server, table, "uk", do="agree", answer="no")
    page = open_page(f"{server.url}/table/{table}")
    expect(board(page)).to_contain_text("Their losses")
    expect(page.locator(".prompt [role=status]")).to_contain_text(
        re.compile(r"Choose \d+ losses of the defenders in France\.")
    )


def test_the_map_comes_back_to_its_size_when_the_battles_are_over(server: Server, open_page: Open) -> None:
    page = fighting(server, open_page)
    table = table_of(page)
    for _ in range(80):
        view = server.read(f"/tables/{table}")
        seat = next(str(one["seat"]) for one in view["seats"] if one["asked"])
        if "noncombat" in server.read(f"/tables/{table}/view?seat={seat}")["prompts"][0]["at"]:
            break
        go_on(server, table, ends=False)
    expect(board(page)).to_have_count(0)
    expect(page.locator(".chip.lit").first).to_be_visible()
    page.wait_for_timeout(900)
    size = page.locator("canvas[data-painted]").get_attribute("data-painted")
    page.get_by_role("button", name="Whole map").click()
    page.wait_for_timeout(900)
    assert float(size or 0) >= 0.9 * float(page.locator("canvas[data-painted]").get_attribute("data-painted") or 0)


def test_losses_are_proposed_changed_by_one_click_and_confirmed_by_one_key(server: Server, open_page: Open) -> None:
    page = fighting(server, open_page)
    accept = page.locator(".prompt .main")
    expect(accept).to_contain_text(re.compile(r"Confirm \d+ loss"))
    said = board(page).locator("footer .num").inner_text()
    assert re.fullmatch(r"(\d+) of \1", said), "all hits are assigned before anybody clicks"
    tanks = board(page).locator(".plate.open[aria-label^='Tank, France:']")
    expect(tanks).to_have_attribute("aria-label", re.compile(" 0 lost"))
    tanks.click()
    expect(tanks).to_have_attribute("aria-label", re.compile(" 1 lost"))
    expect(board(page).locator("footer .num")).to_have_text(said)
    tanks.click(modifiers=["Shift"])
    expect(tanks).to_have_attribute("aria-label", re.compile(" 0 lost"))
    board(page).get_by_role("button", name="Cheapest first").click()
    before = server.read(f"/tables/{table_of(page)}")["seq"]
    page.keyboard.press("Enter")
    wait_until(
        page,
        "([id, seq]) => fetch(`/api/tables/${id}`).then((one) => one.json()).then((one) => one.seq > seq)",
        [table_of(page), before],
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
    wait_until(
        page,
        "(id) => fetch(`/api/tables/${id}/view?seat=germany`).then((one) => one.json())"
        ".then((one) => !one.state.orders || Object.keys(one.state.orders).length === 0)",
        table,
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
    tanks = board(page).locator(".plate.open[aria-label^='Tank, France:']")
    tanks.click()
    expect(tanks).to_have_attribute("aria-label", re.compile(" 1 lost"))
    tanks.click(modifiers=["Shift"])
    expect(tanks).to_have_attribute("aria-label", re.compile(" 0 lost"))
    # What was taken and given back leaves the figures as they were.
    expect(odds.locator(".total")).to_have_text(before)
    # Nobody can join a battle that is being fought.
    offered = " ".join(odds.locator(".wi").all_inner_texts())
    assert not re.search(r"\+|\badd\b|\bwith\b", offered, re.IGNORECASE), offered
