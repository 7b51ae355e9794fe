"""What must hold for every battle that is swept to its end, and agreement with enumeration on any tiny one."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.odds.battle import Army, Battle
from sandtable.odds.exact import exact
from tests.odds.enumeration import assert_same
from tests.odds.tables import SUPPORTS, UNITS

LAND = ("infantry", "artillery", "mech_infantry", "tank", "fighter", "tactical_bomber")
SEA = ("battleship", "carrier", "cruiser", "destroyer", "submarine", "fighter", "transport")
EVEN = tuple(msgspec.structs.replace(unit, defence=unit.attack) for unit in UNITS)

Fight = tuple[dict[str, int], dict[str, int]]


def armies(kinds: tuple[str, ...]) -> st.SearchStrategy[dict[str, int]]:
    return st.dictionaries(st.sampled_from(kinds), st.integers(1, 3), min_size=1, max_size=4)


both = st.one_of(st.tuples(armies(LAND), armies((*LAND, "aaa"))), st.tuples(armies(SEA), armies(SEA)))
few = settings(max_examples=40, deadline=None, derandomize=True)


@few
@given(both, st.booleans(), st.sampled_from([None, 1, 3]), st.booleans())
def test_mass_adds_up(fight: Fight, low_luck: bool, limit: int | None, back: bool) -> None:
    battle = Battle(
        UNITS, Army(fight[0]), Army(fight[1]), SUPPORTS, low_luck=low_luck, max_rounds=limit, can_retreat=back
    )
    outcome = exact(battle)
    odds = outcome.odds()
    assert (outcome.chance >= 0.0).all()
    assert outcome.chance.sum() + outcome.pruned == pytest.approx(1.0, abs=1e-11)
    total = odds.attacker_wins + odds.defender_wins + odds.both_destroyed + odds.undecided
    assert total + odds.pruned == pytest.approx(1.0, abs=1e-11)
    assert odds.captures <= odds.attacker_wins + 1e-12


@few
@given(st.tuples(armies(LAND), armies(LAND)), st.sampled_from(LAND))
def test_one_more_unit_never_hurts_the_attacker(fight: Fight, extra: str) -> None:
    battle = Battle(UNITS, Army(fight[0]), Army(fight[1]), SUPPORTS)
    before = exact(battle).odds()
    after = exact(battle.reinforced("attacker", {extra: 1})).odds()
    assert after.attacker_wins >= before.attacker_wins - 1e-9
    assert after.defender_wins <= before.defender_wins + 1e-9


@few
@given(st.tuples(armies(LAND), armies(LAND)), st.sampled_from(LAND))
def test_one_more_unit_never_hurts_the_defender(fight: Fight, extra: str) -> None:
    battle = Battle(UNITS, Army(fight[0]), Army(fight[1]), SUPPORTS)
    before = exact(battle).odds()
    after = exact(battle.reinforced("defender", {extra: 1})).odds()
    assert after.defender_wins >= before.defender_wins - 1e-9
    assert after.attacker_wins <= before.attacker_wins + 1e-9


@few
@given(st.one_of(armies(LAND), armies(("cruiser", "destroyer", "submarine", "fighter", "battleship"))))
def test_equal_armies_have_equal_chances(units: dict[str, int]) -> None:
    odds = exact(Battle(EVEN, Army(units), Army(units))).odds()
    assert odds.attacker_wins == pytest.approx(odds.defender_wins, abs=1e-9)
    assert odds.swing == pytest.approx(0.0, abs=1e-7)


@few
@given(st.tuples(armies(LAND), armies(LAND)))
def test_swapped_armies_swap_chances(fight: Fight) -> None:
    one = exact(Battle(EVEN, Army(fight[0]), Army(fight[1]))).odds()
    two = exact(Battle(EVEN, Army(fight[1]), Army(fight[0]))).odds()
    assert one.attacker_wins == pytest.approx(two.defender_wins, abs=1e-9)
    assert one.swing == pytest.approx(-two.swing, abs=1e-7)
    assert one.rounds == pytest.approx(two.rounds, abs=1e-8)


def tiny(kinds: tuple[str, ...]) -> st.SearchStrategy[Army]:
    """Up to three units, lost in any order, some of the ships damaged."""
    drawn = st.lists(st.sampled_from(kinds), min_size=1, max_size=3)
    order = st.permutations(kinds).map(tuple)
    return st.builds(_tiny, drawn, order, st.booleans())


def _tiny(drawn: list[str], order: tuple[str, ...], damaged: bool) -> Army:
    hurt = {name: 1 for name in drawn if damaged and name in ("battleship", "carrier")}
    return Army(dict(sorted(Counter(drawn).items())), hurt, {}, order)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.one_of(
        st.tuples(tiny(LAND), tiny((*LAND, "aaa"))), st.tuples(tiny(SEA), tiny(SEA)), st.tuples(tiny(SEA), tiny(SEA))
    ),
    st.booleans(),
    st.booleans(),
    st.sampled_from([None, None, 1, 2]),
    st.sampled_from([None, None, 1]),
)
def test_any_tiny_battle_agrees_with_enumeration(
    sides: tuple[Army, Army], low_luck: bool, back: bool, limit: int | None, retreat_at: int | None
) -> None:
    options = {"low_luck": low_luck, "can_retreat": back, "max_rounds": limit, "retreat_at": retreat_at}
    battle = Battle(UNITS, *sides, SUPPORTS, **options)
    assert_same(battle, exact(battle, prune=0.0))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ({"battleship": 1, "carrier": 1, "destroyer": 1, "submarine": 2, "fighter": 2}, {"cruiser": 2, "submarine": 2}),
        ({"submarine": 3, "fighter": 2, "cruiser": 1}, {"submarine": 2, "carrier": 1, "fighter": 2, "transport": 1}),
        ({"submarine": 3, "destroyer": 1}, {"destroyer": 1, "battleship": 1, "fighter": 1}),
    ],
)
def test_level_by_level_is_the_same_as_round_by_round(ours: dict[str, int], theirs: dict[str, int]) -> None:
    battle = Battle(UNITS, Army(ours), Army(theirs), SUPPORTS)
    at_once, by_rounds = exact(battle), exact(msgspec.structs.replace(battle, max_rounds=400))
    one, two = at_once.joint(), by_rounds.joint()
    for case in one.keys() | two.keys():
        assert one.get(case, 0.0) == pytest.approx(two.get(case, 0.0), abs=1e-9)
    assert at_once.rounds == pytest.approx(by_rounds.rounds, abs=1e-7)
