"""Chances of special forces before they are sent."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.game import GAME
from sandtable.games.nextwar.model import KoreaState
from sandtable.kernel.queries import Odds
from tests.games.nextwar.board import ROK_BDE, ROK_INF, advanced, at, key

HEXES = {"N2816": {"country": "ROK", "features": ["airbase"], "terrain": "urban"}}


def ask(state: KoreaState, seat: str = "dprk", **partial: Any) -> Odds | None:
    found = GAME.query(GAME.view(state, seat), "odds", {"partial": {"do": "send_forces", **partial}})
    assert found is None or isinstance(found, Odds)
    return found


def shares(odds: Odds | None) -> dict[str, int]:
    assert odds is not None
    return {one.key.removeprefix("odds."): one.share for one in odds.outcomes}


def sending(**more: Any) -> KoreaState:
    forces = {"dprk": {"ready": 2}}
    return advanced("first_special_forces.dprk.sending", facts={"hexes": HEXES}, special_forces=forces, **more)


@pytest.mark.rule("NWT-SOF", "NWT-SOFSURVIVAL")
def test_the_chances_of_a_raid() -> None:
    state = sending(units={ROK_BDE: "N2816"})
    partial = {"nation": "dprk", "mission": "raid", "aim": "airbase", "place": at(state, "N2816")}
    odds = ask(state, **partial)  # column 5 with 2 for the brigade: 2, 2, 1, 1, then nothing; lost from a 6 on
    assert shares(odds) == {
        "defender.forces_2": 2000,
        "defender.forces_1": 2000,
        "defender.forces_nothing": 6000,
        "attacker.forces_back": 6000,
        "attacker.forces_lost": 4000,
    }
    assert odds is not None
    assert odds.column == "raid_5"


@pytest.mark.rule("NWT-SOF")
def test_the_chances_of_others_and_what_has_none() -> None:
    state = sending(units={ROK_INF: "N3010"})
    unit, place = key(state, ROK_INF), at(state, "N3010")
    found = shares(ask(state, nation="dprk", mission="recon", place=place, unit=unit))
    assert found["defender.forces_d"] == 7000
    assert shares(ask(state, nation="dprk", mission="track"))["defender.forces_1"] == 3000
    assert ask(state, nation="dprk", mission="raid", aim="unit", place=place, unit=unit) is None
    assert ask(state, nation="dprk", mission="recon", place=place) is None
    assert ask(state, nation="dprk", mission="raid", aim="roof", place=place) is None
    assert ask(state, mission="recon", place=place, unit=10_000) is None
    assert ask(state, mission="picnic") is None
