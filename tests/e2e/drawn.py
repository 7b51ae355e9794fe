"""The small skirmish with drawing hints, so that the hex board of the client has a real game to show."""

from __future__ import annotations

from typing import Any

from tests.small.skirmish import Board, Skirmish


class DrawnSkirmish(Skirmish):
    """Skirmish on a drawn map."""

    def board(self, scenario: Board) -> dict[str, Any]:
        """Hints for the client: the grid, its rough ground, and which rows of the state are counters."""
        grid = scenario.grid
        return {
            "kind": "hex",
            "grid": {
                "columns": [grid.columns[0], grid.columns[-1]],
                "rows": [grid.rows[0], grid.rows[-1]],
                "low": grid.low,
            },
            "hexes": {str(place): {"terrain": "hill"} for place in sorted(scenario.rough)},
            "pieces": [{"table": "pieces", "of": "piece", "at": "hex", "side": "side", "face": "face"}],
        }


GAME = DrawnSkirmish()
