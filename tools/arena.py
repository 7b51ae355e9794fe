"""``python -m tools.arena axisallies --games 100 --bots planner random``: two bots against each other, over both sides.

Each seed is played twice, with the sides changed, in each of the scenarios in turn: the first of the game, those its
``bots.standing`` names in ``SCENARIOS``, or those asked for. A game counts by the rulebook's victory where it comes
within the rounds, else by what ``bots.standing`` calls the leader. Win rates are given with their Wilson interval.

Where the scenario favours one side, both bots win with it and games say little. So the two games of a seed are also
counted as a pair, as in duplicate bridge: it goes to the bot that did better with the same cards, both sides together.

With more than two bots everybody meets everybody, and Glicko-2 ratings with their intervals are told as well:
``--bots strategist planner greedy random``. Seeds that bots were tuned on begin with ``tune``; the ladder's do not.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from itertools import combinations
from typing import Any

from msgspec import Struct

from sandtable import registry
from sandtable.bots import make
from sandtable.kernel import Refusal, SeededDice
from sandtable.server.glicko import Game, Rating, updated
from sandtable.sim.driver import LIMIT, Endless, IllegalAnswer, Players, seed_for
from sandtable.sim.series import wilson


class Result(Struct, frozen=True, kw_only=True):
    """How one game went."""

    number: int
    side: str
    """The side the first bot played."""
    won: bool
    """Whether the first bot's side leads or has won."""
    drawn: bool = False
    """Whether nobody leads."""
    advantage: float = 0.0
    """How far the first bot's side is ahead at the end, by the measure of ``bots.standing``."""
    outright: bool
    """Whether the rulebook's victory was reached, by whomever."""
    rounds: int
    steps: int
    seconds: float
    wealth: dict[str, int]
    scenario: str = ""
    slowest: float = 0.0
    """CPU seconds that the first bot thought in the round in which it thought longest."""


def arenas(game_id: str) -> tuple[str, ...]:
    """The scenarios that bots of a game are measured in."""
    standing = import_module(f"{registry.package(game_id)}.bots.standing")
    first: str = registry.game(game_id).scenarios()[0].name
    named: tuple[str, ...] = getattr(standing, "SCENARIOS", (first,))
    return named


def play(
    game_id: str, bots: tuple[str, str], number: int, seed: bytes, rounds: int, scenarios: tuple[str, ...] = ()
) -> Result:
    """One game: even numbers give the first bot the first side, odd ones play the same seed with sides changed.

    Every two games the scenario changes, and the seed when all scenarios have had their turn.
    """
    game: Any = registry.game(game_id)
    standing = import_module(f"{registry.package(game_id)}.bots.standing")
    names = scenarios or arenas(game_id)
    name = names[number // 2 % len(names)]
    scenario = game.open(name)
    sides = list(standing.sides(scenario).items())
    side, own = sides[number % 2]
    seed = seed_for(seed, "arena", number // (2 * len(names)))
    at_table = {
        seat: make(bots[0] if seat in own else bots[1], seed_for(seed, "bot", seat), game_id) for seat in scenario.seats
    }
    began = time.process_time()
    players, dice = Players(game, at_table, seed), SeededDice(seed)
    first = state = game.start(scenario, dice).state
    steps = 0
    thought: dict[int, float] = {}
    while game.prompts(state) and standing.rounds(state) < rounds:
        asked = time.process_time()
        seat, action = players.answer(state)
        if seat in own:
            now = standing.rounds(state)
            thought[now] = thought.get(now, 0.0) + time.process_time() - asked
        step = game.apply(state, seat, action, dice)
        if isinstance(step, Refusal):
            raise IllegalAnswer(seat, action, step)
        state, steps = step.state, steps + 1
        if steps > LIMIT:
            raise Endless(steps)
    leader = standing.leader(first, state)
    return Result(
        number=number,
        side=side,
        won=leader == side,
        drawn=not leader,
        advantage=standing.advantage(first, state) * (1 if side == sides[0][0] else -1),
        outright=game.outcome(state) is not None,
        rounds=standing.rounds(state),
        steps=steps,
        seconds=time.process_time() - began,
        wealth=standing.wealth(state),
        scenario=name,
        slowest=max(thought.values(), default=0.0),
    )


def results(
    game_id: str,
    bots: tuple[str, str],
    games: int,
    seed: bytes,
    rounds: int,
    jobs: int,
    scenarios: tuple[str, ...] = (),
) -> Iterator[Result]:
    """All games, in order."""
    numbers = range(games)
    if jobs == 1:
        yield from (play(game_id, bots, number, seed, rounds, scenarios) for number in numbers)
        return
    same = [[value] * games for value in (game_id, bots, seed, rounds, scenarios)]
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, same[0], same[1], numbers, same[2], same[3], same[4])


def summary(found: list[Result], name: str) -> Iterator[str]:
    """The win rate of the first bot, over all and side by side, and scenario by scenario where there are several."""
    sides = sorted({one.side for one in found})
    scenarios = sorted({one.scenario for one in found})
    for side in ("", *sides):
        yield _share([one for one in found if side in ("", one.side)], f"{name} as {side or 'both sides'}")
    for scenario in scenarios if len(scenarios) > 1 else ():
        for side in sides:
            some = [one for one in found if (one.scenario, one.side) == (scenario, side)]
            if some:
                yield _share(some, f"{name} as {side} in {scenario}")
    yield pairs(found, name)
    rounds = max(1, sum(one.rounds for one in found))
    seconds = sum(one.seconds for one in found)
    yield f"{seconds / rounds:.2f} CPU seconds a round, {seconds / max(1, len(found)):.1f} a game"
    if slowest := max((one.slowest for one in found), default=0.0):
        yield f"{slowest:.2f} CPU seconds in the slowest round of {name}"


def pairs(found: list[Result], name: str) -> str:
    """How many pairs of games with sides changed the first bot did better in; equal ones count as not won."""
    by_number = {one.number: one.advantage for one in found}
    both = [by_number[n] + by_number[n + 1] for n in by_number if n % 2 == 0 and n + 1 in by_number]
    won = sum(total > 0 for total in both)
    low, high = wilson(won, len(both))
    return f"{name}, sides changed: {won} of {len(both)} pairs, 95% interval {low:.3f} to {high:.3f}"


def ratings(found: dict[tuple[str, str], list[Result]]) -> dict[str, Rating]:
    """Glicko-2 ratings from all games of pairs; what was played under one number is one period.

    A game that nobody leads is half a point for both.
    """
    known = {bot: Rating() for pair in found for bot in pair}
    for number in sorted({one.number for games in found.values() for one in games}):
        played: dict[str, list[Game]] = {bot: [] for bot in known}
        for (one, other), games in found.items():
            for game in games:
                if game.number == number:
                    score = 1.0 if game.won else 0.5 if game.drawn else 0.0
                    played[one].append(Game(known[other], score))
                    played[other].append(Game(known[one], 1.0 - score))
        known = {bot: updated(rating, played[bot]) for bot, rating in known.items()}
    return dict(sorted(known.items(), key=lambda item: -item[1].rating))


def ladder(found: dict[tuple[str, str], list[Result]]) -> Iterator[str]:
    """The ratings as lines, each with the interval in which it lies with 95 %."""
    for bot, one in ratings(found).items():
        low, high = one.rating - 1.96 * one.deviation, one.rating + 1.96 * one.deviation
        yield f"{bot:<12} {one.rating:6.0f}   {low:.0f} to {high:.0f}"


def _share(some: list[Result], label: str) -> str:
    """How many of some games were won, and what that says."""
    won, outright = sum(one.won for one in some), sum(one.won and one.outright for one in some)
    low, high = wilson(won, len(some))
    return f"{label}: {won} of {len(some)} ({outright} by the rulebook's victory), 95% interval {low:.3f} to {high:.3f}"


def main(arguments: list[str] | None = None) -> int:
    """Play and tell."""
    parser = argparse.ArgumentParser(prog="python -m tools.arena", description="Two bots against each other.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=10, help="how many games; an even number is fair to both sides")
    parser.add_argument("--bots", nargs="+", default=("planner", "random"), metavar="BOT", help="two or more")
    parser.add_argument("--rounds", type=int, default=8, help="rounds after which a game is judged by its standing")
    parser.add_argument("--scenarios", nargs="+", default=(), metavar="NAME", help="play only these, in turn")
    parser.add_argument("--seed", default="arena")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args(arguments)
    if len(given.bots) < 2:
        parser.error("name two bots or more")
    pairs = [(given.bots[0], given.bots[1])] if len(given.bots) == 2 else list(combinations(given.bots, 2))
    met: dict[tuple[str, str], list[Result]] = {}
    names = tuple(given.scenarios)
    for bots in pairs:
        found = met.setdefault(bots, [])
        for one in results(given.game, bots, given.games, given.seed.encode(), given.rounds, given.jobs, names):
            found.append(one)
            verdict = ("won" if one.won else "lost") + (" by victory" if one.outright else " by standing")
            spent = f"{one.rounds} rounds, {one.steps} steps, {one.seconds:.1f} s CPU"
            where = f"{bots[0]} against {bots[1]} as {one.side:<7} in {one.scenario:<4}"
            print(f"{one.number:>4} {where} {verdict:<16} {spent}, {one.wealth}", flush=True)
        print(*summary(found, bots[0]), sep="\n")
    if len(pairs) > 1:
        print(*ladder(met), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
