"""The strategist as a player: legal, the same every time, and not drawn away from what it must guard."""

from __future__ import annotations

from sandtable.games.axisallies.bots.strategist import GlobalStrategist
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Ref, SeededDice, Step
from sandtable.planning import Budget, SeatAtTable
from sandtable.texts.catalogue import load
from tests.games.axisallies.board import at, position


def turn(state: GlobalState, seat: str, judgements: int, phase: str) -> GlobalState:
    """The position after a phase played by the strategist."""
    return played(state, seat, GlobalStrategist(b"seed", Budget(judgements)), phase)


def played(state: GlobalState, seat: str, bot: GlobalStrategist, phase: str) -> GlobalState:
    dice = SeededDice(b"turn")
    while f".{phase}" in state.here.at and seat in state.here.waiting:
        step = GAME.apply(state, seat, bot.decide(SeatAtTable(GAME, state, seat)), dice)
        assert isinstance(step, Step), step
        state = step.state
    return state


def test_a_turn_is_planned_the_same_every_time() -> None:
    units = {n: {"kind": "tank", "owner": "germany", "at": at("Holland Belgium")} for n in range(1, 7)}
    units |= {n: {"kind": "infantry", "owner": "france", "at": at("France")} for n in range(11, 13)}
    units |= {n: {"kind": "infantry", "owner": "germany", "at": at("Germany")} for n in range(21, 25)}
    state = position(at="germany.combat_move.moves", units=units, wars={"france-germany": 1})
    once, again = (turn(state, "germany", 30, "combat_move") for _ in range(2))
    assert once.units == again.units
    assert any(unit.at == at("France") and unit.owner == "germany" for unit in once.units.values())


def test_reserves_gather_where_the_enemy_comes() -> None:
    units = {n: {"kind": "infantry", "owner": "italy", "at": at("Northern Italy")} for n in range(1, 7)}
    units |= {n: {"kind": "transport", "owner": "uk", "at": 98} for n in (11, 12, 13)}
    units |= {n: {"kind": "tank", "owner": "uk", "at": at("Malta")} for n in range(21, 27)}
    state = position(at="italy.noncombat.moves", units=units, wars={"italy-uk": 1})
    after = turn(state, "italy", 40, "noncombat")
    assert sum(unit.at == at("Southern Italy") for unit in after.units.values() if unit.owner == "italy") >= 5


def test_it_says_what_it_is_after_in_both_languages() -> None:
    units = {n: {"kind": "tank", "owner": "germany", "at": at("Holland Belgium")} for n in range(1, 7)}
    units |= {n: {"kind": "infantry", "owner": "france", "at": at("France")} for n in range(11, 13)}
    state = position(at="germany.combat_move.moves", units=units, wars={"france-germany": 1})
    bot = GlobalStrategist(b"seed", Budget(20))
    played(state, "germany", bot, "combat_move")
    first = bot.aims[0]
    assert (first.key, first.params["place"]) == ("aim.take", Ref("place", at("France")))
    assert int(str(first.params["percent"])) > 80
    assert all(aim.key in load(lang, "sandtable.games.axisallies") for lang in ("en", "it") for aim in bot.aims)


def test_the_table_gives_it_seconds() -> None:
    bot = GlobalStrategist(b"seed")
    bot.budget = 1
    assert (bot.budget, bot._thinking.judgements) == (1, 50)
    bot.budget = 60
    assert bot._thinking.judgements == 150
