"""Who is ahead in a game that is not over: production and units of the two alliances, and what they began with."""

from __future__ import annotations

from sandtable.games.axisallies.bots.values import army_value, production_of
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.turns.powers import ALLIES, AXIS
from sandtable.games.axisallies.scenario import GlobalScenario


def sides(board: GlobalScenario) -> dict[str, tuple[str, ...]]:
    """The two alliances and their powers."""
    return {side: tuple(p.id for p in board.powers.values() if p.alliance == side) for side in (AXIS, ALLIES)}


def rounds(state: GlobalState) -> int:
    """Rounds played to their end."""
    return state.round - 1


def wealth(state: GlobalState) -> dict[str, int]:
    """What each alliance earns in a round and has on the board, in IPC."""
    return {side: production_of(state, side) + army_value(state, side) for side in (AXIS, ALLIES)}


def leader(before: GlobalState, now: GlobalState) -> str:
    """The side that won; else the one that is richer than the other and has a larger share than it began with.

    Empty where nobody is both: the Allies begin with more, so being richer alone says little of them, and a larger
    share alone says little of the Axis.
    """
    if now.winner:
        return now.winner
    then, here = wealth(before), wealth(now)
    for side, other in ((AXIS, ALLIES), (ALLIES, AXIS)):
        if here[side] > here[other] and here[side] * then[other] > then[side] * here[other]:
            return side
    return ""


def advantage(before: GlobalState, now: GlobalState) -> float:
    """How far the Axis has come: the share of all wealth that it gained; a whole one more for a victory."""
    then, here = wealth(before), wealth(now)
    gained = here[AXIS] / max(1, sum(here.values())) - then[AXIS] / max(1, sum(then.values()))
    return gained + (0 if not now.winner else 1 if now.winner == AXIS else -1)
