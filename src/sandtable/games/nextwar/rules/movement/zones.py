"""Rule 8.2: zones of control."""

from __future__ import annotations

from sandtable.games.nextwar.model import SIDES, STACK, KoreaState
from sandtable.games.nextwar.rules.terms import memory
from sandtable.games.nextwar.rules.terms.stacks import holders, points2
from sandtable.games.nextwar.scenario.ground import MOUNTAIN, is_hex
from sandtable.kernel import derived
from sandtable.kernel.memory import patched
from sandtable.kernel.state import Seen

LEAST2 = 2 * STACK
"""Half stack points from which a zone reaches into the hexes around."""


# rule: NW-8.2.3.a, NW-8.3.1.8.b
def carries_zone(state: KoreaState, a: int, b: int) -> bool:
    """Whether the ground lets a zone of control reach from a hex into its neighbour."""
    korea = state.board
    border, into = korea.border(a, b), korea.ground[b]
    return into.is_land and into.terrain != MOUNTAIN and not into.is_urban and not border.river and not border.water


def _carried(state: KoreaState, place: int) -> tuple[int, ...]:
    """The hexes that a zone reaches from a hex, worked out once for the map."""
    table: dict[int, tuple[int, ...]] = state.board.map.cache.setdefault("zones", {})
    if place not in table:
        table[place] = tuple(n for n in state.board.near[place] if carries_zone(state, place, n))
    return table[place]


# rule: NW-8.2.1.a, NW-8.2.1.b, NWK-2.2.e
def zone_of(state: KoreaState, place: int) -> tuple[int, ...] | None:
    """The hexes around a hex that its units have in their zone of control, if they have one."""
    held2 = points2(state).get(place, 0)  # equivalent[0 becomes 1]: both are too few
    if not is_hex(place) or held2 < LEAST2 or not state.board.ground[place].is_land:
        return None
    reached = _carried(state, place)
    # rule: NW-8.2.3.b
    if state.opening:
        side, owners, ground = holders(state)[place], state.board.owners, state.board.ground
        reached = tuple(n for n in reached if not ground[n].fort or owners[n] == side)
    return reached


def _rezone(state: KoreaState, seen: Seen, before: memory.Before) -> Seen:
    """The zones after some units moved: only hexes next to them can have changed."""
    hexes = memory.touched(state, before)
    if not hexes:
        return seen
    if len(hexes) > memory.MANY:
        return {}
    near, held = state.board.near, holders(state)
    reached = dict.fromkeys(n for h in hexes if is_hex(h) for n in near[h])
    around = sorted({h for n in reached for h in near[n]})
    exerted: dict[int, list[int]] = {n: [] for n in reached}
    for h in around:
        if h in held:
            for n in zone_of(state, h) or ():
                if n in exerted:
                    exerted[n].append(h)
    return {
        args: patched(
            table, {n: tuple(h for h in sources if held[h] == args[0]) or None for n, sources in exerted.items()}
        )
        for args, table in seen.items()
    }


@derived("units", "opening", units=_rezone)
def zoc(state: KoreaState, side: str) -> dict[int, tuple[int, ...]]:
    """The hexes around a side's units that are in its zone of control, each with the hexes that it comes from."""
    assert side in SIDES
    held = holders(state)
    found: dict[int, list[int]] = {}
    for h, holder in held.items():
        if holder == side:
            for n in zone_of(state, h) or ():
                found.setdefault(n, []).append(h)
    return {h: tuple(sources) for h, sources in sorted(found.items())}
