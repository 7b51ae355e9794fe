"""The printed matrix of movement against what the rules let units do: supply, weather, enemy zones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import EMERGENCY, OUT_OF_SUPPLY, SUPPLIED, CrimeaState
from sandtable.games.eastfront.rules.reaction import reaction
from sandtable.games.eastfront.rules.special_movement import rail, special_movement
from sandtable.games.eastfront.scenario.files import data
from tests.games.eastfront.board import act, board, key, marked, may

MATRIX: dict[str, Any] = data("charts/movement_matrix")
COLUMNS: list[str] = MATRIX["columns"]
WEATHERS = {"dry_or_storm": "dry", "mud": "mud", "frost": "frost", "snow": "snow"}
TRAIN = {
    "id": "Train",
    "label": "T",
    "side": "soviet",
    "nation": "soviet",
    "type": "armoured_train",
    "size": "battalion",
}
FACTS = {
    "units": {"new": [{**TRAIN, "stack": 1, "front": "1-2-48", "steps": 1}]},
    "rails": [["3605", "3606"], ["3606", "3607"], ["3607", "3608"]],
    "roads": [["3605", "3606", "primary"], ["3606", "3607", "primary"]],
    "card": {"rail_capacity": {"axis": {"converted": 9}}},
}
TANK, FOOT = "I Bn/204 Pz", "46 Inf Div"
"""An Axis unit that is fast and motorised, and one on foot."""

Try = Callable[[dict[str, Any], dict[str, Any]], bool]


def field(at: Any, name: str, hexagon: int, supply: dict[str, Any], more: dict[str, Any], **others: Any) -> CrimeaState:
    pieces = {name: {"hex": str(hexagon), **supply}, **others.pop("pieces", {})}
    return board(at, pieces, facts=FACTS, **more, **others)


def move(at: str, name: str, seat: str) -> Try:
    def attempt(supply: dict[str, Any], more: dict[str, Any]) -> bool:
        return may(field(at, name, 3605, supply, more), seat, {"move": name, "path": [3606]})

    return attempt


def react(supply: dict[str, Any], more: dict[str, Any]) -> bool:
    others = {"73 Inf Div": 3604, "106 Rifle Div": 3603}
    marked = {"3604": {"side": "soviet", "hexes": ["3604"], "units": ["106 Rifle Div"]}}
    state = field("soviet.reaction", TANK, 3606, supply, more, pieces=others, attacks=marked)
    return may(state, "axis", {"move": TANK, "path": [3607]})


def infiltrate(supply: dict[str, Any], more: dict[str, Any]) -> bool:
    state = field("axis.movement", TANK, 3605, supply, more, pieces={"106 Rifle Div": 3606})
    return may(state, "axis", {"move": TANK, "path": [3705]})


def one_hex(supply: dict[str, Any], more: dict[str, Any]) -> bool:
    state = field("axis.movement", FOOT, 3609, supply, {**more}, pieces={})
    return may(state, "axis", {"move": FOOT, "path": [3610]})


def overrun(supply: dict[str, Any], more: dict[str, Any]) -> bool:
    group = {name: {"hex": "3604", **supply} for name in ("II Bn/204 Pz", "III Bn/204 Pz")}
    state = field("axis.movement", TANK, 3604, supply, more, pieces={**group, "24 Art Rgt": 3606})
    return may(state, "axis", {"overrun": [TANK, *group], "path": [3605, 3606]})


def strategic(supply: dict[str, Any], more: dict[str, Any]) -> bool:
    return may(field("axis.movement", FOOT, 3605, supply, more), "axis", {"strategic": FOOT, "path": [3606, 3607]})


def by_rail(supply: dict[str, Any], more: dict[str, Any]) -> bool:
    lines = dict.fromkeys(("3605", "3606", "3607", "3608"), "converted")
    state = field("axis.movement", FOOT, 3605, supply, more, rails=lines, control=dict.fromkeys(lines, "axis"))
    return rail.why_not(state, "axis", key(state, FOOT)) is None


def train(supply: dict[str, Any], more: dict[str, Any]) -> bool:
    state = field("soviet.movement", "Train", 3605, supply, more)
    return may(state, "soviet", {"do": "steam", "unit": "Train", "path": [3606]})


TRIES: dict[str, Try] = {
    "movement": move("axis.movement", TANK, "axis"),
    "motorised_movement": move("axis.motorised", TANK, "axis"),
    "reaction": react,
    "infiltration": infiltrate,
    "one_hex": one_hex,
    "overrun": overrun,
    "strategic": strategic,
    "rail": by_rail,
    "armoured_train": train,
}


def is_open(cell: str) -> bool:
    """What a cell says of a motorised Axis unit: ``Y6/N7`` opens a phase to the Soviets and closes it to the Axis."""
    return cell.startswith("Y") and "N7" not in cell


@pytest.mark.rule("EFT-movement")
@pytest.mark.parametrize("row", TRIES)
def test_the_weather_columns_hold(row: str) -> None:
    for column, weather in WEATHERS.items():
        expected = is_open(MATRIX["rows"][row][COLUMNS.index(column)])
        assert TRIES[row]({}, {"weather": weather}) is expected, column


@pytest.mark.rule("EFT-movement", "EF-10.0.b")
@pytest.mark.parametrize("row", TRIES)
def test_the_column_for_units_out_of_supply_holds(row: str) -> None:
    cell = MATRIX["rows"][row][COLUMNS.index("out_of_supply")]
    assert TRIES[row]({"supply": 2}, {"weather": "dry"}) is is_open(cell)


@pytest.mark.rule("EFT-movement")
def test_snow_closes_the_motorised_phase_to_the_axis_only() -> None:
    assert "Y6" in MATRIX["rows"]["motorised_movement"][COLUMNS.index("snow")]
    assert move("soviet.motorised", "39 Tank Bde", "soviet")({}, {"weather": "snow"})


def zone(row: str) -> tuple[bool, bool]:
    """Whether a kind of movement enters an enemy zone, and whether it goes on from zone to zone."""
    enemy = {"106 Rifle Div": 3707}
    match row:
        case "movement":
            state = field("axis.movement", FOOT, 3605, {}, {}, pieces=enemy)
            inside = field("axis.movement", FOOT, 3607, {}, {}, pieces=enemy)
            order = {"move": FOOT, "path": [3606, 3607]}
            return may(state, "axis", order), may(inside, "axis", {"move": FOOT, "path": [3608]})
        case "infiltration":
            inside = field("axis.movement", TANK, 3607, {}, {}, pieces=enemy)
            state = field("axis.movement", TANK, 3605, {}, {}, pieces=enemy)
            order = {"move": TANK, "path": [3606, 3607]}
            return may(state, "axis", order), may(inside, "axis", {"move": TANK, "path": [3608]})
        case "strategic":
            state = field("axis.movement", FOOT, 3605, {}, {}, pieces=enemy)
            return may(state, "axis", {"strategic": FOOT, "path": [3606, 3607]}), False
        case _:
            foe = {"46 Inf Div": 3707}
            state = field("soviet.movement", "Train", 3605, {}, {}, pieces=foe)
            inside = field("soviet.movement", "Train", 3607, {}, {}, pieces=foe)
            order = {"do": "steam", "unit": "Train", "path": [3606, 3607]}
            return may(state, "soviet", order), may(inside, "soviet", {**order, "path": [3608]})


@pytest.mark.rule("EFT-movement")
@pytest.mark.parametrize("row", ["movement", "infiltration", "strategic", "armoured_train"])
def test_the_columns_for_enemy_zones_hold(row: str) -> None:
    cells = MATRIX["rows"][row]
    enters, passes = (cells[COLUMNS.index(name)] for name in ("enter_zoc", "zoc_to_zoc"))
    assert zone(row) == (enters.startswith("Y"), passes.startswith("Y"))


@pytest.mark.rule("EF-11.32")
def test_strategic_movement_keeps_to_hexes_in_general_supply() -> None:
    roads = [[str(h), str(h + 1), "primary"] for h in range(3602, 3614)]
    card = {
        "switches": {"general_supply": {"value": "traced"}},
        "supply_sources": {"axis": {"hexes": ["3601"]}},
    }
    facts = {"card": card, "roads": roads}

    def go(supply: int, *path: int) -> str:
        unit = {FOOT: {"hex": "3606", "supply": supply}}
        state = board("axis.movement", unit, facts=facts, control={"3601": "axis"}, weather="dry")
        no = GAME.why_not(state, "axis", act(state, "axis", {"strategic": FOOT, "path": list(path)}))
        return "" if no is None else f"{no.rule} {no.points[0].id}"

    # Seven hexes from the source to 3608; the road is no net, for it starts a hex away from it.
    assert go(SUPPLIED, 3607, 3608) == ""
    assert go(SUPPLIED, 3607, 3608, 3609) == "EF-11.32 3609"
    assert go(EMERGENCY, 3607) == "EF-11.32 3606"


@pytest.mark.rule("EF-11.33")
@pytest.mark.parametrize(
    ("kind", "front", "rule"),
    [
        ("armoured_train", "1-2-9", "EF-11.33"),
        ("railway_artillery", "1-2-9", "EF-11.33"),
        ("flotilla", "1-2-9", "EF-11.33"),
        ("infantry", "1-2-0", "EF-11.33"),
        ("infantry", "1-2-1", ""),
    ],
)
def test_trains_boats_and_units_without_allowance_have_no_strategic_movement(kind: str, front: str, rule: str) -> None:
    unit = {**TRAIN, "type": kind, "stack": 1, "front": front, "steps": 1}
    state = board("soviet.movement", {"Train": 3605}, facts={**FACTS, "units": {"new": [unit]}})
    no = special_movement.why_no_strategic(state, key(state, "Train"))
    assert (no.rule if no else "") == rule


@pytest.mark.rule("EF-11.31", "EF-8.12")
@pytest.mark.parametrize(
    ("at", "piece", "rule"),
    [
        ("axis.movement", {}, ""),
        ("axis.motorised", {}, "EF-11.31"),
        ("axis.movement", {"spent": 1, "company": 3605}, "EF-11.31"),
        ("axis.movement", {"spent": 0, "company": 3605}, ""),
        ("axis.movement", {"spent": 1, "company": 0}, ""),  # what it took to come on the map
        ("axis.movement", {"spent": 1, "company": 0, "busy": True}, "EF-11.31"),
    ],
)
def test_strategic_movement_is_all_that_a_unit_does_in_the_movement_phase(
    at: str, piece: dict[str, Any], rule: str
) -> None:
    state = marked(board(at, {FOOT: 3605}, facts=FACTS), FOOT, **piece)
    no = special_movement.why_no_strategic(state, key(state, FOOT))
    assert (no.rule if no else "") == rule


@pytest.mark.rule("EF-13.23")
@pytest.mark.parametrize(
    ("seat", "name", "marks", "rule"),
    [
        ("axis", FOOT, {"3606": 1}, ""),
        ("soviet", "106 Rifle Div", {}, ""),
        ("soviet", "106 Rifle Div", {"3608": 1}, ""),
        ("soviet", "106 Rifle Div", {"3607": 1}, "EF-13.23"),
        ("soviet", "106 Rifle Div", {"3606": 1}, "EF-13.23"),
    ],
)
def test_interdiction_closes_roads_to_the_strategic_movement_of_soviets(
    seat: str, name: str, marks: dict[str, int], rule: str
) -> None:
    state = board(f"{seat}.movement", {name: 3605}, facts=FACTS, interdiction=marks)
    no = special_movement.why_not_strategic_at(state, state.board.units[key(state, name)].side, 3606)
    assert (no.rule if no else "") == rule


@pytest.mark.rule("EF-10.63.a", "EF-11.32")
@pytest.mark.parametrize(("enemy", "rule"), [(3608, "EF-10.63.a"), (3609, "EF-11.32"), (3610, ""), (3611, "")])
def test_strategic_movement_keeps_its_distance_from_enemy_zones_and_units(enemy: int, rule: str) -> None:
    state = board("axis.movement", {FOOT: 3605, "106 Rifle Div": enemy}, facts=FACTS)
    no = special_movement.why_not_strategic_at(state, "axis", 3607)
    assert (no.rule if no else "") == rule


@pytest.mark.rule("EF-11.91", "EF-11.94", "EF-11.95", "EF-6.72")
@pytest.mark.parametrize(
    ("name", "piece", "may_go"),
    [
        (TANK, {}, True),
        (TANK, {"spent": 1}, False),
        (TANK, {"supply": EMERGENCY}, True),
        (TANK, {"supply": OUT_OF_SUPPLY}, False),
        (FOOT, {"supply": OUT_OF_SUPPLY}, True),
    ],
)
def test_who_may_go_one_hex(name: str, piece: dict[str, Any], may_go: bool) -> None:
    state = marked(board("axis.movement", {name: 3605}), name, **piece)
    assert special_movement.may_go_one_hex(state, key(state, name)) is may_go


@pytest.mark.rule("EF-14.11.a", "EF-6.72")
@pytest.mark.parametrize(
    ("piece", "others", "marked", "rule"),
    [
        ({"hex": "3607"}, {}, "3604", ""),  # three hexes away
        ({"hex": "3608"}, {}, "3604", "EF-14.11.a"),
        ({"hex": "3607"}, {"271 Rifle Div": 3608}, "3604", "EF-14.11.a"),  # in an enemy zone
        ({"hex": "3607"}, {}, "3607", "EF-14.11.a"),  # attacked itself
        ({"hex": "3607", "overrun": True}, {}, "3604", "EF-14.11.a"),
        ({"hex": "3607", "supply": OUT_OF_SUPPLY}, {}, "3604", "EF-14.11.a"),
        ({"hex": "3607", "supply": EMERGENCY}, {}, "3604", ""),
    ],
)
def test_who_may_react(piece: dict[str, Any], others: dict[str, int], marked: str, rule: str) -> None:
    pieces = {TANK: piece, "73 Inf Div": 3604, "106 Rifle Div": 3603, **others}
    attacks = {marked: {"side": "soviet", "hexes": [marked], "units": ["106 Rifle Div"]}}
    state = board("soviet.reaction", pieces, attacks=attacks)
    no = reaction.why_not_react(state, "axis", key(state, TANK))
    assert (no.rule if no else "") == rule
