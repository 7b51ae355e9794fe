"""Global 1940 as a game on the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.axisallies import drawing, statistics
from sandtable.games.axisallies import sheets as aids
from sandtable.games.axisallies.flow import ORDER, SEQUENCE
from sandtable.games.axisallies.model import GlobalOptions, GlobalState, Unit
from sandtable.games.axisallies.names import VOCABULARY
from sandtable.games.axisallies.queries import QUERIES
from sandtable.games.axisallies.rules.spaces.spaces import cargo_of
from sandtable.games.axisallies.rules.victory import victory
from sandtable.games.axisallies.scenario import GlobalScenario, load, setup, with_facts
from sandtable.games.axisallies.view import VISIBILITY
from sandtable.kernel import Dice, Game, Options, Outcome, ScenarioInfo
from sandtable.kernel.sheets import Sheet


class Global1940(Game[GlobalState]):
    """Axis & Allies Global 1940, second edition."""

    id = "axisallies"
    version = "0"
    options = GlobalOptions
    short = {"rounds": 2}
    queries = QUERIES
    sequence = SEQUENCE
    visibility = VISIBILITY
    state_type = GlobalState
    vocabulary = VOCABULARY

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        seats = load("rulebook", GlobalOptions()).seats
        return tuple(ScenarioInfo(name=name, seats=seats, minutes=600) for name in ("rulebook", "box"))

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> GlobalScenario:
        assert isinstance(options, GlobalOptions)
        board = load(name, options)
        return with_facts(board, facts) if facts else board

    def setup(self, scenario: GlobalScenario, dice: Dice) -> GlobalState:
        return setup.setup(scenario)

    def empty(self, scenario: GlobalScenario) -> GlobalState:
        return setup.bare(scenario)

    def outcome(self, state: GlobalState) -> Outcome | None:
        return victory.outcome(state)

    def statistics(self, state: GlobalState) -> Mapping[str, Mapping[str, int]]:
        return statistics.count(state)

    def board(self, scenario: GlobalScenario) -> dict[str, Any]:
        return drawing.board(scenario)

    def sheets(self, scenario: GlobalScenario) -> tuple[Sheet, ...]:
        return aids.sheets(scenario)

    def step_name(self, at: str) -> str:
        """The nine turns share their words: round.germany.purchase is called purchase."""
        parts = at.split(".")
        return ".".join(parts[2:]) if len(parts) > 2 and parts[1] in ORDER else at

    # rule: AA-10.transport.capacity, AA-10.carrier.capacity
    def broken(self, state: GlobalState) -> str | None:
        for key, unit in state.units.items():
            if unit.aboard and state.units.get(unit.aboard, unit).at != unit.at:
                return f"unit {key} is not where its ship is"
            if unit.aboard and unit.aboard not in state.units:
                return f"unit {key} is aboard a ship that is gone"
        for host, cargo in cargo_of(state).items():
            if trouble := _overloaded(state, host, cargo):
                return trouble
        poor = [economy for economy, ipc in state.treasury.items() if ipc < 0]
        return f"{poor[0]} has less than nothing" if poor else None

    def row(self, scenario: GlobalScenario, table: str, key: Any) -> Any:
        return Unit("infantry", "germany", 202) if table == "units" else None


def _overloaded(state: GlobalState, host: int, cargo: tuple[int, ...]) -> str | None:
    kind = state.board.kinds[state.units[host].kind]
    loads = [state.board.kinds[state.units[key].kind] for key in cargo]
    if kind.deck_room:
        too_much = len(loads) > kind.deck_room or any(not load.deck for load in loads)
    else:
        too_much = len(loads) > sum(kind.hold.values()) or sum(load.cargo != "infantry" for load in loads) > 1
    return f"ship {host} carries more than it can" if too_much else None


GAME = Global1940()
