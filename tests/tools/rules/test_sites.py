"""Which code a tag speaks of."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from tools.rules.sites import Site, tags_in


def sites(source: str) -> list[Site | None]:
    text = dedent(source).lstrip("\n")
    return [found for _, found in tags_in(text, list(ast.walk(ast.parse(text))))]


def site(source: str) -> Site:
    (only,) = sites(source)
    assert only
    return only


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        ("# rule: TG-1\n@cache\ndef f(): ...", ast.FunctionDef, 2),
        ("# rule: TG-1\n\nclass A:\n    x = 1", ast.ClassDef, 3),
        ("# rule: TG-1\nX = 1", ast.Assign, 2),
        ("x = 1\nif x:  # rule: TG-1\n    y = 2", ast.If, 2),
        ("def f(a):\n    # rule: TG-1\n    return a", ast.Return, 3),
        ("def f(a):\n    if a: return 1  # rule: TG-1\n", ast.If, 2),
        ("if a:\n    b = 1\n# rule: TG-1\nelif c:\n    d = 1", ast.If, 4),
        ("f(\n    1,  # rule: TG-1\n)", ast.Expr, 1),
        ("match a:\n    case 1:\n        b = 1\n    # rule: TG-1\n    case 2:\n        b = 2", ast.match_case, 5),
        ("match a:\n    case 1:  # rule: TG-1\n        b = 1", ast.match_case, 2),
    ],
)
def test_a_tag_speaks_of_the_statement_below_or_beside_it(source: str, kind: type, line: int) -> None:
    found = site(source)
    assert isinstance(found.node, kind)
    assert found.line == line
    assert found.row is None


@pytest.mark.parametrize(
    ("source", "row"),
    [
        ("T = (\n    # rule: TG-1\n    f(1),\n    f(2),\n)", "f(1)"),
        ("T = (\n    f(1),\n    f(2),  # rule: TG-1\n)", "f(2)"),
        ("T = {\n    'a': (1, 2),  # rule: TG-1\n    'b': (3, 4),\n}", "'a'"),
        ("T = {\n    'a': [\n        1,\n        2,  # rule: TG-1\n    ],\n}", "2"),
    ],
)
def test_a_tag_inside_a_table_speaks_of_the_row(source: str, row: str) -> None:
    found = site(source)
    assert found.row
    assert ast.unparse(found.row) == row


def test_tags_above_each_other_speak_of_the_same_code() -> None:
    first, second = sites("# rule: TG-1\n# rule: TG-2\nx = 1")
    assert first == second


def test_what_looks_like_a_tag_inside_a_string_is_none() -> None:
    assert sites('x = "# rule: TG-1"\ny = """\n# rule: TG-2\n"""\nz = f"# rule: {x}"') == []


@pytest.mark.parametrize("source", ["x = 1\n# rule: TG-1", "# rule: TG-1\nimport os", '# rule: TG-1\n"""Prose."""'])
def test_a_tag_above_nothing_that_acts_speaks_of_nothing(source: str) -> None:
    assert sites(source) == [None]
