"""The charts at the table show the figures that the rules use."""

from __future__ import annotations

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.rules.combat.strength import odds
from sandtable.games.nextwar.sheets import sheets


def test_odds_stand_over_the_columns_in_which_they_begin() -> None:
    found = next(sheet for sheet in sheets(GAME.open("train_to_seoul")) if sheet.id == "odds")  # type: ignore[arg-type]
    for row in found.rows:
        terrain = row.head.key.rpartition(".")[2]  # type: ignore[union-attr]
        for column, cell in enumerate(row.cells, start=1):
            if cell:
                left, _, right = str(cell).partition(":")
                assert odds(terrain, int(float(left) * 2), int(right) * 2).column == column, (terrain, cell)
