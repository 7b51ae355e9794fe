"""Scenario 6, the special rules of the attacks at Kerch in February and March 1942 (EFS-10.64)."""

from __future__ import annotations

from sandtable.games.eastfront.model import SOVIET, Attack, CrimeaState
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import stacks

PANZERS = "22 Pz Div"
DOUBLE = 2


# rule: EFS-10.64.c
def times(state: CrimeaState, key: int, hexes: tuple[int, ...]) -> int:
    """How often the attack of a unit counts: that of Soviet armour twice against the green tanks of 22nd Panzer."""
    units = state.board.units
    if not state.board.special("soviet_armour_doubled_against_22_panzer"):
        return 1
    if units[key].side != SOVIET or not units[key].armour:
        return 1
    met = [units[k] for h in hexes for k in stacks(state).get(h, ())]
    return DOUBLE if any(u.armour and u.formation == PANZERS for u in met) else 1


# rule: EFS-10.64.d2
def stays(state: CrimeaState, attack: Attack) -> bool:
    """Whether attackers who should retreat stay and lose a step instead."""
    return attack.side == SOVIET and state.board.special("soviet_attackers_stay")
