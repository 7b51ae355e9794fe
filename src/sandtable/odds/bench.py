"""How fast the odds are, in process CPU time: three battles solved exactly, one sampled."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from time import process_time

from sandtable.odds.battle import Army, Battle, Support, UnitType
from sandtable.odds.exact import exact
from sandtable.odds.montecarlo import monte_carlo

# The workload's own unit table (source: printed); a game brings its table as data.
UNITS = (
    UnitType("infantry", 3, 1, 2),
    UnitType("artillery", 4, 2, 2),
    UnitType("mech_infantry", 4, 1, 2),
    UnitType("tank", 6, 3, 3),
    UnitType("aaa", 5, 0, 0, aa_dice=3),
    UnitType("fighter", 10, 3, 4, "air"),
    UnitType("tactical_bomber", 11, 3, 3, "air"),
    UnitType("strategic_bomber", 12, 4, 1, "air", raid_bonus=2),
    UnitType("battleship", 20, 4, 4, "sea", hits=2, bombard=4),
    UnitType("carrier", 16, 0, 2, "sea", hits=2),
    UnitType("cruiser", 12, 3, 3, "sea", bombard=3),
    UnitType("destroyer", 8, 2, 2, "sea", anti_submarine=True),
    UnitType("submarine", 6, 2, 1, "sea", submarine=True),
    UnitType("transport", 7, 0, 0, "sea", chosen_last=True),
)
SUPPORTS = (
    Support("artillery", "infantry", 2),
    Support("artillery", "mech_infantry", 2),
    Support("fighter", "tactical_bomber", 4),
    Support("tank", "tactical_bomber", 4),
)


def _battle(attacker: dict[str, int], defender: dict[str, int]) -> Battle:
    return Battle(UNITS, Army(attacker), Army(defender), SUPPORTS)


WORKLOADS = {
    "small": _battle({"infantry": 3, "artillery": 1, "tank": 2}, {"infantry": 3, "artillery": 1}),
    "middle": _battle(
        {
            "infantry": 20,
            "artillery": 8,
            "tank": 10,
            "mech_infantry": 6,
            "fighter": 5,
            "tactical_bomber": 4,
            "strategic_bomber": 2,
        },
        {"infantry": 25, "artillery": 6, "tank": 5, "fighter": 4, "aaa": 3},
    ),
    "naval": _battle(
        {
            "battleship": 2,
            "carrier": 3,
            "destroyer": 3,
            "cruiser": 2,
            "submarine": 4,
            "fighter": 4,
            "tactical_bomber": 2,
        },
        {"battleship": 2, "carrier": 2, "destroyer": 3, "cruiser": 2, "submarine": 2, "fighter": 4},
    ),
}


def bench(say: Callable[[str], None] = print, *, repeat: int = 7, battles: int = 100_000) -> dict[str, float]:
    """Print and return the figures: best and middle of some runs, in milliseconds, and sampled battles a second."""
    figures: dict[str, float] = {}
    for name, battle in WORKLOADS.items():
        exact(battle)
        times = sorted(_seconds(partial(exact, battle)) for _ in range(repeat))
        figures[name] = times[0] * 1000.0
        say(f"odds exact {name:<8} {figures[name]:7.1f} ms CPU (median {times[repeat // 2] * 1000.0:.1f})")
    seconds = _seconds(lambda: monte_carlo(WORKLOADS["middle"], battles=battles))
    figures["monte carlo"] = battles / seconds
    say(f"odds monte carlo    {figures['monte carlo']:9.0f} battles a CPU second (middle)")
    return figures


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start
