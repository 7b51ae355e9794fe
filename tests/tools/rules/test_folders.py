"""Chapters and their folders, tried on a small checkout and held for the real ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.rules import citations, folders, inventory
from tools.rules.specimen import lay_out
from tools.rules.tree import Tree

ROOT = Path(__file__).resolve().parents[3]
HOME = "src/sandtable/games/tiny"
MANIFEST = """title = {{ en = "Tiny" }}
[rules]
prefixes = ["TG-", "TGT-"]
[rules.folders]
{folders}
"""
RULES = "- {id: TG-1.1, title: a, req: b}\n- {id: TG-2.1, title: a, req: b}\n"
MOVES = "# rule: TG-1.1\nSTEP = 1\n"
TABLE = '"1" = "moves"\n"2" = "fights"'


def messages(root: Path, table: str = TABLE, **modules: str) -> list[str]:
    files = {f"{HOME}/manifest.toml": MANIFEST.format(folders=table), f"{HOME}/rules.yaml": RULES}
    files |= {f"{HOME}/{path.replace('__', '/')}.py": text for path, text in modules.items()}
    tree = Tree(root)
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    library = inventory.load(tree)
    return [problem.message for problem in folders.judged(tree, library, citations.scan(tree, library)).problems]


FIGHTS = "# rule: TG-2.1\nHIT = 2\n"


def test_a_folder_for_each_chapter_and_a_chapter_in_each_module_is_in_order(tmp_path: Path) -> None:
    assert messages(tmp_path, rules__moves__steps=MOVES, rules__fights__hits=FIGHTS, rules__memory="") == []


def test_a_chapter_may_stand_in_another_room(tmp_path: Path) -> None:
    table = '"1" = "moves"\n"2" = "flow"'
    assert messages(tmp_path, table, rules__moves__steps=MOVES, flow__turn=FIGHTS) == []


@pytest.mark.parametrize(
    ("table", "modules", "message"),
    [
        (TABLE, {"rules__fights__hits": FIGHTS + MOVES}, "chapter 1 to 'moves', which is no folder"),
        (TABLE, {"rules__moves__steps": MOVES + FIGHTS, "rules__fights__hits": "HIT = 2\n"}, "nothing there cites it"),
        (TABLE + '\n"9" = "moves"', {"rules__moves__steps": MOVES, "rules__fights__hits": FIGHTS}, "chapter '9'"),
        ('"1" = "moves"', {"rules__moves__steps": MOVES + FIGHTS}, "does not say where chapter 2 stands"),
        (TABLE, {"rules__moves__a": MOVES, "rules__fights__b": FIGHTS, "rules__odds__c": MOVES}, "no chapter for"),
        (TABLE, {"rules__moves__a": MOVES, "rules__moves__b": FIGHTS, "rules__fights__c": FIGHTS}, "cites no entry"),
    ],
    ids=["no folder", "not cited there", "no chapter", "not in the table", "no name", "wrong folder"],
)
def test_what_does_not_agree_is_told(tmp_path: Path, table: str, modules: dict[str, str], message: str) -> None:
    assert any(message in told for told in messages(tmp_path, table, **modules))


def test_a_chapter_that_nothing_cites_yet_may_have_a_home_that_is_not_built(tmp_path: Path) -> None:
    assert messages(tmp_path, rules__moves__steps=MOVES) == []


def test_a_game_without_rules_needs_no_table(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    library = inventory.load(tree)
    assert list(folders.problems(tree, library.games["tiny"], citations.Scan((), ()))) == []


@pytest.mark.parametrize("game", ["axisallies", "eastfront"])
def test_the_games_keep_their_chapters_in_their_folders(game: str) -> None:
    tree = Tree(ROOT)
    library = inventory.load(tree)
    found = citations.scan(tree, library)
    assert [one.message for one in folders.problems(tree, library.games[game], found)] == []
