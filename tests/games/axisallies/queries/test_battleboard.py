"""The battle board shows who fights with what, and what each of them hits on."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import Battle, GlobalState
from sandtable.kernel import Draft, NoDice
from sandtable.kernel.queries import BattleBoard
from sandtable.kernel.state import Frame, Stage

FRANCE = 346


@pytest.fixture(scope="module")
def fighting() -> GlobalState:
    state = GAME.start(GAME.open("rulebook"), NoDice()).state
    d = Draft(state, NoDice())
    for key, unit in state.units.items():
        if (unit.owner, unit.at) == ("germany", 204) and unit.kind in ("infantry", "artillery", "tank"):
            d.edit("units", key, at=FRANCE)
    hit = next(k for k, u in state.units.items() if (u.at, u.owner, u.kind) == (FRANCE, "france", "infantry"))
    d.put("battles", FRANCE, Battle(kind="land", attacker="germany", round=2, doomed=(hit,)))
    d.set_flow((Frame("battle.round.press", FRANCE, ("germany",), Stage.ASKING),))
    return d.now


def shown(state: GlobalState, **params: object) -> BattleBoard | None:
    found = GAME.query(GAME.view(state, "germany"), "battle", params)
    assert found is None or isinstance(found, BattleBoard)
    return found


def test_each_kind_with_its_value_is_a_plate(fighting: GlobalState) -> None:
    board = shown(fighting)
    assert board is not None
    assert (board.place, board.round) == (FRANCE, 2)
    assert board.attack.seats == ("germany",)
    plates = {(plate.kind, plate.value): len(plate.pieces) for plate in board.attack.plates}
    # Two of the infantry attack beside artillery.
    assert plates == {("tank", 3): 3, ("artillery", 2): 2, ("infantry", 2): 2, ("infantry", 1): 2}
    assert [plate.value for plate in board.attack.plates] == sorted((p[1] for p in plates), reverse=True)


def test_who_is_hit_and_still_fires_is_marked_and_worth_nothing(fighting: GlobalState) -> None:
    board = shown(fighting)
    assert board is not None
    assert set(board.defence.seats) == {"france", "uk"}
    out = [key for plate in board.defence.plates for key in plate.out]
    assert tuple(out) == fighting.battles[FRANCE].doomed
    everybody = sum(fighting.board.kinds[plate.kind].cost * len(plate.pieces) for plate in board.defence.plates)
    assert board.defence.worth == everybody - fighting.board.kinds["infantry"].cost


def test_without_a_battle_there_is_no_board(fighting: GlobalState) -> None:
    assert shown(fighting, place=371) is None
    d = Draft(fighting, NoDice())
    d.set_flow((Frame("round.germany.noncombat.moves", 0, ("germany",), Stage.ASKING),))
    assert shown(d.now) is None
    assert shown(d.now, place=FRANCE) is not None, "one that is planned can be looked at"
