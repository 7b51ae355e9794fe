"""Charts as players read them: the printed tables of a game, with words that are said in the reader's language."""

from __future__ import annotations

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
