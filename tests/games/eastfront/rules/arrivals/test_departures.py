"""Aircraft that leave by the card: the choice of their type, and those that are bought off."""

from __future__ import annotations

import pytest

from tests.games.eastfront.board import asked, board, logged, play, why


@pytest.mark.rule("EF-8.72", "EF-8.73", "EF-PB3.42")
def test_the_axis_chooses_between_two_types() -> None:
    units = {
        "1": {"side": "axis", "kind": "Ju87", "box": "ready"},
        "2": {"side": "axis", "kind": "Ju88", "box": "flown"},
    }
    state = board("strategic.arrivals", {}, turn=51, air=units)
    assert asked(state) == {"axis": "turn.strategic.arrivals.choice"}
    assert why(state, "axis", {"retain": "Ju88"}).rule == "EF-PB3.42"
    state = play(state, "axis", {"withdraw": "Ju88"}, [9, 9]).state
    assert state.air[2].box == "gone"


@pytest.mark.rule("EF-8.73", "EF-8.72")
def test_aircraft_are_bought_off_one_by_one_where_the_card_does_not_forbid_it() -> None:
    units = {n: {"side": "axis", "kind": kind, "box": "flown"} for n, kind in enumerate(("Ju87", "Ju87", "Ju88"), 1)}
    card = {"axis": {"withdrawals": {"entries": [{"turn": 48, "air": {"Ju87": 2, "Ju88": 1, "He111": 1}}]}}}
    state = board("strategic.arrivals", {}, air=units, facts={"card": card}, tracks={"tracks": {"vp": 0}})
    assert asked(state) == {"axis": "turn.strategic.arrivals.choice"}
    assert why(state, "axis", {"retain": "Ju88"}).rule == "EF-8.73"
    step = play(state, "axis", {"retain": "Ju87"})
    assert logged(step, "air_kept").rule == "EF-8.73"
    assert step.state.tracks["vp"] == -1
    state = play(step.state, "axis", {"withdraw": "Ju87"}).state
    state = play(state, "axis", {"retain": "Ju88"}, [9, 9]).state
    assert ([unit.box for unit in state.air.values()], state.tracks["vp"]) == (["gone", "flown", "flown"], -2)
    assert not [track for track in state.tracks if track.startswith("departed")]
