"""What a space is to a power, and facts of the board that chapter 7 names."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.rules.combat_move.land import why_not_invade
from sandtable.games.axisallies.rules.spaces.spaces import (
    disputed,
    foes_at,
    friendly_since_start,
    is_foe,
    is_hostile_zone,
    is_neutral_land,
    land_status,
    leans_to,
)
from tests.games.axisallies.board import at, position


@pytest.mark.rule("AA-7.territory.status", "AA-6.neutral.vs-power")
@pytest.mark.parametrize(
    ("power", "name", "status"),
    [
        ("germany", "Poland", "friendly"),
        ("germany", "Southern Italy", "friendly"),
        ("germany", "France", "hostile"),
        ("germany", "Sweden", "neutral"),
        ("germany", "Russia", "neutral"),
        ("germany", "Bulgaria", "neutral"),
        ("uk", "Russia", "friendly"),
        ("japan", "France", "neutral"),
        ("japan", "Hunan", "hostile"),
    ],
)
def test_a_territory_is_friendly_hostile_or_neutral(power: str, name: str, status: str) -> None:
    assert land_status(position(), power, at(name)) == status


@pytest.mark.rule("AA-6.neutral.vs-power")
def test_a_power_at_peace_is_not_a_neutral_territory() -> None:
    state = position()
    assert not is_neutral_land(state, at("Russia"))
    assert is_neutral_land(state, at("Sweden"))
    assert not is_neutral_land(state, at("Java"))


@pytest.mark.rule("AA-6.friendly-neutral.def", "AA-6.hostile-neutral.def")
def test_neutrals_lean_to_a_whole_alliance() -> None:
    land = position().territories
    assert leans_to(land[at("Bulgaria")]) == "axis"
    assert leans_to(land[at("Yugoslavia")]) == "allies"
    assert leans_to(land[at("Sweden")]) == ""


@pytest.mark.rule("AA-7.sz.status")
@pytest.mark.parametrize(
    ("kind", "owner", "hostile"),
    [
        ("destroyer", "uk", True),
        ("carrier", "uk", True),
        ("submarine", "uk", False),
        ("transport", "uk", False),
        ("destroyer", "usa", False),
        ("destroyer", "italy", False),
    ],
)
def test_only_surface_warships_of_an_enemy_make_a_zone_hostile(kind: str, owner: str, hostile: bool) -> None:
    state = position(units={1: {"kind": kind, "owner": owner, "at": 112}})
    assert is_hostile_zone(state, "germany", 112) is hostile


def test_the_army_of_a_neutral_is_the_enemy_of_the_side_it_does_not_lean_to() -> None:
    state = position(
        territories={"Greece": {"roused": True}}, units={1: {"kind": "infantry", "owner": "neutral", "at": "Greece"}}
    )
    assert is_foe(state, "germany", state.units[1])
    assert not is_foe(state, "uk", state.units[1])


@pytest.mark.rule("AA-9.4.air.land-territory")
def test_a_territory_taken_this_turn_was_not_friendly_since_its_start() -> None:
    held = {
        "France": {"holder": "germany", "since": "france"},
        "Greece": {"holder": "italy", "since": "", "stance": ""},
        "Albania": {"holder": "germany", "since": "italy"},
    }
    state = position(territories=held)
    assert [friendly_since_start(state, at(name), "germany") for name in held] == [False, False, True]


@pytest.mark.rule("AA-7.territory.impassable")
@pytest.mark.parametrize("name", ["Sahara", "Pripet Marshes"])
def test_nothing_enters_impassable_terrain(name: str) -> None:
    board = position().board
    assert all(at(name) not in near for near in board.land_next.values())
    assert all(at(name) not in near for near in board.air_next.values())


@pytest.mark.rule("AA-7.adjacency")
def test_spaces_that_meet_in_a_point_are_not_adjacent() -> None:
    board = position().board
    assert set(board.sea_next[at("United Kingdom")]) == {109, 110}


@pytest.mark.rule("AA-7.island.def", "AA-7.island.examples")
def test_islands_are_surrounded_by_sea_zones() -> None:
    board = position().board
    islands = [space.id for space in board.spaces.values() if space.island]
    assert all(not board.land_next[one] and board.sea_next[one] for one in islands)
    assert {at("Sardinia"), at("Sicily")} <= set(board.land_next[95])
    assert board.sea_next[at("West Indies")] == (89,)


@pytest.mark.rule("AA-7.island.unnamed")
def test_unnamed_islands_are_not_on_the_board() -> None:
    board = position().board
    assert not [one for one in board.land_next[114] if board.spaces[one].island]


@pytest.mark.rule("AA-3.map.wrap", "AA-3.map.sea-seam")
def test_the_two_maps_join_around_the_world() -> None:
    board = position().board
    seam = {(11, 64), (28, 64), (51, 64), (51, 65), (51, 66), (52, 66)}
    across = {
        (a, b) for a in range(1, 64) for b in board.sea_next[a] if board.spaces[b].half == "europe" and 64 <= b <= 66
    }
    assert across == seam


@pytest.mark.parametrize(
    ("west", "east"),
    [
        pytest.param(
            "Alberta Saskatchewan Manitoba", "British Columbia", marks=pytest.mark.rule("AA-3.map.land-seam.a")
        ),
        pytest.param("Central United States", "Western United States", marks=pytest.mark.rule("AA-3.map.land-seam.b")),
        pytest.param("Southeast Mexico", "Mexico", marks=pytest.mark.rule("AA-3.map.land-seam.c")),
    ],
)
def test_land_meets_across_the_seam(west: str, east: str) -> None:
    assert at(east) in position().board.land_next[at(west)]


@pytest.mark.parametrize("wars", [{}, {"germany-ussr": 1, "japan-usa": 1, "japan-uk": 1}])
def test_nothing_is_fought_outside_the_disputed_spaces(wars: dict[str, int]) -> None:
    state = position(only=False, wars=wars)
    for power in state.board.powers:
        where = disputed(state, power)
        enemies = {place for place in state.board.spaces if foes_at(state, power, place)}
        aims = {place for place in state.territories if why_not_invade(state, power, place) is None}
        assert enemies | aims <= where
        assert not any(state.territories[place].holder == power for place in where & state.territories.keys() - enemies)
