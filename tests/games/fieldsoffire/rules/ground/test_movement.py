"""Movement of infantry."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.ground.movement import cover_if_free, crosses_fire, why_not_enter
from sandtable.games.fieldsoffire.scenario.town import is_area
from tests.games.fieldsoffire.board import board, card, key, play, why

SQUAD = "German Grenadier squad 4/Gp"
NKPA = {"nations": ["nkpa"]}
BLACK = {"terrain": {"canal": {"edges": {"s": "black"}}}}


def unit(state, name):  # type: ignore[no-untyped-def]
    return state.units[key(state, name)]


@pytest.mark.rule("FF-1.2.6.infantry")
def test_vehicles_do_not_take_orders_of_infantry() -> None:
    from sandtable.games.fieldsoffire.rules.ground.movement import why_not_move

    state = board({"NKPA T-34/85 1": "R4C1"}, facts={"nations": ["nkpa"]})
    no = why_not_move(state, key(state, "NKPA T-34/85 1"))
    assert no is not None
    assert no.key == "refuse.no_infantry"


@pytest.mark.rule("FF-5.1.a", "FF-5.1.2.a", "FF-5.1.3", "FF-4.2.2a", "FF-4.2.2a.exp")
def test_a_unit_moves_at_once_to_any_of_the_eight_cards_around_and_is_exposed() -> None:
    state = board({"1/1 PLT": "R2C2"})
    for name in ("R1C1", "R1C2", "R1C3", "R2C1", "R2C3", "R3C1", "R3C2", "R3C3"):
        moved = play(state, {"move": "1/1 PLT", "to": name}).state
        assert unit(moved, "1/1 PLT").at == card(state, name)
        assert unit(moved, "1/1 PLT").exposed
    assert why(state, {"move": "1/1 PLT", "to": "R4C2"}).rule == "FF-5.1.2.a"


@pytest.mark.rule("FF-5.1.2.d", "FF-4.2.2a.cond")
def test_an_exposed_unit_stays_on_its_card_but_may_move_within_it() -> None:
    covers = {1: {"at": "R2C2"}}
    state = board({"1/1 PLT": {"at": "R2C2", "exposed": True}}, covers=covers)
    assert why(state, {"move": "1/1 PLT", "to": "R2C1"}).rule == "FF-5.1.2.d"
    assert unit(play(state, {"move_within": "1/1 PLT", "cover": 1}).state, "1/1 PLT").cover == 1


@pytest.mark.rule("FF-2.4.1.A.bound", "FF-2.4.1.A.loa", "FF-1.2.6.ao", "FF-2.4.1.A.fire")
def test_nobody_leaves_the_boundaries_but_fire_crosses_them() -> None:
    outside = {"R2C5": {"terrain": "plain", "kind": "outside"}, "R5C4": {"terrain": "plain", "kind": "outside"}}
    state = board({"1/1 PLT": "R2C4", "2/1 PLT": "R4C4", SQUAD: {"at": "R2C5", "held": True}}, cards=outside)
    assert why(state, {"move": "1/1 PLT", "to": "R2C5"}).rule == "FF-2.4.1.A.bound"
    assert why(state, {"move": "2/1 PLT", "to": "R5C4"}).rule == "FF-2.4.1.A.loa"
    assert state.fires[key(state, "1/1 PLT")].at == card(state, "R2C5")


@pytest.mark.rule("FF-5.2.1.c")
def test_a_black_border_stops_movement_from_both_sides() -> None:
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R2C1"}, facts=BLACK, cards={"R2C1": {"terrain": "canal"}})
    assert why(state, {"move": "1/1 PLT", "to": "R2C1"}).rule == "FF-5.2.1.c"
    assert why(state, {"move": "2/1 PLT", "to": "R1C1"}).rule == "FF-5.2.1.c"
    assert unit(play(state, {"move": "1/1 PLT", "to": "R2C2"}).state, "1/1 PLT").at == card(state, "R2C2")


@pytest.mark.rule("FF-5.1.2.c", "FF-5.1.2.f")
def test_nobody_moves_diagonally_across_a_direction_of_fire_whoever_fires() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "held": True}, SQUAD: "R2C2", "2/1 PLT": {"at": "R1C2", "held": True}}
    state = board(units, fires={SQUAD: {"at": "R1C1"}})
    assert why(state, {"move": "2/1 PLT", "to": "R2C1"}).rule == "FF-5.1.2.c"
    assert crosses_fire(state, card(state, "R2C1"), card(state, "R1C2"))
    assert not crosses_fire(state, card(state, "R1C1"), card(state, "R2C2")), "along the line is not across it"
    assert why_not_enter(state, key(state, "2/1 PLT"), card(state, "R2C3")) is None
    quiet = board({**units, SQUAD: {"at": "R2C2", "held": True}})
    assert why_not_enter(quiet, key(quiet, "2/1 PLT"), card(quiet, "R2C1")) is None


@pytest.mark.rule("FF-5.1.2.c")
def test_a_line_of_fire_bars_the_diagonal_only_as_far_as_it_reaches() -> None:
    state = board({"1/1 PLT": {"at": "R2C2", "held": True}, SQUAD: "R3C3"}, fires={SQUAD: {"at": "R2C2"}})
    assert crosses_fire(state, card(state, "R2C3"), card(state, "R3C2"))
    assert not crosses_fire(state, card(state, "R1C2"), card(state, "R2C1"))


@pytest.mark.rule("FF-5.1.5.a", "FF-5.1.5.a1", "FF-5.1.5.a3")
def test_no_more_than_sixteen_steps_of_a_side_on_a_card() -> None:
    full = {f"{n}/{p} PLT": "R2C2" for p in (1, 2) for n in (1, 2, 3)}
    units = {
        **{k: v for k, v in full.items() if k != "3/2 PLT"},
        "1/3 PLT": "R1C2",
        "CO HQ": "R1C2",
        "Casualty 1": "R2C2",
    }
    state = board(units)
    assert why(state, {"move": "1/3 PLT", "to": "R2C2"}).rule == "FF-5.1.5.a1"
    assert unit(play(state, {"move": "CO HQ", "to": "R2C2"}).state, "CO HQ").at == card(state, "R2C2")
    staged = board({**{k: "R0C2" for k in units if k not in ("1/3 PLT", "Casualty 1")}, "1/3 PLT": "R1C2"})
    assert why_not_enter(staged, key(staged, "1/3 PLT"), card(staged, "R0C2")) is None, "the Staging Area has no limit"
    enemies = board({**units, "1/3 PLT": "R4C4", SQUAD: {"at": "R3C2", "held": True}})
    assert why_not_enter(enemies, key(enemies, SQUAD), card(enemies, "R2C2")) is None, "each side counts for itself"


@pytest.mark.rule("FF-2.5.A.a", "FF-5.1.3")
def test_moves_between_staging_area_cards_do_not_expose() -> None:
    state = board({"1/1 PLT": "R0C1"})
    moved = play(state, {"move": "1/1 PLT", "to": "R0C2"}).state
    assert not unit(moved, "1/1 PLT").exposed
    assert unit(play(state, {"move": "1/1 PLT", "to": "R1C1"}).state, "1/1 PLT").exposed


@pytest.mark.rule("FF-5.1.3.b", "FF-4.2.a")
def test_the_same_order_is_given_to_a_unit_once_in_an_impulse() -> None:
    state = play(board({"1/1 PLT": "R0C1"}), {"move": "1/1 PLT", "to": "R0C2"}).state
    assert why(state, {"move": "1/1 PLT", "to": "R0C3"}).rule == "FF-4.2.a"


@pytest.mark.rule("FF-5.1.1.b", "FF-5.1.2.b", "FF-4.2.2a.exp")
def test_between_trenches_bunkers_and_pillboxes_nobody_is_exposed() -> None:
    covers = {
        1: {"at": "R2C2", "kind": "trench", "value": 2},
        2: {"at": "R2C2", "kind": "bunker", "value": 3, "capacity": 4},
        3: {"at": "R2C3", "kind": "pillbox", "value": 4, "capacity": 3},
        4: {"at": "R2C2", "kind": "foxholes", "value": 1},
    }
    state = board({"1/1 PLT": {"at": "R2C2", "cover": 1}}, covers=covers)
    assert not unit(play(state, {"move_within": "1/1 PLT", "cover": 2}).state, "1/1 PLT").exposed
    assert not unit(play(state, {"move": "1/1 PLT", "to": "R2C3", "cover": 3}).state, "1/1 PLT").exposed
    assert unit(play(state, {"move": "1/1 PLT", "to": "R2C3", "cover": 0}).state, "1/1 PLT").exposed
    assert unit(play(state, {"move_within": "1/1 PLT", "cover": 4}).state, "1/1 PLT").exposed


@pytest.mark.rule("FF-5.1.2.a", "FF-5.1.2.e", "FF-4.2.2a.cover")
def test_a_unit_may_go_straight_under_cover_that_is_free_and_big_enough() -> None:
    covers = {
        1: {"at": "R2C1"},
        2: {"at": "R2C1"},
        3: {"at": "R2C1", "kind": "pillbox", "value": 4, "capacity": 2},
    }
    state = board({"1/1 PLT": "R1C1", "German Litter Team 1": {"at": "R2C1", "cover": 2}}, covers=covers)
    assert unit(play(state, {"move": "1/1 PLT", "to": "R2C1", "cover": 1}).state, "1/1 PLT").cover == 1
    assert why(state, {"move": "1/1 PLT", "to": "R2C1", "cover": 2})
    assert why(state, {"move": "1/1 PLT", "to": "R2C1", "cover": 3})


@pytest.mark.rule("FF-5.1.1.a", "FF-5.1.1.d", "FF-4.2.2f", "FF-4.2.2f.eff", "FF-4.2.2f.rep")
def test_moving_within_a_card_goes_from_cover_to_cover_as_often_as_one_likes() -> None:
    state = board({"1/1 PLT": {"at": "R2C2", "cover": 1}}, covers={1: {"at": "R2C2"}, 2: {"at": "R2C2"}})
    once = play(state, {"move_within": "1/1 PLT", "cover": 2}).state
    assert (unit(once, "1/1 PLT").cover, unit(once, "1/1 PLT").exposed) == (2, True)
    again = play(once, {"move_within": "1/1 PLT", "cover": 0}).state
    assert unit(again, "1/1 PLT").cover == 0
    assert why(board({"1/1 PLT": "R1C1"}), {"move_within": "1/1 PLT", "cover": 1}).rule == "FF-4.2.2f.eff"


@pytest.mark.rule("FF-4.2.5.fire.a", "FF-4.2.5.litter.mv", "FF-4.2.5.paralyzed.mv", "FF-4.2.5.pinned.mv")
@pytest.mark.parametrize(
    ("name", "row", "rule"),
    [
        ("Fire Team (rifle) 1", {}, "FF-4.2.5.fire.a"),
        ("Litter Team 1", {}, "FF-4.2.5.litter.mv"),
        ("Paralyzed Team 1", {}, "FF-4.2.5.paralyzed.mv"),
        ("2/1 PLT", {"pinned": True}, "FF-4.2.5.pinned.mv"),
        ("Assault Team 1", {"pinned": True}, "FF-4.2.5.pinned.mv"),
    ],
)
def test_shaken_men_go_only_to_friends_who_are_not_under_fire(name: str, row: dict[str, bool], rule: str) -> None:
    state = board({name: {"at": "R1C2", **row}, "1/1 PLT": "R2C3"})
    assert why(state, {"move": name, "to": "R2C2"}).rule == rule
    assert unit(play(state, {"move": name, "to": "R2C3"}).state, name).at == card(state, "R2C3")
    assert unit(play(state, {"move": name, "to": "R0C2"}).state, name).at == card(state, "R0C2")
    under_fire = board(
        {name: {"at": "R1C2", **row}, "1/1 PLT": "R2C3"}, markers={1: {"kind": "incoming", "at": "R2C3", "value": -3}}
    )
    assert why(under_fire, {"move": name, "to": "R2C3"}).rule == rule
    joint = board(
        {name: {"at": "R1C2", **row}, "1/1 PLT": "R2C3", "German Litter Team 1": {"at": "R2C3", "unspotted": True}}
    )
    assert why(joint, {"move": name, "to": "R2C3"}).rule == rule


@pytest.mark.rule("FF-4.2.5.fire.pc")
def test_shaken_men_do_not_explore() -> None:
    state = board({"Fire Team (rifle) 1": "R1C2", "1/1 PLT": "R2C3"}, cards={"R2C3": {"contact": "C"}})
    assert why(state, {"move": "Fire Team (rifle) 1", "to": "R2C3"}).rule == "FF-4.2.5.fire.pc"


@pytest.mark.rule("FF-4.2.5.assault.mv")
def test_assault_teams_go_anywhere() -> None:
    state = board({"Assault Team 1": "R1C2"}, cards={"R2C3": {"contact": "C"}})
    assert unit(play(state, {"move": "Assault Team 1", "to": "R2C3"}).state, "Assault Team 1").at == card(state, "R2C3")


@pytest.mark.rule("FF-8.6.1.C")
def test_the_enemys_shaken_men_need_nobody_before_them() -> None:
    state = board({SQUAD: {"at": "R4C4", "pinned": True}, "German Litter Team 1": "R4C1"})
    assert why_not_enter(state, key(state, SQUAD), card(state, "R3C4")) is None
    assert why_not_enter(state, key(state, "German Litter Team 1"), card(state, "R3C1")) is None


@pytest.mark.rule("FF-4.2.5.paralyzed", "FF-4.2.5.pinned.mv")
def test_paralyzed_men_do_not_move_within_their_card_and_pinned_ones_do() -> None:
    covers = {1: {"at": "R1C1"}}
    state = board({"Paralyzed Team 1": "R1C1", "1/1 PLT": {"at": "R1C1", "pinned": True}}, covers=covers)
    assert why(state, {"move_within": "Paralyzed Team 1", "cover": 1}).rule == "FF-4.2.5.paralyzed"
    assert unit(play(state, {"move_within": "1/1 PLT", "cover": 1}).state, "1/1 PLT").cover == 1


@pytest.mark.rule("FF-4.2.2.imm", "FF-5.1.b")
def test_guns_that_are_not_mobile_stay_while_in_good_order() -> None:
    from sandtable.games.fieldsoffire.rules.ground.movement import why_not_move

    state = board({"German 75mm AT gun 1": "R4C1", "German 75mm AT gun 2": {"at": "R4C2", "flipped": True}})
    no = why_not_move(state, key(state, "German 75mm AT gun 1"))
    assert no is not None
    assert no.rule == "FF-4.2.2.imm"
    assert why_not_move(state, key(state, "German 75mm AT gun 2")) is None


@pytest.mark.rule("FF-7.9.1.e")
def test_men_in_a_minefield_do_not_stir() -> None:
    markers = {1: {"kind": "mines", "at": "R1C1"}, 2: {"kind": "mines", "at": "R1C1", "unit": "1/1 PLT", "value": -4}}
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C1"}, markers=markers, covers={1: {"at": "R1C1"}})
    assert why(state, {"move": "1/1 PLT", "to": "R1C2"}).rule == "FF-7.9.1.e"
    assert why(state, {"move_within": "1/1 PLT", "cover": 1}).rule == "FF-7.9.1.e"
    assert unit(play(state, {"move": "2/1 PLT", "to": "R1C2"}).state, "2/1 PLT").at == card(state, "R1C2")


@pytest.mark.rule("FF-7.2.4.e")
def test_a_gun_with_its_line_laid_does_not_stir() -> None:
    state = board({".50 cal HMG": {"at": "R1C1", "protective": 1}}, scenario="normandy_1", covers={1: {"at": "R1C1"}})
    assert why(state, {"move": ".50 cal HMG", "to": "R1C2"}).rule == "FF-7.2.4.e"
    assert why(state, {"move_within": ".50 cal HMG", "cover": 1}).rule == "FF-7.2.4.e"


@pytest.mark.rule("FF-5.1.2.c", "FF-5.1.2.f")
def test_along_a_direction_of_fire_anybody_may_walk() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "held": True}, SQUAD: "R3C1", "2/1 PLT": {"at": "R2C1", "held": True}}
    state = board(units, fires={SQUAD: {"at": "R2C1"}})
    for a, b in (("R2C1", "R3C1"), ("R3C1", "R2C1"), ("R2C1", "R2C2")):
        assert not crosses_fire(state, card(state, a), card(state, b))


@pytest.mark.rule("FF-5.1.2.c", "FF-6.3.6")
def test_the_line_of_a_mortar_team_bars_a_diagonal_step_as_well() -> None:
    line = {1: {"kind": "fire_line", "at": "R2C1", "by": "1/60mm Mtr Tm"}}
    units = {"1/1 PLT": "R1C1", "1/60mm Mtr Tm": "R1C2"}
    assert why(board(units, markers=line), {"move": "1/1 PLT", "to": "R2C2"}).rule == "FF-5.1.2.c"
    assert play(board(units), {"move": "1/1 PLT", "to": "R2C2"})


@pytest.mark.rule("FF-4.2.5.fire.a")
def test_a_gun_on_its_fire_team_side_goes_where_fire_teams_go() -> None:
    state = board({"1/LMG (.30 cal)": {"at": "R1C1", "flipped": True}, "1/1 PLT": "R1C2"})
    assert why(state, {"move": "1/LMG (.30 cal)", "to": "R2C1"}).rule == "FF-4.2.5.fire.a"
    assert play(state, {"move": "1/LMG (.30 cal)", "to": "R1C2"})


@pytest.mark.rule("FF-5.1.2.e", "FF-5.3.d", "FF-5.1.5.b")
def test_cover_that_is_held_or_full_is_refused_with_its_reason() -> None:
    held = {1: {"at": "R1C2"}}
    state = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R1C2", "cover": 1, "held": True}}, covers=held)
    assert why(state, {"move": "1/1 PLT", "to": "R1C2", "cover": 1}).rule == "FF-5.3.d"
    assert play(state, {"move": "1/1 PLT", "to": "R1C2"})
    beside = board({"1/1 PLT": "R1C2", SQUAD: {"at": "R1C2", "cover": 1, "held": True}}, covers=held)
    assert why(beside, {"move_within": "1/1 PLT", "cover": 1}).rule == "FF-5.3.d"
    fallen = board({"1/1 PLT": "R1C1", "German Casualty 1": {"at": "R1C2", "cover": 1}}, covers=held)
    assert play(fallen, {"move": "1/1 PLT", "to": "R1C2", "cover": 1})
    works = {1: {"at": "R1C2", "kind": "pillbox", "capacity": 2, "facing": 0}}
    full = board({"1/1 PLT": "R1C1", "2/1 PLT": {"at": "R1C1", "steps": 2}}, covers=works)
    assert why(full, {"move": "1/1 PLT", "to": "R1C2", "cover": 1}).rule == "FF-5.1.5.b"
    assert play(full, {"move": "2/1 PLT", "to": "R1C2", "cover": 1})


@pytest.mark.rule("FF-2.4.1.A.loa", "FF-2.4.1.A.bound", "FF-1.2.6.ao")
def test_beyond_the_map_it_is_said_which_limit_is_crossed() -> None:
    state = board({"1/1 PLT": "R4C4"})
    assert why(state, {"move": "1/1 PLT", "to": "R5C4"}).rule == "FF-2.4.1.A.loa"
    assert why(state, {"move": "1/1 PLT", "to": "R4C5"}).rule == "FF-2.4.1.A.bound"
    assert why(state, {"move": "1/1 PLT", "to": "R2C4"}).rule == "FF-5.1.2.a"


@pytest.mark.rule("FF-5.1.2.d", "FF-4.2.2f.rep", "FF-4.2.5.pinned.mv", "FF-4.2.2a.cond")
def test_being_exposed_bars_the_next_card_only_and_vehicles_stir_by_other_rules() -> None:
    from sandtable.games.fieldsoffire.rules.ground.movement import why_not_move, why_not_move_within

    state = board({"1/1 PLT": {"at": "R1C1", "exposed": True}, "2/1 PLT": "R1C1", "NKPA T-34/85 1": "R4C1"}, facts=NKPA)
    one, two, tank = (key(state, name) for name in ("1/1 PLT", "2/1 PLT", "NKPA T-34/85 1"))
    no = why_not_move(state, one)
    assert no is not None
    assert no.rule == "FF-5.1.2.d"
    assert why_not_move(state, two) is None
    assert why_not_move_within(state, one) is None
    machine = why_not_move_within(state, tank)
    assert machine is not None
    assert machine.key == "refuse.no_infantry"
    shaken = board({"Paralyzed Team 1": "R1C1", "Paralyzed Team 2": {"at": "R1C1", "pinned": True}})
    calm = why_not_move_within(shaken, key(shaken, "Paralyzed Team 1"))
    assert calm is not None
    assert calm.rule == "FF-4.2.5.paralyzed"
    assert why_not_move_within(shaken, key(shaken, "Paralyzed Team 2")) is None


@pytest.mark.rule("FF-5.2.1.c")
def test_cards_that_lie_face_down_show_no_black_border() -> None:
    from sandtable.games.fieldsoffire.rules.ground.movement import is_walled

    hidden = {"terrain": 0, "pile": "main"}
    state = board(cards={"R3C3": hidden, "R2C3": {"terrain": "canal"}, "R1C3": {}}, facts=BLACK)
    a, b, c = (card(state, name) for name in ("R3C3", "R2C3", "R1C3"))
    assert (is_walled(state, a, b), is_walled(state, b, a)) == (False, False)
    assert (is_walled(state, b, c), is_walled(state, c, b)) == (True, True)


@pytest.mark.rule("FF-5.1.1.b", "FF-5.1.2.b")
@pytest.mark.parametrize(("start", "end", "shown"), [(1, 2, False), (0, 2, True), (1, 3, True), (3, 2, True)])
def test_only_from_one_fortification_to_another_nobody_is_seen(start: int, end: int, shown: bool) -> None:
    works = {n: {"at": "R1C1", "kind": kind} for n, kind in ((1, "trench"), (2, "bunker"), (3, "basic"))}
    state = board({"1/1 PLT": {"at": "R1C1", "cover": start}}, covers=works)
    after = play(state, {"move_within": "1/1 PLT", "cover": end}).state
    assert after.units[key(state, "1/1 PLT")].exposed is shown


@pytest.mark.rule("FF-5.1.2.e")
def test_of_the_covers_of_a_card_those_with_room_can_be_entered() -> None:
    from sandtable.games.fieldsoffire.rules.ground.movement import covers_to_enter

    covers = {1: {"at": "R1C1"}, 2: {"at": "R1C1"}, 3: {"at": "R1C1", "kind": "pillbox", "capacity": 2, "facing": 0}}
    state = board({"1/1 PLT": "R1C1", SQUAD: {"at": "R1C1", "cover": 1, "held": True}}, covers=covers)
    assert covers_to_enter(state, key(state, "1/1 PLT"), card(state, "R1C1")) == (2,)
    assert play(state, {"move_within": "1/1 PLT", "cover": 2})


@pytest.mark.rule("FF-4.2.5.assault.mv")
def test_assault_teams_go_anywhere_unless_they_are_pinned_and_other_teams_do_not() -> None:
    units = {"Assault Team 1": "R1C1", "Assault Team 2": {"at": "R1C1", "pinned": True}, "1/1 PLT": "R1C1"}
    state = board({**units, "Fire Team (rifle) 1": "R1C1"})
    assert play(state, {"move": "Assault Team 1", "to": "R2C1"})
    assert play(state, {"move": "1/1 PLT", "to": "R2C1"})
    assert why(state, {"move": "Assault Team 2", "to": "R2C1"}).rule == "FF-4.2.5.pinned.mv"
    assert why(state, {"move": "Fire Team (rifle) 1", "to": "R2C1"}).rule == "FF-4.2.5.fire.a"


@pytest.mark.rule("FF-5.1.2.c", "FF-5.1.2.f")
def test_nobody_is_barred_from_going_along_a_line_of_fire() -> None:
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C1", SQUAD: {"at": "R1C3", "held": True}})
    assert state.fires
    assert play(state, {"move": "1/1 PLT", "to": "R1C2"})
    ahead = board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C1", SQUAD: {"at": "R3C1", "held": True}})
    assert play(ahead, {"move": "1/1 PLT", "to": "R2C1"})


@pytest.mark.rule("FF-5.1.2.e")
def test_a_cover_that_is_named_for_a_platoon_takes_those_for_whom_it_has_room() -> None:
    works = {
        1: {"at": "R1C2", "kind": "pillbox", "value": 4, "capacity": 2},
        2: {"at": "R1C2", "kind": "trench", "value": 2},
    }
    state = board({"1/1 PLT": "R1C1"}, covers=works)
    squad, area = key(state, "1/1 PLT"), 1_000_000
    assert is_area(area)
    assert [cover_if_free(state, squad, one) for one in (0, 1, 2, area)] == [0, 0, 2, area]
