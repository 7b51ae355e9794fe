"""Air missions."""

from __future__ import annotations

from sandtable.games.eastfront.actions.flying import Withdraw
from sandtable.games.eastfront.bots.flying import bombers, hopes, is_opposed, known, withdrawal
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, UNKNOWN
from sandtable.kernel import SeededDice

STATE = GAME.start(GAME.open("1"), SeededDice(b"x")).state


def test_strong_bombers_come_first_and_dummies_never() -> None:
    kinds = [STATE.air[k].kind for k in bombers(STATE, AXIS)]
    assert kinds[:2] == ["Ju87", "Ju87"]
    assert sorted(kinds[2:]) == ["He111", "Ju88"]


def test_support_to_count_on_is_spread_over_missions() -> None:
    assert hopes(STATE, AXIS) == (2, 2)


def test_types_that_are_hidden_are_not_known() -> None:
    seen = GAME.view(STATE, AXIS).state
    theirs = tuple(k for k, unit in seen.air.items() if unit.kind == UNKNOWN)
    assert theirs
    assert known(seen, theirs) == {}
    assert is_opposed(seen, AXIS)


def test_the_type_that_helps_least_is_given_up() -> None:
    assert next(withdrawal(STATE, AXIS, ("Ju87", "Ju88"))) == (Withdraw("Ju88"),)
    assert bombers(STATE, SOVIET)
