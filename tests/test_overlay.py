"""An owner's folder, laid over a game of the house."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable import overlay, registry
from sandtable.games.eastfront.scenario import CrimeaScenario
from sandtable.kernel import Match
from sandtable.overlay import OverlayError, check, facts, laid_over
from sandtable.store.loading import named_scenario


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "mine" / "eastfront"
    (home / "scenarios").mkdir(parents=True)
    (home / "units.yaml").write_text("46 Inf Div: {front: 9-9-6, source: printed}\n50 Inf Div: {front: 7-7-5}\n")
    (home / "scenarios" / "7.yaml").write_text(
        "units: {50 Inf Div: {front: 8-8-5}}\nhexes: {'5714': {terrain: hill}}\n"
    )
    return home.parent


def front(scenario: object, name: str) -> str:
    assert isinstance(scenario, CrimeaScenario)
    return str(next(unit.front for unit in scenario.units.values() if unit.name == name))


def test_files_for_all_scenarios_and_for_one(folder: Path) -> None:
    game = registry.game("eastfront")
    one, seven = laid_over(game, "1", folder=folder), laid_over(game, "7", folder=folder)
    assert [front(s, "46 Inf Div") for s in (one, seven)] == ["9-9-6", "9-9-6"]
    assert [front(s, "50 Inf Div") for s in (one, seven)] == ["7-7-5", "8-8-5"]
    assert facts("axisallies", "1940", folder) == {}
    found = {scenario: parts for _, scenario, parts in check(folder)}
    assert found.pop("7") == ("hexes", "units")
    assert found == {one.name: ("units",) for one in game.scenarios() if one.name != "7"}


def test_json_serves_as_well_as_yaml(folder: Path) -> None:
    (folder / "eastfront" / "units.yaml").unlink()
    (folder / "eastfront" / "units.json").write_text('{"46 Inf Div": {"front": "9-9-6", "source": "printed"}}')
    one = laid_over(registry.game("eastfront"), "1", folder=folder)
    assert front(one, "46 Inf Div") == "9-9-6"


def test_the_environment_names_the_folder_for_every_new_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("eastfront")
    assert facts("eastfront", "1") == {}
    plain = named_scenario(game, "1", {})
    monkeypatch.setenv(overlay.ENVIRONMENT, str(folder))
    assert front(plain, "46 Inf Div") != front(named_scenario(game, "1", {}), "46 Inf Div") == "9-9-6"


def test_a_game_keeps_the_values_it_was_set_up_with(folder: Path) -> None:
    game = registry.game("eastfront")
    match = Match.new(game, laid_over(game, "1", folder=folder), b"seed")
    assert match.header.facts["units"]["46 Inf Div"]["front"] == "9-9-6"
    assert front(Match.fold(game, match.records).scenario, "46 Inf Div") == "9-9-6"


def test_what_cannot_be_used_names_its_file(folder: Path, tmp_path: Path) -> None:
    home = folder / "eastfront"
    with pytest.raises(OverlayError, match="there is no such folder"):
        check(tmp_path / "nowhere")
    with pytest.raises(OverlayError, match="no folder of a game"):
        check(home / "scenarios")
    (home / "scenarios" / "12.yaml").write_text("units: {}\n")
    with pytest.raises(OverlayError, match=r"12.yaml: there is no scenario 12; there is 1, "):
        check(folder)
    (home / "scenarios" / "12.yaml").unlink()
    for text, told in (
        ("[1, 2]", "should be a mapping"),
        ("{a: ", "expected"),
        ("46 Inf Div: {front: 9}", "scenario 1: "),
    ):
        (home / "units.yaml").write_text(text)
        with pytest.raises(OverlayError, match=told):
            check(folder)
    (home / "units.yaml").write_bytes(b"\xff\xfe")
    with pytest.raises(OverlayError, match=r"units\.yaml"):
        check(folder)
    (folder / "eastfront").rename(folder / "westfront")
    with pytest.raises(OverlayError, match="no game 'westfront'"):
        check(folder)
