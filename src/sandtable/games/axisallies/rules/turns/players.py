"""Chapter 4: how two to six people share the nine powers."""

from __future__ import annotations

from sandtable.games.axisallies.scenario import table

LEAST, MOST = 2, 6


# rule: AA-4.players.range
def split(players: int) -> tuple[tuple[str, ...], ...]:
    """The powers each player holds, the Axis first; every power keeps its own treasury and its own turn."""
    if not LEAST <= players <= MOST:
        raise ValueError(f"{LEAST} to {MOST} people can play, not {players}")
    return tuple(tuple(powers) for powers in table("powers")["seats"][str(players)]["powers"])
