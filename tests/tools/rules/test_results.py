"""Results of citing tests: recorded by pytest, merged, fresh or stale."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tools.rules import citations, inventory, results
from tools.rules.prove import environment
from tools.rules.results import Outcome, State
from tools.rules.specimen import lay_out

if TYPE_CHECKING:
    from pathlib import Path

    from tools.rules.tree import Tree

OUTCOMES = """
    import pytest

    @pytest.fixture
    def breaks_after():
        yield
        raise RuntimeError

    @pytest.mark.rule("TG-1.1", "TG-1.2")
    def test_passes(): ...

    @pytest.mark.rule("TG-1.1")
    def test_fails(): assert False

    @pytest.mark.rule("TG-1.1")
    def test_fails_after(breaks_after): ...

    @pytest.mark.rule("TG-1.1")
    def test_is_skipped(): pytest.skip("no")

    @pytest.mark.rule("TG-1.1")
    @pytest.mark.xfail(strict=False)
    def test_passes_by_surprise(): ...

    def test_cites_nothing(): ...
    """


def run(tree: Tree, *args: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *args]
    subprocess.run(command, cwd=tree.root, env=environment(tree), capture_output=True, check=False)


def outcomes(tree: Tree) -> dict[str, str]:
    return {node.partition("::")[2]: test.outcome for node, test in results.load(tree).tests.items()}


def state(tree: Tree) -> State:
    library = inventory.load(tree)
    return results.state(tree, library.games["tiny"], citations.scan(tree, library), results.load(tree))


def put_forward(path: Path) -> None:
    """Let a file have changed after anything that has run."""
    at = time.time_ns() + 10**10
    os.utime(path, ns=(at, at))


EXPECTED = {
    "test_passes": "passed",
    "test_fails": "failed",
    "test_fails_after": "failed",
    "test_is_skipped": "skipped",
    "test_passes_by_surprise": "xpassed",
}


def test_outcomes_are_recorded_with_their_rules(tmp_path: Path) -> None:
    tree = lay_out(tmp_path, {"tests/test_moves.py": OUTCOMES})
    run(tree)
    assert outcomes(tree) == EXPECTED
    assert results.load(tree).tests["tests/test_moves.py::test_passes"].rules == ("TG-1.1", "TG-1.2")
    assert results.load(tree).passed() == {"TG-1.1", "TG-1.2"}


@pytest.mark.slow
def test_workers_of_xdist_are_merged(tmp_path: Path) -> None:
    tree = lay_out(tmp_path, {"tests/test_moves.py": OUTCOMES})
    run(tree, "-p", "xdist", "-n", "2")
    assert outcomes(tree) == EXPECTED
    assert list(results.load(tree).ran) == ["tests/test_moves.py"]


@pytest.mark.slow
def test_a_whole_run_forgets_tests_that_are_gone_and_a_part_does_not(tmp_path: Path) -> None:
    tree = lay_out(tmp_path, {"tests/test_moves.py": OUTCOMES})
    run(tree)
    (tree.tests / "test_moves.py").write_text(
        "import pytest\n"
        "@pytest.mark.rule('TG-1.1')\ndef test_new(): ...\n"
        "@pytest.mark.rule('TG-1.1')\ndef test_other(): ...\n",
        encoding="utf-8",
    )
    before = results.load(tree).ran
    run(tree, "-k", "new")
    assert set(outcomes(tree)) == {*EXPECTED, "test_new"}
    run(tree, "tests/test_moves.py::test_new")
    assert set(outcomes(tree)) == {*EXPECTED, "test_new"}
    assert results.load(tree).ran == before
    run(tree)
    assert set(outcomes(tree)) == {"test_new", "test_other"}


def test_a_run_of_one_file_leaves_the_others_alone(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    (tree.tests / "test_moves.py").rename(tree.tests / "test_a.py")
    (tree.tests / "test_b.py").write_text((tree.tests / "test_a.py").read_text(encoding="utf-8"), encoding="utf-8")
    stay = {
        "tests/test_a.py::test_x": Outcome(("TG-1.1",), "passed"),
        "tests/gone.py::test_y": Outcome(("TG-1.1",), "passed"),
    }
    results.merge(tree, stay, {"tests/test_a.py", "tests/gone.py"}, started=1)
    results.merge(tree, {"tests/test_b.py::test_z": Outcome((), "passed")}, {"tests/test_b.py"}, started=2)
    assert list(results.load(tree).tests) == ["tests/test_a.py::test_x", "tests/test_b.py::test_z"]
    assert results.load(tree).ran == {"tests/test_a.py": 1, "tests/test_b.py": 2}


def test_results_are_missing_then_fresh_then_stale(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    assert state(tree) == State.MISSING
    run(tree, "-m", "rule")
    assert state(tree) == State.FRESH
    put_forward(tree.games / "tiny" / "rules.yaml")
    assert state(tree) == State.FRESH
    put_forward(tree.games / "tiny" / "moves.py")
    assert state(tree) == State.STALE


def test_a_changed_test_makes_results_stale(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    run(tree)
    put_forward(tree.tests / "test_moves.py")
    assert state(tree) == State.STALE


def test_a_game_that_no_test_cites_has_nothing_to_run(tmp_path: Path) -> None:
    assert state(lay_out(tmp_path, {"tests/test_moves.py": ""})) == State.NONE


def test_damaged_results_count_as_none(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    tree.results.parent.mkdir()
    tree.results.write_text("{", encoding="utf-8")
    assert results.load(tree).tests == {}
