"""White phosphorus thrown as a grenade."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier
from tests.games.fieldsoffire.board import board, key, play, why

GERMAN = "German Grenadier squad 1/Gp"


def kinds(state: FieldsState) -> list[str]:
    return sorted(one.kind for one in state.markers.values())


PHOSPHORUS = {1: {"kind": "wp", "holder": "1/1 PLT"}}


def thrown(deck: list[int], **fields: Any) -> FieldsState:
    units = {"1/1 PLT": "R1C1", GERMAN: {"at": "R1C1", "pinned": True, **fields}}
    covers = {1: {"at": "R1C1", "value": 1}}
    state = board(units, assets=PHOSPHORUS, covers=covers)
    return play(state, {"phosphorus": "1/1 PLT", "target": GERMAN}, deck=deck).state


@pytest.mark.rule("FF-4.4.3.b", "FF-4.4.3.b1", "FF-4.4.3.b3")
def test_phosphorus_burns_its_target_and_smokes_the_card() -> None:
    state = thrown([3, 1])
    assert sorted((one.kind, one.value) for one in state.markers.values()) == [("grenade", -4), ("smoke", 1)]
    assert not state.assets
    reading = net_combat_modifier(state, key(state, GERMAN))
    assert reading is not None
    assert "modifier.smoke" not in {part.key for part in reading.parts.parts}
    assert {one.cover for one in thrown([3, 1], cover=1).markers.values() if one.kind == "grenade"} == {1}


@pytest.mark.rule("FF-4.4.3.b2", "FF-4.4.3.b3")
def test_phosphorus_that_misses_smokes_all_the_same() -> None:
    state = thrown([1, 2])
    assert kinds(state) == ["grenade_miss", "smoke"]
    assert not state.assets


@pytest.mark.rule("FF-4.4.3.b")
def test_phosphorus_is_thrown_by_those_who_have_it_at_men_on_their_card() -> None:
    bare = board({"1/1 PLT": "R1C1", GERMAN: "R1C1"})
    assert why(bare, {"phosphorus": "1/1 PLT", "target": GERMAN}).rule == "FF-4.4.3.b"
    far = board({"1/1 PLT": "R1C1", GERMAN: "R2C1"}, assets=PHOSPHORUS)
    assert why(far, {"phosphorus": "1/1 PLT", "target": GERMAN}).rule in ("FF-4.4.3.b", "FF-7.10.1.a")
