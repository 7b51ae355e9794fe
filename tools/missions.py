"""``python -m tools.missions --games 20 --to FILE``: how hard the missions of Fields of Fire are for a bot.

Every game is a line of the file as soon as it is over, so that a series that was stopped goes on where it was; the same
number is the same game. ``--write`` makes the page of the docs from what the file holds.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from statistics import fmean

from msgspec import Struct

from sandtable import registry
from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.rules.terms.presence import ours
from sandtable.sim.driver import positions, seat_bots, seed_for
from sandtable.sim.series import wilson
from tools.checks import ROOT
from tools.kept import asked, go_on, kept

PAGE = ROOT / "docs" / "missions.md"
SEED = b"missions"
LOWEST, HIGHEST = 0.15, 0.85
"""Shares of missions done outside of which a mission is looked at again."""
HEAD = """# How hard the missions are

What a bot makes of the missions of Fields of Fire: missions done with the 95 % interval, steps lost, attempts and turns
of the last one, and the CPU seconds of a game. Missions whose share is surely below {low:.0%} or above {high:.0%} are
marked: their rebuilt figures want another look. `python -m tools.missions --games 200 --to FILE --write` plays on and
writes this page.

| mission | games | done | steps lost | attempts | turns | CPU s |
|---|---|---|---|---|---|---|
"""


class Played(Struct, frozen=True):
    """How one game of a mission went."""

    mission: str
    bot: str
    number: int
    done: bool
    lost: int
    """Steps that the company no longer has on the map."""
    attempts: int
    turns: int
    seconds: float


def play(mission: str, bot: str, number: int) -> Played:
    """One game, the same for the same number."""
    board = GAME.open(mission)
    seed = seed_for(SEED, mission, number)
    began, most = time.process_time(), 0
    state = None
    for state in positions(GAME, board, seat_bots(GAME, board, seed, bot), seed):
        if state.attempt == 1 and state.turn <= 1:
            most = max(most, sum(state.units[key].steps for key in ours(state)))
    assert state is not None
    outcome = GAME.ending(state)
    left = sum(state.units[key].steps for key in ours(state))
    won = outcome is not None and bool(outcome.winners)
    return Played(mission, bot, number, won, most - left, state.attempt, state.turn, time.process_time() - began)


def missing(found: Iterable[Played], missions: Iterable[str], bot: str, games: int) -> list[tuple[str, str, int]]:
    """Games that are still to be played, one of each mission after the other, so that all grow alike."""
    have = {(one.mission, one.bot, one.number) for one in found}
    wanted = [(mission, bot, number) for number in range(games) for mission in missions]
    return [one for one in wanted if one not in have]


def page(found: Iterable[Played], bot: str) -> str:
    """The page of the docs."""
    rows = [row for mission in names() if (row := _row(mission, [one for one in found if _is(one, mission, bot)]))]
    return HEAD.format(low=LOWEST, high=HIGHEST) + "".join(rows)


def names() -> tuple[str, ...]:
    """All missions."""
    return tuple(one.name for one in registry.game("fieldsoffire").scenarios())


def _is(one: Played, mission: str, bot: str) -> bool:
    return (one.mission, one.bot) == (mission, bot)


def _row(mission: str, games: list[Played]) -> str:
    if not games:
        return ""
    done = sum(one.done for one in games)
    low, high = wilson(done, len(games))
    mark = " (!)" if high < LOWEST or low > HIGHEST else ""
    figures = (
        mission,
        str(len(games)),
        f"{done / len(games):.0%} ({low:.0%} to {high:.0%}){mark}",
        f"{fmean(one.lost for one in games):.1f}",
        f"{fmean(one.attempts for one in games):.1f}",
        f"{fmean(one.turns for one in games):.1f}",
        f"{fmean(one.seconds for one in games):.1f}",
    )
    return f"| {' | '.join(figures)} |\n"


def main(words: list[str]) -> int:
    """Play what is missing and tell how it went."""
    told = asked("missions", "How hard missions are for a bot.", names(), words, 20)
    found = kept(told.to, Played)
    found += go_on(told.to, missing(found, told.played, told.bot, told.games), play, told.jobs)
    text = page(found, told.bot)
    if told.write:
        PAGE.write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
