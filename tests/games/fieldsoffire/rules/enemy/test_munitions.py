"""Enemy weapons without ammunition."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.enemy import checks
from sandtable.games.fieldsoffire.rules.enemy.munitions import dismiss
from sandtable.games.fieldsoffire.rules.ground.movement import why_not_move
from tests.games.fieldsoffire.board import board, built, drafted, fire_of, key

MORTAR, GUN, LMG, HMG, SQUAD, SECTION = (
    "German 81mm mortar team 1",
    "German 75mm AT gun 1",
    "German LMG team 1",
    "German HMG team 1",
    "German Grenadier squad 1/Gp",
    "German 81mm mortar section",
)
US = "1/1 PLT"


def flips(name: str, **state: Any) -> bool:
    found = board({name: {"at": "R2C2", "empty": True, **state}, US: {"at": "R1C2", "held": True}})
    return found.units[key(found, name)].flipped


@pytest.mark.rule("FF-8.11.a", "FF-8.11")
def test_crews_with_rifles_on_their_back_turn_over_at_once() -> None:
    assert flips(MORTAR)
    assert flips(GUN)
    assert flips("German Panzerschreck team 1")
    assert not flips(LMG)
    assert not flips(HMG)
    assert not flips(SQUAD)
    assert not flips(SECTION)
    assert not flips("German 88mm 1")
    assert flips("German 88mm 1", steps=1)
    assert not flips(MORTAR, empty=False)
    assert not flips("German Sniper 1")
    rifles = board({"NVA Type 36 57mm RCL 1": {"at": "R2C2", "empty": True}}, facts={"nations": ["nva"]})
    assert rifles.units[key(rifles, "NVA Type 36 57mm RCL 1")].flipped
    step = built({MORTAR: {"at": "R2C2", "empty": True}, US: {"at": "R1C1", "held": True}})
    assert ("log.flipped", "FF-8.11.a") in [(entry.key, entry.rule) for entry in step.entries]
    turned = built({MORTAR: {"at": "R2C2", "empty": True, "flipped": True}, US: {"at": "R1C1", "held": True}})
    assert not any(entry.key == "log.flipped" for entry in turned.entries)
    ours = board({"1/60mm Mtr Tm": {"at": "R1C2", "empty": True}})
    assert not ours.units[key(ours, "1/60mm Mtr Tm")].flipped


@pytest.mark.rule("FF-8.11", "FF-8.11.b")
def test_the_others_fight_on_with_small_arms_at_close_range() -> None:
    state = board({SQUAD: {"at": "R2C2", "empty": True}, US: {"at": "R1C2", "held": True}})
    assert fire_of(state, SQUAD) == "R1C2"
    far = board({SQUAD: {"at": "R3C2", "empty": True}, US: {"at": "R1C2", "held": True}})
    assert fire_of(far, SQUAD) == ""


@pytest.mark.rule("FF-8.11.a", "FF-8.11")
def test_unspotted_they_are_gone_in_cleanup_and_spotted_they_fall_back_instead_of_a_check() -> None:
    units = {
        MORTAR: {"at": "R3C2", "empty": True, "flipped": True, "unspotted": True},
        US: {"at": "R1C1", "held": True},
    }
    step = built(units, at="mission.turn.cleanup.empty_weapons", deck=list(range(1, 20)))
    assert key(step.state, MORTAR) not in step.state.units
    assert ("log.left_map", "FF-8.11.a") in [(entry.key, entry.rule) for entry in step.entries]
    manned = board({HMG: {"at": "R3C2", "empty": True, "unspotted": True}, US: {"at": "R1C1", "held": True}})
    d = drafted(manned)
    dismiss(d)
    assert key(manned, HMG) in d.now.units
    spotted = board({MORTAR: {"at": "R3C2", "empty": True, "flipped": True}, US: {"at": "R1C2", "held": True}})
    d = drafted(spotted, [1])
    dismiss(d)
    assert key(spotted, MORTAR) in d.now.units
    checks.check(d, key(spotted, MORTAR))
    entry = next(entry for entry in d.entries if entry.key == "log.enemy_acts")
    assert (entry.rule, entry.params["action"]) == ("FF-8.11.a", "fall_back")
    assert d.now.units[key(spotted, MORTAR)].exposed
    shaken = board({MORTAR: {"at": "R3C2", "flipped": True, "unspotted": True}, US: {"at": "R1C2", "held": True}})
    d = drafted(shaken)
    dismiss(d)
    assert key(shaken, MORTAR) in d.now.units
    stuck = board(
        {MORTAR: {"at": "R3C2", "empty": True, "flipped": True, "exposed": True}, US: {"at": "R1C2", "held": True}}
    )
    d = drafted(stuck)
    checks.check(d, key(stuck, MORTAR))
    assert next(entry for entry in d.entries if entry.key == "log.enemy_acts").params["action"] == "none"
    pinned = board(
        {MORTAR: {"at": "R3C2", "empty": True, "flipped": True, "pinned": True}, US: {"at": "R1C2", "held": True}}
    )
    assert checks.own_rule(pinned, key(pinned, MORTAR)) is None
    guard = board({"1/60mm Mtr Tm": {"at": "R1C2", "empty": True, "flipped": True, "unspotted": True}})
    d = drafted(guard)
    dismiss(d)
    assert not d.is_changed()


@pytest.mark.rule("FF-8.11")
def test_an_overloaded_enemy_is_not_kept_from_moving() -> None:
    state = board({HMG: {"at": "R3C2", "ammo": 8}, US: {"at": "R1C2", "held": True}})
    assert why_not_move(state, key(state, HMG)) is None
