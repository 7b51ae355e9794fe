"""Victory points for places and the garrisons that hold them."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.victory import places
from sandtable.kernel import Draft, ScriptedDice
from tests.games.eastfront.board import board, key, logged, play

FACTS = {
    "card": {"vp_places": [{"hex": "3606", "points": 3}, {"hex": "3610", "points": 2}, {"hex": "3611", "points": 1}]},
    "hexes": {"3610": {"place": "city"}, "3611": {"place": "city"}, "3606": {"place": "town"}},
}


def field(at: Any, pieces: dict[str, Any], **more: Any) -> CrimeaState:
    control = dict.fromkeys(("3606", "3610", "3611"), "soviet")
    return board(at, pieces, facts=FACTS, control={**control, **more.pop("control", {})}, **more)


@pytest.mark.rule("EF-25.2")
def test_a_place_scores_at_once_and_is_taken_back_at_once() -> None:
    state = field("axis.movement", {"46 Inf Div": 3604, "73 Inf Div": 3602})
    step = play(state, "axis", {"move": "46 Inf Div", "path": [3605, 3606]})
    assert step.state.tracks["vp"] == 3
    assert logged(step, "place").rule == "EF-25.2"
    on = play(step.state, "axis", {"move": "73 Inf Div", "path": [3603]}).state
    assert on.tracks["vp"] == 3  # not a second time
    scored = {"vp": 3, "place_3606": 3, "first_3606": 48}
    foe = field("soviet.movement", {"106 Rifle Div": 3609}, control={"3606": "axis"}, tracks={"tracks": scored})
    assert foe.tracks["vp"] == 3
    back = play(foe, "soviet", {"move": "106 Rifle Div", "path": [3608, 3607, 3606]})
    assert back.state.tracks["vp"] == 0
    assert logged(back, "place").params["points"] == -3


@pytest.mark.rule("EF-25.2")
def test_a_zone_of_control_takes_a_place_too() -> None:
    state = field("axis.movement", {"46 Inf Div": 3604})
    after = play(state, "axis", {"move": "46 Inf Div", "path": [3605]}).state
    assert after.tracks["vp"] == 3


@pytest.mark.rule("EF-PB7.22")
def test_a_city_without_a_garrison_gives_no_points() -> None:
    held = {"3610": "axis", "3611": "axis"}
    both = field("axis.movement", {"690 Eng Rgt": 3610}, control=held)
    assert places.held(both) == {3610: 2, 3611: 1}  # two steps hold two hexes, wherever they stand
    one = field("axis.movement", {"690 Eng Rgt": {"hex": "3611", "steps": 1}}, control=held)
    assert places.held(one) == {3610: 2}
    none = field("axis.movement", {}, control=held)
    assert places.held(none) == {}


@pytest.mark.rule("EF-PB7.22")
def test_points_are_lost_when_the_garrison_leaves() -> None:
    held = {"3610": "axis", "3611": "soviet"}
    state = field("axis.movement", {"190 AG Bn": 3610}, control=held)
    d = Draft(state, ScriptedDice(()))
    places.settle(d)
    assert d.now.tracks["vp"] == 2
    step = play(d.now, "axis", {"move": "190 AG Bn", "path": [3609, 3608]})
    assert step.state.tracks["vp"] == 0
    assert logged(step, "place").rule == "EF-PB7.22"


@pytest.mark.rule("EFT-tracks", "EF-16.25")
def test_the_loss_markers_start_again_and_change_the_score() -> None:
    state = board("axis.combat", {"39 Tank Bde": 3610, "190 AG Bn": 3605})
    d = Draft(state, ScriptedDice(()))
    for side, name, limit, points in (("axis", "190 AG Bn", 5, -1), ("soviet", "39 Tank Bde", 8, 0)):
        d.put("tracks", f"{side}_heavy", limit - 1)
        d.put("pieces", key(state, name), state.pieces[key(state, name)])
        results.lose_step(d, key(state, name))
        assert d.now.tracks[f"{side}_heavy"] == 0
        assert d.now.tracks["vp"] == points
    most = state.board.charts["replacement_costs"]["track"]
    assert (most["axis"]["most"], most["soviet"]["most"]) == (10, 10)
