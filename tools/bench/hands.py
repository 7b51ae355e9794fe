"""How many actions of a hand (click, key, drag) a turn takes, counted in a real browser: scripted hands play two turns.

Germany's first turn of Global 1940 (a purchase, eight attacks, the battles, the landings, the placement) and an Axis turn
of the first scenario of the Crimea. The dice have a fixed seed; whatever other seats are asked is answered for them and
not counted. ``python -m tools.bench.hands [--say]`` counts alone, and says every action.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tools.bench.figures import Figure
from tools.bench.panning import ROOT, SCREEN, browser, served

SEED = "5eed" * 16
MOST_WORLD, MOST_CRIMEA = 60, 45
PATIENCE = 60_000
SETTLED = """() => { const at = performance.now()
  return new Promise((done) => { const look = () => (performance.now() - at > 80 ? done() : requestAnimationFrame(look)); look() }) }"""
INSIDE = """(id) => {
  // A point of a lit place that nothing covers: its own chips first, then open ground.
  const own = (x, y) => { const top = document.elementFromPoint(x, y); return top && top.closest('.board') && !top.closest('.fan')
    && (!top.closest('.chip') || top.closest('.chip').dataset.place === id) && !top.closest('[data-piece]') }
  for (const chip of document.querySelectorAll(`.chip[data-place='${id}']`)) {
    const box = chip.getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2]
    if (own(...at)) return at
  }
  const shape = document.querySelector(`[data-lit-place='${id}']`)
  if (!shape) return null
  const box = shape.getBoundingClientRect(), matrix = shape.getScreenCTM().inverse()
  for (let n = 0; n < 900; n++) {
    const x = box.x + box.width * ((n % 30) + 0.5) / 30, y = box.y + box.height * (Math.floor(n / 30) + 0.5) / 30
    if (x < 70 || y < 110 || x > innerWidth - 12 || y > innerHeight - 12) continue
    if (shape.isPointInFill(new DOMPoint(x, y).matrixTransform(matrix)) && own(x, y)) return [x, y]
  }
  return null
}"""


class Hands:
    """Hands at a table that count what they do."""

    def __init__(self, page: Any, url: str, table: str, seat: str, say: bool = False) -> None:
        self.page, self.url, self.table, self.seat, self.say = page, url, table, seat, say
        self.counts: Counter[str] = Counter()
        self.part = ""

    @property
    def total(self) -> int:
        """All actions so far."""
        return sum(self.counts.values())

    def act(self, what: str) -> None:
        """Count one action."""
        self.counts[self.part] += 1
        if self.say:
            print(f"{self.total:4} {self.part}: {what}", flush=True)

    def click(self, target: Any, what: str, **more: Any) -> None:
        """Click on a thing of the page."""
        target.click(timeout=PATIENCE, **more)
        self.act(what)
        self.settle()

    def press(self, key: str, what: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)
        self.act(f"{key}: {what}")
        self.settle()

    def click_at(self, at: tuple[float, float], what: str) -> None:
        """Click on a point of the map."""
        self.page.mouse.click(*at)
        self.act(what)
        self.settle()

    def drag(self, start: tuple[float, float], to: str, what: str) -> None:
        """Press, pull to a place that lights up meanwhile, and let go."""
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(start[0] + 14, start[1] + 10, steps=3)
        self.page.locator(f"[data-lit-place='{to}']").wait_for(state="attached", timeout=PATIENCE)
        end = self.page.evaluate(INSIDE, to)
        assert end, f"{what}: the place is not in sight"
        before = self.seq()
        self.page.mouse.move(*end, steps=4)
        self.page.mouse.up()
        self.act(what)
        self.arrive(before)

    def seq(self) -> int:
        """How many steps the game has seen."""
        return int(read(self.url, f"/tables/{self.table}")["seq"])

    def arrive(self, before: int) -> None:
        """Wait until what was sent is done; a question in between is as good."""
        for _ in range(400):
            self.page.wait_for_timeout(50)
            if self.seq() > before or self.page.locator(".moment .option kbd").count():
                break
        self.settle()

    def settle(self) -> None:
        """Wait for what the action brought: nothing is on its way, and the others have answered."""
        quiet = 0
        while quiet < 2:
            self.page.evaluate(SETTLED)
            if (other := self.others()) is not None:
                answer_for(self.url, self.table, other)
            is_busy = self.page.locator("[data-busy]").count() > 0
            quiet = 0 if is_busy or other is not None else quiet + 1

    def others(self) -> str | None:
        """Another seat that is asked before it is our turn again; nobody once the turn has passed on."""
        prompts = read(self.url, f"/tables/{self.table}/view?seat={self.seat}")["prompts"]
        foreign = [one["seat"] for one in prompts if one["seat"] != self.seat]
        return foreign[0] if foreign and not self.is_over(prompts[0]["at"]) else None

    def is_over(self, at: str) -> bool:
        """Whether a place in the sequence of play is beyond the turn that is counted."""
        return f".{self.seat}." not in f".{at}." and at.startswith("turn")

    def at(self) -> str:
        """Where in the sequence of play our seat is asked; empty where it is not."""
        prompts = read(self.url, f"/tables/{self.table}/view?seat={self.seat}")["prompts"]
        return next((str(one["at"]) for one in prompts if one["seat"] == self.seat), "")


def read(url: str, path: str) -> Any:
    """What the API answers."""
    with urllib.request.urlopen(f"{url}/api{path}", timeout=60) as reply:
        return json.load(reply)


def post(url: str, path: str, body: Any) -> Any:
    """Send to the API."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json", "origin": url}
    with urllib.request.urlopen(urllib.request.Request(f"{url}/api{path}", content, headers), timeout=60) as reply:
        return json.load(reply)


def answer_for(url: str, table: str, seat: str) -> None:
    """The plainest answer of a seat that is not counted: what is proposed, else what ends the question."""
    view = read(url, f"/tables/{table}/view?seat={seat}")
    offers = sorted(view["offers"], key=lambda one: (not one.get("ends", False), "widget" in one))
    offer = offers[0]
    while (widget := offer.get("widget")) and not widget.get("may_stop"):
        value = widget.get("default")
        if value is None:
            value = widget["options"][0] if widget["kind"] == "one" else widget.get("least", 0)
        partial = {"do": offer["do"], **offer.get("given", {}), offer["arg"]: value}
        offer = post(url, f"/tables/{table}/offers", {"seat": seat, "partial": partial})["offers"][0]
    action = {**offer.get("given", {}), "do": offer["do"]}
    post(url, f"/tables/{table}/actions", {"id": f"h{view['seq']}", "seat": seat, "seq": view["seq"], "action": action})


def seeded(url: str, game: str, scenario: str) -> str:
    """A table whose dice are always the same."""
    with tempfile.TemporaryDirectory(prefix="hands") as folder:
        file = Path(folder) / "hands.game"
        words = [
            str(Path(sys.executable).parent / "sandtable"),
            "new",
            game,
            scenario,
            "--to",
            str(file),
            "--seed",
            SEED,
        ]
        subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
        return str(post(url, "/imports", file.read_bytes())["id"])


# --- Germany's first turn of Global 1940 ------------------------------------------------------------

PURCHASE = {"Artillery": 3}
"""Besides them infantry for all the money that is left."""
ATTACKS: tuple[tuple[str, tuple[str, ...], str], ...] = (
    ("Holland Belgium", ("Tank",), "Normandy Bordeaux"),
    ("Holland Belgium", ("Infantry", "Artillery"), "France"),
    ("Western Germany", (), "France"),
    ("Slovakia Hungary", (), "Yugoslavia"),
    ("Romania", (), "Yugoslavia"),
    ("Greater Southern Germany", (), "Yugoslavia"),
    ("Western Germany", (), "Sea Zone 110"),
    ("Sea Zone 103", (), "Sea Zone 110"),
    ("Norway", ("Fighter",), "Sea Zone 111"),
    ("Germany", ("Strategic bomber",), "Sea Zone 111"),
    ("Sea Zone 113", (), "Sea Zone 111"),
    ("Sea Zone 124", (), "Sea Zone 111"),
    ("Sea Zone 118", (), "Sea Zone 109"),
    ("Sea Zone 117", (), "Sea Zone 106"),
    ("Sea Zone 108", (), "Sea Zone 91"),
    ("Slovakia Hungary", (), "Yugoslavia"),
    ("Poland", ("Tactical bomber",), "Yugoslavia"),
    ("Germany", ("Tactical bomber",), "France"),
    ("Holland Belgium", (), "France"),
)
"""Eight battles: from where, which kinds (all that can go where none is named), to where."""


class World(Hands):
    """Hands that play Germany."""

    def place(self, name: str) -> str:
        """The number of a space."""
        words = json.loads((ROOT / "src/sandtable/games/axisallies/locale/en.json").read_text())
        return next(
            key.split(".")[1] for key, word in words.items() if word == name and re.fullmatch(r"place\.\d+", key)
        )

    def chip(self, place: str) -> Any:
        return self.page.locator(f".chip[data-place='{self.place(place)}'][data-side='{self.seat}']")

    def spot(self, place: str) -> tuple[float, float]:
        """Where a hand would click to mean a place."""
        found = self.page.evaluate(INSIDE, self.place(place))
        assert found, f"{place} is not in sight"
        return found[0], found[1]

    def middle(self, place: str) -> tuple[float, float]:
        box = self.chip(place).bounding_box()
        assert box, f"nothing stands in {place}"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def attack(self, start: str, kinds: tuple[str, ...], to: str) -> None:
        """Send units of a space: a whole stack is dragged, some kinds are picked in its fan."""
        if not kinds:
            self.drag(self.middle(start), self.place(to), f"{start} to {to}")
        else:
            self.click(self.chip(start), f"open {start}")
            *first, last = kinds
            for kind in first:
                self.click(self.tile(kind), f"all {kind}", modifiers=["Shift"])
            if first:
                self.click(self.tile(last), f"all {last}", modifiers=["Shift"])
                self.page.locator(f"[data-lit-place='{self.place(to)}']").wait_for(state="attached", timeout=PATIENCE)
                before = self.seq()
                self.click_at(self.spot(to), f"to {to}")
                self.arrive(before)
            else:
                box = self.tile(last).bounding_box()
                self.drag((box["x"] + 28, box["y"] + 28), self.place(to), f"{last} to {to}")
        if self.page.locator(".moment .option").filter(has_text="fight").count():
            self.press("Enter", "to fight")

    def tile(self, kind: str) -> Any:
        return self.page.locator(".fan").get_by_role("button", name=re.compile(rf"^\d+\. {kind}")).first

    def battles(self) -> None:
        """Fight what is proposed next, and roll to the end."""
        while "noncombat" not in self.at() and self.at():
            roll = self.page.get_by_role("button", name="Roll to the end")
            if roll.is_visible():
                self.click(roll, self.prompt())
            else:
                self.press("Enter", self.prompt())

    def prompt(self) -> str:
        return str(self.page.locator(".prompt [role=status]").inner_text())


def world(window: Any, url: str, say: bool) -> World:
    """Germany's first turn."""
    hands = World(opened(window, url, seeded(url, "axisallies", "rulebook"), ".chip"), url, "", "germany", say)
    page = hands.page
    hands.table = page.url.rsplit("/", 1)[1]
    hands.part = "purchase"
    page.locator(".tray").wait_for()
    for kind, count in PURCHASE.items():
        for _ in range(count):
            hands.click(page.get_by_role("button", name=f"{kind} +1", exact=True), f"{kind} +1")
    infantry = page.get_by_role("button", name="Infantry +1", exact=True)
    hands.click(infantry, "infantry for the rest", modifiers=["Shift"])
    hands.press("Enter", "buy")
    hands.part = "to the attacks"
    while not hands.at().endswith("combat_move.moves"):
        hands.press("Enter", hands.prompt())
    hands.part = "attacks"
    for attack in ATTACKS:
        hands.attack(*attack)
    hands.part = "commit"
    while hands.at().endswith("combat_move.moves"):
        hands.press("Enter", hands.prompt())
    hands.part = "battles"
    hands.battles()
    hands.part = "landings"
    page.get_by_role("button", name=re.compile("^Land ")).wait_for(timeout=PATIENCE)
    hands.press("Enter", hands.prompt())
    while hands.at().endswith("noncombat.moves"):
        hands.press("Enter", hands.prompt())
    hands.part = "placement"
    while "mobilize" in hands.at():
        hands.press("Enter", hands.prompt())
    return hands


def opened(window: Any, url: str, table: str, sign: str) -> Any:
    """A table in a window of its own, once it can be played."""
    page = window.new_page(viewport=SCREEN, locale="en-GB")
    page.set_default_timeout(PATIENCE)
    page.goto(f"{url}/table/{table}")
    page.locator(sign).first.wait_for()
    page.wait_for_timeout(1000)
    return page


def figures(quick: bool) -> Iterator[Figure]:
    """One figure for each turn; none without a browser, and none in a hurry."""
    if quick or find_spec("playwright") is None or not shutil.which("chromium"):
        print("hands are not counted: it takes minutes, and the browser of python -m tools.browser", file=sys.stderr)
        return
    with served() as url, browser() as window:
        yield _figure("axisallies: hands, Germany's first turn", world(window, url, False), MOST_WORLD)


def _figure(name: str, hands: Hands, most: int) -> Figure:
    parts = ", ".join(f"{part} {count}" for part, count in hands.counts.items())
    return Figure(name=f"{name} ({parts})", value=hands.total, unit="actions", budget=most)


def main(words: list[str]) -> int:
    """Count, and say so."""
    with served() as url, browser() as window:
        hands = world(window, url, "--say" in words)
        print(_figure("axisallies: hands, Germany's first turn", hands, MOST_WORLD).line())
        return 0 if hands.total <= MOST_WORLD else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
