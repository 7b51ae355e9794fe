"""An attack from its forces to the advance: results, losses, orders, retreats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.results import results, retreats
from sandtable.games.eastfront.rules.results.results import Part, read
from sandtable.kernel import Step
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

AXIS = {"73 Inf Div": 3604}
RIFLES = {"106 Rifle Div": 3605}


def attack(
    pieces: Mapping[str, Any],
    units: list[str],
    side: str = "axis",
    hexes: tuple[int, ...] = (3605,),
    more: Mapping[str, Any] | None = None,
    **row: Any,
) -> CrimeaState:
    """A position in which one attack is about to be made: the attacker is asked for his forces."""
    marked = {str(hexes[0]): {"side": side, "hexes": list(map(str, hexes)), "units": units, **row}}
    at = f"{side}.combat.attacks"
    state = board(at, pieces, attacks=marked, **(more or {}))
    return play(state, side, {"resolve": hexes[0]}).state


def roll(state: CrimeaState, units: list[str], die: int, order: str = "none", **how: Any) -> Step[CrimeaState]:
    """Send the units in and roll."""
    side = next(iter(asked(state)))
    state = play(state, side, {"do": "assault", "units": units, "support": how.pop("support", []), **how}).state
    if asked(state) == {side: "battle.result.order"}:
        return play(state, side, {"command": order}, [die])
    raise AssertionError(asked(state))


@pytest.mark.rule("EF-16.11")
@pytest.mark.parametrize(
    ("cell", "attacker", "defender"),
    [
        ("1*/R", Part(1, True), Part(0, False, True)),
        ("R*/-", Part(0, True, True), Part()),
        ("-/2R", Part(), Part(2, False, True)),
        ("e/-", Part(wiped_out=True), Part()),
        ("*/3R", Part(0, True), Part(3, False, True)),
    ],
)
def test_cells_are_read(cell: str, attacker: Part, defender: Part) -> None:
    assert read(cell) == (attacker, defender)


def test_every_cell_of_the_table_is_understood() -> None:
    for cells in board().board.crt.rows.values():
        for cell in cells:
            read(cell)


@pytest.mark.rule("EF-16.21", "EF-16.24", "EF-16.4", "EF-4.2.B4.d", "EF-15.0")
def test_a_beaten_defender_loses_steps_and_retreats_two_hexes() -> None:
    # 8 to 4 is 2-1; a 2 is 1*/2, a 1 is -/2R
    state = roll(attack({**AXIS, **RIFLES}, ["73 Inf Div"]), ["73 Inf Div"], 1).state
    assert asked(state) == {"soviet": "battle.result.defender_losses"}
    state = play(state, "soviet", {"lose": "106 Rifle Div"}).state
    state = play(state, "soviet", {"lose": "106 Rifle Div"}).state
    assert where(state, "106 Rifle Div") == "cadre"
    assert asked(state) == {"axis": "battle.result.advance"}


@pytest.mark.rule("EF-16.4", "EF-10.4")
def test_retreats_lead_away_and_the_owner_chooses() -> None:
    # 16 to 4 is 4-1; a 7 is -/R
    units = {**AXIS, "46 Inf Div": 3604, **RIFLES}
    team = ["73 Inf Div", "46 Inf Div"]
    state = roll(attack(units, team), team, 7).state
    assert asked(state) == {"soviet": "battle.result.defender_retreat"}
    assert not may(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3606]})  # one hex is not two
    assert not may(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3505, 3504]})  # back to the fight
    state = play(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3606, 3607]}).state
    assert where(state, "106 Rifle Div") == 3607


@pytest.mark.rule("EF-16.43")
def test_nobody_retreats_into_the_water() -> None:
    units = {**AXIS, "46 Inf Div": 3604, **RIFLES}
    team = ["73 Inf Div", "46 Inf Div"]
    sea = {"facts": {"hexes": {"3606": {"terrain": "sea"}}}}
    state = roll(attack(units, team, more=sea), team, 7).state
    no = why(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3606, 3607]})
    assert (no.rule, [point.id for point in no.points]) == ("EF-16.43", [3606])
    river = {"facts": {"sides": {"3605-3606": {"river": "major"}}}}
    state = roll(attack(units, team, more=river), team, 7).state
    assert not may(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3606, 3607]})


@pytest.mark.rule("EF-16.42.b")
def test_those_who_are_surrounded_are_eliminated() -> None:
    ring = {"46 Inf Div": 3606, "47(+) Rgt/22 Div": 3505, "65(+) Rgt/22 Div": 3504, "50 Inf Div": 3705}
    units = {**AXIS, **RIFLES, **ring, "132 Inf Div": 3704}
    team = ["73 Inf Div", "46 Inf Div"]
    state = roll(attack(units, team), team, 7).state
    assert where(state, "106 Rifle Div") == "eliminated"


@pytest.mark.rule("EF-16.44", "EF-16.47")
@pytest.mark.parametrize("crowd", [{}, {"271 Rifle Div": 3607, "156 Rifle Div": 3607, "157 Rifle Div": 3607}])
def test_those_who_find_only_friends_without_room_are_broken_up(crowd: dict[str, int]) -> None:
    """One way leads out of the neck: to an empty hex, or to friends who have no room and nothing behind them."""
    neck = {str(h): {"terrain": "sea"} for h in (3504, 3505, 3704, 3705, 3506, 3706, 3507, 3707, 3608)}
    units = {**AXIS, "46 Inf Div": 3604, **RIFLES, "236 Rifle Div": 3606, **crowd}
    team = ["73 Inf Div", "46 Inf Div"]
    state = roll(attack(units, team, more={"facts": {"hexes": neck}}), team, 7).state
    if crowd:
        assert where(state, "106 Rifle Div") == "cadre"
    else:
        assert asked(state) == {"soviet": "battle.result.defender_retreat"}


@pytest.mark.rule("EF-16.42.c", "EF-PB3.3")
def test_nobody_retreats_off_the_map() -> None:
    units = {"73 Inf Div": 3614, "46 Inf Div": 3614, "106 Rifle Div": 3615}
    team = ["73 Inf Div", "46 Inf Div"]
    sea = {"hexes": {str(h): {"terrain": "sea"} for h in (3514, 3515, 3714, 3715)}}
    state = roll(attack(units, team, hexes=(3615,), more={"facts": sea}), team, 7).state
    assert where(state, "106 Rifle Div") == "eliminated"


@pytest.mark.rule("EF-3.45")
def test_friends_take_an_enemy_zone_away_from_those_who_retreat() -> None:
    flanks = {"47(+) Rgt/22 Div": 3504, "65(+) Rgt/22 Div": 3804, "46 Inf Div": 3505, "50 Inf Div": 3705}
    facts = {"hexes": {"3506": {"terrain": "sea"}, "3706": {"terrain": "sea"}}}
    team = ["73 Inf Div", "46 Inf Div"]
    units = {**AXIS, **RIFLES, **flanks, "271 Rifle Div": 3606}
    state = roll(attack(units, team, more={"facts": facts}), team, 7).state
    step = play(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3606, 3607]})  # no roll, no loss
    assert where(step.state, "106 Rifle Div") == 3607


@pytest.mark.rule("EF-3.45", "EF-16.42.b")
@pytest.mark.parametrize(("friend", "stays"), [("271 Rifle Div", True), ("Naval Base 2", False)])
def test_friends_who_are_lost_themselves_cover_nobody(friend: str, stays: bool) -> None:
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605, friend: 3704}
    shores = {"hexes": {str(h): {"terrain": "sea"} for h in (3504, 3505, 3606, 3705)}}
    bare = board("soviet.combat", units, facts=shores)
    group = [key(bare, "106 Rifle Div"), key(bare, friend)]
    state = board(
        [{"phase": "soviet.combat", "waiting": ["soviet"]}, "battle.result.attacker_retreat"],
        units,
        facts=shores,
        attacks={"3604": {"side": "soviet", "hexes": ["3604"], "units": ["106 Rifle Div", friend]}},
        battle={"attack": 3604, "units": group, "retreat_attacker": 2, "order": "additional", "result": "R/-"},
    )
    # The way from 3605 leads through 3704, in the zone of 3604: open as long as somebody stands there.
    assert where(state, "106 Rifle Div") == (3605 if stays else "eliminated")
    assert may(state, "axis", {"retreat": ["106 Rifle Div"], "path": [3704, 3804]}) is stays


@pytest.mark.rule("EF-16.42.a")
def test_those_who_cannot_move_are_lost_when_they_have_to() -> None:
    units = {"156 Rifle Div": 3604, "271 Rifle Div": 3604, "641 S-H Art Bn": 3605}
    team = ["156 Rifle Div", "271 Rifle Div"]
    # 7 to 1 is 7-1; a 8 is 1/1, a 9 is -/R
    state = roll_plain(attack(units, team, "soviet"), team, 9)
    assert where(state, "641 S-H Art Bn") == "cannot_rebuild"


def roll_plain(state: CrimeaState, units: list[str], die: int) -> CrimeaState:
    """Send in units of a side that has no order to give."""
    side = next(iter(asked(state)))
    return play(state, side, {"do": "assault", "units": units, "support": []}, [die]).state


@pytest.mark.rule("EF-16.45", "EF-16.46", "EFT-retreat", "EF-22.23")
@pytest.mark.parametrize(
    ("die", "woods", "survives"), [(3, False, True), (4, False, False), (5, True, True), (6, True, False)]
)
def test_through_one_empty_zone_with_a_step_and_a_roll(die: int, woods: bool, survives: bool) -> None:
    # Axis units on both flanks cover the hexes behind 3605, but none of those further back.
    flanks = {"47(+) Rgt/22 Div": 3504, "65(+) Rgt/22 Div": 3804}
    facts = {"hexes": {"3606": {"woods": woods}, "3506": {"terrain": "sea"}, "3706": {"terrain": "sea"}}}
    hold = {"46 Inf Div": 3505, "50 Inf Div": 3705}
    units = {**AXIS, **RIFLES, **flanks, **hold}
    state = roll(
        attack(units, ["73 Inf Div", "46 Inf Div"], more={"facts": facts}), ["73 Inf Div", "46 Inf Div"], 7
    ).state
    assert asked(state) == {"soviet": "battle.result.defender_retreat"}
    step = play(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3606, 3607]}, [die])
    assert bool(logged(step, "gauntlet").params["escaped"]) is survives
    assert where(step.state, "106 Rifle Div") == (3607 if survives else "cadre")
    assert step.state.tracks["soviet_steps"] == (1 if survives else 2)


@pytest.mark.rule("EF-16.44", "EF-16.47")
def test_a_retreat_that_cannot_end_goes_one_hex_further() -> None:
    units = {**AXIS, "46 Inf Div": 3604, **RIFLES}
    team = ["73 Inf Div", "46 Inf Div"]
    sea = {str(h): {"terrain": "sea"} for h in (3506, 3706, 3507, 3707, 3705, 3505)}
    full = {"156 Rifle Div": 3607, "271 Rifle Div": 3607, "157 Rifle Div": 3607}  # 3 + 4 + 4: no room
    facts = {"units": {"157 Rifle Div": {"stack": 3}}, "hexes": sea}
    state = roll(attack({**units, **full}, team, more={"facts": facts}), team, 7).state
    assert not may(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3606, 3607]})
    assert may(state, "soviet", {"retreat": ["106 Rifle Div"], "path": [3606, 3607, 3608]})


@pytest.mark.rule("EF-16.41.a")
@pytest.mark.parametrize(("ground", "losses"), [({}, 1), ({"terrain": "hill"}, 0), ({"woods": True}, 0)])
def test_holding_costs_a_step_unless_the_ground_shelters(ground: dict[str, Any], losses: int) -> None:
    units = {**AXIS, "46 Inf Div": 3604, **RIFLES}
    team = ["73 Inf Div", "46 Inf Div"]
    hexes = {"facts": {"hexes": {"3605": ground}}}
    state = attack(units, team, more=hexes, ordered=True, order="no_retreat")
    # 4-1 with +1, or +2 on a hill; the row must be a plain retreat
    die = 5 if ground.get("terrain") else 6
    step = roll(state, team, die)
    assert logged(step, "combat").params["result"] == "-/R"
    assert (asked(step.state) == {"soviet": "battle.result.defender_losses"}) is bool(losses)
    assert where(step.state, "106 Rifle Div") == 3605


@pytest.mark.rule("EF-16.41.a")
def test_germans_hold_for_nothing() -> None:
    state = board()
    numbers = (key(state, "73 Inf Div"), key(state, "46 Inf Div"))
    assert results.stand_loss(state, numbers, (3605,), True, "soviet") == 0
    assert results.stand_loss(state, (*numbers, key(state, "Rom 10 Inf Div")), (3605,), True, "soviet") == 1


@pytest.mark.rule("EF-16.41.b", "EF-16.41.b1", "EF-16.41.b2", "EF-16.41.b3", "EF-15.59")
def test_those_ready_to_fall_back_lose_less_and_go_where_the_enemy_says() -> None:
    units = {**AXIS, "46 Inf Div": 3604, **RIFLES}
    team = ["73 Inf Div", "46 Inf Div"]
    # 4-1, a 3 is -/2R
    step = roll(attack(units, team, ordered=True, order="additional"), team, 3)
    assert logged(step, "order_shown").params["order"] == "additional"
    state = play(step.state, "soviet", {"lose": "106 Rifle Div"}).state
    assert asked(state) == {"axis": "battle.result.defender_retreat"}
    assert not may(state, "axis", {"retreat": ["106 Rifle Div"], "path": [3606, 3607]})
    state = play(state, "axis", {"retreat": ["106 Rifle Div"], "path": [3606, 3607, 3608]}).state
    assert where(state, "106 Rifle Div") == 3608


@pytest.mark.rule("EF-16.41.b4")
def test_attackers_ready_to_fall_back_do_not_advance() -> None:
    units = {**AXIS, "46 Inf Div": 3505, "106 Rifle Div": {"hex": "3605", "steps": 1}}
    team = ["73 Inf Div", "46 Inf Div"]
    # 8-1: a 1 eliminates
    state = roll(attack(units, team), team, 1).state
    assert asked(state) == {"axis": "battle.result.advance"}
    state = roll(attack(units, team), team, 1, order="additional").state
    assert asked(state) == {"axis": "turn.axis.motorised.moves"}


@pytest.mark.rule("EF-16.51", "EF-16.53", "EF-16.54", "EF-15.23")
def test_victors_advance_into_the_hex_within_stacking() -> None:
    units = {**AXIS, "46 Inf Div": 3505, "106 Rifle Div": {"hex": "3605", "steps": 1}}
    team = ["73 Inf Div", "46 Inf Div"]
    state = roll(attack(units, team), team, 1).state
    assert why(state, "axis", {"advance": 3605, "units": team}).rule == "EF-3.32.a"
    state = play(state, "axis", {"advance": 3605, "units": ["73 Inf Div"]}).state
    assert where(state, "73 Inf Div") == 3605
    assert state.pieces[key(state, "46 Inf Div")].attacked
    assert not state.attacks


@pytest.mark.rule("EF-18.14")
def test_an_advance_ends_a_strongpoint_that_is_being_built() -> None:
    units = {**AXIS, "46 Inf Div": 3505, "106 Rifle Div": {"hex": "3605", "steps": 1}}
    begun = {"strongpoints": {"3605": {"side": "soviet", "building": True}}}
    state = roll(attack(units, ["73 Inf Div", "46 Inf Div"], more=begun), ["73 Inf Div", "46 Inf Div"], 1).state
    assert state.strongpoints
    step = play(state, "axis", {"advance": 3605, "units": ["73 Inf Div"]})
    assert not step.state.strongpoints
    assert logged(step, "strongpoint_razed").rule == "EF-18.14"


@pytest.mark.rule("EF-16.55")
def test_after_an_attack_on_two_hexes_both_can_be_entered() -> None:
    weak = {"106 Rifle Div": {"hex": "3605", "steps": 1}, "271 Rifle Div": {"hex": "3704", "steps": 1}}
    units = {**AXIS, "46 Inf Div": 3604, **weak, "50 Inf Div": 3604}
    team = ["73 Inf Div", "46 Inf Div", "50 Inf Div"]
    facts = {"units": {name: {"stack": 3} for name in team}}
    state = roll(attack(units, team, hexes=(3605, 3704), more={"facts": facts}), team, 1).state
    for name in weak:
        state = play(state, "soviet", {"lose": name}).state
    state = play(state, "axis", {"advance": 3605, "units": ["73 Inf Div"]}).state
    state = play(state, "axis", {"advance": 3704, "units": ["46 Inf Div"]}).state
    assert (where(state, "73 Inf Div"), where(state, "46 Inf Div")) == (3605, 3704)


@pytest.mark.rule("EF-16.32.a", "EF-16.32.b", "EF-16.31")
def test_engineers_who_were_claimed_take_the_first_asterisk_loss() -> None:
    point = {"strongpoints": {"3605": {"side": "soviet"}}}
    units = {**AXIS, "690 Eng Rgt": 3505, **RIFLES}
    team = ["73 Inf Div", "690 Eng Rgt"]
    # 10 to 4 is 2-1; strongpoint +1, engineers -1; a 2 is 1*/2: two steps, the first from the engineers
    step = roll(attack(units, team, more=point), team, 2, engineers="yes")
    assert asked(step.state) == {"axis": "battle.result.attacker_losses"}
    no = why(step.state, "axis", {"lose": "73 Inf Div"})
    assert no.rule == "EF-16.32.b"
    state = play(step.state, "axis", {"lose": "690 Eng Rgt"}).state
    state = play(state, "axis", {"lose": "73 Inf Div"}).state
    assert asked(state) == {"soviet": "battle.result.defender_losses"}


@pytest.mark.rule("EF-16.32.b")
def test_engineers_who_were_not_claimed_need_not_be_lost() -> None:
    point = {"strongpoints": {"3605": {"side": "soviet"}}}
    units = {**AXIS, "690 Eng Rgt": 3505, **RIFLES}
    team = ["73 Inf Div", "690 Eng Rgt"]
    step = roll(attack(units, team, more=point), team, 1, engineers="no")  # +1: row 2
    assert may(step.state, "axis", {"lose": "73 Inf Div"})


@pytest.mark.rule("EF-16.32.c")
def test_armour_wears_down_armour() -> None:
    units = {**AXIS, "190 AG Bn": 3604, **RIFLES, "5(+) Tank Rgt": 3605}
    team = ["73 Inf Div", "190 AG Bn"]
    # 10 to 5 is 2-1; a 2 is 1*/2
    state = roll(attack(units, team), team, 2).state
    assert why(state, "axis", {"lose": "73 Inf Div"}).rule == "EF-16.32.c"
    state = play(state, "axis", {"lose": "190 AG Bn"}).state
    assert why(state, "soviet", {"lose": "106 Rifle Div"}).rule == "EF-16.32.c"
    assert may(state, "soviet", {"lose": "5(+) Tank Rgt"})


@pytest.mark.rule("EF-22.42", "EF-14.35")
def test_nkvd_in_a_town_makes_all_hold_and_takes_the_first_loss() -> None:
    town = {"facts": {"hexes": {"3605": {"place": "town"}}}}
    units = {**AXIS, "46 Inf Div": 3604, **RIFLES, "276 NKVD Rgt": 3605}
    team = ["73 Inf Div", "46 Inf Div"]
    step = roll(attack(units, team, more=town), team, 6)  # 3-1 with +1, row 7: -/R
    assert logged(step, "combat").params["drm"] == 1
    assert asked(step.state) == {"soviet": "battle.result.defender_losses"}
    assert why(step.state, "soviet", {"lose": "106 Rifle Div"}).rule == "EF-22.42"


@pytest.mark.rule("EF-22.25.e")
def test_nkvd_near_a_paralysed_headquarters_is_like_others() -> None:
    town = {"facts": {"hexes": {"3605": {"place": "town"}}}}
    units = {**AXIS, "46 Inf Div": 3604, **RIFLES, "276 NKVD Rgt": 3605, "51 Army HQ": {"hex": "3608", "back": True}}
    team = ["73 Inf Div", "46 Inf Div"]
    step = roll(attack(units, team, more=town), team, 7)
    assert logged(step, "combat").params["drm"] == 0
    assert asked(step.state) == {"soviet": "battle.result.defender_retreat"}


@pytest.mark.rule("EF-16.12", "EF-16.13")
def test_guns_suffer_only_where_the_fight_is() -> None:
    units = {**AXIS, "49 Art Rgt": 3603, "787 Art Rgt": 3505, **RIFLES}
    state = attack(units, ["73 Inf Div"])
    guns = ["49 Art Rgt", "787 Art Rgt"]
    # 14 to 4 is 3-1; a 4 is 1/1
    state = roll(state, ["73 Inf Div"], 4, support=guns).state
    assert asked(state) == {"axis": "battle.result.attacker_losses"}
    assert may(state, "axis", {"lose": "787 Art Rgt"})
    assert why(state, "axis", {"lose": "49 Art Rgt"}).rule == "EF-16.21"


@pytest.mark.rule("EF-16.24")
def test_where_lost_units_go() -> None:
    # 1-4, a 10 eliminates the attackers
    state = roll_plain(attack({"40 Cav Div": 3604, "73 Inf Div": 3605}, ["40 Cav Div"], "soviet"), ["40 Cav Div"], 10)
    assert where(state, "40 Cav Div") == "eliminated"
    pool = board("axis.movement", {"RSC regular 1": 3604, "73 Inf Div": 3604, "46 Inf Div": 3604})
    pool = play(pool, "axis", {"do": "done"}).state
    assert where(play(pool, "axis", {"shed": "RSC regular 1"}).state, "RSC regular 1") == "pool"


@pytest.mark.rule("EF-16.25", "EF-25.0", "EF-25.3", "EF-25.4")
def test_guns_and_armour_fill_the_tracks_and_give_victory_points() -> None:
    units = {"156 Rifle Div": 3604, "271 Rifle Div": 3604, "641 S-H Art Bn": 3605}
    team = ["156 Rifle Div", "271 Rifle Div"]
    tracks = {"tracks": {"tracks": {"axis_heavy": 4, "vp": 0}}}
    state = roll_plain(attack(units, team, "soviet", more=tracks), team, 9)
    assert state.tracks["axis_heavy"] == 0
    assert state.tracks["vp"] == -1


@pytest.mark.rule("EF-12.36", "EF-15.21", "EF-15.22")
def test_the_final_force_may_change_but_not_fall_below_one_to_four() -> None:
    units = {"40 Cav Div": {"hex": "3604", "steps": 1}, "156 Rifle Div": 3505, "73 Inf Div": 3605}
    state = attack(units, ["40 Cav Div", "156 Rifle Div"], "soviet")
    assert why(state, "soviet", {"do": "assault", "units": ["40 Cav Div"], "support": []}).rule == "EF-12.36"
    assert may(state, "soviet", {"do": "assault", "units": ["156 Rifle Div"], "support": []})


@pytest.mark.rule("EF-12.7", "EF-15.21")
def test_a_newcomer_joins_only_if_all_his_threats_are_under_attack() -> None:
    units = {**AXIS, "46 Inf Div": 3505, **RIFLES, "271 Rifle Div": 3506}
    state = attack(units, ["73 Inf Div"])
    assert why(state, "axis", {"do": "assault", "units": ["73 Inf Div", "46 Inf Div"], "support": []}).rule == "EF-12.7"


@pytest.mark.rule("EF-15.58", "EF-14.34", "EF-22.12.c")
def test_soviet_attackers_need_a_headquarters_for_orders() -> None:
    units = {"156 Rifle Div": 3604, "73 Inf Div": 3605, "51 Army HQ": 3602}
    state = attack(units, ["156 Rifle Div"], "soviet")
    state = play(state, "soviet", {"do": "assault", "units": ["156 Rifle Div"], "support": []}).state
    assert asked(state) == {"soviet": "battle.result.order"}
    step = play(state, "soviet", {"command": "no_retreat"}, [7])  # 1-3: 2R/-, held at the price of a step
    assert step.state.pieces[key(state, "51 Army HQ")].orders == 1
    assert asked(step.state) == {"soviet": "battle.result.attacker_losses"}
    far = attack({**units, "51 Army HQ": 3610}, ["156 Rifle Div"], "soviet")
    step = play(far, "soviet", {"do": "assault", "units": ["156 Rifle Div"], "support": []}, [7])
    assert asked(step.state) != {"soviet": "battle.result.order"}


@pytest.mark.rule("EF-15.4", "EF-15.32")
def test_guns_need_attack_supply_and_range() -> None:
    units = {**AXIS, "49 Art Rgt": 3602, "787 Art Rgt": 3603, **RIFLES}
    state = attack(units, ["73 Inf Div"])
    force = {"do": "assault", "units": ["73 Inf Div"], "support": ["49 Art Rgt"]}
    assert why(state, "axis", force).rule == "EFT-artillery-support"
    assert may(state, "axis", {**force, "support": ["787 Art Rgt"]})
    late = attack(units, ["73 Inf Div"], more={"turn": 51})
    assert why(late, "axis", {**force, "support": ["787 Art Rgt"]}).rule == "EF-15.32"


@pytest.mark.rule("EF-23.43.a", "EF-23.43.d")
def test_super_heavy_guns_fire_only_at_works_and_cities() -> None:
    units = {**AXIS, "641 S-H Art Bn": 3603, **RIFLES}
    force = {"do": "assault", "units": ["73 Inf Div"], "support": ["641 S-H Art Bn"]}
    assert why(attack(units, ["73 Inf Div"]), "axis", force).rule == "EF-23.43.d"
    city = {"facts": {"hexes": {"3605": {"place": "city"}}}}
    assert may(attack(units, ["73 Inf Div"], more=city), "axis", force)
    mobile = {**units, "641 S-H Art Bn": {"hex": "3603", "back": True}}
    assert why(attack(mobile, ["73 Inf Div"], more=city), "axis", force).rule == "EFT-artillery-support"


@pytest.mark.rule("EF-15.55.a")
def test_defending_guns_fall_silent_when_the_enemy_comes_next_to_them() -> None:
    units = {**AXIS, **RIFLES, "24 Art Rgt": 3606, "46 Inf Div": 3607}
    state = attack(units, ["73 Inf Div"], support=["24 Art Rgt"])
    step = play(state, "axis", {"do": "assault", "units": ["73 Inf Div"], "support": []})
    assert logged(step, "odds").params["defence"] == 4


@pytest.mark.rule("EF-12.36")
def test_an_attack_without_attackers_is_not_made() -> None:
    marked = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    state = board("axis.combat.attacks", {"73 Inf Div": 3602, **RIFLES}, attacks=marked)
    step = play(state, "axis", {"resolve": 3605})
    assert logged(step, "void")
    assert not step.state.attacks


@pytest.mark.rule("EF-PB6.22")
def test_flak_without_wheels_neither_advances_nor_retreats() -> None:
    row = {"id": "Fixed Flak", "label": "F", "side": "soviet", "nation": "soviet", "type": "anti_air"}
    facts = {"units": {"new": [{**row, "size": "battalion", "stack": 1, "front": "1-1-0", "steps": 1}]}}
    pieces = {"Fixed Flak": 3605, "156 Rifle Div": 3605, "Rom RSC 1": 3609}
    bare = board("soviet.combat", pieces, facts=facts)
    units = [key(bare, "Fixed Flak"), key(bare, "156 Rifle Div")]
    state = board(
        [{"phase": "soviet.combat", "waiting": ["soviet"]}, "battle.result.advance"],
        pieces,
        facts=facts,
        attacks={"3606": {"side": "soviet", "hexes": ["3606"], "units": ["Fixed Flak", "156 Rifle Div"]}},
        battle={"attack": 3606, "units": units, "result": "-/R"},
    )
    assert why(state, "soviet", {"advance": 3606, "units": ["Fixed Flak"]}).rule == "EF-PB6.22"
    assert may(state, "soviet", {"advance": 3606, "units": ["156 Rifle Div"]})
    assert retreats.cannot_retreat(state, units[0])
