"""The greedy player takes what the odds promise and spends everything on infantry."""

from __future__ import annotations

from sandtable.games.axisallies.actions.buying import Buy
from sandtable.games.axisallies.bots.greedy import GlobalGreedy
from sandtable.games.axisallies.game import GAME
from sandtable.kernel import SeededDice, Step
from sandtable.planning import SeatAtTable
from tests.games.axisallies.board import at, position


def test_money_becomes_infantry() -> None:
    lands = {at("Germany"): {"works": "major_ic"}}
    state = position(at="germany.purchase", territories=lands, treasury={"germany": 11})
    assert GlobalGreedy(b"g").decide(SeatAtTable(GAME, state, "germany")) == Buy("germany", {"infantry": 3})


def test_the_best_attack_is_made_whatever_it_leaves_open() -> None:
    units = {n: {"kind": "infantry", "owner": "germany", "at": at("Germany")} for n in range(1, 6)}
    units |= {11: {"kind": "infantry", "owner": "ussr", "at": at("Poland")}}
    lands = {at("Poland"): {"holder": "ussr"}}
    state = position(at="germany.combat_move.moves", units=units, territories=lands, wars={"germany-ussr": 1})
    bot, dice = GlobalGreedy(b"g"), SeededDice(b"g")
    while ".combat_move" in state.here.at:
        step = GAME.apply(state, "germany", bot.decide(SeatAtTable(GAME, state, "germany")), dice)
        assert isinstance(step, Step), step
        state = step.state
    assert any(unit.at == at("Poland") and unit.owner == "germany" for unit in state.units.values())
