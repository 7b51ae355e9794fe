"""What is written on the map belongs to what it names, and what goes over the map's edge does not cross the world."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.e2e.conftest import ROOT, Open, Server
from tests.e2e.games import come_to
from tests.e2e.test_handling import WORLD, act, begun, fan

if TYPE_CHECKING:
    from playwright.sync_api import Page

DATA = Path(ROOT) / "src/sandtable/games/axisallies/data"
LISTEN = """() => {
  // The painter is a thread of its own: it tells what it writes, and where.
  const listen = () => {
    const line = new BroadcastChannel('written')
    const fill = OffscreenCanvasRenderingContext2D.prototype.fillText
    OffscreenCanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
      const at = this.getTransform().transformPoint(new DOMPoint(x, y))
      const size = parseFloat(/([\\d.]+)px/.exec(this.font)[1])
      line.postMessage([text, at.x, at.y - size * 0.35, this.measureText(text).width])
      return fill.apply(this, arguments)
    }
  }
  window.written = new Map()
  new BroadcastChannel('written').onmessage = ({ data: [text, ...where] }) => window.written.set(text, where)
  const Plain = window.Worker
  window.Worker = class extends Plain {
    constructor(url, options) {
      const code = `import ${JSON.stringify(new URL(url, location.href).href)}; (${listen})()`
      super(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), options)
    }
  }
}"""
LETTERS = """() => {
  const [, , , letters] = document.querySelectorAll('.board canvas'), box = letters.getBoundingClientRect()
  return [box.x, box.y]
}"""


def written(page: Page) -> list[tuple[str, float, float, float]]:
    """The names on the map as the painter wrote them last: the middle of the letters on the screen, and their width."""
    page.wait_for_function("() => window.written.size > 20")
    page.wait_for_timeout(1000)
    left, top = page.evaluate(LETTERS)
    found: list[tuple[str, list[float]]] = page.evaluate("() => [...window.written]")
    return [(text, left + x, top + y, wide) for text, (x, y, wide) in found]


def test_a_click_on_a_name_belongs_to_its_own_area(server: Server, open_page: Open) -> None:
    page = open_page(server.url, bypass_csp=True)
    page.add_init_script(f"({LISTEN})()")
    page.goto(f"{server.url}/table/{begun(server, 'germany', 'move', *WORLD)}")
    expect(page.locator(".chip.lit").first).to_be_visible()
    names = {
        one["name"]["en"]: str(one["id"])
        for one in json.loads((DATA / "places.json").read_text())["places"]
        if one["kind"] != "sea"
    }
    labels = written(page)
    fan(page, "Holland Belgium").get_by_role("button", name="Tank").first.click()
    expect(page.locator("[data-lit-place]").first).to_be_attached()
    lit = {one.get_attribute("data-lit-place") for one in page.locator("[data-lit-place]").all()}
    pointed = 0
    sent = None
    for text, x, y, wide in labels:
        if names.get(text) not in lit:
            continue
        for share in (-0.4, 0, 0.4):
            at = x + wide * share, y
            if not page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.closest('.board') !== null", list(at)):
                continue
            if page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.chip, .fan')", list(at)):
                continue
            page.mouse.move(*at)
            way = page.locator("[data-way]").first
            expect(way).to_be_attached()
            assert (way.get_attribute("data-way") or "").split()[-1] == names[text], f"{text} at {share}"
            pointed += 1
            sent = names[text], at
    assert pointed >= 3
    assert sent is not None
    # And the click does what the hover showed.
    goal, at = sent
    before = standing(server, page, goal)
    page.mouse.move(*at)
    page.mouse.click(*at)
    expect(page.locator("[data-arrow]")).to_have_count(1)
    assert standing(server, page, goal) == before + 1


def standing(server: Server, page: Page, place: str) -> int:
    """How many tanks Germany has at a place."""
    table = page.url.rsplit("/", 1)[1]
    units = server.read(f"/tables/{table}/view?seat=germany")["state"]["units"].values()
    return sum((str(u["at"]), u["owner"], u["kind"]) == (place, "germany", "tank") for u in units)


def test_a_trail_over_the_edge_of_the_map_does_not_cross_the_world(server: Server, open_page: Open) -> None:
    table = come_to(server, "axisallies", "rulebook", "usa", "move")
    units = server.read(f"/tables/{table}/view?seat=usa")["state"]["units"]
    ships = [int(k) for k, u in units.items() if (u["at"], u["owner"]) == (10, "usa") and u["kind"] == "destroyer"]
    assert ships
    before = server.read(f"/tables/{table}")["seq"]
    act(server, table, "usa", do="move", units=ships[:1], path=[11, 64])  # the two lie at either end of the map
    act(server, table, "usa", do="done")
    page = open_page(f"{server.url}/table/{table}?step={before}")
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    page.locator(".chip").first.wait_for()
    # A step that is taken forward shows how pieces went.
    page.keyboard.press("]")
    trail = page.locator("[data-trail='64'] path").first
    expect(trail).to_be_attached()
    lines = [
        [float(point.split()[0]) for point in line.split("L")]
        for line in (trail.get_attribute("d") or "").split("M")
        if line
    ]
    width = json.loads((DATA / "map.json").read_text())["width"]
    assert len(lines) > 1  # it leaves the map on one side and comes in on the other
    assert all(abs(b - a) < width / 2 for line in lines for a, b in pairwise(line))
