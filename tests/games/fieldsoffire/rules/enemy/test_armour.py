"""What enemy vehicles and AT guns do in the Vehicle phase (8.12)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import Drive, FieldsState
from sandtable.games.fieldsoffire.rules.enemy import armour
from sandtable.games.fieldsoffire.rules.enemy.checks import check
from sandtable.games.fieldsoffire.rules.ground.movement import why_not_stir
from sandtable.games.fieldsoffire.rules.vehicles.turns import begin_turn
from sandtable.kernel import Draft
from tests.games.fieldsoffire.board import card, drafted, key
from tests.games.fieldsoffire.rules.vehicles.field import field

PANZER, TANK, SQUAD = "German Panzer IV 1", "M4 12", "German Grenadier squad 1/Gp"
DEFENCE = {"mission": {"type": "defensive"}}


def acting(units: dict[str, Any], name: str = PANZER, deck: tuple[int, ...] = (), **more: Any) -> Draft[FieldsState]:
    state = field(units, **more)
    d = drafted(state, deck)
    begin_turn(d, key(state, name))
    armour.act(d)
    return d


@pytest.mark.rule("FF-8.12")
def test_priorities_come_from_the_briefing_or_else_from_what_the_enemy_wants() -> None:
    attack = field({}, facts=DEFENCE)
    assert armour.priorities(attack) == ("at_fire", "dismount", "advance", "concentrate")
    assert armour.priorities(field({})) == ("at_fire", "dismount", "concentrate")
    said = field({}, facts={"mission": {"setup": {"enemy_vehicles": ["advance"]}}})
    assert armour.priorities(said) == ("advance",)


@pytest.mark.rule("FF-8.12")
def test_it_fires_at_the_vehicle_that_is_easiest_to_destroy() -> None:
    d = acting({PANZER: "R4C2", TANK: "R1C2", "M5 32": "R2C2"})
    assert d.now.here.at == "shot"
    assert d.now.here.subject.target == key(d.now, "M5 32")
    drive = d.now.subject(Drive)
    assert (drive.did, drive.over, drive.fresh) == ("fire", True, True)


@pytest.mark.rule("FF-8.12")
def test_between_equals_chance_decides() -> None:
    for number, target in ((1, TANK), (2, "M4 13")):
        state = field({PANZER: "R4C2", TANK: "R1C2", "M4 13": "R1C2"})
        pick = next(one.number for one in state.board.deck.values() if one.random[2] == number)
        d = drafted(state, [pick])
        begin_turn(d, key(state, PANZER))
        armour.act(d)
        assert d.now.here.subject.target == key(state, target)


@pytest.mark.rule("FF-8.12", "FF-10.5.2.C")
def test_in_an_attack_it_drives_towards_the_company_until_it_has_it_in_sight() -> None:
    units = {PANZER: "R6C1", "1/1 PLT": "R1C4"}
    d = acting(units, facts=DEFENCE, deck=(1,))
    drive = d.now.subject(Drive)
    assert (drive.did, drive.moved, drive.over) == ("move", True, False)
    assert d.now.units[key(d.now, PANZER)].at in (card(d.now, "R5C1"), card(d.now, "R5C2"))
    still = acting({PANZER: "R4C4", "1/1 PLT": {"at": "R1C4"}}, facts=DEFENCE, deck=(1, 2))
    assert still.now.units[key(still.now, PANZER)].at == card(still.now, "R4C4")
    held = acting(units)
    assert held.now.units[key(held.now, PANZER)].at == card(held.now, "R6C1")
    assert held.now.subject(Drive).over


@pytest.mark.rule("FF-8.12")
def test_it_does_not_advance_pinned_or_where_the_ground_bars_the_way() -> None:
    units = {PANZER: {"at": "R6C1", "pinned": True}, "1/1 PLT": "R1C4"}
    assert acting(units, facts=DEFENCE).now.subject(Drive).did == ""
    bog = {**DEFENCE, "terrain": {"bog": {"vehicles": "no"}}}
    cards = {name: {"terrain": "bog"} for name in ("R5C1", "R5C2", "R6C2")}
    assert acting({PANZER: "R6C1", "1/1 PLT": "R1C4"}, facts=bog, cards=cards).now.subject(Drive).did == ""
    gun = acting({"German 88mm 1": "R6C1", "1/1 PLT": "R1C4"}, "German 88mm 1", facts=DEFENCE)
    assert gun.now.subject(Drive).did == ""


@pytest.mark.rule("FF-8.12", "FF-10.5.2.B")
def test_without_a_vehicle_to_fire_at_it_concentrates_on_men_under_its_fire() -> None:
    d = acting({PANZER: "R3C2", "1/1 PLT": "R1C2"}, deck=(1, 5))
    assert d.now.subject(Drive).did == "concentrate"
    assert [one.kind for one in d.now.markers.values()] == ["concentrated", "concentrated"]
    state = field({PANZER: "R3C2", "1/1 PLT": "R1C2"})
    d = drafted(state)
    begin_turn(d, key(state, PANZER))
    d.edit_subject(Drive, moved=True, did="move")
    assert not armour.concentrate(d, key(state, PANZER))
    foot = drafted(field({"German 88mm 1": "R3C2", "1/1 PLT": "R1C2"}))
    assert not armour.concentrate(foot, key(foot.now, "German 88mm 1"))


@pytest.mark.rule("FF-8.12", "FF-10.2.2")
def test_it_lets_its_passengers_off_where_the_company_is_in_sight() -> None:
    riders = {PANZER: "R3C2", SQUAD: {"at": "R3C2", "aboard": PANZER}}
    d = acting({**riders, "1/1 PLT": "R1C2"})
    drive = d.now.subject(Drive)
    assert (drive.did, drive.leaving, drive.fresh, drive.over) == ("dismount", (key(d.now, SQUAD),), True, True)
    assert acting({**riders, "1/1 PLT": "R6C4"}).now.subject(Drive).did == ""
    assert acting({PANZER: "R3C2", TANK: {"at": "R6C4"}}).now.subject(Drive).did == ""


@pytest.mark.rule("FF-8.12")
def test_enemy_vehicles_and_men_aboard_them_have_no_activity_check() -> None:
    state = field({PANZER: "R3C2", SQUAD: {"at": "R3C2", "aboard": PANZER}, "1/1 PLT": "R1C2"})
    for name in (PANZER, SQUAD):
        d = drafted(state)
        check(d, key(state, name))
        assert [one.key for one in d.entries] == ["log.enemy_waits"]


@pytest.mark.rule("FF-8.12.a", "FF-10.8.4", "FF-8.12")
def test_an_enemy_gun_never_moves_by_its_activity_check() -> None:
    state = field({"German 88mm 1": "R3C2"})
    no = why_not_stir(state, key(state, "German 88mm 1"))
    assert no is not None
    assert no.rule == "FF-4.2.2.imm"
