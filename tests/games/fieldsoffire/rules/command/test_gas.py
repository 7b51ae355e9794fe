"""CS gas."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.modifier import net_combat_modifier, smoke_on
from sandtable.games.fieldsoffire.rules.command import gas
from sandtable.games.fieldsoffire.rules.ground.sight import sees
from tests.games.fieldsoffire.board import board, built, card, drafted, key

GERMAN = "German Grenadier squad 1/Gp"
CLOUD = {1: {"kind": "smoke", "at": "R2C2", "value": 1, "form": "CS"}}
STAYS, GOES = 34, 1


def checked(units: dict[str, Any], deck: list[int], **fields: Any) -> FieldsState:
    d = drafted(board(units, markers=CLOUD, **fields), deck)
    gas.check(d)
    return d.now


@pytest.mark.rule("FF-4.4.3.c")
def test_gas_hides_like_smoke_and_gives_one() -> None:
    state = board({"1/1 PLT": "R2C2", "2/1 PLT": "R1C2"}, markers=CLOUD)
    there, here = card(state, "R2C2"), card(state, "R1C2")
    assert smoke_on(state, there) == 1
    assert sees(state, here, there)
    assert not sees(state, there, here)
    assert net_combat_modifier(state, key(state, "1/1 PLT")) is None


@pytest.mark.rule("FF-4.4.3.c1", "FF-4.4.3.c")
def test_men_in_good_order_without_masks_become_fire_teams() -> None:
    state = checked({"1 PLT HQ": "R2C2", "1/1 PLT": "R2C2", "2/1 PLT": "R1C1"}, [STAYS, 35, 36, 37])
    assert state.units[key(state, "1 PLT HQ")].flipped
    assert state.units[key(state, "1/1 PLT")].box == "removed"
    teams = [one for one in state.units if state.board.types[one].kind == "fire"]
    assert len(teams) == 3
    assert state.units[key(state, "2/1 PLT")].steps == 3


@pytest.mark.rule("FF-4.4.3.c2", "FF-4.4.3.c")
def test_they_go_on_two_of_three_or_are_pinned() -> None:
    stay = checked({"1 PLT HQ": "R2C2"}, [STAYS])
    unit = stay.units[key(stay, "1 PLT HQ")]
    assert (unit.pinned, unit.at) == (True, card(stay, "R2C2"))
    go = checked({"1 PLT HQ": "R2C2"}, [GOES, 2])
    unit = go.units[key(go, "1 PLT HQ")]
    assert (unit.pinned, unit.exposed) == (False, True)
    assert unit.at != card(go, "R2C2")
    shown = checked({"1 PLT HQ": {"at": "R2C2", "exposed": True}}, [GOES])
    assert shown.units[key(shown, "1 PLT HQ")].pinned


@pytest.mark.rule("FF-4.4.3.c2")
def test_out_of_sight_of_all_opponents_first_then_where_most_hides() -> None:
    facts = {"terrain": {"wood": {"cc": 2}, "copse": {"cc": 1}}}
    cards = {"R1C1": {"terrain": "copse"}, "R1C3": {"terrain": "wood"}, "R3C2": {"terrain": "wood"}}
    # The enemy on R3C3 sees R1C1 along the diagonal through the gas: no. He sees R3C2 and R2C3 beside him.
    units = {"1 PLT HQ": "R2C2", GERMAN: {"at": "R3C3", "held": True}}
    state = checked(units, [GOES], facts=facts, cards=cards)
    seen = [name for name in ("R1C1", "R1C3", "R3C2") if sees(state, card(state, "R3C3"), card(state, name))]
    assert state.units[key(state, "1 PLT HQ")].at == card(state, "R1C1")
    assert "R1C1" not in seen
    assert "R1C3" in seen


@pytest.mark.rule("FF-4.4.3.c2")
def test_the_card_that_chooses_between_equal_ways_is_told() -> None:
    d = drafted(board({"1 PLT HQ": "R2C2"}, markers=CLOUD), deck=[GOES, 2])
    gas.check(d)
    (entry,) = (entry for entry in d.entries if entry.key == "log.retreats")
    assert (entry.rule, [card for one in entry.draws for card in one.cards]) == ("FF-4.4.3.c2", [2])


@pytest.mark.rule("FF-4.4.3.c4")
def test_men_with_masks_do_not_mind() -> None:
    facts = {"mission": {"setup": {"gas_masks": ["us"]}}}
    state = checked({"1 PLT HQ": "R2C2"}, [], facts=facts)
    assert not state.units[key(state, "1 PLT HQ")].pinned
    enemy = checked({GERMAN: {"at": "R2C2", "held": True}}, [STAYS, 35, 36], facts=facts)
    assert key(enemy, GERMAN) not in enemy.units


@pytest.mark.rule("FF-4.4.3.c3")
def test_vehicles_in_the_gas_are_pinned() -> None:
    facts = {"nations": ["nkpa"]}
    bare = board({}, facts=facts)
    tank = next(one.name for one in bare.board.counters.values() if one.type.id == "nk.t34")
    state = checked({tank: "R2C2"}, [], facts=facts)
    assert state.units[key(state, tank)].pinned


@pytest.mark.rule("FF-3.5.2.a", "FF-3.5.2.g")
def test_gas_comes_before_the_retreat_and_who_went_or_is_pinned_does_not_go_again() -> None:
    units = {"Paralyzed Team 1": "R2C2"}
    fire = {
        **CLOUD,
        2: {"kind": "incoming", "at": "R2C2", "value": -3},
        3: {"kind": "incoming", "at": "R1C2", "value": -3},
    }
    step = built(units, markers=fire, at="mission.turn.withdrawal", deck=[STAYS, *range(1, 5)])
    keys = [entry.key for entry in step.entries]
    assert "log.gassed" in keys
    assert "log.retreats" not in keys


@pytest.mark.rule("FF-4.4.3.c1", "FF-7.9.1.e")
def test_men_in_a_minefield_whom_gas_breaks_up_are_all_in_it_still() -> None:
    lying = {1: {"kind": "smoke", "form": "CS", "at": "R2C2"}, 2: {"kind": "mines", "at": "R2C2", "unit": "1/1 PLT"}}
    d = drafted(board({"1/1 PLT": "R2C2"}, markers=lying), deck=[1, 2, 3])
    gas.check(d)
    mined = {one.unit for one in d.now.markers.values() if one.kind == "mines"}
    teams = {one for one, unit in d.now.units.items() if unit.at}
    assert len(teams) == 3
    assert mined == teams
    assert all(d.now.units[one].pinned for one in teams)
