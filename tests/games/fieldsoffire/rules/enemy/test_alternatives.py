"""Alternatives of a package that bring nobody."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.rules.enemy.packages import packages_of, place_package
from sandtable.games.fieldsoffire.rules.weapons.mines import CARDS
from sandtable.games.fieldsoffire.scenario.deck import BURSTS
from tests.games.fieldsoffire.board import board, drafted, key


@pytest.mark.rule("FF-8.3.d")
def test_one_of_three_alternatives_of_the_mines_of_normandy_brings_nobody() -> None:
    deck = GAME.open("normandy_4").deck
    first = next(number for number, one in deck.items() if one.random[3] == 1)
    misses = [number for number, one in deck.items() if number != first and one.icon not in BURSTS]
    state = board({"1/1 PLT": "R2C2"}, scenario="normandy_4")
    d = drafted(state, deck=[first, *misses[:CARDS]])
    assert place_package(d, key(state, "1/1 PLT"), packages_of(state)[1], "C")
    assert [marker.kind for marker in d.now.markers.values()] == ["mines"]
    assert set(d.now.units) == set(state.units)
