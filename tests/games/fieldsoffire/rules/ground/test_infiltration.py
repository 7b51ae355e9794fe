"""Infiltration."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState, Unit
from tests.games.fieldsoffire.board import board, card, key, play, why

HE = {1: {"kind": "incoming", "at": "R2C2", "value": -3}}


def unit(state: FieldsState, name: str) -> Unit:
    return state.units[key(state, name)]


@pytest.mark.rule("FF-5.1.4", "FF-4.2.2c", "FF-4.2.2c.ok", "FF-2.8.2.inf")
def test_who_finds_the_icon_moves_unseen_and_may_enter_cover() -> None:
    state = board({"1/1 PLT": "R2C2"}, markers=HE, covers={1: {"at": "R3C2"}})
    moved = play(state, {"infiltrate": "1/1 PLT", "to": "R3C2", "cover": 1}, deck=[1, 2]).state
    found = unit(moved, "1/1 PLT")
    assert (found.at, found.exposed, found.cover) == (card(state, "R3C2"), False, 1)


@pytest.mark.rule("FF-5.1.4.b", "FF-4.2.2c.fail")
def test_who_does_not_moves_all_the_same_and_is_exposed() -> None:
    state = board({"1/1 PLT": "R2C2"}, markers=HE)
    step = play(state, {"infiltrate": "1/1 PLT", "to": "R3C2"}, deck=[1, 3])
    found = unit(step.state, "1/1 PLT")
    assert (found.at, found.exposed) == (card(state, "R3C2"), True)
    assert step.state.impulse is not None
    assert step.state.impulse.left == 5


@pytest.mark.rule("FF-5.1.4.a", "FF-4.2.2c.cond")
def test_fire_must_lie_on_the_card_left_or_on_the_card_entered() -> None:
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C4"}, markers=HE)
    assert play(state, {"infiltrate": "1/1 PLT", "to": "R2C2"}, deck=[1, 2])
    assert why(state, {"infiltrate": "1/1 PLT", "to": "R1C2"}).rule == "FF-5.1.4.a"
    assert why(state, {"infiltrate": "2/1 PLT", "to": "R1C3"}).rule


@pytest.mark.rule("FF-5.1.4.a", "FF-7.2.1.c", "FF-7.3.1.c", "FF-4.2.2c.cond")
@pytest.mark.parametrize("name", [".50 cal HMG", "60mm Mtr Sec", "1/60mm Mtr Tm"])
def test_heavy_weapons_never_infiltrate(name: str) -> None:
    state = board({name: "R2C2"}, markers=HE, scenario="normandy_1")
    assert why(state, {"infiltrate": name, "to": "R3C2"}).rule == "FF-5.1.4.a"


@pytest.mark.rule("FF-5.1.4.a", "FF-4.2.5.pinned.mv", "FF-4.2.5.paralyzed")
@pytest.mark.parametrize(
    ("name", "row", "rule"),
    [
        ("1/1 PLT", {"exposed": True}, "FF-5.1.4.a"),
        ("1/1 PLT", {"pinned": True}, "FF-4.2.5.pinned.mv"),
        ("Paralyzed Team 1", {}, "FF-4.2.5.paralyzed"),
    ],
)
def test_neither_do_those_who_are_exposed_pinned_or_paralyzed(name: str, row: dict[str, Any], rule: str) -> None:
    state = board({name: {"at": "R2C2", **row}, "2/1 PLT": "R3C2"}, markers=HE)
    assert why(state, {"infiltrate": name, "to": "R3C2"}).rule == rule


@pytest.mark.rule("FF-4.2.5.fire.c")
def test_a_fire_team_infiltrates_only_out_of_fire_to_friends() -> None:
    state = board({"Fire Team (rifle) 1": "R2C2", "1/1 PLT": "R3C2"}, markers=HE)
    assert play(state, {"infiltrate": "Fire Team (rifle) 1", "to": "R3C2"}, deck=[2])
    assert why(state, {"infiltrate": "Fire Team (rifle) 1", "to": "R1C2"}).rule == "FF-4.2.5.fire.c"


@pytest.mark.rule("FF-4.2.2g", "FF-4.2.2g.cond", "FF-4.2.2g.fail")
def test_within_a_card_fire_must_lie_on_it() -> None:
    covers = {1: {"at": "R2C2"}, 2: {"at": "R1C1"}}
    state = board({"1/1 PLT": "R2C2", "2/1 PLT": "R1C1"}, markers=HE, covers=covers)
    hidden = play(state, {"infiltrate_within": "1/1 PLT", "cover": 1}, deck=[2, 3]).state
    assert (unit(hidden, "1/1 PLT").cover, unit(hidden, "1/1 PLT").exposed) == (1, False)
    seen = play(state, {"infiltrate_within": "1/1 PLT", "cover": 1}, deck=[1, 3]).state
    assert (unit(seen, "1/1 PLT").cover, unit(seen, "1/1 PLT").exposed) == (1, True)
    assert why(state, {"infiltrate_within": "2/1 PLT", "cover": 2}).rule == "FF-4.2.2g.cond"


@pytest.mark.rule("FF-4.2.5.fire.c", "FF-4.2.5.litter.mv")
@pytest.mark.parametrize(
    ("name", "rule"), [("Fire Team (rifle) 1", "FF-4.2.5.fire.c"), ("Litter Team 1", "FF-4.2.5.litter.mv")]
)
def test_a_team_goes_to_an_empty_staging_area_but_does_not_infiltrate_there(name: str, rule: str) -> None:
    fire = {1: {"kind": "incoming", "at": "R1C1", "value": -3}}
    state = board({name: "R1C1", "1/1 PLT": "R0C2"}, markers=fire)
    assert play(state, {"move": name, "to": "R0C1"})
    assert why(state, {"infiltrate": name, "to": "R0C1"}).rule == rule
    assert play(state, {"infiltrate": name, "to": "R0C2"}, deck=[2])
    assert play(board({"1/1 PLT": "R1C1"}, markers=fire), {"infiltrate": "1/1 PLT", "to": "R0C1"}, deck=[2, 3])


@pytest.mark.rule("FF-4.2.5.fire.c", "FF-4.2.5.litter.mv")
@pytest.mark.parametrize(
    ("name", "rule"), [("Fire Team (rifle) 1", "FF-4.2.5.fire.c"), ("Litter Team 1", "FF-4.2.5.litter.mv")]
)
def test_a_team_infiltrates_neither_into_fire_nor_across_it(name: str, rule: str) -> None:
    state = board({name: "R2C1", "1/1 PLT": "R2C2"}, markers=HE)
    assert why(state, {"infiltrate": name, "to": "R2C2"}).rule == rule
    line = {"2/1 PLT": {"at": "R2C2"}}
    hot = {1: {"kind": "incoming", "at": "R1C2", "value": -3}}
    crossed = board({name: "R1C2", "2/1 PLT": "R1C1", "1/1 PLT": "R2C1"}, fires=line, markers=hot)
    assert why(crossed, {"infiltrate": name, "to": "R2C1"}).rule == "FF-5.1.2.c"
