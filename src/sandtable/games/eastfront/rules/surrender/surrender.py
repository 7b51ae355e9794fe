"""Chapter 21: Soviet surrender."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.eastfront.model import (
    AXIS,
    ELIMINATED,
    EMERGENCY,
    OUT_OF_SUPPLY,
    SOVIET,
    CrimeaState,
)
from sandtable.games.eastfront.rules.enlarged_map import works
from sandtable.games.eastfront.rules.naval import landings
from sandtable.games.eastfront.rules.results import results
from sandtable.games.eastfront.rules.scenarios import winter_freeze
from sandtable.games.eastfront.rules.soviet_units.soviet_units import headquarters, is_within
from sandtable.games.eastfront.rules.special_units import flotillas
from sandtable.games.eastfront.rules.supply.harbours import port_hexes
from sandtable.games.eastfront.rules.supply.supply import KEPT, TRACED, overland_sources
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import (
    at,
    has_fortification,
    holders,
    in_city,
    is_frozen,
    stacking,
    stacks,
    zoc,
)
from sandtable.games.eastfront.scenario import BAY
from sandtable.kernel import Draft, Modifier, Sum, derived
from sandtable.kernel.graph import flood

STORMING_POINTS = 2
"""Stacking points of the Axis next to a port that its coastal guns alone do not hold."""


@derived(*TRACED, **KEPT)
def havens(state: CrimeaState) -> tuple[int, ...]:
    """Where cut-off Soviets can hope to get: their sources, their ports, the way off the southern edge of the map.

    Major cities are among the sources as long as they are not surrounded, the ice bridge while it bears. Ports under
    ice are none; a card may add citadels that stand.
    """
    board = state.board
    edge = [h for h, g in board.ground.items() if g.is_land and board.grid.row(h) == board.grid.rows[-1]]
    ways = [] if board.card.get("supply_sources") else edge
    ports = [h for h in port_hexes(board) if not winter_freeze.is_shut(state, h)]
    # rule: EFS-10.84.a
    forts = works.citadels(state) if board.special("citadels_are_havens") else ()
    known = dict.fromkeys((*ports, *forts, *ways, *overland_sources(state, SOVIET)))
    return tuple(sorted(h for h in known if state.control.get(h) == SOVIET))


# rule: EF-21.11, EF-PB7.61
@derived(*TRACED, **KEPT)
def escapes(state: CrimeaState) -> dict[int, int]:
    """Hexes with a way, of any length, to a haven: free of Axis units and of their uncontested zones."""
    held, theirs, ours = holders(state), zoc(state, AXIS), zoc(state, SOVIET)
    board = state.board

    def may_enter(a: int, b: int) -> bool:
        if not board.ground[b].is_land or held.get(b) == AXIS:
            return False
        border = board.border(a, b)
        wet = border.water and not border.bridge
        if wet and (border.water in ("sea", BAY) or not is_frozen(state)):
            return False
        return held.get(b) == SOVIET or b not in theirs or b in ours

    starts = [h for h in havens(state) if held.get(h) != AXIS]
    return flood(starts, board.grid.neighbours, may_enter).costs


def cornered(state: CrimeaState) -> tuple[int, ...]:
    """Soviet hexes that have to check: cut off, and next to an Axis unit that has a zone of control."""
    held = holders(state)

    def is_lost(place: int) -> bool:
        cut_off = place not in escapes(state) and _is_pressed(state, place) and not _sails_home(state, place)
        return cut_off or _is_lone_battery(state, place)

    # rule: EF-PB7.63
    return tuple(h for h in stacks(state) if held[h] == SOVIET and not _is_safe(state, h) and is_lost(h))


# rule: EF-PB7.64, EF-PB5.74
def _is_safe(state: CrimeaState, place: int) -> bool:
    """Whether nobody in a hex surrenders: a citadel stands there, or all have just come from the sea."""
    if works.is_citadel(state, place):
        return True
    return all(landings.is_spared(state, key) for key in stacks(state)[place])


# rule: EF-21.11
def _sails_home(state: CrimeaState, place: int) -> bool:
    """Whether only flotillas are in a hex and their waters lead to a port: their line of hexes need not be on land."""
    if not flotillas.are_alone(state, stacks(state)[place]):
        return False
    held, theirs, ours = holders(state), zoc(state, AXIS), zoc(state, SOVIET)

    def may_enter(a: int, b: int) -> bool:
        if b not in flotillas.waters(state.board, a) or held.get(b) == AXIS:
            return False
        return held.get(b) == SOVIET or b not in theirs or b in ours

    reached = flood([place], state.board.grid.neighbours, may_enter).costs
    return any(h in reached for h in havens(state))


# rule: EF-PB7.61
def _is_lone_battery(state: CrimeaState, place: int) -> bool:
    """Whether nothing but coastal guns holds a port, with Axis units of some weight next to it."""
    if place not in port_hexes(state.board):
        return False
    units, held = state.board.units, holders(state)
    if any(units[key].kind != "coastal_artillery" for key in stacks(state)[place]):
        return False
    near = (n for n in state.board.grid.neighbours[place] if held.get(n) == AXIS)
    return sum(stacking(state)[n] for n in near) >= STORMING_POINTS


def _is_pressed(state: CrimeaState, place: int) -> bool:
    units = state.board.units
    near = state.board.grid.neighbours[place]
    return any(units[k].side == AXIS and units[k].exerts for n in near for k in stacks(state).get(n, ()))


# rule: EFT-surrender, EF-22.43, EF-PB7.62
def drms(state: CrimeaState, place: int) -> Iterator[Modifier]:
    """The modifiers of a surrender roll."""
    chart = {row["key"]: row for row in state.board.charts["surrender"]["drm"]}
    keys = stacks(state)[place]
    units = [state.board.units[k] for k in keys]
    supply = max(state.pieces[k].supply for k in keys)
    first, last = chart["early_war"]["turns"]
    holds = {
        "operational_hq_in_range": any(is_within(state, hq, place) for hq in headquarters(state, True)),
        "guards_or_nkvd": any(u.guards or u.nkvd for u in units),
        "city_or_fortification": in_city(state, place) or has_fortification(state, place, AXIS),
        "emergency_supply": supply == EMERGENCY,
        "out_of_supply": supply == OUT_OF_SUPPLY,
        "only_militia_or_coastal": all(u.kind in ("militia", "coastal_artillery") for u in units),
        "early_war": first <= state.turn <= last,
    }
    for key, row in chart.items():
        if holds[key]:
            yield Modifier("EFT-surrender", f"modifier.{key}", row["drm"])


# rule: EF-21.12, EF-4.2.C7
def check(d: Draft[CrimeaState]) -> None:
    """Roll for every hex that is cut off and pressed."""
    most = d.now.board.charts["surrender"]["surrender"]["most"]
    for place in cornered(d.now):
        total = Sum.of(drms(d.now, place))
        roll = d.roll("roll.surrender", 10, need=most)
        surrendered = roll.faces[0] + total.total <= most
        d.log(
            "log.surrender",
            "EF-21.12",
            at(place),
            rolls=[roll],
            modifiers=total,
            place=at(place),
            surrendered=int(surrendered),
        )
        if surrendered:
            for key in stacks(d.now)[place]:
                if landings.is_spared(d.now, key):
                    continue
                results.remove(d, key, ELIMINATED, "EF-21.12")
