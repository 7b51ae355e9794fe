"""Rules 23.3 and 24.2: the order in which missions are looked for."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.model import Mission
from sandtable.games.nextwar.rules.strikes import sighting
from tests.games.nextwar.board import QUIET, ROK_INF, advanced, board, boxed, draft


@pytest.mark.rule("NW-24.2.c", "NWS-ADV-8.f", "NWS-ADV-8.h")
def test_all_strikes_are_looked_for_before_anything_is_done() -> None:
    d = draft(advanced(QUIET), [9, 9, 9])
    for number, mission in enumerate(
        (Mission("allied", "sam"), Mission("allied", "aaa"), Mission("dprk", "sam")), start=1
    ):
        d.put("missions", number, mission)
    sighting.see_all(d, "allied")
    assert [d.now.missions[n].found for n in (1, 2, 3)] == ["-", "-", ""]
    sighting.see_all(d, "dprk")
    assert d.now.missions[3].found == "-"


@pytest.mark.rule("NW-23.3.c", "NWS-ADV-8.d", "NW-23.3.a", "NWS-ADV-8.e", "NW-24.5.3")
def test_wild_weasels_are_carried_through_one_mission_after_the_other() -> None:
    rows = {name: {"base": "rok", "box": "ready"} for name in ("US F-16DJ 1", "US F-16DJ 2", "ROK F-4D 1")}
    missions = {
        1: {"side": "allied", "aim": "weasel", "strikers": ["US F-16DJ 1"], "tracks": ["detection"]},
        2: {"side": "allied", "aim": "weasel", "strikers": ["US F-16DJ 2"], "tracks": ["detection"]},
        3: {"side": "allied", "aim": "sam", "strikers": ["ROK F-4D 1"]},
    }
    # Unseen, hit X after a miss of the guns, from 8 to 5; the second is looked for with 5, the strike with 2.
    dice = [9, 0, 9, 9, 0, 9, 9, 9, 9]
    state = advanced("first_strike.weasels", aircraft=rows, missions=missions, dice=dice)
    assert state.networks["dprk"].detection == 2
    assert boxed(state, *rows) == ["flown"] * 3
    assert state.missions == {}


@pytest.mark.rule("NWK-16.2.5.e")
def test_bases_are_found_before_they_are_detected() -> None:
    d = draft(board(QUIET, {}, scenario="air_war", weather="clear", networks={"dprk": {"detection": 5}}), [9, 9, 2, 9])
    d.put("missions", 1, Mission("allied", "bases"))
    sighting.see_all(d, "allied")
    assert [entry.key for entry in d.entries] == ["log.base_found", "log.detection"]
    assert [part.key for part in d.entries[1].modifiers] == ["modifier.near_hq"]


@pytest.mark.rule("NW-27.7.2.2.b", "NW-27.7.1.b", "NW-27.5")
@pytest.mark.parametrize(
    ("now", "base", "rule"),
    [
        ({"hex": "N2810"}, 1, ""),
        ({"hex": "N2810"}, 2, "NW-27.7.1.b"),
        ({"hex": "N2812"}, 3, "NW-27.7.2.2.b"),
        ({"box": "eliminated", "steps": 0}, 3, "NW-27.5"),
    ],
)
def test_helicopters_that_cannot_fly_any_more_do_not_strike(now: dict[str, object], base: int, rule: str) -> None:
    hexes = {name: {"country": "DPRK", "features": ["airbase"]} for name in ("N2810", "N2812")}
    state = advanced(
        QUIET,
        facts={"hexes": hexes},
        units={ROK_INF: "N2815"},
        helicopters={"DPRK Mi-24D 1": now},
        damage={"N2810": {"airbase": base}},
        missions={
            1: {
                "side": "dprk",
                "aim": "unit",
                "place": "N2815",
                "unit": ROK_INF,
                "helicopter": "DPRK Mi-24D 1",
                "start": "N2810",
            }
        },
    )
    d = draft(state, [9])
    sighting.see_all(d, "allied")
    assert list(d.now.missions) == [1]  # it is not theirs
    sighting.see_all(d, "dprk")
    if rule:
        assert [(entry.key, entry.rule) for entry in d.entries] == [("log.mission_scrubbed", rule)]
        assert not d.now.missions
    else:
        assert d.now.missions[1].found == "-"


@pytest.mark.rule("NW-27.5", "NW-27.7.2.2.b")
@pytest.mark.parametrize(("now", "left"), [({"hex": "N2810"}, [1]), ({"box": "eliminated", "steps": 0}, [])])
def test_a_strike_that_does_not_say_where_it_began(now: dict[str, object], left: list[int]) -> None:
    row = {"side": "dprk", "aim": "interdiction", "place": "N2815", "helicopter": "DPRK Mi-24D 1"}
    d = draft(advanced(QUIET, helicopters={"DPRK Mi-24D 1": now}, missions={1: row}), [9])
    sighting.see_all(d, "dprk")
    assert list(d.now.missions) == left


@pytest.mark.rule("NWK-15.6", "NW-27.5")
def test_a_lost_cobra_is_no_wild_weasel() -> None:
    rows = {1: {"side": "allied", "aim": "sam", "helicopter": "US AH-1Z 1", "start": "N2810"}}
    told = {"helicopters": {"US AH-1Z 1": {"box": "eliminated", "steps": 0}}, "missions": rows}
    d = draft(advanced(QUIET, **told))
    sighting.see_next_weasels(d)
    assert not d.now.missions
