"""Korea, 15.1: light infantry of the DPRK crosses water by hovercraft."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import DPRK, STEP_MP, KoreaState, enemy
from sandtable.games.nextwar.rules.movement.control import controller
from sandtable.games.nextwar.rules.movement.terrain import Way
from sandtable.games.nextwar.rules.terms.stacks import holders
from sandtable.kernel import Draft

BERTHS = ("N2518", "N2619", "N2718")
COST = 3 * STEP_MP
LIGHT_INFANTRY = "light"
"""The kind of unit: all of them are brigades of the DPRK."""
MOST = 2
"""Brigades in a movement segment."""


# rule: NWK-15.1
def is_passenger(state: KoreaState, key: int, company: int) -> bool:
    """Whether a unit may go by hovercraft with its company: light infantry brigades of the DPRK, two in a segment."""
    is_light = state.board.units[key].kind == LIGHT_INFANTRY
    return state.board.settings.hovercraft and is_light and state.hovercraft + company <= MOST


# rule: NWK-15.1
def ways(state: KoreaState, key: int, company: int) -> Iterator[tuple[int, Way]]:
    """The ways over water for units that go together, to hexes of the enemy without his units."""
    here = state.units[key].hex
    if not is_passenger(state, key, company) or state.board.ground[here].label not in BERTHS:
        return
    for to in crossings(state, here):
        free = holders(state).get(to) != enemy(DPRK) and controller(state, to) != DPRK
        if free:
            yield here, (to, COST, None)


# rule: NWK-15.1
def crossings(state: KoreaState, place: int) -> tuple[int, ...]:
    """The hexes beyond the water next to a hex, as far as the map marks a way for hovercraft."""
    return tuple(to for to in state.board.near.get(place, ()) if state.board.border(place, to).acv)


# rule: NWK-15.1
def count(d: Draft[KoreaState], units: tuple[int, ...], start: int, path: tuple[int, ...]) -> None:
    """Note who went by hovercraft: only it crosses there."""
    if d.now.board.settings.hovercraft and path[0] in crossings(d.now, start):
        d.set(hovercraft=d.now.hovercraft + len(units))
