"""What the umpire proposes where nearly everybody would do the same: aircraft come home, what was bought is placed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sandtable.games.axisallies.actions.buying import Deploy
from sandtable.games.axisallies.actions.flying import Fly
from sandtable.games.axisallies.bots import buying, moving
from sandtable.games.axisallies.model import GlobalState
from sandtable.kernel import Action, NoDice, Refusal, codec
from sandtable.kernel.dice import ScriptError
from sandtable.kernel.queries import Phrase, Suggestion
from sandtable.planning import Idea

MOST = 60
"""More answers than this nobody looks through: the rest is proposed when these are given."""
Ideas = Callable[[GlobalState, str], Iterator[Idea]]


def propose(state: GlobalState, seat: str) -> Suggestion | None:
    """What a seat could answer without a thought, all at once; ``None`` where everything is a decision."""
    if not state.flow or seat not in state.here.waiting:
        return None
    at = state.here.at
    if at.endswith("noncombat.moves"):
        return _landings(state, seat)
    return _placements(state, seat) if at.endswith("mobilize") else None


def _landings(state: GlobalState, seat: str) -> Suggestion | None:
    """Every aircraft in the air comes down."""
    found = _carried_out(state, seat, lambda now, power: moving.landings(now, power, closes_up=False))
    flights = [action for action in found if isinstance(action, Fly)]
    if not flights:
        return None
    lines = dict.fromkeys((str(state.units[action.units[0]].at), str(action.to)) for action in flights)
    return Suggestion(
        title=Phrase("propose.land", {"count": sum(len(action.units) for action in flights)}),
        actions=tuple(map(_plain, flights)),
        lines=tuple(lines),
    )


def _placements(state: GlobalState, seat: str) -> Suggestion | None:
    """Everything that was bought enters play."""
    found = [action for action in _carried_out(state, seat, buying.placements) if isinstance(action, Deploy)]
    if not found:
        return None
    count = sum(action.count for action in found)
    return Suggestion(title=Phrase("propose.place", {"count": count}), actions=tuple(map(_plain, found)))


def _carried_out(state: GlobalState, seat: str, ideas: Ideas) -> list[Action]:
    """The first legal answer to each idea, each given in the position after the one before."""
    from sandtable.games.axisallies.game import GAME  # the game has these queries

    found: list[Action] = []
    at = state.here.at
    while len(found) < MOST and state.flow and state.here.at == at:
        for action in (action for idea in ideas(state, seat) for action in idea):
            try:
                step = GAME.apply(state, seat, action, NoDice())
            except ScriptError:  # dice would fall: that is a decision
                continue
            if not isinstance(step, Refusal):
                found.append(action)
                state = step.state
                break
        else:
            return found
    return found


def _plain(action: Action) -> dict[str, Any]:
    plain: dict[str, Any] = codec.plain(action)
    return plain
