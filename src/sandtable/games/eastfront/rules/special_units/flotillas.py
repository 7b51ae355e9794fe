"""Chapters 11.2 and 23.3: flotillas on major rivers, canals, coasts and the sea, as the series has them.

The play-book (8.8) changes little for Crimea: guns may support a flotilla that attacks alone, it needs no supply, and
guns of the coast endanger it at sea.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.model import ARCTIC, OUT_OF_SUPPLY, SNOW, SOVIET, Attack, CrimeaState, enemy, phase
from sandtable.games.eastfront.rules.scenarios import winter_freeze
from sandtable.games.eastfront.rules.soviet_units import soviet_units
from sandtable.games.eastfront.rules.soviet_units.soviet_units import interdiction_at
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    has_been_arctic,
    holders,
    on_map,
    ref,
    stacks,
    zoc,
)
from sandtable.games.eastfront.scenario import BAY, CrimeaScenario
from sandtable.kernel import Draft, OneOf, Path, Refusal, pick, refuse
from sandtable.kernel.graph import cheapest

FLOTILLA = "flotilla"
INTERDICTED = 4
"""Points of a flotilla for a hex in a zone of interdiction; any other costs one."""
ZONE = 1
"""What an enemy zone of control adds."""
UNSUPPLIED = 4
"""What a flotilla that is out of supply loses of its allowance."""
PHASES = ("movement", "motorised")


def is_flotilla(state: CrimeaState, key: int) -> bool:
    """Whether a unit is a flotilla."""
    return state.board.units[key].kind == FLOTILLA


def are_known(board: CrimeaScenario) -> bool:
    """Whether the counters of the game have any flotilla at all, worked out once."""
    if FLOTILLA not in board.cache:
        board.cache[FLOTILLA] = any(unit.kind == FLOTILLA for unit in board.units.values())
    known: bool = board.cache[FLOTILLA]
    return known


def are_alone(state: CrimeaState, keys: tuple[int, ...]) -> bool:
    """Whether all of these are flotillas, and there is one at least."""
    return bool(keys) and all(is_flotilla(state, key) for key in keys)


# -- the water ---------------------------------------------------------------------------------------------------------


def is_sea(board: CrimeaScenario, place: int) -> bool:
    """Whether a hex is all sea."""
    return board.ground[place].terrain == "sea"


def waters(board: CrimeaScenario, place: int) -> tuple[int, ...]:
    """The hexes that water joins to a hex, worked out once."""
    table: dict[int, tuple[int, ...]] = board.cache.setdefault("waters", {})
    if place not in table:
        near = board.grid.neighbours[place]
        table[place] = tuple(n for n in near if _joins(board, place, n))
    return table[place]


# rule: EF-11.21, EF-PB8.81, EF-PB8.83
def _joins(board: CrimeaScenario, a: int, b: int) -> bool:
    """Whether a flotilla can go from a hex to its neighbour: by river, by canal, or by the sea."""
    return _by_river(board, a, b) or _by_canal(board, a, b) or _by_sea(board, a, b)


# rule: EF-11.23
def _by_river(board: CrimeaScenario, a: int, b: int) -> bool:
    """Over a major river to the other bank, or along it: where both hexes look across it at the same third."""
    if board.border(a, b).river == "major":
        return True
    shared = [n for n in board.grid.neighbours[a] if n in board.grid.neighbours[b]]
    return any(board.border(a, n).river == board.border(b, n).river == "major" for n in shared)


# rule: EF-11.24, EF-PB5.42.d
def _by_sea(board: CrimeaScenario, a: int, b: int) -> bool:
    """Between sea and coastal hexes; two coasts are joined only where the same water lies before them."""
    ground = board.ground
    if not all(is_sea(board, h) or ground[h].coastal for h in (a, b)):
        return False
    if is_sea(board, a) or is_sea(board, b) or board.border(a, b).water in ("sea", BAY):
        return True
    shared = [n for n in board.grid.neighbours[a] if n in board.grid.neighbours[b]]
    return any(is_sea(board, n) for n in shared)


# rule: EF-11.25
def _by_canal(board: CrimeaScenario, a: int, b: int) -> bool:
    """From one hex with a canal to the next: a canal has no other bank."""
    return board.ground[a].canal and board.ground[b].canal


def is_afloat_at_sea(state: CrimeaState, key: int) -> bool:
    """Whether a flotilla lies in a sea or coastal hex, not on a river inland."""
    ground = state.board.ground[state.pieces[key].hex]
    return ground.coastal or ground.terrain == "sea"


# -- movement ----------------------------------------------------------------------------------------------------------


# rule: EF-23.31, EF-PB8.82
def allowance(state: CrimeaState, key: int) -> int:
    """The points of a flotilla in a phase, whole in both."""
    hungry = state.pieces[key].supply == OUT_OF_SUPPLY
    return state.board.units[key].front.allowance - (UNSUPPLIED if hungry else 0)


# rule: EF-11.27
def why_frozen(state: CrimeaState) -> Refusal | None:
    """Why no flotilla moves: snow, or the ice that the first Arctic cold left for the rest of the scenario."""
    if has_been_arctic(state) or state.weather in (SNOW, ARCTIC):
        return refuse("EF-11.27", "refuse.flotilla_ice")
    return None


# rule: EF-11.22, EF-23.31, EF-PB8.82
def why_not_sail(state: CrimeaState, seat: str, key: int) -> Refusal | None:
    """Why a flotilla cannot move now."""
    piece = state.pieces.get(key)
    if piece is None or not piece.hex or state.board.units[key].side != seat or not is_flotilla(state, key):
        return refuse("EF-11.21", "refuse.not_flotilla", ref(key), unit=ref(key))
    if phase(state) not in PHASES:
        return refuse("EF-23.31", "refuse.not_this_phase", ref(key), unit=ref(key))
    if piece.moved:
        return refuse("EF-11.22", "refuse.moved", ref(key), unit=ref(key))
    # rule: EF-23.34.a
    if piece.no_move:
        return refuse("EF-23.34.a", "refuse.no_move", ref(key), unit=ref(key), turns=piece.no_move)
    no = why_frozen(state) or soviet_units.why_not_start(state, key)
    if no is None and not _following(state, key, ()):
        return refuse("EF-11.21", "refuse.stuck", ref(key), unit=ref(key))
    return no


def why_none(state: CrimeaState, seat: str) -> Refusal | None:
    """Why a side has no flotilla to move: most scenarios give it none, and some use no naval rules at all."""
    found: dict[str, tuple[int, ...]] = state.board.cache.setdefault("flotillas", {})
    if seat not in found:
        units = state.board.units.items()
        found[seat] = tuple(key for key, unit in units if unit.kind == FLOTILLA and unit.side == seat)
    if not any(key in state.pieces for key in found[seat]):
        return refuse("EF-11.21", "refuse.no_flotillas")
    # rule: EFS-10.74.g
    if state.board.switch("naval") == "none":
        return refuse("EFS-10.74.g", "refuse.no_naval_rules")
    return None


# rule: EF-11.21, EF-13.22
def price(state: CrimeaState, side: str, place: int) -> int:
    """Points for a hex: one, four under air attack whatever its level; an enemy zone of control adds one."""
    interdicted = side == SOVIET and interdiction_at(state, place) > 0
    return (INTERDICTED if interdicted else 1) + (ZONE if place in zoc(state, enemy(side)) else 0)


# rule: EFS-10.44.h
def _why_iced(state: CrimeaState, here: int, to: int) -> Refusal | None:
    """Why a flotilla does not go from a hex to its neighbour: the sea in them, or else before both, is frozen."""
    board, near = state.board, state.board.grid.neighbours
    if not winter_freeze.has_come(state) or _by_river(board, here, to) or _by_canal(board, here, to):
        return None
    afloat = [winter_freeze.why_frozen_hex(state, h) for h in (here, to) if is_sea(board, h)]
    before = [winter_freeze.why_frozen_hex(state, n) for n in near[here] if n in near[to] and is_sea(board, n)]
    if afloat:
        return next((no for no in afloat if no is not None), None)
    return before[0] if before and all(no is not None for no in before) else None


# rule: EF-PB8.26.a, EFS-10.44.h
def may_pass(state: CrimeaState, here: int, to: int) -> bool:
    """Whether water that is neither shallow nor frozen joins a hex to its neighbour, to move or to retreat."""
    if to not in waters(state.board, here) or state.board.ground[to].shallow:
        return False
    return _why_iced(state, here, to) is None


# rule: EF-11.26, EF-23.31
def _why_not_step(state: CrimeaState, key: int, path: tuple[int, ...], to: int) -> Refusal | None:
    """Why a flotilla cannot go on to a hex."""
    side, start = state.board.units[key].side, state.pieces[key].hex
    here = path[-1] if path else start
    if to not in state.board.grid.neighbours.get(here, ()) or to not in waters(state.board, here):
        return refuse("EF-11.21", "refuse.no_water", at(to), place=at(to), start=at(here))
    if (no := _why_iced(state, here, to)) is not None:
        return no
    # rule: EF-PB8.26.a
    if state.board.ground[to].shallow:
        return refuse("EF-PB8.26.a", "refuse.flotilla_shallows", at(to), place=at(to), unit=ref(key))
    if holders(state).get(to) == enemy(side):
        return refuse("EF-11.26", "refuse.enemy_there", at(to), place=at(to), unit=ref(key))
    zones = zoc(state, enemy(side))
    if path and here in zones:
        return refuse("EF-11.26", "refuse.zoc_stops", at(here), place=at(here), unit=ref(key))
    if here in zones and to in zones:
        return refuse("EF-11.26", "refuse.zoc_to_zoc", at(to), place=at(to), unit=ref(key))
    left = allowance(state, key) - _spent(state, side, path)
    if (need := price(state, side, to)) > left:
        return refuse("EF-23.31", "refuse.too_far", at(to), need=str(need), left=str(left), place=at(to))
    return None


def _spent(state: CrimeaState, side: str, path: tuple[int, ...]) -> int:
    return sum(price(state, side, place) for place in path)


def _following(state: CrimeaState, key: int, path: tuple[int, ...]) -> dict[int, int]:
    side, start = state.board.units[key].side, state.pieces[key].hex
    here = path[-1] if path else start
    fresh = [to for to in waters(state.board, here) if to != start and to not in path]
    return {to: _spent(state, side, (*path, to)) for to in fresh if _why_not_step(state, key, path, to) is None}


def sailors(state: CrimeaState, seat: str) -> OneOf:
    """Flotillas that can move."""
    own = [key for key in on_map(state, seat) if is_flotilla(state, key)]
    return pick("piece", own, lambda key: why_not_sail(state, seat, key))


def ways(state: CrimeaState, seat: str, key: int) -> Path:
    """The waters before a flotilla."""

    def why(path: tuple[int, ...], to: int) -> Refusal | None:
        return _why_not_step(state, key, path, to)

    return Path("place", state.pieces[key].hex, lambda path: _following(state, key, path), bool, why)


def sail(d: Draft[CrimeaState], key: int, path: tuple[int, ...]) -> None:
    """Move a flotilla."""
    start, side = d.now.pieces[key].hex, d.now.board.units[key].side
    spent = _spent(d.now, side, path)
    soviet_units.count_start(d, key, start)
    d.edit("pieces", key, hex=path[-1], moved="move")
    way = map(at, (start, *path))
    d.log("log.moved", "EF-11.21", ref(key), *way, unit=ref(key), start=at(start), to=at(path[-1]), spent=str(spent))


# -- storms, combat, retreats ------------------------------------------------------------------------------------------


# rule: EF-23.34.a, EF-PB8.84
def shelter(d: Draft[CrimeaState]) -> None:
    """Storms: flotillas at sea run for the nearest port of their side in reach, and none moves for a turn."""
    for key in tuple(k for k, p in d.now.pieces.items() if p.hex and is_flotilla(d.now, k)):
        to = _haven(d.now, key) if is_afloat_at_sea(d.now, key) else 0
        if to and to != d.now.pieces[key].hex:
            d.edit("pieces", key, hex=to)
            d.log("log.sheltered", "EF-23.34.a", ref(key), unit=ref(key), to=at(to))
        d.edit("pieces", key, no_move=1)


def _haven(state: CrimeaState, key: int) -> int:
    """The nearest port of its side that a flotilla can reach, or 0."""
    side, held = state.board.units[key].side, holders(state)
    zones = zoc(state, enemy(side))

    def edges(place: int) -> Iterator[tuple[int, int]]:
        if place in zones and place != state.pieces[key].hex:
            return
        for n in waters(state.board, place):
            if held.get(n) != enemy(side) and may_pass(state, place, n):
                yield n, price(state, side, n)

    found = cheapest([state.pieces[key].hex], edges, allowance(state, key)).costs
    ground = state.board.ground
    ports = [h for h in found if ground[h].port and state.control.get(h) == side]
    return min(ports, key=lambda h: (found[h], h), default=0)


# rule: EF-15.53.c, EF-23.34.a, EF-PB8.84
def why_no_attack(state: CrimeaState, key: int) -> Refusal | None:
    """Why a flotilla cannot attack: storms."""
    if state.storms and is_flotilla(state, key):
        return refuse("EF-15.53.c", "refuse.flotilla_storms", ref(key), unit=ref(key))
    return None


# rule: EF-23.34.b, EF-PB8.84
def why_no_guns(state: CrimeaState, attack: Attack, side: str) -> Refusal | None:
    """Why no artillery supports the defence: only flotillas fight there. In attack guns support them as anybody."""
    if side == attack.side or not are_known(state.board):
        return None
    if are_alone(state, tuple(k for h in attack.hexes for k in stacks(state).get(h, ()))):
        return refuse("EF-23.34.b", "refuse.flotilla_alone", *map(at, attack.hexes))
    return None


# rule: EF-23.34.c
def is_icebound(state: CrimeaState, key: int) -> bool:
    """Whether a flotilla cannot retreat any more: there has been snow or Arctic cold."""
    return state.snowed and is_flotilla(state, key)


# rule: EF-23.33
def why_no_overrun(state: CrimeaState, via: int, to: int) -> Refusal | None:
    """Why a flotilla alone in a hex cannot be overrun: it lies at sea, or behind the river."""
    if not are_alone(state, stacks(state).get(to, ())):
        return None
    border = state.board.border(via, to)
    if border.water or border.river == "major" or is_sea(state.board, to):
        return refuse("EF-23.33", "refuse.overrun_water", at(to), place=at(to))
    return None
