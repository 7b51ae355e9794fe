"""Play-book 7.32 to 7.36: guns that never move, guns of the coast, and siege guns with an asterisk for support.

A hex of a card or a board may hold works of its own: ``works: citadel`` or ``works: belt``. Siege guns have a star on
their firing side, as in ``front: "*-1-0"``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sandtable.games.eastfront.model import AXIS, SOVIET, CrimeaState
from sandtable.games.eastfront.rules.enlarged_map.works import BELT, CITADEL
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import ref, strength
from sandtable.games.eastfront.scenario import Counter
from sandtable.kernel import Refusal, refuse

WORKS = {CITADEL: "EF-PB5.72.a", BELT: "EF-PB5.82"}
"""Works that only siege guns undo, each with the rule that gives the defender a modifier for them."""
COASTAL = "coastal_artillery"
DORA = "672 Dora"


# rule: EF-PB7.36, EF-PB7.34
def is_gun(state: CrimeaState, key: int) -> bool:
    """Whether a unit acts as artillery: guns of the field and of the coast do, a battery without its guns does not."""
    return state.board.units[key].artillery and not is_disarmed(state, key)


# rule: EF-PB7.34
def is_disarmed(state: CrimeaState, key: int) -> bool:
    """Whether a Soviet battery in the rock has lost its guns for good: its crew fights on as infantry."""
    counter = state.board.units[key]
    return counter.is_fixed and counter.side == SOVIET and state.pieces[key].steps < counter.steps


# rule: EF-PB7.32.e, EF-PB7.34
def why_fixed(counter: Counter) -> Refusal | None:
    """Why a super-heavy gun never moves, nor turns over: it has a firing side only."""
    if not counter.is_fixed:
        return None
    rule = "EF-PB7.32.e" if counter.side == AXIS else "EF-PB7.34"
    return refuse(rule, "refuse.firing_only", ref(counter.id), unit=ref(counter.id))


# rule: EF-PB8.76.c
def has_own_shells(counter: Counter) -> bool:
    """Whether a gun always has attack supply: Soviet guns of the coast do."""
    return counter.kind == COASTAL and counter.side == SOVIET


# -- siege guns --------------------------------------------------------------------------------------------------------


def is_siege_gun(state: CrimeaState, key: int) -> bool:
    """Whether a gun is super-heavy and has an asterisk for support: it breaks works and adds no strength."""
    return strength(state, key).asterisk and state.board.units[key].is_super_heavy


# rule: EF-PB7.32.c
def broken_by(state: CrimeaState, guns: Sequence[int], works: Mapping[str, int]) -> int:
    """Modifiers for such works that the siege guns of an attack undo, one each."""
    return min(len([k for k in guns if is_siege_gun(state, k)]), sum(works.get(name, 0) for name in WORKS))


def fired(state: CrimeaState, key: int) -> int:
    """How often a siege gun has fired in this game."""
    return state.tracks.get(track_of(key), 0)


def track_of(key: int) -> str:
    """The track that counts the shots of a siege gun."""
    return f"shots_{key}"


# rule: EF-PB7.32.d
def shots_left(state: CrimeaState, key: int) -> int:
    """Shots that a siege gun still has."""
    most: int = state.board.charts["artillery"]["super_heavy_destruction"]["shots"]["most"]
    return max(most - fired(state, key), 0)


# rule: EF-PB7.32.d
def why_spent(state: CrimeaState, key: int) -> Refusal | None:
    """Why a siege gun is silent: it has fired its last shell."""
    if not is_siege_gun(state, key) or shots_left(state, key):
        return None
    return refuse("EF-PB7.32.d", "refuse.no_shells", ref(key), unit=ref(key), fired=fired(state, key))
