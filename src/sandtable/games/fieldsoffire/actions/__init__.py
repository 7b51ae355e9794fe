"""Every verb of the game: what a seat can do, one module per topic."""

from sandtable.games.fieldsoffire.actions.commanding import ACTIVATE, END, PICK
from sandtable.games.fieldsoffire.actions.moving import MOVE, MOVE_WITHIN

ORDERS = (ACTIVATE, MOVE, MOVE_WITHIN)
"""Orders of the action menu."""

__all__ = ["ACTIVATE", "END", "MOVE", "MOVE_WITHIN", "ORDERS", "PICK"]
