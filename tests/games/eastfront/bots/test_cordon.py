"""Cordons: posts that cut off together what none of them cuts off alone."""

from __future__ import annotations

from msgspec.structs import replace

from sandtable.games.eastfront.bots.cordon import Lanes, cordons
from sandtable.games.eastfront.bots.goals import cut_off
from sandtable.games.eastfront.bots.ideas import posted
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import AXIS, ELIMINATED, SOVIET, CrimeaState
from sandtable.kernel import SeededDice
from sandtable.kernel.state import successor
from tests.games.eastfront.board import key

SPOTS = (6213, 6214, 6215, 6216, 6217, 6218)
FAST = ("129 Mot Rgt/22 Pz", "140 Mot Rgt/22 Pz", "Groddeck Bde")


def pocket(**more: int) -> CrimeaState:
    """The ground of scenario 7 with a Soviet division far in the west, and the way to Kerch open behind it."""
    state: CrimeaState = GAME.start(GAME.open("7"), SeededDice(b"x")).state
    places = {key(state, name): h for name, h in {"404 Rifle Div": 5915, **dict.fromkeys(FAST, 5717), **more}.items()}
    pieces = {k: piece if k in places else replace(piece, hex=0, box=ELIMINATED) for k, piece in state.pieces.items()}
    return posted(successor(state, pieces=pieces, weather="dry"), places)


def sent(state: CrimeaState, places: tuple[int, ...]) -> CrimeaState:
    return posted(state, {key(state, name): h for name, h in zip(FAST, places, strict=False)})


def test_the_best_cordon_cuts_off_what_its_posts_do_not_alone() -> None:
    state = pocket()
    first = next(iter(cordons(state, AXIS, SPOTS)))
    assert len(first) > 1
    assert cut_off(state, SOVIET) == 0
    assert all(cut_off(sent(state, (h,)), SOVIET) == 0 for h in first)
    assert cut_off(sent(state, first), SOVIET) == state.pieces[key(state, "404 Rifle Div")].steps


def test_there_is_no_cordon_where_the_enemy_stands_all_along_the_way() -> None:
    # Whoever stands in a hex keeps it open to his supply.
    chain = {"77 Mtn Div": 6015, "302 Mtn Div": 6115, "390 Rifle Div": 6215, "398 Rifle Div": 6315}
    spots = [h for h in SPOTS if h != 6215]
    assert list(cordons(pocket(), AXIS, spots))
    assert not list(cordons(pocket(**chain), AXIS, spots))


def test_what_is_shut_already_counts() -> None:
    state = pocket()
    line = sent(state, next(iter(cordons(state, AXIS, SPOTS))))
    lanes = Lanes(line, AXIS)
    assert lanes.cut(lanes.shut) == cut_off(line, SOVIET) > 0
    assert lanes.cut(0) == 0
    assert not list(cordons(line, AXIS, SPOTS))
