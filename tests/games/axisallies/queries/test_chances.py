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
from sandtable.odds import OddsError
from tests.games.axisallies.board import position


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


def test_a_unit_named_twice_is_one_unit(state: GlobalState) -> None:
    paris = place(state, "France")
    tank = next(key for key, unit in state.units.items() if unit.owner == "germany" and unit.kind == "tank")
    assert told(state, {"partial": {"do": "move", "units": [tank] * 9, "path": [0, paris]}}).attack.total == "3"


@pytest.mark.parametrize("count", [500, 10**8, 10**400])
def test_a_battle_beyond_all_measure_is_refused_at_once(state: GlobalState, count: int) -> None:
    with pytest.raises(OddsError, match="use 500 at most"):
        told(state, {"place": place(state, "France"), "by": "germany", "add": {"infantry": count, "tank": 1}})


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


ZONE = 112


def struck() -> GlobalState:
    """A cruiser, a destroyer and a submarine of the British that have to take one hit of two German battleships."""
    ours = {10 + n: {"kind": "battleship", "owner": "germany", "at": ZONE, "task": "attack"} for n in range(2)}
    theirs = {1 + n: {"kind": kind, "owner": "uk", "at": ZONE} for n, kind in enumerate(("cruiser", "destroyer"))}
    return position(
        at=["germany.combat.battles", {"phase": "battle.round.hit.choose", "ref": ZONE, "waiting": ["uk"]}],
        units={**ours, **theirs},
        battles={ZONE: {"kind": "sea", "attacker": "germany", "on_defender": {"any": 1}, "round": 1}},
    )


def kinds(found: Odds) -> dict[str, int]:
    """The defenders that the odds count, by kind."""
    return {part.params["kind"].id: part.params["count"] for part in found.defence.modifiers}  # type: ignore[union-attr, misc]


def test_hits_that_were_rolled_count_as_taken_before_anybody_chose() -> None:
    assert kinds(told(struck(), {}, "uk")) == {"cruiser": 1}


def test_the_odds_follow_a_choice_of_losses_and_stay_where_they_are_until_it_is_whole() -> None:
    state = struck()
    before = told(state, {}, "uk")
    assert told(state, {"partial": {"do": "lose", "units": []}}, "uk") == before
    assert told(state, {"partial": {"do": "lose", "units": [1, 2]}}, "uk") == before, "one too many is no choice"
    with pytest.raises(TypeError, match="partial is told by names"):
        told(state, {"partial": 227}, "uk")
    chosen = told(state, {"partial": {"do": "lose", "units": [1]}}, "uk")
    assert kinds(chosen) == {"destroyer": 1}
    assert chosen.attack == before.attack, "losses are not sent into the battle"


def test_nobody_can_be_added_to_a_battle_that_is_fought() -> None:
    assert told(struck(), {}, "germany").options == ()
    assert told(struck(), {"place": ZONE}, "germany").options == ()
