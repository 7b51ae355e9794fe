"""Snipers."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.rules.command.commands import draw_modifiers
from sandtable.games.fieldsoffire.rules.sequence.cleanup import clear_markers
from sandtable.games.fieldsoffire.rules.weapons.sniping import choose_targets, lapse, targets_of
from tests.games.fieldsoffire.board import board, built, drafted, key

SNIPER = "German Sniper 1"
HIDDEN = {"at": "R3C1", "unspotted": True}


@pytest.mark.rule("FF-7.15.b", "FF-3.7.4.b", "FF-6.1.1.g")
def test_chance_chooses_one_target_on_the_card_even_where_a_headquarters_is() -> None:
    state = board(
        {SNIPER: HIDDEN, "1/1 PLT": {"at": "R2C1", "cover": 1}, "1 PLT HQ": "R2C1", "Casualty 1": "R2C1"},
        covers={1: {"at": "R2C1"}},
    )
    for card, name in ((1, "1 PLT HQ"), (50, "1/1 PLT")):
        d = drafted(state, deck=[card])
        choose_targets(d)
        (marker,) = d.now.markers.values()
        assert (marker.unit, marker.value, marker.by) == (key(state, name), -3, key(state, SNIPER))


@pytest.mark.rule("FF-7.15.e", "FF-6.1.1.g", "FF-7.15.b")
def test_exposed_men_are_chosen_before_others() -> None:
    state = board({SNIPER: HIDDEN, "1/1 PLT": "R2C1", "2/1 PLT": {"at": "R2C1", "exposed": True}})
    assert targets_of(state, key(state, SNIPER)) == (key(state, "2/1 PLT"),)


@pytest.mark.rule("FF-7.15.a", "FF-7.15.f", "FF-7.15.b", "FF-3.7.4.b")
def test_only_the_target_takes_the_shot_and_the_others_small_arms() -> None:
    units = {SNIPER: HIDDEN, "1/1 PLT": "R2C1", "2/1 PLT": {"at": "R2C1", "exposed": True}}
    step = built(units, at="mission.turn.combat.effects", deck=[1, 2, 44, 3])
    told = {entry.params["unit"].id: entry.params["vof"] for entry in step.entries if entry.key == "log.combat"}
    assert told == {key(step.state, "1/1 PLT"): "S", key(step.state, "2/1 PLT"): "sniper"}
    assert not any(marker.kind == "sniper" for marker in step.state.markers.values())


@pytest.mark.rule("FF-4.1.2.sniper", "FF-7.15.d")
def test_every_headquarters_on_the_card_draws_three_commands_less() -> None:
    state = board({SNIPER: HIDDEN, "1/1 PLT": "R2C1", "1 PLT HQ": "R2C1"})
    assert [(one.rule, one.amount) for one in draw_modifiers(state, key(state, "1 PLT HQ"))] == [
        ("FF-4.1.2.sniper", -3)
    ]


SHOT = {1: {"kind": "sniper", "at": "R1C2", "unit": "M4 12", "by": "German Sniper 1", "value": -3}}
TANKS = {"mission": {"attachments": ["Tank"]}}


@pytest.mark.rule("FF-7.15.c")
def test_a_shot_at_a_vehicle_waits_through_cleanup_and_one_at_a_man_does_not() -> None:
    units = {"M4 12": "R1C2", "1/1 PLT": "R1C2", "German Sniper 1": "R2C2"}
    fires = {"German Sniper 1": {"at": "R1C2"}}
    markers = {**SHOT, 2: {**SHOT[1], "unit": "1/1 PLT"}, 3: {"kind": "smoke", "at": "R3C3"}}
    state = board(units, facts=TANKS, markers=markers, fires=fires)
    d = drafted(state)
    clear_markers(d)
    assert list(d.now.markers) == [1]


@pytest.mark.rule("FF-7.15.c")
def test_a_shot_that_waits_is_lost_if_the_sniper_moves_or_fires_elsewhere_or_the_vehicle_goes() -> None:
    units = {"M4 12": "R1C2", "M4 13": "R1C3", "German Sniper 1": "R2C2"}
    for fire, at, stays in (
        ("R1C2", "R1C2", True),
        ("R1C3", "R1C2", False),
        ("", "R1C2", False),
        ("R1C2", "R2C1", False),
    ):
        fires = {"German Sniper 1": {"at": fire}} if fire else {}
        state = board({**units, "M4 12": at}, facts=TANKS, fires=fires, frozen=True, markers=SHOT)
        d = drafted(state)
        lapse(d)
        assert bool(d.now.markers) is stays
