"""Every message that the chapters on politics and the economy can bring up has words in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sandtable.games.axisallies import actions, flow, rules
from sandtable.games.axisallies.model import Battle, GlobalOptions, GlobalState, Power, Territory, Unit
from sandtable.games.axisallies.rules.victory.victory import SIDES
from sandtable.texts import Catalogue, load
from tests.games.axisallies.board import position

PACKAGE = "sandtable.games.axisallies"
MODULES = sorted(module for room in (actions, flow, rules) for module in Path(str(room.__file__)).parent.rglob("*.py"))
SPELLED = re.compile(r'"((?:log|refuse|modifier|roll|outcome)\.[a-z0-9_.]+)"')


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_every_key_that_a_rule_spells_out_has_words(module: Path, lang: str) -> None:
    source = module.read_text(encoding="utf-8")
    words = {**load(lang, "sandtable"), **load(lang, PACKAGE)}
    assert [key for key in SPELLED.findall(source) if key not in words] == []


@pytest.mark.parametrize("lang", ["en", "it"])
def test_everything_that_is_named_by_its_id_has_words(lang: str) -> None:
    board = position().board
    keys = [f"modifier.objective.{row['id']}" for row in board.tables["objectives"]["objectives"]]
    keys += [f"technology.{row['id']}" for row in board.tables["research"]["breakthroughs"]]
    keys += [f"economy.{economy}" for economy in board.economies] + [f"seat.{power}" for power in board.powers]
    keys += [f"outcome.{way}" for way in SIDES] + [f"log.threshold.{way}" for way in SIDES]
    keys += [f"option.{name}" for name in GlobalOptions.__struct_fields__] + ["scenario.rulebook", "scenario.box"]
    words = load(lang, PACKAGE)
    assert [key for key in keys if key not in words] == []


@pytest.mark.parametrize("lang", ["en", "it"])
def test_units_and_installations_are_called_as_on_the_board(lang: str) -> None:
    board = position().board
    words = load(lang, PACKAGE)
    called = {one.id: one.name[lang] for one in (*board.kinds.values(), *board.installations.values())}
    assert {kind: words.get(f"kind.{kind}") for kind in called} == called


@pytest.mark.parametrize("lang", ["en", "it"])
def test_places_are_called_as_on_the_board_in_both_languages(lang: str) -> None:
    texts = Catalogue(lang, [load(lang, PACKAGE)])
    called = {space.id: space.name[lang] for space in position().board.spaces.values()}
    assert {at: texts.say(f"place.{at}") for at in called} == called


@pytest.mark.parametrize("lang", ["en", "it"])
def test_everything_a_position_shows_has_a_word(lang: str) -> None:
    words = load(lang, PACKAGE)
    shown = [name for kind in (GlobalState, Unit, Territory, Power, Battle) for name in kind.__struct_fields__]
    assert [name for name in shown if name != "flow" and f"field.{name}" not in words] == []
