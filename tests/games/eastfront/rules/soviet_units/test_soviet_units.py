"""Soviet headquarters: command, paralysis, recovery, activation."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.rules.soviet_units import soviet_units
from tests.games.eastfront.board import board, key, marked, may, play, why

STAFF = "51 Army HQ"


@pytest.mark.rule("EF-22.11", "EF-8.16")
def test_the_radius_is_four_hexes_over_anything() -> None:
    state = board("soviet.motorised", {STAFF: 3605}, facts={"hexes": {"3607": {"terrain": "sea"}}})
    assert soviet_units.is_within(state, key(state, STAFF), 3609)
    assert not soviet_units.is_within(state, key(state, STAFF), 3610)
    off = board("soviet.motorised", {STAFF: {"box": "active"}, "44 Army HQ": 3605})
    assert soviet_units.headquarters(off, True) == (key(off, "44 Army HQ"),)


@pytest.mark.rule("EF-10.24.c", "EF-22.12.a", "EF-4.2.C1", "EF-22.13")
def test_a_headquarters_activates_two_foot_units_for_the_motorised_phase() -> None:
    units = {STAFF: 3605, "106 Rifle Div": 3606, "156 Rifle Div": 3606, "271 Rifle Div": 3607, "5(+) Tank Rgt": 3606}
    state = board("soviet.motorised", units)
    assert not may(state, "soviet", {"move": "106 Rifle Div", "path": [3607]})
    assert why(state, "soviet", {"activate": "5(+) Tank Rgt"}).rule == "EF-22.12.a"
    assert why(state, "soviet", {"activate": STAFF}).rule == "EF-22.12.a"
    for name in ("106 Rifle Div", "156 Rifle Div"):
        state = play(state, "soviet", {"activate": name}).state
    assert why(state, "soviet", {"activate": "271 Rifle Div"}).rule == "EF-22.12.a"
    assert may(state, "soviet", {"move": "106 Rifle Div", "path": [3607, 3608, 3609, 3610]})


@pytest.mark.rule("EF-10.24.c", "EF-4.2.C5")
def test_who_was_activated_does_not_move_again() -> None:
    state = board("soviet.movement", {"106 Rifle Div": {"hex": "3606", "activated": True}, "156 Rifle Div": 3606})
    assert not may(state, "soviet", {"move": "106 Rifle Div", "path": [3607]})
    assert may(state, "soviet", {"move": "156 Rifle Div", "path": [3607]})


@pytest.mark.rule("EF-22.41", "EF-10.24.c")
def test_one_guards_unit_is_activated_beyond_the_command_value() -> None:
    units = {STAFF: 3605, "18 Gd Rocket Rgt": 3606, "19 Gd Rocket Rgt": 3606}
    state = board("soviet.motorised", units, interdiction={"3605": 2})
    state = play(state, "soviet", {"activate": "18 Gd Rocket Rgt"}).state
    assert why(state, "soviet", {"activate": "19 Gd Rocket Rgt"}).rule == "EF-22.12.a"


@pytest.mark.rule("EF-22.41", "EF-10.24.c")
def test_each_staff_has_a_guards_unit_of_its_own_beyond_its_value() -> None:
    """One that another staff has activated, or that was sent to sea, is none of this one's."""
    units = {STAFF: 3605, "44 Army HQ": 3614, "18 Gd Rocket Rgt": 3606, "19 Gd Rocket Rgt": 3613}
    state = board("soviet.motorised", units, interdiction={"3605": 2, "3614": 2})
    for name in ("18 Gd Rocket Rgt", "19 Gd Rocket Rgt"):
        state = play(state, "soviet", {"activate": name}).state
    assert [state.pieces[key(state, hq)].escorted for hq in (STAFF, "44 Army HQ")] == [True, True]
    assert [state.pieces[key(state, hq)].activations for hq in (STAFF, "44 Army HQ")] == [0, 0]


@pytest.mark.rule("EF-10.22", "EF-10.24.c")
def test_nobody_is_activated_who_receives_replacements() -> None:
    units = {STAFF: 3605, "106 Rifle Div": {"hex": "3606", "steps": 1, "receiving": True}}
    state = board("soviet.motorised", units, begun=True)
    assert why(state, "soviet", {"activate": "106 Rifle Div"}).rule == "EF-10.22"


@pytest.mark.rule("EF-22.25.g")
def test_a_staff_that_does_not_work_moves_in_the_radius_of_another() -> None:
    names = ["106 Rifle Div", "156 Rifle Div", "271 Rifle Div"]
    staffs = {STAFF: {"hex": "3605", "back": True}, "44 Army HQ": {"hex": "3607", "back": True}}
    state = board("soviet.movement", {**staffs, **dict.fromkeys(names, 3606)})
    for name in names:
        state = play(state, "soviet", {"move": name, "path": [3506]}).state
    assert may(state, "soviet", {"move": "44 Army HQ", "path": [3608]})
    moved = play(board("soviet.movement", staffs), "soviet", {"move": "44 Army HQ", "path": [3608]}).state
    assert [moved.pieces[key(moved, hq)].starts for hq in staffs] == [0, 0]


@pytest.mark.rule("EF-13.24", "EF-13.15", "EF-22.13")
def test_interdiction_lowers_command() -> None:
    state = board("soviet.motorised", {STAFF: 3605}, interdiction={"3606": 1})
    assert soviet_units.command(state, key(state, STAFF), "orders") == 1
    twice = board("soviet.motorised", {STAFF: 3605}, interdiction={"3606": 1, "3604": 2})
    assert soviet_units.command(twice, key(twice, STAFF), "orders") == 0


@pytest.mark.rule("EF-22.25.g", "EF-10.57", "EF-22.21")
def test_near_a_paralysed_headquarters_few_units_begin_to_move() -> None:
    names = ["106 Rifle Div", "156 Rifle Div", "271 Rifle Div", "157 Rifle Div"]
    units = {STAFF: {"hex": "3605", "back": True}, **dict.fromkeys(names, 3606), "40 Cav Div": 3611}
    state = board("soviet.movement", units)
    for name in names[:3]:
        state = play(state, "soviet", {"move": name, "path": [3607]}).state
    no = why(state, "soviet", {"move": names[3], "path": [3607]})
    assert no.rule == "EF-22.25.g"
    assert may(state, "soviet", {"move": STAFF, "path": [3604]})  # the staff itself always may
    assert may(state, "soviet", {"move": "40 Cav Div", "path": [3610, 3609]})  # and who starts outside


@pytest.mark.rule("EFS-10.74.e1")
@pytest.mark.parametrize(("turn", "movers"), [(161, 0), (162, 1), (163, 3)])
def test_the_front_at_kerch_is_paralysed_at_first(turn: int, movers: int) -> None:
    names = ["63 Mtn Div", "276 Rifle Div", "396 Rifle Div", "404 Rifle Div"]
    units = {"44 Army HQ": {"hex": "6014", "back": True}, **dict.fromkeys(names, 6015)}
    state = board("soviet.movement", units, scenario="7", turn=turn)
    for name in names[:movers]:
        state = play(state, "soviet", {"move": name, "path": [6016]}).state
    assert why(state, "soviet", {"move": names[3], "path": [6016]}).rule == "EF-22.25.g"
    assert may(state, "soviet", {"move": "44 Army HQ", "path": [6013]}) is (turn > 162)


@pytest.mark.rule("EFS-10.74.e1")
def test_on_turn_162_one_unit_moves_in_the_zone_of_all_headquarters_together() -> None:
    staffs = {"44 Army HQ": {"hex": "5614", "back": True}, "51 Army HQ": {"hex": "6714", "back": True}}
    units = {**staffs, "63 Mtn Div": 5615, "276 Rifle Div": 6715}
    state = board("soviet.movement", units, scenario="7", turn=162)
    state = play(state, "soviet", {"move": "63 Mtn Div", "path": [5616]}).state
    assert why(state, "soviet", {"move": "276 Rifle Div", "path": [6716]}).rule == "EF-22.25.g"
    later = board("soviet.movement", units, scenario="7", turn=163)
    later = play(later, "soviet", {"move": "63 Mtn Div", "path": [5616]}).state
    assert may(later, "soviet", {"move": "276 Rifle Div", "path": [6716]})


@pytest.mark.rule("EF-22.26.a", "EFT-nonop", "EF-4.2.D")
@pytest.mark.parametrize(("die", "back"), [(4, False), (5, True)])
def test_recovery(die: int, back: bool) -> None:
    state = board("interphase", {STAFF: {"hex": "3605", "back": True}}, turn=49, dice=[die])
    assert state.pieces[key(state, STAFF)].back is back
    assert state.turn == 50


@pytest.mark.rule("EFS-10.74.e1")
@pytest.mark.parametrize(("turn", "dice", "back"), [(161, [], True), (162, [1], False)])
def test_at_kerch_headquarters_recover_from_turn_162_on(turn: int, dice: list[int], back: bool) -> None:
    staff = {"44 Army HQ": {"hex": "6014", "back": True}}
    state = board("interphase", staff, scenario="7", turn=turn, dice=dice)
    assert state.pieces[key(state, "44 Army HQ")].back is back


@pytest.mark.rule("EFS-10.14.a")
def test_no_recovery_on_turn_48() -> None:
    state = board("interphase", {STAFF: {"hex": "3605", "back": True}}, turn=48)
    assert state.pieces[key(state, STAFF)].back


@pytest.mark.rule("EF-4.2.D", "EF-13.16")
def test_the_interphase_cleans_up() -> None:
    tracks = {"naval_interdiction": 1, "staff_marker": 3605}
    state = board(
        "interphase", {"106 Rifle Div": {"hex": "3605", "activated": True}}, interdiction={"3605": 1}, tracks=tracks
    )
    assert not state.pieces[key(state, "106 Rifle Div")].activated
    assert not state.interdiction
    assert not tracks.keys() & state.tracks.keys()


@pytest.mark.rule("EF-14.35")
@pytest.mark.parametrize(
    ("pieces", "place", "stands"),
    [
        ({"276 NKVD Rgt": 3605}, "town", True),
        ({"276 NKVD Rgt": 3605}, "", False),
        ({"106 Rifle Div": 3605, "276 NKVD Rgt": 3606}, "town", False),
        ({}, "town", False),
    ],
)
def test_the_nkvd_holds_the_town_where_it_is(pieces: dict[str, int], place: str, stands: bool) -> None:
    facts = {"hexes": {"3605": {"place": place}}} if place else {}
    assert soviet_units.has_nkvd_stand(board("axis.combat", pieces, facts=facts), 3605) is stands


@pytest.mark.rule("EF-13.24", "EF-13.15")
@pytest.mark.parametrize(
    ("marks", "level"),
    [
        ({}, 0),
        ({"3605": 1}, 1),
        ({"3606": 1}, 1),
        ({"3607": 1}, 0),
        ({"3606": 1, "3604": 1}, 2),
        ({"3606": 2, "3604": 2}, 2),
    ],
)
def test_zones_of_interdiction_add_up_to_two_at_most(marks: dict[str, int], level: int) -> None:
    state = board("soviet.motorised", {STAFF: 3605}, interdiction=marks)
    assert soviet_units.interdiction_at(state, 3605) == level


@pytest.mark.rule("EF-22.25.g")
def test_only_staffs_that_do_not_work_are_free_and_only_in_the_movement_phase() -> None:
    units = {STAFF: {"hex": "3605", "back": True}, "44 Army HQ": 3608, "106 Rifle Div": 3606}
    for at, free in (("soviet.movement", [True, False, False]), ("soviet.motorised", [False, False, False])):
        state = board(at, units)
        turned = marked(state, "106 Rifle Div", back=True)
        assert [soviet_units.is_free_staff(turned, key(state, name)) for name in units] == free


@pytest.mark.rule("EF-10.24.c", "EF-22.41", "EF-22.12.a")
def test_who_cannot_be_activated_at_all() -> None:
    rows = {
        "106 Rifle Div": 3606,
        "156 Rifle Div": {"hex": "3606", "activated": True},
        "157 Rifle Div": {"hex": "3606", "no_move": 1},
        "271 Rifle Div": {"hex": "3606", "garrison": True},
        "276 Rifle Div": {"box": "cadre", "steps": 0},
        "320 Rifle Div": {"box": "map_t"},
        "40 Cav Div": 3606,
        "39 Tank Bde": 3606,
        STAFF: 3605,
        "73 Inf Div": 3602,
    }
    state = board("soviet.motorised", rows, begun=True)
    found = {name: soviet_units.why_not_activate(state, key(state, name)) for name in rows}
    told = {name: (no.rule, no.key) if no else None for name, no in found.items()}
    nobody, busy = ("EF-22.12.a", "refuse.not_yours"), ("EF-10.24.c", "refuse.moved")
    other = ("EF-22.12.a", "refuse.not_activated")
    assert told == {
        "106 Rifle Div": None,
        "156 Rifle Div": busy,
        "157 Rifle Div": busy,
        "271 Rifle Div": busy,
        "276 Rifle Div": nobody,
        "320 Rifle Div": nobody,
        "40 Cav Div": other,
        "39 Tank Bde": other,
        STAFF: other,
        "73 Inf Div": nobody,
    }
    assert soviet_units.why_not_activate(state, 99_999) is not None
    assert soviet_units.why_not_activate(state, key(state, "404 Rifle Div")) is not None
    for front, able in (("4-4-0", False), ("4-4-1", True)):
        facts = {"units": {"106 Rifle Div": {"front": front}}}
        slow = board("soviet.motorised", {STAFF: 3605, "106 Rifle Div": 3606}, facts=facts)
        assert (soviet_units.why_not_activate(slow, key(slow, "106 Rifle Div")) is None) == able
    ships = {"Gp-A": {"box": "map_t"}}
    boxed = {"320 Rifle Div": {"box": "map_t"}, STAFF: {"box": "map_t"}, "276 Rifle Div": {"box": "active", "steps": 1}}
    at_sea = board("soviet.motorised", boxed, ships=ships)
    assert soviet_units.why_not_activate(at_sea, key(at_sea, "320 Rifle Div")) is None
    assert soviet_units.why_not_activate(at_sea, key(at_sea, "276 Rifle Div")) is not None
