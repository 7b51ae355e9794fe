"""Offers: the tree of legal answers, opened argument by argument, sampled and listed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import Action, Amounts, Number, Offer, OneOf, Path, Ref, Refusal, SeededDice, SomeOf, refuse, verb
from sandtable.kernel.codec import decode, encode
from sandtable.kernel.offers import last_resort, leaves, open_verb, sample, usual
from tests.kernel.toy import Board, bound


class Load(Action, frozen=True):
    ship: int
    units: tuple[int, ...]
    fuel: dict[int, int]
    speed: int = 0


class Walk(Action, frozen=True):
    unit: int
    path: tuple[int, ...]


class Pass(Action, frozen=True):
    pass


def nothing(d: Any, action: Any) -> None:
    pass


def ships(state: Board, seat: str) -> OneOf:
    return OneOf("ship", (1, 2))


def cargo(state: Board, seat: str, ship: int) -> SomeOf:
    return SomeOf("unit", (5, 6, 7), least=1, most=ship)


def tanks(state: Board, seat: str, ship: int, units: tuple[int, ...]) -> Amounts:
    assert isinstance(units, tuple)
    return Amounts("tank", {1: 2, 2: 2}, most=len(units))


def speed(state: Board, seat: str, ship: int, units: tuple[int, ...], fuel: dict[int, int]) -> Number | None:
    return Number(1, 2) if fuel else None


def ways(state: Board, seat: str, unit: int) -> Path:
    ends = 2 if unit == 1 else 0
    return Path("place", unit, lambda path: {len(path) + 1: 1} if len(path) < ends else {}, lambda path: len(path) == 2)


LOAD = verb(Load, "R-1", nothing, ship=ships, units=cargo, fuel=tanks, speed=speed)
WALK = verb(Walk, "R-2", nothing, unit=lambda s, seat: OneOf("unit", (1, 9)), path=ways)
PASS = verb(Pass, "R-3", nothing, ends=True)


def opened(which: Any, **given_args: Any) -> Offer | Refusal:
    return open_verb(which, bound(), "a", given_args)


def asked(which: Any, **given_args: Any) -> tuple[str, str]:
    offer = opened(which, **given_args)
    assert isinstance(offer, Offer), offer
    return offer.arg, offer.widget.kind if offer.widget else ""


def test_a_verb_opens_argument_by_argument() -> None:
    assert asked(LOAD) == ("ship", "one")
    assert asked(LOAD, ship=2) == ("units", "some")
    assert asked(LOAD, ship=2, units=(5, 6)) == ("fuel", "amounts")
    assert asked(LOAD, ship=2, units=(5, 6), fuel={1: 1}) == ("speed", "number")
    whole = opened(LOAD, ship=2, units=(5, 6), fuel={1: 1}, speed=2)
    assert isinstance(whole, Offer)
    assert whole.is_whole
    assert whole.given == {"ship": 2, "units": (5, 6), "fuel": {1: 1}, "speed": 2}


def test_an_argument_that_does_not_apply_is_passed_over() -> None:
    offer = opened(LOAD, ship=1, units=(5,), fuel={})
    assert isinstance(offer, Offer)
    assert offer.is_whole
    assert opened(LOAD, ship=1, units=(5,), fuel={}, speed=1) == refuse(
        "R-1", "refuse.unexpected", arg=Ref("arg", "speed")
    )


def test_a_verb_without_arguments_is_whole_at_once() -> None:
    offer = opened(PASS)
    assert isinstance(offer, Offer)
    assert (offer.is_whole, offer.ends, offer.rule) == (True, True, "R-3")


def test_data_of_a_client_is_given_its_types() -> None:
    offer = opened(LOAD, ship=2, units=[5, 6], fuel={"1": 1})
    assert isinstance(offer, Offer)
    assert offer.given == {"ship": 2, "units": (5, 6), "fuel": {1: 1}}


@pytest.mark.parametrize(
    "given_args",
    [
        {"ship": "x"},
        {"ship": None},
        {"ship": [1]},
        {"ship": 1, "units": 5},
        {"ship": 1, "units": [[5]]},
        {"ship": 1, "units": [5], "fuel": {"1": "x"}},
        {"ship": 1, "units": [5], "fuel": [1]},
    ],
)
def test_data_of_the_wrong_type_is_refused(given_args: dict[str, Any]) -> None:
    no = opened(LOAD, **given_args)
    assert isinstance(no, Refusal)
    assert (no.rule, no.key) == ("R-1", "refuse.wrong_type")


def test_what_is_not_legal_is_refused_where_it_stands() -> None:
    no = opened(LOAD, ship=1, units=(5, 6))
    assert no == refuse("R-1", "refuse.too_many", most=1, given=2, arg=Ref("arg", "units"))
    no = opened(LOAD, ship=3)
    assert isinstance(no, Refusal)
    assert no.params["arg"] == Ref("arg", "ship")


def test_an_argument_the_verb_does_not_have_is_refused() -> None:
    assert opened(PASS, ship=1) == refuse("R-3", "refuse.unexpected", arg=Ref("arg", "ship"))


def test_a_path_is_extended_step_by_step() -> None:
    offers = [opened(WALK, unit=1, path=path) for path in ((), (1,), (1, 2))]
    widgets = [offer.widget for offer in offers if isinstance(offer, Offer)]
    assert [w.options for w in widgets if w] == [(1,), (2,), ()]
    assert [offer.is_whole for offer in offers if isinstance(offer, Offer)] == [False, False, True]
    assert isinstance(opened(WALK, unit=1, path=(2,)), Refusal)


def test_a_path_that_cannot_start_is_not_lit() -> None:
    assert opened(WALK, unit=9) == refuse("R-2", "refuse.nothing", arg=Ref("arg", "path"))


def test_nothing_to_choose_from_is_not_lit() -> None:
    empty = verb(Walk, "R-2", nothing, unit=lambda s, seat: OneOf("unit", ()), path=ways)
    assert opened(empty) == refuse("R-2", "refuse.nothing", arg=Ref("arg", "unit"))


def test_a_path_must_be_the_last_argument() -> None:
    class Odd(Action, frozen=True):
        path: tuple[int, ...]
        unit: int

    odd = verb(Odd, "R-4", nothing, path=lambda s, seat: ways(s, seat, 1), unit=lambda s, seat, path: OneOf("u", (1,)))
    with pytest.raises(TypeError, match=r"odd\.path is a path and must be the last argument"):
        opened(odd)


def test_a_forbidden_verb_is_not_lit_sampled_or_listed() -> None:
    muddy = verb(Pass, "R-3", nothing, allow=lambda s, seat: refuse("", "refuse.mud"))
    assert opened(muddy) == refuse("R-3", "refuse.mud")
    assert sample(muddy, bound(), "a", SeededDice(b"x")) is None
    assert list(leaves(muddy, bound(), "a")) == []


@given(st.binary(min_size=1, max_size=8))
def test_samples_are_legal_and_whole(seed: bytes) -> None:
    action = sample(LOAD, bound(), "a", SeededDice(seed))
    assert isinstance(action, Load)
    assert LOAD.judge(bound(), "a", action) is None
    offer = opened(LOAD, **{k: v for k, v in msgspec.structs.asdict(action).items() if k != "speed" or v})
    assert isinstance(offer, Offer)
    assert offer.is_whole


def test_a_branch_that_is_empty_gives_no_sample() -> None:
    dead = verb(Walk, "R-2", nothing, unit=lambda s, seat: OneOf("unit", (9,)), path=ways)
    assert sample(dead, bound(), "a", SeededDice(b"x")) is None
    assert list(leaves(dead, bound(), "a")) == []


def test_leaves_are_legal_different_and_in_order() -> None:
    found = list(leaves(LOAD, bound(), "a"))
    assert all(LOAD.judge(bound(), "a", action) is None for action in found if isinstance(action, Load))
    assert len({encode(action) for action in found}) == len(found)
    ships_in_order = [action.ship for action in found if isinstance(action, Load)]
    assert ships_in_order == sorted(ships_in_order)
    assert len(ships_in_order) == len(found)


def test_leaves_hold_every_single_choice() -> None:
    class Aim(Action, frozen=True):
        unit: int
        at: int

    aim = verb(Aim, "R-5", nothing, unit=lambda s, seat: OneOf("u", (1, 2)), at=lambda s, seat, u: Number(u, u + 1))
    assert list(leaves(aim, bound(), "a")) == [Aim(1, 1), Aim(1, 2), Aim(2, 2), Aim(2, 3)]
    assert list(leaves(aim, bound(), "a", limit=3)) == [Aim(1, 1), Aim(1, 2), Aim(2, 2)]


def test_leaves_of_a_huge_range_stop_at_the_limit() -> None:
    class Bid(Action, frozen=True):
        amount: int

    bid = verb(Bid, "R-6", nothing, amount=lambda s, seat: Number(0, 10**15))
    assert list(leaves(bid, bound(), "a", limit=3)) == [Bid(0), Bid(1), Bid(2)]


def test_offers_come_back_from_json() -> None:
    for offer in (opened(LOAD), opened(LOAD, ship=2, units=(5,)), opened(WALK, unit=1), opened(PASS)):
        assert encode(decode(encode(offer), Offer)) == encode(offer)


def one_step(state: Board, seat: str, unit: int) -> Path:
    """Only unit 1 can go anywhere."""
    return Path("place", unit, lambda path: {5: 1} if unit == 1 and not path else {}, bool)


def test_a_limit_counts_answers_and_not_branches_that_are_empty() -> None:
    last_only = verb(Walk, "R-2", nothing, unit=lambda s, seat: OneOf("unit", (-1, 0, 1)), path=one_step)
    assert list(leaves(last_only, bound(), "a", limit=1)) == [Walk(1, (5,))]


# -- what the umpire proposes ------------------------------------------------------------------------------------------


class Set(Action, frozen=True):
    ship: int
    speed: int


def proposing(ship: OneOf, speed: Number) -> Action | None:
    return usual(verb(Set, "R-4", nothing, ship=lambda s, seat: ship, speed=lambda s, seat, one: speed), bound(), "a")


def test_the_umpire_proposes_defaults_and_else_the_first_legal_value() -> None:
    assert proposing(OneOf("ship", (1, 2)), Number(3, 5)) == Set(1, 3)
    assert proposing(OneOf("ship", (1, 2), default=2), Number(3, 5, default=4)) == Set(2, 4)
    assert usual(PASS, bound(), "a") == Pass()


def test_the_umpire_proposes_nothing_that_he_would_refuse() -> None:
    assert proposing(OneOf("ship", ()), Number(3, 5)) is None
    assert proposing(OneOf("ship", (1, 2), default=9), Number(3, 5)) is None
    barred = verb(Pass, "R-3", nothing, allow=lambda s, seat: refuse("R-3", "refuse.never"))
    assert usual(barred, bound(), "a") is None


def test_nobody_proposes_a_way_through_the_map() -> None:
    assert usual(WALK, bound(), "a") is None


def test_the_last_resort_is_any_answer_and_no_answer_is_an_error() -> None:
    class Go(Action, frozen=True):
        to: int

    rare = verb(Go, "R-1", lambda d, a: None, to=lambda state, seat: OneOf("place", (7,)))
    shut = verb(Go, "R-1", lambda d, a: None, to=lambda state, seat: OneOf("place", ()))
    state = bound()
    assert last_resort((shut, rare), state, "a", SeededDice(b"last")) == Go(7)
    with pytest.raises(LookupError, match=r"a is asked at main\.turn and has no legal answer"):
        last_resort((shut,), state, "a", SeededDice(b"last"))
