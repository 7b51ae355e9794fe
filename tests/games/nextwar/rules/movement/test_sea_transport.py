"""Rule 8.5.7: transport by sea."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.rules.movement import sea_transport
from tests.games.nextwar.board import (
    INF,
    QUIET,
    ROK_BDE,
    ROK_INF,
    ROK_MECH,
    board,
    key,
    logged,
    may,
    may_move,
    play,
    steps,
    where,
    why,
    why_move,
)
from tests.games.nextwar.seas import (
    AT_SEA,
    BEACH,
    EAST_INSHORE,
    INSHORE,
    LAR,
    MARINES,
    OTHER_PORT,
    PORT,
    ROK_MARINES,
    afloat,
    coast,
)

EAST_PORT = {"N4012": {"country": "ROK", "coastal": True, "sea_zone": "east", "features": ["port"]}}
FOE = "DPRK 3/II Inf Div"


def ship(name: str, to: str) -> dict[str, Any]:
    return {"do": "ship", "unit": name, "to": to}


@pytest.mark.rule("NW-8.5.7.1", "NW-8.5.6.1")
def test_from_port_to_port_and_half_the_movement_after() -> None:
    state = afloat(units={ROK_MECH: PORT})
    step = play(state, "allied", ship(ROK_MECH, OTHER_PORT))
    landed = step.state
    assert logged(step, "shipped").rule == "NW-8.5.7.1"
    assert where(landed, ROK_MECH) == OTHER_PORT
    # Four of eight points are left: two hexes of open ground at two points each.
    assert may_move(landed, "allied", ROK_MECH, "N2912")
    unit = landed.units[key(landed, ROK_MECH)]
    assert (unit.carried, unit.spent) == (True, 24)
    assert why(landed, "allied", ship(ROK_MECH, PORT)).rule == "NW-8.5.4.4.d"
    # Of five points three are left.
    light = afloat(units={"DPRK 32/II LI Bde": PORT}, country="DPRK", first="dprk", seas={INSHORE: "dprk"})
    assert (
        play(light, "dprk", ship("DPRK 32/II LI Bde", OTHER_PORT)).state.units[key(light, "DPRK 32/II LI Bde")].spent
        == 12
    )


@pytest.mark.rule("NW-8.5.7.1", "NW-8.5.7.2")
def test_ports_have_to_be_friendly_and_most_units_need_them_clear_of_zones() -> None:
    assert why(afloat(units={ROK_MECH: "N3014"}), "allied", ship(ROK_MECH, PORT)).rule == "NW-8.5.7.1"
    assert why(afloat(units={ROK_MECH: PORT}, captured={OTHER_PORT: "dprk"}), "allied", ship(ROK_MECH, OTHER_PORT))
    near = afloat(units={ROK_MECH: PORT, ROK_INF: PORT, FOE: "N2912", INF: "N2912"})
    assert not may(near, "allied", ship(ROK_MECH, OTHER_PORT))
    # Slow units and marines use landing craft, and stay where the enemy is near.
    watched = play(near, "allied", ship(ROK_INF, OTHER_PORT)).state
    assert where(watched, ROK_INF) == OTHER_PORT
    assert why_move(watched, "allied", ROK_INF, "N2910").rule == "NW-8.5.1.a"


@pytest.mark.rule("NW-8.5.7.1.a", "NW-8.5.7.1", "NW-8.5.7.2.a")
def test_to_another_sea_zone_without_movement_after() -> None:
    state = afloat(units={ROK_INF: PORT}, hexes=EAST_PORT)
    landed = play(state, "allied", ship(ROK_INF, "N4012")).state
    assert where(landed, ROK_INF) == "N4012"
    assert why_move(landed, "allied", ROK_INF, "N4013").rule == "NW-8.5.1.a"
    beach = {
        "N4013": {"country": "ROK", "coastal": True, "sea_zone": "east"},
        "N4113": {"terrain": "sea", "country": "", "sea_zone": "east"},
    }
    apart = afloat(units={ROK_INF: PORT}, hexes={**EAST_PORT, **beach}, beachheads={"N4013": "allied"})
    assert why(apart, "allied", ship(ROK_INF, "N4013")).rule == "NW-8.5.7.2.a"


@pytest.mark.rule("NW-8.5.7.a", "NWT-CONTESTEDSEA", "NW-8.5.7.1.a")
def test_a_roll_for_each_unit_where_an_inshore_box_is_not_friendly() -> None:
    state = afloat(units={ROK_INF: PORT}, hexes=EAST_PORT, seas={INSHORE: "allied", AT_SEA: "dprk"})
    assert where(play(state, "allied", ship(ROK_INF, OTHER_PORT)).state, ROK_INF) == OTHER_PORT
    across = ship(ROK_INF, "N4012")
    assert where(play(state, "allied", across, [5]).state, ROK_INF) == "N4012"
    back = play(state, "allied", across, [6]).state
    assert (where(back, ROK_INF), steps(back, ROK_INF)) == (PORT, 2)
    assert why_move(back, "allied", ROK_INF, "N3113").rule == "NW-8.5.1.a"
    assert steps(play(state, "allied", across, [9]).state, ROK_INF) == 1
    assert (
        where(
            play(
                afloat(units={ROK_INF: PORT}, hexes=EAST_PORT, seas={EAST_INSHORE: "allied"}), "allied", across, [5]
            ).state,
            ROK_INF,
        )
        == "N4012"
    )


@pytest.mark.rule("NW-8.5.7.2", "NW-8.5.8.2.b.4", "NW-8.5.8.2.c")
def test_to_a_beachhead_go_marines_and_infantry_alone() -> None:
    units = {MARINES: PORT, LAR: PORT, ROK_BDE: PORT, ROK_MECH: PORT, "US 2/2 Str Bde": PORT}
    state = afloat(units=units, beachheads={BEACH: "allied"})
    for name in (MARINES, LAR, ROK_BDE):
        landed = play(state, "allied", ship(name, BEACH)).state
        assert where(landed, name) == BEACH
        assert landed.units[key(landed, name)].moved
    assert not may(state, "allied", ship(ROK_MECH, BEACH))
    slow = {"ROK 30/I Mech Div": {"front": [9, 11, 6, 5, 4, "mechanised"]}}
    tracked = afloat(units={ROK_MECH: PORT}, beachheads={BEACH: "allied"}, facts={"units": slow})
    assert why(tracked, "allied", ship(ROK_MECH, BEACH)).rule == "NW-8.5.8.2.c"
    back = afloat(units={MARINES: BEACH}, beachheads={BEACH: "allied"})
    assert may(back, "allied", ship(MARINES, PORT))
    assert not may(afloat(units={MARINES: BEACH}), "allied", ship(MARINES, PORT))


@pytest.mark.rule("NW-8.5.7.3", "NWK-5.4")
def test_the_limits_of_a_segment() -> None:
    state = afloat(units={ROK_INF: PORT, "ROK 25/I Inf Div": PORT, MARINES: PORT, ROK_BDE: PORT})
    one = play(state, "allied", ship(ROK_INF, OTHER_PORT)).state  # 2 of 3
    assert why(one, "allied", ship("ROK 25/I Inf Div", OTHER_PORT)).rule == "NWK-5.4"
    two = play(one, "allied", ship(ROK_BDE, OTHER_PORT)).state
    assert why(two, "allied", ship(MARINES, OTHER_PORT)).rule == "NWK-5.4"
    more = afloat(units={ROK_INF: PORT}, accounts={"allied": {"sea_transport2": 4, "sea_more2": 2}, "dprk": {}})
    assert may(more, "allied", ship(ROK_INF, OTHER_PORT))
    assert sea_transport.left2(more, "dprk") == 4
    fresh = afloat(
        "basic.first_movement", units={ROK_INF: PORT}, accounts={"allied": {"sea_transport2": 6}, "dprk": {}}
    )
    assert may(fresh, "allied", ship(ROK_INF, OTHER_PORT))


@pytest.mark.rule("NWK-5.4", "NW-6.5.1.1")
def test_a_helicopter_unit_counts_half_a_point_and_needs_a_base_at_the_other_end() -> None:
    base = {OTHER_PORT: {"country": "ROK", "coastal": True, "sea_zone": "yellow", "features": ["port", "airfield"]}}
    home = {"hex": PORT}
    state = afloat(helicopters={"ROK AH-1 1": home, "ROK AH-1 2": home}, hexes=base)
    action = {"do": "ship_helicopter", "helicopter": "ROK AH-1 1", "to": OTHER_PORT}
    done = play(state, "allied", action).state
    assert done.accounts["allied"].sea_transport2 == 1
    assert sorted(unit.missions for unit in done.helicopters.values()) == [0, 2]
    assert why(done, "allied", {**action, "helicopter": "ROK AH-1 2"}).rule == "NW-6.5.1.1"  # the airfield holds one
    assert not may(afloat(helicopters={"ROK AH-1 1": home}), "allied", action)
    used = afloat(helicopters={"ROK AH-1 1": home}, hexes=base, accounts={"allied": {"sea_transport2": 6}, "dprk": {}})
    assert why(used, "allied", action).rule == "NWK-5.4"
    flown = afloat(helicopters={"ROK AH-1 1": {**home, "missions": 1}}, hexes=base)
    assert why(flown, "allied", action).rule == "NW-6.5.1.b"
    contested = afloat(helicopters={"ROK AH-1 1": home}, hexes=base, seas={})
    assert all(unit.box == "eliminated" for unit in play(contested, "allied", action, [9]).state.helicopters.values())
    turned = play(contested, "allied", action, [6]).state
    assert all(unit.hex == state.board.place(PORT) for unit in turned.helicopters.values())


@pytest.mark.rule("NW-4.1.3.a", "NWS-STD-3.3", "NW-8.5.7.1")
def test_nothing_is_shipped_in_a_storm_in_elite_reaction_or_twice() -> None:
    assert why(afloat(units={ROK_INF: PORT}, weather="storm"), "allied", ship(ROK_INF, OTHER_PORT)).rule == "NW-4.1.3.a"
    elite = afloat("initiative.elite_reaction", units={ROK_MARINES: PORT}, first="dprk")
    assert why(elite, "allied", ship(ROK_MARINES, OTHER_PORT)).rule == "NW-8.5.6.4.a"
    assert (
        why(afloat(units={ROK_INF: {"hex": PORT, "moved": True}}), "allied", ship(ROK_INF, OTHER_PORT)).rule
        == "NW-8.5.4.4.d"
    )


@pytest.mark.rule("NW-8.5.7.1", "NW-8.5.7.2")
def test_what_no_crossing_is() -> None:
    state = afloat(units={ROK_INF: PORT, MARINES: "N3014"})
    assert why(state, "allied", ship(ROK_INF, PORT)).rule == "NW-8.5.7.1"
    assert not sea_transport.goes_by_landing(state, key(state, MARINES), state.board.place(PORT))
    assert not sea_transport.goes_by_landing(state, key(state, ROK_INF), state.board.place(BEACH))
    inland = sea_transport.why_not_ship(state, "allied", key(state, MARINES))
    assert inland is not None
    assert inland.key == "refuse.no_port_or_beachhead"
    near = afloat(units={ROK_MECH: PORT, FOE: "N3113", INF: "N3113"})
    assert not may(near, "allied", ship(ROK_MECH, OTHER_PORT))
    dry = board(QUIET, {ROK_INF: PORT}, facts={"hexes": coast()}, first="allied", weather="clear")
    assert why(dry, "allied", ship(ROK_INF, OTHER_PORT)).key == "refuse.no_sea"


@pytest.mark.rule("NW-8.5.7.1", "NW-8.5.7.2", "NWK-7.1.2.c")
def test_homeland_reserves_are_not_shipped_abroad() -> None:
    reserve = next(c.name for c in afloat().board.units.values() if c.reserve == "HR")
    north = {OTHER_PORT: {"country": "DPRK", "coastal": True, "sea_zone": "yellow", "features": ["port"]}}
    state = afloat(units={reserve: PORT, ROK_BDE: PORT}, hexes=north, captured={OTHER_PORT: "allied"})
    assert may(state, "allied", ship(ROK_BDE, OTHER_PORT))
    assert not may(state, "allied", ship(reserve, OTHER_PORT))


@pytest.mark.rule("NW-8.5.8.2.c", "NW-8.5.7.2")
def test_a_crossing_that_cannot_be_is_refused_with_the_rule() -> None:
    state = afloat(units={ROK_MECH: PORT, ROK_INF: PORT}, beachheads={BEACH: "allied"})
    assert why(state, "allied", ship(ROK_MECH, BEACH)).rule == "NW-8.5.8.2.c"
    assert (
        why(afloat(units={ROK_MECH: BEACH}, beachheads={BEACH: "allied"}), "allied", ship(ROK_MECH, PORT)).rule
        == "NW-8.5.7.2"
    )
    assert why(state, "allied", ship(ROK_INF, "N3005")).rule == "NW-8.5.7.1"
