"""The page of the sources counts what is on the table."""

from __future__ import annotations

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.queries.sources import sources


def test_hexes_and_counters_are_public_the_card_is_printed() -> None:
    sheet = sources(GAME.open("train_to_seoul"))  # type: ignore[arg-type]
    rows = {row.head.key.rpartition(".")[2]: row.cells for row in sheet.rows}  # type: ignore[union-attr]
    assert rows["hexes"] == (0, 1891, 0, 0)
    assert rows["units"] == (0, 301, 1, 0)  # the 190th as a brigade is on no picture
    assert rows["card"] == (1, 0, 0, 0)
