"""Special groups, released garrisons and scheduled aircraft."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.actions.recruiting import Accept
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.arrivals import arrivals, groups, withdrawals
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.naval import damage
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.scenarios import sunk_ships
from sandtable.games.eastfront.rules.supply import deliveries
from sandtable.kernel import Draft, NoDice, SeededDice
from tests.games.eastfront.board import asked, board, key, play, where, why
from tests.games.eastfront.fleet import number

USES, GROUPS = "turn.strategic.replacements.uses", "turn.strategic.arrivals.groups"
GROUP = {
    "group": "1",
    "turns": [48, 50],
    "vp": 1,
    "units": [{"unit": "320 Rifle Div", "hex": "4014"}, {"unit": "72 Cav Div", "hex": "4014", "turn": 50}],
}
TO_COME = {name: {"box": "to_come"} for name in ("320 Rifle Div", "72 Cav Div")}


def soviet(pieces: dict[str, Any], *groups: Any, **more: Any) -> CrimeaState:
    card = {"soviet": {"groups": list(groups)}}
    return board("strategic.replacements", pieces, facts={"card": card}, **more)


# -- Soviet groups and garrisons ---------------------------------------------------------------------------------------


@pytest.mark.rule("EF-8.31.a", "EF-8.31.b", "EF-PB3.23.f", "EF-4.2.A3")
def test_the_soviets_take_a_group_for_its_price_and_the_rest_follows() -> None:
    second = {**GROUP, "group": "2", "units": [{"unit": "63 Mtn Div", "hex": "4014"}]}
    state = soviet({**TO_COME, "63 Mtn Div": {"box": "to_come"}}, GROUP, second)
    assert asked(state) == {"soviet": USES}
    state = play(state, "soviet", {"accept": "1"}).state
    assert (where(state, "320 Rifle Div"), where(state, "72 Cav Div")) == ("active", "to_come")
    assert state.tracks["vp"] == 1
    # One a turn: the phase is over.
    assert asked(state).get("soviet") != USES
    taken = {"vp": 1, "group_soviet_1": 48}
    card = {"facts": {"card": {"soviet": {"groups": [GROUP]}}}}
    later = board("strategic.arrivals", TO_COME, turn=50, tracks={"tracks": taken}, **card)
    assert (where(later, "72 Cav Div"), later.tracks["vp"]) == ("active", 1)


@pytest.mark.rule("EF-8.31.b", "EF-PB3.52")
def test_a_group_without_a_hex_gathers_in_map_t() -> None:
    group = {**GROUP, "units": [{"unit": "320 Rifle Div"}, {"unit": "72 Cav Div", "turn": 50}]}
    state = play(soviet(TO_COME, group), "soviet", {"accept": "1"}).state
    assert (where(state, "320 Rifle Div"), where(state, "72 Cav Div")) == ("map_t", "to_come")
    card = {"facts": {"card": {"soviet": {"groups": [group]}}}}
    later = board("strategic.arrivals", TO_COME, turn=50, tracks={"tracks": {"vp": 1, "group_soviet_1": 48}}, **card)
    assert where(later, "72 Cav Div") == "map_t"


@pytest.mark.rule("EF-8.23", "EF-8.31.b")
def test_the_aircraft_of_a_group_are_ready_in_the_turn_it_is_taken() -> None:
    group = {**GROUP, "units": [{"air": {"DB3": 1}}]}
    planes = {n: {"side": "soviet", "kind": "DB3", "box": "to_come", "shown": True} for n in (1, 2)}
    state = play(soviet({}, group, air=planes), "soviet", {"accept": "1"}).state
    assert [unit.box for unit in state.air.values()] == ["ready", "to_come"]


@pytest.mark.rule("EF-8.31.a", "EF-8.31.b")
def test_a_group_has_its_window() -> None:
    garrison = {"106 Rifle Div": {"hex": 3606, "garrison": True}, **TO_COME}
    late = soviet(garrison, GROUP, turn=51)
    assert why(late, "soviet", {"accept": "1"}).rule == "EF-8.31.a"
    slow = {**GROUP, "units": [{"unit": "72 Cav Div", "hex": "4014", "turn": 50}]}
    assert why(soviet(garrison, slow), "soviet", {"accept": "1"}).rule == "EF-8.31.b"
    no = GAME.why_not(soviet(garrison), "soviet", Accept("1"))
    assert no is not None
    assert no.rule == "EF-8.31.a"


@pytest.mark.rule("EF-PB3.23.f")
def test_one_garrison_hex_a_turn_or_a_group() -> None:
    posts = {
        "106 Rifle Div": {"hex": 3606, "garrison": True},
        "52 Art Rgt": {"hex": 3606, "garrison": True},
        "271 Rifle Div": {"hex": 3705, "garrison": True},
        "156 Rifle Div": 3810,
    }
    income = {"switches": {"replacements": {"value": "cards"}}, "soviet": {"groups": [GROUP]}}
    planes = {8: {"side": "soviet", "kind": "DB3", "box": "damaged", "shown": True}}
    points = {"vp": 0, "soviet_air": 1}
    state = board(
        "strategic.replacements",
        {**posts, **TO_COME},
        facts={"card": income},
        air=planes,
        tracks={"tracks": points},
    )
    assert why(state, "soviet", {"free": 3810}).rule == "EF-PB3.23.f"
    state = play(state, "soviet", {"free": 3606}).state
    assert [state.pieces[key(state, name)].garrison for name in posts] == [False, False, True, False]
    assert why(state, "soviet", {"free": 3705}).rule == "EF-PB3.23.f"
    assert why(state, "soviet", {"accept": "1"}).rule == "EF-PB3.23.f"


# -- Axis groups -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-8.32")
def test_the_axis_takes_as_many_groups_as_it_likes() -> None:
    groups = [
        {"group": name, "turns": [48, 49], "vp": 1, "units": [{"unit": unit, "hex": "3205"}]}
        for name, unit in (("A", "28 Jg Div"), ("B", "197 AG Bn"))
    ]
    facts = {"card": {"axis": {"groups": groups}}}
    pieces = {name: {"box": "to_come"} for name in ("28 Jg Div", "197 AG Bn")}
    state = board("strategic.arrivals", pieces, facts=facts)
    assert asked(state) == {"axis": GROUPS}
    state = play(state, "axis", {"accept": "A"}).state
    assert why(state, "axis", {"accept": "A"}).rule == "EF-8.32"
    state = play(state, "axis", {"accept": "B"}).state
    assert (where(state, "28 Jg Div"), where(state, "197 AG Bn"), state.tracks["vp"]) == ("active", "active", -2)
    entering = board(
        "axis.movement",
        {"28 Jg Div": {"box": "active"}},
        facts=facts,
        tracks={"tracks": {"vp": -1, "group_axis_A": 48}},
    )
    assert where(play(entering, "axis", {"enter": "28 Jg Div"}).state, "28 Jg Div") == 3205


# -- aircraft ----------------------------------------------------------------------------------------------------------


def flying(turn: int = 48, box: str = "", **more: Any) -> CrimeaState:
    row = {"turn": 48, "air": {"Ju87": 1}, **({"box": box} if box else {})}
    planes = {n: {"side": "axis", "kind": "Ju87", "box": "to_come", "shown": True} for n in (1, 2)}
    return board(
        "strategic.arrivals",
        {},
        facts={"card": {"axis": {"reinforcements": [row]}}},
        air=planes,
        turn=turn,
        **more,
    )


@pytest.mark.rule("EF-8.23")
def test_scheduled_aircraft_are_ready_at_once() -> None:
    assert [unit.box for unit in flying().air.values()] == ["ready", "to_come"]
    assert [unit.box for unit in flying(box="damaged").air.values()] == ["damaged", "to_come"]
    assert [unit.box for unit in flying(storms=True).air.values()] == ["flown", "to_come"]
    assert [unit.box for unit in flying(turn=49).air.values()] == ["to_come", "to_come"]


@pytest.mark.rule("EF-8.23", "EF-8.31.a")
def test_what_comes_later_waits_from_the_start() -> None:
    air = {"source": "printed", "ready": {"Ju87": 1}, "to_come": {"Ju88": 1}}
    facts = {"card": {"axis": {"air": air}, "soviet": {"groups": [GROUP]}}}
    state = GAME.start(GAME.open("1", facts=facts), SeededDice(b"later")).state
    assert [unit.box for unit in state.air.values() if unit.side == "axis"] == ["ready", "to_come"]
    assert where(state, "72 Cav Div") == "to_come"


# -- scenario 3 --------------------------------------------------------------------------------------------------------

ROAD: dict[str, Any] = {"scenario": "3", "turn": 65, "weather": "dry"}
SAVED: dict[str, Any] = {"880 AA Rgt": {"box": "to_come"}, "177 Naval Art": {"box": "to_come"}}


def harbour(**more: Any) -> CrimeaState:
    hexes = {"In-1527": {"port": "major", "coastal": True, "zone": "sevastopol"}}
    ships = {"DD-1": {"hex": "In-1527"}, "DD-2": {"hex": "In-1527"}, "Gp-A": {"box": "map_t"}}
    return board("axis.movement", SAVED, facts={"hexes": hexes}, ships=ships, **{**ROAD, **more})


@pytest.mark.rule("EFS-10.3.groups")
def test_a_ship_sunk_on_the_enlarged_map_brings_a_unit_in_the_next_turn() -> None:
    d = Draft(harbour(), NoDice())
    for name in ("Gp-A", "DD-1"):
        damage.hit(d, number(d.now, name), 9)
    # that of Map T does not count, and not before the next turn
    assert d.now.tracks["wrecks"] == 6501
    assert sunk_ships.wrecks(d.now) == 0
    assert groups.why_not_accept(d.now, SOVIET, "1a").rule == "EFS-10.3.groups"  # type: ignore[union-attr]
    assert groups.why_not_accept(d.now, SOVIET, "2") is None
    damage.hit(d, number(d.now, "DD-2"), 9)
    assert d.now.tracks["wrecks"] == 6502
    d.set(turn=66)
    assert sunk_ships.wrecks(d.now) == 2
    groups.accept(d, SOVIET, "1a")
    # it costs nothing, and the favour of the turn is left for another group
    assert ("soviet_favour" in d.now.tracks, groups.why_not_accept(d.now, SOVIET, "2")) == (False, None)
    groups.accept(d, SOVIET, "2")
    assert groups.why_not_accept(d.now, SOVIET, "1b") is None
    arrivals.receive(d)
    assert (where(d.now, "880 AA Rgt"), arrivals.entries(d.now, key(d.now, "880 AA Rgt"))) == ("active", (11232,))
    once = Draft(harbour(turn=66, tracks={"wrecks": 6501}), NoDice())
    groups.accept(once, SOVIET, "1b")
    assert groups.why_not_accept(once.now, SOVIET, "1a").rule == "EFS-10.3.groups"  # type: ignore[union-attr]
    late = harbour(turn=67, tracks={"wrecks": 6501})
    assert groups.why_not_accept(late, SOVIET, "1a") is not None
    used = harbour(turn=66, tracks={"wrecks": 6501, "soviet_favour": 66})
    assert groups.why_not_accept(used, SOVIET, "1a") is None
    # what is there already cannot come again
    here = board("axis.movement", {"880 AA Rgt": {"hex": "In-1527"}}, **{**ROAD, "turn": 66}, tracks={"wrecks": 6501})
    assert groups.why_not_accept(here, SOVIET, "1a") is not None
    # no other card asks for wrecks
    fourth = harbour(scenario="4", turn=90)
    other = Draft(fourth, NoDice())
    damage.hit(other, number(fourth, "DD-1"), 9)
    assert "wrecks" not in other.now.tracks


@pytest.mark.rule("EFS-10.3.groups", "EFS-10.34.g")
def test_the_leibstandarte_is_taken_for_three_points_and_its_use_in_scenario_1_is_not_counted() -> None:
    names = ("SS LAH Bde", "SS LAH Rcn Bn")
    waiting = {name: {"box": "to_come"} for name in names}
    for turn, open_now in ((60, True), (63, True), (64, False)):
        state = board("axis.movement", waiting, **{**ROAD, "turn": turn})
        assert (groups.why_not_accept(state, AXIS, "SS LAH") is None) is open_now
    d = Draft(board("axis.movement", waiting, **{**ROAD, "turn": 62}), NoDice())
    groups.accept(d, AXIS, "SS LAH")
    arrivals.receive(d)
    assert (d.now.tracks["vp"], [where(d.now, name) for name in names]) == (-3, ["active", "active"])
    first = GAME.start(GAME.open("1"), SeededDice(b"ditch")).state
    assert "SS LAH Rcn Bn" in {first.board.units[k].name for k, p in first.pieces.items() if p.hex}
    assert not [track for track in first.tracks if track.startswith("group_")]
    gone = {name: {"hex": 4012} for name in names}
    due = board("axis.movement", gone, **{**ROAD, "turn": 69}, tracks={"group_axis_SS LAH": 62})
    left = Draft(due, NoDice())
    withdrawals.settle(left)
    assert [where(left.now, name) for name in names] == ["withdrawn", "withdrawn"]


@pytest.mark.rule("EFS-10.34.h")
def test_the_brigade_of_ziegler_is_formed_once_and_parted_on_turn_72() -> None:
    parts: dict[str, Any] = {"AA(+) Rcn Bn/22 Div": 4012, "190 AG Bn": 4012}
    for turn, open_now in ((60, False), (61, True), (67, True), (68, False)):
        state = board("axis.movement", parts, **{**ROAD, "turn": turn})
        assert (groups.why_not_accept(state, AXIS, "Ziegler") is None) is open_now
    d = Draft(board("axis.movement", parts, **ROAD), NoDice())
    groups.accept(d, AXIS, "Ziegler")
    withdrawals.convert(d)
    assert (where(d.now, "Ziegler Bde"), d.now.tracks["vp"]) == (4012, 0)
    assert [where(d.now, name) for name in parts] == ["withdrawn", "withdrawn"]
    assert groups.why_not_accept(d.now, AXIS, "Ziegler") is not None
    back = Draft(board("axis.movement", {"Ziegler Bde": 4013}, **{**ROAD, "turn": 72}), NoDice())
    withdrawals.convert(back)
    assert [where(back.now, name) for name in parts] == [4013, 4013]
    early = Draft(board("axis.movement", {"Ziegler Bde": 4013}, **{**ROAD, "turn": 71}), NoDice())
    withdrawals.convert(early)
    assert where(early.now, "Ziegler Bde") == 4013


@pytest.mark.rule("EFS-10.3.income")
def test_each_turn_brings_a_point_a_supply_point_a_strongpoint_and_one_favour() -> None:
    garrison = {"320 Rifle Div": {"hex": 5718, "garrison": True}}
    state = board("strategic.replacements.uses", garrison, **ROAD)
    assert groups.why_no_favour(state) is None
    used = board("strategic.replacements.uses", garrison, tracks={"soviet_favour": 65}, **ROAD)
    assert groups.why_not_accept(used, SOVIET, "2").rule == "EF-PB3.23.f"  # type: ignore[union-attr]
    d = Draft(board("axis.movement", garrison, **ROAD), NoDice())
    replacements.receive(d)
    assert d.now.tracks["soviet_type_i"] == 1
    deliveries.receive(d)
    assert [(unit.box, unit.points) for unit in d.now.supplies.values() if unit.side == SOVIET] == [("map_t", 1)]
    assert building.may_build(d.now, SOVIET)
    assert not building.may_build(d.now, AXIS)
    d.put("tracks", "soviet_built", 65)
    assert not building.may_build(d.now, SOVIET)
