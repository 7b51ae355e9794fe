"""Rule 8.3: what ground and roads cost."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.rules.movement.marching import destinations
from sandtable.games.nextwar.rules.movement.terrain import ways
from sandtable.games.nextwar.scenario.files import chart
from sandtable.games.nextwar.scenario.ground import Border
from tests.games.nextwar.board import ARM, INF, LIGHT, MECH, at, board, key, may_move, play, why_move

MOT = "DPRK ?/PYG Mot Div 1"
MOVERS = {"foot": INF, "light": LIGHT, "motorised": MOT, "mechanised": MECH}
GROUND = ("flat", "flat_woods", "rough", "rough_woods", "highland", "highland_woods", "marsh", "mountain")


def cost(mobility: str, terrain: str, weather: str = "clear", **side: Any) -> int | None:
    """What a unit pays for one hex, from the table that all moves come from."""
    facts = {"hexes": {"N3011": {"terrain": terrain}}, "sides": {"N3010-N3011": side} if side else {}}
    state = board(units={MOVERS[mobility]: "N3010"}, facts=facts, weather=weather)
    way = next((w for w in ways(state, mobility)[at(state, "N3010")] if w[0] == at(state, "N3011")), None)
    return None if way is None else (way[2] if side.get("road") else way[1])


@pytest.mark.rule("NWT-TEC", "NW-8.3", "NW-4.1.3.c", "NW-8.5.1.c", "NW-8.3.3.a", "NW-8.3.3.d")
@pytest.mark.parametrize("mobility", [*MOVERS])
def test_every_cell_of_the_chart(mobility: str) -> None:
    printed = chart("terrain")
    column = printed["classes"].index(mobility)
    for terrain in GROUND:
        for row, weather in enumerate(("clear", "storm")):
            assert cost(mobility, terrain, weather) == printed["rows"][terrain][row][column], (terrain, weather)
    assert cost("motorised", "rough", "storm") == 30  # printed dearer than for tracks
    assert cost("foot", "marsh", "storm") is None


@pytest.mark.rule("NW-8.3.2.a", "NWT-TEC")
@pytest.mark.parametrize(
    ("road", "mobility", "weather", "sixths"),
    [
        ("secondary", "foot", "clear", 6),
        ("primary", "mechanised", "clear", 3),
        ("primary", "mechanised", "storm", 6),
        ("highway", "foot", "clear", 3),
        ("highway", "motorised", "clear", 2),
        ("highway", "mechanised", "storm", 3),
    ],
)
def test_roads_of_three_grades(road: str, mobility: str, weather: str, sixths: int) -> None:
    assert cost(mobility, "highland_woods", weather, road=road) == sixths


@pytest.mark.rule("NW-8.3.1.1")
def test_a_river_costs_unless_it_is_bridged() -> None:
    assert cost("foot", "flat", river=True) == 12
    assert cost("mechanised", "flat", river=True) == 18
    assert cost("mechanised", "flat", river=True, bridge=True) == 6
    assert cost("mechanised", "flat", river=True, road="secondary") == 6


@pytest.mark.rule("NW-8.3.3.b", "NW-8.3.3.c")
def test_water_is_closed_but_for_a_bridge() -> None:
    assert cost("foot", "flat", water=True) is None
    assert cost("foot", "flat", water=True, road="highway") == 3
    assert cost("foot", "sea") is None


@pytest.mark.rule("NW-8.3.2.c")
def test_urban_hexes_count_as_primary_road_from_every_side() -> None:
    assert cost("mechanised", "urban") == 3
    assert cost("mechanised", "urban", "storm") == 6
    assert cost("mechanised", "urban", road="highway") == 3


@pytest.mark.rule("NWK-2.1")
def test_marsh_is_open_ground_in_winter() -> None:
    facts = {"hexes": {"N3011": {"terrain": "marsh"}}}
    winter = board(units={MECH: "N3010"}, facts=facts, options={"season": "winter"})
    assert destinations(winter, key(winter, MECH))[at(winter, "N3011")] == 6
    spring = board(units={MECH: "N3010"}, facts=facts)
    assert destinations(spring, key(spring, MECH))[at(spring, "N3011")] == 48


@pytest.mark.rule("NW-8.3.3.a")
def test_vehicles_enter_mountains_by_road_only() -> None:
    facts: dict[str, Any] = {"hexes": {"N3011": {"terrain": "mountain"}}}
    off = board(units={MECH: "N3010", INF: "N3010"}, facts=facts)
    assert why_move(off, "dprk", MECH, "N3011").rule == "NW-8.3.3.a"
    assert may_move(off, "dprk", INF, "N3011")
    on = board(units={MECH: "N3010"}, facts={**facts, "sides": {"N3010-N3011": {"road": "secondary"}}})
    assert may_move(on, "dprk", MECH, "N3011")


@pytest.mark.rule("NW-8.3.3.a", "NW-8.3.1.10.a")
def test_vehicles_force_works_in_mountains_with_their_whole_allowance_where_a_road_leads() -> None:
    works = {"N3011": {"terrain": "mountain", "features": ["fort_rok"], "country": "ROK"}}
    road = {"N3010-N3011": {"road": "secondary"}, "N3011-N3012": {"road": "secondary"}}
    state = board(units={ARM: "N3010", MECH: "N3009"}, facts={"hexes": works, "sides": road})
    step = play(state, "dprk", {"do": "move", "units": [ARM], "path": ["N3011"]})
    assert step.entries[0].params["spent"] == "8"
    # Only as the first step: the whole allowance is needed.
    assert why_move(state, "dprk", MECH, "N3010", "N3011").rule == "NW-8.3.3.a"
    closed = board(units={ARM: "N3010"}, facts={"hexes": works})
    assert why_move(closed, "dprk", ARM, "N3011").rule == "NW-8.3.3.a"


@pytest.mark.rule("NW-8.3.2.b", "NW-8.3.1.10.a", "NW-8.3.1.10.b")
def test_enemy_works_close_the_road_into_them_until_they_are_lost() -> None:
    works = {"N3011": {"terrain": "rough", "features": ["fort_rok"], "country": "ROK"}}
    facts = {"hexes": works, "sides": {"N3010-N3011": {"road": "primary"}}}
    held = board(units={MECH: "N3010"}, facts=facts)
    assert destinations(held, key(held, MECH))[at(held, "N3011")] == 18
    lost = board(units={MECH: "N3010"}, facts=facts, breached={"N3011": 1})
    assert destinations(lost, key(lost, MECH))[at(lost, "N3011")] == 3
    own = board("initiative.reaction.moves", {"ROK 2/I Arm Bde": "N3010"}, facts=facts)
    assert destinations(own, key(own, "ROK 2/I Arm Bde"))[at(own, "N3011")] == 3


@pytest.mark.rule("NW-8.3.1.4", "NW-8.3.1.6")
@pytest.mark.parametrize("feature", ["town", "airfield"])
def test_towns_and_airfields_cost_nothing(feature: str) -> None:
    facts = {"hexes": {"N3011": {"terrain": "rough", "features": [feature]}}}
    state = board(units={INF: "N3010"}, facts=facts)
    assert destinations(state, key(state, INF))[at(state, "N3011")] == 12


@pytest.mark.rule("NWK-2.2.b")
def test_the_works_of_the_dmz_cost_a_point_on_the_first_turn() -> None:
    facts = {"hexes": {"N3011": {"features": ["fort_dprk", "dmz"], "country": "DPRK"}}}
    for turn, sixths in ((1, 12), (2, 6)):
        state = board(units={INF: "N3010"}, facts=facts, turn=turn)
        assert destinations(state, key(state, INF))[at(state, "N3011")] == sixths


@pytest.mark.rule("NW-8.3.3.a", "NW-8.3.3.b", "NW-8.3.3.d", "NW-8.3.2.b", "NW-8.4.2")
def test_closed_ground_is_refused_with_the_rule_that_closes_it() -> None:
    facts: dict[str, Any] = {
        "hexes": {
            "N3011": {"terrain": "mountain"},
            "N3110": {"terrain": "marsh"},
            "N2910": {"terrain": "mountain"},
            "N3109": {"terrain": "sea", "country": ""},
        },
        "sides": {"N3010-N2910": {"road": "primary"}, "N3010-N3009": {"water": True}},
    }
    units = {MECH: "N3010", INF: "N2910", ARM: "N2910"}
    state = board(units=units, facts=facts, weather="storm")
    found = {to: why_move(state, "dprk", MECH, to).rule for to in ("N3011", "N3110", "N2910", "N3109", "N3009")}
    assert found == {
        "N3011": "NW-8.3.3.a",
        "N3110": "NW-8.3.3.d",
        "N2910": "NW-8.3.2.b",  # the road is there, but the hex is full
        "N3109": "NW-8.3.3.b",
        "N3009": "NW-8.3.3.b",
    }


@pytest.mark.rule("NW-8.3.3.a")
def test_only_vehicles_storm_works_and_others_pay_the_ground() -> None:
    works: dict[str, Any] = {"N3011": {"terrain": "mountain", "features": ["fort_rok"], "country": "ROK"}}
    road = {"N3010-N3011": {"road": "secondary"}}
    light = board(units={LIGHT: "N3010"}, facts={"hexes": works, "sides": road})
    assert destinations(light, key(light, LIGHT))[at(light, "N3011")] == 18
    works["N3011"] = {**works["N3011"], "terrain": "marsh"}
    storm = board(units={INF: "N3010", MECH: "N3010"}, facts={"hexes": works, "sides": road}, weather="storm")
    assert why_move(storm, "dprk", INF, "N3011").rule == "NW-8.3.3.d"
    assert why_move(storm, "dprk", MECH, "N3011").rule == "NW-8.3.3.d"  # works in mountains alone


@pytest.mark.rule("NW-8.3.2.a", "NW-8.3.2.c")
def test_roads_count_where_they_are_on_land_in_either_country_and_in_urban_hexes_as_primary() -> None:
    def road(grade: str, **ground: Any) -> int | None:
        facts = {"hexes": {"N3011": ground}, "sides": {"N3010-N3011": {"road": grade}} if grade else {}}
        state = board(units={MECH: "N3010"}, facts=facts)
        ways_out = ways(state, "mechanised")[at(state, "N3010")]
        return next((way[2] for way in ways_out if way[0] == at(state, "N3011")), None)

    rows = chart("terrain")["rows"]
    price = {grade: rows[grade][0][3] for grade in ("highway", "primary_road", "secondary_road")}
    for country in ("ROK", "DPRK"):
        assert road("highway", country=country) == price["highway"]
        assert road("primary", country=country) == price["primary_road"]
        assert road("secondary", country=country) == price["secondary_road"]
        assert road("highway", country=country, terrain="urban", features=["urban"]) == price["primary_road"]
        assert road("", country=country) is None
    assert road("highway", terrain="sea", country="") is None
    assert cost("mechanised", "urban") == price["primary_road"]
    assert cost("mechanised", "flat") != price["primary_road"]


@pytest.mark.rule("NW-8.3.3.c", "NW-8.3.1.1")
def test_what_a_hexside_is() -> None:
    plain, road = Border(), Border(road="primary", water=True, river=True)
    assert (plain.water, plain.river, plain.bridge, plain.ferry, plain.acv) == (False,) * 5
    assert (plain.is_bridged, road.is_bridged, Border(bridge=True).is_bridged) == (False, True, True)
    assert (plain.is_closed, road.is_closed, Border(water=True).is_closed, Border(river=True).is_closed) == (
        False,
        False,
        True,
        False,
    )


@pytest.mark.rule("NW-8.3.1.2.a", "NW-8.3.1.2.b", "NW-8.3.1.4", "NW-8.3.1.5.a")
def test_what_is_hard_and_what_is_a_base() -> None:
    def ground(*features: str, terrain: str = "flat") -> Any:
        state = board(units={}, facts={"hexes": {"N3011": {"features": list(features), "terrain": terrain}}})
        return state.board.ground[at(state, "N3011")]

    assert ground("town", "airfield", "port", "airbase").installations == ("port", "airbase")
    assert [ground(one).is_hard for one in ("town", "airfield", "city", "port")] == [False, False, True, True]
    assert ground(terrain="urban").is_hard
    assert [ground(one).is_base for one in ("town", "airfield", "airbase")] == [False, True, True]
