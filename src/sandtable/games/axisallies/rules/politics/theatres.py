"""Chapter 6: where a power counts as at war; the Soviet Union has a war of its own on each half of the board."""

from __future__ import annotations

from sandtable.games.axisallies.model import GlobalState
from sandtable.games.axisallies.rules.turns.powers import at_war, is_belligerent


# rule: AA-6.ussr.theatres
def is_at_war_here(state: GlobalState, power: str, at: int) -> bool:
    """Whether a power counts as at war in a space; the Soviet Union does so only on the half where its enemies are."""
    if power != "ussr":
        return is_belligerent(state, power)
    half = state.board.spaces[at].half
    in_europe = at_war(state, power, "germany") or at_war(state, power, "italy")
    in_pacific = at_war(state, power, "japan")
    return (half != "pacific" and in_europe) or (half != "europe" and in_pacific)
