"""Going forward: straight ahead, round what bars the way, through the line, or unseen."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.enemy.advancing import (
    advance,
    goals,
    nearer,
    steal_up,
    unseen_ways,
    why_not_advance,
    why_not_steal_up,
)
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, drafted, key

SQUAD, HMG = "German Grenadier squad 4/Gp", "German HMG team 1"
US = "1/1 PLT"
WAYS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
FACTS = {"map": {"rows": 4, "columns": 4}, "terrain": {"cliff": {"cc": 0, "edges": dict.fromkeys(WAYS, "black")}}}
QUIET = {"at": "R1C4", "held": True}


def at(units: dict[str, Any], tactic: str = "assault", **rest: Any) -> FieldsState:
    return board(units, facts={**FACTS, "mission": {"tactic": tactic}}, **rest)


def goals_of(state: FieldsState, name: str = SQUAD) -> set[str]:
    return {label(state.scenario, "place", one) for one in goals(state, key(state, name))}


@pytest.mark.rule("FFT-act-legend-7", "FFT-activity-legend")
def test_an_advance_goes_straight_ahead_and_round_what_bars_the_way() -> None:
    assert goals_of(at({SQUAD: "R3C2", US: QUIET})) == {"R2C2"}
    barred = at({SQUAD: "R3C2", US: QUIET}, cards={"R2C2": {"terrain": "cliff"}})
    assert goals_of(barred) == {"R2C1", "R2C3"}
    shut = at({SQUAD: "R3C2", US: QUIET}, cards={"R3C2": {"terrain": "cliff"}})
    no = why_not_advance(shut, key(shut, SQUAD))
    assert no is not None
    assert (no.rule, no.key) == ("FFT-act-legend-7", "refuse.no_way_ahead")
    exposed = at({SQUAD: {"at": "R3C2", "exposed": True}, US: QUIET})
    refused = why_not_advance(exposed, key(exposed, SQUAD))
    assert refused is not None
    assert refused.rule == "FF-5.1.2.d"
    assert why_not_advance(barred, key(barred, SQUAD)) is None


@pytest.mark.rule("FFT-act-legend-7", "FF-8.14.c", "FFT-activity-legend")
def test_on_the_last_row_overrun_leaves_below_and_assault_turns_on_the_company() -> None:
    for wave, rule in ((True, "FF-8.14.c"), (False, "FFT-act-legend-7")):
        state = at({SQUAD: {"at": "R1C1", "wave": wave}, US: QUIET}, "overrun")
        assert why_not_advance(state, key(state, SQUAD)) is None
        d = drafted(state)
        advance(d, key(state, SQUAD))
        assert key(state, SQUAD) not in d.now.units
        assert [(entry.key, entry.rule) for entry in d.entries] == [("log.left_map", rule)]
    above = at({SQUAD: "R2C1", US: QUIET}, "overrun")
    assert goals_of(above) == {"R1C1"}
    d = drafted(above)
    advance(d, key(above, SQUAD))
    assert key(above, SQUAD) in d.now.units
    turned = at({SQUAD: "R1C1", US: QUIET})
    assert goals_of(turned) == {"R1C2", "R2C2"}
    there = at({SQUAD: "R1C1", US: {"at": "R1C1", "held": True}})
    assert why_not_advance(there, key(there, SQUAD)) is not None
    last = at({SQUAD: "R1C1", US: {"at": "R1C1", "held": True}}, "overrun")
    assert why_not_advance(last, key(last, SQUAD)) is None


@pytest.mark.rule("FFT-act-legend-7", "FF-8.6.3.4")
def test_enemies_all_around_advance_on_the_company_from_wherever_they_are_and_never_run_past_it() -> None:
    around = {"tactic": "overrun", "setup": {"direction": "any_direction"}}
    facts = {"map": {"rows": 5, "columns": 5}, "mission": around}
    for where, ways in (("R1C3", {"R2C3"}), ("R5C3", {"R4C3"}), ("R3C1", {"R3C2"}), ("R1C1", {"R2C2"})):
        state = board({SQUAD: where, US: {"at": "R3C3", "held": True}}, facts=facts)
        found = goals_of(state)
        assert ways <= found
        assert all(abs(int(name[1]) - 3) < 2 and abs(int(name[3]) - 3) < 2 for name in found)
        d = drafted(state, [1, 2, 3])
        advance(d, key(state, SQUAD))
        assert key(state, SQUAD) in d.now.units


@pytest.mark.rule("FFT-act-legend-7", "FF-8.6.1.E", "FF-8.6.1.E.b", "FF-8.6.1.C")
def test_he_takes_the_best_cover_from_which_he_can_fire() -> None:
    covers = {
        1: {"at": "R2C2", "kind": "foxholes", "value": 1},
        2: {"at": "R2C2", "kind": "trench", "value": 2},
        3: {"at": "R2C2", "kind": "bunker", "value": 4, "facing": 0},
        4: {"at": "R2C2", "kind": "deep_bunker", "value": 6},
    }
    front = {US: {"at": "R1C2", "held": True}}

    def taken(rows: dict[int, Any], units: dict[str, Any] = front, name: str = SQUAD) -> tuple[int, bool]:
        state = at({name: "R3C2", **units}, covers=rows)
        d = drafted(state)
        advance(d, key(state, name))
        unit = d.now.units[key(state, name)]
        return unit.cover, unit.exposed

    assert taken(covers) == (2, True)
    assert taken({**covers, 3: {**covers[3], "facing": 4}}) == (3, True)
    assert taken({**covers, 3: {**covers[3], "facing": -1}}) == (3, True)
    aside = {US: {"at": "R1C4", "held": True}}
    assert taken(covers, aside) == (0, True)
    inside = {US: {"at": "R2C2", "held": True}}
    assert taken({**covers, 3: {**covers[3], "facing": 4}}, inside) == (2, True)
    far = {US: {"at": "R2C4", "held": True}}
    assert taken(covers, far) == (2, True)
    assert taken(covers, far, "German Assault Team 1") == (0, True)
    assert taken(covers, front, "German Leader 1") == (0, True)
    twins = {1: covers[2], 2: {**covers[2]}}
    assert taken(twins) == (1, True)
    assert taken(covers, inside, "German Leader 1") == (0, True)
    assert taken({1: covers[1]}, inside, "German 81mm mortar team 1") == (0, True)
    closed = {3: {**covers[3], "facing": -1}}
    assert taken(closed, front, "German 81mm mortar team 1") == (0, True)


@pytest.mark.rule("FFT-act-legend-12", "FFT-activity-legend")
def test_who_may_infiltrate_tries_it_towards_the_nearest_opponent_and_else_advances() -> None:
    fire = {1: {"kind": "incoming", "at": "R3C2", "value": -3}}
    state = at({SQUAD: {"at": "R3C2", "held": True}, US: QUIET, "2/1 PLT": {"at": "R3C4", "held": True}}, markers=fire)
    assert {label(state.scenario, "place", one) for one in unseen_ways(state, key(state, SQUAD))} == {
        "R2C3",
        "R3C3",
        "R4C3",
    }
    assert why_not_steal_up(state, key(state, SQUAD)) is None
    icons = [one.number for one in cards().values() if one.icon == "infiltrate"]
    blanks = [one.number for one in cards().values() if one.icon != "infiltrate" and one.random[3] == 2]
    hit = drafted(state, deck=[blanks[0], icons[0], blanks[1]])
    steal_up(hit, key(state, SQUAD))
    unit = hit.now.units[key(state, SQUAD)]
    assert (label(hit.now.scenario, "place", unit.at), unit.exposed) == ("R3C3", False)
    miss = drafted(state, deck=blanks[:3])
    steal_up(miss, key(state, SQUAD))
    assert miss.now.units[key(state, SQUAD)].exposed
    calm = at({SQUAD: {"at": "R3C2", "held": True}, US: QUIET, "2/1 PLT": {"at": "R3C4", "held": True}})
    assert unseen_ways(calm, key(calm, SQUAD)) == ()
    assert why_not_steal_up(calm, key(calm, SQUAD)) is None
    d = drafted(calm)
    steal_up(d, key(calm, SQUAD))
    assert label(d.now.scenario, "place", d.now.units[key(calm, SQUAD)].at) == "R2C2"
    logs = [(entry.key, entry.rule) for entry in (*hit.entries, *d.entries)]
    assert {("log.advances", "FFT-act-legend-12"), ("log.advances", "FFT-act-legend-7")} <= set(logs)
    mined = {**fire, 2: {"kind": "mines", "at": "R3C2", "unit": SQUAD, "value": -4}}
    trapped = at({SQUAD: {"at": "R3C2", "held": True}, US: QUIET}, markers=mined)
    assert unseen_ways(trapped, key(trapped, SQUAD)) == ()
    shut = {f"R2C{column}": {"terrain": "cliff"} for column in (1, 2, 3)}
    aside = {SQUAD: {"at": "R3C2", "held": True}, US: QUIET, "2/1 PLT": {"at": "R3C4", "held": True}}
    round_it = at(aside, markers=fire, cards=shut)
    assert why_not_advance(round_it, key(round_it, SQUAD)) is not None
    assert why_not_steal_up(round_it, key(round_it, SQUAD)) is None
    heavy = at({HMG: "R3C2", US: QUIET}, markers=fire)
    assert unseen_ways(heavy, key(heavy, HMG)) == ()
    stuck = at({SQUAD: {"at": "R3C2", "exposed": True}, US: QUIET}, markers=fire)
    assert why_not_steal_up(stuck, key(stuck, SQUAD)) is not None


@pytest.mark.rule("FFT-act-legend-12", "FFT-act-legend-7", "FF-8.11")
def test_what_is_too_heavy_stays_behind_however_they_go_forward() -> None:
    light = {"units": {"ge.lmg": {"sides": [{"steps": 1, "vof": "A", "range": "L"}]}}}
    fire = {1: {"kind": "incoming", "at": "R3C2", "value": -3}}
    for move, markers in ((advance, {}), (steal_up, fire)):
        units = {"German LMG team 1": {"at": "R3C2", "ammo": 9, "held": True}, US: {"at": "R1C2", "held": True}}
        state = board(units, facts={**FACTS, **light, "mission": {"tactic": "assault"}}, markers=markers)
        d = drafted(state, deck=[1, 2, 3])
        move(d, key(state, "German LMG team 1"))
        assert d.now.units[key(state, "German LMG team 1")].ammo == 6


@pytest.mark.rule("FFT-act-legend-12", "FFT-act-legend-7")
def test_nearer_is_nearer_to_the_nearest() -> None:
    state = at({SQUAD: {"at": "R4C1", "held": True}, US: QUIET, "2/1 PLT": {"at": "R4C3", "held": True}})
    assert {label(state.scenario, "place", one) for one in nearer(state, key(state, SQUAD))} == {"R4C2", "R3C2"}
