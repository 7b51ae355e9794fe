"""What follows every change, until nothing changes any more."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.kernel import Ref
from tests.games.fieldsoffire.board import board, card, drafted, fire_of, firing, key, play

SQUAD = "German Grenadier squad 4/Gp"


@pytest.mark.rule("FF-3.0.a", "FF-6.0")
def test_rain_stops_and_who_is_seen_now_is_fired_at() -> None:
    """The worked example: heavy rain hides everybody beyond the next card; when it stops, fire opens."""
    units = {"1/3 PLT": "R1C1", "2/LMG (.30 cal)": "R1C1", "German Fire Team (rifle) 1": "R3C1"}
    state = board(units, tracks={"turn": 1, "weather": "rain"})
    assert firing(state) == {}
    d = drafted(state)
    d.set(weather="")
    settle(d)
    assert fire_of(d.now, "1/3 PLT") == fire_of(d.now, "2/LMG (.30 cal)") == "R3C1"


@pytest.mark.rule("FF-3.0.a", "FF-6.0.b")
def test_nothing_is_brought_up_to_date_during_combat_effects() -> None:
    state = board({"1/1 PLT": "R1C1", SQUAD: "R2C1"})
    d = drafted(state)
    d.set(frozen=True)
    d.edit("units", key(state, SQUAD), at=card(state, "R1C1"))
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R2C1"
    d.set(frozen=False)
    settle(d)
    assert fire_of(d.now, "1/1 PLT") == "R1C1"


@pytest.mark.rule("FF-8.5.a", "FF-8.5.u")
def test_one_spotted_enemy_gives_away_all_on_his_card() -> None:
    state = board({SQUAD: {"at": "R4C4", "unspotted": True}, "German Litter Team 1": "R4C4"})
    assert not any(unit.unspotted for unit in state.units.values())
    hidden = board(
        {SQUAD: {"at": "R4C4", "unspotted": True}, "German Litter Team 1": {"at": "R4C4", "unspotted": True}}
    )
    assert all(unit.unspotted for unit in hidden.units.values())


@pytest.mark.rule("FF-2.2.1.b", "FF-5.2.b", "FF-2.2.1.d", "FF-5.2.d")
def test_a_unit_turns_up_the_cards_it_sees_hills_and_all() -> None:
    hidden = {name: {"terrain": "face down", "pile": "main"} for name in ("R2C1", "R3C1")}
    piles = {"main": {"rest": [101, 102, 143, 125]}}
    state = board({"1/1 PLT": "R0C1"}, cards=hidden, piles=piles)
    assert state.cards[card(state, "R2C1")].terrain == 0
    step = play(state, {"move": "1/1 PLT", "to": "R1C1"}, deck=[101, 102, 125])
    found = step.state.cards[card(state, "R2C1")]
    assert (found.terrain, found.hills) == (125, 2)
    assert step.state.cards[card(state, "R3C1")].terrain == 0
    told = [entry for entry in step.entries if entry.key == "log.revealed"]
    assert [entry.rule for entry in told] == ["FF-2.2.1.b"]
    assert [entry.params["ground"] for entry in told] == [Ref("ground", "hedgerow")]


@pytest.mark.rule("FF-5.2.b")
def test_a_card_that_lets_sight_through_has_the_next_one_turned_up_too() -> None:
    hidden = {name: {"terrain": "face down", "pile": "main"} for name in ("R2C1", "R3C1")}
    state = board({"1/1 PLT": "R0C1"}, cards=hidden, piles={"main": {"rest": [143, 144, 125]}})
    step = play(state, {"move": "1/1 PLT", "to": "R1C1"}, deck=[143, 125])
    through = step.state.board.terrain[143]
    assert through.open[0]
    assert through.open[4]
    assert step.state.cards[card(state, "R3C1")].terrain == 125


def test_a_settled_position_stays_as_it_is() -> None:
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R2C2", SQUAD: "R3C3", "German HMG team 1": "R4C1"}, deck=[1, 2])
    d = drafted(state)
    settle(d)
    assert not d.is_changed()
    assert GAME.broken(state) is None
