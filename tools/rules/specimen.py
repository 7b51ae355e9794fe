"""A tiny made-up checkout with one game of five rules, to try the tool on."""

from __future__ import annotations

from textwrap import dedent
from typing import TYPE_CHECKING

from tools.rules.tree import Tree

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "pytest.ini": """
        [pytest]
        addopts = --strict-markers
        """,
    "src/sandtable/__init__.py": "",
    "src/sandtable/games/__init__.py": "",
    "src/sandtable/games/tiny/__init__.py": "",
    "src/sandtable/games/tiny/manifest.toml": """
        [title]
        en = "Tiny"
        [rules]
        prefixes = ["TG-", "TGT-"]
        split = ["2"]
        [rules.chapters]
        "1" = "Moving"
        "2.1" = "Fighting"
        "TGT" = "Tables"
        """,
    "src/sandtable/games/tiny/rules.yaml": """
        - {id: TG-1.1, title: One step, req: A piece moves one step.}
        - {id: TG-1.2, title: No way back, req: A piece never moves backwards.}
        - {id: TG-2.1.odds, title: Odds, req: Two to one wins.}
        - {id: TG-1.10, title: Pieces are red, req: Paint them red., exempt: a matter of paint}
        - {id: TGT-costs, title: Costs, req: Hills cost two.}
        """,
    "src/sandtable/games/tiny/moves.py": """
        '''Moving, and fighting.'''

        # rule: TG-1.1, TG-1.2
        def is_legal(start: int, end: int) -> bool:
            return end == start + 1


        def wins(attack: int, defence: int) -> bool:
            # rule: TG-2.1.odds
            if attack >= 2 * defence:
                return True
            return False
        """,
    "src/sandtable/games/tiny/data/costs.yaml": """
        - terrain: hill
          rule: TGT-costs
          cost: 2
        """,
    "tests/conftest.py": """
        from tools.rules import recording

        def pytest_configure(config):
            recording.install(config)
        """,
    "tests/test_moves.py": """
        from pathlib import Path

        import pytest

        from sandtable.games.tiny import moves


        @pytest.mark.rule("TG-1.1")
        def test_one_step():
            assert moves.is_legal(1, 2)
            assert not moves.is_legal(1, 3)


        @pytest.mark.rule("TG-1.2")
        def test_never_back():
            assert moves.is_legal(1, 2) in (True, False)


        @pytest.mark.rule("TG-2.1.odds")
        class TestOdds:
            def test_two_to_one(self):
                assert moves.wins(4, 2)

            def test_less(self):
                assert not moves.wins(3, 2)


        @pytest.mark.rule("TGT-costs")
        def test_hills_cost_two():
            text = (Path(moves.__file__).parent / "data" / "costs.yaml").read_text()
            assert "cost: 2" in text
        """,
}


def lay_out(root: Path, changes: dict[str, str] | None = None) -> Tree:
    """Write the checkout, with some files added or replaced."""
    for name, text in {**FILES, **(changes or {})}.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return Tree(root)
