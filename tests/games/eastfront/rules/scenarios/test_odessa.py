"""The siege of Odessa: its ring, its end and what its turns are worth."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.rules.arrivals import arrivals, departures, groups
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.replacements import replacements
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import odessa
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.surrender import surrender
from sandtable.games.eastfront.rules.victory import places
from sandtable.kernel import Draft, NoDice, ScriptedDice
from tests.games.eastfront.board import board, key, logged, may, play, where, why

TURN: dict[str, Any] = {"scenario": "2", "turn": 40, "weather": "dry"}


@pytest.mark.rule("EFS-10.25")
def test_the_game_ends_when_axis_units_stand_in_both_hexes_of_the_city() -> None:
    one = board("axis.movement", {"Rom 5 Inf Div": 1911, "72 Inf Div": 2010}, control={"2011": "axis"}, **TURN)
    assert GAME.outcome(one) is None
    both = board("axis.movement", {"Rom 5 Inf Div": 1911, "72 Inf Div": 2011}, **TURN)
    found = GAME.outcome(both)
    assert found is not None
    assert (found.winners, found.key, found.rule) == (("axis",), "outcome.axis_operational", "EFS-10.25")


@pytest.mark.rule("EFS-10.2.vp")
@pytest.mark.parametrize(("turn", "holder", "change"), [(51, "soviet", 0), (52, "soviet", -1), (52, "axis", 0)])
def test_each_turn_after_51_costs_the_axis_a_point(turn: int, holder: str, change: int) -> None:
    state = board("axis.movement", {"Rom 5 Inf Div": 1506}, control={"2011": holder}, **{**TURN, "turn": turn})
    d = Draft(state, NoDice())
    odessa.count_turn(d)
    assert d.now.tracks["vp"] - state.tracks["vp"] == change


@pytest.mark.rule("EFS-10.2.vp")
def test_all_steps_count_at_odessa() -> None:
    pieces = {"Rom 5 Inf Div": 1506, "Rom 7 Inf Div": 1507, "25 AA Rgt": 1710}
    d = Draft(board("axis.movement", pieces, **TURN), NoDice())
    before = d.now.tracks["vp"]
    for name in ("Rom 5 Inf Div", "Rom 5 Inf Div", "Rom 7 Inf Div", "Rom 7 Inf Div"):
        results.lose_step(d, key(d.now, name))
    assert d.now.tracks["vp"] == before
    results.lose_step(d, key(d.now, "Rom 5 Inf Div"))
    assert d.now.tracks["vp"] == before - 1


@pytest.mark.rule("EFS-10.24.l")
def test_who_is_still_there_on_the_last_turn_is_lost() -> None:
    for turn, left in ((58, True), (59, False)):
        d = Draft(board("axis.movement", {"1 Naval Rgt": 2109}, **{**TURN, "turn": turn}), NoDice())
        odessa.count_stranded(d)
        assert bool(d.now.pieces[key(d.now, "1 Naval Rgt")].hex) is left


@pytest.mark.rule("EFS-10.24.b3", "EFS-10.24.b4")
def test_soviet_strongpoints_from_turn_30_within_nine_hexes() -> None:
    facts = {"card": {"switches": {"general_supply": {"value": "always"}}}}
    control = {"1102": "soviet", "1110": "soviet"}
    state = board("axis.movement", {"1 Naval Rgt": 2109}, control=control, facts=facts, **TURN)
    assert building.may_build(state, "soviet")
    assert not building.may_build(state, "axis")
    early = board("axis.movement", {"1 Naval Rgt": 2109}, **{**TURN, "turn": 29})
    assert not building.may_build(early, "soviet")
    # 1110 is nine hexes from the city, 1102 more
    assert building.why_not_build(state, "soviet", 1110) is None
    no = building.why_not_build(state, "soviet", 1102)
    assert no is not None
    assert no.rule == "EFS-10.24.b3"


@pytest.mark.rule("EFS-10.24.b2")
def test_rebuilt_axis_units_return_at_the_west_edge() -> None:
    state = board("axis.movement", {"Rom 5 Inf Div": {"box": "active"}}, **TURN)
    entries = arrivals.entries(state, key(state, "Rom 5 Inf Div"))
    assert entries
    assert {state.board.grid.column(h) for h in entries} == {11}


@pytest.mark.rule("EFS-10.2.obj")
def test_objectives_fade() -> None:
    def worth(turn: int) -> dict[int, int]:
        return places.values(board("axis.movement", {"Rom 5 Inf Div": 1506}, **{**TURN, "turn": turn}))

    assert [worth(turn)[1412] for turn in (30, 31)] == [1, 0]
    assert [worth(turn)[1811] for turn in (38, 39)] == [2, 1]
    assert [worth(turn)[1709] for turn in (36, 37)] == [1, 0]
    assert [worth(turn)[2910] for turn in (32, 33)] == [1, 0]
    assert (worth(40)[1911], worth(40)[2011]) == (3, 1)


@pytest.mark.rule("EFS-10.2.groups")
def test_groups_grow_cheaper_and_bring_points() -> None:
    state = board("strategic.arrivals.groups", {"Rom 5 Inf Div": 1506}, **{**TURN, "turn": 41})
    [four] = [row for row in state.board.card["axis"]["groups"] if row["group"] == "4"]
    assert groups.price(state, four) == 3
    late = board("strategic.arrivals.groups", {"Rom 5 Inf Div": 1506}, **{**TURN, "turn": 42})
    assert groups.price(late, four) == 1
    d = Draft(late, NoDice())
    groups.accept(d, "axis", "5")
    assert d.now.tracks["axis_romanian"] == 3


@pytest.mark.rule("EFS-10.21", "EFS-10.22", "EFS-10.23", "EFS-10.24.k")
def test_the_card_of_odessa() -> None:
    theatre = GAME.open("2")
    assert (theatre.first_turn, theatre.last_turn) == (27, 59)  # type: ignore[attr-defined]
    assert [theatre.days[t].weather for t in (27, 28, 29)] == ["dry", "dry", ""]  # type: ignore[attr-defined]
    rivers = [side.river for side in theatre.borders.values() if side.river]  # type: ignore[attr-defined]
    assert set(rivers) == {"major"}
    assert theatre.boxes["map_t"].zone == "sevastopol"  # type: ignore[attr-defined]
    assert not [u for u in theatre.units.values() if u.hides]  # type: ignore[attr-defined]


# -- the box of Sevastopol ---------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-10.24.a")
def test_from_sevastopol_ships_come_for_two_points_and_units_by_ship_only() -> None:
    state = board("soviet.movement.sailing", scenario="2", bare=False, turn=30, weather="dry")
    step = play(state, "soviet", {"do": "voyage", "ship": "DD-2", "water": "Od-2011"})
    assert logged(step, "ship_sailed").params["spent"] == 2
    # two points are all that K. Krym has; nobody walks out of the box
    assert may(state, "soviet", {"do": "voyage", "ship": "K. Krym", "water": "Od-2011"})
    march = board("soviet.movement.moves", scenario="2", bare=False, turn=30, weather="dry")
    assert why(march, "soviet", {"enter": "46 Zap Rgt", "to": 2011}).rule == "EF-PB2.12.d"
    loaded = play(state, "soviet", {"do": "embark", "ship": "Gp-A", "units": ["46 Zap Rgt"], "supplies": []}).state
    assert may(loaded, "soviet", {"do": "voyage", "ship": "Gp-A", "water": "Od-2011"})


@pytest.mark.rule("EFS-10.24.b1")
def test_a_point_comes_each_turn_from_the_thirtieth_on_and_rebuilt_units_wait_at_sevastopol() -> None:
    for turn, points in ((29, 0), (30, 1), (40, 1)):
        d = Draft(board("axis.movement", {"1 Naval Rgt": 2109}, **{**TURN, "turn": turn}), NoDice())
        replacements.receive(d)
        assert d.now.tracks.get("soviet_type_i", 0) == points
    d = Draft(board("axis.movement", {"102 Zap Rgt": {"box": "active", "steps": 1}}, **TURN), NoDice())
    arrivals.receive(d)
    assert where(d.now, "102 Zap Rgt") == "map_t"


@pytest.mark.rule("EFS-10.24.c")
def test_attacks_are_always_supplied_and_only_the_way_to_the_port_saves_from_surrender() -> None:
    theatre = GAME.open("2")
    for side in ("axis", "soviet"):
        assert all(theatre.has_automatic_attack_supply(side, turn) for turn in (27, 40, 59))  # type: ignore[attr-defined]
    assert not theatre.card.get("attack_supply")  # type: ignore[attr-defined]
    names = ("Rom 5 Inf Div", "Rom 7 Inf Div", "Rom 8 Inf Div", "Rom 3 Inf Div", "Rom 6 Inf Div", "Rom 21 Inf Div")
    ring = dict(zip(names, (2005, 2007, 1905, 1906, 2105, 2106), strict=True))
    hexes = {"2011": {"port": "major", "coastal": True, "zone": "odessa"}}
    near = board(
        "axis.movement", {**ring, "1 Naval Rgt": 2006}, facts={"hexes": hexes}, control={"2011": "soviet"}, **TURN
    )
    assert surrender.cornered(near) == (2006,)
    free = board(
        "axis.movement",
        {"Rom 5 Inf Div": 1906, "1 Naval Rgt": 2006},
        facts={"hexes": hexes},
        control={"2011": "soviet"},
        **TURN,
    )
    assert surrender.cornered(free) == ()


@pytest.mark.rule("EFS-10.24.d")
def test_the_staff_is_not_given_up_and_recovers_by_a_roll_alone() -> None:
    state = board("axis.movement", {"Coast HQ": {"hex": 2011, "back": True}}, **TURN)
    assert soviet_units.may_disband(state) == ()
    for face, works in ((1, True), (10, False)):
        d = Draft(state, ScriptedDice([face]))
        soviet_units.recover(d)
        assert (not d.now.pieces[key(d.now, "Coast HQ")].back) is works


@pytest.mark.rule("EFS-10.24.e")
def test_guns_of_the_coast_of_the_field_and_of_ships_fire_together_in_the_radius_of_the_staff() -> None:
    marked = {"1609": {"side": "axis", "hexes": ["1609"], "units": ["Rom 8 Inf Div"]}}
    pieces = {
        "Rom 8 Inf Div": 1508,
        "161(+) Rgt/95 Div": 1609,
        "265 Art Rgt": 1610,
        "39+42 Coast Art": 1710,
        "Coast HQ": 1711,
    }
    hexes = {"1611": {"port": "major", "coastal": True, "zone": "odessa"}}
    ships = {"Komintern": {"hex": "1611", "sailed": True}}
    state = board(
        "axis.reaction.guns",
        pieces,
        attacks=marked,
        ships=ships,
        facts={"hexes": hexes},
        control={"1611": "soviet"},
        **TURN,
    )
    both = {"support": 1609, "units": ["265 Art Rgt", "39+42 Coast Art"]}
    committed = play(state, "soviet", both).state
    assert may(committed, "soviet", {"do": "bombard", "attack": 1609, "ships": ["Komintern"]})
    away = {**pieces, "Coast HQ": 2212}
    far = board("axis.reaction.guns", away, attacks=marked, facts={"hexes": hexes}, control={"1611": "soviet"}, **TURN)
    assert not may(far, "soviet", both)


@pytest.mark.rule("EFS-10.24.i")
@pytest.mark.parametrize(("turn", "rolled"), [(27, 2), (39, 2), (40, 1)])
def test_before_turn_40_an_axis_advantage_is_rolled_again(turn: int, rolled: int) -> None:
    rows = GAME.open("2").charts["air"]["initiative"]["rows"]  # type: ignore[attr-defined]
    lucky = next(row["most"] for row in rows if row["side"] == "axis" and row.get("tactical_advantage"))
    plain = next(row["most"] for row in rows if row["side"] == "axis" and not row.get("tactical_advantage"))
    units = {
        "1": {"side": "axis", "kind": "Bf109E-R", "box": "ready"},
        "2": {"side": "axis", "kind": "PZL-23", "box": "ready"},
        "3": {"side": "soviet", "kind": "I-16", "box": "ready"},
    }
    held = {"2011": "soviet", "1204": "axis"}
    fed = {"switches": {"general_supply": {"value": "always"}}}
    facts = {"hexes": {"1204": {"place": "town"}, "2011": {"place": "city"}}, "card": fed}
    state = board(
        "interdiction.placing",
        {"Coast HQ": 2011, "Rom 5 Inf Div": 1204},
        air=units,
        control=held,
        facts=facts,
        **{**TURN, "turn": turn},
    )
    state = play(state, "axis", {"fly": 2011, "units": [1, 2]}).state
    state = play(state, "soviet", {"fly": 2011, "units": [3]}).state
    step = play(state, "axis", {"assign": []}, [lucky, plain][:rolled])
    assert len(logged(step, "initiative").rolls) == rolled


@pytest.mark.rule("EFS-10.24.j")
def test_romanians_alone_are_not_told_to_hold() -> None:
    marked = {"1508": {"side": "soviet", "hexes": ["1508"], "units": ["161(+) Rgt/95 Div"]}}
    for defender, allowed in (("Rom 8 Inf Div", False), ("72 Inf Div", True)):
        pieces = {defender: 1508, "161(+) Rgt/95 Div": 1609}
        state = board("soviet.reaction.orders", pieces, attacks=marked, **TURN)
        assert may(state, "axis", {"do": "order", "attack": 1508, "order": "no_retreat"}) is allowed


# -- what comes and goes -----------------------------------------------------------------------------------------------


@pytest.mark.rule("EFS-10.2.groups")
def test_a_group_has_two_windows_and_its_aircraft_leave_between_them() -> None:
    def may_take(side: str, turn: int) -> bool:
        state = board("axis.movement", {"Rom 5 Inf Div": 1506}, **{**TURN, "turn": turn})
        return groups.why_not_accept(state, side, "3") is None

    assert [may_take("soviet", turn) for turn in (34, 35, 46, 47, 51, 52, 58, 59)] == [
        *(False, True, True, False),
        *(False, True, True, False),
    ]
    assert [may_take("axis", turn) for turn in (35, 36, 45, 46, 51, 52, 58, 59)] == [
        *(False, True, True, False),
        *(False, True, True, False),
    ]
    air = {
        "1": {"side": "soviet", "kind": "Pe-2", "box": "ready"},
        "2": {"side": "soviet", "kind": "I-16", "box": "damaged", "shown": True},
        "3": {"side": "soviet", "kind": "I-16", "box": "ready"},
    }
    for taken in (True, False):
        tracks = {"group_soviet_3": 40} if taken else {}
        d = Draft(board("axis.movement", {}, air=air, tracks=tracks, **{**TURN, "turn": 47}), NoDice())
        departures.rotate(d)
        gone = ["to_come", "to_come", "ready"]
        assert [unit.box for unit in d.now.air.values()] == (gone if taken else ["ready", "damaged", "ready"])
        d.set(turn=52)
        departures.rotate(d)
        assert [unit.box for unit in d.now.air.values()] == (
            ["flown", "flown", "ready"] if taken else ["ready", "damaged", "ready"]
        )
