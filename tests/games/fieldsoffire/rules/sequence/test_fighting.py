"""The Mutual Combat phase."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.sequence.fighting import recover, resolve_combat, thaw, update_missions
from tests.games.fieldsoffire.board import board, built, drafted, fire_of, key

SQUAD = "German Grenadier squad 4/Gp"


@pytest.mark.rule("FF-3.7.1", "FF-3.7.1.a")
def test_old_fire_lifts_before_what_was_pending_comes_down() -> None:
    markers = {
        1: {"kind": "incoming", "at": "R1C1", "value": -4},
        2: {"kind": "airstrike", "at": "R1C2", "value": -7},
        3: {"kind": "pending", "at": "R2C1", "value": -5, "form": "HE"},
        4: {"kind": "pending", "at": "R2C2", "value": -8, "form": "CAS"},
    }
    d = drafted(board(markers=markers))
    update_missions(d)
    assert {number: marker.kind for number, marker in d.now.markers.items()} == {3: "incoming", 4: "airstrike"}
    assert [entry.key for entry in d.entries] == ["log.fire_lifted"] * 2 + ["log.fire_falls"] * 2


@pytest.mark.rule("FF-3.7.3", "FF-3.7.3.a", "FF-3.7.3.b")
def test_pinned_men_recover_where_no_fire_and_no_mines_are() -> None:
    pinned = {"pinned": True}
    units = {
        "1/1 PLT": {"at": "R1C1", **pinned},
        "2/1 PLT": {"at": "R2C2", **pinned},
        "3/1 PLT": {"at": "R3C3", **pinned},
        "NKPA Truck 1": {"at": "R1C4", **pinned},
    }
    markers = {1: {"kind": "incoming", "at": "R2C2", "value": -3}, 2: {"kind": "mines", "at": "R3C3"}}
    d = drafted(board(units, markers=markers, facts={"nations": ["nkpa"]}))
    recover(d)
    still = [name for name in units if d.now.units[key(d.now, name)].pinned]
    assert still == ["2/1 PLT", "3/1 PLT"]
    assert [entry.key for entry in d.entries] == ["log.recovered"] * 2


@pytest.mark.rule("FF-3.7.3")
def test_the_segment_is_part_of_the_turn_and_nobody_else_is_told_of() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "pinned": True}, "2/1 PLT": "R1C1"}
    step = built(units, at="mission.turn.combat.recovery", deck=[2, 3, 4])
    assert [entry.params["unit"].id for entry in step.entries if entry.key == "log.recovered"] == [
        key(step.state, "1/1 PLT")
    ]


@pytest.mark.rule("FF-3.7.3")
def test_who_is_fired_at_by_nobody_but_the_other_side_of_a_melee_stays_pinned() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "pinned": True}, SQUAD: {"at": "R1C1", "pinned": True}}
    d = drafted(board(units))
    recover(d)
    assert all(unit.pinned for unit in d.now.units.values())


@pytest.mark.rule("FF-3.7.4", "FF-3.0.a", "FF-6.0.b")
def test_fire_is_not_brought_up_to_date_before_cleanup() -> None:
    state = board({"1/1 PLT": "R1C1", SQUAD: "R2C1"})
    d = drafted(state, deck=[1, 2])
    resolve_combat(d)
    assert d.now.frozen
    thaw(d)
    assert not d.now.frozen


@pytest.mark.rule("FF-3.0.c", "FF-3.7.4", "FF-3.8.f", "FF-6.0.b")
def test_after_combat_effects_the_fire_of_those_who_fell_is_gone() -> None:
    mines = {1: {"kind": "mines", "at": "R2C1", "unit": SQUAD, "value": -4}}
    units = {"1/1 PLT": "R1C1", SQUAD: {"at": "R2C1", "steps": 2}}
    step = built(units, at="mission.turn.combat.effects", markers=mines, deck=[1, 30, 21, 44, 2])
    assert key(step.state, SQUAD) not in step.state.units
    assert fire_of(step.state, "1/1 PLT") == "R2C1"
    assert step.state.turn == 2
    assert set(step.state.fires) == {key(step.state, "1/1 PLT")}


@pytest.mark.rule("FF-3.7.3", "FF-6.4.2.B")
def test_a_grenade_on_somebody_else_keeps_nobody_pinned() -> None:
    units = {"1/1 PLT": {"at": "R1C1", "pinned": True}, "2/1 PLT": {"at": "R1C1", "pinned": True}}
    thrown = {1: {"kind": "grenade", "at": "R1C1", "unit": "2/1 PLT", "value": -4}}
    d = drafted(board(units, markers=thrown))
    recover(d)
    assert [d.now.units[key(d.now, name)].pinned for name in units] == [False, True]


@pytest.mark.rule("FF-3.7.4.c", "FF-7.18.4")
def test_a_squad_pays_for_its_fire_whatever_becomes_of_it() -> None:
    shells = {1: {"kind": "incoming", "at": "R2C2", "value": -4}}
    units = {"German Grenadier squad 1/Gp": {"at": "R2C2", "steps": 2, "ammo": 4}, "1/1 PLT": "R2C2"}
    d = drafted(board(units, scenario="normandy_1", markers=shells), deck=[1, 30, 33])
    resolve_combat(d)
    team = d.now.units[key(d.now, "German Fire Team (LMG) 1")]
    assert team.ammo == 3


@pytest.mark.rule("FF-7.18.4.b")
def test_men_whom_flames_drive_out_under_aimed_fire_do_not_make_it_dearer() -> None:
    gun = "1/LMG (.30 cal)"
    units = {
        gun: {"at": "R1C2", "ammo": 5},
        SQUAD: {"at": "R2C2", "cover": 1},
        "German Fire Team (rifle) 1": {"at": "R2C2", "cover": 1},
    }
    laid = {
        1: {"kind": "flame", "at": "R2C2", "cover": 1},
        2: {"kind": "concentrated", "at": "R2C2", "cover": 1, "by": gun},
    }
    dug = {1: {"at": "R2C2", "kind": "foxholes", "value": 1}}
    d = drafted(board(units, scenario="normandy_1", markers=laid, covers=dug), deck=[48, 47, 1, 2, 3, 4, 5])
    resolve_combat(d)
    assert d.now.units[key(d.now, gun)].ammo == 3
