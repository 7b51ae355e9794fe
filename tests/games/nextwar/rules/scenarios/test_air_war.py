"""Korea, 16.2.5: the air war."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Collateral, KoreaOptions, KoreaState, Mission, Toll
from sandtable.games.nextwar.rules.damage import collateral
from sandtable.games.nextwar.rules.scenarios import air_war
from sandtable.games.nextwar.scenario.files import chart
from sandtable.kernel import Draft, SeededDice
from tests.games.nextwar.board import QUIET, advanced, air, board, boxed, draft

NO_TOLL: dict[str, Any] = {"dprk": {}, "allied": {}}


def war(**fields: Any) -> KoreaState:
    return board(QUIET, {}, scenario="air_war", **{"weather": "clear", "tolls": NO_TOLL, **fields})


def toll(d: Draft[KoreaState], side: str) -> tuple[int, int, int]:
    row: Toll = d.now.tolls[side]
    return row.strike1, row.strike2, row.destroyed


@pytest.mark.rule("NWK-16.2.5.a", "NW-24.1.a")
@pytest.mark.parametrize(
    ("campaign", "dprk", "allied", "awacs", "supply"),
    [
        ("strategic_surprise", (8, 9, 3), (7, 6, 2), 1, (40, 30)),
        ("tactical_surprise", (9, 10, 3), (9, 7, 2), 2, (50, 40)),
        ("extended_mobilization", (10, 10, 3), (9, 7, 3), 3, (60, 50)),
    ],
)
def test_the_forces_of_a_campaign(
    campaign: Any, dprk: tuple[int, ...], allied: tuple[int, ...], awacs: int, supply: tuple[int, int]
) -> None:
    state = GAME.setup(GAME.scenario("air_war", KoreaOptions(air_war=campaign), {}), SeededDice(b"any"))
    rows = {side: state.networks[side] for side in ("dprk", "allied")}
    assert [(row.detection, row.sam, row.aaa) for row in rows.values()] == [dprk, allied]
    assert state.awacs == awacs
    assert (state.accounts["dprk"].supply, state.accounts["allied"].supply) == supply
    assert state.units == {}
    assert len(state.tolls) == 2


@pytest.mark.rule("NWK-16.2.5.d")
def test_strikers_that_stay_behind_may_be_wanted_at_the_front() -> None:
    rows = {
        "DPRK Su-25K 1": {"base": "dprk", "box": "ready"},
        "DPRK Su-25K 2": {"base": "dprk", "box": "ready"},
        "DPRK MiG-29UB 1": {"base": "dprk", "box": "superiority"},
        "ROK F-4D 1": {"base": "rok", "box": "ready"},
        "ROK F-4D 2": {"base": "rok", "box": "ready"},
        "ROK F-4E": {"base": "rok", "box": "ready"},
    }
    d = draft(war(aircraft=rows), [6, 7, 4, 5])
    air_war.reserve(d)
    assert boxed(d.now, *rows) == ["ready", "flown", "superiority", "ready", "flown", "ready"]
    d = draft(advanced(QUIET, aircraft=rows))
    air_war.reserve(d)
    assert boxed(d.now, "ROK F-4D 2") == ["ready"]


@pytest.mark.rule("NWK-16.2.5.e", "NWT-AIRWAR")
def test_the_base_that_a_mission_finds() -> None:
    printed = chart("advanced/air_war")
    for side, foe in (("allied", "dprk"), ("dprk", "allied")):
        for kind in range(10):
            base = "airfield" if kind <= printed["airfield_up_to"][side] else "airbase"
            for die in range(10):
                d = draft(war(), [kind, die, 2 + die % 2])
                d.put("missions", 1, Mission(side, "bases"))
                air_war.find_base(d, 1)
                row = d.now.missions[1]
                terrain = air_war.terrain_table(foe, base).look(die, "result").value.replace("choice", "flat")
                assert (row.base, row.terrain, row.near_hq) == (base, terrain, die % 2 == 0)
    assert printed["airfield_up_to"] == {"allied": 3, "dprk": 2}
    assert printed["terrain"]["allied"]["airbase"]["2 to 5"] == "rough"
    assert printed["terrain"]["dprk"]["airfield"]["7"] == "highland"


@pytest.mark.rule("NWK-16.2.5.e", "NWK-16.2.5.h")
@pytest.mark.parametrize(
    ("result", "base", "found", "points2", "lost"),
    [
        ("1", "airbase", (1, 0, 0), 2, 0),
        ("2", "airbase", (0, 1, 0), 4, 0),
        ("X", "airbase", (0, 0, 1), 4, 1),
        ("X", "airfield", (0, 0, 1), 2, 1),
    ],
)
def test_damage_goes_on_the_card(result: str, base: str, found: tuple[int, ...], points2: int, lost: int) -> None:
    d = draft(war(), [9])  # nothing caught on the ground
    air_war.strike_base(d, Mission("allied", "bases", base=base, terrain="flat"), result)
    assert toll(d, "dprk") == found
    assert d.now.accounts["allied"].turn_vp2 == points2
    assert d.now.accounts["dprk"].lost_bases == lost
    level = {"1": "1", "2": "2", "X": "X"}[result]
    entry = next(entry for entry in d.entries if entry.key == "log.collateral")
    assert entry.params["what"] == base
    d = draft(war(), [0])
    air_war.strike_base(d, Mission("allied", "bases", base=base, terrain="flat"), result)
    row = chart("advanced/collateral_damage")
    cell = row["rows"]["0"][row["columns"].index(f"{base}_{level}")]
    about = d.now.subject(Collateral)
    assert (about.base, about.owner_picks, about.enemy_picks) == ("dprk", cell.count("air"), cell.count("air_star"))


@pytest.mark.rule("NWK-16.2.5.e")
def test_the_card_has_ten_spaces() -> None:
    d = draft(war(tolls={"dprk": {"strike1": 10}, "allied": {}}), [9])
    air_war.strike_base(d, Mission("allied", "bases", base="airbase", terrain="flat"), "1")
    assert toll(d, "dprk") == (10, 0, 0)


@pytest.mark.rule("NWK-16.2.5.h")
def test_hits_on_tracks_score() -> None:
    d = draft(war())
    air_war.score_track(d, "dprk")
    air_war.score_track(d, "allied")
    assert (d.now.accounts["dprk"].turn_vp2, d.now.accounts["allied"].turn_vp2) == (4, 2)
    d = draft(advanced(QUIET))
    air_war.score_track(d, "allied")
    assert d.now.accounts["allied"].turn_vp2 == 0


@pytest.mark.rule("NWK-16.2.5.f")
@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((0, 0, 0), (0, 0, 0)),
        ((2, 0, 0), (2, 0, 0)),
        ((3, 0, 0), (0, 0, 1)),
        ((1, 1, 0), (0, 0, 1)),
        ((0, 2, 0), (2, 0, 0)),
        ((4, 1, 1), (0, 0, 3)),
        ((1, 3, 0), (2, 0, 1)),
    ],
)
def test_hits_become_destroyed_bases(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    row = dict(zip(("strike1", "strike2", "destroyed"), before, strict=True))
    d = draft(war(tolls={"dprk": row, "allied": {}}))
    air_war.settle(d)
    assert toll(d, "dprk") == after
    assert d.now.accounts["allied"].turn_vp2 == 4 * (after[2] - before[2])
    assert d.now.accounts["dprk"].lost_bases == after[2] - before[2]


@pytest.mark.rule("NWK-16.2.5.b")
def test_points_of_a_turn_are_counted_once() -> None:
    d = draft(war(accounts={"dprk": {"turn_vp2": 6}, "allied": {"turn_vp2": 2}}))
    air_war.begin_turn(d)
    assert [d.now.accounts[side].turn_vp2 for side in ("dprk", "allied")] == [0, 0]
    d = draft(advanced(QUIET, accounts={"dprk": {"turn_vp2": 6}, "allied": {}}))
    air_war.begin_turn(d)
    assert d.now.accounts["dprk"].turn_vp2 == 6


@pytest.mark.rule("NWK-16.2.5.i")
@pytest.mark.parametrize(("die", "owner", "enemy"), [(0, 0, 0), (1, 1, 0), (4, 0, 2), (5, 3, 0), (8, 0, 4), (9, 5, 0)])
def test_first_strikes(die: int, owner: int, enemy: int) -> None:
    d = draft(war(options={"first_strikes": True}), [die])
    air_war.first_strikes(d)
    about = d.now.within(Collateral)
    assert ((about.owner_picks, about.enemy_picks) if about else (0, 0)) == (owner, enemy)
    if about:
        assert (about.side, about.base, about.nations) == ("allied", "rok", ("rok", "us"))
    d = draft(war())
    air_war.first_strikes(d)
    assert not d.entries


@pytest.mark.rule("NWK-16.2.5.j")
@pytest.mark.parametrize(("dprk", "allied", "winners"), [(5, 4, ("dprk",)), (4, 5, ("allied",)), (4, 4, ())])
def test_more_points_win_after_ten_turns(dprk: int, allied: int, winners: tuple[str, ...]) -> None:
    accounts = {"dprk": {"vp2": dprk}, "allied": {"vp2": allied}}
    assert GAME.outcome(war(turn=10, accounts=accounts)) is None
    over = GAME.outcome(war(turn=11, accounts=accounts))
    assert over is not None
    assert over.winners == winners


@pytest.mark.rule("NWK-16.2.5.i")
def test_first_strikes_may_hit_the_same_unit_twice() -> None:
    planes = {"ROK F-4D 1": {"base": "rok", "box": "ready"}, "ROK F-4D 2": {"base": "rok", "box": "ready"}}
    d = draft(war(options={"first_strikes": True}, aircraft=planes), [4])
    air_war.first_strikes(d)
    key = air(d.now, "ROK F-4D 1")
    collateral.hit(d, key)
    assert key in collateral.candidates(d.now)
    collateral.hit(d, key)
    assert d.now.aircraft[key].box == "eliminated"


@pytest.mark.rule("NWK-16.2.5.i")
def test_first_strikes_are_told_and_belong_to_the_air_war() -> None:
    for die, side in ((0, "dprk"), (3, "allied"), (6, "dprk")):
        d = draft(war(options={"first_strikes": True}), [die])
        air_war.first_strikes(d)
        entry = next(entry for entry in d.entries if entry.key == "log.first_strikes")
        assert (entry.params["side"], entry.params["steps"], entry.rolls[0].faces) == (side, (die + 1) // 2, (die,))
        assert (d.now.within(Collateral) is None) is (die == 0)
    other = draft(war(options={"first_strikes": True}, tolls={}))
    air_war.first_strikes(other)
    assert not other.entries


@pytest.mark.rule("NWK-16.2.5.i", "NW-27.7.2.1.d")
def test_who_is_destroyed_bears_no_mark() -> None:
    d = draft(war(aircraft={"ROK F-4E": {"base": "rok", "box": "ready"}}))
    d.call("collateral", Collateral("allied", "rok", 1, 0))
    collateral.hit(d, air(d.now, "ROK F-4E"))
    row = d.now.aircraft[air(d.now, "ROK F-4E")]
    assert (row.box, row.hit) == ("eliminated", False)
