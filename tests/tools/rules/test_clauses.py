"""Clauses of code: each of them can be taken away, and nothing else is."""

from __future__ import annotations

import ast
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tools.rules.clauses import mutated, neutral_values
from tools.rules.places import code_places


def variants(folder: Path, source: str) -> list[tuple[str, str]]:
    """Label and code of every mutant of the first tagged place in a source."""
    path = folder / "module.py"
    path.write_text(dedent(source).lstrip("\n"), encoding="utf-8")
    found = []
    for at in range(len(code_places(path)[0].mutants)):
        place = code_places(path)[0]
        clause = place.mutants[at].clause
        assert clause
        assert place.module
        changed = mutated(place.module, clause)
        compile(changed, "mutant", "exec")
        found.append((clause.label, ast.unparse(changed)))
    return found


def labels(folder: Path, source: str) -> list[str]:
    return [label for label, _ in variants(folder, source)]


def values(folder: Path, source: str, name: str) -> list[Any]:
    """What a name is in every mutant."""
    found = []
    for _, code in variants(folder, source):
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


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("a", ["always: a", "never: a"]),
        ("not a", ["always: not a", "never: not a"]),
        ("a == b", ["always: a == b", "never: a == b"]),
        ("a < b", ["always: a < b", "never: a < b", "boundary: a < b"]),
        ("a and b", ["never: a and b", "without: a", "without: b"]),
        ("a or b", ["always: a or b", "without: a", "without: b"]),
        ("a and (b or c)", ["never: a and (b or c)", "without: a", "without: b or c", "without: b", "without: c"]),
        (
            "1 < a <= 5",
            [
                *("always: 1 < a <= 5", "never: 1 < a <= 5", "boundary: 1 < a <= 5", "link 1 dropped: 1 < a <= 5"),
                *("boundary: 1 < a <= 5", "link 2 dropped: 1 < a <= 5", "1 becomes 2", "5 becomes 6"),
            ],
        ),
        (
            "a in ('x', 'y')",
            ["always: a in ('x', 'y')", "never: a in ('x', 'y')", *(f"element removed: '{x}'" for x in "xy")],
        ),
        (
            "any(x > 2 for x in a)",
            [
                "always: any((x > 2 for x in a))",
                "never: any((x > 2 for x in a))",
                "always: x > 2",
                "never: x > 2",
                "boundary: x > 2",
                "2 becomes 3",
            ],
        ),
    ],
)
def test_every_operand_and_boundary_of_a_condition_goes(tmp_path: Path, condition: str, expected: list[str]) -> None:
    source = f"def f(a, b, c):\n    # rule: TG-1\n    if {condition}:\n        return\n"
    assert labels(tmp_path, source) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("min(a, 2)", ["min without: a", "min without: 2", "2 becomes 3"]),
        ("a[0]", ["value becomes None"]),
        ("a[:2]", ["2 becomes 3"]),
        ("b or ()", ["without: b", "without: ()"]),
        ("1 if b else 2", ["always: b", "never: b", "1 becomes 2", "2 becomes 3"]),
        ("zip(a, b, strict=True)", ["value becomes None"]),
        ("sorted(a, reverse=True)", ["True becomes False"]),
        ("[x for x in a if x]", ["always: x", "never: x"]),
        ("f'{a} 3'", ["value becomes None"]),
    ],
)
def test_every_clause_of_a_value_goes(tmp_path: Path, value: str, expected: list[str]) -> None:
    assert labels(tmp_path, f"def f(a, b):\n    return {value}  # rule: TG-1\n") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# rule: TG-1\nx = 3", [4]),
        ("# rule: TG-1\nx = True", [False]),
        ("# rule: TG-1\nx: int = 3", [4]),
        ("# rule: TG-1\nx = 'a'", ["a~"]),
        ("# rule: TG-1\nx = 1 < 2", [True, False, True, False, True]),
        ("# rule: TG-1\nx = (1, 2)", [(2,), (2, 2), (1,), (1, 3)]),
        ("# rule: TG-1\nx = {'a': 1, 'b': 2}", [{"b": 2}, {"a": 2, "b": 2}, {"a": 1}, {"a": 1, "b": 3}]),
        ("# rule: TG-1\nx = {'a'}", [set()]),
        ("x = {\n    'a': 1,  # rule: TG-1\n    'b': 2,\n}", [{"b": 2}, {"a": 2, "b": 2}]),
        ("x = (\n    1,\n    # rule: TG-1\n    2,\n)", [(1,), (1, 3)]),
        ("x = 1\n# rule: TG-1\nx += 1", [1, 3]),
        ("x = 0\n# rule: TG-1\nfor i in (1, 2):\n    x += i", [0, 2, 4, 1, 4, 0]),
        ("x = 0\n# rule: TG-1\nwhile x < 3:\n    x += 1\n    break", [0, 1, 1, 0, 2]),
        ("x = 0\nmatch 1:\n    case 1 | 3:  # rule: TG-1\n        x = 1\n    case _:\n        x = 2", [2, 2, 1, 2]),
        ("x = 0\nmatch 1:\n    case 1 if not x:  # rule: TG-1\n        x = 1", [0, 1, 2]),
        ("x = {}\n# rule: TG-1\nx['a'] = 1", [{}, {"a": 2}]),
    ],
)
def test_a_statement_loses_its_clauses(tmp_path: Path, source: str, expected: list[Any]) -> None:
    assert values(tmp_path, source, "x") == expected


def test_the_whole_of_a_function_goes_and_then_each_clause(tmp_path: Path) -> None:
    source = """
        # rule: TG-1
        def f(d, a: int) -> int:
            '''Doc 7.'''
            assert a > 0
            d.put(a)
            if a > 1:
                return 5
            raise ValueError(6)
        """
    assert labels(tmp_path, source) == [
        *("returns 0", "returns 1", "without: d.put(a)"),
        *("always: a > 1", "never: a > 1", "boundary: a > 1", "1 becomes 2", "5 becomes 6"),
    ]


def test_a_generator_yields_nothing_and_each_step_goes(tmp_path: Path) -> None:
    functions = values(tmp_path, "# rule: TG-1\ndef f() -> 'Iterator[int]':\n    yield 1\n    yield 2", "f")
    assert [list(function()) for function in functions] == [[], [2], [2, 2], [1], [1, 3]]


def test_what_is_tagged_inside_a_place_is_a_place_of_its_own(tmp_path: Path) -> None:
    source = "# rule: TG-1\ndef f(a) -> None:\n    # rule: TG-2\n    if a > 1:\n        return\n    a.go()\n"
    assert labels(tmp_path, source) == ["returns None", "without: a.go()"]
    inner = code_places(tmp_path / "module.py")[1]
    assert (inner.ids, inner.line, len(inner.mutants)) == (("TG-2",), 3, 4)


def test_tags_above_one_function_are_one_place_and_too_many_ids_crowd_it(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("# rule: TG-1, TG-2\n# rule: TG-3, TG-4\ndef f() -> int:\n    return 1\n", encoding="utf-8")
    (place,) = code_places(path)
    assert place.ids == ("TG-1", "TG-2", "TG-3", "TG-4")
    assert place.is_crowded


def test_a_mark_excuses_the_mutants_of_its_line_or_those_it_names(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        "# rule: TG-1\n"
        "def f(a, b) -> None:\n"
        "    if a:  # equivalent: b is as good\n"
        "        return\n"
        "    if b > 1:  # equivalent[boundary|becomes]: b is odd\n"
        "        return\n",
        encoding="utf-8",
    )
    (place,) = code_places(path)
    assert {one.label: one.excuse for one in place.mutants if one.excuse} == {
        "always: a": "b is as good",
        "never: a": "b is as good",
        "boundary: b > 1": "b is odd",
        "1 becomes 2": "b is odd",
    }
