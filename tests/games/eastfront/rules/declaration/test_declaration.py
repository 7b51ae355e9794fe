"""Declaring attacks: who may be attacked, by whom, and who must be."""

from __future__ import annotations

import pytest

from tests.games.eastfront.board import asked, board, may, play, why

AT = "axis.declaration"


def declare(*units: str, hexes: tuple[int, ...] = (3605,)) -> dict[str, object]:
    return {"declare": list(hexes), "units": list(units)}


@pytest.mark.rule("EF-12.0", "EF-12.35", "EF-4.2.B2")
def test_a_declared_attack_is_marked() -> None:
    state = play(board(AT, {"73 Inf Div": 3604, "106 Rifle Div": 3605}), "axis", declare("73 Inf Div")).state
    assert state.attacks[3605].hexes == (3605,)


@pytest.mark.rule("EF-12.11", "EF-12.12")
def test_only_adjacent_units_with_attack_strength_attack() -> None:
    units = {"73 Inf Div": 3604, "46 Inf Div": 3602, "49 Art Rgt": 3604, "106 Rifle Div": 3605}
    state = board(AT, units)
    assert why(state, "axis", declare("73 Inf Div", "46 Inf Div")).rule == "EF-12.11"
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
    assert not play(state, "axis", {"call_off": 3605}).state.attacks


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
