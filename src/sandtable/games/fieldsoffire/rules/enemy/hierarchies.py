"""The three activity hierarchies as printed: situations from the top down, and what the random number picks in each."""

from __future__ import annotations

from typing import NamedTuple

from sandtable.games.fieldsoffire.scenario.files import chart

DEFENSIVE, OFFENSIVE, SHAKEN = "defensive", "offensive", "lat_pinned"
TABLES = (DEFENSIVE, OFFENSIVE, SHAKEN)
LED, UNLED = "commander", "no_commander"
NOT_AVAILABLE, AUTOMATIC = "NA", "auto"


class Option(NamedTuple):
    """An action of a situation, and the random numbers that pick it."""

    action: str
    least: int
    most: int


class Row(NamedTuple):
    """A situation as one column of a table has it."""

    rule: str
    situation: str
    sides: int
    """How many random numbers there are; 1 where nothing is drawn."""
    options: tuple[Option, ...]

    def picked(self, number: int) -> str:
        """The action that a random number picks."""
        return next(one.action for one in self.options if one.least <= number <= one.most)


# rule: FFT-activity-defensive, FFT-activity-offensive, FFT-activity-lat
def rows(table: str, column: str) -> tuple[Row, ...]:
    """The situations of a column, from the top; those in which it has no action at all are not among them."""
    return tuple(row for one in chart("enemy_activity")[table]["situations"] if (row := _row(one, column)).options)


# rule: FFT-act-legend-10
def _row(printed: dict[str, object], column: str) -> Row:
    """A situation with what one column offers: ``2-3/5``, ``auto`` for the only thing that is done, or nothing."""
    sides, options = 1, []
    cells = printed["rows"]
    assert isinstance(cells, list)
    for cell in cells:
        text = str(cell[column])
        if text == NOT_AVAILABLE:
            continue
        if text == AUTOMATIC:
            options.append(Option(cell["action"], 1, 1))
            continue
        numbers, _, of = text.partition("/")
        least, _, most = numbers.partition("-")
        sides = int(of)
        options.append(Option(cell["action"], int(least), int(most or least)))
    return Row(str(printed["rule"]), str(printed["situation"]), sides, tuple(options))


# rule: FF-8.0.a
def table_of(tactic: str) -> str:
    """The hierarchy in which a tactic is a column."""
    found = chart("enemy_activity")
    return next(table for table in (DEFENSIVE, OFFENSIVE) if tactic in found[table]["columns"])
