"""Each kind of argument judges, samples and describes itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import (
    NO,
    YES,
    Amounts,
    Number,
    OneOf,
    Path,
    Ref,
    Refusal,
    SeededDice,
    SomeOf,
    Way,
    pick,
    pick_some,
    refuse,
)
from sandtable.kernel import yes_or_no as question
from sandtable.kernel.codec import decode, encode

SEEDS = st.binary(min_size=1, max_size=8)


def key(refusal: Refusal | None) -> str:
    assert refusal is not None
    return refusal.key


# -- one of ----------------------------------------------------------------------------------------------------------


def test_one_of_is_sorted_and_without_doubles() -> None:
    assert OneOf("piece", (3, 1, 3, 2)).legal == (1, 2, 3)
    assert OneOf("piece", iter((2, 1))).legal == (1, 2)


def test_one_of_refuses_what_it_does_not_hold() -> None:
    choice = OneOf("piece", (1, 2))
    assert choice.refusal(2) is None
    no = choice.refusal(3)
    assert no == refuse("", "refuse.not_offered", Ref("piece", 3), value=Ref("piece", 3))
    assert key(choice.refusal(None)) == "refuse.wrong_type"
    assert key(choice.refusal((1,))) == "refuse.wrong_type"


def test_one_of_explains_with_the_rule_that_forbids() -> None:
    choice = OneOf("piece", (1,), why=lambda key: refuse("R-1", "refuse.moved") if key == 2 else None)
    assert choice.refusal(2) == refuse("R-1", "refuse.moved")
    assert key(choice.refusal(3)) == "refuse.not_offered"


@given(st.lists(st.integers(), min_size=1, max_size=6), SEEDS)
def test_one_of_samples_what_is_legal(options: list[int], seed: bytes) -> None:
    choice = OneOf("piece", options)
    assert choice.refusal(choice.sample(SeededDice(seed))) is None


def test_one_of_shows_its_costs() -> None:
    widget = OneOf("place", (7, 5), costs={5: 2, 7: 3}, default=5).widget()
    assert (widget.kind, widget.of, widget.options, widget.default) == ("one", "place", (5, 7), 5)
    assert widget.costs == {"5": 2, "7": 3}


def test_one_of_nothing_is_impossible() -> None:
    assert not OneOf("piece", ()).is_possible()
    assert OneOf("piece", (0,)).is_possible()


def test_pick_offers_and_explains_by_one_predicate() -> None:
    choice = pick("piece", range(6), lambda n: refuse("R-2", "refuse.odd") if n % 2 else None, default=4)
    assert choice.legal == (0, 2, 4)
    assert choice.refusal(3) == refuse("R-2", "refuse.odd")
    assert choice.default == 4


def test_yes_or_no() -> None:
    assert question(default=YES).legal == (NO, YES)
    assert question(default=YES).default == YES
    assert key(question().refusal("perhaps")) == "refuse.not_offered"


# -- some of ---------------------------------------------------------------------------------------------------------


def odd_total(keys: tuple[int, ...]) -> Refusal | None:
    return None if sum(keys) % 2 else refuse("R-3", "refuse.even")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, 2), ""),
        ([2, 3], ""),
        ((1,), "refuse.too_few"),
        ((1, 2, 3, 4), "refuse.too_many"),
        ((1, 1), "refuse.twice"),
        ((1, 9), "refuse.not_offered"),
        (1, "refuse.wrong_type"),
        ("12", "refuse.wrong_type"),
        (None, "refuse.wrong_type"),
    ],
)
def test_some_of_refuses(value: Any, expected: str) -> None:
    refusal = SomeOf("piece", (1, 2, 3, 4), least=2, most=3).refusal(value)
    assert (refusal.key if refusal else "") == expected


def test_some_of_says_how_many() -> None:
    choice = SomeOf("piece", (1, 2, 3), least=2, most=2)
    assert choice.refusal((1,)) == refuse("", "refuse.too_few", least=2, given=1)
    assert choice.refusal((1, 2, 3)) == refuse("", "refuse.too_many", most=2, given=3)


def test_some_of_checks_the_selection_as_a_whole() -> None:
    choice = SomeOf("piece", (1, 2, 3), check=odd_total, default=(1,))
    assert choice.refusal((1, 2)) is None
    assert choice.refusal((1, 3)) == refuse("R-3", "refuse.even")


def test_some_of_explains_one_of_them() -> None:
    choice = SomeOf("piece", (1,), why=lambda key: refuse("R-4", "refuse.far"))
    assert choice.refusal((1, 5)) == refuse("R-4", "refuse.far")


def test_a_check_needs_a_default_that_passes_it() -> None:
    with pytest.raises(ValueError, match="needs a default"):
        SomeOf("piece", (1, 2), check=odd_total)


@pytest.mark.parametrize(
    ("choice", "possible"),
    [
        (SomeOf("piece", ()), True),
        (SomeOf("piece", (), least=1), False),
        (SomeOf("piece", (1, 2), least=2), True),
        (SomeOf("piece", (1, 2, 3), least=2, most=1), False),
    ],
)
def test_some_of_is_possible_when_there_are_enough(choice: SomeOf, possible: bool) -> None:
    assert choice.is_possible() == possible


@given(st.integers(0, 3), st.integers(3, 6), st.booleans(), SEEDS)
def test_some_of_samples_what_is_legal(least: int, most: int, checked: bool, seed: bytes) -> None:
    rule = {"check": odd_total, "default": (1, 2, 4)} if checked else {}
    choice = SomeOf("piece", (1, 2, 3, 4, 5, 6), least=least, most=most, **rule)  # type: ignore[arg-type]
    assert choice.refusal(choice.sample(SeededDice(seed))) is None


def test_a_check_that_hardly_anything_passes_falls_back_to_the_default() -> None:
    only = SomeOf("piece", range(40), check=lambda keys: None if keys == (7, 9) else refuse("R", "x"), default=(7, 9))
    assert only.sample(SeededDice(b"x")) == (7, 9)


def test_some_of_shows_its_bounds() -> None:
    widget = SomeOf("piece", (2, 1), least=1, most=9, default=(1,)).widget()
    assert (widget.kind, widget.options, widget.least, widget.most) == ("some", (1, 2), 1, 2)
    assert widget.default == (1,)


# -- paths -----------------------------------------------------------------------------------------------------------


def line(start: int = 0, length: int = 3) -> Path:
    """Up to so many steps along the numbers, stopping only on even ones."""

    def steps(path: tuple[int, ...]) -> dict[int, int]:
        at = path[-1] if path else start
        return {at - 1: len(path) + 1, at + 1: len(path) + 1} if len(path) < length else {}

    def why(path: tuple[int, ...], to: int) -> Refusal | None:
        return refuse("R-5", "refuse.tired") if len(path) == length else None

    return Path("place", start, steps, lambda path: bool(path) and path[-1] % 2 == 0, why)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ((1, 2), ""),
        ([1, 0], ""),
        ((1,), "refuse.cannot_stop"),
        ((), "refuse.cannot_stop"),
        ((2,), "refuse.not_offered"),
        ((1, 2, 3, 4), "refuse.tired"),
        (7, "refuse.wrong_type"),
        (None, "refuse.wrong_type"),
    ],
)
def test_a_path_refuses(value: Any, expected: str) -> None:
    refusal = line().refusal(value)
    assert (refusal.key if refusal else "") == expected


def test_a_path_that_cannot_stop_says_where() -> None:
    assert line().refusal((1,)) == refuse("", "refuse.cannot_stop", place=Ref("place", 1))
    assert line(start=6).refusal(()) == refuse("", "refuse.cannot_stop", place=Ref("place", 6))


def test_a_path_that_cannot_stop_says_why_where_the_game_knows() -> None:
    told = refuse("SK-2.3", "refuse.crowded")
    path = Path(
        "place", 0, lambda path: {1: 1, 2: 1}, lambda path: path == (2,), why_stop=lambda path: told if path else None
    )
    assert path.refusal((1,)) == told
    assert path.refusal(()) == refuse("", "refuse.cannot_stop", place=Ref("place", 0))
    assert path.refusal((2,)) is None


def test_a_misstep_does_not_ask_where_a_path_ends() -> None:
    assert line().misstep((1,)) is None
    assert key(line().misstep((5,))) == "refuse.not_offered"


def test_a_path_shows_the_next_steps_and_their_costs() -> None:
    widget = line().widget((1, 2))
    assert (widget.kind, widget.so_far, widget.may_stop) == ("path", (0, 1, 2), True)
    assert widget.options == (1, 3)
    assert widget.costs == {"1": 3, "3": 3}
    assert line().widget().so_far == (0,)


def test_a_path_shows_everywhere_it_can_end_with_the_way_there() -> None:
    widget = line().widget()
    assert widget.reach == {"0": Way((-1, 0), 2), "2": Way((1, 2), 2), "-2": Way((-1, -2), 2)}
    assert line().widget((1, 2)).reach == {}, "one step more never ends on an even number"


def test_the_reach_goes_by_the_cheapest_way_and_by_a_dearer_one_where_only_that_leads_on() -> None:
    # By 1 it is cheap to get to 3, but only who came by 2 may go on to 4.
    ways = {(): {1: 1, 2: 3}, (1,): {3: 2}, (2,): {3: 4}, (1, 3): {}, (2, 3): {4: 5}}
    path = Path("place", 0, lambda path: ways.get(path, {}), bool)
    assert {place: way.path for place, way in path.reach().items()} == {1: (1,), 2: (2,), 3: (1, 3), 4: (2, 3, 4)}


def test_a_game_searches_by_itself_and_says_what_waits_and_what_there_is_to_spend() -> None:
    def search(path: tuple[int, ...]) -> dict[int, Way] | None:
        return None if path else {2: Way((1, 2), 7)}

    near = {(): {1: 1}, (1,): {2: 2}}
    danger = {1: "zone"}
    path = Path(
        "place",
        0,
        lambda path: near.get(path, {}),
        bool,
        search=search,
        budget=8,
        per=2,
        danger=lambda at: danger.get(at, ""),
    )
    widget = path.widget()
    assert widget.reach == {"2": Way((1, 2), 7)}
    assert (widget.budget, widget.per, widget.dangers) == (8, 2, {"1": "zone"})
    assert path.widget((1,)).reach == {"2": Way((1, 2), 2)}, "beyond a way-point it is looked for step by step"


@given(SEEDS)
def test_a_path_samples_what_is_legal(seed: bytes) -> None:
    # An even number of steps always ends on an even number, so the sampler never gets stuck.
    assert line(length=4).refusal(line(length=4).sample(SeededDice(seed))) is None


def test_a_path_that_can_neither_stop_nor_go_on_is_an_error() -> None:
    stuck = Path("place", 0, lambda path: {} if path else {1: 1}, lambda path: False)
    with pytest.raises(RuntimeError, match="can neither stop nor go on"):
        stuck.sample(SeededDice(b"x"))


def test_a_path_is_possible_when_it_can_stop_or_start() -> None:
    assert line().is_possible()
    assert Path("place", 0, lambda path: {}, lambda path: True).is_possible()
    assert not Path("place", 0, lambda path: {}, bool).is_possible()


# -- amounts ---------------------------------------------------------------------------------------------------------


def purchase(**more: Any) -> Amounts:
    return Amounts("kind", {1: 5, 2: 2}, most=10, weights={1: 2, 2: 3}, **more)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, ""),
        ({1: 2, 2: 2}, ""),
        ({1: 0}, ""),
        ({1: 5, 2: 1}, "refuse.total"),
        ({1: 6}, "refuse.out_of_range"),
        ({1: -1}, "refuse.out_of_range"),
        ({3: 1}, "refuse.not_offered"),
        ([1], "refuse.wrong_type"),
        (None, "refuse.wrong_type"),
        ({1: "x"}, "refuse.wrong_type"),
        ({1: True}, "refuse.wrong_type"),
    ],
)
def test_amounts_refuse(value: Any, expected: str) -> None:
    refusal = purchase().refusal(value)
    assert (refusal.key if refusal else "") == expected


def test_amounts_weigh_their_total() -> None:
    assert purchase().total({1: 2, 2: 1}) == 7
    assert Amounts("kind", {1: 5}).total({1: 3}) == 3
    assert purchase(total_key="refuse.budget").refusal({1: 5, 2: 1}) == refuse(
        "", "refuse.budget", least=0, most=10, given=13
    )


def test_amounts_that_must_add_up() -> None:
    losses = Amounts("kind", {1: 3, 2: 3}, least=4, most=4, default={1: 3, 2: 1})
    assert losses.refusal({1: 2, 2: 2}) is None
    assert key(losses.refusal({1: 3})) == "refuse.total"
    open_ended = Amounts("kind", {1: 9}, least=4, default={1: 4})
    assert open_ended.refusal({1: 3}) == refuse("", "refuse.too_few", least=4, given=3)


def test_amounts_explain_a_kind_and_check_the_whole() -> None:
    def check(amounts: dict[int, int]) -> Refusal | None:
        return refuse("R-6", "refuse.mixed") if len(amounts) > 1 else None

    choice = purchase(check=check, default={1: 1}, why=lambda kind: refuse("R-7", "refuse.not_sold"))
    assert choice.refusal({1: 1, 2: 1}) == refuse("R-6", "refuse.mixed")
    assert choice.refusal({9: 1}) == refuse("R-7", "refuse.not_sold")


@pytest.mark.parametrize("more", [{"least": 1}, {"check": lambda amounts: None}])
def test_amounts_with_a_rule_need_a_default(more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="need a default"):
        Amounts("kind", {1: 1}, **more)


@given(st.integers(0, 12), st.integers(0, 3), st.integers(1, 3), SEEDS)
def test_amounts_sample_what_is_legal(most: int, least: int, weight: int, seed: bytes) -> None:
    default = {1: least, 2: 0}
    choice = Amounts("kind", {1: 4, 2: 2}, least=least, most=max(most, 4), weights={2: weight}, default=default)
    assert choice.refusal(choice.sample(SeededDice(seed))) is None


def test_amounts_that_hardly_anything_passes_fall_back_to_the_default() -> None:
    only = Amounts(
        "kind", {1: 90, 2: 90}, check=lambda found: None if found == {1: 7} else refuse("R", "x"), default={1: 7}
    )
    assert only.sample(SeededDice(b"x")) == {1: 7}


def test_amounts_without_anything_to_choose_are_empty() -> None:
    assert Amounts("kind", {}).sample(SeededDice(b"x")) == {}


def test_amounts_show_limits_and_weights() -> None:
    widget = purchase(default={1: 1}).widget()
    assert (widget.kind, widget.limits, widget.weights) == ("amounts", {"1": 5, "2": 2}, {"1": 2, "2": 3})
    assert (widget.least, widget.most) == (0, 10)


# -- numbers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2, ""),
        (5, ""),
        (1, "refuse.out_of_range"),
        (6, "refuse.out_of_range"),
        ("3", "refuse.wrong_type"),
        (True, "refuse.wrong_type"),
        (2.5, "refuse.wrong_type"),
        (None, "refuse.wrong_type"),
    ],
)
def test_a_number_refuses(value: Any, expected: str) -> None:
    refusal = Number(2, 5).refusal(value)
    assert (refusal.key if refusal else "") == expected


def test_a_number_says_its_bounds_or_its_rule() -> None:
    assert Number(2, 5).refusal(7) == refuse("", "refuse.out_of_range", least=2, most=5, given=7)
    ruled = Number(2, 5, why=lambda n: refuse("R-8", "refuse.poor") if n > 5 else None)
    assert ruled.refusal(7) == refuse("R-8", "refuse.poor")
    assert key(ruled.refusal(1)) == "refuse.out_of_range"


@given(st.integers(-5, 5), st.integers(0, 5), SEEDS)
def test_a_number_samples_what_is_legal(least: int, room: int, seed: bytes) -> None:
    choice = Number(least, least + room)
    assert choice.refusal(choice.sample(SeededDice(seed))) is None


def test_a_number_between_crossed_bounds_is_impossible() -> None:
    assert not Number(3, 2).is_possible()
    assert Number(3, 3).is_possible()
    assert Number(1, 4, default=2).widget().default == 2


@pytest.mark.parametrize("choice", [OneOf("p", (1, 2)), SomeOf("p", (1, 2)), line(), purchase(), Number(0, 3)])
def test_every_control_can_be_sent(choice: Any) -> None:
    widget = choice.widget()
    assert decode(encode(widget), type(widget)) == widget


@pytest.mark.parametrize(
    ("choice", "answers"),
    [
        (OneOf("p", (1, 2, 3)), 3),
        (SomeOf("p", (1, 2, 3), least=1), 7),
        (Path("p", 0, lambda path: {1: 1, 2: 1} if len(path) < 2 else {}, lambda path: True), 7),
        (Amounts("k", {1: 2, 2: 1}, most=2), 5),
        (Amounts("k", {1: 2, 2: 2}, least=2, most=2, default={1: 2}), 3),
        (Number(0, 4), 5),
    ],
)
def test_every_legal_answer_comes_up_sooner_or_later(choice: Any, answers: int) -> None:
    dice = SeededDice(b"variety")
    assert len({encode(choice.sample(dice)) for _ in range(400)}) == answers


def test_an_id_the_game_does_not_have_is_refused_in_general_words() -> None:
    known = {1: "a", 2: "b"}

    def why(one: int) -> Refusal | None:
        return refuse("R-1", "refuse.moved") if known[one] == "b" else None

    for choice in (pick("piece", known, why), pick_some("piece", known, why)):
        no = choice.refusal((9,) if isinstance(choice, SomeOf) else 9)
        assert no is not None
        assert no.key == "refuse.not_offered"
    assert pick("piece", known, why).refusal(2) == refuse("R-1", "refuse.moved")


def test_a_sampler_that_finds_nothing_takes_what_surely_passes() -> None:
    def only_pair(some: tuple[Any, ...]) -> Refusal | None:
        return None if some == (1, 900) else refuse("R-1", "refuse.pair")

    some = SomeOf("row", range(1, 1001), least=1, check=only_pair, fallback=lambda: (1, 900))
    assert some.sample(SeededDice(b"pair")) == (1, 900)
    assert some.widget().default is None, "nobody is shown it"
    proposed = SomeOf("row", (1, 2), least=1, default=(2,), fallback=lambda: (1,))
    assert proposed.surely() == (2,)


def test_who_picks_one_at_most_has_nobody_else_judged() -> None:
    judged: list[int] = []

    def why_not(key: int) -> Refusal | None:
        judged.append(key)
        return None

    some = pick_some("row", range(100), why_not, least=1, most=1)
    assert len(some.sample(SeededDice(b"one")) or ()) == 1
    assert len(judged) == 1
    maybe = pick_some("row", range(100), why_not, most=1)
    assert {len(maybe.sample(SeededDice(bytes([n]))) or ()) for n in range(1, 20)} == {0, 1}
    assert pick_some("row", (), why_not, most=1).sample(SeededDice(b"\1")) == ()


def test_too_many_are_refused_with_what_the_game_says_of_them() -> None:
    told = refuse("SK-2.3", "refuse.crowded")
    some = SomeOf("piece", (1, 2, 3), most=1, default=(), check=lambda units: told if len(units) == 3 else None)
    assert some.refusal((1, 2, 3)) == told
    assert some.refusal((1, 2)) == refuse("", "refuse.too_many", most=1, given=2)
