"""Boards besides maps: cards, boxes, tracks."""

from __future__ import annotations

import json

import pytest

from sandtable.kernel import codec
from sandtable.kernel.boards import Box, BoxBoard, CardGrid, Space, Track, drawn, joined
from sandtable.kernel.graph import flood
from sandtable.kernel.hexes import HexGrid

GRID = CardGrid(3, 4, left=2, right=1, below=1, above=2)


def test_a_place_shows_its_column_and_row() -> None:
    assert CardGrid(3, 4).at(2, 3) == 203
    assert CardGrid(3, 4, base=5000).at(2, 3) == 5203
    for place in GRID.places:
        assert GRID.at(GRID.column(place), GRID.row(place)) == place
    assert GRID.label(GRID.at(-1, 0)) == "-1-0"
    assert GRID.label(GRID.at(2, 3)) == "2-3"


def test_a_grid_can_grow_as_far_as_it_says() -> None:
    assert len(GRID.places) == (2 + 3 + 1) * (1 + 4 + 2)
    assert len(GRID.first) == 12
    for column, row in ((-1, 0), (4, 6), (1, 1)):
        assert GRID.at(column, row) in GRID
    for column, row in ((-2, 1), (5, 1), (1, -1), (1, 7)):
        assert GRID.at(column, row) not in GRID
    assert len(set(GRID.places)) == len(GRID.places)


def test_cards_touch_at_edges_and_corners() -> None:
    grid = CardGrid(3, 3)
    assert grid.neighbours[202] == (203, 303, 302, 301, 201, 101, 102, 103)
    assert grid.neighbours[101] == (102, 202, 201)
    for place, near in grid.neighbours.items():
        for other in near:
            assert grid.toward(place, grid.direction(place, other)) == other
            assert grid.distance(place, other) == 1
    with pytest.raises(ValueError, match="1-1 and 3-1 do not touch"):
        grid.direction(101, 301)


def test_rays_go_to_the_edge() -> None:
    grid = CardGrid(4, 4)
    assert grid.ray(101, 1, 9) == (202, 303, 404)
    assert grid.ray(101, 0, 2) == (102, 103)
    assert grid.ray(101, 4, 3) == ()
    assert grid.is_straight(101, 404)
    assert not grid.is_straight(101, 203)
    assert not grid.is_straight(101, 101)


def test_the_next_card_is_laid_at_an_edge() -> None:
    assert [GRID.label(one) for one in GRID.open_ends([GRID.at(1, 1)])] == ["0-1", "1-0", "1-2", "2-1"]
    assert GRID.open_ends(GRID.places) == ()
    assert CardGrid(1, 1).open_ends([101]) == ()


def test_what_a_client_is_told_of_a_grid() -> None:
    assert GRID.drawing("cards") == {
        "kind": "cards",
        "grid": {
            "columns": [-1, 4],
            "rows": [0, 6],
            "first": {"columns": [1, 3], "rows": [1, 4]},
            "shift": [2, 1],
            "base": 0,
        },
        "table": "cards",
    }


SEA = BoxBoard(
    "sea",
    (
        Box(id=90_001, name="At Sea", group="board.west", links=(90_002,)),
        Box(id=90_002, name="Inshore", group="board.west", links=(101,), at=(0, 1, 2, 1)),
    ),
)


def test_ways_between_boxes_go_both_ways_and_onto_the_map() -> None:
    assert SEA.neighbours == {101: (90_002,), 90_001: (90_002,), 90_002: (101, 90_001)}
    assert 90_001 in SEA
    assert 101 not in SEA
    assert SEA.names == {90_001: "At Sea", 90_002: "Inshore"}


def test_a_search_goes_from_hexes_to_boxes() -> None:
    grid = HexGrid(range(1, 4), range(1, 4))
    every = joined(grid.neighbours, SEA.neighbours)
    assert every[101] == (*grid.neighbours[101], 90_002)
    assert flood([90_001], every, lambda a, b: True, limit=3).costs[102] == 3


def test_two_boxes_are_two_places() -> None:
    with pytest.raises(ValueError, match="two boxes of sea have the same number"):
        BoxBoard("sea", (Box(id=1, name="a"), Box(id=1, name="b")))


def test_a_track_goes_up() -> None:
    track = Track.of("vp", range(-3, 11), "vp")
    assert (track.least, track.most) == (-3, 10)
    assert [track.clamped(value) for value in (-9, 4, 11)] == [-3, 4, 10]
    for values in ((), (1, 1), (2, 1)):
        with pytest.raises(ValueError, match="must go up"):
            Track.of("vp", values, "vp")


def test_what_a_client_is_told_of_boards_beside_the_map() -> None:
    turns = Track("turn", (Space(1, "15 Nov"), Space(2, note="space.night")), "turn")
    board = drawn({"kind": "hex", "grid": {}}, SEA, turns, pieces=[{"table": "units", "at": "hex"}])
    assert json.loads(codec.encode(board)) == {
        "kind": "hex",
        "grid": {},
        "boards": [
            {
                "kind": "boxes",
                "id": "sea",
                "boxes": [
                    {"id": 90_001, "name": "At Sea", "group": "board.west", "links": [90_002]},
                    {"id": 90_002, "name": "Inshore", "group": "board.west", "links": [101], "at": [0, 1, 2, 1]},
                ],
            },
            {
                "kind": "track",
                "id": "turn",
                "spaces": [{"value": 1, "label": "15 Nov"}, {"value": 2, "note": "space.night"}],
                "field": "turn",
            },
        ],
        "pieces": [{"table": "units", "at": "hex"}],
    }
