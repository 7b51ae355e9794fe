"""A series of games between two bots, each known by its number: the same number is the same game anywhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from typing import Any

from msgspec import Struct

from sandtable import __version__, registry
from sandtable.bots import make
from sandtable.kernel import Entry, Refusal, Scenario, SeededDice, State
from sandtable.sim.driver import LIMIT, Endless, IllegalAnswer, Players, seed_for

CUT = "cut"
"""How a game ended that was stopped at its limit of turns."""


class Series(Struct, frozen=True, kw_only=True):
    """What is played."""

    game: str
    scenarios: tuple[str, ...]
    bots: tuple[str, str]
    games: int
    seed: str = "sandtable"
    turns: int = 0
    """Turns after which a game is cut and counts as undecided; 0 for none."""
    version: str = __version__


class TurnRow(Struct, frozen=True, kw_only=True):
    """One figure of one seat at the beginning of a turn."""

    number: int
    turn: int
    figure: str
    seat: str
    value: int


class GameRow(Struct, frozen=True, kw_only=True):
    """How one game went."""

    number: int
    scenario: str
    side: str
    """The side that the first bot played."""
    first: str
    second: str
    won: float
    """1 where the first bot's side won, 0 where it lost, a half where nobody did."""
    ending: str
    turns: int
    steps: int
    seconds: float
    """CPU seconds."""
    luck: float
    """Hits of the first bot's side beyond what its dice promised, less those of the other."""
    opening: str
    """The first verbs of the game: what it opened with."""
    version: str
    figures: tuple[TurnRow, ...] = ()


def series(game: str, scenarios: tuple[str, ...], bots: tuple[str, str], games: int, **more: Any) -> Series:
    """A series with checked names; raises ``LookupError`` that says what there is."""
    known = registry.game(game)
    names = scenarios or tuple(info.name for info in known.scenarios())
    for name in names:
        known.open(name)
    for bot in bots:
        make(bot, b"-", game)
    return Series(game=game, scenarios=names, bots=bots, games=games, **more)


def sides(game: str, scenario: Scenario) -> dict[str, tuple[str, ...]]:
    """Who plays together: as the bots of the game say, else every seat for itself."""
    home = registry.package(game)
    if hasattr(import_module(home), "__path__") and find_spec(f"{home}.bots") and find_spec(f"{home}.bots.standing"):
        standing = import_module(f"{home}.bots.standing")
        if hasattr(standing, "sides"):
            found: dict[str, tuple[str, ...]] = standing.sides(scenario)
            return found
    return {seat: (seat,) for seat in scenario.seats}


def play(plan: Series, number: int) -> GameRow:
    """One game: in odd ones the sides are changed, after every two comes the next scenario, then the next seed."""
    game: Any = registry.game(plan.game)
    name = plan.scenarios[number // 2 % len(plan.scenarios)]
    scenario = game.open(name)
    teams = list(sides(plan.game, scenario).items())
    side, own = teams[number % len(teams)]
    seed = seed_for(plan.seed.encode(), "series", plan.game, name, number // (2 * len(plan.scenarios)))
    bots = {
        seat: make(plan.bots[0] if seat in own else plan.bots[1], seed_for(seed, "bot", seat), plan.game)
        for seat in scenario.seats
    }
    began = time.process_time()
    players, dice = Players(game, bots, seed), SeededDice(seed)
    state = game.start(scenario, dice).state
    figures, verbs, steps, turns, luck = [*_figures(game, state, number, 0)], list[str](), 0, 0, 0.0
    while game.prompts(state) and not (plan.turns and turns >= plan.turns):
        seat, action = players.answer(state)
        step = game.apply(state, seat, action, dice)
        if isinstance(step, Refusal):
            raise IllegalAnswer(seat, action, step)
        steps += 1
        if len(verbs) < 3:
            verbs.append(type(action).__name__.lower())
        luck += sum(_luck(entry) * (1 if entry.seat in own else -1) for entry in step.entries if entry.seat)
        if _turn(step.state) != _turn(state):
            turns += 1
            figures += _figures(game, step.state, number, turns)
        state = step.state
        if steps > LIMIT:
            raise Endless(steps)
    outcome = game.outcome(state)
    winners = outcome.winners if outcome is not None else ()
    return GameRow(
        number=number,
        scenario=name,
        side=side,
        first=plan.bots[0],
        second=plan.bots[1],
        won=0.5 if not winners and len(teams) > 1 else float(any(seat in own for seat in winners)),
        ending=outcome.key if outcome is not None else CUT,
        turns=turns,
        steps=steps,
        seconds=round(time.process_time() - began, 3),
        luck=round(luck, 2),
        opening=" ".join(verbs),
        version=__version__,
        figures=tuple(figures),
    )


def _turn(state: State) -> Any:
    """What counts the turns of a game: its turn, or its round."""
    return getattr(state, "turn", getattr(state, "round", 0))


def _figures(game: Any, state: State, number: int, turn: int) -> Iterator[TurnRow]:
    for figure, by_seat in game.statistics(state).items():
        for seat, value in by_seat.items():
            yield TurnRow(number=number, turn=turn, figure=figure, seat=seat, value=int(value))


def _luck(entry: Entry) -> float:
    """Hits beyond what was to be expected, of dice that had to show a number or less."""
    found = 0.0
    for roll in entry.rolls:
        if roll.need is not None and roll.sides:
            chance = min(1.0, max(0.0, roll.need / roll.sides))
            found += sum(face <= roll.need for face in roll.faces) - chance * len(roll.faces)
    return found


def wilson(won: float, played: int, z: float = 1.96) -> tuple[float, float]:
    """The interval that holds the true win rate in 95 of 100 cases."""
    if not played:
        return 0.0, 1.0
    rate, square = won / played, z * z
    middle = (rate + square / (2 * played)) / (1 + square / played)
    width = z * sqrt(rate * (1 - rate) / played + square / (4 * played * played)) / (1 + square / played)
    return max(0.0, middle - width), min(1.0, middle + width)
