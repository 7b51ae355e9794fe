"""Fields of Fire as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire import drawing
from sandtable.games.fieldsoffire.flow import SEQUENCE
from sandtable.games.fieldsoffire.model import (
    COMPANY,
    SMOKE,
    Asset,
    Card,
    Command,
    Cover,
    FieldsOptions,
    FieldsState,
    Fire,
    Marker,
    Unit,
)
from sandtable.games.fieldsoffire.queries import QUERIES
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.sequence.invariants import broken
from sandtable.games.fieldsoffire.scenario import SCENARIOS, FieldsScenario, load
from sandtable.games.fieldsoffire.scenario.setup import bare, opening
from sandtable.games.fieldsoffire.view import VISIBILITY
from sandtable.kernel import Dice, Draft, Game, Options, Outcome, ScenarioInfo

MINUTES = 120


class FieldsOfFire(Game[FieldsState]):
    """The game."""

    id = "fieldsoffire"
    version = "1"
    options = FieldsOptions
    sequence = SEQUENCE
    state_type = FieldsState
    visibility = VISIBILITY
    queries = QUERIES

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(ScenarioInfo(name=name, seats=(COMPANY,), minutes=MINUTES) for name in SCENARIOS)

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> FieldsScenario:
        assert isinstance(options, FieldsOptions)
        return load(name, options, facts)

    def setup(self, scenario: FieldsScenario, dice: Dice) -> FieldsState:
        return opening(scenario, dice)

    def empty(self, scenario: FieldsScenario) -> FieldsState:
        return bare(scenario)

    def row(self, scenario: FieldsScenario, table: str, key: Any) -> Any:
        match table:
            case "units":
                kind = scenario.types[key]
                return Unit(steps=kind.steps, experience=kind.experience, platoon=kind.platoon)
            case "cards":
                return Card()
            case "covers":
                return Cover(at=0, kind="basic", value=1)
            case "markers":
                return Marker(kind=SMOKE)
            case "fires":
                return Fire(at=0)
            case "commands":
                return Command()
            case "assets":
                return Asset(kind="")
            case _:
                return None

    def board(self, scenario: FieldsScenario) -> dict[str, Any]:
        return drawing.board(scenario)

    def step_name(self, at: str) -> str:
        """The phases of a turn are called by their own names."""
        return at.removeprefix("mission.turn.").removeprefix("mission.")

    def settle(self, d: Draft[FieldsState]) -> None:
        settle(d)

    # rule: FF-3.0.b
    def outcome(self, state: FieldsState) -> Outcome | None:
        if not state.over:
            return None
        return Outcome(
            winners=(), key="outcome.mission_over", rule="FF-3.0.b", scores={COMPANY: sum(state.points.values())}
        )

    def broken(self, state: FieldsState) -> str | None:
        return broken(state)


GAME = FieldsOfFire()
