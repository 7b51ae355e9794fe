"""Enemy observers after their first mission."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from sandtable.games.fieldsoffire.model import FieldsState
from sandtable.games.fieldsoffire.rules.combat.effects import take_hit
from sandtable.games.fieldsoffire.rules.enemy import checks
from sandtable.games.fieldsoffire.rules.enemy.observers import call_for_fire, missions_left, targets
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.kernel import Draft
from sandtable.kernel.naming import label
from tests.games.fieldsoffire.board import board, card, drafted, key

MORTAR, ARTY = "German Mortar spotter (81mm) 1", "German Artillery spotter (105mm) 1"
US, TWO, HQ = "1/1 PLT", "2/1 PLT", "1 PLT HQ"
BURSTS = [one.number for one in cards().values() if one.icon == "call_for_fire"]
TRIPLES = [one.number for one in cards().values() if one.icon == "battalion_fire_mission"]
SHORTS = [one.number for one in cards().values() if one.icon == "short"]
BLANK = [one.number for one in cards().values() if one.icon not in ("call_for_fire", "battalion_fire_mission", "short")]


def aimed(units: dict[str, Any], name: str = MORTAR, **rest: Any) -> tuple[set[str], str]:
    state = board(units, **rest)
    found, rule = targets(state, key(state, name))
    return {label(state.scenario, "place", one) for one in found}, rule


def called(units: dict[str, Any], deck: list[int], name: str = MORTAR, **rest: Any) -> Draft[FieldsState]:
    state = board(units, **rest)
    d = drafted(state, deck)
    call_for_fire(d, key(state, name))
    return d


def pending(d: Draft[FieldsState]) -> list[tuple[str, int]]:
    return [
        (label(d.now.scenario, "place", marker.at), marker.value)
        for marker in d.now.markers.values()
        if marker.kind == "pending"
    ]


def marked(where: str, name: str = MORTAR, form: str = "mortar") -> dict[int, Any]:
    return {1: {"kind": "target", "at": where, "side": "enemy", "form": form, "by": name}}


@pytest.mark.rule("FF-8.10.b1", "FF-8.10.b")
def test_the_card_of_his_target_marker_comes_first_even_out_of_sight() -> None:
    units = {MORTAR: {"at": "R4C2", "ammo": 2}, US: "R1C1", TWO: "R1C2", HQ: "R1C2"}
    assert aimed(units, markers=marked("R1C1")) == ({"R1C1"}, "FF-8.10.b1")
    assert aimed(units, markers=marked("R2C4")) == ({"R1C2"}, "FF-8.10.b3")
    assert aimed(units, markers=marked("R1C1", ARTY, "artillery")) == ({"R1C2"}, "FF-8.10.b3")
    ours = {1: {"kind": "target", "at": "R1C1", "side": "friendly", "form": "mortar"}}
    assert aimed(units, markers=ours) == ({"R1C2"}, "FF-8.10.b3")


@pytest.mark.rule("FF-8.10.b2")
def test_a_vehicle_in_sight_comes_before_the_most_men(monkeypatch: pytest.MonkeyPatch) -> None:
    units = {MORTAR: {"at": "R4C2", "ammo": 2}, US: "R3C2", TWO: "R1C2", HQ: "R1C2", "3/1 PLT": "R1C1"}
    state = board(units)
    for name in (US, "3/1 PLT"):
        driven = dataclasses.replace(state.board.types[key(state, name)], kind="vehicle")
        monkeypatch.setitem(state.board.types, key(state, name), driven)  # type: ignore[arg-type]
    found, rule = targets(state, key(state, MORTAR))
    assert ([label(state.scenario, "place", one) for one in found], rule) == (["R3C2"], "FF-8.10.b2")


@pytest.mark.rule("FF-8.10.b3", "FF-8.10.b4", "FF-8.10.b5", "FF-8.10.f")
def test_then_the_most_steps_then_the_nearest_then_chance() -> None:
    spotter = {MORTAR: {"at": "R4C2", "ammo": 2}}
    assert aimed({**spotter, US: "R1C2", HQ: "R3C2"}) == ({"R1C2"}, "FF-8.10.b3")
    assert aimed({**spotter, US: "R1C2", TWO: "R3C2"}) == ({"R3C2"}, "FF-8.10.b4")
    assert aimed({**spotter, US: "R3C1", TWO: "R3C3"}) == ({"R3C1", "R3C3"}, "FF-8.10.b5")
    assert aimed({**spotter, US: "R4C2", HQ: "R3C2"}) == ({"R4C2"}, "FF-8.10.b3")
    assert aimed({**spotter, US: "R1C1"})[0] == set()
    d = called({**spotter, US: "R1C1"}, [])
    assert [(entry.key, entry.rule) for entry in d.entries] == [("log.enemy_waits", "FF-8.10.b5")]


@pytest.mark.rule("FF-8.10.b", "FF-8.10.d", "FF-8.10.e")
@pytest.mark.parametrize("burst", [BURSTS[0], TRIPLES[0]])
@pytest.mark.parametrize("experience", [-1, 0, 1])
def test_he_draws_the_cards_of_the_briefing_and_a_mission_is_spent_only_when_it_fires(
    burst: int, experience: int
) -> None:
    units = {MORTAR: {"at": "R4C2", "ammo": 2, "experience": experience}, US: {"at": "R1C2", "held": True}}
    hit = called(units, [burst, *BLANK[:2]])
    assert pending(hit) == [("R1C2", -3)]
    assert hit.now.units[key(hit.now, MORTAR)].ammo == 1
    miss = called(units, BLANK[:3])
    assert pending(miss) == []
    assert miss.now.units[key(miss.now, MORTAR)].ammo == 2
    entry = next(entry for entry in miss.entries if entry.key == "log.enemy_calls")
    assert (entry.params["cards"], entry.params["fires"]) == (3, 0)


@pytest.mark.rule("FF-8.10.b1", "FF-8.10.e", "FF-8.10.a")
def test_a_registered_target_brings_a_card_and_moves_with_the_fire() -> None:
    units = {MORTAR: {"at": "R4C2", "ammo": 2}, US: {"at": "R1C2", "held": True}}
    d = called(units, [BURSTS[0], *BLANK[:3]], markers=marked("R1C2"))
    entry = next(entry for entry in d.entries if entry.key == "log.enemy_calls")
    assert entry.params["cards"] == 4
    moved = called(units, [BURSTS[0], *BLANK[:2]], markers=marked("R2C4"))
    found = [marker.at for marker in moved.now.markers.values() if marker.kind == "target"]
    assert found == [card(moved.now, "R1C2")]
    both = {**marked("R2C4"), 2: {"kind": "target", "at": "R2C4", "side": "enemy", "form": "artillery"}}
    kept = called(units, [BURSTS[0], *BLANK[:2]], markers=both)
    assert [marker.form for marker in kept.now.markers.values() if marker.kind == "target"] == ["artillery", "mortar"]


@pytest.mark.rule("FF-7.16.4.a", "FF-7.16.4.b", "FF-8.10.b")
def test_short_rounds_come_down_nearer_to_him_or_around_him() -> None:
    units = {MORTAR: {"at": "R4C2", "ammo": 2}, US: {"at": "R1C2", "held": True}}
    assert pending(called(units, [SHORTS[0], BURSTS[0], *BLANK[:1]])) == [("R2C2", -3)]
    either = {MORTAR: {"at": "R4C2", "ammo": 2}, US: {"at": "R3C1", "held": True}, TWO: {"at": "R3C3", "held": True}}
    first = next(one.number for one in cards().values() if one.random[2] == 1 and one.number in BLANK)
    others = [number for number in BLANK if number != first]
    told = next(entry for entry in called(either, [first, *others[:3]]).entries if entry.key == "log.enemy_calls")
    assert [draw.cards for draw in told.draws] == [(first,), tuple(others[:3])]
    own = {MORTAR: {"at": "R4C2", "ammo": 2}, US: {"at": "R4C2", "held": True}}
    d = called(own, [SHORTS[0], *BLANK[:3]])
    ((where, _),) = pending(d)
    assert where in {"R4C1", "R4C3", "R3C1", "R3C2", "R3C3"}
    far = {MORTAR: {"at": "R4C2", "ammo": 2}, US: {"at": "R1C1", "held": True}}
    d = called(far, [SHORTS[0], *BLANK[:4]], markers=marked("R1C1"))
    ((where, _),) = pending(d)
    assert where in {"R2C1", "R2C2"}


@pytest.mark.rule("FF-7.16.5")
def test_a_short_round_registers_no_target() -> None:
    units = {MORTAR: {"at": "R4C2", "ammo": 2}, US: {"at": "R1C2", "held": True}}
    for burst, found in ((SHORTS[0], []), (BURSTS[1], ["target"])):
        d = called(units, [burst, *BLANK[:2]])
        assert [one.kind for one in d.now.markers.values() if one.kind == "target"] == found


@pytest.mark.rule("FF-8.10.c", "FF-8.10.d", "FF-8.6.2.f")
def test_without_missions_he_is_gone_in_the_next_check() -> None:
    state = board({MORTAR: {"at": "R4C2", "ammo": 0}, US: "R1C2"})
    d = drafted(state)
    checks.check(d, key(state, MORTAR))
    assert key(state, MORTAR) not in d.now.units
    assert any(entry.rule == "FF-8.10.c" and entry.key == "log.left_map" for entry in d.entries)
    one = board({MORTAR: {"at": "R4C2", "ammo": 1}, US: "R1C1"})
    d = drafted(one)
    checks.check(d, key(one, MORTAR))
    assert key(one, MORTAR) in d.now.units


@pytest.mark.rule("FF-8.10.d")
def test_the_first_mission_counts_and_the_briefing_says_how_many_there_are() -> None:
    alone = board({US: "R1C1"})
    assert [missions_left(alone, key(alone, name)) for name in (MORTAR, ARTY)] == [2, 1]
    first = board({US: "R1C1"}, scenario="normandy_1")
    assert [missions_left(first, key(first, name)) for name in (MORTAR, ARTY)] == [1, 1]
    heavy = board({US: "R1C1"}, facts={"nations": ["nkpa"]})
    assert missions_left(heavy, key(heavy, "NKPA Heavy mortar spotter (120mm)")) == 1


@pytest.mark.rule("FF-8.10.b")
@pytest.mark.parametrize(("name", "value"), [(MORTAR, -3), (ARTY, -4), ("NKPA Heavy mortar spotter (120mm)", -5)])
def test_each_branch_fires_with_its_own_value(name: str, value: int) -> None:
    units = {name: {"at": "R4C2", "ammo": 2}, US: {"at": "R1C2", "held": True}}
    d = called(units, [BURSTS[0], *BLANK[: 2 if value == -3 else 1]], name, facts={"nations": ["nkpa"]})
    assert pending(d) == [("R1C2", value)]


@pytest.mark.rule("FF-8.10.c")
@pytest.mark.parametrize(("letters", "flips"), [("F", True), ("A", True), ("L", False), ("P", False), ("C", False)])
def test_only_a_hit_turns_him_to_his_fire_team_side(letters: str, flips: bool) -> None:
    state = board({MORTAR: {"at": "R4C2", "ammo": 2}, US: {"at": "R4C2", "held": True}})
    assert not state.units[key(state, MORTAR)].flipped
    d = drafted(state)
    take_hit(d, key(state, MORTAR), letters)
    unit = d.now.units.get(key(state, MORTAR))
    assert (unit is not None and unit.flipped) == flips
