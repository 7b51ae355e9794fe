"""Noncombat moves with a known right answer."""

from __future__ import annotations

from typing import Any

from sandtable.games.axisallies.actions.common import Done
from sandtable.games.axisallies.actions.flying import Fly
from sandtable.games.axisallies.actions.moving import Move
from sandtable.games.axisallies.bots import moving
from sandtable.games.axisallies.bots.values import pull
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Action
from tests.games.axisallies.board import at, do, position

BERLIN, POLAND, FRANCE = at("Germany"), at("Poland"), at("France")


def quiet(units: dict[int, dict[str, Any]], **parts: Any) -> GlobalState:
    lands = {
        POLAND: {"holder": "germany", "since": "germany"},
        at("Baltic States"): {"holder": "ussr", "since": "ussr"},
        **parts.pop("territories", {}),
    }
    return position(at="germany.noncombat.moves", wars={"germany-ussr": 1}, units=units, territories=lands, **parts)


def own(kind: str, where: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "owner": "germany", "at": where, **more}


def planned(state: GlobalState) -> tuple[list[Action], GlobalState]:
    done: list[Action] = []
    for idea in moving.plan(state, "germany"):
        for action in idea:
            if GAME.why_not(state, "germany", action) is None:
                state = do(state, "germany", action)
                done.append(action)
                break
    return done, state


def test_armies_close_up_to_the_front() -> None:
    state = quiet({1: own("infantry", BERLIN), 2: own("infantry", BERLIN)})
    (move,), after = planned(state)
    assert isinstance(move, Move)
    assert move.units == (1, 2)
    assert pull(state, "germany")[after.units[1].at] > pull(state, "germany")[BERLIN]


def test_armies_do_not_walk_into_certain_death() -> None:
    crowd = {n: {"kind": "tank", "owner": "ussr", "at": at("Baltic States")} for n in range(20, 30)}
    actions, _ = planned(quiet({1: own("infantry", at("Western Germany")), **crowd}))
    assert not [action for action in actions if isinstance(action, Move) and POLAND in action.path]


def test_all_aircraft_come_down() -> None:
    flown = {n: own("fighter", FRANCE, task="", fought=True, moved=True, spent=1, origin=BERLIN) for n in range(1, 4)}
    guard = {10: own("infantry", BERLIN)}
    state = quiet({**flown, **guard}, territories={FRANCE: {"holder": "germany", "since": "france"}})
    actions, after = planned(state)
    assert sum(isinstance(action, Fly) for action in actions) == 3
    assert GAME.why_not(after, "germany", Done()) is None
    assert {after.units[n].at for n in (1, 2, 3)} == {BERLIN}


def test_a_friendly_neutral_is_entered() -> None:
    bulgaria, romania = at("Bulgaria"), at("Romania")
    state = quiet({1: own("infantry", romania)}, territories={romania: {"holder": "germany", "since": "germany"}})
    actions, after = planned(state)
    assert Move((1,), (bulgaria,)) in actions
    assert after.territories[bulgaria].holder == "germany"


def test_where_there_is_no_front_armies_go_to_their_ships() -> None:
    london, scotland = at("United Kingdom"), at("Scotland")
    units = {1: {"kind": "infantry", "owner": "uk", "at": london}, 2: {"kind": "transport", "owner": "uk", "at": 119}}
    assert 119 in position().board.sea_next[scotland]
    assert 119 not in position().board.sea_next[london]
    draw = moving.attraction(position(at="uk.noncombat.moves", units=units), "uk")
    assert draw[scotland] > draw[london] > 0
