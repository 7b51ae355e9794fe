"""Barbarossa: Crimea as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront import drawing, statistics
from sandtable.games.eastfront import scenario as cards
from sandtable.games.eastfront import sheets as aids
from sandtable.games.eastfront.flow import SEQUENCE
from sandtable.games.eastfront.model import (
    ADDITIONAL,
    AXIS,
    NO_RETREAT,
    READY,
    SIDES,
    SOVIET,
    UNKNOWN,
    AirUnit,
    Attack,
    Bridge,
    CrimeaOptions,
    CrimeaState,
    Piece,
    Ship,
    Strongpoint,
    Supply,
)
from sandtable.games.eastfront.names import VOCABULARY
from sandtable.games.eastfront.queries import QUERIES
from sandtable.games.eastfront.rules import consequences
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.naval import embarking, ships
from sandtable.games.eastfront.rules.scenarios import plans
from sandtable.games.eastfront.rules.special_movement import rail, untried
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.games.eastfront.rules.victory import victory
from sandtable.games.eastfront.scenario import CrimeaScenario, setup
from sandtable.games.eastfront.view import VISIBILITY
from sandtable.kernel import Dice, Draft, Game, Options, Outcome, ScenarioInfo, View
from sandtable.kernel.sheets import Sheet
from sandtable.kernel.state import successor

MINUTES = {"1": 60, "2": 600, "3": 480, "4": 720, "5": 1500, "6": 180, "7": 150, "8": 360, "9": 180, "10": 1800}
STRIKE_STEPS = ("strike", "opposing", "aiming", "bombs")
"""Steps of an attack on ships that no other air mission has."""


class Crimea(Game[CrimeaState]):
    """The game."""

    id = "eastfront"
    version = "1"
    options = CrimeaOptions
    queries = QUERIES
    sequence = SEQUENCE
    state_type = CrimeaState
    vocabulary = VOCABULARY
    visibility = VISIBILITY

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(ScenarioInfo(name=name, seats=SIDES, minutes=MINUTES[name]) for name in cards.SCENARIOS)

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> CrimeaScenario:
        assert isinstance(options, CrimeaOptions)
        return cards.load(name, options, facts)

    def setup(self, scenario: CrimeaScenario, dice: Dice) -> CrimeaState:
        return setup.setup(scenario, dice)

    def empty(self, scenario: CrimeaScenario) -> CrimeaState:
        return setup.bare(scenario)

    def row(self, scenario: CrimeaScenario, table: str, key: Any) -> Any:
        match table:
            case "pieces":
                return Piece(steps=scenario.units[key].steps)
            case "strongpoints":
                return Strongpoint(SOVIET)
            case "attacks":
                return Attack(AXIS, (), ())
            case "supplies":
                return Supply(AXIS, 0)
            case "ships":
                return Ship()
            case "bridges":
                return Bridge(AXIS, 0, 0)
            case "air":
                return AirUnit(AXIS, UNKNOWN, READY)
            case _:
                return None

    def board(self, scenario: CrimeaScenario) -> dict[str, Any]:
        return drawing.board(scenario)

    def sheets(self, scenario: CrimeaScenario) -> tuple[Sheet, ...]:
        return aids.sheets(scenario)

    def step_name(self, at: str) -> str:
        """Both sides share the words of their phases, and all air missions theirs."""
        parts = at.split(".")
        if parts[0] == "turn" and len(parts) > 1:
            parts = parts[1:] if len(parts) == 2 else parts[2:]
        if "missions" in parts:
            parts = parts[parts.index("missions") :]
        elif parts[0] == "strike" and parts[-1] not in STRIKE_STEPS:
            parts = ["missions", parts[-1]]
        return ".".join(part for part in parts if part != "result" or len(parts) == 2)

    def statistics(self, state: CrimeaState) -> Mapping[str, Mapping[str, int]]:
        return statistics.count(state)

    def settle(self, d: Draft[CrimeaState]) -> None:
        consequences.settle(d)

    def outcome(self, state: CrimeaState) -> Outcome | None:
        return victory.outcome(state)

    def imagine(self, view: View[CrimeaState], dice: Dice) -> CrimeaState:
        """Deal out the air counters whose type a seat does not know, and guess orders that lie face down."""
        state = view.state
        board: CrimeaScenario = state.scenario
        left = list(setup.air_park(board))
        for unit in state.air.values():
            if unit.kind != UNKNOWN and (unit.side, unit.kind) in left:
                left.remove((unit.side, unit.kind))
        hidden = {side: [kind for owner, kind in left if owner == side] for side in SIDES}
        air = {}
        for key, unit in state.air.items():
            if unit.kind == UNKNOWN:
                pool = sorted(hidden[unit.side])
                kind = pool[dice.draw(range(len(pool)))]
                hidden[unit.side].remove(kind)
                unit = AirUnit(unit.side, kind, unit.box, unit.hex, unit.shown, unit.role)
            air[key] = unit
        attacks = {}
        for key, attack in state.attacks.items():
            if attack.ordered and not attack.order:
                order = (NO_RETREAT, ADDITIONAL)[dice.draw(range(2))]
                attack = Attack(**{**{f: getattr(attack, f) for f in attack.__struct_fields__}, "order": order})
            attacks[key] = attack
        # rule: EFS-10.55.a
        plan = state.plan
        if plan == UNKNOWN:
            plan = plans.PLANS[dice.draw(range(len(plans.PLANS)))]
        return successor(state, air=air, attacks=attacks, plan=plan)

    def broken(self, state: CrimeaState) -> str | None:
        """What cannot be: a unit nowhere, too many steps, both sides in a hex."""
        units = state.board.units
        for key, piece in state.pieces.items():
            if bool(piece.hex) == bool(piece.box):
                return f"{units[key].name} is in {piece.hex} and in box {piece.box!r}"
            if piece.steps > units[key].steps or (piece.hex and piece.steps < 1):
                return f"{units[key].name} has {piece.steps} steps of {units[key].steps}"
            is_sea = bool(piece.hex) and not state.board.ground[piece.hex].may_bear
            if is_sea and not piece.ship and units[key].kind != flotillas.FLOTILLA:
                return f"{units[key].name} stands in the water of {piece.hex}"
        for place, keys in zoc_and_stacking.stacks(state).items():
            if len({units[k].side for k in keys}) > 1:
                return f"both sides stand in {place}"
        return (
            ships.broken(state)
            or embarking.broken(state)
            or untried.broken(state)
            or map_t.broken(state)
            or attack_supply.broken(state)
            or rail.broken(state)
        )


GAME = Crimea()
