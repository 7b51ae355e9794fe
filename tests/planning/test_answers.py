"""From ideas to answers."""

from __future__ import annotations

from sandtable.kernel import SeededDice
from sandtable.planning.answers import anything, first_legal, is_legal
from tests.small.skirmish import BLUE, DONE, GAME, MOVE, Done, Move

STATE = GAME.start(GAME.open("meeting"), SeededDice(b"ideas")).state
VERBS = {verb.name: verb for verb in GAME.open_verbs(STATE, BLUE)}
FAR = Move(11, (9999,))


def test_only_what_the_rules_allow_is_legal() -> None:
    assert is_legal(STATE, BLUE, VERBS, Done())
    assert not is_legal(STATE, BLUE, VERBS, FAR)
    assert not is_legal(STATE, BLUE, {"move": MOVE}, Done()), "a verb that is not open"


def test_the_first_legal_action_of_the_first_idea_that_has_one_is_taken() -> None:
    assert first_legal(STATE, BLUE, VERBS, [(FAR,), (FAR, Done())]) == Done()
    assert first_legal(STATE, BLUE, VERBS, [(FAR,)]) is None


def test_any_answer_is_legal_and_there_is_none_without_a_verb() -> None:
    drawn = [anything((MOVE, DONE), STATE, BLUE, SeededDice(b"%d" % n)) for n in range(30)]
    assert {type(action) for action in drawn} == {Move, Done}
    assert all(action is not None and is_legal(STATE, BLUE, VERBS, action) for action in drawn)
    assert anything((), STATE, BLUE, SeededDice(b"x")) is None


def test_zeal_makes_it_stay_in_a_phase() -> None:
    drawn = [anything((MOVE, DONE), STATE, BLUE, SeededDice(b"%d" % n), zeal=10_000) for n in range(10)]
    assert {type(action) for action in drawn} == {Move}
