"""What a client needs to draw the board: shapes, spaces, unit types and powers. No rule hangs on it."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.scenario import GlobalScenario, table
from sandtable.kernel import codec


def board(scenario: GlobalScenario) -> dict[str, Any]:
    """The map of areas with the facts that colour and label it."""
    return {
        "kind": "area",
        "attribution": "map.attribution",
        "map": table("map"),
        "places": [codec.plain(space) for space in scenario.spaces.values()],
        "kinds": [codec.plain(one) for one in (*scenario.kinds.values(), *scenario.installations.values())],
        "powers": [codec.plain(power) for power in scenario.powers.values()],
        "pieces": [{"table": "units", "of": "piece", "at": "at", "side": "owner", "kind": "kind"}],
    }
