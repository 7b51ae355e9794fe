"""Rule 27.7.2: collateral damage."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import Collateral, KoreaState, Rebase
from sandtable.games.nextwar.rules.air_points import transfers
from sandtable.games.nextwar.rules.damage import collateral
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft
from tests.games.nextwar.board import QUIET, advanced, air, asked, at, draft, play, why

HEXES = {
    "N2812": {"country": "DPRK", "features": ["airbase"]},
    "N2814": {"country": "DPRK", "features": ["airfield"]},
    "N2816": {"country": "DPRK", "features": ["airfield"]},
}
MIG, OTHER = "DPRK MiG-29UB 1", "DPRK MiG-29UB 2"


def at_base(dice: list[int], **fields: Any) -> Draft[KoreaState]:
    accounts = {"dprk": {"airmobile": 4}, "allied": {"airmobile": 4}}
    return draft(advanced(QUIET, facts={"hexes": HEXES}, **{"accounts": accounts, **fields}), dice)


@pytest.mark.rule("NWT-COLLATERAL", "NW-27.7.2.1.a", "NW-27.7.2.1.b")
def test_every_cell_of_the_table_for_bases() -> None:
    printed = chart("advanced/collateral_damage")
    for feature in ("airfield", "airbase"):
        for level, word in ((1, "1"), (2, "2"), (3, "X")):
            column = printed["columns"].index(f"{feature}_{word}")
            for die, row in enumerate([*printed["rows"].values(), printed["rows"]["7+"], printed["rows"]["7+"]]):
                d = at_base([die])
                collateral.at_aircraft(d, "dprk", "dprk", feature, level)
                results = row[column] or []
                asks = d.now.within(Collateral)
                found = (asks.owner_picks, asks.enemy_picks) if asks else (0, 0)
                assert found == (results.count("air"), results.count("air_star"))
                assert d.now.accounts["dprk"].airmobile_lost == results.count("am_pt")
    assert printed["rows"]["0"][3] == printed["rows"]["1"][3] == ["air", "am_pt"]  # the recovered chart


@pytest.mark.rule("NW-27.7.2.1.b")
def test_no_airmobile_point_no_loss() -> None:
    d = at_base([2], accounts={"dprk": {"airmobile": 1, "airmobile_lost": 1}, "allied": {}})
    collateral.at_aircraft(d, "dprk", "dprk", "airfield", 1)
    assert d.now.accounts["dprk"].airmobile_lost == 1


def caught(**rows: dict[str, Any]) -> KoreaState:
    names = {"mig": MIG, "other": OTHER, "china": "PRC J-10 1", "far": "DPRK MiG-29UB 3", "rok": "ROK F-4D 1"}
    subject = {
        "is": "collateral",
        "side": "dprk",
        "base": "dprk",
        "owner_picks": 1,
        "enemy_picks": 1,
        "nations": ["dprk", "rok"],
    }
    where = [QUIET, {"phase": "collateral.attacker", "subject": subject}]
    return advanced(where, aircraft={names[word]: {"box": "ready", **row} for word, row in rows.items()})


@pytest.mark.rule("NW-27.7.2.1.c", "NW-27.7.2.1.d", "NW-22.8", "NWT-COLLATERAL")
def test_the_attacker_then_the_owner_names_units_in_the_boxes_of_the_base() -> None:
    state = caught(
        mig={"base": "dprk"},
        other={"base": "dprk", "box": "flown"},
        china={"base": "dprk"},
        far={"base": "dprk", "box": "superiority"},
        rok={"base": "rok"},
    )
    assert asked(state) == {"allied": "collateral.attacker"}
    assert collateral.candidates(state) == (air(state, MIG), air(state, OTHER))
    step = play(state, "allied", {"do": "hit_on_ground", "unit": MIG})
    state = step.state
    assert state.aircraft[air(state, MIG)].steps == 1
    assert asked(state) == {"dprk": "collateral.owner"}
    # The same unit is not hit twice in a phase.
    assert why(state, "dprk", {"do": "hit_on_ground", "unit": MIG}).points
    state = play(state, "dprk", {"do": "hit_on_ground", "unit": OTHER}).state
    assert [state.aircraft[air(state, name)].steps for name in (MIG, OTHER)] == [1, 1]
    d = draft(state)
    collateral.forget(d)
    assert not any(unit.hit for unit in d.now.aircraft.values())


@pytest.mark.rule("NW-27.7.2.1.c")
def test_an_empty_box_takes_no_damage() -> None:
    state = caught(rok={"base": "rok"}, far={"base": "dprk", "box": "eliminated", "steps": 0})
    assert not any("collateral" in where for where in asked(state).values())


@pytest.mark.rule("NW-27.7.2.1.c")
def test_what_is_in_the_air_on_a_mission_is_not_caught() -> None:
    d = draft(caught(mig={"base": "dprk"}, other={"base": "dprk"}))
    from sandtable.games.nextwar.model import Mission

    d.put("missions", 1, Mission("dprk", "sam", strikers=(air(d.now, MIG),)))
    assert collateral.candidates(d.now) == (air(d.now, OTHER),)


@pytest.mark.rule("NW-27.7.2.2.a", "NW-27.5", "NWT-COLLATERAL")
@pytest.mark.parametrize(
    ("level", "die", "steps"), [(1, 1, 1), (1, 2, 2), (2, 0, 0), (2, 2, 1), (2, 3, 2), (3, 1, 0), (3, 3, 1), (3, 4, 2)]
)
def test_helicopters_on_the_base(level: int, die: int, steps: int) -> None:
    helicopters = {"US AH-64 1": {"hex": "N2820", "steps": 2}, "US AH-64 2": {"hex": "N2822", "steps": 2}}
    hexes = {name: {"country": "ROK", "features": ["airfield"]} for name in ("N2820", "N2822")}
    d = draft(advanced(QUIET, facts={"hexes": hexes}, helicopters=helicopters), [die, 9])
    collateral.strike(d, at(d.now, "N2820"), "airfield", level)
    assert d.now.helicopters[1 + _index(d, "US AH-64 1")].steps == steps
    assert d.now.helicopters[1 + _index(d, "US AH-64 2")].steps == 2


def _index(d: Draft[KoreaState], name: str) -> int:
    return next(key for key, counter in d.now.board.helicopters.items() if counter.name == name) - 1


@pytest.mark.rule("NW-27.7.2.2.b", "NW-27.7.2.2.c")
def test_helicopters_of_a_destroyed_base_fly_off() -> None:
    helicopters = {"US AH-64 1": {"hex": "N2820", "steps": 2}}
    hexes = {name: {"country": "ROK", "features": ["airfield"]} for name in ("N2820", "N2822")}
    d = draft(advanced(QUIET, facts={"hexes": hexes}, helicopters=helicopters), [9, 9])
    collateral.strike(d, at(d.now, "N2820"), "airfield", 3)
    assert d.here.at == "rebase"
    d = draft(advanced(QUIET, facts={"hexes": hexes}, helicopters=helicopters), [9, 9])
    collateral.strike(d, at(d.now, "N2820"), "airfield", 2)
    assert d.here.at != "rebase"


@pytest.mark.rule("NW-27.7.2.1.c", "NW-27.7.2.1.d")
def test_who_can_be_caught() -> None:
    names = ("ROK F-4D 1", "US F-16D 1", "US F-16D 2", "ROK F-4E", "DPRK MiG-29UB 1", "ROK F-4D 2", "ROK F-4D 3")
    rows = {name: {"base": "rok", "box": "ready"} for name in names}
    rows[names[2]] = {"base": "japan", "box": "flown"}
    rows[names[5]] = {"base": "rok", "box": "ready", "hit": True}
    rows[names[6]] = {"base": "rok", "box": "superiority"}
    missions = {1: {"side": "allied", "aim": "sam", "strikers": [], "weasels": ["ROK F-4E"]}}
    d = draft(advanced(QUIET, facts={"hexes": HEXES}, aircraft=rows, missions=missions))

    def found(*about: Any, **more: Any) -> list[str]:
        e = draft(d.now)
        e.call("collateral", Collateral(*about, **more))
        return [d.now.board.aircraft[key].name for key in collateral.candidates(e.now)]

    assert found("allied", "rok", 1, 0, ("rok", "dprk")) == ["ROK F-4D 1"]
    assert sorted(found("allied", "rok", 1, 0)) == ["ROK F-4D 1", "US F-16D 1"]
    assert found("allied", "japan", 1, 0) == ["US F-16D 2"]
    assert found("dprk", "rok", 1, 0) == ["DPRK MiG-29UB 1"]


@pytest.mark.rule("NW-27.7.2.2.b", "NW-27.7.2.2.c")
def test_helicopters_of_a_destroyed_base_go_to_the_nearest_with_room() -> None:
    names = ("N2814", "N2816", "N2818", "N2820")
    hexes = {name: {"country": "ROK", "features": ["airfield"]} for name in names}
    rows = {"US AH-64 1": {"hex": "N2814"}, "US AH-64 2": {"hex": "N2814"}, "ROK AH-1 1": {"hex": "N2816"}}
    state = advanced(QUIET, facts={"hexes": hexes}, helicopters=rows)
    first, second, _ = state.helicopters

    def ways(*taken: str, destroyed: bool = True) -> list[tuple[str, ...]]:
        d = draft(state)
        d.call("rebase", Rebase(at(state, "N2814"), (first, second), destroyed=destroyed))
        for name in taken:
            transfers.rebase(d, first, at(state, name))
        ground = state.board.ground
        alive = transfers.driven_out(d.now)
        return [tuple(ground[h].label for h in transfers.shelters(d.now, key)) for key in alive]

    assert ways() == [("N2818",)] * 2  # N2816 is nearer, but full
    assert ways("N2818") == [("N2820",)]
    assert ways("N2818", destroyed=False) == [("N2816", "N2818", "N2820")]


@pytest.mark.rule("NW-27.7.2.2.c")
def test_a_helicopter_without_room_anywhere_is_lost() -> None:
    hexes = {name: {"country": "ROK", "features": ["airfield"]} for name in ("N2820", "N2822")}
    rows = {"US AH-64 1": {"hex": "N2820"}, "US AH-64 2": {"hex": "N2820"}}
    state = advanced(QUIET, facts={"hexes": hexes}, helicopters=rows)
    first, second = state.helicopters
    d = draft(state)
    d.call("rebase", Rebase(at(state, "N2820"), (first, second), destroyed=True))
    transfers.rebase(d, first, at(state, "N2822"))
    assert d.now.helicopters[second].box == "eliminated"
    assert [entry.rule for entry in d.entries if entry.key == "log.helicopter_lost"] == ["NW-27.7.2.2.c"]
    assert transfers.rebaser(d.now) == ()


@pytest.mark.rule("NW-29.2.2.c")
def test_who_can_be_caught_does_not_tell_who_flies_in_secret() -> None:
    rows = {MIG: {"base": "dprk", "box": "ready"}, OTHER: {"base": "dprk", "box": "ready"}}
    mission = {"side": "dprk", "aim": "sam", "strikers": [MIG]}
    for is_open, found in ((True, 1), (False, 2)):
        state = advanced(QUIET, aircraft=rows, missions={1: {**mission, "is_open": is_open}})
        d = draft(state)
        d.call("collateral", Collateral("dprk", "dprk", 1, 0, ("dprk",)))
        assert len(collateral.candidates(d.now)) == found


@pytest.mark.rule("NW-27.5", "NW-27.7.2.2.a")
def test_what_is_told_of_helicopters_on_the_ground() -> None:
    hexes = {"N2820": {"country": "ROK", "features": ["airbase"]}}
    rows = {name: {"hex": "N2820", "steps": 2} for name in ("US AH-64 1", "US AH-64 2")}
    d = draft(advanced(QUIET, facts={"hexes": hexes}, helicopters=rows), [0, 9])
    left = collateral._at_helicopters(d, at(d.now, "N2820"), 3)
    assert len(left) == 1  # the other one needs no new base
    told = [entry for entry in d.entries if entry.key == "log.collateral_helicopter"]
    assert [(entry.params["result"], entry.rolls[0].faces) for entry in told] == [("elim", (0,)), ("-", (9,))]


@pytest.mark.rule("NW-27.7.2.1.a", "NW-27.7.2.1.c")
def test_what_is_told_of_aircraft_on_the_ground_and_who_names_them() -> None:
    d = at_base([9])
    collateral.at_aircraft(d, "dprk", "dprk", "airfield", 1)
    assert [(entry.params["result"], entry.rolls[0].faces) for entry in d.entries] == [("-", (9,))]
    d = at_base([0], aircraft={name: {"base": "dprk", "box": "ready"} for name in (MIG, OTHER)})
    collateral.at_aircraft(d, "dprk", "dprk", "airbase", 3)
    assert d.entries[0].params["result"] != "-"
    d = at_base([], aircraft={name: {"base": "dprk", "box": "ready"} for name in (MIG, OTHER)})
    d.call("collateral", Collateral("dprk", "dprk", 2, 1, ("dprk",)))
    assert collateral.picker(d.now) == ("allied",)
    collateral.hit(d, air(d.now, MIG))
    now = d.now.subject(Collateral)
    assert (now.enemy_picks, now.owner_picks) == (0, 2)
    assert collateral.picker(d.now) == ("dprk",)
    collateral.hit(d, air(d.now, OTHER))
    assert d.now.subject(Collateral).owner_picks == 1
    assert [entry.rule for entry in d.entries if entry.key == "log.collateral_unit"] == ["NW-27.7.2.1.c"] * 2
