"""New games: who sits where, which options, which dice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sandtable import registry, savefile
from sandtable.kernel.campaigns import sealed
from sandtable.kernel.records import Header
from tests.small.test_march import BETTER, mission, won


def header(path: Path) -> Header:
    found = savefile.read(path).records[0]
    assert isinstance(found, Header)
    return found


def test_a_new_game_is_saved_and_told(sand: Any, tmp_path: Path) -> None:
    answer = sand("new", "skirmish", "meeting", "--to", "n.game", "--option", "turns=3", "--seed", "5eed")
    assert answer.code == 0
    assert answer.out.splitlines()[0] == "skirmish · meeting · step 0"
    assert answer.out.splitlines()[-1] == "Saved in n.game."
    found = header(tmp_path / "n.game")
    assert (found.options, found.seed) == ({"turns": 3}, "5eed")
    assert found.seats == {"blue": "me", "red": "me"}


def test_every_game_has_dice_of_its_own(sand: Any) -> None:
    for name in ("1.game", "2.game"):
        sand("new", "skirmish", "meeting", "--to", name)
    first, second = header(Path("1.game")), header(Path("2.game"))
    assert first.seed != second.seed
    assert len(bytes.fromhex(first.seed or "")) == 32


def test_bots_that_begin_have_played_when_a_person_is_asked(sand: Any) -> None:
    answer = sand("new", "skirmish", "meeting", "--to", "b.game", "--seat", "blue=random", "--seed", "01", "--json")
    assert [prompt["seat"] for prompt in answer.data["prompts"]] == ["red"]
    assert answer.data["seq"] > 0


def test_a_table_of_bots_only_waits_to_be_watched(sand: Any) -> None:
    name = sand("scenarios", "patrol", "--json").data["scenarios"][0]["name"]
    answer = sand("new", "patrol", name, "--to", "b.game", "--seat", "leader=random", "--json")
    assert answer.data["seq"] == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--option", "speed=3"), "No option is called speed. Options: turns."),
        (("--option", "turns=soon"), "Option turns wants a whole number; it was given soon."),
        (("--option", "turns"), "--option wants a name and a value, such as turns=8; it was given turns."),
        (("--seat", "green=me"), "No seat is called green. Seats: blue and red."),
        (("--seat", "red=clever"), "No bot is called clever. Bots: me and random."),
        (("--seat", "red"), "--seat wants a name and a value"),
        (("--seed", "xyz"), "xyz is no seed"),
        (("--seed", "ab" * 65), "is no seed"),
    ],
)
def test_wrong_words_are_named_and_nothing_is_saved(sand: Any, tmp_path: Path, words: tuple[str], says: str) -> None:
    answer = sand("new", "skirmish", "meeting", "--to", "w.game", *words)
    assert answer.code == 2
    assert says in answer.err
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_scenario_is_named(sand: Any) -> None:
    answer = sand("new", "skirmish", "waterloo", "--to", "w.game")
    assert (answer.code, answer.err) == (2, "No scenario is called waterloo. Scenarios: meeting and narrow.\n")


def test_a_game_is_not_overwritten(sand: Any, game: Path) -> None:
    before = game.read_bytes()
    answer = sand("new", "skirmish", "meeting", "--to", game)
    assert answer.code == 2
    assert "is there already" in answer.err
    assert game.read_bytes() == before


# -- one game after the other ----------------------------------------------------------------------------------------


@pytest.fixture
def march(monkeypatch: pytest.MonkeyPatch, sand: Any) -> Any:
    monkeypatch.setenv(registry.ENVIRONMENT, "tests.small.march")
    return sand


def test_a_game_after_another(march: Any) -> None:
    savefile.write_all(Path("first.game"), won().records)
    answer = march("new", "march", "bridge", "--to", "second.game", "--after", "first.game", "--json")
    assert answer.code == 0, answer.err
    follows = header(Path("second.game")).follows
    assert follows is not None
    assert follows.match == won().header.commitment
    assert march("replay", "second.game", "--strict", "--after", "first.game").code == 0


def test_a_game_with_a_better_past(march: Any) -> None:
    first = won()
    savefile.write_all(Path("first.game"), first.records)
    follows = sealed(first.header.commitment, first.steps[-1].hash, BETTER)
    savefile.write_all(Path("second.game"), mission("bridge", follows).records)
    assert march("replay", "second.game", "--strict").code == 0
    answer = march("replay", "second.game", "--after", "first.game")
    assert answer.code == 1
    assert "what was carried on is not what the game before ended with" in answer.err


def test_what_cannot_be_followed(march: Any) -> None:
    savefile.write_all(Path("first.game"), mission().records)
    answer = march("new", "march", "bridge", "--to", "second.game", "--after", "first.game")
    assert answer.code == 2
    assert answer.err == "No game can follow first.game: the game before is not over by its rules.\n"
    assert not Path("second.game").exists()


def test_an_edited_past_is_found_on_opening(march: Any) -> None:
    second = mission("bridge", sealed("m", "h", BETTER))
    savefile.write_all(Path("second.game"), second.records)
    content = Path("second.game").read_bytes()
    Path("second.game").write_bytes(content.replace(b'"glory":50', b'"glory":51'))
    answer = march("replay", "second.game")
    assert answer.code != 0
    assert "was changed" in answer.err
