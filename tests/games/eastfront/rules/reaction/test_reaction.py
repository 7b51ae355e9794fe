"""The defender's reaction: moves, guns, orders."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable.games.eastfront import view
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import Battle, CrimeaState
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.reaction import reaction as orders
from sandtable.games.eastfront.rules.special_units import artillery
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import ref, strength
from sandtable.kernel.cases import CaseError
from sandtable.kernel.state import successor
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

FIFTH_GUN = {"12 Rifle Bde": {"type": "artillery"}}
ATTACKED = {"73 Inf Div": 3604, "106 Rifle Div": 3605}


def reaction(part: str, pieces: Mapping[str, Any], side: str = "axis", **more: Any) -> CrimeaState:
    """The defender's reaction to an attack on 3605."""
    units = [name for name, place in pieces.items() if place == 3604]
    marked = {"3605": {"side": side, "hexes": ["3605"], "units": units}}
    facts = {"units": FIFTH_GUN, **more.pop("facts", {})}
    return board(f"{side}.reaction.{part}", pieces, attacks=marked, facts=facts, **more)


@pytest.mark.rule("EF-14.0", "EF-14.11.a", "EF-10.3", "EF-4.2.B3", "EF-14.12", "EF-3.12")
def test_motorised_units_near_an_attack_move_half_their_allowance() -> None:
    units = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "SS LAH Rcn Bn": 3607, "190 AG Bn": 3611, "46 Inf Div": 3607}
    state = reaction("moves", units, "soviet")
    assert asked(state) == {"axis": "turn.soviet.reaction.moves"}
    assert may(state, "axis", {"move": "SS LAH Rcn Bn", "path": [3606, 3605]})
    assert may(state, "axis", {"move": "SS LAH Rcn Bn", "path": [3608, 3609, 3610]})  # anywhere
    assert not may(state, "axis", {"move": "SS LAH Rcn Bn", "path": [3608, 3609, 3610, 3611, 3612]})
    assert why(state, "axis", {"move": "190 AG Bn", "path": [3610]}).rule == "EF-14.11.a"
    assert why(state, "axis", {"move": "46 Inf Div", "path": [3606]}).rule == "EFT-movement-phases"
    after = play(state, "axis", {"move": "SS LAH Rcn Bn", "path": [3606, 3605]}).state
    assert where(after, "SS LAH Rcn Bn") == 3605


@pytest.mark.rule("EF-14.11.a", "EF-6.72")
@pytest.mark.parametrize(
    ("marker", "reason"), [({"overrun": True}, "refuse.overrun_marker"), ({"supply": 2}, "refuse.out_of_supply")]
)
def test_units_that_were_overrun_or_starve_do_not_react(marker: dict[str, Any], reason: str) -> None:
    fresh = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "190 AG Bn": 3607}
    state = reaction("moves", {**fresh, "SS LAH Rcn Bn": {"hex": "3607", **marker}}, "soviet")
    no = why(state, "axis", {"move": "SS LAH Rcn Bn", "path": [3606]})
    assert (no.rule, no.key) == ("EF-14.11.a", reason)


@pytest.mark.rule("EF-10.63.c", "EF-14.13")
def test_reacting_units_enter_enemy_zones_only_where_friends_are_attacked() -> None:
    units = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "129 Mot Rgt/22 Pz": 3607, "271 Rifle Div": 3705}
    state = reaction("moves", {**units, "47(+) Rgt/22 Div": 3706}, "soviet")
    assert why(state, "axis", {"move": "129 Mot Rgt/22 Pz", "path": [3606, 3706]}).rule in ("EF-10.63.c", "EF-14.13")
    quiet = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "129 Mot Rgt/22 Pz": 3607}
    state = reaction("moves", quiet, "soviet")
    # no extra point for the zone, and it stops there
    guide = GAME.offers(state, "axis", {"do": "move", "unit": key(state, "129 Mot Rgt/22 Pz"), "path": [3606, 3605]})
    assert not hasattr(guide, "rule")
    assert may(state, "axis", {"move": "129 Mot Rgt/22 Pz", "path": [3606, 3605]})
    assert not may(state, "axis", {"move": "129 Mot Rgt/22 Pz", "path": [3606, 3605, 3505]})


@pytest.mark.rule("EF-14.13")
def test_reacting_units_keep_away_from_enemies_without_a_zone_too() -> None:
    units = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "129 Mot Rgt/22 Pz": 3607, "52 Art Rgt": 3808}
    order = {"move": "129 Mot Rgt/22 Pz", "path": [3707]}
    bare = reaction("moves", units, "soviet")
    assert why(bare, "axis", order).rule == "EF-14.13"
    # A friend is there, but nobody attacks him: whoever has a zone would bind more attackers.
    held = reaction("moves", {**units, "190 AG Bn": 3707}, "soviet")
    assert why(held, "axis", order).key == "refuse.react_undeclared"
    small = {"units": {"129 Mot Rgt/22 Pz": {"zone_of_control": False}}}
    assert may(reaction("moves", {**units, "190 AG Bn": 3707}, "soviet", facts=small), "axis", order)


@pytest.mark.rule("EF-14.13")
def test_the_reach_of_a_reacting_unit_is_where_its_moves_end() -> None:
    units = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "129 Mot Rgt/22 Pz": 3607, "52 Art Rgt": 3809}
    state = reaction("moves", units, "soviet")
    unit = key(state, "129 Mot Rgt/22 Pz")
    ways, ends = movement.ways(state, "axis", unit), set()
    paths: list[tuple[int, ...]] = [()]
    while paths:
        path = paths.pop()
        for to in ways.steps(path):
            ends.add(to)
            paths.append((*path, to))
    assert movement.destinations(state, unit).keys() == ends
    beside_guns = set(state.board.grid.neighbours[3809])
    assert not beside_guns & ends
    assert beside_guns & set(movement.destinations(reaction("moves", {**units, "52 Art Rgt": 4112}, "soviet"), unit))


@pytest.mark.rule("EF-14.11.c", "EF-22.12.b", "EF-22.24", "EF-22.22")
def test_soviet_units_react_only_on_the_word_of_a_headquarters() -> None:
    units = {**ATTACKED, "5(+) Tank Rgt": 3607, "39 Tank Bde": 3607, "40 Tank Bde": 3607, "271 Rifle Div": 3610}
    alone = reaction("moves", units)
    assert asked(alone) != {"soviet": "turn.axis.reaction.moves"}
    led = reaction("moves", {**units, "51 Army HQ": 3609})
    for name in ("5(+) Tank Rgt", "39 Tank Bde"):
        led = play(led, "soviet", {"move": name, "path": [3606]}).state
    # the staff has two points, and both are spent
    assert asked(led) != {"soviet": "turn.axis.reaction.moves"}
    assert led.pieces[key(led, "51 Army HQ")].reactions == 2
    paralysed = reaction("moves", {**units, "51 Army HQ": 3609, "44 Army HQ": {"hex": "3608", "back": True}})
    assert asked(paralysed) != {"soviet": "turn.axis.reaction.moves"}


@pytest.mark.rule("EF-22.44")
def test_nkvd_does_not_react() -> None:
    facts = {"units": {"54 Mot Rgt": {"nkvd": True}}}
    units = {**ATTACKED, "54 Mot Rgt": 3607, "5(+) Tank Rgt": 3607, "51 Army HQ": 3609}
    state = reaction("moves", units, facts=facts)
    assert why(state, "soviet", {"move": "54 Mot Rgt", "path": [3606]}).rule == "EF-22.44"


# -- artillery -------------------------------------------------------------------------------------------------------

GUNS = {"24 Art Rgt": 3605, "52 Art Rgt": 3605, "44 Army Art": 3606, "51 Army Art": 3607, "12 Rifle Bde": 3607}


def support(state: CrimeaState, *names: str) -> bool:
    return may(state, "soviet", {"do": "support", "attack": 3605, "units": list(names)})


@pytest.mark.rule("EF-PB11.3", "EF-14.21", "EF-14.22", "EFT-artillery-support")
def test_example_one_a_single_gun_supports() -> None:
    state = reaction("guns", {**ATTACKED, "24 Art Rgt": 3605, "44 Army Art": 3606})
    assert support(state, "24 Art Rgt")
    assert support(state, "44 Army Art")
    assert not support(state, "24 Art Rgt", "44 Army Art")


@pytest.mark.rule("EF-PB11.3")
def test_example_two_all_guns_under_attack_may_support_but_none_from_outside_with_them() -> None:
    state = reaction("guns", {**ATTACKED, "24 Art Rgt": 3605, "52 Art Rgt": 3605, "44 Army Art": 3606})
    assert support(state, "24 Art Rgt", "52 Art Rgt")
    assert support(state, "44 Army Art")
    assert (
        why(state, "soviet", {"do": "support", "attack": 3605, "units": ["24 Art Rgt", "44 Army Art"]}).rule
        == "EF-22.14"
    )


@pytest.mark.rule("EF-PB11.3", "EF-22.14", "EFT-artillery-support")
def test_example_three_guns_with_a_working_staff_join_up_to_four() -> None:
    state = reaction("guns", {**ATTACKED, **GUNS, "51 Army HQ": 3607})
    assert support(state, "24 Art Rgt", "52 Art Rgt", "51 Army Art", "12 Rifle Bde")
    assert not support(state, "24 Art Rgt", "52 Art Rgt", "51 Army Art", "44 Army Art")


@pytest.mark.rule("EF-22.25.d", "EF-PB11.3")
def test_near_a_paralysed_staff_one_gun_supports() -> None:
    state = reaction("guns", {**ATTACKED, **GUNS, "51 Army HQ": {"hex": "3607", "back": True}})
    assert support(state, "24 Art Rgt")
    assert not support(state, "24 Art Rgt", "52 Art Rgt")


@pytest.mark.rule("EF-13.24", "EFT-arty-suppression", "EF-13.15")
@pytest.mark.parametrize(("level", "pair"), [(0, True), (1, False), (2, False)])
def test_interdiction_silences_guns_with_a_staff(level: int, pair: bool) -> None:
    marks = {"3608": level} if level else {}
    state = reaction("guns", {**ATTACKED, **GUNS, "51 Army HQ": 3607}, interdiction=marks)
    assert support(state, "24 Art Rgt", "51 Army Art")
    assert support(state, "24 Art Rgt", "51 Army Art", "12 Rifle Bde") is pair


@pytest.mark.rule("EF-13.24", "EFT-arty-suppression")
def test_interdiction_silences_the_strongest_guns_but_never_all() -> None:
    pair = {**ATTACKED, "52 Art Rgt": 3607, "51 Army Art": 3607, "51 Army HQ": 3607}
    state = reaction("guns", pair, interdiction={"3607": 1})
    order = {"do": "support", "attack": 3605, "units": ["51 Army Art"]}
    assert why(state, "soviet", order).rule == "EF-13.24"
    assert support(state, "52 Art Rgt")
    # A weak gun that is too far away is not the one that may always fire.
    far = {"units": {**FIFTH_GUN, "52 Art Rgt": {"range": 1}}}
    assert support(reaction("guns", pair, interdiction={"3607": 2}, facts=far), "51 Army Art")
    # Guns under attack fire as they are.
    here = {name: 3605 for name in pair if name not in ATTACKED}
    under = reaction("guns", {**ATTACKED, **here}, interdiction={"3605": 2})
    assert support(under, "52 Art Rgt", "51 Army Art")


@pytest.mark.rule("EF-13.24")
def test_the_axis_says_which_guns_fall_silent() -> None:
    pair = {**ATTACKED, "52 Art Rgt": 3607, "51 Army Art": 3607, "51 Army HQ": 3607}
    state = reaction("silence", pair, interdiction={"3607": 1})
    assert asked(state) == {"axis": "turn.axis.reaction.silence"}
    assert not may(state, "axis", {"silence": 3607, "units": ["52 Art Rgt", "51 Army Art"]})
    assert why(state, "soviet", {"silence": 3607, "units": ["52 Art Rgt"]}).key == "refuse.not_asked"
    step = play(state, "axis", {"silence": 3607, "units": ["52 Art Rgt"]})
    told = logged(step, "guns_silenced")
    assert (told.rule, told.params["units"]) == ("EF-13.24", (ref(key(state, "52 Art Rgt")),))
    weak = step.state
    assert asked(weak) == {"soviet": "turn.axis.reaction.guns"}
    assert support(weak, "51 Army Art")
    assert why(weak, "soviet", {"support": 3605, "units": ["52 Art Rgt"]}).rule == "EF-13.24"
    # Who says nothing silences the strongest.
    passed = play(state, "axis", {"do": "done"}).state
    assert support(passed, "52 Art Rgt")
    assert not may(passed, "soviet", {"support": 3605, "units": ["51 Army Art"]})
    # All that could fire were named: the weakest of them may all the same.
    trio = {**pair, "24 Art Rgt": 3607}
    far = {"units": {"24 Art Rgt": {"range": 1}}}
    three = reaction("silence", trio, interdiction={"3607": 2}, facts=far)
    both = play(three, "axis", {"silence": 3607, "units": ["52 Art Rgt", "51 Army Art"]}).state
    assert support(both, "52 Art Rgt")
    assert not support(both, "51 Army Art")


@pytest.mark.rule("EF-13.24")
def test_nobody_is_asked_which_guns_fall_silent_where_there_is_no_choice() -> None:
    pair = {**ATTACKED, "52 Art Rgt": 3607, "51 Army Art": 3607, "51 Army HQ": 3607}
    for units, marks in (
        (pair, {}),
        ({**pair, "52 Art Rgt": 3609}, {"3607": 1}),
        ({**pair, "51 Army HQ": 3609}, {"3606": 1}),
    ):
        assert asked(reaction("silence", units, interdiction=marks)) != {"axis": "turn.axis.reaction.silence"}


@pytest.mark.rule("EF-13.24")
def test_nobody_is_asked_to_choose_where_only_one_gun_could_fire() -> None:
    pair = {**ATTACKED, "52 Art Rgt": 3607, "51 Army Art": 3607, "51 Army HQ": 3607}
    far = {"units": {**FIFTH_GUN, "52 Art Rgt": {"range": 1}}}
    state = reaction("silence", pair, interdiction={"3607": 1}, facts=far)
    assert asked(state) == {"soviet": "turn.axis.reaction.guns"}


@pytest.mark.rule("EF-13.24")
def test_the_axis_silences_nobody_when_it_commits_its_own_guns() -> None:
    pair = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "52 Art Rgt": 3602, "51 Army Art": 3602, "51 Army HQ": 3602}
    with pytest.raises(CaseError, match="silence"):
        reaction("silence", pair, "soviet", interdiction={"3602": 1})


@pytest.mark.rule("EF-13.24")
def test_interdiction_of_a_staff_without_guns_silences_nobody() -> None:
    staffs = {"51 Army HQ": 3607, "44 Army HQ": 3609}
    state = reaction("guns", {**ATTACKED, **GUNS, **staffs}, interdiction={"3610": 1})
    assert support(state, "24 Art Rgt", "51 Army Art", "12 Rifle Bde")


@pytest.mark.rule("EF-14.21", "EF-14.22", "EF-6.74", "EF-15.55.a", "EF-23.51", "EF-11.44")
def test_guns_that_cannot_support_the_defence() -> None:
    units = {
        **ATTACKED,
        "24 Art Rgt": {"hex": "3606", "supply": 2},
        "52 Art Rgt": {"hex": "3606", "overrun": True},
        "19 Gd Rocket Rgt": 3606,
        "12 Rifle Bde": 3504,
        "44 Army Art": 3608,
        "51 Army Art": 3606,
    }
    state = reaction("guns", {**units, "46 Inf Div": 3403})
    rules = {}
    for name in ("24 Art Rgt", "52 Art Rgt", "19 Gd Rocket Rgt", "12 Rifle Bde", "44 Army Art"):
        rules[name] = why(state, "soviet", {"do": "support", "attack": 3605, "units": [name]}).rule
    assert rules == {
        "24 Art Rgt": "EF-6.74",
        "52 Art Rgt": "EF-11.44",
        "19 Gd Rocket Rgt": "EF-23.51",
        "12 Rifle Bde": "EF-15.55.a",
        "44 Army Art": "EFT-artillery-support",
    }


@pytest.mark.rule("EFT-artillery-support")
def test_guns_alone_in_the_hex_use_their_defence_only() -> None:
    state = reaction("guns", {"73 Inf Div": 3604, "24 Art Rgt": 3605, "44 Army Art": 3606})
    assert not support(state, "24 Art Rgt")
    assert support(state, "44 Army Art")


@pytest.mark.rule("EF-23.43.c")
def test_axis_super_heavy_guns_do_not_defend() -> None:
    units = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "641 S-H Art Bn": 3606, "49 Art Rgt": 3606}
    state = reaction("guns", units, "soviet")
    assert why(state, "axis", {"do": "support", "attack": 3605, "units": ["641 S-H Art Bn"]}).rule == "EF-23.43.c"


@pytest.mark.rule("EFT-artillery-support")
def test_the_axis_uses_up_to_four_guns() -> None:
    names = ["49 Art Rgt", "787 Art Rgt", "767 Art Bn", "RSC regular 1", "RSC regular 2"]
    facts = {"units": {name: {"type": "artillery"} for name in names[3:]}}
    units = {"106 Rifle Div": 3604, "73 Inf Div": 3605, **dict.fromkeys(names, 3606)}
    state = reaction("guns", units, "soviet", facts=facts)
    assert may(state, "axis", {"do": "support", "attack": 3605, "units": names[:4]})
    assert not may(state, "axis", {"do": "support", "attack": 3605, "units": names})


# -- orders ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-14.31", "EF-14.32", "EF-14.34", "EF-22.12.c", "EF-22.13")
def test_soviet_orders_need_a_staff_with_points_and_stay_face_down() -> None:
    state = reaction("orders", {**ATTACKED, "51 Army HQ": 3608})
    state = play(state, "soviet", {"do": "order", "attack": 3605, "order": "no_retreat"}).state
    assert state.pieces[key(state, "51 Army HQ")].orders == 1
    assert GAME.view(state, "axis").state.attacks[3605].order == ""
    assert GAME.view(state, "axis").state.attacks[3605].ordered
    assert GAME.view(state, "soviet").state.attacks[3605].order == "no_retreat"
    far = reaction("orders", {**ATTACKED, "51 Army HQ": 3610})
    assert "soviet" not in asked(far)


@pytest.mark.rule("EF-14.31", "EF-14.34")
def test_an_order_on_one_of_two_hexes_is_good_for_both() -> None:
    units = {**ATTACKED, "271 Rifle Div": 3704, "51 Army HQ": 3609}
    both = {"3605": {"side": "axis", "hexes": ["3605", "3704"], "units": ["73 Inf Div"]}}
    state = board("axis.reaction.orders", units, attacks=both)
    # 3704 lies five hexes from the staff, 3605 four.
    state = play(state, "soviet", {"do": "order", "attack": 3605, "order": "no_retreat"}).state
    assert state.pieces[key(state, "51 Army HQ")].orders == 1
    paralysed = board("axis.reaction.orders", {**units, "44 Army HQ": {"hex": "3607", "back": True}}, attacks=both)
    assert "soviet" not in asked(paralysed)


@pytest.mark.rule("EF-14.35")
def test_no_order_is_laid_where_the_nkvd_makes_all_hold() -> None:
    town = {"hexes": {"3605": {"place": "town"}}}
    units = {**ATTACKED, "276 NKVD Rgt": 3605, "51 Army HQ": 3608, "271 Rifle Div": 3705}
    two = {
        "3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]},
        "3705": {"side": "axis", "hexes": ["3705"], "units": ["73 Inf Div"]},
    }
    state = board("axis.reaction.orders", units, attacks=two, facts=town)
    no = why(state, "soviet", {"do": "order", "attack": 3605, "order": "additional"})
    assert (no.rule, [point.id for point in no.points]) == ("EF-14.35", [3605])
    assert may(state, "soviet", {"do": "order", "attack": 3705, "order": "additional"})


@pytest.mark.rule("EF-13.24")
def test_interdiction_takes_command_points() -> None:
    state = reaction("orders", {**ATTACKED, "51 Army HQ": 3608}, interdiction={"3608": 2})
    assert "soviet" not in asked(state)


@pytest.mark.rule("EF-14.33", "EF-PB7.43")
def test_axis_orders_are_free_but_romanians_alone_do_not_hold() -> None:
    germans = reaction("orders", {"106 Rifle Div": 3604, "73 Inf Div": 3605}, "soviet")
    assert may(germans, "axis", {"do": "order", "attack": 3605, "order": "no_retreat"})
    romanians = reaction("orders", {"106 Rifle Div": 3604, "Rom 10 Inf Div": 3605}, "soviet")
    assert why(romanians, "axis", {"do": "order", "attack": 3605, "order": "no_retreat"}).rule == "EF-PB7.43"
    assert may(romanians, "axis", {"do": "order", "attack": 3605, "order": "additional"})


BATTERY = ("24 Art Rgt", "51 Army Art", "52 Art Rgt", "44 Army Art", "12 Rifle Bde")


@pytest.mark.rule("EF-13.24", "EFT-arty-suppression")
@pytest.mark.parametrize(
    ("guns", "level", "firing"),
    [(1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 2, 1), (3, 1, 2), (3, 2, 1), (4, 1, 3), (4, 2, 2), (5, 1, 3), (5, 2, 2)],
)
def test_how_many_guns_with_a_staff_interdiction_leaves(guns: int, level: int, firing: int) -> None:
    pieces = {**ATTACKED, "51 Army HQ": 3607, **dict.fromkeys(BATTERY[:guns], 3607)}
    state = reaction("guns", pieces, interdiction={"3607": level})
    able = [n for n in BATTERY[:guns] if artillery.why_silenced(state, key(state, n), (3605,)) is None]
    assert len(able) == firing


@pytest.mark.rule("EF-13.24")
def test_the_strongest_guns_fall_silent_and_of_equals_the_first() -> None:
    pieces = {**ATTACKED, "51 Army HQ": 3607, "24 Art Rgt": 3607, "52 Art Rgt": 3607, "51 Army Art": 3607}
    state = reaction("guns", pieces, interdiction={"3607": 1})
    silent = {n for n in pieces if artillery.why_silenced(state, key(state, n), (3605,)) is not None}
    ranked = sorted(pieces, key=lambda n: (-strength(state, key(state, n)).attack, key(state, n)))
    assert silent == {next(n for n in ranked if n.endswith(("Art", "Art Rgt")))}


@pytest.mark.rule("EF-13.24")
@pytest.mark.parametrize(
    ("staff", "hexes", "is_silent"),
    [
        (3607, (3605,), True),
        (3606, (3605,), False),  # no headquarters with them
        (3607, (3607,), False),  # under attack themselves
    ],
)
def test_interdiction_silences_guns_that_stand_with_a_staff_and_are_not_attacked(
    staff: int, hexes: tuple[int, ...], is_silent: bool
) -> None:
    pieces = {**ATTACKED, "51 Army HQ": staff, "52 Art Rgt": 3607, "51 Army Art": 3607}
    state = reaction("guns", pieces, interdiction={"3607": 1})
    assert (artillery.why_silenced(state, key(state, "51 Army Art"), hexes) is not None) is is_silent


@pytest.mark.rule("EF-14.0", "EF-14.12", "EF-14.11.c")
def test_a_soviet_reaction_costs_a_point_of_a_staff_and_is_told() -> None:
    units = {**ATTACKED, "54 Mot Rgt": 3608, "51 Army HQ": 3607}
    state = reaction("moves", units)
    assert asked(state) == {"soviet": "turn.axis.reaction.moves"}
    step = play(state, "soviet", {"move": "54 Mot Rgt", "path": [3609]})
    assert step.state.pieces[key(state, "51 Army HQ")].reactions == 1
    told = logged(step, "reacted")
    assert (told.rule, told.params["unit"]) == ("EF-14.11.a", ref(key(state, "54 Mot Rgt")))
    # nobody is asked who could not react, nor anybody where no attack was declared
    assert asked(reaction("moves", ATTACKED)) != {"soviet": "turn.axis.reaction.moves"}
    quiet = board("axis.reaction.moves", units)
    assert asked(quiet) != {"soviet": "turn.axis.reaction.moves"}
    german = reaction("moves", {"106 Rifle Div": 3604, "73 Inf Div": 3605, "190 AG Bn": 3607}, "soviet")
    after = play(german, "axis", {"move": "190 AG Bn", "path": [3608]}).state
    assert all(not piece.reactions for piece in after.pieces.values())


@pytest.mark.rule("EF-14.31", "EF-14.33", "EF-14.34")
def test_orders_are_laid_once_and_by_whom_they_can_be() -> None:
    units = {**ATTACKED, "51 Army HQ": 3607}
    state = reaction("orders", units)
    attack = state.attacks[3605]
    assert orders.why_no_order(state, "soviet", attack, "none") is None
    assert orders.why_no_order(state, "soviet", attack, "no_retreat") is None
    laid = replace(attack, ordered=True, order="additional")
    again = orders.why_no_order(state, "soviet", laid, "no_retreat")
    assert again is not None
    assert (again.rule, again.key) == ("EF-14.31", "refuse.ordered")
    assert orders.why_no_order(state, "soviet", laid, "none") is None
    # one hex in reach of a staff is enough for an attack on two
    far = reaction("orders", {**units, "51 Army HQ": 3609})
    wide = replace(far.attacks[3605], hexes=(3604, 3605))
    assert orders.why_no_order(far, "soviet", wide, "additional") is None
    lost = reaction("orders", {**units, "51 Army HQ": 3614})
    assert orders.why_no_order(lost, "soviet", wide, "additional") is not None


@pytest.mark.rule("EF-14.32")
def test_an_order_lies_face_down_and_is_told_without_its_words() -> None:
    state = reaction("orders", {**ATTACKED, "51 Army HQ": 3607})
    step = play(state, "soviet", {"do": "order", "attack": 3605, "order": "additional"})
    assert step.state.pieces[key(state, "51 Army HQ")].orders == 1
    told = logged(step, "order_laid")
    assert (told.rule, "order" in told.params) == ("EF-14.32", False)
    laid = replace(state.attacks[3605], ordered=True, order="additional")
    assert view.seen_attack(state, "axis", 3605, laid).order == ""
    assert view.seen_attack(state, "soviet", 3605, laid) == laid
    rolled = successor(state, battle=Battle(3605, result="-/R"))
    assert view.seen_attack(rolled, "axis", 3605, laid) == laid
    assert view.seen_attack(successor(state, battle=Battle(3605)), "axis", 3605, laid).order == ""
    bare = state.attacks[3605]
    assert view.seen_attack(state, "axis", 3605, bare) is bare
    german = reaction("orders", {"106 Rifle Div": 3604, "73 Inf Div": 3605}, "soviet")
    after = play(german, "axis", {"do": "order", "attack": 3605, "order": "no_retreat"}).state
    assert all(not piece.orders for piece in after.pieces.values())


@pytest.mark.rule("EF-14.33", "EF-14.34", "EF-PB5.72.e")
def test_in_a_citadel_there_is_no_order_to_hold_and_without_a_staff_none_at_all() -> None:
    turn: dict[str, Any] = {"scenario": "8", "turn": 180, "weather": "dry"}
    for kind, hold in (("citadel", "EF-PB5.72.e"), ("", None)):
        pieces = {"157 Rifle Div": {"hex": "In-1521"}, "46 Inf Div": {"hex": "In-1520"}, "Coast HQ": {"hex": "In-1524"}}
        marks = {"In-1521": {"side": "axis", "hexes": ["In-1521"], "units": ["46 Inf Div"]}}
        facts = {"hexes": {"In-1521": {"works": kind}}} if kind else {}
        state = board("axis.reaction.orders", pieces, facts=facts, attacks=marks, begun=True, **turn)
        attack = next(iter(state.attacks.values()))
        found = [orders.why_no_order(state, "soviet", attack, order) for order in ("no_retreat", "additional")]
        assert [no and no.rule for no in found] == [hold, None]
    bare = reaction("orders", ATTACKED)
    no = orders.why_no_order(bare, "soviet", bare.attacks[3605], "additional")
    assert no is not None
    assert no.rule == "EF-22.12.c"


@pytest.mark.rule("EF-14.0")
def test_without_a_declared_attack_nobody_reacts() -> None:
    units = {"106 Rifle Div": 3604, "73 Inf Div": 3605, "190 AG Bn": 3607}
    state = reaction("moves", units, "soviet")
    assert orders.may_react(state) == ("axis",)
    assert orders.may_react(successor(state, attacks={})) == ()
