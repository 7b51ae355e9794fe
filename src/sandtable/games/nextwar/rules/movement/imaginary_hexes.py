"""Korea, 5.5.2.1: the imaginary hexes beside the map, where units wait if the enemy holds the end of their line."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.terms.stacks import holders


def is_imaginary(state: KoreaState, place: int) -> bool:
    """Whether a place is the imaginary hex beside the end of a line."""
    return place in state.board.map.edges


def end_of(state: KoreaState, place: int) -> int:
    """The hex of the map that an imaginary one is beside; any other place itself."""
    return state.board.map.edges.get(place, place)


# rule: NWK-5.5.2.1.a
def is_only_imagined(state: KoreaState, place: int, side: str) -> bool:
    """Whether there is no such hex for a side: it lasts as long as units stand in it."""
    return is_imaginary(state, place) and holders(state).get(place) != side


# rule: NWK-5.5.2.1.a
def havens(state: KoreaState, place: int) -> tuple[int, ...]:
    """Where units beside the map fall back to: the box that their line leads to, or its far ends on the map."""
    end = end_of(state, place)
    # rule: NWK-5.5.2.1.b
    twins = state.board.place("N2500"), state.board.place("N2600")
    if end in twins:
        return tuple(twin for twin in twins if twin != end)
    ends = (
        line.to if line.start == end else line.start for line in state.board.map.lines if end in (line.start, line.to)
    )
    return tuple(sorted(ends))
