"""Rules 25.3 and 27.3: how depots and mobile supply units move, and how strike markers hold units."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.damage.units import reduced
from sandtable.games.nextwar.rules.sequence.segments import INITIATIVE_SEGMENTS, Segment
from sandtable.games.nextwar.rules.supply.standard import halved
from sandtable.games.nextwar.rules.terms.units import face, ref
from sandtable.kernel import Refusal, refuse

INITIATIVE = INITIATIVE_SEGMENTS[0].name
# rule: NW-25.3
SEGMENTS = (INITIATIVE, "first_movement", "second_movement")
"""The segments in which mobile supply units move: the one of the initiative, and the basic ones."""
SLOWED, HALTED = 1, 2
"""Strike markers that slow a unit down, and that let it move one hex only."""


def why_not_on_the_road(state: KoreaState, key: int, now: Segment) -> Refusal | None:
    """Why a supply unit may not move in a segment; nothing for all other units."""
    unit, counter = state.units[key], state.board.units[key]
    if not counter.is_supply:
        return None
    # rule: NW-19.4.b
    if not unit.mobile:
        return refuse("NW-19.4.b", "refuse.depot_stays", ref(key), unit=ref(key))
    # rule: NW-25.3
    if now.name not in SEGMENTS:
        return refuse("NW-25.3", "refuse.no_supply_columns", ref(key), unit=ref(key))
    # rule: NW-27.3.1.f
    if unit.strike == SLOWED and now.name == INITIATIVE:
        return refuse("NW-27.3.1.f", "refuse.strike_marker", ref(key), unit=ref(key))
    return None


def allowance(state: KoreaState, key: int) -> int:
    """The movement points that a strike marker leaves a unit."""
    printed = face(state, key).allowance
    # rule: NW-27.3.1.f
    if state.board.units[key].is_supply:
        return halved(printed) if state.units[key].strike == SLOWED else printed
    return reduced(state, key, printed)


# rule: NW-27.3.2.b, NW-27.3.2.d
def is_halted(state: KoreaState, key: int) -> bool:
    """Whether a unit can move no more than one hex, and be carried by nothing."""
    return state.units[key].strike == HALTED
