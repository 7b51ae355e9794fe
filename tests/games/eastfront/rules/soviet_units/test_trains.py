"""Armoured trains: the rails, the phases, enemy zones, interdiction, combat."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.replacements.replacements import price
from sandtable.games.eastfront.rules.soviet_units import trains
from sandtable.games.eastfront.rules.supply import supply
from tests.games.eastfront.board import board, key, logged, may, play, where, why

TRAIN = "7 Train"
ROW = {"id": TRAIN, "label": "7", "side": "soviet", "nation": "soviet", "type": "armoured_train", "size": "battalion"}
COUNTER = {**ROW, "stack": 1, "front": "1-2-48", "steps": 1}
LINE = [["3603", "3604"], *([f"36{n:02}", f"36{n + 1:02}"] for n in range(4, 15))]


def railway(at: Any, pieces: dict[str, Any], **more: Any) -> CrimeaState:
    facts = {"units": {"new": [COUNTER]}, "rails": LINE, **more.pop("facts", {})}
    return board(at, {TRAIN: 3610, **pieces}, facts=facts, **more)


def run(*path: int) -> dict[str, Any]:
    return {"do": "steam", "unit": TRAIN, "path": list(path)}


@pytest.mark.rule("EF-10.14", "EF-22.31")
def test_a_train_keeps_to_the_rails() -> None:
    state = railway("soviet.movement", {})
    step = play(state, "soviet", run(3611, 3612, 3613, 3614))
    assert where(step.state, TRAIN) == 3614
    assert logged(step, "train_moved").rule == "EF-10.14"
    assert why(state, "soviet", run(3710)).rule == "EF-22.31"
    assert why(state, "soviet", {"move": TRAIN, "path": [3710]}).rule == "EF-22.31"
    assert why(state, "soviet", {"do": "steam", "unit": "156 Rifle Div", "path": [3611]}).rule == "EF-22.31"


@pytest.mark.rule("EF-10.14")
def test_interdiction_and_hunger_shorten_the_way() -> None:
    state = railway("soviet.movement", {}, interdiction={"3612": 2})
    at = key(state, TRAIN)
    assert [trains.cost(state, h) for h in (3610, 3611, 3613, 3614)] == [1, 12, 12, 1]
    assert trains.reach(state, at) == 48
    assert may(state, "soviet", run(3611, 3612, 3613, 3614, 3615))
    far = railway("soviet.movement", {}, interdiction={"3609": 1, "3606": 2})
    assert why(far, "soviet", run(3609, 3608, 3607, 3606, 3605)).rule == "EF-10.14"
    hungry = railway("soviet.movement", {TRAIN: {"hex": "3610", "supply": 2}})
    assert trains.reach(hungry, at) == 46


@pytest.mark.rule("EF-10.24.b", "EF-11.12.b", "EF-22.31")
def test_a_train_moves_in_one_of_two_phases() -> None:
    state = railway("soviet.motorised", {})
    step = play(state, "soviet", run(3611))
    assert logged(step, "train_moved").rule == "EF-10.24.b"
    assert step.state.pieces[key(state, TRAIN)].activated
    later = railway("soviet.movement", {TRAIN: {"hex": "3611", "activated": True}})
    assert why(later, "soviet", run(3612)).rule == "EF-10.24.b"
    assert why(railway("axis.movement", {}), "axis", run(3611)).rule != ""


@pytest.mark.rule("EF-22.31", "EF-11.12.b")
def test_a_train_enters_an_enemy_zone_and_stops_there() -> None:
    state = railway("soviet.movement", {"46 Inf Div": 3707})
    assert may(state, "soviet", run(3609, 3608))
    assert trains.cost(state, 3608) == 2
    assert why(state, "soviet", run(3609, 3608, 3607)).rule == "EF-22.31"
    caught = railway("soviet.movement", {TRAIN: 3607, "46 Inf Div": 3707})
    assert why(caught, "soviet", run(3608)).rule == "EF-22.31"
    assert may(caught, "soviet", run(3606))
    taken = railway("soviet.movement", {"46 Inf Div": 3608})
    assert why(taken, "soviet", run(3609, 3608)).rule == "EF-10.54"


@pytest.mark.rule("EF-22.31")
def test_rails_the_axis_crossed_serve_but_not_those_it_converted() -> None:
    state = railway("soviet.movement", {}, control={"3609": "axis", "3608": "axis"}, rails={"3608": "converted"})
    assert may(state, "soviet", run(3609))
    assert why(state, "soviet", run(3609, 3608)).rule == "EF-22.31"


@pytest.mark.rule("EF-22.32")
def test_a_train_stands_in_the_way_of_supply_and_is_no_armour() -> None:
    state = railway("soviet.movement", {})
    assert supply.is_blocked(state, "axis", 3610)
    counter = state.board.units[key(state, TRAIN)]
    assert not counter.armour
    assert not counter.exerts
    assert price(state, counter, "cadre") == ("train", 1)


@pytest.mark.rule("EF-11.12.b")
def test_a_train_fights_along_its_rails() -> None:
    state = railway("soviet.declaration", {"Rom 3/8 Cav Rgt": 3609})
    assert may(state, "soviet", {"declare": [3609], "units": [TRAIN]})
    aside = railway("soviet.declaration", {"Rom RSC 1": {"hex": "3710", "overrun": True}})
    assert why(aside, "soviet", {"declare": [3710], "units": [TRAIN]}).rule == "EF-12.61"


def _beaten(**pieces: Any) -> CrimeaState:
    bare = railway("axis.combat", {})
    units, defenders = [key(bare, "46 Inf Div")], [key(bare, TRAIN)]
    return railway(
        [{"phase": "axis.combat", "waiting": ["axis"]}, "battle.result.defender_retreat"],
        {"46 Inf Div": 3609},
        attacks={"3610": {"side": "axis", "hexes": ["3610"], "units": ["46 Inf Div"]}},
        battle={"attack": 3610, "units": units, "defenders": defenders, "retreat_defender": 2, "result": "-/R"},
        **pieces,
    )


@pytest.mark.rule("EF-22.31", "EF-16.43")
def test_a_train_retreats_along_the_rails_or_is_lost_to_cadre() -> None:
    state = _beaten()
    assert may(state, "soviet", {"retreat": [TRAIN], "path": [3611, 3612]})
    assert not may(state, "soviet", {"retreat": [TRAIN], "path": [3711, 3712]})
    assert where(_beaten(rails={"3611": "converted"}), TRAIN) == "cadre"
