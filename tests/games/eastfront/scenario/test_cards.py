"""Every card against the map and the counters: who stands where, and what everybody faces."""

from __future__ import annotations

from collections import Counter
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
    rows += [row for group in part.get("groups") or () for row in group["units"]]
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
