"""What all four games promise at the table, in both languages: nothing for axe, lists of six rows, whole sentences."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Open, Server
from tests.e2e.games import FOUR, LANGUAGES, PHONE, SENTENCE, come_to, go_on, post, seated, uncovered
from tests.e2e.test_framing import asked
from tests.e2e.test_handling import act
from tests.e2e.test_people import findings

if TYPE_CHECKING:
    from playwright.sync_api import Page

CLIPPED = """() => [...document.querySelectorAll('.col *')].flatMap((list) => {
  const style = getComputedStyle(list)
  if (list.scrollHeight <= list.clientHeight + 2 || !/auto|scroll/.test(style.overflowY)) return []
  const rows = [...list.querySelectorAll('.option, .group, .item, .entry, li')]
  if (rows.length < 6) return []
  const box = list.getBoundingClientRect(), screen = innerHeight
  const seen = rows.filter((row) => {
    const at = row.getBoundingClientRect()
    return at.top >= box.top - 2 && at.bottom <= Math.min(box.bottom, screen) + 2
  })
  return seen.length < 6 ? [`${list.className}: ${seen.length} of ${rows.length}`] : []
})"""
"""Lists of the right column that scroll and show less than six of their rows."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "scenario"), FOUR)
def test_axe_finds_nothing_at_all(server: Server, open_page: Open, game: str, scenario: str, lang: str) -> None:
    scheme = "dark" if lang == "it-IT" else "light"
    page = seated(server, open_page, game, scenario, locale=lang, color_scheme=scheme)
    assert findings(page) == []
    # A question under way, with its list.
    verb = page.locator(".prompt .verbs .btn:not(.off):enabled, .prompt .main:enabled")
    if verb.count():
        verb.first.click()
    page.wait_for_timeout(400)
    assert findings(page) == []
    page.goto(f"{server.url}/edit?game={game}&scenario={scenario}")
    expect(page.get_by_role("status")).to_contain_text(re.compile("can be played|si può giocare"))
    assert findings(page) == []


@pytest.mark.parametrize(("game", "scenario"), FOUR)
def test_axe_finds_nothing_on_a_phone(server: Server, open_page: Open, game: str, scenario: str) -> None:
    page = seated(server, open_page, game, scenario, locale="it-IT", **PHONE)
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_on_the_other_pages(server: Server, open_page: Open, lang: str) -> None:
    page = open_page(server.url, locale=lang)
    for path in ("/", "/new", "/games", "/learn", "/rules/nextwar", "/sources/fieldsoffire", "/case"):
        page.goto(f"{server.url}{path}")
        expect(page.get_by_role("heading").first).to_be_visible()
        assert findings(page) == [], path


def with_the_log(page: Page) -> None:
    """Open the right column's log where the game leaves it closed for the map's sake."""
    opener, tab = page.locator(".logbtn"), page.get_by_role("tab", name="Units")
    expect(opener.or_(tab).first).to_be_visible()
    if opener.is_visible():
        opener.click()
    expect(tab).to_be_visible()


@pytest.mark.parametrize(
    ("game", "scenario", "seat", "verb"),
    [
        ("axisallies", "rulebook", "germany", "move"),
        ("eastfront", "1", "axis", "move"),
        ("fieldsoffire", "normandy_1", "company", "assign"),
        ("nextwar", "train_to_seoul", "dprk", "move"),
    ],
)
def test_the_right_column_clips_no_list_below_six_rows(
    server: Server, open_page: Open, game: str, scenario: str, seat: str, verb: str
) -> None:
    page = open_page(f"{server.url}/table/{come_to(server, game, scenario, seat, verb)}")
    uncovered(page)
    assert page.evaluate(CLIPPED) == []
    with_the_log(page)
    for number in range(min(3, page.locator(".prompt .verbs .btn:not(.off)").count())):
        button = page.locator(".prompt .verbs .btn:not(.off)").nth(number)
        if not button.is_visible():
            continue
        button.click()
        page.wait_for_timeout(400)
        assert page.evaluate(CLIPPED) == []
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    page.reload()  # what was begun above goes on in its own time
    uncovered(page)
    with_the_log(page)
    page.get_by_role("tab", name="Units").click()
    page.wait_for_timeout(400)
    assert page.evaluate(CLIPPED) == []


def steps(page: Page, server: Server, table: str, count: int) -> list[str]:
    """What the prompt says in the next questions."""
    said = []
    for _ in range(count):
        uncovered(page)
        said.append(page.locator(".prompt [role=status]").inner_text().strip())
        go_on(server, table)
        page.wait_for_timeout(400)
    return said


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "scenario"), FOUR)
def test_no_prompt_is_without_a_sentence(server: Server, open_page: Open, game: str, scenario: str, lang: str) -> None:
    table = server.table(game, scenario)
    page = open_page(f"{server.url}/table/{table}", locale=lang)
    said = steps(page, server, table, 8)
    assert [one for one in said if not SENTENCE.search(one)] == []
    # No name of a parameter or of a text is left in them.
    assert [one for one in said if re.search(r"[{}]|prompt\.|undefined|NaN", one)] == []


def test_a_prompt_of_the_crimea_says_where_and_what_is_at_stake(server: Server, open_page: Open) -> None:
    table = come_to(server, "eastfront", "1", "axis", "declare")
    page = open_page(f"{server.url}/table/{table}")
    prompt = page.locator(".prompt [role=status]")
    expect(prompt).to_contain_text("none is declared")
    page.locator("[data-piece][aria-label$=' 3606']").last.click()
    page.get_by_role("button", name="As proposed").click()
    expect(prompt).to_contain_text("1 is declared, 3606")
    # What would take it back is never the main key.
    expect(page.locator(".prompt .main")).to_have_text(re.compile("^End"))
    page.keyboard.press("Enter")
    expect(prompt).to_contain_text("3606 will be attacked")
    while "axis" not in asked(server, table):  # the Soviets sit at this screen, too
        go_on(server, table)
    expect(prompt).to_contain_text("your attack (3606)")
    expect(prompt).to_contain_text(re.compile(r"the attacker wins [\d<>.]+%"))
    page.keyboard.press("Enter")
    expect(prompt).not_to_contain_text("your attack (3606)")
    while "axis" not in asked(server, table):
        go_on(server, table)
    expect(prompt).to_contain_text("still to be fought: 3606")
    expect(page.locator(".prompt .main")).to_contain_text("3606")
    # One key fights it with whom is proposed, up to its die; then its card can be opened.
    page.keyboard.press("Enter")
    card = page.get_by_role("button", name="Open the battle").first
    expect(card).to_be_visible()
    uncovered(page)  # the die may leave the other side of this screen to choose
    card.click()
    dialog = page.get_by_role("dialog", name="Battle of 3606")
    expect(dialog.locator(".die").first).to_be_visible()


def test_an_attack_of_korea_names_its_place_and_its_chance(server: Server, open_page: Open) -> None:
    table = come_to(server, "nextwar", "train_to_seoul", "dprk", "attack")
    page = open_page(f"{server.url}/table/{table}")
    uncovered(page)
    go_on(server, table, ends=False)
    prompt = page.locator(".prompt [role=status]")
    expect(prompt).to_contain_text(re.compile(r"[NS]\d{4}"))


def test_what_waits_to_be_placed_is_the_main_key_and_not_the_end(server: Server, open_page: Open) -> None:
    page = seated(server, open_page, "nextwar", "train_to_seoul")
    expect(page.locator(".prompt [role=status]")).to_contain_text("Place")
    expect(page.locator(".prompt .main").filter(has_text=re.compile("^(End|Done)"))).to_have_count(0)


def away(server: Server, game: str, scenario: str, first: str) -> str:
    """A table where another has played since our last step: a computer sits there from now on, and we are asked."""
    table, last = server.table(game, scenario), first
    acted = False
    for _ in range(300):
        now = asked(server, table)
        if now == first and last != first:
            break
        # The other does something first, and then ends what he can.
        last = go_on(server, table, ends=acted or now == first)
        acted = acted or now != first
    seats = [one["seat"] for one in server.read(f"/tables/{table}")["seats"]]
    for seat in seats:
        if seat != first:
            post(server, f"/tables/{table}/leave", {"seat": seat, "bot": "random"})
    return table


@pytest.mark.parametrize(
    ("game", "scenario", "mine"),
    [("axisallies", "rulebook", "ussr"), ("eastfront", "1", "soviet"), ("nextwar", "train_to_seoul", "allied")],
)
def test_what_others_did_is_told_and_played_back_in_every_game_with_others(
    server: Server, open_page: Open, game: str, scenario: str, mine: str
) -> None:
    table = away(server, game, scenario, mine)
    page = open_page(f"{server.url}/table/{table}")
    page.locator("[data-piece], .chip").first.wait_for()
    news = page.get_by_role("region", name="While you were away")
    skip = page.get_by_role("button", name="Skip")
    if skip.is_visible():
        skip.click()
    expect(news).to_be_visible()
    expect(news.get_by_role("listitem").first).to_be_visible()
    for speed in ("1×", "2×", "4×", "8×"):
        expect(news.get_by_role("button", name=speed)).to_be_visible()
    news.get_by_role("button", name="8×").click()
    news.get_by_role("button", name="Play it back").click()
    expect(page.get_by_role("button", name="Back to now")).to_have_count(0)
    expect(news).to_be_visible()
    server.remove(table)


def test_a_plan_that_the_answer_of_another_made_impossible_is_said_so(server: Server, open_page: Open) -> None:
    """Steps that were given cannot be given again after somebody else has acted: nothing is lost, and it is said."""
    table = come_to(server, "axisallies", "rulebook", "germany", "move")
    page = open_page(f"{server.url}/table/{table}")
    page.locator(".chip.lit").first.wait_for()
    here = page.locator(".chip[data-place='204'][data-side='germany']")
    here.click()
    page.locator(".fan").get_by_role("button", name="Tank").first.click()
    expect(page.locator("[data-lit-place]").first).to_be_attached()
    # Meanwhile, at another screen, the phase ends.
    go_on(server, table)
    expect(page.locator(".prompt [role=status]")).not_to_contain_text("Move Tank")
    expect(page.locator("[data-lit-place]")).to_have_count(0)
    expect(page.locator(".prompt [role=status]")).to_have_text(SENTENCE)


def test_the_first_question_of_the_crimea_leaves_the_map_its_colours(server: Server, open_page: Open) -> None:
    page = seated(server, open_page, "eastfront", "1")
    tint = page.locator("[data-lit-places]")
    expect(tint).to_be_attached()
    assert float(tint.get_attribute("fill-opacity") or 1) == 0
    assert page.locator(".counter.dim").count() == 0


def test_the_overlay_of_supply_shows_sources_and_lines(server: Server, open_page: Open) -> None:
    page = open_page(f"{server.url}/table/{come_to(server, 'eastfront', '2', 'axis', 'move')}")
    uncovered(page)
    page.keyboard.press("o")
    page.keyboard.press("s")
    expect(page.locator("[data-overlay='source']").first).to_be_attached()
    expect(page.locator("[data-overlay='line']").first).to_be_attached()


def test_chips_and_counters_grow_on_a_big_screen(server: Server, open_page: Open) -> None:
    table = come_to(server, "axisallies", "rulebook", "germany", "move")
    high = {}
    for width, height in ((1440, 900), (2560, 1440)):
        page = open_page(f"{server.url}/table/{table}", viewport={"width": width, "height": height})
        plate = page.locator(".chip[data-place='202'][data-side='germany'] rect[stroke-width='.9']").first
        plate.wait_for()
        page.wait_for_timeout(600)
        box = plate.bounding_box()
        assert box is not None
        high[width] = box["height"]
    assert high[2560] >= 1.5 * high[1440]


def test_no_mark_of_a_plan_lies_on_what_can_be_picked(server: Server, open_page: Open) -> None:
    """Beads of arrows once covered chips, and a drag from there took hold of nothing."""
    table = come_to(server, "axisallies", "rulebook", "germany", "move")
    page = open_page(f"{server.url}/table/{table}")
    units = server.read(f"/tables/{table}/view?seat=germany")["state"]["units"]

    def stack(at: int, *kinds: str) -> list[int]:
        return [int(k) for k, u in units.items() if (u["at"], u["owner"]) == (at, "germany") and u["kind"] in kinds]

    act(server, table, "germany", do="move", units=stack(204, "infantry", "artillery"), path=[346])
    act(server, table, "germany", do="move", units=stack(209, "infantry", "artillery", "mech_infantry"), path=[346])
    act(server, table, "germany", do="fly", units=stack(209, "fighter", "tactical_bomber"), to=110, task="attack")
    page.locator("[data-bead]").first.wait_for()
    expect(page.locator("[data-bead]")).to_have_count(3)
    covered = page.evaluate(
        """() => [...document.querySelectorAll('.chip.lit')].filter((chip) => {
          const box = chip.querySelector("rect[stroke-width='.9']").getBoundingClientRect()
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
          return document.elementFromPoint(x, y)?.closest('.bead, [data-battle]')
        }).map((chip) => chip.getAttribute('aria-label'))"""
    )
    assert covered == []
