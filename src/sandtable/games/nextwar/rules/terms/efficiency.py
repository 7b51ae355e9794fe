"""Rule 2.3.3: the efficiency of a unit and the checks on it."""

from __future__ import annotations

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.combat import contamination
from sandtable.games.nextwar.rules.damage import units as markers
from sandtable.games.nextwar.rules.movement import nations, stacking
from sandtable.games.nextwar.rules.scenarios import options
from sandtable.games.nextwar.rules.supply import status
from sandtable.games.nextwar.rules.supply.standard import LEAST
from sandtable.games.nextwar.rules.terms.units import DIE, face, ref, side_of
from sandtable.kernel import Draft, Modifier, Sum

ELITE = 6


# rule: NW-2.3.3.a, NW-8.1.1.1.c
def efficiency(state: KoreaState, key: int, is_moving: bool = False) -> Sum:
    """The efficiency rating of a unit now, with the reasons; crowding and mixed stacks lower it, never below 0.

    A strike marker is taken from the printed figure, as from strength and movement, so that its floor of 1 raises
    nothing that is lower for other reasons; nor does that of the standard game's supply.
    While its side moves, only what crowded the hex before counts: who comes in crowds it when movement is over.
    """
    place = state.units[key].hex
    printed = Modifier("NW-2.3.3.a", "modifier.efficiency", face(state, key).efficiency)
    parts = [printed, *markers.penalties(state, key)]
    if (not is_moving or place in state.crowded) and (over := stacking.excess(state, place)):
        parts.append(Modifier("NW-8.1.1.1.c", "modifier.overstacked", -over))
    parts += nations.penalties(state, key)
    parts += options.readiness(state, key)
    parts += contamination.penalties(state, key)
    least = 0
    # rule: NW-13.1.4.a, NW-19.5.a, NW-19.7.2.b
    if rule := status.lacks_supply(state, key):
        if not state.board.is_advanced:
            least = max(least, min(LEAST, Sum.of(parts).total))
        parts.append(Modifier(rule, "modifier.unsupplied", -1))
    parts.append(Modifier("NW-2.3.3.a", "modifier.least", least, op="least"))
    return Sum.of(parts)


def rating(state: KoreaState, key: int) -> int:
    """The efficiency as a number."""
    return efficiency(state, key).total


# rule: NW-2.3.3.b
def is_elite(state: KoreaState, key: int) -> bool:
    """Whether a unit about to move is elite."""
    return efficiency(state, key, is_moving=True).total >= ELITE


# rule: NW-2.3.3.a, NW-2.6
def check(d: Draft[KoreaState], key: int, rule: str) -> bool:
    """Roll against the efficiency of a unit; true if it passes."""
    need = efficiency(d.now, key)
    roll = d.draw("roll.efficiency", DIE, need=need.total)
    passed = roll.faces[0] <= need.total
    d.log(
        "log.efficiency_check",
        rule,
        ref(key),
        rolls=[roll],
        modifiers=need,
        by=side_of(d.now, key),
        unit=ref(key),
        passed=int(passed),
    )
    return passed
