"""Cleanup."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.model import MARKERS, Marker
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from tests.games.fieldsoffire.board import board, card, drafted, key

STAY = {"mines", "incoming", "airstrike", "pending", "burning_wreck", "wreck", "target", "phone_line"} | {
    "errand",
    "protective_fire",
    "claymore",
    "barricade",
    "breach",
    "joined",
}


@pytest.mark.rule("FF-3.8.a", "FF-3.8.a1", "FF-3.8.a2", "FF-3.8.h", "FF-7.10.6")
@pytest.mark.parametrize("kind", MARKERS)
def test_what_lasts_for_a_turn_goes_and_the_rest_stays(kind: str) -> None:
    d = drafted(board({"1/1 PLT": "R1C1"}))
    d.put("markers", 1, Marker(kind=kind, at=card(d.now, "R2C2")))
    clear_markers(d)
    assert (1 in d.now.markers) is (kind in STAY)


@pytest.mark.rule("FF-3.8.e")
def test_men_leave_their_minefield_and_the_field_stays() -> None:
    markers = {1: {"kind": "mines", "at": "R1C1"}, 2: {"kind": "mines", "at": "R1C1", "unit": "1/1 PLT", "value": -4}}
    d = drafted(board({"1/1 PLT": "R1C1"}, markers=markers))
    clear_markers(d)
    assert set(d.now.markers) == {1}


@pytest.mark.rule("FF-3.8.a", "FF-5.1.3.a", "FF-3.8.a2")
def test_nobody_is_exposed_any_more_and_the_pinned_stay_pinned() -> None:
    d = drafted(board({"1/1 PLT": {"at": "R1C1", "exposed": True, "pinned": True, "empty": True}}))
    clear_markers(d)
    unit = d.now.units[key(d.now, "1/1 PLT")]
    assert (unit.exposed, unit.pinned, unit.empty) == (False, True, True)
