"""From a click on a stack to the lit board, in a real browser: the whole reach of all that stand there, drawn.

A hand rests on what it is about to click for a tenth of a second. Measured on the page: from the event of the click to
the frame after the one in which the places are lit. Needs the browser of the tests, like ``tools.bench.panning``.
"""

from __future__ import annotations

import shutil
import statistics
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

from tools.bench.figures import Figure
from tools.bench.panning import SCREEN, browser, served

MOST = 60
"""Milliseconds from the click to the lit board."""
REST = 120
"""Milliseconds that a hand is on a stack before it clicks."""
TABLES = (
    ("axisallies", "rulebook", "germany", "move"),
    ("eastfront", "1", "axis", "move"),
    ("nextwar", "train_to_seoul", "allied", "move"),
)
WATCH = """() => {
  const lit = '[data-reach], [data-lit-place]'
  window.lit_after = []
  let began = 0
  addEventListener('click', (event) => { if (event.isTrusted) began = event.timeStamp }, { capture: true })
  new MutationObserver(() => {
    if (!began || !document.querySelector(lit)) return
    const from = began
    began = 0
    // The frame that shows it, and the end of that frame.
    requestAnimationFrame(() => {
      const port = new MessageChannel()
      port.port1.onmessage = () => window.lit_after.push(performance.now() - from)
      port.port2.postMessage(0)
    })
  }).observe(document.body, {
    childList: true, subtree: true, attributes: true, attributeFilter: ['data-reach', 'data-lit-place'],
  })
}"""
STACKS = """() => [...document.querySelectorAll('.chip.lit, [data-piece][data-lit]')].flatMap((one) => {
  const box = one.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2
  const top = document.elementFromPoint(x, y)
  return top && one.contains(top) ? [[x, y]] : []
})"""


def figures(quick: bool) -> Iterator[Figure]:
    """One figure for each game that moves stacks; none without a browser."""
    if find_spec("playwright") is None or not shutil.which("chromium"):
        print("clicks are not measured: python -m tools.browser fetches the browser", file=sys.stderr)
        return
    from tools.bench.hands import begun

    with served() as url, browser() as window:
        for game, scenario, seat, verb in TABLES:
            taken = clicks(window, url, begun(url, game, scenario, seat, verb), 4 if quick else 12)
            name = f"{game}: click to the lit reach of a stack (slowest {max(taken):.0f} ms)"
            yield Figure(name=name, value=statistics.median(taken), unit="ms", budget=MOST)


def clicks(window: Any, url: str, table: str, count: int) -> list[float]:
    """Take one stack after the other, whole, and let it go again; how long each took to light the board."""
    page = window.new_page(viewport=SCREEN)
    page.goto(f"{url}/table/{table}")
    lit = page.locator("[data-piece][data-lit], .chip.lit")
    lit.or_(page.locator(".cover button")).first.wait_for()
    if page.locator(".cover button").count():  # where sides hide something, the next one uncovers the board
        page.locator(".cover button").first.click()
    lit.first.wait_for()
    page.wait_for_timeout(1500)
    page.evaluate(WATCH)
    stacks = page.evaluate(STACKS)
    for at in range(count + 1):  # the first warms everything up
        x, y = stacks[at % len(stacks)]
        page.mouse.move(x, y)
        page.wait_for_timeout(REST)
        page.keyboard.down("Shift")
        page.mouse.click(x, y)
        page.keyboard.up("Shift")
        page.wait_for_timeout(500)
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.wait_for_timeout(150)
    taken: list[float] = page.evaluate("window.lit_after")
    page.close()
    assert len(taken) > count // 2, f"only {len(taken)} of {count} clicks lit the board"
    return taken[1:]
