"""Bringing up an attack: judged by the table, within the room that hexes have."""

from __future__ import annotations

from sandtable.games.nextwar.bots.massing import Massing
from sandtable.games.nextwar.model import DPRK, KoreaState
from sandtable.games.nextwar.rules.movement import marching
from sandtable.games.nextwar.rules.terms.stacks import on_board, points2
from sandtable.games.nextwar.rules.terms.units import face
from tests.games.nextwar.board import INF, LIGHT, MECH, OTHER_INF, ROK_BDE, ROK_MECH, board


def massing(state: KoreaState) -> tuple[Massing, dict[int, dict[int, int]]]:
    reach = {key: marching.destinations(state, key) for key in on_board(state, DPRK)}
    return Massing(state, DPRK, reach), reach


def test_a_weak_brigade_within_reach_is_a_target_and_the_attack_pays() -> None:
    state = board(units={INF: "N3008", OTHER_INF: "N3008", ROK_BDE: "N3011"})
    found, reach = massing(state)
    target = state.board.place("N3011")
    assert list(found.targets()) == [target]
    assault = found.best(target, reach, points2(state))
    assert assault is not None
    assert assault.gain > 0
    assert 0 < assault.taken <= 1
    assert all(place in state.board.near[target] for _, place in assault.places)


def test_a_light_brigade_alone_promises_nothing_against_a_division() -> None:
    state = board(units={LIGHT: "N3009", ROK_MECH: "N3011"})
    found, reach = massing(state)
    assault = found.best(state.board.place("N3011"), reach, points2(state))
    assert assault is not None
    assert assault.gain < 0


def test_what_nobody_reaches_is_no_target() -> None:
    state = board(units={INF: "N3000", ROK_BDE: "N3020"})
    assert list(massing(state)[0].targets()) == []


def test_nobody_is_sent_where_there_is_no_room() -> None:
    state = board(units={INF: "N3008", OTHER_INF: "N3008", MECH: "N3007", ROK_BDE: "N3011"})
    found, reach = massing(state)
    full = dict.fromkeys(state.board.near[state.board.place("N3011")], 8)
    assert found.best(state.board.place("N3011"), reach, full) is None
    assault = found.best(state.board.place("N3011"), reach, points2(state))
    assert assault is not None
    held: dict[int, int] = {}
    for key, place in assault.places:
        held[place] = held.get(place, 0) + face(state, key).stack2
    assert max(held.values()) <= 8
