"""The war in the air: what flies, what stays at home, and what a strike is worth."""

from __future__ import annotations

from sandtable.games.nextwar.actions.air_war import Sortie, Strike
from sandtable.games.nextwar.bots import flying
from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import ALLIED, DPRK, KoreaState
from tests.games.nextwar.board import advanced, air

READY = {"base": "rok", "box": "ready"}


def sortie(state: KoreaState, seat: str) -> set[str]:
    verbs = {verb.name: verb for verb in GAME.open_verbs(state, seat)}
    action = next(flying.ideas(state, seat, verbs))[0]
    assert isinstance(action, Sortie)
    return {state.board.aircraft[key].name for key in action.units}


def test_whole_fighters_of_the_allies_fly_and_hurt_ones_do_not() -> None:
    rows = {
        "US F-15C 1": READY,
        "US F-15C 2": {**READY, "steps": 1},
        "DPRK MiG-29UB 1": {"base": "dprk", "box": "ready"},
    }
    assert sortie(advanced("turn.air.sorties", aircraft=rows), ALLIED) == {"US F-15C 1"}


def test_the_dprk_sends_only_its_best() -> None:
    own = {name: {"base": "dprk", "box": "ready"} for name in ("DPRK MiG-29UB 1", "DPRK F-5 1", "DPRK F-5 2")}
    assert sortie(advanced("turn.air.sorties", aircraft={**own, "US F-15C 1": READY}), DPRK) == {"DPRK MiG-29UB 1"}


def test_a_dear_aircraft_puts_more_at_stake_and_a_hurt_one_more_still() -> None:
    rows = {
        "US F-16D 1": READY,
        "US F-16D 2": {**READY, "steps": 1},
        "DPRK Su-25K 1": {"base": "dprk", "box": "ready"},
    }
    state = advanced("turn.first_strike.allocation.allied", aircraft=rows)
    whole, hurt, cheap = (air(state, name) for name in rows)
    assert flying.risk(state, cheap) < flying.risk(state, whole) < flying.risk(state, hurt)
    assert flying.is_hurt(state, hurt)
    assert not flying.is_hurt(state, whole)


def test_a_strike_on_a_track_is_worth_less_through_whole_air_defences() -> None:
    rows = {"US F-16D 1": READY}
    open_sky = {"dprk": {"detection": 0, "sam": 0, "aaa": 0}, "allied": {"detection": 8}}
    whole = advanced("turn.first_strike.allocation.allied", aircraft=rows)
    beaten = advanced("turn.first_strike.allocation.allied", aircraft=rows, networks=open_sky)
    action = Strike(aim="sam", strikers=(air(whole, "US F-16D 1"),))
    assert flying.outlook(whole, ALLIED, action) < flying.outlook(beaten, ALLIED, action)
