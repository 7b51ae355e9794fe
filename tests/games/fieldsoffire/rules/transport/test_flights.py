"""Transport helicopters: boxes, landing zones, landing under fire, taking off."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import LIFT_BOXES, FieldsState, Impulse
from sandtable.games.fieldsoffire.rules.transport import boxes, direct, flights, zones
from sandtable.kernel import Draft
from tests.games.fieldsoffire.board import act, board, card, drafted, key, play, why

ONE, TWO, HEAVY, SQUAD, HQ = "UH-1 11", "UH-1 12", "CH-47 41", "1/1 PLT", "CO HQ"
GUN, LAST = "NVA 12.7mm HMG 1", "UH-1 34"
PADDY = {"paddy": {"lz": True, "cc": 0}, "wood": {"lz": False, "cc": 2}}
ZONE = {"lz_1": 508, "lz_2": 608}
"""R3C1 and R3C2."""
APPROACH = "mission.turn.air.arrivals.approach"
RADIO = {9: {"kind": "PRC25", "holder": HQ, "net": "net.co_tac"}}
BOTH = {**RADIO, 8: {"kind": "PRC25", "holder": "1 PLT HQ", "net": "net.co_tac"}}
SMOKE = {1: {"kind": "signal", "at": "R3C1", "form": "yellow_smoke"}}
FOE = "NVA squad 1"


def lift(units: Mapping[str, Any], **rest: Any) -> FieldsState:
    """A position with transports; the landing zone is R3C1 and R3C2."""
    facts = {"terrain": PADDY, "nations": ["nva"]}
    cards = {name: {"terrain": "paddy"} for name in ("R3C1", "R3C2")}
    rest = {"controls": dict(ZONE), **rest}
    return board(units, scenario="vietnam_1", facts=facts, cards=cards, **rest)


def box(state: FieldsState, name: str) -> str:
    return state.units[key(state, name)].box


def coming(*names: str, planned: bool = True, **rest: Any) -> FieldsState:
    """Transports inbound for R3C1 in turn 1; another one, inbound for R3C2, keeps the question open."""
    units = {name: {"box": "inbound"} for name in (*names, LAST)}
    lifts: dict[str, Any] = {name: {"turn": 1, "card": "R3C1", "planned": planned} for name in names}
    lifts[LAST] = {"turn": 1, "card": "R3C2", "planned": True}
    return lift({**units, **rest.pop("units", {})}, at=rest.pop("at", APPROACH), lifts=lifts, **rest)


def run(state: FieldsState, step: Any, deck: Sequence[int] = ()) -> Draft[FieldsState]:
    d = drafted(state, deck)
    step(d)
    return d


# -- boxes -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-1.2.5.d", "FF-11.1.4")
def test_four_boxes_hold_any_number_of_transports_with_those_aboard() -> None:
    assert LIFT_BOXES == ("pz", "inbound", "outbound", "holding")
    units = {ONE: {"at": "R3C1", "pinned": True}, SQUAD: {"at": "R3C1", "aboard": ONE, "exposed": True}, FOE: "R4C1"}
    state = lift(units)
    assert key(state, ONE) in state.fires
    d = run(state, lambda d: boxes.put_in(d, key(d.now, ONE), "outbound"))
    for name in (ONE, SQUAD):
        row = d.now.units[key(d.now, name)]
        assert (row.at, row.box, row.exposed, row.cover, row.pinned) == (0, "outbound", False, 0, False)
    assert [entry.key for entry in d.entries] == ["log.flies_to"]
    assert (d.now.units[key(d.now, ONE)].acted, d.now.units[key(d.now, ONE)].activated) == (True, False)
    assert boxes.in_box(d.now, "outbound") == (key(d.now, ONE),)
    assert boxes.in_box(d.now, "inbound") == ()
    assert key(state, ONE) not in d.now.fires


@pytest.mark.rule("FF-11.1")
def test_what_is_a_transport() -> None:
    state = lift({ONE: "R3C1", HEAVY: {"box": "pz"}, SQUAD: "R3C1", "FAC (O-2)": {"box": "available"}})
    assert boxes.transports(state) == (key(state, ONE), key(state, HEAVY))


# -- landing zones -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-11.1.3", "FF-11.1.3.a")
def test_a_landing_zone_is_one_to_three_cards_with_the_icon() -> None:
    state = lift({ONE: {"box": "inbound"}})
    assert zones.zones(state) == (card(state, "R3C1"), card(state, "R3C2"))
    assert zones.zones(lift({}, controls={"lz_1": 508, "lz_3": 508})) == (508,)
    assert zones.can_be_zone(state, card(state, "R3C1"))
    assert not zones.can_be_zone(state, card(state, "R2C1"))
    assert not zones.can_be_zone(state, 1)
    plan = "mission.preparation.plan"
    more = {name: {"terrain": "paddy"} for name in ("R3C1", "R3C2", "R3C3")}
    more["R3C0"] = {"terrain": "paddy", "kind": "outside"}
    three = {**ZONE, "lz_3": 708}
    facts = {"terrain": PADDY}
    before = board(
        {ONE: {"box": "pz"}}, scenario="vietnam_1", facts=facts, cards=more, at=plan, tracks={"turn": 0}, controls=three
    )
    assert play(before, {"set_zone": "lz_1", "card": "R3C1"}).state.controls["lz_1"] == 508
    assert why(before, {"set_zone": "lz_1", "card": "R3C0"}).rule == "FF-11.1.3.a"
    for name, there in (("lz_1", "R3C2"), ("lz_2", "R3C1"), ("lz_2", "R3C3")):
        assert why(before, {"set_zone": name, "card": there}).rule == "FF-11.1.3.a"
    assert why(before, {"set_zone": "lz_3", "card": "R2C1"}).rule == "FF-11.1.3.a"
    assert why(before, {"set_zone": "lz_3", "card": "R3C2"}).rule == "FF-11.1.3.a"
    assert why(before, {"set_zone": "lz_3", "card": "R0C1"}).rule == "FF-11.1.3.a"


@pytest.mark.rule("FF-11.1.3", "FF-11.1.3.b", "FF-10.7.b", "FF-10.7.c")
def test_a_card_of_the_zone_holds_four_vehicles_wrecks_included() -> None:
    wrecks = {1: {"at": "R3C1", "kind": "wreck", "value": 1}, 2: {"at": "R3C2", "kind": "wreck", "value": 1}}
    wrecks[3] = {"at": "R3C1", "kind": "foxholes", "value": 1}
    fires = {1: {"kind": "burning_wreck", "at": "R3C1", "value": 2}, 2: {"kind": "burning_wreck", "at": "R3C2"}}
    fires[3] = {"kind": "smoke", "at": "R3C1", "value": 2}
    two = {ONE: "R3C1", TWO: "R3C1", HEAVY: {"box": "inbound"}, SQUAD: "R3C1", "UH-1 13": "R3C2"}
    full = lift(two, covers=wrecks, markers=fires, lifts={HEAVY: {"turn": 1, "planned": True}})
    assert [zones.vehicles_on(full, one) for one in zones.zones(full)] == [4, 3]
    no = zones.why_not_land(full, key(full, HEAVY), card(full, "R3C1"))
    assert no is not None
    assert no.rule == "FF-11.1.3.b"
    assert zones.open_zones(full, key(full, HEAVY)) == (card(full, "R3C2"),)
    three = lift(two, covers={1: wrecks[1]}, lifts={HEAVY: {"turn": 1, "planned": True}})
    assert zones.why_not_land(three, key(three, HEAVY), card(three, "R3C1")) is None
    no = zones.why_not_land(three, key(three, HEAVY), card(three, "R2C1"))
    assert no is not None
    assert no.rule == "FF-11.1.3"


@pytest.mark.rule("FF-11.1.3.b")
def test_four_land_on_a_card_in_a_turn_even_where_some_are_gone_again() -> None:
    names = [f"UH-1 {number}" for number in (11, 12, 13, 14)]
    gone = {name: {"box": "holding"} for name in names}
    landed = {name: {"card": "R3C1", "landed": 1} for name in names}
    late = {HEAVY: {"turn": 1, "planned": True}}
    state = lift({**gone, HEAVY: {"box": "inbound"}}, lifts={**landed, **late})
    assert zones.landings_on(state, card(state, "R3C1")) == 4
    assert zones.landings_on(state, card(state, "R3C2")) == 0
    assert zones.open_zones(state, key(state, HEAVY)) == (card(state, "R3C2"),)
    before = lift({**gone, HEAVY: {"box": "inbound"}}, lifts={**landed, **late}, tracks={"turn": 2})
    assert zones.landings_on(before, card(before, "R3C1")) == 0


@pytest.mark.rule("FF-11.1.1.mark", "FF-11.1.3", "FF-11.2.1.c")
def test_smoke_of_any_colour_guides_a_transport_in_and_a_plan_needs_none() -> None:
    for marker, open_ in ((SMOKE, True), ({}, False), ({1: {**SMOKE[1], "form": "red_cluster"}}, False)):
        state = coming(ONE, planned=False, markers=marker)
        assert bool(zones.open_zones(state, key(state, ONE))) is open_
        assert zones.open_zones(coming(ONE), key(state, ONE)) == zones.zones(state)
    elsewhere = coming(ONE, planned=False, markers={1: {**SMOKE[1], "at": "R2C1"}})
    assert not zones.open_zones(elsewhere, key(elsewhere, ONE))
    other = coming(ONE, planned=False, markers={1: {**SMOKE[1], "kind": "smoke"}})
    assert not zones.open_zones(other, key(other, ONE))


# -- flying ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FF-11.1.1.t4", "FF-11.1.1.move")
def test_from_outbound_it_is_a_turn_to_the_pick_up_zone() -> None:
    aboard = {"box": "outbound", "aboard": ONE}
    units = {ONE: {"box": "outbound"}, SQUAD: aboard, "Casualty 1": aboard, TWO: {"box": "inbound"}}
    d = run(lift(units), flights.return_home)
    assert [box(d.now, name) for name in (ONE, SQUAD, "Casualty 1", TWO)] == ["pz", "pz", "evacuated", "inbound"]
    assert d.now.units[key(d.now, SQUAD)].aboard == key(d.now, ONE)
    assert d.now.units[key(d.now, "Casualty 1")].aboard == 0
    assert d.now.points["evacuated"] == 1
    more = run(lift(units, points={"evacuated": 2}), flights.return_home)
    assert more.now.points["evacuated"] == 3


@pytest.mark.rule("FF-10.7.A.dmg", "FF-11.1.1.t1", "FF-11.1.1.wait", "FF-11.2.2")
def test_a_damaged_transport_stays_in_the_pick_up_zone_and_everybody_gets_off() -> None:
    units = {ONE: {"box": "outbound"}, SQUAD: {"box": "outbound", "aboard": ONE}, TWO: {"box": "pz"}}
    d = run(lift(units, lifts={ONE: {"grounded": True}}), flights.return_home)
    assert d.now.units[key(d.now, SQUAD)].aboard == 0
    d.edit("units", key(d.now, ONE), acted=False, activated=True)
    assert flights.leaving(d.now) == ()
    at = "mission.turn.air.loading"
    waiting = {ONE: {"box": "pz"}, TWO: {"box": "pz"}, SQUAD: {"box": "pz"}}
    state = lift(waiting, at=at, lifts={ONE: {"grounded": True}})
    assert why(state, {"emplane": ONE, "units": [SQUAD]}).rule == "FF-10.7.A.dmg"
    again = play(state, {"emplane": TWO, "units": [SQUAD]}).state
    assert again.units[key(again, SQUAD)].aboard == key(again, TWO)


@pytest.mark.rule("FF-11.2.1.d", "FF-11.1.1.t3", "FF-11.1.1.move")
def test_helicopters_on_the_map_take_off_whether_or_not_they_were_told() -> None:
    units = {ONE: "R3C1", TWO: {"at": "R3C2", "activated": True}, HEAVY: {"box": "inbound"}, SQUAD: "R3C1"}
    d = run(lift(units), flights.take_off)
    assert [box(d.now, name) for name in (ONE, TWO, HEAVY, SQUAD)] == ["outbound", "outbound", "inbound", ""]


@pytest.mark.rule("FF-11.1.5", "FF-11.1.5.a", "FF-11.1.1.t3", "FF-11.1.1.move", "FF-11.2.1.d")
def test_the_fire_on_its_card_takes_effect_when_it_leaves() -> None:
    shells = {1: {"kind": "incoming", "at": "R3C1", "value": -4}}
    d = run(lift({ONE: "R3C1"}, markers=shells), flights.take_off, deck=[43, 1, 2, 3])
    assert [row.kind for row in d.now.covers.values()] == ["wreck"]
    (told,) = [entry for entry in d.entries if entry.key == "log.at_volume"]
    assert (told.params["sum"], told.params["result"]) == (0, "autorotation"), "1 on the card, -1 shells"
    assert box(d.now, ONE) != "outbound"


@pytest.mark.rule("FF-11.1.2", "FF-11.1.2.a")
def test_from_inbound_it_lands_or_holds_from_holding_it_lands_or_turns_back() -> None:
    inbound = coming(ONE)
    assert why(inbound, {"turn_back": ONE}).rule == "FF-11.1.2.a"
    assert box(play(inbound, {"hold": ONE}).state, ONE) == "holding"
    plan = {"turn": 1, "card": "R3C1", "planned": True}
    both = {ONE: {"box": "holding"}, LAST: {"box": "inbound"}}
    waiting = lift(both, at=APPROACH, lifts={ONE: plan, LAST: plan})
    assert why(waiting, {"hold": ONE}).rule == "FF-11.1.2.a"
    assert box(play(waiting, {"turn_back": ONE}).state, ONE) == "outbound"
    done = lift({ONE: {"box": "holding", "acted": True}, TWO: {"box": "outbound"}, HEAVY: {"box": "inbound"}})
    assert flights.arriving(done) == (key(done, HEAVY),)


@pytest.mark.rule("FF-11.1.1.t2", "FF-11.2.1.a", "FF-11.1.2.a")
def test_without_a_landing_zone_it_goes_to_holding_by_itself_and_then_home() -> None:
    units = {ONE: {"box": "inbound"}, TWO: {"box": "holding"}}
    d = run(lift(units), flights.divert)
    assert (box(d.now, ONE), box(d.now, TWO)) == ("holding", "outbound")
    names = [f"UH-1 {number}" for number in (11, 12, 13, 14)]
    full = lift(
        {**dict.fromkeys(names, "R3C1"), HEAVY: {"box": "inbound"}},
        controls={"lz_1": 508},
        lifts={HEAVY: {"planned": True}},
    )
    assert box(run(full, flights.divert).now, HEAVY) == "holding", "more than four do not fit"
    three = dict.fromkeys(names[:3], "R3C1")
    room = lift({**three, HEAVY: {"box": "inbound"}}, controls={"lz_1": 508}, lifts={HEAVY: {"planned": True}})
    assert box(run(room, flights.divert).now, HEAVY) == "inbound"


@pytest.mark.rule("FF-11.1.5.a", "FF-11.1.5", "FF-11.2.2", "FF-11.1.1.t2")
def test_troops_get_off_exposed_and_cargo_is_set_down() -> None:
    units = {SQUAD: {"box": "inbound", "aboard": ONE}, "Casualty 1": {"box": "inbound", "aboard": ONE}}
    ammo = {1: {"kind": "ammo.mg", "holder": ONE, "points": 2}}
    step = play(coming(ONE, units=units, assets=ammo), {"land": ONE, "card": "R3C1"})
    assert [one.key for one in step.entries][:3] == ["log.lands", "log.dismounted", "log.dismounted"]
    done = step.state
    squad, hurt = done.units[key(done, SQUAD)], done.units[key(done, "Casualty 1")]
    assert (squad.at, squad.aboard, squad.exposed) == (508, 0, True)
    assert (hurt.aboard, hurt.exposed) == (0, False)
    assert (done.assets[1].holder, done.assets[1].at) == (0, 508)
    lifted = done.lifts[key(done, ONE)]
    assert (lifted.landed, lifted.card, lifted.planned) == (1, 508, False)
    assert done.units[key(done, ONE)].acted


@pytest.mark.rule("FF-11.1.5", "FF-11.1.5.a", "FF-10.7.A", "FF-10.7.A.und")
def test_reaction_fire_comes_before_anybody_gets_off() -> None:
    units = {SQUAD: {"box": "inbound", "aboard": ONE}, GUN: {"at": "R5C1", "ammo": 5}}
    step = play(coming(ONE, units=units), {"land": ONE, "card": "R3C1"}, deck=[36])
    (shot,) = [entry for entry in step.entries if entry.key == "log.at_fire"]
    assert (shot.params["sum"], shot.params["result"]) == (4, "abort_undamaged")
    assert [box(step.state, name) for name in (ONE, SQUAD)] == ["holding", "holding"]
    missed = play(coming(ONE, units=units), {"land": ONE, "card": "R3C1"}, deck=[4, 5, 6, 7]).state
    assert missed.units[key(missed, SQUAD)].aboard == 0


@pytest.mark.rule("FF-11.1.5", "FF-11.1.5.a")
def test_fire_on_the_landing_zone_comes_first() -> None:
    shells = {1: {"kind": "incoming", "at": "R3C1", "value": -4}}
    units = {SQUAD: {"box": "inbound", "aboard": ONE}}
    step = play(coming(ONE, units=units, markers=shells), {"land": ONE, "card": "R3C1"}, deck=[36])
    (told,) = [entry for entry in step.entries if entry.key == "log.at_volume"]
    assert told.params["result"] == "abort_damaged"
    assert [box(step.state, name) for name in (ONE, SQUAD)] == ["outbound", "outbound"]
    assert step.state.lifts[key(step.state, ONE)].grounded


@pytest.mark.rule("FF-11.2.1.b")
def test_whoever_finds_no_room_on_the_card_stays_aboard() -> None:
    men = {f"{number}/{platoon} PLT": "R3C1" for platoon in (2, 3) for number in (1, 2)}
    crowd = {**men, "2/1 PLT": "R3C1"}
    stick = {SQUAD: {"box": "inbound", "aboard": ONE}}
    step = play(coming(ONE, units={**crowd, **stick}), {"land": ONE, "card": "R3C1"})
    assert step.state.units[key(step.state, SQUAD)].aboard, "fifteen steps and three more"
    assert [entry.rule for entry in step.entries if entry.key == "log.stays_aboard"] == ["FF-11.2.1.b"]
    one = {**men, "2/1 PLT": {"at": "R3C1", "steps": 1}}
    fits = play(coming(ONE, units={**one, **stick}), {"land": ONE, "card": "R3C1"}).state
    assert not fits.units[key(fits, SQUAD)].aboard


@pytest.mark.rule("FF-11.2.1.b")
def test_whoever_is_still_aboard_gets_off_in_the_next_phase_if_there_is_room_now() -> None:
    rider = {ONE: "R3C1", SQUAD: {"at": "R3C1", "aboard": ONE}}
    state = lift(rider)
    assert flights.stragglers(state) == (key(state, SQUAD),)
    d = run(state, lambda d: flights.let_off(d, key(d.now, SQUAD)))
    row = d.now.units[key(d.now, SQUAD)]
    assert (row.aboard, row.exposed) == (0, True)
    crowd = {f"{number}/{platoon} PLT": "R3C1" for platoon in (2, 3) for number in (1, 2)}
    assert not flights.stragglers(lift({**rider, **crowd, "2/1 PLT": "R3C1"})), "fifteen steps and three more"
    assert not flights.stragglers(lift({ONE: {"box": "holding"}, SQUAD: {"box": "holding", "aboard": ONE}}))


@pytest.mark.rule("FF-11.1.1.t1", "FF-11.1.1.wait", "FF-11.2.2")
def test_who_leaves_the_pick_up_zone() -> None:
    units = {
        ONE: {"box": "pz", "activated": True},
        TWO: {"box": "pz"},
        HEAVY: {"box": "pz"},
        "UH-1 13": {"box": "pz", "activated": True, "acted": True},
        "UH-1 14": {"box": "pz"},
        "UH-1 21": {"box": "pz"},
    }
    lifts = {
        HEAVY: {"turn": 2, "planned": True},
        "UH-1 14": {"turn": 3, "planned": True},
        "UH-1 21": {"turn": 2},
    }
    state = lift(units, lifts=lifts)
    assert flights.leaving(state) == (key(state, ONE), key(state, HEAVY))
    stores = {1: {"kind": "ammo.mg", "box": "pz", "points": 2}, 2: {"kind": "illum"}}
    d = run(lift(units, lifts=lifts, assets=stores), flights.lift_off)
    assert [box(d.now, name) for name in (ONE, HEAVY, TWO)] == ["inbound", "inbound", "pz"]
    assert (d.now.assets[1].holder, d.now.assets[1].box) == (key(state, ONE), "")
    assert d.now.assets[2].holder == 0
    heavy = {1: {"kind": "ammo.mg", "box": "pz", "points": 90}}
    d = run(lift(units, lifts=lifts, assets=heavy), flights.lift_off)
    assert (d.now.assets[1].holder, d.now.assets[1].box) == (0, "pz")


@pytest.mark.rule("FF-11.1.1", "FF-11.1.1.t1", "FF-11.1.1.t3", "FF-11.1.1.t4")
def test_the_cycle_takes_four_turns() -> None:
    state = lift({ONE: {"box": "pz", "activated": True}})
    seen = []
    for step in (flights.lift_off, None, flights.take_off, flights.return_home):
        d = drafted(state)
        if step is None:
            d.edit("units", key(state, ONE), at=508, box="")
        else:
            step(d)
        d.edit("units", key(state, ONE), acted=False)
        state = d.now
        seen.append(box(state, ONE))
    assert seen == ["inbound", "", "outbound", "pz"]


# -- direct support ----------------------------------------------------------------------------------------------------


def supported(units: Mapping[str, Any], **rest: Any) -> FieldsState:
    rest = {"assets": RADIO, "hq": HQ, **rest}
    return lift({HQ: "R2C1", SQUAD: "R2C1", **units}, commands={HQ: {}}, **rest)


@pytest.mark.rule("FF-11.1.1.one", "FF-11.1.1.t1")
def test_one_command_of_the_company_activates_all_of_a_box_or_card() -> None:
    units = {ONE: {"box": "pz"}, TWO: {"box": "pz"}, HEAVY: {"box": "pz"}, "UH-1 13": "R3C2"}
    state = supported(units, lifts={HEAVY: {"planned": True, "turn": 5, "card": "R3C1"}})
    assert {place: len(keys) for place, keys in direct.places(state).items()} == {"R3C2": 1, "pz": 2}
    aloft = supported({ONE: {"box": "inbound"}, TWO: {"box": "holding"}})
    assert list(direct.places(aloft)) == ["holding", "inbound"]
    step = play(state, {"summon": "R3C2"})
    assert [entry.key for entry in step.entries] == ["log.unit_activated"]
    ready = play(state, {"summon": "pz"}).state
    assert [ready.units[key(ready, name)].activated for name in (ONE, TWO, HEAVY, "UH-1 13")] == [
        True,
        True,
        False,
        False,
    ]
    impulse = ready.subject(Impulse)
    assert (impulse.left, impulse.spent) == (5, 1)
    assert list(direct.places(ready)) == ["R3C2"]
    grounded = supported({ONE: {"box": "pz"}, TWO: {"box": "outbound"}}, lifts={ONE: {"grounded": True}})
    assert direct.places(grounded) == {}


@pytest.mark.rule("FF-11.1.1.t1", "FF-11.1", "FF-11.1.4")
def test_only_the_company_headquarters_summons_and_by_its_radio() -> None:
    units = {ONE: {"box": "pz"}}
    early = lift(units, at="mission.preparation.plan", tracks={"turn": 0})
    no = direct.why_not_summon(early)
    assert no is not None
    assert no.rule == "FF-11.1.1.t1"
    d = drafted(supported(units))
    for left, rule in ((1, ""), (0, "FF-4.1.a")):
        d.edit_subject(Impulse, left=left)
        no = direct.why_not_summon(d.now)
        assert (no.rule if no is not None else "") == rule
        assert no is None or no.params["cost"] == 1
    assert why(supported(units, assets={}), {"summon": "pz"}).rule == "FF-11.1.1.t1"
    other = lift({"1 PLT HQ": "R2C1", HQ: "R2C1", **units}, hq="1 PLT HQ", assets=BOTH, commands={"1 PLT HQ": {}})
    assert why(other, {"summon": "pz"}).rule == "FF-11.1.1.t1"
    anybody = supported(units, hq="")
    assert why(anybody, {"summon": "pz"}).rule == "FF-11.1.1.t1"
    aloft = lift({HQ: {"box": "inbound", "aboard": ONE}, ONE: {"box": "inbound"}}, assets=RADIO)
    assert direct.why_not_summon(aloft) is not None


@pytest.mark.rule("FF-11.1.1.first", "FF-11.1.1.move")
@pytest.mark.parametrize(
    ("row", "first"),
    [
        ({"box": "inbound"}, True),
        ({"box": "holding"}, True),
        ("R3C2", True),
        ({"box": "pz"}, False),
        ({"box": "outbound"}, False),
    ],
)
def test_commands_go_first_to_helicopters_that_have_to_move(row: Any, first: bool) -> None:
    state = supported({ONE: row})
    for action in ({"move": SQUAD, "to": "R2C2"}, {"end": True}):
        no = GAME.why_not(state, "company", act(state, action))
        assert (no is not None and no.rule == "FF-11.1.1.first") is first
    deaf = supported({ONE: row}, assets={})
    assert play(deaf, {"move": SQUAD, "to": "R2C2"}).state
    planned = supported({ONE: row}, lifts={ONE: {"planned": True, "turn": 2, "card": "R3C1"}})
    assert play(planned, {"move": SQUAD, "to": "R2C2"}).state


@pytest.mark.rule("FF-11.1.2", "FF-10.8.6", "FF-10.8.5.attack")
def test_questions_about_aircraft_say_which_and_where() -> None:
    air = {"FAC (O-2)": {"box": "available"}}
    given = {"scenario": "vietnam_1", "facts": {"mission": {"attachments": ["FAC"]}}}
    observer = board(air, at="mission.turn.air.observer", **given)
    (prompt,) = GAME.prompts(observer)
    assert prompt.params["unit"].id == key(observer, "FAC (O-2)")
    paddy = {"facts": {"terrain": {"paddy": {"lz": True, "cc": 0}}}, "cards": {"R3C1": {"terrain": "paddy"}}}
    lifts = {name: {"turn": 1, "card": "R3C1", "planned": True} for name in ("UH-1 11", "UH-1 12")}
    coming = board(
        {name: {"box": "inbound"} for name in lifts},
        at="mission.turn.air.arrivals.approach",
        scenario="vietnam_1",
        lifts=lifts,
        controls={"lz_1": 508},
        **paddy,
    )
    (prompt,) = GAME.prompts(coming)
    assert (prompt.params["count"], prompt.params["cards"]) == (2, 1)
