"""The strategist of Korea: it thinks as long as it is told, and gives orders that its staff obeys."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from sandtable import registry
from sandtable.bots import make
from sandtable.games.nextwar.bots import moving, prospects
from sandtable.games.nextwar.bots.orders import HEADLONG, USUAL, Orders
from sandtable.games.nextwar.bots.planner import KoreaPlanner
from sandtable.games.nextwar.bots.strategist import GAMES, LEAST, KoreaStrategist, Staff
from sandtable.games.nextwar.model import ALLIED, DPRK
from sandtable.kernel import Refusal, SeededDice
from sandtable.kernel.state import successor
from sandtable.planning import Budget, SeatAtTable, foresight
from sandtable.sim.driver import Players

GAME = registry.game("nextwar")


@cache
def opened(scenario: str = "incheon_again") -> Any:
    """The first segment in which somebody marches."""
    board, dice = GAME.open(scenario), SeededDice(b"x")
    players = Players(GAME, {seat: KoreaPlanner(b"a") for seat in board.seats}, b"a")
    state = GAME.start(board, dice).state
    while "move" not in {verb.name for verb in GAME.open_verbs(state, state.here.waiting[0])}:
        seat, action = players.answer(state)
        step = GAME.apply(state, seat, action, dice)
        assert not isinstance(step, Refusal)
        state = step.state
    return state


def searched(state: Any, judgements: int) -> Orders:
    bot, seat = KoreaStrategist(b"seed", Budget(judgements)), state.here.waiting[0]
    bot._view = GAME.view(state, seat)
    return bot._searched(state, seat)


def test_it_plays_two_games_for_each_plan_and_decides_the_same_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    state, played = opened(), []
    real = foresight.play_out

    def counted(*args: Any, **more: Any) -> Any:
        played.append(args[3])
        return real(*args, **more)

    monkeypatch.setattr(foresight, "play_out", counted)
    first = searched(state, 8)
    once = len(played)
    assert 4 <= once <= 8
    assert searched(state, 8) == first
    assert len(played) == 2 * once


def test_without_time_it_does_what_the_planner_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object, **more: object) -> None:
        raise AssertionError("nothing is played out")

    monkeypatch.setattr(foresight, "play_out", never)
    state = opened()
    chair = SeatAtTable(GAME, state, state.here.waiting[0])
    assert KoreaStrategist(b"seed", Budget(1)).decide(chair) == KoreaPlanner(b"seed").decide(chair)


def test_the_seconds_of_the_table_and_the_size_of_the_army_set_how_much_it_plays() -> None:
    small: Any = opened()
    large: Any = GAME.start(GAME.open("all_in"), SeededDice(b"x")).state
    bot = KoreaStrategist(b"seed")
    assert bot.games(small) == GAMES > bot.games(large)
    bot.budget = 1
    assert bot.budget == 1
    assert bot.games(small) < GAMES
    assert bot.games(large) < LEAST


def test_the_luckiest_orders_meet_the_usual_ones_again(monkeypatch: pytest.MonkeyPatch) -> None:
    bold = Orders(daring=1)
    state = opened()

    def told(lucky: float, again: float) -> Orders:
        def judged(self: KoreaStrategist, seat: str, orders: Orders, first: int) -> float:
            return (again if first else lucky) if orders == bold else 0.0

        monkeypatch.setattr(KoreaStrategist, "_judged", judged)
        return KoreaStrategist(b"seed")._searched(state, state.here.waiting[0])

    assert told(5.0, 5.0) == bold
    assert told(5.0, -5.0) == USUAL
    assert told(-5.0, 5.0) == USUAL


def test_orders_are_obeyed() -> None:
    state = opened("train_to_seoul")
    seat = state.here.waiting[0]

    def attacked(orders: Orders) -> list[int]:
        plan = moving.Plan(state, seat, orders)
        list(plan.moves())
        return [one.target for one in plan.assaults]

    usual = attacked(USUAL)
    assert usual
    spared = attacked(Orders(spared=frozenset(usual)))
    assert not set(spared) & set(usual)
    assert len(attacked(Orders(daring=3))) >= len(usual) >= len(attacked(Orders(daring=-2)))
    others = [h for h in attacked(Orders(daring=3)) if h not in usual[:1]]
    assert others
    assert attacked(Orders(daring=3, urged=frozenset(others[:1])))[0] == others[0]
    free = moving.Plan(state, seat, Orders(guards=False))
    list(free.moves())
    assert free.guarding == []


def test_what_can_be_changed_in_orders_stays_in_its_limits() -> None:
    state = opened("train_to_seoul")
    staff, dice = Staff(state, state.here.waiting[0]), SeededDice(b"d")
    orders = USUAL
    for _ in range(200):
        orders = staff.vary(orders, dice)
        assert not orders.urged & orders.spared
        assert orders.urged | orders.spared <= set(staff.targets)
        assert -2 <= orders.daring <= 3
    crossed = staff.cross(orders, HEADLONG, dice)
    assert (crossed.urged, crossed.guards) == (orders.urged, False)


def test_a_position_is_worth_to_one_what_it_costs_the_other_and_points_count() -> None:
    state = opened()
    assert prospects.value(state, DPRK) == -prospects.value(state, ALLIED)
    richer = {**state.accounts, DPRK: replace(state.accounts[DPRK], vp2=state.accounts[DPRK].vp2 + 9)}
    assert prospects.value(successor(state, accounts=richer), DPRK) > prospects.value(state, DPRK)
    weaker = {key: unit for key, unit in state.units.items() if state.board.units[key].side != DPRK}
    assert prospects.value(successor(state, units=weaker), DPRK) < prospects.value(state, DPRK)


def test_the_levels_of_korea_are_known_by_name() -> None:
    assert isinstance(make("strategist", b"s", "nextwar"), KoreaStrategist)
    greedy = make("greedy", b"s", "nextwar")
    assert isinstance(greedy, KoreaPlanner)
    assert greedy.standing_orders == HEADLONG
