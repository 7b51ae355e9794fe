"""Rules 20.1.2, 20.2 and 20.3: what special forces achieve, and who comes back."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState, Operation
from sandtable.games.nextwar.rules.special_operations import operations
from sandtable.games.nextwar.scenario.files import chart, data, table
from tests.games.nextwar.board import (
    INF,
    ROK_BDE,
    ROK_INF,
    advanced,
    air,
    asked,
    at,
    key,
    logged,
    may,
    move,
    play,
    reasons,
    steps,
    why_move,
)

ROK_HQ = "ROK I/3 HQ"
HEXES = {
    "N2816": {"country": "ROK", "features": ["airbase", "port"], "terrain": "urban"},
    "N2820": {"country": "ROK", "features": ["airfield"]},
    "N3010": {"country": "ROK", "terrain": "mountain"},
    "N3012": {"country": "ROK", "terrain": "highland"},
    "N3014": {"country": "ROK", "terrain": "flat_woods"},
    "N3016": {"country": "ROK", "terrain": "rough"},
    "N3018": {"country": "ROK", "terrain": "urban"},
}
STRATEGIC, TACTICAL = {"sof_surprise": "strategic"}, {"sof_surprise": "tactical"}
SENT: dict[str, Any] = {"side": "dprk", "nation": "dprk"}


def resolving(*rows: dict[str, Any], side: str = "dprk", **fields: Any) -> KoreaState:
    """A side with missions that wait to be resolved."""
    waiting = {number: {**SENT, "side": side, **row} for number, row in enumerate(rows, start=1)}
    told = {"operations": waiting, "initiative": side, "first": side, "special_forces": {}, **fields}
    return advanced(f"first_special_forces.{side}.missions", facts={"hexes": HEXES}, **told)


def resolve(state: KoreaState, *dice: int, number: int = 1, seat: str = "dprk") -> Any:
    return play(state, seat, {"do": "resolve_mission", "operation": number}, dice)


def raid(place: str, aim: str, unit: str = "") -> dict[str, Any]:
    return {"mission": "raid", "aim": aim, "place": place, **({"unit": unit} if unit else {})}


# -- the tables ------------------------------------------------------------------------------------------------------

PRINTED = """
0  1 2 2 X X X X  2  D D D D D D  T
1  1 1 2 2 X X X  1  D D D D D D  T
2  - 1 1 2 2 X X  1  - D D D D D  T
3  - - 1 1 2 2 X  1  - - D D D D  T
4  - - - 1 1 2 2  -  - - - D D D  T
5  - - - - 1 1 2  -  - - - - D D  -
6  - - - - - 1 1  -  - - - - - D  -
7  - - - - - - 1  -  - - - - - -  -
8  - - - - - - -  -  - - - - - -  -
"""
COLUMNS = (
    *(f"raid_{number}" for number in range(1, 8)),
    "track",
    *(f"recon_{number}" for number in range(1, 7)),
    "targeting",
)


@pytest.mark.rule("NWT-SOF")
def test_the_table_as_printed() -> None:
    for line in PRINTED.strip().splitlines():
        die, *cells = line.split()
        found = [table("advanced/sof_combat").look(int(die), column).value or "-" for column in COLUMNS]
        assert found == cells, die
    assert table("advanced/sof_combat").look(-1, "raid_1").value == "1"
    assert table("advanced/sof_combat").look(11, "raid_7").value is None


@pytest.mark.rule("NWT-SOF")
def test_the_columns_by_ground_and_target() -> None:
    printed = chart("advanced/sof_combat")
    rows = {"bare": 0, "woods": 1, "high": 2, "mountain": 3, "urban": 3}
    for name, shift in rows.items():
        roads = {"interdiction": shift} if name not in ("bare", "urban") else {}
        works = {"hq": 1, "depot": 1, "installation": 2, "airfield": 3, "msu": 4}
        assert printed["raid"][name] == {**roads, **{word: column + shift for word, column in works.items()}}
        found = {"hq": 4, "depot": 5, "unit": 6}
        assert printed["recon"][name] == {word: column - shift for word, column in found.items()}
    assert printed["terrain"] == {
        **dict.fromkeys(("flat", "rough", "marsh"), "bare"),
        **dict.fromkeys(("flat_woods", "rough_woods"), "woods"),
        **dict.fromkeys(("highland", "highland_woods"), "high"),
        "mountain": "mountain",
        "urban": "urban",
    }


@pytest.mark.rule("NWT-SOF", "NW-20.2.1.c", "NW-20.2.2.a")
def test_which_column_a_mission_has() -> None:
    units = {ROK_HQ: "N3016", ROK_INF: "N3012"}
    state = resolving(units=units)

    def column(mission: str, place: str = "N3016", aim: str = "", unit: str = "") -> str:
        number = key(state, unit) if unit else 0
        return operations.column(state, Operation("dprk", "dprk", mission, aim, at(state, place), number))

    assert column("raid", aim="unit", unit=ROK_HQ) == "raid_1"
    assert column("raid", "N2816", "airbase") == "raid_5"
    assert column("raid", "N2820", "airfield") == "raid_3"
    assert column("interdiction", "N3014") == "raid_1"
    assert column("interdiction", "N3010") == "raid_3"
    assert column("recon", aim="unit", unit=ROK_HQ) == "recon_4"
    assert column("recon", "N3012", "unit", ROK_INF) == "recon_4"
    assert column("targeting", "N2816", "port") == "targeting"
    assert column("track") == "track"


@pytest.mark.rule("NWT-SOF.drm")
def test_a_garrison_makes_a_raid_harder() -> None:
    def drm(units: dict[str, Any], mission: str = "raid") -> dict[str, int]:
        state = resolving(units=units)
        return reasons(operations.modifiers(state, Operation("dprk", "dprk", mission, "port", at(state, "N2816"))))

    assert drm({}) == {}
    assert drm({ROK_BDE: "N2816"}) == {"garrison": 2}
    assert drm({ROK_INF: "N2816", ROK_HQ: "N2816"}) == {"garrison": 2}
    assert drm({ROK_HQ: "N2816"}) == {"small_garrison": 1}
    assert drm({"USMC 1/4 Mar Bn": "N2816"}) == {"small_garrison": 1}
    assert drm({ROK_BDE: "N2815"}) == {}
    assert drm({INF: "N2816"}) == {}
    assert drm({ROK_BDE: "N2816"}, "interdiction") == {"garrison": 2}
    for mission in ("recon", "targeting", "track"):
        assert drm({ROK_BDE: "N2816"}, mission) == {}


@pytest.mark.rule("NWT-SOFSURVIVAL")
def test_who_comes_back() -> None:
    def drm(nation: str, mission: str = "recon", **more: Any) -> int:
        state = resolving(**more)
        return operations.survival_modifiers(state, Operation("dprk", nation, mission)).total

    assert {nation: drm(nation) for nation in ("dprk", "prc", "rok", "us", "cw", "japan")} == {
        "dprk": 0,
        "prc": 0,
        "rok": -1,
        "us": -3,
        "cw": -3,
        "japan": 0,
    }
    assert [drm("dprk", mission) for mission in ("raid", "interdiction", "track", "targeting")] == [1, 1, 1, 0]
    assert drm("dprk", turn=1) == 0
    assert drm("dprk", turn=1, card=STRATEGIC) == -3
    assert drm("dprk", turn=1, card=TACTICAL) == -2
    assert drm("rok", turn=1, card=TACTICAL) == -1
    assert drm("dprk", turn=2, card=STRATEGIC) == 0
    assert data("scenarios/strategic_surprise")["sof_surprise"] == "strategic"
    assert data("scenarios/tactical_surprise")["sof_surprise"] == "tactical"
    assert "sof_surprise" not in data("scenarios/extended_mobilization")
    assert [operations.dies(total) for total in (6, 7)] == [False, True]


# -- raids -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-20.2.1.c", "NW-20.3.a", "NWT-SOF", "NWT-SOF.drm")
def test_a_raid_on_an_air_base_and_what_stood_there() -> None:
    rows = {"ROK F-4D 1": {"base": "rok", "box": "ready"}}
    state = resolving(raid("N2816", "airbase"), aircraft=rows)
    # Column 5, a 0: destroyed; a 3 catches an aircraft; a 5 and the 1 of a raid: it comes back.
    step = resolve(state, 0, 3, 5)
    assert step.state.damage[at(state, "N2816")].airbase == 3
    assert step.state.accounts["allied"].lost_bases == 1
    assert logged(step, "operation").params["column"] == "raid_5"
    assert logged(step, "operation").rule == "NWT-SOF"
    assert len(logged(step, "operation").rolls) == len(logged(step, "forces_survive").rolls) == 1
    assert logged(step, "forces_survive").rule == "NWT-SOFSURVIVAL"
    assert asked(step.state) == {"allied": "collateral.attacker"}
    after = play(step.state, "allied", {"do": "hit_on_ground", "unit": "ROK F-4D 1"}).state
    assert after.aircraft[air(after, "ROK F-4D 1")].steps == 1
    assert not after.aircraft[air(after, "ROK F-4D 1")].hit  # the phase is over


@pytest.mark.rule("NW-20.2.1.c", "NWT-SOF.drm")
def test_a_raid_on_a_headquarters() -> None:
    units = {ROK_HQ: {"hex": "N3010", "detected": True}}
    mission = raid("N3010", "unit", ROK_HQ)
    step = resolve(resolving(mission, units=units), 0, 0)  # column 4, a 0 and 1 for the headquarters itself
    assert step.state.units[key(step.state, ROK_HQ)].strike == 2
    assert reasons(logged(step, "operation").modifiers) == {"small_garrison": 1}
    step = resolve(resolving(mission, units=units), 3, 0)
    assert step.state.units[key(step.state, ROK_HQ)].strike == 1
    step = resolve(resolving(mission, units={ROK_HQ: {**units[ROK_HQ], "strike": 2}}), 3, 0)
    assert steps(step.state, ROK_HQ) == 1
    step = resolve(resolving(mission, units=units), 4, 0)
    assert step.state.units[key(step.state, ROK_HQ)].strike == 0


@pytest.mark.rule("NW-20.2.1.d", "NWT-SOF.drm")
def test_cut_roads_cost_points_and_are_no_roads() -> None:
    road = {f"N30{a}-N30{a + 1}": {"road": "highway"} for a in (9, 10, 11)}
    facts = {"hexes": HEXES, "sides": {k.replace("N309-", "N3009-"): v for k, v in road.items()}}
    step = resolve(resolving({"mission": "interdiction", "place": "N3010"}), 2, 0)
    assert step.state.interdictions == {at(step.state, "N3010"): 1}
    assert resolve(resolving({"mission": "interdiction", "place": "N3010"}), 0, 0).state.interdictions == {
        at(step.state, "N3010"): 2
    }
    more = resolving({"mission": "interdiction", "place": "N3010"}, interdictions={"N3010": 2})
    assert resolve(more, 2, 0).state.interdictions == {at(step.state, "N3010"): 2}
    free = advanced("basic.first_movement.moves", facts=facts, units={INF: "N3009"})
    cut = advanced("basic.first_movement.moves", facts=facts, units={INF: "N3009"}, interdictions={"N3010": 1})
    assert move(free, "dprk", INF, "N3010", "N3011")
    assert why_move(cut, "dprk", INF, "N3010", "N3011")
    out = advanced("basic.first_movement.moves", facts=facts, units={INF: "N3010"}, interdictions={"N3010": 2})
    paid = move(out, "dprk", INF, "N3011")
    assert paid.units[key(paid, INF)].moved


# -- the other missions ----------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-20.2.2.a", "NW-21.0")
def test_reconnaissance_finds_a_unit() -> None:
    row = {"mission": "recon", "aim": "unit", "unit": ROK_HQ, "place": "N3010"}
    found = resolve(resolving(row, units={ROK_HQ: "N3010"}), 1, 0).state
    assert found.units[key(found, ROK_HQ)].detected
    hidden = resolve(resolving(row, units={ROK_HQ: "N3010"}), 2, 0).state
    assert not hidden.units[key(hidden, ROK_HQ)].detected


@pytest.mark.rule("NW-20.2.3.a", "NWK-9.0")
def test_targeted_markers_by_nation() -> None:
    printed = chart("advanced/targeting")["values"]
    assert printed == {"dprk": 1, "prc": 1, "japan": 1, "us": 2, "rok": 2, "cw": 2}
    units = {ROK_INF: {"hex": "N3010", "detected": True}}
    row = {"mission": "targeting", "aim": "unit", "unit": ROK_INF, "place": "N3010"}
    found = resolve(resolving(row, units=units), 4, 0).state
    assert found.units[key(found, ROK_INF)].targeted == 1
    missed = resolve(resolving(row, units=units), 5, 0).state
    assert missed.units[key(missed, ROK_INF)].targeted == 0
    theirs = {"mission": "targeting", "aim": "unit", "unit": INF, "place": "N3010", "nation": "us"}
    state = resolving(theirs, side="allied", units={INF: {"hex": "N3010", "detected": True}})
    state = resolve(state, 4, 0, seat="allied").state
    assert state.units[key(state, INF)].targeted == 2
    better = resolve(resolving(row, units={ROK_INF: {**units[ROK_INF], "targeted": 2}}), 4, 0).state
    assert better.units[key(better, ROK_INF)].targeted == 2


@pytest.mark.rule("NW-20.2.3.a", "NWK-9.0", "NW-20.2.3.b")
def test_targeted_works_keep_their_markers_apart() -> None:
    rows = [{"mission": "targeting", "aim": aim, "place": "N2816"} for aim in ("airbase", "port")]
    state = resolving(*rows)
    state = resolve(state, 4, 0).state
    place = at(state, "N2816")
    assert (state.targeted[place].airbase, state.targeted[place].port) == (1, 0)
    state = resolve(state, 0, 0, number=2).state
    assert (state.targeted[place].airbase, state.targeted[place].port) == (1, 1)
    better = resolving(rows[0], targeted={"N2816": {"airbase": 2}})
    assert resolve(better, 0, 0).state.targeted[place].airbase == 2


@pytest.mark.rule("NW-20.2.4", "NW-20.2.4.a", "NW-20.3.c")
def test_a_raid_on_the_radar_counts_at_once() -> None:
    state = resolving({"mission": "track"}, {"mission": "track"})
    state = resolve(state, 0, 0).state
    assert (state.networks["allied"].detection, state.networks["allied"].detection_hits) == (6, 0)
    assert state.networks["dprk"].detection == 8
    state = resolve(state, 3, 0, number=2).state
    assert state.networks["allied"].detection == 5
    assert resolve(resolving({"mission": "track"}), 4, 0).state.networks["allied"].detection == 8


# -- order, survival and what became impossible ----------------------------------------------------------------------


@pytest.mark.rule("NW-20.1.2", "NW-20.2.2.b", "NW-20.3.c")
def test_a_reconnaissance_opens_the_way_for_a_raid_or_not() -> None:
    rows = (
        {"mission": "recon", "aim": "unit", "unit": ROK_HQ, "place": "N3010"},
        raid("N3010", "unit", ROK_HQ),
    )
    state = resolving(*rows, units={ROK_HQ: "N3010"})
    assert may(state, "dprk", {"do": "resolve_mission", "operation": 2})
    found = resolve(state, 0, 0).state
    step = resolve(found, 0, 0, number=2)
    assert step.state.units[key(step.state, ROK_HQ)].strike == 2
    failed = resolve(state, 9, 0).state
    step = resolve(failed, 9, number=2)  # one die: for the marker
    assert logged(step, "operation_idle").rule == "NW-20.3.c"
    assert logged(step, "forces_lost")
    assert step.state.special_forces["dprk"].lost == 1


@pytest.mark.rule("NW-20.1.2", "NW-20.2.2.b")
def test_only_own_missions_that_wait_are_resolved() -> None:
    row: dict[str, Any] = {"mission": "track"}
    state = resolving(row, {**row, "done": True}, {**row, "side": "allied"}, row)
    assert operations.waiting_choice(state, "dprk").legal == (1, 4)


@pytest.mark.rule("NWT-SOF.drm")
def test_what_results_do_to_roads() -> None:
    assert chart("advanced/sof_raid")["interdiction"] == {"1": 1, "2": 2, "X": 2}


@pytest.mark.rule("NW-20.3.c")
def test_missions_whose_target_is_gone_do_nothing() -> None:
    ruined = resolving(raid("N2816", "airbase"), damage={"N2816": {"airbase": 3}})
    assert logged(resolve(ruined, 0), "operation_idle")
    aimed = resolving({"mission": "targeting", "aim": "airbase", "place": "N2816"}, damage={"N2816": {"airbase": 3}})
    assert logged(resolve(aimed, 0), "operation_idle")
    moved = {"mission": "recon", "aim": "unit", "unit": ROK_HQ, "place": "N3010"}
    assert logged(resolve(resolving(moved, units={ROK_HQ: {"box": "eliminated"}}), 0), "operation_idle")
    whole = resolving(raid("N2816", "port"), damage={"N2816": {"airbase": 3}})
    assert logged(resolve(whole, 9, 0), "operation")


@pytest.mark.rule("NW-20.3.a", "NW-20.3.b", "NWT-SOFSURVIVAL")
def test_survivors_are_used_and_others_lost() -> None:
    state = resolving({"mission": "track"}, {"mission": "track"}, special_forces={"dprk": {"ready": 1}})
    state = resolve(state, 9, 5).state
    row = state.special_forces["dprk"]
    assert (row.ready, row.used, row.lost) == (1, 1, 0)
    step = resolve(state, 9, 6, number=2)
    row = step.state.special_forces["dprk"]
    assert (row.ready, row.used, row.lost) == (1, 1, 1)
    assert reasons(logged(step, "forces_lost").modifiers) == {"raid": 1}


@pytest.mark.rule("NW-20.1.2")
def test_nothing_is_resolved_before_all_are_sent() -> None:
    forces = {"dprk": {"ready": 2}}
    state = advanced("first_special_forces.dprk.sending", special_forces=forces, facts={"hexes": HEXES})
    state = play(state, "dprk", {"do": "send_forces", "nation": "dprk", "mission": "track"}).state
    assert not may(state, "dprk", {"do": "resolve_mission", "operation": 1})
    assert list(state.operations) == [1]
    step = play(state, "dprk", {"do": "send_forces", "nation": "dprk", "mission": "interdiction", "place": "N3010"})
    assert list(step.state.operations) == [1, 2]
    assert logged(step, "operation_sent").rule == "NW-20.1.2"
    state = play(state, "dprk", {"do": "done"}).state
    assert asked(state) == {"dprk": "first_special_forces.dprk.missions"}
    assert not may(state, "dprk", {"do": "send_forces", "nation": "dprk", "mission": "track"})
    assert state.special_forces["dprk"].ready == 1
