"""Attacks weighed by the combat table."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.bots.appraisal import GAUNTLET, at_risk, is_trapped, prospect, rout, value, worth_of
from sandtable.games.eastfront.bots.declaring import force_of
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import board, key


def field(**more: object) -> CrimeaState:
    pieces = {"73 Inf Div": 3505, "46 Inf Div": 3605, "106 Rifle Div": 3606, **more}
    return board("axis.declaration", pieces, weather="dry")  # type: ignore[arg-type]


def test_the_table_gives_the_chances() -> None:
    state = field()
    units = (key(state, "46 Inf Div"), key(state, "73 Inf Div"))
    found = prospect(state, force_of(state, AXIS, (3606,), tuple(sorted(units))))
    # 16 to 4 is 4-1, no modifiers: rows 1 to 10 of that column, against two steps.
    assert found.clear == pytest.approx(0.9 - 0.2)
    assert found.theirs == pytest.approx((2 + 2 + 2 + 2 + 1 + 1) / 10)
    assert found.ours == pytest.approx((1 + 2 + 1) / 10)
    assert found.repulse == 0


def test_more_force_is_worth_more() -> None:
    state = field()
    both = tuple(sorted((key(state, "46 Inf Div"), key(state, "73 Inf Div"))))

    def worth(units: tuple[int, ...], cas: int = 0) -> float:
        return value(state, force_of(state, AXIS, (3606,), units, cas=cas))

    assert worth(both, cas=2) > worth(both) > worth(both[:1])


def test_a_prize_is_worth_more_than_a_field() -> None:
    state: CrimeaState = GAME.start(GAME.open("1"), SeededDice(b"x")).state
    assert worth_of(state, AXIS, 3606) > worth_of(state, AXIS, 4014) + 5


def test_a_hex_that_alone_contests_prizes_commands_them() -> None:
    pieces = {"73 Inf Div": 3607, "271 Rifle Div": 3707}
    alone = board("axis.declaration", pieces, weather="dry")
    helped = board("axis.declaration", {**pieces, "106 Rifle Div": 3809}, weather="dry")
    # 3708 and 3808 lie open beside it, each worth six.
    assert worth_of(alone, AXIS, 3707) - worth_of(helped, AXIS, 3707) >= 0.7 * 12


def test_those_who_are_surrounded_are_trapped() -> None:
    ring = {"73 Inf Div": 3605, "46 Inf Div": 3607, "50 Inf Div": 3706, "690 Eng Rgt": 3506, "820 Eng Rgt": 3505}
    ring["47(+) Rgt/22 Div"] = 3705
    assert not is_trapped(field(), (3606,))
    assert is_trapped(board("axis.declaration", {**ring, "106 Rifle Div": 3606}, weather="dry"), (3606,))


def test_germans_may_stand_and_soviets_risk_the_prize() -> None:
    state = field()
    assert at_risk(state, (key(state, "73 Inf Div"),)) < 1
    assert at_risk(state, (key(state, "106 Rifle Div"),)) > 6
    assert state.board.units[key(state, "106 Rifle Div")].side == SOVIET


def test_a_garrison_with_enemies_behind_it_is_lost_when_it_must_retreat() -> None:
    free = field()
    assert rout(free, (3606,)) == 0
    near = free.board.grid.neighbours[3606]
    names = ("50 Inf Div", "132 Inf Div", "170 Inf Div", "28 Jg Div")
    behind = dict(zip(names, [h for h in near if h not in (3505, 3605)], strict=False))
    assert rout(field(**behind), (3606,)) >= GAUNTLET
    units = (key(free, "46 Inf Div"),)
    known = [prospect(free, force_of(free, AXIS, (3606,), units), flight=share).theirs for share in (0.0, 1.0)]
    assert known[0] == prospect(free, force_of(free, AXIS, (3606,), units)).theirs < known[1]
