"""Players of Fields of Fire; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.fieldsoffire.model import FieldsState
    from sandtable.planning.greedy import Greedy


def greedy(seed: bytes) -> Greedy[FieldsState]:
    """The company commander: gives the order after which his company stands best."""
    from sandtable.games.fieldsoffire.bots.standing import value
    from sandtable.games.fieldsoffire.game import GAME
    from sandtable.planning.greedy import Greedy

    return Greedy(seed, GAME, value)


BOTS: dict[str, Callable[[bytes], Greedy[FieldsState]]] = {"greedy": greedy}
