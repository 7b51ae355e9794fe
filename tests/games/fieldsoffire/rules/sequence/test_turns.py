"""The turn."""

from __future__ import annotations

import pytest

from sandtable.games.fieldsoffire.game import GAME
from sandtable.games.fieldsoffire.model import COMPANY
from sandtable.games.fieldsoffire.rules.sequence.turns import begin_turn
from sandtable.games.fieldsoffire.scenario.deck import cards
from sandtable.kernel import SeededDice
from sandtable.kernel.offers import leaves
from tests.games.fieldsoffire.board import board, drafted, key


@pytest.mark.rule("FF-3.0.c", "FF-2.3.5.b", "FF-3.8.i", "FF-3.3.saved")
def test_a_new_turn_finds_nobody_activated_and_saved_commands_kept() -> None:
    commands = {"CO HQ": {"saved": 2, "activated": True, "done": True}}
    state = board({"CO HQ": "R1C1", "German Leader 1": {"at": "R4C4", "checked": True}}, commands=commands)
    d = drafted(state)
    begin_turn(d)
    command = d.now.commands[key(state, "CO HQ")]
    assert (d.now.turn, command.saved, command.activated, command.done) == (2, 2, False, False)
    assert not d.now.units[key(state, "German Leader 1")].checked


@pytest.mark.rule("FF-3.0.c", "FF-1.1.3", "FF-3.7.4", "FF-3.0.c1")
def test_the_phases_of_a_turn_follow_each_other_as_printed() -> None:
    places = [at for at, _ in GAME.sequence]
    order = [at.split(".")[2] for at in places if at.startswith("mission.turn.") and at.count(".") == 2]
    assert order == [
        "start",
        "higher_hq",
        "enemy_hq_first",
        "enemy_first",
        "command",
        "enemy_hq",
        "enemy",
        "withdrawal",
        "air",
        "vehicles",
        "combat",
        "cleanup",
    ]
    inside = [at.split(".")[3] for at in places if at.startswith("mission.turn.combat.")]
    assert list(dict.fromkeys(inside)) == ["missions", "contacts", "recovery", "courtyards", "effects"]


@pytest.mark.rule("FF-3.0.b", "FF-3.0.d", "FF-3.8.f", "FF-1.1.1.b")
def test_ten_turns_without_an_order_end_the_mission() -> None:
    scenario = GAME.open("keep_up_the_fire")
    dice = SeededDice(b"idle")
    step = GAME.start(scenario, dice)
    for _ in range(2000):
        if GAME.outcome(step.state) is not None:
            break
        verbs = {verb.name for verb in GAME.open_verbs(step.state, COMPANY)}
        if word := next((word for word in ("end", "begin") if word in verbs), ""):
            action = GAME.verbs[word].action()
        elif "resupply" in verbs:
            action = next(leaves(GAME.verbs["resupply"], step.state, COMPANY, 1))
        else:
            hq = GAME.offers(step.state, COMPANY, {"do": "pick"})[0].widget.options[0]
            action = GAME.verbs["pick"].action(hq=hq)
        step = GAME.apply(step.state, COMPANY, action, dice)
        assert GAME.broken(step.state) is None
    assert step.state.over
    assert step.state.turn == 10


@pytest.mark.rule("FF-9.0.d")
def test_every_patrol_of_normandy_draws_its_moon() -> None:
    for number, one in cards().items():
        state = board({}, scenario="normandy_3", tracks={"turn": 0})
        d = drafted(state, [number])
        begin_turn(d)
        assert d.now.light == f"moon{one.random[4] + 1}"
        (told,) = [entry for entry in d.entries if entry.key == "log.light_changes"]
        assert (told.rule, len(told.draws)) == ("FF-9.0.d", 1)
        begin_turn(d)
        assert d.now.light == f"moon{one.random[4] + 1}", "it lasts for the patrol"


@pytest.mark.rule("FF-9.0.d")
def test_another_attempt_begins_with_the_light_of_the_first() -> None:
    for attempt, light in ((1, "twilight"), (2, "daylight")):
        state = board({}, scenario="vietnam_7b", tracks={"turn": 0, "light": "twilight", "attempt": attempt})
        d = drafted(state)
        begin_turn(d)
        assert d.now.light == light
    last = drafted(board({}, scenario="vietnam_7b", tracks={"turn": 7, "light": "daylight", "attempt": 2}))
    begin_turn(last)
    assert last.now.light == "twilight"
