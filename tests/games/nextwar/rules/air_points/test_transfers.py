"""Rule 6.5.1: helicopters change their base."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.air_points.transfers import refuges, why_not_transfer
from sandtable.kernel.state import successor
from tests.games.nextwar.board import ROK_INF, advanced, at, board, may, play, reasons, why

BASES = {
    "N3020": {"country": "ROK", "features": ["airbase"]},
    "N3022": {"country": "ROK", "features": ["airfield"]},
    "S3020": {"country": "ROK", "features": ["airbase"]},
    "N3012": {"country": "ROK", "features": ["airfield"]},
}
START = {"ROK AH-1 1": {"hex": "N3020"}}


def flying(at_: str = "basic.second_movement", **more: Any) -> KoreaState:
    fields = {"helicopters": START, "weather": "clear", "air_level": "contested", "facts": {"hexes": BASES}, **more}
    return board(at_, {ROK_INF: "N3018", **fields.pop("units", {})}, **fields)


def transfer(to: str, escort: int | None = None) -> dict[str, Any]:
    action: dict[str, Any] = {"do": "transfer", "helicopter": "ROK AH-1 1", "to": to}
    return action if escort is None else {**action, "escort": escort}


def unit(state: KoreaState) -> Any:
    return state.helicopters[next(k for k, u in state.board.helicopters.items() if u.name == "ROK AH-1 1")]


@pytest.mark.rule("NW-6.5.1.b", "NW-2.4.3")
def test_up_to_twice_the_range_and_finished_for_the_turn() -> None:
    state = play(flying(), "allied", transfer("N3022")).state
    assert (unit(state).hex, unit(state).missions) == (at(state, "N3022"), 2)
    # The range is 12, so 24 hexes are reached; the map is a little longer.
    far = flying(helicopters={"ROK AH-1 1": {"hex": "N3012"}}, facts={"hexes": {**BASES, "S2720": BASES["N3020"]}})
    assert state.board.map.distance(at(far, "N3012"), at(far, "S2720")) > 24
    assert why(far, "allied", transfer("S2720")).rule == "NW-6.5.1.b"
    assert may(far, "allied", transfer("N3022"))


@pytest.mark.rule("NW-6.5.1.b", "NW-6.5.2")
def test_only_who_has_not_flown_in_this_turn() -> None:
    state = flying(helicopters={"ROK AH-1 1": {"hex": "N3020", "missions": 1}})
    assert why(state, "allied", transfer("N3022")).rule == "NW-6.5.1.b"


@pytest.mark.rule("NW-6.5.1.1", "NW-6.5.1.a")
def test_an_airfield_holds_one_an_air_base_three() -> None:
    full = flying(helicopters={**START, "ROK AH-1 2": {"hex": "N3022"}})
    assert why(full, "allied", transfer("N3022")).rule == "NW-6.5.1.1"
    three = {f"ROK AH-1 {n}": {"hex": "N3020"} for n in (2, 3)} | {"ROK AH-1 1": {"hex": "N3022"}}
    assert may(flying(helicopters=three), "allied", transfer("N3020"))
    four = {**three, "ROK AH-1 4": {"hex": "N3020"}}
    assert why(flying(helicopters=four), "allied", transfer("N3020")).rule == "NW-6.5.1.1"
    lost = flying(captured={"N3022": "dprk"})
    assert why(lost, "allied", transfer("N3022")).rule == "NW-6.5.1.a"


@pytest.mark.rule("NW-4.1.3.g", "NWS-STD-3.3")
def test_not_in_a_storm_and_not_in_elite_reaction() -> None:
    assert why(flying(weather="storm"), "allied", transfer("N3022")).rule == "NW-4.1.3.g"
    assert why(flying("initiative.elite_reaction"), "allied", transfer("N3022")).rule == "NWS-STD-3.3"


@pytest.mark.rule("NW-6.6.1.1.a", "NW-6.6.1.1.e", "NW-6.6.a", "NW-6.6.c")
def test_under_fire_a_transfer_may_turn_back() -> None:
    enemy = {"DPRK 3/II Inf Div": "N3021"}
    state = flying(units=enemy)
    step = play(state, "allied", transfer("N3022"), [2])  # abort, contested
    assert (unit(step.state).hex, unit(step.state).missions) == (at(state, "N3020"), 2)
    step = play(state, "allied", transfer("N3022"), [3])
    assert unit(step.state).hex == at(state, "N3022")
    step = play(state, "allied", transfer("N3022"), [0])  # with a star
    assert unit(step.state).box == "eliminated"


@pytest.mark.rule("NW-6.2.2.a", "NW-6.2.2.b", "NW-6.2.2.c", "NWT-ADF.drm")
def test_escorts_help_and_cost_air_points() -> None:
    state = flying(units={"DPRK 3/II Inf Div": "N3021"}, accounts={"allied": {"air": 5}, "dprk": {}})
    assert not may(state, "allied", transfer("N3022", 3))
    step = play(state, "allied", transfer("N3022", 2), [1])
    assert unit(step.state).hex == at(state, "N3022")
    assert step.state.accounts["allied"].air == 3
    entry = next(e for e in step.entries if e.key == "log.air_defence_helicopter")
    assert reasons(entry.modifiers) == {"escort": 2}


@pytest.mark.rule("NW-6.5.1.a")
def test_a_captured_base_serves_who_holds_it() -> None:
    north = {**BASES, "N3018": {"country": "DPRK", "features": ["airfield"]}}
    taken = flying(facts={"hexes": north}, captured={"N3018": "allied"}, units={ROK_INF: "N3019"}, air_side="allied")
    assert may(taken, "allied", transfer("N3018"))
    theirs = flying(facts={"hexes": north}, units={ROK_INF: "N3019"})
    assert why(theirs, "allied", transfer("N3018")).rule == "NW-6.5.1.a"


@pytest.mark.rule("NW-27.7.1.c")
def test_in_the_advanced_game_a_captured_base_serves_nobody() -> None:
    north = {**BASES, "N3018": {"country": "DPRK", "features": ["airfield"]}}
    state = advanced(
        "basic.second_movement",
        units={ROK_INF: "N3019"},
        facts={"hexes": north},
        captured={"N3018": "allied"},
        helicopters=START,
    )
    assert why(state, "allied", transfer("N3018")).rule == "NW-27.7.1.c"
    assert may(state, "allied", transfer("N3022"))


@pytest.mark.rule("NW-6.5.4.b")
def test_who_is_driven_out_may_flee_to_a_captured_base() -> None:
    north = {**BASES, "N3018": {"country": "DPRK", "features": ["airfield"]}}
    state = flying(facts={"hexes": north}, captured={"N3018": "allied"}, units={ROK_INF: "N3019"})
    found = refuges(state, next(iter(state.helicopters)))
    assert at(state, "N3018") in found


@pytest.mark.rule("NWK-5.5.1.e", "NW-6.5.1.b")
def test_to_busan_and_back_over_its_line_and_never_to_japan() -> None:
    hexes = {**BASES, "S4023": BASES["N3022"], "S4006": BASES["N3022"], "S4005": BASES["N3022"]}
    for start, is_open in (("S4006", True), ("S4005", False)):  # 24 hexes, seven of them line
        state = flying(helicopters={"ROK AH-1 1": {"hex": start}}, facts={"hexes": hexes})
        assert may(state, "allied", transfer("Busan")) == is_open
    at_busan = flying(helicopters={"ROK AH-1 1": {"hex": "Busan"}}, facts={"hexes": hexes}, air_side="dprk")
    assert may(at_busan, "allied", transfer("S4006"))
    assert why(at_busan, "allied", transfer("Japan")).rule == "NW-6.5.1.b"
    landed = play(at_busan, "allied", transfer("S4006"), [9]).state
    assert unit(landed).hex == at(landed, "S4006")


@pytest.mark.rule("NW-6.5.1.b", "NW-4.1.3.g", "NWS-STD-3.3")
def test_why_a_unit_does_not_transfer_at_all() -> None:
    def reason(seat: str = "allied", **more: Any) -> str:
        state = flying(more.pop("at_", "basic.second_movement"), **more)
        found = why_not_transfer(state, seat, next(iter(state.helicopters)))
        return found.key if found else ""

    def row(**fields: Any) -> dict[str, Any]:
        return {"ROK AH-1 1": {"hex": "N3020", **fields}}

    assert reason() == ""
    assert reason("dprk") == "refuse.not_yours"
    assert reason(helicopters={"ROK AH-1 1": {"box": "to_come"}}) == "refuse.not_yours"
    assert reason(weather="storm") == "refuse.grounded"
    assert reason(helicopters=row(flew=True)) == "refuse.helicopter_busy"
    assert reason(helicopters=row(missions=1)) == "refuse.helicopter_busy"
    foe = {"DPRK 3/II Inf Div": "N3017"}
    assert reason(at_="basic.second_combat", units=foe) == "refuse.no_movement"
    assert reason(at_="initiative.elite_reaction") == "refuse.no_movement"
    state = flying()
    assert why_not_transfer(successor(state, flow=()), "allied", next(iter(state.helicopters))) is not None
    alone = {"N3020": BASES["N3020"]}
    full = {"ROK AH-1 1": {"hex": "N3020"}} | {f"ROK AH-1 {n}": {"hex": "Busan"} for n in (2, 3, 4)}
    assert reason(facts={"hexes": alone}, helicopters=full) == "refuse.stuck"
    assert why(flying(), "allied", transfer("N3020")).key == "refuse.beyond_range"  # where it is


@pytest.mark.rule("NW-6.5.1.b", "NW-6.6.1.1.e", "NWT-ADF.drm")
def test_a_transfer_is_told_and_passing_over_enemies_counts_within_twice_the_range() -> None:
    step = play(flying(), "allied", transfer("N3022"))
    assert [entry.key for entry in step.entries] == ["log.transferred"]
    assert unit(step.state).flew
    near = flying(units={"DPRK 3/II Inf Div": "N3021"})
    step = play(near, "allied", transfer("N3022"), [2])
    assert [entry.key for entry in step.entries] == ["log.air_defence_helicopter", "log.transfer_aborted"]
    step = play(near, "allied", transfer("N3022"), [0])  # shot down: nobody turns back
    assert "log.transfer_aborted" not in [entry.key for entry in step.entries]
    ring = ("N3019", "N3119", "N3120", "N3021", "N2920", "N2919")
    foes = ["DPRK ?/815 Mech Bde 1", *(f"DPRK {n} Inf Div" for n in ("3/II", "6/II", "8/II", "28/IV", "33/IV"))]
    shut_in = flying(units=dict(zip(foes, ring, strict=True)), accounts={"allied": {"air": 2}, "dprk": {}})
    step = play(shut_in, "allied", transfer("N3022", 1), [9])
    entry = next(one for one in step.entries if one.key == "log.air_defence_helicopter")
    found = reasons(entry.modifiers)
    assert (found["escort"], found["overflight"]) == (1, -1)


@pytest.mark.rule("NW-22.0", "NW-24.3")
def test_nobody_fires_at_a_transfer_where_air_units_fly() -> None:
    told = {"units": {"DPRK 3/II Inf Div": "N3021"}, "facts": {"hexes": BASES}, "helicopters": START}
    state = advanced("basic.second_movement", air_level="supremacy", air_side="dprk", **told)
    moved = play(state, "allied", transfer("N3022")).state
    assert [row.hex for row in moved.helicopters.values()] == [at(state, "N3022")]
    points = advanced(
        "basic.second_movement", options={"standard_air": True}, air_level="supremacy", air_side="dprk", **told
    )
    assert "air_defence" in str(play(points, "allied", transfer("N3022"), [9]).entries)
