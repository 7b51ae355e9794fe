"""The grammar of citations, place by place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools.rules import citations, inventory
from tools.rules.citations import IMPLEMENTS, Kind, in_case, in_code, in_data, in_recorded_game, in_test, in_trace
from tools.rules.specimen import lay_out

if TYPE_CHECKING:
    from pathlib import Path

    from tools.rules.citations import Scan
    from tools.rules.tree import Tree

GAME = "src/sandtable/games/tiny"


def scan(tree: Tree) -> Scan:
    return citations.scan(tree, inventory.load(tree))


def messages(tree: Tree) -> list[str]:
    return [f"{tree.name(one.path)}:{one.line}: {one.message}" for one in scan(tree).problems]


def test_tags_and_literals_in_code() -> None:
    source = '# rule: TG-1.1, TG-1.2\nx = f("TG-2.1.odds")\ny = "TG-gun"\nz = "see TG-1.1"\n'
    assert in_code(source, ("TG-0",)) == [("tag", "TG-1.1", 1), ("tag", "TG-1.2", 1), ("literal", "TG-2.1.odds", 2)]


def test_a_tag_holds_ids_and_nothing_else() -> None:
    ((kind, text, line),) = in_code("x = 1\n# rule: TG-1.1 because\ny = 1\n", ("TG-0",))
    assert (kind, line) == ("problem", 2)
    assert "'TG-1.1 because' is not a rule id" in text


def test_markers_on_functions_classes_modules_and_parameters() -> None:
    source = """
pytestmark = [pytest.mark.slow, pytest.mark.rule("TG-1")]
@pytest.mark.rule("TG-2", "TG-3")
class TestA:
    @mark.rule("TG-4")
    def test_a(self): ...
@pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.rule("TG-5"))])
def test_b(x): ...
@pytest.mark.rule(*COMPUTED)
def test_c(): ...
"""
    assert sorted((rule, line) for _, rule, line in in_test(source)) == [
        ("TG-1", 2),
        ("TG-2", 3),
        ("TG-3", 3),
        ("TG-4", 5),
        ("TG-5", 7),
    ]


def test_a_marker_without_ids_is_a_problem() -> None:
    assert in_test("@pytest.mark.rule()\ndef test_a(): ...") == [("problem", "pytest.mark.rule() names no rule", 1)]


def test_a_case_cites_its_rules_and_mentions_others() -> None:
    case = "case: x\nrules: [TG-1,\n  TG-2]\noptions: {rules: all}\nexpect:\n  - refused: {rule: TG-3}\n"
    assert in_case(case) == [("case", "TG-1", 2), ("case", "TG-2", 3), ("mention", "TG-3", 6)]


def test_a_made_up_game_of_the_tests_may_mention_its_own_rules_but_cites_only_known_ones(tmp_path: Path) -> None:
    case = "rules: [XX-1]\nexpect: {refused: {rule: XX-2}}\n"
    tree = lay_out(
        tmp_path, {"tests/cases/made-up/a.yaml": case, "tests/golden/made-up/a.trace": '{"fired": ["XX-3"]}'}
    )
    (message,) = messages(tree)
    assert message.startswith("tests/cases/made-up/a.yaml:1: unknown rule id XX-1")


@pytest.mark.parametrize(
    ("suffix", "text"),
    [
        (".yaml", "a: 1\nrows:\n  - {rule: TG-1}\n  - rules:\n      - TG-2\n"),
        (".json", '{"a": 1,\n"x": 0,\n"rows": {"rule": "TG-1",\n\n"b": {"rules": ["TG-2"]}}}'),
        (".toml", 'a = 1\n[x]\nrule = "TG-1"\n[y]\nrules = ["TG-2"]\n'),
    ],
)
def test_rule_keys_in_data(suffix: str, text: str) -> None:
    assert in_data(text, suffix) == [("data", "TG-1", 3), ("data", "TG-2", 5)]


def test_an_id_in_two_records_is_cited_on_both_lines() -> None:
    text = '[{"rule": "TG-1"},\n{"rule": "TG-1"}]'
    assert in_data(text, ".json") == [("data", "TG-1", 1), ("data", "TG-1", 2)]


def test_a_reading_that_was_chosen_implements_nothing(tmp_path: Path) -> None:
    tree = lay_out(tmp_path, {f"{GAME}/data/doubts.json": '{"doubts": [{"rule": "TG-1.2", "why": "so"}]}'})
    found = scan(tree)
    assert [tree.name(one.path) for one in found.where("TG-1.2", Kind.RULING)] == [f"{GAME}/data/doubts.json"]
    assert found.where("TG-1.2", *IMPLEMENTS) == found.where("TG-1.2", Kind.TAG)


def test_rules_that_fired_in_a_recorded_game() -> None:
    text = '{"rule": "TG-1"}\n{"entries": [{"rule":"TG-2"}, {"rule": "TG-1"}], "said": "\\"rule\\": \\"TG-9\\""}\n'
    assert in_recorded_game(text) == [("fired", "TG-1", 1), ("fired", "TG-2", 2)]


def test_rules_that_fired_in_the_trace_of_a_golden_game() -> None:
    assert in_trace('{"step":0}\n{"step":1,"fired":["TG-1","TG-2"]}\n') == [("fired", "TG-1", 2), ("fired", "TG-2", 2)]


@pytest.mark.parametrize("text", ["{", "[]", "17"])
def test_what_is_no_trace_is_a_problem_with_its_line(text: str) -> None:
    ((kind, message, line),) = in_trace('{"step":0}\n' + text)
    assert (kind, line) == ("problem", 2)
    assert "tools.golden" in message


def test_a_whole_checkout_is_read(tmp_path: Path) -> None:
    tree = lay_out(
        tmp_path,
        {"tests/golden/tiny/a.trace": '{"fired": ["TG-1.1"]}\n', "tests/cases/tiny/a.yaml": "rules: [TG-1.2]\n"},
    )
    found = scan(tree)
    assert found.problems == ()
    kinds = {(one.rule, one.kind) for one in found.citations}
    assert kinds >= {
        ("TG-1.1", Kind.TAG),
        ("TG-1.1", Kind.FIRED),
        ("TG-1.2", Kind.CASE),
        ("TG-2.1.odds", Kind.TEST),
        ("TGT-costs", Kind.DATA),
    }
    assert [tree.name(one.path) for one in found.where("TGT-costs", Kind.DATA)] == [f"{GAME}/data/costs.yaml"]


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        (f"{GAME}/rules/more.py", "# rule: TG-1.9\nx = 1\n", 1),
        (f"{GAME}/rules/more.py", "x = 1\ny = Refusal(rule='TG-1.9')\n", 2),
        (f"{GAME}/data/more.json", '{"rule": "TG-1.9"}', 1),
        ("tests/test_more.py", "import pytest\npytestmark = pytest.mark.rule('TG-1.9')\n", 2),
        ("tests/cases/tiny/more.yaml", "case: x\nrules: [TG-1.9]\n", 2),
        ("tests/cases/tiny/more.yaml", "case: x\nexpect: {refused: {rule: TG-1.9}}\n", 2),
        ("tests/golden/tiny/more.trace", '{}\n{"fired": ["TG-1.9"]}\n', 2),
    ],
)
def test_an_unknown_id_is_an_error_wherever_it_stands(tmp_path: Path, name: str, text: str, line: int) -> None:
    (message,) = messages(lay_out(tmp_path, {name: text}))
    assert message.startswith(f"{name}:{line}: unknown rule id TG-1.9; nearest: TG-1.")


def test_a_game_does_not_cite_the_rules_of_another(tmp_path: Path) -> None:
    other = {
        "src/sandtable/games/other/manifest.toml": '[title]\nen = "Other"\n[rules]\nprefixes = ["OG-"]\n',
        "src/sandtable/games/other/rules.yaml": "- {id: OG-1, title: a, req: b}\n",
        "src/sandtable/games/other/code.py": "# rule: TG-1.1\nx = 1\n",
    }
    (message,) = messages(lay_out(tmp_path, other))
    assert message.endswith("code.py:1: TG-1.1 is a rule of tiny; code and data of other cite rules of other")


def test_broken_files_are_named(tmp_path: Path) -> None:
    broken = {
        f"{GAME}/bad.py": "# rule: TG-1.1\nx = (\n",
        f"{GAME}/data/bad.json": '{"rule": \n',
        "tests/cases/tiny/bad.yaml": "rules: [\n",
    }
    found = messages(lay_out(tmp_path, broken))
    assert [message.partition(": ")[2].partition(":")[0] for message in found] == [
        "is not valid Python",
        "is not valid JSON",
        "is not valid YAML",
    ]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    tree = lay_out(tmp_path)
    assert scan(tree).where("TGT-costs", Kind.TAG) == []
    assert tree.cache.is_file()
    (tree.games / "tiny" / "moves.py").write_text("# rule: TGT-costs\nx = 1\n", encoding="utf-8")
    assert len(scan(tree).where("TGT-costs", Kind.TAG)) == 1
    assert scan(tree).where("TG-1.1", Kind.TAG) == []
