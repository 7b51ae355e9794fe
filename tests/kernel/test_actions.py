"""Verbs: declared wholly or not at all; they judge argument by argument and sign their refusals."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import Action, Number, Offer, OneOf, Ref, Refusal, Unasked, dead_end, refuse, verb
from sandtable.kernel.actions import name_of
from sandtable.kernel.offers import open_verb
from tests.kernel.toy import Board, bound


class Fire(Action, frozen=True):
    unit: int
    at: int
    shells: int = 0


class Rest(Action, frozen=True, tag="rest_up"):
    pass


SEEN: list[tuple[Any, ...]] = []


def units(state: Board, seat: str) -> OneOf:
    return OneOf("row", (1, 2), why=lambda key: refuse("R-9", "refuse.not_yours") if key == 9 else None)


def targets(state: Board, seat: str, unit: int) -> OneOf:
    return OneOf("place", (unit * 10,))


def shells(state: Board, seat: str, unit: int, at: int) -> Number | None:
    """Only the second unit has shells."""
    SEEN.append((seat, unit, at))
    return Number(1, 3) if unit == 2 else None


def nothing(d: Any, action: Any) -> None:
    pass


FIRE = verb(Fire, "R-1", nothing, unit=units, at=targets, shells=shells)


def judge(*args: int) -> Refusal | None:
    return FIRE.judge(bound(), "a", Fire(*args))


def test_a_verb_is_known_by_its_word() -> None:
    assert (FIRE.name, name_of(Rest)) == ("fire", "rest_up")


def test_a_verb_gives_the_turn_away_only_where_it_says_so() -> None:
    assert not FIRE.ends
    assert verb(Rest, "R-2", nothing, ends=True).ends


def test_a_legal_action_has_no_refusal() -> None:
    assert judge(2, 20, 3) is None
    assert judge(1, 10) is None


def test_the_first_wrong_argument_is_named_with_the_rule_of_the_verb() -> None:
    no = judge(7, 10)
    assert no == refuse("R-1", "refuse.not_offered", Ref("row", 7), value=Ref("row", 7), arg=Ref("arg", "unit"))
    assert judge(1, 20) == refuse(
        "R-1", "refuse.not_offered", Ref("place", 20), value=Ref("place", 20), arg=Ref("arg", "at")
    )


def test_a_rule_of_its_own_is_kept() -> None:
    assert judge(9, 10) == refuse("R-9", "refuse.not_yours")


def blocked(key: int) -> Refusal | None:
    return dead_end("R-8", "refuse.no_target") if key in (1, 8) else None


def closed(state: Board, seat: str, unit: int) -> OneOf:
    strait = {8: 1}[unit]
    return OneOf("place", (), why=lambda at: refuse("R-7", "refuse.strait") if at == strait else None)


@pytest.mark.parametrize(
    ("unit", "at", "rule"),
    [
        (8, 1, "R-7"),  # the next argument knows the reason
        (8, 2, "R-8"),  # it has none of its own
        (1, 1, "R-8"),  # the rules do not know their way beyond the dead end
    ],
)
def test_beyond_a_dead_end_the_next_argument_may_say_why(unit: int, at: int, rule: str) -> None:
    fire = verb(Fire, "R-1", nothing, unit=lambda s, seat: OneOf("row", (2,), why=blocked), at=closed, shells=shells)
    no = fire.judge(bound(), "a", Fire(unit, at))
    assert no is not None
    assert no.rule == rule


def test_an_argument_that_does_not_apply_must_be_left_alone() -> None:
    assert judge(1, 10, 2) == refuse("R-1", "refuse.unexpected", arg=Ref("arg", "shells"))


def test_an_argument_that_is_not_asked_for_may_say_why() -> None:
    def none_left(state: Board, seat: str, unit: int, at: int) -> Unasked:
        return Unasked(lambda given: refuse("R-6", "refuse.spent", given=given) if given == 2 else None)

    fire = verb(Fire, "R-1", nothing, unit=units, at=targets, shells=none_left)
    assert fire.judge(bound(), "a", Fire(1, 10)) is None
    assert fire.judge(bound(), "a", Fire(1, 10, 2)) == refuse("R-6", "refuse.spent", given=2)
    assert fire.judge(bound(), "a", Fire(1, 10, 3)) == refuse("R-1", "refuse.unexpected", arg=Ref("arg", "shells"))
    given = {"unit": 1, "at": 10}
    whole = open_verb(fire, bound(), "a", given)
    assert isinstance(whole, Offer)
    assert whole.is_whole
    no = open_verb(fire, bound(), "a", {**given, "shells": 2})
    assert isinstance(no, Refusal)
    assert no.rule == "R-6"
    wrong = open_verb(fire, bound(), "a", {**given, "shells": "two"})
    assert isinstance(wrong, Refusal)
    assert wrong.key == "refuse.wrong_type"


def test_an_argument_that_applies_must_be_given() -> None:
    no = judge(2, 20)
    assert no is not None
    assert (no.key, no.params["given"]) == ("refuse.out_of_range", 0)


def test_later_arguments_are_asked_with_the_earlier_ones() -> None:
    SEEN.clear()
    judge(2, 20, 1)
    assert SEEN == [("a", 2, 20)]


def test_what_does_not_apply_counts_as_its_default() -> None:
    assert (FIRE.default("shells"), FIRE.default("unit")) == (0, None)
    with pytest.raises(KeyError):
        FIRE.default("colour")


def test_an_empty_bag_is_the_default_of_a_bag() -> None:
    class Buy(Action, frozen=True):
        bag: dict[int, int] = {}

    buy = verb(Buy, "R-3", nothing, bag=lambda state, seat: None)
    assert buy.default("bag") == {}
    assert buy.judge(bound(), "a", Buy()) is None
    assert buy.judge(bound(), "a", Buy({1: 1})) == refuse("R-3", "refuse.unexpected", arg=Ref("arg", "bag"))


def test_a_verb_can_be_forbidden_as_a_whole() -> None:
    muddy = verb(Rest, "R-2", nothing, allow=lambda state, seat: refuse("", "refuse.mud", seat=seat))
    assert muddy.judge(bound(), "b", Rest()) == refuse("R-2", "refuse.mud", seat="b")


def test_the_fields_of_the_action_must_all_be_described_in_order() -> None:
    with pytest.raises(TypeError, match=r"Fire has the fields .* but the verb describes \('unit', 'at'\)"):
        verb(Fire, "R-1", nothing, unit=units, at=targets)
    with pytest.raises(TypeError, match="but the verb describes"):
        verb(Fire, "R-1", nothing, at=targets, unit=units, shells=shells)
    with pytest.raises(TypeError, match="but the verb describes"):
        verb(Rest, "R-1", nothing, unit=units)


def test_choices_take_the_earlier_arguments() -> None:
    with pytest.raises(TypeError, match=r"the choices of Fire\.at take 2 parameters, not 3"):
        verb(Fire, "R-1", nothing, unit=units, at=units, shells=shells)
