"""Every word that a case of a game may use is listed, checked and documented."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from sandtable import casefile, registry
from sandtable.kernel import Game
from sandtable.kernel.cases.shapes import infos_of, reader_for
from sandtable.kernel.cases.vocabulary import NOTHING, named, structs_in, unlisted, vocabulary_of
from sandtable.kernel.changes import plain_fields, tables_of

SMALL = "tests.small.skirmish,tests.small.market,tests.small.patrol"
PLAYABLE = [one.id for one in registry.games() if one.is_playable]
ALL = [*PLAYABLE, "skirmish", "market", "patrol"]
DOCS = Path(__file__).parents[2] / "docs" / "cases"
CODE = re.compile(r"`([^`]+)`")
NAMES = {
    "SIDE": r"(?:axis|soviet)",
    "HEX": r"\d+",
    "ROW": r"\d+",
    "UNIT": r"\d+",
    "SHIP": r"\d+",
    "GROUP": r".+",
    "KIND": r"\w+",
}


@pytest.fixture(autouse=True)
def small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(registry.ENVIRONMENT, SMALL)


def page(game_id: str) -> str:
    return (DOCS / f"{game_id}.md").read_text()


def section(game_id: str, title: str) -> str:
    """A chapter of a game's page, with those below it."""
    return page(game_id).partition(f"## {title}\n")[2].partition("\n## ")[0]


def first_column(text: str) -> list[str]:
    return [CODE.findall(line)[0] for line in text.splitlines() if line.startswith("| `")]


def scenarios(game: Game[Any]) -> list[Any]:
    return [game.open(info.name) for info in game.scenarios()]


def test_only_a_game_of_the_tests_has_no_vocabulary() -> None:
    playable = [one.id for one in registry.games() if one.is_playable]
    assert [one for one in playable if vocabulary_of(registry.game(one)) is NOTHING] == ["patrol"]


@pytest.mark.parametrize("game_id", ALL)
def test_no_word_can_be_misspelt_unnoticed(game_id: str) -> None:
    game = registry.game(game_id)
    for scenario in scenarios(game):
        assert list(unlisted(game, scenario)) == [], "list these words in the vocabulary of the game"


@pytest.mark.parametrize("game_id", ALL)
def test_the_vocabulary_speaks_of_what_there_is(game_id: str) -> None:
    game = registry.game(game_id)
    own = vocabulary_of(game)
    kinds = structs_in([game.state_type, *(verb.action for verb in game.verbs.values())])
    fields = {f"{kind.__name__}.{info.name}" for kind in kinds for info in infos_of(kind)}
    keys = {f"{game.state_type.__name__}.{table}.key" for table in tables_of(game.state_type)}
    assert sorted({*own.words, *own.free} - fields - keys) == []
    assert set(own.questions) <= set(game.queries)
    for scenario in scenarios(game):
        reader = reader_for(game, scenario)
        assert [place for place in own.words if not named(own.words[place](scenario)) and place != "Accept.group"] == []
        assert not reader.is_word("qqq")


@pytest.mark.parametrize("game_id", PLAYABLE)
def test_every_query_can_be_asked_in_a_case(game_id: str) -> None:
    game = registry.game(game_id)
    assert set(vocabulary_of(game).questions) == set(game.queries)
    assert sorted(first_column(section(game_id, "Questions"))) == sorted(game.queries)


@pytest.mark.parametrize("game_id", PLAYABLE)
def test_facts_are_documented(game_id: str) -> None:
    facts = vocabulary_of(registry.game(game_id)).facts
    assert facts is not None
    assert [name for name in names_of(facts) if name not in first_column(section(game_id, "Facts"))] == []
    known = {name for kind in structs_in([facts]) for name in names_of(kind)}
    assert sorted(known.difference(CODE.findall(page(game_id)))) == []


def names_of(kind: type[Struct]) -> list[str]:
    return [info.encode_name for info in infos_of(kind)]


@pytest.mark.parametrize("game_id", PLAYABLE)
def test_tracks_and_tables_are_documented(game_id: str) -> None:
    game = registry.game(game_id)
    tracks = vocabulary_of(game).tracks
    assert sorted(first_column(section(game_id, "Tracks"))) == sorted([*plain_fields(game.state_type), *tracks])
    assert sorted(first_column(section(game_id, "Tables"))) == sorted(tables_of(game.state_type))
    for name, meaning in tracks.items():
        assert f"| `{name}` | {meaning[0].upper()}{meaning[1:]}. |" in page(game_id)


@pytest.mark.parametrize("game_id", PLAYABLE)
def test_every_track_has_its_line(game_id: str) -> None:
    game = registry.game(game_id)
    own = vocabulary_of(game)
    place = f"{game.state_type.__name__}.tracks.key"
    if place not in own.words:
        assert not own.tracks
        return
    forms = [re.sub("|".join(NAMES), lambda found: NAMES[found.group()], name) for name in own.tracks]
    shape = re.compile("|".join(forms))
    for scenario in scenarios(game):
        words = list(own.words[place](scenario))
        assert [word for word in words if not shape.fullmatch(word)] == []
        assert not plain_fields(game.state_type).intersection(words), "a word means one thing"


@pytest.mark.parametrize("game_id", PLAYABLE)
def test_switches_and_options_are_documented(game_id: str) -> None:
    game = registry.game(game_id)
    facts = vocabulary_of(game).facts
    assert facts is not None
    switches = [name for kind in structs_in([facts]) if kind.__name__ == "Switches" for name in names_of(kind)]
    assert sorted(first_column(section(game_id, "Switches"))) == sorted([*switches, *game.options.__struct_fields__])


@pytest.mark.parametrize("game_id", PLAYABLE)
def test_the_purpose_of_every_die_is_documented(game_id: str) -> None:
    rolls = {key.removeprefix("roll.") for key in casefile.lexicon(game_id).messages if key.startswith("roll.")}
    told = set(CODE.findall(section(game_id, "Dice")))
    assert sorted(rolls - told) == []


@pytest.mark.parametrize("game_id", PLAYABLE)
def test_a_table_of_tracks_counts_in_numbers(game_id: str) -> None:
    kind = registry.game(game_id).state_type
    if "tracks" in tables_of(kind):
        assert tables_of(kind)["tracks"] == (str, int)
