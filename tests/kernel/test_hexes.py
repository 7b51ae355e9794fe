"""Hex grids: who touches whom, in both shapes and both parities, with the numbers printed on the map."""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.graph import flood
from sandtable.kernel.hexes import COMPASS, DIRECTIONS, HexGrid, side, sides

Shape = Literal["flat", "pointed"]
Low = Literal["odd", "even"]
KINDS: list[tuple[Shape, Low]] = [("flat", "odd"), ("flat", "even"), ("pointed", "odd"), ("pointed", "even")]


def crimea() -> HexGrid:
    """Flat-topped, even columns half a hex higher."""
    return HexGrid(range(1, 60), range(1, 40))


@pytest.mark.parametrize(
    ("hexagon", "touches"),
    [
        (3606, (3505, 3605, 3705, 3706, 3607)),
        (3605, (3705,)),
        (4023, (3922, 4022, 4122, 4123)),
        (1418, (1318, 1419, 1518)),
        (1718, (1619,)),
    ],
)
def test_the_neighbours_that_the_rulebook_of_the_east_front_names(hexagon: int, touches: tuple[int, ...]) -> None:
    assert set(touches) <= set(crimea().neighbours[hexagon])


def test_an_even_column_sits_half_a_hex_higher() -> None:
    near = crimea().neighbours
    assert set(near[3606]) == {3605, 3607, 3505, 3506, 3705, 3706}
    assert set(near[3706]) == {3705, 3707, 3606, 3607, 3806, 3807}


def test_with_even_columns_low_it_is_the_other_way_round() -> None:
    near = HexGrid(range(1, 60), range(1, 40), low="even").neighbours
    assert set(near[3606]) == {3605, 3607, 3506, 3507, 3706, 3707}
    assert set(near[3706]) == {3705, 3707, 3605, 3606, 3805, 3806}


def test_pointed_hexes_stand_in_rows() -> None:
    odd = HexGrid(range(1, 20), range(1, 20), shape="pointed").neighbours
    assert set(odd[505]) == {405, 605, 504, 604, 506, 606}
    assert set(odd[506]) == {406, 606, 405, 505, 407, 507}
    even = HexGrid(range(1, 20), range(1, 20), shape="pointed", low="even").neighbours
    assert set(even[505]) == {405, 605, 404, 504, 406, 506}


def test_directions_go_clockwise_from_the_north() -> None:
    assert [crimea().toward(3606, d) for d in range(DIRECTIONS)] == [3605, 3705, 3706, 3607, 3506, 3505]
    pointed = HexGrid(range(1, 20), range(1, 20), shape="pointed")
    assert [pointed.toward(505, d) for d in range(DIRECTIONS)] == [604, 605, 606, 506, 405, 504]


@pytest.mark.parametrize(("shape", "low"), KINDS)
def test_touching_is_mutual_and_opposite(shape: Shape, low: Low) -> None:
    grid = HexGrid(range(3, 10), range(2, 9), shape=shape, low=low)
    for hexagon, near in grid.neighbours.items():
        assert len(near) == len(set(near)) <= DIRECTIONS
        for other in near:
            assert hexagon in grid.neighbours[other]
            back = (grid.direction(hexagon, other) + 3) % DIRECTIONS
            assert grid.direction(other, hexagon) == back
        ring = [grid.toward(hexagon, d) for d in range(DIRECTIONS)]
        for one, next_one in pairwise([*ring, ring[0]]):
            if one is not None and next_one is not None:
                assert next_one in grid.neighbours[one]


@pytest.mark.parametrize(("shape", "low"), KINDS)
def test_distance_is_the_number_of_steps(shape: Shape, low: Low) -> None:
    grid = HexGrid(range(8), range(8), shape=shape, low=low)
    for start in (0, 304, 407, 700, 5):
        steps = flood([start], grid.neighbours, lambda a, b: True).costs
        assert {h: grid.distance(start, h) for h in grid.hexes} == steps


@given(st.sampled_from(KINDS), st.integers(0, 63), st.integers(0, 5))
def test_within_is_everything_so_near(kind: tuple[Shape, Low], number: int, distance: int) -> None:
    grid = HexGrid(range(1, 9), range(1, 9), shape=kind[0], low=kind[1], base=10_000)
    centre = grid.hexes[number]
    assert grid.within(centre, distance) == tuple(h for h in grid.hexes if grid.distance(centre, h) <= distance)


@given(st.sampled_from(KINDS), st.integers(1, 50), st.integers(1, 50))
def test_cube_coordinates_sum_to_zero(kind: tuple[Shape, Low], column: int, row: int) -> None:
    grid = HexGrid(range(1, 51), range(1, 51), shape=kind[0], low=kind[1])
    assert sum(grid.cube(grid.at(column, row))) == 0


def test_a_second_map_has_a_base_and_a_prefix() -> None:
    inset = HexGrid(range(10, 20), range(10, 20), base=10_000, prefix="In-")
    assert inset.at(14, 18) == 11_418
    assert (inset.column(11_418), inset.row(11_418)) == (14, 18)
    assert inset.label(11_418) == "In-1418"
    assert {11_318, 11_419, 11_518} <= set(inset.neighbours[11_418])
    assert 1418 not in inset


def test_numbers_are_printed_with_four_digits() -> None:
    assert crimea().label(101) == "0101"


def test_the_edge_of_the_map() -> None:
    grid = HexGrid(range(1, 4), range(1, 4))
    assert grid.toward(201, 0) is None
    assert set(grid.neighbours[101]) == {102, 201, 202}
    assert 400 not in grid
    assert 104 not in grid
    assert grid.hexes == (101, 102, 103, 201, 202, 203, 301, 302, 303)


def test_a_map_need_not_fill_its_rectangle() -> None:
    grid = HexGrid(range(1, 4), range(1, 4), only=frozenset((101, 102, 202)))
    assert grid.hexes == (101, 102, 202)
    assert grid.neighbours[101] == (202, 102)
    assert grid.within(101, 9) == (101, 102, 202)


def test_a_row_of_the_next_column_is_no_neighbour() -> None:
    """Row 99 and row 0 of the next column have neighbouring numbers only."""
    grid = HexGrid(range(1, 4), range(100))
    assert 200 not in grid.neighbours[199]
    assert grid.toward(200, 0) is None


def test_hexes_that_do_not_touch_have_no_direction() -> None:
    with pytest.raises(ValueError, match="3606 and 3609 do not touch"):
        crimea().direction(3606, 3609)


def test_a_hexside_is_the_same_from_both_sides() -> None:
    assert side(3606, 3605) == side(3605, 3606) == (3605, 3606)
    assert sides([(2, 1), (1, 2), (3, 1)]) == {(1, 2), (1, 3)}


# -- hexsides ----------------------------------------------------------------------------------------------------------

BASES = st.sampled_from((0, 10_000, 30_000))


@given(st.sampled_from(KINDS), BASES, st.integers(0, 48), st.integers(0, 5))
def test_a_hexside_has_one_number_whatever_the_map(kind: tuple[Shape, Low], base: int, number: int, way: int) -> None:
    grid = HexGrid(range(3, 10), range(2, 9), shape=kind[0], low=kind[1], base=base)
    hexagon = grid.hexes[number]
    other = grid.toward(hexagon, way)
    found = grid.hexside(hexagon, way)
    if other is None:
        assert grid.beside(found) == (hexagon,)
        assert grid.hexside_label(found) == f"{grid.label(hexagon)} {COMPASS[kind[0]][way]}"
        return
    assert grid.hexside(other, (way + 3) % DIRECTIONS) == found
    assert grid.hexsides[hexagon, other] == grid.hexsides[other, hexagon] == found
    assert grid.beside(found) == tuple(sorted((hexagon, other)))


@pytest.mark.parametrize(("shape", "low"), KINDS)
def test_all_hexsides_are_different(shape: Shape, low: Low) -> None:
    grid = HexGrid(range(1, 6), range(1, 6), shape=shape, low=low, base=10_000)
    every = {grid.hexside(hexagon, way) for hexagon in grid.hexes for way in range(DIRECTIONS)}
    inner = sum(len(near) for near in grid.neighbours.values())
    assert len(every) == len(grid.hexes) * DIRECTIONS - inner // 2
    assert len(set(grid.hexsides.values())) == inner // 2


def test_hexsides_are_written_as_on_the_map() -> None:
    assert crimea().hexside(3606, 0) == 36060
    assert crimea().hexside_label(crimea().hexside(3606, 3)) == "3606/3607"
    inset = HexGrid(range(10, 20), range(10, 20), base=10_000, prefix="In-")
    assert inset.hexside(11_418, 2) == 114_182
    assert inset.hexside_label(114_182) == "In-1418/In-1518"


@pytest.mark.parametrize("number", [36063, 36069, 999_990, 7])
def test_what_is_no_hexside(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is no hexside of this map"):
        crimea().beside(number)


def test_a_hex_that_is_not_there_has_no_sides() -> None:
    with pytest.raises(ValueError, match="there is no side 0 of 9999"):
        crimea().hexside(9999, 0)
    with pytest.raises(ValueError, match="there is no side 6 of 3606"):
        crimea().hexside(3606, 6)


def test_the_grid_tells_a_client_all_it_needs() -> None:
    assert HexGrid(range(10, 20), range(5, 9), shape="pointed", low="even", base=10_000, prefix="In-").drawing() == {
        "columns": [10, 19],
        "rows": [5, 8],
        "shape": "pointed",
        "low": "even",
        "base": 10_000,
        "prefix": "In-",
    }
