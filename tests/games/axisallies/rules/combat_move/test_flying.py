"""Which aircraft can be sent into a fight: the short answers against the long way round."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move.flying import (
    can_fight,
    has_easy_target,
    near_by,
    prospects,
    why_not_fly,
)
from sandtable.games.axisallies.rules.noncombat import noncombat
from sandtable.games.axisallies.rules.spaces.spaces import units_of
from tests.games.axisallies.board import position

WARS = {"japan-uk": 1, "japan-usa": 1, "anzac-japan": 1, "germany-ussr": 1}


@pytest.mark.rule("AA-9.2.air.reserve", "AA-10.air.no-suicide.a", "AA-9.2.general.purpose")
@pytest.mark.parametrize("power", ["germany", "japan", "uk", "usa", "ussr", "china"])
def test_an_aircraft_can_fight_when_some_space_near_by_lets_it(power: str) -> None:
    state = position(only=False, at=f"{power}.combat_move.moves", wars=WARS)
    for key in units_of(state, power, "air"):
        targets = [to for to in near_by(state, power, key) if why_not_fly(state, power, (key,), to) is None]
        assert set(targets) <= set(prospects(state, power, key))
        assert can_fight(state, power, key) == bool(targets)


@pytest.mark.rule("AA-9.2.amphib.antiscramble")
def test_a_landing_of_ones_own_side_is_a_target_too() -> None:
    units = {
        1: {"kind": "fighter", "owner": "germany", "at": "Western Germany"},
        2: {"kind": "transport", "owner": "germany", "at": 112, "task": "assault"},
    }
    state = position(at="germany.combat_move.moves", units=units)
    assert 112 in prospects(state, "germany", 1)


def test_a_fight_is_easy_only_with_an_airfield_within_what_is_left() -> None:
    def reach(zone: int) -> GlobalState:
        ship = {"kind": "cruiser", "owner": "uk", "at": zone}
        fighter = {"kind": "fighter", "owner": "germany", "at": "Norway"}
        return position(at="germany.combat_move.moves", wars={"germany-uk": 1}, units={1: fighter, 2: ship})

    norway = reach(125).units[1].at
    assert has_easy_target(reach(125), "germany", norway, 2)
    assert not has_easy_target(reach(125), "germany", norway, 1)


@pytest.mark.rule("AA-9.4.air.lost")
@pytest.mark.parametrize(("consents", "lost"), [({}, ()), ({"uk.usa.carriers": 0}, (1,))])
def test_whoever_is_at_home_on_a_deck_is_not_doomed(consents: dict[str, int], lost: tuple[int, ...]) -> None:
    units: dict[int, dict[str, Any]] = {
        1: {"kind": "fighter", "owner": "usa", "at": 24, "aboard": 9},
        9: {"kind": "carrier", "owner": "uk", "at": 24},
    }
    wars = {"japan-usa": 1, "japan-uk": 1}
    state = position(at="usa.noncombat.moves", wars=wars, units=units, consents=consents)
    assert noncombat.doomed(state, "usa") == lost
    assert noncombat.is_at_home(state, "usa", 1) == (not lost)
