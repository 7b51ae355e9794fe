"""Mortar crews who are overrun, fanatics, human waves."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.rules.combat.effects import hit
from sandtable.games.fieldsoffire.rules.enemy.reactions import read_hit
from sandtable.games.fieldsoffire.scenario.deck import cards
from tests.games.fieldsoffire.board import board, built, drafted, fire_of, key

MORTAR, SQUAD, US = "German 81mm mortar team 1", "German Grenadier squad 4/Gp", "1/1 PLT"


def overrun(units: dict[str, Any], name: str = MORTAR, **rest: Any) -> bool:
    state = board(units, **rest)
    return state.units[key(state, name)].flipped


@pytest.mark.rule("FF-8.6.5")
def test_a_mortar_alone_with_riflemen_is_left_for_rifles() -> None:
    us = {US: {"at": "R2C2", "held": True}}
    assert overrun({MORTAR: "R2C2", **us})
    state = board({MORTAR: "R2C2", **us})
    assert fire_of(state, MORTAR) == "R2C2"
    assert not overrun({MORTAR: "R2C2", SQUAD: {"at": "R2C2", "held": True}, **us})
    assert not overrun({MORTAR: "R3C2", **us})
    assert not overrun({MORTAR: "R2C2", "1 PLT HQ": {"at": "R2C2", "held": True}})
    assert not overrun({"German 81mm mortar section": "R2C2", **us}, "German 81mm mortar section")
    superscript = {"units": {"ge.mtr81": {"sides": [{"steps": 1, "vof": "S^G!", "range": "C-V"}]}}}
    assert not overrun({MORTAR: "R2C2", **us}, facts=superscript)
    rifles = {"units": {"ge.mtr81": {"sides": [{"steps": 1, "vof": "S", "range": "C"}]}}}
    assert not overrun({MORTAR: "R2C2", **us}, facts=rifles)
    big = {"units": {"ge.mtr81": {"steps": 2, "sides": [{"steps": 2, "vof": "G!", "range": "C-V"}]}}}
    assert not overrun({MORTAR: "R2C2", **us}, facts=big)
    assert not overrun({"German Panzerschreck team 1": "R2C2", **us}, "German Panzerschreck team 1")
    silent = {"units": {"ge.mtr81": {"sides": [{"steps": 1, "vof": None, "range": None}]}}}
    assert not overrun({MORTAR: "R2C2", **us}, facts=silent)
    gun = "NVA Type 36 57mm RCL 1"
    assert not overrun({gun: "R2C2", **us}, gun, facts={"nations": ["nva"]})
    told = [entry.key for entry in built({MORTAR: "R2C2", **us}).entries if entry.rule == "FF-8.6.5"]
    assert told == ["log.flipped"]
    assert not [one for one in built({MORTAR: {"at": "R2C2", "flipped": True}, **us}).entries if one.rule == "FF-8.6.5"]


@pytest.mark.rule("FF-8.13")
def test_fanatics_are_neither_paralyzed_nor_litters() -> None:
    facts = {"mission": {"setup": {"fanatic": True}}}
    state = board({SQUAD: "R3C2", US: "R1C1"}, facts=facts)
    assert read_hit(state, key(state, SQUAD), "LPCFA") == "FCCFA"
    assert read_hit(state, key(state, US), "LP") == "LP"
    plain = board({SQUAD: "R3C2", US: "R1C1"})
    assert read_hit(plain, key(plain, SQUAD), "LP") == "LP"


@pytest.mark.rule("FF-8.14.b", "FF-8.14", "FF-8.14.d", "FF-8.14.a")
def test_a_human_wave_loses_casualties_only_and_is_never_pinned() -> None:
    """As in the example of the rule: PL is read as CC. What is left of a wave is still one."""
    number = next(one.number for one in cards().values() if set(one.hits[0]) == {"P", "L"})
    state = board({SQUAD: {"at": "R3C2", "wave": True}, US: "R1C1"})
    d = drafted(state, [number])
    hit(d, key(state, SQUAD))
    kinds = sorted(d.now.board.types[one].kind for one in d.now.units if d.now.board.sides[one] == "enemy")
    assert kinds == ["casualty", "casualty", "fire"]
    (team,) = [unit for one, unit in d.now.units.items() if d.now.board.types[one].kind == "fire"]
    assert (team.wave, team.pinned) == (True, False)
    entry = next(entry for entry in d.entries if entry.key == "log.hit")
    assert entry.params["letters"] == "CC"
