"""Anti-aircraft fire: who fires, and what the modifiers of each side come to."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.model import OUT_OF_SUPPLY
from sandtable.games.eastfront.rules.air import flak
from sandtable.kernel import Sum
from tests.games.eastfront.board import board, key


@pytest.mark.rule("EF-17.42")
def test_who_can_fire_at_aircraft() -> None:
    axis = dict.fromkeys(("73 Inf Div", "49 Art Rgt", "Rom 8(-) Cav Bde"), 3604)
    soviet = dict.fromkeys(("106 Rifle Div", "40 Cav Div", "51 Army HQ", "12 Rifle Bde"), 3606)
    state = board("axis.movement", {**axis, **soviet})
    able = [state.board.units[key].name for key in state.pieces if flak.can_fire_aa(state, key)]
    assert sorted(able) == ["106 Rifle Div", "51 Army HQ", "73 Inf Div"]


@pytest.mark.rule("EFT-aa")
def test_every_headquarters_helps_whether_it_is_operational_or_not() -> None:
    units = {"51 Army HQ": {"hex": "3606", "back": True}, "44 Army HQ": 3606}
    state = board("axis.movement", units)
    bomber, guns = state.board.aircraft["Ju88"], tuple(key(state, name) for name in units)
    assert Sum.of(flak.flak_drms(state, bomber, guns)).total == 2


@pytest.mark.rule("EF-17.43.b", "EFS-10.74.f")
def test_neither_side_gets_more_than_two_before_they_are_netted() -> None:
    hungry = {"hex": "6011", "supply": OUT_OF_SUPPLY}
    flags = {"units": {"12 Rifle Bde": {"type": "anti_air"}, "143 Rifle Bde": {"type": "anti_air"}}}
    units = {"390 Rifle Div": hungry, "12 Rifle Bde": hungry, "143 Rifle Bde": hungry, "51 Army HQ": hungry}
    state = board("axis.movement", units, scenario="7", turn=162, facts=flags)
    stuka, guns = state.board.aircraft["Ju87"], tuple(key(state, name) for name in units)
    # One each for the aircraft, the hunger and the superiority is three, of which two count.
    division = Sum.of(flak.flak_drms(state, stuka, guns[:1]))
    assert [(part.key, part.amount) for part in division.parts] == [
        ("modifier.aircraft", -1),
        ("modifier.out_of_supply", -1),
        ("modifier.air_superiority", -1),
        ("modifier.cap", 1),
    ]
    # Two flak units and a headquarters are three, of which two count: they make up for it.
    assert Sum.of(flak.flak_drms(state, stuka, guns)).total == 0
    assert Sum.of(flak.flak_drms(state, state.board.aircraft["Ju88"], guns[:1])).total == -2
