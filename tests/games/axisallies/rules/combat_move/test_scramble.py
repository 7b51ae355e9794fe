"""Scrambling: which aircraft rise from which bases."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat_move import scramble
from tests.games.axisallies.board import at, position

UK, SCOTLAND = "United Kingdom", "Scotland"
FIGHTER = {"kind": "fighter", "owner": "uk"}


def attacked(
    territories: dict[str, Any], units: dict[int, Any], zone: int = 109, owner: str = "germany", **more: Any
) -> GlobalState:
    """The Germans have sent a battleship against a British destroyer."""
    ships = {
        1: {"kind": "battleship", "owner": owner, "at": zone, "task": "attack", "moved": True, "origin": 110},
        2: {"kind": "destroyer", "owner": "uk", "at": zone},
    }
    battles = {zone: {"kind": "sea", "attacker": owner}}
    return position(
        at=f"{owner}.combat_move.moves", battles=battles, territories=territories, units={**ships, **units}, **more
    )


@pytest.mark.rule("AA-10.airbase.scramble", "AA-10.airbase.damaged")
@pytest.mark.parametrize(
    ("territory", "ready"),
    [
        ({"air_base": True}, (3,)),
        ({"air_base": True, "air_base_damage": 2}, (3,)),
        ({"air_base": True, "air_base_damage": 3}, ()),
        ({"air_base": False}, ()),
        ({"air_base": True, "holder": "germany"}, ()),
        ({"air_base": True, "holder": "france"}, (3,)),
        ({"air_base": True, "holder": ""}, ()),
    ],
)
def test_aircraft_rise_from_a_working_base_of_their_side(territory: dict[str, Any], ready: tuple[int, ...]) -> None:
    assert scramble.ready(attacked({UK: territory}, {3: {**FIGHTER, "at": UK}}), "uk") == ready


@pytest.mark.rule("AA-10.airbase.scramble")
def test_a_base_serves_the_zones_next_to_it() -> None:
    base = {UK: {"air_base": True}}
    pilot = {3: {**FIGHTER, "at": UK}}
    assert scramble.ready(attacked(base, pilot, zone=110), "uk") == (3,)
    assert scramble.ready(attacked(base, pilot, zone=112), "uk") == ()
    assert scramble.zones_from(attacked(base, pilot, zone=110), "uk", at(UK)) == (110,)


@pytest.mark.rule("AA-10.airbase.scramble")
def test_nobody_rises_who_is_not_threatened_or_not_at_war() -> None:
    base, pilot = {UK: {"air_base": True}}, {3: {**FIGHTER, "at": UK}}
    quiet = position(at="germany.combat_move.moves", territories=base, units=pilot)
    assert scramble.ready(quiet, "uk") == ()
    state = attacked(base, {**pilot, 4: {"kind": "fighter", "owner": "usa", "at": UK}})
    assert (scramble.ready(state, "uk"), scramble.ready(state, "usa")) == ((3,), ())


@pytest.mark.rule("AA-9.2.scramble.two-bases", "AA-10.airbase.scramble")
def test_each_base_beside_a_zone_sends_its_own_three() -> None:
    bases = {UK: {"air_base": True}, SCOTLAND: {"air_base": True}}
    pilots = {n: {**FIGHTER, "at": UK if n < 7 else SCOTLAND} for n in range(3, 11)}
    state = attacked(bases, pilots)
    assert sorted(scramble.ready(state, "uk")) == [*range(3, 11)]
    gone = {n: {**FIGHTER, "at": 109, "task": "scramble", "origin": UK} for n in (3, 4, 5)}
    state = attacked(bases, {**pilots, **gone})
    assert scramble.ready(state, "uk") == (7, 8, 9, 10)
    assert (scramble.room(state, at(UK)), scramble.room(state, at(SCOTLAND))) == (0, 3)


@pytest.mark.rule("AA-10.air.coast", "AA-9.2.scramble.who")
def test_fighters_and_tactical_bombers_rise_but_no_strategic_bomber_nor_who_is_busy() -> None:
    units = {
        3: {**FIGHTER, "at": UK},
        4: {"kind": "tactical_bomber", "owner": "uk", "at": UK},
        5: {"kind": "strategic_bomber", "owner": "uk", "at": UK},
        6: {**FIGHTER, "at": UK, "task": "intercept"},
        7: {"kind": "fighter", "owner": "france", "at": UK},
        8: {"kind": "infantry", "owner": "uk", "at": UK},
    }
    state = attacked({UK: {"air_base": True}}, units)
    assert scramble.pilots(state, "uk", at(UK)) == (3, 4)
    assert scramble.pilots(state, "france", at(UK)) == (7,)


@pytest.mark.rule("AA-10.airbase.scramble")
def test_a_base_counts_while_somebody_can_rise_from_it() -> None:
    bases = {UK: {"air_base": True}, SCOTLAND: {"air_base": True}}
    pilots = {3: {**FIGHTER, "at": UK}, 4: {"kind": "infantry", "owner": "uk", "at": SCOTLAND}}
    state = attacked(bases, pilots)
    assert scramble.bases(state, "uk") == (at(UK),)
    assert scramble.bases(state, "us") == ()
