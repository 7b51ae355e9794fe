"""Korea, 16.2.1.4, 16.2.1.2.7 and 15.13: whether groups come in time."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.scenarios import arrival_rolls
from sandtable.games.nextwar.scenario.files import chart
from tests.games.nextwar.board import INF, QUIET, accounts, asked, board, draft, logged, may, play

PLAN = {"reinforcements": {"allied": [{"turn": 2, "groups": ["N", "T"]}, {"turn": 3, "groups": ["V"]}]}}
"""Groups with few air units: N needs 5, T 4, V 3."""


def harbour(at: str = QUIET, dice: tuple[int, ...] = (), **fields: Any) -> KoreaState:
    facts = {"card": {"area": {}, "sea": False, **PLAN}}  # nobody rolls for the sea
    told = {"weather": "clear", "air_level": "contested", **fields}
    return board(at, {INF: "N3002"}, scenario="strategic_surprise", facts=facts, dice=dice, **told)


WIDE = {"interventions": {"prc": ["supplies", "special_forces", "air"]}}


@pytest.mark.rule("NWK-16.2.1.4.a", "NWK-16.2.1.4.b")
def test_each_group_rolls_against_its_number() -> None:
    d = draft(harbour(), [5, 5])
    arrival_rolls.roll(d)
    assert (d.now.came, d.now.missing) == ({"N": 2}, {"T": 1})
    assert d.now.accounts["allied"].supply == 2
    arrival_rolls.settle(d)
    assert (d.now.slip, d.now.missing, d.now.diverted) == (1, {}, ())
    d.set(turn=3)
    assert arrival_rolls.due(d.now) == ("T",)  # V is late, too
    d.set(turn=4)
    assert arrival_rolls.due(d.now) == ("T", "V")
    d = draft(harbour(), [0, 0])
    arrival_rolls.roll(d)
    arrival_rolls.settle(d)
    assert (d.now.slip, set(d.now.came)) == (0, {"N", "T"})


@pytest.mark.rule("NWK-16.2.1.2.7.b")
def test_in_a_wider_conflict_they_go_to_taiwan() -> None:
    d = draft(harbour(**WIDE), [9, 4])
    arrival_rolls.roll(d)
    arrival_rolls.settle(d)
    assert (d.now.slip, d.now.diverted, d.now.came) == (0, ("N",), {"T": 2})
    d.set(turn=3)
    assert arrival_rolls.due(d.now) == ("V",)


@pytest.mark.rule("NWK-16.2.1.2.7.a")
def test_three_points_for_each_one_off_the_roll() -> None:
    points = accounts(allied={"vp2": 13})
    at = "turn.reinforcement.groups.rolls"
    state = harbour(at, (7, 9), accounts=points, **WIDE)  # N is short by 2, T by 5
    assert asked(state) == {"allied": "reinforcement.groups.wider_conflict"}
    assert not may(state, "allied", {"do": "insist", "group": "T"})
    step = play(state, "allied", {"do": "insist", "group": "N"}, [4])  # the weather of the next turn
    assert step.state.came == {"N": 2}
    assert step.state.accounts["allied"].vp2 == 1
    assert step.state.diverted == ("T",)  # nothing is left to pay with
    assert logged(step, "group_bought").params["points"] == 6
    paid = harbour(at, (7, 9), accounts=accounts(allied={"vp2": 12}), **WIDE)
    assert may(paid, "allied", {"do": "insist", "group": "N"})
    poor = harbour(at, (7, 9, 4), accounts=accounts(allied={"vp2": 11}), **WIDE)
    assert poor.diverted == ("N", "T")
    kept = play(state, "allied", {"do": "done"}, [4]).state
    assert kept.diverted == ("N", "T")


@pytest.mark.rule("NWK-16.2.1.2.7.a")
def test_only_where_china_fights_openly() -> None:
    told = {"interventions": {"prc": ["supplies", "special_forces"]}, "accounts": accounts(allied={"vp2": 99})}
    state = harbour("turn.reinforcement.groups.rolls", (9, 9, 4), **told)
    assert (state.slip, state.diverted) == (1, ())


@pytest.mark.rule("NWK-15.13")
def test_without_budget_cuts_more_comes_and_sooner() -> None:
    d = draft(harbour(options={"no_budget_cuts": True}), [7, 0, 6, 0])  # each counter is drawn at random
    arrival_rolls.roll(d)
    assert set(d.now.came) == {"N", "T"}
    counters = d.now.board.aircraft
    assert sorted(counters[k].type for k in d.now.aircraft) == ["A-10C", "F-16D"]
    d = draft(harbour(options={"no_budget_cuts": True}), [8, 7])
    arrival_rolls.roll(d)
    assert d.now.missing == {"N": 1, "T": 1}
    d = draft(harbour(), [5, 4])
    arrival_rolls.roll(d)
    assert d.now.aircraft == {}


@pytest.mark.rule("NWK-15.13")
def test_what_the_budget_would_bring() -> None:
    groups = chart("reinforcements")["groups"]
    listed = {letter: group.get("advanced", {}).get("budget_option") for letter, group in groups.items()}
    assert {letter: kinds for letter, kinds in listed.items() if kinds} == {
        **{letter: ["A-10C"] for letter in "HIN"},
        **{letter: ["B-52H"] for letter in "LPV"},
        "T": ["F-16D"],
    }
