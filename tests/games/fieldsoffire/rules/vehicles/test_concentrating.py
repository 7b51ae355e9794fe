"""Concentrated fire and spotting as actions of a vehicle, and its fire at men (10.3, 10.5.2.B, 10.5.2.E)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.terms.presence import on_card
from sandtable.games.fieldsoffire.rules.vehicles import concentrating
from sandtable.games.fieldsoffire.rules.vehicles.concentrating import concentrate, experience_from, why_not_concentrate
from sandtable.games.fieldsoffire.rules.weapons.ammunition import cost_of_turn, fits, run_dry
from sandtable.games.fieldsoffire.rules.weapons.capability import capability
from sandtable.games.fieldsoffire.scenario.units import Rating
from tests.games.fieldsoffire.board import drafted, firing, key, play, why
from tests.games.fieldsoffire.rules.vehicles.field import field, said, turn_of

TANK, LMG, SQUAD = "M4 12", "German LMG team 1", "German Grenadier squad 1/Gp"
ICONS = [1, 5]
"""Two crosshairs."""


@pytest.mark.rule("FF-10.3.a", "FF-7.8")
def test_tanks_open_fire_at_men_by_themselves_pinned_ones_with_pinned_fire() -> None:
    state = field({TANK: "R1C2", "M5 32": "R1C1", LMG: "R3C2"})
    assert firing(state)[TANK] == "R3C2"
    heavy, light = capability(state, key(state, TANK)), capability(state, key(state, "M5 32"))
    assert heavy is not None
    assert light is not None
    assert (heavy.letter, heavy.most, heavy.overhead) == ("H", 3, True)
    assert (light.letter, light.most, light.overhead) == ("A", 2, False)
    shaken = field({TANK: {"at": "R1C2", "pinned": True}, LMG: "R3C2"})
    pinned = capability(shaken, key(shaken, TANK))
    assert pinned is not None
    assert pinned.letter == "pinned"


@pytest.mark.rule("FF-10.3.b")
def test_guns_rated_a_or_h_do_not_open_fire_at_a_card_with_vehicles_only() -> None:
    assert firing(field({TANK: "R1C2", "German Panzer IV 1": "R3C2"})) == {}
    assert set(firing(field({"1/1 PLT": "R1C2", "German Panzer IV 1": "R3C2"}))) == {"1/1 PLT", "German Panzer IV 1"}
    assert set(firing(field({"1/AT (Bazooka)": "R1C2", "German Panzer IV 1": "R2C2"}))) == {
        "1/AT (Bazooka)",
        "German Panzer IV 1",
    }
    riders = {"German Panzer IV 1": "R3C2", SQUAD: {"at": "R3C2", "aboard": "German Panzer IV 1"}}
    assert set(firing(field({TANK: "R1C2", **riders}))) == {TANK}


@pytest.mark.rule("FF-10.3.b")
def test_nor_do_they_join_or_turn_to_such_a_card_or_stop_at_one_on_the_way() -> None:
    # a squad beside the tank fires at the Panzer; the tank does not join it
    assert TANK not in firing(field({TANK: "R1C2", "1/1 PLT": "R1C2", "German Panzer IV 1": "R3C2"}))
    inside = field({TANK: "R1C2", "German Panzer IV 1": "R1C2", LMG: "R3C2"})
    assert firing(inside)[TANK] == "R3C2"
    beyond = field({TANK: "R1C2", "German Panzer IV 1": "R2C2", LMG: "R3C2"})
    assert firing(beyond)[TANK] == "R3C2"


@pytest.mark.rule("FF-10.3.c", "FF-10.3.d")
def test_fire_at_men_costs_tanks_ammunition_besides_and_units_rated_s_none() -> None:
    units = {TANK: {"at": "R1C2", "ammo": 4}, "1/AT (Bazooka)": {"at": "R1C2", "ammo": 3}, LMG: "R2C2"}
    state = field(units, scenario="normandy_6")
    assert set(firing(state)) >= {TANK, "1/AT (Bazooka)"}
    assert cost_of_turn(state, key(state, TANK)) == 1
    assert cost_of_turn(state, key(state, "1/AT (Bazooka)")) == 0


@pytest.mark.rule("FF-7.18.1.G", "FFT-weapons-row-afv")
def test_an_empty_tank_has_no_fire_and_no_ammunition_is_brought_to_it() -> None:
    state = field({TANK: {"at": "R1C2", "ammo": 0}, LMG: "R3C2"}, scenario="normandy_6")
    d = drafted(state)
    run_dry(d)
    row = d.now.units[key(state, TANK)]
    assert (row.empty, row.flipped) == (True, False)
    assert capability(d.now, key(state, TANK)) is None
    assert not fits(state.board.types[key(state, TANK)], "ammo.tank")


def refused(units: dict[str, Any], target: str, name: str = TANK, **more: Any) -> str:
    state = field(units, **more)
    no = why_not_concentrate(state, key(state, name), key(state, target))
    return "" if no is None else no.rule


@pytest.mark.rule("FF-10.5.2.B", "FF-10.5.2.B.b")
def test_an_unpinned_vehicle_concentrates_on_men_under_its_fire() -> None:
    assert refused({TANK: "R1C2", LMG: "R3C2"}, LMG) == ""
    assert refused({TANK: {"at": "R1C2", "pinned": True}, LMG: "R3C2"}, LMG) == "FF-10.5.2.B.b"
    aside = {"fires": {TANK: {"at": "R3C2"}}}
    assert refused({TANK: "R1C2", LMG: "R3C2", SQUAD: "R2C3"}, SQUAD, **aside) == "FF-10.5.2.B"
    assert refused({TANK: "R1C2", "1/1 PLT": "R1C3", LMG: "R3C2"}, "1/1 PLT") == "FF-10.5.2.B"
    assert refused({TANK: "R1C2", LMG: "R3C2", "German Panzer IV 1": "R3C2"}, "German Panzer IV 1") == "FF-10.5.2.B"
    assert refused({TANK: "R1C2", LMG: "R2C4"}, LMG) == "FF-10.5.2.B"
    riders = {TANK: "R1C2", "1/1 PLT": {"at": "R1C2", "aboard": TANK}, LMG: "R3C2"}
    assert refused(riders, LMG) == "FF-10.8.2.fight"
    short = {TANK: {"at": "R1C2", "ammo": 1}, LMG: "R3C2"}
    assert refused(short, LMG, scenario="normandy_6") == "FF-7.18.4.f"


@pytest.mark.rule("FF-10.5.2.B", "FF-10.5.2.B.a")
def test_crosshairs_bring_the_fire_together_twice_if_critical_and_a_jam_does_nothing() -> None:
    state = turn_of(TANK, {TANK: "R1C2", LMG: "R3C2"})
    step = play(state, {"do": "concentrate_gun", "target": LMG}, [1, 5])
    assert [(one.kind, one.unit) for one in step.state.markers.values()] == [("concentrated", key(state, LMG))] * 2
    one = play(state, {"do": "concentrate_gun", "target": LMG}, [1, 49])
    assert [marker.kind for marker in one.state.markers.values()] == ["concentrated"]
    assert one.state.units[key(state, TANK)].acted
    missed = play(state, {"do": "concentrate_gun", "target": LMG}, [2, 3])
    assert not missed.state.markers
    assert said(missed, "log.attempt")[0]["cards"] == 2


@pytest.mark.rule("FF-10.5.2.B")
def test_under_cover_all_are_aimed_at_together() -> None:
    units = {TANK: "R1C2", LMG: {"at": "R3C2", "cover": 1}}
    state = turn_of(TANK, units, covers={1: {"at": "R3C2"}})
    step = play(state, {"do": "concentrate_gun", "target": LMG}, [1, 2])
    assert [(one.cover, one.unit) for one in step.state.markers.values()] == [(1, 0)]


@pytest.mark.rule("FF-10.5.2.B.c", "FF-10.5.2.B", "FF-10.5.2.B.a")
def test_a_vehicle_rated_g_places_grenades_with_the_grenade_icon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concentrating, "rating", lambda state, one: Rating("", "G!", 0, 2))
    units = {TANK: {"at": "R1C2", "ammo": 4}, LMG: "R3C2", SQUAD: "R4C2", "1/1 PLT": "R1C3"}
    assert refused(units, LMG) == ""
    assert refused(units, SQUAD) == "FF-10.5.2.B.c"
    assert refused(units, "1/1 PLT") == "FF-10.5.2.B.c"
    assert refused({**units, LMG: {"at": "R3C2", "unspotted": True}}, LMG) == "FF-10.5.2.B.c"
    assert refused({**units, LMG: "R2C4"}, LMG) == "FF-10.5.2.B.c"
    assert refused({TANK: "R1C2", "German Panzer IV 1": "R3C2"}, "German Panzer IV 1") == "FF-10.5.2.B.c"
    assert refused({TANK: {"at": "R1C2", "pinned": True}, LMG: "R3C2"}, LMG) == "FF-10.5.2.B.b"
    state = field({TANK: {"at": "R1C2", "ammo": 4}, LMG: "R3C2"}, scenario="normandy_6")
    for deck, count in (([3, 1], 1), ([3, 7], 2), ([1, 2], 0)):
        d = drafted(state, deck)
        concentrate(d, key(state, TANK), key(state, LMG))
        laid = list(d.now.markers.values())
        assert [(one.kind, one.unit, one.value) for one in laid] == [("grenade", key(state, LMG), -4)] * count
        assert d.now.units[key(state, TANK)].ammo == 3
        assert sum(one.key == "log.grenade_hit" for one in d.entries) == bool(count)
    free = field(
        {TANK: {"at": "R1C2", "ammo": 4}, LMG: "R3C2", SQUAD: {"at": "R3C2", "cover": 1}}, covers={1: {"at": "R3C2"}}
    )
    d = drafted(free, [3, 1])
    concentrate(d, key(free, TANK), key(free, LMG))
    assert d.now.units[key(free, TANK)].ammo == 4
    assert [one.unit for one in d.now.markers.values()] == [key(free, LMG)]
    covered = field({TANK: "R1C2", LMG: {"at": "R3C2", "cover": 1}}, covers={1: {"at": "R3C2"}})
    d = drafted(covered, [3, 7])
    concentrate(d, key(state, TANK), key(state, LMG))
    assert [(one.cover, one.critical) for one in d.now.markers.values()] == [(1, True)]


@pytest.mark.rule("FF-10.5.2.E")
def test_an_unpinned_vehicle_looks_out_for_hidden_enemies() -> None:
    hidden = {LMG: {"at": "R3C2", "unspotted": True}}
    state = turn_of(TANK, {TANK: "R1C2", **hidden})
    step = play(state, {"do": "look_out", "card": "R3C2"}, [1, 2, 3, 4])
    assert not step.state.units[key(state, LMG)].unspotted
    assert step.state.units[key(state, TANK)].acted
    assert step.state.here.at != "drive.actions.choice"
    seen = turn_of(TANK, {TANK: "R1C2", **hidden, "German 88mm 1": "R4C2"})
    fired = play(seen, {"do": "look_out", "card": "R3C2"}, [2, 3, 4, 6, 5])
    assert len(said(fired, "log.at_fire")) == 1
    pinned = turn_of(TANK, {TANK: {"at": "R1C2", "pinned": True}, **hidden})
    assert why(pinned, {"do": "look_out", "card": "R3C2"})
    assert why(state, {"do": "look_out", "card": "R4C2"})


@pytest.mark.rule("FF-10.8.8")
def test_without_a_crew_the_best_man_aboard_counts() -> None:
    units = {
        "Jeep": "R1C2",
        "CO HQ": {"at": "R1C2", "aboard": "Jeep", "experience": 0},
        "ARTY FO": {"at": "R1C2", "aboard": "Jeep", "experience": 1},
        TANK: "R1C2",
    }
    state = field(units)
    assert experience_from(state, key(state, "Jeep")) == key(state, "ARTY FO")
    assert experience_from(state, key(state, TANK)) == key(state, TANK)
    aside = field({**units, "1/1 PLT": {"at": "R1C2", "experience": 1}, "ARTY FO": "R1C3"})
    assert experience_from(aside, key(aside, "Jeep")) == key(aside, "CO HQ")
    parked = field({"Jeep": "R1C2", TANK: "R1C2", "1/1 PLT": "R1C2"})
    assert on_card(parked, parked.units[key(parked, "Jeep")].at).friendly == (key(parked, "1/1 PLT"), key(parked, TANK))
    empty = field({"Jeep": "R1C2"})
    assert experience_from(empty, key(empty, "Jeep")) == key(empty, "Jeep")
