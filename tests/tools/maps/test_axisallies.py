"""The drawing of the Axis & Allies board: it closes, it says what the rules say, and it can be built again."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tools.maps.axisallies import borders, coasts, islets, layout, outlines
from tools.maps.axisallies.build import BUILDINGS, DATA, build_map, read, read_connections, written
from tools.maps.axisallies.pieces import pieces_of
from tools.maps.axisallies.projection import HEIGHT, WIDTH, Projection
from tools.maps.axisallies.raster import OUTSIDE, SCENERY, land_cover, share_out, tidy
from tools.maps.preview import areas, chips, names

Point = tuple[int, int]
BOARD: dict[str, Any] = json.loads((DATA / "map.json").read_text(encoding="utf-8"))
PLACES: dict[int, dict[str, Any]] = {p["id"]: p for p in read("places.json")["places"]}
SHAPES = {place: [list(zip(r[::2], r[1::2], strict=True)) for r in entry["rings"]] for place, entry in
          ((int(key), value) for key, value in BOARD["places"].items())}  # fmt: skip
UNIT = BOARD["unit"]
IMPASSABLE = {place for place, entry in PLACES.items() if entry.get("impassable")}
CORNER = 3
"""Places that share less than this touch in a corner, which is no border: the map is 1,440 wide."""
LEAST_AREA = 80  # square map units: a blob of ten by eight, enough for a finger at the near zoom


def doubled_area(ring: list[Point]) -> int:
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(ring, ring[1:] + ring[:1], strict=True))


def area_of(rings: list[list[Point]]) -> float:
    return float(abs(sum(map(doubled_area, rings))) / 2 / UNIT**2)


def edges(ring: list[Point]) -> Iterator[tuple[Point, Point]]:
    yield from zip(ring, ring[1:] + ring[:1], strict=True)


def inside(rings: list[list[Point]], x: float, y: float) -> bool:
    odd = False
    for ring in rings:
        for (x0, y0), (x1, y1) in edges(ring):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                odd = not odd
    return odd


def shared_length() -> dict[tuple[int, int], float]:
    """Length of the vertices' edges that two shapes have in common, from the file alone."""
    owner: dict[tuple[Point, Point], int] = {}
    for place, rings in SHAPES.items():
        for ring in rings:
            for edge in edges(ring):
                assert edge not in owner, "two shapes overlap along an edge"
                owner[edge] = place
    length: dict[tuple[int, int], float] = defaultdict(float)
    for (a, b), place in owner.items():
        other = owner.get((b, a))
        if other is not None and place < other:
            length[(place, other)] += float(np.hypot(a[0] - b[0], a[1] - b[1])) / UNIT
    return length


TOUCHING = shared_length()


def test_every_place_is_drawn_and_nothing_else() -> None:
    assert sorted(SHAPES) == sorted(PLACES)
    assert BOARD["source"] == "reconstructed"


def test_the_file_stays_small() -> None:
    assert (DATA / "map.json").stat().st_size < 450_000


def test_the_shapes_cover_the_map_exactly_once() -> None:
    """Shared vertices are identical, so the areas add up to the last square tenth."""
    extra = [list(zip(r[::2], r[1::2], strict=True)) for r in BOARD["ice"] + BOARD["scenery"]]
    total = sum(abs(sum(map(doubled_area, rings))) for rings in SHAPES.values())
    total += abs(sum(map(doubled_area, extra)))
    assert total == 2 * WIDTH * HEIGHT * UNIT**2


@pytest.mark.parametrize("place", sorted(SHAPES))
def test_a_shape_is_big_enough_and_holds_its_points(place: int) -> None:
    entry, rings = BOARD["places"][str(place)], SHAPES[place]
    assert area_of(rings) >= LEAST_AREA
    assert inside(rings, entry["label"][0], entry["label"][1])
    if "site" in entry:
        assert inside(rings, *entry["site"])
    assert ("site" in entry) == (PLACES[place]["kind"] == "land" and place not in IMPASSABLE)
    for x, y in entry["chip"].values():
        assert 0 <= x <= WIDTH * UNIT
        assert 0 <= y <= HEIGHT * UNIT


def crossings(ring: list[Point]) -> int:
    """How often an outline crosses itself, looking only at neighbouring stretches of the plane."""
    cells: dict[tuple[int, int], list[int]] = defaultdict(list)
    segments = list(edges(ring))
    for i, ((x0, y0), (x1, y1)) in enumerate(segments):
        for cx in range(min(x0, x1) // 60, max(x0, x1) // 60 + 1):
            for cy in range(min(y0, y1) // 60, max(y0, y1) // 60 + 1):
                cells[(cx, cy)].append(i)
    found = set()
    for members in cells.values():
        for i, j in combinations(members, 2):
            (a, b), (c, d) = segments[i], segments[j]
            if len({a, b, c, d}) == 4 and turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
                found.add((i, j))
    return len(found)


def turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def test_no_outline_crosses_itself() -> None:
    assert {place: n for place, rings in SHAPES.items() if (n := sum(map(crossings, rings)))} == {}


@pytest.mark.rule("AA-7.adjacency")
def test_every_connection_is_a_border_or_a_drawn_line() -> None:
    joined, _ = read_connections()
    lines = {tuple(c["between"]) for c in BOARD["connectors"]}
    unseen = [
        pair
        for pair in sorted(joined)
        if TOUCHING.get(pair, 0) <= CORNER and pair not in lines and not IMPASSABLE & set(pair)
    ]
    assert unseen == []
    assert lines <= joined


@pytest.mark.rule("AA-7.adjacency")
def test_borders_that_nobody_may_cross_are_marked() -> None:
    joined, _ = read_connections()
    marked = {tuple(c["between"]) for c in BOARD["closed"]}
    wrong = {
        pair
        for pair, length in TOUCHING.items()
        if pair not in joined and length > CORNER and not IMPASSABLE & set(pair)
    }
    assert wrong <= marked
    assert not marked & joined


@pytest.mark.rule("AA-3.map.wrap", "AA-3.map.sea-seam", "AA-3.map.land-seam.b")
def test_the_cut_of_the_map_shows_on_both_edges() -> None:
    _, cut = read_connections()
    drawn = {tuple(c["between"]): c["lines"] for c in BOARD["connectors"] if c.get("cut")}
    assert set(drawn) == cut
    for lines in drawn.values():
        assert sorted(line[2] for line in lines) == [0, WIDTH * UNIT]


def test_the_drawing_follows_the_connections_closely() -> None:
    """The seeds were moved for this: few lines instead of borders, fewer closed borders."""
    assert sum(1 for c in BOARD["connectors"] if not c.get("cut")) <= 10
    assert len(BOARD["closed"]) <= 4


@pytest.mark.parametrize("setup", ["rulebook", "box"])
def test_no_plate_of_the_set_up_hides_another_at_the_near_zoom(setup: str) -> None:
    stacks = layout.busy_stacks([read(f"setups/{setup}.json")])
    zoom = BOARD["near_zoom"][0] / BOARD["near_zoom"][1]
    boxes = []
    for place, [units] in stacks.items():
        x, y = (value / UNIT for value in BOARD["places"][str(place)]["chip"]["near"])
        width, height = (side / zoom / 2 for side in layout.plate_size(units, BUILDINGS))
        boxes.append((place, x - width, y - height, x + width, y + height))
    hidden = [
        (a[0], b[0]) for a, b in combinations(boxes, 2) if a[1] < b[3] and b[1] < a[3] and a[2] < b[4] and b[2] < a[4]
    ]
    assert hidden == []
    assert all(left >= 0 and top >= 0 and right <= WIDTH and low <= HEIGHT for _, left, top, right, low in boxes)


def test_the_fullest_space_shows_its_plate_near_its_place() -> None:
    stacks = layout.busy_stacks([read("setups/rulebook.json")])
    kinds = {place: sum(len(set(units) - BUILDINGS) for units in rows[0]) for place, rows in stacks.items()}
    fullest = max(sorted(kinds), key=lambda place: kinds[place])
    entry = BOARD["places"][str(fullest)]
    assert layout.plate_size(stacks[fullest][0], BUILDINGS)[0] >= 3 * 40
    assert inside(SHAPES[fullest], *entry["chip"]["near"])


def test_cities_lie_in_their_places() -> None:
    cities = {place for place, entry in PLACES.items() if "victory_city" in entry or "capital_of" in entry}
    assert {int(key) for key, entry in BOARD["places"].items() if "city" in entry} == cities
    astray = [place for place in sorted(cities) if not inside(SHAPES[place], *BOARD["places"][str(place)]["city"])]
    assert astray == []


@pytest.mark.slow
def test_building_again_gives_the_same_bytes() -> None:
    assert written(build_map()) == (DATA / "map.json").read_text(encoding="utf-8")


def test_the_projection_never_folds() -> None:
    projection = Projection()
    lons, lats = projection.degrees(360, 199)
    assert (np.diff(lons, axis=1) > 0).all()
    assert (np.diff(lats[:, 0]) < 0).all()
    x, y = projection.point(float(lons[60, 100]), float(lats[60, 100]))
    assert (round(x), round(y)) == (round(100.5 * 4), round(60.5 * 4))


def test_land_cover_knows_land_from_sea() -> None:
    cover = land_cover()
    assert cover.shape == ((77 + 57) * 15, 360 * 15)
    assert cover[(77 - 48) * 15, (180 + 15) * 15] == 1
    assert cover[(77 - 30) * 15, (180 - 40) * 15] == 0


def raster(*rows: str) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.array([[int(cell) for cell in row] for row in rows], dtype=np.int32)


def test_pieces_join_through_sides_not_corners() -> None:
    found = pieces_of(raster("110", "001", "101"))
    assert Counter(zip(found.label.tolist(), found.size.tolist(), strict=True)) == Counter(
        [(1, 2), (0, 1), (1, 2), (1, 1), (0, 3)]
    )


def test_pieces_meet_again_lower_down() -> None:
    assert sorted(pieces_of(raster("101", "101", "111")).size.tolist()) == [2, 7]


def test_land_goes_to_seeds_of_the_same_land_mass_only() -> None:
    land = np.zeros((40, 60), dtype=bool)
    land[5:35, 5:20] = land[5:35, 40:55] = land[18:22, 28:32] = True
    seeds = np.array([(5.0, 10.0), (25.0, 10.0), (15.0, 2.0)])
    labels = share_out(land, seeds, np.array([201, 202, 7], dtype=np.int32), frozenset({7}))
    assert set(np.unique(labels[5:35, 5:20])) == {201}
    assert set(np.unique(labels[5:35, 40:55])) == {202}
    assert labels[20, 30] == SCENERY
    assert labels[0, 0] == 7


def test_tidy_gives_scraps_away_and_opens_corners() -> None:
    labels = np.full((40, 40), 201, dtype=np.int32)
    labels[:, 20:] = 202
    labels[3, 30] = 201  # a scrap inside its neighbour
    labels[30:, :10] = 5
    labels[29, 10] = 5  # touches its zone by a corner only
    tidy(labels, frozenset({5}))
    assert labels[3, 30] == 202
    a, b, c, d = labels[:-1, :-1], labels[:-1, 1:], labels[1:, :-1], labels[1:, 1:]
    assert not ((a == d) & (a != b) & (a != c)).any()
    assert not ((b == c) & (b != a) & (b != d)).any()


def test_arcs_are_shared_and_close_into_rings() -> None:
    labels = np.full((20, 30), 3, dtype=np.int32)
    labels[:, 15:] = 4
    labels[5:12, 3:10] = 201
    arcs = outlines.arcs_of(labels, frozenset({3, 4}))
    west, east, island = (outlines.rings_of(arcs, label) for label in (3, 4, 201))
    assert (len(west), len(east), len(island)) == (2, 1, 1)
    total = sum(outlines.doubled_area(ring) for rings in (west, east, island) for ring in rings)
    assert abs(total) == 2 * 10 * 15 * UNIT**2
    assert {p for p in west[0] if p[0] == 75} <= set(east[0])
    assert all(OUTSIDE in (arc.left, arc.right) for arc in arcs if (0, 0) in arc.points)


def test_a_wrong_coast_is_handed_to_the_zone_that_may_touch_it() -> None:
    labels = np.full((60, 60), 1, dtype=np.int32)
    labels[:, 30:] = 2
    labels[40:, :36] = 201  # touches both zones, may touch the first only
    coasts.settle_coasts(labels, {(1, 2), (1, 201)}, frozenset({1, 2}), set())
    touching = borders.contacts(labels)
    assert (2, 201) not in touching
    assert touching[(1, 201)] >= 50
    assert touching[(1, 2)] > 0


def test_connectors_bridge_what_does_not_touch() -> None:
    labels = np.full((80, 120), 1, dtype=np.int32)
    labels[30:50, 10:30] = 201
    labels[30:50, 60:90] = 202
    [line] = borders.connectors(labels, borders.contacts(labels), {(1, 201), (201, 202)}, set())
    assert line["between"] == [201, 202]
    [(x0, y0, x1, y1)] = line["lines"]
    assert y0 == y1
    assert x0 < 150 < 300 < x1


def test_a_closed_border_carries_its_line() -> None:
    labels = np.full((40, 40), 201, dtype=np.int32)
    labels[:, 20:] = 202
    arcs = outlines.arcs_of(labels, frozenset())
    [border] = borders.closed_borders(arcs, borders.contacts(labels), set(), set())
    assert border["between"] == [201, 202]
    assert {tuple(border["lines"][0][i : i + 2]) for i in (0, 2)} == {(100, 0), (100, 200)}
    assert borders.closed_borders(arcs, borders.contacts(labels), {(201, 202)}, set()) == []


def test_islets_stay_inside_their_zone() -> None:
    labels = np.full((HEIGHT * 2, WIDTH * 2), 1, dtype=np.int32)
    labels[:, WIDTH:] = 2
    at_the_border = Projection().degrees(WIDTH, HEIGHT)
    lon, lat = float(at_the_border[0][400, WIDTH // 2]), float(at_the_border[1][400, WIDTH // 2])
    islets.draw_islets(labels, Projection(), {"250": {"at": [lon, lat], "shape": "group"}}, {250: 2})
    touching = borders.contacts(labels)
    assert (2, 250) in touching
    assert (1, 250) not in touching
    assert (labels == 250).sum() / 4 >= LEAST_AREA


def test_small_islands_grow_into_their_own_zone_only() -> None:
    labels = np.full((80, 80), 1, dtype=np.int32)
    labels[:, 44:] = 2
    labels[36:44, 38:44] = 250
    islets.grow_small(labels, {250: {1}})
    assert (labels[:, 44:] == 2).all()
    assert (labels == 250).sum() / 4 >= 100


def test_long_shapes_turn_their_names_and_level_ones_do_not() -> None:
    labels = np.full((200, 200), 1, dtype=np.int32)
    for i in range(120):
        labels[40 + i // 2 : 60 + i // 2, 30 + i : 36 + i] = 201
    depth = layout.clearance(labels)
    turned = layout.spot_of(labels, depth, 201, level=False)
    level = layout.spot_of(labels, depth, 201, level=True)
    assert 20 <= turned.angle <= 35
    assert level.angle == 0
    assert turned.room > level.room
    assert labels[int(turned.y * 2), int(turned.x * 2)] == 201


def test_boxes_are_pushed_apart_and_the_busy_stay_nearer() -> None:
    points = np.array([(100.0, 100.0), (104.0, 101.0), (102.0, 99.0)])
    sizes = np.full((3, 2), 20.0)
    moved = layout.pushed_apart(points, sizes, np.array([True, True, False]))
    for i, j in combinations(range(3), 2):
        assert (np.abs(moved[i] - moved[j]) >= 20).any()
    away = np.hypot(*(moved - points).T)
    assert away[2] > max(away[:2])


def test_plates_and_chips_follow_the_guide() -> None:
    assert layout.plate_size([{"infantry": 1, "tank": 1, "fighter": 2, "artillery": 1}], BUILDINGS) == (85, 48)
    assert layout.plate_size([{"infantry": 1, "major_ic": 1}], BUILDINGS) == (45, 28 + 18)
    assert (
        layout.chip_size([{"infantry": 9, "artillery": 4}], {"infantry": "land", "artillery": "land"})[0]
        == 5 + 13 + 11.2
    )


def test_the_preview_draws_every_place() -> None:
    places = list(PLACES.values())
    assert sum(line.startswith("<path") for line in areas(BOARD, places)) >= len(places)
    assert len(names(BOARD, places, 1.0)) == len(places)
    assert any("<rect" in line for line in chips(BOARD, read("setups/rulebook.json"), 2.45))
