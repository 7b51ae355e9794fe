"""What a staff is told about a segment beyond what it would do by itself: the plans that the strategist weighs."""

from __future__ import annotations

from msgspec import Struct

URGED = 4.0
"""How much more an attack counts that is wanted from above."""
DARE = 0.6
"""How much less an attack has to promise for every step of daring."""
CAUTIOUS, BOLD = -2, 3
"""The least and the most daring."""


class Orders(Struct, frozen=True):
    """Orders for one segment."""

    urged: frozenset[int] = frozenset()
    """Hexes that are attacked before others."""
    spared: frozenset[int] = frozenset()
    """Hexes that are not attacked."""
    daring: int = 0
    guards: bool = True
    """Whether the best defenders stay in what the enemy could take."""
    advance: bool | None = None
    """Whether those who do not fight march on what is wanted, or to what has to be held; none: as the card asks."""

    def gain(self, target: int, promised: float) -> float:
        """What an attack is taken to promise."""
        return promised + URGED if target in self.urged else promised

    def least(self, usual: float) -> float:
        """What an attack has to promise."""
        return usual - DARE * self.daring


USUAL = Orders()
HEADLONG = Orders(daring=1, guards=False, advance=True)
"""Every man forward, and nobody looks back."""
