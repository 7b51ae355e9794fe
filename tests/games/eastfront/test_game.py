"""The two scenarios as they are set up, and the order of play."""

from __future__ import annotations

import pytest

from sandtable.games.eastfront.flow import SEQUENCE
from sandtable.games.eastfront.game import GAME, steps_at_start
from sandtable.games.eastfront.model import Position
from sandtable.kernel import SeededDice
from tests.games.eastfront.board import board, key, play


def start(name: str) -> Position:
    return GAME.start(GAME.open(name), SeededDice(b"setup")).state


@pytest.mark.rule("EF-4.1", "EF-PB9.1", "EF-PB9.5", "EF-PB9.6", "EF-PB9.43", "EFS-10.12")
def test_scenario_1_stands_as_its_card_says() -> None:
    state = start("1")
    assert (state.turn, state.weather) == (48, "dry")
    assert sorted(state.strongpoints) == [3606, 3705, 3708, 3808]
    assert state.pieces[key(state, "73 Inf Div")].hex == 3505
    assert state.pieces[key(state, "106 Rifle Div")].hex == 3606
    assert state.pieces[key(state, "51 Army HQ")].back
    assert state.tracks == {"axis_steps": 0, "soviet_steps": 0, "vp": 0}
    assert GAME.broken(state) is None


@pytest.mark.rule("EF-PB9.41", "EFS-10.73")
def test_scenario_7_counts_the_steps_already_lost() -> None:
    state = start("7")
    assert state.tracks["soviet_steps"] == 3
    assert state.pieces[key(state, "276 Rifle Div")].steps == 1
    counter = state.theatre.units[key(state, "170 Inf Div")]
    assert steps_at_start(counter, {"face": "back"}) == 2
    assert steps_at_start(counter, {}) == 4


@pytest.mark.rule("EF-3.13")
def test_ground_belongs_to_those_who_stand_nearest() -> None:
    state = start("1")
    assert state.control[3401] == "axis"
    assert state.control[3708] == "soviet"
    assert state.control[3912] == "soviet"


@pytest.mark.rule("EF-2.4", "EF-2.33.c", "EFT-unit-types", "EF-10.58", "EF-16.22")
def test_counters_say_what_they_are() -> None:
    theatre = start("1").theatre
    named = {counter.name: counter for counter in theatre.units.values()}
    assert named["49 Art Rgt"].pays_motorised  # towed guns pay like lorries
    assert not named["49 Art Rgt"].is_motorised
    assert named["190 AG Bn"].armour
    assert not named["190 AG Bn"].exerts
    assert named["19 Gd Rocket Rgt"].front.attack_only
    assert [named[name].steps for name in ("73 Inf Div", "28 Jg Div", "106 Rifle Div", "190 AG Bn")] == [4, 3, 2, 1]
    assert theatre.aircraft["Ju87"].cas == 2


@pytest.mark.rule("EF-4.2.A", "EF-4.2.B", "EF-4.2.B1", "EF-4.2.C", "EF-4.2.C2", "EF-4.2.C6", "EF-12.0")
def test_the_sequence_reads_like_the_rulebook() -> None:
    main = SEQUENCE.main
    assert [phase.name for phase in main.phases] == ["strategic", "axis", "soviet", "interphase"]
    strategic, axis, soviet, _ = main.phases
    order = [phase.name for phase in strategic.phases if phase.name != "replacements"]
    assert order == ["weather", "supply", "arrivals", "readiness", "interdiction"]
    assert [phase.name for phase in axis.phases] == [
        "movement",
        "declaration",
        "reaction",
        "combat",
        "motorised",
        "engineer",
    ]
    assert [phase.name for phase in soviet.phases if phase.name != "mandate"] == [
        "motorised",
        "declaration",
        "reaction",
        "combat",
        "movement",
        "engineer",
        "surrender",
    ]


@pytest.mark.rule("EF-5.15.b2", "EF-5.15.b1", "EF-5.13.b")
def test_after_an_arctic_turn_the_waters_stay_frozen() -> None:
    card = {"card": {"calendar": [{"turn": 48, "weather": "arctic"}, {"turn": 49, "weather": "dry"}]}}
    state = board("strategic.weather", {"73 Inf Div": 3604}, facts=card)
    assert state.frozen
    thawed = board("strategic.weather", {"73 Inf Div": 3604}, facts=card, turn=49, frozen=True)
    assert (thawed.weather, thawed.frozen) == ("dry", True)


@pytest.mark.rule("EF-22.25.f")
def test_units_from_outside_may_enter_a_paralysed_area() -> None:
    staff = {"51 Army HQ": {"hex": "3605", "back": True}, "106 Rifle Div": 3611, "271 Rifle Div": 3607}
    state = board("soviet.movement", staff)
    after = play(state, "soviet", {"move": "106 Rifle Div", "path": [3610, 3609, 3608]}).state
    assert after.pieces[key(after, "51 Army HQ")].starts == 0
    inside = play(after, "soviet", {"move": "271 Rifle Div", "path": [3606]}).state
    assert inside.pieces[key(inside, "51 Army HQ")].starts == 1
