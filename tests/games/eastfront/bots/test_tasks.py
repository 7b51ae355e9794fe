"""Single tasks that are handed to the staff: each does its own part and leaves the rest to the person."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.bots import UnknownTask, known_tasks, task
from sandtable.games.eastfront.game import GAME
from sandtable.games.eastfront.model import CrimeaState
from sandtable.kernel import SeededDice, Step
from sandtable.planning import SeatAtTable
from sandtable.planning.tasks import next_step
from tests.games.eastfront.board import asked, board, key
from tests.games.eastfront.fleet import FAR, HELD, MAJOR, fleet, ship

DICE = bytes(32)


def run(state: CrimeaState, seat: str, name: str, most: int = 40) -> tuple[CrimeaState, list[str]]:
    """Let a task do all that it can now; the verbs that it used."""
    found, done, dice = task(name, "eastfront"), [], SeededDice(DICE)
    for _ in range(most):
        if seat not in asked(state):
            break
        action = next_step(found, SeatAtTable(GAME, state, seat))
        if action is None:
            break
        step = GAME.apply(state, seat, action, dice)
        assert isinstance(step, Step), step
        state = step.state
        done.append(type(action).__struct_config__.tag)
    return state, done


def test_a_game_names_its_tasks() -> None:
    assert known_tasks("eastfront") == ("fleet", "air", "rail", "supply")
    assert known_tasks("nextwar") == ()
    with pytest.raises(UnknownTask, match="there is no task 'navy'; there is fleet"):
        task("navy", "eastfront")


def test_the_fleet_is_made_ready_and_sails_without_the_army() -> None:
    ready = fleet("strategic.interdiction", {"DD-1": {"hex": str(MAJOR), "sailed": True}, "Gp-A": MAJOR})
    assert asked(ready) == {"soviet": "turn.strategic.navy.readying"}
    after, verbs = run(ready, "soviet", "fleet")
    assert verbs[0] == "prepare"
    assert asked(after) != asked(ready)
    # A question of ships alone is ended too: those at sea are home when the phase is over.
    ships: dict[str, Any] = {"Molotov": {"zone": "sevastopol"}, "DD-1": FAR}
    state = fleet("soviet.movement.sailing", ships, {"143 Rifle Bde": MAJOR}, control=HELD)
    after, verbs = run(state, "soviet", "fleet")
    assert "move" not in verbs
    assert not ship(after, "Molotov").zone
    assert "sailing" not in str(asked(after))


def test_a_task_leaves_the_questions_of_others_alone() -> None:
    state = fleet("soviet.movement.moves", {"Gp-A": MAJOR}, {"143 Rifle Bde": MAJOR}, control=HELD)
    assert asked(state) == {"soviet": "turn.soviet.movement.moves"}
    for name in ("fleet", "air", "rail", "supply"):
        after, verbs = run(state, "soviet", name)
        assert (verbs, asked(after)) == ([], asked(state))


def test_the_air_force_flies_by_itself() -> None:
    air = {str(n): {"side": "axis", "kind": kind, "box": "ready"} for n, kind in ((1, "Ju88"), (2, "He111"))}
    state = board("strategic.interdiction.placing", {"51 Army HQ": 3606, "73 Inf Div": 3604}, air=air)
    after, verbs = run(state, "axis", "air")
    assert verbs
    assert set(verbs) <= {"fly", "assign", "done"}
    assert "placing" not in str(asked(after))


def test_the_railways_are_worked_on_with_what_the_umpire_proposes() -> None:
    facts = {
        "rails": [["3604", "3605"], ["3605", "3606"]],
        "card": {
            "switches": {"rail_conversion": {"value": "allowed"}},
            "supply_sources": {"axis": {"hexes": ["3604"]}},
        },
    }
    control = {"3604": "axis", "3605": "axis", "3606": "axis"}
    state = board(
        "axis.engineer.railways", {"73 Inf Div": 3605}, facts=facts, control=control, rails={"3604": "converted"}
    )
    assert asked(state) == {"axis": "turn.axis.engineer.railways"}
    after, verbs = run(state, "axis", "rail")
    assert verbs[0] == "convert"
    assert after.rails[3605] == "converted"


def test_ports_feed_whom_they_can() -> None:
    """An anchorage feeds six points of eight: one division is fed, and the question is over."""
    card = {
        "switches": {"general_supply": {"value": "traced"}},
        "supply_sources": {"soviet": {"hexes": [], "ports": {"limit": "chart"}}},
    }
    pieces = {"157 Rifle Div": 3604, "320 Rifle Div": 3604}
    port = {"3604": {"place": "town", "coastal": True, "port": "anchorage"}}
    state = board("strategic.supply", pieces, facts={"card": card, "hexes": port}, control={"3604": "soviet"})
    assert asked(state) == {"soviet": "turn.strategic.supply.soviet_ports"}
    after, verbs = run(state, "soviet", "supply")
    assert verbs[0] == "land"
    assert sorted(after.pieces[key(after, name)].supply for name in pieces) == [0, 1]
    assert "soviet_ports" not in str(asked(after))
