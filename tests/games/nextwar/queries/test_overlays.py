"""Overlays on the map."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.kernel import UnknownName
from sandtable.kernel.queries import Overlay
from tests.games.nextwar.board import INF, QUIET, ROK_INF, advanced, at, board, key


def test_overlays_are_read_from_the_rules() -> None:
    state = board(units={INF: "N3010", ROK_INF: "N3012"}, captured={"N3014": "allied"})
    view = GAME.view(state, "dprk")
    zones = GAME.query(view, "zoc", {})
    assert isinstance(zones, Overlay)
    assert zones.places[str(at(state, "N3011"))] == "both"
    assert zones.places[str(at(state, "N3009"))] == "dprk"
    reach = GAME.query(view, "reach", {"piece": key(state, INF)})
    assert isinstance(reach, Overlay)
    assert reach.places[str(at(state, "N3009"))] == "1"
    threat = GAME.query(view, "threat", {"side": "allied"})
    assert isinstance(threat, Overlay)
    assert threat.places == {}
    control = GAME.query(view, "control", {})
    assert isinstance(control, Overlay)
    assert control.places[str(at(state, "N3014"))] == "allied"
    with pytest.raises(UnknownName):
        GAME.query(view, "threat", {"side": "nobody"})


def test_no_reach_for_a_unit_that_is_not_there() -> None:
    state = board(units={INF: "N3010"})
    assert GAME.query(GAME.view(state, "dprk"), "reach", {"piece": 999}) is None


@pytest.mark.rule("NW-19.2.a")
def test_lines_of_communication_of_the_advanced_game() -> None:
    units = {"DPRK Supply 1": "N3002", "DPRK II HQ": "N3010", INF: "N3014", "DPRK 12/V Inf Div": "N3016"}
    state = advanced(QUIET, units=units)
    found = GAME.query(GAME.view(state, "dprk"), "supply", {})
    assert isinstance(found, Overlay)
    assert found.rule == "NW-19.2.a"
    assert {str(at(state, h)) for h in ("N3002", "N3010", "N3014")} <= set(found.places)
    assert str(at(state, "N3016")) not in found.places
    assert str(at(state, "N3002")) in found.sources
    theirs = GAME.query(GAME.view(state, "dprk"), "supply", {"side": "allied"})
    assert isinstance(theirs, Overlay)
    assert str(at(state, "busan")) in theirs.sources


@pytest.mark.rule("NW-21.0")
def test_detected_units_are_shown_with_their_side() -> None:
    units = {INF: "N3010", ROK_INF: "N3011", "DPRK II HQ": {"hex": "N3002", "detected": True}, "DPRK I HQ": "N3004"}
    state = advanced(QUIET, units=units, air_level="contested")
    found = GAME.query(GAME.view(state, "allied"), "detection", {})
    assert isinstance(found, Overlay)
    seen = {str(at(state, h)): side for h, side in (("N3010", "dprk"), ("N3011", "allied"), ("N3002", "dprk"))}
    assert found.places == seen
    assert GAME.query(GAME.view(board(), "dprk"), "detection", {}) is None


def test_interdicted_hexes_are_shown_with_what_they_cost() -> None:
    state = advanced(QUIET, interdictions={"N3010": 2})
    found = GAME.query(GAME.view(state, "allied"), "interdiction", {})
    assert isinstance(found, Overlay)
    assert found.places == {str(at(state, "N3010")): 2}


@pytest.mark.rule("NW-6.5.3.a")
def test_a_helicopter_reaches_what_is_within_its_range() -> None:
    state = board(helicopters={"DPRK Mi-24D 1": {"hex": "N3010"}})
    craft = next(iter(state.helicopters))
    found = GAME.query(GAME.view(state, "dprk"), "reach", {"helicopter": craft})
    assert isinstance(found, Overlay)
    far = {int(value) for value in found.places.values()}
    assert max(far) == state.board.helicopters[craft].range
    assert found.places[str(at(state, "N3011"))] == 1
