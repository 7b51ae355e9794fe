"""Ridge maps: ground of fixed levels, built from the cards that lie on ridges (Heartbreak Ridge)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire.scenario.files import chart, data
from sandtable.games.fieldsoffire.scenario.ground import Terrain, column_of, number_of, row_of, terrain_of
from sandtable.games.fieldsoffire.scenario.missions import Mission

RIDGES = "heartbreak"
LEVELS = {"A": 3, "B": 2, "C": 1}
"""Levels of the letters on the diagrams, the ground in front of the ridge being 1."""
CREST, GULLIES, FLANKS = "crest", "flank", "flanks"
WHOLE = "The Hog"
"""The map whose columns are all built from one pile."""


def is_ridge(mission: Mission) -> bool:
    """Whether a mission is fought on a ridge."""
    return bool(mission.setup["terrain"]["deck"] == RIDGES)


# rule: FFM-ridge-diagrams, FFM-ridge-map
def grid_of(mission: Mission) -> tuple[tuple[str, ...], ...]:
    """The letters of a ridge map, row 1 first: as printed where its map is, else as the briefing extends it."""
    plan: Mapping[str, Any] = mission.setup["terrain"]["elevation"]
    for printed in chart("ridge_maps")["maps"]:
        rows = printed["rows_top_to_bottom"]
        fits = len(rows) == mission.rows and len(rows[0]) == mission.columns
        if printed["name"] == plan["map"] and fits:
            return tuple(tuple(row) for row in reversed(rows))
    return tuple(tuple(row) for row in plan["rows_bottom_to_top"])


# rule: FFM-ridge-map
def rise_of(mission: Mission, card: int) -> int:
    """Levels that a card lies above the lowest ground."""
    return LEVELS[grid_of(mission)[row_of(card) - 1][column_of(card) - 1]] - 1


# rule: FFM-ridge-map
def pile_of(mission: Mission, card: int) -> str:
    """Which pile a card of the map comes from: gullies lie on the flanks only, the first and the last column."""
    return GULLIES if column_of(card) in (1, mission.columns) else CREST


# rule: FFM-ridge-map
def piles() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The cards of the crest (open, rocky, brush, and hills that act as open), and those that flanks add."""
    decks = data("terrain/korea")["decks"]
    hills = [card for card in decks["heartbreak_hills"] if card.startswith("K")]
    crest = tuple(number_of(card) for card in (*decks["heartbreak_crest"], *hills))
    return crest, tuple(number_of(card) for card in decks["heartbreak_gully"])


# rule: FFM-ridge-map
def as_open(terrain: Mapping[int, Terrain]) -> Mapping[int, Terrain]:
    """Terrain on which Hill cards are open ground with the cover that is printed for them here."""
    source, rule = data("terrain/korea")["cards"], data("terrain/korea")["heartbreak_hill_rule"]
    found = dict(terrain)
    for card in data("terrain/korea")["decks"]["heartbreak_hills"]:
        row = {**source[card], "type": rule["acts_as"], "name": "Open", "cover": rule["cover"], "edges": {}}
        found[number_of(card)] = terrain_of(number_of(card), {**row, "elevation": 0, "stack_card_on_top": False})
    return found
