"""Boards made by hand: what a row leaves out is as printed, and what cannot be told is refused."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel.cases import CaseError
from tests.games.fieldsoffire.board import board, card, key


@pytest.mark.rule("FF-7.18.1.A", "FF-8.3.g", "FF-8.0", "FF-12.6.5")
def test_a_unit_comes_with_the_grade_and_the_ammunition_of_its_mission() -> None:
    units: dict[str, Any] = {
        "CO HQ": "R1C1",
        "1/LMG (.30 cal)": "R1C1",
        "German LMG team 1": {"at": "R3C1", "held": True},
    }
    state = board(units, scenario="normandy_1", facts={"mission": {"experience": "Veteran"}})
    found = {name: state.units[key(state, name)] for name in units}
    assert {name: (one.experience, one.ammo) for name, one in found.items()} == {
        "CO HQ": (-1, 0),
        "1/LMG (.30 cal)": (0, 4),
        "German LMG team 1": (1, 6),
    }
    teams = board({"Fire Team (rifle) 1": "R1C1", "German Fire Team (rifle) 1": "R3C1"}, scenario="normandy_1")
    assert {unit.experience for unit in teams.units.values()} == {-1}
    empty = board({"1/LMG (.30 cal)": {"at": "R1C1", "empty": True}}, scenario="normandy_1")
    assert empty.units[key(empty, "1/LMG (.30 cal)")].ammo == 0


@pytest.mark.rule("FF-5.3.b")
@pytest.mark.parametrize(
    ("kind", "value", "capacity", "up"),
    [("basic", 1, 0, False), ("trench", 2, 0, False), ("bunker", 3, 4, False), ("church_tower", 2, 1, True)],
)
def test_cover_has_the_figures_of_its_counter(kind: str, value: int, capacity: int, up: bool) -> None:
    cover = board(covers={1: {"at": "R1C1", "kind": kind}}).covers[1]
    assert (cover.value, cover.capacity, cover.up) == (value, capacity, up)
    other = board(covers={1: {"at": "R1C1", "kind": kind, "value": 6, "capacity": 9}}).covers[1]
    assert (other.value, other.capacity) == (6, 9)


@pytest.mark.rule("FF-5.3.b")
def test_an_upper_storey_is_worth_what_its_house_is() -> None:
    house = {1: {"at": "R1C1", "kind": "strong_building"}, 2: {"at": "R1C1", "kind": "upper_story"}}
    assert [cover.value for cover in board(covers=house).covers.values()] == [3, 3]


@pytest.mark.rule("FF-7.10.2", "FF-6.2.3")
@pytest.mark.parametrize(
    ("marker", "value"),
    [
        ({"kind": "grenade", "unit": "1/1 PLT"}, -3),
        ({"kind": "grenade", "unit": "NVA squad 2"}, -4),
        ({"kind": "grenade", "cover": 1}, -4),
        ({"kind": "grenade", "cover": 2, "by": "NVA squad 2"}, -3),
        ({"kind": "grenade", "unit": "1/1 PLT", "value": -2}, -2),
        ({"kind": "mines", "unit": "1/1 PLT"}, -4),
        ({"kind": "booby_trap", "unit": "1/1 PLT"}, -4),
        ({"kind": "mines", "at": "R2C2"}, 0),
        ({"kind": "smoke", "at": "R4C1"}, 2),
        ({"kind": "smoke", "at": "R4C1", "form": "WP"}, 1),
        ({"kind": "burning_wreck", "at": "R4C1"}, 2),
    ],
)
def test_a_marker_lies_with_its_unit_and_has_its_printed_figure(marker: dict[str, Any], value: int) -> None:
    hidden = {"at": "R2C2", "unspotted": True, "held": True}
    units: dict[str, Any] = {"1/1 PLT": "R2C2", "2/1 PLT": {"at": "R2C2", "cover": 2}, "NVA squad 2": hidden}
    units["NVA squad 1"] = {**hidden, "cover": 1}
    covers = {1: {"at": "R2C2"}, 2: {"at": "R2C2"}}
    state = board(units, scenario="vietnam_4", markers={1: marker}, covers=covers)
    assert (state.markers[1].at, state.markers[1].value) == (card(state, marker.get("at", "R2C2")), value)


@pytest.mark.rule("FF-6.2.3")
@pytest.mark.parametrize(
    ("marker", "said"),
    [
        ({"kind": "incoming", "at": "R2C2"}, "say its `value`"),
        ({"kind": "airstrike", "at": "R2C2"}, "say its `value`"),
        ({"kind": "illumination", "at": "R2C2"}, "say its `form`: artillery, mortar, handheld, air"),
        ({"kind": "illumination", "at": "R2C2", "form": "flare"}, "say its `form`"),
        ({"kind": "grenade"}, "this grenade lies nowhere"),
    ],
)
def test_what_no_counter_tells_has_to_be_said(marker: dict[str, Any], said: str) -> None:
    with pytest.raises(CaseError, match=said):
        board({"1/1 PLT": "R2C2"}, markers={1: marker})


def test_words_stand_for_grades_and_directions() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "experience": "Veteran"}, "2/1 PLT": {"at": "R1C1", "experience": -1}}
    state = board(units, covers={1: {"at": "R1C1", "kind": "bunker", "facing": "sw"}})
    assert [unit.experience for unit in state.units.values()] == [1, -1]
    assert state.covers[1].facing == 5


@pytest.mark.parametrize(
    ("unit", "said"),
    [({"steps": 2}, "this unit is nowhere"), ({"at": "R1C1", "box": "removed"}, "on a card and in a box")],
)
def test_a_unit_is_in_one_place(unit: dict[str, Any], said: str) -> None:
    with pytest.raises(CaseError, match=said):
        board({"1/1 PLT": unit})
