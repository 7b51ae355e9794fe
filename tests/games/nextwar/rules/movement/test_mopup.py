"""Rule 8.4.1: mop-up operations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.movement import control, landings, marching, mopup
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.setup import mopup_markers
from tests.games.nextwar.board import (
    ARM,
    INF,
    LIGHT,
    MECH,
    OTHER_INF,
    ROK_INF,
    asked,
    at,
    board,
    draft,
    key,
    logged,
    may,
    may_move,
    move,
    play,
    reasons,
    steps,
    where,
    why_move,
)

PLACE = "N3016"


def hard(*features: str, terrain: str = "flat") -> dict[str, Any]:
    rows = {f"N30{n}": {"country": "ROK"} for n in range(14, 20)}
    return {"hexes": {**rows, PLACE: {"country": "ROK", "features": list(features), "terrain": terrain}}}


def under(number: int, units: dict[str, Any], *features: str, terrain: str = "flat") -> KoreaState:
    """Units under a marker in the reorganization phase of the last turn."""
    rows = {name: {"hex": PLACE, **row} if isinstance(row, dict) else row for name, row in units.items()}
    marker = {PLACE: {"side": "dprk", "number": number}}
    return board("reorganization.mopup", rows, facts=hard(*features, terrain=terrain), mopups=marker, turn=4)


def modifiers(state: KoreaState, lead: str) -> dict[str, int]:
    return reasons(mopup.modifiers(state, at(state, PLACE), key(state, lead)))


@pytest.mark.rule("NW-8.4.1.a", "NW-8.5.1.b")
@pytest.mark.parametrize("feature", ["city", "port", "chem_site"])
def test_units_that_enter_a_hard_hex_draw_a_marker(feature: str) -> None:
    state = move(board(units={INF: "N3014"}, facts=hard(feature)), "dprk", INF, "N3015", PLACE, dice=[4])
    assert state.mopups[at(state, PLACE)].number == 4
    assert state.cup is not None
    assert len(state.cup) == 35


@pytest.mark.rule("NW-8.4.1.j")
def test_reinforcements_come_under_the_same_marker() -> None:
    state = board(units={INF: "N3015", OTHER_INF: "N3014"}, facts=hard("city"))
    state = move(state, "dprk", INF, PLACE, dice=[6])
    state = move(state, "dprk", OTHER_INF, "N3015", PLACE)
    assert state.mopups[at(state, PLACE)].number == 6


@pytest.mark.rule("NWT-MOPUP")
def test_there_are_nine_markers_of_each_number() -> None:
    assert sorted(mopup_markers().rest) == sorted([3, 4, 5, 6] * 9)


@pytest.mark.rule("NWT-MOPUP")
def test_with_an_empty_cup_each_number_is_as_likely() -> None:
    state = board(units={INF: "N3015"}, facts=hard("city"), cup=None)
    assert move(state, "dprk", INF, PLACE, dice=[3]).mopups[at(state, PLACE)].number == 3


@pytest.mark.rule("NW-8.4.1.c", "NWT-MOPUP")
@pytest.mark.parametrize(("number", "found"), [(3, 2), (5, 0), (6, -1)])
def test_efficiency_less_the_number(number: int, found: int) -> None:
    state = under(number, {INF: {}, OTHER_INF: {}}, "city")
    assert modifiers(state, INF) == {"mopup_efficiency": found}


@pytest.mark.rule("NW-8.4.1.d", "NW-8.4.1.k", "NWT-MOPUP")
@pytest.mark.parametrize(
    ("features", "terrain", "least"),
    [((), "urban", 4), (("city",), "flat", 3), (("port",), "flat", 2), (("city", "port"), "flat", 3)],
)
def test_too_few_troops(features: tuple[str, ...], terrain: str, least: int) -> None:
    state = under(5, {LIGHT: {}}, *features, terrain=terrain)
    assert modifiers(state, LIGHT)["too_few"] == -(least - 1)
    assert mopup.least2(state, at(state, PLACE)) == 2 * least


@pytest.mark.rule("NW-8.4.1.d", "NW-2.3.7.a")
def test_half_a_point_missing_counts_as_one() -> None:
    marker = {"N2010": {"side": "allied", "number": 5}}
    facts = {"hexes": {"N2010": {"country": "DPRK", "features": ["port"]}}}
    units = {"USMC 1/3 Mar Bn": "N2010", "USMC 2/3 Mar Bn": "N2010", "USMC 3/3 Mar Bn": "N2010"}
    state = board("reorganization.mopup", units, facts=facts, mopups=marker)
    assert mopup.shortfall(state, at(state, "N2010")) == 1


@pytest.mark.rule("NW-8.4.1.e")
@pytest.mark.parametrize(
    ("features", "terrain", "more"),
    [
        (("airbase",), "urban", -1),
        (("airbase", "port"), "flat", -1),
        (("port",), "flat", 0),
        (("city", "port", "airbase"), "flat", -2),
    ],
)
def test_more_installations(features: tuple[str, ...], terrain: str, more: int) -> None:
    state = under(5, {INF: {}, OTHER_INF: {}}, *features, terrain=terrain)
    assert modifiers(state, INF).get("more_installations", 0) == more


@pytest.mark.rule("NW-8.4.1.f")
def test_units_that_landed_in_this_turn() -> None:
    state = under(5, {INF: {"landed": True}, OTHER_INF: {}}, "city")
    assert modifiers(state, INF)["landed"] == -1


@pytest.mark.rule("NW-8.4.1.l")
@pytest.mark.parametrize(("other", "found"), [(MECH, 1), (ARM, 1), (OTHER_INF, 0)])
def test_infantry_with_armour(other: str, found: int) -> None:
    state = under(5, {INF: {}, other: {}}, "port")
    assert modifiers(state, INF).get("combined_arms", 0) == found


@pytest.mark.rule("NW-8.4.1.b", "NW-8.4.1.g", "NWS-STD-5.5", "NW-8.4.1.m")
def test_success_gives_the_hex() -> None:
    state = under(5, {INF: {}, OTHER_INF: {}}, "city")
    assert asked(state) == {"dprk": "reorganization.mopup.first"}
    assert not may(state, "dprk", {"do": "done"})
    step = play(state, "dprk", {"do": "mop_up", "place": PLACE, "lead": INF}, [5])
    assert logged(step, "mopup").params["success"] == 1
    assert control.controller(step.state, at(state, PLACE)) == "dprk"
    assert step.state.mopups == {}
    assert step.state.accounts["dprk"].vp2 == 4


@pytest.mark.rule("NW-8.4.1.h")
def test_failure_costs_a_step_only_when_the_troops_are_too_few() -> None:
    few = under(6, {INF: {}}, "city")
    step = play(few, "dprk", {"do": "mop_up", "place": PLACE, "lead": INF}, [6])
    assert (steps(step.state, INF), where(step.state, INF)) == (1, PLACE)
    assert at(few, PLACE) in step.state.mopups
    enough = under(6, {INF: {}, OTHER_INF: {}}, "city")
    step = play(enough, "dprk", {"do": "mop_up", "place": PLACE, "lead": INF}, [6])
    assert steps(step.state, INF) == 2


@pytest.mark.rule("NW-8.4.1.i")
def test_a_marker_goes_with_the_last_unit_under_it() -> None:
    state = under(6, {LIGHT: {}}, "city")
    step = play(state, "dprk", {"do": "mop_up", "place": PLACE, "lead": LIGHT}, [0])
    assert where(step.state, LIGHT) == "eliminated"
    assert step.state.mopups == {}
    assert step.state.cup is not None
    assert step.state.cup.rest.count(6) == 9


@pytest.mark.rule("NW-8.4.1.n", "NW-8.4.1.i")
def test_leaving_takes_the_whole_allowance_and_the_marker_stays_while_somebody_does() -> None:
    marker = {PLACE: {"side": "dprk", "number": 5}}
    state = board(units={INF: PLACE, MECH: PLACE}, facts=hard("city"), mopups=marker)
    assert why_move(state, "dprk", MECH, "N3015", "N3014").rule == "NW-8.4.1.n"
    state = move(state, "dprk", MECH, "N3015")
    assert at(state, PLACE) in state.mopups
    state = move(state, "dprk", INF, "N3015")
    assert state.mopups == {}


@pytest.mark.rule("NW-8.4.1.m", "NWS-STD-5.5")
def test_the_first_player_mops_up_first() -> None:
    facts = {"hexes": {**hard("city")["hexes"], "N2010": {"country": "DPRK", "features": ["city"]}}}
    markers = {PLACE: {"side": "dprk", "number": 5}, "N2010": {"side": "allied", "number": 5}}
    state = board("reorganization.mopup", {INF: PLACE, ROK_INF: "N2010"}, facts=facts, mopups=markers)
    assert asked(state) == {"dprk": "reorganization.mopup.first"}
    state = play(state, "dprk", {"do": "mop_up", "place": PLACE, "lead": INF}, [9]).state
    assert asked(state) == {"allied": "reorganization.mopup.second"}


@pytest.mark.rule("NW-8.4.1.k", "NWT-MOPUP")
def test_the_chart_of_safe_numbers() -> None:
    assert chart("mopup")["rows"] == {"urban": 4, "city": 3, "installation": 2}


@pytest.mark.rule("NW-8.4.1.2.a")
def test_nobody_mops_up_at_home() -> None:
    state = board("basic.second_movement", {ROK_INF: "N3017"}, facts=hard("city"), captured={PLACE: "dprk"})
    state = move(state, "allied", ROK_INF, PLACE)
    d = draft(state)
    mopup.begin(d)
    assert mopup.mopper(d.now, "allied") == ()


BIG = {INF: PLACE, OTHER_INF: PLACE, MECH: "N3015", ARM: "N3015"}
"""Four points mop up a hex, and one or two stand before it."""


def mopping(feature: str, units: Any, beyond: Mapping[str, Any] | None = None) -> Any:
    facts = hard(*(() if feature == "urban" else (feature,)), terrain="urban" if feature == "urban" else "flat")
    facts = {**facts, "hexes": {**facts["hexes"], **(beyond or {})}}
    return board(
        "basic.first_movement", units, facts=facts, mopups={PLACE: {"side": "dprk", "number": 4}}, initiative=""
    )


@pytest.mark.rule("NW-8.4.1.j")
def test_nobody_crowds_a_mop_up() -> None:
    urban = mopping("urban", BIG)
    assert why_move(urban, "dprk", MECH, PLACE).rule == "NW-8.4.1.j"
    assert at(urban, PLACE) not in marching.destinations(urban, key(urban, MECH))
    assert not marching.can_reach(urban, key(urban, MECH), at(urban, PLACE))
    # A city can be passed by, but not entered to stay.
    city = mopping("city", BIG)
    assert why_move(city, "dprk", MECH, PLACE).rule == "NW-8.4.1.j"
    assert may_move(city, "dprk", MECH, PLACE, "N3017")
    ends = marching.march(city, (key(city, MECH),)).reach()
    assert (at(city, PLACE) in ends, at(city, "N3017") in ends) == (False, True)
    # Up to the limit, alone or together, they come.
    three = mopping("urban", {INF: PLACE, MECH: "N3015", ARM: "N3015", OTHER_INF: "N3014"})
    assert may_move(three, "dprk", [MECH, ARM], PLACE)
    assert may_move(three, "dprk", OTHER_INF, "N3015", PLACE)
    assert why_move(move(three, "dprk", OTHER_INF, "N3015", PLACE), "dprk", [MECH, ARM], PLACE).rule == "NW-8.4.1.j"
    # A first entry crowds a hex like any other movement.
    fresh = board(
        "basic.first_movement", {**BIG, INF: "N3015", OTHER_INF: "N3015"}, facts=hard(terrain="urban"), initiative=""
    )
    assert may_move(fresh, "dprk", [INF, OTHER_INF, MECH], PLACE)


@pytest.mark.rule("NW-8.4.1.j")
def test_who_can_only_crowd_a_mop_up_stays() -> None:
    shut = {h: {"terrain": "sea", "country": ""} for h in ("N3014", "N2914", "N3114", "N2915", "N3115")}
    state = mopping("urban", BIG, shut)
    assert why_move(state, "dprk", MECH, PLACE).rule in ("NW-8.5.1.e", "NW-8.4.1.j")


@pytest.mark.rule("NW-8.4.1.j")
def test_no_way_at_all_is_no_way_into_a_mop_up() -> None:
    city = mopping("city", BIG)
    assert why_move(city, "dprk", MECH).key == "refuse.cannot_stop"


@pytest.mark.rule("NW-8.4.1.a")
def test_the_marker_is_told_and_drawn_from_what_is_left() -> None:
    state = board(units={INF: "N3015"}, facts=hard("city"), cup=None)
    step = play(state, "dprk", {"do": "move", "units": [INF], "path": [PLACE]}, [5])
    entry = logged(step, "mopup_marker")
    assert (entry.rule, entry.params["number"]) == ("NW-8.4.1.a", 5)
    open_ground = board(units={INF: "N3015"}, facts=hard("town"))
    assert move(open_ground, "dprk", INF, PLACE).mopups == {}


@pytest.mark.rule("NW-8.4.1.i", "NW-8.4.1.n")
def test_who_is_under_no_marker_goes_on() -> None:
    state = board(units={MECH: "N3014"}, facts=hard("city"))
    step = play(state, "dprk", {"do": "move", "units": [MECH], "path": ["N3013", "N3012"]})
    assert logged(step, "moved").params["spent"] == "2"


@pytest.mark.rule("NW-8.4.1.m", "NW-8.4.1.b")
def test_each_hex_is_rolled_for_once() -> None:
    rows = {**hard("city")["hexes"], "N3018": {"country": "ROK", "features": ["city"]}}
    markers = {place: {"side": "dprk", "number": 9} for place in (PLACE, "N3018")}
    units = {INF: PLACE, OTHER_INF: PLACE, MECH: "N3018", ARM: "N3018"}
    state = board("reorganization.mopup", units, facts={"hexes": rows}, mopups=markers)
    assert set(mopup.waiting(state, "dprk")) == {at(state, PLACE), at(state, "N3018")}
    state = play(state, "dprk", {"do": "mop_up", "place": PLACE, "lead": INF}, [0]).state
    assert mopup.waiting(state, "dprk") == (at(state, "N3018"),)
    d = draft(state, [0])
    mopup.resolve(d, at(state, "N3018"), key(state, MECH))
    assert set(d.now.mopped) == {at(state, PLACE), at(state, "N3018")}


@pytest.mark.rule("NW-8.4.1.f")
def test_the_penalty_of_a_landing_ends_with_its_turn() -> None:
    landed = under(5, {INF: {"landed": True, "by_air": True}, OTHER_INF: {}}, "city")
    assert modifiers(landed, INF)["landed"] == -1
    d = draft(landed)
    landings.forget(d)
    unit = d.now.units[key(landed, INF)]
    assert (unit.landed, unit.by_air) == (False, False)
    assert "landed" not in modifiers(d.now, INF)
    flyer = board(units={LIGHT: "N3010"})
    d = draft(flyer)
    landings.come_down(d, key(flyer, LIGHT), at(flyer, "N3008"))
    unit = d.now.units[key(flyer, LIGHT)]
    assert (unit.moved, unit.landed, unit.by_air, unit.poised) == (True, True, True, False)
