"""The charts as players read them at the table, worked out from the data that the rules use."""

from __future__ import annotations

from sandtable.games.nextwar.queries.sources import sources
from sandtable.games.nextwar.scenario import KoreaScenario
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel.queries import Phrase
from sandtable.kernel.sheets import Cell, Line, Sheet

CLOSED, NOTHING = "✕", "–"
SIXTHS = {0: "", 2: "⅓", 3: "½", 4: "⅔"}


def sheets(board: KoreaScenario) -> tuple[Sheet, ...]:
    """All of them, in the order in which a turn needs them."""
    return (
        _combat(),
        _odds(),
        _terrain(),
        _weather(),
        _superiority(),
        _air_defence(),
        _mopup(),
        _victory(),
        sources(board),
    )


def _said(key: str) -> Phrase:
    return Phrase(f"sheet.{key}")


def _points(sixths: int | None) -> Cell:
    if sixths is None:
        return CLOSED
    whole, rest = divmod(sixths, 6)
    return f"{whole or ''}{SIXTHS[rest]}" or "0"


def _combat() -> Sheet:
    printed = chart("combat")
    return Sheet(
        id="combat",
        group="combat",
        title=_said("title.combat"),
        corner=_said("die"),
        columns=tuple(printed["columns"]),
        rows=tuple(Line(head=int(row), cells=tuple(cells)) for row, cells in printed["rows"].items()),
        notes=(_said("note.combat"),),
        rules=("NWT-CRT",),
        source=printed["source"],
    )


def _odds() -> Sheet:
    """Which odds stand over which column, by terrain."""
    printed = chart("combat")
    rows = []
    for terrain, shift in printed["terrain_shift"].items():
        last = printed["odds"].index(printed["highest_odds"][terrain])
        cells = ["", *[""] * (shift - 1)] if shift else []
        names = [*cells, *printed["odds"][: last + 1]]
        rows.append(Line(head=_said(f"terrain.{terrain}"), cells=tuple((names + [""] * 13)[:13])))
    return Sheet(
        id="odds",
        group="combat",
        title=_said("title.odds"),
        corner=_said("terrain"),
        columns=tuple(printed["columns"]),
        rows=tuple(rows),
        rules=("NW-9.2.2.2.a",),
        source=printed["source"],
    )


def _terrain() -> Sheet:
    printed = chart("terrain")
    columns = tuple(_said(f"mobility.{name}") for name in printed["classes"])
    rows = [
        Line(
            head=_said(f"terrain.{name}"),
            cells=tuple(f"{_points(a)} / {_points(b)}" for a, b in zip(normal, storm, strict=True)),
        )
        for name, (normal, storm) in printed["rows"].items()
    ]
    return Sheet(
        id="terrain",
        group="ground",
        title=_said("title.terrain"),
        corner=_said("terrain"),
        columns=columns,
        rows=tuple(rows),
        notes=(_said("note.terrain"),),
        rules=("NWT-TEC",),
        source=printed["source"],
    )


def _bands(name: str, group: str, rule: str) -> Sheet:
    """A chart of a word for each band of numbers."""
    printed = chart(name)
    rows = [
        Line(head=band.replace(" to ", "–"), cells=(_said(f"{name}.{word}"),)) for band, word in printed["rows"].items()
    ]
    return Sheet(
        id=name,
        group=group,
        title=_said(f"title.{name}"),
        columns=(_said("result"),),
        rows=tuple(rows),
        rules=(rule,),
        source=printed["source"],
    )


def _weather() -> Sheet:
    return _bands("weather", "ground", "NWT-WEATHER")


def _superiority() -> Sheet:
    return _bands("superiority", "air", "NWT-AS-STD")


def _air_defence() -> Sheet:
    printed = chart("air_defence")
    rows = [Line(head=band.replace(" to ", "–"), cells=tuple(cells)) for band, cells in printed["rows"].items()]
    return Sheet(
        id="air_defence",
        group="air",
        title=_said("title.air_defence"),
        corner=_said("die"),
        columns=tuple(_said(f"column.{name}") for name in printed["columns"]),
        rows=tuple(rows),
        notes=(_said("note.air_defence"),),
        rules=("NWT-ADF",),
        source=printed["source"],
    )


def _mopup() -> Sheet:
    printed = chart("mopup")
    return Sheet(
        id="mopup",
        group="ground",
        title=_said("title.mopup"),
        columns=(_said("stack_points"),),
        rows=tuple(Line(head=_said(f"mopup.{name}"), cells=(points,)) for name, points in printed["rows"].items()),
        rules=("NWT-MOPUP",),
        source=printed["source"],
    )


def _victory() -> Sheet:
    printed = chart("victory")
    return Sheet(
        id="victory",
        group="ground",
        title=_said("title.victory"),
        columns=(_said("points"),),
        rows=tuple(
            Line(head=_said(f"victory.{name}"), cells=(points2 // 2,)) for name, points2 in printed["rows"].items()
        ),
        rules=("NWT-VP",),
        source=printed["source"],
    )
