"""Rule 8.1: how many units a hex holds, and what crowding costs."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.rules.movement import stacking
from sandtable.games.nextwar.rules.movement.marching import destinations
from sandtable.games.nextwar.rules.terms.efficiency import rating
from sandtable.games.nextwar.rules.terms.stacks import points2
from tests.games.nextwar.board import (
    ARM,
    INF,
    LIGHT,
    MECH,
    OTHER_INF,
    at,
    board,
    key,
    may_move,
    move,
    play,
    why,
    why_move,
)

CROWD = {INF: "N3010", OTHER_INF: "N3010", MECH: "N3010"}
"""Five stack points in a hex for four."""
ATTACK_BY_MECH = {"do": "attack", "target": "N3011", "units": [MECH]}


@pytest.mark.rule("NW-8.1.1.1.a", "NW-8.1.1.1.g")
def test_the_limit_is_four_and_three_in_mountains() -> None:
    state = board(units={INF: "N3010"}, facts={"hexes": {"N3011": {"terrain": "mountain"}}})
    assert stacking.limit2(state, at(state, "N3010"), "dprk") == 8
    assert stacking.limit2(state, at(state, "N3011"), "dprk") == 6


@pytest.mark.rule("NW-8.1.1.1.g", "NWK-2.6.c")
def test_the_limit_is_six_beside_a_tunnel() -> None:
    tunnels = {"N3015": {"hexes": ["N3014", "N3114"]}}
    state = board(units={INF: "N3014"}, tunnels=tunnels)
    assert stacking.limit2(state, at(state, "N3014"), "dprk") == 12
    assert stacking.limit2(state, at(state, "N3014"), "allied") == 8
    assert stacking.limit2(state, at(state, "N3013"), "dprk") == 8


@pytest.mark.rule("NW-8.1.1.1.a")
def test_units_may_crowd_a_hex() -> None:
    state = board(units={INF: "N3010", OTHER_INF: "N3010", MECH: "N3012"})
    assert stacking.excess(move(state, "dprk", MECH, "N3011", "N3010"), at(state, "N3010")) == 1


@pytest.mark.rule("NW-8.1.1.1.c", "NW-2.3.3.a")
def test_crowding_lowers_the_efficiency_of_all_by_the_excess() -> None:
    state = board(units={**CROWD, ARM: "N3010"})
    assert stacking.excess(state, at(state, "N3010")) == 2
    assert rating(state, key(state, INF)) == 5 - 2
    assert rating(state, key(state, ARM)) == 6 - 2


@pytest.mark.rule("NW-8.1.1.1.c", "NW-2.3.7.a")
def test_half_a_point_too_much_counts_as_one() -> None:
    units = {
        "US 1/82 Abn Bde": "N3010",
        "US 2/82 Abn Bde": "N3010",
        "US 3/82 Abn Bde": "N3010",
        "US 4/82 Abn Bde": "N3010",
    }
    state = board(units={**units, "USMC 1/3 Mar Bn": "N3010"})
    assert points2(state)[at(state, "N3010")] == 9
    assert stacking.excess(state, at(state, "N3010")) == 1


@pytest.mark.rule("NW-8.1.1.1.f")
def test_it_costs_a_point_to_leave_a_hex_that_was_crowded_when_the_segment_began() -> None:
    state = board("initiative.movement", CROWD)
    assert why_move(state, "dprk", INF, "N3011", "N3012", "N3013", "N3014").rule == "NW-2.3.5"
    assert may_move(state, "dprk", INF, "N3011", "N3012", "N3013")
    # The first to leave relieves the hex, but the segment began with a crowd.
    state = move(state, "dprk", MECH, "N3009")
    assert why_move(state, "dprk", INF, "N3011", "N3012", "N3013", "N3014").rule == "NW-2.3.5"


@pytest.mark.rule("NW-8.1.1.1.b", "NW-8.3.2.b")
def test_no_road_leads_into_a_full_hex() -> None:
    road = {"sides": {f"N30{n:02d}-N30{n + 1:02d}": {"road": "primary"} for n in range(5, 12)}}
    rough = {f"N30{n:02d}": {"terrain": "rough"} for n in range(5, 13)}
    facts = {**road, "hexes": rough}
    free = board(units={MECH: "N3006"}, facts=facts)
    assert may_move(free, "dprk", MECH, *[f"N30{n:02d}" for n in range(7, 13)])
    full = board(units={MECH: "N3006", INF: "N3008", OTHER_INF: "N3008"}, facts=facts)
    step = play(full, "dprk", {"do": "move", "units": [MECH], "path": ["N3007", "N3008", "N3009"]})
    # Half a point, three for rough ground instead of the road, half a point again.
    assert step.entries[0].params["spent"] == "4"


@pytest.mark.rule("NW-8.1.1.1.d")
def test_from_a_crowded_hex_only_as_many_attack_as_it_holds() -> None:
    state = board("initiative.combat", {**CROWD, "ROK 1/I Inf Div": "N3011"})
    no = why(state, "dprk", {"do": "attack", "target": "N3011", "units": [INF, OTHER_INF, MECH]})
    assert no.rule == "NW-8.1.1.1.d"
    state = play(state, "dprk", {"do": "attack", "target": "N3011", "units": [INF, OTHER_INF]}, []).state
    assert state.flow[-1].at.startswith("battle")


@pytest.mark.rule("NW-8.1.1.1.d")
def test_where_as_many_as_a_crowded_hex_holds_have_fought_the_others_have_no_target() -> None:
    others = {ARM: "N3020", "ROK 1/I Inf Div": "N3011", "ROK 25/I Inf Div": "N3021"}  # so that the segment goes on
    fought = {INF: {"hex": "N3010", "fought": True}, OTHER_INF: {"hex": "N3010", "fought": True}, MECH: "N3010"}
    no = why(board("initiative.combat", {**fought, **others}), "dprk", ATTACK_BY_MECH)
    assert no.rule == "NW-8.1.1.1.d"
    assert play(board("initiative.combat", {**CROWD, **others}), "dprk", ATTACK_BY_MECH, [5])


@pytest.mark.rule("NW-8.1.1.1.e")
def test_a_crowded_hex_is_defended_by_as_many_as_it_holds() -> None:
    rok = {"ROK 1/I Inf Div": "N3011", "ROK 25/I Inf Div": "N3011", "ROK 101/I Inf Bde": "N3011"}
    state = board("initiative.combat", {INF: "N3010", **rok})
    state = play(state, "dprk", {"do": "attack", "target": "N3011", "units": [INF]}).state
    assert state.flow[-1].at == "battle.defenders"
    no = why(state, "allied", {"do": "defend", "units": [*rok]})
    assert no.rule == "NW-8.1.1.1.e"
    state = play(state, "allied", {"do": "defend", "units": ["ROK 1/I Inf Div", "ROK 101/I Inf Bde"]}).state
    assert state.flow[-1].at == "battle.defence_lead"


@pytest.mark.rule("NW-8.1")
def test_helicopters_ships_and_outposts_take_no_room() -> None:
    units = {INF: "N3010", OTHER_INF: "N3010", "DPRK Outpost 1": "N3010"}
    state = board(units=units, helicopters={"DPRK Mi-24D 1": {"hex": "N3010"}})
    assert stacking.excess(state, at(state, "N3010")) == 0


@pytest.mark.rule("NWK-5.5.1.a")
def test_a_box_off_the_map_holds_any_number() -> None:
    units = {f"DPRK ?/108 Mech Bde {n}": "Hamhung/Hungnam" for n in range(1, 6)}
    state = board(units=units)
    assert stacking.excess(state, at(state, "hamhung")) == 0


@pytest.mark.rule("NW-8.1.1.1.b")
def test_a_full_hex_is_one_at_its_limit() -> None:
    state = board(units={INF: "N3010", LIGHT: "N3010", MECH: "N3011"})
    assert not stacking.is_full(state, at(state, "N3010"), "dprk")
    state = board(units={INF: "N3010", LIGHT: "N3010", MECH: "N3010"})
    assert stacking.is_full(state, at(state, "N3010"), "dprk")


@pytest.mark.rule("NW-8.1.1.1.b", "NW-8.3.2.b", "NW-8.3.1.10.a")
def test_the_road_is_closed_by_a_full_hex_and_by_works_of_the_enemy_and_by_nothing_less() -> None:
    roads = {"N3010-N3011": {"road": "highway"}}

    def price(units: dict[str, str], **ground: Any) -> int:
        facts = {"sides": roads, "hexes": {"N3011": {"terrain": "rough", **ground}}}
        state = board(units={MECH: "N3010", **units}, facts=facts)
        return destinations(state, key(state, MECH))[at(state, "N3011")]

    free = price({})
    assert price({INF: "N3011", ARM: "N3011"}) == free  # three points of four
    assert price({INF: "N3011", OTHER_INF: "N3011"}) > free
    assert price({}, features=["fort_rok"], country="ROK") > free
    assert price({}, features=["fort_dprk"], country="DPRK") == free


@pytest.mark.rule("NW-8.1.1.1.a", "NW-8.1.1.1.g", "NW-8.1.1.1.c")
def test_limits_and_what_is_over_them() -> None:
    beach = board(units=dict.fromkeys((INF, OTHER_INF, MECH), "N3010"), beachheads={"N3010": "dprk"})
    assert stacking.limit2(beach, at(beach, "N3010"), "dprk") == 12
    assert stacking.excess(beach, at(beach, "N3010")) == 0
    assert stacking.excess(beach, at(beach, "N3011")) == 0
    few = board(units={INF: "N3010"})
    assert stacking.excess(few, at(few, "N3010")) == 0
