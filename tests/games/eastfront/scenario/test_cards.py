"""Every card against the map and the counters: who stands where, and what everybody faces."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SIDES, CrimeaState, enemy
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import holders, overstacked, stacks
from sandtable.games.eastfront.scenario import SCENARIOS, SETTLED
from sandtable.games.eastfront.scenario.files import data
from sandtable.kernel import SeededDice

NEAR = 3
"""Hexes within which somebody faces an enemy."""
REAR = (
    "headquarters",
    "naval_base",
    "zap",
    "artillery",
    "super_heavy_artillery",
    "railway_artillery",
    "anti_air",
    "rocket_artillery",
    "coastal_artillery",
)
"""Kinds that stand behind others."""
SOURCES = {"printed", "example", "public", "reconstructed", "ruling"}


@pytest.fixture(scope="module", params=SCENARIOS)
def opening(request: pytest.FixtureRequest) -> CrimeaState:
    """The opening position of a card."""
    state: CrimeaState = GAME.start(GAME.open(request.param), SeededDice(bytes(32))).state
    return state


def rows_of(card: Any, side: str) -> list[Any]:
    """All rows of a side that name a unit."""
    part = card[side]
    rows = [*part["units"], *part["reinforcements"]]
    # What is saved from a wreck may be a unit that is on the list too: whichever comes first brings it.
    rows += [row for group in part.get("groups") or () if not group.get("wreck") for row in group["units"]]
    return [row for row in rows if "unit" in row]


@pytest.mark.rule("EF-4.1")
def test_nobody_starts_at_sea_overstacked_or_beside_an_enemy_in_his_hex(opening: CrimeaState) -> None:
    assert GAME.broken(opening) is None
    assert not [at for side in SIDES for at in overstacked(opening, side)]


def test_every_set_up_hex_faces_somebody_or_says_why(opening: CrimeaState) -> None:
    board, held = opening.board, holders(opening)
    reasons = {int(h) for h in board.card.get("reasons") or {}}
    for place, keys in stacks(opening).items():
        ground = board.ground[place]
        watches = ground.coastal or ground.port or ground.place in SETTLED
        if watches or place in reasons or all(board.units[k].kind in REAR for k in keys):
            continue
        foes = [h for h, side in held.items() if side == enemy(held[place])]
        assert any(board.distance(place, h) <= NEAR for h in foes), board.grid.label(place)


def test_a_reason_is_given_only_where_one_is_needed(opening: CrimeaState) -> None:
    used = {str(place) for place in stacks(opening)}
    assert set(opening.board.card.get("reasons") or {}) <= used


def test_units_are_known_of_their_side_and_named_once(opening: CrimeaState) -> None:
    units = {unit.name: unit for unit in opening.board.units.values()}
    for side in SIDES:
        seen = Counter(row["unit"] for row in rows_of(opening.board.card, side))
        assert all(units[name].side == side for name in seen)
        assert not [name for name, times in seen.items() if times > 1]


def test_rows_state_their_source_or_inherit_one(opening: CrimeaState) -> None:
    card = opening.board.card
    for side in SIDES:
        for row in rows_of(card, side):
            source = row.get("source", card[side].get("source", card["source"]))
            assert source in SOURCES
            if row.get("source") == "reconstructed":
                assert row["why"]


def test_the_calendar_has_every_turn(opening: CrimeaState) -> None:
    board = opening.board
    assert list(board.days) == list(range(board.first_turn, board.last_turn + 1))
    track = {row["turn"]: row for row in data("charts/turn_track")["turns"]}
    for row in board.card["calendar"]:
        assert (row["from"], row["to"]) == (track[row["turn"]]["from"], track[row["turn"]]["to"])
        assert bool(row.get("weather")) != bool(row.get("climate"))


def test_substitutes_at_the_start_are_those_placed(opening: CrimeaState) -> None:
    units = opening.board.units
    on_map = Counter(str(units[k].front) for keys in stacks(opening).values() for k in keys if units[k].substitute)
    for front, limit in (opening.board.card[AXIS].get("substitutes") or {}).items():
        if isinstance(limit, dict):
            assert on_map[front] == limit["at_start"], front


def cells(name: str, side: str) -> Counter[str]:
    """How many counters a card has in each hex."""
    return Counter(row["hex"] for row in data(f"scenarios/{name}")[side]["units"] if "hex" in row)


# Both sides by one test: a cell that lost its counter is filled while a card of that spring prints one that is free.
@pytest.mark.rule("EFS-10.7.setup")
def test_no_soviet_counter_of_that_spring_is_left_for_the_empty_cells_of_scenario_7() -> None:
    assert (cells("7", "soviet")["6217"], cells("7", "soviet")["6712"]) == (2, 1)
    placed = {row["unit"] for row in data("scenarios/7")["soviet"]["units"]}
    printed = {row["unit"] for row in data("scenarios/6")["soviet"]["units"]}
    assert printed <= placed


@pytest.mark.rule("EFS-10.7.setup")
def test_the_axis_cells_of_scenario_7_hold_counters_that_the_next_card_prints() -> None:
    assert (cells("7", "axis")["5718"], cells("7", "axis")["5818"]) == (3, 3)


# -- what the cards switch, allow and give -----------------------------------------------------------------------------

TOLD = ("rule", "source", "why", "note", "printed", "about", "reading")
AUTOMATIC, POINTS, TRACED = {"value": "automatic"}, {"value": "points"}, {"value": "traced"}
NORTH = ["2401", "2601", "3401", "4801", "5001"]
"""Sources on the northern edge, as scenarios 3 to 5 print them."""
CHART = {"limit": "chart"}


@cache
def opened(name: str) -> Any:
    return GAME.open(name)


def part(name: str, path: str) -> Any:
    """A part of a card without what it tells about itself."""
    found: Any = opened(name).card
    for step in path.split("."):
        found = found[step]
    return plain(found)


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items() if key not in TOLD}
    return [plain(one) for one in value] if isinstance(value, list) else value


def terms(mark: Any, name: str, **parts: Any) -> Any:
    """What a paragraph of the play-book sets on a card."""
    return pytest.param(name, {path.replace("__", "."): value for path, value in parts.items()}, marks=mark)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        terms(
            pytest.mark.rule("EFS-10.24.a"),
            "2",
            switches__map_t={"value": True},
            boxes__map_t={"port": "major", "zone": "sevastopol"},
        ),
        terms(
            pytest.mark.rule("EFS-10.24.b1"),
            "2",
            switches__replacements={"value": "cards"},
            replacements__soviet={
                "each_turn": 1,
                "from": 30,
                "entries": [{"turn": 47, "air": 1}, {"turn": 53, "train": 1}],
            },
        ),
        terms(
            pytest.mark.rule("EFS-10.24.c"),
            "2",
            switches__attack_supply_axis={**AUTOMATIC, "turns": [27, 59]},
            switches__attack_supply_soviet={**AUTOMATIC, "turns": [27, 59]},
            switches__general_supply=TRACED,
            supply_sources__soviet={"hexes": [], "ports": CHART},
        ),
        terms(pytest.mark.rule("EFS-10.24.d"), "2", switches__hq_disbanding={"value": "none"}),
        terms(pytest.mark.rule("EFS-10.24.e"), "2", switches__guns_in_radius={"value": True}),
        terms(pytest.mark.rule("EFS-10.32"), "3", switches__air_readiness_from={"value": 61}, set_up_first="soviet"),
        terms(pytest.mark.rule("EFS-10.32"), "3", area={"columns": [20, 70], "rows": [1, 30]}, map="Q+In"),
        terms(
            pytest.mark.rule("EFS-10.34.a1"),
            "3",
            switches__rail_conversion={"value": "allowed", "from": 69, "points": 4, "starts": ["2701"]},
            rails={
                "captured": ["2601", "4801", "4701", "4702", "4703"],
                "cut": ["2701", "3607", "4604", "3606", "3705"],
            },
        ),
        terms(
            pytest.mark.rule("EFS-10.34.a3"),
            "3",
            switches__captured_lines={"value": 1},
            rail_capacity__axis={"converted": 2, "captured": {"points": 1, "once_held": "4321"}},
        ),
        terms(
            pytest.mark.rule("EFS-10.34.b"),
            "3",
            switches__rail_movement={"value": "allowed"},
            rail_capacity__soviet={"soviet": 3},
        ),
        terms(
            pytest.mark.rule("EFS-10.34.c"),
            "3",
            switches__general_supply=TRACED,
            switches__attack_supply_axis=POINTS,
            switches__attack_supply_soviet=POINTS,
            switches__map_t={"value": True},
            supply_sources__axis={"hexes": NORTH, "ports": CHART},
            supply_sources__soviet={"hexes": [], "ports": CHART},
            attack_supply__axis={"each_turn": 2, "counters": 13},
            attack_supply__soviet={"each_turn": 1, "counters": 14, "wagon": True},
        ),
        terms(pytest.mark.rule("EFS-10.34.d"), "3", mandated_attacks={"at_start": 1, "vp_each": 2}),
        terms(pytest.mark.rule("EFS-10.34.e"), "3", switches__guns_in_radius={"value": True}),
        terms(
            pytest.mark.rule("EFS-10.3.income"),
            "3",
            switches__replacements={"value": "cards"},
            switches__new_strongpoints={"value": "soviet"},
        ),
        terms(
            pytest.mark.rule("EFS-10.44.a"),
            "4",
            switches__rail_conversion={"value": "allowed", "points": 4},
            switches__captured_lines={"value": 1},
            rail_capacity__axis={"converted": 2, "captured": 1},
        ),
        terms(
            pytest.mark.rule("EFS-10.44.b"),
            "4",
            switches__rail_movement={"value": "allowed"},
            rail_capacity__soviet={"soviet": 3},
        ),
        terms(
            pytest.mark.rule("EFS-10.44.c"),
            "4",
            switches__general_supply=TRACED,
            switches__attack_supply_axis=POINTS,
            switches__attack_supply_soviet=POINTS,
            switches__replacements={"value": "cards"},
            switches__map_t={"value": True},
            supply_sources__axis={"hexes": NORTH, "ports": CHART},
            attack_supply__axis={"each_turn": 2, "counters": 13},
            attack_supply__soviet={"each_turn": 1, "counters": 14, "wagon": True},
        ),
        terms(pytest.mark.rule("EFS-10.44.d"), "4", switches__guns_in_radius={"value": True}),
        terms(pytest.mark.rule("EFS-10.52"), "5", area={"columns": [20, 70], "rows": [1, 30]}, map="Q+In"),
        terms(pytest.mark.rule("EFS-10.54.g"), "5", switches__super_heavy_points={"value": 4, "start": 0}),
        terms(pytest.mark.rule("EFS-10.54.h"), "5", switches__new_strongpoints={"value": "soviet_and_axis_in_snow"}),
        terms(
            pytest.mark.rule("EFS-10.54.i"),
            "5",
            special_rules=[{"key": "winter_freeze", "turns": [97, 106]}],
            ice_bridge={"hex": "7013", "stands_on": "7012", "placed": 99, "turns": [100, 101], "points": 6},
        ),
        terms(pytest.mark.rule("EFS-10.54.l"), "5", airlift={"axis": 1, "only": "2 FJ Rgt"}),
        terms(
            pytest.mark.rule("EFS-10.55.a"),
            "5",
            plans={
                "choose_by": 66,
                "reveal_by": 79,
                "divisions_leave": 78,
                "group": "1",
                "port": "6912",
                "divisions": ["1 Geb Div", "4 Geb Div"],
                "sevastopol_type_i": 3,
                "goals": {"kerch": {"hex": "6912", "vp": 4}, "sevastopol": {"hex": "11527", "vp": 1}},
            },
        ),
        terms(pytest.mark.rule("EFS-10.55.g"), "5", switches__super_heavy_effects={"value": True}),
        terms(
            pytest.mark.rule("EFS-10.64.a"),
            "6",
            switches__attack_supply_axis={**AUTOMATIC, "turns": [126, 134]},
            switches__attack_supply_soviet={**AUTOMATIC, "turns": [126, 134]},
            switches__general_supply=TRACED,
        ),
        terms(
            pytest.mark.rule("EFS-10.64.b"),
            "6",
            switches__replacements={"value": "none"},
            switches__new_strongpoints={"value": "none"},
            strongpoints__axis={"hexes": ["5815", "5816", "5817"]},
        ),
        terms(
            pytest.mark.rule("EFS-10.6.air"), "6", switches__naval={"value": "allowed"}, switches__map_t={"value": True}
        ),
        terms(
            pytest.mark.rule("EFS-10.81"),
            "8",
            area={"columns": [10, 25], "rows": [18, 34]},
            map="In",
            switches__map_t={"value": True},
        ),
        terms(
            pytest.mark.rule("EFS-10.83"),
            "8",
            switches__air_readiness_from={"value": 177},
            switches__soviet_air_readiness_drm={"value": 2, "except": ["IL-2"]},
        ),
        terms(
            pytest.mark.rule("EFS-10.84.a"),
            "8",
            switches__attack_supply_axis={**AUTOMATIC, "turns": [176, 190]},
            switches__attack_supply_soviet={**AUTOMATIC, "turns": [176, 190]},
            switches__general_supply=TRACED,
            supply_sources__soviet={"hexes": [], "ports": {"limit": "none"}},
        ),
        terms(
            pytest.mark.rule("EFS-10.84.c"),
            "8",
            switches__replacements={"value": "zaps"},
            replacements__soviet={"entries": [], "each_turn": 1},
        ),
        terms(
            pytest.mark.rule("EFS-10.84.d"),
            "8",
            switches__new_strongpoints={"value": "none"},
            switches__rail_movement={"value": "none"},
            switches__rail_conversion={"value": "none"},
        ),
        terms(pytest.mark.rule("EFS-10.84.f"), "8", switches__guns_in_radius={"value": True}),
        terms(pytest.mark.rule("EFS-10.84.j"), "8", switches__super_heavy_effects={"value": True}),
        terms(pytest.mark.rule("EFS-10.8.naval"), "8", switches__naval={"value": "allowed"}),
        terms(
            pytest.mark.rule("EFS-10.93"),
            "9",
            switches__air_readiness_from={"value": 95},
            switches__soviet_air_readiness_drm={"value": 2, "applies_to": "non_naval"},
            switches__map_t={"value": True},
            set_up_first="axis",
        ),
        terms(
            pytest.mark.rule("EFS-10.94.a"),
            "9",
            switches__attack_supply_axis={**AUTOMATIC, "turns": [94, 101]},
            switches__attack_supply_soviet={**AUTOMATIC, "turns": [94, 101]},
            switches__general_supply=TRACED,
            switches__replacements={"value": "cards"},
            supply_sources__axis={"hexes": ["5315", "5319", "5321"]},
            supply_sources__soviet={"hexes": [], "ports": CHART},
            attack_supply__axis={"each_turn": 1, "counters": 4},
            attack_supply__soviet={"each_turn": 1, "counters": 4},
            replacements__soviet={"each_turn": 1},
        ),
        terms(pytest.mark.rule("EFS-10.94.j"), "9", switches__naval_interdiction_from={"value": 95}),
    ],
)
def test_a_card_says_what_its_paragraph_prints(name: str, parts: dict[str, Any]) -> None:
    for path, value in parts.items():
        assert part(name, path) == value, path


# The lines of scenario 4: whatever is not converted is captured, and the Axis holds all of them.
@pytest.mark.rule("EFS-10.44.a")
def test_every_line_of_scenario_4_is_converted_or_captured() -> None:
    theatre = opened("4")
    rails = part("4", "rails")
    lines = {h for (a, b), side in theatre.borders.items() if side.rail for h in (a, b)}
    inner = {h for h in lines if h > 10_000}
    known = [int(h) for h in (*rails["converted"], *rails["captured"])]
    assert len(known) == len(set(known))
    assert set(known) == lines - inner
    # four points a turn since turn 69 reach the neck in the west and Dzhankoy in the east
    assert {"2701", "3808", "4510"} <= set(rails["converted"])
    assert len(rails["converted"]) == 24


@pytest.mark.parametrize(
    ("name", "first", "last", "fixed", "changes"),
    [
        pytest.param(
            "3", 60, 75, {60: "mud", 61: "mud"}, {66: "mud", 74: "frost"}, marks=pytest.mark.rule("EFS-10.31")
        ),
        pytest.param("4", 84, 106, {84: "frost"}, {92: "snow"}, marks=pytest.mark.rule("EFS-10.41")),
        pytest.param(
            "5",
            60,
            106,
            {60: "mud", 61: "mud"},
            {66: "mud", 74: "frost", 92: "snow"},
            marks=pytest.mark.rule("EFS-10.51"),
        ),
        pytest.param("8", 176, 190, dict.fromkeys(range(176, 191), "dry"), {}, marks=pytest.mark.rule("EFS-10.81")),
    ],
)
def test_turns_and_weather_of_a_card(
    name: str, first: int, last: int, fixed: dict[int, str], changes: dict[int, str]
) -> None:
    theatre = opened(name)
    assert (theatre.first_turn, theatre.last_turn) == (first, last)
    days = theatre.days
    assert {turn: day.weather for turn, day in days.items() if day.weather} == fixed
    rolled = [turn for turn in days if turn not in fixed]
    before = [(turn, days[turn].climate) for turn in rolled if turn - 1 in rolled]
    assert {turn: climate for turn, climate in before if climate != days[turn - 1].climate} == changes
    assert [turn for turn in fixed if days[turn].stormy] == ([61] if 61 in fixed else [])
    track = {row["turn"]: row for row in data("charts/turn_track")["turns"]}
    assert all((row["from"], row["to"]) == (track[row["turn"]]["from"], track[row["turn"]]["to"]) for row in rows(name))


def rows(name: str) -> list[Any]:
    found: list[Any] = opened(name).card["calendar"]
    return found


# -- the joined game ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-comb.weather")
def test_until_scenario_3_the_joined_game_has_the_dry_season_of_odessa() -> None:
    joined, odessa = opened("10").days, opened("2").days
    early = range(48, 60)
    assert [joined[turn].climate for turn in early] == ["dry"] * 12 == [odessa[turn].climate for turn in early]
    assert [(row["from"], row["to"]) for row in rows("10") if row["turn"] in early] == [
        (row["from"], row["to"]) for row in rows("2") if row["turn"] in early
    ]


@pytest.mark.rule("EFS-comb.vp")
def test_places_of_the_joined_game() -> None:
    early = {"4825": 1, "5718": 3, "6912": 6, "4321": 1, "3519": 1, "4510": 3}
    town = dict.fromkeys(("In-1428", "In-1527", "In-1528"), 5)
    forts = dict.fromkeys(("In-1925", "In-1930", "In-1232", "In-1525", "In-1526", "In-1626", "In-1632"), 2)
    first = {**early, **town, "In-1823": 1, **forts}
    changes = {53: dict.fromkeys(town, 4), 66: {"6912": 4, "4510": 0}, 75: dict.fromkeys(town, 2), 78: {"6912": 2}}
    board = opened("10")
    for turn in (48, 52, 53, 65, 66, 74, 75, 77, 78, 106):
        wanted = dict(first)
        for since, worth in changes.items():
            wanted |= worth if turn >= since else {}
        found = {}
        for row in board.card["vp_places"]:
            until = [one["points"] for one in row.get("until", ()) if turn <= one["to"]]
            found[board.grid.label(int(row["hex"]))] = until[0] if until else row["points"]
        assert found == wanted, turn
