"""Chapter 19, the state of the lines: which rail hexes serve whom, and where the railheads are.

Railheads are not stored: a converted hex with an unconverted one ahead of it is a railhead for that line. A run of cut
hexes stands for the cut markers with arrows.
"""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.games.eastfront.model import AXIS, CrimeaState
from sandtable.games.eastfront.scenario import CITIES, CrimeaScenario
from sandtable.games.eastfront.scenario.files import chart
from sandtable.kernel import derived
from sandtable.kernel.graph import flood

CONVERTED, CAPTURED, CUT = "converted", "captured", "cut"
CHART = chart("railways")
INTERDICTED: int = CHART["movement"]["per_hex_under_interdiction"]
"""Rail hexes that one in a zone of interdiction counts for, for loads and for armoured trains alike."""


# rule: EF-6.4.c
def along_rail(board: CrimeaScenario, place: int) -> tuple[int, ...]:
    """The hexes that a railway joins to a hex; a line that reaches a city runs through all its hexes, drawn or not."""
    table: dict[int, tuple[int, ...]] = board.cache.setdefault("rails", {})
    if place not in table:
        near = board.grid.neighbours.get(place, ())
        within = _city_with_line(board, place)
        table[place] = tuple(n for n in near if board.border(place, n).rail or n in within)
    return table[place]


def _city_with_line(board: CrimeaScenario, place: int) -> Mapping[int, int]:
    """All hexes of the city that a hex belongs to, if a line is drawn to any of them."""
    if board.ground[place].place not in CITIES:
        return {}
    near = board.grid.neighbours
    city = flood([place], near, lambda a, b: board.ground[b].place in CITIES).costs
    return city if any(board.border(h, n).rail for h in city for n in near[h]) else {}


def is_rail(board: CrimeaScenario, place: int) -> bool:
    """Whether a railway runs through a hex."""
    return bool(along_rail(board, place))


def rail_hexes(board: CrimeaScenario) -> tuple[int, ...]:
    """Every hex with a railway, looked for once."""
    if "rail_hexes" not in board.cache:
        board.cache["rail_hexes"] = tuple(h for h in board.ground if is_rail(board, h))
    found: tuple[int, ...] = board.cache["rail_hexes"]
    return found


# rule: EF-19.11
def serves(state: CrimeaState, side: str, place: int) -> bool:
    """Whether a rail hex is of use to a side: Soviet until an Axis railhead has passed, the Axis' once converted."""
    now = state.rails.get(place, "")
    # rule: EF-3.23, EF-6.4.b
    if side == AXIS:
        return now == CONVERTED
    # rule: EF-19.12
    return not now and is_rail(state.board, place)


# rule: EF-19.23
@derived("rails")
def railheads(state: CrimeaState) -> dict[int, tuple[int, ...]]:
    """Axis railheads, each with the rail hexes ahead of it: at a junction one for every line."""
    found = {}
    for place, now in state.rails.items():
        ahead = tuple(n for n in along_rail(state.board, place) if state.rails.get(n) != CONVERTED)
        if now == CONVERTED and ahead:
            found[place] = ahead
    return found


# rule: EF-PB2.34.a
@derived("rails")
def captured_lines(state: CrimeaState) -> tuple[tuple[int, ...], ...]:
    """The captured lines, each as its hexes."""
    left = [h for h, now in state.rails.items() if now == CAPTURED]
    found = []
    while left:
        line, todo = [], [left[0]]
        while todo:
            place = todo.pop()
            if place in left:
                left.remove(place)
                line.append(place)
                todo += along_rail(state.board, place)
        found.append(tuple(sorted(line)))
    return tuple(found)


def rails_at_start(board: CrimeaScenario) -> dict[int, str]:
    """The lines as the card of the scenario has them."""
    card = board.card.get("rails") or {}
    found = {int(h): now for now in (CONVERTED, CAPTURED, CUT) for h in card.get(now, ())}
    return dict(sorted(found.items()))
