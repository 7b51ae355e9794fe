"""Declaring attacks: who may be attacked, by whom, and who must be."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.rules.combat import battle as fights
from sandtable.games.eastfront.rules.declaration import declaration
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at
from tests.games.eastfront.board import asked, board, key, logged, may, play, why
from tests.games.eastfront.fleet import fleet

AT = "axis.declaration"


def declare(*units: str, hexes: tuple[int, ...] = (3605,)) -> dict[str, object]:
    return {"declare": list(hexes), "units": list(units)}


@pytest.mark.rule("EF-12.0", "EF-12.35", "EF-4.2.B2")
def test_a_declared_attack_is_marked() -> None:
    step = play(board(AT, {"73 Inf Div": 3604, "106 Rifle Div": 3605}), "axis", declare("73 Inf Div"))
    assert step.state.attacks[3605].hexes == (3605,)
    assert logged(step, "declared").points == (at(3605),)


@pytest.mark.rule("EF-12.11", "EF-12.12")
def test_only_adjacent_units_with_attack_strength_attack() -> None:
    units = {"73 Inf Div": 3604, "46 Inf Div": 3602, "49 Art Rgt": 3604, "106 Rifle Div": 3605}
    state = board(AT, units)
    far = why(state, "axis", declare("73 Inf Div", "46 Inf Div"))
    assert (far.rule, far.params["distance"]) == ("EF-12.11", 3)
    lost = board(AT, {**units, "46 Inf Div": {"box": "cadre", "steps": 3}})
    gone = declaration.why_not_attack(lost, key(lost, "46 Inf Div"), 3605)
    assert gone is not None
    assert (gone.rule, gone.params["distance"]) == ("EF-12.11", 0)
    assert why(state, "axis", declare("73 Inf Div", "49 Art Rgt")).rule == "EF-12.12"
    staff = board("soviet.declaration", {"51 Army HQ": 3604, "106 Rifle Div": 3604, "49 Art Rgt": 3605})
    assert why(staff, "soviet", declare("51 Army HQ")).rule == "EF-12.11"


@pytest.mark.rule("EF-12.31", "EF-12.32", "EF-12.33", "EF-12.35")
def test_less_than_one_to_four_is_no_attack() -> None:
    weak = board("soviet.declaration", {"40 Cav Div": {"hex": "3604", "steps": 1}, "73 Inf Div": 3605})
    assert why(weak, "soviet", declare("40 Cav Div")).rule == "EF-12.31"
    joined = board("soviet.declaration", {"40 Cav Div": 3604, "48 Cav Div": 3505, "73 Inf Div": 3605})
    assert why(joined, "soviet", declare("40 Cav Div")).rule == "EF-12.31"
    assert may(joined, "soviet", declare("40 Cav Div", "48 Cav Div"))


@pytest.mark.rule("EF-12.34")
def test_guns_do_not_count_when_an_attack_is_declared() -> None:
    units = {
        "40 Cav Div": {"hex": "3604", "steps": 1},
        "47(+) Rgt/22 Div": 3605,
        "49 Art Rgt": 3605,
        "787 Art Rgt": 3605,
    }
    state = board("soviet.declaration", units)
    assert may(state, "soviet", declare("40 Cav Div"))  # 1 to 3, and not 1 to 5
    held = board("soviet.declaration", {**units, "65(+) Rgt/22 Div": 3605})
    no = why(held, "soviet", declare("40 Cav Div"))
    assert (no.rule, no.params["defence"]) == ("EF-12.31", 6)


@pytest.mark.rule("EF-12.51", "EF-12.52", "EF-12.61")
def test_a_hex_is_attacked_when_it_threatens_or_can_be_entered() -> None:
    swamp = {"hexes": {"3605": {"terrain": "swamp"}}}
    motorised = {"SS LAH Rcn Bn": 3604}
    threatening = board(AT, {**motorised, "106 Rifle Div": 3605}, facts=swamp)
    assert may(threatening, "axis", declare("SS LAH Rcn Bn"))
    quiet = board(AT, {**motorised, "52 Art Rgt": 3605}, facts=swamp)
    assert why(quiet, "axis", declare("SS LAH Rcn Bn")).rule == "EF-12.61"
    on_foot = board(AT, {"73 Inf Div": 3604, "52 Art Rgt": 3605}, facts=swamp)
    assert may(on_foot, "axis", declare("73 Inf Div"))
    lake = board(AT, {"73 Inf Div": 3604, "106 Rifle Div": 3605}, facts={"sides": {"3604-3605": {"water": "lake"}}})
    assert why(lake, "axis", declare("73 Inf Div")).rule == "EF-12.61"


@pytest.mark.rule("EF-12.52")
def test_across_a_major_river_one_of_two_hexes_may_be_attacked_alone() -> None:
    sides = {"3604-3605": {"river": "major"}, "3604-3704": {"river": "major"}}
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605, "271 Rifle Div": 3704}
    state = play(board(AT, units, facts={"sides": sides}), "axis", declare("73 Inf Div")).state
    assert may(state, "axis", {"do": "done"})


@pytest.mark.rule("EF-12.7")
def test_everyone_who_threatens_an_attacker_must_be_attacked() -> None:
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605, "271 Rifle Div": 3704, "46 Inf Div": 3604}
    state = play(board(AT, units), "axis", declare("73 Inf Div")).state
    no = why(state, "axis", {"do": "done"})
    assert (no.rule, [point.id for point in no.points]) == ("EF-12.7", [3704])
    both = play(state, "axis", declare("46 Inf Div", hexes=(3704,))).state
    assert may(both, "axis", {"do": "done"})
    # guns without a zone may be ignored
    guns = play(board(AT, {**units, "271 Rifle Div": 3501, "52 Art Rgt": 3704}), "axis", declare("73 Inf Div")).state
    assert may(guns, "axis", {"do": "done"})


@pytest.mark.rule("EF-12.2")
def test_attacks_are_voluntary_and_can_be_called_off() -> None:
    units = {"73 Inf Div": 3604, "106 Rifle Div": 3605}
    state = board(AT, units)
    assert may(state, "axis", {"do": "done"})
    state = play(state, "axis", declare("73 Inf Div")).state
    step = play(state, "axis", {"call_off": 3605})
    assert not step.state.attacks
    assert logged(step, "called_off").points == (at(3605),)


@pytest.mark.rule("EF-12.8", "EF-15.26")
def test_one_attack_on_two_hexes_needs_attackers_next_to_both() -> None:
    units = {"73 Inf Div": 3604, "46 Inf Div": 3504, "106 Rifle Div": 3605, "271 Rifle Div": 3704}
    state = board(AT, units)
    assert may(state, "axis", declare("73 Inf Div", hexes=(3605, 3704)))
    assert not may(state, "axis", declare("73 Inf Div", "46 Inf Div", hexes=(3605, 3704)))
    apart = board(AT, {"73 Inf Div": 3604, "106 Rifle Div": 3605, "271 Rifle Div": 3602, "46 Inf Div": 3601})
    assert why(apart, "axis", declare("46 Inf Div", hexes=(3602, 3605))).rule == "EF-12.8"


@pytest.mark.rule("EF-12.8", "EF-12.7")
def test_who_is_nearly_surrounded_attacks_all_around_at_once() -> None:
    ring = {"106 Rifle Div": 3603, "271 Rifle Div": 3605, "156 Rifle Div": 3504, "276 Rifle Div": 3704}
    state = board(AT, {"73 Inf Div": 3604, **ring})
    few = play(state, "axis", declare("73 Inf Div", hexes=(3504, 3603, 3605))).state
    assert why(few, "axis", {"do": "done"}).rule == "EF-12.7"
    all_round = play(state, "axis", declare("73 Inf Div", hexes=(3504, 3603, 3605, 3704))).state
    assert may(all_round, "axis", {"do": "done"})


@pytest.mark.rule("EF-15.23", "EF-15.25")
def test_a_unit_and_a_hex_are_in_one_attack_only() -> None:
    units = {"73 Inf Div": 3604, "46 Inf Div": 3604, "106 Rifle Div": 3605, "271 Rifle Div": 3704}
    state = play(board(AT, units), "axis", declare("73 Inf Div")).state
    assert why(state, "axis", declare("46 Inf Div")).rule == "EF-15.23"
    assert why(state, "axis", declare("73 Inf Div", hexes=(3704,))).rule in ("EF-15.23", "EF-12.61")


@pytest.mark.rule("EF-14.0", "EF-4.2.B")
def test_without_attacks_there_is_no_reaction_and_no_combat() -> None:
    state = play(board(AT, {"73 Inf Div": 3604}), "axis", {"do": "done"}).state
    assert asked(state) == {"axis": "turn.axis.motorised.moves"}


@pytest.mark.rule("EF-12.31", "EF-12.32", "EF-12.33", "EF-12.35")
@pytest.mark.parametrize(
    ("attack", "defence", "allowed"), [(1, 4, True), (1, 5, False), (2, 8, True), (0, 0, False), (1, 0, True)]
)
def test_one_to_four_is_just_enough_and_nothing_is_no_attack(attack: int, defence: int, allowed: bool) -> None:
    """Guns alone have no defence that would count yet."""
    target = {"106 Rifle Div": {"front": f"1-{defence}-4"}} if defence else {"106 Rifle Div": {"type": "artillery"}}
    facts = {"units": {"73 Inf Div": {"front": f"{attack}-5-5", "back": "0-1-5"}, **target}}
    state = board(AT, {"73 Inf Div": 3604, "106 Rifle Div": 3605}, facts=facts)
    found = declaration.why_too_weak(state, (3605,), (key(state, "73 Inf Div"),))
    assert (found is None) == allowed


@pytest.mark.rule("EF-12.51", "EF-12.52", "EF-12.61")
def test_who_could_enter_what() -> None:
    """Over wide water: foot, not tanks or guns, and never into a lake; boats along their waters, not into the sea."""
    names = ("73 Inf Div", "190 AG Bn", "49 Art Rgt")
    for side, fit in (
        ({"river": "major"}, ("73 Inf Div",)),
        ({"water": "sivash"}, ("73 Inf Div",)),
        ({"water": "lake"}, ()),
        ({"river": "minor"}, names),
    ):
        state = board(AT, dict.fromkeys(names, 3604), facts={"sides": {"3604-3605": side}})
        able = tuple(n for n in names if declaration.can_enter(state, key(state, n), 3604, 3605))
        assert able == fit
    lake = {"hexes": {"3605": {"terrain": "lake"}}, "sides": {"3604-3605": {"river": "major"}}}
    wet = board(AT, {"73 Inf Div": 3604}, facts=lake)
    assert not declaration.can_enter(wet, key(wet, "73 Inf Div"), 3604, 3605)
    roads = {"roads": [["3604", "3605", "primary"]], "hexes": {"3605": {"terrain": "swamp"}}}
    along = board(AT, {"190 AG Bn": 3604}, facts=roads)
    assert declaration.can_enter(along, key(along, "190 AG Bn"), 3604, 3605)
    shore = {"3604": {"coastal": True}, "3605": {"coastal": True}, "3704": {"terrain": "sea", "zone": "azov"}}
    boats = board("soviet.declaration", {"Flot Kiev": 3604}, facts={"hexes": shore})
    flotilla = key(boats, "Flot Kiev")
    assert [declaration.can_enter(boats, flotilla, 3604, to) for to in (3605, 3704, 3603)] == [True, False, False]


@pytest.mark.rule("EF-12.52", "EF-12.61", "EF-PB8.71")
def test_units_before_a_coast_could_enter_it() -> None:
    ships = {"Gp-A": {"zone": "sevastopol", "hex": "3707"}}
    men = {"83 Naval Bde": {"hex": "3707", "ship": "Gp-A", "assault": True}}
    state = fleet("soviet.declaration", ships, men)
    unit = key(state, "83 Naval Bde")
    assert [declaration.can_enter(state, unit, 3707, to) for to in (3706, 3708)] == [True, False]


@pytest.mark.rule("EF-12.51", "EF-15.53.c", "EF-PB7.36")
def test_guns_of_the_coast_and_boats_in_storms_attack_nobody() -> None:
    facts = {"units": {"49 Art Rgt": {"type": "coastal_artillery"}}}
    state = board(AT, {"49 Art Rgt": 3604, "106 Rifle Div": 3605, "73 Inf Div": 3505}, facts=facts)
    assert why(state, "axis", declare("49 Art Rgt")).rule == "EF-PB7.36"
    shore = {"hexes": {"3604": {"coastal": True}, "3605": {"coastal": True}, "3704": {"terrain": "sea"}}}
    boats = board("soviet.declaration", {"Flot Kiev": 3604, "73 Inf Div": 3605}, facts=shore, storms=True)
    no = declaration.why_not_attack(boats, key(boats, "Flot Kiev"), 3605)
    assert no is not None
    assert no.rule == "EF-15.53.c"


@pytest.mark.rule("EF-12.8", "EF-15.26")
def test_several_hexes_are_attacked_by_those_next_to_all_of_them() -> None:
    units = {"73 Inf Div": 3604, "46 Inf Div": 3504, "106 Rifle Div": 3605, "271 Rifle Div": 3704}
    state = board(AT, units)
    assert declaration.why_not_declare(state, "axis", (3605, 3704)) is None
    assert may(state, "axis", declare("73 Inf Div", hexes=(3605, 3704)))
    empty = declaration.why_not_declare(state, "axis", (3605, 3505))
    assert empty is not None
    assert (empty.rule, empty.key) == ("EF-12.11", "refuse.no_enemy_there")
    nobody = declaration.why_not_declare(state, "axis", (3505,))
    assert nobody is not None
    assert (nobody.rule, nobody.key) == ("EF-12.61", "refuse.nobody_can_attack")
    far = board(AT, {**units, "276 Rifle Div": 3706})
    apart = declaration.why_not_declare(far, "axis", (3605, 3706))
    assert apart is not None
    assert (apart.rule, apart.key) == ("EF-12.8", "refuse.not_adjacent_to_all")
    alone = declaration.why_not_declare(far, "axis", (3706,))
    assert alone is not None
    assert (alone.rule, alone.key) == ("EF-12.61", "refuse.nobody_can_attack")


@pytest.mark.rule("EF-12.7", "EF-15.21")
def test_others_join_only_where_all_that_threatens_them_is_attacked() -> None:
    units = {"73 Inf Div": 3604, "46 Inf Div": 3505, "106 Rifle Div": 3605, "271 Rifle Div": 3506}
    marks = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div"]}}
    state = board("axis.combat.attacks", units, attacks=marks, begun=True)
    attack = state.attacks[3605]
    assert fights.available(state, attack) == (key(state, "73 Inf Div"),)
    both = {**marks, "3506": {"side": "axis", "hexes": ["3506"], "units": ["50 Inf Div"]}}
    other = board("axis.combat.attacks", {**units, "50 Inf Div": 3406}, attacks=both, begun=True)
    assert set(fights.available(other, other.attacks[3605])) == {key(other, "73 Inf Div"), key(other, "46 Inf Div")}
    named = {"3605": {"side": "axis", "hexes": ["3605"], "units": ["73 Inf Div", "46 Inf Div"]}}
    pledged = board("axis.combat.attacks", units, attacks=named, begun=True)
    assert len(fights.available(pledged, pledged.attacks[3605])) == 2


@pytest.mark.rule("EF-12.7")
@pytest.mark.parametrize(("forced", "left"), [(True, ()), (False, ((3506, 3505),))])
def test_attacks_that_the_enemy_chose_bind_to_nothing_else(forced: bool, left: tuple[tuple[int, int], ...]) -> None:
    units = {"106 Rifle Div": 3505, "73 Inf Div": 3605, "46 Inf Div": 3506}
    marks = {"3605": {"side": "soviet", "hexes": ["3605"], "units": ["106 Rifle Div"], "forced": forced}}
    state = board("soviet.declaration", units, attacks=marks, begun=True)
    assert declaration.neglected(state, "soviet") == left
