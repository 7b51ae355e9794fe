"""Players of Fields of Fire; the umpire's roster finds them in ``BOTS``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sandtable.games.fieldsoffire.model import FieldsState
    from sandtable.planning.greedy import Greedy


def greedy(seed: bytes) -> Greedy[FieldsState]:
    """The company commander who tries every order: gives the one after which his company stands best."""
    from sandtable.games.fieldsoffire.bots.standing import value
    from sandtable.games.fieldsoffire.game import GAME
    from sandtable.planning.greedy import Greedy

    return Greedy(seed, GAME, value)


def planner(seed: bytes) -> Greedy[FieldsState]:
    """The company commander who knows which orders are worth a thought, and says what they are for."""
    from sandtable.games.fieldsoffire.bots.planner import FieldsPlanner

    return FieldsPlanner(seed)


BOTS: dict[str, Callable[[bytes], Greedy[FieldsState]]] = {"greedy": greedy, "planner": planner}
