"""Guns of the coast against ships and flotillas, and supplies that go ashore over the beach."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.rules.naval import beaching, shelling
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why
from tests.games.eastfront.fleet import ANCHORAGE, FAR, HELD, MAJOR, MINOR, fleet, number, ship
from tests.games.eastfront.guns import GUNS, gun

SHELLING = "axis.shelling"
BOATS = {"id": "Flotilla", "label": "F", "side": "soviet", "nation": "soviet", "type": "flotilla"}
NEW = [
    *GUNS,
    gun("148 CD", "148", "axis", "coastal_artillery", "1-1-3"),
    {**BOATS, "size": "battalion", "stack": 1, "front": "1-1-16", "steps": 1},
]
FACTS = {"units": {"new": NEW}}
OURS = {**HELD, ANCHORAGE: "axis", FAR: "axis"}


def coast(ships: dict[str, Any], guns: dict[str, Any], pieces: Any = None, at: str = SHELLING, **more: Any) -> Any:
    return fleet(at, ships, {**guns, **(pieces or {})}, facts=FACTS, control=OURS, **more)


def shell(name: str, target: str) -> dict[str, Any]:
    return {"do": "shell", "gun": name, "ship": target}


@pytest.mark.rule("EF-PB8.31.b")
def test_each_gun_fires_once_in_the_axis_combat_phase() -> None:
    state = coast({"DD-1": MINOR, "Molotov": MINOR}, {"147 CD": ANCHORAGE, "148 CD": ANCHORAGE})
    assert asked(state) == {"axis": "turn.axis.shelling"}
    after = play(state, "axis", shell("147 CD", "DD-1"), [9]).state
    assert why(after, "axis", shell("147 CD", "Molotov")).rule == "EF-PB8.31.b"
    assert may(after, "axis", shell("148 CD", "Molotov"))
    assert after.pieces[key(after, "147 CD")].attacked
    early = coast({"DD-1": MINOR}, {"147 CD": ANCHORAGE}, at="axis.movement.moves")
    assert not may(early, "axis", shell("147 CD", "DD-1"))


@pytest.mark.rule("EF-PB8.31.b")
@pytest.mark.parametrize(
    ("row", "fits"),
    [
        ({"hex": MINOR}, True),
        ({"hex": 3907, "zone": "sevastopol"}, True),
        ({"hex": MAJOR}, True),
        ({"zone": "sevastopol"}, False),
        ({"hex": 3608, "zone": "sevastopol"}, False),
        ({"box": "map_t"}, False),
    ],
)
def test_ships_in_range_and_sight(row: dict[str, Any], fits: bool) -> None:
    state = coast({"DD-1": row, "Molotov": MINOR}, {"147 CD": ANCHORAGE})
    if fits:
        assert may(state, "axis", shell("147 CD", "DD-1"))
    else:
        no = why(state, "axis", shell("147 CD", "DD-1"))
        assert (no.rule, no.points[0].id) == ("EF-PB8.31.b", number(state, "DD-1"))


@pytest.mark.rule("EF-PB8.31.b")
def test_a_gun_in_the_fight_ashore_has_no_time_for_ships() -> None:
    marked = {str(MINOR): {"side": "axis", "hexes": [str(MINOR)], "units": ["46 Inf Div"]}}
    pieces = {"46 Inf Div": 3805, "143 Rifle Bde": MINOR}
    state = coast({"DD-1": MINOR, "Molotov": MAJOR}, {"147 CD": ANCHORAGE}, pieces, attacks=marked)
    fired = play(state, "axis", shell("147 CD", "DD-1"), [9]).state
    while not asked(fired).get("axis", "").endswith("attacks"):
        seat = next(iter(asked(fired)))
        fired = play(fired, seat, {"do": "done"}).state
    fired = play(fired, "axis", {"resolve": MINOR}).state
    force = {"do": "assault", "units": ["46 Inf Div"], "support": ["147 CD"]}
    assert why(fired, "axis", force).rule == "EF-15.23"


@pytest.mark.rule("EF-PB8.32.b", "EFT-ship-attack")
@pytest.mark.parametrize(
    ("kind", "damage"),
    [
        ("BB", [6, 5, 4, 3, 2, 1, 0, 0, 0, 0]),
        ("CL", [4, 4, 2, 2, 1, 1, 1, 0, 0, 0]),
        ("DL", [4, 4, 2, 2, 1, 1, 1, 0, 0, 0]),
        ("DD", [3, 3, 2, 2, 1, 1, 1, 1, 0, 0]),
        ("T", [3, 3, 2, 2, 1, 1, 1, 1, 0, 0]),
    ],
)
def test_the_column_of_a_class(kind: str, damage: list[int]) -> None:
    state = coast({"DD-1": MINOR}, {})
    assert [shelling.damage_for(state, kind, total) for total in range(-1, 9)] == damage


@pytest.mark.rule("EF-PB8.32.b", "EF-PB8.33.c", "EFT-ship-attack")
def test_what_several_guns_do_adds_up() -> None:
    state = coast({"Molotov": MINOR}, {"147 CD": ANCHORAGE, "148 CD": ANCHORAGE})
    first = play(state, "axis", shell("147 CD", "Molotov"), [5])
    assert [part.amount for part in logged(first, "shelled").modifiers] == [-2]
    assert (logged(first, "shelled").params["points"], ship(first.state, "Molotov").damage) == (1, 1)
    second = play(first.state, "axis", shell("148 CD", "Molotov"), [3])
    assert logged(second, "shelled").params["points"] == 2
    assert ship(second.state, "Molotov").damage == 3


@pytest.mark.rule("EF-PB8.31.b", "EF-PB6.44.e", "EF-PB8.85")
def test_flotillas_are_sunk_with_the_third_point() -> None:
    state = coast({"DD-1": MAJOR}, {"147 CD": ANCHORAGE}, {"Flotilla": {"hex": 3907, "damage": 1}})
    fire = {"do": "shell_flotilla", "gun": "147 CD", "unit": "Flotilla"}
    hit = play(state, "axis", fire, [4]).state
    assert hit.pieces[key(state, "Flotilla")].damage == 2
    sunk = play(state, "axis", fire, [3]).state
    assert where(sunk, "Flotilla") not in (3907, 0)
    far = coast({"DD-1": MINOR}, {"147 CD": ANCHORAGE}, {"Flotilla": 3608, "143 Rifle Bde": MINOR})
    assert why(far, "axis", fire).rule == "EF-PB8.31.b"
    assert not may(far, "axis", {**fire, "unit": "143 Rifle Bde"})


# -- flotillas at sea --------------------------------------------------------------------------------------------------


def boats(place: int, guns: dict[str, Any], **more: Any) -> Any:
    return coast({"DD-1": MAJOR}, guns, {"Flotilla": place}, at="soviet.movement.moves", **more)


def sail(*path: int) -> dict[str, Any]:
    return {"do": "sail", "unit": "Flotilla", "path": list(path)}


@pytest.mark.rule("EF-PB8.85")
def test_only_the_sea_under_guns_is_dangerous() -> None:
    assert not play(boats(MAJOR, {}), "soviet", sail(3807, 3907)).rolls
    assert not play(boats(MAJOR, {"147 CD": 4005}), "soviet", sail(3707)).rolls
    assert not play(boats(MAJOR, {"147 CD": ANCHORAGE}), "soviet", sail(MINOR)).rolls
    through = play(boats(MAJOR, {"147 CD": ANCHORAGE}), "soviet", sail(3807), [4])
    told = logged(through, "flotilla_losses")
    assert (told.params["column"], told.params["result"]) == ("coast_artillery", "NE")
    assert where(through.state, "Flotilla") == 3807


@pytest.mark.rule("EF-PB8.85")
def test_it_turns_back_or_takes_damage() -> None:
    state = boats(MAJOR, {"147 CD": ANCHORAGE})
    back = play(state, "soviet", sail(3807), [6])
    assert logged(back, "flotilla_turned_back").params["to"].id == MAJOR
    assert where(back.state, "Flotilla") == MAJOR
    hit = play(state, "soviet", sail(3807), [10]).state
    assert (where(hit, "Flotilla"), hit.pieces[key(hit, "Flotilla")].damage) == (3807, 1)


@pytest.mark.rule("EF-PB8.81", "EF-PB8.82", "EF-PB8.83")
def test_sixteen_hexes_in_both_phases_over_sea_and_along_the_coast() -> None:
    for at in ("soviet.movement.moves", "soviet.motorised.moves"):
        state = coast({"DD-1": MAJOR}, {}, {"Flotilla": MAJOR}, at=at)
        there = [3807, 3907, 4007]
        assert may(state, "soviet", sail(*there))
        assert may(state, "soviet", sail(MINOR))
        assert why(state, "soviet", sail(3705)).rule == "EF-11.21"
        assert why(state, "soviet", sail(3607, 3608)).rule == "EF-PB8.26.a"
    zigzag = [3807, 3707, 3708, 3808, 3908, 3907, 4007, 4008]
    state = coast({"DD-1": MAJOR}, {}, {"Flotilla": MAJOR}, at="soviet.movement.moves")
    assert may(state, "soviet", sail(*zigzag))
    marked = {str(MINOR): {"side": "axis", "hexes": [str(MINOR)], "units": ["46 Inf Div"]}}
    pieces = {"46 Inf Div": 3805, "143 Rifle Bde": MINOR, "Flotilla": MAJOR, "51 Army HQ": MAJOR}
    reacting = coast({}, {}, pieces, at="axis.reaction.moves", attacks=marked)
    assert not may(reacting, "soviet", {"do": "move", "unit": "Flotilla", "path": [MINOR]})
    assert not may(reacting, "soviet", sail(MINOR))


@pytest.mark.rule("EF-PB8.86")
def test_flotillas_need_no_supply() -> None:
    card = {"switches": {"general_supply": {"value": "traced"}}, "supply_sources": {"soviet": {"hexes": []}}}
    facts = {**FACTS, "card": card}
    state = fleet("strategic.supply", {"DD-1": MAJOR}, {"Flotilla": 3907, "143 Rifle Bde": 4004}, facts=facts)
    assert state.pieces[key(state, "Flotilla")].supply == 0
    assert state.pieces[key(state, "143 Rifle Bde")].supply == 1


# -- over the beach ----------------------------------------------------------------------------------------------------


def stores(at: str = "soviet.beaching", points: int = 1, row: Any = None, pieces: Any = None, **more: Any) -> Any:
    goods = {"1": {"side": "soviet", "box": "aboard", "ship": "Gp-A", "points": points}}
    lying = {"zone": "sevastopol", "hex": 3907} if row is None else row
    return fleet(at, {"Gp-A": lying}, pieces or {"143 Rifle Bde": ANCHORAGE}, supplies=goods, **more)


BEACH = {"do": "beach", "supply": 1, "to": ANCHORAGE}


@pytest.mark.rule("EF-PB8.75")
def test_supplies_go_ashore_where_friends_stand() -> None:
    state = stores()
    assert asked(state) == {"soviet": "turn.soviet.beaching"}
    after = play(state, "soviet", BEACH)
    unit = after.state.supplies[1]
    assert (unit.hex, unit.box, unit.ship) == (ANCHORAGE, "", 0)
    assert logged(after, "supply_beached").rule == "EF-PB8.75"
    for other in (stores(points=2), stores(row={"zone": "sevastopol"}), stores(pieces={"143 Rifle Bde": 3905})):
        assert "beaching" not in asked(other).get("soviet", "")


@pytest.mark.rule("EF-PB8.75")
def test_supplies_of_friends_hold_a_beach_too() -> None:
    state = stores(pieces={"143 Rifle Bde": 3905})
    more = {"1": {"side": "soviet", "box": "aboard", "ship": "Gp-A"}, "2": {"side": "soviet", "hex": ANCHORAGE}}
    held = fleet(
        "soviet.beaching", {"Gp-A": {"zone": "sevastopol", "hex": 3907}}, {"143 Rifle Bde": 3905}, supplies=more
    )
    assert may(held, "soviet", BEACH)
    assert not may(state, "soviet", BEACH)


@pytest.mark.rule("EF-PB8.75")
def test_they_are_of_use_in_the_phase_in_which_they_land() -> None:
    switches = {"attack_supply_soviet": {"value": "points"}}
    marked = {"3905": {"side": "soviet", "hexes": ["3905"], "units": ["143 Rifle Bde"]}}
    pieces = {"143 Rifle Bde": ANCHORAGE, "Axis Rcn Bn": 3905}
    facts = {"card": {"switches": switches}}
    state = stores("soviet.combat.attacks", pieces=pieces, attacks=marked, facts=facts)
    force = {"do": "assault", "units": ["143 Rifle Bde"], "supply": [1]}
    dry = play(state, "soviet", {"resolve": 3905}).state
    assert not may(dry, "soviet", force)
    landed = play(play(state, "soviet", BEACH).state, "soviet", {"resolve": 3905}).state
    assert may(landed, "soviet", force)


@pytest.mark.rule("EF-PB8.75")
def test_whose_supplies_go_over_which_beach() -> None:
    state = stores()
    assert beaching.why_not_beach(state, "axis", 1) is not None
    assert beaching.why_not_beach(state, "soviet", 7) is not None
    in_port = stores(row={"hex": ANCHORAGE})
    assert "beaching" not in asked(in_port).get("soviet", "")
    ashore = fleet("soviet.beaching", {"Gp-A": MINOR}, supplies={"1": {"side": "soviet", "hex": MINOR}})
    assert beaching.why_not_beach(ashore, "soviet", 1) is not None
    goods = {"1": {"side": "soviet", "box": "aboard", "ship": "Gp-A"}, "2": {"side": "axis", "hex": ANCHORAGE}}
    lying = {"Gp-A": {"zone": "sevastopol", "hex": 3907}}
    theirs = fleet("soviet.beaching", lying, {"73 Inf Div": 3905}, supplies=goods)
    assert not may(theirs, "soviet", BEACH)
    both = stores("soviet.combat.attacks", pieces={"143 Rifle Bde": 3905, "73 Inf Div": ANCHORAGE})
    assert beaching.why_not_beach(both, "soviet", 1) is not None
    landed = play(stores(), "soviet", BEACH).state
    assert landed.supplies[1].moved or landed.turn


@pytest.mark.rule("EF-PB8.85")
def test_damage_of_flotillas_is_told_and_harmless_rolls_do_none() -> None:
    state = boats(MAJOR, {"147 CD": ANCHORAGE})
    hit = play(state, "soviet", sail(3807), [10])
    assert logged(hit, "flotilla_damaged").params["total"] == 1
    assert [roll.faces for roll in logged(hit, "flotilla_losses").rolls] == [(10,)]
    missed = play(state, "soviet", sail(3807), [4]).state
    assert missed.pieces[key(missed, "Flotilla")].damage == 0


@pytest.mark.rule("EF-PB8.31.b", "EF-PB5.62")
def test_on_the_enlarged_map_guns_of_the_coast_reach_three_times_as_far() -> None:
    """Over the sea from In-1329: six hexes for a range of two, and no further."""
    sea = {f"In-{h}": {"terrain": "sea", "zone": "sevastopol"} for h in (1328, 1327, 1326, 1325, 1324, 1323, 1322)}
    facts = {"units": {"new": NEW, "147 CD": {"range": 2}}, "hexes": {**sea, "In-1329": {"coastal": True}}}
    for place, fits in ((1323, True), (1322, False)):
        rows = {"DD-1": {"zone": "sevastopol", "hex": f"In-{place}"}, "DD-2": {"zone": "sevastopol", "hex": "In-1328"}}
        guns = {"147 CD": {"hex": "In-1329"}}
        state = board(SHELLING, guns, facts=facts, scenario="8", turn=180, weather="dry", ships=rows)
        assert may(state, "axis", shell("147 CD", "DD-1")) == fits
