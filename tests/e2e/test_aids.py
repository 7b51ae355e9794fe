"""What lies beside the map: charts, boxes, tracks; the way through the past; a map painted as far as one looks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.seeing import move, opened
from tests.e2e.test_framing import asked
from tests.e2e.test_handling import act
from tests.e2e.test_people import PHONE, findings


def test_the_charts_of_the_crimea_are_read_at_the_table(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    expect(page.locator("[data-piece]").first).to_be_visible()
    page.keyboard.press("b")
    charts = page.get_by_role("dialog", name="Charts")
    row = charts.get_by_role("row").filter(has=page.get_by_role("rowheader", name="3", exact=True))
    expect(row.get_by_role("cell").nth(8)).to_have_text("-/2R")
    charts.get_by_role("searchbox").fill("replac")
    expect(charts.get_by_role("heading", name="Cost of replacements")).to_be_visible()
    # The figures are our own, and say so.
    expect(charts.locator("td.rebuilt").first).to_be_visible()
    charts.get_by_role("button", name="EFT-replacement-costs").click()
    expect(charts).to_have_count(0)
    expect(page.locator("article.entry h2")).to_be_visible()


def test_the_charts_of_the_world_speak_italian(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('axisallies', 'rulebook')}", locale="it-IT")
    page.get_by_role("button", name="Tabelle").click()
    charts = page.get_by_role("dialog", name="Tabelle")
    ship = charts.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Corazzata"))
    expect(ship.get_by_role("cell").first).to_have_text("20")
    charts.get_by_role("button", name="Obiettivi nazionali").click()
    expect(charts).to_contain_text("Germania controlla Danimarca e Norvegia")


@pytest.mark.parametrize(("scheme", "phone"), [("light", False), ("dark", True)])
def test_axe_finds_nothing_in_charts_and_boxes(server: Server, open_page: Open, scheme: str, phone: bool) -> None:
    page = open_page(
        f"{server.url}/table/{server.table('eastfront', '1')}", color_scheme=scheme, **(PHONE if phone else {})
    )
    if phone:
        page.get_by_role("button", name="Menu").click()
        page.get_by_role("button", name="Charts").click()
    else:
        page.get_by_role("button", name="Charts").click()
    expect(page.get_by_role("dialog", name="Charts").get_by_role("table")).to_be_visible()
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Charts")).to_have_count(0)
    page.get_by_role("button", name="Units", exact=True).first.click()
    page.get_by_role("button", name="Boxes").click()
    expect(page.get_by_role("heading", name=re.compile("Aircraft, Axis: ready"))).to_be_visible()
    assert findings(page) == []


def test_aircraft_of_the_enemy_lie_face_down_in_their_box(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    page.get_by_role("button", name="Units", exact=True).first.click()
    page.get_by_role("button", name="Boxes").click()
    expect(page.locator(".hold").get_by_role("button", name=re.compile("Ju87")).first).to_be_visible()
    enemy = (
        page.get_by_role("heading", name=re.compile("Aircraft, Soviet: ready")).locator("+ .hold").get_by_role("button")
    )
    expect(enemy.first).to_be_visible()
    assert set(enemy.evaluate_all("all => all.map((one) => one.querySelector('.sr-only').textContent)")) == {"?"}


def test_the_track_has_dates_and_a_rebuilt_counter_says_so(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    expect(page.locator(".tk.on")).to_have_text(re.compile("24 Sept"))
    page.get_by_role("button", name="Units", exact=True).first.click()
    page.get_by_role("searchbox", name="Search units").fill("271 Rifle")
    page.locator(".item").first.click()
    inspector = page.get_by_role("region", name="Inspector")
    expect(inspector.locator(".rebuilt")).to_have_text("3-4-4")


def test_a_step_of_the_past_shows_the_way_that_a_piece_went(server: Server, open_page: Open) -> None:
    page = opened(server, open_page)
    move(page, 13, "0303")
    move(page, 12, "0202")
    replay = page.get_by_role("region", name="Replay")
    for step in ("1", "0"):
        page.keyboard.press("[")
        expect(replay.get_by_role("slider")).to_have_value(step)
    expect(page.locator("[data-trail]")).to_have_count(0)
    page.keyboard.press("]")
    expect(page.locator("[data-trail='303']")).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("[data-trail]")).to_have_count(0)


def test_the_scrubber_has_a_tick_for_every_turn(server: Server, open_page: Open) -> None:
    table = server.table("axisallies", "rulebook")
    page = open_page(f"{server.url}/table/{table}")
    expect(page.locator(".chip").first).to_be_visible()
    while asked(server, table) == "germany":  # it passes in all its phases
        act(server, table, "germany", do="done")
    act(server, table, "ussr", do="done")
    expect(page.locator(".prompt .who")).to_have_text("Soviet Union")
    page.keyboard.press("[")
    expect(page.locator("[data-turn]").first).to_be_attached()
    expect(page.get_by_role("region", name="Replay")).to_contain_text("Round 1: Soviet Union")


PAINTED = """() => {
  const ground = document.querySelector('canvas[data-painted]').getBoundingClientRect()
  return ground.left <= 0 && ground.top <= 0 && ground.right >= innerWidth && ground.bottom >= innerHeight
}"""


def test_a_map_that_is_dragged_far_is_painted_there_too(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('axisallies', 'rulebook')}")
    expect(page.locator("canvas[data-painted]")).to_be_visible()
    page.keyboard.press("+")
    page.keyboard.press("+")
    layer = page.locator(".layer")
    for _ in range(3):
        before = layer.get_attribute("style")
        page.mouse.move(900, 500)
        page.mouse.down()
        page.mouse.move(300, 460, steps=6)
        page.mouse.up()
        expect(layer).not_to_have_attribute("style", before or "")
    page.wait_for_function(PAINTED)


def test_what_is_rebuilt_is_marked_on_the_table_and_counted_on_a_page(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{server.table('eastfront', '1')}")
    held = page.locator("[data-piece]").filter(has=page.locator(".ours"))
    expect(held.first).to_be_visible()  # 271 Rifle Division begins with values that are lost
    shown = page.locator("[data-piece]").filter(has_not=page.locator(".ours"))
    expect(shown.first).to_be_visible()
    whose = page.get_by_role("link", name=re.compile("GSHHG .* GeoNames .* Natural Earth"))
    expect(whose).to_be_visible()
    whose.click()
    expect(page.get_by_role("heading", name="What is printed, what is rebuilt: Barbarossa: Crimea")).to_be_visible()
    backs = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Counters: reduced sides"))
    ours = server.read("/games/eastfront/board?scenario=1")["board"]["counters"]
    # Printed, from the example, rebuilt.
    expect(backs.get_by_role("cell").nth(2)).to_have_text(str(sum("back" in one["rebuilt"] for one in ours.values())))
    page.get_by_role("link", name="Kerch: Operation Trappenjagd").click()
    hexes = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Hexes of units at the start"))
    expect(hexes.get_by_role("cell").first).to_have_text("0")
    assert findings(page) == []


def test_the_page_of_sources_speaks_italian(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/sources/axisallies", locale="it-IT")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Che cosa è stampato, che cosa è ricostruito")
    pairs = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Spazi adiacenti"))
    expect(pairs.get_by_role("cell").nth(1)).to_have_text("829")
    expect(page.get_by_text("modello altimetrico GLOBE")).to_be_visible()
