"""Chapter 6.84: mobile supply units that move strategically, as combat units do (11.3)."""

from __future__ import annotations

from sandtable.games.eastfront.model import MUD, CrimeaState, Supply
from sandtable.games.eastfront.rules.movement.ground import FOOT, HEAVY, prices
from sandtable.games.eastfront.rules.movement.movement import points
from sandtable.games.eastfront.rules.special_movement.special_movement import why_not_strategic_at
from sandtable.games.eastfront.rules.supply import attack_supply
from sandtable.games.eastfront.rules.supply.attack_supply import TRUCK_HALF_MP, WAGON_HALF_MP
from sandtable.games.eastfront.rules.supply.supply import GOOD_ROADS
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, weather_in
from sandtable.kernel import Draft, OneOf, Path, Refusal, pick, refuse


# rule: EF-6.84
def budget(unit: Supply) -> int:
    """One and a half times the allowance, in half movement points."""
    return int(WAGON_HALF_MP if unit.wagon else TRUCK_HALF_MP) * 3 // 2


# rule: EF-11.34, EF-11.35
def road_cost(state: CrimeaState, unit: Supply, a: int, b: int) -> int | None:
    """The cost of one hex along a road; weather does not slow it on good roads."""
    road = state.board.border(a, b).road
    along, across = prices(state, FOOT if unit.wagon else HEAVY).get((a, b), (None, None))
    if not road:
        return None
    if road in GOOD_ROADS:
        return 1
    return across if weather_in(state, b) == MUD and across is not None else along


def _spent(state: CrimeaState, unit: Supply, path: tuple[int, ...]) -> int:
    places = (unit.hex, *path)
    return unit.spent + sum(road_cost(state, unit, a, b) or 0 for a, b in zip(places, path, strict=False))


# rule: EF-6.84, EF-11.32
def why_not_step(state: CrimeaState, unit: Supply, path: tuple[int, ...], to: int) -> Refusal | None:
    """Why supplies do not go on to a hex strategically: no road, the enemy near by, or too far."""
    here = path[-1] if path else unit.hex
    cost = road_cost(state, unit, here, to)
    if cost is None:
        return refuse("EF-11.34", "refuse.supply_path", at(to), place=at(to))
    no = attack_supply.why_barred_by_ships(state, unit.side, to) or why_not_strategic_at(state, unit.side, to)
    if no is not None:
        return no
    if (left := budget(unit) - _spent(state, unit, path)) < cost:
        return refuse("EF-6.84", "refuse.supply_far", at(to), place=at(to), need=points(cost), left=points(left))
    return None


# rule: EF-6.84, EF-11.32
def why_not_start(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a supply unit cannot move strategically now."""
    if (no := attack_supply.why_not_move(state, seat, key)) is not None:
        return no
    unit = state.supplies[key]
    if (no := why_not_strategic_at(state, seat, unit.hex)) is not None:
        return no
    if all(why_not_step(state, unit, (), n) is not None for n in state.board.grid.neighbours[unit.hex]):
        return refuse("EF-6.84", "refuse.supply_stuck", at(unit.hex), place=at(unit.hex))
    return None


def candidates(state: CrimeaState, seat: str) -> OneOf:
    """Supply units that can move strategically."""
    return pick("supply", attack_supply.own(state, seat), lambda key: why_not_start(state, seat, key))


def ways(state: CrimeaState, seat: str, key: int) -> Path:
    """The roads before a supply unit."""
    unit = state.supplies[key]

    def steps(path: tuple[int, ...]) -> dict[int, int]:
        here, spent = path[-1] if path else unit.hex, _spent(state, unit, path)
        ahead = [n for n in state.board.grid.neighbours[here] if n != unit.hex and n not in path]
        open_hexes = [n for n in ahead if why_not_step(state, unit, path, n) is None]
        return {n: spent + (road_cost(state, unit, here, n) or 0) for n in open_hexes}

    return Path("place", unit.hex, steps, bool, lambda path, to: why_not_step(state, unit, path, to))


def carry_out(d: Draft[CrimeaState], key: int, path: tuple[int, ...]) -> None:
    """Move a supply unit along roads, far from the enemy."""
    attack_supply.haul(d, key, path)
