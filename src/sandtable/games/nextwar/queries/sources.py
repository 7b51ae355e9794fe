"""Where the values on the table come from, counted."""

from __future__ import annotations

from collections import Counter as Tally

from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.files import data
from sandtable.kernel.sheets import Sheet, counted_by_source

STANDARD_CHARTS = ("combat", "terrain", "weather", "superiority", "air_points", "air_defence", "base_loss")
OTHER_CHARTS = ("mopup", "paradrop", "sea_control", "contested_sea", "replacements", "victory", "reinforcements")


def sources(board: KoreaScenario) -> Sheet:
    """One line for each kind of value."""
    hexes = data("hexes")
    charts = Tally(data(f"charts/{name}")["source"] for name in (*STANDARD_CHARTS, *OTHER_CHARTS))
    counted: dict[str, Tally[str]] = {
        "hexes": Tally({hexes["source"]: len(board.grid.hexes)}),
        "units": Tally(unit.source for unit in board.units.values() if not (unit.is_outpost or unit.is_supply)),
        "charts": charts,
        "card": Tally({board.card["source"]: 1}),
        "readings": Tally({data("differences")["source"]: len(data("differences")["differences"])}),
    }
    return counted_by_source(counted)
