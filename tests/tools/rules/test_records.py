"""Cells of data: each can be changed or taken out, those of other records are left."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from tools.rules.records import cells_of, changed


def variants(text: str, suffix: str, rule: str, line: int) -> list[Any]:
    return [yaml.safe_load(changed(text, suffix, cell)) for cell in cells_of(text, suffix, rule, line)]


def test_each_figure_and_truth_of_a_record_is_changed_alone() -> None:
    text = "- rule: TG-1\n  cost: 2\n  is_open: true\n  note: 7 is told\n  name: è 7\n  more: [1]\n- cost: 9\n"
    record = {"rule": "TG-1", "cost": 2, "is_open": True, "note": "7 is told", "name": "è 7", "more": [1]}
    assert variants(text, ".yaml", "TG-1", 1) == [
        [{"cost": 9}],
        [{**record, "cost": 3}, {"cost": 9}],
        [{**record, "is_open": False}, {"cost": 9}],
        [{**record, "more": []}, {"cost": 9}],
        [{**record, "more": [2]}, {"cost": 9}],
    ]


def test_a_record_inside_another_is_changed_by_its_own_citation() -> None:
    text = '{"rule": "TG-1", "cost": 2,\n "inner": {"rules": ["TG-2"], "cost": -5}}'
    assert [cell.label for cell in cells_of(text, ".json", "TG-1", 1)] == ["cost: 2 becomes 3"]
    assert [cell.label for cell in cells_of(text, ".json", "TG-2", 2)] == ["inner.cost: -5 becomes -4"]


def test_a_word_becomes_another_word_of_its_column() -> None:
    text = '{"rule": "TG-1", "rows": [{"kind": "tank", "hits": [1]}, {"kind": "gun", "hits": [2]}], "side": "axis"}'
    labels = [cell.label for cell in cells_of(text, ".json", "TG-1", 1)]
    assert "rows.0.kind: tank becomes gun" in labels
    assert "rows.1.kind: gun becomes tank" in labels
    assert not any(label.startswith("side") for label in labels), "there is no other word to take its place"


def test_a_mapping_with_numbers_as_keys_is_found() -> None:
    text = "rows:\n  1: {rule: TG-1, hits: 3}\n"
    assert variants(text, ".yaml", "TG-1", 2) == [{"rows": {}}, {"rows": {1: {"rule": "TG-1", "hits": 4}}}]


@pytest.mark.parametrize(
    ("text", "suffix"), [("rule: TG-1\nname: a\n", ".yaml"), ('rule = "TG-1"\ncost = 2\n', ".toml")]
)
def test_a_record_without_cells_cannot_be_changed(text: str, suffix: str) -> None:
    assert cells_of(text, suffix, "TG-1", 1) == []


def test_a_head_over_rows_that_cite_rules_of_their_own_stands_for_all_of_them() -> None:
    text = '{"rules": ["TG-1"],\n "rows": [{"rule": "TG-2", "cost": 3}]}'
    assert [cell.label for cell in cells_of(text, ".json", "TG-1", 1)] == [
        'rows.0 removed: {"rule": "TG-2", "cost": 3}',
        "rows.0.cost: 3 becomes 4",
    ]
