"""Charts as players read them: the printed tables of a game, with words that are said in the reader's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from sandtable.kernel.queries import Phrase

Cell = int | str | Phrase
"""A number or a mark as printed (``1*/R``), or words of the catalogue."""


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One row of a chart; ``source`` only where it differs from the sheet's."""

    head: Cell
    cells: tuple[Cell, ...]
    rule: str = ""
    source: str = ""


class Sheet(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One chart of a game's play aids."""

    id: str
    title: Phrase
    rows: tuple[Line, ...]
    columns: tuple[Cell, ...] = ()
    """Heads of the cells; none where they need no heads."""
    corner: Cell = ""
    """The head of the row heads."""
    group: str = ""
    """Catalogue key ``sheets.<group>`` to list it under."""
    notes: tuple[Phrase, ...] = ()
    rules: tuple[str, ...] = ()
    source: str = "printed"


SOURCES = ("printed", "example", "public", "reconstructed", "ruling")
"""Where a value may come from, in the order of the columns; a kind that nothing has gets none."""


def counted_by_source(counted: Mapping[str, Counter[str]], *notes: Phrase) -> Sheet:
    """The page "what is printed, what is rebuilt": one line for each kind of value that a game has counted."""
    rows = {name: tally for name, tally in counted.items() if tally.total()}
    columns = [kind for kind in SOURCES if any(tally[kind] for tally in rows.values())]
    return Sheet(
        id="sources",
        group="sources",
        title=Phrase("sheet.title.sources"),
        corner=Phrase("sheet.sources.values"),
        columns=tuple(Phrase(f"sheet.source.{kind}") for kind in columns),
        rows=tuple(
            Line(head=Phrase(f"sheet.sources.{name}"), cells=tuple(tally[kind] for kind in columns))
            for name, tally in rows.items()
        ),
        notes=(Phrase("sheet.note.sources"), Phrase("map.attribution"), *notes),
    )
