"""When a battle is decided, and what becomes of those who cannot fight."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.combat import amphibious, casualties, raids
from sandtable.games.axisallies.rules.combat.decision import decide
from tests.games.axisallies.board import at, draft, position

POLAND = at("Poland")
ATTACK = {"task": "attack"}


def battle(where: int, units: dict[int, dict[str, Any]], phase: str = "battle.round.press", **row: Any) -> GlobalState:
    attacker = units[1]["owner"]
    kind = "sea" if where < 200 else "land"
    placed = {key: {"at": where, **unit} for key, unit in units.items()}
    rows = {where: {"kind": kind, "attacker": attacker, **row}}
    flow = [f"{attacker}.combat.battles", {"phase": phase, "ref": where, "waiting": [attacker]}]
    return position(at=flow, wars={"germany-ussr": 1}, units=placed, battles=rows)


def is_over(where: int, units: dict[int, dict[str, Any]], **row: Any) -> bool:
    d = draft(battle(where, units, **row))
    decide(d, where)
    return d.now.battles[where].over


@pytest.mark.rule("AA-9.3.amphib.land.end")
@pytest.mark.rule("AA-9.3.std.end")
def test_a_land_battle_ends_with_the_last_unit_that_can_fire_or_the_last_attacker() -> None:
    soldier, foe = {"kind": "infantry", "owner": "ussr", **ATTACK}, {"kind": "infantry", "owner": "germany"}
    gun = {"kind": "aa_gun", "owner": "germany"}
    assert not is_over(POLAND, {1: soldier, 2: foe})
    assert is_over(POLAND, {1: soldier, 2: gun})
    assert is_over(POLAND, {1: {**soldier, "at": at("Eastern Poland")}, 2: foe})


@pytest.mark.rule("AA-9.3.std.end")
def test_a_battle_that_is_over_is_not_looked_at_again() -> None:
    units = {1: {"kind": "destroyer", "owner": "germany", **ATTACK}, 2: {"kind": "transport", "owner": "uk"}}
    d = draft(battle(110, units, over=True))
    decide(d, 110)
    assert 2 in d.now.units


@pytest.mark.rule("AA-9.3.unescorted.def")
@pytest.mark.rule("AA-9.3.unescorted.cannot-hit")
@pytest.mark.parametrize(("attacker", "defender", "lost"), [
    ("destroyer", "transport", True),
    ("carrier", "transport", False),
    ("fighter", "submarine", False),
])  # fmt: skip
def test_transports_fall_to_whoever_can_fire_and_only_they(attacker: str, defender: str, lost: bool) -> None:
    d = draft(battle(110, {1: {"kind": attacker, "owner": "germany", **ATTACK}, 2: {"kind": defender, "owner": "uk"}}))
    decide(d, 110)
    row = d.now.battles[110]
    assert (2 not in d.now.units, row.over, row.fought) == (lost, True, lost)


@pytest.mark.rule("AA-9.3.std.remove")
def test_the_casualty_strip_is_emptied_once() -> None:
    units = {1: {"kind": "infantry", "owner": "ussr", **ATTACK}, 2: {"kind": "infantry", "owner": "germany"}}
    d = draft(battle(POLAND, units, doomed=[2]))
    casualties.clear_strip(d)
    assert 2 not in d.now.units
    assert d.now.battles[POLAND].doomed == ()
    written = d.writes
    casualties.clear_strip(d)
    assert d.writes == written


@pytest.mark.rule("AA-9.3.amphib.land.when")
def test_troops_land_once_nothing_in_the_zone_can_stop_them() -> None:
    def is_clear(kind: str, task: str = "", **row: Any) -> bool:
        units = {1: {"kind": "cruiser", "owner": "germany", **ATTACK}, 2: {"kind": kind, "owner": "uk", "task": task}}
        return amphibious.is_clear(battle(110, units, **row), 110, "germany")

    assert not is_clear("transport")
    assert is_clear("transport", over=True)
    assert not is_clear("cruiser", over=True)
    assert not is_clear("fighter", "scramble", over=True)
    assert is_clear("fighter", over=True)


RAID = {
    1: {"kind": "strategic_bomber", "owner": "uk", "task": "raid"},
    2: {"kind": "tactical_bomber", "owner": "uk", "task": "raid"},
    3: {"kind": "fighter", "owner": "germany"},
    4: {"kind": "fighter", "owner": "germany", "task": "intercept"},
    5: {"kind": "tactical_bomber", "owner": "germany"},
    6: {"kind": "fighter", "owner": "japan"},
}


@pytest.mark.rule("AA-9.3.raid.interceptors")
def test_fighters_that_are_free_and_at_war_with_the_raider_rise() -> None:
    state = battle(at("Western Germany"), RAID, "raid.intercept", kind="raid")
    choice = raids.interceptor_choice(state, "germany")
    assert [key for key in RAID if choice.refusal((key,)) is None] == [3]
    assert raids.asked_to_intercept(state) == ("germany",)


@pytest.mark.rule("AA-9.3.raid.assign")
def test_bombers_go_in_groups_for_what_all_of_them_may_bomb() -> None:
    here = at("Western Germany")
    placed = {key: {"at": here, **unit} for key, unit in RAID.items()}
    works = {here: {"works": "major_ic", "air_base": True, "naval_base": True}}
    flow = ["uk.combat.raids", {"phase": "raid.aim", "ref": here, "waiting": ["uk"]}]
    rows = {here: {"kind": "raid", "attacker": "uk"}}
    state = position(at=flow, units=placed, battles=rows, territories=works)
    choice = raids.bomber_choice(state, "uk")
    assert choice.refusal((1,)) is None
    assert choice.refusal((1, 2)) is None
    assert choice.default == (1,)
    bare = position(at=flow, units=placed, battles=rows, territories={here: {"works": "major_ic"}})
    assert raids.bomber_choice(bare, "uk").refusal((1, 2)) is not None
