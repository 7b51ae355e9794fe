"""Rule 9.5.4 and Korea, 16.2 and 15.5.1: the surprise of the first turn, and what stolen plans add to it."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.games.nextwar.model import KoreaState
from sandtable.games.nextwar.rules.sequence.segments import (
    BASIC_SEGMENTS,
    COMBAT,
    INITIATIVE_SEGMENTS,
    has_initiative_phase,
    player,
    segment,
)
from sandtable.kernel import Modifier

SHIFT, SEGMENT = "shift", "segment"
INITIATIVE = "initiative"


# rule: NW-9.5.4, NWK-16.2.2.l
def shifts(state: KoreaState, side: str) -> Iterator[Modifier]:
    """Columns that surprise gives to an attack."""
    card = state.board.card["surprise"]
    if not card or card["side"] != side:
        return
    plans = state.board.settings.stolen_plans
    # rule: NWK-15.5.1
    if is_surprise(state) or (plans == SEGMENT and is_extra_segment(state)):
        yield Modifier("NW-9.5.4", "modifier.surprise", card["columns"])
        # rule: NWK-15.5.1
        if plans == SHIFT:
            yield Modifier("NWK-15.5.1", "modifier.stolen_plans", 1)


# rule: NW-9.5.4, NWK-16.2.4.i
def is_surprise(state: KoreaState) -> bool:
    """Whether the attacks of this segment surprise: those of the card's turn, or of its first phase alone."""
    card = state.board.card["surprise"]
    if card["turn"] != state.turn:
        return False
    return card.get("phase") != INITIATIVE or segment(state) in INITIATIVE_SEGMENTS


# rule: NWK-15.5.1
def is_extra_segment(state: KoreaState) -> bool:
    """Whether this is the first combat segment of the side after the surprise of the card is over."""
    card = state.board.card["surprise"]
    if card.get("phase") == INITIATIVE:
        return bool(state.turn == card["turn"])  # the basic phase has one
    return state.turn == card["turn"] + 1 and segment(state) == _first_combat(state, card["side"])


def _first_combat(state: KoreaState, side: str) -> object:
    early = INITIATIVE_SEGMENTS if has_initiative_phase(state) else ()
    mine = (one for one in (*early, *BASIC_SEGMENTS) if one.kind == COMBAT and player(state, one.player) == side)
    return next(mine)
