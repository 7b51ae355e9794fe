"""Straight lines over hexes and cards, held against a drawing with a ruler."""

from __future__ import annotations

from itertools import pairwise
from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.boards import CardGrid
from sandtable.kernel.hexes import HexGrid
from sandtable.kernel.lines import NOWHERE, Line, Step, blocked_at
from tests.kernel.test_hexes import KINDS, Low, Shape

POINTS = 1500


def centre(grid: HexGrid, hexagon: int) -> tuple[float, float]:
    """Where a hex lies on paper, its neighbours at a distance of 1."""
    column, row = grid.column(hexagon), grid.row(hexagon)
    line = column if grid.shape == "flat" else row
    half = 0.5 if (line % 2 == 1) == (grid.low == "odd") else 0
    return (column * sqrt(3) / 2, row + half) if grid.shape == "flat" else (column + half, row * sqrt(3) / 2)


def ruled(grid: HexGrid, a: int, b: int) -> list[list[int]]:
    """For each of many points of the line, the hexes that it lies in, within the width of a pencil."""
    start, end = centre(grid, a), centre(grid, b)
    near = {hexagon: centre(grid, hexagon) for hexagon in grid.hexes}
    found = []
    for n in range(POINTS + 1):
        point = (start[0] + (end[0] - start[0]) * n / POINTS, start[1] + (end[1] - start[1]) * n / POINTS)
        away = {hexagon: dist(point, at) for hexagon, at in near.items()}
        least = min(away.values())
        found.append([hexagon for hexagon, far in away.items() if far < least + 1e-9])
    return found


@given(st.sampled_from(KINDS), st.integers(0, 48), st.integers(0, 48))
def test_a_line_crosses_what_the_ruler_crosses(kind: tuple[Shape, Low], first: int, last: int) -> None:
    grid = HexGrid(range(1, 8), range(1, 8), shape=kind[0], low=kind[1], base=10_000)
    a, b = grid.hexes[first], grid.hexes[last]
    line = grid.line(a, b)
    points = ruled(grid, a, b)
    inside = {one for hexes in points if len(hexes) == 1 for one in hexes}
    along = {tuple(sorted(hexes)) for before, hexes in pairwise(points) if before == hexes[:2] and len(hexes) == 2}
    assert inside == {step.places[0] for step in line.steps if not step.is_along}
    # At the edge of the map one of a pair may be missing.
    assert along == {step.places for step in line.steps if step.is_along}
    assert (line.start, line.end) == (a, b)


@given(st.sampled_from(KINDS), st.integers(0, 48), st.integers(0, 48))
def test_a_line_is_the_same_from_both_ends(kind: tuple[Shape, Low], first: int, last: int) -> None:
    grid = HexGrid(range(1, 8), range(1, 8), shape=kind[0], low=kind[1])
    there, back = (grid.line(grid.hexes[a], grid.hexes[b]).steps for a, b in ((first, last), (last, first)))
    assert [step.places for step in there] == [step.places for step in reversed(back)]
    assert [(step.enters, step.leaves) for step in there] == [(step.leaves, step.enters) for step in reversed(back)]


def test_the_two_hexes_beside_a_hexside() -> None:
    line = HexGrid(range(1, 60), range(1, 40)).line(3606, 4006)
    assert [step.places for step in line.steps] == [(3606,), (3705, 3706), (3806,), (3905, 3906), (4006,)]
    assert {step.enters for step in line.steps} == {NOWHERE}


def test_a_line_knows_the_sides_it_crosses() -> None:
    grid = HexGrid(range(1, 60), range(1, 40))
    assert grid.line(3606, 3609).steps == (
        Step((3606,), NOWHERE, 3),
        Step((3607,), 0, 3),
        Step((3608,), 0, 3),
        Step((3609,), 0, NOWHERE),
    )


def test_a_line_along_the_edge_of_the_map_or_over_a_hole() -> None:
    edge = HexGrid(range(1, 6), range(1, 6))
    assert [step.places for step in edge.line(201, 401).steps] == [(201,), (301,), (401,)]
    hole = HexGrid(range(1, 6), range(1, 6), only=frozenset((301, 303)))
    assert [step.places for step in hole.line(301, 303).steps] == [(301,), (303,)]


def test_a_place_sees_itself() -> None:
    grid = HexGrid(range(1, 6), range(1, 6))
    assert grid.line(303, 303) == Line((Step((303,)),))
    assert grid.line(303, 303).between == ()


# -- cards -------------------------------------------------------------------------------------------------------------

CARDS = CardGrid(5, 5)


def test_lines_over_edges_and_corners() -> None:
    assert CARDS.line(101, 104).steps == (
        Step((101,), NOWHERE, 0),
        Step((102,), 4, 0),
        Step((103,), 4, 0),
        Step((104,), 4, NOWHERE),
    )
    assert CARDS.line(101, 303).steps == (
        Step((101,), NOWHERE, 1),
        Step((202,), 5, 1),
        Step((303,), 5, NOWHERE),
    )
    assert [step.places for step in CARDS.line(101, 302).steps] == [(101,), (201,), (202,), (302,)]


@given(st.sampled_from(CARDS.places), st.sampled_from(CARDS.places))
def test_a_line_over_cards_goes_from_card_to_card(a: int, b: int) -> None:
    line = CARDS.line(a, b)
    places = [step.places[0] for step in line.steps]
    assert (places[0], places[-1]) == (a, b)
    for step, following in pairwise(line.steps):
        assert CARDS.toward(step.places[0], step.leaves) == following.places[0]
        assert (step.leaves + 4) % 8 == following.enters
    if CARDS.is_straight(a, b):
        assert len(places) == CARDS.distance(a, b) + 1


# -- what blocks the view ----------------------------------------------------------------------------------------------


def test_the_view_is_blocked_by_what_a_game_says() -> None:
    grid = HexGrid(range(1, 60), range(1, 40))
    woods = {3608}
    line = grid.line(3606, 3610)
    assert blocked_at(line, lambda place, step: place in woods) == Step((3608,), 0, 3)
    assert blocked_at(line, lambda place, step: place in {3606, 3610}) is None


@pytest.mark.parametrize(
    ("woods", "both", "one"), [((), True, True), ((3705,), True, False), ((3705, 3706), False, False)]
)
def test_a_line_between_two_hexes(woods: tuple[int, ...], both: bool, one: bool) -> None:
    line = HexGrid(range(1, 60), range(1, 40)).line(3606, 3806)
    is_wood = lambda place, step: place in woods  # noqa: E731
    assert (blocked_at(line, is_wood) is None) == both
    assert (blocked_at(line, is_wood, along=any) is None) == one


def test_dark_edges_of_a_card() -> None:
    """A card is seen through where both the border that the line enters and the one that it leaves are white."""
    dark = {202: (1,)}

    def blocks(place: int, step: Step) -> bool:
        return any(way in dark.get(place, ()) for way in (step.enters, step.leaves))

    assert blocked_at(CARDS.line(101, 303), blocks) == Step((202,), 5, 1)
    assert blocked_at(CARDS.line(303, 101), blocks) == Step((202,), 1, 5)
    assert blocked_at(CARDS.line(102, 302), blocks) is None
    assert blocked_at(CARDS.line(202, 303), blocks) is None
