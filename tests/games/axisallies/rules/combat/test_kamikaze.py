"""Kamikaze attacks: who is asked, about which zones, and what becomes of the fleet."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import kamikaze
from tests.games.axisallies.board import draft, position

FLEET = {
    1: {"kind": "battleship", "owner": "usa", "at": 6},
    2: {"kind": "destroyer", "owner": "usa", "at": 6},
    3: {"kind": "battleship", "owner": "uk", "at": 6},
    4: {"kind": "cruiser", "owner": "usa", "at": 5, "moved": True},
}


def fleet(zone: int = 6, *, ignore: bool = False, **parts: Any) -> GlobalState:
    battles = {zone: {"kind": "sea", "attacker": "usa", "ignore": ignore}}
    given = {"wars": {"japan-usa": 1}, "units": FLEET, "battles": battles, **parts}
    return position(at="usa.combat", begun=True, **given)


@pytest.mark.rule("AA-9.3.kamikaze.trigger")
@pytest.mark.rule("AA-9.3.kamikaze.where")
def test_only_zones_with_the_symbol_that_are_attacked_count() -> None:
    assert kamikaze.zones(fleet()) == (6,)
    assert kamikaze.zones(fleet(5)) == ()
    assert kamikaze.zones(fleet(ignore=True)) == ()
    landing = {"Okinawa": {"kind": "land", "attacker": "usa", "zones": [19, 5]}}
    assert kamikaze.zones(fleet(battles=landing)) == (19,)


@pytest.mark.rule("AA-9.3.kamikaze.who")
def test_japan_is_asked_while_it_has_attacks_left_and_something_to_attack() -> None:
    assert kamikaze.asked(fleet()) == ("japan",)
    assert kamikaze.asked(fleet(wars={"germany-usa": 1})) == ()
    assert kamikaze.asked(fleet(powers={"japan": {"kamikazes": 0}})) == ()
    assert kamikaze.asked(fleet(units={1: {"kind": "submarine", "owner": "usa", "at": 6}})) == ()


@pytest.mark.rule("AA-9.3.kamikaze.who")
@pytest.mark.rule("AA-9.3.kamikaze.resolve")
def test_japan_has_six_attacks_in_a_game() -> None:
    assert position(only=False).powers["japan"].kamikazes == 6


@pytest.mark.rule("AA-9.3.kamikaze.resolve")
def test_only_announced_attacks_are_rolled_and_none_stays() -> None:
    state = fleet(units={**FLEET, 1: {**FLEET[1], "kamikazes": 2}, 2: {**FLEET[2], "moved": True}})
    d = draft(state, 2, 3)
    kamikaze.strike(d)
    assert [entry.key for entry in d.entries] == ["log.kamikaze", "log.damaged"]
    assert (d.now.units[1].damaged, d.now.units[1].kamikazes) == (True, 0)


@pytest.mark.rule("AA-9.3.kamikaze.no-bombard")
def test_the_attackers_guns_in_the_zone_fall_silent_and_no_others() -> None:
    d = draft(fleet(units={**FLEET, 2: {**FLEET[2], "kamikazes": 1}}), 6)
    kamikaze.strike(d)
    assert [key for key in FLEET if d.now.units[key].bombarded] == [1]
