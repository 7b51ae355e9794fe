"""Rule 2.3.3: efficiency and its checks."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.rules.terms.efficiency import check, efficiency, is_elite, rating
from tests.games.nextwar.board import (
    ARM,
    INF,
    MECH,
    OTHER_INF,
    QUIET,
    ROK_MECH,
    advanced,
    board,
    draft,
    key,
    reasons,
)


@pytest.mark.rule("NW-2.3.3.a", "NW-2.6")
@pytest.mark.parametrize(("die", "passed"), [(0, True), (5, True), (6, False), (9, False)])
def test_a_check_is_passed_by_rolling_no_more_than_the_rating(die: int, passed: bool) -> None:
    d = draft(board(units={INF: "N3010"}), [die])
    assert check(d, key(d.now, INF), "NW-9.8.2") is passed
    assert d.entries[0].params["passed"] == int(passed)


@pytest.mark.rule("NW-2.3.3.b")
def test_elite_begins_at_six() -> None:
    state = board(units={INF: "N3010", ARM: "N3012", ROK_MECH: {"hex": "N3020", "steps": 1}})
    assert [is_elite(state, key(state, name)) for name in (INF, ARM, ROK_MECH)] == [False, True, False]


@pytest.mark.rule("NW-2.3.3.a", "NW-8.1.1.1.c")
def test_a_rating_never_falls_below_zero() -> None:
    crowd = {f"DPRK ?/425 Mech Bde {n}": "N3010" for n in range(1, 6)}
    crowd |= {INF: "N3010", OTHER_INF: "N3010", MECH: "N3010", "DPRK 8/II Inf Div": "N3010"}
    state = board(units=crowd)
    assert reasons(efficiency(state, key(state, INF)))["overstacked"] == -8
    assert rating(state, key(state, INF)) == 0


@pytest.mark.rule("NW-2.3.3.a", "NW-8.1.1.1.c", "NW-2.6")
def test_everything_that_lowers_efficiency_is_added_up_and_told_with_the_roll() -> None:
    mixed = board(units={"US 1/2 Hvy Bde": "N3020", "CW 41 Mar Bn": "N3020", ROK_MECH: "N3020"}, scenario="all_in")
    assert reasons(efficiency(mixed, key(mixed, ROK_MECH)))["mixed_stack"] == -1
    unready = board(units={"US 1/2 Hvy Bde": "N3020"}, scenario="all_in", options={"low_readiness": True})
    assert reasons(efficiency(unready, key(unready, "US 1/2 Hvy Bde")))["us_readiness"] == -2
    struck = advanced(QUIET, units={INF: {"hex": "N3010", "strike": 1}}, chemicals={"N3010": "allied"})
    found = reasons(efficiency(struck, key(struck, INF)))
    assert set(found) > {"efficiency", "least"}
    assert len(found) == 4
    d = draft(struck, [3])
    check(d, key(d.now, INF), "NW-9.8.2")
    assert [roll.faces for roll in d.entries[0].rolls] == [(3,)]


@pytest.mark.rule("NW-19.5.a", "NW-27.3.1.a", "NW-27.3.2.a")
@pytest.mark.parametrize("marker", [{}, {"unsupplied": True}, {"strike": 1}, {"strike": 2, "unsupplied": True}])
def test_neither_hunger_nor_a_hit_raises_the_rating_of_a_crowd(marker: dict[str, Any]) -> None:
    crowd = {f"DPRK ?/425 Mech Bde {n}": "N3010" for n in range(1, 6)}
    state = advanced(QUIET, units={**crowd, OTHER_INF: "N3010", MECH: "N3010", INF: {"hex": "N3010", **marker}})
    assert rating(state, key(state, INF)) == 0


@pytest.mark.rule("NW-19.5.a", "NW-13.1.4.a", "NWK-6.2.a")
def test_hunger_has_a_floor_of_one_in_the_standard_game_alone() -> None:
    weak = {"hex": "N3010", "steps": 1}
    state = advanced(QUIET, units={INF: {**weak, "unsupplied": True}}, chemicals={"N3010": "allied"})
    found = reasons(efficiency(state, key(state, INF)))
    assert (found["efficiency"], found["chemicals"], found["unsupplied"]) == (4, -3, -1)
    assert rating(state, key(state, INF)) == 0
    for many, ratings in ((3, (2, 1)), (4, (1, 1)), (5, (0, 0))):
        crowd = {f"DPRK ?/425 Mech Bde {n}": "N3010" for n in range(1, many + 1)}
        units = {**crowd, OTHER_INF: "N3010", INF: weak}
        fed, hungry = (board(units=units, options={"supply": supply}) for supply in (False, True))
        assert tuple(rating(one, key(one, INF)) for one in (fed, hungry)) == ratings
    heap = {**{f"DPRK ?/425 Mech Bde {n}": "N3010" for n in range(1, 6)}, OTHER_INF: "N3010", MECH: "N3010", INF: weak}
    assert rating(hungry := board(units=heap, options={"supply": True}), key(hungry, INF)) == 0, "and none below none"
