"""The words that fields of a position use, and the numbers of its things."""

from __future__ import annotations

from typing import Annotated

from sandtable.kernel import of
from sandtable.kernel.refusals import Place

DPRK, ALLIED = "dprk", "allied"
SIDES = (DPRK, ALLIED)

ROK, US, COMMONWEALTH, JAPAN, PRC = "rok", "us", "cw", "japan", "prc"
NATIONS = (DPRK, PRC, ROK, US, COMMONWEALTH, JAPAN)
SIDE_OF = {DPRK: DPRK, PRC: DPRK, ROK: ALLIED, US: ALLIED, COMMONWEALTH: ALLIED, JAPAN: ALLIED}
HOME = {DPRK: DPRK, ALLIED: ROK}
"""The country of a side's soil: of the DPRK and its ally the DPRK, of all others the ROK."""

UnitId = Annotated[int, of("piece")]
HelicopterId = Annotated[int, of("helicopter")]
ShipId = Annotated[int, of("ship")]
AirId = Annotated[int, of("air")]
Units = tuple[UnitId, ...]
Wing = tuple[AirId, ...]
Places = tuple[Place, ...]

# Where a counter is that is not on the board.
TO_COME, POOL, TO_PLACE, ELIMINATED, UNUSED = "to_come", "pool", "to_place", "eliminated", "unused"
SURRENDERED = "surrendered"
BOXES = (TO_PLACE, TO_COME, POOL, ELIMINATED, SURRENDERED, UNUSED)

CLEAR, OVERCAST, STORM = "clear", "overcast", "storm"
WEATHERS = (CLEAR, OVERCAST, STORM)
SPRING, SUMMER, AUTUMN, WINTER = "spring", "summer", "autumn", "winter"

# Boxes of the air display, beside those of counters that are not in play.
READY, FLOWN, ABORTED, IN_THE_AIR, ARRIVING = "ready", "flown", "aborted", "superiority", "arriving"
AIR_BOXES = (READY, FLOWN, ABORTED, IN_THE_AIR, ARRIVING)
YELLOW_SEA, EAST_SEA = "yellow", "east"
AIR_BASES = (DPRK, PRC, ROK, JAPAN, YELLOW_SEA, EAST_SEA)
"""Whose boxes of the display an air unit uses: a country's, or those of the carriers in a sea zone."""

CONTESTED, ADVANTAGE, SUPERIORITY, SUPREMACY = "contested", "advantage", "superiority", "supremacy"
LEVELS = (CONTESTED, ADVANTAGE, SUPERIORITY, SUPREMACY)

PASSIVE, MODERATE, AGGRESSIVE = "passive", "moderate", "aggressive"
POSTURES = (PASSIVE, MODERATE, AGGRESSIVE)
# What a nation that intervenes sends: supplies, special forces, air units, and in the end everything.
SUPPLIES, SPECIAL_FORCES, AIR_FORCE, EVERYTHING = "supplies", "special_forces", "air", "full"
INTERVENTIONS = (SUPPLIES, SPECIAL_FORCES, AIR_FORCE, EVERYTHING)
PROPOSED, STANDS, PEACE = "proposed", "stands", "peace"
CEASE_FIRES = (PROPOSED, STANDS, PEACE)

STEP_MP = 6
"""Sixths in a movement point: half and a third of one are whole numbers of them."""
STACK = 2
"""Halves in a stack point, and in a victory point."""


def enemy(side: str) -> str:
    """The other side."""
    return ALLIED if side == DPRK else DPRK
