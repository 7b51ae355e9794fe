"""Markers on the map, and what each side has on the tracks."""

from __future__ import annotations

from msgspec import Struct

from sandtable.games.nextwar.model.words import Places
from sandtable.kernel.refusals import Seat


class Toll(Struct, frozen=True, omit_defaults=True):
    """The card of the air war: damage to the air bases of a side."""

    strike1: int = 0
    strike2: int = 0
    destroyed: int = 0


class MopUp(Struct, frozen=True):
    """A mop-up marker: whose units are under it, and its number."""

    side: Seat
    number: int


class Tunnel(Struct, frozen=True):
    """A tunnel into a hex of the ROK, with the two hexes of the DPRK where more may stack."""

    hexes: Places = ()


class Account(Struct, frozen=True, omit_defaults=True):
    """What a side has on the general track."""

    vp2: int = 0
    """Half victory points in all."""
    turn_vp2: int = 0
    """Half victory points of this turn."""
    air: int = 0
    air_lost: int = 0
    airmobile: int = 0
    """Airmobile points of the side as long as it loses none."""
    airmobile_used: int = 0
    airmobile_lost: int = 0
    tunnels: int = 0
    """Tunnels that can still be dug."""
    outposts: int = 0
    """Combat outposts that can still be placed."""
    sea_transport2: int = 0
    """Half stack points moved by sea in this segment."""
    sea_more2: int = 0
    """Half stack points by which reinforcements have raised the limit of sea transport."""
    dropped2: int = 0
    """Half stack points dropped by parachute in this segment."""
    beachheads_gone: int = 0
    """Beachheads that were given up in this turn: they cannot be placed again in it."""
    rolls: int = 0
    """Rolls for automatic victory so far."""
    supply: int = 0
    """Supply points."""
    scud: int = 0
    cruise: int = 0
    """Cruise missile points."""
    lost_bases: int = 0
    """Own air bases and airfields destroyed or taken since they were last counted."""
    repairs: int = 0
    """Supply points spent on repairs in this phase."""
    attempts: int = 0
    """Attempts at electronic detection that are left in this phase."""
    chemical: int = 0
    """Chemical points."""
    gas_now: int = 0
    """Combats of this segment that chemical weapons support."""
    gas_uses: int = 0
    """Chemical markers used so far."""
    gas_turn: int = 0
    """The turn in which the side first used one."""
    emergency: int = 0
    """Supply points spent on emergency supply in this phase."""
    early_scuds: int = 0
    """SCUD attacks that are left before the war."""
    from_china: bool = False
    """A cruise missile was launched from China in this strike phase."""
