"""Map Q of Barbarossa: Crimea: the build is reproducible, keeps every pin, and hangs together."""

from __future__ import annotations

import copy
import json
import math
from collections import deque
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from tools.maps.crimea import grid, inputs, pins
from tools.maps.crimea.__main__ import ART_FILE, MAP_FILE, built, main, written
from tools.maps.crimea.art import place_position, rings_of
from tools.maps.crimea.preview import Preview
from tools.maps.crimea.shapes import Region, Warp, warped

CHART_TERRAIN = {"open", "sand", "hill", "marsh", "swamp", "lake", "sea"}


@cache
def fresh() -> tuple[str, str]:
    return built()


@cache
def committed() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(MAP_FILE.read_text(encoding="utf-8"))
    return loaded


@pytest.fixture
def chart() -> dict[str, Any]:
    return committed()


@pytest.mark.slow
def test_the_build_gives_the_committed_files_byte_for_byte() -> None:
    assert MAP_FILE.read_text(encoding="utf-8") == fresh()[0]
    assert ART_FILE.read_text(encoding="utf-8") == fresh()[1]


@pytest.mark.slow
def test_two_builds_are_equal() -> None:
    assert built() == fresh()


# ------------------------------------------------------------------ grid
@pytest.mark.rule("EF-2.1")
def test_neighbours_follow_the_worked_examples() -> None:
    assert {"3505", "3605", "3705", "3706", "3607"} <= set(grid.neighbours("3606"))
    assert grid.are_adjacent("3605", "3705")
    assert {"3922", "4022", "4122", "4123"} <= set(grid.neighbours("4023"))
    assert not grid.are_adjacent("3505", "3705")


def test_adjacency_is_mutual_and_agrees_with_distance() -> None:
    for code in grid.all_hexes():
        for other in grid.neighbours(code):
            assert code in grid.neighbours(other)
            assert grid.distance(code, other) == 1
            u, v = grid.centre(code)
            assert math.dist((u, v), grid.centre(other)) == pytest.approx(1)


def test_distance_counts_the_target_hex() -> None:
    assert grid.distance("3503", "3606") == 3  # the super-heavy battery of the worked example
    assert grid.distance("3405", "3606") == 2
    assert grid.distance("3606", "3606") == 0


def test_two_hexes_that_do_not_touch_have_no_side() -> None:
    with pytest.raises(ValueError, match="do not touch"):
        grid.side_key("3505", "3705")


def test_a_point_lies_in_the_hex_of_the_nearest_centre() -> None:
    for code in ("3606", "4009", "6912", "2107"):
        assert grid.hex_at(grid.centre(code)) == code


# ------------------------------------------------------------------ pins
def test_every_pin_of_the_rulebook_holds(chart: dict[str, Any]) -> None:
    assert list(pins.violations(chart)) == []


def test_every_attribute_in_the_pin_table_is_checked() -> None:
    known = {*pins._HEX_CHECKS, *pins._PAIR_CHECKS, "reachable"}
    assert {row["attribute"] for row in pins.load()} <= known
    assert all(row["lines"] and row["why"] for row in pins.load())


@pytest.mark.parametrize(
    ("hexes", "sides", "expected"),
    [
        ({"4014": {"terrain": "sea"}}, {}, "4014 must be land"),
        (
            {"5718": {"terrain": "open", "coastal": False, "port": "minor", "place": "town", "victory": True}},
            {},
            "5718 must be port",
        ),
        ({"4023": {"terrain": "hill"}}, {}, "4023 must be open"),
        ({}, {"3505-3606": {}}, "3606/3505 must be fortified"),
        ({}, {"3605-3606": {"water": "sea"}}, "3605/3606 must be passable"),
    ],
)
def test_a_broken_pin_is_named(
    chart: dict[str, Any], hexes: dict[str, Any], sides: dict[str, Any], expected: str
) -> None:
    spoilt = copy.copy(chart)
    spoilt["hexes"] = chart["hexes"] | hexes
    spoilt["sides"] = chart["sides"] | sides
    assert any(line.startswith(expected) for line in pins.violations(spoilt))


def test_check_command_reports_the_state_of_the_map(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check"]) == 0
    assert "every pin holds" in capsys.readouterr().out
    assert main(["nonsense"]) == 2


# ------------------------------------------------------------------ the map itself
def test_every_hex_of_the_rectangle_is_there(chart: dict[str, Any]) -> None:
    assert list(chart["hexes"]) == list(grid.all_hexes())
    assert {h["terrain"] for h in chart["hexes"].values()} <= CHART_TERRAIN


def test_every_hex_says_where_it_comes_from(chart: dict[str, Any]) -> None:
    assert all(h["source"] == "reconstructed" for h in chart["hexes"].values())
    assert "name" in chart["hexes"]["4321"]["printed"]
    assert "printed" not in chart["hexes"]["4512"]


def test_sea_hexes_lie_in_a_zone_and_land_hexes_do_not(chart: dict[str, Any]) -> None:
    for code, data in chart["hexes"].items():
        assert ("zone" in data) == (data["terrain"] == "sea"), code
    zones = {h["zone"] for h in chart["hexes"].values() if "zone" in h}
    assert zones == {"odessa", "sevastopol", "crimea", "kerch", "azov", "sivash"}


def test_coastal_hexes_touch_water(chart: dict[str, Any]) -> None:
    for code, data in chart["hexes"].items():
        if data["terrain"] == "sea":
            assert "coastal" not in data
            for other in grid.neighbours(code):
                assert chart["hexes"][other]["terrain"] == "sea" or chart["hexes"][other].get("coastal"), other


def test_hexsides_join_neighbours_and_rivers_run_between_land(chart: dict[str, Any]) -> None:
    for key, side in chart["sides"].items():
        a, b = key.split("-")
        assert grid.side_key(a, b) == key
        if "river" in side:
            assert pins.is_land(chart, a)
            assert pins.is_land(chart, b)
            assert "water" not in side
        if "bridge" in side:
            assert "water" in side
        if "fortified" in side:
            assert side["fortified"]["defender"] in (a, b)


@pytest.mark.parametrize(
    ("river", "least"), [("Salgir", 25), ("Alma", 8), ("Kacha", 8), ("Belbek", 6), ("Chernaya", 3)]
)
def test_each_river_is_one_unbroken_run_of_hexsides(chart: dict[str, Any], river: str, least: int) -> None:
    ends: dict[grid.Corner, list[grid.Corner]] = {}
    count = 0
    for key, side in chart["sides"].items():
        if side.get("river_name") == river:
            a, b = key.split("-")
            n = grid.side_between(a, b)
            keys = grid.corner_keys(a)
            p, q = keys[n], keys[(n + 1) % 6]
            ends.setdefault(p, []).append(q)
            ends.setdefault(q, []).append(p)
            count += 1
    start = min(ends)
    seen, queue = {start}, deque([start])
    while queue:
        for there in ends[queue.popleft()]:
            if there not in seen:
                seen.add(there)
                queue.append(there)
    assert count >= least
    assert seen == set(ends)


def test_roads_and_rails_link_passable_neighbours_once(chart: dict[str, Any]) -> None:
    for kind in ("roads", "rails"):
        pairs = [tuple(link[:2]) for link in chart[kind]]
        assert len(pairs) == len(set(pairs))
        for a, b in pairs:
            assert a < b
            assert pins.is_passable(chart, a, b), (a, b)
    assert {link[2] for link in chart["roads"]} == {"primary", "secondary"}


def test_the_railways_form_one_net_from_both_edges_to_every_railway_town(chart: dict[str, Any]) -> None:
    near: dict[str, list[str]] = {}
    for a, b, _ in chart["rails"]:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    seen, queue = {"2601"}, deque(["2601"])
    while queue:
        for there in near[queue.popleft()]:
            if there not in seen:
                seen.add(there)
                queue.append(there)
    assert {"4801", "3606", "4510", "4321", "3827", "3519", "5718", "6912", "6814", "4804"} <= seen
    assert seen == set(near)


def test_the_sivash_parts_perekop_from_the_mainland_except_at_the_bridges(chart: dict[str, Any]) -> None:
    for code in ("3805", "3905", "4106", "4206", "4306"):
        assert chart["hexes"][code]["zone"] == "sivash", code
    assert chart["sides"]["4607-4608"] == {"water": "sivash", "bridge": ["road", "rail"], "source": "reconstructed"}
    closed = {"4607-4608", "4804-4904"}
    links = {("3606", "3505"), ("3606", "3605"), ("3705", "3605"), ("3705", "3704")}

    def crosses(a: str, b: str) -> bool:
        return (a, b) in links or (b, a) in links or grid.side_key(a, b) in closed

    seen, queue = {"3405"}, deque(["3405"])
    while queue:
        at = queue.popleft()
        for there in grid.neighbours(at):
            if there not in seen and pins.is_passable(chart, at, there) and not crosses(at, there):
                seen.add(there)
                queue.append(there)
    assert "4510" not in seen  # the Tartar Ditch and the two bridges are the only ways into Crimea
    assert "4603" in seen


def test_the_parpach_line_runs_from_sea_to_sea_facing_west(chart: dict[str, Any]) -> None:
    line = [
        s["fortified"]["defender"]
        for s in chart["sides"].values()
        if s.get("fortified", {}).get("line") == "Parpach Line"
    ]
    behind = {"5914", "5915", "5916", "6017"}
    assert set(line) == behind
    assert chart["hexes"]["5914"]["coastal"]
    assert chart["hexes"]["6017"]["coastal"]

    seen, queue = {"5716"}, deque(["5716"])
    while queue:
        at = queue.popleft()
        for there in grid.neighbours(at):
            side = chart["sides"].get(grid.side_key(at, there), {})
            if there not in seen and pins.is_passable(chart, at, there) and "fortified" not in side:
                seen.add(there)
                queue.append(there)
    assert not seen & behind
    assert "6912" not in seen


def test_ports_are_coastal_towns_and_shallow_ports_lie_in_shallow_water(chart: dict[str, Any]) -> None:
    ports = {code: h for code, h in chart["hexes"].items() if "port" in h}
    assert {h["port"] for h in ports.values()} == {"major", "minor", "anchorage", "shallow"}
    for code, data in ports.items():
        assert data.get("coastal"), code
        assert data["place"] in ("town", "city"), code
        assert (data["port"] == "shallow") <= bool(data.get("shallow")), code


@pytest.mark.rule("EF-PB8.43")
def test_every_coastal_town_on_deep_water_is_a_port(chart: dict[str, Any]) -> None:
    for code, data in chart["hexes"].items():
        if data.get("place") in ("town", "city") and data.get("coastal"):
            assert "port" in data, code


def test_places_stand_near_their_true_position() -> None:
    given = inputs.load()
    for place in given.places["places"]:
        off = math.dist(place_position(place, given), grid.centre(place["hex"]))
        assert off < 1.35, (place["en"], round(off, 2))


def test_the_enlarged_area_is_sevastopol_and_twenty_five_hexes_in_one_piece(chart: dict[str, Any]) -> None:
    area = {code for code, h in chart["hexes"].items() if "detail" in h.get("areas", ())}
    assert len(area) == 26
    assert "3827" in area
    seen, queue = {"3827"}, deque(["3827"])
    while queue:
        for there in grid.neighbours(queue.popleft()):
            if there in area and there not in seen:
                seen.add(there)
                queue.append(there)
    assert seen == area


# ------------------------------------------------------------------ drawing
def test_the_drawing_covers_the_land_of_the_map(chart: dict[str, Any]) -> None:
    art = json.loads(ART_FILE.read_text(encoding="utf-8"))
    land = Region(rings_of(ring) for ring in art["coast"])
    for code in ("4321", "4510", "6912", "3911", "2715", "4014", "5716"):
        assert grid.centre(code) in land, code
    for code in ("2522", "6006", "5523", "3010"):
        assert grid.centre(code) not in land, code


def test_drawn_places_stay_in_their_hex() -> None:
    art = json.loads(ART_FILE.read_text(encoding="utf-8"))
    for place in art["places"]:
        [point] = rings_of(place["at"])
        assert grid.hex_at(point) == place["hex"], place["name"]["en"]


def test_drawn_lines_pass_every_link_once(chart: dict[str, Any]) -> None:
    art = json.loads(ART_FILE.read_text(encoding="utf-8"))
    for kind in ("roads", "rails"):
        drawn = sorted((min(a, b), max(a, b)) for line in art[kind] for a, b in pairwise(line["hexes"]))
        assert drawn == sorted(tuple(link[:2]) for link in chart[kind])


def test_the_preview_is_an_svg_with_every_hex_and_name(chart: dict[str, Any]) -> None:
    art = json.loads(ART_FILE.read_text(encoding="utf-8"))
    svg = Preview(chart, art, language="it").svg()
    assert svg.startswith("<svg")
    assert ">Sebastopoli</text>" in svg
    assert svg.count(">3606</text>") == 1


def test_a_warp_pulls_near_points_and_leaves_far_ones() -> None:
    warp = [Warp((0.0, 0.0), (0.0, -1.0), 1.0)]
    assert warped((0.0, 0.0), warp) == (0.0, -1.0)
    assert warped((50.0, 0.0), warp) == (50.0, 0.0)


def test_files_are_replaced_whole(tmp_path: Any) -> None:
    target = tmp_path / "map.json"
    written(target, "one")
    written(target, "two")
    assert target.read_text() == "two"
    assert [p.name for p in tmp_path.iterdir()] == ["map.json"]
