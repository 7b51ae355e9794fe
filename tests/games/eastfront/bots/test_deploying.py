"""Deployments for attack."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.bots.deploying import NEVER, Deployment
from sandtable.games.eastfront.bots.moving import BROAD, Muster
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.games.eastfront.rules.declaration.declaration import threats
from sandtable.games.eastfront.rules.enlarged_map import crowding
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import strength
from sandtable.kernel import SeededDice, Step
from tests.games.eastfront.board import board, key


def field(**more: int) -> CrimeaState:
    pieces = {"73 Inf Div": 3503, "46 Inf Div": 3505, "106 Rifle Div": 3606, **more}
    return board("axis.movement.moves", pieces, weather="dry")


def deployment(state: CrimeaState, price: dict[int, float] | None = None) -> Deployment:
    muster = Muster(state, AXIS)
    return Deployment(state, AXIS, muster.posts, muster.reach, price or {}, muster.aims)


def test_those_who_stand_idle_are_brought_up() -> None:
    state = field()
    found = deployment(state)
    before, _ = found.total(found.posts, frozenset((3606,)))
    after = found.improve((3606,))
    assert after > before
    assert {k for k, _ in found.parties[3606]} == {key(state, "73 Inf Div"), key(state, "46 Inf Div")}
    assert found.posts[key(state, "73 Inf Div")] in state.board.grid.neighbours[3606]


def test_whoever_costs_more_than_he_brings_stays_out() -> None:
    state = field()
    found = deployment(state, {key(state, "73 Inf Div"): 50.0})
    found.improve((3606,))
    assert {k for party in found.parties.values() for k, _ in party} == {key(state, "46 Inf Div")}


def test_every_hex_that_threatens_an_attacker_must_be_attacked() -> None:
    state = field(**{"156 Rifle Div": 3605})
    found = deployment(state)
    assert {3605, 3606} <= set(threats(state, 3505, AXIS))
    assert found.total(found.posts, frozenset((3606,)))[0] == NEVER
    # One division cannot attack both hexes, and nobody has to attack at all.
    assert found.total(found.posts, frozenset((3605, 3606)))[0] == NEVER
    assert found.total(found.posts, frozenset())[0] == 0


def test_a_garrison_that_cannot_get_away_is_worth_more() -> None:
    state = field()
    party = ((key(state, "46 Inf Div"), 3505),)
    found = deployment(state)
    assert found._worth(3606, party, 1.0, 0) > found._worth(3606, party, 0.0, 0)
    ring = frozenset(state.board.grid.neighbours[3606])
    assert found._flight(3606, frozenset(), frozenset(), frozenset()) == 0
    assert found._flight(3606, frozenset(), ring, frozenset()) == 1


@pytest.fixture(scope="module")
def kerch() -> CrimeaState:
    """The first movement phase of scenario 7."""
    from sandtable.games.eastfront.actions.moving import Done

    state = GAME.start(GAME.open("7"), SeededDice(b"x")).state
    while state.here.at != "turn.axis.movement.moves":
        step = GAME.apply(state, state.here.waiting[0], Done(), SeededDice(b"x"))
        assert isinstance(step, Step)
        state = step.state
    return state


def test_a_broad_attack_uses_more_strength_and_overfills_no_hex(kerch: CrimeaState) -> None:
    def power(muster: Muster) -> int:
        return sum(strength(kerch, k).attack for k in muster.bound)

    narrow, broad = Muster(kerch, AXIS), Muster(kerch, AXIS, BROAD)
    for muster in (narrow, broad):
        muster.gather()
    narrow.polish()
    broad.deploy()
    assert power(broad) > power(narrow)
    assert all(broad.load(h) <= crowding.limit_at(h) for h in broad.posts.values())
    guns = [k for k in broad.bound if kerch.board.units[k].artillery]
    distance = kerch.board.grid.distance
    assert guns
    assert all(any(distance(broad.posts[k], t) <= kerch.board.units[k].range for t in broad.targets) for k in guns)
