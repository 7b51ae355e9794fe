"""Ways, threats and shelter."""

from __future__ import annotations

from sandtable.games.eastfront.bots.ground import ZONE, distance_left, menace, shelter, way
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import board

DITCH = GAME.start(GAME.open("1"), SeededDice(b"x")).state


def test_an_enemy_in_the_way_makes_it_longer() -> None:
    open_way = board("axis.movement.moves", {"73 Inf Div": 3503}, weather="dry")
    closed = board("axis.movement.moves", {"73 Inf Div": 3503, "106 Rifle Div": 3606}, weather="dry")
    # Past the zone to the other prize: a fight for 3606 itself would take longer still.
    assert way(closed, AXIS)[3605] - way(open_way, AXIS)[3605] == ZONE
    assert distance_left(closed, AXIS) >= distance_left(open_way, AXIS)


def test_menace_fades_with_the_distance() -> None:
    found = menace(board("axis.movement.moves", {"73 Inf Div": 3503}), SOVIET)
    assert found[3504] == 8
    assert 0 < found[3506] < found[3505] < 8
    assert found[3512] == 0


def test_works_shelter_their_owner() -> None:
    assert shelter(DITCH, SOVIET, 3708) == 1
    assert shelter(DITCH, AXIS, 3708) == 0
