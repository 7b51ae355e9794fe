"""What clients draw from: the hexes of the map, its lines, and every counter as printed."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.drawing import board, centre, chains, corner, title
from sandtable.games.nextwar.game import GAME
from sandtable.kernel import codec


@pytest.mark.parametrize("name", [info.name for info in GAME.scenarios()])
def test_hexes_and_counters_can_be_drawn(name: str) -> None:
    scenario = GAME.open(name)
    drawn = board(scenario)  # type: ignore[arg-type]
    assert {f"{hexagon:04d}" for hexagon in scenario.grid.hexes} == set(drawn["hexes"])  # type: ignore[attr-defined]
    assert {int(key) for key in drawn["counters"]} == set(scenario.units)  # type: ignore[attr-defined]
    assert {int(key) for key in drawn["helicopters"]} == set(scenario.helicopters)  # type: ignore[attr-defined]
    assert drawn["hexes"]["2822"]["place"] == "major_city"
    assert codec.decode(codec.encode(drawn), dict)["kind"] == "hex"


def test_the_coast_is_closed_rings_around_all_land() -> None:
    art = GAME.board(GAME.open("train_to_seoul"))["art"]  # type: ignore[arg-type]
    assert all(len(ring) >= 12 and len(ring) % 2 == 0 for ring in art["coast"])
    assert len(art["places"]) > 150


def test_a_city_of_several_hexes_is_named_once() -> None:
    art = GAME.board(GAME.open("train_to_seoul"))["art"]  # type: ignore[arg-type]
    for city in ("Seoul", "Pyongyang"):
        assert [place["class"] for place in art["places"] if place["name"]["en"] == city] == ["urban"], city


def test_lines_are_long_and_of_every_kind() -> None:
    art = GAME.board(GAME.open("train_to_seoul"))["art"]  # type: ignore[arg-type]
    assert [*dict.fromkeys(road["class"] for road in art["roads"])] == ["secondary", "primary", "highway"]
    for kind in ("roads", "rivers", "channels", "border"):
        assert max(len(way["line"]) for way in art[kind]) > 20, kind


def test_pairs_become_chains_that_end_at_forks() -> None:
    assert sorted(map(sorted, chains([(1, 2), (2, 3), (3, 4), (3, 5)]))) == [[1, 2, 3], [3, 4], [3, 5]]
    (ring,) = chains([(1, 2), (2, 3), (1, 3)])
    assert ring[0] == ring[-1]
    assert set(ring) == {1, 2, 3}


def test_neighbours_share_their_corners() -> None:
    assert {corner(3010, 3), corner(3010, 4)} == {corner(3011, 1), corner(3011, 0)}
    assert centre(3011)[1] - centre(3010)[1] == 1000


def test_no_counter_is_called_by_a_question_mark() -> None:
    scenario = GAME.open("train_to_seoul")
    drawn = board(scenario)  # type: ignore[arg-type]
    units = scenario.units.values()  # type: ignore[attr-defined]
    assert all(row["name"] and "?" not in row["name"] for row in drawn["counters"].values())
    titles = [title(unit) for unit in units]
    assert not any("?" in one for one in titles)
    assert len(set(titles)) == len(titles)
    assert "DPRK 815 Mech Bde 1" in drawn["titles"]["piece"].values()


def test_counters_say_what_their_plate_and_tint_need() -> None:
    scenario = GAME.open("train_to_seoul")
    drawn = board(scenario)["counters"]  # type: ignore[arg-type]
    by_name = {unit.name: drawn[str(key)] for key, unit in scenario.units.items()}  # type: ignore[attr-defined]
    row = by_name["ROK Cap/VII Mech Div"]
    assert (row["front"], row["front_efficiency"], row["back"], row["back_efficiency"]) == ("10-11-8", 6, "5-5-8", 5)
    assert (row["side"], row["seat"], row["formation"]) == ("rok", "allied", "VII")
    assert {drawn[key]["side"] for key in drawn} == {"dprk", "prc", "rok", "us", "usmc", "cw", "japan"}
