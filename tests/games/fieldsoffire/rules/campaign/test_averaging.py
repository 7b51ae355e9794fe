"""The experience of a unit of mixed steps."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations

import pytest

from sandtable.games.fieldsoffire.rules.campaign.averaging import average

GRADE = {"V": 1, "L": 0, "G": -1}
PRINTED = {
    "VL": "L", "VG": "L", "LG": "G",
    "VVG": "L", "VVL": "V", "LLV": "L", "LLG": "L", "GGV": "L", "GGL": "G", "VLG": "L",
    "VVVL": "V", "VVVG": "V", "VVLL": "L", "VVLG": "L", "VVGG": "L", "LLLV": "L", "LLLG": "L", "LLVG": "L",
    "LLGG": "G", "GGGV": "G", "GGGL": "G", "VLGG": "G",
}  # fmt: skip


@pytest.mark.rule(
    "FF-12.6", "FF-12.6.2a", "FF-12.6.2b", "FF-12.6.3a", "FF-12.6.3b", "FF-12.6.3c", "FF-12.6.3d", "FF-12.6.3e",
    "FF-12.6.3f", "FF-12.6.4a", "FF-12.6.4b", "FF-12.6.4c", "FF-12.6.4d", "FF-12.6.4e", "FF-12.6.4f",
)  # fmt: skip
@pytest.mark.parametrize("steps", sorted(PRINTED))
def test_every_row_of_the_table_in_any_order(steps: str) -> None:
    for order in permutations(steps):
        assert average(GRADE[one] for one in order) == GRADE[PRINTED[steps]]


@pytest.mark.rule("FF-12.6.5", "FF-12.6")
def test_steps_that_are_alike_keep_their_grade_and_no_combination_is_missing() -> None:
    for size in (1, 2, 3, 4):
        for grades in combinations_with_replacement((-1, 0, 1), size):
            assert average(grades) in (-1, 0, 1)
            if len(set(grades)) == 1:
                assert average(grades) == grades[0]
