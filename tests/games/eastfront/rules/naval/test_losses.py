"""Losses at sea: columns, modifiers, results, the owner's choice, and ships driven out of port."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.naval import losses, ships
from sandtable.games.eastfront.rules.naval.coast_guns import points_against
from sandtable.games.eastfront.rules.naval.ships import water_ref
from sandtable.kernel.state import bind
from tests.games.eastfront.board import asked, board, logged, may, play, where, why
from tests.games.eastfront.fleet import ANCHORAGE, FAR, HELD, MAJOR, MINOR, fleet, number, ship

MOTORISED, MOVEMENT = "soviet.motorised.sailing", "soviet.movement.sailing"
GUN = {"label": "G", "side": "axis", "nation": "german", "type": "coastal_artillery", "size": "battalion"}
GUNS = [
    {**GUN, "id": "Coast Gun", "stack": 1, "steps": 1, "front": "1-1-0", "range": 2},
    {**GUN, "id": "Coast Guns", "stack": 1, "steps": 1, "front": "3-1-0", "range": 2},
    {**GUN, "id": "Field Gun", "stack": 1, "steps": 1, "front": "1-1-4", "range": 2, "type": "artillery"},
]
ASHORE = 4106
"""A hex on the coast beside the far port."""


def sea(rows: dict[str, Any], guns: dict[str, int] | None = None, at: str = MOTORISED, **more: Any) -> CrimeaState:
    facts = {"units": {"new": GUNS}, "hexes": {ASHORE: {"coastal": True}, **more.pop("hexes", {})}}
    return fleet(at, rows, dict(guns or {}), facts, **more)


def sailed(state: CrimeaState, name: str, to: Any, *dice: int) -> Any:
    """Sail one ship and end the voyages of the phase."""
    there = play(state, "soviet", {"do": "voyage", "ship": name, "water": str(to)})
    return play(there.state, "soviet", {"do": "done"}, dice)


def after(face: int, rows: dict[str, Any] | None = None, to: Any = FAR, **more: Any) -> Any:
    return sailed(sea(rows or {"DD-1": MAJOR, "DD-2": MAJOR}, **more), "DD-1", to, face)


# -- who rolls ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB8.31.a")
def test_one_roll_for_each_ship_that_used_a_point() -> None:
    state = sea({"DD-1": {"zone": "sevastopol"}, "DD-2": MAJOR, "Gp-A": MAJOR, "Gp-B": MAJOR})
    for name, to in (("DD-1", MINOR), ("DD-2", FAR), ("Gp-A", "sevastopol")):
        state = play(state, "soviet", {"do": "voyage", "ship": name, "water": str(to)}).state
    step = play(state, "soviet", {"do": "done"}, [5, 5])
    rolled = [entry.params["ship"] for entry in step.entries if entry.key == "log.ship_losses"]
    assert rolled == [ships.ship_ref(number(state, name)) for name in ("DD-2", "Gp-A")]


@pytest.mark.rule("EF-PB8.31.a")
def test_both_phases_roll_and_damage_adds_up() -> None:
    state = sea({"DD-1": {"zone": "sevastopol", "damage": 1}, "DD-2": MAJOR}, tracks={"naval_interdiction": 1})
    step = sailed(state, "DD-1", "crimea", 9)
    assert ship(step.state, "DD-1").damage == 3
    rows = {"DD-1": {"zone": "crimea", "damage": 3}, "DD-2": MAJOR}
    later = sea(rows, at=MOVEMENT, tracks={"naval_interdiction": 1})
    assert ship(sailed(later, "DD-1", MAJOR, 9).state, "DD-1").box == "eliminated"


# -- column and modifiers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB8.32.a", "EFT-naval-loss")
@pytest.mark.parametrize(
    ("guns", "level", "column", "result"),
    [
        ({}, 0, "normal", "NE"),
        ({"Coast Gun": ASHORE}, 0, "coast_artillery", "A"),
        ({}, 1, "air_interdiction", "A"),
        ({"Coast Gun": ASHORE}, 1, "both", "A"),
        ({"Field Gun": ASHORE}, 0, "normal", "NE"),
    ],
)
def test_the_column_is_for_aircraft_guns_both_or_neither(
    guns: dict[str, int], level: int, column: str, result: str
) -> None:
    entry = logged(after(6, guns=guns, tracks={"naval_interdiction": level}), "ship_losses")
    assert (entry.params["column"], entry.params["result"], entry.rule) == (column, result, "EF-PB8.31.a")


@pytest.mark.rule("EF-PB8.32.a", "EFT-naval-loss")
@pytest.mark.parametrize(
    ("guns", "fields", "total"),
    [
        ({}, {}, 0),
        ({}, {"tracks": {"naval_interdiction": 1}}, 0),
        ({}, {"tracks": {"naval_interdiction": 2}}, 1),
        ({"Coast Gun": ASHORE}, {}, 0),
        ({"Coast Guns": ASHORE}, {}, 2),
        ({"Coast Gun": ASHORE, "Coast Guns": ASHORE}, {}, 3),
        ({}, {"storms": True}, 3),
    ],
)
def test_modifiers_of_the_table(guns: dict[str, int], fields: dict[str, Any], total: int) -> None:
    entry = logged(after(1, guns=guns, **fields), "ship_losses")
    assert sum(part.amount for part in entry.modifiers) == total


@pytest.mark.rule("EFT-naval-loss")
def test_storms_matter_less_in_a_dry_climate() -> None:
    state = sea({"DD-1": MAJOR}, storms=True)
    day = {"turn": state.turn, "climate": "dry"}
    dry = fleet(
        MOTORISED,
        {"DD-1": MAJOR, "DD-2": MAJOR},
        facts={"card": {"calendar": [day], "turns": {"first": state.turn, "last": state.turn}}},
        storms=True,
        weather="dry",
    )
    assert sum(part.amount for part in logged(sailed(dry, "DD-1", FAR, 1), "ship_losses").modifiers) == 1


@pytest.mark.rule("EFT-naval-loss")
@pytest.mark.parametrize(("scenario", "total"), [("1", 0), ("6", 1), ("8", 1)])
def test_two_scenarios_have_more_dangerous_waters(scenario: str, total: int) -> None:
    state = sea({"DD-1": {"zone": "crimea", "spent": 1, "way": ["crimea"]}})
    elsewhere = bind(state, replace(state.board, name=scenario))
    assert losses.modifiers(elsewhere, 0).total == total


@pytest.mark.rule("EF-PB8.32.a")
@pytest.mark.parametrize(
    ("start", "to", "gun", "column"),
    [
        (FAR, MAJOR, ASHORE, "coast_artillery"),  # past the guns on leaving port
        (MINOR, MAJOR, ASHORE, "normal"),
        (MAJOR, "crimea", ASHORE, "normal"),  # the open sea is wide
    ],
)
def test_guns_reach_where_a_ship_leaves_and_where_it_ends(start: int, to: Any, gun: int, column: str) -> None:
    step = after(1, {"DD-1": start, "DD-2": MAJOR}, to, guns={"Coast Gun": gun})
    assert logged(step, "ship_losses").params["column"] == column


def column(state: Any) -> str:
    return losses.column(state, points_against(state, ship(state, "DD-1")))


@pytest.mark.rule("EF-PB8.32.a")
def test_guns_see_a_ship_on_station_over_water_and_not_over_land() -> None:
    out: dict[str, Any] = {
        "DD-1": {"zone": "sevastopol", "spent": 1, "way": ["sevastopol"], "hex": 3807},
        "DD-2": MAJOR,
    }
    seen = sea(out, {"Coast Gun": MINOR})
    assert column(seen) == "coast_artillery"
    inland = sea(out, {"Coast Gun": 3805})
    assert column(inland) == "normal"
    behind = sea(out, {"Coast Gun": FAR})
    assert column(behind) == "normal"  # over the anchorage
    over = sea({"DD-1": {**out["DD-1"], "hex": 3907}}, {"Coast Gun": FAR})
    assert column(over) == "coast_artillery"


@pytest.mark.rule("EF-PB8.32.a")
def test_who_passes_a_strait_passes_the_guns_on_its_shore() -> None:
    strait = {4107: {"terrain": "sea", "zone": "kerch"}}
    state = sea({"DD-1": MAJOR, "DD-2": MAJOR}, {"Coast Gun": ASHORE}, hexes=strait)
    assert logged(sailed(state, "DD-1", "map_t", 1), "ship_losses").params["column"] == "coast_artillery"
    assert logged(sailed(state, "DD-1", "crimea", 1), "ship_losses").params["column"] == "normal"


@pytest.mark.rule("EF-PB8.32.a")
def test_guns_without_supply_fire_at_ships_all_the_same() -> None:
    guns: dict[str, Any] = {"Coast Gun": {"hex": ASHORE, "supply": 2}}
    assert logged(after(1, guns=guns), "ship_losses").params["column"] == "coast_artillery"


# -- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB8.33.a", "EF-PB11.4")
def test_the_owner_turns_back_or_takes_a_point() -> None:
    state = sea({"K. Kavkaz": MAJOR, "DD-2": MAJOR}, tracks={"naval_interdiction": 1})
    step = sailed(state, "K. Kavkaz", "map_t", 10)
    assert logged(step, "ship_losses").params["result"] == "AD1"
    assert ship(step.state, "K. Kavkaz").damage == 1
    assert asked(step.state) == {"soviet": "turn.soviet.motorised.losses"}
    assert why(step.state, "soviet", {"do": "turn_back", "ship": "DD-2"}).rule == "EF-PB8.33.a"
    assert not may(step.state, "soviet", {"do": "done"})
    stayed = ship(play(step.state, "soviet", {"do": "carry_on", "ship": "K. Kavkaz"}).state, "K. Kavkaz")
    assert (stayed.box, stayed.damage, stayed.sailed, stayed.recalled) == ("map_t", 2, True, False)
    back = ship(play(step.state, "soviet", {"do": "turn_back", "ship": "K. Kavkaz"}).state, "K. Kavkaz")
    assert (back.hex, back.box, back.damage, back.sailed, back.recalled) == (MAJOR, "", 1, True, False)


@pytest.mark.rule("EF-PB8.33.b")
def test_who_began_at_sea_takes_a_point_instead() -> None:
    step = after(9, {"DD-1": {"zone": "sevastopol"}, "DD-2": MAJOR})
    assert logged(step, "ship_losses").params["result"] == "A"
    assert ship(step.state, "DD-1").damage == 1
    assert ship(step.state, "DD-1").hex == FAR
    assert "losses" not in asked(step.state).get("soviet", "")


@pytest.mark.rule("EF-PB8.33.b", "EF-PB8.34.a")
def test_damage_counts_at_once_and_a_sunk_ship_has_no_choice() -> None:
    step = after(10, {"DD-1": {"hex": MAJOR, "damage": 3}, "DD-2": MAJOR}, tracks={"naval_interdiction": 1})
    assert ship(step.state, "DD-1").box == "eliminated"
    assert "losses" not in asked(step.state).get("soviet", "")


@pytest.mark.rule("EF-PB8.33.a")
def test_storms_alone_do_one_point_at_most() -> None:
    step = after(10, storms=True)
    assert logged(step, "ship_losses").params["result"] == "AD1"
    assert ship(step.state, "DD-1").damage == 1
    at_sea = after(10, {"DD-1": {"zone": "sevastopol"}, "DD-2": MAJOR}, storms=True)
    assert ship(at_sea.state, "DD-1").damage == 1
    worse = after(10, {"DD-1": {"zone": "sevastopol"}, "DD-2": MAJOR}, storms=True, tracks={"naval_interdiction": 2})
    assert ship(worse.state, "DD-1").damage == 3


# -- driven out --------------------------------------------------------------------------------------------------------


def entered(dice: tuple[int, ...], **row: Any) -> Any:
    pieces: dict[str, Any] = {"73 Inf Div": 3805}
    state = fleet("axis.movement", {"DD-1": {"hex": MINOR, **row}, "DD-2": ANCHORAGE}, pieces, control=HELD)
    return play(state, "axis", {"move": "73 Inf Div", "path": [MINOR]}, dice)


@pytest.mark.rule("EF-PB8.12.b", "EF-PB8.23.b")
@pytest.mark.parametrize("sailed_before", [True, False])
def test_combat_units_enter_a_port_and_its_ships_run_for_the_sea(sailed_before: bool) -> None:
    step = entered((2,), sailed=sailed_before)
    assert where(step.state, "73 Inf Div") == MINOR
    out = ship(step.state, "DD-1")
    assert (out.zone, out.hex, out.sailed, out.damage, out.left) == ("sevastopol", 0, False, 0, "")
    entry = logged(step, "ship_losses")
    assert [part.key for part in entry.modifiers] == ["modifier.driven_out"]
    assert entry.rule == "EF-PB8.23.b"
    assert ship(step.state, "DD-2").hex == ANCHORAGE
    told = logged(step, "ship_driven_out")
    port, zone = ships.water_ref(str(MINOR)), ships.water_ref("sevastopol")
    assert (told.rule, told.params["start"], told.params["to"]) == ("EF-PB8.23.b", port, zone)


@pytest.mark.rule("EF-PB8.23.b")
def test_driven_out_a_ship_cannot_turn_back_and_is_damaged() -> None:
    step = entered((7,))
    assert logged(step, "ship_losses").params["result"] == "A"
    assert ship(step.state, "DD-1").damage == 1
    assert not ship(step.state, "DD-1").recalled


@pytest.mark.rule("EF-PB8.12.b")
def test_supply_units_do_not_enter_a_port_with_enemy_ships() -> None:
    supplies = {1: {"side": "axis", "hex": "3805"}}
    state = fleet("axis.movement", {"DD-1": MINOR}, {"73 Inf Div": 3804}, supplies=supplies, control={MINOR: "axis"})
    assert why(state, "axis", {"do": "haul", "supply": 1, "path": [MINOR]}).rule == "EF-PB8.12.b"
    free = fleet("axis.movement", {"DD-1": MAJOR}, {"73 Inf Div": 3804}, supplies=supplies, control={MINOR: "axis"})
    assert may(free, "axis", {"do": "haul", "supply": 1, "path": [MINOR]})
    ours = {1: {"side": "soviet", "hex": "3805"}}
    friend = fleet("soviet.movement", {"DD-1": MINOR}, {"106 Rifle Div": 3804}, supplies=ours)
    assert may(friend, "soviet", {"do": "haul", "supply": 1, "path": [MINOR]})


@pytest.mark.rule("EF-PB8.32.a")
def test_guns_in_reach_of_the_hex_where_a_ship_began_count() -> None:
    """3907 lies before the anchorage; the far port is out of reach of its gun."""
    guns = {"Coast Gun": ANCHORAGE}
    facts = {"hexes": {ASHORE: {}, FAR: {"coastal": True}, 4206: {"coastal": True, "port": "minor", "zone": "crimea"}}}
    control = {**HELD, ANCHORAGE: "axis", 4206: "soviet"}
    for row, column in (({"hex": 3907}, "coast_artillery"), ({}, "normal")):
        lying = {"DD-1": {"zone": "sevastopol", **row}, "DD-2": MAJOR}
        state = sea(lying, guns, control=control, **facts)
        assert logged(sailed(state, "DD-1", 4206, 5), "ship_losses").params["column"] == column


@pytest.mark.rule("EF-PB8.32.a", "EFS-10.44.h")
@pytest.mark.parametrize(("turn", "column"), [(96, "coast_artillery"), (97, "normal")])
def test_guns_over_the_frozen_strait_reach_nobody_who_passes_south_of_it(turn: int, column: str) -> None:
    """A battery at Yenikale has only the strait north of the limit of the ice in range."""
    state = board(
        MOTORISED,
        {"147 Coast Art Bn": 7013, "83 Naval Bde": 6517},
        scenario="9",
        turn=turn,
        weather="snow",
        ships={"DD-1": {"box": "map_t", "sailed": False}, "DD-2": {"box": "map_t", "sailed": False}},
        facts={"bare": False, "units": {"147 Coast Art Bn": {"range": 1}}},
    )
    step = sailed(state, "DD-1", "crimea", 5)
    assert logged(step, "ship_losses").params["column"] == column


def _kerch(ships: dict[str, Any], turn: int = 97, at: str = "axis.movement", **pieces: Any) -> CrimeaState:
    rows = {"73 Inf Div": 6812, **pieces}
    facts = {"bare": False}
    control = {"6912": "soviet", "7013": "soviet", "6814": "soviet"}
    return board(at, rows, scenario="9", turn=turn, weather="snow", ships=ships, facts=facts, control=control)


@pytest.mark.rule("EFS-10.44.h", "EF-PB8.23.b")
@pytest.mark.parametrize(("turn", "dice"), [(96, (1, 1)), (97, ())])
def test_ships_in_a_port_under_ice_cannot_run_for_the_sea_and_are_lost_with_it(
    turn: int, dice: tuple[int, ...]
) -> None:
    ships = {"Gp-A": {"hex": "6912"}, "DD-1": {"hex": "6912"}, "DD-2": {"hex": "6814"}}
    aboard = {"83 Naval Bde": {"box": "aboard", "ship": "Gp-A"}}
    state = _kerch(ships, turn, **aboard)
    step = play(state, "axis", {"move": "73 Inf Div", "path": [6912]}, dice)
    lost = [ship(step.state, name).box for name in ("Gp-A", "DD-1")]
    assert lost == (["cadre", "eliminated"] if turn == 97 else ["", ""])
    assert where(step.state, "83 Naval Bde") == ("eliminated" if turn == 97 else "aboard")
    assert ship(step.state, "DD-2").hex == 6814
    told = [(entry.rule, entry.params["start"]) for entry in step.entries if entry.key == "log.ship_icebound"]
    assert told == ([("EFS-10.44.h", water_ref("6912"))] * 2 if turn == 97 else [])


@pytest.mark.rule("EF-PB8.23.b", "EF-PB8.32.a")
@pytest.mark.parametrize(("gun", "column"), [(7013, "coast_artillery"), (6716, "normal")])
def test_a_ship_driven_into_the_strait_comes_under_the_guns_of_its_shores(gun: int, column: str) -> None:
    """A gun of Yenikale does not reach the port of Kamysh-Burun, but the strait before it."""
    state = _kerch({"DD-1": {"hex": "6814"}}, 96, **{"73 Inf Div": 6714, "147 Coast Art Bn": gun})
    step = play(state, "axis", {"move": "73 Inf Div", "path": [6814]}, (1,))
    assert logged(step, "ship_losses").params["column"] == column
    out = ship(step.state, "DD-1")
    assert (out.zone, out.left, out.way) == ("kerch", "", ())
