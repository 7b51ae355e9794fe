"""Attack supply points: how they come on the map, by road, by rail, on Bases, in cities and through Map T."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.supply import attack_supply, bases, deliveries, supply
from sandtable.games.eastfront.scenario.setup import ledgers_at_start
from sandtable.kernel.cases.parts import CaseError
from tests.games.eastfront.board import asked, board, key, logged, may, play, where, why

LINE = (3501, 3502, 3503, 3504, 3505, 3506, 3507)
RAILS = [[a, b] for a, b in pairwise(LINE)]
ROADS = [[3301, 3302, "primary"], [3302, 3303, "primary"]]
POINTS = {
    "axis": {"each_turn": 3, "counters": 4, "per_base": 2},
    "soviet": {"each_turn": 2, "counters": 2, "wagon": True},
}
SWITCHES = {"general_supply": {"value": "traced"}, "map_t": {"value": True}}
SOURCES = {"axis": {"hexes": ["3301", "3501", "3601", "3208"]}, "soviet": {"hexes": ["4215", "4115"]}}
BASE = {
    "id": "Base",
    "label": "B",
    "side": "axis",
    "nation": "german",
    "type": "axis_base",
    "size": "army",
    "stack": 2,
    "front": "0-2-0",
    "steps": 1,
}


def front(
    at: str = "axis.movement",
    pieces: dict[str, Any] | None = None,
    card: dict[str, Any] | None = None,
    tracks: dict[str, int] | None = None,
    **more: Any,
) -> CrimeaState:
    """Sources on the north edge by road and by rail, one in the west, and points that wait."""
    side = at.split(".", maxsplit=1)[0]
    pending = {f"{side}_points": 3, f"{side}_counters": 4} if side in ("axis", "soviet") else {}
    facts = {
        "rails": RAILS,
        "roads": ROADS,
        "units": {"new": [BASE]},
        **more.pop("facts", {}),
        "card": {"switches": SWITCHES, "supply_sources": SOURCES, "attack_supply": POINTS, **(card or {})},
    }
    rails = more.pop("rails", dict.fromkeys(LINE, "converted"))
    known = {"vp": 0, **pending, **(tracks or {})}
    return board(at, pieces or {}, facts=facts, tracks={"tracks": known}, rails=rails, **more)


def bring(form: str, to: int) -> dict[str, Any]:
    return {"do": "deliver", "form": form, "to": to}


# -- points ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-6.81.a", "EF-6.81.b", "EF-4.2.A2")
def test_points_come_in_the_supply_phase_and_are_lost_if_nobody_fetches_them() -> None:
    state = front("strategic.supply", weather="dry")
    assert state.tracks["axis_points"] == 3
    state = front(tracks={"axis_points": 3})
    state = play(state, "axis", bring("mobile", 3301)).state
    step = play(state, "axis", {"do": "done"})
    assert logged(step, "supply_expired").params["points"] == 2
    assert logged(step, "supply_expired").rule == "EF-6.81.b"
    assert "axis_points" not in step.state.tracks
    listed = {"attack_supply": {"axis": {"entries": [{"turn": 49, "points": 2}], "counters": 2}}}
    assert deliveries.income(front(card=listed), "axis") == 0
    assert deliveries.income(front(card=listed, turn=49), "axis") == 2


@pytest.mark.rule("EF-6.81.b", "EF-6.82")
def test_no_more_counters_than_there_are_and_a_spent_one_comes_back_next_turn() -> None:
    goods = {n: {"side": "axis", "hex": "3303"} for n in (1, 2, 3)}
    state = front("strategic.supply", supplies=goods, weather="dry")
    assert state.tracks["axis_counters"] == 1
    state = front(tracks={"axis_counters": 1}, supplies=goods)
    state = play(state, "axis", bring("mobile", 3301)).state
    assert why(state, "axis", bring("mobile", 3301)).rule == "EF-6.81.b"
    merged = play(state, "axis", {"do": "merge", "supply": 1}).state
    assert why(merged, "axis", bring("mobile", 3301)).rule == "EF-6.81.b"
    again = front("strategic.supply", supplies={1: goods[1]}, weather="dry")
    assert again.tracks["axis_counters"] == 3


@pytest.mark.rule("EF-6.81.a")
def test_where_no_points_are_counted_nothing_comes_in() -> None:
    state = board("axis.movement", scenario="7", bare=False)
    assert why(state, "axis", bring("mobile", 5315)).key == "refuse.no_points_waiting"
    assert deliveries.income(state, "axis") == 0


# -- by road and by rail -----------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-6.84.a", "EF-PB4.32")
def test_mobile_units_come_in_at_northern_sources_with_a_way_and_go_on() -> None:
    state = front()
    assert [h for h in SOURCES["axis"]["hexes"] if may(state, "axis", bring("mobile", int(h)))] == ["3301", "3501"]
    no = why(state, "axis", bring("mobile", 3208))
    assert (no.rule, no.key) == ("EF-PB4.32", "refuse.supply_entry")
    state = play(state, "axis", bring("mobile", 3301)).state
    unit = state.supplies[1]
    assert (unit.hex, unit.points, unit.spent) == (3301, 1, 1)
    long_way = [3302, 3303, 3304, 3305, 3306, 3307, 3308, 3309]
    assert may(state, "axis", {"do": "haul", "supply": 1, "path": long_way[:-1]})
    assert not may(state, "axis", {"do": "haul", "supply": 1, "path": [*long_way, 3310]})
    closed = front(pieces={"106 Rifle Div": 3302})
    assert why(closed, "axis", bring("mobile", 3301)).rule == "EF-PB4.32"
    held = front(pieces={"106 Rifle Div": 3302, "73 Inf Div": 3301})
    assert may(held, "axis", bring("mobile", 3301))


@pytest.mark.rule("EF-6.84.a")
def test_soviet_points_of_the_series_come_in_at_the_edge() -> None:
    ways = {"roads": [*ROADS, [4215, 4214, "secondary"]]}
    card = {"attack_supply": {"soviet": {"each_turn": 2, "counters": 3, "wagon": True, "entry": "map"}}}
    state = front("soviet.movement", card=card, facts=ways)
    assert may(state, "soviet", bring("mobile", 4215))
    assert why(state, "soviet", bring("mobile", 4115)).rule == "EF-6.84.a"
    state = play(state, "soviet", bring("mobile", 4215)).state
    assert state.supplies[1].wagon


@pytest.mark.rule("EF-6.83.a1", "EF-PB4.32", "EF-6.81.a")
def test_dumps_come_in_by_rail_where_the_capacity_allows_it() -> None:
    assert why(front(), "axis", bring("dump", 3507)).rule == "EF-PB4.11"
    capacity = {"rail_capacity": {"axis": {"converted": 3}}}
    state = front(card=capacity)
    assert why(state, "axis", bring("dump", 3302)).rule == "EF-6.83.a1"
    state = play(state, "axis", bring("dump", 3507)).state
    assert (state.supplies[1].points, state.supplies[1].hex, state.tracks["axis_points"]) == (2, 3507, 1)
    assert state.tracks["rail_converted"] == 2
    assert why(state, "axis", bring("dump", 3507)).key == "refuse.one_point"
    assert why(state, "axis", {"do": "ship", "supply": 1, "to": 3506}).rule == "EF-11.12.a"
    small = front(card={"rail_capacity": {"axis": {"converted": 1}}})
    assert why(small, "axis", bring("dump", 3507)).rule == "EF-6.83.a1"
    off_line = front(card=capacity, rails={})
    assert why(off_line, "axis", bring("dump", 3507)).rule == "EF-6.83.a1"


# -- Bases -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-6.91", "EF-6.92")
def test_a_base_holds_its_hex_has_a_zone_and_one_step_and_never_moves() -> None:
    state = front(pieces={"Base": 3505, "106 Rifle Div": 3507})
    counter = state.board.units[key(state, "Base")]
    assert (counter.exerts, counter.steps, counter.stack, state.pieces[counter.id].steps) == (True, 1, 2, 1)
    assert state.control[3505] == "axis"
    assert why(state, "axis", {"move": "Base", "path": [3504]}).rule == "EF-6.91"
    assert not may(front(pieces={"Base": 3505}, at="soviet.movement"), "soviet", {"move": "Base", "path": [3504]})
    soviet = front("soviet.movement", {"Base": 3505, "106 Rifle Div": 3507})
    no = why(soviet, "soviet", {"move": "106 Rifle Div", "path": [3506, 3406]})
    assert no.rule == "EF-10.65"  # the zone of the Base stops it


@pytest.mark.rule("EF-6.94", "EF-6.91")
def test_a_base_that_has_to_retreat_is_gone_for_good() -> None:
    marked = {"3505": {"side": "soviet", "hexes": ["3505"], "units": ["156 Rifle Div", "157 Rifle Div"]}}
    pieces = {"Base": 3505, "156 Rifle Div": 3506, "157 Rifle Div": 3506}
    automatic = {"switches": {**SWITCHES, "attack_supply_soviet": {"value": "automatic", "turns": [48, 51]}}}
    state = front("soviet.combat.attacks", pieces, automatic, attacks=marked)
    state = play(state, "soviet", {"resolve": 3505}).state
    state = play(state, "soviet", {"do": "assault", "units": ["156 Rifle Div", "157 Rifle Div"]}, [3]).state
    state = play(state, "axis", {"lose": "Base"}).state
    assert where(state, "Base") == "cannot_rebuild"


@pytest.mark.rule("EF-6.93", "EF-6.84.b", "EF-6.83.a2")
def test_points_are_placed_on_a_base_up_to_its_limit_and_may_move_on() -> None:
    capacity = {"rail_capacity": {"axis": {"converted": 3}}}
    state = front(pieces={"Base": 3505}, card=capacity)
    state = play(state, "axis", bring("mobile", 3505)).state
    assert state.tracks["base_3505"] == 1
    no = bases.why_not_served(state, 3505, 2)
    assert no is not None
    assert (no.rule, no.params["left"]) == ("EF-6.93", 1)
    assert may(state, "axis", {"do": "haul", "supply": 1, "path": [3504, 3503, 3502]})
    assert may(state, "axis", {"do": "ship", "supply": 1, "to": 3501})
    full = play(state, "axis", bring("mobile", 3505)).state
    assert why(full, "axis", bring("mobile", 3505)).rule == "EF-6.93"
    on_base = play(front(pieces={"Base": 3505}, card=capacity), "axis", bring("dump", 3505)).state
    assert (on_base.supplies[1].points, on_base.tracks["base_3505"]) == (2, 2)
    assert "rail_converted" not in on_base.tracks
    shipped = play(on_base, "axis", {"do": "ship", "supply": 1, "to": 3507}).state
    assert shipped.supplies[1].hex == 3507
    # A new phase, a new share.
    fresh = front(pieces={"Base": 3505}, tracks={"base_3505": 2})
    assert may(fresh, "axis", bring("mobile", 3505))


@pytest.mark.rule("EF-6.93")
def test_a_base_serves_only_while_it_is_active_and_in_supply() -> None:
    asleep = front(pieces={"Base": {"hex": "3505", "back": True}})
    assert why(asleep, "axis", bring("mobile", 3505)).key == "refuse.base_inactive"
    cut_off = front(pieces={"Base": 4014})
    assert why(cut_off, "axis", bring("mobile", 4014)).key == "refuse.base_unsupplied"
    assert not bases.depots(front("soviet.movement", {"Base": 3505}), "soviet")


@pytest.mark.rule("EF-6.95", "EF-6.94", "EF-6.83.b2")
def test_a_base_that_is_cut_off_may_be_given_up_for_its_men_and_stores() -> None:
    pieces = {"Base": 4014, "RSC regular 1": {"box": "pool", "steps": 0}}
    state = front("strategic.supply.bases", pieces)
    assert asked(state) == {"axis": "turn.strategic.supply.bases"}
    step = play(state, "axis", {"do": "abandon", "unit": "Base"})
    assert where(step.state, "Base") == "cannot_rebuild"
    assert where(step.state, "RSC regular 1") == 4014
    assert (step.state.supplies[1].hex, step.state.supplies[1].points) == (4014, 2)
    assert logged(step, "dump_made").rule == "EF-6.83.b2"
    assert step.state.tracks.get("axis_points") == state.tracks.get("axis_points")
    fed = front("strategic.supply.bases", {"Base": 3505})
    assert asked(fed).get("axis") != "turn.strategic.supply.bases"
    both = front(
        "strategic.supply.bases",
        {"Base": 4014, "106 Rifle Div": 4012},
        facts={"units": {"new": [BASE, {**BASE, "id": "Base 2"}]}},
    )
    assert asked(both) == {"axis": "turn.strategic.supply.bases"}
    number = key(both, "Base 2")
    no = bases.why_not_abandon(both, number)
    assert no is not None
    assert no.key == "refuse.not_base"


# -- cities ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-6.84.d")
def test_a_major_city_takes_one_mobile_unit_a_turn_unless_it_is_surrounded() -> None:
    city = {"hexes": {h: {"place": "major_city"} for h in (3909, 3910)}}
    card = {"attack_supply": {"soviet": {"each_turn": 2, "counters": 4, "entry": "map"}}}
    control = {3909: "soviet", 3910: "soviet", **dict.fromkeys((4011, 4012, 4113, 4114), "soviet")}
    open_city = front("soviet.movement", card=card, facts=city, control=control)
    assert may(open_city, "soviet", bring("mobile", 3909))
    assert not may(open_city, "soviet", bring("dump", 3909))
    state = play(open_city, "soviet", bring("mobile", 3909)).state
    assert state.supplies[1].hex == 3909
    assert may(state, "soviet", {"do": "haul", "supply": 1, "path": [3810]})
    again = deliveries.why_no_city(state, 3910)
    assert again is not None
    assert again.key == "refuse.city_supplied"
    assert not may(state, "soviet", bring("mobile", 3910))
    ring = {"46 Inf Div": 3808, "50 Inf Div": 3811, "73 Inf Div": 4009, "132 Inf Div": 4012, "170 Inf Div": 3911}
    closed = front("soviet.movement", ring, card, facts=city, control=control)
    shut = deliveries.why_no_city(closed, 3909)
    assert shut is not None
    assert shut.key == "refuse.city_surrounded"
    taken = front("soviet.movement", card=card, facts=city, control={**control, 3909: "axis"})
    assert why(taken, "soviet", bring("mobile", 3909)).key == "refuse.not_your_hex"


# -- Map T -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-PB4.31", "EF-6.81.b")
def test_soviet_points_wait_in_map_t_as_mobile_units() -> None:
    state = front("strategic.supply", weather="dry")
    theirs = [unit for unit in state.supplies.values() if unit.side == "soviet"]
    assert [(unit.box, unit.hex, unit.points, unit.wagon) for unit in theirs] == [("map_t", 0, 1, True)] * 2
    assert "soviet_points" not in state.tracks
    goods = {5: {"side": "soviet", "hex": "4010"}}
    full = front("strategic.supply", supplies=goods, weather="dry")
    assert len([unit for unit in full.supplies.values() if unit.box]) == 1
    # They neither feed nor move from there.
    assert attack_supply.own(state, "soviet") == ()
    away = front("soviet.movement", supplies={1: {"side": "soviet", "box": "map_t"}})
    assert why(away, "soviet", {"do": "haul", "supply": 1, "path": [4010]}).rule == "EF-6.84"


@pytest.mark.rule("EF-PB3.52")
def test_soviet_reinforcements_gather_in_map_t_unless_the_card_says_otherwise() -> None:
    rows = [
        {"turn": 48, "unit": "143 Rifle Bde"},
        {"turn": 48, "unit": "12 Rifle Bde", "hex": "4215"},
    ]
    card = {"soviet": {"reinforcements": rows}}
    coming = {
        "143 Rifle Bde": {"box": "to_come"},
        "12 Rifle Bde": {"box": "to_come"},
        "106 Rifle Div": {"box": "active", "steps": 1},
    }
    late = {"156 Rifle Div": {"box": "active", "steps": 1, "due": 49}}
    state = front("strategic.arrivals", {**coming, **late}, card)
    found = {name: where(state, name) for name in (*coming, *late)}
    assert found == {
        "143 Rifle Bde": "map_t",
        "12 Rifle Bde": "active",
        "106 Rifle Div": "map_t",
        "156 Rifle Div": "active",
    }
    no_box = front(
        "strategic.arrivals",
        {"106 Rifle Div": {"box": "active", "steps": 1}},
        {"switches": {"map_t": {"value": False}}},
    )
    assert where(no_box, "106 Rifle Div") == "active"
    axis = front("strategic.arrivals", {"46 Inf Div": {"box": "active", "steps": 1}})
    assert where(axis, "46 Inf Div") == "active"


# -- points conserve ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("EF-6.82")
def test_what_comes_and_goes_is_booked() -> None:
    state = front(pieces={"Base": 3505}, tracks={"axis_ledger": 0, "axis_points": 3})
    for form, to in (("dump", 3505), ("mobile", 3301)):
        state = play(state, "axis", bring(form, to)).state
    assert state.tracks["axis_ledger"] == 3
    state = play(state, "axis", {"do": "break_up", "supply": 1}).state
    assert (state.tracks["axis_ledger"], GAME.broken(state)) == (2, None)
    with pytest.raises(CaseError, match="has 1 supply points and should have 2"):
        front(supplies={1: {"side": "axis", "hex": "3303"}}, tracks={"axis_ledger": 2})
    with pytest.raises(CaseError, match="has 3 points"):
        front(supplies={1: {"side": "axis", "hex": "3303", "points": 3}})
    counted = ledgers_at_start(front(card={"axis": {"supplies": [{"hex": "3503", "points": 2}]}}).board)
    assert counted == {"axis_ledger": 2, "soviet_ledger": 0}
    assert ledgers_at_start(board("axis.movement").board) == {}


def test_cards_cut_from_the_middle_of_the_map_have_their_own_edge() -> None:
    state = board("axis.movement", scenario="7", bare=False)
    assert supply.northern_sources(state) == supply.sources(state, "axis")
