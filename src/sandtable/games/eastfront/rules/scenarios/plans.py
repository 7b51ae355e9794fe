"""Scenario 5: which of two plans of victory counts (EFS-10.55); what they do is in :mod:`campaign`.

A card that has them says so: ``plans: {choose_by: 66, reveal_by: 79}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.scenario import CrimeaScenario

KERCH, SEVASTOPOL = "kerch", "sevastopol"
PLANS = (KERCH, SEVASTOPOL)
REVEALED, CROSSED = "plan_revealed", "strait_crossed"
"""The tracks with the turn in which the plan was shown, and with that of the crossing of the strait."""
SHORT_OF_SUPPLY = 10
"""Turns after the crossing in which the Axis receives a supply point less."""


def terms(board: CrimeaScenario) -> Mapping[str, Any]:
    """What the card says of plans; empty where there are none."""
    found: Mapping[str, Any] = board.card.get("plans") or {}
    # rule: EFS-10.55.h
    return {} if board.is_combined else found


# rule: EFS-10.55.a
def is_revealed(state: CrimeaState) -> bool:
    """Whether both sides know the plan."""
    return REVEALED in state.tracks


# rule: EFS-10.55.a, EFS-10.55.h
def shown(state: CrimeaState) -> str:
    """The plan that points are counted by: that of Sevastopol until another is shown."""
    return state.plan if is_revealed(state) else SEVASTOPOL


# rule: EFS-10.55.e
def may_dig_in(state: CrimeaState) -> bool:
    """Whether the Axis builds strongpoints: with the plan of Kerch, from the turn in which it is shown."""
    return is_revealed(state) and state.plan == KERCH


# rule: EFS-10.55.e
def supply_short(state: CrimeaState) -> int:
    """Supply points that the Axis does without in this turn, because its divisions crossed the strait."""
    if CROSSED not in state.tracks:
        return 0
    return int(0 < state.turn - state.tracks[CROSSED] <= SHORT_OF_SUPPLY)
