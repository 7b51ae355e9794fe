"""Rules 23.4 and 23.4.3: targets and columns."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState, Mission
from sandtable.games.nextwar.rules.strikes import targets
from sandtable.games.nextwar.scenario.files import chart
from tests.games.nextwar.board import INF, QUIET, ROK_INF, advanced, at, board, key

HEXES = {
    "N2810": {"country": "DPRK", "features": ["airbase", "port"], "terrain": "rough"},
    "N2812": {"country": "DPRK", "features": ["airfield"], "terrain": "urban"},
    "N2816": {"country": "ROK", "features": ["airbase"], "terrain": "mountain"},
    "N2818": {"terrain": "sea"},
}


def place(**fields: Any) -> KoreaState:
    return advanced(QUIET, facts={"hexes": HEXES}, **fields)


def refused(state: KoreaState, side: str, aim: str, label: str) -> str:
    no = targets.why_not_place(state, side, aim, at(state, label))
    return no.rule if no else ""


@pytest.mark.rule("NW-23.4.a", "NW-21.1", "NW-21.1.a")
def test_installations_and_airfields_of_the_enemy_s_country() -> None:
    state = place()
    for aim, label in (("airbase", "N2810"), ("port", "N2810"), ("airfield", "N2812")):
        assert refused(state, "allied", aim, label) == ""
        assert refused(state, "dprk", aim, label) == "NW-23.4.a"
    assert refused(state, "allied", "chem_site", "N2810") == "NW-23.4.a"
    assert refused(state, "dprk", "airbase", "N2816") == ""
    mine = place(captured={"N2810": "allied"})
    assert refused(mine, "allied", "port", "N2810") == "NW-23.4.a"
    lost = place(captured={"N2816": "dprk"})  # in one's own country, though the enemy holds it
    assert refused(lost, "allied", "airbase", "N2816") == "NW-23.4.a"


@pytest.mark.rule("NW-27.2.b", "NW-23.2.a", "NWK-11.2.3", "NW-23.4.4.a")
def test_what_is_no_target() -> None:
    ruined = place(damage={"N2810": {"airbase": 3}})
    assert refused(ruined, "allied", "airbase", "N2810") == "NW-27.2.b"
    assert refused(ruined, "allied", "port", "N2810") == ""
    taken = place(missions={1: {"side": "allied", "aim": "port", "place": "N2810"}})
    assert refused(taken, "allied", "port", "N2810") == "NW-23.2.a"
    assert refused(taken, "allied", "airbase", "N2810") == ""
    state = place()
    assert refused(state, "allied", "interdiction", "N2810") == ""
    for label in ("N2812", "N2818", "hamhung"):
        assert refused(state, "allied", "interdiction", label) == "NW-23.4.4.a" or label == "N2818"
    assert refused(state, "dprk", "port", "japan") == "NWK-11.2.3"


@pytest.mark.rule("NW-23.4.a", "NW-21.0")
def test_ground_units_have_to_be_detected() -> None:
    hidden = place(units={INF: "N2812"}, air_level="contested")
    assert refused(hidden, "allied", "unit", "N2812") == "NW-21.0"
    seen = place(units={INF: {"hex": "N2812", "detected": True}}, air_level="contested")
    assert refused(seen, "allied", "unit", "N2812") == ""
    no = targets.why_not_unit(seen, "dprk", key(seen, INF))
    assert no is not None
    assert no.rule == "NW-23.4.a"
    unseen = targets.why_not_unit(hidden, "allied", key(hidden, INF))
    assert unseen is not None
    assert unseen.rule == "NW-21.0"


@pytest.mark.rule("NW-23.4.a", "NWK-16.2.5.c", "NWK-13.2.3")
def test_what_can_be_struck_at_all() -> None:
    campaign = place(accounts={"dprk": {"scud": 1}, "allied": {}})
    assert "scud" in targets.aims(campaign, "allied")
    assert "scud" not in targets.aims(campaign, "dprk")
    assert "scud" not in targets.aims(place(), "allied")
    assert "bases" not in targets.aims(campaign, "allied")
    war = board(QUIET, {}, scenario="air_war", tolls={"dprk": {}, "allied": {}})
    assert targets.aims(war, "dprk") == ("detection", "sam", "aaa", "bases")
    assert targets.aims(war, "allied") == ("detection", "sam", "aaa", "bases", "chem_site", "nuclear_site")


@pytest.mark.rule("NWK-16.2.5.c", "NWT-AIRWAR")
def test_the_sites_of_the_card() -> None:
    war = board(QUIET, {}, scenario="air_war", bare=False, tolls={"dprk": {}, "allied": {}}, turn=1)
    found = [h for aim in ("chem_site", "nuclear_site") for h in targets.places(war, "allied", aim)]
    assert len(found) == 9
    assert sorted(found) == sorted(war.board.place(label) for label in chart("advanced/air_war")["sites"])


def column(aim: str, label: str, value: str, **more: Any) -> str:
    state = place(**more.pop("fields", {}))
    return targets.column(state, Mission("allied", aim, at(state, label), **more), value)


@pytest.mark.rule("NWT-STRIKE.columns", "NW-23.4.1.a", "NW-23.4.3.a")
def test_columns_by_terrain_and_value() -> None:
    printed = chart("advanced/strike")["columns_by_target"]
    terrains = {
        "marsh_flat": ("marsh", "flat"),
        "rough_roughwoods_flatwoods": ("rough", "rough_woods", "flat_woods"),
        "highland_highlandwoods": ("highland", "highland_woods"),
        "mountain": ("mountain",),
        "urban": ("urban",),
    }
    for row, names in terrains.items():
        for terrain in names:
            state = advanced(QUIET, facts={"hexes": {"N2810": {"country": "ROK", "terrain": terrain}}})
            mission = Mission("dprk", "airbase", at(state, "N2810"))
            for value in ("1", "2", "3", "4", "5", "6", "helo_1", "scud", "cruise"):
                assert targets.column(state, mission, value) == str(printed[row].get(value, ""))
    assert printed["rough_roughwoods_flatwoods"]["2"] == 3
    assert printed["urban"]["cruise"] == 9
    assert printed["air_defense_track"]["wild_weasel"] == 6
    assert printed["hardened"] == {"3": 1, "4": 2, "scud": 3, "5": 4, "cruise": 4, "6": 5}


@pytest.mark.rule("NW-23.4.3.a", "NWT-STRIKE.columns")
def test_tracks_have_a_row_of_their_own() -> None:
    state = place()
    for aim in ("detection", "sam", "aaa", "scud", "weasel"):
        assert targets.column(state, Mission("allied", aim), "1") == ""
        assert targets.column(state, Mission("allied", aim), "2") == "1"


@pytest.mark.rule("NW-23.4.3", "NWK-12.0", "NWT-STRIKE.hardened")
def test_hardened_targets() -> None:
    assert column("airbase", "N2810", "3") == "1"  # an installation of the DPRK
    assert column("port", "N2810", "3") == "4"  # a port never is, rough
    assert column("airfield", "N2812", "3") == "2"  # nor an airfield, urban
    state = place(units={"DPRK GHQ HQ": "N2810", INF: "N2810"})
    ghq = Mission("allied", "unit", at(state, "N2810"), key(state, "DPRK GHQ HQ"))
    assert targets.column(state, ghq, "3") == "1"
    assert targets.column(state, Mission("allied", "unit", at(state, "N2810"), key(state, INF)), "3") == "4"
    for side, name in (("allied", "DPRK Supply 1"), ("dprk", "ROK Supply 1")):
        for mobile, expected in ((False, "1"), (True, "4")):
            state = place(units={name: {"hex": "N2810", "mobile": mobile}})
            depot = Mission(side, "unit", at(state, "N2810"), key(state, name))
            assert targets.column(state, depot, "3") == expected
    rok = Mission("dprk", "airbase", at(state, "N2816"))
    assert targets.column(state, rok, "3") == "2"  # mountain, not hardened


@pytest.mark.rule("NWT-INTERDICTION", "NW-23.4.4.a")
def test_columns_for_interdiction() -> None:
    printed = chart("advanced/interdiction")["terrain_columns"]
    for terrain, row in targets.INTERDICTION_ROWS.items():
        state = advanced(QUIET, facts={"hexes": {"N2810": {"country": "DPRK", "terrain": terrain}}})
        for value in range(1, 7):
            found = targets.column(state, Mission("allied", "interdiction", at(state, "N2810")), str(value))
            assert found == str(printed[row][str(value)])
    assert printed["marsh_open"] == {"1": 1, "2": 1, "3": 2, "4": 2, "5": 3, "6": 3}
    assert printed["mountain"]["6"] == 7


@pytest.mark.rule("NW-23.4.a")
def test_own_units_are_no_target() -> None:
    state = place(units={ROK_INF: {"hex": "N2816", "detected": True}})
    assert targets.places(state, "allied", "unit") == ()
    assert targets.places(state, "dprk", "unit") == (at(state, "N2816"),)
