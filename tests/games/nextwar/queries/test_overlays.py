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
