"""Players of Crimea; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.eastfront.bots.commander import Staff


def staff(seed: bytes) -> Staff:
    """The army staff: masses where the odds pay, and keeps its line and its supply."""
    from sandtable.games.eastfront.bots.commander import Staff

    return Staff(seed)


BOTS: dict[str, Callable[[bytes], Staff]] = {"staff": staff}
