"""Budgets that hold on any machine: counts of a fixed game, not times. ``./dev bench --counts [--write]``.

Games of random play from fixed seeds are played once to fill the tables of the map, then again and counted:

- calls an action: Python functions entered, bots included. Comprehensions are left out, for newer Pythons make no
  function of them; so are functions written in C.
- blocks a step: pieces of memory that a match with all its positions still holds at its end, by the allocator's own
  count. What was given back meanwhile is not seen: Python counts that nowhere, and calls follow it closely.
- bytes a step: the records of the match as they are stored.

A count may grow by a twentieth beyond `counts.json`; whoever means it to grow further writes the file anew.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any

from sandtable import registry
from sandtable.kernel import Game, Match, Refusal
from sandtable.kernel.records import write
from sandtable.sim.driver import IllegalAnswer, Players, positions, seat_bots, seed_for

FILE = Path(__file__).with_name("counts.json")
GAMES = (
    ("axisallies", "rulebook"),
    ("eastfront", "1"),
    ("eastfront", "7"),
    ("fieldsoffire", "keep_up_the_fire"),
    ("nextwar", "train_to_seoul"),
    ("nextwar", "tactical_surprise"),
)
SEEDS = 2
STEPS = 1_200
"""Steps of each game that are counted; a shorter one is counted to its end."""
ROOM = 1.05
"""How often what was written down a count may be."""
COMPREHENSIONS = frozenset(("<listcomp>", "<setcomp>", "<dictcomp>"))

Counts = dict[str, dict[str, float]]


def measured() -> Iterator[tuple[str, dict[str, float]]]:
    """The counts of every game, each under its name."""
    for game_id, scenario in GAMES:
        yield f"{game_id} {scenario}", counts_of(registry.game(game_id), scenario)


def counts_of(game: Game[Any], scenario: str, seeds: int = SEEDS, steps: int = STEPS) -> dict[str, float]:
    """What one action of a game takes, on the average of some games."""
    calls = actions = blocks = size = recorded = 0
    for number in range(seeds):
        seed = seed_for(b"counts", game.id, scenario, number)
        played(game, scenario, seed, steps)
        took, acted = calls_of(game, scenario, seed, steps)
        calls, actions = calls + took, actions + acted
        held, match = blocks_of(game, scenario, seed, steps)
        blocks, recorded = blocks + held, recorded + len(match.steps)
        size += sum(len(write(record)) for record in match.records)
    return {
        "calls an action": round(calls / actions, 1),
        "blocks a step": round(blocks / recorded, 1),
        "bytes a step": round(size / recorded, 1),
    }


def played(game: Game[Any], scenario: str, seed: bytes, steps: int) -> int:
    """Play a game without a record; the actions of it."""
    board = game.open(scenario)
    return sum(1 for _ in islice(positions(game, board, seat_bots(game, board, seed), seed), steps + 1)) - 1


def calls_of(game: Game[Any], scenario: str, seed: bytes, steps: int) -> tuple[int, int]:
    """The Python functions entered while a game is played, and its actions."""
    count = 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        if event == "call" and frame.f_code.co_name not in COMPREHENSIONS:
            count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        actions = played(game, scenario, seed, steps)
    finally:
        sys.setprofile(before)
    return count, actions


def blocks_of(game: Game[Any], scenario: str, seed: bytes, steps: int) -> tuple[int, Match[Any]]:
    """The blocks of memory that a match holds with all its positions, and the match."""
    board = game.open(scenario)
    kept: list[object] = []
    gc.collect()
    gc.disable()
    try:
        before = sys.getallocatedblocks()
        match = Match.new(game, board, seed)
        players = Players(game, seat_bots(game, board, seed), seed)
        while len(match.steps) < steps and game.prompts(match.state):
            kept.append(match.state)
            seat, action = players.answer(match.state)
            step = match.act(seat, action)
            if isinstance(step, Refusal):
                raise IllegalAnswer(seat, action, step)
        del players
        gc.collect()
        return sys.getallocatedblocks() - before, match
    finally:
        gc.enable()


def grown(now: Counts, known: Counts) -> list[str]:
    """What is above its budget, or has none."""
    found = []
    for name, counts in now.items():
        for what, count in counts.items():
            was = known.get(name, {}).get(what)
            if was is None:
                found.append(f"{name}, {what}: {count:,} has no budget yet; ./dev bench --counts --write gives it one")
            elif count > was * ROOM:
                found.append(f"{name}, {what}: {count:,} is more than a twentieth above {was:,}")
    return found


def main(*, should_write: bool) -> int:
    """Count, print, and compare with what was written down or write it down; 1 when a count has grown."""
    known: Counts = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    now: Counts = {}
    for name, counts in measured():
        now[name] = counts
        for what, count in counts.items():
            was = known.get(name, {}).get(what)
            print(f"{name:<29} {what:<16} {count:>10,.1f}" + (f"   was {was:,.1f}" if was else ""), flush=True)
    if should_write:
        FILE.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        return 0
    faults = grown(now, known)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0
