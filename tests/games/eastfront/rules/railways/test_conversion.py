"""Railways: whose they are, conversion by both sides, cuts and captured lines."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.crimea_map import line_supply
from sandtable.games.eastfront.rules.railways import conversion, railways
from sandtable.games.eastfront.rules.scenarios import kerch
from sandtable.games.eastfront.rules.supply import supply
from sandtable.kernel import Draft, OneOf
from sandtable.kernel.dice import NoDice
from tests.games.eastfront.board import asked, board, key, may, play, why

LINE = (3501, 3502, 3503, 3504, 3505, 3506, 3507, 3508, 3509, 3510)
RAILS = [[a, b] for a, b in pairwise(LINE)]
BRANCH = [[3504, 3604], [3604, 3704]]
START = {3501: "converted", 3502: "converted"}


def lines(
    at: str = "axis.engineer", pieces: dict[str, Any] | None = None, switches: Any = None, **more: Any
) -> CrimeaState:
    """A line down a column, with a branch; its northern end is converted."""
    given = more.pop("facts", {})
    facts = {"rails": [*RAILS, *BRANCH], "card": {"switches": switches or {}}, **given}
    return board(at, pieces or {}, facts=facts, **{"rails": START, **more})


def convert(state: CrimeaState, *places: int) -> CrimeaState:
    for place in places:
        state = play(state, "axis", {"convert": place}).state
    return state


# -- whose lines -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-19.11", "EF-19.12")
def test_a_line_is_soviet_until_a_railhead_has_passed() -> None:
    state = lines(rails={3501: "converted", 3503: "cut", 3504: "captured"})
    assert [h for h in LINE if railways.serves(state, "axis", h)] == [3501]
    assert [h for h in LINE if railways.serves(state, "soviet", h)] == [3502, *LINE[4:]]
    assert not railways.serves(state, "soviet", 3601)


@pytest.mark.rule("EF-6.4.b", "EF-19.11")
def test_only_friendly_rail_hexes_make_a_rail_net() -> None:
    rails = [[5315, 5415], [5415, 5514], [5514, 5614], [6912, 6812], [6812, 6712]]
    held = {"46 Inf Div": 5714, "50 Inf Div": 5514, "156 Rifle Div": 6712, "106 Rifle Div": 6812}
    control = {5415: "axis", 5614: "axis"}

    def nets(marked: dict[int, str]) -> dict[str, tuple[int, ...]]:
        facts = {"rails": rails}
        state = board("axis.engineer.works", held, facts=facts, scenario="7", rails=marked, control=control)
        return {side: supply.nets(state, side) for side in ("axis", "soviet")}

    soviet = nets({})
    assert 5415 not in soviet["axis"]
    assert {6812, 6712} <= set(soviet["soviet"])
    found = nets({5315: "converted", 5415: "converted", 5514: "converted", 6812: "converted"})
    assert {5415, 5514} <= set(found["axis"])
    assert 5614 not in found["axis"]
    assert not {6812, 6712} & set(found["soviet"])


@pytest.mark.rule("EF-19.12")
def test_the_kerch_line_begins_behind_the_railhead_of_the_card() -> None:
    state = board(None, scenario="7", bare=False)
    assert state.rails == {5315: "converted", 5416: "converted", 5516: "converted"}
    assert railways.railheads(state) == {5516: (5616,)}


# -- conversion by the Axis --------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-19.13", "EF-19.22", "EF-19.23", "EF-4.2.B6")
def test_a_railhead_moves_four_hexes() -> None:
    state = lines()
    assert asked(state) == {"axis": "turn.axis.engineer.railways"}
    assert why(state, "axis", {"convert": 3504}).rule == "EF-19.13"
    state = convert(state, 3503, 3504, 3505)
    assert railways.railheads(state) == {3504: (3604,), 3505: (3506,)}
    state = convert(state, 3506)
    assert state.rails[3506] == "converted"
    # Nothing is left to do, so the phase went on and forgot what was spent.
    assert asked(state).get("axis", "") != "turn.axis.engineer.railways"
    assert not state.rail_work


@pytest.mark.rule("EF-19.23")
def test_at_a_junction_one_line_goes_on_and_both_have_a_railhead_next_turn() -> None:
    state = convert(lines(), 3503, 3504, 3604)
    assert why(state, "axis", {"convert": 3505}).rule == "EF-19.22"
    later = lines(rails=dict.fromkeys((3501, 3502, 3503, 3504), "converted"))
    later = convert(later, 3604, 3704)
    later = convert(later, 3505, 3506, 3507)
    assert may(later, "axis", {"convert": 3508})


@pytest.mark.rule("EF-19.21.b")
def test_wet_ground_and_bad_weather_cost_two() -> None:
    swamp = lines(facts={"hexes": {3503: {"terrain": "marsh"}}})
    swamp = convert(swamp, 3503, 3504, 3505)
    assert asked(swamp).get("axis", "") != "turn.axis.engineer.railways"
    mud = convert(lines(weather="mud"), 3503)
    assert mud.rail_work == {3503: 2}


@pytest.mark.rule("EF-5.14", "EF-19.21.b")
def test_woods_that_keep_the_mud_of_the_turn_before_cost_two() -> None:
    wooded = {"hexes": {3503: {"woods": True}}}
    assert convert(lines(facts=wooded, weather="dry", tracks={"past": ["mud"]}), 3503).rail_work == {3503: 2}
    assert convert(lines(facts=wooded, weather="dry", tracks={"past": ["dry"]}), 3503).rail_work == {3503: 1}


@pytest.mark.rule("EF-19.21.b")
def test_a_hex_with_enemy_works_waits_for_the_phase_after_they_fell() -> None:
    works = {3503: {"side": "soviet"}}
    known = {"rails": [*RAILS, [3502, 3602]]}
    state = board("axis.engineer", {"46 Inf Div": 3503}, facts=known, rails=START, strongpoints=works)
    assert why(state, "axis", {"convert": 3503}).rule == "EF-19.21.b"
    state = play(state, "axis", {"do": "done"}).state
    assert not state.strongpoints
    assert state.rails == START


@pytest.mark.rule("EF-19.21.a")
def test_not_in_an_enemy_zone_unless_held_and_not_without_supply() -> None:
    spare = {"facts": {"rails": [*RAILS, [3502, 3402]]}}
    near = lines(pieces={"106 Rifle Div": 3604}, **spare)
    assert why(near, "axis", {"convert": 3503}).rule == "EF-19.21.a"
    held = lines(pieces={"106 Rifle Div": 3604, "46 Inf Div": 3503}, **spare)
    assert may(held, "axis", {"convert": 3503})
    mended = lines(rails={**START, 3503: "cut"}, **spare)
    assert convert(mended, 3503).rails[3503] == "converted"
    # An enemy beside the line shuts its supply off, and its end is too far from the source without it.
    assert may(southern(), "axis", {"convert": SOUTH[-1]})
    no = why(southern({"106 Rifle Div": 5514}), "axis", {"convert": SOUTH[-1]})
    assert (no.rule, no.key) == ("EF-19.21.a", "refuse.rail_supply")


SOUTH = (5315, 5415, 5515, 5615, 5715, 5815, 5915, 6015, 6115, 6215)


def southern(pieces: dict[str, Any] | None = None, at: str = "axis.engineer", **more: Any) -> CrimeaState:
    """A line on the map of scenario 7, converted from its source up to its last hex, with a siding at its start."""
    switches = {"rail_conversion": {"value": "allowed", **more.pop("terms", {})}}
    rails = [*([a, b] for a, b in pairwise(SOUTH)), [5315, 5316], [6215, 6315]]
    facts = {"rails": rails, "card": {"switches": switches}, **more.pop("facts", {})}
    control = {**dict.fromkeys((*SOUTH, 5316, 6315), "axis"), **more.pop("control", {})}
    marked = dict.fromkeys(SOUTH[:-1], "converted") | more.pop("rails", {})
    return board(at, pieces or {}, facts=facts, scenario="7", rails=marked, control=control, **more)


@pytest.mark.rule("EF-19.13")
def test_a_line_beyond_a_cut_grows_no_further_before_it_is_mended() -> None:
    broken = southern(rails={6015: "cut"})
    assert why(broken, "axis", {"convert": 6215}).rule == "EF-19.13"
    mended = convert(broken, 6015)
    assert may(mended, "axis", {"convert": 6215})


@pytest.mark.rule("EF-19.21.a")
def test_a_card_may_give_fewer_points_than_all_railheads_could_use() -> None:
    wet = {"hexes": {5316: {"terrain": "marsh"}}}
    state = convert(southern(terms={"points": 2}, weather="dry", facts=wet), 6215)
    no = why(state, "axis", {"convert": 5316})
    assert (no.rule, no.params["left"]) == ("EF-19.21.a", 1)
    state = convert(state, 6315)
    assert asked(state).get("axis", "") != "turn.axis.engineer.railways"
    assert "rail_points" not in state.tracks


@pytest.mark.rule("EF-19.13", "EF-19.22")
def test_a_card_may_say_when_and_where_a_line_begins() -> None:
    terms = {"rail_conversion": {"value": "allowed", "from": 49, "starts": ["3501"]}}
    early = lines(switches=terms, rails={3501: "cut"})
    assert asked(early).get("axis", "") != "turn.axis.engineer.railways"
    state = lines(switches=terms, rails={3501: "cut"}, turn=49)
    assert why(state, "axis", {"convert": 3502}).rule == "EF-19.13"
    state = convert(state, 3501, 3502, 3503)
    assert state.rail_work[3503] == 3
    later = lines(switches=terms, turn=49, rails={**START, 3503: "converted"})
    assert why(later, "axis", {"convert": 3501}).rule == "EF-19.13"
    assert may(later, "axis", {"convert": 3504})


@pytest.mark.rule("EFS-10.74.a", "EF-19.13")
def test_scenario_7_converts_nothing() -> None:
    state = board("axis.engineer", scenario="7", bare=False)
    assert asked(state).get("axis", "") != "turn.axis.engineer.railways"


# -- captured lines ----------------------------------------------------------------------------------------------------

ONE = {"captured_lines": {"value": 1}}


def no_of(choice: OneOf, place: int) -> str:
    no = choice.refusal(place)
    assert no is not None
    return no.rule


@pytest.mark.rule("EF-PB2.34.a", "EF-PB2.34.b")
def test_a_captured_line_runs_from_a_railhead_to_axis_units() -> None:
    state = lines(pieces={"46 Inf Div": 3509}, switches=ONE)
    assert why(state, "axis", {"seize": 3505}).rule == "EF-PB2.34.b"
    assert may(state, "axis", {"convert": 3503})
    assert may(play(state, "axis", {"convert": 3503}).state, "axis", {"seize": 3509})
    # Conversion comes first: once a line was led on, it is over for this turn. A second line is not allowed either.
    d = Draft(state, NoDice(), "axis")
    conversion.seize(d, 3509)
    assert no_of(conversion.convertible(d.now, "axis"), 3503) == "EF-PB2.34.a"
    assert no_of(conversion.seizable(d.now, "axis"), 3510) == "EF-PB2.34.a"
    state = play(state, "axis", {"seize": 3509}).state
    assert "railways" not in asked(state).get("axis", "")
    assert [h for h, now in state.rails.items() if now == "captured"] == list(LINE[2:9])
    assert why(lines(pieces={"46 Inf Div": 3509}), "axis", {"seize": 3509}).rule == "EF-PB2.34.a"


@pytest.mark.rule("EF-PB2.34.a", "EFS-10.34.a3")
@pytest.mark.parametrize(("most", "second"), [(1, False), (2, True)])
def test_no_more_captured_lines_grow_in_a_turn_than_the_card_says(most: int, second: bool) -> None:
    """Two captured lines lie on the map; either may be led on, both only where the card has two."""
    other = [[3901, 3902], [3902, 3903]]
    rails = {**START, 3503: "captured", 3901: "captured"}
    known = {"rails": [*RAILS, *other]}
    force = {"46 Inf Div": 3505, "50 Inf Div": 3902}
    switches = {"captured_lines": {"value": most}}
    state = lines(pieces=force, switches=switches, rails=rails, facts=known)
    assert may(state, "axis", {"seize": 3902})
    d = Draft(state, NoDice(), "axis")
    conversion.seize(d, 3505)
    no = conversion.seizable(d.now, "axis").refusal(3902)
    assert (no is None) is second
    assert no is None or no.rule == "EF-PB2.34.a"


@pytest.mark.rule("EF-PB2.34.b")
def test_a_captured_line_is_short_in_mud_and_stops_before_the_enemy() -> None:
    mud = lines(pieces={"46 Inf Div": 3509}, switches=ONE, weather="mud")
    assert why(mud, "axis", {"seize": 3509}).rule == "EF-PB2.34.b"
    assert may(mud, "axis", {"seize": 3508})
    wet = {"hexes": {3503: {"terrain": "marsh"}, 3504: {"terrain": "swamp"}}}
    slow = lines(pieces={"46 Inf Div": 3508}, switches=ONE, weather="mud", facts=wet)
    assert why(slow, "axis", {"seize": 3507}).rule == "EF-PB2.34.b"
    barred = lines(pieces={"46 Inf Div": 3509, "106 Rifle Div": 3406}, switches=ONE)
    assert why(barred, "axis", {"seize": 3509}).rule == "EF-PB2.34.b"
    further = lines(pieces={"46 Inf Div": 3509}, switches=ONE, rails={**START, 3503: "captured", 3504: "captured"})
    assert may(further, "axis", {"seize": 3509})


@pytest.mark.rule("EF-18.11", "EF-PB2.34.b")
def test_a_captured_line_stops_before_works_that_stand() -> None:
    pieces = {"46 Inf Div": 3509}
    for building, allowed in ((True, True), (False, False)):
        points = {"3506": {"side": "soviet", "building": building}}
        state = lines(pieces=pieces, switches=ONE, strongpoints=points)
        assert may(state, "axis", {"seize": 3509}) == allowed


@pytest.mark.rule("EF-PB2.34.c")
def test_conversion_pushes_the_rear_of_a_captured_line_back() -> None:
    state = lines(pieces={"46 Inf Div": 3505}, switches=ONE, rails={**START, 3503: "captured", 3504: "captured"})
    state = convert(state, 3503)
    assert railways.captured_lines(state) == ((3504,),)
    assert railways.railheads(state) == {3503: (3504,)}


# -- the Soviets -------------------------------------------------------------------------------------------------------

SAPPERS = {
    "id": "Soviet Eng Bn",
    "label": "E",
    "side": "soviet",
    "nation": "soviet",
    "type": "engineer",
    "size": "battalion",
    "stack": 1,
    "front": "1-1-4",
    "steps": 1,
}


@pytest.mark.rule("EF-19.4", "EF-4.2.C6")
def test_soviet_units_cut_a_converted_line_where_they_stand() -> None:
    state = lines("soviet.engineer", {"106 Rifle Div": 3502})
    assert why(state, "soviet", {"cut": 3501}).rule == "EF-19.4"
    assert why(state, "soviet", {"cut": 3503}).rule == "EF-19.4"
    state = play(state, "soviet", {"cut": 3502}).state
    assert state.rails == {3501: "converted", 3502: "cut"}
    axis = lines("axis.engineer", {"46 Inf Div": 3503})
    assert not may(axis, "axis", {"cut": 3503})


@pytest.mark.rule("EF-19.3", "EF-19.13", "EF-23.11")
def test_idle_soviet_engineers_pull_the_railhead_back() -> None:
    new = {"facts": {"units": {"new": [SAPPERS]}}}
    state = lines("soviet.engineer", {"Soviet Eng Bn": 3502}, **new)
    state = play(state, "soviet", {"restore": 3502}).state
    assert state.rails == {3501: "converted"}
    with_others = {"106 Rifle Div": 3501}
    tired = lines("soviet.engineer", {"Soviet Eng Bn": {"hex": 3502, "busy": True}, **with_others}, **new)
    assert why(tired, "soviet", {"restore": 3502}).rule == "EF-19.3"
    # Hexes of the line that lead to no source of theirs are no net to join.
    known = {"facts": {"units": {"new": [SAPPERS]}}, "control": {5316: "soviet"}}
    apart = southern({"Soviet Eng Bn": 5315, "106 Rifle Div": 6115}, "soviet.engineer", **known)
    assert why(apart, "soviet", {"restore": 5315}).rule == "EF-19.13"
    gap = lines("soviet.engineer", {"Soviet Eng Bn": 3501, "106 Rifle Div": 3502}, **new)
    assert why(gap, "soviet", {"restore": 3501}).rule == "EF-19.13"
    assert why(gap, "soviet", {"restore": 3502}).rule == "EF-19.3"


# -- a captured line as a source ---------------------------------------------------------------------------------------

FED = {5315: "converted", 5415: "captured", 5514: "captured", 5614: "captured"}
LINE_OF_7 = [[5315, 5415], [5415, 5514], [5514, 5614]]


def hungry(pieces: dict[str, Any], rails: dict[int, str] = FED, **more: Any) -> CrimeaState:
    """The Supply phase of scenario 7, whose only source is out of reach, with a captured line."""
    card = {"supply_sources": {"axis": {"hexes": []}, "soviet": {"hexes": []}}}
    known = {"rails": LINE_OF_7, "card": card}
    return board("strategic.supply", pieces, scenario="7", facts=known, rails=rails, weather="dry", **more)


@pytest.mark.rule("EF-PB2.34.f")
def test_the_front_of_a_captured_line_feeds_hexes_near_it() -> None:
    pieces = {"46 Inf Div": 5814, "50 Inf Div": 6114, "73 Inf Div": 6214}
    state = hungry(pieces)
    assert asked(state) == {"axis": "turn.strategic.supply.captured_line"}
    assert why(state, "axis", {"provision": [6214]}).rule == "EF-PB2.34.f"
    state = play(state, "axis", {"provision": [5814, 6114]}).state
    assert [state.pieces[key(state, name)].supply for name in pieces] == [0, 0, 1]
    # Once a turn, and only from a line that begins at a converted one.
    assert asked(state).get("axis") != "turn.strategic.supply.captured_line"
    loose = hungry(pieces, {h: now for h, now in FED.items() if now == "captured"})
    assert asked(loose).get("axis") != "turn.strategic.supply.captured_line"
    cut_off = hungry({"46 Inf Div": 5914, "106 Rifle Div": 5714, "271 Rifle Div": 5716, "156 Rifle Div": 5712})
    assert asked(cut_off).get("axis") != "turn.strategic.supply.captured_line"


@pytest.mark.rule("EF-PB2.34.f", "EFS-10.34.a3")
def test_a_captured_line_that_comes_from_beyond_the_map_feeds_too() -> None:
    loose = dict.fromkeys(FED, "captured")
    for gates, holder, front in ((["5315"], "axis", (5614,)), (["5315"], "soviet", ()), ([], "axis", ())):
        card = {"supply_sources": {"axis": {"hexes": gates}, "soviet": {"hexes": []}}}
        known = {"rails": LINE_OF_7, "card": card}
        held = {5315: holder}
        state = board("axis.movement", {"46 Inf Div": 5614}, scenario="7", facts=known, rails=loose, control=held)
        assert line_supply.fronts(state) == front


@pytest.mark.rule("EF-PB2.34.f")
def test_a_captured_line_feeds_five_hexes() -> None:
    names = ("46 Inf Div", "50 Inf Div", "73 Inf Div", "132 Inf Div", "170 Inf Div", "28 Jg Div")
    places = (5814, 5813, 5812, 5811, 5815, 5816)
    state = hungry(dict(zip(names, places, strict=True)))
    assert not may(state, "axis", {"provision": list(places)})
    assert may(state, "axis", {"provision": list(places[:5])})


@pytest.mark.rule("EF-6.4.c")
def test_a_line_that_reaches_a_city_runs_through_all_of_it() -> None:
    city = {
        "hexes": {h: {"place": "city"} for h in (3503, 3603, 3703)},
        "rails": [[3501, 3502], [3502, 3503], [3703, 3804]],
    }
    state = lines(facts=city)
    assert 3603 in railways.along_rail(state.board, 3503)
    assert convert(state, 3503, 3603, 3703).rails[3703] == "converted"
    plain = lines(facts={"hexes": {3603: {"place": "city"}}, "rails": [[3501, 3502], [3502, 3503]]})
    assert not railways.is_rail(plain.board, 3603)


@pytest.mark.rule("EF-PB3.23.e")
@pytest.mark.parametrize(("scenario", "turn", "mandated"), [("1", 48, False), ("7", 161, True), ("7", 163, False)])
def test_attacks_are_mandated_only_by_the_scenario(scenario: str, turn: int, mandated: bool) -> None:
    state = board("soviet.declaration", scenario=scenario, bare=False, turn=turn)
    assert bool(kerch.may_mandate(state)) is mandated
