"""Every verb of the game: what a seat can do, one module per topic."""

from sandtable.games.fieldsoffire.actions.commanding import ACTIVATE, END, PICK
from sandtable.games.fieldsoffire.actions.moving import MOVING

ORDERS = (ACTIVATE, *MOVING)
"""Orders of the action menu."""

__all__ = ["END", "ORDERS", "PICK"]
