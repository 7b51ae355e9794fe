"""Barbarossa: Crimea as a game of the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront import drawing, queries
from sandtable.games.eastfront import scenario as cards
from sandtable.games.eastfront import sheets as aids
from sandtable.games.eastfront.flow import SEQUENCE
from sandtable.games.eastfront.model import (
    ADDITIONAL,
    AXIS,
    DAMAGED,
    DESTROYED,
    FLOWN,
    FLYING,
    GONE,
    MAP_T,
    NO_RETREAT,
    POOL,
    READY,
    SIDES,
    SOVIET,
    TO_COME,
    UNKNOWN,
    AirUnit,
    Attack,
    Bridge,
    CrimeaOptions,
    CrimeaState,
    Piece,
    Strongpoint,
    Supply,
)
from sandtable.games.eastfront.names import VOCABULARY
from sandtable.games.eastfront.rules.air.readiness import mix
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.fortifications import fortifications
from sandtable.games.eastfront.rules.railways.railways import rails_at_start
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_movement import rail, untried
from sandtable.games.eastfront.rules.special_units import bridges, flotillas
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.rules.terms import zoc_and_stacking
from sandtable.games.eastfront.rules.victory import places, victory
from sandtable.games.eastfront.scenario import Counter, CrimeaScenario
from sandtable.games.eastfront.view import VISIBILITY
from sandtable.kernel import Dice, Draft, Game, Options, Outcome, ScenarioInfo, View
from sandtable.kernel.graph import flood
from sandtable.kernel.sheets import Sheet
from sandtable.kernel.state import successor

MINUTES = {"1": 60, "7": 150}
AIR_BOXES = (READY, FLOWN, DAMAGED, DESTROYED, TO_COME)


class Crimea(Game[CrimeaState]):
    """The game."""

    id = "eastfront"
    version = "1"
    options = CrimeaOptions
    answers = queries.ANSWERS
    sequence = SEQUENCE
    state_type = CrimeaState
    vocabulary = VOCABULARY
    visibility = VISIBILITY

    def scenarios(self) -> tuple[ScenarioInfo, ...]:
        return tuple(ScenarioInfo(name=name, seats=SIDES, minutes=MINUTES[name]) for name in cards.SCENARIOS)

    def scenario(self, name: str, options: Options, facts: Mapping[str, Any]) -> CrimeaScenario:
        assert isinstance(options, CrimeaOptions)
        return cards.load(name, options, facts)

    # rule: EF-4.1, EF-PB9.5, EF-PB9.6, EF-PB9.41, EF-PB9.43
    def setup(self, scenario: CrimeaScenario, dice: Dice) -> CrimeaState:
        pieces: dict[int, Piece] = {}
        numbers = {counter.name: key for key, counter in scenario.units.items()}
        for side in SIDES:
            for row in scenario.card[side]["units"]:
                key = numbers[row["unit"]]
                pieces[key] = piece_at_start(scenario.units[key], row)
            later = [*(scenario.card[side].get("reinforcements") or ())]
            later += [row for group in scenario.card[side].get("groups") or () for row in group["units"]]
            for row in later:
                if "unit" in row:
                    key = numbers[row["unit"]]
                    steps = steps_at_start(scenario.units[key], row)
                    pieces[key] = Piece(box=TO_COME, steps=steps, back=is_turned(row))
        points = {
            int(h): Strongpoint(side)
            for side in SIDES
            for h in (scenario.card["strongpoints"].get(side) or {}).get("hexes", ())
        }
        pieces.update(substitutes_at_start(scenario, pieces))
        lost = scenario.card["victory"].get("soviet_steps_lost_at_start", 0)
        return CrimeaState(
            turn=scenario.first_turn,
            pieces=dict(sorted(pieces.items())),
            strongpoints=dict(sorted(points.items())),
            control=control_at_start(scenario, pieces, points),
            air=air_at_start(scenario, dice),
            supplies=supplies_at_start(scenario),
            tracks={"axis_steps": 0, "soviet_steps": lost, "vp": 0, **ledgers_at_start(scenario)},
            rails=rails_at_start(scenario),
        )

    def empty(self, scenario: CrimeaScenario) -> CrimeaState:
        turn = scenario.first_turn
        return CrimeaState(turn=turn, weather=scenario.days[turn].weather or "dry", tracks={"vp": 0})

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
        return ".".join(part for part in parts if part != "result" or len(parts) == 2)

    def statistics(self, state: CrimeaState) -> dict[str, dict[str, int]]:
        """Steps on the map, steps lost and hexes held, by side."""
        units, steps, held = state.board.units, dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0)
        for key, piece in state.pieces.items():
            if piece.hex:
                steps[units[key].side] += piece.steps
        for side in state.control.values():
            held[side] += 1
        lost = {side: state.tracks.get(f"{side}_steps", 0) for side in SIDES}
        return {"steps": steps, "lost": lost, "hexes": held}

    def settle(self, d: Draft[CrimeaState]) -> None:
        zoc_and_stacking.settle_control(d)
        soviet_units.release(d)
        attack_supply.settle(d)
        bridges.settle(d)
        fortifications.settle(d)
        places.settle(d)

    def outcome(self, state: CrimeaState) -> Outcome | None:
        return victory.outcome(state)

    def imagine(self, view: View[CrimeaState], dice: Dice) -> CrimeaState:
        """Deal out the air counters whose type a seat does not know, and guess orders that lie face down."""
        state = view.state
        board: CrimeaScenario = state.scenario
        left = list(_park(board))
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
        return successor(state, air=air, attacks=attacks)

    def broken(self, state: CrimeaState) -> str | None:
        """What cannot be: a unit nowhere, too many steps, both sides in a hex."""
        units = state.board.units
        for key, piece in state.pieces.items():
            if bool(piece.hex) == bool(piece.box):
                return f"{units[key].name} is in {piece.hex} and in box {piece.box!r}"
            if piece.steps > units[key].steps or (piece.hex and piece.steps < 1):
                return f"{units[key].name} has {piece.steps} steps of {units[key].steps}"
            if piece.hex and not state.board.ground[piece.hex].is_land and units[key].kind != flotillas.FLOTILLA:
                return f"{units[key].name} stands in the water of {piece.hex}"
        for place, keys in zoc_and_stacking.stacks(state).items():
            if len({units[k].side for k in keys}) > 1:
                return f"both sides stand in {place}"
        return untried.broken(state) or map_t.broken(state) or attack_supply.broken(state) or rail.broken(state)


# rule: EF-PB9.41
def steps_at_start(counter: Counter, row: Mapping[str, Any]) -> int:
    """The steps of a unit in a set-up row: as given, those of its reverse, or all."""
    if "steps" in row:
        return int(row["steps"])
    if row.get("face") == "back":
        return counter.steps - (2 if counter.steps == 4 else 1)
    return counter.steps


def is_turned(row: Mapping[str, Any]) -> bool:
    """Whether a row has a unit on its reverse: a headquarters that does not work, a heavy gun on the move."""
    return row.get("state") in ("non_op", "mobile")


# rule: EF-PB2.12.d
def piece_at_start(counter: Counter, row: Mapping[str, Any]) -> Piece:
    """A unit of a set-up row: on its hex, or in Map T."""
    steps, back = steps_at_start(counter, row), is_turned(row)
    if row.get("box") == MAP_T:
        return Piece(box=MAP_T, steps=steps, back=back)
    return Piece(hex=int(row["hex"]), steps=steps, back=back)


# rule: EF-24.0, EF-PB3.41
def substitutes_at_start(scenario: CrimeaScenario, pieces: Mapping[int, Piece]) -> dict[int, Piece]:
    """Substitutes that wait in the pool, as many as the card makes available."""
    limits = {
        values: row["most"]
        for values, row in (scenario.card[AXIS].get("substitutes") or {}).items()
        if isinstance(row, Mapping)
    }
    found: dict[int, Piece] = {}
    for values, most in limits.items():
        alike = [key for key, unit in scenario.units.items() if unit.substitute and str(unit.front) == values]
        for key in alike[:most]:
            if key not in pieces:
                found[key] = Piece(box=POOL)
    return found


# rule: EF-6.81.a
def supplies_at_start(scenario: CrimeaScenario) -> dict[int, Supply]:
    """Supply units that stand on the map from the beginning, where a card has any."""
    rows = [(side, row) for side in SIDES for row in scenario.card[side].get("supplies") or ()]
    return {
        number: Supply(side, int(row["hex"]), row.get("points", 1), bool(row.get("wagon")))
        for number, (side, row) in enumerate(rows, start=1)
    }


def ledgers_at_start(scenario: CrimeaScenario) -> dict[str, int]:
    """The supply points of each side, where the card counts any: what comes and goes is booked from here on."""
    stock = supplies_at_start(scenario)
    if not stock and not scenario.card.get("attack_supply"):
        return {}
    return {f"{side}_ledger": sum(unit.points for unit in stock.values() if unit.side == side) for side in SIDES}


# rule: EF-3.13
def control_at_start(
    scenario: CrimeaScenario, pieces: Mapping[int, Piece], points: Mapping[int, Strongpoint]
) -> dict[int, str]:
    """Every land hex belongs to the side whose units stand nearest, works to those who built them."""
    claims: dict[int, tuple[int, str]] = {}
    for side in SIDES:
        starts = [p.hex for key, p in pieces.items() if p.hex and scenario.units[key].side == side]
        starts += [h for h, point in points.items() if point.side == side]
        if (key := ("near", *starts)) not in scenario.cache:
            near = flood(starts, scenario.grid.neighbours, lambda a, b: scenario.ground[b].is_land).costs
            scenario.cache[key] = near
        near = scenario.cache[key]
        for h, steps in near.items():
            if h not in claims or steps < claims[h][0]:
                claims[h] = (steps, side)
    return {h: side for h, (_, side) in sorted(claims.items())}


def _park(scenario: CrimeaScenario) -> list[tuple[str, str]]:
    """Every air counter of a scenario as side and kind."""
    return [
        (side, kind)
        for side in SIDES
        for box in AIR_BOXES
        for kind, count in (scenario.card[side]["air"].get(box) or {}).items()
        for _ in range(count)
    ]


# rule: EF-17.12
def air_at_start(scenario: CrimeaScenario, dice: Dice) -> dict[int, AirUnit]:
    """The air display; ready counters lie face down in an order that nobody knows."""
    found: dict[int, AirUnit] = {}
    for side in SIDES:
        for box in AIR_BOXES:
            counts = scenario.card[side]["air"].get(box) or {}
            kinds = [kind for kind, count in counts.items() for _ in range(count)]
            for kind in mix(kinds, dice) if box == READY else kinds:
                found[len(found) + 1] = AirUnit(side, kind, box, shown=box != READY)
    return found


GAME = Crimea()

__all__ = ["FLYING", "GAME", "GONE", "Crimea"]
