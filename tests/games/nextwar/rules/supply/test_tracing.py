"""Rules 19.1 and 19.2: sources, and lines of communication to them."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.rules.supply import tracing
from tests.games.nextwar.board import INF, OTHER_INF, ROK_BDE, ROK_INF, at, draft, key
from tests.games.nextwar.seas import BEACH, INSHORE, MARINES, afloat
from tests.games.nextwar.supplies import (
    ARTY_HQ,
    BRIGADE,
    DEPOT,
    DEPOT_2,
    GHQ,
    II_HQ,
    NORTH,
    ROK_DEPOT,
    V_HQ,
    fed,
    field,
)

URBAN = {"N3002": {"terrain": "urban", **NORTH}}


@pytest.mark.rule("NW-19.1.a", "NW-19.2.a.1", "NW-16.2.11", "NW-19.2.a")
def test_a_depot_supplies_eight_movement_points_away() -> None:
    assert fed(field({DEPOT: "N3002", INF: "N3010"}), INF)
    assert not fed(field({DEPOT: "N3002", INF: "N3011"}), INF)
    assert not fed(field({ROK_DEPOT: "N3002", INF: "N3020"}), INF)


@pytest.mark.rule("NW-27.3.2.c")
def test_a_depot_under_strike_2_supplies_four_away() -> None:
    hit = {"hex": "N3002", "strike": 2}
    assert fed(field({DEPOT: hit, INF: "N3006"}), INF)
    assert not fed(field({DEPOT: hit, INF: "N3007"}), INF)
    assert fed(field({DEPOT: {"hex": "N3002", "strike": 1}, INF: "N3010"}), INF)


@pytest.mark.rule("NW-19.1.a", "NW-19.1.b", "NW-19.2.a.1", "NW-19.2.a")
def test_an_urban_hex_of_a_friendly_country_supplies_six_away() -> None:
    facts = {"hexes": URBAN}
    assert fed(field({INF: "N3008"}, facts=facts), INF)
    assert not fed(field({INF: "N3009"}, facts=facts), INF)
    assert not fed(field({INF: "N3009", DEPOT: "N4602"}, facts=facts), INF)  # each source has its own range
    assert not fed(field({INF: "N3008"}, facts=facts, captured={"N3002": "allied"}), INF)
    assert not fed(field({INF: "N3008"}, facts={"hexes": {"N3002": {"terrain": "urban", "country": "ROK"}}}), INF)
    theirs = {"hexes": {"N3002": {"terrain": "urban", "country": "ROK"}}}
    assert not fed(field({INF: "N3008"}, facts=theirs, captured={"N3002": "dprk"}), INF)
    assert not fed(field({INF: "N3008"}, facts={"hexes": {"N3002": {"features": ["city"], **NORTH}}}), INF)
    mine = field({}, facts=facts)
    assert at(mine, "N3002") in tracing.urban_sources(mine, "dprk")
    taken = field({}, facts=facts, captured={"N3002": "allied"})
    assert at(taken, "N3002") not in tracing.urban_sources(taken, "dprk")


@pytest.mark.rule("NW-19.1.a", "NW-19.2.c", "NW-16.2.11")
def test_a_mobile_supply_unit_supplies_four_away_if_a_depot_or_an_urban_hex_supplies_it() -> None:
    truck = {"hex": "N3010", "mobile": True}
    chain = {DEPOT: "N3002", DEPOT_2: truck}
    assert fed(field({**chain, INF: "N3014"}), INF)
    assert not fed(field({**chain, INF: "N3015"}), INF)
    assert not fed(field({DEPOT_2: truck, INF: "N3014"}), INF)
    assert fed(field({DEPOT_2: {"hex": "N3008", "mobile": True}, INF: "N3012"}, facts={"hexes": URBAN}), INF)
    second = {"DPRK Supply 3": {"hex": "N3014", "mobile": True}}
    assert not fed(field({**chain, **second, INF: "N3018"}), INF)


@pytest.mark.rule("NW-19.1.c", "NW-19.1.a", "NW-19.2.a.1", "NW-19.2.a")
def test_a_beachhead_supplies_four_away_while_the_inshore_box_is_held() -> None:
    def ashore(place: str, owner: str = "allied", **seas: str) -> bool:
        facts = {"card": {"area": {}, "level": "advanced"}}
        state = afloat(units={MARINES: place}, facts=facts, beachheads={BEACH: owner}, seas={INSHORE: "allied", **seas})
        return fed(state, MARINES)

    assert ashore("N3016")
    assert not ashore("N3017")
    assert not ashore("N3016", owner="dprk")
    assert not ashore("N3016", **{INSHORE: "dprk"})
    assert not ashore("N3016", **{INSHORE: ""})
    assert ashore(INSHORE)  # afloat nobody starves


@pytest.mark.rule("NW-19.2.a", "NW-19.2.a.3")
def test_a_line_pays_for_what_it_enters_and_not_for_where_the_unit_stands() -> None:
    def seen(units: dict[str, str], **facts: object) -> bool:
        return fed(field(units, facts=facts), INF)

    woods = {f"N30{row:02d}": {"terrain": "flat_woods", **NORTH} for row in range(3, 12)}
    assert seen({DEPOT: "N3002", INF: "N3006"}, hexes={**woods, "N2902": NORTH})
    assert not seen({DEPOT: "N3002", INF: "N3011"}, hexes=woods)
    road = {f"N30{row:02d}-N30{row + 1:02d}": {"road": "highway"} for row in range(2, 20)}
    assert seen({DEPOT: "N3002", INF: "N3020"}, sides=road)
    peak = {"N3010": {"terrain": "mountain", **NORTH}}
    assert seen({DEPOT: "N3002", INF: "N3010"}, hexes=peak)
    lake = {f"N3010-{n}": {"water": True} for n in ("N3009", "N3109", "N2909", "N3110", "N2910", "N3011")}
    assert not seen({DEPOT: "N3002", INF: "N3010"}, sides=lake)


def wall(row: int, terrain: str) -> dict[str, dict[str, str]]:
    """A belt of some terrain around N3002."""
    return {f"N{column}{row:02d}": {"terrain": terrain, **NORTH} for column in range(20, 41)}


@pytest.mark.rule("NW-19.2.a.3")
def test_closed_ground_and_enemies_and_their_zones_and_their_hard_hexes_stop_a_line() -> None:
    def seen(units: dict[str, str], **more: object) -> bool:
        return fed(field({DEPOT: "N3002", INF: "N3008", **units}, **more), INF)

    belt = {**wall(5, "mountain"), **wall(6, "mountain")}
    assert not seen({}, facts={"hexes": belt})
    gate = {f"N30{row:02d}-N30{row + 1:02d}": {"road": "secondary"} for row in range(4, 8)}
    assert seen({}, facts={"hexes": belt, "sides": gate})
    # Through the gate only: everything that stops a line stops it there.
    assert not seen({ROK_BDE: "N3005"}, facts={"hexes": belt, "sides": gate})
    gap = {"N3005": {"terrain": "flat", **NORTH}, "N3006": {"terrain": "flat", **NORTH}}
    facts = {"hexes": {**belt, **gap, "N3106": {"terrain": "flat", **NORTH}}}
    assert seen({}, facts=facts)
    assert not seen({ROK_INF: "N3106"}, facts=facts)
    friends = {OTHER_INF: "N3006", "DPRK 8/II Inf Div": "N3007"}
    assert seen({ROK_INF: "N3106", **friends}, facts=facts)
    port = {"hexes": {**belt, **gap, "N3006": {"features": ["port"], **NORTH}}}
    assert seen({}, facts=port)
    assert not seen({}, facts=port, captured={"N3006": "allied"})
    assert seen({}, facts={"hexes": {**belt, **gap}}, captured={"N3006": "allied"})
    theirs = {"hexes": {**belt, **gap, "N3006": {"features": ["city"], "country": "ROK"}}}
    assert not seen({}, facts=theirs)
    assert seen({}, facts=theirs, captured={"N3006": "dprk"})
    assert fed(field({DEPOT: "N3004", INF: "N3006"}, facts=theirs), INF)  # its own hex does not count


@pytest.mark.rule("NW-19.2.a.3")
def test_boxes_of_the_enemy_are_closed_and_hexes_at_the_ends_of_lines_are_not() -> None:
    state = field({INF: "N3008"})
    boxes = {name: at(state, name) for name in ("busan", "hamhung")}
    shut = tracing.closed(state, "allied")
    assert boxes["hamhung"] in shut
    assert boxes["busan"] not in shut
    assert not {line.start for line in state.board.map.lines} & tracing.closed(state, "dprk")


@pytest.mark.rule("NW-19.2.a", "NW-19.2.a.3")
def test_no_road_leads_a_line_through_works_of_the_enemy() -> None:
    road = {f"N30{row:02d}-N30{row + 1:02d}": {"road": "highway"} for row in range(2, 20)}

    def seen(terrain: str, fort: str) -> bool:
        hexes = {f"N{c}06": {"terrain": "mountain", **NORTH} for c in range(20, 41)}
        hexes |= {f"N{c}07": {"terrain": "mountain", **NORTH} for c in range(20, 41)}
        hexes["N3007"] = {"terrain": "flat", **NORTH}
        hexes["N3006"] = {"terrain": terrain, "features": [fort], **NORTH}
        return fed(field({DEPOT: "N3002", INF: "N3020"}, facts={"hexes": hexes, "sides": road}), INF)

    assert seen("rough", "fort_dprk")
    assert not seen("rough", "fort_rok")  # 3 points across country instead of a third of one
    assert not seen("mountain", "fort_rok")
    assert seen("mountain", "fort_dprk")
    wall = {f"N{c}{row}": {"terrain": "mountain", **NORTH} for c in range(20, 41) for row in ("05", "06")}
    wall |= {"N3005": {"terrain": "flat", **NORTH}, "N3006": {"terrain": "flat", "features": ["fort_rok"], **NORTH}}
    assert fed(field({DEPOT: "N3003", INF: "N3008"}, facts={"hexes": wall}), INF)  # across country it goes on


@pytest.mark.rule("NW-19.2.a.3", "NW-19.2.a")
def test_supply_of_busan_goes_on_from_the_end_of_its_line() -> None:
    for place in ("S4023", "S4022", "S4020"):  # seven hexes of highway, then open ground
        assert fed(field({ROK_INF: place, INF: "N2003"}), ROK_INF), place


@pytest.mark.rule("NW-19.2.a.3", "NW-19.2.a.1")
def test_a_source_among_enemies_supplies_nobody() -> None:
    facts = {"hexes": URBAN}
    assert fed(field({INF: "N3004"}, facts=facts), INF)
    assert not fed(field({INF: "N3004", ROK_BDE: "N3002"}, facts=facts), INF)


@pytest.mark.rule("NW-19.2.a.2", "NW-19.2.a")
def test_a_headquarters_in_supply_hands_it_on_four_away_to_those_under_it() -> None:
    base = {DEPOT: "N3002", II_HQ: "N3010"}
    assert fed(field({**base, INF: "N3014"}), INF)
    assert not fed(field({**base, INF: "N3015"}), INF)
    assert not fed(field({DEPOT: "N3002", II_HQ: "N3011", INF: "N3014"}), INF)
    assert not fed(field({DEPOT: "N3002", V_HQ: "N3010", INF: "N3014"}), INF)
    assert fed(field({DEPOT: "N3002", GHQ: "N3010", INF: "N3014"}), INF)
    state = field({**base, INF: "N3014", V_HQ: "N3020"})
    assert tracing.network(state, "dprk").hqs == {key(state, II_HQ)}


@pytest.mark.rule("NW-19.2.a.2", "NWK-8.0.a", "NWK-3.2.c")
def test_headquarters_hand_supply_down_the_chain() -> None:
    chain = {DEPOT: "N3002", GHQ: "N3010", II_HQ: "N3014", INF: "N3018"}
    assert fed(field(chain), INF)
    assert not fed(field({**chain, GHQ: "N3020"}), INF)
    guns = {DEPOT: "N3002", ARTY_HQ: "N3010", BRIGADE: "N3014", INF: "N3114"}
    assert fed(field(guns), BRIGADE)
    assert not fed(field(guns), INF)


@pytest.mark.rule("NW-19.2.a", "NW-19.2.a.3")
def test_boxes_off_the_map_and_the_ferry() -> None:
    state = field({ROK_INF: "busan", INF: "Hamhung/Hungnam"})
    assert fed(state, ROK_INF)
    assert fed(state, INF)
    assert at(state, "busan") in tracing.urban_sources(state, "allied")
    assert at(state, "japan") in tracing.urban_sources(state, "allied")
    assert at(state, "busan") not in tracing.urban_sources(state, "dprk")
    line = next(line for line in state.board.map.lines if line.to == at(state, "busan"))
    label = state.board.ground[line.start].label
    assert fed(field({ROK_INF: label}), ROK_INF)
    facts = {"sides": {"N3010-N3011": {"water": True, "ferry": True}}}
    lake = {f"N3010-{n}": {"water": True} for n in ("N3009", "N3109", "N2909", "N3110", "N2910")}
    island = {"sides": {**lake, **facts["sides"]}}
    assert fed(field({DEPOT: "N3011", INF: "N3010"}, facts=island), INF)
    assert not fed(field({DEPOT: "N3011", INF: "N3010"}, facts=island, ferry_lost=True), INF)


@pytest.mark.rule("NW-19.2.a")
def test_what_is_remembered_of_a_network_follows_the_units() -> None:
    state = field({DEPOT: "N3002", INF: "N3010"})
    assert fed(state, INF)
    d = draft(state)
    d.edit("units", key(state, DEPOT), hex=at(state, "N3001"))
    assert not fed(d.now, INF)
    d.edit("units", key(state, DEPOT), hex=at(state, "N3002"), strike=2)
    assert not fed(d.now, INF)
    d.edit("units", key(state, DEPOT), strike=0, uses=1)
    assert fed(d.now, INF)
