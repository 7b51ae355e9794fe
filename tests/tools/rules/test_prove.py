"""Mutation mode on a made-up game: rules that tests prove, and rules that they only cite.

One checkout holds them all, each rule with a module and a module of tests of its own: a run of the tool costs seconds.
"""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

from tools.rules import citations, inventory, prove
from tools.rules.fates import Fate, Verdict
from tools.rules.places import Place
from tools.rules.prove import Proof, batches
from tools.rules.specimen import FILES, lay_out

if TYPE_CHECKING:
    from pathlib import Path

    from tools.rules.tree import Tree

MOVES = "src/sandtable/games/tiny/moves.py"

PARTS = {
    "TG-3.clauses": (
        """
        # rule: TG-3.clauses
        def may(steps: int, is_free: bool) -> bool:
            return is_free and 0 < steps <= 2
        """,
        """
        assert code.may(1, True)
        assert not code.may(9, True)
        """,
    ),
    "TG-3.idle": (
        """
        # rule: TG-3.idle
        def works() -> int:
            return 5

        # rule: TG-3.idle
        def idle() -> int:
            return 1
        """,
        "assert code.works() == 5",
    ),
    "TG-3.behind": (
        """
        # rule: TG-3.behind
        def cost(is_hill: bool) -> int:
            if is_hill:
                return 7
            return 3
        """,
        "assert code.cost(False) == 3",
    ),
    "TG-3.closures": (
        """
        from functools import cache

        class Piece:
            # rule: TG-3.closures
            @property
            def steps(self) -> int:
                return 3

        # rule: TG-3.closures
        @cache
        def most() -> int:
            return 5

        # rule: TG-3.closures
        def below(limit: int):
            def is_below(x: int) -> bool:
                return x < limit
            return is_below

        BELOW_TWO = below(2)
        MOST = most()
        """,
        """
        assert code.Piece().steps == 3
        assert code.most() == 5
        assert code.MOST == 5
        assert [code.BELOW_TWO(x) for x in (1, 2)] == [True, False]
        """,
    ),
    "TG-3.table": (
        """
        # rule: TG-3.table
        COSTS = {'hill': 2, 'sea': 9}
        """,
        "assert code.COSTS['hill'] == 2",
    ),
    "TG-3.import": (
        """
        # rule: TG-3.import
        STEPS = {'one': 1}
        STEP = STEPS['one']
        """,
        "...",
    ),
    "TG-3.hangs": (
        """
        # rule: TG-3.hangs
        def count(most: int) -> int:
            while most:
                most -= 2
            return most + 7
        """,
        "assert code.count(4) == 7",
    ),
    "TG-3.excused": (
        """
        # rule: TG-3.excused
        def f(a: int) -> int:
            return max(a, -a)  # equivalent[without: -a]: a is never negative
        """,
        "assert code.f(3) == 3",
    ),
    "TG-3.untrue": (
        """
        # rule: TG-3.untrue
        def f(a: int) -> int:
            return max(a, -a)  # equivalent[without: a]: a is never negative
        """,
        "assert code.f(3) == 3",
    ),
    "TG-3.stranger": (
        """
        # rule: TG-3.stranger
        def is_far(steps: int) -> bool:
            return steps > 3
        """,
        "assert code.is_far(9)",
    ),
    "TG-3.red": ("# rule: TG-3.red\nX = 1\n", "assert False"),
    "TG-3.skipped": ("# rule: TG-3.skipped\nX = 1\n", "pytest.skip('no')"),
    "TG-3.nothing": ("def f():\n    pass  # rule: TG-3.nothing\n", "..."),
    "TG-3.untagged": ("X = 1\n", "..."),
    "TG-3.early": (
        "",
        """
        assert "cost: 3" in TEXT
        """,
    ),
}


def code_of(rule: str) -> str:
    return f"src/sandtable/games/tiny/{rule[5:]}_.py"


def checkout() -> dict[str, str]:
    """A file of code and one of tests for each part; one of data that is read while tests are collected, one never."""
    changes = {
        "src/sandtable/games/tiny/data/roads.json": '{"roads": [{"cost": 3, "rule": "TG-3.unread"}]}',
        "src/sandtable/games/tiny/data/early.yaml": "- {cost: 3, rule: TG-3.early}\n",
        "tests/test_unread.py": "import pytest\n\n@pytest.mark.rule('TG-3.unread')\ndef test_it(): ...\n",
    }
    changes["tests/test_friend.py"] = (
        "import pytest\nfrom sandtable.games.tiny import stranger_\n\n"
        "@pytest.mark.rule('TG-1.1')\ndef test_far():\n    assert not stranger_.is_far(3)\n"
    )
    ids = [*PARTS, "TG-3.unread", "TG-3.untested"]
    rules = dedent(FILES["src/sandtable/games/tiny/rules.yaml"])
    changes["src/sandtable/games/tiny/rules.yaml"] = rules + "".join(
        f"- {{id: {one}, title: t, req: r}}\n" for one in ids
    )
    changes["src/sandtable/games/tiny/untested_.py"] = "# rule: TG-3.untested\nX = 1\n"
    for rule, (code, test) in PARTS.items():
        changes[code_of(rule)] = dedent(code)
        body = "\n    ".join(dedent(test).strip().splitlines())
        read = "from pathlib import Path\nTEXT = (Path(code.__file__).parent / 'data' / 'early.yaml').read_text()\n"
        changes[f"tests/test_{rule[5:]}.py"] = (
            f"import pytest\nfrom sandtable.games.tiny import {rule[5:]}_ as code\n"
            f"{read if rule == 'TG-3.early' else ''}\n"
            f"@pytest.mark.rule({rule!r})\ndef test_it():\n    {body}\n"
        )
    return changes


def files(tree: Tree) -> dict[str, bytes]:
    return {
        tree.name(path): path.read_bytes()
        for path in sorted(tree.root.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and ".rules" not in path.parts
    }


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Proof]:
    """The verdict on every rule of the checkout, by one run that leaves it as it was."""
    tree = lay_out(tmp_path_factory.mktemp("checkout"), checkout())
    before = files(tree)
    library = inventory.load(tree)
    told: list[Proof] = []
    rules = list(library.games["tiny"].entries)
    found, _ = prove.prove(tree, citations.scan(tree, library), rules, told.append, asks_strangers=True)
    assert files(tree) == before
    assert not tree.results.exists(), "a run under mutation is not recorded"
    assert sorted(told, key=lambda one: one.rule) == sorted(found, key=lambda one: one.rule)
    return {one.rule: one for one in found}


def test_tests_that_miss_every_clause_prove_the_rule(proofs: dict[str, Proof]) -> None:
    assert proofs["TG-1.1"] == Proof("TG-1.1", Verdict.PROVEN, 3, 3)
    assert proofs["TG-2.1.odds"] == Proof("TG-2.1.odds", Verdict.PROVEN, 5, 5)


def test_a_test_that_only_cites_proves_nothing_beside_one_that_does(proofs: dict[str, Proof]) -> None:
    assert proofs["TG-1.2"] == Proof(
        "TG-1.2", Verdict.SURVIVED, 3, 3, (f"{MOVES}:3: no test that cites TG-1.2 itself notices anything",)
    )


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (
            "TG-3.clauses",
            [
                *("3: without: is_free: survived", "3: boundary: 0 < steps <= 2: survived"),
                *("3: link 1 dropped: 0 < steps <= 2: survived", "3: boundary: 0 < steps <= 2: survived"),
                "3: 2 becomes 3: survived",
            ],
        ),
        ("TG-3.behind", ["3: never: is_hill: survived", f"4: 7 becomes 8: {Fate.UNREACHED}"]),
        ("TG-3.table", ["2: element removed: 'sea': survived", "2: 9 becomes 10: survived"]),
        ("TG-3.import", ["2: 1 becomes 2: survived"]),
        ("TG-3.untrue", ["3: max without: -a: survived", "3: marked as equivalent, but it is not"]),
    ],
)
def test_one_dead_mutant_is_not_enough(proofs: dict[str, Proof], rule: str, expected: list[str]) -> None:
    assert proofs[rule].verdict == Verdict.SURVIVED
    assert list(proofs[rule].notes) == [f"{code_of(rule)}:{note}" for note in expected]


def test_a_tag_on_code_that_no_citing_test_runs_is_told(proofs: dict[str, Proof]) -> None:
    assert proofs["TG-3.idle"].verdict == Verdict.UNREACHED
    assert proofs["TG-3.idle"].notes == (f"{code_of('TG-3.idle')}:5: {Fate.UNREACHED}",)


def test_other_tests_are_asked_about_what_survives(proofs: dict[str, Proof]) -> None:
    friend = "noticed by tests/test_friend.py::test_far, which does not cite it"
    where = code_of("TG-3.stranger")
    assert proofs["TG-3.stranger"].notes == (
        f"{where}:3: always: steps > 3: survived; {friend}",
        f"{where}:3: boundary: steps > 3: survived; {friend}",
        f"{where}:3: 3 becomes 4: survived",
    )


def test_closures_methods_and_what_caches_hold_are_mutated_too(proofs: dict[str, Proof]) -> None:
    assert proofs["TG-3.closures"].verdict == Verdict.PROVEN


def test_a_mutant_that_hangs_is_noticed(proofs: dict[str, Proof]) -> None:
    assert proofs["TG-3.hangs"].verdict == Verdict.PROVEN


def test_what_is_marked_as_equivalent_is_excused(proofs: dict[str, Proof]) -> None:
    assert proofs["TG-3.excused"].verdict == Verdict.PROVEN


def test_cells_of_data_are_changed_also_where_tests_read_them_at_import(proofs: dict[str, Proof]) -> None:
    assert proofs["TGT-costs"] == Proof("TGT-costs", Verdict.PROVEN, 2, 2)
    assert proofs["TG-3.early"] == Proof("TG-3.early", Verdict.PROVEN, 2, 2)


def test_data_that_no_test_reads_is_told(proofs: dict[str, Proof]) -> None:
    assert proofs["TG-3.unread"].notes == (
        "src/sandtable/games/tiny/data/roads.json:1: row roads.0 removed: survived",
        "src/sandtable/games/tiny/data/roads.json:1: roads.0.cost: 3 becomes 4: survived",
    )


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("TG-3.untagged", Verdict.NOT_TAGGED),
        ("TG-3.untested", Verdict.NO_TEST),
        ("TG-3.skipped", Verdict.NO_TEST),
        ("TG-3.red", Verdict.RED),
        ("TG-3.nothing", Verdict.UNPROVABLE),
    ],
)
def test_what_cannot_be_proven_is_called_by_its_name(proofs: dict[str, Proof], rule: str, expected: Verdict) -> None:
    assert proofs[rule].verdict == expected


def test_places_are_tried_in_batches_of_so_many_mutants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "BATCH", 5)
    tried = []
    for number, size in enumerate((3, 2, 1, 9, 4)):
        path = tmp_path / f"{number}.json"
        path.write_text(f'{{"rule": "TG-1", {", ".join(f"{chr(34)}{at}{chr(34)}: 1" for at in range(size))}}}')
        tried.append(Place(path, 1, ("TG-1",)))
    assert [[len(one.mutants) for one in part] for part in batches(tried)] == [[3, 2], [1], [9], [4]]
