"""Map T: who is there, what reaches the map from it, who is fed, recovers and is filled up in it, and the way out."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.eastfront.actions.moving import Move
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import Attack, CrimeaState
from sandtable.games.eastfront.rules.combat import combat
from sandtable.games.eastfront.rules.crimea_map import ice_bridge, map_t
from sandtable.games.eastfront.rules.enlarged_map import crowding
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_units import artillery
from sandtable.games.eastfront.rules.supply import supply
from sandtable.kernel import Draft, NoDice, Refusal, SeededDice
from sandtable.kernel.cases.parts import CaseError
from tests.games.eastfront.board import asked, board, key, logged, marked, may, play, where, why

BOX = {"box": "map_t"}
SWITCHES = {
    "map_t": {"value": True},
    "attack_supply_soviet": {"value": "points"},
    "replacements": {"value": "cards"},
}
BARE = {"map_t": {"value": False}}
ICE = {"hex": "7013", "turns": [161, 162]}
ZAP = {
    "id": "128 Zap Rgt",
    "label": "128",
    "side": "soviet",
    "nation": "soviet",
    "type": "zap",
    "size": "regiment",
    "stack": 1,
    "front": "1-1-4",
    "steps": 1,
}


def coast(
    at: str,
    pieces: dict[str, Any],
    card: dict[str, Any] | None = None,
    switches: dict[str, Any] | None = None,
    **more: Any,
) -> CrimeaState:
    """The east of the peninsula without any terrain, with Map T beyond the edge."""
    facts = {"units": {"new": [ZAP]}, "card": {"switches": {**SWITCHES, **(switches or {})}, **(card or {})}}
    return board(at, pieces, facts=facts, scenario="7", **more)


def attacked(place: int, attacker: str, side: str) -> dict[str, Any]:
    return {str(place): {"side": side, "hexes": [str(place)], "units": [attacker]}}


# -- who is there ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB2.12.a")
def test_no_axis_unit_is_in_the_box_or_walks_there() -> None:
    with pytest.raises(CaseError, match=r"46 Inf Div is in Map T.*EF-PB2\.12\.a"):
        coast("axis.movement", {"46 Inf Div": BOX})
    no = off_the_map(coast("axis.movement", {"46 Inf Div": 7013}), "axis", "46 Inf Div", 7113)
    assert (no.rule, no.key) == ("EF-PB2.12.a", "refuse.map_t_closed")
    # The box does not lie along the whole edge, not beside every card, and it is closed to the Axis alone.
    north = coast("axis.movement", {"46 Inf Div": 7010})
    assert off_the_map(north, "axis", "46 Inf Div", 7110).rule == "EF-10.55"
    without = coast("axis.movement", {"46 Inf Div": 7013}, switches=BARE)
    assert off_the_map(without, "axis", "46 Inf Div", 7113).rule == "EF-10.55"
    theirs = coast("soviet.movement", {"320 Rifle Div": 7013})
    assert off_the_map(theirs, "soviet", "320 Rifle Div", 7113).rule == "EF-10.55"


def off_the_map(state: CrimeaState, seat: str, name: str, to: int) -> Refusal:
    """The refusal of a step beyond the edge, to a hex that no map has."""
    no = GAME.why_not(state, seat, Move(key(state, name), (to,)))
    assert no is not None
    return no


@pytest.mark.rule("EF-PB2.12.a")
def test_soviet_units_may_be_there() -> None:
    state = coast("soviet.movement", {"320 Rifle Div": BOX})
    assert map_t.broken(state) is None
    assert where(state, "320 Rifle Div") == "map_t"


@pytest.mark.rule("EF-PB2.12.d")
def test_a_card_may_place_units_in_the_box_without_any_limit() -> None:
    rows = [{"unit": "44 Army HQ", "box": "map_t", "state": "non_op"}, {"unit": "320 Rifle Div", "hex": "6912"}]
    card = {"soviet": {"units": rows}, "switches": SWITCHES}
    state = GAME.start(GAME.open("7", {}, {"card": card}), SeededDice(b"x")).state
    staff = state.pieces[key(state, "44 Army HQ")]
    assert (staff.box, staff.hex, staff.back) == ("map_t", 0, True)
    assert state.pieces[key(state, "320 Rifle Div")].hex == 6912
    names = ["320 Rifle Div", "396 Rifle Div", "404 Rifle Div", "63 Mtn Div", "157 Rifle Div", "77 Mtn Div"]
    assert sum(state.board.units[key(state, name)].stack for name in names) > crowding.OUTSIDE
    full = coast("soviet.movement", dict.fromkeys(names, BOX))
    after = play(full, "soviet", {"do": "done"}).state
    assert "stacking" not in str(asked(after))


@pytest.mark.rule("EF-PB2.12.d")
def test_nobody_leaves_the_box_by_marching() -> None:
    state = coast("soviet.movement", {"320 Rifle Div": BOX, "46 Inf Div": 5415})
    no = why(state, "soviet", {"move": "320 Rifle Div", "path": [7013]})
    assert (no.rule, no.key) == ("EF-PB2.12.d", "refuse.map_t_exit")
    assert why(state, "soviet", {"enter": "320 Rifle Div"}).rule == "EF-PB2.12.d"
    # Of what is the other side's nothing is said.
    mine = coast("axis.movement", {"320 Rifle Div": BOX, "46 Inf Div": 5415})
    assert why(mine, "axis", {"move": "320 Rifle Div", "path": [7013]}).rule == "EF-10.0.a"


@pytest.mark.rule("EF-PB2.12.a", "EF-PB2.12.d", "EFS-10.44.i", "EFS-10.54.i", "EFS-10.94.g")
def test_the_ice_bridge_is_the_only_way_over_land() -> None:
    there = {"320 Rifle Div": 7013, "396 Rifle Div": BOX, "404 Rifle Div": {**BOX, "no_move": 1}, "77 Mtn Div": 6913}
    held = {"7013": "soviet"}
    state = coast("soviet.movement", there, {"ice_bridge": ICE}, control=held)
    state = play(state, "soviet", {"do": "done"}).state
    assert asked(state) == {"soviet": "turn.soviet.movement.ice"}
    assert why(state, "soviet", {"cross": "77 Mtn Div"}).key == "refuse.not_at_ice"
    assert why(state, "soviet", {"cross": "404 Rifle Div"}).rule == "EF-10.56"
    landed = {"320 Rifle Div": {"hex": "7013", "ashore": state.turn}, "396 Rifle Div": BOX}
    fresh = coast("soviet.movement", landed, {"ice_bridge": ICE}, control=held, ships={"Gp-A": {"box": "map_t"}})
    fresh = play(fresh, "soviet", {"do": "done"}).state
    assert why(fresh, "soviet", {"cross": "320 Rifle Div"}).rule == "EF-PB8.54.g"
    step = play(state, "soviet", {"cross": "396 Rifle Div"})
    assert where(step.state, "396 Rifle Div") == 7013
    told = logged(step, "crossed_ice")
    assert (told.rule, told.params["away"]) == ("EF-PB2.12.d", 1)
    step = play(step.state, "soviet", {"cross": "320 Rifle Div"})
    assert where(step.state, "320 Rifle Div") == "map_t"
    told = logged(step, "crossed_ice")
    assert (told.rule, told.params["away"]) == ("EF-PB2.12.a", 0)
    thawed = coast("soviet.movement", there, {"ice_bridge": ICE}, control=held, turn=163)
    no = map_t.why_no_ice(thawed, "soviet")
    assert no is not None
    assert no.rule == "EF-PB2.12.d"
    assert "ice" not in str(asked(play(thawed, "soviet", {"do": "done"}).state))


# -- aircraft and guns -------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB2.12.b")
def test_soviet_aircraft_count_their_range_from_the_edge_before_the_box() -> None:
    wide = {"area": {"columns": [40, 70], "rows": [1, 21]}}
    air = {str(n): {"side": "soviet", "kind": kind, "box": "ready"} for n, kind in ((1, "I-16"), (2, "DB3"))}
    force = {"46 Inf Div": 5014, "320 Rifle Div": 5015, "50 Inf Div": 4410, "396 Rifle Div": 4411}
    marked = {**attacked(5015, "46 Inf Div", "axis"), **attacked(4411, "50 Inf Div", "axis")}
    more: dict[str, Any] = {"air": air, "attacks": marked, "control": {}}
    state = coast("axis.combat.defender_air", force, wide, **more)
    assert may(state, "soviet", {"fly": 5015, "units": [1]})
    no = why(state, "soviet", {"fly": 4411, "units": [1]})
    assert (no.rule, no.key) == ("EF-PB2.12.b", "refuse.air_range")
    assert map_t.airfields(state, "soviet") == tuple(range(7012, 7022))
    assert map_t.airfields(state, "axis") == ()
    without = coast("axis.combat.defender_air", force, wide, BARE, **more)
    assert not may(without, "soviet", {"fly": 5015, "units": [1]})


@pytest.mark.rule("EF-PB2.12.c")
def test_guns_in_the_box_reach_the_shore() -> None:
    guns = {"44 Army Art": BOX, "51 Army Art": 6714}
    force = {"320 Rifle Div": 6914, "46 Inf Div": 6814, "50 Inf Div": 6612, "396 Rifle Div": 6712}
    state = coast("axis.reaction.guns", {**force, **guns}, attacks=attacked(6914, "46 Inf Div", "axis"))
    own = key(state, "44 Army Art")
    assert state.board.units[own].range == 2
    # 7014 counts as the box itself; the rest of the edge is a hex away from it.
    assert [map_t.range_to(state, h) for h in (7014, 6914, 6814, 7016, 6916, 7019)] == [0, 1, 2, 1, 2, 1]
    assert may(state, "soviet", {"support": 6914, "units": ["44 Army Art"]})
    after = play(state, "soviet", {"support": 6914, "units": ["44 Army Art"]}).state
    force_now = combat.Force(after.attacks[6914], (key(after, "46 Inf Div"),))
    gun = state.board.units[own].front.attack
    assert any(part.amount == gun and part.key == "modifier.support" for part in _parts(after, force_now))
    no = artillery.why_no_defensive_fire(state, own, Attack("axis", (6712,), ()))
    assert no is not None
    assert (no.rule, no.key) == ("EF-PB2.12.c", "refuse.range")


def _parts(state: CrimeaState, force: combat.Force) -> tuple[Any, ...]:
    return combat.defence_strength(state, force).parts


@pytest.mark.rule("EF-PB2.12.c", "EF-PB2.12.g")
def test_several_guns_in_the_box_need_a_headquarters_there_of_any_kind() -> None:
    guns = {"44 Army Art": BOX, "51 Army Art": BOX}
    force = {"320 Rifle Div": 6914, "46 Inf Div": 6814}
    marked = attacked(6914, "46 Inf Div", "axis")
    both = {"support": 6914, "units": ["44 Army Art", "51 Army Art"]}
    alone = coast("axis.reaction.guns", {**force, **guns}, attacks=marked)
    no = why(alone, "soviet", both)
    assert (no.rule, no.key) == ("EF-PB2.12.c", "refuse.guns_not_pooled")
    # A staff that is not operational hampers nobody there.
    staffed = coast("axis.reaction.guns", {**force, **guns, "44 Army HQ": {**BOX, "back": True}}, attacks=marked)
    assert may(staffed, "soviet", both)
    assert soviet_units.paralysed_by(staffed, 6914) == ()


@pytest.mark.rule("EF-PB2.12.c")
def test_guns_in_the_box_need_no_attack_supply() -> None:
    force = {"320 Rifle Div": 6915, "46 Inf Div": 6914, "51 Army Art": 6915, "44 Army Art": BOX}
    state = coast("soviet.combat.attacks", force, attacks=attacked(6914, "320 Rifle Div", "soviet"))
    state = play(state, "soviet", {"resolve": 6914}).state
    attack = {"do": "assault", "units": ["320 Rifle Div"], "supply": []}
    assert why(state, "soviet", {**attack, "support": ["51 Army Art"]}).rule == "EF-15.32"
    assert may(state, "soviet", {**attack, "support": ["44 Army Art"]})
    goods = {1: {"side": "soviet", "hex": "6916"}}
    paid = coast("soviet.combat.attacks", force, attacks=attacked(6914, "320 Rifle Div", "soviet"), supplies=goods)
    paid = play(paid, "soviet", {"resolve": 6914}).state
    assert may(paid, "soviet", {**attack, "supply": [1], "support": ["44 Army Art"]})


# -- supply, staffs, men -----------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB2.12.f")
def test_the_box_feeds_those_who_are_there() -> None:
    state = coast("strategic.supply", {"320 Rifle Div": {**BOX, "supply": 2}}, weather="dry")
    assert state.pieces[key(state, "320 Rifle Div")].supply == 0


@pytest.mark.rule("EF-PB2.12.f")
def test_the_ice_carries_supply_to_the_map() -> None:
    card = {"ice_bridge": ICE, "supply_sources": {"soviet": {"hexes": []}}}
    unit = {"320 Rifle Div": 6915}
    state = coast("soviet.movement", unit, card, control={"7013": "soviet"})
    assert supply.is_supplied(state, "soviet", 6915)
    assert not supply.is_supplied(state, "axis", 6915)
    lost = coast("soviet.movement", unit, card, control={"7013": "axis"})
    assert not supply.is_supplied(lost, "soviet", 6915)
    thawed = coast("soviet.movement", unit, card, control={"7013": "soviet"}, turn=163)
    assert not supply.is_supplied(thawed, "soviet", 6915)


@pytest.mark.rule("EF-PB2.12.g")
@pytest.mark.parametrize("box", ["map_t", "active"])
def test_staffs_recover_off_the_map(box: str) -> None:
    away = {"44 Army HQ": {"box": box, "back": True}, "320 Rifle Div": 6912}
    for die, back in ((1, False), (10, True)):
        state = coast("interphase", away, turn=163, dice=[die])
        assert state.pieces[key(state, "44 Army HQ")].back is back
    lost = coast("interphase", {"44 Army HQ": {"box": "cadre", "back": True}}, turn=163)
    assert lost.pieces[key(lost, "44 Army HQ")].back


@pytest.mark.rule("EF-PB2.12.h")
def test_a_zap_unit_fills_up_a_unit_in_the_box() -> None:
    weak = {**BOX, "steps": 1}
    state = coast("soviet.movement", {"128 Zap Rgt": BOX, "320 Rifle Div": weak, "396 Rifle Div": {"hex": "6912"}})
    step = play(state, "soviet", {"do": "fill", "unit": "128 Zap Rgt", "to": "320 Rifle Div"})
    assert step.state.pieces[key(state, "320 Rifle Div")].steps == 2
    assert logged(step, "step_gained").rule == "EF-PB2.12.h"
    apart = coast("soviet.movement", {"128 Zap Rgt": BOX, "320 Rifle Div": {"hex": "6912", "steps": 1}})
    assert (
        why(apart, "soviet", {"do": "fill", "unit": "128 Zap Rgt", "to": "320 Rifle Div"}).key
        == "refuse.nobody_to_fill"
    )
    idle = coast("soviet.movement", {"128 Zap Rgt": {"box": "active"}, "320 Rifle Div": {"box": "active", "steps": 1}})
    assert why(idle, "soviet", {"do": "fill", "unit": "128 Zap Rgt", "to": "320 Rifle Div"}).rule == "EF-7.22.c2"


@pytest.mark.rule("EF-7.41.a", "EF-4.2.C1", "EF-10.22")
def test_points_reach_a_unit_in_the_box_which_then_stays_there() -> None:
    weak, points = {**BOX, "steps": 1}, {"tracks": {"vp": 0, "soviet_type_i": 1}}
    state = coast(
        "soviet.motorised", {"320 Rifle Div": weak, "396 Rifle Div": {"box": "active", "steps": 1}}, tracks=points
    )
    assert why(state, "soviet", {"receive": "396 Rifle Div"}).rule == "EF-7.41.a"
    assert play(state, "soviet", {"receive": "320 Rifle Div"}).state.pieces[key(state, "320 Rifle Div")].receiving
    marked = {"320 Rifle Div": {**weak, "receiving": True}, "396 Rifle Div": BOX}
    held = {"control": {"7013": "soviet"}, "tracks": points}
    ice = play(coast("soviet.movement", marked, {"ice_bridge": ICE}, **held), "soviet", {"do": "done"}).state
    assert why(ice, "soviet", {"cross": "320 Rifle Div"}).rule == "EF-10.22"
    done = coast("soviet.engineer", marked, tracks=points)
    piece = done.pieces[key(done, "320 Rifle Div")]
    assert (piece.steps, piece.receiving) == (2, False)


@pytest.mark.rule("EF-PB2.12.i")
def test_garrisons_in_the_box_are_released_one_by_one() -> None:
    tied = {**BOX, "garrison": True}
    names = {"320 Rifle Div": tied, "396 Rifle Div": tied, "404 Rifle Div": {"hex": "6912", "garrison": True}}
    state = coast("strategic.replacements", names)
    assert asked(state) == {"soviet": "turn.strategic.replacements.uses"}
    no = why(state, "soviet", {"discharge": "404 Rifle Div"})
    assert (no.rule, no.key) == ("EF-PB2.12.i", "refuse.no_garrison_unit")
    step = play(state, "soviet", {"discharge": "320 Rifle Div"})
    assert logged(step, "released").rule == "EF-PB2.12.i"
    after = step.state.pieces
    assert [after[key(state, name)].garrison for name in names] == [False, True, True]
    assert step.state.tracks["soviet_favour"] == step.state.turn


# -- over the ice ------------------------------------------------------------------------------------------------------


def on_ice(at: str, pieces: dict[str, Any], weather: str = "snow", **more: Any) -> CrimeaState:
    """A turn, of snow unless told otherwise, in which the ice bears."""
    card = {"ice_bridge": ICE, "special_rules": []}
    return coast(at, pieces, card, weather=weather, control={"7013": "soviet"}, **more)


@pytest.mark.rule("EFS-10.44.i", "EFS-10.54.i", "EFS-10.94.g")
def test_the_ice_is_a_step_of_two_points_and_the_march_goes_on() -> None:
    state = on_ice("soviet.movement", {"396 Rifle Div": BOX, "320 Rifle Div": 7013})
    assert ice_bridge.price(state) == 4
    over = play(state, "soviet", {"cross": "396 Rifle Div"}).state
    unit = over.pieces[key(over, "396 Rifle Div")]
    assert (unit.hex, unit.box, unit.spent, unit.moved, unit.travelled) == (7013, "", 4, "", True)
    assert "ice_crossed" not in over.tracks  # this card sets no limit
    assert may(over, "soviet", {"move": "396 Rifle Div", "path": [7012]})
    assert not may(over, "soviet", {"move": "396 Rifle Div", "path": [7012, 7011]})
    # the other way, with what is left
    hungry = marked(state, "320 Rifle Div", supply=1)
    gone = play(hungry, "soviet", {"cross": "320 Rifle Div"}).state.pieces[key(state, "320 Rifle Div")]
    assert (gone.box, gone.hex, gone.supply, gone.moved, gone.travelled) == ("map_t", 0, 0, "crossed", True)
    assert (gone.activated, gone.steps) == (False, state.pieces[key(state, "320 Rifle Div")].steps)
    called = marked(on_ice("soviet.motorised", {"320 Rifle Div": 7013}), "320 Rifle Div", activated=True)
    away = play(called, "soviet", {"cross": "320 Rifle Div"}).state
    assert away.pieces[key(state, "320 Rifle Div")].activated
    for spent, open_ in ((4, True), (5, False)):
        tired = marked(state, "320 Rifle Div", spent=spent)
        no = ice_bridge.why_not_cross(tired, "soviet", key(state, "320 Rifle Div"))
        assert (no is None) is open_
        assert no is None or (no.rule, no.key) == ("EFS-10.44.i", "refuse.too_far")


@pytest.mark.rule("EF-PB2.12.a", "EF-PB2.12.d")
def test_whose_units_go_over_the_ice_and_where_there_is_room() -> None:
    crowd = {"320 Rifle Div": 7013, "404 Rifle Div": 7013, "396 Rifle Div": BOX, "46 Inf Div": 6512}
    state = on_ice("soviet.movement", crowd)

    def rule(seat: str, number: int) -> str:
        no = ice_bridge.why_not_cross(state, seat, number)
        return no.rule if no is not None else ""

    division = key(state, "396 Rifle Div")
    assert [rule("axis", division), rule("soviet", key(state, "46 Inf Div")), rule("soviet", 9999)] == [
        "EF-PB2.12.a"
    ] * 3
    assert rule("soviet", division) == "EF-3.32.a"
    absent = next(number for number in state.board.units if number not in state.pieces)
    assert rule("soviet", absent) == "EF-PB2.12.a"
    full = {**crowd, "77 Mtn Div": 7013}
    packed = on_ice("soviet.movement", full)
    no = ice_bridge.why_not_cross(packed, "soviet", division)
    assert no is not None
    assert no.key == "refuse.stack"
    assert ice_bridge.why_not_cross(packed, "soviet", key(packed, "77 Mtn Div")) is None


@pytest.mark.rule("EFS-10.44.i", "EFS-10.54.i", "EFS-10.94.g")
def test_near_a_staff_that_does_not_work_few_leave_over_the_ice() -> None:
    staff = {"44 Army HQ": {"hex": "7012", "back": True}}
    state = on_ice("soviet.movement", {"320 Rifle Div": 7013, "396 Rifle Div": BOX, **staff})
    after = play(state, "soviet", {"cross": "320 Rifle Div"}).state
    assert after.pieces[key(state, "44 Army HQ")].starts == 1
    tired = marked(state, "44 Army HQ", starts=9)
    no = ice_bridge.why_not_cross(tired, "soviet", key(state, "320 Rifle Div"))
    assert no is not None
    assert no.rule == "EF-22.25.g"
    assert ice_bridge.why_not_cross(tired, "soviet", key(state, "396 Rifle Div")) is None


@pytest.mark.rule("EFS-10.94.g", "EFS-10.44.i", "EFS-10.54.i")
@pytest.mark.parametrize("scenario", ["4", "5", "9"])
def test_the_way_is_laid_on_turn_99_where_its_hex_is_soviet_and_broken_by_the_axis(scenario: str) -> None:
    def laid(turn: int, holder: str) -> Draft[CrimeaState]:
        state = board("soviet.movement", {}, scenario=scenario, turn=turn, control={7012: holder, 7013: "soviet"})
        d = Draft(state, NoDice())
        map_t.lay_ice(d)
        return d

    way = laid(99, "soviet")
    assert way.now.tracks["ice_bridge"] == 99
    assert [entry.key for entry in way.entries] == ["log.ice_laid"]
    assert "ice_bridge" not in laid(98, "soviet").now.tracks
    assert "ice_bridge" not in laid(99, "axis").now.tracks
    turns = [(99, 0), (100, 7013), (101, 7013), (102, 0)]
    for turn, gate in turns if scenario != "9" else turns[:3]:
        state = board(
            "soviet.movement", {}, scenario=scenario, turn=turn, control={7013: "soviet"}, tracks={"ice_bridge": 99}
        )
        assert map_t.bridgehead(state) == gate
    taken = board("soviet.movement", {"46 Inf Div": 7012}, scenario=scenario, turn=100, begun=True)
    d = Draft(taken, NoDice())
    d.put("tracks", "ice_bridge", 99)
    map_t.break_ice(d)
    assert "ice_bridge" not in d.now.tracks
    assert [entry.key for entry in d.entries] == ["log.ice_broken"]
    none = Draft(board("soviet.movement", {}, turn=48), NoDice())
    map_t.lay_ice(none)
    assert not none.entries


@pytest.mark.rule("EFS-10.44.i", "EFS-10.54.i", "EFS-10.94.g")
def test_the_ice_is_open_in_the_motorised_phase_to_who_moves_then() -> None:
    state = on_ice("soviet.motorised", {"396 Rifle Div": BOX, "54 Mot Rgt": BOX})
    assert may(state, "soviet", {"cross": "54 Mot Rgt"})
    assert why(state, "soviet", {"cross": "396 Rifle Div"}).rule == "EFT-movement-phases"


@pytest.mark.rule("EFS-10.44.i", "EFS-10.54.i", "EFS-10.94.g")
def test_at_the_end_of_the_ice_an_enemy_zone_stops_the_march() -> None:
    state = on_ice("soviet.movement", {"396 Rifle Div": BOX, "320 Rifle Div": 7013, "46 Inf Div": 7014})
    over = play(state, "soviet", {"cross": "396 Rifle Div"}).state
    assert over.pieces[key(over, "396 Rifle Div")].moved == "crossed"
    assert not may(over, "soviet", {"move": "396 Rifle Div", "path": [7012]})


@pytest.mark.rule("EF-PB2.12.d", "EF-PB2.12.a")
@pytest.mark.parametrize(
    ("row", "rule"),
    [
        ({"receiving": True}, "EF-10.22"),
        ({"no_move": 1}, "EF-10.56"),
        ({"garrison": True}, "EF-22.81"),
        ({"moved": "move"}, "EF-10.52"),
    ],
)
def test_who_is_held_does_not_go_over_the_ice(row: dict[str, Any], rule: str) -> None:
    state = marked(on_ice("soviet.movement", {"396 Rifle Div": BOX}), "396 Rifle Div", **row)
    no = ice_bridge.why_not_cross(state, "soviet", key(state, "396 Rifle Div"))
    assert no is not None
    assert no.rule == rule


@pytest.mark.rule("EFS-10.44.i", "EF-10.52")
def test_whoever_marches_up_to_the_ice_goes_over_it_with_what_is_left() -> None:
    """Four points: two hexes of open ground and the way of two, but not three hexes and the way."""
    start = {"396 Rifle Div": 6812, "320 Rifle Div": 6712, "404 Rifle Div": 6812}
    state = on_ice("soviet.movement", start, "dry")
    for name, path, left in (
        ("396 Rifle Div", [6912, 7013], True),
        ("320 Rifle Div", [6812, 6912, 7013], False),
        ("404 Rifle Div", [6912], False),
    ):
        state = play(state, "soviet", {"move": name, "path": path}).state
        assert may(state, "soviet", {"cross": name}) == left
    assert why(state, "soviet", {"cross": "320 Rifle Div"}).rule == "EFS-10.44.i"
    over = play(state, "soviet", {"cross": "396 Rifle Div"}).state
    assert where(over, "396 Rifle Div") == "map_t"
    near = on_ice("soviet.movement", {**start, "396 Rifle Div": 6912, "46 Inf Div": 7014}, "dry")
    stopped = play(near, "soviet", {"move": "396 Rifle Div", "path": [7013]}).state
    assert why(stopped, "soviet", {"cross": "396 Rifle Div"}).rule == "EF-10.52"


@pytest.mark.rule("EFS-10.44.i", "EF-22.25.g")
def test_a_march_to_the_ice_and_over_it_begins_once() -> None:
    staff = {"51 Army HQ": {"hex": "6812", "back": True}}
    state = on_ice("soviet.movement", {"396 Rifle Div": 6912, **staff}, "dry")
    marched = play(state, "soviet", {"move": "396 Rifle Div", "path": [7013]}).state
    over = play(marched, "soviet", {"cross": "396 Rifle Div"}).state
    assert over.pieces[key(over, "51 Army HQ")].starts == 1


@pytest.mark.rule("EFS-10.44.i", "EF-11.31")
def test_strategic_movement_leads_over_the_ice() -> None:
    way = [6512, 6612, 6712, 6812, 6912, 7013]
    roads = [[a, b, "secondary"] for a, b in pairwise(way)]
    facts = {"roads": roads, "card": {"switches": SWITCHES, "ice_bridge": ICE, "special_rules": []}}
    held = dict.fromkeys(way, "soviet")
    units = {"396 Rifle Div": 6512}
    state = board("soviet.movement", units, facts=facts, scenario="7", turn=162, weather="frost", control=held)
    up = play(state, "soviet", {"strategic": "396 Rifle Div", "path": way[1:]}).state
    assert up.pieces[key(up, "396 Rifle Div")].spent == 10
    assert may(up, "soviet", {"cross": "396 Rifle Div"}) is False
    shorter = board(
        "soviet.movement", {"396 Rifle Div": 6612}, facts=facts, scenario="7", turn=162, weather="frost", control=held
    )
    up = play(shorter, "soviet", {"strategic": "396 Rifle Div", "path": way[2:]}).state
    assert play(up, "soviet", {"cross": "396 Rifle Div"}).state.pieces[key(up, "396 Rifle Div")].box == "map_t"
