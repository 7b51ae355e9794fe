"""The odds of a battle before it is fought."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from sandtable.games.axisallies.bots import chances
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import NoDice, UnknownName
from sandtable.kernel.queries import WHOLE, Odds


@pytest.fixture(scope="module")
def state() -> GlobalState:
    return GAME.start(GAME.open("rulebook"), NoDice()).state


def place(state: GlobalState, name: str) -> int:
    return next(at for at, called in state.board.names["place"].items() if called == name)


def told(state: GlobalState, params: Mapping[str, Any], seat: str = "germany") -> Odds:
    found = GAME.query(GAME.view(state, seat), "odds", params)
    assert isinstance(found, Odds)
    return found


def test_a_hostile_place_tells_what_all_could_do(state: GlobalState) -> None:
    paris = place(state, "France")
    found = told(state, {"place": paris})
    assert found.title.params["power"].id == "germany"  # type: ignore[union-attr]
    assert sum(chance.share for chance in found.outcomes) == pytest.approx(WHOLE, abs=4)
    assert found.outcomes[0].key == "odds.captures"
    assert int(found.attack.total) == sum(part.amount for part in found.attack.modifiers)


def test_shares_are_those_of_the_solver(state: GlobalState) -> None:
    paris = place(state, "France")
    found = told(state, {"place": paris, "by": "germany", "add": {"tank": 10, "infantry": 10}})
    exact = chances.odds_of(chances.battle(state, paris, by="germany", extra={"tank": 10, "infantry": 10}))
    assert found.outcomes[0].share == round(exact.captures * WHOLE)
    assert found.error == 0


def test_more_attackers_are_a_better_chance(state: GlobalState) -> None:
    paris = place(state, "France")
    few = told(state, {"place": paris, "by": "germany", "add": {"tank": 8}})
    more = next(option for option in few.options if option.params["add"] != {"tank": 8} and not option.active)
    assert told(state, more.params).outcomes[0].share >= few.outcomes[0].share


def test_an_answer_being_composed_is_weighed(state: GlobalState) -> None:
    paris = place(state, "France")
    tanks = [key for key, unit in state.units.items() if unit.owner == "germany" and unit.kind == "tank"][:3]
    found = told(state, {"partial": {"do": "move", "units": tanks, "path": [0, paris]}})
    assert found.attack.total == str(3 * 3)


def test_where_there_is_no_battle_there_are_no_odds(state: GlobalState) -> None:
    assert GAME.query(GAME.view(state, "germany"), "odds", {}) is None
    assert GAME.query(GAME.view(state, "germany"), "odds", {"partial": {"do": "buy"}}) is None


def test_nonsense_is_named(state: GlobalState) -> None:
    with pytest.raises(UnknownName, match="no place '9999'"):
        told(state, {"place": 9999})
    with pytest.raises(UnknownName, match="no power 'atlantis'"):
        told(state, {"place": place(state, "France"), "by": "atlantis"})
    with pytest.raises(UnknownName, match="no kind of unit 'elephant'"):
        told(state, {"place": place(state, "France"), "add": {"elephant": 1}})
