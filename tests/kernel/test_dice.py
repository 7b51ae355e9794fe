"""Chance: fair, auditable, never silently another algorithm."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from hashlib import blake2b
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.dice import (
    D6,
    D10,
    Dice,
    NoDice,
    RecordingDice,
    ScriptedDice,
    ScriptError,
    SeededDice,
    commitment,
    die,
    mixed,
    outcomes,
)

AUDIT_D6 = [3, 3, 2, 5, 6, 5, 5, 6, 5, 4, 1, 3]
AUDIT_D10 = [1, 1, 5, 0, 8, 0, 2, 2]


def test_the_algorithm_never_changes_silently() -> None:
    """Recorded games are audited with it: these faces must come of this seed for ever."""
    dice = SeededDice(b"sandtable")
    assert [dice.draw(D6) for _ in range(12)] == AUDIT_D6
    assert [dice.draw(D10) for _ in range(8)] == AUDIT_D10
    assert dice.drawn == 20


def test_a_draw_can_be_audited_by_hand() -> None:
    words = blake2b((2).to_bytes(8, "big"), key=b"k").digest()
    number = int.from_bytes(words[24:32], "big")
    assert SeededDice(b"k", drawn=2 * 8 + 3).draw(range(1000)) == number % 1000


def test_dice_go_on_where_they_were() -> None:
    whole = SeededDice(b"x")
    faces = [whole.draw(D6) for _ in range(10)]
    later = SeededDice(b"x", drawn=6)
    assert [later.draw(D6) for _ in range(4)] == faces[6:]


def test_every_face_comes_up_as_often() -> None:
    dice = SeededDice(b"fair")
    counts = Counter(dice.draw(D6) for _ in range(12_000))
    # Chi-square with 5 degrees of freedom: beyond 20.5 once in a thousand seeds, and this seed is fixed.
    assert sum((counts[face] - 2000) ** 2 / 2000 for face in D6) < 20.5


def test_numbers_that_would_favour_a_face_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = iter([b"\xff" * 64, b"\xff" * 8, (7).to_bytes(8, "big")])
    asked = []

    def hashed(data: bytes, **how: Any) -> SimpleNamespace:
        asked.append(data)
        return SimpleNamespace(digest=lambda: next(digests))

    monkeypatch.setattr("sandtable.kernel.dice.blake2b", hashed)
    dice = SeededDice(b"x")
    assert dice.draw(range(6)) == 1  # 2**64 - 1 is rejected twice; 7 % 6 is taken
    assert asked == [bytes(8), (1).to_bytes(12, "big"), (2).to_bytes(12, "big")]
    assert dice.drawn == 1


@pytest.mark.parametrize("seed", [b"", bytes(65)])
def test_a_seed_has_a_length(seed: bytes) -> None:
    with pytest.raises(ValueError, match="1 to 64 bytes"):
        SeededDice(seed)


def test_nothing_comes_of_nothing() -> None:
    with pytest.raises(ValueError, match="nothing to draw from"):
        SeededDice(b"x").draw(())


def test_the_commitment_hides_and_binds() -> None:
    assert commitment(b"seed") == blake2b(b"seed", digest_size=32).hexdigest()
    assert commitment(b"seed") != commitment(b"sees")


def test_scripted_dice_show_what_they_are_told() -> None:
    dice = ScriptedDice((3, 5, 1))
    assert (dice.draw(D6), dice.draw(D6)) == (3, 5)
    assert dice.left == (1,)


def test_scripted_dice_say_what_does_not_fit() -> None:
    with pytest.raises(ScriptError, match="draw 1 of the script is 7, but the faces are 1, 2, 3, 4, 5, 6"):
        ScriptedDice((7,)).draw(D6)
    with pytest.raises(ScriptError, match="the script has 0 faces, another one was drawn"):
        ScriptedDice(()).draw(D6)


def test_a_face_that_does_not_fit_is_not_used_up() -> None:
    dice = ScriptedDice((9,))
    with pytest.raises(ScriptError):
        dice.draw(D6)
    assert dice.left == (9,)
    assert dice.draw(D10) == 9


def test_cards_have_a_script_of_their_own() -> None:
    dice = ScriptedDice((3, 5), cards=(40, 12))
    assert (dice.deal((12, 40)), dice.draw(D6), dice.deal((12,))) == (40, 3, 12)
    assert (dice.left, dice.undealt) == ((5,), ())


def test_cards_stand_among_the_faces_where_they_have_none() -> None:
    dice = ScriptedDice((3, 40))
    assert (dice.draw(D6), dice.deal((12, 40))) == (3, 40)
    assert dice.undealt == ()


def test_scripted_cards_say_what_does_not_fit() -> None:
    dice = ScriptedDice((), cards=(7,))
    with pytest.raises(ScriptError, match="card 1 of the script is 7, but the deck has 1, 2"):
        dice.deal((1, 2))
    assert dice.undealt == (7,)
    with pytest.raises(ScriptError, match="the script has 0 cards, another one was drawn"):
        ScriptedDice((), cards=()).deal((1, 2))


def test_a_misfit_says_what_was_wanted() -> None:
    assert str(ScriptError("none left").wanted("roll.fire")) == "none left (wanted for roll.fire)"
    assert str(ScriptError("none left").wanted("")) == "none left"


def test_no_dice_refuse() -> None:
    with pytest.raises(ScriptError, match="nothing may be rolled"):
        NoDice().draw(D6)


def test_recording_dice_remember() -> None:
    dice = RecordingDice(ScriptedDice((2, 4)))
    assert (dice.draw(D6), dice.draw(D6)) == (2, 4)
    assert dice.faces == [2, 4]


def two_dice(dice: Dice) -> int:
    return dice.draw(D6) + dice.draw(D6)


def test_outcomes_of_two_dice_have_the_known_odds() -> None:
    odds: dict[int, Fraction] = {}
    for chance, total in outcomes(two_dice):
        odds[total] = odds.get(total, Fraction(0)) + chance
    assert odds == {total: Fraction(6 - abs(7 - total), 36) for total in range(2, 13)}


def test_outcomes_walk_trees_of_uneven_depth() -> None:
    def until_six(dice: Dice) -> int:
        for throws in range(1, 4):
            if dice.draw(D6) == 6:
                return throws
        return 0

    odds: dict[int, Fraction] = {}
    for chance, throws in outcomes(until_six):
        odds[throws] = odds.get(throws, Fraction(0)) + chance
    assert odds == {1: Fraction(1, 6), 2: Fraction(5, 36), 3: Fraction(25, 216), 0: Fraction(125, 216)}


def test_equal_faces_are_one_branch() -> None:
    assert list(outcomes(lambda dice: dice.draw((1, 1, 1, 2)))) == [(Fraction(3, 4), 1), (Fraction(1, 4), 2)]


def test_without_chance_there_is_one_outcome() -> None:
    assert list(outcomes(lambda dice: "sure")) == [(Fraction(1), "sure")]


@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=4), min_size=1, max_size=4))
def test_the_chances_of_all_outcomes_sum_to_one(draws: list[list[int]]) -> None:
    found = list(outcomes(lambda dice: tuple(dice.draw(faces) for faces in draws)))
    assert sum(chance for chance, _ in found) == 1
    assert len(found) == len({result for _, result in found})


@given(st.binary(min_size=1, max_size=64), st.integers(1, 100))
def test_a_draw_is_one_of_the_faces(seed: bytes, sides: int) -> None:
    assert SeededDice(seed).draw(die(sides)) in die(sides)


def test_what_seats_mix_in_changes_every_die_whatever_order_they_came_in() -> None:
    seed = bytes(range(32))
    assert mixed(seed, {}) == seed, "games without it have the dice that they had"
    both = mixed(seed, {"red": "01", "blue": "02"})
    assert both == mixed(seed, {"blue": "02", "red": "01"})
    others = [mixed(seed, {"blue": "02"}), mixed(seed, {"blue": "01", "red": "02"}), mixed(b"x" + seed, {"red": "01"})]
    assert len({both, seed, *others}) == 5
