"""Overlays say what the rules say."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Draft, NoDice, UnknownName
from sandtable.kernel.queries import Overlay
from sandtable.kernel.state import Frame, Stage


@pytest.fixture(scope="module")
def state() -> GlobalState:
    return GAME.start(GAME.open("rulebook"), NoDice()).state


def _moves(phase: Any) -> bool:
    return any(verb.name == "move" for verb in phase.verbs)


@pytest.fixture(scope="module")
def moving(state: GlobalState) -> GlobalState:
    d = Draft(state, NoDice())
    at = next(at for at, phase in GAME.sequence if ".germany.combat_move." in at and _moves(phase))
    d.set_flow((Frame(at, 0, ("germany",), Stage.ASKING),))
    return d.now


def laid(state: GlobalState, name: str, **params: Any) -> Overlay | None:
    found = GAME.query(GAME.view(state, "germany"), name, params)
    assert found is None or isinstance(found, Overlay)
    return found


def test_control_is_who_holds(state: GlobalState) -> None:
    found = laid(state, "control")
    assert found is not None
    assert all(state.territories[int(at)].holder == power for at, power in found.places.items())


def test_reach_is_what_the_verbs_would_accept(moving: GlobalState) -> None:
    tank = next(key for key, unit in moving.units.items() if unit.owner == "germany" and unit.kind == "tank")
    found = laid(moving, "reach", piece=tank)
    assert found is not None
    assert found.sources == (str(moving.units[tank].at),)
    assert set(found.places.values()) <= {1, 2}
    one_step = [int(at) for at, steps in found.places.items() if steps == 1]
    move = GAME.verbs["move"].action
    assert all(GAME.why_not(moving, "germany", move((tank,), (at,))) is None for at in one_step)  # type: ignore[call-arg]
    assert laid(moving, "reach", piece=0) is None


def test_threat_counts_what_one_enemy_could_send(state: GlobalState) -> None:
    found = laid(state, "threat")
    assert found is not None
    assert all(isinstance(count, int) and count > 0 for count in found.places.values())
    with pytest.raises(UnknownName, match="no power 'atlantis'"):
        laid(state, "threat", side="atlantis")
