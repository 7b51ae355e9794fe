"""`python -m tools.rules`: the table, the JSON, the checks, the pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tools.rules import ledger
from tools.rules.cli import main
from tools.rules.specimen import lay_out

if TYPE_CHECKING:
    from pathlib import Path

    from tools.rules.tree import Tree

Capture = pytest.CaptureFixture[str]


def rules(tree: Tree, *args: str) -> int:
    return main(["--root", str(tree.root), *args])


def test_the_counts_as_json(tmp_path: Path, capfd: Capture) -> None:
    tree = lay_out(tmp_path, {"tests/golden/tiny/a.trace": '{"fired": ["TG-1.1"]}\n'})
    assert rules(tree, "--run", "--json") == 0
    games = json.loads(capfd.readouterr().out)["games"]
    assert games == {
        "tiny": {
            "entries": 5,
            "exempt": 1,
            "implemented": 4,
            "tested": 4,
            "exercised": 1,
            "results": "fresh",
            "chapters": {
                "1": {"entries": 3, "exempt": 1, "implemented": 2, "tested": 2, "exercised": 1},
                "2.1": {"entries": 1, "exempt": 0, "implemented": 1, "tested": 1, "exercised": 0},
                "TGT": {"entries": 1, "exempt": 0, "implemented": 1, "tested": 1, "exercised": 0},
            },
            "missing": [],
        }
    }


def test_without_results_nothing_is_tested_and_the_table_says_so(tmp_path: Path, capsys: Capture) -> None:
    assert rules(lay_out(tmp_path), "tiny") == 0
    lines = capsys.readouterr().out.splitlines()
    assert " ".join(lines[0].split()) == "Tiny entries exempt implemented tested (unrun) exercised missing"
    assert lines[2].split() == ["1", "Moving", "3", "1", "2", ".", ".", "2"]
    assert lines[-1].startswith("tested (unrun): ")
    assert max(len(line) for line in lines) <= 100


def test_stale_results_are_marked(tmp_path: Path, capfd: Capture) -> None:
    tree = lay_out(tmp_path)
    rules(tree, "--run")
    assert "stale" not in capfd.readouterr().out
    (tree.games / "tiny" / "moves.py").touch()
    assert rules(tree) == 0
    assert "implemented  tested (stale)" in capfd.readouterr().out.splitlines()[0]
    assert rules(tree, "--check") == 1
    assert "changed since the tests ran" in capfd.readouterr().err


def test_missing_entries_are_listed_with_what_they_lack(tmp_path: Path, capsys: Capture) -> None:
    assert rules(lay_out(tmp_path, {"tests/test_moves.py": ""}), "--missing") == 0
    assert capsys.readouterr().out.splitlines()[0].split() == ["TG-1.1", "test", "One", "step"]


def test_rules_fired_in_a_further_folder_count(tmp_path: Path, capsys: Capture) -> None:
    tree = lay_out(tmp_path / "tree")
    (tmp_path / "played").mkdir()
    (tmp_path / "played" / "b.game").write_text('{"rule": "TG-1.2"}\n', encoding="utf-8")
    assert rules(tree, "--json", "--games", str(tmp_path / "played")) == 0
    assert json.loads(capsys.readouterr().out)["games"]["tiny"]["exercised"] == 1


def test_the_check_passes_when_tags_and_tests_agree(tmp_path: Path) -> None:
    assert rules(lay_out(tmp_path), "--run", "--check") == 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tests/test_moves.py": ""}, "TG-1.1 is tagged but not tested: no test cites it"),
        (
            {"tests/test_moves.py": "import pytest\n@pytest.mark.rule('TG-1.1')\ndef test_a(): assert False\n"},
            "TG-1.1 is tagged but not tested: no passing result of its tests is known",
        ),
        (
            {"src/sandtable/games/tiny/moves.py": "def is_legal(a, b):\n    return b == a + 1\n"},
            "TG-1.1 is cited by a test, but no code or data is tagged with it",
        ),
        ({"src/sandtable/games/tiny/new.py": "# rule: TG-7\nx = 1\n"}, "new.py:1: unknown rule id TG-7"),
    ],
)
def test_the_check_fails_when_tags_and_tests_do_not_agree(
    tmp_path: Path, capfd: Capture, changes: dict[str, str], message: str
) -> None:
    assert rules(lay_out(tmp_path, changes), "--run", "--check") == 1
    assert message in capfd.readouterr().err


def test_proving_tells_each_verdict_and_fails_unless_all_are_proven(tmp_path: Path, capsys: Capture) -> None:
    cites = {"tests/test_moves.py": "import pytest\n@pytest.mark.rule('TG-1.2')\ndef test_a(): ...\n"}
    assert rules(lay_out(tmp_path, cites), "--prove", "all") == 1
    assert capsys.readouterr().out.splitlines() == [
        "TG-2.1.odds                      no citing test",
        "TGT-costs                        no citing test",
        "TG-1.1                           no citing test",
        "TG-1.2                           unreached, 0 of 3 clauses",
        "    src/sandtable/games/tiny/moves.py:3: no citing test runs this code",
        "0 of 4 proven; 0 of 3 clauses missed by a test",
    ]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chess"], "there is no game 'chess'; choose from: tiny"),
        (["--prove", "TG-1.3"], "unknown rule id TG-1.3; nearest: TG-1."),
        (["--games", "nowhere"], "--games nowhere: there is no such folder"),
    ],
)
def test_a_wrong_question_gets_an_answer_that_helps(
    tmp_path: Path, capsys: Capture, args: list[str], message: str
) -> None:
    assert rules(lay_out(tmp_path), *args) == 2
    assert message in capsys.readouterr().err


def test_the_pages_are_the_same_every_time(tmp_path: Path, capsys: Capture) -> None:
    tree = lay_out(tmp_path)
    assert rules(tree, "--write-docs") == 0
    assert capsys.readouterr().out == "wrote docs/rules/tiny.md\n"
    page = tree.root / "docs" / "rules" / "tiny.md"
    text = page.read_text(encoding="utf-8")
    assert "| 1 | Moving |  | 3 | 1 | 2 | 0 | 0 | 2 |" in text
    assert "| TG-1.1 | One step | implemented |" in text
    assert "| TG-1.10 | Pieces are red | exempt: a matter of paint |" in text
    rules(tree, "--write-docs")
    assert page.read_text(encoding="utf-8") == text


def test_proof_by_name_is_entered_and_what_survives_is_told(tmp_path: Path, capsys: Capture) -> None:
    tree = lay_out(tmp_path)
    assert rules(tree, "--prove", "TG-1.1", "TG-1.2", "--write") == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["TG-1.1", "proven,", "3", "of", "3", "clauses"]
    assert lines[-1] == "1 of 2 proven; 3 of 3 clauses missed by a test"
    assert list(ledger.load(tree).proven) == ["TG-1.1"]
    assert rules(tree, "--prove", "--stale") == 0
    assert "0 of 0 proven" in capsys.readouterr().out


def test_survivors_of_a_rotation_are_told_and_fail_nothing(tmp_path: Path, capsys: Capture) -> None:
    tree = lay_out(tmp_path)
    assert rules(tree, "--prove", "--rotate", "1/4", "--most", "3") == 0
    assert "TG-1.2                           survived, 3 of 3 clauses" in capsys.readouterr().out


def test_proof_asks_for_what(tmp_path: Path, capsys: Capture) -> None:
    assert rules(lay_out(tmp_path), "--prove") == 2
    assert "--prove needs rule ids, all, --since COMMIT, --stale or --rotate N/M" in capsys.readouterr().err
