"""What is ours is counted and marked value by value, and nothing that is printed is."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront import GAME
from sandtable.games.eastfront.queries.sources import FACES, placements, sources
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.games.eastfront.scenario.files import data


def scenario(name: str, **facts: object) -> CrimeaScenario:
    found = GAME.open(name, facts=facts)
    assert isinstance(found, CrimeaScenario)
    return found


def counted(board: CrimeaScenario) -> dict[str, dict[str, int]]:
    sheet = sources(board)
    kinds = [column.key.rpartition(".")[2] for column in sheet.columns]  # type: ignore[union-attr]
    return {row.head.key.rpartition(".")[2]: dict(zip(kinds, row.cells, strict=True)) for row in sheet.rows}  # type: ignore[union-attr, arg-type]


@pytest.mark.parametrize("face", FACES)
def test_marks_on_counters_are_those_that_are_counted(face: str) -> None:
    board = scenario("7")
    drawn = GAME.board(board)["counters"]
    rebuilt = [key for key, one in drawn.items() if face in one["rebuilt"]]
    assert counted(board)[face]["reconstructed"] == len(rebuilt)
    for row in data("counters")["units"]:
        unit = next(one for one in board.units.values() if one.name == row["id"])
        assert (face in unit.rebuilt) == (face in unit.values and face not in row.get("printed", ()))


def test_values_of_headquarters_and_unprinted_backs_are_ours() -> None:
    units = {unit.name: unit for unit in scenario("1").units.values()}
    assert {"command", "recovery"} <= set(units["51 Army HQ"].rebuilt)
    assert "back" in units["46 Inf Div"].rebuilt
    assert "front" not in units["46 Inf Div"].rebuilt
    assert "back" not in units["50 Inf Div"].rebuilt, "printed as a pair"


def test_a_value_that_an_owner_gives_is_printed_and_the_others_stay_ours() -> None:
    given = {"51 Army HQ": {"command": 3, "source": "printed"}}
    units = {unit.name: unit for unit in scenario("1", units=given).units.values()}
    assert "command" not in units["51 Army HQ"].rebuilt
    assert "recovery" in units["51 Army HQ"].rebuilt


def test_every_place_at_the_start_says_whether_it_is_printed() -> None:
    first, kerch = scenario("1"), scenario("7")
    names = {first.units[key].name: source for key, source in placements(first).items()}
    assert names["106 Rifle Div"] != "reconstructed"
    assert names["48 Cav Div"] == "reconstructed"
    assert set(placements(kerch).values()) == {"reconstructed"}
    assert GAME.board(kerch)["placed"].keys() == {str(key) for key in placements(kerch)}
    assert counted(kerch)["placements"]["reconstructed"] == len(placements(kerch))


def test_the_whole_map_is_ours() -> None:
    assert counted(scenario("1"))["hexes"]["reconstructed"] == len(scenario("1").grid.hexes)
