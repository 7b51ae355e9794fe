"""When to go to war."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.axisallies.actions.diplomacy import Declare
from sandtable.games.axisallies.bots.threats import foes_of
from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.turns.powers import at_war, is_belligerent
from sandtable.planning import Idea

BARBAROSSA, SOUTHWARD = 2, 2
"""The rounds in which Germany turns east and Japan south."""


def declarations(state: GlobalState, power: str) -> Iterator[Idea]:
    """The powers to declare war on now."""
    for foe in foes_of(state, power):
        if not at_war(state, power, foe) and _wants(state, power, foe):
            yield (Declare(foe),)


def _wants(state: GlobalState, power: str, foe: str) -> bool:
    match power, foe:
        case "germany", "ussr":
            return state.round >= BARBAROSSA
        case "italy", "ussr":
            return at_war(state, "germany", "ussr")
        case "japan", ("uk" | "anzac" | "france" | "usa"):
            return state.round >= SOUTHWARD
        case "ussr", ("germany" | "italy"):
            return True
        case "usa", _:
            return True
        case (("uk" | "anzac" | "france"), "japan"):
            # Japan at peace is an enemy the fewer, until it is at war with an ally anyway.
            return at_war(state, "japan", "usa") or is_belligerent(state, "usa")
    return False
