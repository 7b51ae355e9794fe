"""Guns of ships: at sea and in port, in attack and defence, alone and with others."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.rules.crimea_units import pooling
from sandtable.games.eastfront.rules.naval import gunfire
from sandtable.games.eastfront.rules.naval.ships import ship_ref
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.soviet_units.soviet_units import is_within
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import asked, board, key, logged, may, play, why
from tests.games.eastfront.fleet import FAR, MAJOR, MINOR, fleet, number, ship

ATTACKS, GUNS = "soviet.combat.attacks", "axis.reaction.guns"
AXIS = {"46 Inf Div": 3906}
"""An Axis division in the anchorage, next to the minor port."""
OURS = {"106 Rifle Div": MINOR, "143 Rifle Bde": MINOR}


def attack(ships: dict[str, Any], pieces: dict[str, Any] | None = None, **more: Any) -> Any:
    """The Soviets attack the anchorage from the minor port; their forces are asked for."""
    marked = {"3906": {"side": "soviet", "hexes": ["3906"], "units": ["106 Rifle Div", "143 Rifle Bde"]}}
    state = fleet(ATTACKS, ships, {**AXIS, **OURS, **(pieces or {})}, attacks=marked, control={}, **more)
    return play(state, "soviet", {"resolve": 3906}).state


def assault(*ships: str, guns: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"do": "assault", "units": list(OURS), "support": list(guns), "ships": list(ships)}


def defence(ships: dict[str, Any], pieces: dict[str, Any] | None = None, **more: Any) -> Any:
    """The Axis attacks the minor port; the Soviets may commit guns."""
    marked = {"3806": {"side": "axis", "hexes": ["3806"], "units": ["46 Inf Div"]}}
    return fleet(GUNS, ships, {"46 Inf Div": 3805, **OURS, **(pieces or {})}, attacks=marked, **more)


def bombard(*ships: str) -> dict[str, Any]:
    return {"do": "bombard", "attack": 3806, "ships": list(ships)}


@pytest.mark.rule("EF-PB8.61.a")
@pytest.mark.parametrize(
    ("row", "key"),
    [
        ({"zone": "sevastopol", "hex": 3807}, None),
        ({"zone": "sevastopol", "hex": 3707}, None),
        ({"zone": "sevastopol"}, "refuse.ship_no_station"),
        ({"zone": "sevastopol", "hex": 3608}, "refuse.ship_range"),
        ({"zone": "sevastopol", "hex": 3807, "fired": True}, "refuse.ship_fired"),
        ({"box": "map_t"}, "refuse.ship_no_station"),
    ],
)
def test_a_ship_at_sea_fires_from_a_hex_in_range(row: dict[str, Any], key: str | None) -> None:
    state = attack({"DD-1": row, "Molotov": {"zone": "sevastopol", "hex": 3807}})
    if key is None:
        assert may(state, "soviet", assault("DD-1"))
    else:
        no = why(state, "soviet", assault("DD-1"))
        assert (no.rule, no.key, no.points[0].id) == ("EF-PB8.61.a", key, number(state, "DD-1"))


@pytest.mark.rule("EF-PB8.61.a")
def test_transports_have_no_guns() -> None:
    state = attack({"Gp-A": {"zone": "sevastopol", "hex": 3807}, "DD-1": {"zone": "sevastopol", "hex": 3807}})
    assert why(state, "soviet", assault("Gp-A")).key == "refuse.ship_no_guns"


@pytest.mark.rule("EF-PB8.61.a", "EF-PB8.62")
@pytest.mark.parametrize(
    ("row", "rule"), [({"zone": "sevastopol", "hex": 3807}, "EF-PB8.61.a"), ({"hex": MINOR}, "EF-PB8.62")]
)
def test_it_adds_its_support_and_fires_once(row: dict[str, Any], rule: str) -> None:
    state = attack({"Molotov": row})
    step = play(state, "soviet", assault("Molotov"), [5])
    parts = {part.rule: part.amount for part in logged(step, "odds").modifiers if part.key == "modifier.naval_support"}
    assert parts == {rule: 2}
    assert ship(step.state, "Molotov").fired
    assert logged(step, "ships_fired").params["ships"]
    without = logged(play(state, "soviet", assault(), [5]), "odds").params["attack"]
    assert logged(step, "odds").params["attack"] == without + 2


@pytest.mark.rule("EF-PB7.35.b", "EF-PB8.25")
def test_readiness_makes_no_difference() -> None:
    state = attack({"Molotov": {"hex": MINOR, "sailed": True}})
    assert may(state, "soviet", assault("Molotov"))


@pytest.mark.rule("EF-PB8.34.d")
def test_a_crippled_ship_has_half_its_guns() -> None:
    state = attack({"Molotov": {"hex": MINOR, "damage": 3}})
    assert gunfire.salvo(state, number(state, "Molotov")).amount == 1
    whole = attack({"Molotov": {"hex": MINOR, "damage": 2}})
    assert gunfire.salvo(whole, number(whole, "Molotov")).amount == 2


@pytest.mark.rule("EF-PB8.62", "EF-PB7.35.b")
def test_together_they_need_a_headquarters_in_reach() -> None:
    ships = {"Molotov": {"hex": MINOR}, "DD-1": {"zone": "sevastopol", "hex": 3807}}
    alone = attack(ships)
    assert may(alone, "soviet", assault("Molotov"))
    no = why(alone, "soviet", assault("Molotov", "DD-1"))
    assert (no.rule, no.key) == ("EF-PB8.62", "refuse.ships_not_pooled")
    led = attack(ships, {"51 Army HQ": 3705})
    assert may(led, "soviet", assault("Molotov", "DD-1"))
    far = attack(ships, {"51 Army HQ": 3302})
    assert why(far, "soviet", assault("Molotov", "DD-1")).rule == "EF-PB8.62"
    broken = attack(ships, {"51 Army HQ": {"hex": 3705, "back": True}})
    assert why(broken, "soviet", assault("Molotov", "DD-1")).rule == "EF-PB8.62"


@pytest.mark.rule("EF-22.25.d")
def test_ships_are_no_guns_of_the_one_that_may_fire_near_a_paralysed_headquarters() -> None:
    ships = {"Molotov": {"hex": MINOR}, "DD-1": {"hex": MINOR}}
    staffs: dict[str, Any] = {"51 Army HQ": {"hex": 3705, "back": True}, "Coast HQ": MINOR}
    state = attack(ships, {**staffs, "24 Art Rgt": MINOR, "52 Art Rgt": MINOR})
    assert may(state, "soviet", assault("Molotov", "DD-1", guns=("24 Art Rgt",)))
    assert why(state, "soviet", assault("Molotov", guns=("24 Art Rgt", "52 Art Rgt"))).rule == "EF-22.25.d"


@pytest.mark.rule("EF-PB8.62", "EF-PB7.35.b")
def test_guns_ashore_stand_with_the_same_headquarters() -> None:
    ships = {"Molotov": {"hex": MINOR}}
    apart = attack(ships, {"51 Army HQ": 3705, "24 Art Rgt": MINOR})
    assert why(apart, "soviet", assault("Molotov", guns=("24 Art Rgt",))).rule == "EF-PB8.62"
    together = attack(ships, {"51 Army HQ": MINOR, "24 Art Rgt": MINOR})
    assert may(together, "soviet", assault("Molotov", guns=("24 Art Rgt",)))
    radius = {"card": {"switches": {"guns_in_radius": {"value": True}}}}
    near = attack(ships, {"51 Army HQ": 3705, "24 Art Rgt": MINOR}, facts=radius)
    assert may(near, "soviet", assault("Molotov", guns=("24 Art Rgt",)))


@pytest.mark.rule("EF-PB8.62", "EF-PB7.35.b")
def test_four_at_most() -> None:
    names = ("Molotov", "Voroshilov", "DD-1", "K. Krym", "Ch Ukr")
    state = attack({name: {"hex": MINOR} for name in names}, {"51 Army HQ": MINOR, "24 Art Rgt": MINOR})
    assert may(state, "soviet", assault(*names[:4]))
    no = why(state, "soviet", assault(*names))
    assert (no.rule, no.params["most"]) == ("EF-PB8.62", 4)
    assert why(state, "soviet", assault(*names[:4], guns=("24 Art Rgt",))).rule == "EF-PB8.62"
    assert may(state, "soviet", assault(*names[:3], guns=("24 Art Rgt",)))


@pytest.mark.rule("EF-PB7.35.a", "EF-PB7.35.b")
def test_air_attacks_on_the_headquarters_take_ships_away() -> None:
    ships = {"Molotov": {"hex": MINOR}, "DD-1": {"hex": MINOR}}
    state = attack(ships, {"51 Army HQ": 3705}, interdiction={3704: 1})
    no = why(state, "soviet", assault("Molotov", "DD-1"))
    assert (no.rule, no.params["most"]) == ("EF-PB7.35.a", 1)
    assert may(state, "soviet", assault("Molotov"))


@pytest.mark.rule("EF-PB8.63")
def test_ships_in_port_fire_for_the_defence() -> None:
    state = defence({"Molotov": MAJOR, "DD-1": MAJOR})
    assert asked(state) == {"soviet": "turn.axis.reaction.guns"}
    fired = play(state, "soviet", bombard("Molotov")).state
    assert fired.attacks[3806].ships == (number(state, "Molotov"),)
    assert ship(fired, "Molotov").fired
    assert why(state, "soviet", bombard("Molotov", "DD-1")).rule == "EF-PB8.62"
    led = defence({"Molotov": MAJOR, "DD-1": MAJOR}, {"51 Army HQ": MAJOR})
    assert may(led, "soviet", bombard("Molotov", "DD-1"))


@pytest.mark.rule("EF-PB8.63")
def test_what_they_add_to_the_defence() -> None:
    state = defence({"Molotov": MAJOR})
    state = play(state, "soviet", bombard("Molotov")).state
    odds = GAME.query(GAME.view(state, "axis"), "odds", {"place": 3806})
    assert odds is not None
    parts = [(part.rule, part.amount) for part in odds.defence.modifiers if part.key == "modifier.naval_support"]
    assert parts == [("EF-PB8.62", 2)]


@pytest.mark.rule("EF-PB8.61.b")
def test_ships_at_sea_do_not() -> None:
    state = defence({"Molotov": {"zone": "sevastopol", "hex": 3807}, "DD-1": MAJOR})
    assert why(state, "soviet", bombard("Molotov")).rule == "EF-PB8.61.b"


@pytest.mark.rule("EF-PB8.63", "EF-PB7.35.b")
def test_guns_and_ships_of_a_defence_are_judged_together() -> None:
    pieces = {"24 Art Rgt": MAJOR}
    state = defence({"Molotov": MAJOR}, pieces)
    gun = {"do": "support", "attack": 3806, "units": ["24 Art Rgt"]}
    after_ships = play(state, "soviet", bombard("Molotov")).state
    assert "guns" not in asked(after_ships).get("soviet", "")
    after_guns = play(state, "soviet", gun).state
    assert "guns" not in asked(after_guns).get("soviet", "")
    led = defence({"Molotov": MAJOR}, {**pieces, "51 Army HQ": MAJOR})
    assert may(play(led, "soviet", bombard("Molotov")).state, "soviet", gun)
    assert may(play(led, "soviet", gun).state, "soviet", bombard("Molotov"))


@pytest.mark.rule("EF-PB8.12.e")
def test_what_comes_of_the_combat_never_touches_ships() -> None:
    state = attack({"Molotov": {"zone": "sevastopol", "hex": 3807}})
    step = play(state, "soviet", assault("Molotov"), [10])
    state = step.state
    assert ship(state, "Molotov").fired
    assert logged(step, "ships_fired").params["ships"] == (ship_ref(number(state, "Molotov")),)
    quiet = Draft(state, NoDice())
    gunfire.fire(quiet, ())
    assert not quiet.entries
    assert asked(state)["soviet"].endswith("attacker_losses")
    assert state.battle is not None
    assert results.victims(state, state.battle, "soviet") == tuple(sorted(key(state, name) for name in OURS))
    assert ship(state, "Molotov").damage == 0


@pytest.mark.rule("EF-PB8.61.b")
def test_a_ship_that_fired_at_sea_runs_into_port() -> None:
    row = {"zone": "sevastopol", "hex": 3807, "fired": True}
    state = fleet("soviet.movement.sailing", {"Molotov": row})
    ended = play(state, "soviet", {"do": "done"}).state
    assert asked(ended) == {"soviet": "turn.soviet.movement.harbouring"}


@pytest.mark.rule("EF-PB8.61.a", "EF-PB8.62")
def test_the_combat_panel_shows_ships_and_what_is_without_them() -> None:
    state = attack({"Molotov": {"hex": MINOR}, "DD-2": FAR})
    view = GAME.view(state, "soviet")
    odds = GAME.query(view, "odds", {"place": 3906})
    assert odds is not None
    assert [part.amount for part in odds.attack.modifiers if part.key == "modifier.naval_support"] == [2]
    chip = next(one for one in odds.options if one.key == "odds.ships")
    assert chip.active
    without = GAME.query(view, "odds", chip.params)
    assert not [part for part in without.attack.modifiers if part.key == "modifier.naval_support"]  # type: ignore[union-attr]
    again = next(one for one in without.options if one.key == "odds.ships")  # type: ignore[union-attr]
    assert not again.active
    assert again.params["force"]["ships"] == [number(state, "Molotov")]


@pytest.mark.rule("EF-PB8.84")
def test_a_flotilla_alone_has_no_ships_behind_it() -> None:
    boats = {"id": "Flotilla", "label": "F", "side": "soviet", "nation": "soviet", "type": "flotilla", "stack": 1}
    new = {"units": {"new": [{**boats, "size": "battalion", "front": "1-1-16", "steps": 1}]}}
    marked = {"3806": {"side": "axis", "hexes": ["3806"], "units": ["46 Inf Div"]}}
    rows = {"46 Inf Div": 3805, "Flotilla": MINOR}
    alone = fleet(GUNS, {"Molotov": MAJOR}, rows, new, attacks=marked)
    assert asked(alone).get("soviet", "") != "turn.axis.reaction.guns"
    helped = fleet(GUNS, {"Molotov": MAJOR}, {**rows, "143 Rifle Bde": MINOR}, new, attacks=marked)
    assert may(helped, "soviet", bombard("Molotov"))


def called(scenario: str, staff: int, gun: int, port: int) -> Any:
    """Why a gun and a cruiser in port do not fire together; the headquarters has both in its radius."""
    pieces: dict[str, Any] = {"51 Army HQ": staff, "24 Art Rgt": gun or {"box": "map_t"}}
    quay = {"coastal": True, "place": "town", "port": "major", "zone": "sevastopol"}
    more = {"facts": {"hexes": {port: quay}}, "ships": {"Molotov": {"hex": str(port)}}}
    state = board("soviet.movement", pieces, scenario=scenario, control={port: "soviet"}, **more)
    return gunfire.why_not_together(state, (key(state, "24 Art Rgt"),), (number(state, "Molotov"),), (4012,))


@pytest.mark.rule("EF-PB7.35.a", "EF-PB8.62")
@pytest.mark.parametrize(
    ("scenario", "staff", "gun", "port", "together"),
    [
        ("3", 4010, 4010, 4009, True),  # stacked with the headquarters
        ("3", 4010, 4009, 4009, False),  # in its radius: not enough on map Q
        ("3", 11628, 11627, 11527, True),  # enough on the enlarged map
        ("3", 4129, 12428, 11527, False),  # unless the headquarters is outside
        ("3", 12428, 4129, 11527, False),  # or the gun
        ("2", 2510, 2509, 2509, True),  # and enough at Odessa
        ("2", 2510, 0, 2509, False),  # but nobody calls a gun in the box
    ],
)
def test_on_map_q_guns_stand_with_the_headquarters_that_calls_them_and_ships(
    scenario: str, staff: int, gun: int, port: int, together: bool
) -> None:
    no = called(scenario, staff, gun, port)
    assert (no is None) is together
    assert no is None or no.rule == "EF-PB8.62"


@pytest.mark.rule("EF-PB7.35.a")
@pytest.mark.parametrize(("staff", "together"), [(11628, True), (4129, False)])
def test_a_headquarters_outside_calls_no_guns_of_the_enlarged_map(staff: int, together: bool) -> None:
    """4129 has both guns in its radius of four, counted over the edge of the enlarged map."""
    guns = {"24 Art Rgt": 12428, "52 Art Rgt": 12327}
    pieces: dict[str, Any] = {"51 Army HQ": staff, **guns}
    state = board("soviet.movement", pieces, scenario="3")
    keys = [key(state, name) for name in guns]
    assert all(is_within(state, key(state, "51 Army HQ"), state.pieces[gun].hex) for gun in keys)
    no = pooling.why_not(state, keys, (12425,))
    assert (no is None) is together
    assert no is None or no.rule == "EF-PB7.35.a"
    # guns that are attacked themselves ask nobody
    assert pooling.why_not(state, keys, (12428, 12327)) is None
