"""Bridge units over rivers, and the rail ferries that follow their rules."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.crimea_map import line_supply, spans
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.movement.ground import HEAVY, prices
from sandtable.games.eastfront.rules.special_movement import rail
from sandtable.games.eastfront.rules.special_units import bridges
from sandtable.games.eastfront.rules.supply import supply
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

# A major river runs between the columns 36 and 37, a small one between 34 and 35.
MAJOR = {"3605-3704": {"river": "major"}, "3605-3705": {"river": "major"}, "3606-3705": {"river": "major"}}
MAJOR |= {"3604-3704": {"river": "major"}, "3604-3703": {"river": "major"}, "3606-3706": {"river": "major"}}
SMALL = {"3405-3504": {"river": "minor"}, "3405-3505": {"river": "minor"}, "3406-3505": {"river": "minor"}}
OWN = dict.fromkeys((3604, 3605, 3606, 3703, 3704, 3705, 3706, 3404, 3405, 3406, 3504, 3505), "axis")
UNITS = {"axis": 2, "soviet": 1}


def rivers(
    at: str = "strategic.supply.axis_bridges",
    pieces: dict[str, Any] | None = None,
    card: dict[str, Any] | None = None,
    **more: Any,
) -> CrimeaState:
    """Two rivers, both banks the Axis' own."""
    facts = more.pop("facts", {})
    known = {"sides": {**MAJOR, **SMALL}, **facts, "card": {"bridges": UNITS, **(card or {})}}
    return board(at, pieces or {}, facts=known, **{"control": OWN, **more})


def span(place: int, to: int) -> dict[str, Any]:
    return {"do": "span", "to": place, "across": to}


def finished(a: int, b: int, **more: Any) -> dict[int, dict[str, Any]]:
    """A bridge unit in the first hex, ready since an earlier turn."""
    return {min(a, b) * 10_000 + max(a, b): {"side": "axis", "hex": str(a), "to": str(b), "opened": 40, **more}}


def costs(state: CrimeaState, unit: str) -> dict[int, int]:
    return movement.destinations(state, key(state, unit))


# -- what a bridge does ------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-23.21")
def test_a_bridge_takes_the_cost_of_a_river_away() -> None:
    plain = rivers("axis.movement", {"73 Inf Div": 3405})
    assert costs(plain, "73 Inf Div")[3505] == 4
    bridged = rivers("axis.movement", {"73 Inf Div": 3405}, bridges=finished(3405, 3505))
    assert costs(bridged, "73 Inf Div")[3505] == 2
    building = rivers("axis.movement", {"73 Inf Div": 3405}, bridges=finished(3405, 3505, opened=0))
    assert costs(building, "73 Inf Div")[3505] == 4


@pytest.mark.rule("EF-23.21")
def test_a_bridge_opens_a_major_river_to_everybody_who_can_walk() -> None:
    guns = {"49 Art Rgt": 3605}
    closed = rivers("axis.movement", guns)
    assert prices(closed, HEAVY)[3605, 3705] == (None, None)
    opened = rivers("axis.movement", guns, bridges=finished(3605, 3705))
    assert prices(opened, HEAVY)[3605, 3705] == prices(opened, HEAVY)[3705, 3605] == (None, 2)
    assert prices(opened, HEAVY)[3605, 3704] == (None, None)
    assert play(opened, "axis", {"move": "49 Art Rgt", "path": [3705]}).state.bridges


@pytest.mark.rule("EF-23.22.b")
def test_a_road_goes_on_over_the_bridge_and_so_does_supply() -> None:
    roads = {"roads": [[3605, 3705, "primary"], [3604, 3605, "primary"]]}
    broken = rivers("axis.movement", {"73 Inf Div": 3605}, facts=roads)
    assert costs(broken, "73 Inf Div")[3705] > 1
    mended = rivers("axis.movement", {"73 Inf Div": 3605}, facts=roads, bridges=finished(3605, 3705))
    assert costs(mended, "73 Inf Div")[3705] == 1
    assert not supply.may_cross(broken, "axis", 3705, 3605)
    assert supply.may_cross(mended, "axis", 3705, 3605)
    assert not supply.may_cross(mended, "soviet", 3705, 3605)
    begun = rivers("axis.movement", {"73 Inf Div": 3605}, facts=roads, bridges=finished(3605, 3705, opened=0))
    assert not supply.may_cross(begun, "axis", 3705, 3605)


# -- laying and lifting ------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-23.22.d", "EF-23.23")
def test_over_a_river_it_is_ready_at_the_end_of_the_supply_phase() -> None:
    state = rivers()
    assert asked(state) == {"axis": "turn.strategic.supply.axis_bridges"}
    state = play(state, "axis", span(3405, 3505)).state
    assert state.bridges[34053505].opened == 0
    step = play(state, "axis", {"do": "done"})
    assert step.state.bridges[34053505].opened == 48
    assert logged(step, "bridge_finished").rule == "EF-23.23"


@pytest.mark.rule("EF-23.23")
def test_over_a_major_river_it_is_ready_in_the_engineer_phase() -> None:
    state = play(play(rivers(), "axis", span(3605, 3705)).state, "axis", {"do": "done"}).state
    assert state.bridges[36053705].opened == 0
    before = rivers("axis.engineer.works", bridges=finished(3605, 3705, opened=0, placed=48))
    assert before.bridges[36053705].opened == 48
    soviet = rivers("soviet.engineer.works", bridges=finished(3605, 3705, opened=0, placed=48))
    assert soviet.bridges[36053705].opened == 0
    lost = rivers("axis.engineer.works", bridges=finished(3605, 3705, opened=0), control={**OWN, 3705: "soviet"})
    assert lost.bridges[36053705].opened == 0
    threatened = rivers("axis.engineer.works", {"106 Rifle Div": 3805}, bridges=finished(3605, 3705, opened=0))
    assert threatened.bridges[36053705].opened == 0
    held = {"106 Rifle Div": 3805, "73 Inf Div": 3705}
    assert rivers("axis.engineer.works", held, bridges=finished(3605, 3705, opened=0)).bridges[36053705].opened == 48


@pytest.mark.rule("EF-23.23")
def test_no_bridge_under_the_eyes_of_the_enemy() -> None:
    watched = rivers(pieces={"106 Rifle Div": 3805, "73 Inf Div": 3704})
    no = why(watched, "axis", span(3605, 3705))
    assert (no.rule, no.key) == ("EF-23.23", "refuse.bridge_zoc")
    assert may(rivers(pieces={"106 Rifle Div": 3805, "73 Inf Div": 3705}), "axis", span(3605, 3705))
    theirs = rivers(control={**OWN, 3705: "soviet"})
    assert why(theirs, "axis", span(3605, 3705)).key == "refuse.not_your_hex"


@pytest.mark.rule("EF-23.21")
def test_a_bridge_spans_a_river() -> None:
    state = rivers()
    assert why(state, "axis", span(3605, 3606)).rule == "EF-23.21"
    assert why(state, "axis", span(3610, 3611)).rule == "EF-23.21"


@pytest.mark.rule("EF-23.22.b")
def test_one_bridge_a_hex_and_none_where_one_stands() -> None:
    state = play(rivers(), "axis", span(3605, 3705)).state
    assert why(state, "axis", span(3605, 3704)).rule == "EF-23.22.b"
    assert why(state, "axis", span(3705, 3605)).rule == "EF-23.22.b"
    standing = rivers(facts={"sides": {**MAJOR, **SMALL, "3605-3705": {"river": "major", "bridge": ["road"]}}})
    assert why(standing, "axis", span(3605, 3704)).rule == "EF-23.22.b"
    # A road whose bridge is down has a site; a road over a small river has its bridge.
    roads = {"roads": [[3605, 3705, "primary"], [3405, 3505, "secondary"]]}
    ruins = rivers(facts=roads)
    assert may(ruins, "axis", span(3605, 3705))
    assert why(ruins, "axis", span(3405, 3504)).rule == "EF-23.22.b"


TRACED = {"switches": {"general_supply": {"value": "traced"}}, "supply_sources": {"axis": {"hexes": ["3401"]}}}


@pytest.mark.rule("EF-23.22.b", "EF-23.22.c", "EF-6.53.b")
def test_the_site_must_be_in_supply_if_need_be_for_a_point() -> None:
    near = rivers(card=TRACED, control={**OWN, 3401: "axis"})
    assert may(near, "axis", span(3405, 3505))
    far = {"switches": TRACED["switches"], "supply_sources": {"axis": {"hexes": ["4215"]}}}
    away = {"73 Inf Div": {"hex": "3605", "supply": 1}}
    hungry = rivers("axis.movement", away, far)
    no = bridges.why_not_lay(hungry, "axis", 3605)
    assert no is not None
    assert (no.rule, no.key) == ("EF-23.22.b", "refuse.hex_unsupplied")
    # A point spent on the units in the hex makes it a site; the bridge stays when they starve again.
    goods = {1: {"side": "axis", "hex": "3603"}}
    state = rivers("strategic.supply", away, card=far, supplies=goods, weather="dry")
    state = play(state, "axis", {"do": "sustain", "supply": 1, "hexes": [3605]}).state
    assert asked(state) == {"axis": "turn.strategic.supply.axis_bridges"}
    assert why(state, "axis", span(3604, 3704)).rule == "EF-23.22.b"
    state = play(state, "axis", span(3605, 3705)).state
    assert state.bridges
    later = rivers("strategic.supply", away, far, bridges=finished(3605, 3705), weather="dry")
    assert later.bridges


@pytest.mark.rule("EF-23.22.a")
def test_a_bridge_is_moved_once_a_turn_at_most() -> None:
    state = rivers(bridges=finished(3605, 3705))
    state = play(state, "axis", {"do": "lift", "to": 3605}).state
    assert not state.bridges
    state = play(state, "axis", span(3405, 3505)).state
    assert why(state, "axis", {"do": "lift", "to": 3405}).rule == "EF-23.22.a"
    assert why(state, "axis", {"do": "lift", "to": 3605}).rule == "EF-23.22.a"
    # Nobody has to build; a unit may stay off the map.
    idle = play(
        play(rivers(bridges=finished(3605, 3705)), "axis", {"do": "lift", "to": 3605}).state, "axis", {"do": "done"}
    )
    assert not idle.state.bridges


@pytest.mark.rule("EF-23.24")
def test_two_bridge_units_at_a_time() -> None:
    many = {"bridges": {"axis": 5, "soviet": 1}}
    state = play(rivers(card=many), "axis", span(3605, 3705)).state
    state = play(state, "axis", span(3405, 3505)).state
    no = bridges.why_not_lay(state, "axis", 3604)
    assert no is not None
    assert (no.rule, no.params["most"]) == ("EF-23.24", 2)
    single = play(rivers(card={"bridges": {"axis": 1}}), "axis", span(3605, 3705)).state
    assert asked(single).get("axis") != "turn.strategic.supply.axis_bridges"
    nobody = board("strategic.supply.axis_bridges", {}, facts={"sides": MAJOR}, control=OWN)
    assert asked(nobody).get("axis") != "turn.strategic.supply.axis_bridges"


@pytest.mark.rule("EF-22.25.b")
def test_a_headquarters_out_of_order_stops_soviet_bridging() -> None:
    banks = dict.fromkeys(OWN, "soviet")
    phase, hq = "strategic.supply.soviet_bridges", {"51 Army HQ": {"hex": "3607", "back": True}}
    working = rivers(phase, {"51 Army HQ": 3607}, control=banks)
    assert may(working, "soviet", span(3605, 3705))
    far = {**banks, 4012: "soviet", 4112: "soviet"}
    sides = {"sides": {**MAJOR, "4012-4112": {"river": "major"}}}
    stuck = rivers(phase, hq, control=far, facts=sides)
    assert why(stuck, "soviet", span(3605, 3705)).rule == "EF-22.25.b"
    assert may(stuck, "soviet", span(4012, 4112))
    standing = {key: {**row, "side": "soviet"} for key, row in finished(3605, 3705).items()}
    kept = rivers(phase, hq, {"bridges": {"soviet": 2}}, control=far, facts=sides, bridges=standing)
    assert why(kept, "soviet", {"do": "lift", "to": 3605}).rule == "EF-22.25.b"


@pytest.mark.rule("EF-23.25")
def test_an_enemy_in_its_hex_is_the_end_of_a_bridge_and_it_can_be_laid_again() -> None:
    pieces = {"106 Rifle Div": 3606, "73 Inf Div": 3605}
    state = rivers("soviet.movement", pieces, bridges=finished(3605, 3705))
    assert state.bridges  # next to it is not in it
    away = rivers("soviet.movement", {"106 Rifle Div": 3606}, bridges=finished(3605, 3705))
    step = play(away, "soviet", {"move": "106 Rifle Div", "path": [3605]})
    assert not step.state.bridges
    assert logged(step, "bridge_lost").rule == "EF-23.25"
    across = rivers("soviet.movement", {"106 Rifle Div": 3706}, bridges=finished(3605, 3705))
    assert play(across, "soviet", {"move": "106 Rifle Div", "path": [3705]}).state.bridges


# -- ferries -----------------------------------------------------------------------------------------------------------

LINE = (3602, 3603, 3604, 3605, 3705, 3706, 3707)
RAILS = [[a, b] for a, b in pairwise(LINE)]
CONVERTED = dict.fromkeys((3602, 3603, 3604, 3605), "converted")
FERRIES = {"bridges": {"ferries": 1}}
PIONEERS = {"820 Eng Rgt": 3605}


def landing(at: str = "axis.engineer", pieces: dict[str, Any] | None = None, **more: Any) -> CrimeaState:
    """A converted line that ends at a broken bridge, and a captured one beyond."""
    known = {"rails": RAILS, **more.pop("facts", {})}
    control = {**OWN, **dict.fromkeys(LINE, "axis")}
    card = more.pop("card", FERRIES)
    units = PIONEERS if pieces is None else pieces
    return rivers(at, units, card, facts=known, **{"rails": CONVERTED, "control": control, **more})


def ferry(**more: Any) -> dict[int, dict[str, Any]]:
    return finished(3605, 3705, ferry=True, **more)


@pytest.mark.rule("EF-PB2.35.a")
def test_engineers_set_up_a_ferry_at_a_broken_rail_bridge_in_two_turns() -> None:
    state = landing()
    assert asked(state) == {"axis": "turn.axis.engineer.ferries"}
    assert why(state, "axis", {"ferry": 3604}).rule == "EF-PB2.35.a"
    state = play(state, "axis", {"ferry": 3605}).state
    assert (state.bridges[36053705].opened, state.bridges[36053705].placed) == (0, 48)
    # It comes before the work on the lines, and one is all there is.
    assert asked(state) == {"axis": "turn.axis.engineer.railways"}
    again = landing(turn=49, bridges=ferry(opened=0, placed=48))
    assert again.bridges[36053705].opened == 49
    same_turn = landing(turn=48, bridges=ferry(opened=0, placed=48))
    assert same_turn.bridges[36053705].opened == 0
    alone = landing(pieces={}, turn=49, bridges=ferry(opened=0, placed=48))
    assert alone.bridges[36053705].opened == 0


@pytest.mark.rule("EF-PB2.35.a")
@pytest.mark.parametrize(
    "changes",
    [
        {"pieces": {"73 Inf Div": 3605}},
        {"facts": {"sides": {**MAJOR, "3605-3705": {"river": "major", "bridge": ["rail"]}}}},
        {"rails": dict.fromkeys((3602, 3603, 3604), "converted")},
        {"pieces": {**PIONEERS, "106 Rifle Div": 3805}},
        {"card": {"bridges": {"ferries": 0}}},
        {"card": {**FERRIES, "switches": {"general_supply": {"value": "traced"}}}},
    ],
    ids=["no engineers", "a bridge stands", "no railhead", "enemy zone", "no counter", "no supply"],
)
def test_what_a_ferry_needs(changes: dict[str, Any]) -> None:
    assert asked(landing(**changes)).get("axis", "") != "turn.axis.engineer.ferries"


@pytest.mark.rule("EF-PB2.35.b")
def test_a_ferry_costs_thirty_and_a_change_of_trains_fifteen_more() -> None:
    capacity = {**FERRIES, "rail_capacity": {"axis": {"converted": 2, "captured": 1}}}
    captured = {**CONVERTED, **dict.fromkeys((3705, 3706, 3707), "captured")}
    riders = {"Axis Rcn Bn": 3603}
    state = landing("axis.movement", riders, card=capacity, rails=captured, bridges=ferry())
    found = rail.destinations(state, key(state, "Axis Rcn Bn"))
    assert (found[3605], found[3705], found[3706]) == (2, 47, 48)
    converted = dict.fromkeys(LINE, "converted")
    state = landing("axis.movement", riders, card=capacity, rails=converted, bridges=ferry())
    assert rail.destinations(state, key(state, "Axis Rcn Bn"))[3705] == 32
    gone = play(state, "axis", {"do": "entrain", "unit": "Axis Rcn Bn", "to": 3707}).state
    assert where(gone, "Axis Rcn Bn") == 3707
    without = landing("axis.movement", riders, card=capacity, rails=converted)
    assert 3705 not in rail.destinations(without, key(without, "Axis Rcn Bn"))
    fresh = landing("axis.movement", riders, card=capacity, rails=converted, bridges=ferry(opened=48))
    assert 3705 not in rail.destinations(fresh, key(fresh, "Axis Rcn Bn"))


@pytest.mark.rule("EF-PB2.35.c")
def test_supply_crosses_from_the_turn_after_the_ferry_is_ready() -> None:
    card = {
        **FERRIES,
        "switches": {"general_supply": {"value": "traced"}},
        "supply_sources": {"axis": {"hexes": ["3602"]}, "soviet": {"hexes": []}},
    }
    converted = dict.fromkeys(LINE, "converted")

    def fed(turn: int) -> bool:
        state = landing(
            "axis.movement", {"73 Inf Div": 3707}, card=card, rails=converted, bridges=ferry(opened=49), turn=turn
        )
        return 3707 in supply.nets(state, "axis")

    assert (fed(49), fed(50)) == (False, True)


@pytest.mark.rule("EF-PB2.34.f", "EF-PB2.35.c")
def test_a_captured_line_beyond_the_river_feeds_nobody_without_a_ferry() -> None:
    captured = {**CONVERTED, **dict.fromkeys((3705, 3706, 3707), "captured")}
    assert line_supply.fronts(landing("axis.movement", {}, rails=captured)) == ()
    assert line_supply.fronts(landing("axis.movement", {}, rails=captured, bridges=ferry(opened=48))) == ()
    assert line_supply.fronts(landing("axis.movement", {}, rails=captured, bridges=ferry())) == (3707,)


@pytest.mark.rule("EF-PB2.35.d", "EF-23.25")
def test_a_ferry_stays_until_an_enemy_comes() -> None:
    state = landing("strategic.supply.axis_bridges", card={"bridges": {"axis": 2, "ferries": 1}}, bridges=ferry())
    assert why(state, "axis", {"do": "lift", "to": 3605}).rule == "EF-23.22.a"
    raided = landing("soviet.movement", {"106 Rifle Div": 3606}, bridges=ferry())
    step = play(raided, "soviet", {"move": "106 Rifle Div", "path": [3605]})
    assert logged(step, "bridge_lost").rule == "EF-PB2.35.d"
    assert not spans.has_ferry(step.state, 3605, 3705)
    # A new one is begun in an Engineer phase, as the first was.
    assert may(landing(), "axis", {"ferry": 3605})


@pytest.mark.rule("EF-PB8.26.e")
def test_no_bridge_unit_over_the_sivash() -> None:
    wide = {"3604-3704": {"river": "major", "water": "sivash"}}
    state = rivers(pieces={"690 Eng Rgt": 3604}, facts={"sides": {**MAJOR, **wide}})
    no = why(state, "axis", span(3604, 3704))
    assert (no.rule, no.points[0].id) == ("EF-PB8.26.e", 3704)
    assert may(state, "axis", span(3604, 3703))
