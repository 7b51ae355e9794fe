"""Peace or war: what a cease-fire is worth to a side that leads, and what it costs one that does not."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.actions.moving import Done
from sandtable.games.nextwar.actions.politics import FightOn, Obey, Veto
from sandtable.games.nextwar.model import KoreaState, enemy
from sandtable.games.nextwar.rules.united_nations.resolutions import REFUSAL2
from sandtable.planning import Idea, Verbs

HOPE = 2
"""Turns for which a side may fight on against a resolution before the points that it costs outgrow what it gains."""


def lead2(state: KoreaState, side: str) -> int:
    """Half victory points by which a side leads, those of this turn among them."""
    ours, theirs = state.accounts[side], state.accounts[enemy(side)]
    return ours.vp2 + ours.turn_vp2 - theirs.vp2 - theirs.turn_vp2


def wins_now(state: KoreaState, side: str) -> bool:
    """Whether a side would win if the game ended now."""
    levels: dict[str, int] = state.board.card["victory"].get("levels", {})
    return lead2(state, side) >= min(levels.values(), default=1)


def loses_now(state: KoreaState, side: str) -> bool:
    """Whether a side would lose if the game ended now."""
    return wins_now(state, enemy(side))


def ideas(state: KoreaState, seat: str, verbs: Verbs) -> Iterator[Idea]:
    """Peace for those who have won; for all others the war goes on as long as it can bring more than it costs."""
    if "veto" in verbs:
        yield (Done(), Veto()) if wins_now(state, seat) else (Veto(), Done())
    if "obey" in verbs:
        turns = state.board.turns - state.turn + 1
        hopeless = lead2(state, seat) < -REFUSAL2 * HOPE or turns <= 1
        peace = wins_now(state, seat) or (hopeless and not loses_now(state, seat))
        yield (Obey(), FightOn()) if peace else (FightOn(), Obey())
