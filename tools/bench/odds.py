"""The figures of odds: three battles solved exactly, one sampled; all in CPU time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from sandtable.odds import exact, monte_carlo
from sandtable.odds.bench import WORKLOADS
from tools.bench.figures import Figure, micros

BUDGETS = {"small": 5, "middle": 60, "naval": 60}
"""Milliseconds for 6 against 4 units, an army group against another, and a fleet against another."""
SAMPLED = 200_000
"""Battles of the middle kind a second."""


def figures(quick: bool) -> Iterator[Figure]:
    """All of them, in a fixed order."""
    for name, budget in BUDGETS.items():
        battle = WORKLOADS[name]
        spent = micros(partial(exact, battle), 3 if quick else 7) / 1000
        units = f"{sum(battle.attacker.units.values())} v {sum(battle.defender.units.values())}"
        yield Figure(name=f"exact odds, {name} battle ({units} units)", value=spent, unit="ms", budget=budget)
    yield sampled(20_000 if quick else 200_000)


def sampled(battles: int) -> Figure:
    """How many battles a second of CPU samples."""
    monte_carlo(WORKLOADS["middle"], battles=1_000)
    start = time.process_time()
    monte_carlo(WORKLOADS["middle"], battles=battles)
    rate = battles / (time.process_time() - start)
    return Figure(name="sampled odds, middle battle", value=rate, unit="per s", budget=SAMPLED, at_most=False)
