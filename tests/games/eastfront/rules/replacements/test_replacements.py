"""Replacement points: income, what they buy, and the Replacement phase."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.results import results
from sandtable.kernel import Draft, ScriptedDice
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

SWITCH = {"replacements": {"value": "cards"}}
NEW = [
    {"id": "128 Zap Rgt", "label": "128", "type": "zap", "size": "regiment", "stack": 1, "front": "1-1-4", "steps": 1},
    {"id": "191 Zap Rgt", "label": "191", "type": "zap", "size": "regiment", "stack": 1, "front": "1-1-4", "steps": 1},
    {"id": "Militia", "label": "M", "type": "militia", "size": "regiment", "stack": 2, "front": "1-2-4", "steps": 2},
    {
        "id": "Train",
        "label": "T",
        "type": "armoured_train",
        "size": "battalion",
        "stack": 1,
        "front": "1-1-0",
        "steps": 1,
    },
    {
        "id": "NKVD Train",
        "label": "T",
        "type": "armoured_train",
        "size": "battalion",
        "stack": 1,
        "front": "1-1-0",
        "steps": 1,
        "nkvd": True,
    },
]


def facts(income: dict[str, Any] | None = None, hexes: dict[int, Any] | None = None) -> dict[str, Any]:
    """A card with replacements, and the units that only other scenarios have."""
    new = [{"side": "soviet", "nation": "soviet", **row} for row in NEW]
    return {"card": {"switches": SWITCH, "replacements": income or {}}, "units": {"new": new}, "hexes": hexes or {}}


def phase(
    pieces: dict[str, Any], income: dict[str, Any] | None = None, hexes: dict[int, Any] | None = None, **more: Any
) -> CrimeaState:
    """The Replacement phase of turn 48."""
    return board("strategic.replacements", pieces, facts=facts(income, hexes), **more)


def cost(name: str, box: str = "cadre") -> tuple[str, int] | None:
    state = phase({})
    return replacements.price(state, state.board.units[key(state, name)], box)


# -- points ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-7.0", "EF-7.3", "EF-PB3.23", "EF-PB3.23.a", "EF-PB3.23.c", "EF-4.2.A3")
def test_points_come_from_the_cards_and_one_a_turn_for_the_soviets() -> None:
    listed = {"turn": 48, "type_i": 2, "type_a": 1, "romanian": 3}
    income = {
        "axis": {"entries": [listed, {"turn": 49, "type_i": 5}]},
        "soviet": {"entries": [{"turn": 48, "type_a": 1}]},
    }
    state = phase({}, income)
    assert replacements.points(state, "axis", "type_i") == 2
    assert replacements.points(state, "axis", "type_a") == 1
    assert replacements.points(state, "axis", "romanian") == 3
    assert replacements.points(state, "soviet", "type_i") == 1
    assert replacements.points(state, "soviet", "type_a") == 1
    assert replacements.points(phase({}, {"soviet": {"each_turn": 0}}), "soviet", "type_i") == 0


@pytest.mark.rule("EF-7.22.a", "EF-7.31", "EF-PB3.22.a")
def test_points_are_saved_up_to_the_end_of_the_track() -> None:
    income = {"axis": {"entries": [{"turn": 48, "type_i": 4, "romanian": 1}]}}
    state = phase({}, income, tracks={"tracks": {"axis_type_i": 8, "axis_romanian": 2, "soviet_type_i": 10}})
    assert replacements.points(state, "axis", "type_i") == 10
    assert replacements.points(state, "axis", "romanian") == 3
    assert replacements.points(state, "soviet", "type_i") == 10


@pytest.mark.rule("EFS-10.14.c", "EFS-10.74.a")
@pytest.mark.parametrize("scenario", ["1", "7"])
def test_the_two_scenarios_have_no_replacements(scenario: str) -> None:
    state = board("strategic.supply", {}, scenario=scenario)
    assert not [track for track in state.tracks if track.endswith("type_i")]
    worn = board(
        "axis.movement", {"46 Inf Div": {"hex": 5715, "steps": 2}}, scenario="7", tracks={"tracks": {"axis_type_i": 5}}
    )
    assert why(worn, "axis", {"receive": "46 Inf Div"}).rule == "EF-7.41.a"


@pytest.mark.rule("EF-7.22.d1", "EF-7.22.d2", "EF-7.22.d3", "EF-7.24.a", "EFT-replacement-costs")
def test_what_soviet_units_cost() -> None:
    assert cost("156 Rifle Div") == ("type_i", 1)
    assert cost("54 Mot Rgt") == ("type_i", 2)
    assert cost("39 Tank Bde") == ("type_a", 1)
    assert cost("39 Tank Bde", "eliminated") == ("type_i", 1)
    assert cost("Naval Base 2") is None
    assert cost("Militia") is None


@pytest.mark.rule("EF-7.31.a1", "EF-7.31.a2", "EF-7.31.a3", "EF-7.32", "EF-PB3.21.a")
def test_what_axis_units_cost() -> None:
    assert cost("46 Inf Div") == ("type_i", 1)
    assert cost("129 Mot Rgt/22 Pz") == ("type_i", 2)
    assert cost("190 AG Bn") == ("type_a", 1)
    assert cost("190 AG Bn", "eliminated") == ("type_i", 1)
    assert cost("641 S-H Art Bn") is None
    assert cost("Rom 10 Inf Div") == ("romanian", 1)
    assert cost("Korne(+) Rgt") == ("romanian", 2)


# -- aircraft ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-7.33", "EF-7.24.b")
def test_a_point_for_aircraft_makes_one_ready_and_is_not_kept() -> None:
    planes = {
        1: {"side": "axis", "kind": "Ju87", "box": "destroyed", "shown": True},
        2: {"side": "axis", "kind": "Ju88", "box": "flown", "shown": True},
        8: {"side": "soviet", "kind": "DB3", "box": "damaged", "shown": True},
    }
    income = {"axis": {"entries": [{"turn": 48, "air": 1}]}, "soviet": {"entries": [{"turn": 48, "air": 2}]}}
    state = phase({}, income, air=planes)
    assert asked(state) == dict.fromkeys(("axis", "soviet"), "turn.strategic.replacements.uses")
    assert why(state, "axis", {"refit": 2}).rule == "EF-7.33"
    assert why(state, "axis", {"refit": 8}).rule == "EF-7.33"
    state = play(state, "axis", {"refit": 1}).state
    assert (state.air[1].box, state.air[1].shown) == ("ready", False)
    step = play(state, "soviet", {"do": "done"})
    # The Soviet points were not used.
    assert logged(step, "points_lost").rule == "EF-7.24.b"
    assert replacements.points(step.state, "soviet", "air") == 0
    assert replacements.points(step.state, "axis", "air") == 0


@pytest.mark.rule("EF-7.24.b")
def test_in_storms_new_aircraft_wait() -> None:
    planes = {1: {"side": "soviet", "kind": "DB3", "box": "destroyed", "shown": True}}
    income = {"soviet": {"entries": [{"turn": 48, "air": 1}]}}
    state = phase({"106 Rifle Div": 3606}, income, air=planes, storms=True)
    d = Draft(state, ScriptedDice([]), "soviet")
    replacements.refit(d, 1)
    assert d.now.air[1].box == "flown"


# -- militia, Zap units, trains ----------------------------------------------------------------------------------------


@pytest.mark.rule("EF-7.22.b", "EF-8.54", "EF-22.61")
def test_militia_turn_into_points() -> None:
    state = phase({"Militia": 3606})
    step = play(state, "soviet", {"muster": "Militia"})
    assert where(step.state, "Militia") == "cannot_rebuild"
    assert replacements.points(step.state, "soviet", "type_i") == 3
    held = {"128 Zap Rgt": {"box": "cadre"}}
    near = phase({"Militia": 3606, "46 Inf Div": 3605, **held})
    assert why(near, "soviet", {"muster": "Militia"}).rule == "EF-7.22.b"


TOWN = {3606: {"place": "town"}}


@pytest.mark.rule("EF-7.22.c1", "EF-22.71")
def test_a_zap_unit_in_a_town_becomes_a_unit_from_cadre() -> None:
    pieces = {"128 Zap Rgt": 3606, "156 Rifle Div": {"box": "cadre"}, "39 Tank Bde": {"box": "cadre"}}
    state = phase(pieces, hexes=TOWN)
    assert why(state, "soviet", {"do": "replace", "unit": "128 Zap Rgt", "by": "39 Tank Bde"}).rule == "EF-7.22.c1"
    state = play(state, "soviet", {"do": "replace", "unit": "128 Zap Rgt", "by": "156 Rifle Div"}).state
    found = state.pieces[key(state, "156 Rifle Div")]
    assert (found.hex, found.steps, found.no_move) == (3606, 1, 1)
    assert where(state, "128 Zap Rgt") == "cadre"
    # Elsewhere, or in a full hex, it cannot; the other Zap unit only keeps the phase open.
    idle = {"191 Zap Rgt": {"box": "cadre"}}
    open_field = phase({**pieces, **idle})
    assert (
        why(open_field, "soviet", {"do": "replace", "unit": "128 Zap Rgt", "by": "156 Rifle Div"}).rule == "EF-7.22.c1"
    )
    full = phase({**pieces, **idle, "106 Rifle Div": 3606, "271 Rifle Div": 3606}, hexes=TOWN)
    assert why(full, "soviet", {"do": "replace", "unit": "128 Zap Rgt", "by": "156 Rifle Div"}).rule == "EF-7.22.c1"


@pytest.mark.rule("EF-7.22.c1")
def test_a_zap_unit_needs_supply_to_become_another() -> None:
    pieces = {"128 Zap Rgt": 6014, "191 Zap Rgt": {"box": "cadre"}, "156 Rifle Div": {"box": "cadre"}}
    no = why(
        board("strategic.replacements", pieces, scenario="7", facts=facts(hexes={6014: {"place": "town"}})),
        "soviet",
        {"do": "replace", "unit": "128 Zap Rgt", "by": "156 Rifle Div"},
    )
    assert no.key == "refuse.replacements_supply"


@pytest.mark.rule("EF-7.22.c1", "EF-7.23.c", "EF-8.T")
def test_a_zap_unit_becomes_neither_a_motorised_unit_nor_one_of_the_nkvd() -> None:
    cadre = {name: {"box": "cadre"} for name in ("54 Mot Rgt", "276 NKVD Rgt", "156 Rifle Div")}
    state = phase({"128 Zap Rgt": 3606, **cadre}, hexes=TOWN)
    order = {"do": "replace", "unit": "128 Zap Rgt"}
    assert why(state, "soviet", {**order, "by": "54 Mot Rgt"}).rule == "EF-8.T"
    assert why(state, "soviet", {**order, "by": "276 NKVD Rgt"}).rule == "EF-7.23.c"
    assert may(state, "soviet", {**order, "by": "156 Rifle Div"})


@pytest.mark.rule("EF-7.22.c2", "EF-7.22.c3", "EF-22.71", "EF-22.72", "EF-4.2.C5")
def test_a_zap_unit_fills_up_a_unit_even_beside_the_enemy() -> None:
    pieces = {"128 Zap Rgt": 3606, "106 Rifle Div": {"hex": 3606, "steps": 1}, "46 Inf Div": 3605}
    state = board("soviet.movement", pieces, facts=facts())
    assert not may(state, "soviet", {"fill": "106 Rifle Div", "to": "128 Zap Rgt"})
    state = play(state, "soviet", {"fill": "128 Zap Rgt", "to": "106 Rifle Div"}).state
    assert where(state, "128 Zap Rgt") == "cadre"
    assert state.pieces[key(state, "106 Rifle Div")].steps == 2
    assert why(state, "soviet", {"move": "106 Rifle Div", "path": [3607]}).rule == "EF-10.56"
    alone = board("soviet.movement", {"128 Zap Rgt": 3606, "39 Tank Bde": {"hex": 3606, "steps": 1}}, facts=facts())
    assert why(alone, "soviet", {"fill": "128 Zap Rgt", "to": "39 Tank Bde"}).rule == "EF-7.22.c2"


@pytest.mark.rule("EF-7.22.c3", "EF-PB3.23.b", "EF-22.73")
def test_a_point_may_be_taken_as_a_zap_unit() -> None:
    state = phase({"128 Zap Rgt": {"box": "cadre"}, "191 Zap Rgt": {"box": "cadre"}})
    assert replacements.points(state, "soviet", "type_i") == 1
    state = play(state, "soviet", {"recall": "128 Zap Rgt"}).state
    assert where(state, "128 Zap Rgt") == "active"
    assert replacements.points(state, "soviet", "type_i") == 0
    assert where(state, "191 Zap Rgt") == "cadre"


@pytest.mark.rule("EF-7.22.c3", "EF-7.25.a", "EF-8.54", "EF-22.63", "EF-22.65", "EF-22.73", "EF-23.44")
@pytest.mark.parametrize(
    ("name", "box"),
    [
        ("128 Zap Rgt", "cadre"),
        ("Train", "cadre"),
        ("Militia", "cannot_rebuild"),
        ("641 S-H Art Bn", "cannot_rebuild"),
        ("156 Rifle Div", "eliminated"),
    ],
)
def test_where_lost_units_go_whatever_lost_them(name: str, box: str) -> None:
    state = phase({name: 3606, "191 Zap Rgt": {"box": "cadre"}})
    d = Draft(state, ScriptedDice([]))
    results.remove(d, key(state, name), "eliminated")
    assert where(d.now, name) == box


@pytest.mark.rule("EF-7.25.b", "EF-PB3.23.c")
def test_a_train_comes_back_for_a_point_of_its_own() -> None:
    income = {"soviet": {"entries": [{"turn": 48, "train": 2}]}}
    state = phase({"Train": {"box": "cadre"}, "NKVD Train": {"box": "cadre"}}, income)
    state = play(state, "soviet", {"recall": "Train"}).state
    state = play(state, "soviet", {"recall": "NKVD Train"}).state
    assert where(state, "Train") == "active"
    assert state.pieces[key(state, "Train")].due == 0
    assert state.pieces[key(state, "NKVD Train")].due == 55
    broke = phase({"Train": {"box": "cadre"}, "128 Zap Rgt": {"box": "cadre"}})
    assert why(broke, "soviet", {"recall": "Train"}).key == "refuse.no_points"
    unused = phase({}, {"soviet": {"entries": [{"turn": 48, "train": 1}]}})
    assert replacements.points(unused, "soviet", "train") == 0
