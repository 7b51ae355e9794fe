"""What comes of a call for fire."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import OUTSIDE, STAGING, Card, FieldsState
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from sandtable.games.fieldsoffire.rules.sequence.fighting import update_missions
from sandtable.games.fieldsoffire.rules.weapons import calling, support
from sandtable.games.fieldsoffire.scenario.controls import limits_of
from sandtable.games.fieldsoffire.scenario.ground import STEPS, WEST, place
from sandtable.games.fieldsoffire.scenario.missions import agency_class
from tests.games.fieldsoffire.board import board, card, drafted, key, play
from tests.games.fieldsoffire.rules.weapons.test_support import AIR, EVERYBODY, FACTS, FIRE, GUNS, HELD, MORTARS, call

GERMAN = "German Grenadier squad 1/Gp"
BURST, TRIPLE, SHORT, NOTHING = 4, 42, 50, [1, 2, 3]


def position(units: dict[str, Any] | None = None, **fields: Any) -> FieldsState:
    rows = {"ARTY FO": "R1C2", GERMAN: HELD, **(units or {})}
    stock = {f"{GUNS}/HE": 2, f"{GUNS}/WP": 2, f"{AIR}/CAS": 2}
    return board(rows, facts=fields.pop("facts", FACTS), **{"support": stock, **fields})


def pending(state: FieldsState) -> list[tuple[str, int]]:
    names = state.scenario.names["place"]
    return sorted((names[one.at], one.value) for one in state.markers.values() if one.kind == "pending")


@pytest.mark.rule("FF-4.2.4i", "FF-7.16.3", "FF-7.16.2.A", "FF-2.8.2.burst")
def test_a_burst_spends_a_mission_that_will_come_down() -> None:
    after = play(position(), call(), deck=[BURST, 1, 2]).state
    assert pending(after) == [("R3C2", -5)]
    assert after.support[f"{GUNS}/HE"] == 1
    d = drafted(after)
    update_missions(d)
    assert [one.kind for one in d.now.markers.values() if one.form == "HE"] == ["incoming"]


@pytest.mark.rule("FF-4.2.4i.fail", "FF-7.16.3")
def test_without_a_burst_nothing_is_spent_but_the_command() -> None:
    after = play(position(), call(), deck=NOTHING).state
    assert (pending(after), after.support[f"{GUNS}/HE"]) == ([], 2)
    assert after.impulse is not None
    assert after.impulse.left == 5


@pytest.mark.rule("FF-7.16.3", "FF-4.2.4i", "FF-7.16.5.b")
@pytest.mark.parametrize(
    ("grade", "target", "cards"), [(0, "", 3), (1, "", 4), (-1, "", 2), (0, GUNS, 4), (0, MORTARS, 3)]
)
def test_the_cards_are_those_of_the_briefing_by_experience_and_registered_target(
    grade: int, target: str, cards: int
) -> None:
    markers = {1: {"kind": "target", "at": "R3C2", "form": target}} if target else {}
    state = position({"ARTY FO": {"at": "R1C2", "experience": grade}}, markers=markers)
    step = play(state, call(), deck=[1, 2, 3, 5][:cards])
    assert [entry.params["cards"] for entry in step.entries if entry.key == "log.attempt"] == [cards]


@pytest.mark.rule("FF-7.16.4", "FF-7.16.4.a", "FF-2.8.2.short")
def test_a_short_round_lands_a_card_nearer_to_the_observer() -> None:
    after = play(position(), call(), deck=[SHORT, BURST, 1]).state
    assert pending(after) == [("R2C2", -5)]
    assert after.support[f"{GUNS}/HE"] == 1


@pytest.mark.rule("FF-7.16.4.b")
def test_a_short_round_on_the_own_position_lands_beside_it() -> None:
    state = position({GERMAN: {"at": "R1C2", "held": True}})
    after = play(state, call(at="R1C2"), deck=[SHORT, 1, 2, 5]).state
    ((where, _),) = pending(after)
    assert where in {"R1C1", "R1C3", "R2C1", "R2C2", "R2C3"}


@pytest.mark.rule("FF-7.16.4.c")
def test_a_short_airstrike_lands_beside_its_target() -> None:
    mark = {1: {"kind": "smoke", "at": "R3C2", "form": "WP", "value": 1}}
    after = play(position(markers=mark), call(mission=f"{AIR}/CAS"), deck=[SHORT, 1, 5]).state
    ((where, value),) = pending(after)
    assert where in {"R2C1", "R2C2", "R2C3", "R3C1", "R3C3", "R4C1", "R4C2", "R4C3"}
    assert value == -7


@pytest.mark.rule("FF-7.16.4.b", "FF-7.16.4.c")
def test_a_random_card_beside_is_one_of_the_map() -> None:
    state = position({"ARTY FO": "R1C1", GERMAN: {"at": "R1C1", "held": True}})
    for number in (1, 20, 40):
        d = drafted(state, [number])
        row = support.table(state)[f"{GUNS}/HE"]
        where, _ = calling.where_short(d, key(state, "ARTY FO"), row, card(state, "R1C1"))
        assert state.scenario.names["place"][where] in {"R1C2", "R2C1", "R2C2"}


@pytest.mark.rule("FF-7.16.4.b")
def test_a_short_round_far_outside_the_map_lands_on_a_card_that_the_enemy_laid() -> None:
    state = position({"ARTY FO": "R1C1"})
    far, next_to_it = place(8, -2), place(7, -1)
    row = support.table(state)[f"{GUNS}/HE"]
    for outside, where in (([far, next_to_it], next_to_it), ([far], far)):
        d = drafted(state)
        for one in outside:
            d.put("cards", one, Card(kind=OUTSIDE))
        assert calling.where_short(d, key(state, "ARTY FO"), row, far) == (where, ())


@pytest.mark.rule("FF-7.16.5", "FF-7.16.5.a")
def test_the_target_marker_of_an_agency_goes_where_it_fires() -> None:
    old = {1: {"kind": "target", "at": "R4C4", "form": GUNS}, 2: {"kind": "target", "at": "R4C1", "form": MORTARS}}
    after = play(position(markers=old), call(), deck=[BURST, 1, 2]).state
    found = {(one.form, one.at) for one in after.markers.values() if one.kind == "target"}
    assert found == {(GUNS, card(after, "R3C2")), (MORTARS, card(after, "R4C1"))}
    missed = play(position(markers=old), call(), deck=NOTHING).state
    assert missed.markers[1].at == card(missed, "R4C4")


@pytest.mark.rule("FF-7.16.2.B", "FF-7.16.2.B.a", "FF-7.16.2.B.b", "FF-2.8.2.burst3")
def test_three_bursts_let_the_whole_battalion_fire_on_two_cards_beside() -> None:
    facts = {"mission": {"fire_support": FIRE, "battalion": True}}
    asked = play(position(facts=facts), call(), deck=[TRIPLE, 1, 2]).state
    assert asked.here.at == "barrage.cards"
    spread = play(asked, {"spread": ["R4C1", "R2C3"]}).state
    assert pending(spread) == [("R2C3", -5), ("R3C2", -5), ("R4C1", -5)]
    assert spread.support[f"{GUNS}/HE"] == 1
    assert pending(play(asked, {"no_spread": True}).state) == [("R3C2", -5)]


@pytest.mark.rule("FF-7.16.2.B.b", "FF-7.16.2.B")
def test_only_artillery_does_and_only_where_the_briefing_offers_it() -> None:
    assert play(position(), call(), deck=[TRIPLE, 1, 2]).state.here.at == "general.orders"
    rows = [*FIRE[:4], {"agency": MORTARS, "type": "HE", "modifier": -3, "missions": 2, "draws": EVERYBODY}]
    facts = {"mission": {"fire_support": rows, "battalion": True}}
    stock = {f"{MORTARS}/HE": 2, f"{GUNS}/HE": 2}
    mortars = position(facts=facts, support=stock)
    assert play(mortars, call(mission=f"{MORTARS}/HE"), deck=[TRIPLE, 1, 2]).state.here.at == "general.orders"
    short = play(position(facts=facts, support=stock), call(), deck=[TRIPLE, SHORT, 2]).state
    assert short.here.at == "general.orders"


@pytest.mark.rule("FF-7.16.2.C", "FF-4.4.3.f", "FF-7.16.2.G")
def test_phosphorus_burns_and_smokes_until_cleanup() -> None:
    markers = {
        1: {"kind": "pending", "at": "R3C2", "form": "WP", "value": -4},
        2: {"kind": "pending", "at": "R4C2", "form": "CAS", "value": -7},
        3: {"kind": "pending", "at": "R4C4", "form": "Smoke"},
        4: {"kind": "pending", "at": "R4C1", "form": "HE", "value": -5},
    }
    d = drafted(position(markers=markers))
    update_missions(d)
    found = {(one.kind, one.form, one.value) for one in d.now.markers.values()}
    assert found == {
        ("incoming", "WP", -4),
        ("smoke", "WP", 1),
        ("airstrike", "CAS", -7),
        ("smoke", "", 2),
        ("incoming", "HE", -5),
    }
    clear_markers(d)
    assert {(one.kind, one.form) for one in d.now.markers.values()} == {("airstrike", "CAS"), ("incoming", "HE")}


@pytest.mark.rule("FF-4.2.1b.eff", "FF-7.16.3")
def test_an_observer_who_failed_can_be_exhorted() -> None:
    state = position({"CO HQ": "R1C2"}, hq="CO HQ")
    failed = play(state, call(), deck=NOTHING).state
    assert pending(play(failed, {"exhort": "CO HQ"}, deck=[BURST]).state) == [("R3C2", -5)]
    assert key(state, "CO HQ")


@pytest.mark.rule("FF-7.16.2.G")
def test_an_aircraft_nearer_to_the_target_does_not_hide_the_mark_of_the_nearest_men() -> None:
    facts = {"mission": {"attachments": ["FAC"]}}
    units = {"FAC (O-2)": "R3C2", "1/1 PLT": "R1C3", "2/1 PLT": "R1C1"}
    for at, seen in (("R1C3", True), ("R1C1", False), ("R3C2", False)):
        smoke = {1: {"kind": "signal", "form": "red_smoke", "at": at}}
        state = board(units, scenario="vietnam_1", facts=facts, markers=smoke)
        assert support.is_marked(state, card(state, "R3C4")) is seen


@pytest.mark.rule("FF-7.16.5", "FF-2.4.1.D")
def test_a_concentration_of_the_plan_is_a_target_of_the_artillery_when_the_mission_begins() -> None:
    state = board({}, scenario="normandy_4", controls={"concentration": 708})
    assert "concentration" in limits_of(state.board.mission), "the special rule of the briefing"
    assert "concentration" not in limits_of(board({}, scenario="normandy_1").board.mission)
    d = drafted(state)
    calling.register_planned(d)
    calling.register_planned(d)
    (marker,) = d.now.markers.values()
    row = next(one for one in state.board.mission.support if one.agency == marker.form)
    assert (marker.kind, marker.at, agency_class(marker.form)) == ("target", 708, "artillery")
    assert [one.key for one in d.entries] == ["log.target_registered"] * 2
    assert [one.amount for one in support.target_modifiers(d.now, row, 708)] == [1]
    nowhere = drafted(board({}, scenario="normandy_4"))
    calling.register_planned(nowhere)
    assert not nowhere.now.markers
    no_guns = drafted(
        board({}, scenario="normandy_4", controls={"concentration": 708}, facts={"mission": {"fire_support": []}})
    )
    calling.register_planned(no_guns)
    assert not no_guns.now.markers


@pytest.mark.rule("FF-7.16.2.B.a", "FF-8.4.5")
def test_the_battalion_fires_on_cards_beyond_the_map_too() -> None:
    state = board({"1/1 PLT": "R1C2"})
    d = drafted(state)
    edge, beyond = card(state, "R4C1"), card(state, "R4C1") + STEPS[WEST]
    assert beyond not in calling.cards_beside(d.now, edge)
    d.put("cards", beyond, Card(kind=OUTSIDE))
    assert beyond in calling.cards_beside(d.now, edge)
    assert STAGING not in {d.now.cards[one].kind for one in calling.cards_beside(d.now, card(state, "R1C2"))}
