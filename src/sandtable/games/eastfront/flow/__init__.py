"""The sequence of play."""

from __future__ import annotations

from sandtable.games.eastfront.flow.combat import BATTLE, GAUNTLET, OVERRUN, STRIKE
from sandtable.games.eastfront.flow.segments import AXIS_SEGMENT, INTERPHASE, SOVIET_SEGMENT
from sandtable.games.eastfront.flow.strategic import STRATEGIC
from sandtable.games.eastfront.model import CrimeaState
from sandtable.kernel import Phase, Sequence

SEQUENCE: Sequence[CrimeaState] = Sequence(
    Phase(
        "turn",
        "EF-4.2.n",
        (STRATEGIC, AXIS_SEGMENT, SOVIET_SEGMENT, INTERPHASE),
        again=lambda s: True,
    ),
    BATTLE,
    OVERRUN,
    GAUNTLET,
    STRIKE,
)
