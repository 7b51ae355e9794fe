"""Who may call for which fire, where."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.weapons import support
from tests.games.fieldsoffire.board import board, card, key, play, why

GERMAN = "German Grenadier squad 1/Gp"
GUNS, MORTARS, AIR = "15th FA Bn (105mm)", "Bn Mortar Plt (81mm)", "Air Strike"
EVERYBODY = {"arty_fo": 3, "mortar_fo": 2, "co_hq": 2, "plt_hq": 1, "fac": 2}
FIRE = [
    {"agency": GUNS, "type": kind, "modifier": -5, "missions": 2, "draws": EVERYBODY}
    for kind in ("HE", "WP", "Illum", "FPF")
] + [
    {"agency": MORTARS, "type": "HE", "modifier": -3, "missions": 0, "draws": EVERYBODY},
    {"agency": AIR, "type": "CAS", "modifier": -7, "missions": 2, "draws": {"arty_fo": 2, "co_hq": 0}},
]
FACTS = {"mission": {"fire_support": FIRE}}
HELD = {"at": "R3C2", "held": True}


def position(units: dict[str, Any] | None = None, **fields: Any) -> FieldsState:
    rows = {"ARTY FO": "R1C2", GERMAN: HELD, **(units or {})}
    return board(rows, facts=fields.pop("facts", FACTS), **fields)


def call(unit: str = "ARTY FO", mission: str = f"{GUNS}/HE", at: str = "R3C2") -> dict[str, Any]:
    return {"call": unit, "mission": mission, "card": at}


@pytest.mark.rule("FF-7.16.1.a", "FF-7.16.1.c")
def test_a_target_has_a_spotted_enemy_in_sight_of_the_observer() -> None:
    assert play(position(), call(), deck=[1, 2, 3])
    assert why(position(), call(at="R2C2")).rule == "FF-7.16.1.a"
    hidden = position(
        {GERMAN: {**HELD, "unspotted": True}, "German Grenadier squad 2/Gp": {"at": "R3C4", "held": True}}
    )
    assert why(hidden, call()).rule == "FF-7.16.1.a"
    assert why(position({"ARTY FO": "R1C1"}), call()).rule == "FF-7.16.1.c"


@pytest.mark.rule("FF-7.16.1.a", "FF-7.16.1.d")
def test_mixed_cards_and_the_own_one_are_targets() -> None:
    assert play(position({"1/1 PLT": {"at": "R3C2"}}), call(), deck=[1, 2, 3])
    own = position({GERMAN: {"at": "R1C2", "held": True}})
    assert play(own, call(at="R1C2"), deck=[1, 2, 3])


@pytest.mark.rule("FF-7.16.1.a", "FF-7.16.2.C")
def test_phosphorus_may_fall_on_empty_cards_and_unseen_enemies() -> None:
    state = position({GERMAN: {**HELD, "unspotted": True}})
    assert play(state, call(mission=f"{GUNS}/WP"), deck=[1, 2, 3])
    assert play(state, call(mission=f"{GUNS}/WP", at="R2C2"), deck=[1, 2, 3])


@pytest.mark.rule("FF-7.16.2.E", "FF-4.4.2", "FF-7.16.3.a")
def test_light_is_fired_on_any_card_face_up_and_shines_at_once() -> None:
    state = position({}, cards={"R4C4": {"terrain": 0, "pile": "main"}}, piles={})
    lit = play(state, call(mission=f"{GUNS}/Illum", at="R2C4"), deck=[4, 1, 2]).state
    assert [(one.kind, one.form, one.at) for one in lit.markers.values() if one.kind == "illumination"] == [
        ("illumination", "artillery", card(state, "R2C4"))
    ]
    no = support.why_not_target(state, key(state, "ARTY FO"), f"{GUNS}/Illum", card(state, "R4C4"))
    assert no is not None
    assert no.rule == "FF-7.16.2.E"


@pytest.mark.rule("FF-7.16.1.b")
def test_a_mission_must_be_left_and_the_observer_be_listed() -> None:
    state = position({"CO HQ": "R1C2", "CO XO": "R1C2", "Mtr FO": "R1C2"}, support={f"{GUNS}/HE": 0})
    assert why(state, call()).rule == "FF-7.16.1.b"
    assert why(state, call("CO XO")).rule == "FF-7.16.1.b"
    assert why(position(), call(mission=f"{MORTARS}/HE")).key == "refuse.no_mission_left"
    assert why(position({"Mtr FO": "R1C2"}), call("Mtr FO", f"{AIR}/CAS")).key == "refuse.no_observer"
    flipped = position({"ARTY FO": {"at": "R1C2", "flipped": True}})
    assert why(flipped, call()).key == "refuse.not_in_good_order"


@pytest.mark.rule("FF-7.16.1.c", "FF-7.16.1.c1")
def test_the_company_calls_over_the_battalion_net_and_platoons_through_the_company() -> None:
    units = {"CO HQ": "R1C2", "1 PLT HQ": "R2C2"}
    assert why(position(units), call("CO HQ")).rule == "FF-4.3.3.b"
    back = {1: {"kind": "SCR300", "holder": "CO HQ", "net": "net.bn_tac"}}
    assert play(position(units, assets=back), call("CO HQ"), deck=[1, 2])
    assert why(position(units, assets=back), call("1 PLT HQ")).rule == "FF-4.3.3.b"
    both = {n: {"kind": "SCR300", "holder": one, "net": "net.co_tac"} for n, one in enumerate(units, start=2)}
    assert play(position(units, assets={**back, **both}), call("1 PLT HQ"), deck=[1])
    assert why(position(units, assets=both), call("1 PLT HQ")).rule == "FF-4.3.3.b"


@pytest.mark.rule("FF-7.16.1.c2")
def test_each_observer_calls_every_agency_over_his_own_net() -> None:
    state = position({"Mtr FO": "R1C2"})
    drawn = play(state, call("Mtr FO"), deck=[1, 2])
    assert [len(entry.draws[0].cards) for entry in drawn.entries if entry.key == "log.attempt"] == [2]


@pytest.mark.rule("FF-7.16.1.f", "FF-7.16.1.c")
def test_an_observer_must_stand_by_the_one_who_orders_him() -> None:
    sets = {n: {"kind": "SCR300", "holder": one, "net": "net.co_tac"} for n, one in enumerate(("CO HQ", "ARTY FO"))}
    apart = position({"CO HQ": "R1C3"}, hq="CO HQ", assets=sets)
    assert why(apart, call()).rule == "FF-4.3.3.n1"
    beside = position({"CO HQ": "R1C2"}, hq="CO HQ", assets=sets)
    assert play(beside, call(), deck=[4, 1, 2])


@pytest.mark.rule("FF-7.16.2.D", "FF-7.16.2.F")
def test_final_protective_fire_is_not_called_like_other_missions() -> None:
    assert why(position(), call(mission=f"{GUNS}/FPF")).rule == "FF-7.16.2.D"


@pytest.mark.rule("FF-7.16.2.G", "FF-7.16.2.G.b")
@pytest.mark.parametrize(
    ("marker", "marked"),
    [
        ({"kind": "pending", "at": "R3C2", "form": "WP", "value": -4}, True),
        ({"kind": "pending", "at": "R3C2", "form": "HE", "value": -4}, False),
        ({"kind": "signal", "at": "R1C2", "form": "red_smoke"}, True),
        ({"kind": "signal", "at": "R1C2", "form": "green_cluster"}, True),
        ({"kind": "signal", "at": "R2C1", "form": "red_smoke"}, False),
    ],
)
def test_aircraft_need_phosphorus_on_the_target_or_a_colour_on_the_nearest_friends(
    marker: dict[str, Any], marked: bool
) -> None:
    state = position({"1/1 PLT": "R0C1"}, markers={1: marker})
    action = call(mission=f"{AIR}/CAS")
    if marked:
        assert play(state, action, deck=[1, 2])
    else:
        assert why(state, action).rule == "FF-7.16.2.G"


@pytest.mark.rule("FF-7.16.2.G.a")
def test_marking_and_calling_take_two_orders_and_nobody_calls_twice() -> None:
    state = position(support={f"{GUNS}/WP": 2, f"{AIR}/CAS": 2})
    assert why(state, call(mission=f"{AIR}/CAS")).rule == "FF-7.16.2.G"
    marked = play(state, call(mission=f"{GUNS}/WP"), deck=[4, 1, 2]).state
    assert why(marked, call(mission=f"{AIR}/CAS")).rule == "FF-4.2.a"


@pytest.mark.rule("FF-7.16.1.e")
def test_a_card_next_to_a_spotted_vehicle_may_be_called() -> None:
    facts = {"mission": {"fire_support": FIRE}, "nations": ["nkpa"]}
    bare = board({}, facts=facts)
    tank = next(one.name for one in bare.board.counters.values() if one.type.id == "nk.t34")
    state = board({"ARTY FO": "R1C2", tank: "R4C3"}, facts=facts)
    assert play(state, call(), deck=[1, 2, 3])
    hidden = board({"ARTY FO": "R1C2", tank: {"at": "R4C3", "unspotted": True}}, facts=facts)
    assert not support.is_valid(hidden, card(hidden, "R3C2"))
    far = board({"ARTY FO": "R1C2", tank: "R4C4"}, facts=facts)
    assert not support.is_valid(far, card(far, "R3C2"))


@pytest.mark.rule("FF-7.16.1.a", "FF-7.16.1.e")
def test_only_a_spotted_vehicle_makes_the_empty_cards_around_it_targets() -> None:
    squad, tank = "German Grenadier squad 1/Gp", "German Panzer IV 1"
    for name, row, found in ((tank, {}, True), (tank, {"unspotted": True}, False), (squad, {}, False)):
        state = board({name: {"at": "R2C2", "held": True, **row}}, scenario="normandy_1")
        assert support.is_valid(state, card(state, "R3C2")) is found
        assert not support.is_valid(state, card(state, "R4C2"))


@pytest.mark.rule("FF-2.6.1.a", "FF-7.16.1.c1")
@pytest.mark.parametrize(
    ("scenario", "units", "away"),
    [
        ("vietnam_6", {"CO HQ": {"box": "off_map"}, "1 PLT HQ": "R1C2"}, True),
        ("vietnam_6", {"CO HQ": "R1C1", "1 PLT HQ": "R1C2"}, False),
        ("vietnam_6", {"1 PLT HQ": "R1C2"}, False),
        ("normandy_1", {"CO HQ": {"box": "off_map"}, "1 PLT HQ": "R1C2"}, False),
    ],
)
def test_only_on_a_patrol_the_company_speaks_from_off_the_map(scenario: str, units: dict[str, Any], away: bool) -> None:
    assert support.is_company_away(board(units, scenario=scenario)) is away
