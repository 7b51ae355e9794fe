"""The figures of odds: three battles solved exactly, one sampled; all in CPU time.

With ``AACALC2`` naming the ``dist/index.js`` of a built aacalc2 that calculator is timed in the same run: the
first question to a fresh process, and later ones, which its compiler has made fast.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from sandtable.odds import exact, monte_carlo
from sandtable.odds.bench import WORKLOADS
from tools.bench.figures import Figure, micros

BUDGETS = {"small": 0.5, "middle": 20, "naval": 20}
"""Milliseconds for 6 against 4 units, an army group against another, and a fleet against another."""
SAMPLED = 200_000
"""Battles of the middle kind a second."""


def figures(quick: bool) -> Iterator[Figure]:
    """All of them, in a fixed order."""
    peer = peers()
    for name, budget in BUDGETS.items():
        battle = WORKLOADS[name]
        spent = micros(partial(exact, battle), 3 if quick else 7) / 1000
        units = f"{sum(battle.attacker.units.values())} v {sum(battle.defender.units.values())}"
        first, later = peer.get(name, (None, None))
        yield Figure(
            name=f"exact odds, {name} battle ({units} units)",
            value=spent,
            unit="ms",
            budget=budget,
            reference=first,
            reference_name=f"aacalc2 warm {later:.1f}, first" if later is not None else "",
        )
    yield sampled(20_000 if quick else 200_000)


def peers() -> dict[str, tuple[float, float]]:
    """Milliseconds of aacalc2 for each battle, first and later questions; nothing where it is not at hand."""
    there, node = os.environ.get("AACALC2", ""), shutil.which("node")
    if not there or node is None:
        return {}
    script = Path(__file__).with_name("peer.mjs")
    said = subprocess.run([node, str(script), there], check=True, capture_output=True, text=True).stdout
    rows = (line.split() for line in said.splitlines())
    return {name: (float(first), float(later)) for name, first, later in rows}


def sampled(battles: int) -> Figure:
    """How many battles a second of CPU samples."""
    monte_carlo(WORKLOADS["middle"], battles=1_000)
    start = time.process_time()
    monte_carlo(WORKLOADS["middle"], battles=battles)
    rate = battles / (time.process_time() - start)
    return Figure(name="sampled odds, middle battle", value=rate, unit="per s", budget=SAMPLED, at_most=False)
