"""The list of games: manifests without rules, games on demand, clear words for what is not there."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import sandtable
from sandtable import registry

SMALL = "tests.small.skirmish"


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, f" {SMALL} ,,{SMALL}")


def test_the_product_has_its_four_games_by_id() -> None:
    found = registry.games()
    assert [one.id for one in found] == ["axisallies", "eastfront", "fieldsoffire", "nextwar"]
    assert found[1].name("it") == "Barbarossa: Crimea"
    assert [seat.id for seat in found[1].seats] == ["axis", "soviet"]
    assert found[1].seats[0].title == {"en": "Axis", "it": "Asse"}


def test_a_title_falls_back_to_english_and_then_to_the_id() -> None:
    assert registry.Manifest(id="x", title={"en": "X!"}).name("it") == "X!"
    assert registry.Manifest(id="x").name("it") == "x"


def test_a_manifest_says_playable_exactly_when_its_package_defines_a_game() -> None:
    for one in registry.games():
        package = __import__(f"sandtable.games.{one.id}", fromlist=["GAME"])
        assert one.is_playable == hasattr(package, "GAME"), one.id


def test_the_environment_adds_a_game_once(small: None) -> None:
    assert [one.id for one in registry.games()][4:] == ["skirmish"]
    one = registry.manifest("skirmish")
    assert one.is_playable
    assert [seat.id for seat in one.seats] == ["blue", "red"]
    assert one.rules.version == "1"
    assert registry.game("skirmish").id == "skirmish"
    assert registry.package("skirmish") == SMALL


def test_a_planned_game_can_be_played_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "early.py").write_text(
        "from tests.small.skirmish import Skirmish\nGAME = type('Early', (Skirmish,), {'id': 'fieldsoffire'})()\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv(registry.ENVIRONMENT, "early")
    assert [one.id for one in registry.games()].count("fieldsoffire") == 1
    one = registry.manifest("fieldsoffire")
    assert one.is_playable
    assert one.name("en") == "Fields of Fire"
    assert registry.package("fieldsoffire") == "early"
    assert registry.game("fieldsoffire").id == "fieldsoffire"


def test_a_game_of_the_product_lives_in_its_package() -> None:
    assert registry.package("eastfront") == "sandtable.games.eastfront"


def test_an_unknown_game_lists_the_known_ones() -> None:
    with pytest.raises(registry.UnknownGame, match=r"no game 'chess'; there is axisallies, eastfront"):
        registry.manifest("chess")
    with pytest.raises(registry.UnknownGame):
        registry.game("chess")


def test_an_id_is_not_a_path() -> None:
    with pytest.raises(registry.UnknownGame):
        registry.package("../games/eastfront")


def test_a_planned_game_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, small: None) -> None:
    (tmp_path / "planned").mkdir()
    (tmp_path / "planned" / "manifest.toml").write_text('id = "planned"\n')
    (tmp_path / "planned" / "__init__.py").write_text("")
    monkeypatch.setattr(registry, "_folder", lambda: tmp_path)
    monkeypatch.setattr(registry, "HOME", "planned_home")
    (tmp_path / "planned_home").mkdir()
    (tmp_path / "planned_home" / "planned").symlink_to(tmp_path / "planned")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(registry.NotPlayable, match="planned and cannot be played yet; playable today: skirmish"):
        registry.game("planned")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [("id = ", "wrong/manifest.toml cannot be read"), ('id = "other"\n', "the id is the name of the folder")],
)
def test_a_bad_manifest_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "wrong").mkdir()
    (tmp_path / "wrong" / "manifest.toml").write_text(text)
    monkeypatch.setattr(registry, "_folder", lambda: tmp_path)
    with pytest.raises(registry.BadModule, match=complaint):
        registry.games()


@pytest.mark.parametrize(
    ("module", "complaint"),
    [("no.such.module", "cannot be imported"), ("tests.small", "defines no GAME")],
)
def test_a_bad_module_in_the_environment_is_named(monkeypatch: pytest.MonkeyPatch, module: str, complaint: str) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, module)
    with pytest.raises(registry.BadModule, match=f"SANDTABLE_GAMES names {module}, which {complaint}"):
        registry.games()


def test_listing_loads_no_rules_and_no_heavy_library() -> None:
    code = (
        "import sys; from sandtable import registry; registry.games();"
        "print([m for m in sys.modules if m.startswith(('sandtable.games.', 'sandtable.kernel')) or"
        " m in ('numpy', 'babel', 'yaml', 'rich')])"
    )
    source = str(Path(sandtable.__file__).parents[1])
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env={"PYTHONPATH": source}, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("[]", "")
