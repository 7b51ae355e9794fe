"""Aircraft: results of fire, observers, gunships, attack helicopters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState, Flyover, Reaction
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from sandtable.games.fieldsoffire.rules.enemy.covering import firing_position
from sandtable.games.fieldsoffire.rules.enemy.falling_back import FAR_AWAY, nearest_opponent
from sandtable.games.fieldsoffire.rules.enemy.observers import targets
from sandtable.games.fieldsoffire.rules.sequence.standing import FAR, leading_row, nearest_to_route
from sandtable.games.fieldsoffire.rules.terms.presence import grounded, on_card
from sandtable.games.fieldsoffire.rules.vehicles import aircraft, attack_helicopters, sections
from sandtable.games.fieldsoffire.rules.vehicles.orders import why_not_reach, why_not_to_vehicle
from sandtable.games.fieldsoffire.rules.vehicles.results import take_result
from sandtable.games.fieldsoffire.rules.weapons import support
from sandtable.games.fieldsoffire.scenario.deck import BURSTS, SHORT
from sandtable.games.fieldsoffire.scenario.ground import place
from sandtable.kernel import Draft
from tests.games.fieldsoffire.board import board, card, drafted, key, play, why

ONE, SQUAD, HQ, FAC, SPOOKY, FOE = "UH-1 11", "1/1 PLT", "CO HQ", "FAC (O-2)", "AC-47 Spooky", "NVA squad 1"
COBRA, OTHER = "UH-1M 1", "UH-1M 2"
GUN = {"NVA 12.7mm HMG 1": {"at": "R5C1", "ammo": 5}}
HELICOPTERS = {"agency": "Gunships", "type": "Gunships", "missions": 2, "draws": {"co_hq": 2, "fac": 3}}
STRIKE = {"agency": "Air Strike", "type": "CAS", "modifier": -7, "missions": 2, "draws": {"co_hq": 2, "fac": 3}}
NAME = "Gunships/Gunships"
FACTS = {
    "nations": ["nva"],
    "mission": {"attachments": ["FAC", "AC-47", "UH-1M"], "fire_support": [HELICOPTERS, STRIKE]},
}
RADIO = {
    8: {"kind": "PRC25", "holder": HQ, "net": "net.co_tac"},
    9: {"kind": "PRC25", "holder": HQ, "net": "net.bn_tac"},
}


def sky(units: Mapping[str, Any], **rest: Any) -> FieldsState:
    return board(units, scenario="vietnam_1", facts=FACTS, **rest)


def after(state: FieldsState, name: str, result: str, deck: Sequence[int] = ()) -> Draft[FieldsState]:
    d = drafted(state, deck)
    take_result(d, key(state, name), result)
    return d


def teams(state: FieldsState) -> list[str]:
    return sorted(state.board.types[one].kind for one in state.units if state.units[one].at)


# -- results -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-10.7.A", "FF-10.7.A.crash")
def test_a_crash_burns_with_everybody_aboard() -> None:
    cargo = {1: {"kind": "ammo.mg", "holder": ONE}}
    state = sky({ONE: "R3C1", SQUAD: {"at": "R3C1", "aboard": ONE}}, assets=cargo)
    d = after(state, ONE, "crashed")
    assert teams(d.now) == ["casualty"] * 4, "three steps and the crew"
    assert [one.kind for one in d.now.markers.values()] == ["burning_wreck"]
    assert not d.now.assets


@pytest.mark.rule("FF-10.7.A", "FF-10.7.A.auto")
def test_an_emergency_landing_leaves_a_wreck_with_men_under_it() -> None:
    state = sky({ONE: "R3C1", SQUAD: {"at": "R3C1", "aboard": ONE}, "Casualty 1": {"at": "R3C1", "aboard": ONE}})
    d = after(state, ONE, "autorotation", deck=list(range(7, 15)))
    assert [row.kind for row in d.now.covers.values()] == ["wreck"]
    assert teams(d.now).count("casualty") >= 1
    assert key(state, SQUAD) not in d.now.units or not d.now.units[key(state, SQUAD)].at
    types = d.now.board.types
    men = [one for number, one in d.now.units.items() if one.at and types[number].kind != "casualty"]
    assert men
    assert all(one.exposed and one.cover for one in men)


@pytest.mark.rule("FF-10.7.A", "FF-10.7.A.dmg", "FF-10.7.A.und")
def test_whoever_aborts_goes_to_a_box_or_leaves() -> None:
    state = sky({ONE: "R3C1", SQUAD: {"at": "R3C1", "aboard": ONE}, FAC: "R3C1"}, lifts={ONE: {"planned": True}})
    damaged = after(state, ONE, "abort_damaged").now
    assert [damaged.units[key(state, name)].box for name in (ONE, SQUAD)] == ["outbound", "outbound"]
    assert (damaged.lifts[key(state, ONE)].grounded, damaged.lifts[key(state, ONE)].planned) == (True, False)
    whole = after(state, ONE, "abort_undamaged").now
    assert [whole.units[key(state, name)].box for name in (ONE, SQUAD)] == ["holding", "holding"]
    assert whole.lifts[key(state, ONE)].planned
    assert after(state, FAC, "abort_damaged").now.units[key(state, FAC)].box == "removed"
    assert after(state, FAC, "abort_undamaged").now.units[key(state, FAC)].box == "available"


@pytest.mark.rule("FF-10.7.A.und", "FF-10.8.5.stay")
def test_attack_helicopters_that_abort_unharmed_come_back_for_their_second_turn() -> None:
    for last, where in ((2, "on_call"), (1, "removed")):
        state = sky({COBRA: "R3C1"}, lifts={COBRA: {"turn": last, "card": "R3C1"}})
        assert after(state, COBRA, "abort_undamaged").now.units[key(state, COBRA)].box == where
    observer = sky({FAC: "R3C1"}, lifts={FAC: {"turn": 5}})
    assert after(observer, FAC, "abort_undamaged").now.units[key(observer, FAC)].box == "available"


# -- the observer ------------------------------------------------------------------------------------------------------

AIR = "mission.turn.air.observer"


@pytest.mark.rule("FF-10.8.6", "FF-10.8.6.a")
def test_an_observer_is_put_over_any_card_without_an_order_for_five_turns() -> None:
    state = sky({FAC: {"box": "available"}}, at=AIR, tracks={"turn": 3})
    assert why(state, {"station": FAC, "card": "R0C1"}).rule == "FF-10.8.6"
    assert aircraft.why_not_station(state, card(state, "R4C4")) is None
    d = drafted(state)
    aircraft.station(d, key(state, FAC), card(state, "R4C4"))
    assert d.now.subject(Flyover) == Flyover(key(state, FAC), card(state, "R4C4"))
    assert d.now.lifts[key(state, FAC)].turn == 7
    for turn, lift, there in ((7, 7, True), (8, 7, False), (3, 0, True), (3, 7, True)):
        again = sky({FAC: {"box": "available"}}, lifts={FAC: {"turn": lift}}, tracks={"turn": turn})
        assert bool(aircraft.stationable(again)) is there
    kept = drafted(sky({FAC: {"box": "available"}}, lifts={FAC: {"turn": 7}}, tracks={"turn": 4}))
    aircraft.station(kept, key(state, FAC), card(state, "R4C4"))
    assert kept.now.lifts[key(state, FAC)].turn == 7, "the turn in which he leaves is not put off"
    done = sky({FAC: {"box": "available", "acted": True}})
    assert aircraft.stationable(done) == ()
    gone = sky({FAC: {"box": "removed"}, ONE: {"box": "available"}})
    assert aircraft.stationable(gone) == ()


@pytest.mark.rule("FF-10.8.6", "FF-10.8.5.arrive")
def test_fire_on_the_card_meets_him_without_the_bonus_of_a_moving_target() -> None:
    shells = {1: {"kind": "incoming", "at": "R3C1", "value": -4}}
    state = sky({FAC: {"box": "available"}}, markers=shells)
    d = drafted(state, [36])
    d.call("overfly", Flyover(key(state, FAC), card(state, "R3C1")))
    aircraft.fly_in(d)
    (told,) = [entry for entry in d.entries if entry.key == "log.at_volume"]
    assert told.params["sum"] == 2 + 4 - 1, "the card, his defence, shells"
    quiet = drafted(sky({FAC: {"box": "available"}}))
    quiet.call("overfly", Flyover(key(state, FAC), card(state, "R3C1")))
    aircraft.fly_in(quiet)
    assert quiet.now.units[key(state, FAC)].at == card(state, "R3C1")
    assert quiet.now.units[key(state, FAC)].acted
    assert [entry.key for entry in quiet.entries] == ["log.flies_in"]
    assert aircraft.is_overhead(quiet.now)
    aircraft.meet_fire(quiet)
    assert quiet.now.subject(Reaction) == Reaction(key(state, FAC), moving=False)


@pytest.mark.rule("FF-10.8.6.a")
def test_in_his_fifth_turn_he_leaves_after_the_fire_on_his_card() -> None:
    shells = {1: {"kind": "incoming", "at": "R3C1", "value": -4}}
    for turn, acted, there, shots in (
        (4, False, True, 1),
        (5, False, False, 1),
        (4, True, True, 0),
        (5, True, False, 0),
    ):
        row = {"at": "R3C1", "acted": acted}
        state = sky({FAC: row, ONE: "R3C2"}, markers=shells, lifts={FAC: {"turn": 5}}, tracks={"turn": turn})
        d = drafted(state, [4])
        aircraft.observers_stay(d)
        assert bool(d.now.units[key(state, FAC)].at) is there
        assert len([one for one in d.entries if one.key == "log.at_volume"]) == shots
        assert d.now.units[key(state, ONE)].at
        if not there:
            assert d.now.units[key(state, FAC)].box == "removed"
    off = drafted(sky({FAC: {"box": "available"}}, lifts={FAC: {"turn": 1}}))
    aircraft.observers_stay(off)
    assert off.now.units[key(off.now, FAC)].box == "available"


@pytest.mark.rule("FF-10.8.6", "FF-10.8.6.b")
def test_the_company_orders_him_to_mark_with_a_rocket_on_the_next_card() -> None:
    units = {HQ: "R1C1", FAC: "R3C1", SQUAD: "R1C1", "CO XO": "R1C1"}
    state = sky(units, hq=HQ, assets=RADIO, commands={HQ: {}})
    step = play(state, {"mark_target": FAC, "card": "R4C1"})
    done = step.state
    assert [entry.key for entry in step.entries if entry.key == "log.marks"]
    (smoke,) = done.markers.values()
    assert (smoke.kind, smoke.form, smoke.at) == ("smoke", "WP", card(state, "R4C1"))
    assert support.is_marked(done, card(state, "R4C1"))
    assert why(state, {"mark_target": FAC, "card": "R5C1"}).rule == "FF-10.8.6.b"
    low = sky({FAC: "R1C1"})
    assert aircraft.why_not_mark(low, key(low, FAC), card(low, "R1C2")) is None
    assert aircraft.why_not_mark(low, key(low, FAC), card(low, "R0C1")) is not None
    deaf = sky(units, hq=HQ, commands={HQ: {}})
    assert why(deaf, {"mark_target": FAC, "card": "R4C1"}).rule == "FF-10.8.6"
    other = sky(units, hq="CO XO", assets=RADIO, commands={"CO XO": {}})
    assert why(other, {"mark_target": FAC, "card": "R4C1"}).rule == "FF-4.1.3.c"
    no = aircraft.why_not_mark(state, key(state, SQUAD), card(state, "R1C1"))
    assert no is not None
    assert no.rule == "FF-10.8.6.b"
    assert why_not_to_vehicle(state, key(state, FAC), "4.2.2h") is not None
    assert why_not_to_vehicle(state, key(state, FAC), "4.2.4i") is None
    huey = sky({ONE: "R3C1"})
    assert why_not_to_vehicle(huey, key(huey, ONE), "4.2.2h") is None
    facts = {"mission": {"attachments": ["Truck"]}}
    set_ = {1: {"kind": "SCR536", "holder": HQ, "net": "net.co_tac"}}
    road = board({HQ: "R1C1", "Truck 1": "R3C1"}, scenario="naktong_river_1", facts=facts, assets=set_)
    assert why_not_reach(road, key(road, HQ), key(road, "Truck 1")) is not None, "trucks hear a voice only"


@pytest.mark.rule("FF-10.8.6")
def test_he_calls_airstrikes_and_helicopters_for_the_company() -> None:
    units = {HQ: "R1C1", FAC: "R3C1", FOE: {"at": "R4C1", "held": True}}
    smoke = {1: {"kind": "smoke", "at": "R4C1", "form": "WP", "value": 1}}
    state = sky(units, hq=HQ, assets=RADIO, commands={HQ: {}}, markers=smoke)
    called = play(state, {"call": FAC, "mission": "Air Strike/CAS", "card": "R4C1"}, deck=[1, 2, 3]).state
    assert called.impulse is not None
    assert called.impulse.left == 5
    shaken = sky({HQ: {"at": "R1C1", "pinned": True}, FAC: "R3C1"})
    assert support.why_not_observe(shaken, key(state, HQ)) is not None
    assert support.why_not_observe(shaken, key(state, FAC)) is None
    guns = {"agency": "7/11 Arty (105mm)", "type": "HE", "modifier": -5, "missions": 2, "draws": {"arty_fo": 2}}
    facts = {"nations": ["nva"], "mission": {"fire_support": [guns]}}
    men = {"1 PLT HQ": "R1C1", "ARTY FO": {"at": "R1C1", "platoon": 1}, FOE: {"at": "R2C1", "held": True}}
    net = {1: {"kind": "PRC25", "holder": "ARTY FO", "net": "net.arty_fd"}}
    ground = board(men, scenario="vietnam_1", facts=facts, hq="1 PLT HQ", assets=net)
    assert play(ground, {"call": "ARTY FO", "mission": "7/11 Arty (105mm)/HE", "card": "R2C1"}, deck=[1, 2]).state
    general = sky(units, markers=smoke)
    assert why(general, {"call": FAC, "mission": "Air Strike/CAS", "card": "R4C1"}).rule == "FF-4.1.3.c"


# -- the gunship -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-10.8.7", "FF-10.8.7.a")
def test_a_gunship_fires_and_lights_three_cards_of_those_around_it() -> None:
    at = "mission.turn.air.gunship"
    state = sky({SPOOKY: {"box": "available"}, FAC: {"box": "available"}}, at=at)
    assert aircraft.circling(state) == (key(state, SPOOKY),)
    order: dict[str, Any] = {"circle": SPOOKY, "card": "R3C1", "fire": ["R3C1", "R4C1"], "light": ["R4C1", "R2C2"]}
    step = play(state, order)
    done = step.state
    assert step.entries[0].key == "log.circles"
    assert sorted((one.kind, one.at) for one in done.markers.values()) == [
        ("air_fire", card(state, "R3C1")),
        ("air_fire", card(state, "R4C1")),
        ("illumination", card(state, "R4C1")),
        ("illumination", card(state, "R2C2")),
    ]
    assert aircraft.circling(done) == ()
    assert done.units[key(state, SPOOKY)].at == card(state, "R3C1")
    assert why(state, {**order, "light": ["R4C1", "R2C2", "R2C1"]}).rule == "FF-10.8.7"
    assert aircraft.why_not_strafe((1, 2, 3), (1, 2, 3)) is None
    assert card(state, "R5C3") not in aircraft.reach_of(state, card(state, "R3C1"))
    assert card(state, "R0C1") not in aircraft.reach_of(state, card(state, "R1C1"))
    assert len(aircraft.reach_of(state, card(state, "R3C1"))) == 6
    assert why(state, {**order, "card": "R0C1", "fire": [], "light": []}).rule == "FF-10.8.6"


@pytest.mark.rule("FF-10.8.7")
def test_its_fire_is_heavy_and_nobody_on_the_ground_can_answer_it() -> None:
    fire = {1: {"kind": "air_fire", "at": "R4C1"}}
    state = sky({SPOOKY: "R4C1", FOE: {"at": "R4C1", "held": True}, **GUN}, markers=fire)
    reading = net_combat_modifier(state, key(state, FOE))
    assert reading is not None
    assert (reading.volume.kind, reading.volume.value) == ("air_fire", -3)
    assert on_card(state, card(state, "R4C1")).friendly == ()
    assert not state.fires
    low = sky({FAC: "R4C1", SQUAD: "R4C1"})
    assert on_card(low, card(low, "R4C1")).friendly == (key(low, SQUAD),)


@pytest.mark.rule("FF-10.8.5", "FF-10.8.6", "FF-10.8.7")
@pytest.mark.parametrize("name", [COBRA, FAC, SPOOKY])
def test_what_flies_over_a_card_does_not_hold_it(name: str) -> None:
    state = sky({name: "R4C1", ONE: "R3C1"})
    assert not on_card(state, card(state, "R4C1")).is_occupied
    assert on_card(state, card(state, "R3C1")).friendly == (key(state, ONE),), "a transport comes down"
    assert grounded(state) == (key(state, ONE),)


@pytest.mark.rule("FF-10.8.5", "FF-10.8.6", "FF-10.8.7", "FF-8.6.3.4", "FF-8.10.b", "FF-3.1.a")
@pytest.mark.parametrize("name", [COBRA, FAC, SPOOKY])
def test_nobody_goes_for_fires_at_or_reckons_with_what_flies_over(name: str) -> None:
    spotter, point = "NVA Mortar spotter 1", {"route 1": place(3, 1)}
    state = sky({name: "R3C1", FOE: "R4C1", spotter: {"at": "R4C1", "ammo": 2}}, controls=point)
    assert nearest_opponent(state, card(state, "R4C1")) == FAR_AWAY
    assert targets(state, key(state, spotter))[0] == ()
    assert (leading_row(state), nearest_to_route(state)) == (0, FAR)
    cover = sky({name: "R3C1", FOE: "R5C1"}, covers={1: {"at": "R4C1", "kind": "trench", "value": 2}})
    assert firing_position(cover, key(cover, FOE), card(cover, "R4C1")) == 0


# -- attack helicopters ------------------------------------------------------------------------------------------------


def pair(**rest: Any) -> FieldsState:
    units = {HQ: "R1C1", COBRA: {"box": "available"}, OTHER: {"box": "available"}, FOE: {"at": "R2C1", "held": True}}
    smoke = {1: {"kind": "smoke", "at": "R2C1", "form": "WP", "value": 1}}
    return sky({**units, **rest.pop("units", {})}, hq=HQ, assets=RADIO, commands={HQ: {}}, markers=smoke, **rest)


def bursts(state: FieldsState) -> tuple[int, int]:
    """A card with a plain burst, and one without any."""
    deck = state.board.deck.values()
    plain = next(one.number for one in deck if any(one.shows(sign) for sign in BURSTS) and not one.shows(SHORT))
    return plain, next(one.number for one in deck if not any(one.shows(sign) for sign in (*BURSTS, SHORT)))


@pytest.mark.rule("FF-10.8.5", "FF-10.8.5.call")
def test_a_section_of_two_is_called_like_an_airstrike() -> None:
    state = pair()
    plain, blank = bursts(state)
    called = play(state, {"call": HQ, "mission": NAME, "card": "R2C1"}, deck=[plain, blank]).state
    for name in (COBRA, OTHER):
        lift = called.lifts[key(state, name)]
        assert (called.units[key(state, name)].box, lift.card, lift.turn, lift.short) == ("on_call", 507, 2, False)
    assert called.support[NAME] == 1
    assert not sections.can_be_called(called)
    assert sections.can_be_called(state)
    unmarked = sky(
        {HQ: "R1C1", COBRA: {"box": "available"}, OTHER: {"box": "available"}, FOE: "R2C1"}, hq=HQ, assets=RADIO
    )
    no = support.why_not_target(unmarked, key(state, HQ), NAME, 507)
    assert no is not None
    assert no.rule == "FF-7.16.2.G"
    cas = play(
        pair(units={OTHER: {"box": "removed"}}),
        {"call": HQ, "mission": "Air Strike/CAS", "card": "R2C1"},
        deck=[plain, blank],
    )
    assert [one.kind for one in cas.state.markers.values()] == ["smoke", "pending"], "airstrikes need no section"
    assert called.here.at == "impulse.orders"
    late = pair(units={COBRA: {"box": "on_call"}, OTHER: "R2C1"}, lifts={name: {"turn": 1} for name in (COBRA, OTHER)})
    assert not sections.can_be_called(late), "one of them is still on his way"
    alone = pair(units={OTHER: {"box": "removed"}})
    no = support.why_not_mission(alone, key(state, HQ), NAME)
    assert no is not None
    assert no.rule == "FF-10.8.5"
    over = {COBRA: "R2C1", OTHER: "R2C1"}
    for turn, free in ((2, True), (1, False)):
        there = pair(units=over, lifts={name: {"turn": 2, "card": "R2C1"} for name in over}, tracks={"turn": turn})
        assert sections.can_be_called(there) is free, "a new target in their second turn"


@pytest.mark.rule("FF-10.8.5.call", "FF-10.8.5.stay")
def test_a_new_call_in_the_second_turn_gives_them_another_target() -> None:
    over = {COBRA: "R2C1", OTHER: "R2C1"}
    state = pair(
        units=over, lifts={name: {"turn": 2, "card": "R2C1", "beside": "R3C1"} for name in over}, tracks={"turn": 2}
    )
    d = drafted(state)
    attack_helicopters.call_in(d, card(state, "R4C1"), short=True)
    for name in over:
        lift = d.now.lifts[key(state, name)]
        assert (lift.card, lift.turn, lift.beside, lift.short) == (card(state, "R4C1"), 2, 0, True)
        assert (bool(d.now.units[key(state, name)].at), d.now.units[key(state, name)].box) == (True, "")
    assert [entry.key for entry in d.entries] == ["log.section_called"]


def over_target(*names: str, turn: int = 1, **lift: Any) -> Draft[FieldsState]:
    rows = {name: {"at": "R2C1", "acted": True} for name in names}
    lifts = {name: {"turn": 2, "card": "R2C1", **lift} for name in (COBRA, OTHER)}
    others = {name: {"box": "removed"} for name in (COBRA, OTHER) if name not in names}
    return drafted(sky({**rows, **others}, lifts=lifts, tracks={"turn": turn}))


@pytest.mark.rule("FF-10.8.5.attack", "FF-10.8.5", "FF-10.8.5.stay")
def test_both_attack_two_cards_one_attacks_one_and_after_a_short_call_one() -> None:
    for names, lift, second in (
        ((COBRA, OTHER), {}, True),
        ((COBRA,), {}, False),
        ((COBRA, OTHER), {"short": True}, False),
        ((COBRA, OTHER), {"beside": "R3C1"}, False),
    ):
        d = over_target(*names, **lift)
        attack_helicopters.strike(d)
        fires = sorted(one.at for one in d.now.markers.values())
        assert fires == ([507, 508] if "beside" in lift else [507])
        assert [entry.key for entry in d.entries] == ["log.section_attacks"] * len(fires)
        assert bool(attack_helicopters.cards_beside(d.now)) is second
    none = over_target()
    attack_helicopters.strike(none)
    assert not none.now.markers
    d = over_target(COBRA, OTHER)
    beside = attack_helicopters.cards_beside(d.now)
    assert card(d.now, "R3C1") in beside
    assert card(d.now, "R2C1") not in beside
    assert card(d.now, "R0C1") not in beside
    attack_helicopters.strike_beside(d, card(d.now, "R3C1"))
    assert [one.at for one in d.now.markers.values()] == [508]
    assert attack_helicopters.cards_beside(d.now) == ()
    edge = {name: {"at": "R1C1", "acted": True} for name in (COBRA, OTHER)}
    low = sky(edge, lifts={name: {"turn": 2, "card": "R1C1"} for name in edge})
    assert card(low, "R0C1") not in attack_helicopters.cards_beside(low)
    half = sky(
        {COBRA: edge[COBRA], OTHER: {"box": "on_call"}}, lifts={name: {"turn": 2, "card": "R1C1"} for name in edge}
    )
    assert attack_helicopters.attackers(half) == (key(half, COBRA),)
    single = over_target(COBRA, beside="R3C1", turn=2)
    attack_helicopters.strike(single)
    assert len(single.now.markers) == 1, "only a whole section takes both"


@pytest.mark.rule("FF-10.8.5.arrive", "FF-10.8.5.stay")
def test_they_come_in_every_turn_and_leave_after_the_second() -> None:
    rows = {COBRA: {"box": "on_call"}, OTHER: {"at": "R2C1"}, ONE: {"box": "available"}}
    state = sky(rows, lifts={name: {"turn": 2, "card": "R2C1"} for name in (COBRA, OTHER)})
    assert attack_helicopters.due(state) == (key(state, COBRA), key(state, OTHER))
    done = sky({**rows, OTHER: {"at": "R2C1", "acted": True}}, lifts={COBRA: {"turn": 2, "card": "R2C1"}})
    assert attack_helicopters.due(done) == (key(state, COBRA),)
    d = drafted(done)
    attack_helicopters.next_in(d)
    assert d.now.subject(Flyover) == Flyover(key(state, COBRA), 507)
    for turn, box in ((1, ""), (2, "available")):
        d = over_target(COBRA, OTHER, turn=turn)
        attack_helicopters.go_home(d)
        assert d.now.units[key(d.now, COBRA)].box == box
