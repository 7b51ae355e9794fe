"""Mutation mode on a made-up game: rules that tests prove, and rules that they only cite."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from tools.rules import citations, inventory, prove
from tools.rules.mutant import VARIABLE
from tools.rules.prove import Proof, Verdict
from tools.rules.specimen import lay_out

if TYPE_CHECKING:
    from pathlib import Path

    from tools.rules.tree import Tree

CODE = "src/sandtable/games/tiny/moves.py"


def verdict(tree: Tree, rule: str) -> Proof:
    scan = citations.scan(tree, inventory.load(tree))
    (proof,) = prove.prove(tree, scan, [rule], tell=lambda proof: None)
    return proof


def files(tree: Tree) -> dict[str, bytes]:
    return {
        tree.name(path): path.read_bytes()
        for path in sorted(tree.root.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and ".rules" not in path.parts
    }


def test_a_test_that_fails_without_the_code_proves_the_rule(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    before = files(tree)
    assert verdict(tree, "TG-1.1") == Proof("TG-1.1", Verdict.PROVEN)
    assert verdict(tree, "TG-2.1.odds") == Proof("TG-2.1.odds", Verdict.PROVEN)
    assert files(tree) == before
    assert not tree.results.exists(), "a run under mutation is not recorded"


def test_a_test_that_only_cites_proves_nothing(tmp_path: Path) -> None:
    assert verdict(lay_out(tmp_path), "TG-1.2") == Proof(
        "TG-1.2",
        Verdict.SURVIVED,
        (f"{CODE}:3: returns True: survived", f"{CODE}:3: returns False: survived"),
    )


def test_figures_in_data_are_perturbed_without_touching_the_file(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    before = files(tree)
    assert verdict(tree, "TGT-costs").verdict == Verdict.PROVEN
    assert files(tree) == before


def test_a_row_without_figures_is_proven_by_taking_it_out(tmp_path: Path) -> None:
    row = {"src/sandtable/games/tiny/data/roads.json": '{"roads": [{"name": "via", "rule": "TGT-costs"}]}'}
    reader = """
        from pathlib import Path

        import pytest

        from sandtable.games.tiny import moves


        @pytest.mark.rule("TGT-costs")
        def test_there_is_a_road():
            assert "via" in (Path(moves.__file__).parent / "data" / "roads.json").read_text()
        """
    assert verdict(lay_out(tmp_path / "read", {**row, "tests/test_roads.py": reader}), "TGT-costs").verdict == "proven"
    unread = verdict(lay_out(tmp_path / "unread", row), "TGT-costs")
    assert unread.notes == (
        "src/sandtable/games/tiny/data/roads.json:1: record removed: never loaded by a citing test",
    )


def test_every_tagged_place_must_be_proven(tmp_path: Path) -> None:
    idle = {"src/sandtable/games/tiny/idle.py": "# rule: TG-1.1\ndef idle() -> int:\n    return 1\n"}
    proof = verdict(lay_out(tmp_path, idle), "TG-1.1")
    assert proof.verdict == Verdict.SURVIVED
    assert proof.notes[0] == "src/sandtable/games/tiny/idle.py:1: returns 0: never loaded by a citing test"


def test_breaking_the_import_proves_nothing(tmp_path: Path) -> None:
    code = "# rule: TG-1.1\nSTEPS = {'one': 1}\nSTEP = STEPS['one'] if STEPS else [][0]\n"
    test = """
        import pytest
        from sandtable.games.tiny import moves

        @pytest.mark.rule("TG-1.1")
        def test_nothing(): ...
        """
    proof = verdict(lay_out(tmp_path, {CODE: code, "tests/test_moves.py": test}), "TG-1.1")
    assert proof.verdict == Verdict.SURVIVED
    assert proof.notes == (
        f"{CODE}:1: table emptied: breaks the import, which any test would notice",
        f"{CODE}:1: number one up or truth flipped: survived",
        f"{CODE}:1: value becomes None: breaks the import, which any test would notice",
    )


def test_a_mutant_that_hangs_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = subprocess.run

    def impatient(command: list[str], *, env: dict[str, str], timeout: float, **options: Any) -> Any:
        assert timeout == 60
        if "kind" in json.loads(env[VARIABLE]):
            raise subprocess.TimeoutExpired(command, timeout)
        return genuine(command, env=env, timeout=timeout, **options)

    monkeypatch.setattr(subprocess, "run", impatient)
    assert verdict(lay_out(tmp_path), "TG-1.2").verdict == Verdict.PROVEN


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({CODE: "x = 1\n"}, Verdict.NOT_TAGGED),
        ({"tests/test_moves.py": ""}, Verdict.NO_TEST),
        (
            {"tests/test_moves.py": "import pytest\n@pytest.mark.rule('TG-1.1')\ndef test_a(): assert False\n"},
            Verdict.RED,
        ),
        (
            {
                CODE: "def f():\n    pass  # rule: TG-1.1\n",
                "tests/test_moves.py": "import pytest\n@pytest.mark.rule('TG-1.1')\ndef test_a(): ...\n",
            },
            Verdict.UNPROVABLE,
        ),
    ],
)
def test_what_cannot_be_proven_is_called_by_its_name(
    tmp_path: Path, changes: dict[str, str], expected: Verdict
) -> None:
    assert verdict(lay_out(tmp_path, changes), "TG-1.1").verdict == expected
