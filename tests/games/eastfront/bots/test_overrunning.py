"""Overruns by their chances."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.actions.moving import Overrun
from sandtable.games.eastfront.bots.overrunning import best, chance, companies
from sandtable.games.eastfront.model import AXIS, CrimeaState
from tests.games.eastfront.board import board, key

TANKS = ("I Bn/204 Pz", "II Bn/204 Pz", "III Bn/204 Pz", "Groddeck Bde")


def field(enemy_unit: str, weather: str = "dry") -> CrimeaState:
    pieces = {name: {"hex": "3505", "company": 3505} for name in TANKS}
    return board("axis.movement.moves", {**pieces, enemy_unit: 3606}, weather=weather)


def test_a_lone_headquarters_is_ridden_over() -> None:
    state = field("51 Army HQ")
    group = tuple(sorted(key(state, name) for name in TANKS))
    assert companies(state, AXIS) == [group]
    (idea,) = best(state, AXIS)
    assert isinstance(idea[0], Overrun)
    assert idea[0].units == group
    assert idea[0].path[-1] == 3606
    won, hit, lost = chance(state, group, 3505, 3606)
    assert won == pytest.approx(1.0)
    assert hit > 0
    assert lost == 0


def test_nobody_overruns_in_mud_or_against_the_strong() -> None:
    assert list(best(field("51 Army HQ", "mud"), AXIS)) == []
    assert list(best(field("156 Rifle Div"), AXIS)) == []


def test_no_group_starts_from_a_hex_that_would_not_hold_it_if_it_failed() -> None:
    pieces = {name: {"hex": "3505", "company": 3505} for name in TANKS}
    free = board("axis.movement.moves", {**pieces, "51 Army HQ": 3607}, weather="dry")
    (idea,) = best(free, AXIS)
    assert isinstance(idea[0], Overrun)
    via = idea[0].path[0]
    crowd = {"46 Inf Div": via}
    crowded = board("axis.movement.moves", {**pieces, **crowd, "51 Army HQ": 3607}, weather="dry")
    others = [idea[0].path[0] for idea in best(crowded, AXIS) if isinstance(idea[0], Overrun)]
    assert via not in others
