"""Withdrawals that are short of steps or bought off, and units that become others."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.arrivals import withdrawals
from sandtable.kernel import Draft, NoDice, Ref
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

LEAVING = "turn.strategic.arrivals.leaving"


def leaving(rows: list[dict[str, Any]], pieces: dict[str, Any], **points: int) -> CrimeaState:
    """The Reinforcement phase of turn 48 with these withdrawals of the Axis on the card, not to be cancelled."""
    entries = [{"turn": 48, "cannot_cancel": True, **row} for row in rows]
    card = {"axis": {"withdrawals": {"entries": entries}}}
    return board("strategic.arrivals", pieces, facts={"card": card}, tracks={"tracks": {"vp": 0, **points}})


def steps(state: CrimeaState, name: str) -> int:
    return state.pieces[key(state, name)].steps


# -- withdrawals -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-8.71.a")
def test_missing_steps_come_from_points_or_from_units_of_the_type() -> None:
    rows = [{"unit": "46 Inf Div"}]
    pieces = {"46 Inf Div": {"hex": 3605, "steps": 2}, "73 Inf Div": 3505, "50 Inf Div": 3504, "28 Jg Div": 3503}
    state = leaving(rows, pieces, axis_type_i=1)
    assert asked(state) == {"axis": LEAVING}
    order = {"do": "dismiss", "unit": "46 Inf Div", "by": "46 Inf Div"}
    assert not may(state, "axis", {**order, "units": []})
    assert not may(state, "axis", {**order, "units": ["28 Jg Div"]})
    paid = play(state, "axis", {**order, "units": ["73 Inf Div"]}).state
    assert (where(paid, "46 Inf Div"), steps(paid, "73 Inf Div"), paid.tracks["axis_type_i"]) == ("withdrawn", 3, 0)
    given = play(state, "axis", {**order, "units": ["73 Inf Div", "50 Inf Div"]}).state
    assert (steps(given, "73 Inf Div"), steps(given, "50 Inf Div"), given.tracks["axis_type_i"]) == (3, 3, 1)
    assert asked(paid).get("axis") != LEAVING


@pytest.mark.rule("EF-8.71.a")
def test_one_unit_gives_several_steps_where_nobody_else_can() -> None:
    state = leaving([{"unit": "46 Inf Div"}], {"46 Inf Div": {"hex": 3605, "steps": 1}, "73 Inf Div": 3505})
    order = {"do": "dismiss", "unit": "46 Inf Div", "by": "46 Inf Div"}
    assert why(state, "axis", {**order, "units": []}).rule == "EF-8.71.a"
    state = play(state, "axis", {**order, "units": ["73 Inf Div"]}).state
    assert (where(state, "46 Inf Div"), steps(state, "73 Inf Div")) == ("withdrawn", 1)
    worn = {"46 Inf Div": {"hex": 3605, "steps": 1}, "73 Inf Div": {"hex": 3505, "steps": 3}}
    short = leaving([{"unit": "46 Inf Div"}], worn)
    assert why(short, "axis", {**order, "units": ["73 Inf Div"]}).rule == "EF-8.71.a"
    helped = play(
        leaving([{"unit": "46 Inf Div"}], worn, axis_type_i=1), "axis", {**order, "units": ["73 Inf Div"]}
    ).state
    assert (steps(helped, "73 Inf Div"), helped.tracks["axis_type_i"]) == (1, 0)


@pytest.mark.rule("EF-8.71.a", "EF-PB3.43")
def test_a_unit_leaves_at_its_listed_strength_without_a_question() -> None:
    state = leaving([{"unit": "46 Inf Div", "steps": 2}], {"46 Inf Div": {"hex": 3605, "steps": 2}})
    assert where(state, "46 Inf Div") == "withdrawn"


@pytest.mark.rule("EF-8.71.a")
def test_a_unit_leaves_from_map_t_as_from_the_map() -> None:
    card = {"soviet": {"withdrawals": {"entries": [{"turn": 48, "unit": "320 Rifle Div", "cannot_cancel": True}]}}}
    state = board("strategic.arrivals", {"320 Rifle Div": {"box": "map_t"}}, facts={"card": card})
    assert (where(state, "320 Rifle Div"), state.tracks["vp"]) == ("withdrawn", 0)


@pytest.mark.rule("EF-PB3.43")
def test_steps_too_many_make_up_for_steps_missing_in_another_of_the_type() -> None:
    rows = [{"unit": "46 Inf Div"}, {"unit": "73 Inf Div", "steps": 2}]
    worn = {"46 Inf Div": {"hex": 3605, "steps": 2}, "73 Inf Div": 3505}
    state = leaving(rows, worn)
    order = {"do": "dismiss", "unit": "46 Inf Div", "by": "46 Inf Div"}
    state = play(state, "axis", order).state
    assert where(state, "46 Inf Div") == where(state, "73 Inf Div") == "withdrawn"
    assert not [track for track in state.tracks if track.startswith("spare")]
    # Steps of another type do not help.
    other = leaving([rows[0], {"unit": "28 Jg Div", "steps": 1}], {**worn, "28 Jg Div": 3504})
    assert not may(other, "axis", order)


@pytest.mark.rule("EF-8.71.b", "EF-PB3.42")
def test_an_equal_leaves_for_a_unit_that_is_lost() -> None:
    pieces = {"46 Inf Div": {"box": "cadre", "steps": 0}, "73 Inf Div": 3505, "132 Inf Div": 3504}
    state = leaving([{"unit": "46 Inf Div"}], pieces)
    assert asked(state) == {"axis": LEAVING}
    weaker = {"do": "dismiss", "unit": "46 Inf Div", "by": "132 Inf Div"}
    assert why(state, "axis", weaker).rule == "EF-8.71.b"
    step = play(state, "axis", {**weaker, "by": "73 Inf Div"})
    assert logged(step, "withdrawn").rule == "EF-8.71.b"
    assert (where(step.state, "73 Inf Div"), where(step.state, "46 Inf Div")) == ("withdrawn", "cadre")
    assert step.state.tracks["vp"] == 0
    assert why(state, "axis", {"keep": "46 Inf Div"}).rule == "EF-PB3.42"
    free = leaving([{"unit": "46 Inf Div", "cannot_cancel": False}], pieces)
    bought = play(free, "axis", {"keep": "46 Inf Div"}).state
    assert (where(bought, "73 Inf Div"), bought.tracks["vp"]) == (3505, -1)


@pytest.mark.rule("EF-8.73", "EF-PB3.42")
def test_a_withdrawal_is_bought_off_unless_the_card_forbids_it() -> None:
    pieces = {"46 Inf Div": {"hex": 3605, "steps": 3}}
    state = leaving([{"unit": "46 Inf Div"}], pieces, axis_type_i=1)
    assert why(state, "axis", {"keep": "46 Inf Div"}).rule == "EF-PB3.42"
    free = leaving([{"unit": "46 Inf Div", "cannot_cancel": False}], {"46 Inf Div": 3605})
    assert asked(free) == {"axis": LEAVING}
    kept = play(free, "axis", {"keep": "46 Inf Div"}).state
    assert (where(kept, "46 Inf Div"), kept.tracks["vp"]) == (3605, -1)
    gone = play(free, "axis", {"do": "dismiss", "unit": "46 Inf Div", "by": "46 Inf Div"}).state
    assert (where(gone, "46 Inf Div"), gone.tracks["vp"]) == ("withdrawn", 0)


@pytest.mark.rule("EF-8.71.a", "EF-8.73")
def test_who_can_make_nothing_good_pays_with_a_victory_point() -> None:
    state = leaving([{"unit": "46 Inf Div"}], {"46 Inf Div": {"hex": 3605, "steps": 1}})
    order = {"do": "dismiss", "unit": "46 Inf Div", "by": "46 Inf Div"}
    assert why(state, "axis", order).rule == "EF-8.71.a"
    assert play(state, "axis", {"keep": "46 Inf Div"}).state.tracks["vp"] == -1


# -- conversion --------------------------------------------------------------------------------------------------------


def converting(pieces: dict[str, Any], remove: Any, receive: list[str]) -> CrimeaState:
    card = {"axis": {"conversions": [{"turn": 48, "remove": remove, "receive": receive}]}}
    return board("strategic.arrivals", pieces, facts={"card": card})


@pytest.mark.rule("EF-PB4.2")
def test_a_unit_becomes_another_with_no_more_steps_than_it_had() -> None:
    new = ["129 Mot Rgt/22 Pz"]
    whole = converting({"46 Inf Div": 3605}, "46 Inf Div", new)
    assert (where(whole, new[0]), steps(whole, new[0]), where(whole, "46 Inf Div")) == (3605, 2, "withdrawn")
    worn = converting({"46 Inf Div": {"hex": 3605, "steps": 1}}, "46 Inf Div", new)
    assert steps(worn, new[0]) == 1
    lost = converting({"46 Inf Div": {"box": "eliminated", "steps": 0}}, "46 Inf Div", new)
    assert where(lost, new[0]) == "eliminated"


@pytest.mark.rule("EF-PB4.2")
@pytest.mark.parametrize(
    ("old", "points"), [({"hex": "3605"}, (Ref("place", 3605),)), ({"box": "cadre", "steps": 0}, ())]
)
def test_an_exchange_is_told_with_the_place_where_it_is(old: dict[str, Any], points: tuple[Ref, ...]) -> None:
    card = {"axis": {"conversions": [{"turn": 48, "remove": "46 Inf Div", "receive": ["129 Mot Rgt/22 Pz"]}]}}
    state = board("axis.movement", {"46 Inf Div": old}, facts={"card": card})
    d = Draft(state, NoDice())
    withdrawals.convert(d)
    (told,) = d.entries
    assert told.points == points


@pytest.mark.rule("EF-PB4.2")
def test_units_from_several_hexes_become_one_in_any_of_them() -> None:
    pieces = {"190 AG Bn": 3605, "SS LAH Rcn Bn": 3503}
    state = converting(pieces, list(pieces), ["129 Mot Rgt/22 Pz"])
    assert asked(state) == {"axis": "turn.strategic.arrivals.regrouping"}
    assert not may(state, "axis", {"regroup": 3504})
    state = play(state, "axis", {"regroup": 3503}).state
    assert (where(state, "129 Mot Rgt/22 Pz"), steps(state, "129 Mot Rgt/22 Pz")) == (3503, 2)
    assert where(state, "190 AG Bn") == "withdrawn"
