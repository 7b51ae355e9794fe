"""Chapter 11.3: strategic movement along roads."""

from __future__ import annotations

from sandtable.games.eastfront.model import MUD, CrimeaState, enemy
from sandtable.games.eastfront.rules.crimea_map import map_t
from sandtable.games.eastfront.rules.movement import movement
from sandtable.games.eastfront.rules.movement.ground import mover_of, prices
from sandtable.games.eastfront.rules.scenarios import winter_siege
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.special_movement import untried
from sandtable.games.eastfront.rules.special_movement.special_movement import why_no_strategic, why_not_strategic_at
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at, holders, on_map, ref, weather_in
from sandtable.kernel import Draft, OneOf, Path, Refusal, pick, refuse


def budget(state: CrimeaState, key: int) -> int:
    """One and a half times the allowance, in half movement points."""
    return movement.half_mp(state, key) * 3 // 2


# rule: EF-11.34, EF-11.35
def road_cost(state: CrimeaState, key: int, a: int, b: int) -> int | None:
    """The cost of one hex along a road; weather does not slow it on good roads."""
    border = state.board.border(a, b)
    if not border.road:
        return None
    along, across = prices(state, mover_of(state.board.units[key])).get((a, b), (None, None))
    if border.road in ("primary", "highway") and along is not None:
        return 1 if not state.board.units[key].is_super_heavy else along
    if state.board.units[key].is_super_heavy:
        return None
    # A bridge carries the road where nobody gets across beside it.
    return across if weather_in(state, b) == MUD and across is not None else along


# rule: EF-8.12
def _spent(state: CrimeaState, key: int, path: tuple[int, ...]) -> int:
    """What a way costs, with the hex by which the unit has come on the map."""
    places = (state.pieces[key].hex, *path)
    entry = state.pieces[key].spent
    return entry + sum(road_cost(state, key, a, b) or 0 for a, b in zip(places, path, strict=False))


def _why_not_step(state: CrimeaState, key: int, path: tuple[int, ...], to: int) -> Refusal | None:
    here = path[-1] if path else state.pieces[key].hex
    if to not in state.board.grid.neighbours.get(here, ()):
        return refuse("EF-10.4", "refuse.not_next", at(to), place=at(to), start=at(here))
    cost = road_cost(state, key, here, to)
    if cost is None:
        return refuse("EF-11.34", "refuse.strategic_road", at(to), unit=ref(key))
    if holders(state).get(to) == enemy(state.board.units[key].side):
        return refuse("EF-10.54", "refuse.enemy_there", at(to), place=at(to), unit=ref(key))
    side = state.board.units[key].side
    no = winter_siege.why_barred(state, key, to) or untried.why_strays(state, key, to)
    if (no := no or why_not_strategic_at(state, side, to)) is not None:
        return no
    left = budget(state, key) - _spent(state, key, path)
    if cost > left:
        need, have = movement.points(cost), movement.points(left)
        return refuse("EF-11.31", "refuse.too_far", at(to), need=need, left=have, place=at(to))
    return None


def why_not(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a unit cannot move strategically now."""
    no = movement.why_not_move(state, seat, key) or why_no_strategic(state, key)
    if no is not None:
        return no
    near = state.board.grid.neighbours[state.pieces[key].hex]
    if all(_why_not_step(state, key, (), n) is not None for n in near):
        return refuse("EF-11.34", "refuse.stuck", ref(key), unit=ref(key))
    return None


def candidates(state: CrimeaState, seat: str) -> OneOf:
    """Units that can move strategically."""
    return pick("piece", on_map(state, seat), lambda key: why_not(state, seat, key))


def ways(state: CrimeaState, seat: str, key: int) -> Path:
    """The roads before a unit."""
    start = state.pieces[key].hex

    def steps(path: tuple[int, ...]) -> dict[int, int]:
        here = path[-1] if path else start
        following = [to for to in state.board.grid.neighbours[here] if to != start and to not in path]
        spent = _spent(state, key, path)
        open_hexes = [to for to in following if _why_not_step(state, key, path, to) is None]
        return {to: spent + (road_cost(state, key, here, to) or 0) for to in open_hexes}

    return Path("place", start, steps, bool, lambda path, to: _why_not_step(state, key, path, to))


def carry_out(d: Draft[CrimeaState], key: int, path: tuple[int, ...]) -> None:
    """Move a unit strategically."""
    start = d.now.pieces[key].hex
    soviet_units.count_start(d, key, start)
    winter_siege.charge(d, key)
    # rule: EFS-10.44.i
    kept = _spent(d.now, key, path) if path[-1] == map_t.bridgehead(d.now) else 0
    d.edit("pieces", key, hex=path[-1], moved="strategic", spent=kept, travelled=True, busy=True)
    way = map(at, (start, *path))
    d.log("log.moved_strategically", "EF-11.31", ref(key), *way, unit=ref(key), start=at(start), to=at(path[-1]))
