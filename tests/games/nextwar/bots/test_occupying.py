"""Taking empty hexes: one unit for open ground, a full stack for streets."""

from __future__ import annotations

import pytest

from sandtable.games.nextwar.bots import occupying
from sandtable.games.nextwar.model import DPRK, KoreaState
from sandtable.games.nextwar.rules.terms.stacks import on_board
from tests.games.nextwar.board import INF, LIGHT, MECH, OTHER_INF, board

STREETS = {"hexes": {"N2921": {"terrain": "urban", "country": "ROK"}}}


def opening() -> KoreaState:
    return board(units={INF: "N2920", OTHER_INF: "N2920", MECH: "N2919", LIGHT: "N2919"}, facts=STREETS)


def test_one_unit_goes_into_open_ground_and_a_stack_into_streets() -> None:
    state = opening()
    able = list(on_board(state, DPRK))
    town, street = state.board.place("N2820"), state.board.place("N2921")
    assert len(occupying.force(state, town, DPRK, able)) == 1
    assert not occupying.missing(state, street, occupying.force(state, street, DPRK, able))
    assert occupying.force(state, street, DPRK, []) == ()


def test_more_units_have_a_better_chance_and_open_ground_is_sure() -> None:
    state = opening()
    street = state.board.place("N2921")
    names = {state.board.units[key].name: key for key in on_board(state, DPRK)}
    alone = occupying.chance(state, street, (names[LIGHT],))
    together = occupying.chance(state, street, (names[INF], names[OTHER_INF]))
    assert 0 < alone < together < 1
    assert occupying.chance(state, street, ()) == 0
    assert occupying.chance(state, state.board.place("N2820"), (names[LIGHT],)) == 1


def test_armour_among_infantry_helps() -> None:
    state = opening()
    street = state.board.place("N2921")
    names = {state.board.units[key].name: key for key in on_board(state, DPRK)}
    mixed = occupying.chance(state, street, (names[INF], names[MECH]))
    alone = occupying.chance(state, street, (names[INF],))
    assert mixed > alone


@pytest.mark.parametrize(("number", "better"), [(3, True), (6, False)])
def test_a_marker_that_lies_there_is_known(number: int, better: bool) -> None:
    state = board(units={INF: "N2921"}, facts=STREETS, mopups={"N2921": {"side": "dprk", "number": number}})
    street = state.board.place("N2921")
    unknown = occupying.chance(board(units={INF: "N2921"}, facts=STREETS), street, on_board(state, DPRK))
    assert (occupying.chance(state, street, on_board(state, DPRK)) > unknown) is better
