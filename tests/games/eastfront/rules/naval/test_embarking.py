"""Naval transport: who comes aboard, what a ship and a port can take, convoys, and going ashore."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.rules.naval import cargo, embarking
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why
from tests.games.eastfront.fleet import ANCHORAGE, FAR, HELD, MAJOR, MINOR, fleet, number, ship
from tests.games.eastfront.guns import GUNS

MOTORISED, MOVEMENT = "soviet.motorised.sailing", "soviet.movement.sailing"
SAFE = 5
"""A roll that harms nobody."""


def embark(name: str, *units: str, supplies: tuple[int, ...] = ()) -> dict[str, Any]:
    found: dict[str, Any] = {"do": "embark", "ship": name, "units": list(units)}
    return {**found, "supplies": list(supplies)} if supplies else found


def convoy(name: str, water: Any, *units: str, ashore: str = "yes", **more: Any) -> dict[str, Any]:
    return {"do": "convoy", "ship": name, "units": list(units), "water": str(water), "ashore": ashore, **more}


def quay(at: str = MOVEMENT, pieces: dict[str, Any] | None = None, ships: Any = None, **more: Any) -> Any:
    """Units and ships in the major port."""
    return fleet(at, ships or {"Gp-A": MAJOR, "DD-1": MAJOR}, pieces or {"106 Rifle Div": MAJOR}, **more)


def docked(at: str, *units: str, ship: str = "Gp-A", port: Any = MAJOR, **more: Any) -> Any:
    """Units aboard a ship that has come into port."""
    lying = {"box": "map_t"} if port == "map_t" else {"hex": port}
    pieces = {**more.pop("pieces", {}), **{name: {"box": "aboard", "ship": ship} for name in units}}
    return fleet(at.replace("sailing", "unloading"), {ship: {**lying, "sailed": True}}, pieces, **more)


@pytest.mark.rule("EF-11.8", "EF-PB8.51")
@pytest.mark.parametrize("at", [MOTORISED, MOVEMENT])
def test_ships_load_when_ground_units_are_done(at: str) -> None:
    state = quay(at.replace("sailing", "moves"))
    assert not may(state, "soviet", embark("Gp-A", "106 Rifle Div"))
    later = play(state, "soviet", {"do": "done"}).state
    assert asked(later) == {"soviet": f"turn.{at}"}
    assert may(later, "soviet", embark("Gp-A", "106 Rifle Div"))


@pytest.mark.rule("EF-PB8.54.a", "EF-PB8.51")
def test_units_come_aboard_where_they_began_the_phase() -> None:
    state = quay(
        pieces={"106 Rifle Div": MAJOR, "143 Rifle Bde": 3705, "12 Rifle Bde": {"hex": MAJOR, "moved": "move"}}
    )
    assert why(state, "soviet", embark("Gp-A", "143 Rifle Bde")).rule == "EF-PB8.54.a"
    moved = quay("soviet.movement.moves", {"12 Rifle Bde": 3705})
    moved = play(moved, "soviet", {"do": "move", "unit": "12 Rifle Bde", "path": [MAJOR]}).state
    moved = play(moved, "soviet", {"do": "done"}).state
    assert why(moved, "soviet", embark("Gp-A", "12 Rifle Bde")).rule == "EF-PB8.51"
    aboard = play(state, "soviet", embark("Gp-A", "106 Rifle Div"))
    assert where(aboard.state, "106 Rifle Div") == "aboard"
    assert aboard.state.pieces[key(state, "106 Rifle Div")].ship == number(state, "Gp-A")
    assert logged(aboard, "embarked").params["supplies"] == 0


@pytest.mark.rule("EF-PB8.54.a")
@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ({"hex": MAJOR, "sailed": True}, "EF-PB8.13.a"),
        ({"zone": "sevastopol"}, "EF-PB8.25"),
        ({"hex": MAJOR, "arrived": True}, "EF-PB8.54.a"),
        ({"hex": MINOR}, "EF-PB8.54.a"),
    ],
)
def test_a_ship_loads_ready_and_in_the_port_where_it_began(row: dict[str, Any], rule: str) -> None:
    state = quay(ships={"Gp-A": row, "DD-1": MAJOR})
    assert why(state, "soviet", embark("Gp-A", "106 Rifle Div")).rule == rule


@pytest.mark.rule("EF-PB8.54.a")
@pytest.mark.parametrize(
    ("name", "mark", "rule"),
    [
        ("106 Rifle Div", {"no_move": 1}, "EF-10.56"),
        ("106 Rifle Div", {"garrison": True}, "EF-22.81"),
        ("106 Rifle Div", {"receiving": True}, "EF-10.22"),
    ],
)
def test_only_units_that_may_move(name: str, mark: dict[str, Any], rule: str) -> None:
    state = quay(pieces={name: {"hex": MAJOR, **mark}, "143 Rifle Bde": MAJOR})
    assert why(state, "soviet", embark("Gp-A", name)).rule == rule


@pytest.mark.rule("EF-PB8.54.a", "EF-PB8.73.b")
def test_who_is_shipped_in_the_motorised_phase() -> None:
    units = {"54 Mot Rgt": MAJOR, "143 Rifle Bde": {"hex": MAJOR, "activated": True}, "12 Rifle Bde": MAJOR}
    state = quay(MOTORISED, {**units, "24 Art Rgt": MAJOR, "42 Cav Div": MAJOR})
    assert may(state, "soviet", convoy("Gp-A", MINOR, "54 Mot Rgt"))
    assert why(state, "soviet", convoy("Gp-A", MINOR, "42 Cav Div")).rule == "EF-PB8.54.a"
    assert may(state, "soviet", convoy("Gp-A", MINOR, "143 Rifle Bde"))
    assert why(state, "soviet", convoy("Gp-A", MINOR, "12 Rifle Bde")).rule == "EF-PB8.54.a"
    assert why(state, "soviet", embark("Gp-A", "24 Art Rgt")).rule == "EF-PB8.54.a"
    free = play(state, "soviet", embark("Gp-A", "12 Rifle Bde")).state.pieces[key(state, "12 Rifle Bde")]
    assert (free.assault, free.activated) == (True, True)
    led = play(state, "soviet", embark("Gp-A", "143 Rifle Bde")).state.pieces[key(state, "143 Rifle Bde")]
    assert not led.assault


@pytest.mark.rule("EF-PB8.54.a")
def test_all_are_shipped_in_the_movement_phase_but_those_who_were_activated() -> None:
    pieces: dict[str, Any] = {"24 Art Rgt": MAJOR, "54 Mot Rgt": MAJOR, "Naval Base 2": MAJOR}
    state = quay(pieces={**pieces, "143 Rifle Bde": {"hex": MAJOR, "activated": True, "moved": "activated"}})
    for name in pieces:
        assert may(state, "soviet", embark("Gp-A", name))
    assert why(state, "soviet", embark("Gp-A", "143 Rifle Bde")).rule == "EF-PB8.51"


@pytest.mark.rule("EF-PB8.52")
@pytest.mark.parametrize(
    ("name", "points"),
    [
        ("106 Rifle Div", 4),
        ("143 Rifle Bde", 2),
        ("54 Mot Rgt", 4),
        ("24 Art Rgt", 2),
        ("51 Army HQ", 1),
        ("Naval Base 2", 1),
    ],
)
def test_a_point_for_a_stacking_point_and_two_on_wheels(name: str, points: int) -> None:
    state = quay(pieces={name: MAJOR})
    assert cargo.weight(state, key(state, name)) == points


@pytest.mark.rule("EF-PB8.52")
def test_one_ship_carries_a_unit_or_none_does() -> None:
    units: dict[str, Any] = {"106 Rifle Div": MAJOR, "143 Rifle Bde": MAJOR, "12 Rifle Bde": MAJOR}
    state = quay(pieces=units, ships={"Gp-A": MAJOR, "DD-1": MAJOR, "Molotov": MAJOR, "K. Kavkaz": MAJOR})
    no = why(state, "soviet", embark("DD-1", "143 Rifle Bde"))
    assert (no.rule, no.params["need"], no.params["left"]) == ("EF-PB8.52", 2, 1)
    assert why(state, "soviet", embark("Molotov", "143 Rifle Bde")).rule == "EF-PB8.52"
    assert may(state, "soviet", embark("K. Kavkaz", "143 Rifle Bde"))
    over = why(state, "soviet", embark("Gp-A", "106 Rifle Div", "143 Rifle Bde"))
    assert (over.rule, over.params["need"]) == ("EF-PB8.52", 6)
    assert over.points[0].id == key(state, "143 Rifle Bde")
    half = play(state, "soviet", embark("Gp-A", "143 Rifle Bde")).state
    assert why(half, "soviet", embark("Gp-A", "106 Rifle Div")).rule == "EF-PB8.52"
    assert may(half, "soviet", embark("Gp-A", "12 Rifle Bde"))


@pytest.mark.rule("EF-PB8.52")
def test_supplies_take_a_point_each() -> None:
    stocks = {"1": {"side": "soviet", "hex": MAJOR, "points": 2}, "2": {"side": "soviet", "hex": MAJOR}}
    state = quay(supplies=stocks)
    assert why(state, "soviet", embark("DD-1", supplies=(1,))).rule == "EF-PB8.52"
    out = play(state, "soviet", embark("DD-1", supplies=(2,))).state
    assert (out.supplies[2].box, out.supplies[2].ship) == ("aboard", number(state, "DD-1"))
    both = play(state, "soviet", embark("Gp-A", supplies=(1, 2))).state
    assert cargo.hold(both, number(state, "Gp-A")) == 1


@pytest.mark.rule("EF-PB8.53.d")
@pytest.mark.parametrize("name", ["19 CD", "30(+) S-H", "Flotilla", "Train"])
def test_what_no_ship_takes(name: str) -> None:
    train = {"id": "Train", "label": "T", "side": "soviet", "nation": "soviet", "type": "armoured_train"}
    boats = {**train, "id": "Flotilla", "label": "F", "type": "flotilla"}
    rest = {"size": "battalion", "stack": 1, "front": "1-1-10", "steps": 1}
    new = [*GUNS, {**train, **rest}, {**boats, **rest}]
    state = quay(pieces={name: MAJOR, "143 Rifle Bde": MAJOR}, facts={"units": {"new": new}})
    no = why(state, "soviet", embark("Gp-A", name))
    assert (no.rule, no.points[0].id) == ("EF-PB8.53.d", key(state, name))


@pytest.mark.rule("EF-PB8.45", "EFT-ports")
def test_loading_and_unloading_share_what_a_port_handles_in_a_turn() -> None:
    units: dict[str, Any] = {"143 Rifle Bde": ANCHORAGE, "12 Rifle Bde": ANCHORAGE, "276 NKVD Rgt": ANCHORAGE}
    state = fleet(MOVEMENT, {"Gp-A": ANCHORAGE, "DD-1": ANCHORAGE}, units, tracks={"load_3906": 3})
    no = why(state, "soviet", embark("Gp-A", "143 Rifle Bde"))
    assert (no.rule, no.params["left"], no.params["need"]) == ("EF-PB8.45", 1, 2)
    out = play(state, "soviet", embark("Gp-A", "276 NKVD Rgt")).state
    assert out.tracks["load_3906"] == 4
    landing = docked(MOVEMENT, "143 Rifle Bde", "12 Rifle Bde", port=ANCHORAGE, tracks={"load_3906": 2})
    no = why(landing, "soviet", {"do": "disembark", "ship": "Gp-A", "units": ["143 Rifle Bde", "12 Rifle Bde"]})
    assert (no.rule, no.params["left"], no.params["need"]) == ("EF-PB8.45", 2, 4)
    rest = docked(MOVEMENT, "143 Rifle Bde", "12 Rifle Bde", port=MINOR, tracks={"load_3806": 2})
    ashore = play(rest, "soviet", {"do": "disembark", "ship": "Gp-A", "units": ["143 Rifle Bde"]}).state
    assert ashore.tracks["load_3806"] == 4


@pytest.mark.rule("EF-PB8.45")
def test_a_new_turn_frees_the_quays() -> None:
    state = fleet("strategic.interdiction", {"DD-1": {"hex": MAJOR, "damage": 1}}, tracks={"load_3706": 20, "vp": 0})
    later = play(state, "axis", {"do": "done"}).state if asked(state).get("axis") else state
    assert "load_3706" not in later.tracks
    assert "vp" in later.tracks


@pytest.mark.rule("EF-PB8.45", "EF-PB6.43", "EF-PB8.48.a")
def test_aircraft_and_guns_take_from_what_a_port_handles() -> None:
    hampered = quay(interdiction={MAJOR: 2})
    assert embarking.why_no_quay(hampered, str(MAJOR), 13) is not None
    assert embarking.why_no_quay(hampered, str(MAJOR), 12) is None
    small = fleet(MOVEMENT, {"Gp-A": ANCHORAGE}, {"143 Rifle Bde": ANCHORAGE}, interdiction={ANCHORAGE: 2})
    assert embarking.why_no_quay(small, str(ANCHORAGE), 1) is not None
    assert why(small, "soviet", embark("Gp-A", "143 Rifle Bde")).rule == "EF-PB8.45"


@pytest.mark.rule("EF-PB8.54.c", "EF-11.8", "EF-PB8.54.e")
def test_a_convoy_loads_sails_and_unloads_as_one_order() -> None:
    state = quay(ships={"Gp-A": MAJOR})
    sailed = play(state, "soviet", convoy("Gp-A", FAR, "106 Rifle Div"), [SAFE])
    after = sailed.state
    assert where(after, "106 Rifle Div") == FAR
    assert ship(after, "Gp-A").sailed
    assert after.pieces[key(after, "106 Rifle Div")].ship == 0
    assert logged(sailed, "disembarked").params["units"]
    kept = play(state, "soviet", convoy("Gp-A", FAR, "106 Rifle Div", ashore="no"), [SAFE]).state
    assert where(kept, "106 Rifle Div") == "aboard"
    assert asked(kept) == {"soviet": "turn.soviet.movement.unloading"}


@pytest.mark.rule("EF-PB8.54.c")
def test_a_convoy_goes_where_its_ship_can() -> None:
    state = quay(ships={"Gp-A": MAJOR, "Gp-B": MAJOR}, control={**HELD, FAR: "axis"})
    assert why(state, "soviet", convoy("Gp-A", FAR, "106 Rifle Div")).rule == "EF-PB8.25"
    assert why(state, "soviet", convoy("Gp-B", "map_t", "106 Rifle Div")).rule == "EF-PB8.24"
    at_sea = play(state, "soviet", convoy("Gp-B", "crimea", "106 Rifle Div", ashore="no")).state
    assert ship(at_sea, "Gp-B").zone == "crimea"
    assert where(at_sea, "106 Rifle Div") == "aboard"


@pytest.mark.rule("EF-PB8.54.d", "EF-PB8.33.a")
def test_losses_are_rolled_for_before_anybody_goes_ashore() -> None:
    state = quay(ships={"Gp-A": MAJOR})
    told = play(state, "soviet", convoy("Gp-A", FAR, "106 Rifle Div"), [10]).state
    assert asked(told) == {"soviet": "turn.soviet.movement.losses"}
    assert where(told, "106 Rifle Div") == "aboard"
    home = play(told, "soviet", {"do": "turn_back", "ship": "Gp-A"}).state
    assert where(home, "106 Rifle Div") == MAJOR
    carried = play(told, "soviet", {"do": "carry_on", "ship": "Gp-A"}).state
    assert where(carried, "106 Rifle Div") == FAR
    assert ship(carried, "Gp-A").damage == 1


@pytest.mark.rule("EF-PB8.54.d")
def test_into_a_port_of_the_same_zone_nobody_rolls() -> None:
    row = {"zone": "sevastopol", "hex": 3807}
    state = fleet(MOVEMENT, {"Gp-A": row}, {"106 Rifle Div": {"box": "aboard", "ship": "Gp-A"}})
    step = play(state, "soviet", {"do": "voyage", "ship": "Gp-A", "water": str(MAJOR)})
    assert not step.rolls
    assert ship(step.state, "Gp-A").sailed


@pytest.mark.rule("EF-PB8.54.e", "EF-3.32.a")
def test_who_finds_no_room_stays_aboard() -> None:
    here: dict[str, Any] = {"106 Rifle Div": MAJOR, "271 Rifle Div": MAJOR}
    state = docked(MOVEMENT, "156 Rifle Div", "276 NKVD Rgt", pieces=here)
    assert why(state, "soviet", {"do": "disembark", "ship": "Gp-A", "units": ["156 Rifle Div"]}).rule == "EF-3.32.a"
    after = play(state, "soviet", {"do": "disembark", "ship": "Gp-A", "units": ["276 NKVD Rgt"]}).state
    assert where(after, "276 NKVD Rgt") == MAJOR
    assert where(after, "156 Rifle Div") == "aboard"
    crowd = fleet(
        MOVEMENT,
        {"Gp-A": MAJOR},
        {"106 Rifle Div": MAJOR, "156 Rifle Div": FAR, "271 Rifle Div": FAR, "5(+) Tank Rgt": FAR},
    )
    full = play(crowd, "soviet", convoy("Gp-A", FAR, "106 Rifle Div"), [SAFE]).state
    assert where(full, "106 Rifle Div") == "aboard"


@pytest.mark.rule("EF-PB8.54.e")
def test_in_map_t_there_is_room_for_all() -> None:
    box: dict[str, Any] = {name: {"box": "map_t"} for name in ("156 Rifle Div", "271 Rifle Div", "157 Rifle Div")}
    state = docked(MOVEMENT, "143 Rifle Bde", "12 Rifle Bde", port="map_t", pieces=box)
    after = play(state, "soviet", {"do": "disembark", "ship": "Gp-A", "units": ["143 Rifle Bde"]}).state
    assert where(after, "143 Rifle Bde") == "map_t"
    assert after.tracks["load_map_t"] == 2


@pytest.mark.rule("EF-PB8.54.g")
def test_whoever_came_ashore_stays_there_for_the_turn() -> None:
    state = docked(MOTORISED, "54 Mot Rgt", port=FAR)
    after = play(state, "soviet", {"do": "disembark", "ship": "Gp-A", "units": ["54 Mot Rgt"]}).state
    landed = after.pieces[key(after, "54 Mot Rgt")]
    assert (landed.hex, landed.ashore) == (FAR, after.turn)
    later = fleet("soviet.movement.moves", {"Gp-A": FAR}, {"54 Mot Rgt": {"hex": FAR, "ashore": after.turn}})
    no = why(later, "soviet", {"do": "move", "unit": "54 Mot Rgt", "path": [4005]})
    assert no.rule == "EF-PB8.54.g"
    rested = fleet("soviet.movement.moves", {"Gp-A": FAR}, {"54 Mot Rgt": {"hex": FAR, "ashore": after.turn - 1}})
    assert may(rested, "soviet", {"do": "move", "unit": "54 Mot Rgt", "path": [4005]})


@pytest.mark.rule("EF-PB8.54.g")
def test_supplies_aboard_are_of_no_use_until_they_are_ashore() -> None:
    aboard = {"1": {"side": "soviet", "box": "aboard", "ship": "Gp-A"}}
    state = docked(MOTORISED, port=FAR, supplies=aboard)
    assert embarking.unloader(state) == ("soviet",)
    after = play(state, "soviet", {"do": "disembark", "ship": "Gp-A", "supplies": [1]}).state
    assert (after.supplies[1].hex, after.supplies[1].box, after.supplies[1].ship) == (FAR, "", 0)


@pytest.mark.rule("EF-PB8.54.e", "EF-3.32.a")
def test_supplies_need_no_room_among_units_that_stand_too_close() -> None:
    aboard = {"1": {"side": "soviet", "box": "aboard", "ship": "Gp-A"}}
    crowd: dict[str, Any] = {f"{n} Rifle Div": MAJOR for n in (106, 156, 271, 157)}
    state = docked(MOVEMENT, pieces=crowd, supplies=aboard)
    after = play(state, "soviet", {"do": "disembark", "ship": "Gp-A", "supplies": [1]}).state
    assert after.supplies[1].hex == MAJOR


@pytest.mark.rule("EF-PB8.47")
def test_naval_bases_go_by_ship_one_to_a_port() -> None:
    state = quay("soviet.movement.moves", {"Naval Base 2": MAJOR})
    assert why(state, "soviet", {"do": "move", "unit": "Naval Base 2", "path": [3705]}).rule == "EF-PB8.47"
    other = {"id": "Naval Base 1", "label": "NB 1", "side": "soviet", "nation": "soviet", "type": "naval_base"}
    new = {**other, "size": "regiment", "stack": 1, "front": "0-1-0", "steps": 1}
    facts = {"units": {"new": [new]}}
    taken = docked(MOVEMENT, "Naval Base 2", port=FAR, pieces={"Naval Base 1": FAR}, facts=facts)
    ashore = {"do": "disembark", "ship": "Gp-A", "units": ["Naval Base 2"]}
    assert not may(taken, "soviet", ashore)
    assert embarking.why_not_leave(taken, number(taken, "Gp-A"), (key(taken, "Naval Base 2"),)).rule == "EF-PB8.47"  # type: ignore[union-attr]
    free = docked(MOVEMENT, "Naval Base 2", port=FAR)
    assert may(free, "soviet", ashore)


@pytest.mark.rule("EF-PB8.49")
def test_a_port_that_was_just_taken_is_closed_to_ships() -> None:
    state = fleet(MOVEMENT, {"Gp-A": MAJOR, "DD-1": MAJOR}, {"106 Rifle Div": MAJOR}, tracks={"taken_4006": 48})
    assert state.turn == 48
    assert why(state, "soviet", convoy("Gp-A", FAR, "106 Rifle Div")).rule == "EF-PB8.49"
    later = fleet(MOVEMENT, {"Gp-A": MAJOR, "DD-1": MAJOR}, {"106 Rifle Div": MAJOR}, tracks={"taken_4006": 47})
    assert may(later, "soviet", convoy("Gp-A", FAR, "106 Rifle Div"))


@pytest.mark.rule("EF-PB8.49")
def test_a_port_that_changes_hands_is_remembered() -> None:
    state = fleet("soviet.movement.moves", {"Gp-A": MAJOR}, {"143 Rifle Bde": 4005}, control={**HELD, FAR: "axis"})
    taken = play(state, "soviet", {"do": "move", "unit": "143 Rifle Bde", "path": [FAR]}).state
    assert taken.tracks["taken_4006"] == state.turn
    assert embarking.voyages.why_not_to(taken, number(taken, "Gp-A"), str(FAR)).rule == "EF-PB8.49"  # type: ignore[union-attr]


def test_whoever_is_aboard_goes_down_with_the_ship() -> None:
    goods = {"1": {"side": "soviet", "box": "aboard", "ship": "Gp-A"}}
    row = {"zone": "sevastopol", "damage": 2}
    pieces = {"143 Rifle Bde": {"box": "aboard", "ship": "Gp-A"}}
    state = fleet(MOTORISED, {"Gp-A": row}, pieces, supplies=goods, tracks={"naval_interdiction": 1})
    out = play(state, "soviet", {"do": "voyage", "ship": "Gp-A", "water": str(FAR)}, [10])
    after = out.state
    assert ship(after, "Gp-A").box == "cadre"
    assert where(after, "143 Rifle Bde") == "eliminated"
    assert not after.supplies


@pytest.mark.rule("EF-PB8.54.a")
def test_a_staff_in_map_t_activates_for_a_voyage() -> None:
    boxed: dict[str, Any] = {"12 Rifle Bde": {"box": "map_t"}, "24 Art Rgt": {"box": "map_t"}}
    at = "soviet.motorised.moves"
    led = fleet(at, {"Gp-A": {"box": "map_t"}}, {**boxed, "51 Army HQ": {"box": "map_t"}})
    free = play(led, "soviet", {"do": "activate", "unit": "24 Art Rgt"}).state
    free = play(free, "soviet", {"do": "done"}).state
    assert may(free, "soviet", convoy("Gp-A", "kerch", "24 Art Rgt", ashore="no"))
    assert why(free, "soviet", convoy("Gp-A", "kerch", "12 Rifle Bde", ashore="no")).rule == "EF-PB8.54.a"
    alone = fleet(at, {"Gp-A": {"box": "map_t"}}, {**boxed, "51 Army HQ": {"box": "map_t", "back": True}})
    assert why(alone, "soviet", {"do": "activate", "unit": "24 Art Rgt"}).rule == "EF-22.12.a"
    spent = fleet(at, {"Gp-A": {"box": "map_t"}}, {**boxed, "51 Army HQ": {"box": "map_t", "activations": 2}})
    assert not may(spent, "soviet", {"do": "activate", "unit": "24 Art Rgt"})


@pytest.mark.rule("EF-PB8.54.g")
def test_a_zap_unit_gives_its_men_in_the_port_where_it_lands() -> None:
    zap = {"id": "128 Zap Rgt", "label": "128", "side": "soviet", "nation": "soviet", "type": "zap"}
    new = {"units": {"new": [{**zap, "size": "regiment", "stack": 1, "front": "1-1-4", "steps": 1}]}}
    weak = {"106 Rifle Div": {"hex": FAR, "steps": 1}, "271 Rifle Div": {"hex": FAR, "steps": 1}}
    aboard = {"128 Zap Rgt": {"box": "aboard", "ship": "Gp-A", "evacuated": True, "no_move": 2}}
    state = fleet("soviet.movement.unloading", {"Gp-A": FAR}, {**weak, **aboard}, facts=new)
    landed = play(state, "soviet", {"do": "disembark", "ship": "Gp-A", "units": ["128 Zap Rgt"]}).state
    assert asked(landed) == {"soviet": "turn.soviet.movement.unloading"}
    filled = play(landed, "soviet", {"do": "fill", "unit": "128 Zap Rgt", "to": "106 Rifle Div"}).state
    division = filled.pieces[key(filled, "106 Rifle Div")]
    assert division.steps == 2
    fresh = fleet("soviet.movement.unloading", {"Gp-A": FAR, "Gp-B": FAR}, {**weak, **aboard}, facts=new)
    assert embarking.recruiter(fresh) == ()


# -- the small print ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB8.52", "EF-PB8.53.d")
def test_nothing_is_carried_for_nothing_and_a_staff_always_takes_one_point() -> None:
    facts = {"units": {"276 NKVD Rgt": {"stack": 0}, "51 Army HQ": {"colour": "orange"}}}
    state = quay(pieces={"276 NKVD Rgt": MAJOR, "51 Army HQ": MAJOR}, facts=facts)
    assert cargo.weight(state, key(state, "276 NKVD Rgt")) == 1
    assert cargo.weight(state, key(state, "51 Army HQ")) == 1
    assert cargo.why_too_bulky(state, key(state, "276 NKVD Rgt")) is None


@pytest.mark.rule("EF-PB8.52", "EF-PB8.54.a")
@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ({"side": "axis", "hex": MAJOR}, "EF-PB8.54.a"),
        ({"side": "soviet", "hex": MINOR}, "EF-PB8.54.a"),
        ({"side": "soviet", "box": "map_t"}, "EF-PB8.54.a"),
        ({"side": "soviet", "hex": MAJOR, "moved": True}, "EF-PB8.51"),
        ({"side": "soviet", "hex": MAJOR, "spent": 2}, "EF-PB8.51"),
    ],
)
def test_which_supplies_come_aboard(row: dict[str, Any], rule: str) -> None:
    state = quay(supplies={"1": row, "2": {"side": "soviet", "hex": MAJOR}})
    ready = number(state, "DD-1")
    assert embarking.why_not_stow(state, "soviet", ready, 2) is None
    no = embarking.why_not_stow(state, "soviet", ready, 1)
    assert no is not None
    assert no.rule == rule
    assert embarking.why_not_stow(state, "soviet", ready, 9) is not None


@pytest.mark.rule("EF-PB8.55.c", "EF-PB8.51")
def test_supplies_that_came_to_an_evacuated_port_sail_at_once() -> None:
    stores = {1: {"side": "soviet", "hex": "3705", "wagon": True}}
    for given_up in (True, False):
        state = quay("soviet.movement.moves", {"12 Rifle Bde": MAJOR}, supplies=stores)
        if given_up:
            state = play(state, "soviet", {"evacuate": MAJOR}).state
        state = play(state, "soviet", {"do": "haul", "supply": 1, "path": [MAJOR]}).state
        state = play(state, "soviet", {"do": "done"}).state
        assert may(state, "soviet", embark("Gp-A", supplies=(1,))) is given_up
        no = embarking.why_not_stow(state, "soviet", number(state, "Gp-A"), 1)
        assert no is None if given_up else no is not None and no.rule == "EF-PB8.51"


@pytest.mark.rule("EF-PB8.52", "EF-PB8.45")
def test_supplies_are_loaded_in_map_t_and_over_quays_that_have_room() -> None:
    boxed = {"1": {"side": "soviet", "box": "map_t"}}
    state = fleet(MOVEMENT, {"DD-1": {"box": "map_t"}, "Molotov": {"box": "map_t"}}, supplies=boxed)
    assert may(state, "soviet", embark("DD-1", supplies=(1,)))
    assert why(state, "soviet", embark("Molotov", supplies=(1,))).rule == "EF-PB8.52"
    full = fleet(MOVEMENT, {"DD-1": {"box": "map_t"}}, supplies=boxed, tracks={"load_map_t": 24})
    assert why(full, "soviet", embark("DD-1", supplies=(1,))).rule == "EF-PB8.45"


@pytest.mark.rule("EF-PB8.54.a")
def test_nobody_loads_a_ship_that_is_not_his_or_not_there() -> None:
    state = quay(ships={"Gp-A": MAJOR, "DD-1": {"box": "cadre"}})
    assert why(state, "soviet", embark("DD-1", "106 Rifle Div")).rule == "EF-PB8.11"
    assert why(state, "soviet", embark("Gp-A", "73 Inf Div")).rule == "EF-PB8.54.a"
    empty = fleet(MOVEMENT, {"Gp-A": MINOR, "DD-1": MAJOR}, {"106 Rifle Div": MAJOR})
    assert embarking.why_no_loading(empty, "soviet", number(empty, "Gp-A")).key == "refuse.nobody_to_load"  # type: ignore[union-attr]


@pytest.mark.rule("EF-PB8.55.d", "EF-PB8.54.g", "EF-22.64")
def test_who_was_not_evacuated_keeps_his_marks_and_militia_strays() -> None:
    facts = {"units": {"12 Rifle Bde": {"home": [3202]}, "143 Rifle Bde": {"home": [FAR]}}}
    row = {"box": "aboard", "ship": "Gp-A", "no_move": 1}
    state = fleet("soviet.movement.unloading", {"Gp-A": FAR}, {"12 Rifle Bde": row, "143 Rifle Bde": row}, facts=facts)
    for name, strays in (("12 Rifle Bde", True), ("143 Rifle Bde", False)):
        after = play(state, "soviet", {"do": "disembark", "ship": "Gp-A", "units": [name]}).state
        piece = after.pieces[key(after, name)]
        assert (piece.no_move, piece.roaming, piece.evacuated) == (1, strays, False)
    # Map T is no place away from its city.
    d = Draft(state, NoDice())
    embarking.come_ashore(d, key(state, "12 Rifle Bde"), 0, "map_t")
    assert not d.now.pieces[key(state, "12 Rifle Bde")].roaming


# -- the ports of the enlarged map and of Odessa -----------------------------------------------------------------------


@pytest.mark.rule("EF-PB8.54.a", "EF-PB8.55.a")
@pytest.mark.parametrize(
    ("name", "turn", "port", "unit", "ship_name"),
    [("8", 178, 11527, "7 Naval Bde", "Gp-A"), ("2", 40, 2011, "1 Naval Rgt", "Gp-A")],
)
def test_units_come_aboard_and_ports_are_given_up_on_every_map(
    name: str, turn: int, port: int, unit: str, ship_name: str
) -> None:
    more: dict[str, Any] = {"scenario": name, "turn": turn, "weather": "dry"}
    rows = {unit: {"hex": port}}
    hexes = {str(port): {"port": "major", "coastal": True, "place": "city", "zone": "sevastopol"}}
    at = {"facts": {"hexes": hexes}, "control": {str(port): "soviet"}, "ships": {ship_name: {"hex": port}}}
    state = board(MOVEMENT, rows, **at, **more)
    assert may(state, "soviet", embark(ship_name, unit))
    aboard = play(state, "soviet", embark(ship_name, unit)).state
    assert aboard.tracks[f"load_{port}"] == aboard.board.units[key(aboard, unit)].stack
    taken = board(MOVEMENT, rows, tracks={f"taken_{port}": turn}, **at, **more)
    assert why(taken, "soviet", {"evacuate": port}).rule == "EF-PB8.49"
    assert may(state, "soviet", {"evacuate": port})
