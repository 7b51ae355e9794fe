"""Attacks with a known right answer."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.actions.flying import Fly
from sandtable.games.axisallies.actions.moving import Move
from sandtable.games.axisallies.actions.transport import Load, Unload
from sandtable.games.axisallies.bots import attacking
from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Action
from tests.games.axisallies.board import at, do, position

FRANCE, HOLLAND, BERLIN, POLAND = at("France"), at("Holland Belgium"), at("Germany"), at("Poland")
WARS = {"france-germany": 1, "germany-uk": 1}


def war(units: dict[int, dict[str, Any]], **parts: Any) -> GlobalState:
    lands = {FRANCE: {"holder": "france", "since": "france"}, **parts.pop("territories", {})}
    return position(at="germany.combat_move.moves", wars=WARS, units=units, territories=lands, **parts)


def unit(kind: str, owner: str, where: int, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "owner": owner, "at": where, **more}


def planned(state: GlobalState, power: str = "germany") -> list[Action]:
    """What the plan does when each of its ideas is tried in turn."""
    done: list[Action] = []
    for idea in attacking.plan(state, power):
        for action in idea:
            if GAME.why_not(state, power, action) is None:
                state = do(state, power, action)
                done.append(action)
                break
    return done


def test_it_takes_an_empty_neighbour_with_the_cheapest_unit_and_drives_on_with_the_other() -> None:
    state = war({1: unit("tank", "germany", HOLLAND), 2: unit("infantry", "germany", HOLLAND)})
    first, second = planned(state)
    assert first == Move((2,), (FRANCE,))
    assert isinstance(second, Move)
    assert (second.units, second.path[0], len(second.path)) == ((1,), FRANCE, 2)


def test_it_does_not_attack_at_bad_odds() -> None:
    strong = {n: unit("infantry", "france", FRANCE) for n in range(10, 16)}
    state = war({1: unit("infantry", "germany", HOLLAND), 2: unit("tank", "germany", HOLLAND), **strong})
    assert not [action for action in planned(state) if isinstance(action, Move) and FRANCE in action.path]


def test_it_attacks_at_good_odds_with_all_arms() -> None:
    tanks = {n: unit("tank", "germany", HOLLAND) for n in range(1, 5)}
    planes = {n: unit("fighter", "germany", HOLLAND) for n in range(5, 7)}
    guard = {n: unit("infantry", "france", FRANCE) for n in range(10, 13)}
    actions = planned(war({**tanks, **planes, **guard}))
    assert any(isinstance(action, Move) and action.path == (FRANCE,) for action in actions)
    assert any(isinstance(action, Fly) and action.to == FRANCE for action in actions)


def test_aircraft_alone_do_not_go_for_a_territory() -> None:
    state = war({1: unit("fighter", "germany", HOLLAND), 10: unit("infantry", "france", FRANCE)})
    assert planned(state) == []


def test_those_who_guard_a_capital_stay() -> None:
    lands = {POLAND: {"holder": "ussr", "since": "ussr"}, BERLIN: {"works": "major_ic"}}
    guards = {n: unit("infantry", "germany", BERLIN) for n in range(1, 5)}
    armour = {n: unit("tank", "ussr", at("Baltic States")) for n in range(20, 24)}
    calm, tense = (
        position(at="germany.combat_move.moves", wars={"germany-ussr": 1}, units=units, territories=lands)
        for units in (guards, {**guards, **armour})
    )
    assert planned(calm) == [Move((1,), (POLAND,))]
    assert planned(tense) == []


def test_transports_fetch_troops_and_land_them() -> None:
    gibraltar, zone = at("Gibraltar"), next(iter(position().board.sea_next[at("Gibraltar")]))
    morocco = at("Morocco")
    assert zone in position().board.sea_next[morocco]
    state = position(
        at="germany.combat_move.moves",
        wars=WARS,
        territories={gibraltar: {"holder": "uk", "since": "uk"}, morocco: {"holder": "germany", "since": "germany"}},
        units={1: unit("infantry", "germany", morocco), 2: unit("transport", "germany", zone)},
    )
    fetched, *_, landed = planned(state)
    assert fetched == Load(1, 2, zone)
    assert isinstance(landed, Unload)
    assert landed.units == (1,)


@pytest.mark.parametrize("guns", [0, 1])
def test_bombers_raid_where_the_bargain_is_good(guns: int) -> None:
    london = at("United Kingdom")
    fighters = {n: unit("fighter", "uk", london) for n in range(10, 10 + 6 * guns)}
    state = war(
        {1: unit("strategic_bomber", "germany", HOLLAND), **fighters},
        territories={london: {"works": "major_ic"}, FRANCE: {"holder": "germany", "since": "germany"}},
    )
    expected = [] if guns else [Fly((1,), london, "raid")]
    assert planned(state) == expected


def test_ships_leave_a_zone_they_cannot_hold() -> None:
    zone = 112
    state = war({1: unit("destroyer", "germany", zone), **{n: unit("battleship", "uk", zone) for n in range(10, 13)}})
    (move,) = planned(state)
    assert isinstance(move, Move)
    assert move.units == (1,)
