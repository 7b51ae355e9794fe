"""Light troops by air."""

from __future__ import annotations

from sandtable.games.nextwar.actions.lifting import Airmobile, StepIn
from sandtable.games.nextwar.bots import lifting
from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import DPRK, KoreaState
from sandtable.kernel import Action
from tests.games.nextwar.board import INF, LIGHT, ROK_INF, accounts, board

STREETS = {"hexes": {"N2921": {"terrain": "urban", "country": "ROK"}}}
POINTS = accounts(dprk={"airmobile": 4})


def ideas(state: KoreaState) -> list[Action]:
    verbs = {verb.name: verb for verb in GAME.open_verbs(state, DPRK)}
    return [idea[0] for idea in lifting.ideas(state, DPRK, verbs) if idea]


def test_light_infantry_flies_to_an_open_objective() -> None:
    state = board(units={LIGHT: "N3110", INF: "N3110", ROK_INF: "N3114"}, accounts=POINTS, weather="clear")
    first = ideas(state)[0]
    assert isinstance(first, Airmobile)
    assert first.to in {state.board.place(label) for label in state.board.card["victory"]["places"]}


def test_it_comes_down_beside_streets_and_steps_in() -> None:
    state = board(units={LIGHT: "N2912", INF: "N2912"}, facts=STREETS, accounts=POINTS, weather="clear")
    street = state.board.place("N2921")
    near = [one for one in ideas(state) if isinstance(one, Airmobile) and one.to in state.board.near[street]]
    landed = {LIGHT: {"hex": "N2920", "poised": True, "moved": True, "landed": True}}
    after = board(units=landed, facts=STREETS, accounts=POINTS, weather="clear")
    steps = [one for one in ideas(after) if isinstance(one, StepIn)]
    assert near
    assert [one.to for one in steps] == [street]


def test_nobody_flies_in_a_storm_nor_where_all_is_held() -> None:
    units = {LIGHT: "N3110", INF: "N3110", ROK_INF: "N3114"}
    assert ideas(board(units=units, accounts=POINTS, weather="storm")) == []
    held = dict.fromkeys(("N2822", "N2921", "N2922", "N3021", "N3022", "N3118", "N3820", "N4822"), "dprk")
    assert ideas(board(units=units, accounts=POINTS, weather="clear", captured=held)) == []


def test_the_last_garrison_does_not_fly_away() -> None:
    state = board(
        units={LIGHT: "N3118", ROK_INF: "N3114"}, accounts=POINTS, weather="clear", captured={"N3118": "dprk"}
    )
    assert ideas(state) == []
