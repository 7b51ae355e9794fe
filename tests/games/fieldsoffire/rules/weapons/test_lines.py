"""Grazing fire and fire over heads."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.weapons.capability import Capability
from sandtable.games.fieldsoffire.rules.weapons.lines import clears, grazed, passes_over
from tests.games.fieldsoffire.board import board, card, key

GUN = Capability("A", 0, 3, grazes=True, overhead=True)
STEP = {"map": {"rows": 5}, "terrain": {f"level{n}": {"elevation": n - 1} for n in (1, 2, 3, 4)}}


def cards(levels: str, target: str) -> list[str]:
    """The cards grazed from R1C1 northwards over ground of these levels."""
    rows = {f"R{n}C1": {"terrain": f"level{level}"} for n, level in enumerate(levels, start=1)}
    state = board(facts=STEP, cards=rows)
    found = grazed(state, card(state, "R1C1"), False, card(state, target), GUN)
    return [state.scenario.names["place"][one] for one in found]


@pytest.mark.rule("FF-7.2.2.a", "FF-7.2.2.c", "FF-7.2.2.d", "FF-7.2.2.f")
def test_grazing_fire_keeps_to_level_ground_or_to_one_slope() -> None:
    assert cards("1111", "R3C1") == ["R2C1", "R3C1", "R4C1"]
    assert cards("1234", "R2C1") == ["R2C1", "R3C1", "R4C1"]
    assert cards("4321", "R2C1") == ["R2C1", "R3C1", "R4C1"]
    assert cards("1122", "R2C1") == ["R2C1"]
    assert cards("1212", "R2C1") == ["R2C1"]


@pytest.mark.rule("FF-7.2.2.e", "FF-7.2.2.d")
def test_fire_at_the_own_card_or_off_the_slope_does_not_graze() -> None:
    state = board(facts=STEP)
    here = card(state, "R1C1")
    assert grazed(state, here, False, here, GUN) == (here,)
    assert cards("1221", "R3C1") == ["R3C1"]


@pytest.mark.rule("FF-7.2.2.a")
def test_grazing_fire_ends_where_sight_ends() -> None:
    state = board(facts=STEP, markers={1: {"kind": "smoke", "at": "R3C1"}})
    found = grazed(state, card(state, "R1C1"), False, card(state, "R2C1"), GUN)
    assert found == (card(state, "R2C1"), card(state, "R3C1"))


@pytest.mark.rule("FF-7.2.3.a", "FF-7.2.3.c", "FF-7.2.3.d", "FF-7.2.3.e")
@pytest.mark.parametrize(
    ("gun", "between", "target", "expected"),
    [
        (2, 1, 1, True),  # level with the target, below the gun
        (1, 1, 2, True),  # level with the gun, below the target
        (2, 1, 3, True),  # below both
        (3, 1, 2, True),
        (1, 1, 1, False),
        (2, 2, 1, False),
        (1, 2, 2, False),
        (1, 3, 2, False),
        (3, 2, 1, False),
    ],
)
def test_fire_passes_over_by_the_three_printed_cases(gun: int, between: int, target: int, expected: bool) -> None:
    rows: dict[str, Any] = {
        name: {"terrain": f"level{level}"} for name, level in (("R1C1", gun), ("R2C1", between), ("R3C1", target))
    }
    state = board({"German HMG team 1": "R1C1"}, facts=STEP, cards=rows)
    firer, over, aim = key(state, "German HMG team 1"), card(state, "R2C1"), card(state, "R3C1")
    assert clears(state, firer, over, aim) is expected
    assert passes_over(state, firer, GUN, over, aim) is expected
    assert not passes_over(state, firer, Capability("A", 0, 2), over, aim)


@pytest.mark.rule("FF-7.3.1.d")
def test_mortars_fire_over_everybody_at_any_level() -> None:
    state = board({"German 81mm mortar section": "R1C1"}, facts=STEP)
    mortar = Capability("H", 1, 3, overhead=True, over_own=True)
    firer = key(state, "German 81mm mortar section")
    assert passes_over(state, firer, mortar, card(state, "R2C1"), card(state, "R3C1"))


@pytest.mark.rule("FF-7.2.2.d", "FF-7.2.2.a", "FF-7.2.2.c")
def test_grazing_fire_ends_at_the_edge_of_the_map() -> None:
    state = board(facts=STEP)
    found = grazed(state, card(state, "R3C1"), False, card(state, "R4C1"), GUN)
    assert found == (card(state, "R4C1"), card(state, "R5C1"))
