"""The ledger of proofs, and which entries are chosen for a run."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tools.rules import choose, citations, inventory, ledger
from tools.rules.inventory import InventoryError
from tools.rules.ledger import Ledger
from tools.rules.specimen import FILES, lay_out

if TYPE_CHECKING:
    from pathlib import Path

    from tools.rules.citations import Scan
    from tools.rules.tree import Tree

MOVES = "src/sandtable/games/tiny/moves.py"
TESTS = "tests/test_moves.py"
RULES = ["TG-1.1", "TG-1.2", "TG-2.1.odds", "TGT-costs"]


def scanned(tree: Tree) -> Scan:
    ledger._lines.cache_clear()
    ledger._parsed.cache_clear()
    return citations.scan(tree, inventory.load(tree))


def prints(tree: Tree) -> dict[str, str]:
    return ledger.fingerprints(scanned(tree), RULES)


def changed(before: dict[str, str], after: dict[str, str]) -> list[str]:
    return Ledger(before).stale(after)


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        (MOVES, "start + 1", "start + 2", ["TG-1.1", "TG-1.2"]),
        (MOVES, "2 * defence", "3 * defence", ["TG-2.1.odds"]),
        (MOVES, "return False", "return None", []),  # below no tag
        (MOVES, "        # rule: TG-2.1.odds", "        # why\n\n        # rule: TG-2.1.odds", []),
        (TESTS, "moves.is_legal(1, 3)", "moves.is_legal(1, 4)", ["TG-1.1"]),
        (TESTS, "moves.wins(3, 2)", "moves.wins(2, 2)", ["TG-2.1.odds"]),
        ("src/sandtable/games/tiny/data/costs.yaml", "cost: 2", "cost: 3", ["TGT-costs"]),
    ],
)
def test_what_changes_must_be_proven_again(tmp_path: Path, path: str, old: str, new: str, expected: list[str]) -> None:
    before = prints(lay_out(tmp_path / "before"))
    text = FILES[path]
    assert old in text
    after = prints(lay_out(tmp_path / "after", {path: text.replace(old, new)}))
    assert changed(before, after) == expected


def test_what_moves_to_another_file_stays_proven(tmp_path: Path) -> None:
    before = prints(lay_out(tmp_path / "before"))
    moved = {
        MOVES: "",
        "src/sandtable/games/tiny/rules/moves.py": FILES[MOVES],
        "src/sandtable/games/tiny/rules/__init__.py": "",
    }
    assert changed(before, prints(lay_out(tmp_path / "after", moved))) == []


def test_what_changed_since_a_commit(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "init.defaultBranch=main"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "x"]):
        subprocess.run([*git, *words], cwd=tree.root, check=True)
    path = tree.root / MOVES
    path.write_text(path.read_text().replace("2 * defence", "3 * defence"))
    games = list(inventory.load(tree).games.values())
    assert choose.changed_since(tree, games, scanned(tree), "HEAD") == ["TG-2.1.odds"]
    with pytest.raises(InventoryError, match="--since nowhere: "):
        choose.changed_since(tree, games, scanned(tree), "nowhere")


def test_the_parts_of_a_rotation_are_all_entries() -> None:
    parts = [choose.turn(RULES, f"{number}/3") for number in (3, 4, 5)]
    assert parts == [["TG-1.1", "TGT-costs"], ["TG-1.2"], ["TG-2.1.odds"]]
    for words in ("3", "a/b", "1/0", "-1/4"):
        with pytest.raises(InventoryError, match="say which part of how many"):
            choose.turn(RULES, words)


def test_entries_that_would_make_too_many_mutants_are_left(tmp_path: Path) -> None:
    scan = scanned(lay_out(tmp_path))
    # Three of the first two, which share a place, five of the third, two of the last.
    assert choose.within(scan, RULES, 10) == (RULES, [])
    assert choose.within(scan, RULES, 5) == (["TG-1.1", "TG-1.2", "TGT-costs"], ["TG-2.1.odds"])


def test_the_ledger_keeps_what_it_holds_and_is_written_in_order(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    assert ledger.load(tree) == Ledger()
    known = Ledger({"TG-2.1.odds": "b", "TG-1.1": "a"}, {"tiny": {"clauses": 9, "missed": 8}}, {"tiny": 1})
    ledger.save(tree, known)
    assert ledger.load(tree) == known
    assert list(ledger.load(tree).proven) == ["TG-1.1", "TG-2.1.odds"]


def test_an_entry_that_lost_its_tag_and_a_crowded_place_are_faults(tmp_path: Path) -> None:
    tags = "# rule: TG-1.1, TG-1.2\n# rule: TG-2.1.odds, TGT-costs\nX = 1\n"
    tree = lay_out(tmp_path, {MOVES: tags})
    library, scan = inventory.load(tree), scanned(tree)
    assert Ledger({"TG-1.1": "a"}, crowded={"tiny": 1}).faults(library, scan) == []
    assert Ledger({"TG-1.10": "a"}).faults(library, scan) == [
        "TG-1.10 is in the ledger of proofs, but has no tag or no test",
        "tiny: 1 places name more than three rules, 0 are allowed: put each tag above the clause that it means",
    ]
