"""Plans of movement phases."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from sandtable.games.eastfront.actions.moving import Move
from sandtable.games.eastfront.bots import posting
from sandtable.games.eastfront.bots.goals import cut_off
from sandtable.games.eastfront.bots.ideas import Plan
from sandtable.games.eastfront.bots.moving import (
    BROAD,
    LEAN,
    NARROW,
    TASTE,
    TASTES,
    Muster,
    is_before_combat,
    marches,
    plan,
    promise,
    usual,
    variants,
)
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, ELIMINATED, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.enlarged_map import crowding
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import overstacked
from sandtable.kernel import SeededDice, Step
from sandtable.kernel.state import successor
from tests.games.eastfront.board import board, key


@pytest.fixture(scope="module")
def ditch() -> CrimeaState:
    """The first movement phase of scenario 1."""
    state = GAME.start(GAME.open("1"), SeededDice(b"x")).state
    from sandtable.games.eastfront.actions.moving import Done

    while state.here.at != "turn.axis.movement.moves":
        step = GAME.apply(state, state.here.waiting[0], Done(), SeededDice(b"x"))
        assert isinstance(step, Step)
        state = step.state
    return state


def test_a_mass_is_brought_up_against_the_ditch(ditch: CrimeaState) -> None:
    muster = Muster(ditch, AXIS)
    muster.gather()
    assert sorted(muster.targets) == [3606, 3705]
    assert all(muster.load(h) <= crowding.limit_at(h) for h in muster.posts.values())


def test_every_step_of_a_plan_is_allowed_and_no_stack_is_too_big(ditch: CrimeaState) -> None:
    state = ditch
    for idea in plan(state, AXIS).ideas:
        step = GAME.apply(state, AXIS, idea[0], SeededDice(b"x"))
        assert isinstance(step, Step), (idea, step)
        state = step.state
    assert overstacked(state, AXIS) == ()
    assert state.pieces != ditch.pieces


def test_an_open_prize_is_entered() -> None:
    state = board("axis.movement.moves", {"73 Inf Div": 3607, "42 Cav Div": 4014}, weather="dry")
    muster = Muster(state, AXIS)
    muster.occupy()
    assert muster.posts[key(state, "73 Inf Div")] in (3606, 3705, 3708, 3808)


def test_a_guard_stays_in_a_prize_with_an_enemy_near() -> None:
    taken = dict.fromkeys((3606, 3705, 3708, 3808), AXIS)
    near = {"73 Inf Div": 3606, "690 Eng Rgt": 3606, "42 Cav Div": 3604}
    muster = Muster(board("axis.movement.moves", near, weather="dry", control=taken), AXIS)
    muster._guard(3606)
    assert list(muster.settled) == [key(muster.state, "690 Eng Rgt")]
    far = Muster(board("axis.movement.moves", {**near, "42 Cav Div": 4014}, weather="dry", control=taken), AXIS)
    far._guard(3606)
    assert not far.settled


def test_the_cheapest_way_is_taken() -> None:
    state = board("axis.movement.moves", {"73 Inf Div": 3505}, weather="dry")
    unit = key(state, "73 Inf Div")
    assert list(marches(state, unit, 3503)) == [Move(unit, (3504, 3503))]
    assert list(marches(state, unit, 4214)) == []


def test_the_axis_moves_first_and_the_soviets_fight_first() -> None:
    assert is_before_combat(board("axis.movement.moves", {}), AXIS)
    assert not is_before_combat(board("axis.motorised.moves", {}), AXIS)
    assert is_before_combat(board("soviet.motorised.moves", {}), SOVIET)
    assert not is_before_combat(board("soviet.movement.moves", {}), SOVIET)


def test_those_who_hunt_attack_broadly_until_the_last_turn(ditch: CrimeaState) -> None:
    assert usual(ditch, AXIS) == usual(ditch, SOVIET) == NARROW
    hunt = board("axis.movement.moves", scenario="7", bare=False)
    assert usual(hunt, AXIS) == BROAD
    assert usual(hunt, SOVIET) == NARROW
    assert usual(board("axis.movement.moves", scenario="7", bare=False, turn=165), AXIS) == NARROW


def test_who_saves_keeps_fast_units_out_of_the_fights() -> None:
    pieces = {"Groddeck Bde": 6613, "46 Inf Div": 6613, "404 Rifle Div": 6713}
    held = {6912: SOVIET}
    state = board("axis.movement.moves", pieces, scenario="7", weather="dry", turn=165, control=held)
    narrow, lean = Muster(state, AXIS), Muster(state, AXIS, LEAN)
    for muster in (narrow, lean):
        muster.gather()
    assert list(narrow.bound) == [key(state, "46 Inf Div"), key(state, "Groddeck Bde")]
    assert list(lean.bound) == [key(state, "46 Inf Div")]


def test_fast_units_close_the_way_to_kerch_together() -> None:
    # With land in the bay of Kerch one unit alone cannot shut the town's door.
    bay = {"hexes": {6913: {"terrain": "open"}}}
    state = board("axis.movement.moves", scenario="7", bare=False, weather="dry", turn=165, facts=bay)
    kept = {"404 Rifle Div": 5915, "129 Mot Rgt/22 Pz": 6013, "Groddeck Bde": 6017, "140 Mot Rgt/22 Pz": 6017}
    places = {key(state, name): h for name, h in kept.items()}
    pieces = {
        k: replace(piece, hex=places.get(k, 0), box="" if k in places else ELIMINATED)
        for k, piece in state.pieces.items()
    }
    muster = Muster(successor(state, pieces=pieces), AXIS)
    assert cut_off(muster.state, SOVIET) == 0
    muster.encircle()
    assert cut_off(muster.now(), SOVIET) == state.pieces[key(state, "404 Rifle Div")].steps


def test_tastes_differ_and_stay_the_same() -> None:
    places = (3605, 3606, 3705)
    tastes = [[style.taste(h) for h in places] for style in TASTES]
    assert len({tuple(found) for found in tastes}) == len(TASTES)
    assert tastes == [[style.taste(h) for h in places] for style in TASTES]
    assert all(-TASTE <= amount < TASTE for found in tastes for amount in found)
    assert [NARROW.taste(h) for h in places] == [0.0, 0.0, 0.0]


def test_a_taste_makes_another_target_of_the_same_enemies(ditch: CrimeaState) -> None:
    plain, fond = Muster(ditch, AXIS), Muster(ditch, AXIS, TASTES[0])
    assert list(plain.aims) == list(fond.aims)
    gained = {h: fond.aims[h].ground - plain.aims[h].ground for h in plain.aims}
    assert gained == pytest.approx({h: TASTES[0].taste(h) for h in plain.aims})


@pytest.mark.slow
def test_plans_begun_with_other_tastes_promise_more_or_less() -> None:
    state = board("axis.movement.moves", scenario="7", bare=False, weather="mud", turn=161)
    found = variants(state, AXIS, BROAD)
    assert next(iter(found)) == plan(state, AXIS, BROAD)
    assert all(plan(state, AXIS, style) == made and style.is_broad for made, style in found.items())
    worth = [promise(state, AXIS, made) for made in found]
    assert max(worth) > worth[0] > promise(state, AXIS, Plan())


def test_what_a_position_promises_is_the_same_as_when_it_is_looked_at_whole() -> None:
    state = board("axis.movement.moves", scenario="7", bare=False, weather="dry", turn=163)
    muster = Muster(state, AXIS)
    fast = key(state, "129 Mot Rgt/22 Pz")
    for place in muster.reach[fast]:
        whole = posting.score(state, muster.stance, fast, place)
        assert muster._score(state, fast, place) == pytest.approx(whole)
