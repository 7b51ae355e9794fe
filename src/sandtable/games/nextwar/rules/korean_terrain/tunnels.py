"""Korea, 2.6: tunnels under the DMZ."""

from __future__ import annotations

from sandtable.games.nextwar.model import DPRK, ROK, STACK, KoreaState, Tunnel
from sandtable.games.nextwar.rules.sequence.segments import INITIATIVE_SEGMENTS, MOVEMENT, segment
from sandtable.games.nextwar.rules.terms.stacks import there
from sandtable.games.nextwar.rules.terms.units import at
from sandtable.kernel import Draft, OneOf, Refusal, SomeOf, pick, pick_some, refuse

CROWD2 = 6 * STACK
MOUTHS = 2
"""Hexes of the DPRK beside a tunnel where more units may gather."""


# rule: NWK-2.6.c
def limit2(state: KoreaState, place: int, side: str) -> int:
    """Half stack points that a tunnel allows in a hex of the DPRK next to it; 0 where there is none."""
    if not state.tunnels or side != DPRK or segment(state) not in INITIATIVE_SEGMENTS:
        return 0
    return CROWD2 if any(place in tunnel.hexes for tunnel in state.tunnels.values()) else 0


# rule: NWK-2.6.a
def why_not_dig(state: KoreaState, seat: str) -> Refusal | None:
    """Why no tunnel can be placed now."""
    now = segment(state)
    if seat != DPRK or state.turn > 1 or now is None or now.kind != MOVEMENT:
        return refuse("NWK-2.6.a", "refuse.no_tunnel_now")
    if not state.accounts[DPRK].tunnels:
        return refuse("NWK-2.6.a", "refuse.no_tunnel_left")
    return None


# rule: NWK-2.6.a, NWK-2.6.f
def why_not_there(state: KoreaState, place: int) -> Refusal | None:
    """Why a hex cannot have a tunnel."""
    ground = state.board.ground[place]
    held = any(state.board.units[key].nation == ROK for key in there(state, place))
    if not ground.is_border or ground.country != ROK or not held:
        return refuse("NWK-2.6.f", "refuse.no_tunnel_there", at(place), place=at(place))
    if place in state.tunnels:
        return refuse("NWK-2.6.a", "refuse.tunnel_there", at(place), place=at(place))
    return None


def targets(state: KoreaState, seat: str) -> OneOf:
    """Hexes that can be tunnelled under."""
    border = [h for h, g in state.board.ground.items() if g.is_border and g.country == ROK]
    return pick("place", border, lambda h: why_not_there(state, h))


# rule: NWK-2.6.c
def mouths(state: KoreaState, seat: str, place: int) -> SomeOf:
    """Hexes of the DPRK beside a tunnel, of which two may be crowded."""

    def why_not(hexagon: int) -> Refusal | None:
        if state.board.ground[hexagon].country == DPRK:
            return None
        return refuse("NWK-2.6.c", "refuse.not_in_dprk", at(hexagon), place=at(hexagon))

    return pick_some("place", state.board.near[place], why_not, most=MOUTHS, default=())


def dig(d: Draft[KoreaState], place: int, hexes: tuple[int, ...]) -> None:
    """Place a tunnel."""
    d.put("tunnels", place, Tunnel(tuple(sorted(hexes))))
    d.edit("accounts", DPRK, tunnels=d.now.accounts[DPRK].tunnels - 1)
    d.log("log.tunnel", "NWK-2.6.a", at(place), place=at(place))


# rule: NWK-2.6.e, NWS-STD-5.4
def remove(d: Draft[KoreaState]) -> None:
    """All tunnels are gone after the first turn."""
    for place in tuple(d.now.tunnels):
        d.drop("tunnels", place)
