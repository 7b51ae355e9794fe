"""The winter rules of scenario 4: the closed peninsula, the coast, the ice and the shells."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.naval import landings
from sandtable.games.eastfront.rules.scenarios import sunk_ships, winter_freeze, winter_siege
from sandtable.games.eastfront.rules.special_units.artillery import why_too_many
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import ref
from sandtable.games.eastfront.rules.victory import places, victory
from sandtable.kernel import Draft, NoDice, SeededDice
from tests.games.eastfront.board import board, key, logged, may, play, why

TURN: dict[str, Any] = {"scenario": "4", "turn": 90, "weather": "dry"}


@pytest.mark.rule("EFS-10.44.j1", "EF-10.56")
def test_the_peninsula_is_closed_until_two_turns_after_a_landing() -> None:
    pieces = {"46 Inf Div": 4812, "73 Inf Div": 5012}
    state = board("axis.movement", pieces, **TURN)
    assert why(state, "axis", {"move": "46 Inf Div", "path": ["4912"]}).rule == "EFS-10.44.j1"
    assert may(state, "axis", {"move": "46 Inf Div", "path": ["4712"]})
    # those who are there move, and may leave
    assert may(state, "axis", {"move": "73 Inf Div", "path": ["4912", "4812"]})
    for turn, open_now in ((90, False), (91, False), (92, True)):
        later = board("axis.movement", pieces, tracks={"landed_at_kerch": 90}, **{**TURN, "turn": turn})
        assert may(later, "axis", {"move": "46 Inf Div", "path": ["4912"]}) is open_now
    d = Draft(board("axis.movement", {**pieces, "157 Rifle Div": 6013}, **TURN), NoDice())
    assert d.now.tracks["landed_at_kerch"] == 90


@pytest.mark.rule("EFS-10.44.j1")
def test_boats_at_sea_are_no_landing_but_an_assault_is_one_even_if_it_fails() -> None:
    facts = {"hexes": {5012: {"coastal": True}, 5013: {"terrain": "sea", "zone": "azov"}}}
    boats = board("soviet.declaration", {"Flot Kiev": 5013, "46 Inf Div": 5012}, facts=facts, **TURN)
    assert "landed_at_kerch" not in boats.tracks
    row = {"hex": "5013", "ship": "Gp-A", "assault": True, "activated": True}
    ships = {"Gp-A": {"zone": "azov", "hex": "5013"}}
    placed = board("soviet.declaration", {"83 Naval Bde": row, "46 Inf Div": 5012}, facts=facts, ships=ships, **TURN)
    assert "landed_at_kerch" not in placed.tracks
    after = play(placed, "soviet", {"do": "declare", "hexes": [5012], "units": ["83 Naval Bde"]}).state
    assert after.tracks["landed_at_kerch"] == 90


@pytest.mark.rule("EFS-10.44.j2", "EFS-10.4.ev")
def test_units_that_guard_the_coast_move_for_a_point() -> None:
    facts = {"hexes": {"4010": {"coastal": True}, "4025": {"coastal": True}}}
    state = board("axis.movement", {"46 Inf Div": 4010, "73 Inf Div": 4110}, facts=facts, **TURN)
    before = state.tracks["vp"]
    assert play(state, "axis", {"move": "46 Inf Div", "path": ["4011"]}).state.tracks["vp"] == before - 1
    assert play(state, "axis", {"move": "73 Inf Div", "path": ["4111"]}).state.tracks["vp"] == before
    later = board("axis.movement", {"46 Inf Div": 4010}, facts=facts, tracks={"landed_at_kerch": 89}, **TURN)
    assert not winter_siege.guards_coast(later, key(later, "46 Inf Div"))


@pytest.mark.rule("EFS-10.44.j2")
@pytest.mark.parametrize(
    ("place", "landed", "guards"),
    [
        (4010, 0, True),
        (4010, 90, True),  # in the turn of the landing still
        (4010, 89, False),
        (4021, 0, True),
        (4022, 0, False),  # too far south
        (4110, 0, False),  # inland
        (5012, 0, False),  # on the peninsula
        ("In-1520", 0, False),
    ],
)
def test_who_guards_the_coast(place: int | str, landed: int, guards: bool) -> None:
    facts = {"hexes": {str(h): {"coastal": True} for h in (4010, 4021, 4022, 5012, "In-1520")}}
    tracks = {"landed_at_kerch": landed} if landed else {}
    state = board("axis.movement", {"46 Inf Div": {"hex": str(place)}}, facts=facts, tracks=tracks, **TURN)
    assert winter_siege.guards_coast(state, key(state, "46 Inf Div")) is guards


@pytest.mark.rule("EFS-10.44.j2")
def test_only_the_axis_guards_the_coast_from_the_map_and_where_the_card_says_so() -> None:
    facts = {"hexes": {"4010": {"coastal": True}}}
    pieces = {"157 Rifle Div": 4010, "46 Inf Div": {"box": "cadre", "steps": 0}}
    state = board("axis.movement", pieces, facts=facts, **TURN)
    assert not winter_siege.guards_coast(state, key(state, "157 Rifle Div"))
    assert not winter_siege.guards_coast(state, key(state, "46 Inf Div"))
    other = board("axis.movement", {"46 Inf Div": 4010}, facts=facts)
    assert not winter_siege.guards_coast(other, key(other, "46 Inf Div"))


@pytest.mark.rule("EFS-10.44.j2", "EF-14.12")
def test_who_leaves_the_coast_in_reaction_pays_too() -> None:
    facts = {"hexes": {"4010": {"coastal": True}}}
    pieces = {"Axis Rcn Bn": 4010, "190 AG Bn": 4110, "46 Inf Div": 4013, "157 Rifle Div": 4014}
    marked = {"4013": {"side": "soviet", "hexes": ["4013"], "units": ["157 Rifle Div"]}}
    state = board("soviet.reaction.moves", pieces, facts=facts, attacks=marked, **TURN)
    before = state.tracks["vp"]
    step = play(state, "axis", {"move": "Axis Rcn Bn", "path": ["4011"]})
    assert step.state.tracks["vp"] == before - 1
    assert logged(step, "coast_left").params["unit"] == ref(key(state, "Axis Rcn Bn"))
    assert play(state, "axis", {"move": "190 AG Bn", "path": ["4111"]}).state.tracks["vp"] == before


@pytest.mark.rule("EFS-10.44.f")
def test_super_heavy_guns_fire_what_there_is() -> None:
    guns = ("641 S-H Art Bn", "I-814 S-H Art Bn")
    pieces = {gun: {"hex": "In-1520"} for gun in guns}
    supplies = {1: {"side": "axis", "hex": "In-1519"}, 2: {"side": "axis", "hex": "4022"}}
    state = board(
        "strategic.supply.shells", pieces, tracks={"heavy_shells": 0, "axis_ledger": 2}, supplies=supplies, **TURN
    )
    keys = tuple(key(state, gun) for gun in guns)
    no = why_too_many(state, "axis", keys, (11521,))
    assert no is not None
    assert no.rule == "EFS-10.44.f"
    assert not may(state, "axis", {"stock": 2})
    after = play(state, "axis", {"stock": 1}).state
    assert (after.tracks["heavy_shells"], after.tracks["axis_ledger"], list(after.supplies)) == (4, 1, [2])
    assert why_too_many(after, "axis", keys, (11521,)) is None
    d = Draft(after, NoDice())
    winter_siege.fire_shells(d, 2)
    assert d.now.tracks["heavy_shells"] == 2


@pytest.mark.rule("EFS-10.44.g", "EFS-10.94.d")
@pytest.mark.parametrize(
    ("turn", "weather", "allowed"), [(95, "snow", True), (95, "frost", False), (90, "snow", False)]
)
def test_the_axis_digs_in_while_it_snows_in_winter(turn: int, weather: str, allowed: bool) -> None:
    state = board("axis.movement", {"820 Eng Rgt": 4012}, **{**TURN, "turn": turn, "weather": weather})
    assert building.may_build(state, "axis") is allowed
    assert building.may_build(state, "soviet")


@pytest.mark.rule("EFS-10.44.i", "EFS-10.54.i", "EFS-10.94.g")
def test_the_way_over_the_ice_carries_six_points_a_turn() -> None:
    pieces = {"157 Rifle Div": {"box": "map_t"}, "12 Rifle Bde": {"box": "map_t"}, "83 Naval Bde": {"box": "map_t"}}
    control = {"7013": "soviet", "7012": "soviet"}
    late = {**TURN, "turn": 100, "weather": "snow"}
    state = board("soviet.movement.ice", pieces, control=control, tracks={"ice_bridge": 99}, **late)
    state = play(state, "soviet", {"cross": "157 Rifle Div"}).state
    assert state.tracks["ice_crossed"] == 10004
    assert may(state, "soviet", {"cross": "12 Rifle Bde"})
    full = board(
        "soviet.movement.ice", pieces, control=control, tracks={"ice_bridge": 99, "ice_crossed": 10003}, **late
    )
    assert why(full, "soviet", {"cross": "157 Rifle Div"}).rule == "EFS-10.44.i"
    assert may(full, "soviet", {"cross": "83 Naval Bde"})
    other = board(
        "soviet.movement.ice", pieces, control=control, tracks={"ice_bridge": 99, "ice_crossed": 9906}, **late
    )
    assert may(other, "soviet", {"cross": "157 Rifle Div"})
    # never where 7012 was not Soviet on turn 99, and no longer once the Axis is there
    assert map_t.bridgehead(board("soviet.movement.moves", pieces, control=control, **late)) == 0
    lost = {**pieces, "46 Inf Div": 7012}
    broken = board("soviet.movement.moves", lost, control={"7013": "soviet"}, tracks={"ice_bridge": 99}, **late)
    assert "ice_bridge" not in broken.tracks


@pytest.mark.rule("EFS-10.4.vp", "EFS-10.3.vp")
def test_places_are_worth_what_their_turn_says_and_keep_it() -> None:
    def value(name: str, turn: int, place: int, **more: Any) -> int:
        state = board("axis.movement", {"46 Inf Div": 4012}, **{**TURN, "scenario": name, "turn": turn}, **more)
        return places.values(state)[place]

    assert [value("3", turn, 6912) for turn in (65, 66)] == [6, 4]
    assert [value("3", turn, 11527) for turn in (74, 75)] == [4, 2]
    assert value("4", 90, 6912) == 4
    assert value("4", 90, 6912, tracks={"first_6912": 1}) == 2
    taken = board(
        "axis.movement", {"46 Inf Div": 3519}, **{**TURN, "scenario": "3", "turn": 66}, tracks={"place_3519": 5}
    )
    assert places.held(taken)[3519] == 5


@pytest.mark.rule("EFS-10.4.vp", "EFS-10.3.vp")
def test_the_belt_counts_by_the_hex_or_by_six() -> None:
    codes = ("1323", "1423", "1522", "1623", "1624", "1724")
    facts = {"hexes": {f"In-{code}": {"works": "belt"} for code in codes}}

    def points(name: str, turn: int, taken: int) -> int:
        control = {f"In-{code}": "axis" for code in codes[:taken]}
        state = board(
            "axis.movement",
            {"46 Inf Div": 4012},
            facts=facts,
            control=control,
            **{**TURN, "scenario": name, "turn": turn},
        )
        return state.tracks["vp"]

    assert points("3", 66, 2) - points("3", 66, 0) == 4
    assert points("4", 90, 6) - points("4", 90, 5) == 3


@pytest.mark.rule("EFS-10.3.loss")
@pytest.mark.parametrize(
    ("ship", "worth"), [("Paris Com", 3), ("Molotov", 2), ("Tashkent", 1), ("DD-1", 1), ("Gp-A", 0)]
)
def test_sunk_ships_count_once(ship: str, worth: int) -> None:
    state = board("axis.movement", {"46 Inf Div": 4012}, ships={ship: {"box": "eliminated"}}, **TURN)
    assert state.tracks["vp"] == worth
    d = Draft(state, NoDice())
    sunk_ships.settle(d)
    assert d.now.tracks["vp"] == worth


@pytest.mark.rule("EFS-10.3.levels", "EFS-10.4.levels", "EFS-10.2.levels")
@pytest.mark.parametrize(
    ("name", "points", "level"),
    [
        ("3", 24, ("axis", "strategic")),
        ("3", 23, ("axis", "operational")),
        ("3", 12, ("axis", "marginal")),
        ("3", 11, ("soviet", "marginal")),
        ("3", 5, ("soviet", "operational")),
        ("3", 4, ("soviet", "strategic")),
        ("4", 27, ("axis", "strategic")),
        ("4", 18, ("axis", "operational")),
        ("4", 15, ("axis", "marginal")),
        ("4", 14, ("soviet", "marginal")),
        ("4", 7, ("soviet", "operational")),
        ("8", 20, ("axis", "")),
        ("8", 19, ("soviet", "")),
        ("2", 15, ("axis", "strategic")),
        ("2", 10, ("axis", "operational")),
        ("2", 7, ("axis", "marginal")),
        ("2", 5, ("soviet", "marginal")),
        ("2", 2, ("soviet", "operational")),
        ("2", 1, ("soviet", "strategic")),
    ],
)
def test_points_decide_by_level(name: str, points: int, level: tuple[str, str]) -> None:
    theatre = GAME.open(name)
    d = Draft(board("axis.movement", {}, scenario=name, turn=theatre.first_turn), NoDice())  # type: ignore[attr-defined]
    d.put("tracks", "vp", points)
    assert victory.judged(d.now) == level


@pytest.mark.rule("EFS-10.4.setup", "EFS-10.42")
def test_scenario_4_begins_with_twelve_points_for_the_places_it_holds() -> None:
    state = GAME.start(GAME.open("4"), SeededDice(bytes(32))).state
    assert state.tracks["vp"] == 12  # type: ignore[attr-defined]
    assert sum(places.held(state).values()) == 12  # type: ignore[arg-type]


@pytest.mark.rule("EFS-10.44.j3")
def test_no_landing_west_of_the_peninsula_and_north_of_3822() -> None:
    # four stretches of coast: west of the peninsula in the north and in the south, the peninsula, the enlarged map
    sea = {"4007": 4008, "4526": 4527, "5007": 5008}
    coast = {str(land): {"coastal": True} for land in (*sea.values(), 4006)}
    hexes = {**{h: {"terrain": "sea", "zone": "crimea"} for h in sea}, **coast, "In-1521": {"coastal": True}}
    state = board("soviet.motorised.sailing", {}, facts={"hexes": hexes}, **TURN)
    assert [landings.beaches(state.board, int(h)) for h in sea] == [(), (4527,), (5008,)]
    no = landings.why_no_roadstead(state, 4007)
    assert no is not None
    assert (no.rule, no.key) == ("EFS-10.44.j3", "refuse.coast_closed")
    assert landings.why_no_roadstead(state, 4526) is None
    assert landings.why_no_roadstead(state, 4512).rule == "EF-PB8.71"  # type: ignore[union-attr]
    board_of = state.board
    closed = [winter_siege.is_closed_coast(board_of, h) for h in (4008, 4527, 5008, 4009, 11521)]
    assert closed == [True, False, False, False, False]
    edge = {"4021": {"coastal": True}, "4022": {"coastal": True}, "4809": {"coastal": True}, "4909": {"coastal": True}}
    near = board("axis.movement", {}, facts={"hexes": edge}, **TURN).board
    assert [winter_siege.is_closed_coast(near, int(h)) for h in edge] == [True, False, True, False]
    # other cards close no coast
    open_coast = board("axis.movement", {}, facts={"hexes": edge}, scenario="5", turn=90, weather="snow").board
    assert not any(winter_siege.is_closed_coast(open_coast, int(h)) for h in edge)


@pytest.mark.rule("EFS-10.44.h", "EFS-10.94.g", "EFS-10.54.i")
@pytest.mark.parametrize("name", ["4", "5", "9"])
def test_azov_and_the_strait_freeze_on_turn_97(name: str) -> None:
    for turn, frozen in ((96, False), (97, True), (101, True)):
        state = board("soviet.movement", {}, scenario=name, turn=turn, weather="snow", bare=False)
        assert (winter_freeze.why_frozen_zone(state, "azov") is not None) is frozen
        for port in ("6912", "7013"):
            assert (winter_freeze.why_frozen_port(state, port) is not None) is frozen
        assert winter_freeze.why_frozen_zone(state, "kerch") is None
        assert winter_freeze.why_frozen_port(state, "5718") is None
    third = board("soviet.movement", {}, scenario="6", turn=130, weather="frost", bare=False)
    assert winter_freeze.why_frozen_zone(third, "azov") is None
