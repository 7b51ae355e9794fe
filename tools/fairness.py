"""``python -m tools.fairness --games 40 --to FILE``: what becomes of the scenarios of Crimea when two bots play them.

Every game is a line of the file as soon as it is over, so that a series that was stopped goes on where it was; the same
number is the same game. ``--write`` makes the page of the docs from what the file holds.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from statistics import fmean, pstdev

from msgspec import Struct

from sandtable import registry
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SIDES, SOVIET
from sandtable.games.eastfront.queries.sources import REBUILT, of_card
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.sim.driver import positions, seat_bots, seed_for
from sandtable.sim.series import wilson
from tools.checks import ROOT
from tools.kept import asked, go_on, kept

PAGE = ROOT / "docs" / "fairness.md"
SEED = b"fairness"
LOWEST, HIGHEST = 0.15, 0.85
"""Shares won by the Axis outside of which a scenario belongs to one side, whoever plays it."""
MARKS = (0.25, 0.5, 0.75, 1.0)
"""Parts of a game after which losses are told."""
HISTORY: dict[str, tuple[int | None, str]] = {
    "1": (None, "axis"),
    "2": (0, "soviet_strategic"),
    "3": (12, "axis_marginal"),
    "4": (11, "soviet_marginal"),
    "5": (11, "soviet_marginal"),
    "6": (None, "axis"),
    "7": (None, "axis"),
    "8": (None, "axis"),
    "9": (None, "soviet"),
}
"""The points and the level of history.

The points of 2 to 5 are printed on the cards. Who won the others is public history by the card's own conditions: the
ditch fell (1), the attacks of spring gained none of the hexes asked for (6), Kerch (7) and Sevastopol (8) fell, the
landings held their towns for long enough (9). Of the joined game nobody knows.
"""
HEAD = """# How the scenarios of Crimea go

Two planners play each scenario against each other. Who wins, on which level, and what it costs, beside what history
did by the card's own measure: printed points of history for scenarios 2 to 5, who held what for the others.
`python -m tools.fairness --games 40 --to FILE --write` plays on and writes this page.

A scenario whose share is surely below {low:.0%} or above {high:.0%} for the Axis is marked: between these players it
belongs to one side. That says as much about the players as about the card. How many values of a card are rebuilt
stands beside it; where many are, a one-sided result is the first reason to look at them again.

| scenario | games | Axis wins | points (spread) | history | CPU s a game |
|---|---|---|---|---|---|
"""
LEVELS = """
## Levels

| scenario | levels |
|---|---|
"""
LOSSES = """
## Steps lost

Mean of the steps that each side has lost when a part of the turns is over: Axis / Soviet.

| scenario | quarter | half | three quarters | end |
|---|---|---|---|---|
"""
ORIGINS = """
## What is rebuilt

Values of the card that we had to rebuild because the print is lost, of all that say where they come from.

| scenario | units where they stand | other forces | rest of the card |
|---|---|---|---|
"""


class Played(Struct, frozen=True):
    """How one game went."""

    scenario: str
    bot: str
    number: int
    ending: str
    """The side that won, and its level after an underscore where the card has levels."""
    points: int | None
    lost: tuple[tuple[int, int], ...]
    """Steps of the Axis and of the Soviets that were lost, turn by turn."""
    seconds: float


def play(scenario: str, bot: str, number: int) -> Played:
    """One game, the same for the same number."""
    board = opened(scenario)
    seed = seed_for(SEED, scenario, number)
    began, lost, state = time.process_time(), list[tuple[int, int]](), None
    for state in positions(GAME, board, seat_bots(GAME, board, seed, bot), seed):
        now = (state.tracks.get(f"{AXIS}_steps", 0), state.tracks.get(f"{SOVIET}_steps", 0))
        turn = min(state.turn, board.last_turn) - board.first_turn
        lost[turn:] = [now]
    assert state is not None
    outcome = GAME.ending(state)
    assert outcome is not None
    ending, points = outcome.key.removeprefix("outcome."), outcome.scores.get("vp")
    return Played(scenario, bot, number, ending, points, tuple(lost), time.process_time() - began)


def opened(scenario: str) -> CrimeaScenario:
    """A scenario with its card."""
    board = GAME.open(scenario)
    assert isinstance(board, CrimeaScenario)
    return board


def names() -> tuple[str, ...]:
    """All scenarios."""
    return tuple(one.name for one in registry.game("eastfront").scenarios())


def missing(found: Iterable[Played], scenarios: Iterable[str], bot: str, games: int) -> list[tuple[str, str, int]]:
    """Games that are still to be played, one of each scenario after the other, so that all grow alike."""
    have = {(one.scenario, one.bot, one.number) for one in found}
    wanted = [(scenario, bot, number) for number in range(games) for scenario in scenarios]
    return [one for one in wanted if one not in have]


def page(found: Iterable[Played], bot: str) -> str:
    """The page of the docs."""
    games = {name: [one for one in found if (one.scenario, one.bot) == (name, bot)] for name in names()}
    played = {name: some for name, some in games.items() if some}
    parts = (
        (HEAD.format(low=LOWEST, high=HIGHEST), _summary),
        (LEVELS, _levels),
        (LOSSES, _losses),
    )
    text = "".join(head + "".join(_row(name, *row(name, some)) for name, some in played.items()) for head, row in parts)
    return text + ORIGINS + "".join(_row(name, *_origins(name)) for name in played)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |\n"


def _summary(name: str, games: list[Played]) -> Iterator[str]:
    won = sum(one.ending.startswith(AXIS) for one in games)
    low, high = wilson(won, len(games))
    points = [one.points for one in games if one.points is not None]
    yield str(len(games))
    yield f"{won / len(games):.0%} ({low:.0%} to {high:.0%}){' (!)' if high < LOWEST or low > HIGHEST else ''}"
    yield f"{fmean(points):.1f} ({pstdev(points):.1f})" if points else ""
    yield _history(name)
    yield f"{fmean(one.seconds for one in games):.1f}"


def _history(name: str) -> str:
    if name not in HISTORY:
        return "unknown"
    points, ending = HISTORY[name]
    return _ending(ending) + (f", {points} points" if points is not None else "")


def _ending(key: str) -> str:
    side, _, level = key.partition("_")
    return f"{side.title()} {level}".strip()


def _levels(_name: str, games: list[Played]) -> Iterator[str]:
    counted = Counter(one.ending for one in games)
    yield ", ".join(f"{_ending(key)} {times}" for key, times in counted.most_common())


def _losses(_name: str, games: list[Played]) -> Iterator[str]:
    for mark in MARKS:
        then = [one.lost[max(0, round(len(one.lost) * mark) - 1)] for one in games if one.lost]
        yield " / ".join(f"{fmean(row[side] for row in then):.1f}" for side in range(len(SIDES)))


def _origins(name: str) -> Iterator[str]:
    counted = of_card(opened(name))
    for part in ("placements", "forces", "card"):
        known = counted[part]
        yield f"{known[REBUILT]} of {known.total()}" if known.total() else "none"


def main(words: list[str]) -> int:
    """Play what is missing and tell how it went."""
    told = asked("fairness", "How the scenarios of Crimea go.", names(), words, 40)
    found = kept(told.to, Played)
    found += go_on(told.to, missing(found, told.played, told.bot, told.games), play, told.jobs)
    text = page(found, told.bot)
    if told.write:
        PAGE.write_text(text, encoding="utf-8")
    print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
