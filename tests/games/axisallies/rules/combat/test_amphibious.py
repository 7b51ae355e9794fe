"""Troops that go ashore, and what becomes of their transports."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.rules.combat import amphibious
from tests.games.axisallies.board import at, draft, position

SHORE = "Normandy Bordeaux"


@pytest.mark.rule(
    "AA-9.3.multi.transport-land",
    "AA-9.3.amphib.resolve",
    "AA-10.transport.assault",
    "AA-10.transport.end-after-unload",
)
def test_troops_land_from_a_transport_of_an_ally_in_their_own_combat() -> None:
    state = position(
        at="uk.combat_move.moves",
        battles={SHORE: {"kind": "land", "attacker": "uk", "zones": [105]}},
        territories={SHORE: {"holder": "germany", "since": "germany"}},
        units={
            1: {"kind": "transport", "owner": "france", "at": 105},
            2: {"kind": "tank", "owner": "uk", "at": 105, "aboard": 1, "task": "assault", "target": SHORE},
            3: {"kind": "infantry", "owner": "france", "at": 105, "aboard": 1},
        },
    )
    d = draft(state)
    amphibious.go_ashore(d, at(SHORE))
    ship, tank, guest = (d.now.units[key] for key in (1, 2, 3))
    assert (ship.unloaded, ship.moved) == (True, True)
    assert (tank.at, tank.aboard, tank.origin, tank.target) == (at(SHORE), 0, 105, 0)
    assert (tank.landed, tank.moved, tank.task) == (True, True, "assault")
    assert (guest.at, guest.aboard) == (105, 1), "it is not the turn of its power"
    (entry,) = d.entries
    assert (entry.key, entry.params["count"]) == ("log.went_ashore", 1)


@pytest.mark.rule("AA-9.3.amphib.resolve", "AA-10.transport.assault")
def test_a_battle_without_troops_at_sea_lands_nobody() -> None:
    battles = {SHORE: {"kind": "land", "attacker": "uk", "zones": []}}
    d = draft(position(at="uk.combat_move.moves", battles=battles, territories={SHORE: {"holder": "germany"}}))
    amphibious.go_ashore(d, at(SHORE))
    assert not d.entries
