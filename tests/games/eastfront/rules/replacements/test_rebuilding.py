"""Spending replacement points: units on the map, the rebuild chart, surrounded cities, the NKVD."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.replacements import rebuilding
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import asked, board, key, logged, marked, may, play, where, why
from tests.games.eastfront.rules.replacements.test_replacements import facts

NKVD = {"side": "soviet", "nation": "soviet", "type": "infantry", "size": "regiment", "stack": 1, "nkvd": True}


def on_turn(at: str, pieces: dict[str, Any], points: dict[str, int], hexes: Any = None, **more: Any) -> CrimeaState:
    """A board with replacements in play and points on the tracks."""
    return board(at, pieces, facts=facts(hexes=hexes), tracks={"tracks": {"vp": 0, **points}}, **more)


def steps(state: CrimeaState, name: str) -> int:
    return state.pieces[key(state, name)].steps


def track(state: CrimeaState, name: str) -> int:
    return state.tracks.get(name, 0)


# -- on the map --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-7.41.a", "EF-20.0", "EF-4.2.B6")
def test_a_marked_unit_stays_and_gains_a_step_in_the_engineer_phase() -> None:
    state = on_turn("axis.movement", {"46 Inf Div": {"hex": 3605, "steps": 2}}, {"axis_type_i": 3})
    state = play(state, "axis", {"receive": "46 Inf Div"}).state
    assert why(state, "axis", {"move": "46 Inf Div", "path": [3606]}).rule == "EF-10.12"
    assert why(state, "axis", {"receive": "46 Inf Div"}).rule == "EF-7.41.a"
    while asked(state).get("axis", "").startswith("turn.axis."):
        state = play(state, "axis", {"do": "done"}).state
    assert steps(state, "46 Inf Div") == 3
    assert track(state, "axis_type_i") == 2
    assert not state.pieces[key(state, "46 Inf Div")].receiving


@pytest.mark.rule("EF-7.41.a", "EF-4.2.C6")
def test_the_soviets_mark_in_their_motorised_phase_and_the_axis_in_its_movement() -> None:
    worn = {"106 Rifle Div": {"hex": 3606, "steps": 1}, "46 Inf Div": {"hex": 3503, "steps": 1}}
    points = {"soviet_type_i": 1, "axis_type_i": 1}
    assert may(on_turn("soviet.motorised", worn, points), "soviet", {"receive": "106 Rifle Div"})
    assert not may(on_turn("soviet.movement", worn, points), "soviet", {"receive": "106 Rifle Div"})
    assert not may(on_turn("axis.motorised", worn, points), "axis", {"receive": "46 Inf Div"})
    marked = {"106 Rifle Div": {"hex": 3606, "steps": 1, "receiving": True}}
    state = on_turn("soviet.engineer", marked, points)
    assert steps(state, "106 Rifle Div") == 2


@pytest.mark.rule("EF-7.41.a", "EF-7.0")
def test_points_are_promised_once() -> None:
    worn = {"46 Inf Div": {"hex": 3605, "steps": 2}, "73 Inf Div": {"hex": 3505, "steps": 2}}
    state = on_turn("axis.movement", worn, {"axis_type_i": 1})
    state = play(state, "axis", {"receive": "46 Inf Div"}).state
    assert why(state, "axis", {"receive": "73 Inf Div"}).rule == "EF-7.0"
    fresh = on_turn("axis.movement", {"46 Inf Div": 3605}, {"axis_type_i": 1})
    assert why(fresh, "axis", {"receive": "46 Inf Div"}).key == "refuse.full_strength"
    # Two are marked and one can be paid: no track goes below nothing.
    both = {name: {**row, "receiving": True} for name, row in worn.items()}
    late = on_turn("axis.engineer", both, {"axis_type_i": 1})
    assert sorted(steps(late, name) for name in worn) == [2, 3]
    assert track(late, "axis_type_i") == 0


@pytest.mark.rule("EF-7.41.b")
def test_nothing_reaches_a_unit_beside_the_enemy_or_cut_off() -> None:
    worn = {"46 Inf Div": {"hex": 3605, "steps": 2}, "106 Rifle Div": 3606}
    state = on_turn("axis.movement", worn, {"axis_type_i": 1})
    assert why(state, "axis", {"receive": "46 Inf Div"}).key == "refuse.replacements_zoc"
    lost = on_turn("axis.movement", {"46 Inf Div": {"hex": 6514, "steps": 2}}, {"axis_type_i": 1}, scenario="7")
    assert why(lost, "axis", {"receive": "46 Inf Div"}).key == "refuse.replacements_supply"
    # The enemy came up after it was marked: the marker comes off and nothing is paid.
    marked = {"46 Inf Div": {"hex": 3605, "steps": 2, "receiving": True}, "106 Rifle Div": 3606}
    late = on_turn("axis.engineer", marked, {"axis_type_i": 1})
    assert (steps(late, "46 Inf Div"), track(late, "axis_type_i")) == (2, 1)
    assert not late.pieces[key(late, "46 Inf Div")].receiving


# -- the chart ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-7.43", "EF-7.43.a", "EF-7.43.b", "EF-7.43.c", "EF-7.31.a1", "EF-7.31.a2")
def test_a_unit_goes_one_box_a_turn_and_starts_with_one_step() -> None:
    lost = {"46 Inf Div": {"box": "eliminated", "steps": 0}, "73 Inf Div": {"box": "cadre", "steps": 0}}
    state = on_turn("axis.engineer", {**lost, "50 Inf Div": {"box": "active", "steps": 1}}, {"axis_type_i": 9})
    state = play(state, "axis", {"rebuild": "46 Inf Div"}).state
    assert where(state, "46 Inf Div") == "cadre"
    assert why(state, "axis", {"rebuild": "46 Inf Div"}).rule == "EF-7.43"
    state = play(state, "axis", {"rebuild": "73 Inf Div"}).state
    assert (where(state, "73 Inf Div"), steps(state, "73 Inf Div")) == ("active", 1)
    state = play(state, "axis", {"rebuild": "50 Inf Div"}).state
    assert (where(state, "50 Inf Div"), steps(state, "50 Inf Div")) == ("active", 2)
    assert track(state, "axis_type_i") == 6


@pytest.mark.rule("EF-7.31.a3", "EF-7.32", "EF-7.22.d3")
def test_the_right_points_in_the_right_number() -> None:
    lost = {"129 Mot Rgt/22 Pz": {"box": "cadre", "steps": 0}, "190 AG Bn": {"box": "cadre", "steps": 0}}
    poor = on_turn("axis.engineer", lost, {"axis_type_i": 1, "axis_type_a": 1})
    assert why(poor, "axis", {"rebuild": "129 Mot Rgt/22 Pz"}).rule == "EF-7.0"
    state = play(poor, "axis", {"rebuild": "190 AG Bn"}).state
    assert (track(state, "axis_type_i"), track(state, "axis_type_a")) == (1, 0)
    rich = on_turn("axis.engineer", lost, {"axis_type_i": 2})
    assert track(play(rich, "axis", {"rebuild": "129 Mot Rgt/22 Pz"}).state, "axis_type_i") == 0


@pytest.mark.rule("EF-7.24.a")
def test_soviet_armament_points_are_not_saved_and_axis_ones_are() -> None:
    lost = {"39 Tank Bde": {"box": "cadre", "steps": 0}}
    state = on_turn("soviet.engineer", lost, {"soviet_type_a": 2, "axis_type_a": 2})
    step = play(state, "soviet", {"rebuild": "39 Tank Bde"})
    step = step if "log.points_lost" in [e.key for e in step.entries] else play(step.state, "soviet", {"do": "done"})
    assert logged(step, "points_lost").params["amount"] == 1
    assert (track(step.state, "soviet_type_a"), track(step.state, "axis_type_a")) == (0, 2)


@pytest.mark.rule("EF-PB3.21.a", "EF-PB3.22.a")
def test_romanian_points_are_for_romanians() -> None:
    lost = {"Rom 10 Inf Div": {"box": "cadre", "steps": 0}, "46 Inf Div": {"box": "cadre", "steps": 0}}
    state = on_turn("axis.engineer", lost, {"axis_romanian": 1})
    assert why(state, "axis", {"rebuild": "46 Inf Div"}).rule == "EF-7.0"
    assert track(play(state, "axis", {"rebuild": "Rom 10 Inf Div"}).state, "axis_romanian") == 0
    german = on_turn("axis.engineer", lost, {"axis_type_i": 1})
    assert why(german, "axis", {"rebuild": "Rom 10 Inf Div"}).rule == "EF-PB3.21.a"


@pytest.mark.rule("EF-24.5", "EF-7.31.b", "EF-PB3.21.a")
def test_a_point_forms_a_substitute_of_its_nation() -> None:
    spare = {name: {"box": "pool", "steps": 0} for name in ("RSC regular 1", "RSC strong 1", "Rom RSC 1")}
    state = on_turn("axis.engineer", spare, {"axis_type_i": 1})
    assert why(state, "axis", {"form": "RSC strong 1"}).rule == "EF-24.5"
    assert why(state, "axis", {"form": "Rom RSC 1"}).rule == "EF-PB3.21.a"
    state = play(state, "axis", {"form": "RSC regular 1"}).state
    assert (where(state, "RSC regular 1"), track(state, "axis_type_i")) == ("active", 0)
    romanian = play(on_turn("axis.engineer", spare, {"axis_romanian": 1}), "axis", {"form": "Rom RSC 1"}).state
    assert where(romanian, "Rom RSC 1") == "active"


@pytest.mark.rule("EF-PB3.41")
def test_only_substitutes_that_are_left_can_be_formed() -> None:
    used = {"RSC regular 1": 3605, "RSC regular 2": {"box": "pool", "steps": 0}}
    state = on_turn("axis.engineer", used, {"axis_type_i": 1})
    assert why(state, "axis", {"form": "RSC regular 1"}).rule == "EF-PB3.41"


@pytest.mark.rule("EF-7.43.c", "EF-22.26.b")
def test_a_headquarters_that_was_given_up_is_still_not_operational_when_it_is_rebuilt() -> None:
    lost = {"51 Army HQ": {"box": "cadre", "steps": 0, "back": True}}
    state = on_turn("soviet.engineer", lost, {"soviet_type_i": 1})
    state = play(state, "soviet", {"rebuild": "51 Army HQ"}).state
    assert (where(state, "51 Army HQ"), state.pieces[key(state, "51 Army HQ")].back) == ("active", True)
    city = on_turn("soviet.engineer", lost, {"soviet_type_i": 1}, CITY, control={3606: "soviet"})
    city = play(city, "soviet", {"raise": "51 Army HQ", "to": 3606}).state
    assert (where(city, "51 Army HQ"), city.pieces[key(city, "51 Army HQ")].back) == (3606, True)


# -- cities ------------------------------------------------------------------------------------------------------------

CITY = {3606: {"place": "city"}, 3610: {"place": "city"}}


@pytest.mark.rule("EF-7.43.d")
def test_a_unit_of_one_step_is_raised_in_a_city() -> None:
    lost = {name: {"box": "cadre", "steps": 0} for name in ("456 Border Rgt", "156 Rifle Div", "52 Art Rgt")}
    points = {"soviet_type_i": 3, "soviet_type_a": 1}
    held = {3606: "soviet", 3610: "soviet"}
    state = on_turn("soviet.engineer", lost, points, CITY, control=held)
    no = why(state, "soviet", {"raise": "156 Rifle Div", "to": 3606})
    assert (no.rule, no.key) == ("EF-7.43.d", "refuse.too_big_to_raise")
    assert why(state, "soviet", {"raise": "456 Border Rgt", "to": 3605}).rule == "EF-7.43.d"
    state = play(state, "soviet", {"raise": "456 Border Rgt", "to": 3606}).state
    assert (where(state, "456 Border Rgt"), steps(state, "456 Border Rgt")) == (3606, 1)
    assert track(state, "soviet_type_i") == 2
    no = why(state, "soviet", {"raise": "52 Art Rgt", "to": 3606})
    assert (no.rule, no.key) == ("EF-7.43.d", "refuse.one_per_city")
    assert may(state, "soviet", {"raise": "52 Art Rgt", "to": 3610})
    beset = {**lost, "46 Inf Div": 3605, "106 Rifle Div": 3606}
    near = on_turn("soviet.engineer", beset, points, CITY, control={3610: "soviet"})
    assert why(near, "soviet", {"raise": "456 Border Rgt", "to": 3606}).key == "refuse.city_closed"


@pytest.mark.rule("EF-7.43.d")
def test_a_major_city_raises_one_unit_in_all_its_hexes_together() -> None:
    lost = {name: {"box": "cadre", "steps": 0} for name in ("456 Border Rgt", "52 Art Rgt")}
    city = {h: {"place": "major_city"} for h in (3609, 3610)}
    points, held = {"soviet_type_i": 1, "soviet_type_a": 1}, dict.fromkeys((3606, *city), "soviet")
    state = on_turn("soviet.engineer", lost, points, {**CITY, **city}, control=held)
    state = play(state, "soviet", {"raise": "456 Border Rgt", "to": 3609}).state
    no = why(state, "soviet", {"raise": "52 Art Rgt", "to": 3610})
    assert (no.rule, no.key) == ("EF-7.43.d", "refuse.one_per_city")
    assert may(state, "soviet", {"raise": "52 Art Rgt", "to": 3606})


BLOCK = {h: {"place": "major_city"} for h in (6013, 6014, 6015)}


def siege(held: int, at: str = "soviet.motorised", **more: Any) -> CrimeaState:
    """A major city without supply, with so many of its three hexes in Soviet hands."""
    control = {h: "soviet" if n < held else "axis" for n, h in enumerate(BLOCK)}
    lost = {"156 Rifle Div": {"box": "cadre", "steps": 0}, "320 Rifle Div": {"box": "eliminated", "steps": 0}}
    worn = {"106 Rifle Div": {"hex": 6013, "steps": 1}, "271 Rifle Div": {"hex": 6013, "steps": 1}}
    axis = {"46 Inf Div": 6012} if held > 2 else {"46 Inf Div": 6012, "73 Inf Div": 6015}
    pieces = {**lost, **worn, **axis, **more}
    return on_turn(at, pieces, {"soviet_type_i": 5}, BLOCK, scenario="7", control=control)


@pytest.mark.rule("EF-7.42.a", "EF-7.41.b")
def test_a_surrounded_city_takes_in_as_many_points_as_it_has_hexes_for() -> None:
    state = siege(3)
    assert len(rebuilding.besieged(state, 6013)) == 3
    state = play(state, "soviet", {"receive": "106 Rifle Div"}).state
    assert why(state, "soviet", {"receive": "271 Rifle Div"}).rule == "EF-7.42.a"
    assert why(siege(2), "soviet", {"receive": "106 Rifle Div"}).rule == "EF-7.42.a"


@pytest.mark.rule("EF-7.42.b")
def test_a_unit_is_raised_in_a_surrounded_city() -> None:
    state = siege(3, "soviet.engineer")
    assert may(state, "soviet", {"raise": "156 Rifle Div", "to": 6014})
    raised = play(state, "soviet", {"raise": "156 Rifle Div", "to": 6014}).state
    assert where(raised, "156 Rifle Div") == 6014
    # The one point of this turn went to a unit in the city.
    spent = siege(3, "soviet.engineer", **{"106 Rifle Div": {"hex": 6013, "steps": 1, "receiving": True}})
    assert steps(spent, "106 Rifle Div") == 2
    assert not may(spent, "soviet", {"raise": "156 Rifle Div", "to": 6014})


# -- the NKVD ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-7.23.a", "EF-7.23.b", "EF-7.23.c")
def test_one_nkvd_unit_a_turn_and_seven_turns_to_come_back() -> None:
    new = [{"id": f"{n} NKVD", "label": str(n), "front": "1-1-5", "steps": 1, **NKVD} for n in (1, 2)]
    known = facts()
    known["units"]["new"] += new
    lost = {"1 NKVD": {"box": "cadre", "steps": 0}, "2 NKVD": {"box": "eliminated", "steps": 0}}
    points = {"vp": 0, "soviet_type_i": 5}
    state = board("soviet.engineer", lost, facts=known, tracks={"tracks": points})
    assert why(state, "soviet", {"raise": "1 NKVD", "to": 3606}).rule == "EF-7.23.c"
    first = play(state, "soviet", {"rebuild": "1 NKVD"}).state
    piece = first.pieces[key(first, "1 NKVD")]
    assert (piece.box, piece.due) == ("active", 55)
    assert where(play(state, "soviet", {"rebuild": "2 NKVD"}).state, "2 NKVD") == "cadre"
    more = {**lost, "156 Rifle Div": {"box": "cadre", "steps": 0}}
    state = board("soviet.engineer", more, facts=known, tracks={"tracks": points})
    state = play(state, "soviet", {"rebuild": "1 NKVD"}).state
    assert why(state, "soviet", {"rebuild": "2 NKVD"}).rule == "EF-7.23.a"


@pytest.mark.rule("EF-7.23.c")
def test_the_seven_turns_begin_when_an_nkvd_unit_gets_its_last_step() -> None:
    known = facts()
    known["units"]["new"] += [{"id": "1 NKVD", "label": "1", "front": "2-2-5", "back": "1-1-5", "steps": 2, **NKVD}]
    worn = {"1 NKVD": {"box": "active", "steps": 1, "due": 50}}
    state = board("soviet.engineer", worn, facts=known, tracks={"tracks": {"vp": 0, "soviet_type_i": 1}})
    step = play(state, "soviet", {"rebuild": "1 NKVD"})
    piece = step.state.pieces[key(step.state, "1 NKVD")]
    assert (piece.steps, piece.due) == (2, 55)
    assert logged(step, "rebuilt").rule == "EF-7.23.c"


@pytest.mark.rule("EF-7.42.c")
def test_an_nkvd_unit_goes_into_a_city_that_is_surrounded_for_the_first_time() -> None:
    lost = {"276 NKVD Rgt": {"box": "cadre", "steps": 0}}
    order = {"raise": "276 NKVD Rgt", "to": 6014}
    state = siege(3, "soviet.engineer", **lost)
    placed = play(state, "soviet", order).state
    assert where(placed, "276 NKVD Rgt") == 6014
    assert placed.tracks["encircled_6013"] == rebuilding.OVER
    # A turn without it: the encirclement goes on, and it may still come; not in a later one.
    passed = play(state, "soviet", {"do": "done"}, [1, 1]).state
    assert passed.tracks["encircled_6013"] == rebuilding.GOING_ON
    known = {"vp": 0, "soviet_type_i": 5}
    pieces = {**lost, "106 Rifle Div": 6013, "46 Inf Div": 6012}
    control = dict.fromkeys(BLOCK, "soviet")

    def later(track: int) -> CrimeaState:
        tracks = {"tracks": {**known, "encircled_6013": track}}
        facts_of_city = facts(hexes=BLOCK)
        return board("soviet.engineer", pieces, facts=facts_of_city, scenario="7", control=control, tracks=tracks)

    assert may(later(rebuilding.GOING_ON), "soviet", order)
    assert not may(later(rebuilding.OVER), "soviet", order)


@pytest.mark.rule("EF-7.42.c")
def test_the_first_encirclement_ends_when_the_city_is_relieved() -> None:
    facts_of_city = facts(hexes={6911: {"place": "major_city"}})
    tracks = {"tracks": {"vp": 0, "encircled_6911": rebuilding.GOING_ON}}
    pieces = {"106 Rifle Div": 6911, "271 Rifle Div": 6912}
    state = board("soviet.engineer", pieces, facts=facts_of_city, scenario="7", tracks=tracks)
    assert state.tracks["encircled_6911"] == rebuilding.OVER


@pytest.mark.rule("EF-7.23.a")
def test_nkvd_trains_do_not_count_and_any_nkvd_unit_that_takes_a_point_does() -> None:
    known = facts()
    train = {**NKVD, "id": "Iron NKVD", "label": "T", "type": "armoured_train", "front": "1-2-48", "steps": 1}
    known["units"]["new"] += [
        train,
        *({"id": f"{n} NKVD", "label": str(n), "front": "2-2-5", "back": "1-1-5", "steps": 2, **NKVD} for n in (1, 2)),
    ]

    def why_not(name: str, turns_ago: int = 9, **receiving: bool) -> str:
        pieces = {"1 NKVD": {"hex": "3609", "steps": 1}, "2 NKVD": {"box": "cadre", "steps": 0}}
        pieces |= {"Iron NKVD": {"box": "cadre", "steps": 0}, "156 Rifle Div": {"hex": "3609", "steps": 1}}
        state = board("soviet.engineer", pieces, facts=known)
        d = Draft(state, NoDice())
        d.put("tracks", "soviet_nkvd", state.turn - turns_ago)
        state = d.now
        for unit, does in receiving.items():
            state = marked(state, unit.replace("_", " "), receiving=does)
        no = rebuilding._why_no_nkvd(state, state.board.units[key(state, name)])
        return no.rule if no else ""

    assert why_not("2 NKVD") == ""
    assert why_not("2 NKVD", **{"1_NKVD": True}) == "EF-7.23.a"
    assert why_not("2 NKVD", **{"156_Rifle_Div": True}) == ""
    assert why_not("156 Rifle Div", **{"1_NKVD": True}) == ""
    assert why_not("Iron NKVD", **{"1_NKVD": True}) == ""
    assert why_not("2 NKVD", turns_ago=0) == "EF-7.23.a"
    assert why_not("2 NKVD", turns_ago=1) == ""


# -- besieged from all sides but the sea -------------------------------------------------------------------------------

BY_SEA = {"special_rules": [{"rule": "EFS-10.24.b1", "key": "besieged_by_sea_only"}]}
HARBOUR = {"coastal": True, "place": "town", "port": "major", "zone": "sevastopol"}


@pytest.mark.rule("EF-PB3.23.b", "EFS-10.24.b1", "EF-7.22.c2")
@pytest.mark.parametrize(
    ("name", "is_kept_out"),
    [
        ("106 Rifle Div", True),
        ("39 Tank Bde", False),  # paid for with points of Type A
        ("Militia", False),  # nothing buys it
        ("46 Inf Div", False),  # not theirs
    ],
)
@pytest.mark.parametrize("card", [BY_SEA, {}])
def test_only_men_wait_for_zap_units_and_only_in_a_siege(name: str, is_kept_out: bool, card: dict[str, Any]) -> None:
    more = facts(hexes={3606: HARBOUR})
    more["card"] |= {**card, "supply_sources": {"axis": {"hexes": []}, "soviet": {"hexes": []}}}
    state = board("soviet.motorised", {name: 3606}, facts=more, control={3606: "soviet"})
    no = rebuilding.why_only_zaps(state, key(state, name), 3606)
    assert (no is not None) is (is_kept_out and bool(card))


@pytest.mark.rule("EF-PB3.23.b", "EFS-10.24.b1")
@pytest.mark.parametrize(("source", "is_besieged"), [(["3610"], False), ([], True)])
def test_who_has_a_line_overland_is_not_besieged(source: list[str], is_besieged: bool) -> None:
    more = facts(hexes={3606: HARBOUR})
    more["card"] |= {**BY_SEA, "supply_sources": {"axis": {"hexes": []}, "soviet": {"hexes": source}}}
    state = board("soviet.motorised", {"106 Rifle Div": 3606}, facts=more, control={3606: "soviet", 3610: "soviet"})
    assert (rebuilding.why_only_zaps(state, key(state, "106 Rifle Div"), 3606) is not None) is is_besieged
