"""Where attackers may retreat to."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.battles import origins
from sandtable.games.axisallies.rules.combat.retreat import can_leave, ways_out, why_not_to
from tests.games.axisallies.board import at, position

ZONE = 112
FRANCE = at("France")


def battle(where: int, kind: str, units: list[dict[str, Any]], origins: list[int], **parts: Any) -> GlobalState:
    rows = {1 + n: {"owner": "germany", "at": where, "task": "attack", **row} for n, row in enumerate(units)}
    others = parts.pop("others", {})
    row = {"kind": kind, "attacker": "germany", "origins": origins}
    return position(units=rows | others, battles={where: row, **parts.pop("battles", {})}, **parts)


CRUISER = {"kind": "cruiser"}
TANK = {"kind": "tank"}


@pytest.mark.rule("AA-9.3.retreat.where")
def test_ships_go_back_to_a_zone_some_of_them_came_from() -> None:
    assert ways_out(battle(ZONE, "sea", [CRUISER], [113, 125]), ZONE) == (113, 125)


@pytest.mark.rule("AA-9.3.retreat.where")
def test_no_retreat_into_a_zone_that_was_hostile() -> None:
    foe = {9: {"kind": "destroyer", "owner": "uk", "at": 113}}
    state = battle(ZONE, "sea", [CRUISER], [113, 125], others=foe)
    assert ways_out(state, ZONE) == (125,)
    no = why_not_to(state, ZONE, 113)
    assert no is not None
    assert no.key == "refuse.not_friendly"
    cleared = {125: {"kind": "sea", "attacker": "germany", "hostile": True, "over": True}}
    assert ways_out(battle(ZONE, "sea", [CRUISER], [113, 125], battles=cleared), ZONE) == (113,)
    quiet = {125: {"kind": "sea", "attacker": "germany", "over": True}}
    assert ways_out(battle(ZONE, "sea", [CRUISER], [113, 125], battles=quiet), ZONE) == (113, 125)


@pytest.mark.rule("AA-9.3.retreat.where")
def test_land_units_go_back_to_friendly_territory_next_to_the_battle() -> None:
    germany, italy, poland = at("Western Germany"), at("Northern Italy"), at("Poland")
    state = battle(
        FRANCE,
        "land",
        [TANK],
        [germany, italy, poland],
        territories={"Northern Italy": {"holder": "uk", "since": "uk"}},
    )
    assert ways_out(state, FRANCE) == (germany,)
    assert ways_out(battle(FRANCE, "land", [TANK, {"kind": "fighter"}], [germany, 105]), FRANCE) == (germany,)


@pytest.mark.rule("AA-9.3.retreat.air", "AA-9.3.retreat.who")
def test_aircraft_alone_break_off_where_they_are() -> None:
    germany = at("Western Germany")
    state = battle(FRANCE, "land", [{"kind": "fighter"}], [germany])
    assert ways_out(state, FRANCE) == (FRANCE,)
    no = why_not_to(state, FRANCE, germany)
    assert no is not None
    assert no.rule == "AA-9.3.retreat.air"


@pytest.mark.rule("AA-9.3.amphib.land.no-retreat", "AA-9.3.retreat.who")
def test_troops_from_the_sea_have_no_way_back() -> None:
    assert ways_out(battle(FRANCE, "land", [{"kind": "tank", "landed": True}], []), FRANCE) == ()


@pytest.mark.rule("AA-9.3.retreat.where")
def test_the_ways_back_are_those_of_all_who_came_and_not_of_who_was_there() -> None:
    units = [CRUISER, {**CRUISER, "origin": 125}, {"kind": "fighter", "origin": 113}, {**CRUISER, "origin": ZONE}]
    assert origins(battle(ZONE, "sea", units, []), ZONE) == (113, 125)


@pytest.mark.rule("AA-9.3.amphib.land.no-retreat")
def test_after_a_landing_the_ways_back_are_those_of_who_marched_in() -> None:
    germany, italy = at("Western Germany"), at("Northern Italy")
    landed = {"kind": "tank", "landed": True, "origin": 105}
    units = [landed, {**TANK, "origin": italy}, {"kind": "fighter", "origin": germany}]
    assert origins(battle(FRANCE, "land", units, []), FRANCE) == (italy,)
    assert origins(battle(FRANCE, "land", units[1:], []), FRANCE) == tuple(sorted((germany, italy)))


@pytest.mark.rule("AA-13.t1.3.b")
def test_paratroopers_go_back_with_those_who_marched_in() -> None:
    units = [{**TANK, "landed": True}, {"kind": "infantry", "dropped": True}, {"kind": "fighter"}]
    assert can_leave(battle(FRANCE, "land", units, [at("Western Germany")]), FRANCE) == (2, 3)
    assert can_leave(battle(FRANCE, "land", units, []), FRANCE) == (3,)
