"""Play-book 5.86: in the joined game the fortified belt is not finished when it begins."""

from __future__ import annotations

from sandtable.games.eastfront.model import CrimeaState
from sandtable.games.eastfront.rules.enlarged_map.works import BELT
from sandtable.games.eastfront.rules.terms.zoc_and_stacking import at
from sandtable.games.eastfront.scenario.board import CrimeaScenario
from sandtable.kernel import Draft

BELT_READY = 53
"""The turn at the end of whose Soviet Engineer phase the fortified belt is finished."""


# rule: EF-PB5.86
def unfinished_belt(board: CrimeaScenario) -> tuple[int, ...]:
    """Hexes of the belt that are of no use yet when a game begins: in the joined one, before the belt is finished."""
    if not board.is_combined or board.first_turn > BELT_READY:
        return ()
    return tuple(h for h, ground in board.ground.items() if ground.works == BELT)


# rule: EF-PB5.86
def finish_belt(d: Draft[CrimeaState]) -> None:
    """The Soviet Engineer phase in which the belt is finished ends: what nobody has destroyed stands from now on."""
    if not d.now.board.is_combined or d.now.turn != BELT_READY:
        return
    ready = [h for h in unfinished_belt(d.now.board) if d.now.razed.get(h) == 0]
    for h in ready:
        d.drop("razed", h)
    if ready:
        d.log("log.belt_finished", "EF-PB5.86", *map(at, ready), hexes=len(ready))
