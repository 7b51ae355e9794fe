"""Amphibious assault: placing troops before a coast, the fight for it, and going ashore."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.rules.air import flak
from sandtable.games.eastfront.rules.naval import coast_guns, landings
from sandtable.games.eastfront.rules.surrender import surrender
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import zoc
from tests.games.eastfront.board import asked, key, logged, may, play, where, why
from tests.games.eastfront.fleet import ANCHORAGE, FAR, HELD, MAJOR, MINOR, fleet, ship
from tests.games.eastfront.guns import GUNS

SAILING, DECLARING = "soviet.motorised.sailing", "soviet.declaration"
ROAD = 3907
"""A hex of the sea before the anchorage, and before nothing else."""
THERE = {**HELD, ANCHORAGE: "axis"}
SAFE = 5


def deploy(name: str, unit: str, to: int) -> dict[str, Any]:
    return {"do": "deploy", "ship": name, "unit": unit, "to": to}


def bound(at: str = SAILING, *units: str, ship: Any = None, **more: Any) -> Any:
    """Troops for an assault aboard a transport at sea."""
    row = {"zone": "sevastopol", "spent": 1, "left": str(MAJOR), "way": ["sevastopol"], **(ship or {})}
    aboard = {name: {"box": "aboard", "ship": "Gp-A", "assault": True, "activated": True} for name in units}
    pieces = {**more.pop("pieces", {}), **aboard}
    more.setdefault("control", THERE)
    return fleet(at, {"Gp-A": row, **more.pop("ships", {})}, pieces, **more)


def before(at: str, unit: str = "83 Naval Bde", road: int = ROAD, **more: Any) -> Any:
    """A unit placed before the anchorage with its ship."""
    row = {"hex": road, "ship": "Gp-A", "assault": True, "activated": True, **more.pop("row", {})}
    lying = {"zone": "sevastopol", "hex": road, **more.pop("ship", {})}
    more.setdefault("control", THERE)
    return fleet(at, {"Gp-A": lying, **more.pop("ships", {})}, {**more.pop("pieces", {}), unit: row}, **more)


def assaulting(enemies: dict[str, Any], pieces: Any = None, dice: tuple[int, ...] = (), **more: Any) -> Any:
    """The attack on the anchorage from the sea, up to the roll."""
    marked = {str(ANCHORAGE): {"side": "soviet", "hexes": [str(ANCHORAGE)], "units": ["83 Naval Bde"]}}
    state = before("soviet.combat.attacks", pieces={**enemies, **(pieces or {})}, attacks=marked, **more)
    state = play(state, "soviet", {"resolve": ANCHORAGE}).state
    return play(state, "soviet", {"do": "assault", "units": ["83 Naval Bde"]}, dice)


@pytest.mark.rule("EF-PB8.71", "EF-PB8.73.b")
def test_troops_are_carried_before_a_coast_and_need_no_headquarters() -> None:
    state = fleet(SAILING, {"Gp-A": MAJOR}, {"83 Naval Bde": MAJOR}, control=THERE)
    state = play(state, "soviet", {"do": "embark", "ship": "Gp-A", "units": ["83 Naval Bde"]}).state
    assert why(state, "soviet", deploy("Gp-A", "83 Naval Bde", ROAD)).rule == "EF-PB8.22"
    state = play(state, "soviet", {"do": "voyage", "ship": "Gp-A", "water": "sevastopol"}).state
    placed = play(state, "soviet", deploy("Gp-A", "83 Naval Bde", ROAD))
    piece = placed.state.pieces[key(state, "83 Naval Bde")]
    assert (piece.hex, piece.box, piece.activated) == (ROAD, "", True)
    assert ship(placed.state, "Gp-A").hex == ROAD
    assert logged(placed, "placed_for_assault").rule == "EF-PB8.71"
    later = play(placed.state, "soviet", {"do": "done"}, [SAFE]).state
    assert asked(later)["soviet"] == "turn.soviet.declaration"
    assert where(later, "83 Naval Bde") == ROAD


@pytest.mark.rule("EF-PB8.73.a")
@pytest.mark.parametrize(
    ("name", "fits"),
    [
        ("83 Naval Bde", True),
        ("251 Mtn Rgt", True),
        ("143 Rifle Bde", True),
        ("24 Art Rgt", False),
        ("54 Mot Rgt", False),
    ],
)
def test_who_may_storm_a_coast(name: str, fits: bool) -> None:
    state = bound(SAILING, name)
    if fits:
        assert may(state, "soviet", deploy("Gp-A", name, ROAD))
    else:
        assert why(state, "soviet", deploy("Gp-A", name, ROAD)).rule == "EF-PB8.73.a"


@pytest.mark.rule("EF-PB8.72")
def test_troops_are_placed_in_the_motorised_phase_only() -> None:
    assert why(
        bound("soviet.movement.sailing", "83 Naval Bde"), "soviet", deploy("Gp-A", "83 Naval Bde", ROAD)
    ).rule == ("EF-PB8.72")


@pytest.mark.rule("EF-PB8.73.c")
def test_nobody_storms_who_was_evacuated() -> None:
    state = bound(pieces={"143 Rifle Bde": {"box": "aboard", "ship": "Gp-A", "evacuated": True}})
    assert why(state, "soviet", deploy("Gp-A", "143 Rifle Bde", ROAD)).rule == "EF-PB8.73.c"


@pytest.mark.rule("EF-PB8.73x", "EF-PB8.71")
def test_one_unit_to_a_hex_of_the_sea_before_a_coast() -> None:
    other = {"hex": ROAD, "ship": "DD-1", "assault": True}
    ships = {"DD-1": {"zone": "sevastopol", "hex": ROAD}}
    state = bound(SAILING, "83 Naval Bde", ships=ships, pieces={"276 NKVD Rgt": other})
    no = why(state, "soviet", deploy("Gp-A", "83 Naval Bde", ROAD))
    assert (no.rule, no.points[0].id) == ("EF-PB8.73x", ROAD)
    assert may(state, "soviet", deploy("Gp-A", "83 Naval Bde", 3807))
    assert why(state, "soviet", deploy("Gp-A", "83 Naval Bde", 3708)).rule == "EF-PB8.71"
    assert why(state, "soviet", deploy("Gp-A", "83 Naval Bde", ANCHORAGE)).rule == "EF-PB8.22"


@pytest.mark.rule("EF-PB8.54.c", "EF-PB8.73x")
def test_ships_with_assault_troops_go_to_a_coast_and_not_to_a_port() -> None:
    state = bound(SAILING, "83 Naval Bde")
    assert why(state, "soviet", {"do": "voyage", "ship": "Gp-A", "water": str(MINOR)}).rule == "EF-PB8.54.c"
    assert why(state, "soviet", {"do": "done"}).rule == "EF-PB8.54.c"
    placed = play(state, "soviet", deploy("Gp-A", "83 Naval Bde", ROAD)).state
    assert may(placed, "soviet", {"do": "done"})
    again = bound("soviet.movement.sailing", "83 Naval Bde", ship={"spent": 0, "left": "", "way": []})
    assert may(again, "soviet", {"do": "voyage", "ship": "Gp-A", "water": str(MINOR)})


@pytest.mark.rule("EF-PB8.21", "EF-PB8.73x")
def test_when_the_ship_leaves_its_men_go_with_it() -> None:
    state = before("soviet.movement.sailing")
    home = play(state, "soviet", {"do": "voyage", "ship": "Gp-A", "water": str(MINOR)}).state
    assert (ship(home, "Gp-A").hex, where(home, "83 Naval Bde")) == (MINOR, "aboard")
    moved = play(before(SAILING), "soviet", {"do": "station", "ship": "Gp-A", "to": 3708}).state
    assert where(moved, "83 Naval Bde") == "aboard"


@pytest.mark.rule("EF-PB8.74.c", "EF-PB8.23.f")
def test_before_a_coast_a_ship_may_stay_at_sea() -> None:
    state = play(before("soviet.movement.sailing"), "soviet", {"do": "done"}).state
    assert "harbouring" not in asked(state).get("soviet", "")
    fired = play(before("soviet.movement.sailing", ship={"fired": True}), "soviet", {"do": "done"}).state
    assert asked(fired) == {"soviet": "turn.soviet.movement.harbouring"}


@pytest.mark.rule("EF-PB8.74.b")
def test_the_sea_knows_no_zones_and_no_duty_to_attack() -> None:
    foes = {"46 Inf Div": ANCHORAGE, "73 Inf Div": MINOR}
    state = before(DECLARING, road=3807, pieces=foes)
    assert 3807 not in zoc(state, "axis")
    assert ANCHORAGE not in zoc(state, "soviet")
    done = play(state, "soviet", {"do": "declare", "hexes": [ANCHORAGE], "units": ["83 Naval Bde"]}).state
    assert may(done, "soviet", {"do": "done"})


@pytest.mark.rule("EF-PB8.73x")
def test_each_attacks_one_hex_and_several_may_combine() -> None:
    foes = {"Axis Rcn Bn": ANCHORAGE, "SS LAH Rcn Bn": MINOR, "156 Rifle Div": 3905}
    other = {"276 NKVD Rgt": {"hex": ROAD, "ship": "DD-1"}}
    ships = {"DD-1": {"zone": "sevastopol", "hex": ROAD}}
    state = before(DECLARING, road=3807, pieces={**foes, **other}, ships=ships)
    both = {"do": "declare", "hexes": [MINOR, ANCHORAGE], "units": ["156 Rifle Div", "83 Naval Bde"]}
    assert why(state, "soviet", both).rule == "EF-PB8.73x"
    assert may(state, "soviet", {**both, "units": ["156 Rifle Div"]})
    assert may(state, "soviet", {"do": "declare", "hexes": [ANCHORAGE], "units": ["83 Naval Bde", "276 NKVD Rgt"]})
    with_land = {"do": "declare", "hexes": [ANCHORAGE], "units": ["83 Naval Bde", "156 Rifle Div"]}
    assert may(state, "soviet", with_land)


@pytest.mark.rule("EF-PB8.73.d")
def test_no_attack_supply_is_needed() -> None:
    switches = {"attack_supply_soviet": {"value": "points"}}
    step = assaulting({"46 Inf Div": ANCHORAGE}, dice=(5,), facts={"card": {"switches": switches}})
    assert step.state.battle is None or step.state.battle.supplied
    assert "no_attack_supply" not in str([part.key for part in logged(step, "combat").modifiers])


@pytest.mark.rule("EF-PB8.74.c")
def test_no_orders_and_no_retreat() -> None:
    step = assaulting({"46 Inf Div": ANCHORAGE}, dice=(10,), pieces={"51 Army HQ": 3805})
    assert logged(step, "combat").params["result"].partition("/")[0].endswith("R")
    state = step.state
    while asked(state).get("soviet", "").endswith("attacker_losses"):
        state = play(state, "soviet", {"do": "lose", "unit": "83 Naval Bde"}).state
    assert where(state, "83 Naval Bde") in (ROAD, "cadre", "eliminated")


def beaten(**more: Any) -> Any:
    """The defenders of the anchorage are driven out: a lone battalion by a division."""
    marked = {str(ANCHORAGE): {"side": "soviet", "hexes": [str(ANCHORAGE)], "units": ["106 Rifle Div"]}}
    pieces = {"Axis Rcn Bn": ANCHORAGE, **more.pop("pieces", {})}
    units = more.pop("units", ["106 Rifle Div"])
    marked[str(ANCHORAGE)]["units"] = units
    state = before("soviet.combat.attacks", "106 Rifle Div", attacks=marked, pieces=pieces, **more)
    state = play(state, "soviet", {"resolve": ANCHORAGE}).state
    state = play(state, "soviet", {"do": "assault", "units": units}, [1]).state
    while not asked(state).get("soviet", "").endswith("advance"):
        seat, at = next(iter(asked(state).items()))
        if at.endswith("losses"):
            state = play(state, seat, {"do": "lose", "unit": "Axis Rcn Bn"}).state
        elif at.endswith("order"):
            state = play(state, seat, {"do": "command", "order": "none"}).state
        elif at.endswith("retreat"):
            offer = {"do": "retreat", "units": ["Axis Rcn Bn"], "path": [3905, 3904]}
            state = play(state, seat, offer).state
        else:
            raise AssertionError(at)
    return state


@pytest.mark.rule("EF-PB8.74.c")
def test_the_victors_must_go_ashore_and_stay_there() -> None:
    state = beaten()
    assert why(state, "soviet", {"do": "done"}).rule == "EF-PB8.74.c"
    state = play(state, "soviet", {"do": "advance", "to": ANCHORAGE, "units": ["106 Rifle Div"]}).state
    piece = state.pieces[key(state, "106 Rifle Div")]
    assert (piece.hex, piece.ship, piece.ashore, piece.assault) == (ANCHORAGE, 0, state.turn, False)
    moving = fleet("soviet.movement.moves", {"Gp-A": MAJOR}, {"106 Rifle Div": {"hex": ANCHORAGE, "ashore": 48}})
    assert why(moving, "soviet", {"do": "move", "unit": "106 Rifle Div", "path": [3905]}).rule == "EF-PB8.54.g"


@pytest.mark.rule("EF-PB8.74.c")
def test_those_from_the_sea_come_first() -> None:
    units = ["106 Rifle Div", "143 Rifle Bde"]
    state = beaten(pieces={"143 Rifle Bde": 3806}, units=units)
    no = why(state, "soviet", {"do": "advance", "to": ANCHORAGE, "units": ["143 Rifle Bde"]})
    assert (no.rule, no.points[0].id) == ("EF-PB8.74.c", key(state, "106 Rifle Div"))
    assert may(state, "soviet", {"do": "advance", "to": ANCHORAGE, "units": units})


@pytest.mark.rule("EF-PB8.74.d", "EF-PB8.73x")
def test_an_empty_beach_is_taken_without_a_fight() -> None:
    state = before(DECLARING, pieces={"73 Inf Div": 3805})
    state = play(state, "soviet", {"do": "declare", "hexes": [ANCHORAGE], "units": ["83 Naval Bde"]}).state
    state = play(state, "soviet", {"do": "done"}).state
    while (seat := next(iter(asked(state)))) and not asked(state)[seat].endswith("attacks"):
        state = play(state, seat, {"do": "done"}).state
    landed = play(state, "soviet", {"resolve": ANCHORAGE})
    assert where(landed.state, "83 Naval Bde") == ANCHORAGE
    assert logged(landed, "landed").rule == "EF-PB8.74.d"
    assert not landed.rolls
    assert not landed.state.attacks


@pytest.mark.rule("EF-PB8.74.d")
def test_one_may_land_among_friends_but_not_attack_a_hex_inland() -> None:
    state = before(DECLARING, pieces={"143 Rifle Bde": ANCHORAGE}, control=HELD)
    assert may(state, "soviet", {"do": "declare", "hexes": [ANCHORAGE], "units": ["83 Naval Bde"]})
    assert why(state, "soviet", {"do": "declare", "hexes": [3905], "units": ["83 Naval Bde"]}).rule == "EF-12.11"
    full = {"106 Rifle Div": ANCHORAGE, "271 Rifle Div": ANCHORAGE, "276 NKVD Rgt": ANCHORAGE}
    crowded = before(DECLARING, pieces=full, control=HELD)
    assert not may(crowded, "soviet", {"do": "declare", "hexes": [ANCHORAGE], "units": ["83 Naval Bde"]})


@pytest.mark.rule("EF-PB8.73x")
def test_nobody_reacts_into_a_beach_where_a_landing_is_under_way() -> None:
    marked = {str(ANCHORAGE): {"side": "soviet", "hexes": [str(ANCHORAGE)], "units": ["83 Naval Bde"]}}
    state = before("soviet.reaction.moves", pieces={"Axis Rcn Bn": 3905}, attacks=marked)
    no = why(state, "axis", {"do": "move", "unit": "Axis Rcn Bn", "path": [ANCHORAGE]})
    assert no.rule == "EF-PB8.73x"


@pytest.mark.rule("EF-PB8.73.d", "EF-PB7.63")
def test_nobody_surrenders_in_the_turn_of_the_landing() -> None:
    foes = {"73 Inf Div": 3805, "46 Inf Div": 4005}
    cut = {**THERE, **dict.fromkeys((MAJOR, MINOR, FAR), "axis")}
    card = {"card": {"supply_sources": {"axis": {"hexes": [3201]}, "soviet": {"hexes": []}}}}
    for ashore, checks in ((48, False), (47, True)):
        row = {"hex": 4004, "ashore": ashore}
        state = fleet(
            "soviet.declaration", {"Gp-A": {"box": "map_t"}}, {"12 Rifle Bde": row, **foes}, facts=card, control=cut
        )
        assert (4004 in surrender.cornered(state)) is checks
    at_sea = before("soviet.declaration", pieces={"73 Inf Div": 3805, "46 Inf Div": ANCHORAGE}, control=cut, facts=card)
    assert ROAD not in surrender.cornered(at_sea)


@pytest.mark.rule("EF-PB8.76.a")
def test_guns_on_the_beach_count_twice_against_those_who_land() -> None:
    facts = {"units": {"new": GUNS}}
    guns = {"147 CD": ANCHORAGE}
    landing = before(SAILING, pieces=guns, facts=facts)
    assert coast_guns.points_against(landing, ship(landing, "Gp-A")) == 4
    passing = fleet(SAILING, {"DD-1": {"zone": "sevastopol", "hex": ROAD}}, guns, facts=facts, control=THERE)
    assert coast_guns.points_against(passing, ship(passing, "DD-1")) == 2
    near = before(SAILING, pieces={"147 CD": FAR}, facts=facts)
    assert coast_guns.points_against(near, ship(near, "Gp-A")) == 2


@pytest.mark.rule("EF-PB8.76.a")
def test_a_gun_counts_against_every_ship_that_it_reaches() -> None:
    facts = {"units": {"new": GUNS}}
    other = {"276 NKVD Rgt": {"hex": 3807, "ship": "DD-1"}}
    ships = {"DD-1": {"zone": "sevastopol", "hex": 3807}}
    state = before(SAILING, pieces={"147 CD": ANCHORAGE, **other}, ships=ships, facts=facts)
    assert coast_guns.points_against(state, ship(state, "Gp-A")) == 4
    assert coast_guns.points_against(state, ship(state, "DD-1")) == 4


@pytest.mark.rule("EF-PB8.76.b", "EF-PB8.76.c")
def test_in_the_fight_ashore_it_is_one_gun_undoubled() -> None:
    facts = {"units": {"new": GUNS}}
    foes = {"46 Inf Div": ANCHORAGE, "147 CD": 3905}
    marked = {str(ANCHORAGE): {"side": "soviet", "hexes": [str(ANCHORAGE)], "units": ["83 Naval Bde"]}}
    state = before("soviet.reaction.guns", pieces=foes, attacks=marked, facts=facts)
    assert asked(state) == {"axis": "turn.soviet.reaction.guns"}
    hungry = before(
        "soviet.reaction.guns", pieces={**foes, "147 CD": {"hex": 3905, "supply": 2}}, attacks=marked, facts=facts
    )
    assert "guns" not in asked(hungry).get("axis", "")
    fired = play(state, "axis", {"do": "support", "attack": ANCHORAGE, "units": ["147 CD"]}).state
    while (seat := next(iter(asked(fired)))) and not asked(fired)[seat].endswith("attacks"):
        fired = play(fired, seat, {"do": "done"}).state
    fired = play(fired, "soviet", {"resolve": ANCHORAGE}).state
    step = play(fired, "soviet", {"do": "assault", "units": ["83 Naval Bde"]}, [5])
    support = [part.amount for part in logged(step, "odds").modifiers if part.key == "modifier.support"]
    assert support == [2]


@pytest.mark.rule("EF-PB8.76.c")
def test_soviet_guns_of_the_coast_always_have_shells() -> None:
    facts = {"units": {"new": GUNS}, "card": {"switches": {"attack_supply_soviet": {"value": "points"}}}}
    foes = {"46 Inf Div": 3905, "106 Rifle Div": ANCHORAGE}
    marked = {"3905": {"side": "soviet", "hexes": ["3905"], "units": ["106 Rifle Div"]}}
    pieces = {**foes, "19 CD": MINOR, "24 Art Rgt": MINOR}
    state = fleet("soviet.combat.attacks", {"DD-1": MAJOR}, pieces, attacks=marked, facts=facts)
    state = play(state, "soviet", {"resolve": 3905}).state
    force = {"do": "assault", "units": ["106 Rifle Div"]}
    assert may(state, "soviet", {**force, "support": ["19 CD"]})
    assert why(state, "soviet", {**force, "support": ["24 Art Rgt"]}).rule == "EF-15.32"
    defended = {"3906": {"side": "axis", "hexes": ["3906"], "units": ["46 Inf Div"]}}
    hungry = {**foes, "19 CD": {"hex": MAJOR, "supply": 2}}
    held = fleet("axis.reaction.guns", {"Gp-A": FAR}, hungry, attacks=defended, facts=facts)
    assert may(held, "soviet", {"do": "support", "attack": 3906, "units": ["19 CD"]})


def test_landing_troops_are_known_by_their_ship() -> None:
    state = before(DECLARING)
    assert landings.landing(state) == (key(state, "83 Naval Bde"),)
    assert landings.landing(fleet(DECLARING, {}, {"83 Naval Bde": MAJOR})) == ()


@pytest.mark.rule("EF-PB7.63")
def test_ships_alone_never_surrender() -> None:
    card = {"card": {"supply_sources": {"axis": {"hexes": [3201]}, "soviet": {"hexes": []}}}}
    cut = dict.fromkeys((MAJOR, MINOR, ANCHORAGE, FAR), "axis")
    foes = {"73 Inf Div": 3703, "46 Inf Div": 3805}
    ships = {"DD-1": {"zone": "sevastopol", "hex": 3807}}
    state = fleet(DECLARING, ships, {**foes, "143 Rifle Bde": 3704}, facts=card, control=cut)
    assert surrender.cornered(state) == (3704,)


@pytest.mark.rule("EF-PB8.76.b")
def test_a_gun_of_the_coast_serves_one_defending_hex() -> None:
    facts = {"units": {"new": GUNS}}
    marked = {
        str(h): {"side": "soviet", "hexes": [str(h)], "units": [name]}
        for h, name in ((ANCHORAGE, "83 Naval Bde"), (MINOR, "143 Rifle Bde"))
    }
    foes = {"46 Inf Div": ANCHORAGE, "73 Inf Div": MINOR, "147 CD": 3905, "143 Rifle Bde": MAJOR}
    state = before("soviet.reaction.guns", pieces=foes, attacks=marked, facts=facts, control={**THERE, MINOR: "axis"})
    state = play(state, "axis", {"do": "support", "attack": ANCHORAGE, "units": ["147 CD"]}).state
    assert not may(state, "axis", {"do": "support", "attack": MINOR, "units": ["147 CD"]})


@pytest.mark.rule("EF-PB8.73.d", "EF-PB8.54.c")
def test_troops_at_sea_do_not_fire_at_aircraft() -> None:
    """A division fires ashore; before a coast with its ship it does not."""
    unit = "320 Rifle Div"
    ashore = fleet(DECLARING, {"Gp-A": MAJOR}, {unit: MINOR})
    assert flak.flak_units(ashore, MINOR, "soviet") == (key(ashore, unit),)
    at_sea = before(DECLARING, unit)
    assert flak.flak_units(at_sea, ANCHORAGE, "soviet") == ()
