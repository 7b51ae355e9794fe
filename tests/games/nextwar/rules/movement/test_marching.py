"""Rule 8.5.1: ground movement of units and stacks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.movement.marching import Walk, destinations, march, paths, points
from sandtable.kernel import Refusal, SeededDice
from sandtable.kernel.offers import sample
from tests.games.nextwar.board import (
    INF,
    LIGHT,
    MECH,
    ROK_INF,
    at,
    board,
    key,
    logged,
    may_move,
    move,
    play,
    where,
    why_move,
)


@pytest.mark.rule("NW-8.0", "NW-2.3.5")
def test_a_unit_spends_no_more_than_its_allowance() -> None:
    state = board(units={INF: "N3010"})
    assert may_move(state, "dprk", INF, "N3011", "N3012", "N3013", "N3014")
    no = why_move(state, "dprk", INF, "N3011", "N3012", "N3013", "N3014", "N3015")
    assert (no.rule, no.params["need"], no.params["left"]) == ("NW-2.3.5", "1", "0")


@pytest.mark.rule("NW-8.5.1.a")
def test_a_unit_moves_once_in_a_segment() -> None:
    state = move(board(units={INF: "N3010"}), "dprk", INF, "N3011")
    assert why_move(state, "dprk", INF, "N3012").rule == "NW-8.5.1.a"


@pytest.mark.rule("NW-8.5.1.a")
def test_units_of_one_hex_move_together_and_pick_nobody_up() -> None:
    state = board(units={INF: "N3010", MECH: "N3010", LIGHT: "N3011"})
    moved = move(state, "dprk", [INF, MECH], "N3011", "N3012")
    assert (where(moved, INF), where(moved, MECH), where(moved, LIGHT)) == ("N3012", "N3012", "N3011")
    assert why_move(state, "dprk", [INF, LIGHT], "N3012").rule == "NW-8.5.1.a"


@pytest.mark.rule("NW-8.5.1.d")
def test_units_of_a_stack_pay_each_its_own_costs_and_stop_together() -> None:
    rough = {f"N30{n}": {"terrain": "rough"} for n in range(10, 20)}
    state = board(units={INF: "N3010", MECH: "N3010"}, facts={"hexes": rough})
    # Foot pays two for rough ground and has four, tracks pay three and have eight.
    assert why_move(state, "dprk", [INF, MECH], "N3011", "N3012", "N3013").rule == "NW-2.3.5"
    step = play(state, "dprk", {"do": "move", "units": [INF, MECH], "path": ["N3011", "N3012"]})
    assert logged(step, "moved").params["spent"] == "6"


@pytest.mark.rule("NW-8.5.1.e")
def test_one_hex_is_always_possible_but_not_into_closed_ground() -> None:
    facts = {"hexes": {"N3011": {"terrain": "highland_woods"}, "N3110": {"terrain": "sea"}}}
    state = board(units={INF: {"hex": "N3010", "spent": 18}}, facts=facts)
    assert may_move(state, "dprk", INF, "N3011")
    assert why_move(state, "dprk", INF, "N3011", "N3012").rule == "NW-2.3.5"
    assert why_move(state, "dprk", INF, "N3110").rule == "NW-8.3.3.b"


@pytest.mark.rule("NW-8.5.1.a")
def test_a_way_goes_from_hex_to_hex() -> None:
    state = board(units={INF: "N3010"})
    assert why_move(state, "dprk", INF, "N3012").rule == "NW-8.5.1.a"


# -- bypass ----------------------------------------------------------------------------------------------------------


def through(feature: str, **side: Any) -> KoreaState:
    """A mechanised brigade before a hex of the ROK with something in it, on a primary road."""
    hexes = {f"N30{n}": {"country": "ROK"} for n in range(16, 20)}
    hexes["N3017"] = {"country": "ROK", "terrain": "urban" if feature == "urban" else "rough", "features": [feature]}
    roads = {f"N30{n}-N30{n + 1}": {"road": "primary", **side} for n in range(15, 19)}
    return board(units={MECH: "N3016"}, facts={"hexes": hexes, "sides": roads})


@pytest.mark.rule("NW-8.4.2", "NW-8.3.1.2.b", "NW-8.3.1.5.b")
@pytest.mark.parametrize("feature", ["city", "port", "airbase", "chem_site"])
def test_cities_and_installations_are_bypassed_at_the_cost_of_their_ground(feature: str) -> None:
    state = through(feature)
    step = play(state, "dprk", {"do": "move", "units": [MECH], "path": ["N3017", "N3018"]})
    assert logged(step, "moved").params["spent"] == "3 1/2"
    assert at(state, "N3017") not in step.state.mopups
    into = play(
        state, "dprk", {"do": "move", "units": [MECH], "path": ["N3017"]}, [5] if feature != "airbase" else [9, 9, 5]
    )
    assert logged(into, "moved").params["spent"] == "1/2"


@pytest.mark.rule("NW-8.3.1.5.b", "NW-8.4.2")
def test_an_urban_hex_cannot_be_bypassed() -> None:
    assert why_move(through("urban"), "dprk", MECH, "N3017", "N3018").rule == "NW-8.4.2"


@pytest.mark.rule("NW-8.4.2")
def test_nobody_bypasses_over_a_bridge_across_open_water() -> None:
    wet = through("city", water=True)
    assert may_move(wet, "dprk", MECH, "N3017")
    assert why_move(wet, "dprk", MECH, "N3017", "N3018").rule == "NW-8.4.2"


@pytest.mark.rule("NW-8.4.2")
def test_nor_out_of_the_hex_over_such_a_bridge() -> None:
    hexes = {f"N30{n}": {"country": "ROK"} for n in range(14, 20)}
    hexes["N3017"] = {"country": "ROK", "features": ["city"]}
    over = {"N3017-N3018": {"road": "primary", "water": True}, "N3016-N3015": {"road": "primary", "water": True}}
    state = board(units={MECH: "N3016", LIGHT: "N3017"}, facts={"hexes": hexes, "sides": over})
    assert may_move(state, "dprk", MECH, "N3017", "N3117")
    assert why_move(state, "dprk", MECH, "N3017", "N3018").rule == "NW-8.4.2"
    # Who begins in such a hex does not bypass it, and plain hexes have nothing to be bypassed.
    assert may_move(state, "dprk", LIGHT, "N3018")
    assert may_move(state, "dprk", MECH, "N3015")
    further = board(
        units={MECH: "N3117"}, facts={"hexes": hexes, "sides": {"N3116-N3115": {"road": "primary", "water": True}}}
    )
    assert may_move(further, "dprk", MECH, "N3116", "N3115")


@pytest.mark.rule("NW-8.4.1.2.a", "NW-8.4.2")
def test_at_home_nothing_has_to_be_bypassed() -> None:
    facts = {"hexes": {"N3017": {"country": "ROK", "terrain": "rough", "features": ["city"]}}}
    facts["sides"] = {f"N30{n}-N30{n + 1}": {"road": "primary"} for n in range(15, 19)}
    state = board("initiative.reaction.moves", {"ROK 2/I Arm Bde": "N3016"}, facts=facts, captured={"N3017": "dprk"})
    step = play(state, "allied", {"do": "move", "units": ["ROK 2/I Arm Bde"], "path": ["N3017", "N3018"]})
    assert logged(step, "moved").params["spent"] == "1"


# -- light infantry --------------------------------------------------------------------------------------------------

ROUGH = {f"N31{n:02d}": {"terrain": "rough"} for n in range(20)} | {
    f"N3{c}{n:02d}": {"terrain": "rough"} for c in (0, 2) for n in range(20)
}


@pytest.mark.rule("NWK-3.1", "NWK-3.1.1.a", "NWK-3.1.1.c", "NWK-3.1.1.d", "NWK-3.1.1.e")
def test_light_infantry_walks_through_zones_in_rough_ground() -> None:
    state = board(units={ROK_INF: "N3110", LIGHT: "N3109"}, facts={"hexes": ROUGH})
    step = play(state, "dprk", {"do": "move", "units": [LIGHT], "path": ["N3210", "N3211"]})
    assert logged(step, "moved").params["spent"] == "4"
    assert (
        why_move(
            board(units={ROK_INF: "N3110", INF: "N3109"}, facts={"hexes": ROUGH}), "dprk", INF, "N3210", "N3211"
        ).rule
        == "NW-8.2.2.b"
    )


@pytest.mark.rule("NWK-3.1.1.a")
@pytest.mark.parametrize("terrain", ["flat", "flat_woods"])
def test_in_open_ground_zones_stop_light_infantry_too(terrain: str) -> None:
    facts = {"hexes": {**ROUGH, "N3210": {"terrain": terrain}}}
    state = board(units={ROK_INF: "N3110", LIGHT: "N3209"}, facts=facts)
    assert may_move(state, "dprk", LIGHT, "N3210")
    assert why_move(state, "dprk", LIGHT, "N3210", "N3211").rule == "NW-8.2.2.b"


@pytest.mark.rule("NWK-3.1.1.b")
def test_light_infantry_slips_past_a_zone_off_the_road_only() -> None:
    roads = {f"N320{n}-N32{n + 1:02d}": {"road": "primary"} for n in range(6, 10)} | {
        "N3210-N3211": {"road": "primary"}
    }
    state = board(units={ROK_INF: "N3110", LIGHT: "N3208"}, facts={"hexes": ROUGH, "sides": roads})
    # Along the road it stops in the zone, off the road it goes on and may not take the road out again.
    step = play(state, "dprk", {"do": "move", "units": [LIGHT], "path": ["N3209", "N3210"]})
    assert logged(step, "moved").params["spent"] == "2"
    assert (
        logged(
            play(state, "dprk", {"do": "move", "units": [LIGHT], "path": ["N3209", "N3210", "N3211"]}), "moved"
        ).params["spent"]
        == "4 1/2"
    )


@pytest.mark.rule("NWK-3.1.1.b")
def test_light_infantry_may_leave_the_zone_where_it_begins_by_road_like_others() -> None:
    roads = {"N3210-N3209": {"road": "primary"}, "N3209-N3208": {"road": "primary"}}
    state = board(units={ROK_INF: "N3110", LIGHT: "N3210"}, facts={"hexes": ROUGH, "sides": roads})
    step = play(state, "dprk", {"do": "move", "units": [LIGHT], "path": ["N3209", "N3208"]})
    assert logged(step, "moved").params["spent"] == "2"  # a point for the zone, half a point for each hex


@pytest.mark.rule("NWK-3.1.1.b", "NWK-3.1.1.f", "NW-8.5.1.f")
@pytest.mark.parametrize(
    ("segment", "unit", "seat"),
    [("initiative.exploitation", LIGHT, "dprk"), ("initiative.elite_reaction", "US 1/82 Abn Bde", "allied")],
)
def test_where_only_who_ignores_zones_moves_out_of_them_it_takes_no_road(segment: str, unit: str, seat: str) -> None:
    roads = {"N3210-N3209": {"road": "primary"}, "N3209-N3208": {"road": "primary"}}
    foe = ROK_INF if seat == "dprk" else INF
    state = board(f"{segment}.moves", {foe: "N3110", unit: "N3210"}, facts={"hexes": ROUGH, "sides": roads})
    step = play(state, seat, {"do": "move", "units": [unit], "path": ["N3209", "N3208"]})
    assert logged(step, "moved").params["spent"] == "2 1/2"  # two for the rough ground, then along the road
    free = board(f"{segment}.moves", {unit: "N3210"}, facts={"hexes": ROUGH, "sides": roads})
    step = play(free, seat, {"do": "move", "units": [unit], "path": ["N3209", "N3208"]})
    assert logged(step, "moved").params["spent"] == "1"


# -- the search ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("NW-8.3.2.a")
@pytest.mark.parametrize("sixths", [(6, "1"), (3, "1/2"), (2, "1/3"), (10, "1 2/3"), (0, "0")])
def test_points_are_written_as_players_say_them(sixths: tuple[int, str]) -> None:
    assert points(sixths[0]) == sixths[1]


def slow_reach(state: KoreaState, unit: int) -> dict[int, int]:
    """Every end of every way, by walking step by step: the oracle for the search."""
    walker = march(state, (unit,)).walkers[0]
    found: dict[int, int] = {}
    best: dict[int, int] = {walker.start.place: 0}
    edge = [walker.start]
    while edge:
        walk = edge.pop(0)
        for to in state.board.near[walk.place]:
            if to == walker.start.place:
                continue
            following = walker.step(walk, to)
            if isinstance(following, Refusal):
                continue
            found[to] = min(found.get(to, following.stop), following.stop)
            onward = following.onward
            if onward is not None and onward < best.get(to, 10_000):
                best[to] = onward
                edge.append(Walk(to, onward, following.stop))
    return dict(sorted(found.items()))


@pytest.mark.rule("NW-8.5.1.a", "NW-8.3.2.a")
@pytest.mark.parametrize("scenario", ["train_to_seoul", "east_coast_highway"])
def test_the_search_finds_what_walking_step_by_step_finds(scenario: str) -> None:
    korea, dice = GAME.open(scenario), SeededDice(b"reach")
    state = GAME.start(korea, dice).state
    seen = 0
    while seen < 60:
        seat = GAME.prompts(state)[0].seat
        verbs = GAME.open_verbs(state, seat)
        action = sample(verbs[dice.draw(range(len(verbs)))], state, seat, dice)
        if action is None:
            continue
        step = GAME.apply(state, seat, action, dice)
        if isinstance(step, Refusal):
            continue
        state = step.state
        if state.flow[-1].at.endswith(".moves"):
            mover = GAME.prompts(state)[0].seat
            for unit in [k for k, u in state.units.items() if state.board.units[k].side == mover and not u.moved][:6]:
                if found := destinations(state, unit):
                    assert found == slow_reach(state, unit), state.board.units[unit].name
                    seen += 1


@pytest.mark.rule("NW-2.3.5")
def test_destinations_carry_their_least_cost() -> None:
    state = board(units={INF: "N3010"})
    found = destinations(state, key(state, INF))
    assert (found[at(state, "N3011")], found[at(state, "N3014")]) == (6, 24)
    assert len(found) == 60  # all hexes up to four away


@pytest.mark.rule("NW-2.3.5", "NW-8.5.1.d")
def test_the_whole_reach_of_a_stack_is_what_all_of_it_can_do() -> None:
    state = board(units={INF: "N3010", MECH: "N3010", ROK_INF: "N3013"})
    foot, tracks = key(state, INF), key(state, MECH)
    for one in (foot, tracks):
        assert {place: way.cost for place, way in paths(state, "dprk", (one,)).reach().items()} == destinations(
            state, one
        )
    both = paths(state, "dprk", (foot, tracks))
    reach = both.reach()
    assert set(reach) <= {*destinations(state, foot)} & {*destinations(state, tracks)}
    assert all(both.refusal(way.path) is None for way in reach.values())
    assert "zone" in both.widget().dangers.values()


@pytest.mark.rule("NW-8.5.1.d")
def test_a_mixed_stack_stops_where_one_of_it_has_to() -> None:
    rough = {f"N{column}{row:02d}": {"terrain": "rough"} for column in range(28, 33) for row in range(8, 14)}
    units = {LIGHT: "N3008", INF: "N3008", ROK_INF: "N3012", "ROK 25/I Inf Div": "N3112"}
    state = board(units=units, facts={"hexes": rough})
    pair = tuple(sorted((key(state, LIGHT), key(state, INF))))
    together, alone = march(state, pair).reach(()), march(state, pair[:1]).reach(())
    assert set(together) <= set(alone) | set(march(state, pair[1:]).reach(()))
    assert together
