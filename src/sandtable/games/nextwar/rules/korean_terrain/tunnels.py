"""Korea, 2.6: tunnels under the DMZ."""

from __future__ import annotations

from sandtable.games.nextwar.model import DPRK, STACK, KoreaState

CROWD2 = 6 * STACK


# rule: NWK-2.6.c
def limit2(state: KoreaState, place: int, side: str) -> int:
    """Half stack points that a tunnel allows in a hex of the DPRK next to it; 0 where there is none."""
    if side == DPRK and any(place in tunnel.hexes for tunnel in state.tunnels.values()):
        return CROWD2
    return 0
