"""What carries a line over wide water beside the printed bridges: bridge units and ferries that are ready for use.

A bridge unit lies on a hexside, named as ``side_key`` names it. Under construction it changes nothing.
"""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState, side_key
from sandtable.kernel import derived


# rule: EF-23.21
@derived("bridges")
def spans(state: CrimeaState) -> tuple[tuple[int, int], ...]:
    """Hexsides that a finished bridge unit spans, each as the two hexes it lies between."""
    return tuple((bridge.hex, bridge.to) for bridge in state.bridges.values() if bridge.opened and not bridge.ferry)


def is_spanned(state: CrimeaState, a: int, b: int) -> bool:
    """Whether a finished bridge unit lies between two hexes."""
    return (a, b) in spans(state) or (b, a) in spans(state)


# rule: EF-PB2.35.b, EF-PB2.35.c
def has_ferry(state: CrimeaState, a: int, b: int) -> bool:
    """Whether a ferry runs between two hexes: from the turn after the one in which it was finished."""
    bridge = state.bridges.get(side_key(a, b)) if state.bridges else None
    return bridge is not None and bridge.ferry and 0 < bridge.opened < state.turn


# rule: EF-23.22.b, EF-PB2.35.c
def carries_supply(state: CrimeaState, side: str, a: int, b: int) -> bool:
    """Whether a bridge unit or a ferry of a side lets its supply lines over a hexside."""
    bridge = state.bridges.get(side_key(a, b)) if state.bridges else None
    if bridge is None or bridge.side != side:
        return False
    return has_ferry(state, a, b) if bridge.ferry else bool(bridge.opened)


# rule: EF-PB2.34.e
def carries_rail(state: CrimeaState, a: int, b: int) -> bool:
    """Whether trains get over a hexside: wide water needs a rail bridge that stands, or a ferry."""
    border = state.board.border(a, b)
    wide = bool(border.water) or border.river == "major"
    return not wide or "rail" in border.bridge or has_ferry(state, a, b)
