"""Special forces go where they do most harm."""

from __future__ import annotations

from sandtable.games.nextwar.actions.special_operations import SendForces
from sandtable.games.nextwar.bots import raiding
from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import DPRK, KoreaState
from sandtable.games.nextwar.scenario.ground import JAPAN_BOX
from tests.games.nextwar.board import INF, advanced

AT = "turn.first_special_forces.dprk.sending"


def missions(state: KoreaState) -> list[SendForces]:
    verbs = {verb.name: verb for verb in GAME.open_verbs(state, DPRK)}
    found = [idea[0] for idea in raiding.ideas(state, DPRK, verbs)]
    return [one for one in found if isinstance(one, SendForces)]


def opening(**forces: int) -> KoreaState:
    base = {"hexes": {"N3015": {"features": ["airbase"], "country": "ROK"}}}
    return advanced(AT, units={INF: "N3000"}, facts=base, special_forces={"dprk": forces})


def test_an_air_base_is_raided_and_japan_is_not() -> None:
    state = opening(ready=2)
    found = missions(state)
    assert found
    assert any(one.place == state.board.place("N3015") for one in found)
    assert all(one.place != JAPAN_BOX for one in found)
    worth = [raiding.outlook(state, DPRK, one) for one in found]
    assert worth == sorted(worth, reverse=True)
    assert min(worth) > 0


def test_nobody_is_sent_where_no_forces_are_ready() -> None:
    assert missions(opening(used=2)) == []
