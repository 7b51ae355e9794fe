"""Perturbations of code and data."""

from __future__ import annotations

import ast
import json
from textwrap import dedent
from typing import Any

import pytest
import yaml

from tools.rules.mutant import mutations_at
from tools.rules.mutations import mutated, neutral_values
from tools.rules.records import perturbations


def variants(source: str) -> list[tuple[str, str]]:
    """Label and code of every mutant of the one tagged place in a source."""
    text = dedent(source).lstrip("\n")
    line = next(number for number, line in enumerate(text.splitlines(), 1) if "# rule:" in line)
    found = []
    for index in range(len(mutations_at(text, line)[1])):
        module, mutations = mutations_at(text, line)
        changed = mutated(module, mutations[index])
        compile(changed, "mutant", "exec")
        found.append((mutations[index].label, ast.unparse(changed)))
    return found


def values(source: str, name: str) -> list[Any]:
    """What a name is in every mutant."""
    found = []
    for _, code in variants(source):
        scope: dict[str, Any] = {}
        exec(code, scope)
        found.append(scope[name])
    return found


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("bool", ["True", "False"]),
        ("int", ["0", "1"]),
        ("Refusal | None", ["None"]),
        ("int | None", ["None", "0", "1"]),
        ("Optional[int]", ["None", "0", "1"]),
        ("tuple[int, ...]", ["()"]),
        ("Cost | Refusal", ["None"]),
        ("'bool'", ["True", "False"]),
        ("dict[str, int]", ["{}"]),
        ("collections.abc.Iterator[int]", ["iter(())"]),
    ],
)
def test_a_function_returns_what_says_nothing(annotation: str, expected: list[str]) -> None:
    assert neutral_values(ast.parse(annotation, mode="eval").body) == expected


def test_a_predicate_is_forced_both_ways() -> None:
    functions = values("# rule: TG-1\ndef f(a: int) -> bool:\n    '''Doc.'''\n    b = a\n    return b > 1", "f")
    assert [function(5) for function in functions] == [True, False]


def test_a_generator_yields_nothing() -> None:
    (function,) = values(
        "# rule: TG-1\ndef f() -> Iterator[int]:\n    x = 1\n    yield x".replace("Iterator[int]", "'Iterator'"), "f"
    )
    assert list(function()) == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# rule: TG-1\nx = 3", [4]),
        ("# rule: TG-1\nx = True", [False]),
        ("# rule: TG-1\nx: int = 3", [4]),
        ("# rule: TG-1\nx = 'a'", ["a~"]),
        ("# rule: TG-1\nx = 1 < 2", [False]),
        ("# rule: TG-1\nx = (1, 2)", [(), (2, 3), None]),
        ("# rule: TG-1\nx = {'a': 1}", [{}, {"a": 2}, None]),
        ("# rule: TG-1\nx = dict([(1, 2)])", [{2: 3}, {}, None]),
        ("x = {\n    'a': 1,  # rule: TG-1\n    'b': 2,\n}", [{"b": 2}, {"a": 2, "b": 2}]),
        ("x = (\n    1,\n    # rule: TG-1\n    2,\n)", [(1,), (1, 3)]),
        ("x = 1\n# rule: TG-1\nx += 1", [1]),
        ("x = 0\n# rule: TG-1\nif x == 0:\n    x = 1", [0, 1, 0]),
        ("x = 0\n# rule: TG-1\nfor i in (1, 2):\n    x += i", [0]),
        ("x = 0\n# rule: TG-1\nwhile x < 3:\n    x += 1", [0]),
        ("x = 0\nmatch 1:\n    case 1:  # rule: TG-1\n        x = 1\n    case _:\n        x = 2", [0, 2]),
        ("x = 0\nmatch 1:\n    case 1:  # rule: TG-1\n        x = 1", [0, 0]),
    ],
)
def test_a_statement_is_perturbed(source: str, expected: list[Any]) -> None:
    assert values(source, "x") == expected


def test_an_assertion_is_negated_and_removed() -> None:
    labels = [label for label, _ in variants("x = 1\n# rule: TG-1\nassert x == 1")]
    assert labels == ["condition negated", "condition forced true"]


def test_each_part_of_a_class_is_perturbed() -> None:
    labels = [
        label
        for label, _ in variants(
            "# rule: TG-1\nclass A:\n    '''Doc.'''\n    a: int\n    b = 1\n    def c(self): return 1"
        )
    ]
    assert labels == ["a: int: field removed", "b = 1: number one up or truth flipped", "c: returns None"]


def test_a_returned_value_is_perturbed() -> None:
    functions = values("def f(a):\n    return a > 1  # rule: TG-1", "f")
    assert [function(5) for function in functions] == [False, None]


def test_figures_of_a_record_go_one_up() -> None:
    text = "- rule: TG-1\n  cost: 2\n  is_open: true\n  name: 'è 7'\n  more: [1, {rule: TG-2, cost: 5}]\n- cost: 9\n"
    expected = (
        "- rule: TG-1\n  cost: 3\n  is_open: false\n  name: 'è 7'\n  more: [2, {rule: TG-2, cost: 5}]\n- cost: 9\n"
    )
    assert perturbations(text, ".yaml", "TG-1", 1)[0] == ("figures of the record one up", expected)


def test_figures_of_an_inner_record_go_up_alone() -> None:
    text = '{"rule": "TG-1", "cost": 2,\n "inner": {"rules": ["TG-2"], "cost": -5}}'
    expected = '{"rule": "TG-1", "cost": 2,\n "inner": {"rules": ["TG-2"], "cost": -4}}'
    assert perturbations(text, ".json", "TG-2", 2) == [("figures of the record one up", expected)]


@pytest.mark.parametrize(
    ("rule", "left"),
    [("TG-1", [{"rule": "TG-2"}, {"rule": "TG-3"}]), ("TG-3", [{"rule": "TG-1"}, {"rule": "TG-2"}])],
)
def test_a_row_is_taken_out_of_its_list(rule: str, left: list[dict[str, str]]) -> None:
    text = '{"rows": [\n {"rule": "TG-1"},\n {"rule": "TG-2"},\n {"rule": "TG-3"}\n]}'
    ((label, changed),) = perturbations(text, ".json", rule, 1 + int(rule[-1]))
    assert label == "record removed"
    assert json.loads(changed) == {"rows": left}


@pytest.mark.parametrize(
    ("text", "suffix"),
    [
        ('{"rules": ["TG-1"], "wars": [["a", "b"]], "by": {"c": ["d"]}, "name": "x"}', ".json"),
        ("rules: [TG-1]\nwars:\n  - [a, b]\nby:\n  c:\n  - d\nname: x\n", ".yaml"),
    ],
)
def test_lists_of_a_record_are_emptied(text: str, suffix: str) -> None:
    ((label, changed),) = perturbations(text, suffix, "TG-1", 1)
    assert label == "lists of the record emptied"
    assert yaml.safe_load(changed) == {"rules": ["TG-1"], "wars": [], "by": {"c": []}, "name": "x"}


@pytest.mark.parametrize(
    ("text", "suffix"), [("rule: TG-1\nname: a\n", ".yaml"), ('rule = "TG-1"\ncost = 2\n', ".toml")]
)
def test_a_record_without_figures_rows_or_lists_cannot_be_perturbed(text: str, suffix: str) -> None:
    assert perturbations(text, suffix, "TG-1", 1) == []
