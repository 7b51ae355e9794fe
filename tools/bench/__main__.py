"""``python -m tools.bench [--quick] [--json]``: all figures; exit 1 when one is over its budget (not with --quick).

``--counts [--write]``: counts instead of times, which hold on any machine.
"""

from __future__ import annotations

import argparse
import sys
from itertools import chain

import msgspec

from tools.bench import (
    axisallies,
    clicking,
    counts,
    eastfront,
    fieldsoffire,
    hands,
    kernel,
    nextwar,
    odds,
    panning,
    table,
)
from tools.bench.figures import Figure

PARTS = (kernel, odds, table, axisallies, eastfront, fieldsoffire, nextwar, panning, clicking, hands)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./dev bench", description="Measure the figures Sandtable promises.")
    parser.add_argument("--quick", action="store_true", help="short runs; budgets are printed but not enforced")
    parser.add_argument("--json", action="store_true", help="figures as JSON")
    parser.add_argument("--counts", action="store_true", help="counts instead of times; exit 1 when one has grown")
    parser.add_argument("--write", action="store_true", help="with --counts: write them down as the new budgets")
    options = parser.parse_args()
    if options.counts:
        return counts.main(should_write=options.write)
    measured: list[Figure] = []
    for figure in chain(*(part.figures(options.quick) for part in PARTS)):
        measured.append(figure)
        if not options.json:
            print(figure.line(), flush=True)
    if options.json:
        print(msgspec.json.encode([{**msgspec.to_builtins(f), "holds": f.holds} for f in measured]).decode())
    return 0 if options.quick or all(figure.holds for figure in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
