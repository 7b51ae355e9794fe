"""Fields of Fire as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.fieldsoffire import drawing, statistics
from sandtable.games.fieldsoffire.flow import SEQUENCE
from sandtable.games.fieldsoffire.model import (
    AS_PRINTED,
    COMPANY,
    SMOKE,
    Asset,
    Card,
    Command,
    Cover,
    FieldsOptions,
    FieldsState,
    Fire,
    Lift,
    Man,
    Marker,
    Standing,
)
from sandtable.games.fieldsoffire.names import VOCABULARY
from sandtable.games.fieldsoffire.queries import QUERIES
from sandtable.games.fieldsoffire.rules.campaign.campaign import (
    Company,
    leads_to,
    mustered,
    taken_along,
    watch_commander,
)
from sandtable.games.fieldsoffire.rules.campaign.scoring import EXPERIENCE
from sandtable.games.fieldsoffire.rules.combat.settle import settle
from sandtable.games.fieldsoffire.rules.sequence.invariants import broken
from sandtable.games.fieldsoffire.rules.sequence.objectives import SUCCESS, touch
from sandtable.games.fieldsoffire.scenario import SCENARIOS, FieldsScenario, load
from sandtable.games.fieldsoffire.scenario.completing import complete
from sandtable.games.fieldsoffire.scenario.setup import as_supplied, bare, opening
from sandtable.games.fieldsoffire.sheets import sheets
from sandtable.games.fieldsoffire.view import VISIBILITY
from sandtable.kernel import (
    Action,
    Dice,
    Draft,
    Game,
    Options,
    Outcome,
    Ref,
    Refusal,
    ScenarioInfo,
    Step,
    refuse,
)
from sandtable.kernel.sheets import Sheet

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
    carries = Company
    vocabulary = VOCABULARY

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(ScenarioInfo(name=name, seats=(COMPANY,), minutes=MINUTES) for name in SCENARIOS)

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> FieldsScenario:
        assert isinstance(options, FieldsOptions)
        return load(name, options, facts)

    def setup(self, scenario: FieldsScenario, dice: Dice) -> FieldsState:
        return opening(scenario, dice)

    # rule: FF-12.0
    def setup_next(self, scenario: FieldsScenario, dice: Dice, carried: Company) -> FieldsState:
        return mustered(scenario, opening(scenario, dice), carried)

    def empty(self, scenario: FieldsScenario) -> FieldsState:
        return bare(scenario)

    def row(self, scenario: FieldsScenario, table: str, key: Any) -> Any:
        match table:
            case "units":
                return as_supplied(scenario, key)
            case "cards":
                return Card()
            case "covers":
                return Cover(at=0, kind="basic", value=AS_PRINTED, capacity=AS_PRINTED)
            case "markers":
                return Marker(kind=SMOKE)
            case "fires":
                return Fire(at=0)
            case "commands":
                return Command()
            case "assets":
                return Asset(kind="")
            case "lifts":
                return Lift()
            case "men":
                return Man(name="")
            case "standing":
                return Standing(until=scenario.mission.turns)
            case _:
                return None

    def board(self, scenario: FieldsScenario) -> dict[str, Any]:
        return drawing.board(scenario)

    def sheets(self, scenario: FieldsScenario) -> tuple[Sheet, ...]:
        return sheets(scenario)

    def step_name(self, at: str) -> str:
        """The phases of a turn are called by their own names."""
        return at.removeprefix("mission.turn.").removeprefix("mission.")

    def settle(self, d: Draft[FieldsState]) -> None:
        complete(d)
        settle(d)
        touch(d)
        watch_commander(d)

    # rule: FF-3.0.b
    def outcome(self, state: FieldsState) -> Outcome | None:
        if not state.over:
            return None
        won = state.over == SUCCESS
        return Outcome(
            winners=state.board.seats if won else (),
            key="outcome.mission_done" if won else "outcome.mission_failed",
            rule="FF-3.0.b",
            scores=dict.fromkeys(state.board.seats, state.points.get(EXPERIENCE, 0)),
            carried=taken_along(state),
            leads_to=leads_to(state),
        )

    # rule: FF-4.1.b6
    def why_not(self, state: FieldsState, seat: str, action: Action) -> Refusal | None:
        return self._why_not_asked(state, seat) or super().why_not(state, seat, action)

    def apply(self, state: FieldsState, seat: str, action: Action, dice: Dice) -> Step[FieldsState] | Refusal:
        return self._why_not_asked(state, seat) or super().apply(state, seat, action, dice)

    def _why_not_asked(self, state: FieldsState, seat: str) -> Refusal | None:
        """At a co-operative table: whose orders these are, where they are not those of a seat."""
        if len(state.board.seats) == 1 or not state.flow or seat not in state.board.seats:
            return None
        waiting = state.here.waiting
        if not waiting or seat in waiting or self.ending(state) is not None:
            return None
        return refuse("FF-4.1.b6", "refuse.impulse_of_others", seat=Ref("seat", waiting[0]))

    def broken(self, state: FieldsState) -> str | None:
        return broken(state)

    def statistics(self, state: FieldsState) -> Mapping[str, Mapping[str, int]]:
        return statistics.count(state)


GAME = FieldsOfFire()
