"""Play-book 5.64 and 5.10: guns that fire into bunkers, and those who die in them."""

from __future__ import annotations

from sandtable.games.eastfront.model import AXIS, Attack, CrimeaState
from sandtable.games.eastfront.rules.enlarged_map.works import BELT, works_at
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import in_city, lines, strength
from sandtable.games.eastfront.scenario.world import is_inner

ASSAULT_GUN = "assault_gun"


def _is_bunker(state: CrimeaState, place: int) -> bool:
    """Whether a hex of the enlarged map has a strongpoint, a belt, a fortified line or a city."""
    point = state.strongpoints.get(place)
    if not is_inner(place):
        return False
    dug_in = point is not None and point.side != AXIS and not point.building
    return dug_in or works_at(state, place) == BELT or place in lines(state) or in_city(state, place)


# rule: EF-PB5.64
def busters(state: CrimeaState, attack: Attack, units: tuple[int, ...]) -> tuple[int, ...]:
    """Who counts twice in an attack on bunkers: the best anti-aircraft unit that is silent, the best assault guns."""
    if attack.side != AXIS or not any(_is_bunker(state, h) for h in attack.hexes):
        return ()
    counters = state.board.units
    flak = [k for k in units if counters[k].anti_air and not state.pieces[k].fired]
    guns = [k for k in units if counters[k].kind == ASSAULT_GUN]
    best = [max(kind, key=lambda k: (strength(state, k).attack, -k)) for kind in (flak, guns) if kind]
    return tuple(best)


# rule: EF-PB5.10
def is_denied(state: CrimeaState, attack: Attack, place: int) -> bool:
    """Whether nobody advances into a hex whose defenders died rather than retreat: it has works of the Soviets."""
    battle = state.battle
    if battle is None or not battle.defiant or attack.side != AXIS or not is_inner(place):
        return False
    point = state.strongpoints.get(place)
    # rule: EF-18.31
    dug_in = point is not None and point.side != AXIS and not point.building
    return dug_in or works_at(state, place) == BELT
