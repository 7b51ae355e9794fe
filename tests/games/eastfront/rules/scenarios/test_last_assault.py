"""Scenario 8: the last assault on Sevastopol."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.air import interdiction, readiness
from sandtable.games.eastfront.rules.crimea_units import bombardment
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.naval import embarking, harbours, losses
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import sunk_ships
from sandtable.games.eastfront.rules.soviet_units import soviet_units, suppression
from sandtable.games.eastfront.rules.special_movement import rail
from sandtable.games.eastfront.rules.supply import supply
from sandtable.games.eastfront.rules.supply.harbours import port_hexes
from sandtable.games.eastfront.rules.surrender import surrender
from sandtable.kernel import Draft, NoDice, ScriptedDice, SeededDice
from tests.games.eastfront.board import board, key, logged, may, play, where
from tests.games.eastfront.fleet import number

TURN: dict[str, Any] = {"scenario": "8", "turn": 180, "weather": "dry"}
HARBOUR = {"In-1527": {"port": "major", "coastal": True, "zone": "sevastopol"}}


@pytest.fixture(scope="module")
def assault() -> CrimeaState:
    return board("soviet.movement.moves", scenario="8", bare=False, weather="dry")


@pytest.mark.rule("EFS-10.84.i")
def test_the_staff_of_the_coastal_army_leaves_by_sea_only(assault: CrimeaState) -> None:
    staff = key(assault, "Coast HQ")
    no = movement.why_not_move(assault, SOVIET, staff)
    assert no is not None
    assert (no.rule, no.key) == ("EFS-10.84.i", "refuse.staff_sails")
    others = [
        k for k, unit in assault.board.units.items() if unit.side == SOVIET and k != staff and k in assault.pieces
    ]
    told = [movement.why_not_move(assault, SOVIET, k) for k in others]
    assert not any(one is not None and one.rule == "EFS-10.84.i" for one in told)
    assert any(one is None for one in told)


@pytest.mark.rule("EFS-10.84.i")
def test_elsewhere_it_marches() -> None:
    assert not GAME.open("4").special("coast_hq_sails")  # type: ignore[attr-defined]


@pytest.mark.rule("EFS-10.83")
def test_a_marker_lies_on_the_staff_and_touches_orders_and_guns_alone() -> None:
    state = GAME.start(GAME.open("8"), SeededDice(bytes(32))).state
    staff = state.pieces[key(state, "Coast HQ")].hex
    assert state.interdiction == {staff: 2} == {11428: 2}
    # of the four guns that it could call two are left, and the harbour next to it is not interdicted
    assert suppression.most(state, staff) < len(suppression.guns_of(state, staff))
    assert state.tracks["staff_marker"] == staff
    assert (soviet_units.interdiction_at(state, staff), soviet_units.staff_interdiction(state, staff)) == (0, 2)
    hq = key(state, "Coast HQ")
    value = state.board.units[hq].command
    assert [soviet_units.command(state, hq, use) for use in ("orders", "reactions", "activations")] == [
        max(value - 2, 0),
        value,
        value,
    ]
    assert soviet_units.interdiction_at(state, 11527) == 0
    parts = [part.key for part in harbours.supply_capacity(state, 11527).parts]
    assert "modifier.port_interdicted" not in parts


@pytest.mark.rule("EFS-10.83")
def test_aircraft_over_the_staff_interdict_as_ever_and_the_marker_leaves_with_the_turn() -> None:
    rows: dict[str, Any] = {"interdiction": {"In-1428": 2}, "tracks": {"staff_marker": 11428}}
    state = board("soviet.movement", {"Coast HQ": {"hex": "In-1428"}}, **{**TURN, **rows})
    d = Draft(state, NoDice())
    interdiction.lift(d)
    assert (d.now.interdiction, "staff_marker" in d.now.tracks) == ({}, False)
    ready = {"1": {"side": "axis", "kind": "Ju88", "box": "ready"}}
    start = board("strategic.interdiction.placing", {}, air=ready, **{**TURN, **rows})
    flown = play(start, "axis", {"fly": 11428, "units": [1]}).state
    assert (flown.interdiction, "staff_marker" in flown.tracks) == ({11428: 1}, False)
    assert soviet_units.interdiction_at(flown, 11527) == 1
    # over another hex the marker stays on the staff
    beside = play(start, "axis", {"fly": 11528, "units": [1]}).state
    assert beside.tracks["staff_marker"] == 11428
    # together they are level two at most, and lower no command below nothing
    weak = {"units": {"Coast HQ": {"command": 1}}}
    both: dict[str, Any] = {**rows, "interdiction": {"In-1428": 2, "In-1528": 1}}
    state = board("soviet.movement", {"Coast HQ": {"hex": "In-1428"}}, facts=weak, **{**TURN, **both})
    assert (soviet_units.staff_interdiction(state, 11428), soviet_units.staff_interdiction(state, 11429)) == (2, 1)
    assert soviet_units.staff_interdiction(state, 11232) == 0
    assert soviet_units.command(state, key(state, "Coast HQ"), "orders") == 0


@pytest.mark.rule("EFS-10.84.a")
@pytest.mark.parametrize(("razed", "lost"), [({}, []), ({"In-1632": 180}, [11631])])
def test_a_way_to_a_citadel_keeps_soviets_from_giving_up(razed: dict[str, int], lost: list[int]) -> None:
    facts = {"hexes": {**HARBOUR, "In-1632": {"works": "citadel"}}}
    pieces = {"7 Naval Bde": {"hex": "In-1631"}, "46 Inf Div": {"hex": "In-1630"}}
    held = {"In-1527": "axis", "In-1632": "soviet", "In-1631": "soviet"}
    state = board("soviet.movement", pieces, facts=facts, control=held, razed=razed, **TURN)
    assert list(surrender.cornered(state)) == lost
    elsewhere = board("soviet.movement", pieces, facts=facts, control=held, scenario="4", turn=90, weather="dry")
    assert list(surrender.cornered(elsewhere)) == [11631]


@pytest.mark.rule("EFS-10.83")
@pytest.mark.parametrize(("kind", "turn", "drm"), [("I-16", 177, 2), ("IL-2", 177, 0), ("I-16", 176, None)])
def test_aircraft_far_from_their_fields_except_the_il2(kind: str, turn: int, drm: int | None) -> None:
    air = {"1": {"side": "soviet", "kind": kind, "box": "flown", "shown": True}}
    d = Draft(board("axis.movement", {}, air=air, **{**TURN, "turn": turn}), ScriptedDice([1]))
    readiness.check(d)
    rolled = [entry for entry in d.entries if entry.key == "log.readiness"]
    assert [sum(part.value for part in entry.modifiers) for entry in rolled] == ([] if drm is None else [drm])


@pytest.mark.rule("EFS-10.84.a")
def test_soviets_starve_only_without_a_port_and_stand_fast_in_a_citadel() -> None:
    facts = {"hexes": {**HARBOUR, "In-1526": {"works": "citadel"}}}
    pieces = {"7 Naval Bde": {"hex": "In-1524"}}
    fed = board(
        "axis.movement",
        pieces,
        facts=facts,
        control={"In-1527": "soviet", "In-1525": "soviet", "In-1526": "soviet"},
        **TURN,
    )
    assert supply.is_supplied(fed, SOVIET, 11525)
    cut = board("axis.movement", pieces, facts=facts, control={"In-1527": "axis"}, **TURN)
    assert not supply.is_supplied(cut, SOVIET, 11524)
    ring = ("16(+) Rgt/22 Div", "47(+) Rgt/22 Div", "65(+) Rgt/22 Div", "50 Inf Div", "24 Inf Div", "132 Inf Div")
    for place, near, lost in (
        ("In-1524", (1523, 1525, 1423, 1424, 1623, 1624), True),
        ("In-1526", (1525, 1527, 1425, 1426, 1625, 1626), False),
    ):
        held = {name: {"hex": f"In-{code}"} for name, code in zip(ring, near, strict=True)}
        state = board("axis.movement", {**held, "7 Naval Bde": {"hex": place}}, facts=facts, **TURN)
        assert bool(surrender.cornered(state)) is lost
    theatre = GAME.open("8")
    assert all(theatre.has_automatic_attack_supply(side, 190) for side in (AXIS, SOVIET))  # type: ignore[attr-defined]


@pytest.mark.rule("EFS-10.84.c")
def test_the_point_of_a_turn_brings_back_a_zap_unit_and_nobody_else() -> None:
    pieces: dict[str, Any] = {
        "46 Zap Rgt": {"box": "cadre", "steps": 0},
        "7 Naval Bde": {"box": "cadre", "steps": 0},
    }
    state = board("strategic.replacements.uses", pieces, tracks={"soviet_type_i": 1}, **TURN)
    assert may(state, "soviet", {"recall": "46 Zap Rgt"})
    no = replacements.why_no_points(state, state.board.units[key(state, "7 Naval Bde")], "cadre")
    assert no is not None
    assert no.rule == "EFS-10.84.c"
    d = Draft(board("axis.movement", pieces, **TURN), NoDice())
    replacements.receive(d)
    assert d.now.tracks["soviet_type_i"] == 1
    after = play(state, "soviet", {"recall": "46 Zap Rgt"}).state
    assert where(after, "46 Zap Rgt") in ("active", "map_t")


@pytest.mark.rule("EFS-10.84.d")
def test_nobody_builds_and_nothing_runs(assault: CrimeaState) -> None:
    assert not building.may_build(assault, AXIS)
    assert not building.may_build(assault, SOVIET)
    for side in (AXIS, SOVIET):
        assert rail.why_never(assault, side) is not None
    assert assault.board.switch("rail_conversion") == "none"


@pytest.mark.rule("EFS-10.84.f")
def test_guns_and_ships_fire_together_in_the_radius_of_the_staff(assault: CrimeaState) -> None:
    assert suppression.fires_in_radius(assault, 11428)
    assert suppression.rule(assault, 11428) == "EF-PB7.35.a"


# -- the harbour falls -------------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-10.84.h")
@pytest.mark.parametrize("place", ["In-1526", "In-1527"])
def test_the_harbour_is_given_up_for_good_when_the_axis_is_there(place: str) -> None:
    facts = {"hexes": HARBOUR}
    held = {"In-1527": "soviet", "In-1526": "soviet"}
    ships = {"DD-1": {"hex": "In-1527"}}
    before = board("axis.movement", {"46 Inf Div": {"hex": "In-1525"}}, ships=ships, facts=facts, control=held, **TURN)
    assert "harbour_lost" not in before.tracks
    assert 11527 in port_hexes(before.board)
    step = play(before, "axis", {"move": "46 Inf Div", "path": ["In-1526"]}, [1]) if place == "In-1526" else None
    after = (
        step.state
        if step is not None
        else board("axis.movement", {"46 Inf Div": {"hex": place}}, facts=facts, control=held, **TURN)
    )
    assert after.tracks["harbour_lost"] == 180
    if step is not None:
        # the ship puts to sea at once, and rolls for it
        assert logged(step, "ship_driven_out").rule == "EF-PB8.23.b"
        assert all(ship.zone == "sevastopol" or ship.box for ship in after.ships.values())
    # it feeds nobody, even when the Axis has gone again
    later = {"tracks": {"harbour_lost": 180}, "facts": facts, "control": held, **TURN, "turn": 182}
    freed = board("soviet.movement", {"7 Naval Bde": {"hex": "In-1527"}}, ships=ships, **later)
    assert not supply.is_supplied(freed, SOVIET, 11527)
    assert next(iter(freed.ships.values())).hex == 11527
    fed = board("soviet.movement", {"7 Naval Bde": {"hex": "In-1527"}}, facts=facts, control=held, **TURN)
    assert supply.is_supplied(fed, SOVIET, 11527)


@pytest.mark.rule("EFS-10.84.h")
def test_nobody_goes_ashore_in_a_harbour_that_was_given_up_and_aircraft_lose_their_fields() -> None:
    rows = {"Gp-A": {"hex": "In-1527", "sailed": True, "arrived": True}}
    aboard = {"138 Naval Bde": {"box": "aboard", "ship": "Gp-A"}}
    more: dict[str, Any] = {"facts": {"hexes": HARBOUR}, "control": {"In-1527": "soviet"}, **TURN, "turn": 182}
    ashore = {"do": "disembark", "ship": "Gp-A", "units": ["138 Naval Bde"], "supplies": []}
    at = "soviet.movement.unloading"
    assert may(board(at, aboard, ships=rows, **more), "soviet", ashore)
    lost = board("axis.movement", aboard, ships=rows, tracks={"harbour_lost": 181}, **more)
    no = embarking.why_no_unloading(lost, SOVIET, number(lost, "Gp-A"))
    assert no is not None
    assert no.rule == "EFS-10.84.h"
    air = {"1": {"side": "soviet", "kind": "IL-2", "box": "flown", "shown": True}}
    for tracks, drm in (({}, 0), ({"harbour_lost": 181}, 4)):
        d = Draft(board("axis.movement", {}, air=air, tracks=tracks, **more), ScriptedDice([1]))
        readiness.check(d)
        [rolled] = [entry for entry in d.entries if entry.key == "log.readiness"]
        assert sum(part.value for part in rolled.modifiers) == drm


# -- siege guns and the sea --------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-10.84.j")
def test_four_siege_guns_have_four_shells_and_works_can_be_destroyed(assault: CrimeaState) -> None:
    assert bombardment.is_in_force(assault)
    names = ("458 S-H Art Bn", "459 S-H Art Bn", "672 Dora", "I-833 S-H Art Bn")
    assert [assault.board.units[key(assault, name)].front.asterisk for name in names] == [True] * 4
    guns = [key(assault, name) for name in names]
    others = [k for k, u in assault.board.units.items() if u.front.asterisk and k in assault.pieces and k not in guns]
    assert others == []
    d = Draft(assault, NoDice())
    for gun in guns:
        d.put("tracks", f"shots_{gun}", 3)
    bombardment.retire(d)
    assert [bool(d.now.pieces[gun].hex) for gun in guns] == [True] * 4
    for gun in guns:
        d.put("tracks", f"shots_{gun}", 4)
    bombardment.retire(d)
    assert [d.now.pieces[gun].hex for gun in guns] == [0] * 4


@pytest.mark.rule("EFS-10.8.naval")
def test_all_rolls_for_losses_at_sea_are_one_worse_and_nine_ships_sail(assault: CrimeaState) -> None:
    assert [part.key for part in losses.modifiers(assault, 0).parts] == ["modifier.dangerous_waters"]
    assert losses.modifiers(assault, 0).total == 1
    assert len(assault.ships) == 9
    assert not losses.modifiers(GAME.start(GAME.open("4"), SeededDice(bytes(32))).state, 0).total


@pytest.mark.rule("EFS-10.85")
def test_tanks_and_guns_are_worth_nothing_but_those_of_the_guards_are() -> None:
    """Of lost steps the card counts Guards rockets and artillery; the tracks of both sides bring no points."""
    tracks = {"axis_heavy": 4, "soviet_heavy": 7, "vp": 0}
    pieces = {
        "190 AG Bn": {"hex": "In-1522"},
        "125(+) Tank Bn": {"hex": "In-1523"},
        "1 Bn/7 Gd Rocket Rgt": {"hex": "In-1524"},
    }
    for scenario, turn, points in (("8", 180, [0, 0, 1]), ("4", 90, [-1, 1, 1])):
        state = board("axis.movement", pieces, tracks=tracks, **{**TURN, "scenario": scenario, "turn": turn})
        found = []
        for name in pieces:
            d = Draft(state, NoDice())
            results.lose_step(d, key(state, name))
            found.append(d.now.tracks["vp"])
        assert found == points


@pytest.mark.rule("EFS-10.2.vp")
@pytest.mark.parametrize(("scenario", "points"), [("2", 0), ("4", 2)])
def test_a_lost_staff_is_worth_points_where_not_all_steps_count(scenario: str, points: int) -> None:
    name, turn = ("Coast HQ", 40) if scenario == "2" else ("Coast HQ", 90)
    place = {"2": "Od-1911", "4": "In-1523"}[scenario]
    state = board(
        "axis.movement", {name: {"hex": place}}, scenario=scenario, turn=turn, weather="dry", tracks={"vp": 0}
    )
    d = Draft(state, NoDice())
    results.remove(d, key(state, name), "eliminated")
    assert d.now.tracks["vp"] == points


@pytest.mark.rule("EFS-10.85")
@pytest.mark.parametrize(("name", "points"), [("Molotov", 2), ("Tashkent", 1), ("DD-1", 1), ("Gp-A", 0)])
def test_what_sunk_ships_are_worth(name: str, points: int) -> None:
    state = board("axis.movement", {}, ships={name: {"box": "eliminated"}}, tracks={"vp": 0}, **TURN)
    d = Draft(state, NoDice())
    sunk_ships.settle(d)
    assert d.now.tracks["vp"] == points
