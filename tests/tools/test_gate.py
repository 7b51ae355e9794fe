"""What the gate is made of."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import gate
from tools.checks import CHECKS


def test_the_gate_holds_every_check_all_tests_docs_wheel_and_the_smoke_runs() -> None:
    steps = gate.steps([], 7, has_fuzz=True, has_bench=True)
    assert list(steps) == [
        *(*CHECKS, "audit", "postgres", "web", "windows", "tests", "rules", "proof", "rotation"),
        *("browser", "laboratory", "docs", "wheel", "bench", "counts", "fuzz"),
    ]
    assert steps["tests"] == ("./dev", "test", "-m", "")
    assert steps["rules"] == ("./dev", "rules", "--check")
    assert steps["fuzz"] == ("./dev", "fuzz", "--quick")


def test_words_go_to_the_tests_and_rules_are_not_judged_by_a_part_of_them() -> None:
    steps = gate.steps(["-x"], 7, has_fuzz=True, has_bench=True)
    assert steps["tests"] == ("./dev", "test", "-m", "", "-x")
    assert "rules" not in steps


def test_the_day_changes_the_rotation_and_nothing_else() -> None:
    one, other = (gate.steps([], day, has_fuzz=True, has_bench=True) for day in (gate.PARTS + 3, 4))
    assert {name for name in one if one[name] != other[name]} == {"rotation"}
    assert one["rotation"][:5] == ("./dev", "rules", "--prove", "--rotate", f"3/{gate.PARTS}")


def test_a_step_that_is_left_out_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert "bench" not in gate.steps([], 7, has_fuzz=True, has_bench=False)
    assert capsys.readouterr().out == "== bench: not part of this release, left out\n"


@pytest.mark.parametrize("path", ["tools/bench.py", "tools/bench/__main__.py"])
def test_a_tool_is_a_module_or_a_package_that_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    monkeypatch.setattr(gate, "ROOT", tmp_path)
    assert not gate.is_tool("bench")
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_text("")
    assert gate.is_tool("bench")
