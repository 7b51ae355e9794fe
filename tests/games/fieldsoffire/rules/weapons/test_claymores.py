"""Claymores."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier, volumes_on
from sandtable.games.fieldsoffire.rules.combat.volume import is_under_fire
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from sandtable.games.fieldsoffire.rules.weapons.claymores import trigger
from sandtable.games.fieldsoffire.scenario.setup import start_cards
from sandtable.kernel import SeededDice
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, built, card, drafted, key, play, why

GERMAN, OTHER = "German Grenadier squad 1/Gp", "German Grenadier squad 2/Gp"
MINE = {1: {"kind": "claymore", "at": "R2C2"}}


def triggered(units: dict[str, Any], deck: list[int] | None = None, **fields: Any) -> FieldsState:
    d = drafted(board(units, markers=MINE, **fields), deck or [])
    trigger(d)
    return d.now


@pytest.mark.rule("FF-7.9.2")
def test_one_enemy_on_its_card_is_attacked_as_chance_has_it() -> None:
    held = {"at": "R2C2", "held": True}
    state = triggered({GERMAN: held, OTHER: held}, [26])
    assert (state.markers[1].unit, state.markers[1].value) == (key(state, OTHER), -4)
    assert not triggered({"1/1 PLT": "R2C2", GERMAN: {"at": "R2C3", "held": True}}).markers[1].unit


@pytest.mark.rule("FF-7.9.2.b")
def test_darkness_does_not_help_against_it() -> None:
    state = triggered({GERMAN: {"at": "R2C2", "held": True}}, tracks={"turn": 1, "light": "moon4"})
    reading = net_combat_modifier(state, key(state, GERMAN))
    assert reading is not None
    assert reading.total == -4


@pytest.mark.rule("FF-7.9.2", "FF-7.9.2.a")
def test_it_is_looked_at_after_the_contacts_and_goes_once_it_went_off() -> None:
    step = built(
        {GERMAN: {"at": "R2C2", "held": True}}, markers=MINE, at="mission.turn.combat.recovery", deck=list(range(1, 9))
    )
    assert "log.claymore" in [entry.key for entry in step.entries]
    waiting, gone = drafted(board({}, markers=MINE)), drafted(triggered({GERMAN: {"at": "R2C2", "held": True}}))
    for d in (waiting, gone):
        clear_markers(d)
    assert (1 in waiting.now.markers, 1 in gone.now.markers) == (True, False)


def openings(name: str) -> FieldsState:
    return GAME.start(GAME.open(name, {}), SeededDice(b"claymores")).state


@pytest.mark.rule("FF-7.9.2")
@pytest.mark.parametrize(("name", "count"), [("vietnam_2", 6), ("vietnam_5", 6), ("vietnam_8", 12), ("vietnam_1", 0)])
def test_the_briefing_hands_out_claymores_which_lie_where_the_company_starts(name: str, count: int) -> None:
    state = openings(name)
    laid = [marker for marker in state.markers.values() if marker.kind == "claymore"]
    assert len(laid) == count
    assert {marker.at for marker in laid} <= set(start_cards(state.board))
    assert not any(marker.unit for marker in laid)
    if name == "vietnam_5":
        assert {label(state.scenario, "place", one.at) for one in laid} == {f"R2C{column}" for column in range(1, 7)}


@pytest.mark.rule("FF-7.9.2")
def test_they_are_put_elsewhere_before_the_mission_where_the_company_starts_or_next_to_it() -> None:
    laid = {1: {"kind": "claymore", "at": "R2C2"}}
    state = board({"CO HQ": "R1C1"}, scenario="vietnam_5", at="mission.arrangements", markers=laid, tracks={})
    after = play(state, {"do": "site_claymore", "card": "R2C2", "to": "R3C4"}).state
    assert [label(state.scenario, "place", one.at) for one in after.markers.values()] == ["R3C4"]
    no = why(state, {"do": "site_claymore", "card": "R2C2", "to": "R4C4"})
    assert (no.rule, no.key) == ("FF-7.9.2", "refuse.claymore_far")
    assert why(state, {"do": "site_claymore", "card": "R1C2", "to": "R2C2"}).rule == "FF-7.9.2"


@pytest.mark.rule("FF-7.9.2", "FF-8.1.a")
def test_a_claymore_that_waits_is_no_fire_and_keeps_nothing_hot() -> None:
    waiting = {number: {"kind": "claymore", "at": at} for number, at in ((1, "R1C1"), (2, "R1C2"))}
    state = board({"1/1 PLT": "R1C1", "2/1 PLT": "R1C2"}, scenario="vietnam_5", markers=waiting)
    assert state.activity == 0
    assert not is_under_fire(state, card(state, "R1C1"))
    missed = {**waiting, 3: {"kind": "grenade_miss", "at": "R1C1"}}
    alone = board({"1/1 PLT": "R1C1"}, scenario="vietnam_5", markers=missed)
    assert [one.kind for one in volumes_on(alone, key(alone, "1/1 PLT"))] == ["grenade_miss"]
    found = {1: {"kind": "claymore", "at": "R1C1", "unit": "NVA MG team 1", "value": -4}}
    hot = board({"1/1 PLT": "R1C1", "NVA MG team 1": "R1C1"}, scenario="vietnam_5", markers=found)
    assert is_under_fire(hot, card(hot, "R1C1"))
