"""Inventories: ids, chapters, exemptions, and the four real ones."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
import yaml

from tools.rules import inventory
from tools.rules.inventory import InventoryError, Library, chapter_of
from tools.rules.specimen import lay_out
from tools.rules.tree import Tree

ROOT = Path(__file__).resolve().parents[3]
RULES = "src/sandtable/games/tiny/rules.yaml"
COUNTS = {"axisallies": 512, "eastfront": 1000, "fieldsoffire": 1503, "nextwar": 1101}


@pytest.mark.parametrize(
    ("rule", "chapter"),
    [
        ("EF-15.57", "15"),
        ("EF-PB8.12.c", "PB8"),
        ("EFS-10.24.l", "EFS-10"),
        ("EFS-comb.vp", "EFS"),
        ("EFT-air-combat", "EFT"),
        ("EFS-ADV-8.c", "EFS-ADV"),
        ("EF-9.2.air", "9.2"),
        ("EF-9", "9"),
    ],
)
def test_a_chapter_is_the_number_after_the_main_prefix(rule: str, chapter: str) -> None:
    assert chapter_of(rule, ("EF-", "EFS-", "EFT-"), split=("9",)) == chapter


def test_chapters_are_in_the_order_of_prefixes_and_numbers(tmp_path: Path) -> None:
    tiny = inventory.load(lay_out(tmp_path)).games["tiny"]
    assert tiny.chapters == {"1": "Moving", "2.1": "Fighting", "TGT": "Tables"}
    assert tiny.entries["TG-1.10"].exempt == "a matter of paint"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- {id: TG-1, title: a, req: b}\n- {id: TG-1, title: a, req: b}", "TG-1 stands there twice"),
        ("- {id: XX-1, title: a, req: b}", "'XX-1' is no id with a prefix of the manifest"),
        ("- {id: TG-1, title: a}", "entry 1: needs id, title and req"),
        ("- {id: TG-1, title: a, req: b, exempt: ''}", "exempt must give the reason why TG-1"),
        ("id: TG-1", "must be a list"),
        ("- [", "cannot be read"),
    ],
)
def test_a_bad_inventory_says_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(InventoryError, match=message):
        inventory.load(lay_out(tmp_path, {RULES: text}))


def test_an_unknown_id_gets_the_nearest_known_ones(tmp_path: Path) -> None:
    library = inventory.load(lay_out(tmp_path))
    assert library.nearest("TG-2.1.ods")[0] == "TG-2.1.odds"


@pytest.fixture(scope="module")
def library() -> Library:
    return inventory.load(Tree(ROOT))


@pytest.mark.parametrize("game", sorted(COUNTS))
def test_the_real_inventories_are_whole(library: Library, game: str) -> None:
    real = library.games[game]
    assert len(real.entries) == COUNTS[game]
    assert {rule.partition("-")[0] + "-" for rule in real.entries} == set(real.prefixes)
    assert all(real.chapters.values()), "every chapter has a title in the manifest"


@pytest.mark.parametrize("game", sorted(COUNTS))
def test_no_manifest_names_a_chapter_without_rules(library: Library, game: str) -> None:
    manifest = tomllib.loads((Tree(ROOT).games / game / "manifest.toml").read_text(encoding="utf-8"))
    assert manifest["id"] == game
    assert set(manifest["rules"]["chapters"]) == set(library.games[game].chapters)


def test_the_fast_loader_is_there() -> None:
    assert yaml.__with_libyaml__
