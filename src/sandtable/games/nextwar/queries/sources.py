"""Where the values on the table come from, counted."""

from __future__ import annotations

from collections import Counter as Tally

from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.files import data
from sandtable.kernel.queries import Phrase
from sandtable.kernel.sheets import Line, Sheet

KINDS = ("printed", "public", "reconstructed", "ruling")
"""In the order of the columns; a kind that nothing has gets none."""
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
    columns = [kind for kind in KINDS if any(tally[kind] for tally in counted.values())]
    return Sheet(
        id="sources",
        group="sources",
        title=Phrase("sheet.title.sources"),
        corner=Phrase("sheet.sources.values"),
        columns=tuple(Phrase(f"sheet.source.{kind}") for kind in columns),
        rows=tuple(
            Line(head=Phrase(f"sheet.sources.{name}"), cells=tuple(tally[kind] for kind in columns))
            for name, tally in counted.items()
        ),
        notes=(Phrase("sheet.note.sources"), Phrase("map.attribution")),
    )
