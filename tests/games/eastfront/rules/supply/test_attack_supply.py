"""Supply units: what they feed, how they move, how they are lost."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.scenario.setup import supplies_at_start
from tests.games.eastfront.board import asked, board, key, logged, may, play, why

CARD = {"card": {"switches": {"attack_supply_axis": {"value": "points"}, "general_supply": {"value": "traced"}}}}
FORCE = {"73 Inf Div": 3604, "106 Rifle Div": 3605}


def attack(supplies: dict[int, Any], **pieces: Any) -> CrimeaState:
    """An attack on 3605 about to be made, with supply units on the map."""
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    state = board("axis.combat.attacks", {**FORCE, **pieces}, facts=CARD, attacks=marked, supplies=supplies)
    return play(state, "axis", {"resolve": 3605}).state


def assault(**more: Any) -> dict[str, Any]:
    return {"do": "assault", "units": ["73 Inf Div"], **more}


@pytest.mark.rule("EF-15.31.a", "EF-15.56", "EF-6.8", "EF-15.32")
def test_a_point_supplies_one_attack() -> None:
    state = attack({1: {"side": "axis", "hex": "3602"}})
    step = play(state, "axis", assault(supply=[1]))
    assert not step.state.supplies
    assert step.state.battle is not None
    assert step.state.battle.supplied
    rolled = play(step.state, "axis", {"command": "none"}, [5])
    assert logged(rolled, "combat").params["drm"] == 0
    bare = play(play(state, "axis", assault()).state, "axis", {"command": "none"}, [5])
    assert logged(bare, "combat").params["drm"] == 2


@pytest.mark.rule("EF-15.56", "EF-6.82")
def test_a_dump_turns_into_a_mobile_unit() -> None:
    state = play(attack({1: {"side": "axis", "hex": "3602", "points": 2}}), "axis", assault(supply=[1])).state
    assert state.supplies[1].points == 1


@pytest.mark.rule("EF-15.31.a", "EF-15.33")
def test_every_attacker_and_gun_must_trace_to_what_is_spent() -> None:
    far = attack({1: {"side": "axis", "hex": "4212"}})
    assert why(far, "axis", assault(supply=[1])).rule == "EF-15.31.a"
    guns = {"787 Art Rgt": 3603}
    state = attack({1: {"side": "axis", "hex": "3602"}}, **guns)
    assert may(state, "axis", assault(supply=[1], support=["787 Art Rgt"]))
    assert why(state, "axis", assault(support=["787 Art Rgt"])).rule == "EF-15.32"


@pytest.mark.rule("EF-15.31.a")
def test_where_supply_is_automatic_nothing_is_spent() -> None:
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    state = board("axis.combat.attacks", FORCE, attacks=marked, supplies={1: {"side": "axis", "hex": "3602"}})
    state = play(state, "axis", {"resolve": 3605}).state
    assert not may(state, "axis", assault(supply=[1]))
    assert play(state, "axis", assault()).state.supplies


@pytest.mark.rule("EF-6.53.a", "EF-4.2.A2")
def test_a_point_feeds_up_to_five_hexes_for_a_turn() -> None:
    hungry = {"73 Inf Div": {"hex": "3604", "supply": 1}, "46 Inf Div": {"hex": "3610", "supply": 1}}
    state = board("strategic.supply", hungry, facts=CARD, supplies={1: {"side": "axis", "hex": "3602"}})
    assert asked(state) == {"axis": "turn.strategic.supply.axis_relief"}
    assert state.pieces[key(state, "73 Inf Div")].supply == 2
    assert why(state, "axis", {"do": "sustain", "supply": 1, "hexes": [3610]}).rule == "EF-6.53.a"
    state = play(state, "axis", {"do": "sustain", "supply": 1, "hexes": [3604]}).state
    assert state.pieces[key(state, "73 Inf Div")].supply == 0
    assert state.pieces[key(state, "46 Inf Div")].supply == 2
    assert not state.supplies


@pytest.mark.rule("EF-6.84", "EF-6.83", "EF-6.82")
def test_trucks_and_wagons_move_in_the_movement_phase_and_dumps_do_not() -> None:
    units = {
        1: {"side": "axis", "hex": "3602"},
        2: {"side": "axis", "hex": "3602", "wagon": True},
        3: {"side": "axis", "hex": "3602", "points": 2},
    }
    state = board("axis.movement", {"106 Rifle Div": 3610}, supplies=units)
    eight = [3603, 3604, 3605, 3606, 3607, 3608]
    assert may(state, "axis", {"do": "haul", "supply": 1, "path": eight})
    assert not may(state, "axis", {"do": "haul", "supply": 1, "path": [*eight, 3609]})  # an enemy zone without friends
    assert may(state, "axis", {"do": "haul", "supply": 2, "path": eight[:4]})
    assert not may(state, "axis", {"do": "haul", "supply": 2, "path": eight[:5]})
    assert why(state, "axis", {"do": "haul", "supply": 3, "path": [3603]}).rule == "EF-6.83"
    moved = play(state, "axis", {"do": "haul", "supply": 1, "path": [3603]}).state
    assert why(moved, "axis", {"do": "haul", "supply": 1, "path": [3604]}).rule == "EF-6.84"


@pytest.mark.rule("EF-6.83.c", "EF-6.83.b1")
def test_dumps_are_broken_up_and_made() -> None:
    dump = board("axis.movement", {}, supplies={1: {"side": "axis", "hex": "3602", "points": 2}})
    assert play(dump, "axis", {"do": "break_up", "supply": 1}).state.supplies[1].points == 1
    pair = {1: {"side": "axis", "hex": "3602"}, 2: {"side": "axis", "hex": "3602"}}
    state = board("axis.movement", {}, supplies=pair)
    state = play(state, "axis", {"do": "merge", "supply": 1}).state
    assert {number: unit.points for number, unit in state.supplies.items()} == {1: 2}
    # a dump that lies there is none of the two
    beside = {0: {"side": "axis", "hex": "3602", "points": 2}, **pair}
    beside = {number + 1: unit for number, unit in beside.items()}
    state = play(board("axis.movement", {}, supplies=beside), "axis", {"do": "merge", "supply": 2}).state
    assert {number: unit.points for number, unit in state.supplies.items()} == {1: 2, 2: 2}
    apart = {1: {"side": "axis", "hex": "3602"}, 2: {"side": "axis", "hex": "3603"}}
    assert not may(board("axis.movement", {}, supplies=apart), "axis", {"do": "merge", "supply": 1})


@pytest.mark.rule("EF-6.82")
def test_supplies_that_the_enemy_enters_are_lost_and_never_captured() -> None:
    state = board("axis.movement", {"73 Inf Div": 3604}, supplies={1: {"side": "soviet", "hex": "3605"}})
    assert not play(state, "axis", {"move": "73 Inf Div", "path": [3605]}).state.supplies


@pytest.mark.rule("EF-6.81.a")
def test_a_card_may_put_supplies_on_the_map() -> None:
    state = board("axis.movement", {}, facts={"card": {"axis": {"supplies": [{"hex": "3503", "points": 2}]}}})
    assert supplies_at_start(state.board)[1].points == 2


@pytest.mark.rule("EF-6.53.a")
def test_a_point_feeds_no_sixth_hex_and_nobody_six_hexes_away() -> None:
    names = ("73 Inf Div", "46 Inf Div", "50 Inf Div", "132 Inf Div", "170 Inf Div", "28 Jg Div", "690 Eng Rgt")
    hexes = (3603, 3604, 3605, 3606, 3607, 3503, 3608)  # the last one is six hexes from the supply unit
    hungry = {name: {"hex": str(h), "supply": 1} for name, h in zip(names, hexes, strict=True)}
    state = board("strategic.supply", hungry, facts=CARD, supplies={1: {"side": "axis", "hex": "3602"}})
    assert may(state, "axis", {"do": "sustain", "supply": 1, "hexes": list(hexes[:5])})
    assert not may(state, "axis", {"do": "sustain", "supply": 1, "hexes": list(hexes[:6])})
    no = why(state, "axis", {"do": "sustain", "supply": 1, "hexes": [3608]})
    assert (no.rule, no.params["reach"]) == ("EF-6.53.a", 5)


@pytest.mark.rule("EF-6.84")
def test_eight_points_are_sixteen_hexes_of_main_road_for_lorries_and_eight_for_wagons() -> None:
    way = [*range(3601, 3616), *range(3715, 3709, -1)]
    roads = {"roads": [[str(a), str(b), "primary"] for a, b in pairwise(way)]}
    stock = {1: {"side": "axis", "hex": "3601"}, 2: {"side": "axis", "hex": "3601", "wagon": True}}
    state = board("axis.movement", {}, facts=roads, supplies=stock, weather="dry")
    for supply, most in ((1, 16), (2, 8)):
        assert may(state, "axis", {"do": "haul", "supply": supply, "path": way[1 : most + 1]})
        assert not may(state, "axis", {"do": "haul", "supply": supply, "path": way[1 : most + 2]})


@pytest.mark.rule("EF-6.84", "EF-10.74.c")
def test_supplies_that_leave_a_road_pay_for_the_hex_where_they_do() -> None:
    """Into wooded hills by road and on along it costs a half each; off the road there, the hills and woods as well."""
    facts = {
        "roads": [["3604", "3605", "primary"], ["3605", "3606", "primary"]],
        "hexes": {"3605": {"terrain": "hill", "woods": True}},
    }
    stores = {1: {"side": "axis", "hex": "3604"}, 2: {"side": "axis", "hex": "3604", "wagon": True}}
    state = board("axis.movement", {"73 Inf Div": 3504}, facts=facts, supplies=stores, weather="dry")
    lorry, wagon = state.supplies[1], state.supplies[2]
    assert attack_supply._spent(state, lorry, (3605, 3606)) == 2
    assert attack_supply._spent(state, lorry, (3605, 3705)) == 8 + 2
    assert attack_supply._spent(state, wagon, (3605, 3705)) == 6 + 2
    assert attack_supply._spent(state, wagon, (3704, 3605)) == 2 + 6
    assert attack_supply._spent(state, wagon, (3605,)) == 1
    lake = board("axis.movement", {}, facts={"hexes": {"3605": {"terrain": "lake"}}}, supplies=stores)
    assert attack_supply._spent(lake, lorry, (3605,)) is None
