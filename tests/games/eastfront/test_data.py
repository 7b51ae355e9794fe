"""The data of Barbarossa: Crimea agree with each other, with the map and with what the rulebook proves."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import date, timedelta
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import sandtable
from sandtable.games.eastfront.scenario.files import data as load

GAME = Path(sandtable.__file__).parent / "games" / "eastfront"
DATA = GAME / "data"
SCENARIOS = ("1", "7")
SIDES = ("axis", "soviet")
SOURCES = {"printed", "example", "public", "reconstructed", "ruling"}
BOXES = ("ready", "flown", "damaged", "destroyed")


MAP: dict[str, Any] = json.loads((DATA / "map_q.json").read_text(encoding="utf-8"))
COUNTERS: dict[str, Any] = load("counters")
UNITS: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in COUNTERS["units"]}
AIR: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in load("air_units")["units"]}
CRT: dict[str, Any] = load("charts/crt")
FILES = sorted(
    str(path.relative_to(DATA).with_suffix("")) for path in DATA.rglob("*.json") if not path.name.startswith("map_")
)


def figures(values: str) -> tuple[int, int, int]:
    attack, defence, movement = (int(part.rstrip("A").replace("*", "0")) for part in values.split("-"))
    return attack, defence, movement


def rows_of(scenario: dict[str, Any], side: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = scenario[side]["units"]
    return rows


def placed(scenario: dict[str, Any], side: str) -> Counter[str]:
    return Counter(row["hex"] for row in rows_of(scenario, side))


@pytest.fixture(params=SCENARIOS)
def scenario(request: pytest.FixtureRequest) -> dict[str, Any]:
    loaded: dict[str, Any] = load(f"scenarios/{request.param}")
    return loaded


# ------------------------------------------------------------------ provenance
def walk(value: Any) -> list[dict[str, Any]]:
    found = []
    if isinstance(value, dict):
        found.append(value)
        value = list(value.values())
    if isinstance(value, list):
        for item in value:
            found += walk(item)
    return found


@pytest.mark.parametrize("name", FILES)
def test_sources_are_of_the_known_kinds_and_every_file_has_one(name: str) -> None:
    sources = [node["source"] for node in walk(load(name)) if "source" in node]
    assert sources
    assert set(sources) <= SOURCES


@pytest.mark.parametrize("name", FILES)
def test_every_rule_cited_exists(name: str) -> None:
    known = set(re.findall(r"^- id: (\S+)", (GAME / "rules.yaml").read_text(encoding="utf-8"), re.MULTILINE))
    cited = {node["rule"] for node in walk(load(name)) if isinstance(node.get("rule"), str)}
    assert cited <= known


@pytest.mark.parametrize("name", FILES)
def test_no_figure_is_a_float(name: str) -> None:
    assert not [node for node in walk(load(name)) if any(isinstance(v, float) for v in node.values())]


# ------------------------------------------------------------------ counters
def test_counter_ids_are_unique_and_types_known() -> None:
    assert len(UNITS) == len(COUNTERS["units"])
    assert {unit["type"] for unit in UNITS.values()} <= set(COUNTERS["types"])
    assert {unit["side"] for unit in UNITS.values()} == set(SIDES)


def is_two_sided(unit: dict[str, Any]) -> bool:
    kind = COUNTERS["types"][unit["type"]]
    default = unit["stack"] >= COUNTERS["reconstruction"]["two_sided"]["from_stack"]
    return bool(unit.get("two_sided", kind.get("two_sided", default)))


@pytest.mark.parametrize("unit", UNITS.values(), ids=list(UNITS))
@pytest.mark.rule("EF-16.22")
def test_steps_follow_the_printed_defence(unit: dict[str, Any]) -> None:
    _, defence, _ = figures(unit["front"])
    expected = 4 if defence >= 8 else 3 if defence >= 5 else 2 if is_two_sided(unit) else 1
    assert unit["steps"] == expected
    assert ("back" in unit) == is_two_sided(unit)


# A printed reverse stands as it is; that of the batteries in the rock is infantry without guns.
HALVED = [u for u in UNITS.values() if "back" in u and "back" not in u["printed"] and "Art" not in u["id"]]


@pytest.mark.parametrize("unit", HALVED, ids=[u["id"] for u in HALVED])
def test_reduced_faces_follow_the_one_table(unit: dict[str, Any]) -> None:
    upward = COUNTERS["reconstruction"]["reduced_face"][unit["nation"]]["round"] == "up"
    front, back = figures(unit["front"]), figures(unit["back"])
    for full, half in zip(front[:2], back[:2], strict=True):
        exact = Fraction(full, 2)
        rounded = -(-exact.numerator // exact.denominator) if upward else exact.numerator // exact.denominator
        assert half == max(rounded, min(full, COUNTERS["reconstruction"]["least_strength"]))
    assert front[2] == back[2]


@pytest.mark.parametrize(
    ("unit", "front", "stack"),
    [
        ("46 Inf Div", "8-9-5", 6),
        ("170 Inf Div", "7-9-5", 6),
        ("28 Jg Div", "6-6-6", 5),
        ("190 AG Bn", "2-1-7", 1),
        ("SS LAH Rcn Bn", "2-2-9", 1),
        ("641 S-H Art Bn", "2-1-0", 2),
        ("157 Rifle Div", "5-5-4", 4),
        ("63 Mtn Div", "4-4-5", 4),
        ("72 Cav Div", "3-2-6", 3),
        ("19 Gd Rocket Rgt", "4A-1-6", 1),
    ],
)
def test_values_the_cards_print_stay_as_printed(unit: str, front: str, stack: int) -> None:
    assert UNITS[unit]["front"] == front
    assert UNITS[unit]["stack"] == stack
    assert {"front", "stack"} <= set(UNITS[unit]["printed"])


def test_guns_of_the_worked_example_reach_their_target() -> None:
    range_of = {
        name: UNITS[name].get("range", COUNTERS["types"][UNITS[name]["type"]]["range"])
        for name in UNITS
        if "Art" in name
    }
    assert range_of["49 Art Rgt"] >= 2
    assert range_of["I-814 S-H Art Bn"] >= 3
    assert range_of["641 S-H Art Bn"] >= 2


# ------------------------------------------------------------------ scenarios
def test_every_unit_is_known_of_the_right_side_and_placed_once(scenario: dict[str, Any]) -> None:
    seen: Counter[str] = Counter()
    for side in SIDES:
        for row in rows_of(scenario, side) + scenario[side]["reinforcements"]:
            assert UNITS[row["unit"]]["side"] == side
            seen[row["unit"]] += 1
    assert set(seen.values()) == {1}


def test_units_stand_on_land_inside_the_area(scenario: dict[str, Any]) -> None:
    (c1, c2), (r1, r2) = scenario["area"]["columns"], scenario["area"]["rows"]
    for side in SIDES:
        for code in [*placed(scenario, side), *(row["hex"] for row in scenario[side]["reinforcements"])]:
            assert MAP["hexes"][code]["terrain"] not in ("sea", "lake")
            assert c1 <= int(code[:2]) <= c2
            assert r1 <= int(code[2:]) <= r2


def test_the_sides_do_not_share_a_hex(scenario: dict[str, Any]) -> None:
    assert not placed(scenario, "axis").keys() & placed(scenario, "soviet").keys()


@pytest.mark.rule("EF-3.32.a")
def test_no_hex_is_overstacked(scenario: dict[str, Any]) -> None:
    most = load("charts/movement")["stacking"]["most_points"]
    for side in SIDES:
        points: Counter[str] = Counter()
        for row in rows_of(scenario, side):
            points[row["hex"]] += UNITS[row["unit"]]["stack"]
        assert max(points.values()) <= most, points.most_common(1)


def test_rows_state_their_source_or_inherit_one(scenario: dict[str, Any]) -> None:
    for side in SIDES:
        for row in rows_of(scenario, side):
            assert row.get("source", scenario[side].get("source")) in SOURCES
            if row.get("source") == "reconstructed":
                assert row["why"]


def test_steps_at_start_fit_the_unit(scenario: dict[str, Any]) -> None:
    for side in SIDES:
        for row in rows_of(scenario, side) + scenario[side]["reinforcements"]:
            unit = UNITS[row["unit"]]
            assert 1 <= row.get("steps", unit["steps"]) <= unit["steps"]
            if row.get("face") == "back":
                assert "back" in unit


def test_the_calendar_has_every_turn_and_known_weather(scenario: dict[str, Any]) -> None:
    turns = [row["turn"] for row in scenario["calendar"]]
    assert turns == list(range(scenario["turns"]["first"], scenario["turns"]["last"] + 1))
    track = {row["turn"]: row for row in load("charts/turn_track")["turns"]}
    for row in scenario["calendar"]:
        assert row["weather"] in load("charts/terrain_effects")["weathers"]
        assert (row["from"], row["to"]) == (track[row["turn"]]["from"], track[row["turn"]]["to"])


def test_air_units_are_known_and_of_the_right_side(scenario: dict[str, Any]) -> None:
    for side in SIDES:
        air = scenario[side]["air"]
        for box in BOXES:
            for kind, count in air.get(box, {}).items():
                assert count > 0
                assert kind == "dummy" or AIR[kind]["side"] == side


def test_withdrawals_take_what_is_there(scenario: dict[str, Any]) -> None:
    park: Counter[str] = Counter()
    for box in BOXES:
        park.update(scenario["axis"]["air"].get(box, {}))
    units = {row["unit"] for row in rows_of(scenario, "axis")}
    for entry in scenario["axis"]["withdrawals"]["entries"]:
        assert scenario["turns"]["first"] <= entry["turn"] <= scenario["turns"]["last"]
        for choice in [entry.get("air", {}), *entry.get("air_choice", [])]:
            assert all(park[kind] >= count for kind, count in choice.items())
        if "unit" in entry:
            assert entry["unit"] in units


def test_fortified_lines_named_are_on_the_map(scenario: dict[str, Any]) -> None:
    lines = {side["fortified"]["line"] for side in MAP["sides"].values() if "fortified" in side}
    assert set(scenario["fortified_lines"]["intact"]) <= lines


def test_sides_start_in_contact(scenario: dict[str, Any]) -> None:
    def near(code: str) -> set[str]:
        column, row = int(code[:2]), int(code[2:])
        low = column % 2
        steps = ((0, -1), (0, 1), (-1, low - 1), (-1, low), (1, low - 1), (1, low))
        return {f"{column + dc:02d}{row + dr:02d}" for dc, dr in steps}

    soviet = set(placed(scenario, "soviet"))
    assert any(near(code) & soviet for code in placed(scenario, "axis"))


# ------------------------------------------------------------------ scenario 1
@pytest.mark.rule("EFS-10.1.setup")
def test_scenario_1_fills_exactly_the_printed_hexes() -> None:
    data = load("scenarios/1")
    assert set(placed(data, "soviet")) == {"3606", "3705", "3706", "3809", "3810", "4009", "4014"}
    assert set(placed(data, "axis")) == {"3405", "3503", "3504", "3505", "3603", "3605", "3804", "4004"}
    assert data["axis"]["reinforcements"][0]["hex"] == "3205"


@pytest.mark.rule("EFS-10.15")
def test_scenario_1_objectives_are_its_strongpoints() -> None:
    data = load("scenarios/1")
    assert (
        data["victory"]["axis_holds_all"] == data["strongpoints"]["soviet"]["hexes"] == ["3606", "3705", "3708", "3808"]
    )
    assert data["victory"]["most_axis_step_losses"] == 5


@pytest.mark.rule("EFS-10.1.ex")
def test_scenario_1_holds_the_forces_of_the_worked_example() -> None:
    data = load("scenarios/1")
    at = {row["unit"]: row["hex"] for side in SIDES for row in rows_of(data, side)}

    def total(hexes: set[str], part: int, *, artillery: bool, side: str) -> int:
        return sum(
            figures(UNITS[unit]["front"])[part]
            for unit, code in at.items()
            if code in hexes
            and UNITS[unit]["side"] == side
            and bool(COUNTERS["types"][UNITS[unit]["type"]].get("artillery")) is artillery
        )

    assert total({"3505", "3605"}, 0, artillery=False, side="axis") == 20
    assert total({"3405", "3503", "3504"}, 0, artillery=True, side="axis") == 7
    assert total({"3606"}, 1, artillery=False, side="soviet") == 5
    assert total({"3706"}, 0, artillery=True, side="soviet") == 1
    assert total({"3603"}, 0, artillery=False, side="axis") == 4
    assert total({"3705"}, 1, artillery=False, side="soviet") == 4


def test_the_example_flies_units_that_are_ready() -> None:
    data = load("scenarios/1")
    assert Counter(data["axis"]["air"]["ready"]) >= Counter(Bf109E=1, Bf109F=1, Ju87=1, Ju88=1, He111=1, dummy=1)
    flown = Counter({"MiG-3": 1, "I-153": 1, "DB3": 2, "I-16": 1})
    assert Counter(data["soviet"]["air"]["ready"]) >= flown


# ------------------------------------------------------------------ scenario 7
@pytest.mark.rule("EFS-10.7.setup")
def test_scenario_7_fills_exactly_the_printed_hexes() -> None:
    data = load("scenarios/7")
    soviet = "5714 5715 5814 5815 5914 5915 5916 6014 6015 6016 6017 6114 6115 6217 6218 6512 6515 6517 6712 6912"
    axis = "5416 5515 5615 5616 5617 5620 5716 5717 5718 5816 5817 5818"
    assert set(placed(data, "soviet")) == set(soviet.split())
    assert set(placed(data, "axis")) == set(axis.split())


def test_scenario_7_keeps_to_the_cells_under_each_hex() -> None:
    one = {"6014", "6015", "6114", "6512", "6515", "6517"}
    counts = placed(load("scenarios/7"), "soviet")
    for code, count in counts.items():
        assert count <= (1 if code in one else 2 if code == "6712" else 3), code


def test_scenario_7_fills_the_three_cells_of_the_assault_hexes() -> None:
    counts = placed(load("scenarios/7"), "axis")
    assert {code: counts[code] for code in ("5718", "5816", "5817", "5818")} == dict.fromkeys(
        ("5718", "5816", "5817", "5818"), 3
    )


@pytest.mark.rule("EFS-10.73", "EFS-10.75")
def test_scenario_7_can_be_won_and_lost() -> None:
    data = load("scenarios/7")
    rows = rows_of(data, "soviet")
    missing = [row["unit"] for row in rows if "steps" in row]
    assert sorted(missing) == ["276 Rifle Div", "396 Rifle Div", "63 Mtn Div"]
    assert data["victory"]["soviet_steps_lost_at_start"] == sum(UNITS[u]["steps"] - 1 for u in missing)
    left = sum(row.get("steps", 1 if row.get("face") == "back" else UNITS[row["unit"]]["steps"]) for row in rows)
    without_kerch = data["victory"]["without_kerch"]["soviet_steps_lost"]
    assert data["victory"]["with_kerch"]["soviet_steps_lost"] < without_kerch < left


def test_scenario_7_substitutes_at_start_are_those_placed() -> None:
    data = load("scenarios/7")
    on_map = Counter(UNITS[row["unit"]]["front"] for row in rows_of(data, "axis") if "substitute" in UNITS[row["unit"]])
    pool = Counter(unit["front"] for unit in UNITS.values() if "substitute" in unit)
    for front, limit in data["axis"]["substitutes"].items():
        if front != "source":
            assert on_map[front] == limit["at_start"]
            assert pool[front] >= limit["most"]


@pytest.mark.rule("EFS-10.74.c")
def test_groddeck_is_the_sum_of_the_units_it_splits_into() -> None:
    [conversion] = load("scenarios/7")["axis"]["conversions"]
    whole = figures(UNITS[conversion["remove"]]["front"])
    parts = [figures(UNITS[part]["front"]) for part in conversion["receive"]]
    assert whole[:2] == (sum(p[0] for p in parts), sum(p[1] for p in parts))


# ------------------------------------------------------------------ charts
def outcome(cell: str, side: int) -> tuple[int, bool, bool]:
    """Steps lost, retreat, asterisk of one half of a cell; elimination counts as nine steps."""
    part = cell.split("/")[side]
    steps = 9 if "e" in part else int(re.sub(r"\D", "", part) or 0)
    return steps, "R" in part, "*" in part


def test_the_crt_is_whole() -> None:
    assert list(CRT["rows"]) == list(range(12))
    assert all(len(row) == len(CRT["columns"]) == 15 for row in CRT["rows"].values())
    assert len(CRT["spare_column"]["cells"]) == 12
    cell = re.compile(r"(-|\*|e|\d?R?\*?)/(-|\d?R?|e)")
    assert all(cell.fullmatch(c) for row in CRT["rows"].values() for c in row)


@pytest.mark.rule("EFT-crt", "EFS-10.1.ex")
@pytest.mark.parametrize(("odds", "row", "cell"), [("4-1", 3, "-/2R"), ("1-1", 11, "2R/-")])
def test_the_two_proven_cells(odds: str, row: int, cell: str) -> None:
    assert CRT["rows"][row][CRT["columns"].index(odds)] == cell
    assert {"odds": odds, "row": row, "cell": cell, "rule": "EFS-10.1.ex"} in CRT["proven"]


def test_columns_run_from_worst_to_best_odds() -> None:
    ratios = [Fraction(*map(int, label.split("-"))) for label in CRT["columns"]]
    assert ratios == sorted(set(ratios))


def weight(cell: str, side: int) -> int:
    steps, retreat, _ = outcome(cell, side)
    return 2 * steps + retreat


# The only places where the printed table departs from a steady slope; the chart lists them as doubts or keeps them.
ODD_BY_DIE = {(1, "1-1"), (3, "3-2")}
ODD_BY_ODDS = {(3, "1-1")}


def test_a_higher_die_helps_the_defender_but_for_the_printed_oddities() -> None:
    odd = {
        (row, label)
        for column, label in enumerate(CRT["columns"])
        for row in range(11)
        if weight(CRT["rows"][row + 1][column], 1) > weight(CRT["rows"][row][column], 1)
    }
    assert odd == ODD_BY_DIE


def test_better_odds_hurt_the_defender_more_but_for_the_printed_oddity() -> None:
    odd = {
        (row, label)
        for row in range(12)
        for label, (worse, better) in zip(CRT["columns"], pairwise(CRT["rows"][row]), strict=False)
        if weight(better, 1) < weight(worse, 1)
    }
    assert odd == ODD_BY_ODDS


def test_a_repulsed_attacker_suffers_more_with_a_higher_die_and_less_with_better_odds() -> None:
    def repulse(cell: str) -> int:
        return weight(cell, 0) if cell.endswith("/-") else 0

    table = [[repulse(cell) for cell in CRT["rows"][row]] for row in range(12)]
    for row in table:
        assert all(worse >= better for worse, better in pairwise(row))
    for column in zip(*table, strict=True):
        assert all(low <= high for low, high in pairwise(column))


def test_weather_rows_cover_the_die_and_known_codes() -> None:
    chart = load("charts/weather")
    for name in ("crimea", "series"):
        assert list(chart[name]) == list(range(1, 11))
        assert all(len(row) == len(chart["climates"]) for row in chart[name].values())
        assert {code for row in chart[name].values() for code in row} <= {"D", "DT", "M", "MT", "F", "S", "ST", "A"}


def test_the_terrain_chart_has_a_row_for_all_that_the_map_shows() -> None:
    chart = load("charts/terrain_effects")
    hexes = {row["key"] for row in chart["hex"]}
    assert {h["terrain"] for h in MAP["hexes"].values()} <= hexes
    extra = {row["key"] for row in chart["in_addition"]}
    assert "woods" in extra
    assert {h["place"] for h in MAP["hexes"].values() if "place" in h} - {"village"} <= extra
    roads = {row["key"].split("_")[0] for row in chart["road"]}
    assert {link[2] for link in MAP["roads"]} <= roads
    sides = {row["key"] for row in chart["side"]}
    assert {"river", "fortified_line", "bridge", "sivash"} <= sides


@pytest.mark.rule("EFT-terrain", "EF-10.72.ex")
def test_the_rulebook_sum_for_hill_with_woods_behind_a_river() -> None:
    chart = load("charts/terrain_effects")
    hill = next(row for row in chart["hex"] if row["key"] == "hill")["half_mp"][0]
    woods = next(row for row in chart["in_addition"] if row["key"] == "woods")["motorised_plus_half_mp"][0]
    river = next(row for row in chart["side"] if row["key"] == "river")["plus_half_mp"][0]
    assert hill + woods + river == 2 * 5


def test_terrain_costs_have_one_entry_a_weather() -> None:
    chart = load("charts/terrain_effects")
    for group in ("hex", "in_addition", "road", "side"):
        for row in chart[group]:
            for key, cost in row.items():
                if key.endswith("half_mp") and isinstance(cost, list):
                    assert len(cost) == len(chart["weathers"]), row["key"]


def test_air_combat_gets_no_worse_for_the_better_aircraft() -> None:
    chart = load("charts/air")["combat"]
    severity = {"-": 0, "A": 1, "D": 2, "X": 3}
    assert list(chart["rows"]) == list(range(1, 11))
    for row in chart["rows"].values():
        values = [severity[code] for code in row]
        assert values == sorted(values)
    for column in range(len(chart["differentials"])):
        values = [severity[row[column]] for row in chart["rows"].values()]
        assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("name", ["initiative", "anti_air"])
def test_air_tables_climb_without_gaps(name: str) -> None:
    bounds = [row["most"] for row in load("charts/air")[name]["rows"]]
    assert bounds == sorted(set(bounds))


def test_overrun_rows_climb_to_an_open_end() -> None:
    bounds = [row["most"] for row in load("charts/overrun")["results"]]
    assert bounds[-1] is None
    assert bounds[:-1] == [2, 7, 10]


def test_naval_losses_never_shrink_with_the_roll_except_where_printed() -> None:
    rows = load("charts/naval")["loss"]["rows"]
    points = [[int(re.sub(r"\D", "", cell) or 0) for cell in row["cells"]] for row in rows]
    for column in range(4):
        values = [row[column] for row in points]
        assert values == sorted(values)


TRACK: list[dict[str, Any]] = load("charts/turn_track")["turns"]


@pytest.mark.rule("EFT-naval-loss")
def test_naval_losses_are_those_printed() -> None:
    loss = load("charts/naval")["loss"]
    cells = {row["most"]: "/".join(row["cells"]) for row in loss["rows"]}
    assert [cells[most] for most in (8, 10, 12, 13)] == ["NE/A/A/A", "A/A/AD1/AD1", "A/D1/AD1/AD1", "AD1/D2/AD2/AD3"]
    assert [cells[most] for most in (5, 14, None)] == ["NE/NE/NE/NE", "AD3/AD3/AD2/AD6", "AD4/AD4/AD2/AD6"]
    assert [row["drm"] for row in loss["drm"]] == [3, 1, 1, 1, 1, 3]


@pytest.mark.rule("EFT-naval-ready")
def test_damage_counts_against_readiness_but_not_against_repair() -> None:
    rows = {row["key"]: row for row in load("charts/naval")["readiness_and_repair"]["drm"]}
    assert {key: row["drm"] for key, row in rows.items() if "only" not in row} == {
        "interdiction_level_of_port": 1,
        "minor_port": 1,
        "anchorage": 2,
    }
    assert (rows["damaged"]["drm"], rows["damaged"]["only"]) == (1, "readiness")


@pytest.mark.rule("EFT-ship-attack")
def test_damage_to_ships_is_that_printed() -> None:
    table = load("charts/naval")["ship_attack"]
    columns = list(zip(*(row["damage"] for row in table["rows"]), strict=True))
    assert columns == [(6, 5, 4, 3, 2, 1, 0, 0, 0), (4, 4, 2, 2, 1, 1, 1, 0, 0), (3, 3, 2, 2, 1, 1, 1, 1, 0)]
    assert [row["most"] for row in table["rows"]] == [-1, 0, 1, 2, 3, 4, 5, 6, None]
    assert [row["drm"] for row in table["drm"]] == [-1, -2, 1]
    assert [row["drm"] for row in table["drm_map_t"]] == [-2, 2]


@pytest.mark.rule("EFT-ports")
def test_ports_are_those_printed() -> None:
    table = load("charts/ports")
    assert table["columns"] == ["anchorage", "minor", "major"]
    assert table["admits"]["BB"] == [False, False, True]
    assert table["admits"]["CL"] == [False, True, True]
    assert all(all(table["admits"][kind]) for kind in ("DD", "DL", "T"))
    assert table["general_supply_points"] == [6, 15, 30]
    assert table["load_or_unload"] == [4, 12, 24]
    assert (table["per_interdiction_level"], table["artillery_at_most"]) == ([-2, -4, -6], -6)


@pytest.mark.rule("EFT-turn-track")
def test_the_turn_track_is_continuous_within_each_campaign() -> None:
    turns = [row["turn"] for row in TRACK]
    assert turns == [*range(27, 107), *range(126, 135), *range(161, 166), *range(176, 191)]


@pytest.mark.rule("EFT-turn-track")
def test_two_days_a_turn_from_the_first_to_the_last() -> None:
    first = date(1941, 8, 13)
    for row in TRACK:
        begins = first + timedelta(days=2 * (row["turn"] - 27))
        ends = begins + timedelta(days=1)
        # The box of turn 97 prints the first of January alone.
        assert (row["from"], row["to"]) == (str(ends if row["turn"] == 97 else begins), str(ends)), row


@pytest.mark.rule("EFT-turn-track")
def test_the_calendar_of_a_scenario_is_a_piece_of_the_track(scenario: dict[str, Any]) -> None:
    days = {row["turn"]: (row["from"], row["to"]) for row in TRACK}
    assert [(row["from"], row["to"]) for row in scenario["calendar"]] == [days[r["turn"]] for r in scenario["calendar"]]


@pytest.mark.rule("EFT-turn-track")
def test_climates_follow_the_seasons() -> None:
    climates = [row["climate"] for row in TRACK if row["turn"] <= 106]
    order = list(dict.fromkeys(climates))
    assert order == ["dry", "mud", "frost", "snow"]
    known = ("dry", "mud", "frost", "snow", "arctic")
    assert [row["turn"] for row in TRACK if row.get("historical") not in known] == [134]  # lost in print
