"""Pairings: everybody once a round, no opponent twice while there is another way, byes shared, sides in turn."""

from __future__ import annotations

import itertools
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandtable.server.pairing import Entry, key, round_robin, swiss, with_sides


def entries(count: int) -> list[Entry]:
    return [Entry(number) for number in range(1, count + 1)]


def can_be_paired(players: list[int], met: Counter[tuple[int, int]]) -> bool:
    """By trying everything."""
    if not players:
        return True
    first, *others = players
    return any(not met[key(first, one)] and can_be_paired([who for who in others if who != one], met) for one in others)


def test_the_first_round_is_upper_half_against_lower() -> None:
    assert swiss(entries(6), {}) == ([(1, 4), (2, 5), (3, 6)], None)
    assert swiss(entries(5), {}) == ([(1, 3), (2, 4)], 5)


def test_equal_points_meet() -> None:
    ranked = [Entry(1, 4), Entry(2, 4), Entry(3, 2), Entry(4, 2), Entry(5), Entry(6)]
    assert swiss(ranked, {})[0] == [(1, 2), (3, 4), (5, 6)]


def test_who_met_does_not_meet_again_even_where_the_first_choice_leads_nowhere() -> None:
    # Taken one after the other, 1-2 would leave 3 and 4, who have met.
    ranked = [Entry(1, 2), Entry(2, 2), Entry(3), Entry(4)]
    pairs, _ = swiss(ranked, {(3, 4): 1})
    assert sorted(key(*pair) for pair in pairs) in ([(1, 3), (2, 4)], [(1, 4), (2, 3)])


def test_where_it_cannot_be_avoided_somebody_meets_again_but_nobody_a_third_time() -> None:
    met = Counter({key(*pair): 1 for pair in itertools.combinations(range(1, 5), 2)})
    met[(1, 2)] = 2
    pairs, _ = swiss(entries(4), met)
    assert (1, 2) not in [key(*pair) for pair in pairs]
    assert len(pairs) == 2


def test_a_bye_goes_to_the_last_who_had_none() -> None:
    ranked = [Entry(1, 4), Entry(2, 2), Entry(3, 2, byes=1)]
    assert swiss(ranked, {})[1] == 2
    assert swiss([Entry(1, 4, byes=1), Entry(2, 2, byes=1), Entry(3, 2, byes=1)], {})[1] == 3


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.data())
def test_no_opponent_twice_unless_trying_everything_finds_no_other_way(count: int, data: st.DataObject) -> None:
    pairs = list(itertools.combinations(range(1, count + 1), 2))
    met = Counter(data.draw(st.lists(st.sampled_from(pairs), unique=True)))
    points = data.draw(st.lists(st.integers(0, 4), min_size=count, max_size=count))
    ranked = sorted((Entry(n + 1, point) for n, point in enumerate(points)), key=lambda one: -one.points)
    found, bye = swiss(ranked, met)
    players = [one.id for one in ranked]
    assert sorted([*itertools.chain(*found), *([bye] if bye else [])]) == sorted(players)
    repeats = any(met[key(*pair)] for pair in found)
    if count % 2:
        avoidable = any(can_be_paired([who for who in players if who != one], met) for one in players)
    else:
        avoidable = can_be_paired(players, met)
    assert repeats != avoidable


@pytest.mark.slow
def test_many_rounds_of_a_full_tournament_cost_little() -> None:
    points: Counter[int] = Counter()
    byes: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    started = time.process_time()
    for round_number in range(11):
        ranked = sorted((Entry(n, points[n], byes[n]) for n in range(1, 64)), key=lambda one: (-one.points, one.id))
        pairs, bye = swiss(ranked, met)
        assert bye is not None
        byes[bye] += 1
        points[bye] += 2
        for one, other in pairs:
            assert not met[key(one, other)]
            met[key(one, other)] += 1
            points[one if (one + round_number) % 3 else other] += 2
    assert max(byes.values()) == 1
    assert time.process_time() - started < 10


@pytest.mark.parametrize("count", [2, 3, 4, 7, 16])
def test_a_round_robin_has_every_pair_once(count: int) -> None:
    rounds = round_robin(range(1, count + 1))
    assert len(rounds) == count - 1 + count % 2
    played = Counter(key(one, other) for pairs in rounds for one, other in pairs if other is not None)
    assert played == Counter(itertools.combinations(range(1, count + 1), 2))
    for pairs in rounds:
        assert sorted(who for pair in pairs for who in pair if who is not None) == list(range(1, count + 1))


def test_the_first_side_goes_to_who_has_had_it_less() -> None:
    assert with_sides((1, 2), Counter({1: 2, 2: 1}), Counter({2: 1})) == (2, 1)
    assert with_sides((1, 2), Counter(), Counter()) == (1, 2)
