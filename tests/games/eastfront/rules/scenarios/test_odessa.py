"""The siege of Odessa: its ring, its end and what its turns are worth."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.rules.arrivals import arrivals, groups
from sandtable.games.eastfront.rules.fortifications import building
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import odessa
from sandtable.games.eastfront.rules.victory import places
from sandtable.kernel import Draft, NoDice
from tests.games.eastfront.board import board, key

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
