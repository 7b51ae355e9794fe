"""Advancing after combat: who may go where."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.results import advances
from sandtable.kernel.state import successor
from tests.games.eastfront.board import board, key

UNITS = {"73 Inf Div": 3604, "46 Inf Div": 3504, "49 Art Rgt": 3604, "50 Inf Div": 3604, "47(+) Rgt/22 Div": 3607}
TEAM = ["73 Inf Div", "46 Inf Div", "49 Art Rgt", "47(+) Rgt/22 Div"]
"""Those who attacked 3605, an infantry division too far away and a gun among them; one division stood by."""


def won(hexes: tuple[int, ...] = (3605,), pieces: dict[str, Any] | None = None, **battle: Any) -> CrimeaState:
    """A battle that has been won: the hexes that were attacked stand empty."""
    placed = {**UNITS, **(pieces or {})}
    bare = board("axis.combat", placed)
    units = [key(bare, name) for name in TEAM]
    attack = {"side": "axis", "hexes": [str(h) for h in hexes], "units": TEAM}
    fought = {"attack": hexes[0], "units": units, "defenders": [], "result": "-/E", **battle}
    return board("axis.combat", placed, attacks={str(hexes[0]): attack}, battle=fought)


@pytest.mark.rule("EF-16.41.b4", "EF-16.51")
@pytest.mark.parametrize(
    ("battle", "hexes"), [({}, (3605,)), ({"order": "additional"}, ()), ({"retreat_attacker": 2}, ())]
)
def test_who_is_ready_to_fall_back_or_has_to_does_not_advance(battle: dict[str, Any], hexes: tuple[int, ...]) -> None:
    assert advances.vacated(won(**battle)) == hexes


@pytest.mark.rule("EF-16.51", "EF-16.55")
def test_every_hex_that_somebody_can_enter_can_be_entered() -> None:
    assert advances.vacated(won((3605, 3704))) == (3605, 3704)
    # Nobody who fought stands beside 3610.
    assert advances.vacated(won((3605, 3610))) == (3605,)


@pytest.mark.rule("EF-16.52", "EF-16.53")
@pytest.mark.parametrize(
    ("name", "to", "rule"),
    [
        ("73 Inf Div", 3605, ""),
        ("49 Art Rgt", 3605, "EF-16.52"),  # guns stay
        ("50 Inf Div", 3605, "EF-16.52"),  # took no part
        ("47(+) Rgt/22 Div", 3605, "EF-16.53"),  # too far away
        ("73 Inf Div", 3603, "EF-16.53"),  # not attacked
        ("73 Inf Div", 3704, ""),
        ("73 Inf Div", 3606, "EF-16.53"),  # attacked, but not beside it
    ],
)
def test_who_advances_where(name: str, to: int, rule: str) -> None:
    state = won((3605, 3704, 3606))
    no = advances.why_not_advance(state, key(state, name), to)
    assert (no.rule if no else "") == rule


@pytest.mark.rule("EF-16.52", "EF-16.53")
def test_the_dead_do_not_advance_nor_anybody_into_a_hex_that_is_held() -> None:
    gone = won(pieces={"73 Inf Div": {"box": "cadre", "steps": 0}})
    assert advances.why_not_advance(gone, key(gone, "73 Inf Div"), 3605) is not None
    held = won(pieces={"106 Rifle Div": 3605})
    no = advances.why_not_advance(held, key(held, "73 Inf Div"), 3605)
    assert no is not None
    assert no.rule == "EF-16.53"


@pytest.mark.rule("EF-16.52", "EF-16.53")
def test_nobody_advances_out_of_the_box_nor_past_the_next_hex() -> None:
    state = won((3605, 3606))
    unit = key(state, "73 Inf Div")
    far = advances.why_not_advance(state, unit, 3606)
    assert far is not None
    assert far.key == "refuse.not_next"
    without = successor(state, pieces={k: piece for k, piece in state.pieces.items() if k != unit})
    gone = advances.why_not_advance(without, unit, 3605)
    assert gone is not None
    assert gone.rule == "EF-16.52"


@pytest.mark.rule("EF-16.53")
def test_who_has_advanced_goes_no_further() -> None:
    state = won((3605, 3606), pieces={"73 Inf Div": 3605})
    no = advances.why_not_advance(state, key(state, "73 Inf Div"), 3606)
    assert no is not None
    assert no.key == "refuse.not_next"


@pytest.mark.rule("EF-16.53", "EF-22.64")
@pytest.mark.parametrize(
    ("marks", "to", "rule"), [({}, 3605, ""), ({}, 3607, "EF-22.64"), ({"roaming": True}, 3607, "")]
)
def test_militia_does_not_leave_the_reach_of_its_city_as_a_victor(marks: dict[str, Any], to: int, rule: str) -> None:
    counter = {"id": "Levy", "label": "L", "side": "soviet", "nation": "soviet", "type": "militia", "size": "regiment"}
    facts = {"units": {"new": [{**counter, "stack": 1, "front": "1-1-4", "steps": 1, "home": ["3601"]}]}}
    attack = {"side": "soviet", "hexes": [str(to)], "units": ["Levy"]}
    pieces = {"Levy": {"hex": "3606", **marks}}
    unit = key(board("soviet.combat", pieces, facts=facts), "Levy")
    fought = {"attack": to, "units": [unit], "defenders": [], "result": "-/E"}
    state = board("soviet.combat", pieces, facts=facts, attacks={str(to): attack}, battle=fought)
    no = advances.why_not_advance(state, unit, to)
    assert (no.rule if no else "") == rule
