"""How many actions of a hand (click, key, drag) a turn takes, counted in a real browser: scripted hands play two turns.

Germany's first turn of Global 1940 (a purchase, eight attacks, the battles, landings and placement) and an Axis turn
of the first scenario of the Crimea. The dice have a fixed seed; computers sit on the other seats.
``python -m tools.bench.hands [--say]`` counts alone, and says every action.
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
MOST_WORLD, MOST_CRIMEA, MOST_ATTACK = 60, 45, 5
PATIENCE = 60_000
SETTLED = """() => new Promise((done) => {
  const at = performance.now()
  const look = () => (performance.now() - at > 80 ? done() : requestAnimationFrame(look))
  look()
})"""
INSIDE = """(id) => {
  // A point of a lit place that nothing covers: its own chips first, then open ground.
  const own = (x, y) => {
    const top = document.elementFromPoint(x, y)
    if (!top || !top.closest('.board') || top.closest('.fan, [data-piece]')) return false
    return !top.closest('.chip') || top.closest('.chip').dataset.place === id
  }
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
ON_TOP = """() => [...document.querySelectorAll('[data-piece][data-lit]')].filter((one) => {
  const box = one.getBoundingClientRect()
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest('[data-piece]') === one
}).map((one) => one.dataset.piece)"""
"""Pieces that can be picked and that nothing lies on."""


class Hands:
    """Hands at a table that count what they do."""

    def __init__(self, page: Any, url: str, table: str, seat: str, say: bool = False) -> None:
        self.page, self.url, self.table, self.seat, self.say = page, url, table, seat, say
        self.counts: Counter[str] = Counter()
        self.part = ""
        self.mute: list[str] = []
        """Prompts that were no sentence."""

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
        """Wait for what the action brought: nothing is on its way, and the computers have answered."""
        quiet = 0
        while quiet < 2:
            self.page.evaluate(SETTLED)
            quiet = 0 if self.page.locator("[data-busy]").count() or self.others() else quiet + 1

    def others(self) -> bool:
        """Whether others are asked before it is our turn again; not once the turn has passed on."""
        prompts = read(self.url, f"/tables/{self.table}/view?seat={self.seat}")["prompts"]
        return bool(prompts) and all(one["seat"] != self.seat for one in prompts) and not self.is_over(prompts[0]["at"])

    def is_over(self, at: str) -> bool:
        """Whether a place in the sequence of play is beyond the turn that is counted."""
        return at.startswith(("turn.", "round.")) and f".{self.seat}." not in f".{at}." and ".strategic." not in at

    def log(self) -> list[Any]:
        """What the game has told."""
        return list(read(self.url, f"/tables/{self.table}/log?seat={self.seat}&limit=60")["lines"])

    def prompt(self) -> str:
        """What is asked; a prompt that is no sentence is noted."""
        said = str(self.page.locator(".prompt [role=status]").inner_text()).strip()
        if not re.search(r"\w+ \w+.*[.?!…]", said):
            self.mute.append(said)
        return said

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


def seeded(url: str, game: str, scenario: str, seat: str) -> str:
    """A table whose dice are always the same, with a computer on every seat but ours."""
    with tempfile.TemporaryDirectory(prefix="hands") as folder:
        file = Path(folder) / "hands.game"
        program = str(Path(sys.executable).parent / "sandtable")
        words = [program, "new", game, scenario, "--to", str(file), "--seed", SEED]
        subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
        table = post(url, "/imports", file.read_bytes())
    for other in (one["seat"] for one in table["seats"] if one["seat"] != seat):
        post(url, f"/tables/{table['id']}/leave", {"seat": other, "bot": "random"})
    return str(table["id"])


def begun(url: str, game: str, scenario: str, seat: str, verb: str) -> str:
    """A table of ours where a seat has come to a verb; whoever is asked before ends what can be ended."""
    table = str(post(url, "/tables", {"game": game, "scenario": scenario, "start": True})["id"])
    for number in range(400):
        view = read(url, f"/tables/{table}/view?seat={seat}")
        if any(offer["do"] == verb for offer in view["offers"]):
            return table
        asked = view["prompts"][0]["seat"]
        offers = read(url, f"/tables/{table}/view?seat={asked}")["offers"]
        offer = next((one for one in offers if one.get("ends")), offers[0])
        action = {"id": f"b{number}", "seat": asked, "seq": view["seq"], "action": plainly(url, table, asked, offer)}
        post(url, f"/tables/{table}/actions", action)
    raise AssertionError(f"{seat} never comes to {verb}")


def plainly(url: str, table: str, seat: str, offer: Any) -> Any:
    """An answer that takes what is proposed, else what stands first."""
    while widget := offer.get("widget"):
        options = widget.get("options") or [None]
        plain: dict[str, Any] = {"some": options[: widget.get("least", 0) or 1], "path": options[:1], "amounts": {}}
        value = widget.get("default")
        value = plain.get(widget["kind"], options[0]) if value is None else value
        partial = {"do": offer["do"], **offer.get("given", {}), offer["arg"]: value}
        offer = post(url, f"/tables/{table}/offers", {"seat": seat, "partial": partial})["offers"][0]
        if (offer.get("widget") or {}).get("may_stop"):
            break
    return {"do": offer["do"], **offer.get("given", {})}


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
        # The plate itself: a chip that was pushed aside has a line to its place as well.
        box = self.chip(place).locator("rect[stroke-width='.9']").first.bounding_box()
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
            before = self.seq()
            self.press("Enter", "to fight")
            self.arrive(before)

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


def world(window: Any, url: str, say: bool) -> World:
    """Germany's first turn."""
    hands = World(
        opened(window, url, seeded(url, "axisallies", "rulebook", "germany"), ".chip"), url, "", "germany", say
    )
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


# --- an Axis turn of the Crimea ------------------------------------------------------------

MARCHES = ("8", "9", "10", "11")
"""Units that close up, by their numbers."""
TARGETS = ("3705", "3606")


class Crimea(Hands):
    """Hands that play the Axis."""

    def march(self, piece: str) -> None:
        """Pick a unit, in the fan of its stack where it has one, and send it to a place of its reach."""
        before = self.seq()
        self.click(self.page.locator(f"[data-piece='{piece}']"), f"unit {piece}")
        fan = self.page.locator(".fan .tile button.lit")
        if fan.count():
            self.click(fan.first, "of the stack")
        self.page.locator("[data-reach]").wait_for(state="attached")
        self.click(self.page.locator(".moment .option").nth(5), "to a place of its reach")
        self.arrive(before)

    def declare(self, place: str) -> None:
        """Declare an attack on a hex with everybody who stands beside it."""
        before = self.seq()
        self.click(self.page.locator(f"[data-piece][aria-label$=' {place}']").last, f"attack {place}")
        self.click(self.page.get_by_role("button", name="As proposed"), "with all who can")
        self.arrive(before)

    def until(self, *ends: str) -> None:
        """Answer what is asked as it is proposed, up to a place in the sequence of play."""
        while (at := self.at()) and not at.endswith(ends):
            before = self.seq()
            proposed = self.page.get_by_role("button", name="As proposed")
            if proposed.is_visible():
                self.click(proposed, f"{at}: {self.prompt()}")
            elif self.page.locator(".prompt .main:enabled").count():
                self.press("Enter", f"{at}: {self.prompt()}")
            else:
                lit = self.page.locator("[data-lit-place], [data-piece][data-lit]").first
                option = self.page.locator(".moment .option")
                self.click(option.first if option.count() else lit, f"{at}: {self.prompt()}", force=True)
            if self.page.locator(".prompt").get_by_role("button", name="Yes:").count():
                continue
            self.settle()
            if self.seq() == before:
                self.page.wait_for_timeout(200)


def crimea(window: Any, url: str, say: bool) -> Crimea:
    """An Axis turn: six units move, two attacks are declared and fought, aircraft stay at home."""
    hands = Crimea(opened(window, url, seeded(url, "eastfront", "1", "axis"), "[data-piece]"), url, "", "axis", say)
    hands.table = hands.page.url.rsplit("/", 1)[1]
    hands.part = "to the moves"
    hands.until("axis.movement.moves")
    hands.part = "moves"
    for piece in MARCHES:
        hands.march(piece)
    hands.until("axis.declaration")
    hands.part = "declarations"
    for place in TARGETS:
        hands.declare(place)
    hands.until("combat.attacker_air", "combat.attacks")
    hands.part = "attacks"
    hands.until("motorised.moves")
    hands.part = "motorised moves"
    for _ in range(2):
        hands.page.locator("[data-piece][data-lit]").first.wait_for()
        hands.march(str(hands.page.evaluate(ON_TOP)[0]))
    hands.part = "the rest"
    hands.until("interdiction.placing", "arrivals.choice")
    return hands


def one_attack(window: Any, url: str, say: bool) -> Crimea:
    """From declaring one attack to its die."""
    hands = Crimea(opened(window, url, seeded(url, "eastfront", "1", "axis"), "[data-piece]"), url, "", "axis", say)
    hands.table = hands.page.url.rsplit("/", 1)[1]
    hands.until("axis.declaration")
    hands.counts.clear()
    hands.part = "one attack"
    hands.declare(TARGETS[1])
    while not any(line["entry"]["key"] == "log.combat" for line in hands.log()):
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
        yield _figure("eastfront: hands, an Axis turn", crimea(window, url, False), MOST_CRIMEA)
        yield _figure("eastfront: hands, declaring to die", one_attack(window, url, False), MOST_ATTACK)


def _figure(name: str, hands: Hands, most: int) -> Figure:
    assert not hands.mute, f"{name}: prompts without a sentence: {hands.mute}"
    parts = ", ".join(f"{part} {count}" for part, count in hands.counts.items())
    return Figure(name=f"{name} ({parts})", value=hands.total, unit="actions", budget=most)


def main(words: list[str]) -> int:
    """Count, and say so."""
    say = "--say" in words
    with served() as url, browser() as window:
        found = [
            _figure("axisallies: hands, Germany's first turn", world(window, url, say), MOST_WORLD),
            _figure("eastfront: hands, an Axis turn", crimea(window, url, say), MOST_CRIMEA),
            _figure("eastfront: hands, declaring to die", one_attack(window, url, say), MOST_ATTACK),
        ]
    for figure in found:
        print(figure.line())
    return 0 if all(figure.holds for figure in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
