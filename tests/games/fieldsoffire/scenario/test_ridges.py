"""Ridge maps."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.rules.ground.sight import level
from sandtable.games.fieldsoffire.rules.preparation.limits import why_not_climb
from sandtable.games.fieldsoffire.scenario import ridges
from sandtable.games.fieldsoffire.scenario.files import chart
from sandtable.games.fieldsoffire.scenario.missions import missions
from sandtable.kernel import SeededDice
from tests.games.fieldsoffire.board import board, card, key, why

PRINTED = {
    "FFM-ridge-1": ("Up the ridgeline", "BAB BAB BAB CCC"),
    "FFM-ridge-2": ("Along the ridgeline", "BAB BAB BAB CCC"),
    "FFM-ridge-3": ("The Hump", "BAB AAA BAB CCC"),
    "FFM-ridge-4": ("The Saddle", "AAA BAB BAB CCC"),
    "FFM-ridge-5": ("The Knob", "AAA BAB BAB CCC"),
    "FFM-ridge-7": ("The Hog", "AA AA BB CC"),
}


@pytest.mark.rule("FFM-ridge-1", "FFM-ridge-2", "FFM-ridge-3", "FFM-ridge-4", "FFM-ridge-5", "FFM-ridge-7")
@pytest.mark.rule("FFM-ridge-diagrams")
@pytest.mark.parametrize("rule", PRINTED)
def test_the_diagrams_are_those_of_the_rulebook(rule: str) -> None:
    (row,) = (one for one in chart("ridge_maps")["maps"] if one["rule"] == rule)
    name, letters = PRINTED[rule]
    assert (row["name"], [list(line) for line in letters.split()]) == (name, row["rows_top_to_bottom"])


@pytest.mark.rule("FFM-ridge-6")
def test_of_the_friendly_hilltop_only_the_line_is_printed() -> None:
    (row,) = (one for one in chart("ridge_maps")["maps"] if one["rule"] == "FFM-ridge-6")
    assert row == {**row, "name": "Friendly-held hilltop", "rows_top_to_bottom": [["MLR", "", "MLR"]]}


@pytest.mark.rule("FFM-ridge-diagrams", "FFM-ridge-map")
def test_a_mission_takes_the_printed_diagram_where_it_fits_and_else_the_one_of_its_briefing() -> None:
    assert ridges.grid_of(missions()["Heartbreak Ridge 7"]) == tuple(map(tuple, ("CCC", "BAB", "AAA", "BAB")))
    assert ridges.grid_of(missions()["Heartbreak Ridge 5"])[1] == ("B", "A", "A", "B")
    assert not ridges.is_ridge(missions()["Normandy 1"])


@pytest.mark.rule("FFM-ridge-map")
def test_a_ridge_lies_face_up_with_its_levels_and_gullies_only_on_the_flanks() -> None:
    gullies = set(ridges.piles()[1])
    crest = set(ridges.piles()[0])
    assert (len(crest), len(gullies)) == (29, 6)
    for seed in range(6):
        state = GAME.start(GAME.open("heartbreak_ridge_1"), SeededDice(bytes([seed]))).state
        for column in (1, 2, 3):
            levels = [level(state, card(state, f"R{row}C{column}")) for row in (1, 2, 3, 4)]
            assert levels == [1, 3, 3, 3] if column == 2 else [1, 2, 2, 2]
            found = {state.cards[card(state, f"R{row}C{column}")].terrain for row in (1, 2, 3, 4)}
            assert found <= (crest if column == 2 else crest | gullies)
        laid = [row.terrain for row in state.cards.values() if row.kind == ""]
        assert len(set(laid)) == len(laid) == 12


@pytest.mark.rule("FFM-ridge-map")
def test_hills_of_a_ridge_are_open_ground_with_a_little_cover() -> None:
    here, there = GAME.open("heartbreak_ridge_1"), GAME.open("naktong_river_1")
    hill = next(number for number, one in there.terrain.items() if one.id == "K01")
    open_ground, printed = here.terrain[hill], there.terrain[hill]
    assert printed.is_hill
    assert (open_ground.is_hill, open_ground.level, open_ground.potential, open_ground.draw) == (False, 0, 1, 2)
    assert all(open_ground.open)


@pytest.mark.rule("FFM-ridge-map")
@pytest.mark.parametrize(
    ("at", "to", "steep"),
    [
        ("R2C1", "R3C2", True),
        ("R2C2", "R1C3", True),
        ("R2C1", "R2C2", False),
        ("R2C1", "R3C1", False),
        ("R2C2", "R3C2", False),
        ("R0C1", "R1C2", False),
    ],
)
def test_flanks_meet_the_crest_only_row_by_row(at: str, to: str, steep: bool) -> None:
    state = board({"1/1 PLT": at}, scenario="heartbreak_ridge_1")
    no = why_not_climb(state, key(state, "1/1 PLT"), card(state, to))
    assert (no is not None) is steep
    if no is not None:
        assert why(state, {"move": "1/1 PLT", "to": to}).rule == "FFM-ridge-map"
    gentle = board({"1/1 PLT": at}, scenario="naktong_river_1")
    assert why_not_climb(gentle, key(gentle, "1/1 PLT"), card(gentle, to)) is None
