"""Positions that judge a player: what they look at, and what they refuse to be."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.casefile import CaseFileError
from sandtable.sim.judgement import judge_file

HEAD = """\
case: a bomber and a transport without escort
game: axisallies
position:
  only: true
  at: germany.combat_move.moves
  wars: {germany-uk: 1}
  units:
    1: {kind: strategic_bomber, owner: germany, at: Western Germany}
    2: {kind: transport, owner: uk, at: 112}
"""


def judged(tmp_path: Path, text: str) -> tuple[str, ...]:
    file = tmp_path / "position.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return judge_file(file, "planner").faults


def test_what_was_done_is_found_and_blamed(tmp_path: Path) -> None:
    tail = "seat: germany\nthrough: germany.combat_move\n"
    assert judged(tmp_path, tail + "finds: [{do: fly, units: [1]}]\n") == ()
    assert judged(tmp_path, tail + "never: [{do: fly, to: 112}]\n") == ("it did do fly, to 112",)
    assert judged(tmp_path, tail + "finds: [{do: fly, to: 111}]\n") == ("it did not do fly, to 111",)
    assert judged(tmp_path, tail + "expect: [{units: {1: {at: Western Germany}}}]\n") != ()


def test_any_and_not(tmp_path: Path) -> None:
    tail = "seat: germany\nthrough: germany\nexpect: [%s]\n"
    gone, there = "{units: {2: null}}", "{count: {units: {kind: transport}, least: 1}}"
    assert judged(tmp_path, tail % f"{{any: [{gone}, {there}]}}") == ()
    assert judged(tmp_path, tail % f"{{not: {there}}}") == ()
    assert judged(tmp_path, tail % f"{{not: {gone}}}") != ()
    assert judged(tmp_path, tail % f"{{any: [{there}, {{not: {gone}}}]}}") != ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("through: germany\nexpect: [{over: false}]\n", "seat: ..."),
        ("seat: germany\nexpect: [{over: false}]\n", "through: ..."),
        ("seat: germany\nthrough: germany\n", "say what is never done"),
        ("seat: germany\nthrough: japan\nexpect: [{over: false}]\n", "not in round.japan"),
        ("seat: germany\nthrough: germany\nkind: good\nexpect: [{over: false}]\n", "kind is one of"),
        ("seat: germany\nthrough: germany\nseeds: 99\nexpect: [{over: false}]\n", "1 to 20"),
        ("seat: germany\nthrough: germany\nnever: [{do: flie}]\n", "there is no action"),
    ],
)
def test_nonsense_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(CaseFileError, match=told.replace(".", r"\.")):
        judged(tmp_path, text)
