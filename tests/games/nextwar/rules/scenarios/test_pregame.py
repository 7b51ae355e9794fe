"""Korea, 16.2.2 to 16.2.4 and 15.10: what happens before the first turn."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import Aircraft, KoreaState
from sandtable.games.nextwar.rules.air_war import arrivals
from sandtable.games.nextwar.rules.damage import repairs
from sandtable.games.nextwar.rules.missiles import launches
from sandtable.games.nextwar.rules.movement import lines
from sandtable.games.nextwar.rules.reinforcements import arrivals as ground_arrivals
from sandtable.games.nextwar.rules.reinforcements import groups
from sandtable.games.nextwar.rules.scenarios import nuclear, pregame
from sandtable.games.nextwar.rules.united_nations import resolutions
from sandtable.games.nextwar.scenario.ground import BUSAN
from sandtable.kernel import Draft, SeededDice
from tests.games.nextwar.board import (
    INF,
    OTHER_INF,
    ROK_ARM,
    ROK_INF,
    air,
    at,
    board,
    boxed,
    draft,
    key,
    logged,
    may,
    play,
    where,
    why,
)

UP = "moving_up.first_moves_up"
SNIPER, AIRMOBILE = "DPRK 17 Snp Bde", "US 1/101 AMob Bde"
HOMES = {"hexes": {f"N30{row:02}": {"country": "DPRK"} for row in range(3, 13)} | {"N3013": {"country": "ROK"}}}


def eve(where_: str = UP, units: dict[str, Any] | None = None, **fields: Any) -> KoreaState:
    """The eve of a war in which both sides may move up."""
    told = {"turn": 1, "weather": "", "facts": HOMES, "scenario": "tactical_surprise", **fields}
    rows = {INF: "N3005", ROK_INF: "N3020"} if units is None else units
    return board(f"game.{where_}", rows, **told)


def asked(state: KoreaState) -> dict[str, str]:
    return {prompt.seat: prompt.at.removeprefix("game.") for prompt in GAME.prompts(state)}


@pytest.mark.rule("NWK-16.2.3.h", "NWK-16.2.4.h")
@pytest.mark.parametrize("scenario", ["tactical_surprise", "extended_mobilization"])
def test_both_sides_move_one_unit_in_turn(scenario: str) -> None:
    state = eve(scenario=scenario, units={INF: "N3005", OTHER_INF: "N3007", ROK_INF: "N3020", ROK_ARM: "N3022"})
    assert asked(state) == {"dprk": UP}
    assert not may(state, "dprk", {"do": "move", "units": [INF, OTHER_INF], "path": ["N3006"]})
    state = play(state, "dprk", {"do": "move", "units": [INF], "path": ["N3006"]}).state
    assert asked(state) == {"allied": "moving_up.second_moves_up"}
    state = play(state, "allied", {"do": "move", "units": [ROK_INF], "path": ["N3021"]}).state
    assert asked(state) == {"dprk": UP}
    assert why(state, "dprk", {"do": "move", "units": [INF], "path": ["N3007"]}).key == "refuse.moved"
    state = play(state, "dprk", {"do": "done"}).state
    state = play(state, "allied", {"do": "move", "units": [ROK_ARM], "path": ["N3122"]}).state  # alone
    assert asked(state) != {"dprk": UP}
    assert not any(unit.moved for unit in state.units.values())
    assert state.passed == ()


@pytest.mark.rule("NWK-16.2.3.h")
def test_half_the_allowance_rounded_up_in_the_own_country() -> None:
    light = "DPRK 32/II LI Bde"  # five points: three hexes of open ground
    state = eve(units={light: "N3005", INF: "N3012", ROK_INF: "N3020"})
    assert may(state, "dprk", {"do": "move", "units": [light], "path": ["N3006", "N3007", "N3008"]})
    assert not may(state, "dprk", {"do": "move", "units": [light], "path": ["N3006", "N3007", "N3008", "N3009"]})
    no = why(state, "dprk", {"do": "move", "units": [INF], "path": ["N3013"]})
    assert no.rule == "NWK-16.2.3.h"


@pytest.mark.rule("NWK-16.2.3.h")
def test_units_with_their_own_helicopters_go_anywhere_at_home() -> None:
    whole = eve("moving_up.second_moves_up", units={AIRMOBILE: "N3020", INF: "N3005"})
    assert may(whole, "allied", {"do": "jump", "unit": AIRMOBILE, "to": "N3122"})
    state = eve(units={SNIPER: "N3005", INF: "N3007", ROK_INF: "N3020"})
    jump = {"do": "jump", "unit": SNIPER, "to": "N3012"}
    after = play(state, "dprk", jump).state
    assert where(after, SNIPER) == "N3012"
    assert after.units[key(after, SNIPER)].moved
    assert why(state, "dprk", {"do": "jump", "unit": SNIPER, "to": "N3013"}).rule == "NWK-16.2.3.h"
    assert why(state, "dprk", {"do": "jump", "unit": INF, "to": "N3012"}).key == "refuse.no_own_helicopters"
    assert not may(state, "dprk", {"do": "jump", "unit": SNIPER, "to": "N3020"})
    assert not may(state, "dprk", {"do": "jump", "unit": SNIPER, "to": "N3005"})
    lost = eve(units={SNIPER: "N3005", INF: "N3007", ROK_INF: "N3020"}, captured={"N3012": "allied"})
    assert not may(lost, "dprk", jump)
    crowd = {SNIPER: "N3005", INF: "N3012", OTHER_INF: "N3012", "DPRK 2/I Inf Div": "N3012", ROK_INF: "N3020"}
    assert not may(eve(units=crowd), "dprk", jump)
    grounded = eve(units={SNIPER: {"hex": "N3005", "grounded": True}, ROK_INF: "N3020"})
    assert why(grounded, "dprk", jump).key == "refuse.no_own_helicopters"


@pytest.mark.rule("NWK-16.2.3.h")
def test_air_units_change_base_once() -> None:
    rows = {"US F-16D 1": {"base": "japan", "box": "ready"}, "US F-16D 2": {"base": "rok", "box": "ready"}}
    state = eve("moving_up.second_moves_up", aircraft=rows)
    step = play(state, "allied", {"do": "change_base", "unit": "US F-16D 1", "base": "rok"})
    row = step.state.aircraft[air(state, "US F-16D 1")]
    assert (row.base, row.box) == ("rok", "ready")
    back = eve(
        "moving_up.second_moves_up", aircraft={**rows, "US F-16D 1": {"base": "rok", "box": "ready", "hit": True}}
    )
    assert why(back, "allied", {"do": "change_base", "unit": "US F-16D 1", "base": "japan"}).rule == "NWK-16.2.3.h"
    d = draft(back)
    pregame.end_moves(d)
    assert not d.now.aircraft[air(back, "US F-16D 1")].hit


@pytest.mark.rule("NWK-16.2.3.h", "NWK-16.2.4.h")
def test_nobody_moves_up_before_a_strategic_surprise() -> None:
    assert not pregame.moves_up(eve(scenario="strategic_surprise"))
    assert pregame.moves_up(eve())
    assert pregame.moves_up(eve(scenario="extended_mobilization"))
    assert pregame.mover(eve(passed=["dprk"]), "dprk") == ()
    assert pregame.mover(eve(), "dprk") == ("dprk",)


# -- SCUDs -----------------------------------------------------------------------------------------------------------

BASE = {"hexes": {"N3022": {"country": "ROK", "features": ["airbase"]}, **HOMES["hexes"]}}
SCUD = {"do": "launch", "launcher": "scud", "aim": "airbase", "place": "N3022"}


def battery(scenario: str = "strategic_surprise", scud: int = 20, **fields: Any) -> KoreaState:
    told = {"facts": BASE, "accounts": {"dprk": {"scud": scud, "cruise": 3}}, "scenario": scenario, **fields}
    return eve("scuds.armed", **told)


@pytest.mark.rule("NWK-16.2.2.i", "NWK-16.2.3.i", "NWK-16.2.4.h", "NWK-16.2.2.p")
@pytest.mark.parametrize("scenario", ["strategic_surprise", "tactical_surprise", "extended_mobilization"])
def test_ten_scuds_before_the_war_cost_points(scenario: str) -> None:
    state = battery(scenario)
    assert asked(state) == {"dprk": "scuds.fire"}
    assert state.accounts["dprk"].early_scuds == 10
    assert launches.launchers(state, "dprk").legal == ("scud",)  # no cruise missiles yet
    step = play(state, "dprk", SCUD, [9])
    assert (step.state.accounts["dprk"].scud, step.state.accounts["dprk"].early_scuds) == (19, 9)
    last = draft(step.state)
    last.edit("accounts", "dprk", early_scuds=1)
    after = play(last.now, "dprk", SCUD, [9]).state
    assert after.accounts["dprk"].early_scuds == 0
    assert "scuds.fire" not in asked(after).values()
    assert launches.launchers(after, "dprk").legal == ()  # none in the first turn itself
    assert "scuds.fire" not in asked(battery(scenario, scud=0)).values()
    stopped = play(state, "dprk", {"do": "done"}).state
    assert (stopped.accounts["dprk"].scud, stopped.accounts["dprk"].early_scuds) == (20, 0)


@pytest.mark.rule("NWK-16.2.2.p", "NWK-16.2.2.i")
def test_bases_destroyed_before_the_war_count_for_the_first_sorties() -> None:
    state = battery(damage={"N3022": {"airbase": 2}})
    step = play(state, "dprk", SCUD, [0, 9])
    assert step.state.accounts["allied"].lost_bases == 1
    assert step.state.accounts["dprk"].turn_vp2 == 4
    after = play(step.state, "dprk", {"do": "done"}).state
    assert (after.accounts["dprk"].vp2, after.accounts["dprk"].turn_vp2) == (4, 0)
    assert after.accounts["allied"].lost_bases == 1


@pytest.mark.rule("NWK-16.2.2.h", "NWK-16.2.3.j")
def test_when_the_surprise_comes() -> None:
    order = [at_ for at_, _ in GAME.sequence if at_.count(".") == 1]
    assert order.index("game.surprised") < order.index("game.scuds") < order.index("game.caught")
    phases = dict(GAME.sequence)
    strategic, tactical = eve(scenario="strategic_surprise"), eve()
    assert [phases["game.surprised"].when(s) for s in (strategic, tactical)] == [True, False]  # type: ignore[misc]
    assert [phases["game.caught"].when(s) for s in (strategic, tactical)] == [False, True]  # type: ignore[misc]
    assert phases["game.caught"].begin is phases["game.surprised"].begin is arrivals.surprise


# -- groups that came before the war ---------------------------------------------------------------------------------


@pytest.mark.rule("NWK-16.2.3.e", "NWK-16.2.4.e")
@pytest.mark.parametrize(
    ("scenario", "letters"), [("tactical_surprise", "ABC"), ("extended_mobilization", "ABCDEFGHIJK")]
)
def test_groups_before_the_war_need_no_roll(scenario: Any, letters: str) -> None:
    ready = {"dprk": {"early_scuds": 1, "scud": 1}}
    state = board("game.scuds.fire", bare=False, scenario=scenario, turn=1, weather="", accounts=ready)
    d = Draft(state, SeededDice(b"any"))
    pregame.receive_early(d)
    assert "".join(d.now.came) == letters
    assert set(d.now.came.values()) == {0}
    expected = {d.now.board.units[k].arrival for k in groups.expected(d.now, "allied")}
    assert expected <= set(letters)
    assert "C" in expected
    # the ports take all of them, aircraft may go to the ROK, and helicopters too
    division = next(k for k in groups.expected(d.now, "allied") if d.now.board.units[k].is_marine)
    assert groups.why_not_port(d.now, division, BUSAN) is None
    assert groups.room2(d.now, BUSAN) > 1000
    copter = next(k for k, h in d.now.helicopters.items() if h.box == "to_place" and d.now.board.helicopters[k].arrival)
    assert any(place != at(d.now, "japan") for place in ground_arrivals.base_choice(d.now, "allied", copter).legal)
    wings = [row for row in d.now.aircraft.values() if row.ship]
    assert len(wings) == 4 * sum(letter in "BI" for letter in letters)


# -- Busan -----------------------------------------------------------------------------------------------------------


def threatened(**fields: Any) -> KoreaState:
    rows = {name: {"base": base, "box": box} for name, base, box in PLANES}
    told = {"options": {"nuclear_attack": True}, "aircraft": rows, "units": {ROK_INF: "Busan", INF: "N3005"}, **fields}
    return eve("nuclear", **told)


PLANES = [
    ("ROK F-4D 1", "rok", "ready"),
    ("ROK F-4D 2", "rok", "aborted"),
    ("US F-16D 1", "rok", "flown"),
    ("US F-16D 2", "japan", "ready"),
]


@pytest.mark.rule("NWK-15.10", "NWK-15.10.a", "NWK-15.10.b", "NWK-15.10.c", "NWK-15.10.d", "NWK-15.10.f")
def test_the_attack_on_busan() -> None:
    helicopters = {"ROK AH-1 1": {"hex": "Busan"}, "ROK AH-1 2": {"hex": "N3021"}}
    ships = {"ROK Amph": {"hex": "Busan"}, "US SAG": {"hex": "Japan"}}
    state = threatened(helicopters=helicopters, ships=ships)
    assert asked(state) == {"dprk": "nuclear"}
    d = draft(state, [2, 0])
    nuclear.destroy_busan(d)
    after = d.now
    assert after.busan_lost
    assert where(after, ROK_INF) == "eliminated"
    assert [after.helicopters[k].box for k in after.helicopters] == ["eliminated", ""]
    assert [(row.hex, row.steps) for row in after.helicopters.values() if row.box] == [(0, 0)]
    assert [ship.hex for ship in after.ships.values() if ship.box] == [0]
    assert sorted(ship.box for ship in after.ships.values()) == ["", "eliminated"]
    assert boxed(after, *(name for name, _, _ in PLANES)) == ["eliminated", "aborted", "eliminated", "ready"]
    assert after.accounts["allied"].vp2 == 100
    assert after.accounts["allied"].lost_bases == 0
    # In halves: a division, a helicopter unit, an air unit of the ROK and one of the US.
    assert after.accounts["dprk"].turn_vp2 == 6 + 4 + 4 + 10
    assert after.interventions["japan"] == ("supplies", "special_forces", "air", "full")
    assert (after.damage[BUSAN].airbase, after.damage[BUSAN].port) == (3, 3)


@pytest.mark.rule("NWK-15.10.c")
def test_two_air_units_in_the_rok_at_random() -> None:
    planes = {
        "US F-16D 2": {"base": "japan", "box": "ready"},
        "ROK F-4D 2": {"base": "rok", "box": "eliminated", "steps": 0},
        "ROK F-4D 1": {"base": "rok", "box": "ready"},
    }
    d = draft(threatened(aircraft=planes), [0])  # a single one is there
    nuclear.destroy_busan(d)
    assert boxed(d.now, *planes) == ["ready", "eliminated", "eliminated"]
    assert d.now.aircraft[air(d.now, "ROK F-4D 1")].steps == 0
    told = [entry for entry in d.entries if entry.key == "log.air_lost_in_busan"]
    assert [[roll.faces for roll in entry.rolls] for entry in told] == [[(0,)]]


@pytest.mark.rule("NWK-15.10")
def test_it_is_the_choice_of_the_dprk() -> None:
    state = threatened()
    step = play(state, "dprk", {"do": "detonate"}, [0, 0])
    assert logged(step, "busan_lost").rule == "NWK-15.10"
    assert not play(state, "dprk", {"do": "done"}).state.busan_lost
    assert "nuclear" not in asked(threatened(options={})).values()
    assert nuclear.decider(board(units={INF: "N3005"}, options={"nuclear_attack": True})) == ()


@pytest.mark.rule("NWK-15.10.a", "NWK-15.10.b", "NWK-15.10.e", "NW-28.0")
def test_after_it() -> None:
    state = threatened(busan_lost=True, units={ROK_INF: "N3020"}, damage={"Busan": {"port": 3, "airbase": 3}})
    no = lines.why_closed(state, key(state, ROK_INF), BUSAN)
    assert no is not None
    assert no.rule == "NWK-15.10.a"
    whole = threatened(busan_lost=False, units={ROK_INF: "N3020"}, damage={"Busan": {"port": 3, "airbase": 3}})
    assert lines.why_closed(whole, key(whole, ROK_INF), BUSAN) is None
    assert repairs._ruins(state, "allied", "port") == ()
    assert repairs._ruins(whole, "allied", "port") == (BUSAN,)
    d = draft(threatened(busan_lost=True, turn=3, postures={"prc": "moderate"}, resolution=3))
    resolutions.roll(d)  # no die
    assert d.now.cease_fire == ""


@pytest.mark.rule("NWK-15.10.b")
def test_reserves_of_busan_die_with_it() -> None:
    reserve = "ROK 53HR/XI Inf Div"
    for lost, expected in ((True, "eliminated"), (False, "Busan")):
        state = threatened(busan_lost=lost, units={reserve: {"box": "pool"}, INF: "N3005"})
        d = draft(state)
        ground_arrivals._place_printed(d, key(state, reserve))
        assert where(d.now, reserve) == expected


@pytest.mark.rule("NW-27.7.2.1.d", "NWK-16.2.2.i")
def test_aircraft_caught_before_the_war_can_be_caught_in_its_first_phase() -> None:
    d = draft(battery("strategic_surprise"))
    d.put("aircraft", air(d.now, "ROK F-4D 1"), Aircraft(base="rok", box="ready", steps=1, hit=True))
    pregame.disarm(d)
    assert not d.now.aircraft[air(d.now, "ROK F-4D 1")].hit
