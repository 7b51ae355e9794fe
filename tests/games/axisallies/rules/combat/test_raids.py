"""Bombing raids: technologies, and what the case files do not show."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.actions.raiding import Intercept
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat.raids import raidable, raided
from tests.games.axisallies.board import at, do, position

LONDON = at("United Kingdom")
BOMBER = {"kind": "strategic_bomber", "owner": "germany", "at": LONDON, "task": "raid"}


def raid(units: dict[int, dict[str, Any]], dice: tuple[int, ...] = (), **parts: Any) -> GlobalState:
    territory = {"works": "major_ic", **parts.pop("territory", {})}
    return position(
        at="germany.combat.raids",
        dice=dice,
        battles={LONDON: {"kind": "raid", "attacker": "germany"}},
        territories={LONDON: territory},
        units=units,
        **parts,
    )


@pytest.mark.rule("AA-9.3.raid.damage", "AA-9.3.raid.no-other")
def test_a_bomber_nobody_meets_drops_a_die_and_two() -> None:
    state = raid({1: BOMBER}, (6, 4))
    assert state.territories[LONDON].works_damage == 6
    assert state.units[1].fought
    assert raided(state) == ()


@pytest.mark.rule("AA-13.t2.6")
def test_heavy_bombers_keep_the_higher_die() -> None:
    state = raid({1: BOMBER}, (6, 2, 5), powers={"germany": {"technologies": ["heavy_bombers"]}})
    assert state.territories[LONDON].works_damage == 7


@pytest.mark.rule("AA-13.t2.4", "AA-9.3.raid.aa")
def test_radar_helps_the_flak_of_an_installation() -> None:
    assert 1 in raid({1: BOMBER}, (2, 1)).units
    assert 1 not in raid({1: BOMBER}, (2,), powers={"uk": {"technologies": ["radar"]}}).units


@pytest.mark.rule("AA-13.t2.2", "AA-9.3.raid.air-battle.b")
def test_jets_hit_on_two_over_the_target() -> None:
    fighter = {"kind": "fighter", "owner": "uk", "at": LONDON}
    plain = do(raid({1: BOMBER, 2: fighter}), "uk", Intercept((2,)), 6, 2, 6, 1)
    assert 1 in plain.units
    jets = raid({1: BOMBER, 2: fighter}, powers={"uk": {"technologies": ["jet_fighters"]}})
    assert 1 not in do(jets, "uk", Intercept((2,)), 6, 2).units


@pytest.mark.rule("AA-9.3.raid.escorts")
def test_an_escort_takes_part_in_nothing_else() -> None:
    escort = {"kind": "fighter", "owner": "germany", "at": LONDON, "task": "escort"}
    state = raid({1: BOMBER, 2: escort}, (6, 4))
    assert state.units[2].fought
    assert state.units[2].at == LONDON


@pytest.mark.rule("AA-9.3.raid.targets")
def test_what_each_bomber_may_raid() -> None:
    state = position(territories={LONDON: {"works": "minor_ic", "air_base": True, "naval_base": True}})
    assert raidable(state, LONDON, "strategic_bomber") == ("works", "air_base", "naval_base")
    assert raidable(state, LONDON, "tactical_bomber") == ("air_base", "naval_base")
    assert raidable(state, LONDON, "fighter") == ()


@pytest.mark.parametrize(
    ("installation", "cost", "slot"),
    [
        pytest.param("minor_ic", 12, {"works": "minor_ic"}, marks=pytest.mark.rule("AA-10.ic.stats")),
        pytest.param("major_ic", 30, {"works": "major_ic"}, marks=pytest.mark.rule("AA-10.ic.stats")),
        pytest.param("air_base", 15, {"works": "", "air_base": True}, marks=pytest.mark.rule("AA-10.airbase.stats")),
        pytest.param(
            "naval_base", 15, {"works": "", "naval_base": True}, marks=pytest.mark.rule("AA-10.navalbase.stats")
        ),
    ],
)
def test_every_installation_fires_at_the_bombers_that_raid_it(
    installation: str, cost: int, slot: dict[str, Any]
) -> None:
    state = raid({1: BOMBER}, (1,), territory=slot)
    assert 1 not in state.units
    assert state.board.installations[installation].cost == cost


@pytest.mark.rule("AA-9.3.raid.air-battle.a")
def test_a_bomber_shot_down_drops_nothing() -> None:
    fighter = {"kind": "fighter", "owner": "uk", "at": LONDON}
    state = do(raid({1: BOMBER, 2: fighter}), "uk", Intercept((2,)), 6, 1)
    assert 1 not in state.units
    assert state.territories[LONDON].works_damage == 0
    assert state.units[2].task in ("", "intercept")
