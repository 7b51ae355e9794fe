"""Rule 8.5.3: drops by parachute."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from tests.games.nextwar.board import (
    INF,
    OTHER_INF,
    QUIET,
    ROK_INF,
    ROK_INF_2,
    board,
    key,
    logged,
    may,
    play,
    reasons,
    steps,
    where,
    why,
)

JUMPER, JUMPER_2, US_JUMPER = "DPRK 38 Abn Bde", "DPRK 48 Abn Bde", "US 1/82 Abn Bde"
BASES = {"N3008": {"country": "DPRK", "features": ["airbase"]}, "S2707": {"country": "ROK", "features": ["airfield"]}}
ROK = {"country": "ROK"}


def base(units: dict[str, Any] | None = None, first: str = "dprk", **more: Any) -> KoreaState:
    hexes = {**BASES, "N3015": ROK, "N3016": ROK, **more.pop("hexes", {})}
    told = {"weather": "clear", "air_level": "contested", "facts": {"hexes": hexes}, "scenario": "all_in", **more}
    return board(told.pop("at", QUIET), units or {JUMPER: "N3008"}, first=first, initiative="", **told)


def drop(to: str, name: str = JUMPER, **more: Any) -> dict[str, Any]:
    return {"do": "drop", "unit": name, "to": to, **more}


@pytest.mark.rule("NW-8.5.3.a", "NW-8.5.3.c", "NW-6.6.a")
def test_air_defence_then_the_roll_of_the_drop() -> None:
    state = base()
    landed = play(state, "dprk", drop("N3015"), [9, 8]).state
    unit = landed.units[key(landed, JUMPER)]
    assert (where(landed, JUMPER), unit.landed, unit.moved) == ("N3015", True, True)
    shot = play(state, "dprk", drop("N3015"), [1]).state
    assert (where(shot, JUMPER), shot.units[key(shot, JUMPER)].moved) == ("N3008", True)
    # At home, away from the enemy, nobody fires.
    assert where(play(state, "dprk", drop("N3010"), [5]).state, JUMPER) == "N3010"


@pytest.mark.rule("NW-8.5.3.a")
def test_who_may_jump_and_from_where() -> None:
    assert why(base({INF: "N3008"}), "dprk", drop("N3015", INF))
    assert why(base({JUMPER: "N3009"}), "dprk", drop("N3015")).rule == "NW-8.5.3.a"
    foes = {JUMPER: "N3008", ROK_INF: "N3007"}
    assert why(base(foes), "dprk", drop("N3015")).rule == "NW-8.5.3.a"
    assert why(base({JUMPER: "N3008", ROK_INF: "N3015"}), "dprk", drop("N3015")).rule == "NW-8.5.3.a"
    far = base({US_JUMPER: "S2707"}, first="allied")
    assert may(far, "allied", drop("N1002", US_JUMPER))  # any distance


@pytest.mark.rule("NW-8.5.3.b")
@pytest.mark.parametrize(
    ("ground", "open_"),
    [
        ({"terrain": "urban"}, False),
        ({"terrain": "mountain"}, False),
        ({"terrain": "highland"}, False),
        ({"terrain": "highland_woods"}, False),
        ({"terrain": "marsh"}, False),
        ({"features": ["city"]}, False),
        ({"features": ["port"]}, False),
        ({"features": ["airfield"]}, True),
        ({"features": ["town"]}, True),
        ({"terrain": "rough_woods"}, True),
    ],
)
def test_drop_zones(ground: dict[str, Any], open_: bool) -> None:
    state = base(hexes={"N3015": {**ROK, **ground}})
    assert may(state, "dprk", drop("N3015")) == open_
    if not open_:
        assert why(state, "dprk", drop("N3015")).rule == "NW-8.5.3.b"


@pytest.mark.rule("NW-8.5.3.b")
def test_an_installation_at_home_is_no_obstacle() -> None:
    assert may(base(hexes={"N3011": {"country": "DPRK", "features": ["port"]}}), "dprk", drop("N3011"))


@pytest.mark.rule("NWT-PARADROP", "NW-8.5.3.c")
@pytest.mark.parametrize(("terrain", "least"), [("flat", 9), ("flat_woods", 8), ("rough", 7), ("rough_woods", 6)])
def test_from_which_roll_a_drop_costs_a_step(terrain: str, least: int) -> None:
    state = base(hexes={"N3010": {"country": "DPRK", "terrain": terrain}})
    for die in range(10):
        after = play(state, "dprk", drop("N3010"), [die]).state
        assert (where(after, JUMPER) == "eliminated") == (die >= least)


@pytest.mark.rule("NWT-PARADROP")
def test_one_more_in_an_enemy_zone() -> None:
    state = base({JUMPER: "N3008", ROK_INF: "N3016"})
    step = play(state, "dprk", drop("N3015"), [9, 8])
    assert reasons(logged(step, "paradrop").modifiers) == {"in_enemy_zoc": 1}
    assert where(step.state, JUMPER) == "eliminated"


@pytest.mark.rule("NW-8.5.3.1", "NWK-5.3")
def test_the_dprk_drops_one_stack_point_in_a_segment_the_allies_all() -> None:
    state = base({JUMPER: "N3008", JUMPER_2: "N3008"})
    one = play(state, "dprk", drop("N3010"), [0]).state
    assert why(one, "dprk", drop("N3010", JUMPER_2)).rule == "NWK-5.3"
    jumpers = {f"US {n}/82 Abn Bde": "S2707" for n in (1, 2, 3)}
    allied = base(jumpers, first="allied", accounts={"allied": {"dropped2": 4}, "dprk": {}})
    assert all(may(allied, "allied", drop("S2705", name)) for name in jumpers)
    fresh = base(at="basic.first_movement", accounts={"allied": {}, "dprk": {"dropped2": 2}})
    assert may(fresh, "dprk", drop("N3010"))


@pytest.mark.rule("NW-8.5.3.d", "NW-8.5.3.e", "NW-8.4.1.f")
def test_after_the_drop_a_step_into_a_hard_hex_of_the_enemy() -> None:
    city = {"N3016": {**ROK, "features": ["city"]}, "N3014": {"country": "DPRK", "features": ["city"]}}
    state = base(hexes=city)
    landed = play(state, "dprk", drop("N3015"), [9, 0]).state
    step_in = {"do": "step_in", "unit": JUMPER, "to": "N3016"}
    inside = play(landed, "dprk", step_in, [3]).state  # a mop-up marker is drawn
    assert where(inside, JUMPER) == "N3016"
    assert inside.board.place("N3016") in inside.mopups
    assert why(inside, "dprk", step_in).rule == "NW-8.5.4.4.b"
    assert why(landed, "dprk", {**step_in, "to": "N3115"}).rule == "NW-8.5.3.e"  # open ground
    assert why(landed, "dprk", {**step_in, "to": "N3014"}).rule == "NW-8.5.3.e"  # one's own city
    held = base({JUMPER: "N3008", "ROK 101/I Inf Bde": "N3016"}, hexes=city)
    beside = play(held, "dprk", drop("N3015"), [9, 0]).state
    assert not may(beside, "dprk", step_in)
    near = base({JUMPER: "N3008", ROK_INF: "N3115", ROK_INF_2: "N3115"}, hexes=city)
    watched = play(near, "dprk", drop("N3015"), [9, 0]).state
    assert why(watched, "dprk", step_in).rule == "NW-8.5.4.4.b"


@pytest.mark.rule("NW-8.5.3.d")
def test_the_step_is_taken_in_the_same_segment_or_not_at_all() -> None:
    state = base({JUMPER: {"hex": "N3015", "poised": True}, OTHER_INF: "N3010"}, at="basic.first_movement")
    assert not state.units[key(state, JUMPER)].poised
    assert steps(state, JUMPER) == 1


@pytest.mark.rule("NW-8.5.3.d", "NW-8.5.3.e", "NW-8.5.4.4.b")
def test_no_step_over_water_or_out_of_the_area_and_none_where_nothing_is() -> None:
    city = {"N3016": {**ROK, "features": ["city"]}}
    plain = play(base(hexes=city), "dprk", drop("N3010"), [0]).state
    assert not plain.units[key(plain, JUMPER)].poised
    landed = play(base(hexes=city), "dprk", drop("N3015"), [9, 0]).state
    assert landed.units[key(landed, JUMPER)].poised
    assert landed.visited == {landed.board.place("N3015"): "dprk"}
    assert why(landed, "dprk", {"do": "step_in", "unit": JUMPER, "to": "N3018"}).rule == "NW-8.5.1.a"
    facts = {"hexes": {**BASES, "N3015": ROK, **city}, "sides": {"N3015-N3016": {"water": True}}}
    told = {"weather": "clear", "air_level": "contested", "initiative": "", "first": "dprk"}
    river = board(QUIET, {JUMPER: "N3008"}, facts=facts, scenario="all_in", **told)
    over = play(river, "dprk", drop("N3015"), [9, 0]).state
    assert not may(over, "dprk", {"do": "step_in", "unit": JUMPER, "to": "N3016"})
