"""``python -m tools.foolish axisallies --bots planner strategist``: how often bots do what a good player never does.

Plays the positions in ``tests/foolish/<game>`` (or the files that are named) and tells the share of those in which a
bot did right, with what it did wrong. The format is told in ``docs/foolish.md``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from sandtable.casefile import CaseFileError
from sandtable.sim.judgement import KINDS, Verdict, judge_file
from sandtable.sim.series import wilson

HOME = Path(__file__).resolve().parents[1] / "tests" / "foolish"


def positions(game_id: str) -> list[Path]:
    """The positions of a game."""
    return sorted((HOME / game_id).rglob("*.yaml"))


def report(found: Sequence[Verdict]) -> Iterator[str]:
    """The share of each bot, over all and by what the positions ask for."""
    for bot in dict.fromkeys(one.bot for one in found):
        for kind in ("", *KINDS):
            some = [one for one in found if one.bot == bot and kind in ("", one.kind)]
            if some:
                right = sum(one.passed for one in some)
                low, high = wilson(right, len(some))
                share = f"{100 * right / len(some):.0f} %, {low:.2f} to {high:.2f}"
                yield f"{bot}, {kind or 'all positions'}: {right} of {len(some)} right ({share})"
        slowest = max(one.seconds for one in found if one.bot == bot)
        yield f"{bot}: {slowest:.1f} CPU seconds in the slowest position"


def main(arguments: list[str] | None = None) -> int:
    """Judge and tell."""
    parser = argparse.ArgumentParser(prog="python -m tools.foolish", description="Positions that judge bots.")
    parser.add_argument("game", help="a game, or the file of one position")
    parser.add_argument("--bots", nargs="+", default=("planner",), metavar="BOT")
    parser.add_argument("--seeds", type=int, default=0, help="games from each position; 0 leaves it to the position")
    parser.add_argument("--only", default="", help="positions with this in their name")
    given = parser.parse_args(arguments)
    files = [Path(given.game)] if given.game.endswith(".yaml") else positions(given.game)
    found: list[Verdict] = []
    broken = 0
    for bot in given.bots:
        for file in files:
            if given.only not in file.stem:
                continue
            try:
                one = judge_file(file, bot, given.seeds)
            except CaseFileError as problem:
                broken += 1
                print(f"  ?   {problem}", flush=True)
                continue
            found.append(one)
            print(
                f"{'right' if one.passed else 'WRONG'} {bot:<10} {one.seconds:6.1f} s  {file.stem}: {one.case}",
                flush=True,
            )
            for fault in one.faults:
                print(f"        {fault}")
    print(*report(found), sep="\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
