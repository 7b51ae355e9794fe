"""Korea, 3.1.4: sniper brigades."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.korean_units import snipers
from tests.games.nextwar.battles import TARGET, attack, standing
from tests.games.nextwar.board import INF, ROK_BDE, ROK_INF, board, key, logged, play, reasons

SNIPER = "DPRK 17 Snp Bde"


def called(dice: list[int], against: str = ROK_INF) -> Any:
    """A sniper brigade attacks a unit of one step with its helicopters."""
    state = standing({SNIPER: "N3010", INF: "N3008", against: {"hex": TARGET, "steps": 1}}, air_level="contested")
    state = attack(state, SNIPER).state
    return play(state, "dprk", {"do": "support", "snipers": [SNIPER]}, dice)


def grounded(state: KoreaState) -> bool:
    return state.units[key(state, SNIPER)].grounded


@pytest.mark.rule("NWK-3.1.4.1.a")
def test_their_helicopters_help_if_they_come_through() -> None:
    assert reasons(logged(called([9, 5]), "combat").modifiers)["support"] == -1
    assert "support" not in reasons(logged(called([2, 5]), "combat").modifiers)


@pytest.mark.rule("NWK-3.1.4.1.a")
def test_in_defence_they_help_as_well() -> None:
    units = {ROK_INF: "N3010", SNIPER: TARGET, INF: "N3013"}
    state = standing(units, at="initiative.reaction_combat", air_level="contested")
    state = attack(state, ROK_INF, seat="allied").state
    step = play(state, "dprk", {"do": "support", "snipers": [SNIPER]}, [9, 5])
    assert reasons(logged(step, "combat").modifiers)["support"] == 1


@pytest.mark.rule("NWK-3.1.4.1.b")
def test_a_star_takes_their_helicopters_for_good() -> None:
    assert grounded(called([0, 0], ROK_BDE).state)
    assert not grounded(called([1, 0], ROK_BDE).state)
    state = standing({SNIPER: {"hex": "N3010", "grounded": True}, INF: "N3008", ROK_INF: TARGET})
    assert not snipers.has_helicopters(state, key(state, SNIPER))


@pytest.mark.rule("NWK-3.1.4.1.c")
@pytest.mark.parametrize(("friend", "able"), [("N3003", True), ("N3002", False)])
def test_they_have_to_be_in_touch_with_a_friend_seven_hexes_away(friend: str, able: bool) -> None:
    state = standing({SNIPER: "N3010", INF: friend, ROK_INF: TARGET})
    assert snipers.has_helicopters(state, key(state, SNIPER)) is able


@pytest.mark.rule("NWK-3.1.4.1.c")
def test_enemy_zones_break_the_touch() -> None:
    # A strait one hex wide leads to the friend: free, in an enemy zone, and held by the enemy.
    strait = {f"N{c}{r:02d}": {"terrain": "sea"} for c in (29, 31) for r in range(4, 12)}
    units = {SNIPER: "N3010", INF: "N3006"}
    for more, able in (({}, True), ({ROK_BDE: "N3008"}, False), ({ROK_INF: "N2808"}, True)):
        state = board("initiative.combat", {**units, **more}, facts={"hexes": strait})
        assert snipers.is_in_touch(state, key(state, SNIPER)) is able
    bridgehead = {**strait, "N2907": {"terrain": "flat"}}
    state = board("initiative.combat", {**units, ROK_INF: "N2907"}, facts={"hexes": bridgehead})
    assert not snipers.is_in_touch(state, key(state, SNIPER))


@pytest.mark.rule("NW-4.1.3.g", "NWK-3.1.4.1.a")
def test_not_in_a_storm() -> None:
    state = standing({SNIPER: "N3010", INF: "N3008", ROK_INF: TARGET}, weather="storm")
    assert not snipers.has_helicopters(state, key(state, SNIPER))


def advanced_call(dice: list[int]) -> Any:
    facts = {"card": {"area": {}, "level": "advanced"}}
    units = {SNIPER: "N3010", INF: "N3008", ROK_INF: {"hex": TARGET, "steps": 1}}
    state = standing(units, air_level="contested", facts=facts)
    state = attack(state, SNIPER).state
    return play(state, "dprk", {"do": "support", "snipers": [SNIPER]}, dice)


@pytest.mark.rule("NWK-3.1.4.1.a", "NW-22.0", "NW-24.5.2", "NW-24.6.2")
@pytest.mark.parametrize(
    ("dice", "comes"),
    [
        ([3], True),  # nobody sees them
        ([2, 9, 9], True),
        ([2, 5], False),  # a +1 takes their only point, and guns have nothing left
        ([2, 2], False),
        ([2, 9, 5], False),  # guns are better by one against helicopters
        ([2, 9, 6], True),
    ],
)
def test_in_the_advanced_game_they_meet_local_defences(dice: list[int], comes: bool) -> None:
    step = advanced_call([*dice, 5])
    assert logged(step, "snipers").params["came"] == int(comes)
    assert ("support" in reasons(logged(step, "combat").modifiers)) is comes
    assert not grounded(step.state)


@pytest.mark.rule("NWK-3.1.4.1.b", "NW-22.0")
def test_a_step_lost_there_grounds_them() -> None:
    for dice in ([2, 0, 9], [2, 9, 0]):
        step = advanced_call([*dice, 5])
        assert logged(step, "snipers").params["came"] == 0
        assert grounded(step.state) is (dice[1] == 0)


def twins(advanced_: bool, dice: list[int]) -> Any:
    """Two sniper brigades attack with their helicopters; the first is fired at first."""
    facts = {"card": {"area": {}, "level": "advanced"}} if advanced_ else {}
    names = [c.name for c in standing().board.units.values() if c.is_sniper][:2]
    units = {names[0]: "N3010", names[1]: "N3010", INF: "N3008", ROK_INF: {"hex": TARGET, "steps": 1}}
    state = attack(standing(units, air_level="contested", facts=facts), *names).state
    state = play(state, "dprk", {"do": "lead", "unit": names[0]}).state
    return names, play(state, "dprk", {"do": "support", "snipers": names}, dice)


@pytest.mark.rule("NWK-3.1.4.1.a", "NWK-3.1.4.1.b", "NW-22.0")
def test_one_of_two_comes_through() -> None:
    for advanced_, dice in ((False, [2, 9, 5]), (True, [2, 2, 9, 5])):
        names, step = twins(advanced_, dice)
        assert reasons(logged(step, "combat").modifiers)["support"] == -1
        told = [entry.params["came"] for entry in step.entries if entry.key == "log.snipers"]
        assert told == [0, 1]
        assert not any(entry.key == "log.snipers_grounded" for entry in step.entries)
    names, step = twins(False, [0, 9, 5])
    assert logged(step, "snipers_grounded").params["unit"].id == key(step.state, names[0])


@pytest.mark.rule("NWK-3.1.4.1.a", "NW-22.0")
def test_those_of_the_defender_are_fired_at_too() -> None:
    facts = {"card": {"area": {}, "level": "advanced"}}
    units = {ROK_INF: "N3010", SNIPER: TARGET, INF: "N3013"}
    state = standing(units, at="initiative.reaction_combat", air_level="contested", facts=facts)
    state = attack(state, ROK_INF, seat="allied").state
    step = play(state, "dprk", {"do": "support", "snipers": [SNIPER]}, [2, 9, 9, 5])
    assert logged(step, "snipers").params["came"] == 1


@pytest.mark.rule("NWK-3.1.4.1.b", "NWK-3.1.4.1.c")
def test_off_the_map_nobody_calls_helicopters() -> None:
    state = board("basic.first_movement.moves", {SNIPER: "Hamhung/Hungnam", INF: "Hamhung/Hungnam"})
    assert not snipers.has_helicopters(state, key(state, SNIPER))


@pytest.mark.rule("NWK-3.1.4.1.c", "NW-19.2.a.3")
def test_a_friend_in_an_enemy_zone_is_in_touch_as_for_any_line() -> None:
    # Sea all around: the only friend stands next to the enemy, beside the brigade.
    sea = {f"N{c}{r:02d}": {"terrain": "sea"} for c in (29, 31) for r in range(8, 12)} | {"N3009": {"terrain": "sea"}}
    state = board("initiative.combat", {SNIPER: "N3010", INF: "N3011", ROK_INF: "N3012"}, facts={"hexes": sea})
    assert snipers.is_in_touch(state, key(state, SNIPER))
