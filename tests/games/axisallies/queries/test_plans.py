"""What the combat moves made so far will bring is told before it is fought; a landing is worked out as a whole."""

from __future__ import annotations

import pytest

from sandtable.games.axisallies.game import GAME
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import NoDice, Refusal, UnknownName
from sandtable.kernel.match import read_action
from sandtable.kernel.queries import Odds, Overlay, Plan, Suggestion

FRANCE, HOLLAND, WEST, DENMARK, SCOTLAND, NORTH_SEA = 346, 204, 209, 201, 309, 111


def played(state: GlobalState, *actions: dict[str, object]) -> GlobalState:
    for plain in actions:
        step = GAME.apply(state, "germany", read_action(GAME, plain), NoDice())
        assert not isinstance(step, Refusal), step
        state = step.state
    return state


@pytest.fixture(scope="module")
def state() -> GlobalState:
    """Germany in her first combat move."""
    start = GAME.start(GAME.open("rulebook"), NoDice()).state
    return played(start, {"do": "done"}, {"do": "done"})


def stack(state: GlobalState, at: int, kind: str) -> list[int]:
    return [key for key, unit in state.units.items() if (unit.owner, unit.at, unit.kind) == ("germany", at, kind)]


def plan(state: GlobalState) -> Plan | None:
    found = GAME.query(GAME.view(state, "germany"), "plan", {})
    assert found is None or isinstance(found, Plan)
    return found


def test_each_battle_that_moves_make_has_its_odds(state: GlobalState) -> None:
    assert plan(state) == Plan()
    attack = {"do": "move", "units": stack(state, HOLLAND, "infantry"), "path": [FRANCE]}
    pilots = stack(state, WEST, "fighter")
    flight = {"do": "fly", "units": pilots, "to": FRANCE, "task": "attack"}
    found = plan(played(state, attack, flight))
    assert found is not None
    (battle,) = found.battles
    assert battle.place == FRANCE
    assert battle.odds is not None
    assert sum(one.share for one in battle.odds.outcomes) > 9_900
    assert set(found.left) == set(map(str, pilots))
    assert set(found.left.values()) == {4}


def test_there_is_no_plan_outside_combat_move(state: GlobalState) -> None:
    assert plan(played(state, {"do": "done"})) is None


def voyage(state: GlobalState, units: list[int], to: int = 0) -> Overlay | Suggestion | None:
    found = GAME.query(GAME.view(state, "germany"), "voyage", {"units": units, **({"to": to} if to else {})})
    assert found is None or isinstance(found, Overlay | Suggestion)
    return found


def test_a_landing_is_loaded_sailed_and_announced_beside_the_fleet_that_fights(state: GlobalState) -> None:
    troops = stack(state, DENMARK, "infantry")
    assert voyage(state, troops) == Overlay(places={}, rule="AA-9.2.amphib.def")  # British ships are in the way
    fleet = {"do": "move", "units": stack(state, 113, "battleship"), "path": [112, NORTH_SEA]}
    there = played(state, fleet)
    where = voyage(there, troops)
    assert isinstance(where, Overlay)
    assert where.places == {str(SCOTLAND): 2}
    found = voyage(there, troops, SCOTLAND)
    assert isinstance(found, Suggestion)
    landed = played(there, *found.actions)
    assert [landed.units[key].target for key in troops] == [SCOTLAND, SCOTLAND]
    battles = plan(landed)
    assert battles is not None
    assert [battle.place for battle in battles.battles] == [NORTH_SEA, SCOTLAND]


def test_ships_and_what_nobody_has_are_not_shipped(state: GlobalState) -> None:
    assert voyage(state, stack(state, 113, "battleship")) is None
    assert voyage(state, [-1]) is None
    assert voyage(state, stack(state, DENMARK, "infantry"), HOLLAND) is None


def test_any_two_forces_can_be_weighed(state: GlobalState) -> None:
    view = GAME.view(state, "germany")
    found = GAME.query(view, "calculate", {"attack": {"infantry": 3, "battleship": 2}, "defence": {"infantry": 1}})
    assert isinstance(found, Odds)
    assert (found.attack.total, found.defence.total) == ("3", "2")  # ships do not fight ashore
    assert found.outcomes[0].share > 5_000
    assert GAME.query(view, "calculate", {"attack": {"infantry": 3}, "defence": {"infantry": 1}, "sea": True}) is None
    for wrong in ({"tank": 61}, {"tank": -1}, {"tank": True}, {"rider": 1}):
        with pytest.raises(UnknownName):
            GAME.query(view, "calculate", {"attack": wrong, "defence": {"infantry": 1}})


def test_the_calculator_knows_the_choices_of_players(state: GlobalState) -> None:
    view = GAME.view(state, "germany")
    forces = {"attack": {"infantry": 3, "tank": 2, "fighter": 1}, "defence": {"infantry": 3, "artillery": 1}}

    def asked(**more: object) -> Odds:
        found = GAME.query(view, "calculate", {**forces, **more})
        assert isinstance(found, Odds)
        return found

    def share(found: Odds, key: str) -> int:
        return next((one.share for one in found.outcomes if one.key == key), 0)

    plain = asked()
    assert share(asked(stop_below=40), "odds.undecided") > 0 == share(plain, "odds.undecided")
    assert share(asked(attack_loses="land_unit_last"), "odds.captures") >= share(plain, "odds.captures")
    notes = [note.key for note in asked(then=[{"infantry": 2}], send=3).notes]
    assert notes.count("odds.wave") == 2
    assert {"odds.waves", "odds.send"} <= set(notes)
    mistakes: tuple[dict[str, object], ...] = (
        {"attack_loses": "dearest"},
        {"stop_below": 140},
        {"then": [{}] * 9},
        {"send": -1},
        {"then": [{"infantry": 60, "tank": 60}]},
    )
    for wrong in mistakes:
        with pytest.raises(UnknownName):
            asked(**wrong)
    with pytest.raises(UnknownName, match="retreat_below"):
        GAME.query(
            view, "calculate", {"attack": {"submarine": 2}, "defence": {"destroyer": 1}, "sea": True, "stop_below": 40}
        )
